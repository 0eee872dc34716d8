//! Live control: a parameter swept from end to end in 50 ms does not click. The largest second
//! difference of the samples stays within three times that of the states on the way: the two ends,
//! and some between, since a thing may be silent at both ends and squeal in the middle.
//!
//! Sounds that live by chance are compared with what chance does: a sweep that seems rough is held
//! against more states of the same seed, each heard for longer, so that rare strong events show (a
//! crack of a power law). A state that reaches full scale is no reference.
//!
//! No state on the way is saturated, neither held nor passed through: that would hide what a sweep does
//! behind the limiter's own sound, as silence would hide it (see `every_sound::play_macros`).
//!
//! Those that are rougher than three times their two ends alone are counted and printed beside the
//! held state that explains each (docs/live.md has the table).

use crate::full;
use urto::Rate;
use urto::param::{Kind, ParamId, Range, Update, Value, leaves};
use urto::sound::{Entry, Event, Sound};

const RATE: f64 = 48_000.0;
/// When the sweep begins, how long it lasts, and how long is listened on \[samples\].
const BEFORE: usize = 7_200;
const SWEEP: usize = 2_400;
const AFTER: usize = 4_800;
/// A second difference beyond this, of 4 at most, is one of a signal that reaches full scale.
const LIMITED: f64 = 1.0;
const HEARD: usize = BEFORE + SWEEP + AFTER;
/// A host sends changes so often \[samples\].
const OFTEN: usize = 48;

fn prepared(entry: &Entry, id: &ParamId, value: f64, seed: u64) -> Box<dyn Sound> {
    let mut sound = (entry.make)();
    sound.set(id, &Value::Number(value));
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.reset(seed);
    sound.event(0, Event::trigger(1.0));
    sound
}

fn render(sound: &mut dyn Sound, out: &mut Vec<f32>, samples: usize) {
    let start = out.len();
    out.resize(start + samples, 0.0);
    sound.render(&[], &mut [&mut out[start..]]);
}

/// Samples of a moment that is looked at for saturation: 50 ms. A blow that is too loud is over by then.
const MOMENT: usize = 2_400;
/// The limiter, which bends from 0.9 on, gives this for full scale and a little more.
const FULL: f32 = 0.98;
/// How much of a moment may be beyond full scale. A tone that is 1 dB too loud is there for 29 % of it.
pub const MOST_FULL: f64 = 0.25;
/// A peak of -70 dBFS: what is below is silent.
const SILENT: f32 = 3.16e-4;
/// A peak of -50 dBFS: a sound that does not reach it by default while it is listened to (it comes up
/// slowly) may be silent elsewhere too.
const AUDIBLE: f32 = 3.16e-3;

/// How much of the worst moment is beyond full scale.
pub fn saturated(samples: &[f32]) -> f64 {
    let share = |moment: &[f32]| {
        let full = moment.iter().filter(|sample| sample.abs() > FULL);
        full.count() as f64 / MOMENT as f64
    };
    samples.chunks(MOMENT).map(share).fold(0.0, f64::max)
}

/// The largest second difference, once the attack is over.
fn roughness(samples: &[f32]) -> f64 {
    let late = &samples[BEFORE - OFTEN..];
    let second = |w: &[f32]| f64::from(w[2] - 2.0 * w[1] + w[0]).abs();
    late.windows(3).map(second).fold(0.0, f64::max)
}

/// A state that is held.
#[derive(Clone, Copy)]
struct State {
    rough: f64,
    /// How much of its worst moment is beyond full scale.
    hides: f64,
    peak: f32,
}

impl State {
    /// Beside one that is limited nothing could be rough, and beside one that is silent everything is.
    /// (One that hides in the limiter without being rough fails by that, unless its level was asked for.)
    fn is_reference(&self) -> bool {
        self.rough <= LIMITED && self.peak >= SILENT
    }
}

fn held(entry: &Entry, id: &ParamId, value: f64, (samples, seed): (usize, u64)) -> State {
    let mut out = Vec::new();
    let mut sound = prepared(entry, id, value, seed);
    render(sound.as_mut(), &mut out, samples);
    State {
        rough: roughness(&out),
        hides: saturated(&out),
        peak: out.iter().fold(0.0, |most, x| most.max(x.abs())),
    }
}

/// States from end to end, evenly.
struct Standing(Vec<State>);

