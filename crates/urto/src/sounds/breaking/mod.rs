//! Breaking: something ruptures, and its pieces fall, bounce little and come to rest.
//!
//! Hear:   a short knock of the whole, cut off by a crash, then clatter that thins out, in which
//!         a few large pieces are heard to bounce; bounces that grew denser would be heard as
//!         bouncing, bounces that thin out as breaking.
//! Law:    the whole is struck, and rings until it gives way. Then a burst of noise (see
//!         `gesture::Burst`) ruptures it: it pushes on pieces and floor. Then two cascades of
//!         collisions (see `texture::Cascade`): pieces on the floor, and pieces on each other; and
//!         the largest pieces bounce (see `pieces`). A piece keeps a share of its speed in each
//!         collision, and slides to rest meanwhile. Each has its own size and outline, is met at
//!         another place every time, and rings the shorter the more of it lies on something.
//! Step:   exact modal step; Hertz pulses and burst are forces whose work is booked.
//! Limits: the flight of all but the largest pieces is not computed.
//! Refs:   Warren & Verbrugge 1984; Rath & Fontana 2003; Papetti 2010, 2.2.5; Turcotte 1986.

mod level;
mod params;
mod pieces;
mod seen;

use crate::body::{Body, BodyParams, Standing};
use crate::energy::Health;
use crate::gesture::Burst;
use crate::math::{self, GRAVITY};
use crate::network::{ContactId, NetworkBuilder};
use crate::param::{Declared, ParamId};
use crate::parts::crowd::CrowdPickups;
use crate::parts::output::{INAUDIBLE, Output};
use crate::picture::{Frame, Geometry};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Pieces,
    Player, Rig,
};
use crate::texture::{Blow, Cascade, Make, Swarm, bell};
pub use params::{BreakingParams, Process};
use pieces::{Bouncer, Piece, size};
use seen::BreakScene;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "breaking",
    title: "Breaking",
    hear: "Something shatters: a crash, then pieces that clatter and come to rest.",
    family: Family::Solids,
    form: Form::Event,
    built_on: &["noise", "modes", "chance"],
    table: &BreakingParams::TABLE,
    make: &Player::<Breaking>::boxed,
    seconds: 2.5,
    release: None,
    pad: Pad::strike(Some(Axis::new("piece.size", 0.2, 0.05)), None),
    expression: ExpressionKeys {
        pitch: &["piece.tuning"],
        pressure: &[],
        place: None,
    },
};

/// Speed of a usual breakage \[m/s\]; loudness is judged against it.
const USUAL: f64 = 4.0;
/// Peak of a usual breakage: its pieces strike for a moment.
const PEAK: f64 = 0.5;
/// Pieces that ring at a time.
const RINGING: usize = 14;
/// Pieces that the rupture sets ringing.
const RUPTURED: usize = 10;
/// Mass of a piece that is given as a table of modes \[kg\].
const UNKNOWN: f64 = 5e-3;

/// Most pieces that bounce by themselves.
const BOUNCING: usize = 8;

/// The physics of breaking.
pub struct Breaking {
    rig: Rig,
    rate: Rate,
    swarm: Swarm,
    pieces: Vec<Piece>,
    /// The largest pieces, the first of all, and when one of them lands \[s\].
    bouncers: [Bouncer; BOUNCING],
    landing: f64,
    /// A piece as large as the whole.
    whole: (Body, BodyParams),
    /// Seconds until the whole gives way, and since then.
    holds: Option<f64>,
    since: f64,
    burst: Burst,
    /// Pieces on the floor, pieces on each other: the process, and seconds to its next collision.
    processes: [(Cascade, Option<f64>); 2],
    output: Output,
    pickups: CrowdPickups,
    rng: Rng,
    seed: u64,
    strength: f64,
    /// Whether it has given way, and sizes, for pictures.
    broken: bool,
    scene: BreakScene,
}

impl Breaking {
    /// How many pieces bounce by themselves. Each has a body of its own.
    fn bouncing(&self, params: &BreakingParams) -> usize {
        let most = self.pieces.len().min(self.swarm.count() - 1);
        (params.bouncing as usize).min(BOUNCING).min(most)
    }

