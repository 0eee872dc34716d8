//! Crumpling: a sheet, a bag, a can gives way in many small cracks until it is crushed.
//!
//! Hear:   crackling; finer granularity is smoother, a larger exponent has fewer loud cracks;
//!         light facets and stiff contacts are brighter.
//! Law:    energies of a power law, intervals of a Poisson process (see `texture::Crackle`),
//!         until the energy that was put in is used up. Each crack throws a facet against its
//!         neighbours: a Hertz pulse into the facet and into the whole. On the way, mass, decay and
//!         frequencies drift in a straight line with the energy used, from a start to an end.
//! Step:   exact modal step; the pulses' work is booked as injected.
//! Limits: facets do not know of each other; the whole keeps its shape while it is crushed.
//! Refs:   Houle & Sethna 1996; Fontana & Bresin 2003; Papetti 2010, 2.2.5.

use crate::energy::Health;
use crate::network::{ContactId, NetworkBuilder};
use crate::param::{Declared, ParamId};
use crate::parts::crumple::{Crumple, Crumpled, Stuff, crumpled_bodies};
use crate::parts::output::{INAUDIBLE, Output, OutputParams};
use crate::picture::{Frame, Geometry};
use crate::rate::Rate;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Pieces,
    Player, Rig,
};
use crate::texture::{Crackle, CrackleParams, Gust, Make};

crate::params! {
    /// What changes while it is crushed: factors that hold at the start and at the end.
    pub struct Drift("drift") {
        /// Multiplies the moving mass at the start.
        mass_start: 1.0, Log(0.05, 20.0), "", Event, spread 0.02;
        /// Multiplies the moving mass at the end: below the start, facets become smaller.
        mass_end: 0.6, Log(0.05, 20.0), "", Event, spread 0.02, formerly "mass";
        /// Multiplies decay times at the start.
        decay_start: 1.0, Log(0.05, 20.0), "", Event, spread 0.02;
        /// Multiplies decay times at the end.
        decay_end: 0.7, Log(0.05, 20.0), "", Event, spread 0.02, formerly "decay";
        /// Multiplies frequencies at the start.
        frequency_start: 1.0, Log(0.125, 8.0), "", Event, spread 0.02;
        /// Multiplies frequencies at the end.
        frequency_end: 1.4, Log(0.125, 8.0), "", Event, spread 0.02, formerly "frequency";
    }
}

