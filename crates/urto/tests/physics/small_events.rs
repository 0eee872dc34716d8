//! Laws of the sounds made of many small events: breaking, crumpling, grains.

use urto::Rate;
use urto::math;
use urto::param::Value;
use urto::rng::Rng;
use urto::sound::{Event, Signal, Sound};
use urto::texture::{Cascade, Shaken};

const RATE: f64 = 48_000.0;

fn sound(key: &str, settings: &[(&str, f64)]) -> Box<dyn Sound> {
    let mut sound = (urto::sounds::find(key).unwrap().make)();
    for (key, value) in settings {
        let id = sound.params().table().find(key).unwrap();
        sound.set(&id, &Value::Number(*value));
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.event(0, Event::trigger(1.0));
    sound
}

fn power(samples: &[f32]) -> f64 {
    let sum: f64 = samples.iter().map(|x| f64::from(x * x)).sum();
    sum / samples.len() as f64
}

/// Largest distance of a sample from the uniform distribution over 0 to 1.
fn from_uniform(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len() as f64;
    values.iter().enumerate().fold(0.0f64, |most, (i, x)| {
        most.max(x - i as f64 / n).max((i + 1) as f64 / n - x)
    })
}

/// t(n) = initial·deceleration^n·(1 - reduction·u): what is left of every interval after the
/// growth is taken out is uniform (Kolmogorov-Smirnov, p > 0.01: 1.63/sqrt(n)), and the last
/// interval is the longest allowed.
#[test]
fn breaking_decelerates_by_its_law() {
    for (deceleration, reduction) in [(1.05f64, 0.9), (1.2, 0.4)] {
        let mut rng = Rng::new(5);
        let mut shares = Vec::new();
        for _ in 0..100 {
            let mut cascade = Cascade::new(1e-3);
            let mut n = 0;
            while let Some(t) = cascade.wait(deceleration, reduction, 0.2, &mut rng) {
                let whole = 1e-3 * math::pow(deceleration, f64::from(n));
                shares.push((1.0 - t / whole) / reduction);
                n += 1;
            }
            let expected = (math::log(0.2 / 1e-3) / math::log(deceleration)).floor() as i32 + 1;
            assert_eq!(n, expected);
        }
        let bound = 1.63 / (shares.len() as f64).sqrt();
        let apart = from_uniform(shares);
        assert!(apart < bound, "{deceleration}: {apart} > {bound}");
    }
}

/// The clatter thins out: over ten breakages, each quarter of a second has less than half the
/// power of the one before.
#[test]
fn breaking_thins_out() {
    let mut sound = sound("breaking", &[]);
    let mut parts = [0.0; 4];
    for seed in 0..10 {
        sound.reset(seed);
        sound.event(0, Event::trigger(1.0));
        let mut out = vec![0.0; 48_000];
        sound.render(&[], &mut [&mut out]);
        for (part, chunk) in parts.iter_mut().zip(out.chunks(12_000)) {
            *part += power(chunk);
        }
    }
    assert!(parts.windows(2).all(|w| w[1] < 0.5 * w[0]), "{parts:?}");
}

/// Left alone, the grains' energy falls as exp(-t/settle) and the collisions as its root; counts
/// of 400 runs agree with N·u/path within four standard deviations.
#[test]
fn grains_settle_as_phisem_says() {
    let rate = Rate::new(RATE).unwrap();
    let (settle, count, path, speed) = (0.1, 50.0, 0.05, 1.0);
    let parts = 6;
    let length = 2400;
    let mut found = vec![0.0; parts];
    let mut squares = vec![];
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut shaken = Shaken::new(&mut rng);
        shaken.give(speed * speed);
        for part in &mut found {
            for _ in 0..length {
                shaken.settle(settle, rate);
                let per_second = count * shaken.speed() / path;
                if let Some(factor) = shaken.collides(per_second, rate, &mut rng) {
                    *part += 1.0;
                    squares.push(factor * factor);
                }
            }
        }
        let left = math::exp(-(parts as f64) * length as f64 / RATE / settle);
        assert!((shaken.speed() * shaken.speed() / left - 1.0).abs() < 1e-9);
    }
    let runs = 400.0;
    for (part, found) in found.iter().enumerate() {
        // The integral of N/path·u·exp(-t/(2·settle)) over the part.
        let at = |n: usize| math::exp(-(n as f64) * length as f64 / RATE / (2.0 * settle));
        let all = count / path * speed * 2.0 * settle * (at(part) - at(part + 1)) * runs;
        assert!(
            (found - all).abs() < 4.0 * all.sqrt(),
            "part {part}: {found} {all}"
        );
    }
    // Speeds have the mean square asked for.
    let mean = squares.iter().sum::<f64>() / squares.len() as f64;
    assert!((mean - 1.0).abs() < 4.0 / (squares.len() as f64).sqrt());
}

/// Continuous crumpling is heard while the force rises, and not while it rests or falls.
#[test]
fn only_rises_of_the_force_crackle() {
    let mut sound = sound("continuous_crumpling", &[("squeezes", 0.0)]);
    let id = sound.params().table().find("force").unwrap();
    let mut play = |from: f32, to: f32| {
        let count = 24_000;
        let force: Vec<f32> = (0..count)
            .map(|n| from + (to - from) * n as f32 / count as f32)
            .collect();
        let mut out = vec![0.0; count];
        let values = &force[..];
        sound.render(&[Signal { id, values }], &mut [&mut out]);
        // The first half lets what rang before die away.
        power(&out[12_000..])
    };
    play(0.0, 1.0);
    let (rising, resting, falling) = (play(1.0, 20.0), play(20.0, 20.0), play(20.0, 5.0));
    assert!(rising > 1e-5, "{rising}");
    assert!(resting < 1e-6 * rising, "{resting} {rising}");
    assert!(falling < 1e-6 * rising, "{falling} {rising}");
}

/// Twice the energy crumples for twice as long, and then it is over.
#[test]
fn crumpling_ends_when_its_energy_is_used_up() {
    let lasts = |budget: f64| {
        let settings = [
            ("budget", budget),
            ("gusts", 0.0),
            ("crackle.range", 10.0),
            ("crackle.granularity", 400.0),
        ];
        let mut sound = sound("crumpling", &settings);
        let mut out = vec![0.0; 6 * 48_000];
        sound.render(&[], &mut [&mut out]);
        out.iter().rposition(|x| x.abs() > 1e-3).unwrap() as f64 / RATE
    };
    // Energy over mean energy gives the number of cracks, 400 a second.
    for budget in [0.04, 0.08, 0.16] {
        let (found, expected) = (lasts(budget), budget / 1e-4 / 400.0);
        assert!(
            (found / expected - 1.0).abs() < 0.2,
            "{budget}: {found} {expected}"
        );
    }
}

/// A soft impact is softer with a lower low-pass: the share of fast motion falls.
#[test]
fn a_lower_low_pass_is_softer() {
    let brightness = |lowpass: f64| {
        let settings = [("burst.lowpass", lowpass), ("variation", 0.0)];
        let mut sound = sound("soft_impact", &settings);
        let mut out = vec![0.0; 24_000];
        sound.render(&[], &mut [&mut out]);
        let steps: Vec<f32> = out.windows(2).map(|w| w[1] - w[0]).collect();
        power(&steps) / power(&out)
    };
    let all = [300.0, 1000.0, 3000.0].map(brightness);
    assert!(all[0] < 0.5 * all[1] && all[1] < 0.5 * all[2], "{all:?}");
}
