//! Crumpling's drifts: from a start to an end.

use urto::Rate;
use urto::param::Value;
use urto::sound::Event;

const RATE: f64 = 48_000.0;

/// A crumpled sheet with these settings.
fn crumpled(settings: &[(&str, f64)]) -> Vec<f32> {
    let entry = urto::sounds::find("crumpling").unwrap();
    let mut sound = (entry.make)();
    for (key, value) in settings {
        sound.set(&entry.table.find(key).unwrap(), &Value::Number(*value));
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.event(0, Event::trigger(1.0));
    let mut out = vec![0.0f32; RATE as usize];
    sound.render(&[], &mut [&mut out]);
    out
}

/// RMS frequency \[Hz\]: half the rate times the share of the first difference in the energy.
fn brightness(samples: &[f32]) -> f64 {
    let power = |all: &mut dyn Iterator<Item = f32>| all.map(|x| f64::from(x * x)).sum::<f64>();
    let steep = power(&mut samples.windows(2).map(|w| w[1] - w[0]));
    (steep / power(&mut samples.iter().copied())).sqrt() * RATE / urto::math::TAU
}

/// The keys of before are the ends, and starts of 1 sound as before.
#[test]
fn old_keys_are_the_ends() {
    let table = urto::sounds::find("crumpling").unwrap().table;
    for key in ["mass", "decay", "frequency"] {
        let [old, new] = ["", "_end"].map(|end| table.find(&format!("drift.{key}{end}")).unwrap());
        assert_eq!(old, new);
    }
    let old = crumpled(&[("drift.mass", 0.3), ("drift.frequency", 2.0)]);
    let new = crumpled(&[("drift.mass_end", 0.3), ("drift.frequency_end", 2.0)]);
    assert!(old == new);
}

/// A start and an end of 2 are higher than both of a half, all the way, and a start alone is heard
/// at the start.
#[test]
fn starts_and_ends_are_heard() {
    let pair = |start: f64, end: f64| {
        crumpled(&[
            ("room.level", 0.0),
            ("drift.frequency_start", start),
            ("drift.frequency_end", end),
        ])
    };
    let (low, high, falling) = (pair(0.5, 0.5), pair(2.0, 2.0), pair(2.0, 0.5));
    println!("{} {}", brightness(&low), brightness(&high));
    assert!(brightness(&high) > 1.2 * brightness(&low));
    let (first, last) = falling.split_at(falling.len() / 8);
    let rest = &last[last.len() / 2..];
    assert!(
        brightness(first) > brightness(rest),
        "{} {}",
        brightness(first),
        brightness(rest)
    );
}
