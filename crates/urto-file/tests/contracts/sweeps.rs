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

/// How rough N states from end to end are, each heard for some samples: the rougher end, and the
/// roughest of all; and how saturated the most saturated one is.
fn standing(
    entry: &Entry,
    id: &ParamId,
    range: Range,
    states: usize,
    (samples, seed): (usize, u64),
) -> (f64, f64, f64) {
    let mut heard = (0..states).map(|n| {
        let mut out = Vec::new();
        let value = range.value_at(n as f64 / (states - 1) as f64);
        let mut sound = prepared(entry, id, value, seed);
        render(sound.as_mut(), &mut out, samples);
        (roughness(&out), saturated(&out))
    });
    let (first, mut hides) = heard.next().unwrap_or_default();
    let (mut last, mut most) = (first, first);
    for (each, hidden) in heard {
        last = each;
        hides = hides.max(hidden);
        // Beside one that is limited, nothing could be rough.
        if each <= LIMITED {
            most = most.max(each);
        }
    }
    (first.max(last), most, hides)
}

/// Pieces that bounce on each other go another way after the smallest change, as they do with another
/// seed: how strong their blows can be, no single course tells.
const CHAOTIC: [&str; 1] = ["breaking"];

/// The states that a sweep which seems rough is held against: more of them, each for 2 s.
fn closer(entry: &Entry, id: &ParamId, range: Range) -> f64 {
    let seeds = if CHAOTIC.contains(&entry.key) { 24 } else { 1 };
    let more = (2..=seeds).map(|seed| standing(entry, id, range, 2, (HEARD, seed)).1);
    let fine = standing(entry, id, range, 25, (BEFORE + 96_000, 1)).1;
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

pub fn sweeps_do_not_click(entry: &Entry) {
    let mut all = 0;
    let mut louder_between = Vec::new();
    let mut rough = Vec::new();
    let mut saturated_states = Vec::new();
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
        // What is 80 dB below full scale is no click.
        let (ends, most, mut hides) = standing(entry, &id, range, 7, (HEARD, 1));
        let key = sound.params().table().key_of(&id).unwrap_or_default();
        let mut still = most.max(1e-4);
        for up in [true, false] {
            all += 1;
            let (moved, hidden) = sweep(entry, &id, range, up);
            hides = hides.max(hidden);
            let beyond_ends = moved > 3.0 * ends.max(1e-4);
            if moved > 3.0 * still {
                still = still.max(closer(entry, &id, range));
            }
            if !beyond_ends {
                continue;
            }
            let (way, ratio) = (if up { "up" } else { "down" }, moved / still);
            if moved > 3.0 * still {
                rough.push(format!("{} {key} {way}: {ratio:.1}", entry.key));
            }
            louder_between.push(format!(
                "| `{}` | `{key}` | {way} | {moved:.4} | {ends:.4} | {still:.4} |",
                entry.key
            ));
        }
        // Who turns up the level itself asks for just that.
        if hides > MOST_FULL && key != LEVEL {
            saturated_states.push(format!(
                "{} {key}: {:.0} % of a moment",
                entry.key,
                100.0 * hides
            ));
        }
    }
    println!("{}", louder_between.join("\n"));
    let count = louder_between.len();
    println!("{count} of {all} sweeps are rougher between their ends than three times there");
    assert!(
        rough.is_empty(),
        "{} of {all} sweeps are rough:\n{}",
        rough.len(),
        rough.join("\n")
    );
    assert!(
        saturated_states.is_empty(),
        "saturated on the way:\n{}",
        saturated_states.join("\n")
    );
}