crate::params! {
    /// A sheet, a bag or a can gives way in many small cracks until it is crushed.
    pub struct CrumplingParams("crumpling") {
        /// Total energy put in: when it is used up, the object is crushed.
        budget: 0.05, Log(1e-6, 1e3), "J", Event, spread 0.05;
        /// How it crackles.
        crackle: CrackleParams::default(), Table(CrackleParams), "", Block;
        /// Unevenness of the hand's pressure: 0 is constant.
        gusts: 0.5, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// How often the hand's pressure changes.
        pace: 5.0, Log(0.1, 50.0), "1/s", Block, expert, spread 0.03;
        include crumpled: Crumpled;
        /// What changes on the way.
        drift: Drift::default(), Table(Drift), "", Event;
        include output: OutputParams = OutputParams::following(0.3);
    }
    macros {
        /// How densely it crackles.
        density: crackle.granularity(30.0, 800.0);
        /// How alike the crackles are.
        evenness: crackle.exponent(1.1, 2.0);
        /// How uneven the hand is.
        unrest: gusts(0.0, 1.0);
        /// How hard the material is.
        hardness: stiffness(1e6, 1e9);
        /// How small the facets are.
        smallness: facet.size(0.04, 0.01);
        /// How much there is to crumple.
        amount: budget(0.01, 0.5);
        /// How much the whole thing sounds too.
        whole: coupling(0.0, 0.3);
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "crumpling",
    title: "Crumpling",
    hear: "Paper, a bag or a can is crushed: many cracks, a few of them loud.",
    family: Family::Solids,
    form: Form::Process,
    built_on: &["chance", "modes"],
    table: &CrumplingParams::TABLE,
    make: &Player::<Crumpling>::boxed,
    seconds: 3.0,
    release: None,
    pad: Pad::strike(Some(Axis::new("facet.size", 0.04, 0.01)), None),
    expression: ExpressionKeys {
        pitch: &["facet.tuning", "body.tuning"],
        pressure: &[],
        place: None,
    },
};

/// Energy of a usual crack \[J\]; loudness is judged against it.
const USUAL: f64 = 1e-4;
/// Peak of usual crumpling: its crackles are short.
const PEAK: f64 = 0.42;

/// The crumpling's physics.
pub struct Crumpling {
    rig: Rig,
    rate: Rate,
    crumple: Crumple,
    crackle: Crackle,
    gust: Gust,
    output: Output,
    /// Energy that was put in, and what of it is left \[J\].
    budget: f64,
    left: f64,
    strength: f64,
}

impl Crumpling {
    fn aim(&mut self, params: &CrumplingParams) {
        let stronger = self.strength * self.strength;
        let expected = self
            .crumple
            .expected(&params.crumpled, &params.crackle, stronger);
        let energy = params.crackle.energy * stronger;
        // Speeds go with the root of energies.
        let louder = (energy / USUAL).sqrt();
        self.output.aim(expected, louder, &params.output);
    }

    /// Something gives way.
    fn crack(&mut self, params: &CrumplingParams, energy: f64) {
        let energy = energy.min(self.left);
        self.left -= energy;
        let used = 1.0 - self.left / self.budget;
        let drift = |start: f64, end: f64| start + (end - start) * used;
        let Drift {
            mass_start,
            mass_end,
            decay_start,
            decay_end,
            frequency_start,
            frequency_end,
        } = params.drift;
        let stuff = Stuff {
            mass: params.crumpled.mass * drift(mass_start, mass_end),
            ..params.crumpled.stuff()
        };
        let make = Make {
            tuning: drift(frequency_start, frequency_end),
            ringing: drift(decay_start, decay_end),
            ..Make::default()
        };
        self.crumple
            .snap(&mut self.rig.network, &stuff, energy, make);
    }
}

impl Model for Crumpling {
    type Params = CrumplingParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const REHEARSED: f64 = 0.2;
    const STEADY: bool = true;

    /// In gusts, up to about twice as many as on average.
    fn pieces(params: &CrumplingParams) -> Option<Pieces> {
        Some(Crumpled::pieces(2.0 * params.crackle.granularity))
    }

    fn build(params: &CrumplingParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let output = Output::new(rate, INAUDIBLE).peaking(PEAK);
        let mut crumple = Crumple::new(&mut network, &params.crumpled, &output, rate)?;
        let network = network.build(seed);
        let mut crushed = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: ContactId::NONE,
            },
            rate,
            crackle: Crackle::new(seed),
            gust: Gust::new(&mut crumple.rng),
            crumple,
            output,
            budget: params.budget,
            left: 0.0,
            strength: 1.0,
        };
        crushed.reset(params, seed);
        Ok(crushed)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &CrumplingParams, _: &ParamId) {
        let network = &mut self.rig.network;
        self.crumple.follow(network, &params.crumpled);
        self.aim(params);
    }
    fn event(&mut self, params: &CrumplingParams, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                self.strength = crate::parts::strength(strength).max(1e-3);
                self.budget = params.budget * self.strength * self.strength;
                self.left = self.budget;
                let network = &mut self.rig.network;
                self.crumple.swarm.set_down(
                    network,
                    &params.crumpled.body,
                    &params.crumpled.on.support,
                );
                self.aim(params);
            }
            Event::Release => self.left = 0.0,
        }
    }
    fn rehearse(&mut self, params: &CrumplingParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        // So much that it is not crushed meanwhile.
        self.budget = f64::MAX;
        self.left = self.budget;
        self.crumple.rehearse(params.crackle.granularity)
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        id.is_in(&crumpled_bodies!(CrumplingParams))
    }
    fn tick(&mut self, params: &CrumplingParams) -> f64 {
        if self.left > 0.0 {
            let step = self.rate.step();
            let share = step * params.pace;
            let rng = &mut self.crumple.rng;
            let pressed = step * self.gust.pass(share, params.gusts, rng);
            let pressed = pressed * self.crumple.denser;
            if let Some(energy) = self.crackle.pass(&params.crackle, pressed) {
                self.crack(params, energy * self.strength * self.strength);
            }
        }
        self.crumple.pass(1);
        self.crumple.swarm.push(&mut self.rig.network);
        self.rig.network.step();
        let Crumple { swarm, pickups, .. } = &mut self.crumple;
        pickups.hear(swarm, &self.rig.network, &mut self.output)
    }
    fn channels(params: &CrumplingParams) -> usize {
        params.crumpled.more.channels()
    }
    fn pan(params: &CrumplingParams, channel: usize) -> Option<f64> {
        params.crumpled.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.crumple.pickups.further(channel)
    }
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.crumple.pickups.rang_further(channel)
    }
    fn idle_for(&self, _: &CrumplingParams) -> usize {
        let still = self.left <= 0.0;
        if still && self.crumple.swarm.is_idle() {
            usize::MAX
        } else {
            0
        }
    }
    fn rang(&mut self, _: &CrumplingParams, out: &mut [f32], health: &mut Health) {
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
    fn correct(&mut self, params: &CrumplingParams, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &CrumplingParams) -> f64 {
        // On average; the energies of a power law leave wide room around it.
        let events = params.budget / params.crackle.energy;
        let longest = params.drift.decay_start.max(params.drift.decay_end);
        let rings = params.crumpled.tail(longest.max(1.0));
        2.0 * events / params.crackle.granularity + rings
    }
    fn reset(&mut self, params: &CrumplingParams, seed: u64) {
        self.rig.network.reset(seed);
        self.crackle.reset(seed);
        self.crumple
            .reset(&mut self.rig.network, &params.crumpled, seed);
        self.gust = Gust::new(&mut self.crumple.rng);
        self.left = 0.0;
        self.strength = 1.0;
        self.aim(params);
        self.output.reset();
    }
}
