//! Continuous crumpling: a hand presses on something that gives way in cracks.
//!
//! Hear:   crackling while the force rises, silence while it rests or falls; a low resistance is
//!         smooth and fine, a high one coarse.
//! Law:    every rise of the force by the resistance makes, on average, one crack (a Poisson
//!         process in the force instead of time); its energy is drawn from a power law whose mean
//!         is force times the way by which the stuff gives. Each crack throws a facet against
//!         its neighbours: a Hertz pulse into the facet and into the whole.
//! Step:   exact modal step; the pulses' work is booked as injected.
//! Limits: no memory: pressed again to the same force it cracks again.
//! Refs:   Bresin et al. 2008; Papetti 2010, 2.2.5; Houle & Sethna 1996.

use crate::energy::Health;
use crate::key;
use crate::math;
use crate::network::{ContactId, NetworkBuilder};
use crate::param::{Declared, ParamId};
use crate::parts::crumple::{Crumple, Crumpled, crumpled_bodies};
use crate::parts::output::{INAUDIBLE, Output, OutputParams};
use crate::picture::{Frame, Geometry};
use crate::ramp::Ramp;
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Pieces,
    Player, Rig,
};
use crate::texture::{Crackle, CrackleParams, Make};

crate::params! {
    /// A hand presses on something that gives way in cracks while the force rises.
    pub struct ContinuousCrumplingParams("continuous_crumpling") {
        /// Force of the hand; only increases make sound.
        force: 10.0, Linear(0.0, 100.0), "N", Sample, spread 0.03;
        /// Squeezes per second while held; 0 leaves it to the force alone.
        squeezes: 1.2, ZeroLog(0.05, 20.0), "1/s", Block, spread 0.05;
        /// Average rise in force per crack: low is smooth, high is coarse.
        resistance: 0.03, Log(1e-3, 100.0), "N", Block, spread 0.06;
        /// Distance the material yields in a crack: a crack's energy is force times this.
        give: 1e-5, Log(1e-8, 0.1), "m", Block, spread 0.05;
        include crackle: CrackleParams, without granularity, energy;
        include crumpled: Crumpled;
        include output: OutputParams = OutputParams::following(0.3);
    }
    macros {
        /// How hard it is squeezed.
        grip: force(2.0, 60.0);
        /// How much force it takes to the next crackle.
        coarseness: resistance(0.01, 1.5);
        /// How often it is squeezed.
        pace: squeezes(0.3, 5.0);
        /// How hard the material is.
        hardness: stiffness(1e6, 1e9);
        /// How small the facets are.
        smallness: facet.size(0.04, 0.01);
        /// How much the whole thing sounds too.
        whole: coupling(0.0, 0.3);
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "continuous_crumpling",
    title: "Continuous crumpling",
    hear: "Something crackles under a hand while the force rises, and rests with it.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["chance", "modes"],
    table: &ContinuousCrumplingParams::TABLE,
    make: &Player::<ContinuousCrumpling>::boxed,
    seconds: 3.0,
    release: Some(2.7),
    pad: Pad::drag(
        Some(Axis::new("force", 0.0, 60.0)),
        Some(Axis::new("squeezes", 0.3, 5.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["facet.tuning", "body.tuning"],
        pressure: &["force"],
        place: None,
    },
};

/// Energy of a usual crack \[J\]; loudness is judged against it.
const USUAL: f64 = 1e-4;
/// Peak of usual crumpling: its crackles are short.
const PEAK: f64 = 0.53;
/// Share of a squeeze in which the force rises; a hand lets go faster than it presses.
const RISING: f64 = 0.65;
/// Share of the force that the hand keeps between squeezes.
const KEPT: f64 = 0.15;
/// Power of the loudest moment of a squeeze against that of its usual force and rise: cracks go with
/// the rise and their energy with the force, so it is the integral of the force over its rise from
/// 0.294 to 1 in 0.4 s, (1 - 0.294²)/2/0.4, against 0.6 times 0.6·1.2/RISING.
const HEIGHT: f64 = 1.72;
/// How long a fast rise of the force is remembered \[s\], and how often that is looked at \[steps\].
const FORGETS: f64 = 0.05;
const LOOK: u32 = 64;
/// Time in which the hand takes hold or lets go \[s\].
const GRIP: f64 = 0.02;

/// A hand that squeezes, 0 to 1.
struct CrumplingHand {
    grip: Ramp,
    goal: f64,
    /// Where in the squeeze it is, 0 to 1; how long and how strong this one is.
    phase: f64,
    length: f64,
    height: f64,
}

impl CrumplingHand {
    /// Whether it has let go.
    fn rests(&self) -> bool {
        self.grip.is_off() && self.goal == 0.0
    }

    fn new() -> Self {
        Self {
            grip: Ramp::default(),
            goal: 0.0,
            phase: 0.0,
            length: 1.0,
            height: 1.0,
        }
    }

    /// One step; gives the share of the force.
    fn press(&mut self, squeezes: f64, variation: f64, rate: Rate, rng: &mut Rng) -> f64 {
        let most = rate.step() / GRIP;
        let grip = self.grip.approach(self.goal, most);
        if squeezes == 0.0 || grip == 0.0 {
            return grip;
        }
        self.phase += squeezes * rate.step() / self.length;
        if self.phase >= 1.0 {
            self.phase -= 1.0;
            self.length = math::pow(rng.log_uniform(0.5, 2.0), variation);
            self.height = 1.0 - 0.5 * variation * rng.uniform();
        }
        let share = if self.phase < RISING {
            self.phase / RISING
        } else {
            (1.0 - self.phase) / (1.0 - RISING)
        };
        // Smooth at both ends: 3·x² - 2·x³.
        let smooth = share * share * (3.0 - 2.0 * share);
        grip * (KEPT + (self.height - KEPT) * smooth)
    }
}

/// The physics of continuous crumpling.
pub struct ContinuousCrumpling {
    rig: Rig,
    rate: Rate,
    crumple: Crumple,
    crackle: Crackle,
    hand: CrumplingHand,
    output: Output,
    /// The force of the last step \[N\].
    last: f64,
    /// How fast the force rose lately, for what rise the level was set, and whether that was more
    /// than usual \[N/s\].
    rise: f64,
    aimed: f64,
    hasty: bool,
    clock: u32,
    strength: f64,
    /// While it is rehearsed a squeeze has no end.
    rehearsed: bool,
}

/// How it crackles under a force \[N\] that rises by so much per second \[N/s\].
fn crackle(params: &ContinuousCrumplingParams, force: f64, rise: f64) -> CrackleParams {
    CrackleParams {
        granularity: rise / params.resistance,
        energy: force * params.give,
        exponent: params.crackle.exponent,
        range: params.crackle.range,
    }
}

impl ContinuousCrumpling {
    /// Force \[N\] and its rise \[N/s\] in a usual squeeze, also when the force is a signal: it may
    /// be 0 just now.
    fn usual(&self, params: &ContinuousCrumplingParams) -> (f64, f64) {
        let force = (0.6 * params.force * self.strength).max(0.1);
        (force, force * params.squeezes.max(1.0) / RISING)
    }

    fn aim(&mut self, params: &ContinuousCrumplingParams) {
        let (force, rise) = self.usual(params);
        self.hasty = self.rise > rise;
        let rise = rise.max(self.rise);
        self.aimed = rise;
        let usual = crackle(params, force, rise);
        // The last cracks of a squeeze, at full force, are stronger than this.
        let expected = 1.5 * self.crumple.expected(&params.crumpled, &usual, 1.0);
        let louder = (usual.energy / USUAL).sqrt();
        self.output.aim(expected, louder, &params.output);
    }
}

impl ContinuousCrumpling {
    /// One step of the hand: its force \[N\], and by how much that rose.
    fn press(&mut self, params: &ContinuousCrumplingParams) -> (f64, f64) {
        if self.rehearsed {
            let (force, rise) = self.usual(params);
            return (force, rise * self.rate.step());
        }
        let rng = &mut self.crumple.rng;
        let (squeezes, variation) = (params.squeezes, params.crumpled.variation);
        let hand = self.hand.press(squeezes, variation, self.rate, rng);
        let force = params.force * self.strength * hand;
        let risen = force - self.last;
        self.last = force;
        (force, risen)
    }

    /// A force that rises much faster than in a usual squeeze makes many more cracks: the level is
    /// set anew.
    fn watch(&mut self, params: &ContinuousCrumplingParams, risen: f64) {
        self.clock += 1;
        let rise = risen * self.rate.hertz();
        self.rise = rise.max(self.rise * (1.0 - self.rate.step() / FORGETS));
        if self.clock >= LOOK {
            self.clock = 0;
            let slowed = self.hasty && self.rise < 0.3 * self.aimed;
            if slowed || self.rise > 1.5 * self.aimed {
                self.aim(params);
            }
        }
    }
}

impl Model for ContinuousCrumpling {
    type Params = ContinuousCrumplingParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.2;

    /// As many as the force rises fast: one in every step, if it is a signal that jumps.
    fn pieces(_: &ContinuousCrumplingParams) -> Option<Pieces> {
        Some(Crumpled::pieces(f64::INFINITY))
    }

    fn build(
        params: &ContinuousCrumplingParams,
        rate: Rate,
        seed: u64,
    ) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let output = Output::new(rate, INAUDIBLE).peaking(PEAK);
        let crumple = Crumple::new(&mut network, &params.crumpled, &output, rate)?;
        let network = network.build(seed);
        let mut pressed = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: ContactId::NONE,
            },
            rate,
            crumple,
            crackle: Crackle::new(seed),
            hand: CrumplingHand::new(),
            output,
            last: 0.0,
            rise: 0.0,
            aimed: 0.0,
            hasty: false,
            clock: 0,
            strength: 1.0,
            rehearsed: false,
        };
        pressed.reset(params, seed);
        Ok(pressed)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &ContinuousCrumplingParams, id: &ParamId) {
        // A force that is a signal comes with every sample and needs nothing but `tick`.
        if *id == key!(ContinuousCrumplingParams, force) {
            return;
        }
        let network = &mut self.rig.network;
        self.crumple.follow(network, &params.crumpled);
        self.aim(params);
    }
    fn event(&mut self, params: &ContinuousCrumplingParams, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                self.strength = crate::parts::strength(strength);
                self.hand.goal = 1.0;
                self.hand.phase = 0.0;
                let network = &mut self.rig.network;
                self.crumple.swarm.set_down(
                    network,
                    &params.crumpled.body,
                    &params.crumpled.on.support,
                );
                self.aim(params);
            }
            Event::Release => self.hand.goal = 0.0,
        }
    }
    fn rehearse(&mut self, params: &ContinuousCrumplingParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        self.rehearsed = true;
        let (_, rise) = self.usual(params);
        self.crumple.rehearse(rise / params.resistance) / HEIGHT
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        id.is_in(&crumpled_bodies!(ContinuousCrumplingParams))
    }
    fn tick(&mut self, params: &ContinuousCrumplingParams) -> f64 {
        let (force, risen) = self.press(params);
        self.watch(params, risen);
        if risen > 0.0 {
            let law = crackle(params, force, 0.0);
            let cracks = risen / params.resistance * self.crumple.denser;
            if let Some(energy) = self.crackle.advance(&law, cracks) {
                let make = Make::default();
                self.crumple.snap(
                    &mut self.rig.network,
                    &params.crumpled.stuff(),
                    energy,
                    make,
                );
            }
        }
        self.crumple.pass(1);
        self.crumple.swarm.push(&mut self.rig.network);
        self.rig.network.step();
        let Crumple { swarm, pickups, .. } = &mut self.crumple;
        pickups.hear(swarm, &self.rig.network, &mut self.output)
    }
    fn channels(params: &ContinuousCrumplingParams) -> usize {
        params.crumpled.more.channels()
    }
    fn pan(params: &ContinuousCrumplingParams, channel: usize) -> Option<f64> {
        params.crumpled.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.crumple.pickups.further(channel)
    }
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.crumple.pickups.rang_further(channel)
    }
    fn idle_for(&self, _: &ContinuousCrumplingParams) -> usize {
        let still = self.hand.rests() && self.last == 0.0;
        // A level that will be set anew is waited for: it belongs to one sample.
        let level = !self.hasty && self.rise <= 1.5 * self.aimed;
        if still && level && self.crumple.swarm.is_idle() {
            usize::MAX
        } else {
            0
        }
    }
    fn rang(&mut self, params: &ContinuousCrumplingParams, out: &mut [f32], health: &mut Health) {
        for _ in 0..out.len() {
            self.watch(params, 0.0);
        }
        self.crumple.pass(out.len());
        let Crumple { swarm, pickups, .. } = &mut self.crumple;
        let heard = (out, health);
        pickups.rang(swarm, &self.rig.network, &mut self.output, heard);
    }
    fn geometry(&self) -> Geometry {
        Crumple::geometry(self.rig.network.geometry())
    }
    fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        self.rig.network.picture(geometry, frame);
        self.crumple.picture(geometry, frame);
    }
    fn meant(&self) -> Meant {
        self.output.meant()
    }
    fn correct(&mut self, params: &ContinuousCrumplingParams, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &ContinuousCrumplingParams) -> f64 {
        params.crumpled.tail(1.0)
    }
    fn reset(&mut self, params: &ContinuousCrumplingParams, seed: u64) {
        self.rig.network.reset(seed);
        self.crackle.reset(seed);
        self.crumple
            .reset(&mut self.rig.network, &params.crumpled, seed);
        self.hand = CrumplingHand::new();
        self.last = 0.0;
        self.rise = 0.0;
        self.clock = 0;
        self.strength = 1.0;
        self.rehearsed = false;
        self.aim(params);
        self.output.reset();
    }
}
