//! Grains: many small things in a vessel, shaken or poured.
//!
//! Hear:   a rattle: heavy grains clack one by one, many light ones hiss; the vessel colours it.
//! Law:    shaken: see `texture::Shaken` (after Cook's PhISEM). Poured: grains arrive as a
//!         Poisson process with the speed of their fall, sqrt(2·g·h), and bounce, each time with a
//!         share of the speed, for about 2·v/g·e/(1 - e) until they rest. Every collision is a
//!         Hertz pulse into a grain and into the vessel, or into two grains; each grain is of its
//!         own size and outline (see `sort`) and is met at another place every time.
//! Step:   exact modal step; the pulses' work is booked as injected.
//! Limits: only as many grains ring at a time as there are bodies; one that is met after that takes the
//!         body of the one that was met longest ago. No more than 4,000 collisions per second are
//!         computed one by one: beyond, each stands for several, as strong as their sum by chance.
//! Refs:   Cook 1997; Papetti 2010, 2.1.

mod level;
mod params;
mod seen;
mod sort;

use crate::body::{Body, BodyParams, Standing};
use crate::energy::Health;
use crate::key;
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
use crate::texture::{Blow, Gust, Make, Shaken, Swarm, bell};
pub use params::{GrainsParams, Handling};
use seen::Lying;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "grains",
    title: "Grains",
    hear: "Many small things are shaken in a vessel, or poured into it.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["chance", "modes"],
    table: &GrainsParams::TABLE,
    make: &Player::<Grains>::boxed,
    seconds: 2.5,
    release: Some(2.0),
    pad: Pad::drag(
        Some(Axis::new("effort", 0.01, 3.0)),
        Some(Axis::new("shakes", 1.0, 8.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["grain.tuning"],
        pressure: &[],
        place: None,
    },
};

/// Grains that ring at a time.
const RINGING: usize = 16;
/// Most collisions per second that are computed.
const MOST: f64 = 4000.0;
/// Collisions per second that are enough for a rehearsal to judge by: twenty in the half that
/// counts.
const ENOUGH: f64 = 200.0;
/// Speed of usual grains \[m/s\]; loudness is judged against it.
const USUAL: f64 = 1.0;
/// Mass of a grain that is given as a table of modes \[kg\].
const UNKNOWN: f64 = 1e-3;

/// The physics of grains.
pub struct Grains {
    rig: Rig,
    rate: Rate,
    swarm: Swarm,
    shaken: Shaken,
    gust: Gust,
    output: Output,
    pickups: CrowdPickups,
    rng: Rng,
    seed: u64,
    /// The grain that each body is now.
    own: [u64; RINGING],
    /// How many have been poured, and how many per second still bounce \[1/s\].
    arrived: u64,
    bouncing: f64,
    /// A grain of a size that levels are set by.
    sample: (Body, BodyParams),
    /// Whether somebody shakes or pours.
    held: bool,
    /// Where in the shake the hand is, 0 to 1; how long and how strong this one is.
    phase: f64,
    length: f64,
    force: f64,
    strength: f64,
    /// While it is rehearsed: nothing settles, and how many times as many collide.
    rehearsed: Option<f64>,
    /// Where grains lie and how they hop, for pictures.
    lying: Lying,
}

impl Grains {
    /// The hand shakes: while it pushes it gives so much that the grains reach the speed.
    fn shake(&mut self, params: &GrainsParams) {
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

    /// Lets a grain ring: in the body it has already, or in that of the one that had its turn
    /// longest ago. Tells which body.
    fn take(&mut self, params: &GrainsParams, number: u64) -> usize {
        let index = match self.own.iter().position(|own| *own == number) {
            Some(index) => index,
            None => self.swarm.take_turn(),
        };
        self.own[index] = number;
        let make = Make {
            ringing: math::exp(params.irregular.lying * bell(&mut self.rng)),
            ..sort::make(params, self.seed, number)
        };
        let network = &mut self.rig.network;
        self.swarm.remake(network, index, &params.grain, make);
        self.swarm.turn(network, index, self.rng.uniform());
        index
    }

    /// One of those that are about.
    fn other(&mut self, params: &GrainsParams) -> u64 {
        match params.motion {
            Handling::Shaken => self.rng.below(params.count as usize) as u64,
            Handling::Poured => self.own[self.rng.below(RINGING)],
        }
    }

    /// A grain collides at a speed \[m/s\].
    fn collide(&mut self, params: &GrainsParams, number: u64, speed: f64) {
        let index = self.take(params, number);
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
        let size = self.swarm.shard(index).1.size;
        self.lying.hit(number, size, speed);
        self.swarm
            .strike(&mut self.rig.network, index, blow, share, &mut self.rng);
        if among {
            let other = self.other(params);
            let second = self.take(params, other);
            let size = self.swarm.shard(second).1.size;
            self.lying.hit(other, size, speed);
            self.swarm
                .strike(&mut self.rig.network, second, blow, 0.0, &mut self.rng);
        }
    }

    /// How many grains per second are poured now, and how many bounces they make.
    fn pour(&mut self, params: &GrainsParams) -> [f64; 2] {
        let step = self.rate.step();
        let arrive = if self.held {
            let gust = self
                .gust
                .pass(6.0 * step, 0.6 * params.variation, &mut self.rng);
            params.flow * gust * self.rehearsed.unwrap_or(1.0)
        } else {
            0.0
        };
        // Those that bounce follow those that arrive, by the time until they rest.
        let share = step / (step + hops(params, self.strength));
        self.bouncing += share * (arrive - self.bouncing);
        // When no more come, fewer than one in a quarter of an hour are none, and nothing becomes
        // subnormal.
        if arrive == 0.0 && self.bouncing < 1e-3 {
            self.bouncing = 0.0;
        }
        // Every grain bounces about so often.
        let bounces = params.restitution / (1.0 - params.restitution);
        [arrive, self.bouncing * bounces]
    }

    fn fly(&mut self, params: &GrainsParams) {
        if self.rehearsed.is_none() {
            if self.held {
                self.shake(params);
            }
            self.shaken.settle(params.settle, self.rate);
        }
        let speed = self.shaken.speed();
        let denser = self.rehearsed.unwrap_or(1.0);
        let per_second = params.count as f64 * speed / params.path * denser;
        let stands_for = (per_second / MOST).max(1.0);
        let rate = per_second / stands_for;
        if let Some(factor) = self.shaken.collides(rate, self.rate, &mut self.rng) {
            let number = self.other(params);
            self.collide(params, number, speed * stands_for.sqrt() * factor);
        }
    }

    fn fall(&mut self, params: &GrainsParams) {
        let [arrive, bounce] = self.pour(params);
        let per_second = arrive + bounce;
        let stands_for = (per_second / MOST).max(1.0);
        let rate = per_second / stands_for;
        if self
            .shaken
            .collides(rate, self.rate, &mut self.rng)
            .is_none()
        {
            return;
        }
        // All fall alike, but not all meet head on.
        let mut speed = fall(params) * self.strength * stands_for.sqrt();
        speed *= 1.0 - 0.5 * self.rng.uniform();
        let number = if self.rng.uniform() * per_second < arrive {
            self.arrived += 1;
            self.arrived
        } else {
            // When no more come, the last ones hop ever lower.
            speed *= params.restitution * (self.bouncing / params.flow).min(1.0);
            while self.rng.uniform() < params.restitution && speed > 1e-3 {
                speed *= params.restitution;
            }
            self.other(params)
        };
        self.collide(params, number, speed);
    }

    /// What happens in a step: at most one collision, which may stand for several.
    fn happen(&mut self, params: &GrainsParams) {
        self.lying.pass();
        match params.motion {
            Handling::Shaken => self.fly(params),
            Handling::Poured => self.fall(params),
        }
    }

    /// Samples during which surely nothing collides: while nobody shakes or pours, collisions only
    /// become rarer.
    fn until_next(&self, params: &GrainsParams) -> usize {
        let (shakes, to_shake) = match (self.held, params.motion) {
            (false, _) => (false, usize::MAX),
            (true, Handling::Poured) => (true, 0),
            (true, Handling::Shaken) if params.shakes == 0.0 => (false, usize::MAX),
            (true, Handling::Shaken) => {
                let step = params.shakes * self.rate.step() / self.length;
                let left = ((1.0 - self.phase) / step) as usize;
                (self.phase < params.stroke, left.saturating_sub(2))
            }
        };
        if shakes {
            return 0;
        }
        let per_second = match params.motion {
            Handling::Shaken => params.count as f64 * self.shaken.speed() / params.path,
            Handling::Poured => self.bouncing * params.restitution / (1.0 - params.restitution),
        };
        let next = self.shaken.until_next(per_second.min(MOST), self.rate);
        next.min(to_shake)
    }

    /// The first grains, each in its body.
    fn sort(&mut self, params: &GrainsParams) {
        for index in 0..RINGING {
            let number = index as u64;
            self.own[index] = number;
            let make = sort::make(params, self.seed, number);
            let network = &mut self.rig.network;
            self.swarm.remake(network, index, &params.grain, make);
        }
        self.arrived = RINGING as u64;
        self.lay(params);
    }

    /// Those that lie in the vessel, for pictures: all that are shaken, of those that are poured the
    /// ones that came.
    fn lay(&mut self, params: &GrainsParams) {
        let shaken = params.motion == Handling::Shaken;
        let count = if shaken { params.count as usize } else { 0 };
        let seed = self.seed;
        self.lying.lay(count, params.restitution, |number| {
            params.grain.size * sort::make(params, seed, number).size
        });
    }
}

/// Speed after the fall \[m/s\].
fn fall(params: &GrainsParams) -> f64 {
    (2.0 * GRAVITY * params.height).sqrt()
}

/// For how long a grain hops until it rests \[s\]: a hop at a speed v lasts 2·v/g, and each is a
/// share of the one before.
fn hops(params: &GrainsParams, strength: f64) -> f64 {
    let e = params.restitution;
    2.0 * fall(params) * strength / GRAVITY * e / (1.0 - e)
}

impl Model for Grains {
    type Params = GrainsParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.2;

    /// Two meet.
    fn pieces(_: &GrainsParams) -> Option<Pieces> {
        Some(Pieces {
            key: "grain",
            count: RINGING,
            remade: 2.0 * MOST,
        })
    }

    fn build(params: &GrainsParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let swarm = Swarm::new(
            &mut network,
            &params.grain,
            (RINGING, 0),
            (&params.body, &params.on.support),
            (params.listening.spot(), params.more.and(&params.body, [])),
            rate,
        )?;
        let output = Output::new(rate, INAUDIBLE);
        let pickups = CrowdPickups::listen(&mut network, &params.more, &output, rate)?;
        let network = network.build(seed);
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
            output,
            pickups,
            rng,
            seed,
            own: [0; RINGING],
            arrived: 0,
            bouncing: 0.0,
            sample: (Body::new(&params.grain)?, params.grain.clone()),
            held: false,
            phase: 0.0,
            length: 1.0,
            force: 1.0,
            strength: 1.0,
            rehearsed: None,
            lying: Lying::new(rate),
        };
        rattle.reset(params, seed);
        Ok(rattle)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &GrainsParams, _: &ParamId) {
        let network = &mut self.rig.network;
        self.swarm.follow(
            network,
            &params.grain,
            (&params.body, &params.on.support),
            params.listening.spot(),
        );
        (self.pickups).follow(&params.more, network, &self.swarm);
        self.lay(params);
        self.aim(params);
    }
    fn event(&mut self, params: &GrainsParams, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                self.held = true;
                self.strength = crate::parts::strength(strength);
                self.phase = 0.0;
                let network = &mut self.rig.network;
                self.swarm
                    .set_down(network, &params.body, &params.on.support);
                self.aim(params);
            }
            Event::Release => self.held = false,
        }
    }
    fn rehearse(&mut self, params: &GrainsParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        // As fast as they become, all the time.
        self.shaken.give(params.effort * params.effort);
        let (per_second, _) = self.loudest(params);
        let denser = (ENOUGH / per_second).max(1.0);
        self.rehearsed = Some(denser);
        // Between shakes they settle; two thirds of that power are left over a moment.
        match params.motion {
            Handling::Shaken => 1.5 * denser,
            Handling::Poured => denser,
        }
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        id.is_in(&[
            key!(GrainsParams, grain),
            key!(GrainsParams, body),
            key!(GrainsParams, support),
        ])
    }
    fn tick(&mut self, params: &GrainsParams) -> f64 {
        self.happen(params);
        self.swarm.push(&mut self.rig.network);
        self.rig.network.step();
        let network = &self.rig.network;
        (self.pickups).hear(&mut self.swarm, network, &mut self.output)
    }
    fn channels(params: &GrainsParams) -> usize {
        params.more.channels()
    }
    fn pan(params: &GrainsParams, channel: usize) -> Option<f64> {
        params.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.pickups.further(channel)
    }
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.pickups.rang_further(channel)
    }
    fn idle_for(&self, params: &GrainsParams) -> usize {
        if self.swarm.is_idle() {
            self.until_next(params)
        } else {
            0
        }
    }
    fn rang(&mut self, params: &GrainsParams, out: &mut [f32], health: &mut Health) {
        for _ in 0..out.len() {
            self.happen(params);
        }
        let (swarm, network) = (&mut self.swarm, &self.rig.network);
        (self.pickups).rang(swarm, network, &mut self.output, (out, health));
    }
    fn geometry(&self) -> Geometry {
        Lying::geometry(self.rig.network.geometry())
    }
    fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        self.rig.network.picture(geometry, frame);
        self.lying.picture(geometry, frame);
    }
    fn meant(&self) -> Meant {
        self.output.meant()
    }
    fn correct(&mut self, params: &GrainsParams, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &GrainsParams) -> f64 {
        let rings = params
            .grain
            .longest_decay()
            .max(params.body.longest_decay())
            .max(Standing::longest_decay(&params.on.support));
        // Their speed falls by 60 dB in this time.
        let moves = match params.motion {
            Handling::Shaken => 2.0 * params.settle,
            Handling::Poured => hops(params, 1.0),
        };
        math::LN_1000 * moves + rings
    }
    fn reset(&mut self, params: &GrainsParams, seed: u64) {
        self.rig.network.reset(seed);
        self.rng = Rng::new(seed);
        self.seed = seed;
        self.bouncing = 0.0;
        self.swarm.reset(&mut self.rig.network);
        self.pickups.reset();
        self.shaken = Shaken::new(&mut self.rng);
        self.gust = Gust::new(&mut self.rng);
        self.lying.reset();
        self.sort(params);
        self.held = false;
        self.phase = 0.0;
        self.length = 1.0;
        self.force = 1.0;
        self.strength = 1.0;
        self.rehearsed = None;
        self.aim(params);
        self.output.reset();
    }
}
