//! A vacuum cleaner: a motor blows noise through a tube, open or corked.
//!
//! Hear:   the rush of air with the tube's own pitch; corked, an octave lower and darker, and the motor
//!         runs faster; on and off with the motor's run-up.
//! Law:    pink noise through a delay of the tube's round trip, a low-pass for its losses and what the
//!         ends send back: open +1 (resonances n·c/2L), corked -1 ((2n - 1)·c/4L), L with 0.61 radii for
//!         each open end; a low-pass and a high-pass behind. A slow oscillation moves the tube's length
//!         and both low-passes. The air's noise grows with the fan's speed to the power 2.5 (its power
//!         with the fifth).
//! Step:   see `parts::tube`: bounded whatever is moved. The cork goes in within 30 ms, through no
//!         reflection at all, so that it does not click.
//! Limits: one tube without bends; the motor is heard as noise and as its fan's blades alone.
//! Refs:   Papetti 2010, 2.2.5, figure 2.17; Smith 1992; Levine & Schwinger 1948; Madison 1949 (fans).

use crate::parts::filter::{OnePole, TwoPole};
use crate::parts::gain::Gain;
use crate::parts::noise::{Pink, Wander};
use crate::parts::spin::Spin;
use crate::parts::tube::{Tube, TubeShape};
use crate::parts::{OPEN_END, Pace, SOUND_SPEED, strength};
use urto::param::{Declared, ParamId};
use urto::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player,
};
use urto::sounds::OutputParams;
use urto::{BuildError, Rate, key, math};

urto::params! {
    /// The tube.
    pub struct CleanerTube("tube") {
        /// Length of the tube.
        length: 1.4, Log(0.05, 10.0), "m", Block, spread 0.05;
        /// Radius of the tube: an open end sounds 0.61 radii longer than it is.
        radius: 0.017, Log(1e-3, 0.2), "m", Block, expert, spread 0.05;
        /// How much of a wave the ends send back: 0 is no tube at all.
        resonance: 0.75, Linear(0.0, 0.98), "", Block, spread 0.05;
        /// Above this frequency waves are lost on their way.
        loss: 2500.0, Log(100.0, 2e4), "Hz", Block, expert, spread 0.05;
    }
}

