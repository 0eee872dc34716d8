//! Modal objects are struck, written with 16 bits and noise, and taken apart again.

use urto::Rate;
use urto::math::{self, LN_1000, TAU};
use urto::rng::Rng;
use urto_analyse::{Partial, analyse};

/// A sum of decaying sines: frequency, decay, amplitude.
fn rendered(modes: &[[f64; 3]], rate: Rate, seconds: f64, noise: f64, rng: &mut Rng) -> Vec<f32> {
    let count = (seconds * rate.hertz()) as usize;
    let phases: Vec<f64> = modes.iter().map(|_| TAU * rng.uniform()).collect();
    let mut out: Vec<f64> = (0..count)
        .map(|n| {
            let t = n as f64 * rate.step();
            let sines = modes.iter().zip(&phases);
            sines
                .map(|([f, d, a], p)| a * math::exp(-LN_1000 * t / d) * math::sin(TAU * f * t + p))
                .sum()
        })
        .collect();
    for x in &mut out {
        // Normal enough: the sum of twelve uniform numbers.
        let normal: f64 = (0..12).map(|_| rng.uniform()).sum::<f64>() - 6.0;
        *x += noise * normal;
    }
    out.iter().map(|x| *x as f32).collect()
}

fn sixteen(samples: &[f32]) -> Vec<f32> {
    samples
        .iter()
        .map(|x| (x * 32_767.0).round() / 32_767.0)
        .collect()
}

fn nearest(found: &[Partial], hertz: f64) -> Partial {
    let distance = |one: &&Partial| (one.frequency - hertz).abs();
    let mut all: Vec<&Partial> = found.iter().collect();
    all.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    let none = Partial {
        frequency: f64::INFINITY,
        decay: 0.0,
        level: 0.0,
    };
    all.first().map_or(none, |one| **one)
}

fn random_modes(rng: &mut Rng) -> Vec<[f64; 3]> {
    let count = 3 + rng.below(18);
    let mut modes: Vec<[f64; 3]> = Vec::new();
    let mut f = rng.log_uniform(80.0, 600.0);
    for _ in 0..count {
        let decay = rng.log_uniform(0.15, 3.0) * math::pow(1000.0 / (1000.0 + f), 0.7);
        let level = math::pow(10.0, -1.5 * rng.uniform());
        modes.push([f, decay, level]);
        // Every fourth has a close neighbour, some Hertz away but no nearer than its own width.
        f += if rng.uniform() < 0.25 {
            (3.0 + 10.0 * rng.uniform()).max(4.0 * LN_1000 / decay / TAU)
        } else {
            rng.log_uniform(80.0, 1500.0)
        };
        if f > 15_000.0 {
            break;
        }
    }
    let sum: f64 = modes.iter().map(|mode| mode[2]).sum();
    modes
        .iter()
        .map(|[f, d, a]| [*f, *d, 0.9 * a / sum])
        .collect()
}

#[test]
fn random_objects_come_back_from_16_bits_and_noise() {
    let rate = Rate::new(48_000.0).unwrap();
    let mut rng = Rng::new(7);
    let mut wrong = Vec::new();
    let cases = if std::env::var_os("URTO_FULL").is_some() {
        10
    } else {
        4
    };
    for case in 0..cases {
        let modes = random_modes(&mut rng);
        let weakest = modes.iter().map(|mode| mode[2]).fold(1.0, f64::min);
        // 20 dB below the weakest, or none beside the rounding.
        let noise = if case % 2 == 0 { 0.0 } else { 0.1 * weakest };
        let sound = sixteen(&rendered(&modes, rate, 2.0, noise, &mut rng));
        let found = analyse(&sound, rate).partials;
        for [f, d, a] in &modes {
            let near = nearest(&found, *f);
            let (off, decay) = (near.frequency / f - 1.0, near.decay / d - 1.0);
            if off.abs() > 1e-3 || decay.abs() > 0.05 {
                wrong.push(format!(
                    "{case}: {f:.1} Hz {d:.3} s {a:.4}: {off:.1e} {decay:.3}"
                ));
            }
        }
        let extra = found.len() as i64 - modes.len() as i64;
        if extra > 0 {
            wrong.push(format!("{case}: {extra} too many of {}", modes.len()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Half a Hertz and a few Hertz apart, and a pair of which one dies at once.
#[test]
fn close_partials_are_told_apart() {
    let rate = Rate::new(44_100.0).unwrap();
    let mut rng = Rng::new(5);
    for modes in [
        [[440.0, 4.0, 0.4], [441.0, 3.0, 0.3]],
        [[1000.0, 1.5, 0.2], [1003.0, 2.0, 0.4]],
        [[2500.0, 2.0, 0.3], [2504.0, 0.06, 0.4]],
    ] {
        let sound = sixteen(&rendered(&modes, rate, 3.0, 0.0, &mut rng));
        let found = analyse(&sound, rate).partials;
        assert_eq!(found.len(), 2, "{modes:?} {found:?}");
        for ([f, d, a], near) in modes.iter().zip(&found) {
            assert!((near.frequency / f - 1.0).abs() < 1e-3, "{near:?}");
            assert!((near.decay / d - 1.0).abs() < 0.05, "{near:?}");
            let level = near.level - 20.0 * math::log10(*a);
            assert!(level.abs() < 0.5, "{near:?} {level}");
        }
    }
}

#[test]
fn odd_sounds_do_no_harm() {
    let rate = Rate::new(8000.0).unwrap();
    assert_eq!(analyse(&[], rate).onset, None);
    assert_eq!(analyse(&[0.0; 100], rate).onset, None);
    for wild in [
        vec![1.0f32],
        vec![f32::NAN; 1000],
        vec![1e-30; 1000],
        vec![1.0; 5000],
        vec![f32::MAX; 5000],
    ] {
        for one in analyse(&wild, rate).partials {
            assert!(one.frequency.is_finite() && one.decay.is_finite() && one.level.is_finite());
        }
    }
}
