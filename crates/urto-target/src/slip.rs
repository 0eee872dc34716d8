//! How often a rubbed thing slips: the speed is sought.
//!
//! Law:  a block held by a spring slips k·V/(2·D) times a second at speed V, with D the drop from
//!       resting to sliding friction, until that nears its own frequency (Rabinowicz 1965).
//!       Slower it may slide steadily: friction falls too little with speed there to make up for
//!       the grip's losses. Faster it slips with a mode of the body instead, so that the rate
//!       leaps from tens to hundreds; between the two there is nothing.
//! Step: that speed is the start, or a little faster, where it begins to slip; slips are counted
//!       in what is rendered. Where slipping begins and ends, stations are set closer.
//! Limits: slips are no clockwork: a rate is known to a few per cent, and range and target are
//!       met as near as some speed brings them, and no nearer than the rate is known. A range
//!       costs tens of short renderings.

use super::root::Search;
use super::{Knob, Met, Reach, TargetError, Wish, extent};
use urto::math::{self, TAU};
use urto::param::{Curve, Params, Value, leaves};
use urto::rate::Rate;
use urto::sound::{Event, Sound};
use urto::sounds::friction::{FrictionParams, RubbedKind};

const KEY: &str = "slip_rate";
/// Speeds that are tried \[m/s\], those against the usual direction left out.
const SLOWEST: f64 = 1e-3;
const FASTEST: f64 = 5.0;
/// Stations from the slowest to the fastest.
const STATIONS: u32 = 12;
/// What is rendered first, until the motion is steady, and what is counted at most \[s\].
const SETTLE: f64 = 0.1;
const COUNT: f64 = 1.25;
/// It is looked at so often \[s\]: what slides steadily for two looks, has slipped N times,
/// or at least some times as a clock does, need not be heard longer.
const LOOK: f64 = 0.0625;
const SLIPS_ENOUGH: usize = 16;
const SLIPS_FEW: usize = 5;
/// A clock: the mean time from slip to slip is known this well (standard error, as a share).
const CLOCK: f64 = 2e-3;
/// Samples from one look at the force to the next: 12,000 times a second is often enough.
const STRIDE: usize = 4;
/// Where it slides at the start, faster ones are tried: a share of the travel, a fifth faster each
/// time, up to twice as fast.
const FASTER: f64 = 0.02;
const FASTER_TRIES: usize = 4;
/// A rate so near (as a logarithm) is gone to straight; else it is looked around first, so much of
/// the travel to both sides; in N looks.
const STRAIGHT: f64 = 0.3;
const ABOUT: f64 = 0.08;
const FIRST_LOOKS: usize = 10;
/// Halvings between a speed at which it slips and one at which it does not.
const HALVINGS: usize = 3;
/// So near to where the closed form leads it is looked first: a share of the travel, a factor of 5.
const NEAR: f64 = 0.19;
/// Most looks between the stations.
const LOOKS: usize = 12;
/// Nearby speeds that are tried where the rate jitters, as shares of the travel: from 2 % to 20 %.
const NUDGES: [f64; 8] = [0.0025, -0.0025, 0.005, -0.005, 0.01, -0.01, 0.02, -0.02];
/// While it sticks, friction rises to its highest; when it slips, it falls to its lowest. These
/// shares of the way between count as up and down: the body's own ringing stays between them.
const STICKS: f64 = 0.75;
const SLIPS: f64 = 0.4;
/// Friction that varies by less than this share slides steadily.
const STEADY: f64 = 0.05;
/// This near is near enough, and this near will do: slips are no clockwork.
const ENOUGH: f64 = 0.01;
const ALLOWED: f64 = 0.05;
/// As near as the rate is known is near enough, if that is not further off than this.
const UNSURE: f64 = 0.04;

/// How often it slips \[Hz\], and how well that is known (standard error, as a share).
#[derive(Clone, Copy)]
struct Slips {
    rate: f64,
    unsure: f64,
}

pub(super) fn can(params: &dyn Params) -> bool {
    params.as_any().is::<FrictionParams>()
}

/// A rubbing on the test bench.
struct Bench {
    sound: Box<dyn Sound>,
    speed: Knob,
    rate: Rate,
    /// What was found already, by position.
    known: Vec<(f64, Option<Slips>)>,
    /// Samples rendered so far.
    steps: usize,
}

impl Bench {
    fn new(params: &dyn Params) -> Result<Self, TargetError> {
        let rate = Rate::new(48_000.0)?;
        let mut sound = (urto::sounds::find("friction")?.make)();
        for (id, _) in leaves(params) {
            if let Some(value) = params.value(&id) {
                sound.set(&id, &value);
            }
        }
        // Here the hand is a machine's and the ground is even: a rate belongs to one speed.
        let still = [
            ("gesture.motion", Value::Curve(Curve::constant(1.0))),
            ("gesture.press", Value::Curve(Curve::constant(1.0))),
            ("gesture.tremor", Value::Number(0.0)),
            ("unevenness", Value::Number(0.0)),
            ("variation", Value::Number(0.0)),
        ];
        for (key, value) in still {
            if let Ok(id) = params.table().find(key) {
                sound.set(&id, &value);
            }
        }
        sound.prepare(rate, 512);
        let speed = Knob::new(params, "velocity").ok_or_else(|| TargetError::Unknown {
            key: KEY.to_owned(),
            suggestion: None,
            known: Vec::new(),
        })?;
        Ok(Self {
            sound,
            speed,
            rate,
            known: Vec::new(),
            steps: 0,
        })
    }