    /// The blow: draws the pieces, and strikes the whole.
    fn shatter(&mut self, params: &BreakingParams, strength: f64) {
        self.rng = Rng::new(self.seed ^ (params.pattern as u64).wrapping_mul(0x9e37_79b9));
        self.seed = self.seed.wrapping_add(1);
        let vary = math::pow(self.rng.log_uniform(0.5, 2.0), params.variation);
        self.strength = strength * vary;
        let speed = params.velocity * self.strength;
        for piece in &mut self.pieces {
            piece.size = size(self.rng.uniform(), params.law, params.smallest);
            piece.speed = speed * (0.5 + 0.5 * self.rng.uniform());
            piece.seed = self.rng.bits();
            (piece.thrown, piece.lit, piece.met) = (piece.speed, 1.0, 0.0);
        }
        self.broken = false;
        self.pieces
            .sort_unstable_by(|a, b| b.size.total_cmp(&a.size));
        let network = &mut self.rig.network;
        self.swarm
            .set_down(network, &params.body, &params.on.support);
        self.stop();
        self.aim(params);
        let network = &mut self.rig.network;
        let make = Make {
            size: params.whole,
            uneven: params.irregular.uneven,
            seed: self.rng.bits(),
            ..Make::default()
        };
        let last = self.swarm.count() - 1;
        self.swarm.remake(network, last, &params.piece, make);
        // Before the rest follows, it is stopped where it is met: there is about a piece of it.
        let blow = Blow {
            mass: params.piece.weight().unwrap_or(UNKNOWN).clamp(1e-7, 10.0),
            speed: params.knock * speed,
            stiffness: params.stiffness,
        };
        self.swarm
            .strike(network, last, blow, params.coupling, &mut self.rng);
        self.holds = Some(params.holds);
    }

    /// The whole gives way: from now on there are pieces.
    fn give_way(&mut self, params: &BreakingParams) {
        self.since = 0.0;
        self.broken = true;
        let bouncing = self.bouncing(params);
        let torn = RUPTURED.min(self.pieces.len());
        for index in 0..self.swarm.count() {
            // Some large ones, and others of any size.
            let piece = if index < bouncing {
                index
            } else {
                self.rng.below(self.pieces.len())
            };
            if index < torn || index + 1 == self.swarm.count() {
                self.make(params, piece, index);
            }
        }
        let speed = params.velocity * self.strength * params.restitution;
        for index in 0..bouncing {
            // Most of it goes sideways.
            let up = 0.2 + 0.5 * self.rng.uniform();
            self.bouncers[index] = Bouncer::thrown(0.0, up * speed);
        }
        self.look_out();
        self.burst.tune(&params.rupture);
        self.burst.start(self.strength);
        for index in 0..2 {
            let mut cascade = Cascade::new(params.interval);
            let wait = self.wait(&mut cascade, params, index);
            self.processes[index] = (cascade, wait);
        }
    }

    fn wait(
        &mut self,
        cascade: &mut Cascade,
        params: &BreakingParams,
        index: usize,
    ) -> Option<f64> {
        let law = [&params.floor, &params.mutual][index];
        cascade.wait(
            law.deceleration,
            law.reduction,
            params.longest,
            &mut self.rng,
        )
    }

    /// The body of a piece: a bouncing one has its own, the others share the rest.
    fn body_of(&self, params: &BreakingParams, piece: usize) -> usize {
        let bouncing = self.bouncing(params);
        if piece < bouncing {
            return piece;
        }
        bouncing + piece % (self.swarm.count() - bouncing)
    }

    /// Gives a piece a body, which lies anyhow.
    fn make(&mut self, params: &BreakingParams, piece: usize, index: usize) {
        let Piece { size, seed, .. } = self.pieces[piece];
        let make = Make {
            size,
            ringing: math::exp(params.irregular.lying * bell(&mut self.rng)),
            uneven: params.irregular.uneven,
            seed,
            ..Make::default()
        };
        let network = &mut self.rig.network;
        self.swarm.remake(network, index, &params.piece, make);
        self.swarm.turn(network, index, self.rng.uniform());
    }

