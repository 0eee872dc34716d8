//! Bouncing things: a ball's intervals and energy, and what corners do.

use urto::Rate;
use urto::body::{BodyKind, MaterialKind};
use urto::contact::rebound_speed;
use urto::param::{ChoiceField, Value};
use urto::sound::{Event, Sound};

const RATE: f64 = 48_000.0;

fn choice<C: ChoiceField>(option: C) -> Value {
    Value::Choice(option.index())
}

/// A thing about to fall, with some parameters set.
fn falling(settings: &[(&str, Value)]) -> Box<dyn Sound> {
    let mut sound = (urto::sounds::find("bouncing").unwrap().make)();
    for (key, value) in settings {
        let id = sound.params().table().find(key).unwrap();
        sound.set(&id, value);
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.reset(1);
    sound.event(0, Event::trigger(1.0));
    sound
}

/// Ground so heavy that it hardly moves.
fn on_rock<'a>(more: &[(&'a str, Value)]) -> Vec<(&'a str, Value)> {
    let mut settings = vec![
        ("body.kind", choice(BodyKind::Block)),
        ("body.material", choice(MaterialKind::Stone)),
        ("body.size", Value::Number(5.0)),
        ("body.density", Value::Number(20.0)),
        ("variation", Value::Number(0.0)),
    ];
    settings.extend(more.iter().cloned());
    settings
}

/// Moments at which it starts to touch, and its speed then \[m/s\].
fn touches(sound: &mut dyn Sound, most: usize, seconds: f64) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    let mut open = true;
    let mut speed = 0.0;
    for n in 0..(seconds * RATE) as usize {
        let mut one = [0.0];
        sound.render(&[], &mut [&mut one]);
        let taps = sound.taps();
        if open && taps.force > 0.0 {
            found.push((n as f64 / RATE, speed));
            if found.len() == most {
                break;
            }
        }
        open = taps.force == 0.0;
        speed = taps.velocity;
    }
    found
}

/// On rigid ground every interval is `elasticity` times the last, and the speeds are those of
/// the contact law's closed form.
#[test]
fn intervals_shrink_by_the_restitution() {
    for share in [0.3, 0.6, 0.9] {
        let settings = on_rock(&[
            ("elasticity", Value::Number(share)),
            ("height", Value::Number(1.0)),
            ("stiffness", Value::Number(1e9)),
        ]);
        let mut sound = falling(&settings);
        let found = touches(sound.as_mut(), 8, 6.0);
        let first = (2.0f64 * 9.81).sqrt();
        // The loss that gives this share back at this speed, by bisection on the closed form.
        let (mut low, mut high) = (1e-6, 1e4);
        for _ in 0..200 {
            let mu = 0.5 * (low + high);
            if rebound_speed(first, mu) > share * first {
                low = mu
            } else {
                high = mu
            }
        }
        let mut speed = first;
        for (n, pair) in found.windows(2).enumerate() {
            let mu = low * first / speed;
            let back = rebound_speed(speed, mu);
            assert!((back / speed - share).abs() < 1e-9);
            let interval = pair[1].0 - pair[0].0;
            // Half a millisecond for contact times, and a sample each.
            let expected = 2.0 * back / 9.81;
            assert!(
                (interval - expected).abs() < 5e-4 + 0.002 * expected,
                "{share}, rebound {n}: {interval} {expected}"
            );
            speed = back;
        }
        assert!(found.len() >= 6, "{share}: {}", found.len());
    }
}

#[test]
fn the_ledger_closes_over_five_hundred_rebounds() {
    let settings = [
        ("elasticity", Value::Number(0.995)),
        ("height", Value::Number(0.01)),
        ("stiffness", Value::Number(1e9)),
        // A board so heavy that it takes little.
        ("body.thickness", Value::Number(0.3)),
    ];
    let mut sound = falling(&on_rock(&settings));
    let found = touches(sound.as_mut(), 500, 60.0);
    assert_eq!(found.len(), 500);
    let ledger = sound.ledger();
    let scale = ledger.injected.abs() + ledger.dissipated;
    assert!(ledger.error().abs() < 1e-10 * scale, "{ledger:?}");
    assert!(sound.health().is_good());
}

fn block(sphericity: f64, corners: f64, seed: u64) -> Box<dyn Sound> {
    let mut sound = falling(&on_rock(&[
        ("falling.sphericity", Value::Number(sphericity)),
        ("falling.corners", Value::Number(corners)),
        ("variation", Value::Number(0.3)),
        ("elasticity", Value::Number(0.6)),
    ]));
    sound.reset(seed);
    sound.event(0, Event::trigger(1.0));
    sound
}

/// How unevenly intervals follow each other: spread of the logarithm of their ratios.
fn unevenness(sound: &mut dyn Sound) -> f64 {
    // Any corner may touch: moments at which the thing loses energy at once. What the ground lost
    // while it rang on is booked at once too, when it is next looked at, but that is less.
    const LOST: f64 = 1e-5;
    let mut out = vec![0.0f32; (1.0 * RATE) as usize];
    let mut moments = Vec::new();
    let (mut lost, mut quiet) = (0.0, 0.0);
    for (n, sample) in out.iter_mut().enumerate() {
        let mut one = [0.0];
        sound.render(&[], &mut [&mut one]);
        *sample = one[0];
        let now = sound.ledger().dissipated;
        if now - lost > LOST && n as f64 / RATE - quiet > 2e-3 {
            moments.push(n as f64 / RATE);
        }
        if now - lost > LOST {
            quiet = n as f64 / RATE;
        }
        lost = now;
    }
    let intervals: Vec<f64> = moments.windows(2).map(|w| w[1] - w[0]).collect();
    let ratios: Vec<f64> = intervals
        .windows(2)
        .take(4)
        .map(|w| urto::math::log(w[1] / w[0]))
        .collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let spread = ratios.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>();
    (spread / ratios.len() as f64).sqrt()
}

/// A ball keeps time; corners trade height for spin, so a cube does not; and all of it comes to
/// rest, no energy made.
#[test]
fn corners_make_it_uneven() {
    let mut spreads = [0.0; 2];
    for seed in 0..5 {
        for (spread, sphericity) in spreads.iter_mut().zip([1.0, 0.0]) {
            let mut sound = block(sphericity, 4.0, seed);
            *spread += unevenness(sound.as_mut()) / 5.0;
            let ledger = sound.ledger();
            let scale = ledger.injected.abs() + ledger.dissipated;
            assert!(ledger.error().abs() < 1e-9 * scale, "{ledger:?}");
        }
    }
    println!("{spreads:?}");
    assert!(spreads[1] > 3.0 * spreads[0], "{spreads:?}");
}

/// Rods, cubes and pentagons all come to rest.
#[test]
fn it_comes_to_rest() {
    for corners in [2.0, 4.0, 5.0] {
        let mut sound = block(0.1, corners, 3);
        let mut out = vec![0.0f32; (4.0 * RATE) as usize];
        sound.render(&[], &mut [&mut out]);
        let late = out[(3.5 * RATE) as usize..].iter();
        let peak = out.iter().fold(0.0f32, |m, x| m.max(x.abs()));
        let rest = late.fold(0.0f32, |m, x| m.max(x.abs()));
        assert!(
            peak > 0.05 && rest < 1e-3 * peak,
            "{corners}: {peak} {rest}"
        );
    }
}
