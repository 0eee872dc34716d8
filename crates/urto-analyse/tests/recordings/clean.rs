//! Sounds without noise: what rounding alone leaves must neither hide a partial nor make one.

use urto::Rate;
use urto::math::{self, LN_1000, TAU};
use urto_analyse::{Partial, analyse};

/// Frequency, decay (infinite: steady) and amplitude of each sine, from their zero on.
fn sines(parts: &[[f64; 3]], rate: Rate, seconds: f64) -> Vec<f32> {
    let at = |n: usize| {
        let t = n as f64 * rate.step();
        let part = |[f, d, a]: &[f64; 3]| a * math::exp(-LN_1000 * t / d) * math::sin(TAU * f * t);
        parts.iter().map(part).sum::<f64>() as f32
    };
    (0..(seconds * rate.hertz()) as usize).map(at).collect()
}

fn found(sound: &[f32], hertz: f64) -> Vec<Partial> {
    analyse(sound, Rate::new(hertz).unwrap()).partials
}

/// Each part has one partial, and there are no others.
fn assert_found(found: &[Partial], parts: &[[f64; 3]], frequency: f64, decay: f64) {
    assert_eq!(found.len(), parts.len(), "{parts:?} {found:?}");
    for (one, [f, d, a]) in found.iter().zip(parts) {
        assert!((one.frequency / f - 1.0).abs() < frequency, "{one:?} {f}");
        if d.is_finite() {
            assert!((one.decay / d - 1.0).abs() < decay, "{one:?} {d}");
        } else {
            assert!(one.decay > 300.0, "{one:?}");
        }
        let level = one.level - 20.0 * math::log10(*a);
        assert!(level.abs() < 0.1, "{one:?} {a}");
    }
}

#[test]
fn one_sine_is_one_partial() {
    let rate = Rate::new(48_000.0).unwrap();
    for f in [90.0, 440.0, 500.0, 3210.0, 15_000.0] {
        for d in [0.1, 0.8, 4.0, f64::INFINITY] {
            let parts = [[f, d, 0.5]];
            let sound = sines(&parts, rate, 1.0);
            assert_found(&found(&sound, 48_000.0), &parts, 1e-6, 1e-3);
        }
    }
}

#[test]
fn two_partials_are_two() {
    let rate = Rate::new(44_100.0).unwrap();
    for parts in [
        [[440.0, 0.8, 0.4], [1234.5, 0.3, 0.2]],
        [[250.0, 2.0, 0.5], [253.0, 1.0, 0.1]],
        // Fifty decibels below.
        [[300.0, 1.0, 0.5], [7000.0, 0.5, 0.0016]],
        [[300.0, f64::INFINITY, 0.4], [5000.0, f64::INFINITY, 0.3]],
    ] {
        let sound = sines(&parts, rate, 1.5);
        assert_found(&found(&sound, 44_100.0), &parts, 1e-5, 1e-2);
    }
}

#[test]
fn every_rate_and_word_length_tells_the_same() {
    let parts = [[620.0, 0.5, 0.5], [1500.0, 0.4, 0.3]];
    // The highest ones take long.
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let rates = [8e3, 22_050.0, 44_100.0, 96e3, 192e3];
    for hertz in rates.into_iter().take(if full { 5 } else { 3 }) {
        let rate = Rate::new(hertz).unwrap();
        let sound = sines(&parts, rate, 0.6);
        assert_found(&found(&sound, hertz), &parts, 1e-5, 1e-2);
        for bits in [8, 16] {
            let full = f64::from(1u32 << (bits - 1)) as f32;
            let rounded: Vec<f32> = sound.iter().map(|x| (x * full).round() / full).collect();
            let found = found(&rounded, hertz);
            for part in &parts {
                let near = |one: &&Partial| (one.frequency / part[0] - 1.0).abs() < 1e-3;
                let one = found.iter().find(near);
                let decay = one.map_or(0.0, |one| one.decay);
                assert!(
                    (decay / part[1] - 1.0).abs() < 0.05,
                    "{hertz} {bits} {found:?}"
                );
            }
        }
    }
}

#[test]
fn what_does_not_ring_has_no_partials() {
    let mut impulse = vec![0.0f32; 48_000];
    impulse[100] = 1.0;
    let sudden: Vec<f32> = (0..48_000)
        .map(|n| if n < 9000 { 0.0 } else { 0.25 })
        .collect();
    for silent in [vec![0.0; 48_000], vec![0.5; 48_000], impulse, sudden] {
        assert_eq!(found(&silent, 48_000.0), []);
    }
}

/// From nothing to a tenth of a second: partials, if there are any, are the sine's.
#[test]
fn very_short_sounds_tell_what_they_can() {
    let rate = Rate::new(48_000.0).unwrap();
    let parts = [[2000.0, 0.3, 0.5]];
    for count in [0, 1, 2, 3, 10, 100, 500, 1000, 2000] {
        let sound = &sines(&parts, rate, 0.1)[..count];
        for one in found(sound, 48_000.0) {
            assert!(
                (one.frequency / 2000.0 - 1.0).abs() < 0.01,
                "{count}: {one:?}"
            );
        }
    }
    for seconds in [0.06, 0.1, 0.2] {
        let sound = sines(&parts, rate, seconds);
        assert_found(&found(&sound, 48_000.0), &parts, 1e-4, 0.02);
    }
}
