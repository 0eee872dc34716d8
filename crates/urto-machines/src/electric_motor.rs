//! An electric motor: a rotor that runs up, brushes, slots, gears, a fan, a housing that answers.
//!
//! Hear:   it whines up to speed and down again, lower under load; brushes rasp, gears sing, the fan
//!         rushes, what is out of balance shakes what is loose.
//! Law:    a motor's torque falls with its speed, so its speed goes to where it balances the load,
//!         n0·(1 - regulation·load), with a time constant. What is carried round n times passes n times
//!         a turn: bars of the commutator, slots, teeth, blades. Noise of brushes comes in bursts with
//!         the bars, that of the fan grows with speed to the power 2.5, the shake of what is out of
//!         balance with its square.
//! Step:   phases that count turns; harmonics that are too high fade out before they fold back; the
//!         housing is filters that store no more than they are given (`parts::filter`).
//! Limits: magnetic pull does not depend on current; one gear.
//! Refs:   Fitzgerald et al. 2003 (speed under load); Gieras et al. 2006 (slots, bars); Madison 1949.

use crate::parts::filter::{OnePole, TwoPole};
use crate::parts::gain::Gain;
use crate::parts::noise::{Pink, Wander, White};
use crate::parts::spin::Spin;
use crate::parts::{Pace, strength};
use urto::param::{Declared, ParamId};
use urto::rng::Rng;
use urto::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player,
};
use urto::sounds::OutputParams;
use urto::{BuildError, Rate, key, math};

urto::params! {
    /// What passes by as the rotor turns.
    pub struct MotorTeeth("teeth") {
        /// How loud it is.
        level: 0.3, Linear(0.0, 2.0), "", Block, spread 0.08;
        /// How many pass in a turn.
        count: 12, Integer(1, 200), "", Block;
    }
}

impl MotorTeeth {
    fn of(level: f64, count: i64) -> Self {
        Self {
            level,
            count: count as _,
        }
    }
}

urto::params! {
    /// The housing that everything is heard through.
    pub struct MotorHousing("housing") {
        /// Pitch of its lowest resonance.
        pitch: 520.0, Log(40.0, 6000.0), "Hz", Block, spread 0.06;
        /// How sharp its resonances are.
        sharpness: 5.0, Log(0.5, 60.0), "", Block, expert, spread 0.08;
        /// How much it is heard against what comes straight.
        level: 0.7, Linear(0.0, 2.0), "", Block, spread 0.08;
    }
}

