//! Solid: the body that drops fall on, or the vessel that holds the liquid.
//!
//! Law:    a drop of diameter D that meets a wall at speed v gives it its whole momentum: the force
//!         rises within some hundredths of D/v, while the foot of the drop is pressed, and falls within a third of
//!         it, while the rest follows; the difference of two exponentials has that course and, summed
//!         over the steps, exactly that momentum.
//! Step:   exact modal step; the pulses' work is booked as injected.
//! Limits: the body does not throw the drop back: a drop is lighter than what it falls on, and soft.
//! Refs:   Soto et al. 2014, Philippi, Lagree & Antkowiak 2016 (force of a drop that meets a wall).

use urto::body::{BodyParams, Placed, Spot, Standing, SupportParams};
use urto::network::{ContactId, Motion, NetworkBuilder};
use urto::object::{Point, corner};
use urto::rng::Rng;
use urto::sound::Rig;
use urto::{BuildError, Rate, math};

/// Places where it is struck.
const SPOTS: usize = 12;
/// Blows at a time; the weakest is forgotten for one more.
const BLOWS: usize = 48;
/// How the force rises and falls, in D/v.
const RISES: f64 = 0.04;
const FALLS: f64 = 0.3;
/// A blow is over after so many of its times.
const OVER: f64 = 14.0;

/// The force of a blow: two exponentials.
#[derive(Clone, Copy, Debug, Default)]
struct Splat {
    place: usize,
    /// Force of each now \[N\], and what each keeps in a step.
    now: [f64; 2],
    kept: [f64; 2],
    left: u32,
}

impl Splat {
    /// Of a momentum \[N·s\] within a time \[s\].
    fn new(place: usize, momentum: f64, time: f64, rate: Rate) -> Self {
        let step = rate.step();
        // No shorter than a step holds.
        let time = time.clamp(step / FALLS, 0.5);
        let kept = [FALLS, RISES].map(|share| math::exp(-step / (share * time)));
        // Sum of the geometric rows: 1/(1 - kept) each.
        let sum = 1.0 / (1.0 - kept[0]) - 1.0 / (1.0 - kept[1]);
        let height = momentum / (step * sum);
        Self {
            place,
            now: [height, -height],
            kept,
            left: (OVER * FALLS * time / step).ceil() as u32 + 2,
        }
    }

    fn force(&mut self) -> f64 {
        let newtons = self.now[0] + self.now[1];
        self.now[0] *= self.kept[0];
        self.now[1] *= self.kept[1];
        self.left -= 1;
        newtons
    }
}

/// A body that rings.
pub struct Solid {
    pub rig: Rig,
    rate: Rate,
    placed: Placed,
    pickup: Point,
    spots: [Point; SPOTS],
    going: Vec<Splat>,
    /// How velocity becomes flow: area, and a high-pass of one pole at the corner.
    area: f64,
    turn: f64,
    low: f64,
    force: f64,
}

