//! What a sound did is told to its host: touches, partings, slips and rest.

use urto::Rate;
use urto::param::Value;
use urto::sound::{ContactWatch, Event, Happening, Occurrence, TapSignals};

const RATE: f64 = 48_000.0;

/// Plays a sound in blocks of a size and collects what happened.
fn happened(key: &str, settings: &[(&str, f64)], seconds: f64, block: usize) -> Vec<Occurrence> {
    let rate = Rate::new(RATE).unwrap();
    let entry = urto::sounds::find(key).unwrap();
    let mut sound = (entry.make)();
    for (key, value) in settings {
        let id = sound.params().table().find(key).unwrap();
        sound.set(&id, &Value::Number(*value));
    }
    sound.prepare(rate, block);
    sound.reset(1);
    sound.event(0, Event::trigger(1.0));
    let mut watch = ContactWatch::of(entry, rate);
    let mut all = Vec::new();
    let [mut out, mut force, mut speed] = [0; 3].map(|_| vec![0.0; block]);
    for _ in 0..(seconds * RATE) as usize / block {
        let mut taps = TapSignals {
            force: &mut force,
            speed: &mut speed,
            ..TapSignals::default()
        };
        sound.render_tapped(&[], &mut [&mut out], &mut taps);
        watch.read(&force, &speed, |occurrence| all.push(occurrence));
    }
    all
}

fn of(all: &[Occurrence], what: Happening) -> Vec<Occurrence> {
    all.iter().filter(|one| one.what == what).copied().collect()
}

#[test]
fn a_blow_touches_parts_and_rests() {
    for velocity in [0.3, 1.0, 5.0] {
        let all = happened("impact", &[("velocity", velocity)], 1.0, 480);
        assert_eq!(all[0].what, Happening::Touch);
        assert!(
            (all[0].strength / velocity - 1.0).abs() < 0.1,
            "{velocity}: {all:?}"
        );
        assert_eq!(all[1].what, Happening::Parting);
        assert!(all[1].strength > 0.0);
        assert_eq!(all.last().unwrap().what, Happening::Rest, "{all:?}");
        assert_eq!(of(&all, Happening::Rest).len(), 1);
    }
}

/// On rigid ground a ball's touches follow `v' = e·v`, so each is slower and sooner than the last.
#[test]
fn bounces_come_weaker_and_sooner() {
    let settings = [("variation", 0.0), ("falling.sphericity", 1.0)];
    let all = happened("bouncing", &settings, 3.0, 512);
    let touches = of(&all, Happening::Touch);
    assert!(touches.len() >= 4, "{all:?}");
    for pair in touches[..4].windows(2) {
        assert!(pair[1].strength < pair[0].strength, "{touches:?}");
    }
    let waits: Vec<u64> = touches[..4]
        .windows(2)
        .map(|pair| pair[1].sample - pair[0].sample)
        .collect();
    assert!(waits.windows(2).all(|two| two[1] < two[0]), "{waits:?}");
}

/// A bowed string slips once per period.
#[test]
fn a_bowed_string_slips_at_its_pitch() {
    let all = happened("bowed_string", &[("vibrato", 0.0)], 2.0, 512);
    let late = of(&all, Happening::Slip);
    let late: Vec<_> = late.iter().filter(|one| one.sample > 48_000).collect();
    let mut pitch = 0.0;
    let mut sound = urto::sounds::make("bowed_string").unwrap();
    sound.reset(0);
    let id = sound.params().table().find("string.pitch").unwrap();
    if let Some(Value::Number(value)) = sound.params().value(&id) {
        pitch = value;
    }
    let [first, last] = [late[0], late[late.len() - 1]];
    let rate = (late.len() - 1) as f64 * RATE / (last.sample - first.sample) as f64;
    assert!((rate / pitch - 1.0).abs() < 0.02, "{rate} of {pitch}");
    assert!(late.iter().all(|one| one.strength > 0.05), "{late:?}");
}

#[test]
fn blocks_of_any_size_tell_the_same() {
    for key in ["impact", "bouncing", "friction"] {
        let expected = happened(key, &[], 0.96, 480);
        assert!(!expected.is_empty(), "{key}");
        for block in [1, 64, 960] {
            assert_eq!(happened(key, &[], 0.96, block), expected, "{key} {block}");
        }
    }
}
