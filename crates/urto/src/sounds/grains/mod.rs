//! Grains: many small things in a vessel, shaken or poured.
//!
//! Hear:   a rattle: heavy grains clack one by one, many light ones hiss; the vessel colours it.
//! Law:    shaken: see `texture::Shaken` (after Cook's PhISEM). Poured: grains arrive as a
//!         Poisson process with the speed of their fall, sqrt(2·g·h), and bounce, each time with a
//!         share of the speed. Every collision is a Hertz pulse into a grain and into the vessel,
//!         or into two grains.
//! Step:   exact modal step; the pulses' work is booked as injected.
//! Limits: no more than 4,000 collisions per second are computed one by one: beyond, each
//!         stands for several, as strong as their sum by chance.
//! Refs:   Cook 1997; Papetti 2010, 2.1.

mod params;

use super::answer;
use super::output::{INAUDIBLE, Output};
use crate::body::Standing;
use crate::math;
use crate::network::{ContactId, Network};
use crate::param::{Declared, ParamId};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{Axis, Entry, Event, Family, Form, Model, Pad, Player, Rig};
use crate::space::RoomParams;
use crate::texture::{Blow, Gust, Make, Shaken, Swarm};
pub use params::Grains;
use params::Motion;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "grains",
    title: "Grains",
    hear: "Many small things are shaken in a vessel, or poured into it.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["chance", "modes"],
    table: &Grains::TABLE,
    make: Player::<Rattle>::boxed,
    seconds: 2.5,
    release: Some(2.0),
    pad: Pad::drag(
        Some(Axis::new("effort", 0.01, 3.0)),
        Some(Axis::new("shakes", 1.0, 8.0)),
    ),
};

/// Grains that ring at a time.
const RINGING: usize = 10;
/// Most collisions per second that are computed.
const MOST: f64 = 4000.0;
/// Speed of usual grains \[m/s\]; loudness is judged against it.
const USUAL: f64 = 1.0;
/// Acceleration of free fall \[m/s²\].
const GRAVITY: f64 = 9.81;
/// Mass of a grain that is given as a table of modes \[kg\].
const UNKNOWN: f64 = 1e-3;

/// The physics of grains.
pub struct Rattle {
    rig: Rig,
    rate: Rate,
    swarm: Swarm,
    shaken: Shaken,
    gust: Gust,
    output: Output,
    rng: Rng,
    /// Whether somebody shakes or pours.
    held: bool,
    /// Where in the shake the hand is, 0 to 1; how long and how strong this one is.
    phase: f64,
    length: f64,
    force: f64,
    strength: f64,
}

impl Rattle {
    /// Collisions per second, and their speed \[m/s\], while it is loudest.
    fn loudest(&self, params: &Grains) -> (f64, f64) {
        match params.motion {
            Motion::Shaken => {
                let speed = params.effort * self.strength;
                (params.count as f64 * speed / params.path, speed)
            }
            Motion::Poured => {
                let speed = fall(params) * self.strength;
                // Later bounces add little power.
                (params.flow, speed)
            }
        }
    }

    fn aim(&mut self, params: &Grains) {
        let (rate, speed) = self.loudest(params);
        let stands_for = (rate / MOST).max(1.0);
        let (mut peak, mut energy) = (0.0f64, 0.0);
        // No two grains are alike: the loudest one makes the peaks, all together the power.
        for index in 0..self.swarm.count() {
            let (body, own) = self.swarm.shard(index);
            let blow = Blow {
                mass: own.weight().unwrap_or(UNKNOWN),
                speed: speed * stands_for.sqrt(),
                stiffness: params.stiffness,
            };
            let (impulse, lasts) = (blow.impulse(), blow.duration());
            let small = answer::to_blow(body.seen(own, 0.3, 0.0), own, impulse, lasts);
            let modes = self.swarm.base().seen(&params.body, 0.3, params.pickup);
            let felt = impulse * params.coupling;
            let mut large = answer::to_blow(modes, &params.body, felt, lasts);
            large.energy *= 1.0 - params.among;
            let one = small + large;
            peak = peak.max(one.peak);
            energy += one.energy / self.swarm.count() as f64;
        }
        let rms = (rate / stands_for * energy).sqrt();
        // Fast and heavy grains are louder than most; the speed does not stay at its highest.
        let expected = answer::loud(2.5 * peak + 1.5 * rms, rms);
        self.output
            .aim(expected, speed / USUAL, params.dynamics, params.level);
    }

    /// The hand shakes: while it pushes it gives so much that the grains reach the speed.
    fn shake(&mut self, params: &Grains) {
        if params.shakes == 0.0 {
            return;
        }
        let step = params.shakes * self.rate.step() / self.length;
        self.phase += step;
        if self.phase >= 1.0 {
            self.phase -= 1.0;
            let rng = &mut self.rng;
            self.length = math::pow(rng.log_uniform(0.7, 1.4), params.variation);
            self.force = math::pow(rng.log_uniform(0.4, 1.6), params.variation);
        }
        if self.phase < params.stroke {
            let speed = params.effort * self.strength;
            // A bump of a sine squared over the stroke; its area is half its height. What is
            // lost meanwhile is given too.
            let bump = math::sin(0.5 * math::TAU * self.phase / params.stroke);
            let seconds = params.stroke * self.length / params.shakes;
            let lost = 1.0 + 0.5 * seconds / params.settle;
            let share = 2.0 * bump * bump * self.rate.step() / seconds;
            self.shaken.give(self.force * lost * speed * speed * share);
        }
    }