impl Standing {
    /// N states, each heard for some samples.
    fn of(entry: &Entry, id: &ParamId, range: Range, states: usize, heard: (usize, u64)) -> Self {
        let each = |n: usize| {
            let value = range.value_at(n as f64 / (states - 1) as f64);
            held(entry, id, value, heard)
        };
        Self((0..states).map(each).collect())
    }

    /// The roughest of these that is a reference.
    fn roughest<'a>(states: impl IntoIterator<Item = &'a State>) -> Option<f64> {
        let fair = states.into_iter().filter(|state| state.is_reference());
        fair.map(|state| state.rough).max_by(f64::total_cmp)
    }

    /// The rougher end; 0 if neither is a reference.
    fn ends(&self) -> f64 {
        let ends = self.0.iter().take(1).chain(self.0.last());
        Self::roughest(ends).unwrap_or(0.0)
    }

    /// The roughest of all; nothing if none is a reference.
    fn most(&self) -> Option<f64> {
        Self::roughest(&self.0)
    }

    /// How saturated the most saturated one is.
    fn hides(&self) -> f64 {
        self.0.iter().map(|state| state.hides).fold(0.0, f64::max)
    }

    /// The places of those that are silent, from 0 at the low end to 1.
    fn silent(&self) -> Vec<f64> {
        let last = (self.0.len() - 1) as f64;
        let silent = self.0.iter().enumerate();
        let silent = silent.filter(|(_, state)| state.peak < SILENT);
        silent.map(|(n, _)| n as f64 / last).collect()
    }
}

/// Pieces that bounce on each other go another way after the smallest change, as they do with another
/// seed: how strong their blows can be, no single course tells.
const CHAOTIC: [&str; 1] = ["breaking"];

/// The states that a sweep which seems rough is held against: more of them, each for 2 s.
fn closer(entry: &Entry, id: &ParamId, range: Range) -> f64 {
    let seeds = if CHAOTIC.contains(&entry.key) { 24 } else { 1 };
    let most = |states: usize, heard: (usize, u64)| {
        let standing = Standing::of(entry, id, range, states, heard);
        standing.most().unwrap_or(0.0)
    };
    let more = (2..=seeds).map(|seed| most(2, (HEARD, seed)));
    let fine = most(25, (BEFORE + 96_000, 1));
    more.fold(fine, f64::max)
}

/// How rough a sweep is, and how saturated.
fn sweep(entry: &Entry, id: &ParamId, range: Range, up: bool) -> (f64, f64) {
    let (from, to) = if up { (0.0, 1.0) } else { (1.0, 0.0) };
    let mut out = Vec::new();
    let mut sound = prepared(entry, id, range.value_at(from), 1);
    render(sound.as_mut(), &mut out, BEFORE);
    for step in 1..=SWEEP / OFTEN {
        let share = (step * OFTEN) as f64 / SWEEP as f64;
        let value = range.value_at(from + share * (to - from));
        sound.set(id, &Value::Number(value));
        render(sound.as_mut(), &mut out, OFTEN);
    }
    render(sound.as_mut(), &mut out, AFTER);
    (roughness(&out), saturated(&out))
}

/// How loud a sound is to be, 24 dB more than usual at most.
const LEVEL: &str = "level";

/// A sample has one parameter out of N.
const SAMPLE: usize = 16;

/// What a sound's sweeps have shown.
#[derive(Default)]
struct Found {
    all: usize,
    louder_between: Vec<String>,
    rough: Vec<String>,
    saturated: Vec<String>,
    silent: Vec<String>,
    alone: Vec<String>,
}

impl Found {
    /// Sweeps a parameter up and down, and holds it against states on the way.
    fn try_one(&mut self, entry: &Entry, id: &ParamId, key: &str, range: Range) {
        let standing = Standing::of(entry, id, range, 7, (HEARD, 1));
        let mut hides = standing.hides();
        // What is 80 dB below full scale is no click.
        let ends = standing.ends().max(1e-4);
        let most = standing.most();
        let mut still = most.unwrap_or(0.0).max(1e-4);
        for up in [true, false] {
            self.all += 1;
            let (moved, hidden) = sweep(entry, id, range, up);
            hides = hides.max(hidden);
            // Nothing between is a reference either: that is said below.
            if moved <= 3.0 * ends || most.is_none() {
                continue;
            }
            if moved > 3.0 * still {
                still = still.max(closer(entry, id, range));
            }
            let (way, ratio) = (if up { "up" } else { "down" }, moved / still);
            if moved > 3.0 * still {
                self.rough.push(format!("{key} {way}: {ratio:.1}"));
            }
            self.louder_between.push(format!(
                "| `{}` | `{key}` | {way} | {moved:.4} | {ends:.4} | {still:.4} |",
                entry.key
            ));
        }
        // Who turns up the level itself asks for just that.
        if hides > MOST_FULL && key != LEVEL {
            let percent = 100.0 * hides;
            self.saturated.push(format!("{key}: {percent:.0} %"));
        }
        self.hear(entry, key, &standing);
    }

