//! Samples at another rate.
//!
//! Law:  each new sample is the sum of the old ones around it, weighed by a sinc under Kaiser's
//!       window: what lies below both rates' middles stays, what lies above goes. Nothing is shifted
//!       in time.
//! Refs: Kaiser 1974; Smith, Digital Audio Resampling (2002).

use urto::math::{self, TAU};

/// Zero crossings of the sinc to each side: with the window below, tones pass up to 0.45 of the lower
/// rate (19.8 kHz at 44.1 kHz).
const CROSSINGS: usize = 64;
/// Kaiser's shape: what does not pass is 100 dB down.
const BETA: f64 = 10.0;
/// Where the low-pass ends, as a share of the lower rate: half of what it falls over lies above.
const CUT: f64 = 0.475;
/// Tabled points between two crossings; straight lines between them are right within -106 dB.
const FINE: usize = 512;

/// The same at another rate, with `count` samples.
pub fn resampled(samples: &[f64], from: f64, to: f64, count: usize) -> Vec<f64> {
    if from == to {
        let mut same = samples.to_vec();
        same.resize(count, 0.0);
        return same;
    }
    let kernel = kernel();
    // Crossings of the sinc for each old sample.
    let cut = 2.0 * CUT * (to / from).min(1.0);
    let reach = CROSSINGS as f64 / cut;
    let sample = |n: usize| {
        let middle = n as f64 * from / to;
        let first = (middle - reach).ceil().max(0.0) as usize;
        let last = ((middle + reach).floor() as usize + 1).min(samples.len());
        let around = samples.get(first..last).unwrap_or_default();
        let weighed = around.iter().enumerate().map(|(k, own)| {
            let at = ((first + k) as f64 - middle).abs() * cut * FINE as f64;
            let whole = (at as usize).min(kernel.len() - 2);
            let share = at - whole as f64;
            own * (kernel[whole] + share * (kernel[whole + 1] - kernel[whole]))
        });
        cut * weighed.sum::<f64>()
    };
    (0..count).map(sample).collect()
}

/// The right half of the windowed sinc.
fn kernel() -> Vec<f64> {
    let points = CROSSINGS * FINE;
    let bottom = bessel(BETA);
    let at = |n: usize| {
        let along = n as f64 / points as f64;
        let turn = 0.5 * TAU * n as f64 / FINE as f64;
        let sinc = if n == 0 { 1.0 } else { math::sin(turn) / turn };
        sinc * bessel(BETA * (1.0 - along * along).max(0.0).sqrt()) / bottom
    };
    let mut all: Vec<f64> = (0..=points).map(at).collect();
    // Beyond its end there is nothing.
    all.push(0.0);
    all
}

/// The modified Bessel function of the first kind and order 0, by its series.
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..60 {
        let share = 0.5 * x / f64::from(n);
        term *= share * share;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(hertz: f64, rate: f64, count: usize) -> Vec<f64> {
        let turn = TAU * hertz / rate;
        (0..count).map(|n| math::sin(turn * n as f64)).collect()
    }

    /// A tone below both middles is the same tone within -80 dB, one above the new one is gone.
    #[test]
    fn tones_stay_themselves_or_go() {
        for (from, to) in [
            (44_100.0, 48_000.0),
            (48_000.0, 44_100.0),
            (1000.0, 44_100.0),
            (192_000.0, 44_100.0),
            (44_100.0, 8000.0),
            (12_345.678, 48_000.0),
        ] {
            let count = to as usize / 2;
            let old = |hertz: f64| tone(hertz, from, from as usize / 2 + 1);
            for share in [0.02, 0.3, 0.44] {
                let hertz = share * f64::min(from, to);
                let here = resampled(&old(hertz), from, to, count);
                let wanted = tone(hertz, to, count);
                // The ends have only half of what is around them.
                let edge = (200.0 * (to / from).max(1.0)) as usize;
                for n in edge..count - edge {
                    assert!(
                        (here[n] - wanted[n]).abs() < 1e-4,
                        "{from} {to} {share} {n}"
                    );
                }
            }
            if from > 2.0 * to {
                let gone = resampled(&old(0.6 * to), from, to, count);
                assert!(gone[300..count - 300].iter().all(|x| x.abs() < 1e-4));
            }
        }
    }

    #[test]
    fn the_same_rate_changes_nothing_and_nothing_stays_nothing() {
        assert_eq!(resampled(&[1.0, 2.0], 8e3, 8e3, 3), [1.0, 2.0, 0.0]);
        assert_eq!(resampled(&[], 8e3, 16e3, 3), [0.0; 3]);
    }
}
