//! A slice of the spectrum, brought down to zero and to a low rate.
//!
//! Law:  y(n) = sum_k h(k)·x(n·D + k)·exp(-i·w·(n·D + k)): the filter looks forward from each
//!       place. A decaying sine stays exactly one, z^n becomes H(z)·z^(n·D), from the very first
//!       sample: nothing has to settle, so short sounds lose nothing.
//! Step: h is a Kaiser window's low-pass; 100 dB down where the other slices fold in.

use num_complex::Complex;
use urto::math::{self, TAU};

/// A complex number.
pub type C = Complex<f64>;

/// How far down folded sound is \[dB\].
const STOP: f64 = 100.0;
/// Kaiser's formulas for that: shape, and length times the width of the slope over the rate.
const BETA: f64 = 0.1102 * (STOP - 8.7);
const LENGTH: f64 = (STOP - 7.95) / 14.36;

/// Slices of one width.
pub struct Slicer {
    /// Their width \[Hz\].
    pub width: f64,
    /// Samples of the sound per sample of a slice.
    pub stride: usize,
    rate: f64,
    filter: Vec<f64>,
}

/// A slice.
pub struct Slice {
    /// Its middle \[Hz\].
    pub middle: f64,
    /// Its samples.
    pub samples: Vec<C>,
}

impl Slice {
    /// Its greatest amplitude.
    pub fn peak(&self) -> f64 {
        let squares = self.samples.iter().map(|y| y.norm_sqr());
        squares.fold(0.0, f64::max).sqrt()
    }
}

impl Slicer {
    /// Slices of about this width \[Hz\], sampled at twice that.
    pub fn new(width: f64, rate: f64) -> Self {
        let stride = ((rate / (2.0 * width)).floor() as usize).max(1);
        let low = rate / stride as f64;
        let width = 0.5 * low;
        // The slope goes from the slice's edge to where folding reaches that edge.
        let taps = ((LENGTH * rate / width).ceil() as usize) | 1;
        // Midway between the two.
        let corner = 0.5 * low / rate;
        let middle = (taps / 2) as f64;
        let mut filter: Vec<f64> = (0..taps)
            .map(|k| {
                let from = k as f64 - middle;
                let along = from / (middle + 1.0);
                let window = bessel(BETA * (1.0 - along * along).sqrt());
                let sinc = if from == 0.0 {
                    2.0 * corner
                } else {
                    math::sin(TAU * corner * from) / (0.5 * TAU * from)
                };
                window * sinc
            })
            .collect();
        let sum: f64 = filter.iter().sum();
        filter.iter_mut().for_each(|h| *h /= sum);
        Self {
            width,
            stride,
            rate,
            filter,
        }
    }

    /// Rate of a slice's samples \[Hz\].
    pub fn low_rate(&self) -> f64 {
        self.rate / self.stride as f64
    }

    /// The slices' middles \[Hz\].
    pub fn middles(&self) -> impl Iterator<Item = f64> + '_ {
        (0..)
            .map(|n| (f64::from(n) + 0.5) * self.width)
            .take_while(|middle| *middle < 0.5 * self.rate)
    }

    /// Samples that a slice has of a sound so long.
    pub fn count(&self, length: usize) -> usize {
        (length + self.stride).saturating_sub(self.filter.len()) / self.stride
    }

    /// A slice of at most N samples.
    pub fn slice(&self, sound: &[f64], middle: f64, most: usize) -> Slice {
        let w = TAU * middle / self.rate;
        let count = self.count(sound.len()).min(most);
        // The turning goes into the filter; what is left of it is one turn per sample.
        let turned: Vec<C> = (self.filter.iter().enumerate())
            .map(|(k, h)| C::from_polar(*h, -w * k as f64))
            .collect();
        let samples = (0..count).map(|n| {
            let at = n * self.stride;
            let mut sum = C::new(0.0, 0.0);
            for (h, x) in turned.iter().zip(&sound[at..]) {
                sum += h * *x;
            }
            sum * C::from_polar(1.0, -w * at as f64)
        });
        Slice {
            middle,
            samples: samples.collect(),
        }
    }

    /// What the filter makes of a sine that turns and decays by `exp(log)` per sample of a slice:
    /// real sines are two complex ones, of which it passes one.
    pub fn gain(&self, log: C) -> C {
        let step = (log / self.stride as f64).exp();
        let mut sum = C::new(0.0, 0.0);
        for h in self.filter.iter().rev() {
            sum = sum * step + *h;
        }
        0.5 * sum
    }
}

/// Modified Bessel function of order 0, by its series.
pub fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..40 {
        let part = 0.5 * x / f64::from(n);
        term *= part * part;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decaying_sine_stays_one_from_the_start_and_others_stay_out() {
        let rate = 48_000.0;
        let slicer = Slicer::new(500.0, rate);
        let tone = |hertz: f64, sigma: f64| -> Vec<f64> {
            let t = (0..9600).map(|n| f64::from(n) / rate);
            t.map(|t| math::exp(-sigma * t) * math::cos(TAU * hertz * t))
                .collect()
        };
        let (middle, hertz, sigma) = (4250.0, 4321.0, 40.0);
        let slice = slicer.slice(&tone(hertz, sigma), middle, usize::MAX);
        let per_sample = C::new(-sigma, TAU * (hertz - middle)) / slicer.low_rate();
        let gain = slicer.gain(per_sample);
        for (n, y) in slice.samples.iter().enumerate() {
            let expected = gain * (per_sample * n as f64).exp();
            assert!((y - expected).norm() < 1e-4 * expected.norm(), "{n}");
        }
        // Where another would fold into the slice.
        let other = slicer.slice(&tone(middle + 760.0, 0.0), middle, usize::MAX);
        assert!(other.samples.iter().all(|y| y.norm() < 4e-5));
    }
}