    /// How often it slips at a speed; `None` if it slides or sticks for good.
    fn slips(&mut self, speed: f64) -> Option<Slips> {
        self.sound.reset(0);
        self.sound.set(&self.speed.id, &Value::Number(speed));
        self.sound.event(0, Event::trigger(1.0));
        let frames = |seconds: f64| (seconds * self.rate.hertz()) as usize;
        let mut skipped = vec![0.0; frames(SETTLE)];
        self.sound.render(&[], &mut [&mut skipped]);
        let (most, look) = (frames(COUNT) / STRIDE, frames(LOOK) / STRIDE);
        let mut forces: Vec<f64> = Vec::with_capacity(most);
        let mut slips = Vec::new();
        while forces.len() < most {
            for _ in 0..look {
                let mut samples = [0.0f32; STRIDE];
                self.sound.render(&[], &mut [&mut samples]);
                forces.push(self.sound.taps().force.abs());
            }
            // Slow slips may lie further apart than a look.
            let lately = &forces[forces.len().saturating_sub(2 * look)..];
            if forces.len() >= 2 * look && slides(lately) {
                self.steps += frames(SETTLE) + forces.len() * STRIDE;
                return None;
            }
            slips = falls(&forces);
            if slips.len() > SLIPS_ENOUGH || is_clock(&slips) {
                break;
            }
        }
        self.steps += frames(SETTLE) + forces.len() * STRIDE;
        let time = (slips.last()? - slips.first()?) as f64 * STRIDE as f64 * self.rate.step();
        (slips.len() > 2).then(|| Slips {
            rate: (slips.len() - 1) as f64 / time,
            unsure: unsure(&slips),
        })
    }

    /// How often it slips at a position; what was rendered once is known.
    fn at(&mut self, position: f64) -> Option<Slips> {
        let known = self.known.iter().find(|(at, _)| *at == position);
        if let Some((_, rate)) = known {
            return *rate;
        }
        let rate = self.slips(speed_at(position));
        self.known.push((position, rate));
        rate
    }