    /// A piece is struck at a speed \[m/s\], and the floor feels a share.
    fn strike(&mut self, params: &BreakingParams, piece: usize, speed: f64, share: f64) {
        let index = self.body_of(params, piece);
        self.make(params, piece, index);
        let weight = self.swarm.shard(index).1.weight();
        let bright = speed / (params.velocity * self.strength).max(1e-3);
        self.pieces[piece].lit = bright.sqrt().min(1.0);
        self.pieces[piece].met = self.since;
        let size = self.pieces[piece].size;
        let mass = weight.unwrap_or(UNKNOWN * size * size * size);
        let blow = Blow {
            mass: mass.clamp(1e-7, 10.0),
            speed,
            stiffness: params.stiffness,
        };
        self.swarm
            .strike(&mut self.rig.network, index, blow, share, &mut self.rng);
    }

    /// A piece collides with the floor, or with another.
    fn collide(&mut self, params: &BreakingParams, on_floor: bool) {
        let first = self.rng.below(self.pieces.len());
        // What slides is slowed by friction: a time of v/(friction·g).
        let slows = params.friction * GRAVITY / (params.velocity * self.strength).max(1e-3);
        let slid = math::exp(-self.since * slows);
        // It falls on an edge or flat, head on or glancing.
        let speed = self.pieces[first].speed * slid * (0.3 + 0.7 * self.rng.uniform());
        self.pieces[first].speed *= params.restitution;
        let share = if on_floor { params.coupling } else { 0.0 };
        self.strike(params, first, speed, share);
        if !on_floor {
            let second = self.rng.below(self.pieces.len());
            self.strike(params, second, speed, 0.0);
        }
    }

    /// Looks which of the bouncing pieces lands first.
    fn look_out(&mut self) {
        let lands = self.bouncers.iter().map(|bouncer| bouncer.lands);
        self.landing = lands.fold(f64::INFINITY, f64::min);
    }

    /// The largest pieces bounce.
    fn bounce(&mut self, params: &BreakingParams) {
        let bouncing = self.bouncing(params);
        for piece in 0..BOUNCING {
            let bouncer = &mut self.bouncers[piece];
            if piece >= bouncing {
                *bouncer = Bouncer::AT_REST;
            } else if self.since >= bouncer.lands {
                let size = self.pieces[piece].size * params.piece.size;
                let speed = bouncer.land(size, params.restitution, &mut self.rng);
                self.strike(params, piece, speed, params.coupling);
            }
        }
        self.look_out();
    }

    fn run(&mut self, params: &BreakingParams) {
        self.since += self.rate.step();
        if let Some(left) = self.holds {
            self.holds = (left > 0.0).then_some(left - self.rate.step());
            if left <= 0.0 {
                self.give_way(params);
            }
        }
        if self.since >= self.landing {
            self.bounce(params);
        }
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

    /// Samples until something gives way, lands or collides: two fewer than there are, since
    /// times are summed up with rounding.
    fn until_next(&self) -> usize {
        let waits = self.processes.iter().filter_map(|(_, wait)| *wait);
        let lands = self.landing - self.since;
        let next = waits.chain(self.holds).fold(lands, f64::min);
        ((next * self.rate.hertz()) as usize).saturating_sub(2)
    }

    /// Nothing more falls.
    fn stop(&mut self) {
        self.processes = [(Cascade::default(), None); 2];
        self.bouncers = [Bouncer::AT_REST; BOUNCING];
        self.landing = f64::INFINITY;
    }

    /// The rupture pushes on the pieces, each its own way, and on the floor.
    fn rupture(&mut self, params: &BreakingParams) {
        if !self.burst.is_running() {
            return;
        }
        let newtons = self.burst.force(&params.rupture);
        self.swarm
            .tear(&mut self.rig.network, newtons, params.coupling);
    }
}

impl Model for Breaking {
    type Params = BreakingParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const REHEARSED: f64 = 0.2;

    /// One falls on the floor and two meet, twice in an interval if those are shortened at random.
    fn pieces(params: &BreakingParams) -> Option<Pieces> {
        Some(Pieces {
            key: "piece",
            count: RINGING,
            remade: 6.0 / params.interval,
        })
    }

