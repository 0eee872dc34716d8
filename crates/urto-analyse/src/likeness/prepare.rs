//! What is described of a sound: its first ten seconds at 44.1 kHz, without silence around them.
//!
//! Step: resampling by a ratio of whole numbers with a windowed sinc (Kaiser, 10 zero crossings to
//!       each side), in place: nothing is shifted.

use super::filter::envelope;
use super::stats::{decibels, greatest};
use crate::band::bessel;
use urto::math::{self, TAU};

/// Rate at which sounds are described \[Hz\].
pub const RATE: f64 = 44_100.0;
const WHOLE_RATE: usize = 44_100;
/// Only so much of a sound is described \[s\].
pub const LONGEST: f64 = 10.0;
/// Shorter ones have no descriptors \[s\].
const SHORTEST: f64 = 0.05;
/// Recordings slower than this say nothing about the highest octave \[Hz\].
const FULL: f64 = 40_000.0;
/// What lies so far below the loudest 10 ms counts as silence \[dB\].
const RANGE: f64 = 60.0;
/// 10 ms \[samples\].
pub const TEN_MS: usize = 441;
/// Shortest sound that frames need \[samples\]; shorter ones are filled up with silence.
const LEAST: usize = 2500;

/// A sound ready to be described.
pub struct Prepared {
    /// At [`RATE`], its greatest sample 1.
    pub samples: Vec<f64>,
    /// Whether it was recorded fast enough to hold the highest octave.
    pub full: bool,
}

/// Resampled, without its mean, at a peak of 1, and trimmed; `None` of silence.
pub fn prepared(samples: &[f32], hertz: f64) -> Option<Prepared> {
    let finite = |sample: &f32| {
        if sample.is_finite() {
            f64::from(*sample)
        } else {
            0.0
        }
    };
    let samples: Vec<f64> = samples.iter().map(finite).collect();
    let mut samples = resampled(samples, hertz.round() as usize);
    let middle = samples.iter().sum::<f64>() / samples.len().max(1) as f64;
    samples.iter_mut().for_each(|sample| *sample -= middle);
    let peak = samples.iter().fold(0.0, |peak: f64, x| peak.max(x.abs()));
    if peak <= 0.0 || (samples.len() as f64) < SHORTEST * RATE {
        return None;
    }
    samples.truncate((LONGEST * RATE) as usize);
    samples.iter_mut().for_each(|sample| *sample /= peak);
    Some(Prepared {
        samples: trimmed(samples),
        full: hertz >= FULL,
    })
}

fn trimmed(mut samples: Vec<f64>) -> Vec<f64> {
    let powers = envelope(&samples, TEN_MS, TEN_MS);
    let levels: Vec<f64> = powers.iter().map(|power| decibels(*power)).collect();
    let silent = greatest(&levels) - RANGE;
    let first = levels.iter().position(|level| *level > silent);
    let last = levels.iter().rposition(|level| *level > silent);
    let (first, last) = (first.unwrap_or(0), last.unwrap_or(0));
    samples.truncate((last + 2) * TEN_MS);
    samples.drain(..first * TEN_MS);
    if samples.len() < LEAST {
        samples.resize(LEAST, 0.0);
    }
    samples
}

/// At [`RATE`], from any whole rate.
fn resampled(samples: Vec<f64>, rate: usize) -> Vec<f64> {
    if rate == WHOLE_RATE || rate == 0 {
        return samples;
    }
    let common = common_divisor(rate, WHOLE_RATE);
    let (up, down) = (WHOLE_RATE / common, rate / common);
    let (filter, half) = low_pass(up, down);
    let count = (samples.len() * up).div_ceil(down);
    (0..count)
        .map(|n| {
            // The filter's middle lies at n·down on the grid of `up` places per sample.
            let middle = n * down + half;
            let first = middle.saturating_sub(2 * half).div_ceil(up);
            let last = (middle / up).min(samples.len().saturating_sub(1));
            (first..=last)
                .map(|k| samples[k] * filter[middle - k * up])
                .sum()
        })
        .collect()
}

/// A low-pass at the lower of both rates' middles, and half its length.
fn low_pass(up: usize, down: usize) -> (Vec<f64>, usize) {
    // Kaiser's shape; 5 is 50 dB of stop band.
    const BETA: f64 = 5.0;
    let most = up.max(down);
    let half = 10 * most;
    let mut filter: Vec<f64> = (0..=2 * half)
        .map(|n| {
            let from = n as f64 - half as f64;
            let along = from / half as f64;
            let turn = 0.5 * TAU * from / most as f64;
            let sinc = if n == half {
                1.0
            } else {
                math::sin(turn) / turn
            };
            bessel(BETA * (1.0 - along * along).sqrt()) * sinc
        })
        .collect();
    let gain = up as f64 / filter.iter().sum::<f64>();
    filter.iter_mut().for_each(|h| *h *= gain);
    (filter, half)
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_stays_itself_at_another_rate() {
        let tone = |hertz: f64, rate: f64| -> Vec<f64> {
            let turn = TAU * hertz / rate;
            (0..(rate / 10.0) as usize)
                .map(|n| math::sin(turn * n as f64))
                .collect()
        };
        for rate in [22_050, 48_000, 96_000] {
            let there = resampled(tone(1000.0, f64::from(rate)), rate as usize);
            let here = tone(1000.0, RATE);
            assert_eq!(there.len(), here.len());
            for n in 200..here.len() - 200 {
                assert!((there[n] - here[n]).abs() < 5e-3, "{rate} {n}");
            }
        }
    }

    #[test]
    fn silence_around_a_sound_goes_and_silence_alone_is_nothing() {
        let mut sound = vec![0.0f32; 44_100];
        for (n, x) in sound[22_050..26_460].iter_mut().enumerate() {
            *x = if n % 20 < 10 { 0.2 } else { -0.2 };
        }
        let found = prepared(&sound, RATE).unwrap();
        assert_eq!(found.samples.len(), 4410 + TEN_MS);
        assert!(prepared(&[0.5; 44_100], RATE).is_none());
        assert!(prepared(&[], RATE).is_none());
        assert!(prepared(&sound[..2000], RATE).is_none());
    }
}