urto::params! {
    /// A rotor comes to speed; what it carries round is heard through a housing.
    pub struct ElectricMotorParams("electric_motor") {
        /// Speed without load.
        speed: 9000.0, Log(30.0, 60000.0), "1/min", Block, spread 0.04;
        /// How much it has to do: 1 is as much as it can.
        load: 0.2, Linear(0.0, 1.0), "", Sample, spread 0.0;
        /// How much of its speed full load takes.
        regulation: 0.4, Linear(0.0, 0.9), "", Block, expert, spread 0.06;
        /// Time in which it comes to 95 % of its speed; stopping takes twice as long.
        run_up: 0.35, Log(0.01, 20.0), "s", Event, spread 0.06;
        /// How far its speed wanders.
        unrest: 0.012, Log(1e-4, 0.3), "", Block, expert, spread 0.1;
        /// Brushes on the bars of the commutator.
        brushes: MotorTeeth::of(0.35, 24), Table(MotorTeeth), "", Block;
        /// How much of the brushes' sound is sparks and grit rather than tone.
        grit: 0.7, Linear(0.0, 1.0), "", Block, spread 0.06;
        /// Slots and magnets: the hum.
        slots: MotorTeeth::of(0.15, 6), Table(MotorTeeth), "", Block;
        /// A gear: teeth of the pinion.
        gear: MotorTeeth::of(0.3, 9), Table(MotorTeeth), "", Block;
        /// Turns of the rotor for one of the gear wheel: it is never quite round.
        ratio: 7.3, Log(1.0, 200.0), "", Block, expert, spread 0.05;
        /// The fan: blades.
        fan: MotorTeeth::of(0.6, 11), Table(MotorTeeth), "", Block;
        /// The fan's rush reaches up to this frequency.
        rush: 3500.0, Log(200.0, 15000.0), "Hz", Block, spread 0.06;
        /// How much it is out of balance.
        unbalance: 0.15, Linear(0.0, 2.0), "", Block, spread 0.1;
        /// How much rattles as it shakes.
        rattle: 0.1, Linear(0.0, 2.0), "", Block, spread 0.1;
        /// The housing.
        housing: MotorHousing::default(), Table(MotorHousing), "", Block;
        include output: OutputParams;
    }
    macros {
        /// How fast it turns.
        pace: speed(1500.0, 25000.0);
        /// How much it has to do.
        effort: load(0.0, 1.0);
        /// How much the brushes rasp.
        rasp: brushes.level(0.0, 1.2);
        /// How much the gear sings.
        gears: gear.level(0.0, 1.2);
        /// How much air the fan moves.
        air: fan.level(0.1, 1.5);
        /// How much it shakes and rattles.
        shake: unbalance(0.0, 1.0), rattle(0.0, 1.0);
        /// How large its housing is: larger is lower.
        size: housing.pitch(1600.0, 160.0);
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "electric_motor",
    title: "Electric motor",
    hear: "A motor whines up to speed, works against its load, and runs down again.",
    family: Family::Machines,
    form: Form::Process,
    built_on: &["rotor", "noise", "flow"],
    table: &ElectricMotorParams::TABLE,
    make: &Player::<ElectricMotor>::boxed,
    seconds: 3.5,
    release: Some(2.4),
    pad: Pad::hold(
        Some(Axis::new("load", 0.0, 1.0)),
        Some(Axis::new("speed", 2000.0, 20000.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["speed"],
        pressure: &["load"],
        place: None,
    },
};

/// The fan's noise grows with this power of the speed.
const NOISIER: f64 = 2.5;
/// How long the speed remembers where it was \[s\].
const MEMORY: f64 = 0.12;
/// How long the load takes to be felt \[s\]: the rotor is heavy.
const FELT: f64 = 0.12;
/// Harmonics of a tone, and how each is against the first.
const HARMONICS: [f64; 4] = [1.0, 0.55, 0.3, 0.2];
/// Harmonics fade out between these \[Hz\].
const FADES: [f64; 2] = [11e3, 15e3];
/// The housing's resonances against the lowest: those of a shell, which are no harmonics.
const RESONANCES: [f64; 6] = [1.0, 1.53, 2.17, 2.96, 4.31, 6.2];
/// Speed at which what is out of balance shakes as usual \[1/s\].
const SHAKES: f64 = 150.0;
/// What rattles is heard in bursts of so long \[s\].
const RATTLE: f64 = 4e-3;
/// Below this, times of a second, the rotor's shake is felt and not heard \[Hz\].
const THUMPS: f64 = 60.0;

/// What passes by: its phase \[turns\] and its height.
#[derive(Clone, Copy, Default)]
struct Passing {
    /// How many per turn of the rotor, and heights of harmonics.
    count: f64,
    heights: [f64; 4],
}

impl Passing {
    /// At a speed \[turns/s\].
    fn set(&mut self, count: f64, level: f64, turns: f64) {
        self.count = count;
        for (n, height) in self.heights.iter_mut().enumerate() {
            let hertz = turns * count * (n + 1) as f64;
            let heard = ((FADES[1] - hertz) / (FADES[1] - FADES[0])).clamp(0.0, 1.0);
            *height = level * HARMONICS[n] * heard;
        }
    }

    /// The tone where the rotor is, and how near a bar is, -1 to 1.
    #[inline]
    fn tone(&self, place: f64) -> (f64, f64) {
        let turn = math::TAU * self.count * place;
        let (s, c) = (math::sin(turn), math::cos(turn));
        // Sines of twice, three and four times as much.
        let s2 = 2.0 * s * c;
        let c2 = 2.0 * c * c - 1.0;
        let s3 = s2 * c + c2 * s;
        let s4 = 2.0 * s2 * c2;
        let [a, b, d, e] = self.heights;
        (a * s + b * s2 + d * s3 + e * s4, c)
    }
}

/// The sound's physics.
pub struct ElectricMotor {
    rate: Rate,
    pace: Pace,
    rng: Rng,
    rotor: Spin,
    load: Spin,
    wanders: [Wander; 2],
    is_on: bool,
    strength: f64,
    /// Turns per second now, and per sample.
    turns: f64,
    step: f64,
    /// Where the rotor and the gear wheel are \[turns\].
    place: f64,
    wheel: f64,
    brushes: Passing,
    slots: Passing,
    gear: Passing,
    blades: Passing,
    sparks: White,
    air: Pink,
    rush: TwoPole,
    grit: OnePole,
    housing: [TwoPole; 6],
    /// Heights now: what scales with speed, the fan's rush, the shake.
    heights: [f64; 3],
    steps: [f64; 3],
    rattle: f64,
    calms: f64,
    gain: Gain,
}

impl ElectricMotor {
    /// Where its load lets its speed go \[turns/s\].
    fn goal(&self, params: &ElectricMotorParams, load: f64) -> f64 {
        match self.is_on {
            true => params.speed / 60.0 * (1.0 - params.regulation * load),
            false => 0.0,
        }
    }

    fn aim(&mut self, params: &ElectricMotorParams) {
        let square = |x: f64| x * x;
        let full = params.speed / 60.0;
        let pace = full / SHAKES;
        let tones =
            square(params.brushes.level) + square(params.slots.level) + square(params.gear.level);
        let shake = params.unbalance * (pace * pace).min(1.0) + params.rattle * pace.min(1.0);
        let all = 0.6 * tones + square(params.fan.level) + 0.3 * square(shake);
        let housing = 1.0 + params.housing.level;
        let stronger = pace * self.strength;
        self.gain.aim(
            0.45 * (all + 1e-4).sqrt() * housing,
            stronger.sqrt(),
            &params.output,
        );
    }

    fn look(&mut self, params: &ElectricMotorParams) {
        let seconds = self.pace.seconds();
        let load = self.load.pass(params.load, seconds, FELT);
        let goal = self.goal(params, load);
        let time = if self.is_on { 1.0 } else { 2.0 } * params.run_up / 3.0;
        let [slow, rough] = &mut self.wanders;
        let wanders = slow.pass(seconds, MEMORY);
        let rough = rough.pass(seconds, 0.02);
        let speed = self.rotor.pass(goal, seconds, time);
        let unrest = 1.0 + params.unrest * (1.0 + 2.0 * load) * wanders;
        self.turns = (speed * unrest).max(0.0);
        self.step = self.turns * self.rate.step();
        let full = params.speed / 60.0;
        let share = (speed / full).min(2.0);
        // Work makes everything louder that carries force.
        let work = (0.6 + 0.8 * load) * (1.0 + 0.3 * rough * params.unrest.sqrt());
        let turns = self.turns;
        self.brushes
            .set(params.brushes.count as f64, params.brushes.level, turns);
        self.slots.set(
            params.slots.count as f64,
            params.slots.level * (0.5 + load),
            turns,
        );
        self.gear
            .set(params.gear.count as f64, params.gear.level, turns);
        self.blades
            .set(params.fan.count as f64, 0.3 * params.fan.level, turns);
        self.rush
            .set(params.rush * (0.25 + 0.75 * share), 0.6, self.rate);
        self.grit.set(1200.0, self.rate);
        let pace = full * share / SHAKES;
        // Of eleven octaves of pink noise those below the corner pass.
        let octaves = math::log(params.rush / 20.0) / core::f64::consts::LN_2;
        let even = (11.0 / octaves.clamp(2.0, 11.0)).sqrt();
        let heights = [
            share * work,
            math::pow(share, NOISIER) * even,
            params.unbalance * (pace * pace).min(1.0),
        ];
        let each = 1.0 / f64::from(self.pace.steps());
        for (n, height) in heights.iter().enumerate() {
            self.steps[n] = (height - self.heights[n]) * each;
        }
        let own = &params.housing;
        for (band, ratio) in self.housing.iter_mut().zip(RESONANCES) {
            band.set(own.pitch * ratio, own.sharpness, self.rate);
        }
    }
}

impl Model for ElectricMotor {
    type Params = ElectricMotorParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.2;

    fn build(params: &ElectricMotorParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let mut motor = Self {
            rate,
            pace: Pace::new(rate),
            rng: Rng::new(seed),
            rotor: Spin::default(),
            load: Spin::default(),
            wanders: [Wander::new(), Wander::new()],
            is_on: false,
            strength: 1.0,
            turns: 0.0,
            step: 0.0,
            place: 0.0,
            wheel: 0.0,
            brushes: Passing::default(),
            slots: Passing::default(),
            gear: Passing::default(),
            blades: Passing::default(),
            sparks: White::new(rate),
            air: Pink::new(rate),
            rush: TwoPole::default(),
            grit: OnePole::default(),
            housing: [TwoPole::default(); 6],
            heights: [0.0; 3],
            steps: [0.0; 3],
            rattle: 0.0,
            calms: math::exp(-rate.step() / RATTLE),
            gain: Gain::new(rate),
        };
        motor.reset(params, seed);
        Ok(motor)
    }
    fn change(&mut self, params: &ElectricMotorParams, id: &ParamId) {
        // A load that is a signal comes with every sample and needs nothing but a look.
        if *id != key!(ElectricMotorParams, load) {
            self.aim(params);
        }
    }
    fn event(&mut self, params: &ElectricMotorParams, event: Event) {
        match event {
            Event::Trigger {
                strength: asked, ..
            } => {
                self.is_on = true;
                self.strength = strength(asked);
                self.aim(params);
            }
            _ => self.is_on = false,
        }
    }
    fn rehearse(&mut self, params: &ElectricMotorParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        self.load.jump(params.load);
        self.rotor.jump(self.goal(params, params.load));
        1.0
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        *id != key!(ElectricMotorParams, load)
    }
    fn tick(&mut self, params: &ElectricMotorParams) -> f64 {
        if self.pace.is_due() {
            self.look(params);
        }
        for (height, step) in self.heights.iter_mut().zip(&self.steps) {
            *height += step;
        }
        let [pace, air, shake] = self.heights;
        let turned = self.place + self.step;
        let begins = turned >= 1.0;
        self.place = turned - turned.floor();
        self.wheel += self.step / params.ratio;
        self.wheel -= self.wheel.floor();
        let sparks = self.sparks.next();
        let (rasp, bar) = self.brushes.tone(self.place);
        // Sparks as each bar leaves its brush.
        let leaves = 0.5 * (1.0 + bar);
        let grit = self.grit.high(sparks) * leaves * leaves * 1.6;
        let own = params.brushes.level;
        let mut sum = pace * (rasp * (1.0 - params.grit) + own * params.grit * grit);
        sum += pace * self.slots.tone(self.place).0;
        // The wheel is not quite round, and its teeth have play.
        let round = 1.0 + 0.35 * math::sin(math::TAU * self.wheel) + 0.25 * sparks;
        sum += pace * self.gear.tone(self.place).0 * round;
        let rush = self.rush.low(self.air.next());
        let blown = 1.6 * params.fan.level * rush + self.blades.tone(self.place).0 * (1.0 + rush);
        let once = math::sin(math::TAU * self.place);
        // Once a turn what is loose is thrown against its neighbour.
        if begins {
            self.rattle = shake.max(0.1 * pace) * params.rattle * (0.4 + 0.6 * self.rng.uniform());
        }
        self.rattle *= self.calms;
        if self.rattle < 1e-20 {
            self.rattle = 0.0;
        }
        let thump = (self.turns / THUMPS).min(1.0);
        sum += shake * once * (0.3 + 0.7 * thump) + 2.0 * self.rattle * sparks;
        let bands = self.housing.iter_mut().map(|band| band.band(sum));
        let housing = params.housing.level * bands.sum::<f64>();
        self.gain.pass(0.4 * sum + housing + air * blown)
    }
    fn meant(&self) -> Meant {
        self.gain.meant()
    }
    fn correct(&mut self, params: &ElectricMotorParams, found: FoundLevel) {
        self.gain.correct(found);
        self.aim(params);
    }
    fn tail(params: &ElectricMotorParams) -> f64 {
        // What carries force falls with its speed: 60 dB after 6.9 times.
        LONG * 2.0 / 3.0 * params.run_up + 0.3
    }
    fn reset(&mut self, params: &ElectricMotorParams, seed: u64) {
        let mut seeds = Rng::new(seed);
        self.rng = Rng::new(seeds.bits());
        self.sparks.reset(seeds.bits());
        self.air.reset(seeds.bits());
        self.wanders
            .iter_mut()
            .for_each(|wander| wander.reset(seeds.bits()));
        self.pace.reset();
        self.rotor = Spin::default();
        self.load = Spin::default();
        self.load.jump(params.load);
        self.is_on = false;
        self.strength = 1.0;
        (self.turns, self.step) = (0.0, 0.0);
        (self.place, self.wheel) = (0.0, 0.0);
        self.rush.reset();
        self.grit.reset();
        self.housing.iter_mut().for_each(TwoPole::reset);
        self.heights = [0.0; 3];
        self.steps = [0.0; 3];
        self.rattle = 0.0;
        self.aim(params);
        self.gain.reset();
    }
}

/// Time constants until it is 60 dB softer.
const LONG: f64 = math::LN_1000;

#[cfg(test)]
mod tests {
    use super::*;

    /// A motor of one tone alone.
    fn alone() -> ElectricMotorParams {
        let silent = || MotorTeeth::of(0.0, 5);
        ElectricMotorParams {
            unrest: 1e-4,
            grit: 0.0,
            brushes: silent(),
            slots: silent(),
            gear: silent(),
            fan: silent(),
            unbalance: 0.0,
            rattle: 0.0,
            ..Default::default()
        }
    }

    fn power(samples: &[f64], hertz: f64) -> f64 {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, x) in samples.iter().enumerate() {
            let turn = math::TAU * hertz * n as f64 / 48e3;
            re += x * math::cos(turn);
            im += x * math::sin(turn);
        }
        re * re + im * im
    }

    fn steady(params: &ElectricMotorParams) -> Vec<f64> {
        let rate = Rate::new(48e3).unwrap();
        let mut motor = ElectricMotor::build(params, rate, 1).unwrap();
        motor.rehearse(params);
        (0..48_000).map(|_| motor.tick(params)).collect()
    }

    /// Bars, slots, teeth and blades are heard at speed/60 times their number, where load has taken
    /// its share of the speed, within 0.3 %.
    #[test]
    fn what_passes_by_is_heard_as_often_as_it_does() {
        for part in 0..4 {
            let mut params = alone();
            let teeth = MotorTeeth::of(1.0, 17);
            match part {
                0 => params.brushes = teeth,
                1 => params.slots = teeth,
                2 => params.gear = teeth,
                _ => params.fan = teeth,
            }
            (params.speed, params.load, params.regulation) = (6000.0, 0.5, 0.2);
            params.rush = 200.0;
            let law = 6000.0 / 60.0 * (1.0 - 0.2 * 0.5) * 17.0;
            let samples = steady(&params);
            let tried = (-30..=30).map(|n| law * (1.0 + 0.001 * f64::from(n)));
            let best = tried.max_by(|a, b| power(&samples, *a).total_cmp(&power(&samples, *b)));
            assert!(
                (best.unwrap() / law - 1.0).abs() < 0.003,
                "{part}: {best:?} {law}"
            );
        }
    }

    /// 95 % of its speed after the run-up, and 5 % left after twice as long.
    #[test]
    fn it_runs_up_and_down_as_asked() {
        let rate = Rate::new(48e3).unwrap();
        let params = ElectricMotorParams {
            load: 0.0,
            ..alone()
        };
        let mut motor = ElectricMotor::build(&params, rate, 1).unwrap();
        motor.event(&params, Event::trigger(1.0));
        let steps = (params.run_up * 48e3) as usize;
        (0..steps).for_each(|_| {
            motor.tick(&params);
        });
        assert!(
            (motor.turns / 150.0 - 0.95).abs() < 0.005,
            "{}",
            motor.turns
        );
        motor.event(&params, Event::Release);
        (0..2 * steps).for_each(|_| {
            motor.tick(&params);
        });
        assert!(
            (motor.turns / 150.0 - 0.95 * 0.0498).abs() < 0.005,
            "{}",
            motor.turns
        );
    }
}