impl Solid {
    /// Allocates.
    pub fn new(
        body: &BodyParams,
        support: &SupportParams,
        pickup: Spot,
        rate: Rate,
        seed: u64,
    ) -> Result<Self, BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let golden = |index: usize| (0.5 + index as f64 * 0.618_033_988_749_895).fract();
        let mut points: Vec<_> = (0..SPOTS)
            .map(|index| body.point(format!("spot{index}"), golden(index)))
            .collect();
        points.push(body.point("pickup", pickup));
        let mut placed = Placed::add(&mut network, "body", body, support, &points, rate)?;
        network.listen("body@pickup", Motion::Ringing)?;
        placed.listen(&mut network, "body")?;
        let mut spots = [Point::default(); SPOTS];
        for (index, spot) in spots.iter_mut().enumerate() {
            *spot = network.point(&format!("body@spot{index}"))?.1;
        }
        let (_, pickup) = network.point("body@pickup")?;
        let mut solid = Self {
            rig: Rig {
                network: network.build(seed),
                routes: Vec::new(),
                shown: ContactId::NONE,
            },
            rate,
            placed,
            pickup,
            spots,
            going: Vec::with_capacity(BLOWS),
            area: 0.0,
            turn: 0.0,
            low: 0.0,
            force: 0.0,
        };
        solid.tune(body);
        Ok(solid)
    }

    fn tune(&mut self, body: &BodyParams) {
        let corner = corner(body.size).min(0.4 * self.rate.hertz());
        let g = math::tan(core::f64::consts::PI * corner * self.rate.step());
        self.turn = g / (1.0 + g);
        // Above its corner a body radiates its velocity like a piston, below like a point: there
        // flow is area times acceleration, w·v, which is w of the corner at the corner.
        self.area = body.size * body.size * math::TAU * corner;
    }

    /// Takes changed parameters over.
    pub fn follow(&mut self, body: &BodyParams, support: &SupportParams, pickup: Spot) {
        let network = &mut self.rig.network;
        self.placed.follow(body, support, network);
        network.move_to(self.placed.object(), self.pickup, pickup);
        self.tune(body);
    }

    /// Sets it down where the parameters say.
    pub fn set_down(&mut self, body: &BodyParams, support: &SupportParams) {
        (self.placed).set_down(body, support, &mut self.rig.network);
    }

    /// A drop or a splash falls on it, somewhere: with a momentum \[N·s\], within a time \[s\].
    pub fn strike(&mut self, momentum: f64, time: f64, rng: &mut Rng) {
        let place = rng.below(SPOTS);
        let splat = Splat::new(place, momentum, time, self.rate);
        if self.going.len() < BLOWS {
            self.going.push(splat);
        }
    }

    /// One step: the flow that leaves it \[m³/s²\].
    pub fn tick(&mut self) -> f64 {
        let network = &mut self.rig.network;
        let object = self.placed.object();
        self.force = 0.0;
        // All that strike one place push once: a push costs as much as the body has modes.
        let mut forces = [0.0; SPOTS];
        for splat in &mut self.going {
            let newtons = splat.force();
            self.force += newtons;
            forces[splat.place] += newtons;
        }
        for (spot, newtons) in self.spots.iter().zip(forces) {
            if newtons != 0.0 {
                network.push(object, *spot, newtons);
            }
        }
        self.going.retain(|splat| splat.left > 0);
        network.step();
        let velocity = network.heard(0) + self.placed.below(network);
        // Trapezoidal: alike at every rate.
        let by = self.turn * (velocity - self.low);
        let low = self.low + by;
        self.low = low + by;
        if self.low.abs() < 1e-30 {
            self.low = 0.0;
        }
        self.area * (velocity - low)
    }

    /// The force of all blows in the last step \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }

    /// Highest flow after one blow, and the integral of its square: what a level is set by.
    pub fn answer(&self, body: &BodyParams, momentum: f64, time: f64) -> [f64; 2] {
        let (mut power, mut energy, mut all) = (0.0, 0.0, 0.0);
        let corner = corner(body.size);
        for mode in self
            .placed
            .seen(body, 0.3, 0.7)
            .filter(|own| own.hertz < 2e4)
        {
            let w = math::TAU * mode.hertz;
            let dull = 1.0 + math::power(w * FALLS * time, 2.0);
            let near = mode.hertz / corner;
            let leaves = self.area * near / (1.0 + near * near).sqrt();
            // Places differ: the middle of what two places give.
            let shapes = (0.5 * (mode.touched * mode.touched + 0.1)).sqrt()
                * (0.5 * (mode.heard * mode.heard + 0.1)).sqrt();
            let height = leaves * momentum * shapes / (mode.mass * dull.sqrt());
            power += height * height;
            all += height;
            energy += 0.25 * height * height * mode.decay / math::LN_1000;
        }
        [(all * power.sqrt()).sqrt(), energy]
    }

    /// How long it rings at most \[s\].
    pub fn tail(body: &BodyParams, support: &SupportParams) -> f64 {
        body.longest_decay().max(Standing::longest_decay(support))
    }

    pub fn reset(&mut self, seed: u64) {
        self.rig.network.reset(seed);
        self.going.clear();
        self.low = 0.0;
        self.force = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However short the blow and whatever the rate, the samples sum up to the momentum, to rounding
    /// and the ten-millionth that is left when it is over.
    #[test]
    fn a_drop_gives_its_momentum() {
        for hertz in [8e3, 48e3, 192e3] {
            let rate = Rate::new(hertz).unwrap();
            for time in [2e-5, 3e-4, 1e-2] {
                let mut splat = Splat::new(0, 1e-4, time, rate);
                let mut sum = 0.0;
                while splat.left > 0 {
                    sum += splat.force() * rate.step();
                }
                assert!((sum / 1e-4 - 1.0).abs() < 1e-6, "{hertz} {time}: {sum}");
            }
        }
    }
}
