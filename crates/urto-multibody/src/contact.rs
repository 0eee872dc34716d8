//! A touch as the solver sees it: frame, arms, and what modes move there.

use crate::body::State;
use crate::forecast::Forecast;
use crate::touch::Touch;
use crate::vector::{
    Mat3, Vector, cross, difference, dot, frame, length, plus, scaled, sum, times, times_transposed,
};
use urto::math::exp;

/// How two bodies rub and damp each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Coulomb's friction.
    pub friction: f64,
    /// How friction gets less with the speed of sliding; `None` if it does not.
    pub weakening: Option<Weakening>,
    /// Loss that a contact adds to the modes of what it presses on \[s/m\]: a damper of so many
    /// newton-seconds per metre for each newton of load.
    pub damping: f64,
    /// How much of the speed of a blow comes back, from 0 to 1, besides what modes give back. In a
    /// blow that friction or several contacts complicate it is less where it would give energy.
    pub restitution: f64,
}

/// Friction that gets less the faster two places slide, from [`Pair::friction`] at rest on, as that of
/// plastics, rubber and dry wood does: such pairs squeak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weakening {
    /// What is left of it when they slide fast.
    pub sliding: f64,
    /// At this speed all but 1/e of the difference is gone \[m/s\].
    pub speed: f64,
}

impl Pair {
    /// Coulomb's friction of places that slide with a speed \[m/s\]: whatever it is in a step, sliding
    /// takes energy. `mu = sliding + (friction - sliding)·exp(-v/speed)`
    pub fn friction_at(&self, slip: f64) -> f64 {
        match self.weakening {
            None => self.friction,
            Some(Weakening { sliding, speed }) => {
                sliding + (self.friction - sliding) * exp(-slip / speed)
            }
        }
    }

    /// What a contact adds to the loss of a mode that moves the place by `shape` for a unit of its
    /// coordinate (modal mass 1) \[1/s\]: half of a term of equation 20 of Zheng & James 2011. The
    /// load is the normal force \[N\]; normal and shape are seen from the same frame.
    pub fn loss(&self, normal: [f64; 3], load: f64, shape: [f64; 3]) -> f64 {
        let out = dot(shape, normal);
        let all = dot(shape, shape);
        let felt = self.friction * all + (1.0 - self.friction) * out * out;
        // Half, since a loss is half of the damping over the mass. Both factors are bounded, and
        // beyond this a mode stands still within a step anyway.
        (0.5 * self.damping * load * felt).clamp(0.0, 1e9)
    }
}

impl Default for Pair {
    /// Dry, damping as wood does, and not bouncing.
    fn default() -> Self {
        Self {
            friction: 0.4,
            weakening: None,
            damping: 5e-4,
            restitution: 0.0,
        }
    }
}

/// A contact of the last step, for whoever listens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// See [`Touch`].
    pub identity: u64,
    /// See [`Touch`].
    pub bodies: [usize; 2],
    /// See [`Touch`].
    pub places: [[f64; 3]; 2],
    /// See [`Touch`].
    pub surfaces: [Option<(usize, [f64; 3])>; 2],
    /// From the first body to the second.
    pub normal: [f64; 3],
    /// Distance when the step began, with what modes add to it \[m\].
    pub gap: f64,
    /// On the second body, in the world \[N·s\]; the first got the opposite.
    pub impulse: [f64; 3],
    /// Velocity of the second place against the first over the step, in the world \[m/s\].
    pub velocity: [f64; 3],
    /// The same along the normal when the step began; negative where they approached \[m/s\].
    pub opening: f64,
    /// Whether it did not press in the step before.
    pub fresh: bool,
    /// Coulomb's friction in the step: less than at rest where it weakens and the places slid.
    pub friction: f64,
    /// When the step began, and how long the impulse was held \[s\].
    pub time: f64,
    /// See `time`.
    pub step: f64,
}

/// One body's side of a contact.
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    /// From the centre of mass, in the world, at the mean of the turns.
    pub arm: Vector,
    /// The same in the body's own frame, in the middle of the step.
    pub mean: Vector,
    /// What each mode moves the place, in the world.
    pub modes: Vec<Vector>,
}

/// A contact of the coming step.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    pub touch: Touch,
    pub pair: Pair,
    /// Normal and two tangents.
    pub frame: Mat3,
    pub sides: [Side; 2],
    pub gap: f64,
    /// From the first place to the second when the step begins \[m\].
    pub apart: Vector,
    /// Velocity of the second place against the first then \[m/s\], and along the normal.
    pub moving: Vector,
    pub opening: f64,
}