    fn build(params: &BreakingParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let pieces = params.pieces as usize;
        let swarm = Swarm::new(
            &mut network,
            &params.piece,
            (RINGING.min(pieces + 1), RUPTURED.min(pieces)),
            (&params.body, &params.on.support),
            (params.listening.spot(), params.more.and(&params.body, [])),
            rate,
        )?;
        let output = Output::new(rate, INAUDIBLE).peaking(PEAK);
        let pickups = CrowdPickups::listen(&mut network, &params.more, &output, rate)?;
        let network = network.build(seed);
        let mut shatter = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: ContactId::NONE,
            },
            rate,
            swarm,
            pieces: vec![Piece::default(); pieces],
            bouncers: [Bouncer::AT_REST; BOUNCING],
            landing: f64::INFINITY,
            whole: (Body::new(&params.piece)?, params.piece.clone()),
            holds: None,
            since: 0.0,
            burst: Burst::new(&params.rupture, rate, seed)?,
            processes: [(Cascade::default(), None); 2],
            output,
            pickups,
            rng: Rng::new(seed),
            seed,
            strength: 1.0,
            broken: false,
            scene: BreakScene::default(),
        };
        shatter.reset(params, seed);
        Ok(shatter)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &BreakingParams, _: &ParamId) {
        let network = &mut self.rig.network;
        self.swarm.follow(
            network,
            &params.piece,
            (&params.body, &params.on.support),
            params.listening.spot(),
        );
        (self.pickups).follow(&params.more, network, &self.swarm);
        self.burst.tune(&params.rupture);
        self.scene = BreakScene::of(params);
        self.aim(params);
    }
    fn event(&mut self, params: &BreakingParams, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                self.shatter(params, crate::parts::strength(strength))
            }
            Event::Release => self.stop(),
        }
    }
    fn tick(&mut self, params: &BreakingParams) -> f64 {
        self.run(params);
        self.rupture(params);
        self.swarm.push(&mut self.rig.network);
        self.rig.network.step();
        let network = &self.rig.network;
        (self.pickups).hear(&mut self.swarm, network, &mut self.output)
    }
    fn channels(params: &BreakingParams) -> usize {
        params.more.channels()
    }
    fn pan(params: &BreakingParams, channel: usize) -> Option<f64> {
        params.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.pickups.further(channel)
    }
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.pickups.rang_further(channel)
    }
    fn idle_for(&self, _: &BreakingParams) -> usize {
        if self.swarm.is_idle() && !self.burst.is_running() {
            self.until_next()
        } else {
            0
        }
    }
    fn rang(&mut self, params: &BreakingParams, out: &mut [f32], health: &mut Health) {
        for _ in 0..out.len() {
            self.run(params);
        }
        let (swarm, network) = (&mut self.swarm, &self.rig.network);
        (self.pickups).rang(swarm, network, &mut self.output, (out, health));
    }
    fn geometry(&self) -> Geometry {
        self.drawn_geometry(self.rig.network.geometry())
    }
    fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        self.rig.network.picture(geometry, frame);
        self.draw(geometry, frame);
    }
    fn meant(&self) -> Meant {
        self.output.meant()
    }
    fn correct(&mut self, params: &BreakingParams, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &BreakingParams) -> f64 {
        // The intervals' sum is a geometric series.
        let slow = params.floor.deceleration.min(params.mutual.deceleration);
        let falls = params.longest * slow / (slow - 1.0);
        let rings = params
            .piece
            .longest_decay()
            .max(params.body.longest_decay())
            .max(Standing::longest_decay(&params.on.support));
        // So is that of the bounces, none of which keeps more than it should.
        let up = 0.7 * params.velocity * params.restitution;
        let bounces = 2.0 * up / GRAVITY / (1.0 - params.restitution);
        params.holds + params.rupture.seconds() + falls.max(bounces) + rings
    }
    fn reset(&mut self, params: &BreakingParams, seed: u64) {
        self.rig.network.reset(seed);
        self.seed = seed;
        self.rng = Rng::new(seed);
        self.swarm.reset(&mut self.rig.network);
        self.pickups.reset();
        for index in 0..self.swarm.count() {
            let network = &mut self.rig.network;
            self.swarm
                .remake(network, index, &params.piece, Make::default());
        }
        self.burst.reset(seed);
        self.stop();
        self.holds = None;
        self.since = 0.0;
        self.strength = 1.0;
        self.broken = false;
        self.scene = BreakScene::of(params);
        self.aim(params);
        self.output.reset();
    }
}
