//! How often a rubbed thing slips: the speed is sought.
//!
//! Law:  a block held by a spring slips k·V/(2·D) times a second at speed V, with D the drop from
//!       resting to sliding friction, until that nears its own frequency (Rabinowicz 1965).
//! Step: that speed is the start; then a second is rendered and its slips are counted.

use super::root::Search;
use super::{Knob, Met, Reach, TargetError, Wish, extent};
use crate::math::{self, TAU};
use crate::param::{Params, Value, leaves};
use crate::rate::Rate;
use crate::sound::{Event, Sound};
use crate::sounds::friction::{ENTRY, FrictionSound, RubbedKind};

const KEY: &str = "slip_rate";
/// Speeds that are tried \[m/s\], those against the usual direction left out.
const SLOWEST: f64 = 1e-3;
const FASTEST: f64 = 5.0;
/// Stations from the slowest to the fastest.
const STATIONS: u32 = 12;
/// What is rendered first, until the motion is steady, and what is counted \[s\].
const SETTLE: f64 = 0.25;
const COUNT: f64 = 1.25;
/// While it sticks, friction rises to its highest; when it slips, it falls to its lowest. These
/// shares of the way between count as up and down: the body's own ringing stays between them.
const STICKS: f64 = 0.75;
const SLIPS: f64 = 0.4;
/// Friction that varies by less than this share slides steadily.
const STEADY: f64 = 0.05;
/// This near is near enough, and this near will do: slips are no clockwork.
const ENOUGH: f64 = 0.01;
const ALLOWED: f64 = 0.05;

pub(super) fn can(params: &dyn Params) -> bool {
    params.as_any().is::<FrictionSound>()
}

/// A rubbing on the test bench.
struct Bench {
    sound: Box<dyn Sound>,
    speed: Knob,
    rate: Rate,
}

impl Bench {
    fn new(params: &dyn Params) -> Result<Self, TargetError> {
        let rate = Rate::new(48_000.0)?;
        let mut sound = (ENTRY.make)();
        for (id, _) in leaves(params) {
            if let Some(value) = params.value(&id) {
                sound.set(&id, &value);
            }
        }
        sound.prepare(rate, 512);
        let speed = Knob::new(params, "velocity").ok_or_else(|| TargetError::Unknown {
            key: KEY.to_owned(),
            suggestion: None,
            known: Vec::new(),
        })?;
        Ok(Self { sound, speed, rate })
    }

    /// Slips per second at a speed; `None` if it slides or sticks for good.
    fn slips(&mut self, speed: f64) -> Option<f64> {
        self.sound.reset(0);
        self.sound.set(&self.speed.id, &Value::Number(speed));
        self.sound.event(0, Event::Trigger { strength: 1.0 });
        let frames = |seconds: f64| (seconds * self.rate.hertz()) as usize;
        let mut skipped = vec![0.0; frames(SETTLE)];
        let count = frames(COUNT);
        self.sound.render(&[], &mut [&mut skipped]);
        let forces = (0..count).map(|_| {
            let mut sample = [0.0f32];
            self.sound.render(&[], &mut [&mut sample]);
            self.sound.taps().force.abs()
        });
        let forces: Vec<f64> = forces.collect();
        let (low, high) = extent(forces.iter().copied());
        if high - low < STEADY * high {
            return None;
        }
        let [falls, holds] = [SLIPS, STICKS].map(|share| low + share * (high - low));
        let (mut sticks, mut slips) = (false, Vec::new());
        for (n, force) in forces.iter().enumerate() {
            if *force >= holds {
                sticks = true;
            } else if sticks && *force <= falls {
                sticks = false;
                slips.push(n);
            }
        }
        let time = (slips.last()? - slips.first()?) as f64 * self.rate.step();
        (slips.len() > 2).then(|| (slips.len() - 1) as f64 / time)
    }
}

fn speed_at(position: f64) -> f64 {
    SLOWEST * math::pow(FASTEST / SLOWEST, position.clamp(0.0, 1.0))
}

fn position_of(speed: f64) -> f64 {
    let share = math::log(speed.abs().max(SLOWEST) / SLOWEST) / math::log(FASTEST / SLOWEST);
    share.clamp(0.0, 1.0)
}

fn stations() -> Vec<f64> {
    let all = 0..=STATIONS;
    all.map(|n| f64::from(n) / f64::from(STATIONS)).collect()
}

/// The speed at which a block in its grip would slip so often \[m/s\].
fn start(params: &dyn Params, wanted: f64) -> Option<f64> {
    let sound = params.as_any().downcast_ref::<FrictionSound>()?;
    let grip = &sound.first.mass;
    let w = TAU * grip.frequency;
    let drop = sound.rub.normal_force * (sound.rub.static_friction - sound.rub.dynamic_friction);
    let held = sound.first.kind == RubbedKind::Mass && drop > 0.0;
    held.then(|| 2.0 * drop * wanted / (grip.mass * w * w))
}

pub(super) fn measure(params: &dyn Params) -> Result<f64, TargetError> {
    let mut bench = Bench::new(params)?;
    let speed = bench.speed.now.abs();
    Ok(bench.slips(speed).unwrap_or(f64::NAN))
}

pub(super) fn reachable(params: &dyn Params) -> Result<(f64, f64), TargetError> {
    let mut bench = Bench::new(params)?;
    let rates = stations()
        .into_iter()
        .filter_map(|at| bench.slips(speed_at(at)));
    Ok(extent(rates))
}

pub(super) fn solve(params: &mut dyn Params, wishes: &[&Wish]) -> Result<Vec<Met>, TargetError> {
    let Some(wanted) = wishes.first().map(|wish| wish.value) else {
        return Ok(Vec::new());
    };
    let mut bench = Bench::new(params)?;
    let mut rates: Vec<(f64, f64)> = Vec::new();
    let begin = position_of(start(params, wanted).unwrap_or(bench.speed.now));
    let mut search = Search::new(ENOUGH, |at| match bench.slips(speed_at(at)) {
        Some(rate) => {
            rates.push((at, rate));
            math::log(rate / wanted)
        }
        None => f64::NAN,
    });
    let found = search
        .slide(begin, math::log(FASTEST / SLOWEST))
        .or_else(|| search.scan(begin, &stations()))
        .or_else(|| search.best().filter(|best| best.off.abs() <= ALLOWED));
    let got = found.and_then(|found| rates.iter().find(|(at, _)| *at == found.at));
    let Some((at, got)) = got.copied() else {
        return Err(TargetError::Unreachable {
            key: KEY,
            wanted,
            range: Reach::of(rates.iter().map(|(_, rate)| *rate), wanted),
            given: String::new(),
        });
    };
    let backwards = bench.speed.now < 0.0;
    let speed = if backwards {
        -speed_at(at)
    } else {
        speed_at(at)
    };
    bench.speed.turn(params, speed);
    Ok(vec![Met {
        key: KEY,
        wanted,
        got,
    }])
}