impl Meeting {
    /// `None` for a touch that is not one.
    pub fn new(
        touch: &Touch,
        pair: Pair,
        bodies: &[State],
        forecasts: &[Forecast],
    ) -> Option<Self> {
        let long = length(touch.normal);
        let finite =
            touch.gap.is_finite() && touch.places.as_flattened().iter().all(|x| x.is_finite());
        if !finite || !(0.999..1.001).contains(&long) {
            return None;
        }
        let normal = scaled(touch.normal, 1.0 / long);
        let mut ends = [[0.0; 3]; 2];
        let mut moving = [0.0; 3];
        let mut sides = [Side::default(), Side::default()];
        for (side, own) in sides.iter_mut().enumerate() {
            let sign = if side == 1 { 1.0 } else { -1.0 };
            let (body, forecast) = (&bodies[touch.bodies[side]], &forecasts[touch.bodies[side]]);
            let place = touch.places[side];
            let (mut before, mut mean, mut ringing) = (place, place, [0.0; 3]);
            if let Some(ring) = &body.ring {
                ring.moved(touch.surfaces[side], &mut own.modes);
                for (mode, shape) in own.modes.iter_mut().enumerate() {
                    let (now, next) = (ring.q[mode], ring.free(mode));
                    before = plus(before, *shape, now);
                    mean = plus(mean, *shape, 0.5 * (now + next));
                    ringing = plus(ringing, *shape, ring.v[mode]);
                    *shape = times(&forecast.bar, *shape);
                }
            }
            own.arm = times(&forecast.bar, mean);
            own.mean = mean;
            ends[side] = forecast.place_before(before);
            let spin = if body.free() {
                body.spinning().spin()
            } else {
                forecast.spin
            };
            let turned = times(&forecast.start_turn, before);
            let velocity = sum(
                sum(forecast.velocity, cross(spin, turned)),
                times(&forecast.start_turn, ringing),
            );
            moving = plus(moving, velocity, sign);
        }
        let apart = difference(ends[1], ends[0]);
        Some(Self {
            touch: *touch,
            pair,
            frame: frame(normal),
            sides,
            gap: dot(normal, apart),
            apart,
            moving,
            opening: dot(normal, moving),
        })
    }

    /// Velocity of the second place against the first over the step if nothing pushes.
    pub fn drift(&self, bodies: &[State], forecasts: &[Forecast], lean: f64, h: f64) -> Vector {
        let mut sum = [0.0; 3];
        for (side, own) in self.sides.iter().enumerate() {
            let sign = if side == 1 { 1.0 } else { -1.0 };
            let number = self.touch.bodies[side];
            let mut velocity = forecasts[number].velocity_at(own.arm, lean);
            if let Some(ring) = &bodies[number].ring {
                for (mode, shape) in own.modes.iter().enumerate() {
                    let speed = (ring.free(mode) - ring.q[mode]) / h;
                    velocity = plus(velocity, *shape, speed);
                }
            }
            sum = plus(sum, velocity, sign);
        }
        sum
    }

    /// The same at the end of the step: what the velocity rule looks at.
    pub fn end_velocity(&self, bodies: &[State], forecasts: &[Forecast]) -> Vector {
        let mut sum = [0.0; 3];
        for (side, own) in self.sides.iter().enumerate() {
            let sign = if side == 1 { 1.0 } else { -1.0 };
            let number = self.touch.bodies[side];
            let mut velocity = forecasts[number].velocity_at(own.arm, 1.0);
            if let Some(ring) = &bodies[number].ring {
                for (mode, shape) in own.modes.iter().enumerate() {
                    velocity = plus(velocity, *shape, ring.free_velocity(mode));
                }
            }
            sum = plus(sum, velocity, sign);
        }
        sum
    }

    /// Appends one body's part of the row along a direction: three ways and three turns of a free
    /// body, then modes, each scaled by the root of what a unit of impulse moves it.
    pub fn row(
        &self,
        side: usize,
        along: Vector,
        body: &State,
        forecast: &Forecast,
        scales: &Scales,
        into: &mut Vec<f64>,
    ) {
        let own = &self.sides[side];
        let sign = if side == 1 { 1.0 } else { -1.0 };
        if body.free() {
            let by = sign * (scales.lean / body.mass).sqrt();
            into.extend(scaled(along, by));
            let torque = times_transposed(&forecast.middle_turn, cross(own.arm, along));
            into.extend(scaled(
                times_transposed(&body.factor, torque),
                sign * scales.lean.sqrt(),
            ));
        }
        if let Some(ring) = &body.ring {
            let parts = own.modes.iter().zip(&ring.propagators);
            into.extend(parts.map(|(shape, step)| {
                let reach = if scales.end_velocity {
                    step.b / scales.h
                } else {
                    step.c / (scales.h * scales.h)
                };
                sign * dot(along, *shape) * reach.max(0.0).sqrt()
            }));
        }
    }

    /// The impulse in the world of three along the frame.
    pub fn in_world(&self, r: &[f64]) -> Vector {
        times_transposed(&self.frame, [r[0], r[1], r[2]])
    }
}

/// What scales the rows of a problem.
pub(crate) struct Scales {
    pub lean: f64,
    pub h: f64,
    pub end_velocity: bool,
}
