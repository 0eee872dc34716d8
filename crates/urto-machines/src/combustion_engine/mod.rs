//! A combustion engine: cylinders that fire in turn, an exhaust with a muffler, an intake, a block.
//!
//! Hear:   it idles unevenly, revs with the throttle, coughs; a bare pipe barks, a muffler hums.
//! Law:    a cylinder fires every second turn (or every turn): speed times cylinders over 120 in all.
//!         Each firing sends a pulse of gas into a duct of pipe, chamber and tail pipe; half a cycle
//!         later the cylinder breathes in through a pipe with one open end. Firings differ by chance,
//!         cylinders by wear, and some do not fire. Speed follows the throttle as an inertia does.
//! Step:   pulses are what two poles make of an area, wherever between samples they begin; the ducts
//!         keep the power of waves (`duct`); the block is filters that store no more than they are given.
//! Limits: pulses do not depend on what comes back to the valves; one pipe takes all cylinders.
//! Refs:   Heywood 1988; Munjal 1987; Baldan et al. 2015 (engines by physics).

mod duct;
mod params;

pub use params::{CombustionEngineParams, EngineBlock, EngineExhaust, EngineIntake, Strokes};

use crate::parts::filter::{OnePole, TwoPole};
use crate::parts::gain::Gain;
use crate::parts::noise::{Wander, White};
use crate::parts::spin::Spin;
use crate::parts::tube::{Tube, TubeShape};
use crate::parts::{OPEN_END, Pace, SOUND_SPEED, strength};
use duct::{Ducts, Piece};
use urto::param::{Declared, ParamId};
use urto::rng::Rng;
use urto::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player,
};
use urto::{BuildError, Rate, key, math};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "combustion_engine",
    title: "Combustion engine",
    hear: "Cylinders fire in turn into an exhaust; it idles, coughs, and revs with the throttle.",
    family: Family::Machines,
    form: Form::Process,
    built_on: &["rotor", "tube", "noise", "chance"],
    table: &CombustionEngineParams::TABLE,
    make: &Player::<CombustionEngine>::boxed,
    seconds: 5.0,
    release: Some(4.2),
    pad: Pad::hold(
        Some(Axis::new("throttle", 0.0, 1.0)),
        Some(Axis::new("load", 0.0, 1.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["idle"],
        pressure: &["throttle"],
        place: None,
    },
};

/// Root mean square of an engine as it comes: much of it lies so low that ears hear it as softer than
/// other machines of the same power.
const USUAL: f64 = 0.062;
/// Most cylinders.
const MOST: usize = 16;
/// A pulse of gas lasts about so much of a turn, and not longer than this \[s\].
const PULSE: f64 = 0.035;
const LONGEST_PULSE: f64 = 4e-3;
/// Breathing in takes longer than blowing out.
const BREATH: f64 = 3.0;
/// Longest round trip in the intake \[s\].
const LONGEST: f64 = 0.026;
/// How long knocks and clatter last \[s\].
const KNOCK: f64 = 4e-4;
const CLATTER: f64 = 2.5e-3;
/// The block's resonances against the lowest, and how sharp they are.
const RESONANCES: [f64; 4] = [1.0, 1.62, 2.41, 3.83];
const SHARPNESS: f64 = 5.0;
/// What the valves send back on the whole: some of them are open.
const VALVES: f64 = 0.6;
/// How long idling hunts \[s\], and how far.
const HUNTS: f64 = 0.7;
const HUNTING: f64 = 0.03;
/// Below this speed \[1/min\] nothing fires any more.
const STALLS: f64 = 120.0;
/// It stops within this time constant \[s\].
const STOPS: f64 = 0.25;

/// An area that becomes a pulse: two poles, one for its rise and one for its fall.
#[derive(Clone, Copy, Default)]
struct Pulses {
    poles: [f64; 2],
    states: [f64; 2],
}

impl Pulses {
    fn set(&mut self, rise: f64, fall: f64, step: f64) {
        self.poles = [rise, fall].map(|time| math::exp(-step / time.max(step)));
    }

    #[inline]
    fn pass(&mut self, x: f64) -> f64 {
        let mut x = x;
        for (state, pole) in self.states.iter_mut().zip(&self.poles) {
            *state = x + pole * (*state - x);
            if state.abs() < 1e-20 {
                *state = 0.0;
            }
            x = *state;
        }
        x
    }
}

/// A cylinder's own strength, and where in its cycle it fires and breathes.
#[derive(Clone, Copy, Default)]
struct Cylinder {
    /// From -1 to 1; wear makes a difference of it.
    own: f64,
    fires: f64,
    breathes: f64,
}

/// The sound's physics.
pub struct CombustionEngine {
    rate: Rate,
    pace: Pace,
    rng: Rng,
    shaft: Spin,
    hunts: Wander,
    is_on: bool,
    strength: f64,
    /// How fast it turns \[1/min\].
    speed: f64,
    /// Where in the cycle it is, 0 to 1, and how far it goes in a sample.
    cycle: f64,
    turn: f64,
    cylinders: Vec<Cylinder>,
    /// Gas blown out and drawn in.
    blow: Pulses,
    draw: Pulses,
    /// Heights of pulses now: what an area makes.
    force: f64,
    pulse: f64,
    knock: f64,
    clatter: f64,
    fading: [f64; 2],
    noise: White,
    exhaust: Ducts,
    intake: Tube,
    air: OnePole,
    block: [TwoPole; 4],
    gain: Gain,
    /// Counts firings.
    #[cfg(test)]
    fired: u64,
}

fn ducts(params: &CombustionEngineParams, rate: Rate) -> Ducts {
    let own = &params.exhaust;
    let piece = |length: f64, area: f64, corner: f64| Piece {
        length,
        area,
        kept: 0.98,
        corner,
    };
    let pieces = [
        piece(own.length, 1.0, 9e3),
        piece(own.muffler, own.widening, own.lining),
        piece(own.tail, 1.0, 9e3),
    ];
    Ducts::new(&pieces, VALVES, 0.95, own.radius, rate)
}

impl CombustionEngine {
    fn aim(&mut self, params: &CombustionEngineParams) {
        let square = |x: f64| x * x;
        let fires = params.firing(params.goal());
        // Pulses of a height of 1 that last a share of the time; what the duct makes of it is found by
        // a rehearsal.
        let time = (60.0 * PULSE / params.goal()).min(LONGEST_PULSE);
        let duty = (2.0 * fires * time).min(1.0);
        let muffled = 1.0 / (1.0 + 0.15 * (params.exhaust.widening - 1.0));
        let power = params.load + (1.0 - params.load) * params.throttle;
        let force = 0.3 + 0.7 * power;
        let exhaust = params.exhaust.level * force * (2.0 * muffled + params.exhaust.hiss * 0.3);
        let intake = params.intake.level * (0.3 + 0.3 * params.intake.hiss);
        let block = params.block.knock * 0.5 + params.block.clatter * 0.5;
        let all = duty * (square(exhaust) + square(intake) + square(block)) + 1e-6;
        // Measured: a duct gives back less than half of what is blown into it.
        self.gain.aim(
            0.42 * all.sqrt(),
            self.strength * (0.5 + power),
            &params.output,
        );
    }

    fn look(&mut self, params: &CombustionEngineParams) {
        let seconds = self.pace.seconds();
        let hunt = 1.0 + HUNTING * (1.0 - params.throttle) * self.hunts.pass(seconds, HUNTS);
        let (goal, time) = if self.is_on {
            let goal = params.goal() * hunt;
            (
                goal,
                params.inertia * if goal < self.speed { 1.5 } else { 1.0 },
            )
        } else {
            (0.0, STOPS)
        };
        let speed = self.shaft.pass(goal, seconds, time);
        self.speed = speed;
        let step = self.rate.step();
        self.turn = speed / 60.0 / params.turns() * step;
        // Pulses are as long as the valves are open.
        let time = (60.0 * PULSE / speed.max(60.0)).min(LONGEST_PULSE);
        let own = &params.exhaust;
        let rise = time * (1.0 - 0.95 * own.sharpness);
        self.blow.set(rise, time, step);
        self.draw.set(0.5 * BREATH * time, BREATH * time, step);
        // An area of e·time makes a pulse of about 1.
        self.pulse = 2.0 * time / step;
        let power = params.load + (1.0 - params.load) * params.throttle;
        // Where nothing burns, what was compressed is blown out.
        let burns = self.is_on && speed > STALLS;
        self.force = if burns { 0.3 + 0.7 * power } else { 0.12 };
        for (band, ratio) in self.block.iter_mut().zip(RESONANCES) {
            band.set(params.block.pitch * ratio, SHARPNESS, self.rate);
        }
        let trip = 4.0 * (params.intake.length + OPEN_END * 0.03) / SOUND_SPEED / 2.0;
        let shape = TubeShape {
            trip,
            back: -0.8,
            corner: 3000.0,
        };
        self.intake.set(shape, self.pace.steps());
        // The cylinders in their order, every second one late by its limp.
        let count = self.cylinders.len() as f64;
        for (n, cylinder) in self.cylinders.iter_mut().enumerate() {
            let limp = if n % 2 == 1 { params.limp } else { 0.0 };
            cylinder.fires = (n as f64 + limp) / count;
            let breathes = cylinder.fires + 0.5;
            cylinder.breathes = breathes - breathes.floor();
        }
    }

    /// How strong this firing is.
    fn draw_strength(&mut self, own: f64, params: &CombustionEngineParams) -> f64 {
        let by_chance = 1.0 + params.roughness * 1.2 * self.rng.signed();
        let by_wear = 1.0 + params.wear * own;
        let fires = self.rng.uniform() >= params.misfire;
        let strong = (by_chance * by_wear).max(0.05);
        if fires { strong } else { 0.15 }
    }

    /// What cylinders send out and draw in during this sample, as areas.
    fn turn(&mut self, params: &CombustionEngineParams) -> [f64; 2] {
        let before = self.cycle;
        let after = before + self.turn;
        let mut areas = [0.0; 2];
        // Whether a place in the cycle is passed in this sample.
        let passed =
            |place: f64| (before <= place && place < after) || (after > 1.0 && place < after - 1.0);
        for n in 0..self.cylinders.len() {
            let Cylinder {
                own,
                fires,
                breathes,
            } = self.cylinders[n];
            if passed(fires) {
                #[cfg(test)]
                {
                    self.fired += 1;
                }
                let strong = self.force * self.draw_strength(own, params);
                areas[0] += strong * self.pulse;
                self.knock += params.block.knock * strong;
                self.clatter += 0.5 * params.block.clatter * (0.6 + 0.4 * self.rng.uniform());
            }
            if passed(breathes) {
                areas[1] -= (0.3 + 0.7 * self.force) * self.pulse;
                self.clatter += 0.3 * params.block.clatter * (0.6 + 0.4 * self.rng.uniform());
            }
        }
        self.cycle = after - after.floor();
        areas
    }
}

impl Model for CombustionEngine {
    type Params = CombustionEngineParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.3;

    fn build(params: &CombustionEngineParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let count = (params.cylinders as usize).clamp(1, MOST);
        let fading = [KNOCK, CLATTER].map(|time| math::exp(-rate.step() / time));
        let mut engine = Self {
            rate,
            pace: Pace::new(rate),
            rng: Rng::new(seed),
            shaft: Spin::default(),
            hunts: Wander::new(),
            is_on: false,
            strength: 1.0,
            speed: 0.0,
            cycle: 0.0,
            turn: 0.0,
            cylinders: vec![Cylinder::default(); count],
            blow: Pulses::default(),
            draw: Pulses::default(),
            force: 0.0,
            pulse: 0.0,
            knock: 0.0,
            clatter: 0.0,
            fading,
            noise: White::new(rate),
            exhaust: ducts(params, rate),
            intake: Tube::new(LONGEST, rate),
            air: OnePole::new(60.0, rate),
            block: [TwoPole::default(); 4],
            gain: Gain::with(USUAL, rate),
            #[cfg(test)]
            fired: 0,
        };
        engine.reset(params, seed);
        Ok(engine)
    }
    fn change(&mut self, params: &CombustionEngineParams, id: &ParamId) {
        // A throttle that is a signal comes with every sample; the level follows at the next look.
        if *id != key!(CombustionEngineParams, throttle) {
            self.aim(params);
        }
    }
    fn event(&mut self, params: &CombustionEngineParams, event: Event) {
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
    fn rehearse(&mut self, params: &CombustionEngineParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        self.shaft.jump(params.goal());
        1.0
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        *id != key!(CombustionEngineParams, throttle)
    }
    fn tick(&mut self, params: &CombustionEngineParams) -> f64 {
        if self.pace.is_due() {
            self.look(params);
            if self.is_on {
                self.aim(params);
            }
        }
        let [out, drawn] = self.turn(params);
        let blown = self.blow.pass(out);
        let drawn = self.draw.pass(drawn);
        let noise = self.noise.next();
        let [knocks, clatters] = self.fading;
        self.knock *= knocks;
        self.clatter *= clatters;
        if self.knock + self.clatter < 1e-20 {
            (self.knock, self.clatter) = (0.0, 0.0);
        }
        // Gas that rushes hisses with its flow.
        let own = &params.exhaust;
        let rush = blown * (1.0 + own.hiss * noise);
        let mut sum = own.level * self.air.high(self.exhaust.pass(rush));
        let own = &params.intake;
        sum += own.level * 0.5 * self.intake.pass(drawn * (1.0 + own.hiss * noise));
        let hit = (3.0 * self.knock + self.clatter) * noise;
        let bands = self.block.iter_mut().map(|band| band.band(hit));
        sum += bands.sum::<f64>();
        self.gain.pass(sum)
    }
    fn meant(&self) -> Meant {
        self.gain.meant()
    }
    fn correct(&mut self, params: &CombustionEngineParams, found: FoundLevel) {
        self.gain.correct(found);
        self.aim(params);
    }
    fn tail(params: &CombustionEngineParams) -> f64 {
        STOPS * math::log(params.goal().max(2.0) * 1e3) + 0.5
    }
    fn reset(&mut self, params: &CombustionEngineParams, seed: u64) {
        let mut seeds = Rng::new(seed);
        self.rng = Rng::new(seeds.bits());
        self.noise.reset(seeds.bits());
        self.hunts.reset(seeds.bits());
        for cylinder in &mut self.cylinders {
            cylinder.own = seeds.signed();
        }
        self.pace.reset();
        self.shaft = Spin::default();
        self.is_on = false;
        self.strength = 1.0;
        (self.speed, self.cycle, self.turn) = (0.0, 0.0, 0.0);
        self.blow = Pulses::default();
        self.draw = Pulses::default();
        (self.force, self.pulse) = (0.0, 0.0);
        (self.knock, self.clatter) = (0.0, 0.0);
        self.exhaust.reset();
        self.intake.reset();
        self.air.reset();
        self.block.iter_mut().for_each(TwoPole::reset);
        self.aim(params);
        self.gain.reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steady(params: &CombustionEngineParams, hertz: f64) -> CombustionEngine {
        let mut engine = CombustionEngine::build(params, Rate::new(hertz).unwrap(), 1).unwrap();
        engine.rehearse(params);
        engine
    }

    /// Over ten seconds it fires as often as speed times cylinders over 120 says (over 60 with two
    /// strokes): hunting is off with the throttle open.
    #[test]
    fn it_fires_as_often_as_its_speed_says() {
        for (cylinders, strokes, top, law) in [
            (4, Strokes::Four, 3000.0, 100.0),
            (1, Strokes::Four, 1200.0, 10.0),
            (8, Strokes::Four, 6000.0, 400.0),
            (1, Strokes::Two, 9000.0, 150.0),
        ] {
            let params = CombustionEngineParams {
                cylinders,
                strokes,
                top,
                throttle: 1.0,
                limp: 0.4,
                ..Default::default()
            };
            assert!((params.firing(top) / law - 1.0).abs() < 1e-12);
            for hertz in [44.1e3, 96e3] {
                let mut engine = steady(&params, hertz);
                for _ in 0..(10.0 * hertz) as usize {
                    engine.tick(&params);
                }
                // One may stand at either end.
                let fires = engine.fired as f64;
                assert!((fires - 10.0 * law).abs() <= 1.5, "{fires} {law}");
            }
        }
    }

    /// The strongest line of an even engine is its firing frequency: power there against half way to
    /// the next.
    #[test]
    fn its_firing_frequency_is_heard() {
        let params = CombustionEngineParams {
            throttle: 1.0,
            top: 3000.0,
            roughness: 0.0,
            wear: 0.0,
            ..Default::default()
        };
        let mut engine = steady(&params, 48e3);
        let samples: Vec<f64> = (0..96_000).map(|_| engine.tick(&params)).collect();
        let power = |hertz: f64| {
            let (mut re, mut im) = (0.0, 0.0);
            for (n, x) in samples.iter().enumerate() {
                let turn = math::TAU * hertz * n as f64 / 48e3;
                re += x * math::cos(turn);
                im += x * math::sin(turn);
            }
            re * re + im * im
        };
        for n in 1..=3 {
            let line = f64::from(n) * 100.0;
            assert!(power(line) > 100.0 * power(line + 25.0), "{line}");
        }
    }

    /// It comes to speed within its inertia: 63 % of the way after one.
    #[test]
    fn it_revs_as_its_inertia_lets_it() {
        let mut params = CombustionEngineParams {
            inertia: 0.4,
            ..Default::default()
        };
        let mut engine = steady(&params, 48e3);
        engine.tick(&params);
        params.throttle = 1.0;
        for _ in 0..19_200 {
            engine.tick(&params);
        }
        let law = 850.0 + (5500.0 - 850.0) * (1.0 - math::exp(-1.0));
        assert!(
            (engine.speed / law - 1.0).abs() < 0.02,
            "{} {law}",
            engine.speed
        );
    }
}