    /// Looks for states that are silent by mistake.
    fn hear(&mut self, entry: &Entry, key: &str, standing: &Standing) {
        let silent = standing.silent();
        if usual(entry) < AUDIBLE {
            return;
        }
        if standing.most().is_none() {
            self.alone.push(key.to_owned());
        }
        let by_mistake = silent
            .iter()
            .filter(|at| may_be_silent(key, **at).is_none());
        let places: Vec<String> = by_mistake.map(|at| format!("{at:.2}")).collect();
        if !places.is_empty() {
            self.silent.push(format!("{key} at {}", places.join(" ")));
        }
    }
}

/// The peak of a sound as it is by default, while it is listened to.
fn usual(entry: &Entry) -> f32 {
    let mut out = Vec::new();
    let mut sound = (entry.make)();
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.reset(1);
    sound.event(0, Event::trigger(1.0));
    render(sound.as_mut(), &mut out, HEARD);
    out.iter().fold(0.0, |most, x| most.max(x.abs()))
}

/// A parameter that may silence a sound, by its key or the end of it; between which places, from 0 at
/// the low end to 1; and why that is right.
struct Silences {
    key: &'static str,
    places: [f64; 2],
    /// For who reads a failure.
    why: &'static str,
}

const fn low(key: &'static str, to: f64, why: &'static str) -> Silences {
    let places = [0.0, to];
    Silences { key, places, why }
}

const fn high(key: &'static str, from: f64, why: &'static str) -> Silences {
    let places = [from, 1.0];
    Silences { key, places, why }
}

const MAY_SILENCE: &[Silences] = &[
    low(LEVEL, 0.4, "it is turned down"),
    low("bow.normal_force", 0.0, "it does not touch"),
    high("static_friction", 1.0, "it sticks fast"),
    Silences {
        key: "velocity",
        places: [0.5, 0.5],
        why: "from one way to the other: it stands still",
    },
];

fn may_be_silent(key: &str, at: f64) -> Option<&'static str> {
    let named = |own: &&Silences| {
        let rest = key.strip_suffix(own.key);
        let named = rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        named && (own.places[0]..=own.places[1]).contains(&at)
    };
    MAY_SILENCE.iter().find(named).map(|own| own.why)
}

pub fn sweeps_do_not_click(entry: &Entry) {
    let mut found = Found::default();
    let sound = (entry.make)();
    let live = leaves(sound.params()).into_iter().filter(|(_, spec)| {
        matches!(spec.kind, Kind::Number(_))
            && matches!(spec.update, Update::Sample | Update::Block)
    });
    // Sounds share their tables: each starts elsewhere, so that a sample sees most of them.
    let first = entry.key.bytes().map(usize::from).sum::<usize>();
    for (number, (id, spec)) in live.enumerate() {
        if !full() && (number + first) % SAMPLE != 0 {
            continue;
        }
        let Kind::Number(range) = spec.kind else {
            continue;
        };
        let key = sound.params().table().key_of(&id).unwrap_or_default();
        found.try_one(entry, &id, &key, range);
    }
    println!("{}", found.louder_between.join("\n"));
    let (all, count) = (found.all, found.louder_between.len());
    println!("{count} of {all} sweeps are rougher between their ends than three times there");
    let faults = [
        (
            "sweeps are rougher than three times any state on the way",
            found.rough,
        ),
        (
            "parameters are saturated on the way, for a share of a moment",
            found.saturated,
        ),
        (
            "parameters have silent states, though the sound is audible by default",
            found.silent,
        ),
        (
            "parameters have no state that could be a reference",
            found.alone,
        ),
    ];
    let told: Vec<String> = faults
        .iter()
        .filter(|(_, keys)| !keys.is_empty())
        .map(|(what, keys)| format!("{}: {} {what}:\n{}", entry.key, keys.len(), keys.join("\n")))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}
