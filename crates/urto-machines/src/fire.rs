//! Fire: it roars, hisses and crackles.
//!
//! Hear:   the low roar of flames that lick, the hiss of gas that leaves the wood, and crackles, few of
//!         them strong.
//! Law:    flames of a fire of diameter D puff at f = 1.5/sqrt(D); turbulent flames sound as noise that
//!         falls off above a few hundred hertz; crackles come by chance, alone and in runs, with
//!         amplitudes of a power law, each a burst of gas through a crack.
//! Step:   noise through filters that store no more than they are given (`parts::filter`).
//! Limits: no wood that burns down: what burns goes on.
//! Refs:   Cetegen & Ahmed 1993 (puffing); Rajaram & Lieuwen 2009 (turbulent flames); Sethna et al. 2001
//!         (crackling noise). What it looks like: `hearth`.

mod hearth;

use crate::parts::filter::{OnePole, TwoPole};
use crate::parts::gain::Gain;
use crate::parts::noise::{Chance, Pink, Wander, White};
use crate::parts::pop::{PopShape, Pops, power_law, power_law_square};
use crate::parts::{Pace, strength};
use hearth::Hearth;
use urto::param::{Declared, ParamId};
use urto::picture::{Frame, Geometry};
use urto::rng::Rng;
use urto::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Work,
};
use urto::sounds::OutputParams;
use urto::{BuildError, Rate, math};

urto::params! {
    /// How it crackles.
    pub struct FireCrackle("crackle") {
        /// How loud crackles are.
        level: 1.0, Linear(0.0, 4.0), "", Block, spread 0.05;
        /// How many come per second.
        rate: 8.0, ZeroLog(0.05, 300.0), "1/s", Block, spread 0.1;
        /// How seldom strong ones are: the chance of twice the amplitude is 2 to the power of minus
        /// this.
        exponent: 1.4, Linear(0.5, 4.0), "", Block, expert, spread 0.05;
        /// How much stronger the strongest are than the weakest.
        range: 25.0, Log(1.5, 300.0), "", Block, expert, spread 0.1;
        /// How often a crackle is followed by another at once.
        runs: 0.45, Linear(0.0, 0.9), "", Block, expert, spread 0.08;
        /// Pitch around which they lie.
        pitch: 2200.0, Log(100.0, 1.2e4), "Hz", Block, spread 0.08;
        /// How long a burst lasts.
        burst: 2.5e-3, Log(2e-4, 0.1), "s", Block, spread 0.1;
    }
}

