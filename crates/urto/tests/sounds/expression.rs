//! What events tell besides their strength: pitch, pressure and place move what a sound says they
//! move, for that gesture.

use urto::catalogue::Catalogue;
use urto::param::{Value, number_of};
use urto::sound::{Entry, Event, Expression, ModeLevel, Sound};
use urto::{Ledger, Rate};

const RATE: f64 = 48_000.0;
const FRAMES: usize = 9600;

fn prepared(entry: &Entry) -> Box<dyn Sound> {
    let mut sound = (entry.make)();
    sound.prepare(Rate::new(RATE).unwrap(), 64);
    sound
}

fn heard(sound: &mut dyn Sound, frames: usize) -> Vec<f32> {
    let mut out = vec![0.0; frames];
    sound.render(&[], &mut [&mut out]);
    out
}

/// Where energy went when a gesture tells more, and what was heard.
fn told(entry: &Entry, expression: Expression) -> (Ledger, Vec<f32>) {
    let mut sound = prepared(entry);
    sound.event(0, Event::with(1.0, expression));
    let heard = heard(sound.as_mut(), FRAMES / 2);
    (sound.ledger(), heard)
}

/// The same when numbers are set before.
fn set(entry: &Entry, values: &[(&str, f64)]) -> (Ledger, Vec<f32>) {
    let mut sound = prepared(entry);
    for (key, value) in values {
        let id = entry.table.find(key).unwrap();
        sound.set(&id, &Value::Number(*value));
    }
    sound.event(0, Event::trigger(1.0));
    let heard = heard(sound.as_mut(), FRAMES / 2);
    (sound.ledger(), heard)
}

/// The defaults of some numbers times a factor.
fn times(entry: &Entry, keys: &[&'static str], factor: f64) -> Vec<(&'static str, f64)> {
    let sound = (entry.make)();
    let value = |key: &&'static str| {
        let id = entry.table.find(key).unwrap();
        (*key, factor * number_of(sound.params(), &id).unwrap().0)
    };
    keys.iter().map(value).collect()
}

/// A gesture that tells more moves bodies as one for which the parameters were set, to the last
/// bit; its level may be another, as numbers that are set are rehearsed.
#[test]
fn what_is_told_is_as_if_it_were_set() {
    let (mut pitched, mut pressed, mut placed) = (0, 0, 0);
    for entry in Catalogue::of_urto().sounds() {
        let (keys, none) = (entry.expression, Expression::default());
        let plain = set(entry, &[]);
        assert!(told(entry, none) == plain, "{}", entry.key);
        let whole = none.with_pitch(1.0).with_pressure(1.0);
        assert!(told(entry, whole) == plain, "{}: factors of 1", entry.key);
        let check = |told: (Ledger, Vec<f32>), values: &[(&str, f64)], count: &mut usize| {
            assert_eq!(told.0, set(entry, values).0, "{}: {values:?}", entry.key);
            *count += usize::from(told != plain);
        };
        let values = times(entry, keys.pitch, 1.5);
        check(told(entry, none.with_pitch(1.5)), &values, &mut pitched);
        let values = times(entry, keys.pressure, 0.5);
        check(told(entry, none.with_pressure(0.5)), &values, &mut pressed);
        let at = keys.place.map(|axis| {
            let range = axis.range(entry.table).unwrap();
            (axis.key, axis.value(&range, 0.9))
        });
        let values: Vec<_> = at.into_iter().collect();
        check(told(entry, none.with_place(0.9)), &values, &mut placed);
    }
    println!("heard: {pitched} pitches, {pressed} pressures, {placed} places");
    assert!(
        pitched >= 16 && pressed >= 11 && placed >= 11,
        "{pitched} {pressed} {placed}"
    );
}

/// Frequencies of the modes that move \[Hz\].
fn partials(sound: &dyn Sound) -> Vec<f64> {
    let mut modes = [ModeLevel::default(); 512];
    let count = sound.modes(&mut modes);
    modes[..count]
        .iter()
        .map(|mode| f64::from(mode.frequency))
        .collect()
}

