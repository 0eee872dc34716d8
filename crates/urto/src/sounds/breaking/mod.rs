//! Breaking: something ruptures, and its pieces fall, bounce little and come to rest.
//!
//! Hear:   a crash, then clatter that thins out; bounces that grew denser would be heard as
//!         bouncing, bounces that thin out as breaking.
//! Law:    a burst of noise (see `gesture::Burst`) ruptures the thing: it pushes on pieces and
//!         floor. Then two cascades of collisions (see `texture::Cascade`): pieces on the floor,
//!         and pieces on each other. Sizes follow N(>s) ~ s^(-law), the law of fragmentation; a
//!         piece keeps a share of its speed in each collision.
//! Step:   exact modal step; Hertz pulses and burst are forces whose work is booked.
//! Limits: the pieces' flight is not computed; what rings before it breaks is left out.
//! Refs:   Warren & Verbrugge 1984; Rath & Fontana 2003; Papetti 2010, 2.2.5; Turcotte 1986.

mod params;

use super::answer;
use super::output::{INAUDIBLE, Output};
use crate::body::Standing;
use crate::gesture::Burst;
use crate::math;
use crate::network::{ContactId, Network};
use crate::param::{Declared, ParamId};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{Axis, Entry, Event, Family, Form, Model, Pad, Player, Rig};
use crate::space::RoomParams;
use crate::texture::{Blow, Cascade, Make, Swarm};
pub use params::Breaking;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "breaking",
    title: "Breaking",
    hear: "Something shatters: a crash, then pieces that clatter and come to rest.",
    family: Family::Solids,
    form: Form::Event,
    built_on: &["noise", "modes", "chance"],
    table: &Breaking::TABLE,
    make: Player::<Shatter>::boxed,
    seconds: 2.5,
    release: None,
    pad: Pad::strike(Some(Axis::new("piece.size", 0.2, 0.05)), None),
};

/// Speed of a usual breakage \[m/s\]; loudness is judged against it.
const USUAL: f64 = 4.0;
/// Pieces that ring at a time.
const RINGING: usize = 16;
/// Pieces that the rupture sets ringing.
const RUPTURED: usize = 10;
/// Mass of a piece that is given as a table of modes \[kg\].
const UNKNOWN: f64 = 5e-3;

/// A piece: its size against the largest, and how fast it still is \[m/s\].
#[derive(Clone, Copy, Default)]
struct Piece {
    size: f64,
    speed: f64,
}

/// The physics of breaking.
pub struct Shatter {
    rig: Rig,
    rate: Rate,
    swarm: Swarm,
    pieces: Vec<Piece>,
    burst: Burst,
    /// Pieces on the floor, pieces on each other: the process, and seconds to its next collision.
    processes: [(Cascade, Option<f64>); 2],
    output: Output,
    rng: Rng,
    seed: u64,
    strength: f64,
}

/// The size that a share of all pieces does not reach, against the largest: N(>s) ~ s^(-law)
/// between the smallest and 1.
fn size(share: f64, law: f64, smallest: f64) -> f64 {
    if law < 1e-6 {
        return smallest * math::pow(1.0 / smallest, share);
    }
    let gone = 1.0 - share * (1.0 - math::pow(smallest, law));
    smallest * math::pow(gone, -1.0 / law)
}

impl Shatter {
    /// Sets the level by the largest piece: area times speed goes with the square of the size, so
    /// the largest pieces are what is heard.
    fn aim(&mut self, params: &Breaking) {
        let speed = params.velocity * self.strength;
        let (body, own) = (self.swarm.described(), &params.piece);
        let blow = Blow {
            mass: own.weight().unwrap_or(UNKNOWN),
            speed: 0.6 * speed,
            stiffness: params.stiffness,
        };
        let (impulse, lasts) = (blow.impulse(), blow.duration());
        let modes = body.seen(own, 0.3, 0.0);
        let struck = answer::to_blow(modes.clone(), own, impulse, lasts);
        let torn = answer::to_burst(modes, &params.rupture);
        let torn = torn.times(self.strength * own.size * own.size);
        // What the floor stands on may be louder than the pieces; the floor is not.
        let felt = impulse * params.coupling;
        let below = self.swarm.base().standing().seen();
        let struck = struck + answer::to_blow(below, &params.body, felt, lasts);
        let peak = struck.peak.max(2.0 * torn.peak);
        // Of the loudest fifth of a second: some ten collisions of large pieces.
        let power = (10.0 * struck.energy + RUPTURED as f64 * torn.energy) / 0.2;
        // Most breakages have no piece quite so large.
        let expected = 0.63 * answer::loud(peak, power.sqrt());
        let louder = speed / USUAL;
        self.output
            .aim(expected, louder, params.dynamics, params.level);
    }

    /// Breaks: draws the pieces and starts everything.
    fn shatter(&mut self, params: &Breaking, strength: f64) {
        self.rng = Rng::new(self.seed ^ (params.pattern as u64).wrapping_mul(0x9e37_79b9));
        self.seed = self.seed.wrapping_add(1);
        let vary = math::pow(self.rng.log_uniform(0.5, 2.0), params.variation);
        self.strength = strength * vary;
        let speed = params.velocity * self.strength;
        for piece in &mut self.pieces {
            piece.size = size(self.rng.uniform(), params.law, params.smallest);
            piece.speed = speed * (0.5 + 0.5 * self.rng.uniform());
        }
        let network = &mut self.rig.network;
        self.swarm.set_down(network, &params.body, &params.under);
        let ruptured = RUPTURED.min(self.pieces.len());
        for index in 0..ruptured {
            self.make(params, index);
        }
        self.burst.tune(&params.rupture);
        self.burst.start(self.strength);
        for index in 0..2 {
            let mut cascade = Cascade::new(params.interval);
            let wait = self.wait(&mut cascade, params, index);
            self.processes[index] = (cascade, wait);
        }
        self.aim(params);
    }