    /// Speeds to try, as positions not further than `room` from a place: evenly, and closer where
    /// slipping begins and ends. Tells the rates too.
    fn survey(&mut self, place: f64, room: f64) -> Vec<(f64, Option<Slips>)> {
        let mut all: Vec<(f64, Option<Slips>)> = (0..=STATIONS)
            .map(|n| f64::from(n) / f64::from(STATIONS))
            .filter(|at| (at - place).abs() <= room)
            .map(|at| (at, self.at(at)))
            .collect();
        for _ in 0..HALVINGS {
            let edges = all
                .windows(2)
                .filter(|pair| pair[0].1.is_some() != pair[1].1.is_some());
            let middles: Vec<f64> = edges.map(|pair| 0.5 * (pair[0].0 + pair[1].0)).collect();
            for at in middles {
                all.push((at, self.at(at)));
            }
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        all
    }
}

/// Whether friction stays as it is.
fn slides(forces: &[f64]) -> bool {
    let (low, high) = extent(forces.iter().copied());
    high - low < STEADY * high
}

/// When it slips: friction falls that was high.
fn falls(forces: &[f64]) -> Vec<usize> {
    let (low, high) = extent(forces.iter().copied());
    if slides(forces) {
        return Vec::new();
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
    slips
}

/// Whether slips come so evenly that their rate is known.
fn is_clock(slips: &[usize]) -> bool {
    slips.len() > SLIPS_FEW && unsure(slips) <= CLOCK
}

/// Standard error of the mean time from slip to slip, as a share of it.
fn unsure(slips: &[usize]) -> f64 {
    let times = slips.windows(2).map(|pair| (pair[1] - pair[0]) as f64);
    let count = times.clone().count() as f64;
    let mean = times.clone().sum::<f64>() / count;
    let spread = times.map(|time| (time - mean) * (time - mean)).sum::<f64>() / count;
    spread.sqrt() / (mean * count.sqrt())
}

fn speed_at(position: f64) -> f64 {
    SLOWEST * math::pow(FASTEST / SLOWEST, position.clamp(0.0, 1.0))
}

fn position_of(speed: f64) -> f64 {
    let share = math::log(speed.abs().max(SLOWEST) / SLOWEST) / math::log(FASTEST / SLOWEST);
    share.clamp(0.0, 1.0)
}

/// The speed at which a block in its grip would slip so often \[m/s\].
fn start(params: &dyn Params, wanted: f64) -> Option<f64> {
    let sound = params.as_any().downcast_ref::<FrictionParams>()?;
    let grip = &sound.first.mass;
    let w = TAU * grip.frequency;
    let drop = sound.rub.drop();
    let held = sound.first.kind == RubbedKind::Mass && drop > 0.0;
    held.then(|| 2.0 * drop * wanted / (grip.mass * w * w))
}

pub(super) fn measure(params: &dyn Params) -> Result<f64, TargetError> {
    let mut bench = Bench::new(params)?;
    let speed = bench.speed.now.abs();
    Ok(bench.slips(speed).map_or(f64::NAN, |slips| slips.rate))
}

pub(super) fn reachable(params: &dyn Params) -> Result<(f64, f64), TargetError> {
    let mut bench = Bench::new(params)?;
    let seen = bench.survey(0.5, 1.0);
    let rates = seen.into_iter().filter_map(|(_, slips)| Some(slips?.rate));
    Ok(extent(rates))
}

/// Meets a wish, and tells how many samples were rendered.
pub(super) fn solve(
    params: &mut dyn Params,
    wishes: &[&Wish],
) -> Result<(Vec<Met>, usize), TargetError> {
    let Some(wanted) = wishes.first().map(|wish| wish.value) else {
        return Ok((Vec::new(), 0));
    };
    let mut bench = Bench::new(params)?;
    let closed = start(params, wanted);
    let first = position_of(closed.unwrap_or(bench.speed.now));
    // A block that slides slips when it is a little faster.
    let faster = (0..FASTER_TRIES).map(|n| first + FASTER * n as f64);
    let mut tried = faster.filter(|at| closed.is_some() && *at <= 1.0);
    let begin = tried.find(|at| bench.at(*at).is_some()).unwrap_or(first);
    let mut found = {
        let mut search = Search::new(ENOUGH, |at| surely_off(bench.at(at), wanted));
        search.hasty = true;
        search.most = FIRST_LOOKS;
        // The rate grows as the speed does while a block slips; faster where that begins.
        let here = search.look(begin).off;
        let found = if begin > first && here > 0.0 {
            // Between sliding and slipping too often.
            search.within(begin - 0.5 * FASTER, begin)
        } else if here.abs() < STRAIGHT {
            search.slide(begin, math::log(FASTEST / SLOWEST))
        } else {
            None
        };
        let found = found.or_else(|| search.around(begin, ABOUT));
        found.map(|found| found.at)
    };
    // The closed form is right within a small factor, if it is a block that slips.
    for room in [NEAR, 1.0] {
        if found.is_none() {
            let seen = bench.survey(begin, room);
            found = among(&mut bench, &seen, wanted).or_else(|| nearest(&bench, wanted));
        }
    }
    let known = bench.known.iter();
    let rates: Vec<(f64, f64)> = known
        .filter_map(|(at, slips)| Some((*at, (*slips)?.rate)))
        .collect();
    let got = found.and_then(|found| rates.iter().find(|(at, _)| *at == found));
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
    let met = Met {
        key: KEY,
        wanted,
        got,
    };
    Ok((vec![met], bench.steps))
}

/// Where it came near enough, if anywhere.
fn nearest(bench: &Bench, wanted: f64) -> Option<f64> {
    let far = |known: &(f64, Option<Slips>)| off(known.1, wanted).abs();
    let near = bench.known.iter().filter(|known| far(known) <= ALLOWED);
    near.min_by(|a, b| far(a).total_cmp(&far(b)))
        .map(|known| known.0)
}

/// How far a rate is from the wanted one, as a logarithm.
fn off(slips: Option<Slips>, wanted: f64) -> f64 {
    slips.map_or(f64::NAN, |slips| math::log(slips.rate / wanted))
}

/// The same; not at all if it is not known better.
fn surely_off(slips: Option<Slips>, wanted: f64) -> f64 {
    let off = off(slips, wanted);
    match slips {
        Some(slips) if off.abs() <= slips.unsure.min(UNSURE) => 0.0,
        _ => off,
    }
}

/// Searches between neighbours that have the value between them, then close to what came nearest.
fn among(bench: &mut Bench, seen: &[(f64, Option<Slips>)], wanted: f64) -> Option<f64> {
    let mut search = Search::new(ENOUGH, |at| surely_off(bench.at(at), wanted));
    // A leap to another motion is left early.
    search.hasty = true;
    search.most = seen.len() + LOOKS;
    for pair in seen.windows(2) {
        if let [(a, Some(_)), (b, Some(_))] = pair
            && let Some(found) = search.within(*a, *b)
        {
            return Some(found.at);
        }
    }
    let best = search.best()?;
    if best.off.abs() > ALLOWED {
        return None;
    }
    NUDGES.into_iter().find_map(|nudge| {
        let there = search.look((best.at + nudge).clamp(0.0, 1.0));
        (there.off.abs() <= ENOUGH).then_some(there.at)
    })
}