/// The period that a signal repeats itself with best, as a frequency \[Hz\].
fn repeats(signal: &[f32]) -> f64 {
    let half = signal.len() / 2;
    let alike = |lag: usize| -> f64 {
        let both = signal[..half].iter().zip(&signal[lag..]);
        let (mut product, mut power) = (0.0, 1e-12);
        for (a, b) in both {
            product += f64::from(*a) * f64::from(*b);
            power += f64::from(*b) * f64::from(*b);
        }
        product / power.sqrt()
    };
    let best = (60..800).max_by(|a, b| alike(*a).total_cmp(&alike(*b)));
    let best = best.unwrap();
    let [left, mid, right] = [best - 1, best, best + 1].map(alike);
    let off = 0.5 * (left - right) / (left - 2.0 * mid + right);
    RATE / (best as f64 + off)
}

/// The partials of every sound that has a pitch move by the ratio that is told, and back with the
/// next gesture; what else sounds (a support, a floor) stays.
#[test]
fn pitch_moves_the_partials_by_its_ratio() {
    for entry in Catalogue::of_urto().sounds() {
        if entry.expression.pitch.is_empty() {
            continue;
        }
        for ratio in [0.75, 1.25] {
            let mut sound = prepared(entry);
            // A hold that stiffens under pressure has no pitch of its own.
            if let Ok(hardening) = entry.table.find("surface.hardening") {
                sound.set(&hardening, &Value::Number(0.0));
            }
            let mut play = |expression: Expression, again: bool| {
                if again {
                    sound.reset(0);
                }
                sound.event(0, Event::with(1.0, expression));
                let out = heard(sound.as_mut(), FRAMES);
                (partials(sound.as_ref()), out)
            };
            let none = Expression::default();
            let (before, _) = play(none, true);
            let (after, out) = play(none.with_pitch(ratio), true);
            let (back, _) = play(none, false);
            if before.is_empty() {
                // A string: heard, not seen.
                let own = entry.table.find("string.pitch").unwrap();
                let (open, _) = number_of(sound.params(), &own).unwrap();
                let pitch = repeats(&out[FRAMES / 2..]);
                let off = pitch / (ratio * open) - 1.0;
                assert!(off.abs() < 0.02, "{}: {pitch} Hz", entry.key);
                continue;
            }
            let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-3;
            let among = |all: &[f64], one: f64| all.iter().any(|own| near(*own, one));
            let moved = before.iter().filter(|was| among(&after, ratio * **was));
            let stayed = before.iter().filter(|was| among(&after, **was));
            let (moved, stayed, all) = (moved.count(), stayed.count(), before.len());
            println!(
                "{} {ratio}: {moved} moved, {stayed} stayed of {all}",
                entry.key
            );
            assert!(moved > 0, "{}", entry.key);
            if entry.built_on.contains(&"chance") {
                // Of a crowd of pieces, those are seen that ring just then.
                assert!(2 * (moved + stayed) > all, "{}", entry.key);
            } else {
                assert!(moved + stayed >= all, "{}", entry.key);
                let came = before.iter().all(|was| among(&back, *was));
                assert!(came, "{} came back as {back:?}", entry.key);
            }
        }
    }
}

/// A reset forgets what was told; so does preparing; a number that is set meanwhile counts.
#[test]
fn what_was_told_is_forgotten_and_what_is_set_is_kept() {
    let entry = urto::sounds::find("impact").unwrap();
    let mut sound = prepared(entry);
    sound.event(0, Event::trigger(1.0));
    let plain = heard(sound.as_mut(), FRAMES);
    for again in [false, true] {
        let expression = Expression::default().with_pitch(2.0).with_place(0.5);
        sound.event(0, Event::with(1.0, expression));
        heard(sound.as_mut(), FRAMES);
        if again {
            sound.prepare(Rate::new(RATE).unwrap(), 64);
        } else {
            sound.reset(0);
        }
        sound.event(0, Event::trigger(1.0));
        assert!(heard(sound.as_mut(), FRAMES) == plain);
    }
    let tuning = entry.table.find("body.tuning").unwrap();
    let before = partials(sound.as_ref())[0];
    sound.event(0, Event::with(1.0, Expression::default().with_pitch(1.5)));
    heard(sound.as_mut(), FRAMES);
    sound.set(&tuning, &Value::Number(0.5));
    heard(sound.as_mut(), FRAMES);
    let both = partials(sound.as_ref())[0];
    assert!((both / before - 0.75).abs() < 1e-3, "{both} {before}");
    assert_eq!(sound.params().value(&tuning), Some(Value::Number(0.5)));
}