urto::params! {
    /// A motor blows noise through a tube that is open or corked.
    pub struct VacuumCleanerParams("vacuum_cleaner") {
        /// Speed of the motor: 1 is as usual.
        speed: 1.0, Log(0.1, 2.0), "", Block, spread 0.03;
        /// The cork in the tube's mouth: 0 is open, 1 is corked.
        cork: 0.0, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// The tube.
        tube: CleanerTube::default(), Table(CleanerTube), "", Block;
        /// How much darker it is when corked: the share that both low-passes come down by.
        muffled: 0.5, Linear(0.0, 0.9), "", Block, expert, spread 0.05;
        /// How much faster the motor runs when corked: it has no air to move.
        racing: 0.15, Linear(0.0, 0.5), "", Block, expert, spread 0.05;
        /// The air is heard up to this frequency.
        brightness: 6000.0, Log(300.0, 2e4), "Hz", Block, spread 0.06;
        /// It is heard from this frequency on.
        thinness: 150.0, Log(20.0, 2000.0), "Hz", Block, expert, spread 0.06;
        /// The tone of the fan's blades against the noise.
        whine: 0.12, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// How often the blades pass at usual speed.
        blades: 2600.0, Log(100.0, 8000.0), "Hz", Block, expert, spread 0.06;
        /// How often the slow oscillation comes.
        sway: 0.7, Log(0.05, 20.0), "Hz", Block, expert, spread 0.1;
        /// How far it moves the tube's length and the low-passes.
        swaying: 0.02, Linear(0.0, 0.3), "", Block, spread 0.1;
        /// How far chance moves the flow, as the nozzle goes over the floor.
        unrest: 0.15, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// Time in which the motor comes to speed; it takes twice as long to stop.
        run_up: 0.5, Log(0.01, 10.0), "s", Event, spread 0.06;
        include output: OutputParams;
    }
    macros {
        /// How fast the motor turns.
        power: speed(0.4, 1.6);
        /// How far the cork is in.
        stopper: cork(0.0, 1.0);
        /// How long the tube is.
        reach: tube.length(0.4, 4.0);
        /// How clearly the tube is heard.
        hollow: tube.resonance(0.1, 0.95);
        /// How bright the air is.
        air: brightness(1500.0, 14000.0);
        /// How much the motor whines.
        motor: whine(0.0, 0.6);
        /// How restless the flow is.
        restlessness: unrest(0.0, 0.8), swaying(0.0, 0.1);
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "vacuum_cleaner",
    title: "Vacuum cleaner",
    hear: "A motor blows noise through a tube that is open or corked; on and off with its run-up.",
    family: Family::Machines,
    form: Form::Process,
    built_on: &["noise", "tube"],
    table: &VacuumCleanerParams::TABLE,
    make: &Player::<VacuumCleaner>::boxed,
    seconds: 4.0,
    release: Some(2.8),
    pad: Pad::hold(
        Some(Axis::new("cork", 0.0, 1.0)),
        Some(Axis::new("speed", 0.5, 1.5)),
    ),
    expression: ExpressionKeys {
        pitch: &["speed"],
        pressure: &["cork"],
        place: None,
    },
};

/// Longest round trip \[s\]: ten metres, swayed and corrected, to and fro.
const LONGEST: f64 = 0.085;
/// Time in which the cork goes in \[s\].
const CORKING: f64 = 0.01;
/// Power of the fan's speed with which noise grows.
const NOISIER: f64 = 2.5;
/// How long the flow remembers where it was \[s\].
const MEMORY: f64 = 0.25;

impl VacuumCleanerParams {
    /// Frequency of the tube's n-th resonance, open or corked \[Hz\].
    pub fn resonance(&self, n: u32, corked: bool) -> f64 {
        let turns = if corked {
            f64::from(n) - 0.5
        } else {
            f64::from(n)
        };
        turns / self.trip(if corked { 1.0 } else { 0.0 })
    }

    /// Round trip \[s\]: the corked end is not corrected.
    fn trip(&self, cork: f64) -> f64 {
        let longer = OPEN_END * self.tube.radius * (2.0 - cork);
        2.0 * (self.tube.length + longer) / SOUND_SPEED
    }
}

/// The sound's physics.
pub struct VacuumCleaner {
    rate: Rate,
    pace: Pace,
    pink: Pink,
    unrest: Wander,
    motor: Spin,
    tube: Tube,
    dull: TwoPole,
    thin: OnePole,
    gain: Gain,
    is_on: bool,
    strength: f64,
    cork: f64,
    /// Where the slow oscillation and the blades are \[turns\].
    sway: f64,
    blade: f64,
    turn: f64,
    /// Heights of the noise and of the tone now, and how they move per sample.
    heights: [f64; 2],
    moves: [f64; 2],
}

impl VacuumCleaner {
    fn goal(&self, params: &VacuumCleanerParams) -> f64 {
        let racing = 1.0 + params.racing * self.cork;
        if self.is_on {
            params.speed * racing
        } else {
            0.0
        }
    }

    fn aim(&mut self, params: &VacuumCleanerParams) {
        let speed = params.speed * self.strength;
        // What a comb of g makes of noise: 1/(1 - g²), of which its losses leave about half; and of
        // eleven octaves of pink noise as many as pass.
        let g = params.tube.resonance;
        let comb = 1.0 + 0.5 * g * g / (1.0 - g * g);
        let octaves = math::log(params.brightness / params.thinness) / core::f64::consts::LN_2;
        let passed = octaves.clamp(0.3, 11.0) / 11.0;
        let air = math::pow(params.speed, NOISIER);
        let tone = 0.7 * params.whine;
        let expected = air * (comb * passed + tone * tone).sqrt();
        self.gain.aim(expected, speed * speed, &params.output);
    }

    /// Looks at what is slow.
    fn look(&mut self, params: &VacuumCleanerParams) {
        let seconds = self.pace.seconds();
        self.cork += (params.cork - self.cork) * (1.0 - math::exp(-seconds / CORKING));
        let goal = self.goal(params);
        let time = if self.is_on { 1.0 } else { 2.0 } * params.run_up / 3.0;
        let speed = self.motor.pass(goal, seconds, time);
        self.sway += params.sway * seconds;
        self.sway -= self.sway.floor();
        let sway = 1.0 + params.swaying * math::sin(math::TAU * self.sway);
        let unrest = params.unrest * self.unrest.pass(seconds, MEMORY);
        let muffled = 1.0 - params.muffled * self.cork;
        // The air's noise moves up with the fan's speed.
        let bright = sway * muffled * (0.3 + 0.7 * speed) * math::exp(0.5 * unrest);
        let shape = TubeShape {
            trip: sway * params.trip(self.cork),
            back: params.tube.resonance * (1.0 - 2.0 * self.cork),
            corner: params.tube.loss * muffled * sway,
        };
        self.tube.set(shape, self.pace.steps());
        self.dull.set(params.brightness * bright, 0.7, self.rate);
        self.thin.set(params.thinness, self.rate);
        self.turn = params.blades * speed * self.rate.step();
        let air = math::pow(speed, NOISIER);
        // Blades that pass faster than can be carried are not heard.
        let heard = if self.turn < 0.4 { params.whine } else { 0.0 };
        let heights = [air * math::exp(0.3 * unrest), air * heard];
        let each = 1.0 / f64::from(self.pace.steps());
        for (n, height) in heights.iter().enumerate() {
            self.moves[n] = (height - self.heights[n]) * each;
        }
    }
}

impl Model for VacuumCleaner {
    type Params = VacuumCleanerParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.1;

    fn build(params: &VacuumCleanerParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let mut cleaner = Self {
            rate,
            pace: Pace::new(rate),
            pink: Pink::new(rate),
            unrest: Wander::new(),
            motor: Spin::default(),
            tube: Tube::new(LONGEST, rate),
            dull: TwoPole::default(),
            thin: OnePole::default(),
            gain: Gain::new(rate),
            is_on: false,
            strength: 1.0,
            cork: 0.0,
            sway: 0.0,
            blade: 0.0,
            turn: 0.0,
            heights: [0.0; 2],
            moves: [0.0; 2],
        };
        cleaner.reset(params, seed);
        Ok(cleaner)
    }
    fn change(&mut self, params: &VacuumCleanerParams, _: &ParamId) {
        self.aim(params);
    }
    fn event(&mut self, params: &VacuumCleanerParams, event: Event) {
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
    fn rehearse(&mut self, params: &VacuumCleanerParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        self.motor.jump(self.goal(params));
        1.0
    }
    /// What only moves the tube or the motor is foreseen.
    fn rehearsed_live(id: &ParamId) -> bool {
        let known = [
            key!(VacuumCleanerParams, cork),
            key!(VacuumCleanerParams, run_up),
        ];
        !known.contains(id)
    }
    fn tick(&mut self, params: &VacuumCleanerParams) -> f64 {
        if self.pace.is_due() {
            self.look(params);
        }
        for (height, step) in self.heights.iter_mut().zip(&self.moves) {
            *height += step;
        }
        self.blade += self.turn;
        self.blade -= self.blade.floor();
        let [air, tone] = self.heights;
        let noise = self.pink.next();
        // Blades chop the air: the tone is rough with its noise.
        let blades = math::sin(math::TAU * self.blade) * (1.0 + 0.5 * noise);
        let through = self.tube.pass(air * noise) + tone * blades;
        self.gain.pass(self.thin.high(self.dull.low(through)))
    }
    fn idle_for(&self, _: &VacuumCleanerParams) -> usize {
        0
    }
    fn meant(&self) -> Meant {
        self.gain.meant()
    }
    fn correct(&mut self, params: &VacuumCleanerParams, found: FoundLevel) {
        self.gain.correct(found);
        self.aim(params);
    }
    fn tail(params: &VacuumCleanerParams) -> f64 {
        // The noise falls as exp(-2.5·t/time): 60 dB in 2.8 times.
        2.8 * 2.0 / 3.0 * params.run_up + 0.5
    }
    fn reset(&mut self, params: &VacuumCleanerParams, seed: u64) {
        self.pace.reset();
        self.pink.reset(seed);
        self.unrest.reset(seed ^ 0x5eed_0001);
        self.motor = Spin::default();
        self.tube.reset();
        self.dull.reset();
        self.thin.reset();
        self.is_on = false;
        self.strength = 1.0;
        self.cork = params.cork;
        (self.sway, self.blade, self.turn) = (0.0, 0.0, 0.0);
        self.heights = [0.0; 2];
        self.moves = [0.0; 2];
        self.aim(params);
        self.gain.reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::tube::tests::strongest;

    /// The resonances of the open and of the corked tube lie where the formulas say, within 1 %: those
    /// of a tube with two open ends n·c/2L, with one n·c/4L for odd n.
    #[test]
    fn resonances_are_those_of_the_open_and_the_closed_tube() {
        let rate = Rate::new(48e3).unwrap();
        for (length, cork) in [(1.4, 0.0), (1.4, 1.0), (0.5, 0.0), (0.5, 1.0), (4.0, 1.0)] {
            let tube = CleanerTube {
                length,
                resonance: 0.95,
                ..CleanerTube::default()
            };
            let params = VacuumCleanerParams {
                tube,
                cork,
                swaying: 0.0,
                unrest: 0.0,
                ..Default::default()
            };
            let mut cleaner = VacuumCleaner::build(&params, rate, 1).unwrap();
            cleaner.look(&params);
            let answer: Vec<f64> = (0..24_000)
                .map(|n| cleaner.tube.pass(if n == 0 { 1.0 } else { 0.0 }))
                .collect();
            let whole = length + 0.61 * 0.017 * (2.0 - cork);
            for n in 1..=3u32 {
                let law = match cork {
                    0.0 => f64::from(n) * 343.0 / (2.0 * whole),
                    _ => f64::from(2 * n - 1) * 343.0 / (4.0 * whole),
                };
                assert!((params.resonance(n, cork == 1.0) / law - 1.0).abs() < 1e-9);
                let found = strongest(&answer, 48e3, law);
                assert!(
                    (found / law - 1.0).abs() < 0.01,
                    "{length} {cork} {n}: {found} {law}"
                );
            }
        }
    }

    fn second(samples: &[f64]) -> f64 {
        let second = |w: &[f64]| (w[2] - 2.0 * w[1] + w[0]).abs();
        samples.windows(3).map(second).fold(0.0, f64::max)
    }

    /// Corked and opened while it runs, no sample jumps further than it does anyway.
    #[test]
    fn the_cork_does_not_click() {
        let rate = Rate::new(48e3).unwrap();
        let mut params = VacuumCleanerParams {
            racing: 0.0,
            ..VacuumCleanerParams::default()
        };
        let mut cleaner = VacuumCleaner::build(&params, rate, 1).unwrap();
        cleaner.event(&params, Event::trigger(1.0));
        let play = |cleaner: &mut VacuumCleaner, params: &VacuumCleanerParams| -> Vec<f64> {
            (0..48_000).map(|_| cleaner.tick(params)).collect()
        };
        play(&mut cleaner, &params);
        let open = second(&play(&mut cleaner, &params));
        params.cork = 1.0;
        let closing = second(&play(&mut cleaner, &params));
        let closed = second(&play(&mut cleaner, &params));
        params.cork = 0.0;
        let opening = second(&play(&mut cleaner, &params));
        let usual = open.max(closed);
        assert!(
            closing < 1.2 * usual && opening < 1.2 * usual,
            "{open} {closing} {closed} {opening}"
        );
    }

    /// The motor comes to 95 % of its speed in the time asked for, and stops in twice that.
    #[test]
    fn it_runs_up_and_down() {
        let rate = Rate::new(48e3).unwrap();
        let params = VacuumCleanerParams::default();
        let mut cleaner = VacuumCleaner::build(&params, rate, 1).unwrap();
        cleaner.event(&params, Event::trigger(1.0));
        (0..24_000).for_each(|_| {
            cleaner.tick(&params);
        });
        assert!(
            (cleaner.motor.now() - 0.95).abs() < 0.005,
            "{}",
            cleaner.motor.now()
        );
        cleaner.event(&params, Event::Release);
        (0..48_000).for_each(|_| {
            cleaner.tick(&params);
        });
        assert!((cleaner.motor.now() - 0.95 * 0.0498).abs() < 0.01);
        for _ in 0..(VacuumCleaner::tail(&params) * 48e3) as usize {
            cleaner.tick(&params);
        }
        assert!(cleaner.tick(&params).abs() < 1e-4);
    }
}
