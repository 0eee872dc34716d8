//! Crackling follows its laws: power-law energies, Poisson intervals.

use urto::math;
use urto::texture::{Crackle, CrackleParams};

const EVENTS: usize = 10_000;

/// Ten thousand events: interval before each \[s\], and energy \[J\].
fn events(params: &CrackleParams, seed: u64) -> Vec<(f64, f64)> {
    let mut crackle = Crackle::new(seed);
    // Steps short against the mean interval, so that their grid is not seen.
    let step = 1e-3 / params.granularity;
    let (mut all, mut since) = (Vec::new(), 0.0);
    while all.len() < EVENTS {
        since += step;
        if let Some(energy) = crackle.pass(params, step) {
            all.push((since, energy));
            since = 0.0;
        }
    }
    all
}

/// The exponent of greatest likelihood for energies between two bounds. Mean log-likelihood of
/// `a`: log((1 - a)/(r^(1 - a) - 1)) - a·mean(log(E/least)), r = most/least; its derivative
/// falls with `a`, so its zero is found by halving.
fn fitted(energies: impl Iterator<Item = f64>, least: f64, most: f64) -> f64 {
    let log_range = math::log(most / least);
    let mean = energies.map(|e| math::log(e / least)).sum::<f64>() / EVENTS as f64;
    let expected = |a: f64| {
        let s = 1.0 - a;
        let grown = math::exp(s * log_range);
        log_range * grown / (grown - 1.0) - 1.0 / s
    };
    let (mut low, mut high) = (0.5, 4.0);
    for _ in 0..60 {
        let a = 0.5 * (low + high);
        if expected(a) > mean {
            low = a
        } else {
            high = a
        }
    }
    0.5 * (low + high)
}

#[test]
fn energies_follow_the_exponent_asked_for() {
    for exponent in [1.3, 1.45, 1.6, 2.0] {
        for seed in [1, 2, 3] {
            let params = CrackleParams {
                exponent,
                ..CrackleParams::default()
            };
            let energies = events(&params, seed).into_iter().map(|(_, energy)| energy);
            let found = fitted(energies, params.least(), params.most());
            assert!(
                (found / exponent - 1.0).abs() < 0.05,
                "{exponent} seed {seed}: {found}"
            );
        }
    }
}

/// p-value of the Kolmogorov-Smirnov test against a distribution (Kolmogorov's series).
fn kolmogorov_smirnov(mut values: Vec<f64>, below: impl Fn(f64) -> f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len() as f64;
    let apart = values.iter().enumerate().fold(0.0f64, |most, (i, x)| {
        let p = below(*x);
        most.max(p - i as f64 / n).max((i + 1) as f64 / n - p)
    });
    let x = apart * n.sqrt();
    let term =
        |k: i32| 2.0 * f64::from(1 - 2 * (1 - k % 2)) * math::exp(-2.0 * f64::from(k * k) * x * x);
    (1..100).map(term).sum()
}

#[test]
fn intervals_are_those_of_a_poisson_process() {
    for seed in [1, 2, 3] {
        let params = CrackleParams::default();
        let intervals: Vec<f64> = events(&params, seed).into_iter().map(|e| e.0).collect();
        let law = |t: f64| 1.0 - math::exp(-params.granularity * t);
        let p = kolmogorov_smirnov(intervals.clone(), law);
        assert!(p > 0.01, "seed {seed}: p = {p}");
        // The test can tell: intervals that are 10 % longer are refused.
        let longer = |t: f64| 1.0 - math::exp(-params.granularity * t / 1.1);
        assert!(kolmogorov_smirnov(intervals, longer) < 1e-6);
    }
}
