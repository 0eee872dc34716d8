//! From a network's own steps to the samples of a sound.
//!
//! Law:    windowed sinc, 32 steps wide (Smith & Gossett 1984): what is between two steps is what a
//!         band-limited signal would be. Where steps are denser than samples it is as much wider, so
//!         that nothing above half the sample rate folds back.
//! Limits: late by half the greatest width that it may have, whatever it has now, so that nothing jumps
//!         while the steps become denser; exact where a sample falls on a step and steps are not
//!         denser.

use core::f64::consts::PI;
use std::sync::OnceLock;
use urto::math;

/// Zeros of the sinc to each side.
const HALF: usize = 16;
/// Entries of the table from one zero to the next: straight lines between them are right to -100 dB.
const FINE: usize = 512;

/// sinc(x)·window(x) for x from 0 to [`HALF`], and nothing at its end.
fn table() -> &'static [f64] {
    static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let entry = |n: usize| match (n, n % FINE) {
            (0, _) => 1.0,
            // Exactly, where a rounded pi would not be.
            (_, 0) => 0.0,
            _ => {
                let x = n as f64 / FINE as f64;
                let hann = 0.5 + 0.5 * math::cos(PI * x / HALF as f64);
                hann * math::sin(PI * x) / (PI * x)
            }
        };
        (0..=HALF * FINE + 1).map(entry).collect()
    })
}

/// What a few channels were in the last steps.
pub(crate) struct Resampler {
    table: &'static [f64],
    /// Rings of steps, one for each channel, all of one length, a power of two.
    past: Vec<Vec<f64>>,
    /// Steps taken so far.
    taken: usize,
    /// How far the next sample is beyond the last step, in steps.
    phase: f64,
    /// The densest that it can do, in steps for each sample, and how late it is, in steps.
    densest: f64,
    late: usize,
}

impl Resampler {
    /// With room for so many steps for each sample. Allocates.
    pub fn new(channels: usize, densest: f64) -> Self {
        let densest = densest.max(1.0);
        let late = (HALF as f64 * densest).ceil() as usize;
        let wide = 2 * late + 2;
        Self {
            table: table(),
            past: vec![vec![0.0; wide.next_power_of_two()]; channels],
            taken: 0,
            phase: 0.0,
            densest,
            late,
        }
    }

    /// Time goes on by one sample, which is so many steps; tells how many are to be taken now.
    pub fn advance(&mut self, dense: f64) -> usize {
        self.phase += dense.clamp(0.0, self.densest);
        let whole = self.phase.floor();
        self.phase -= whole;
        whole as usize
    }

    /// A step was taken: what a channel heard is told by its number.
    pub fn take(&mut self, heard: impl Fn(usize) -> f64) {
        for (channel, past) in self.past.iter_mut().enumerate() {
            let at = self.taken % past.len();
            past[at] = heard(channel);
        }
        self.taken += 1;
    }

    /// A channel as it is now, where a sample is so many steps.
    pub fn sample(&self, channel: usize, dense: f64) -> f64 {
        let Some(past) = self.past.get(channel) else {
            return 0.0;
        };
        let wide = dense.clamp(1.0, self.densest);
        let reach = HALF as f64 * wide;
        let middle = self.late as f64 - self.phase;
        let mut sum = 0.0;
        for ago in (middle - reach).max(0.0) as usize..=(middle + reach) as usize {
            let away = (ago as f64 - middle).abs() / wide * FINE as f64;
            let entry = away as usize;
            let Some([own, next]) = self.table.get(entry..entry + 2) else {
                continue;
            };
            let weight = own + (away - entry as f64) * (next - own);
            let at = self.taken.wrapping_sub(1 + ago) % past.len();
            sum += weight * past[at];
        }
        sum / wide
    }

    /// As if every channel had been for ever as it is now.
    pub fn settle(&mut self, now: impl Fn(usize) -> f64) {
        for (channel, past) in self.past.iter_mut().enumerate() {
            past.fill(now(channel));
        }
        self.phase = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sine in steps of one rate, played at another; the largest difference from the sine itself.
    fn error(steps: f64, rate: f64, hertz: f64) -> f64 {
        let dense = steps / rate;
        let mut own = Resampler::new(1, 4.0);
        let late = own.late as f64 / steps;
        let mut worst: f64 = 0.0;
        let mut step = 0;
        for sample in 0..4000 {
            for _ in 0..own.advance(dense) {
                let time = f64::from(step) / steps;
                own.take(|_| math::sin(2.0 * PI * hertz * time));
                step += 1;
            }
            let time = f64::from(sample + 1) / rate - 1.0 / steps - late;
            if sample > 1000 {
                let wanted = math::sin(2.0 * PI * hertz * time);
                worst = worst.max((own.sample(0, dense) - wanted).abs());
            }
        }
        worst
    }

    #[test]
    fn a_sine_stays_a_sine_at_any_rate() {
        for (steps, rate) in [
            (44_100.0, 48_000.0),
            (44_100.0, 192_000.0),
            (96_000.0, 44_100.0),
        ] {
            for hertz in [100.0, 1000.0, 5000.0] {
                let found = error(steps, rate, hertz);
                assert!(found < 1e-4, "{steps} {rate} {hertz}: {found}");
            }
        }
    }

    #[test]
    fn what_is_above_half_the_sample_rate_is_not_heard() {
        let dense = 2.0;
        let mut own = Resampler::new(1, dense);
        let mut most: f64 = 0.0;
        for n in 0..4000 {
            for k in 0..own.advance(dense) {
                let step = f64::from(2 * n) + k as f64;
                own.take(|_| math::sin(0.35 * 2.0 * PI * step));
            }
            if n > 200 {
                most = most.max(own.sample(0, dense).abs());
            }
        }
        assert!(most < 1e-3, "{most}");
    }

    #[test]
    fn at_its_own_rate_it_only_waits() {
        let mut own = Resampler::new(1, 1.0);
        let step = |n: usize| ((n * 37) % 101) as f64;
        for n in 0..200 {
            assert_eq!(own.advance(1.0), 1);
            own.take(|_| step(n));
            if n > 2 * HALF {
                assert_eq!(own.sample(0, 1.0), step(n - HALF));
            }
        }
    }
}