    /// A collision at a speed \[m/s\].
    fn collide(&mut self, params: &Grains, speed: f64) {
        let index = self.rng.below(self.swarm.count());
        let weight = self.swarm.shard(index).1.weight();
        let mass = weight.unwrap_or(UNKNOWN).clamp(1e-8, 10.0);
        let among = self.rng.uniform() < params.among;
        let blow = Blow {
            // Two alike have half the mass of one, as seen from between them.
            mass: if among { 0.5 * mass } else { mass },
            speed: speed.min(100.0),
            stiffness: params.stiffness,
        };
        let share = if among { 0.0 } else { params.coupling };
        self.swarm
            .strike(&mut self.rig.network, index, blow, share, &mut self.rng);
        if among {
            let second = (index + 1 + self.rng.below(self.swarm.count() - 1)) % self.swarm.count();
            self.swarm
                .strike(&mut self.rig.network, second, blow, 0.0, &mut self.rng);
        }
    }

    /// What happens in a step: at most one collision, which may stand for several.
    fn happen(&mut self, params: &Grains) {
        let (per_second, speed) = match params.motion {
            Motion::Shaken => {
                if self.held {
                    self.shake(params);
                }
                self.shaken.settle(params.settle, self.rate);
                let speed = self.shaken.speed();
                (params.count as f64 * speed / params.path, speed)
            }
            Motion::Poured if self.held => {
                let share = 6.0 * self.rate.step();
                let gust = self.gust.pass(share, 0.6 * params.variation, &mut self.rng);
                // Every grain bounces about so often until it rests.
                let bounces = 1.0 / (1.0 - params.restitution);
                let speed = fall(params) * self.strength;
                (params.flow * gust * bounces, speed)
            }
            Motion::Poured => return,
        };
        let stands_for = (per_second / MOST).max(1.0);
        let rate = per_second / stands_for;
        if let Some(factor) = self.shaken.collides(rate, self.rate, &mut self.rng) {
            let mut speed = speed * stands_for.sqrt();
            if params.motion == Motion::Shaken {
                speed *= factor;
            } else {
                // All fall alike, but not all meet head on.
                speed *= 1.0 - 0.5 * self.rng.uniform();
                while self.rng.uniform() < params.restitution && speed > 1e-3 {
                    speed *= params.restitution;
                }
            }
            self.collide(params, speed);
        }
    }

    /// Gives every grain its own size.
    fn sort(&mut self, params: &Grains) {
        for index in 0..self.swarm.count() {
            let size = math::pow(self.rng.log_uniform(0.5, 1.5), params.variation);
            let make = Make {
                size,
                ..Make::default()
            };
            let network = &mut self.rig.network;
            self.swarm.remake(network, index, &params.grain, make);
        }
    }
}

/// Speed after the fall \[m/s\].
fn fall(params: &Grains) -> f64 {
    (2.0 * GRAVITY * params.height).sqrt()
}

impl Model for Rattle {
    type Params = Grains;
    const HELD: bool = true;

    fn build(params: &Grains, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = Network::new(rate);
        let swarm = Swarm::new(
            &mut network,
            &params.grain,
            (RINGING, 0),
            (&params.body, &params.under),
            params.pickup,
            rate,
        )?;
        network.start(seed);
        let mut rng = Rng::new(seed);
        let mut rattle = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: ContactId::NONE,
            },
            rate,
            swarm,
            shaken: Shaken::new(&mut rng),
            gust: Gust::new(&mut rng),
            output: Output::new(rate, INAUDIBLE),
            rng,
            held: false,
            phase: 0.0,
            length: 1.0,
            force: 1.0,
            strength: 1.0,
        };
        rattle.reset(params, seed);
        Ok(rattle)
    }
    fn rig(&self) -> &Rig {
        &self.rig
    }
    fn rig_mut(&mut self) -> &mut Rig {
        &mut self.rig
    }
    fn change(&mut self, params: &Grains, _: &ParamId) {
        let network = &mut self.rig.network;
        self.swarm.follow(
            network,
            &params.grain,
            (&params.body, &params.under),
            params.pickup,
        );
        self.aim(params);
    }
    fn event(&mut self, params: &Grains, event: Event) {
        match event {
            Event::Trigger { strength } => {
                self.held = true;
                self.strength = super::strength(strength);
                self.phase = 0.0;
                let network = &mut self.rig.network;
                self.swarm.set_down(network, &params.body, &params.under);
                self.aim(params);
            }
            Event::Release => self.held = false,
        }
    }
    fn tick(&mut self, params: &Grains) -> f64 {
        self.happen(params);
        self.swarm.push(&mut self.rig.network);
        self.rig.network.step();
        self.output.pass(self.swarm.heard(&self.rig.network))
    }
    fn room(params: &Grains) -> Option<&RoomParams> {
        Some(&params.room)
    }
    fn tail(params: &Grains) -> f64 {
        let rings = params
            .grain
            .longest_decay()
            .max(params.body.longest_decay())
            .max(Standing::longest_decay(&params.under));
        // Their speed falls by 60 dB in this time.
        2.0 * math::LN_1000 * params.settle + rings
    }
    fn reset(&mut self, params: &Grains, seed: u64) {
        self.rig.network.reset(seed);
        self.rng = Rng::new(seed);
        self.swarm.reset(&mut self.rig.network);
        self.shaken = Shaken::new(&mut self.rng);
        self.gust = Gust::new(&mut self.rng);
        self.sort(params);
        self.held = false;
        self.phase = 0.0;
        self.length = 1.0;
        self.force = 1.0;
        self.strength = 1.0;
        self.aim(params);
        self.output.reset();
    }
}
