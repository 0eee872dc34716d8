//! A delay line that is read between its samples.

/// What is read between samples takes so many on the near side.
pub const NEAR: f64 = 2.0;

/// A delay line. Between samples it is read by a polynomial through the nearest six: at 48 kHz what
/// lies below 10 kHz is left as loud as it is within 0.2 dB.
pub struct Line {
    samples: Vec<f64>,
    head: usize,
}

impl Line {
    /// For delays up to `most` samples. Allocates.
    pub fn new(most: f64) -> Self {
        // Three on the far side of what lies between samples, one for rounding, one for the sample
        // being written.
        let length = (most as usize + 5).next_power_of_two();
        Self {
            samples: vec![0.0; length],
            head: 0,
        }
    }

    /// How many samples it holds.
    pub fn length(&self) -> usize {
        self.samples.len()
    }

    /// Silent again.
    pub fn clear(&mut self) {
        self.samples.fill(0.0);
    }

    /// The next sample.
    #[inline]
    pub fn write(&mut self, sample: f64) {
        self.head = (self.head + 1) & (self.samples.len() - 1);
        self.samples[self.head] = sample;
    }

    /// What was written so many samples ago, at least [`NEAR`].
    #[inline]
    pub fn read(&self, delay: f64) -> f64 {
        let whole = delay as usize;
        let t = delay - whole as f64;
        let mask = self.samples.len() - 1;
        let first = self.head.wrapping_sub(whole).wrapping_add(2);
        let at = |n: usize| self.samples[first.wrapping_sub(n) & mask];
        // Lagrange: samples at -2 to 3, read at t from 0 to 1.
        let [a, b, c, d, e, f] = [t + 2.0, t + 1.0, t, t - 1.0, t - 2.0, t - 3.0];
        let (left, right) = (a * b * c, d * e * f);
        at(0) * (b * c * right) / -120.0
            + at(1) * (a * c * right) / 24.0
            + at(2) * (a * b * right) / -12.0
            + at(3) * (left * e * f) / 12.0
            + at(4) * (left * d * f) / -24.0
            + at(5) * (left * d * e) / 120.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{TAU, sin};

    /// A tone is read when it should be, and as loud as it is.
    #[test]
    fn between_samples_it_is_as_if_there_were_one() {
        for (hertz, near) in [(200.0, 1e-9), (3000.0, 1e-4), (10_000.0, 0.025)] {
            let mut line = Line::new(100.0);
            let tone = |n: f64| sin(TAU * hertz / 48_000.0 * n);
            (0..200).for_each(|n| line.write(tone(f64::from(n))));
            for n in 0..900 {
                let delay = 2.0 + 0.1 * f64::from(n);
                let (found, wanted) = (line.read(delay), tone(199.0 - delay));
                assert!((found - wanted).abs() < near, "{hertz} {delay}");
            }
        }
    }
}
