//! No two blows are alike, unless one asks for it.

use urto::Rate;
use urto::catalogue::Catalogue;
use urto::param::Value;
use urto::sound::{Event, Form, Sound};

const RATE: f64 = 48_000.0;
/// What is compared of each blow: 50 ms.
const FRAMES: usize = 2400;

fn blow(sound: &mut dyn Sound) -> Vec<f32> {
    sound.event(0, Event::trigger(1.0));
    let mut out = vec![0.0; FRAMES];
    sound.render(&[], &mut [&mut out]);
    out
}

/// Two blows of one run, the second when the first has died away, and the first of another seed.
fn blows(key: &str, variation: Option<f64>) -> [Vec<f32>; 3] {
    let catalogue = Catalogue::of_urto();
    let entry = catalogue.sound(key).unwrap();
    let mut sound = (entry.make)();
    if let Some(variation) = variation {
        let id = entry.table.find("variation").unwrap();
        sound.set(&id, &Value::Number(variation));
    }
    sound.prepare(Rate::new(RATE).unwrap(), 64);
    sound.reset(3);
    let first = blow(sound.as_mut());
    // A block of blows' own length divides any tail into whole parts of the sound's clock.
    let mut rest = vec![0.0; (sound.tail() * RATE) as usize / FRAMES * FRAMES + FRAMES];
    sound.render(&[], &mut [&mut rest]);
    let second = blow(sound.as_mut());
    sound.reset(4);
    [first, second, blow(sound.as_mut())]
}

/// How far two lie apart, as a share of the first.
fn apart(a: &[f32], b: &[f32]) -> f64 {
    let power = |samples: &mut dyn Iterator<Item = f32>| -> f64 {
        samples.map(|x| f64::from(x) * f64::from(x)).sum()
    };
    let difference = power(&mut a.iter().zip(b).map(|(a, b)| a - b));
    (difference / power(&mut a.iter().copied())).sqrt()
}

#[test]
fn no_two_blows_are_alike() {
    let catalogue = Catalogue::of_urto();
    let events = catalogue.sounds();
    let mut seen = 0;
    for entry in events.iter().filter(|entry| entry.form == Form::Event) {
        let [first, second, other] = blows(entry.key, None);
        for next in [&second, &other] {
            let apart = apart(&first, next);
            assert!(apart > 0.02, "{}: {apart}", entry.key);
        }
        seen += 1;
    }
    assert!(seen >= 3);
}

#[test]
fn blows_without_variation_are_alike() {
    let [first, second, other] = blows("impact", Some(0.0));
    assert_eq!(first, other);
    // What still rings of the first is 60 dB below it.
    assert!(apart(&first, &second) < 2e-3);
}
