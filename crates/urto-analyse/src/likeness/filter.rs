//! Bands and envelopes.
//!
//! Law: a Butterworth band-pass of four poles to each side, by the bilinear transform with both
//!      corners where they were; it starts at rest.
//! Refs: Oppenheim & Schafer 2010, ch. 7.

use super::prepare::RATE;
use num_complex::Complex;
use urto::math::{self, TAU};

type C = Complex<f64>;

/// One pair of poles, with zeros at 0 and at half the rate.
struct Section {
    gain: f64,
    a1: f64,
    a2: f64,
}

/// What lies between two frequencies \[Hz\].
pub fn band(samples: &[f64], low: f64, high: f64) -> Vec<f64> {
    let mut out = samples.to_vec();
    for Section { gain, a1, a2 } in sections(low, high) {
        let (mut first, mut second) = (0.0, 0.0);
        for x in &mut out {
            let input = gain * *x;
            let y = input + first;
            first = second - a1 * y;
            second = -input - a2 * y;
            *x = y;
        }
    }
    out
}

fn sections(low: f64, high: f64) -> [Section; 4] {
    // In units of which the bilinear transform makes 4·tan.
    let warped = |hertz: f64| 4.0 * math::tan(0.5 * TAU * hertz / RATE);
    let (low, high) = (warped(low), warped(high));
    let (width, square) = (high - low, low * high);
    // Two of the four poles of a low-pass; the others are their conjugates.
    let poles = [5.0, 7.0].map(|n| {
        let angle = TAU * n / 16.0;
        let half = C::new(math::cos(angle), math::sin(angle)) * (0.5 * width);
        let root = (half * half - square).sqrt();
        [half + root, half - root]
    });
    let [[a, b], [c, d]] = poles;
    [a, b, c, d].map(|pole| {
        let placed = (pole + 4.0) / (-pole + 4.0);
        Section {
            // Each takes its share: a zero at 0, one at infinity, and two poles.
            gain: 4.0 * width / (-pole + 4.0).norm_sqr(),
            a1: -2.0 * placed.re,
            a2: placed.norm_sqr(),
        }
    })
}

/// Mean power of windows of `window` samples, every `hop` samples; always one at least.
pub fn envelope(samples: &[f64], window: usize, hop: usize) -> Vec<f64> {
    let mut sums = Vec::with_capacity(samples.len() + 1);
    let mut sum = 0.0;
    sums.push(sum);
    for x in samples {
        sum += x * x;
        sums.push(sum);
    }
    let count = match samples.len().checked_sub(window) {
        Some(room) => room / hop + 1,
        None => 1,
    };
    (0..count)
        .map(|n| {
            let end = (n * hop + window).min(samples.len());
            ((sums[end] - sums[n * hop]) / window as f64).max(0.0)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Butterworth: 3 dB down at both corners, level between them.
    #[test]
    fn a_band_passes_what_lies_in_it() {
        let gain = |hertz: f64| {
            let tone: Vec<f64> = (0..44_100)
                .map(|n| math::sin(TAU * hertz * f64::from(n) / RATE))
                .collect();
            let heard = band(&tone, 500.0, 2000.0);
            10.0 * math::log10(envelope(&heard[22_050..], 22_050, 22_050)[0] / 0.5)
        };
        for (hertz, level) in [(500.0, -3.01), (1000.0, 0.0), (2000.0, -3.01)] {
            assert!(
                (gain(hertz) - level).abs() < 0.02,
                "{hertz}: {}",
                gain(hertz)
            );
        }
        // An octave below: at least 20 dB.
        assert!(gain(250.0) < -20.0 && gain(4000.0) < -20.0);
    }
}