    fn wait(&mut self, cascade: &mut Cascade, params: &Breaking, index: usize) -> Option<f64> {
        let law = [&params.floor, &params.mutual][index];
        cascade.wait(
            law.deceleration,
            law.reduction,
            params.longest,
            &mut self.rng,
        )
    }

    /// Gives a piece its body; tells which of those that ring it is.
    fn make(&mut self, params: &Breaking, piece: usize) -> usize {
        let index = piece % self.swarm.count();
        let make = Make {
            size: self.pieces[piece].size,
            ..Make::default()
        };
        self.swarm
            .remake(&mut self.rig.network, index, &params.piece, make);
        index
    }

    /// A piece collides with the floor, or with another.
    fn collide(&mut self, params: &Breaking, on_floor: bool) {
        let first = self.rng.below(self.pieces.len());
        let index = self.make(params, first);
        let weight = self.swarm.shard(index).1.weight();
        let piece = &mut self.pieces[first];
        let mass = weight.unwrap_or(UNKNOWN * piece.size * piece.size * piece.size);
        let blow = Blow {
            mass: mass.clamp(1e-7, 10.0),
            // It falls on an edge or flat, head on or glancing.
            speed: piece.speed * (0.3 + 0.7 * self.rng.uniform()),
            stiffness: params.stiffness,
        };
        piece.speed *= params.restitution;
        let share = if on_floor { params.coupling } else { 0.0 };
        self.swarm
            .strike(&mut self.rig.network, index, blow, share, &mut self.rng);
        if !on_floor {
            let second = self.rng.below(self.pieces.len());
            let index = self.make(params, second);
            self.swarm
                .strike(&mut self.rig.network, index, blow, 0.0, &mut self.rng);
        }
    }

    fn run(&mut self, params: &Breaking) {
        for index in 0..2 {
            let (mut cascade, Some(wait)) = self.processes[index] else {
                continue;
            };
            let left = wait - self.rate.step();
            let next = if left > 0.0 {
                Some(left)
            } else {
                self.collide(params, index == 0);
                let wait = self.wait(&mut cascade, params, index);
                // What was too much of the last step is taken off.
                wait.map(|wait| wait + left)
            };
            self.processes[index] = (cascade, next);
        }
    }

    /// The rupture pushes on the pieces, each its own way, and on the floor.
    fn rupture(&mut self, params: &Breaking) {
        if !self.burst.is_running() {
            return;
        }
        let newtons = self.burst.force(&params.rupture);
        self.swarm
            .tear(&mut self.rig.network, newtons, params.coupling);
    }
}

impl Model for Shatter {
    type Params = Breaking;

    fn build(params: &Breaking, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = Network::new(rate);
        let pieces = params.pieces as usize;
        let swarm = Swarm::new(
            &mut network,
            &params.piece,
            (RINGING.min(pieces), RUPTURED.min(pieces)),
            (&params.body, &params.under),
            params.pickup,
            rate,
        )?;
        network.start(seed);
        let mut shatter = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: ContactId::NONE,
            },
            rate,
            swarm,
            pieces: vec![Piece::default(); pieces],
            burst: Burst::new(&params.rupture, rate, seed),
            processes: [(Cascade::default(), None); 2],
            output: Output::new(rate, INAUDIBLE),
            rng: Rng::new(seed),
            seed,
            strength: 1.0,
        };
        shatter.reset(params, seed);
        Ok(shatter)
    }
    fn rig(&self) -> &Rig {
        &self.rig
    }
    fn rig_mut(&mut self) -> &mut Rig {
        &mut self.rig
    }
    fn change(&mut self, params: &Breaking, _: &ParamId) {
        let network = &mut self.rig.network;
        self.swarm.follow(
            network,
            &params.piece,
            (&params.body, &params.under),
            params.pickup,
        );
        self.burst.tune(&params.rupture);
        self.aim(params);
    }
    fn event(&mut self, params: &Breaking, event: Event) {
        match event {
            Event::Trigger { strength } => self.shatter(params, super::strength(strength)),
            Event::Release => self.processes.iter_mut().for_each(|(_, wait)| *wait = None),
        }
    }
    fn tick(&mut self, params: &Breaking) -> f64 {
        self.run(params);
        self.rupture(params);
        self.swarm.push(&mut self.rig.network);
        self.rig.network.step();
        self.output.pass(self.swarm.heard(&self.rig.network))
    }
    fn room(params: &Breaking) -> Option<&RoomParams> {
        Some(&params.room)
    }
    fn tail(params: &Breaking) -> f64 {
        // The intervals' sum is a geometric series.
        let slow = params.floor.deceleration.min(params.mutual.deceleration);
        let falls = params.longest * slow / (slow - 1.0);
        let rings = params
            .piece
            .longest_decay()
            .max(params.body.longest_decay())
            .max(Standing::longest_decay(&params.under));
        params.rupture.seconds() + falls + rings
    }
    fn reset(&mut self, params: &Breaking, seed: u64) {
        self.rig.network.reset(seed);
        self.seed = seed;
        self.rng = Rng::new(seed);
        self.swarm.reset(&mut self.rig.network);
        for index in 0..self.swarm.count() {
            let network = &mut self.rig.network;
            self.swarm
                .remake(network, index, &params.piece, Make::default());
        }
        self.burst.reset(seed);
        self.processes = [(Cascade::default(), None); 2];
        self.strength = 1.0;
        self.aim(params);
        self.output.reset();
    }
}