urto::params! {
    /// Flames: their roar, hiss and crackling.
    pub struct FireParams("fire") {
        /// Diameter of the fire: larger ones puff more slowly and roar lower.
        size: 0.5, Log(0.02, 10.0), "m", Block, spread 0.08;
        /// How loud the flames roar.
        roar: 0.7, Linear(0.0, 2.0), "", Block, spread 0.06;
        /// The roar falls off above this frequency.
        depth: 160.0, Log(30.0, 3000.0), "Hz", Block, spread 0.08;
        /// How far the flames flicker as they puff.
        flicker: 0.4, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// How loud gas hisses.
        hiss: 0.12, Linear(0.0, 2.0), "", Block, spread 0.08;
        /// Pitch of the hiss.
        breath: 4500.0, Log(500.0, 1.5e4), "Hz", Block, expert, spread 0.08;
        /// How far hiss and roar wander.
        unrest: 0.5, Linear(0.0, 1.0), "", Block, expert, spread 0.1;
        /// Crackles.
        crackle: FireCrackle::default(), Table(FireCrackle), "", Block;
        include output: OutputParams;
    }
    macros {
        /// How large the fire is.
        blaze: size(0.1, 3.0);
        /// How loud the flames are.
        flames: roar(0.1, 1.5);
        /// How low the roar is.
        lowness: depth(700.0, 60.0);
        /// How much gas hisses.
        hissing: hiss(0.0, 1.0);
        /// How often it crackles.
        crackling: crackle.rate(0.5, 60.0);
        /// How strong the crackles are.
        snapping: crackle.level(0.2, 3.0);
        /// How dry the wood is: crackles are brighter and shorter.
        dryness: crackle.pitch(700.0, 6000.0), crackle.burst(0.012, 0.001);
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "fire",
    title: "Fire",
    hear: "Flames roar and hiss, and wood crackles.",
    family: Family::Gases,
    form: Form::Texture,
    built_on: &["noise", "flow", "chance"],
    table: &FireParams::TABLE,
    make: &Player::<Fire>::boxed,
    seconds: 6.0,
    release: Some(5.2),
    pad: Pad::hold(
        Some(Axis::new("crackle.rate", 0.5, 60.0)),
        Some(Axis::new("roar", 0.0, 1.5)),
    ),
    expression: ExpressionKeys {
        pitch: &["crackle.pitch"],
        pressure: &["crackle.rate"],
        place: None,
    },
};

/// Puffing: 1.5 Hz for a fire of one metre (Cetegen & Ahmed).
const PUFFS: f64 = 1.5;
/// Time in which it flares up or dies down \[s\].
const FLARES: f64 = 0.12;
/// Crackles in a run follow so much closer than others.
const CLOSE: f64 = 0.012;
/// How far pitch and length of crackles differ, as exponents.
const DIFFER: f64 = 0.9;
/// Level of usual crackling: its peaks are short and high, and what lies below them is too low to be
/// heard well.
const USUAL: f64 = 0.06;
/// The strongest crackle of a second or two comes to this height \[of full scale\]: 4 dB below it, so
/// that stronger ones that come now and then still fit.
const HIGHEST: f64 = 0.64;

impl FireParams {
    /// How often its flames puff \[Hz\].
    pub fn puffs(&self) -> f64 {
        PUFFS / self.size.sqrt()
    }
}

/// The sound's physics.
pub struct Fire {
    rate: Rate,
    pace: Pace,
    rng: Rng,
    flames: Pink,
    low: TwoPole,
    lower: OnePole,
    gas: White,
    thin: TwoPole,
    wanders: [Wander; 3],
    chance: Chance,
    /// Seconds until the next crackle of a run; none if it is negative.
    run: f64,
    pops: Pops,
    /// What it looks like; no sample depends on it.
    hearth: Hearth,
    /// Where in a puff it is \[turns\].
    puff: f64,
    risen: f64,
    goal: f64,
    strength: f64,
    gain: Gain,
    heights: [f64; 2],
    steps: [f64; 2],
}

impl Fire {
    /// Mean square of the crackles of a second.
    fn crackling(params: &FireParams) -> f64 {
        let own = &params.crackle;
        let mean = power_law_square(own.exponent, own.range);
        let smallest = own.level * own.level / own.range;
        let count = own.rate / (1.0 - own.runs);
        count * smallest * mean * 0.5 * own.burst
    }

    fn aim(&mut self, params: &FireParams) {
        let steady = params.roar * params.roar + params.hiss * params.hiss;
        let expected = (steady + 0.25 * Self::crackling(params) + 1e-6).sqrt();
        // The strongest crackle that comes in a second or two must not be too high.
        let own = &params.crackle;
        let often = (2.0 * own.rate / (1.0 - own.runs)).max(1.0);
        let most = math::pow(often, 1.0 / own.exponent).min(own.range);
        let peak = if own.rate > 0.0 {
            2.0 * own.level * most / own.range.sqrt()
        } else {
            0.0
        };
        let expected = expected.max(peak * USUAL / HIGHEST);
        let stronger = self.strength * (0.3 + params.size);
        self.gain.aim(expected, stronger, &params.output);
    }

    fn look(&mut self, params: &FireParams) {
        let seconds = self.pace.seconds();
        self.risen += (self.goal - self.risen) * (1.0 - math::exp(-seconds / FLARES));
        let memory = 0.3 + 0.4 * params.size.sqrt();
        let [roar, gas, pace] = &mut self.wanders;
        let roar = roar.pass(seconds, memory);
        let gas = gas.pass(seconds, 2.0 * memory);
        // No two puffs are as long.
        let uneven = 1.0 + 0.25 * pace.pass(seconds, 1.0);
        self.puff += params.puffs() * uneven.max(0.1) * seconds;
        self.puff -= self.puff.floor();
        let lick = 1.0 + params.flicker * math::sin(math::TAU * self.puff);
        self.low
            .set(params.depth * (0.8 + 0.2 * lick), 0.6, self.rate);
        self.lower.set(2.5 * params.depth, self.rate);
        self.thin.set(params.breath, 0.8, self.rate);
        let octaves = (math::log(params.depth / 20.0) / core::f64::consts::LN_2).clamp(1.0, 11.0);
        let heights = [
            self.risen
                * params.roar
                * lick
                * math::exp(0.5 * params.unrest * roar)
                * (11.0 / octaves).sqrt(),
            self.risen
                * params.hiss
                * (0.7 + 0.3 * lick)
                * math::exp(0.7 * params.unrest * gas)
                * TwoPole::even(params.breath, 0.8),
        ];
        self.hearth.follow(params, self.risen, self.puff);
        let each = 1.0 / f64::from(self.pace.steps());
        for (n, height) in heights.iter().enumerate() {
            self.steps[n] = (height - self.heights[n]) * each;
        }
    }

    fn crackle(&mut self, params: &FireParams) {
        let own = &params.crackle;
        let size = power_law(own.exponent, own.range, &mut self.rng) / own.range.sqrt();
        let differ = |rng: &mut Rng| math::exp(DIFFER * rng.signed());
        let pitch = (own.pitch * differ(&mut self.rng)).min(0.4 * 32e3);
        let burst = own.burst * differ(&mut self.rng);
        let pop = PopShape {
            level: self.risen * own.level * size,
            pitch,
            sharpness: 0.8 + 1.2 * self.rng.uniform(),
            burst,
        };
        self.hearth.spark(&pop);
        self.pops.pop(pop);
        self.run = if self.rng.uniform() < own.runs {
            CLOSE * (0.3 + 2.0 * self.rng.uniform())
        } else {
            -1.0
        };
    }
}

impl Model for Fire {
    type Params = FireParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    // A low roar is noise of some hundred hertz: half of this holds 150 of its swings, whose mean is known
    // within a third of a decibel.
    const REHEARSED: f64 = 3.0;

    fn build(params: &FireParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let mut fire = Self {
            rate,
            pace: Pace::new(rate),
            rng: Rng::new(seed),
            flames: Pink::new(rate),
            low: TwoPole::default(),
            lower: OnePole::default(),
            gas: White::new(rate),
            thin: TwoPole::default(),
            wanders: [Wander::new(), Wander::new(), Wander::new()],
            chance: Chance::new(),
            run: -1.0,
            pops: Pops::new(rate),
            hearth: Hearth::new(rate),
            puff: 0.0,
            risen: 0.0,
            goal: 0.0,
            strength: 1.0,
            gain: Gain::with(USUAL, rate),
            heights: [0.0; 2],
            steps: [0.0; 2],
        };
        fire.reset(params, seed);
        Ok(fire)
    }
    fn change(&mut self, params: &FireParams, _: &ParamId) {
        self.aim(params);
    }
    fn event(&mut self, params: &FireParams, event: Event) {
        match event {
            Event::Trigger {
                strength: asked, ..
            } => {
                self.goal = 1.0;
                self.strength = strength(asked);
                self.aim(params);
            }
            _ => self.goal = 0.0,
        }
    }
    fn rehearse(&mut self, params: &FireParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        self.risen = 1.0;
        1.0
    }
    fn tick(&mut self, params: &FireParams) -> f64 {
        if self.pace.is_due() {
            self.look(params);
        }
        for (height, step) in self.heights.iter_mut().zip(&self.steps) {
            *height += step;
        }
        self.hearth.pass();
        let seconds = self.rate.step();
        if self.goal > 0.0 {
            let alone = self
                .chance
                .pass(params.crackle.rate * seconds, &mut self.rng);
            let again = self.run > 0.0 && self.run <= seconds;
            self.run -= seconds;
            if alone || again {
                self.crackle(params);
            }
        }
        let [roar, gas] = self.heights;
        let mut sum = roar * self.lower.low(self.low.low(self.flames.next()));
        sum += gas * self.thin.band(self.gas.next());
        sum += self.pops.next();
        self.gain.pass(sum)
    }
    fn work(&self) -> Work {
        self.pops.work()
    }
    fn meant(&self) -> Meant {
        self.gain.meant()
    }
    fn correct(&mut self, params: &FireParams, found: FoundLevel) {
        self.gain.correct(found);
        self.aim(params);
    }
    fn tail(params: &FireParams) -> f64 {
        7.0 * FLARES + 20.0 * params.crackle.burst + 0.3
    }
    fn reset(&mut self, params: &FireParams, seed: u64) {
        let mut seeds = Rng::new(seed);
        self.pace.reset();
        self.flames.reset(seeds.bits());
        self.gas.reset(seeds.bits());
        self.wanders
            .iter_mut()
            .for_each(|wander| wander.reset(seeds.bits()));
        self.pops.reset(seeds.bits());
        self.rng = Rng::new(seeds.bits());
        self.chance.reset(&mut self.rng);
        self.run = -1.0;
        self.puff = 0.0;
        (self.risen, self.goal, self.strength) = (0.0, 0.0, 1.0);
        self.low.reset();
        self.lower.reset();
        self.thin.reset();
        self.heights = [0.0; 2];
        self.steps = [0.0; 2];
        self.hearth.reset(params);
        self.aim(params);
        self.gain.reset();
    }
    fn geometry(&self) -> Geometry {
        self.hearth.geometry()
    }
    fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        self.hearth.picture(geometry, frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Flames of a fire of D puff 1.5/sqrt(D) times a second: counted over a minute.
    #[test]
    fn flames_puff_as_their_size_says() {
        for size in [0.1, 1.0, 4.0] {
            let params = FireParams {
                size,
                ..FireParams::default()
            };
            let mut fire = Fire::build(&params, Rate::new(48e3).unwrap(), 3).unwrap();
            fire.rehearse(&params);
            let (mut turns, mut last) = (0, 0.0);
            let looks = (60.0 / fire.pace.seconds()) as usize;
            for _ in 0..looks {
                fire.look(&params);
                turns += u32::from(fire.puff < last);
                last = fire.puff;
            }
            let law = 60.0 * 1.5 / size.sqrt();
            assert!(
                (f64::from(turns) / law - 1.0).abs() < 0.1,
                "{size}: {turns} {law}"
            );
        }
    }

    /// As many crackles as asked, and those that follow in runs: 1/(1 - p) times as many.
    #[test]
    fn it_crackles_as_often_as_asked() {
        let crackle = FireCrackle {
            rate: 4.0,
            runs: 0.5,
            ..FireCrackle::default()
        };
        let params = FireParams {
            crackle,
            ..FireParams::default()
        };
        let mut fire = Fire::build(&params, Rate::new(8e3).unwrap(), 3).unwrap();
        fire.rehearse(&params);
        let mut count = 0;
        let mut last = fire.pops.place();
        for _ in 0..200 * 8000 {
            fire.tick(&params);
            count += u32::from(fire.pops.place() != last);
            last = fire.pops.place();
        }
        let law = 200.0 * 4.0 * 2.0;
        assert!((f64::from(count) / law - 1.0).abs() < 0.15, "{count}");
    }
}
