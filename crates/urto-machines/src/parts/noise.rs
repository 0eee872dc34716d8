//! Noise whose spectrum is the same at every sample rate, and numbers that wander.
//!
//! Law:    white: the power per hertz is fixed, so the variance of a sample goes with the rate; at
//!         48 kHz it is 1. Pink: a sum of processes that forget in octaves of time, each with the
//!         same power, has a power per hertz of 1/f between the lowest and the highest (McWhorter).
//!         Wandering: a process that forgets in a time (Ornstein and Uhlenbeck).
//! Step:   each process by its exact solution x' = p·x + sqrt(1 - p²)·n, so that variance and memory
//!         are those asked for at every rate; what wanders is drawn at times that do not depend on the
//!         rate, and goes in straight lines between.
//! Refs:   McWhorter 1957; van der Ziel 1950; Uhlenbeck & Ornstein 1930.

use urto::rng::Rng;
use urto::{Rate, math};

/// The rate at which white noise has a variance of 1 \[Hz\].
const USUAL: f64 = 48e3;
/// Root of three: what is uniform in -1 to 1 has a variance of a third.
const ROOT_3: f64 = 1.732_050_807_568_877_2;

/// White noise.
pub(crate) struct White {
    rng: Rng,
    height: f64,
}

impl White {
    pub fn new(rate: Rate) -> Self {
        Self {
            rng: Rng::new(0),
            height: ROOT_3 * (rate.hertz() / USUAL).sqrt(),
        }
    }

    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    #[inline]
    pub fn next(&mut self) -> f64 {
        self.height * self.rng.signed()
    }
}

/// Corners of the processes that make pink noise: octaves from 20 Hz.
const OCTAVES: usize = 11;
const LOWEST: f64 = 20.0;

/// Pink noise between 20 Hz and 20 kHz, of variance 1.
pub(crate) struct Pink {
    rng: Rng,
    values: [f64; OCTAVES],
    poles: [f64; OCTAVES],
    heights: [f64; OCTAVES],
}

impl Pink {
    pub fn new(rate: Rate) -> Self {
        let corner = |n: usize| LOWEST * f64::from(1u32 << n);
        let poles = core::array::from_fn(|n| math::exp(-math::TAU * corner(n) * rate.step()));
        let each = 1.0 / (OCTAVES as f64).sqrt();
        Self {
            rng: Rng::new(0),
            values: [0.0; OCTAVES],
            poles,
            heights: poles.map(|p: f64| each * ROOT_3 * (1.0 - p * p).sqrt()),
        }
    }

    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.values = [0.0; OCTAVES];
    }

    #[inline]
    pub fn next(&mut self) -> f64 {
        let mut sum = 0.0;
        for ((value, pole), height) in self.values.iter_mut().zip(&self.poles).zip(&self.heights) {
            *value = pole * *value + height * self.rng.signed();
            sum += *value;
        }
        sum
    }
}

/// How often a wandering number is drawn \[s\].
const KNOT: f64 = 0.01;

/// A number that wanders around 0 with variance 1, and forgets where it was in a time.
pub(crate) struct Wander {
    rng: Rng,
    from: f64,
    to: f64,
    at: f64,
}

impl Wander {
    pub fn new() -> Self {
        Self {
            rng: Rng::new(0),
            from: 0.0,
            to: 0.0,
            at: 1.0,
        }
    }

    /// Starts somewhere.
    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.to = self.draw();
        self.from = self.to;
        self.at = 1.0;
    }

    /// Nearly normal: the sum of three has variance 1.
    fn draw(&mut self) -> f64 {
        (0..3).map(|_| self.rng.signed()).sum()
    }

    /// Lets time pass \[s\]; `memory` is how long it remembers \[s\].
    pub fn pass(&mut self, seconds: f64, memory: f64) -> f64 {
        self.at += seconds / KNOT;
        while self.at >= 1.0 {
            self.at -= 1.0;
            self.from = self.to;
            let kept = math::exp(-KNOT / memory.max(KNOT));
            self.to = kept * self.from + (1.0 - kept * kept).sqrt() * self.draw();
        }
        self.from + (self.to - self.from) * self.at
    }
}

/// Events that come by chance, so many per second on average: intervals are exponential.
pub(crate) struct Chance {
    left: f64,
}

impl Chance {
    pub fn new() -> Self {
        Self { left: 1.0 }
    }

    pub fn reset(&mut self, rng: &mut Rng) {
        self.left = Self::draw(rng);
    }

    fn draw(rng: &mut Rng) -> f64 {
        -math::log(1.0 - rng.uniform())
    }

    /// Lets a share of the mean interval pass; tells whether one comes. Two at once are one.
    #[inline]
    pub fn pass(&mut self, share: f64, rng: &mut Rng) -> bool {
        self.left -= share;
        if self.left > 0.0 {
            return false;
        }
        self.left = Self::draw(rng);
        true
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use urto::analysis::Fourier;

    /// Power per hertz between two frequencies, of as many samples as there are.
    pub(crate) fn density(samples: &[f64], hertz: f64, from: f64, to: f64) -> f64 {
        const FRAME: usize = 8192;
        let mut fourier = Fourier::new(FRAME);
        let (mut sum, mut count) = (0.0, 0.0);
        let [mut a, mut b] = [vec![0.0; FRAME / 2 + 1], vec![0.0; FRAME / 2 + 1]];
        for pair in samples.chunks_exact(2 * FRAME) {
            fourier.magnitudes([&pair[..FRAME], &pair[FRAME..]], [&mut a, &mut b]);
            for (n, (a, b)) in a.iter().zip(&b).enumerate() {
                let at = n as f64 * hertz / FRAME as f64;
                if (from..to).contains(&at) {
                    sum += a * a + b * b;
                    count += 2.0;
                }
            }
        }
        sum / count / (hertz * FRAME as f64)
    }

    #[test]
    fn white_noise_has_the_same_power_per_hertz_at_every_rate() {
        for hertz in [44.1e3, 48e3, 192e3] {
            let mut noise = White::new(Rate::new(hertz).unwrap());
            noise.reset(3);
            let samples: Vec<f64> = (0..1 << 19).map(|_| noise.next()).collect();
            let own = density(&samples, hertz, 100.0, 15e3);
            assert!((own * USUAL - 1.0).abs() < 0.02, "{hertz}: {own}");
        }
    }

    /// Of pink noise each octave has the same power, within 0.5 dB, at every rate.
    #[test]
    fn pink_noise_falls_by_three_decibels_per_octave() {
        for hertz in [44.1e3, 48e3, 192e3] {
            let mut noise = Pink::new(Rate::new(hertz).unwrap());
            noise.reset(5);
            let samples: Vec<f64> = (0..1 << 20).map(|_| noise.next()).collect();
            // Of both halves of the spectrum.
            let octave = |from: f64| 2.0 * from * density(&samples, hertz, from, 2.0 * from);
            let first = octave(1000.0);
            // Around 1 kHz each octave has its share of the variance, an eleventh.
            assert!((first * 11.0 - 1.0).abs() < 0.05, "{hertz}: {first}");
            for from in [125.0, 250.0, 500.0, 2000.0, 4000.0] {
                let decibels = 10.0 * math::log10(octave(from) / first);
                assert!(decibels.abs() < 0.5, "{hertz} {from}: {decibels}");
            }
        }
    }

    #[test]
    fn what_wanders_has_the_variance_and_the_memory_asked_for() {
        let mut wander = Wander::new();
        wander.reset(1);
        let all: Vec<f64> = (0..200_000).map(|_| wander.pass(0.01, 0.5)).collect();
        let mean = |lag: usize| {
            let pairs = all.iter().zip(&all[lag..]).map(|(a, b)| a * b);
            pairs.sum::<f64>() / (all.len() - lag) as f64
        };
        assert!((mean(0) - 1.0).abs() < 0.1, "{}", mean(0));
        // After one memory of 0.5 s the share exp(-1) is left.
        assert!((mean(50) / mean(0) - 0.368).abs() < 0.06);
    }

    #[test]
    fn chance_comes_as_often_as_asked() {
        let mut rng = Rng::new(2);
        let mut chance = Chance::new();
        chance.reset(&mut rng);
        let count = (0..1_000_000)
            .filter(|_| chance.pass(0.01, &mut rng))
            .count();
        assert!((9700..10_300).contains(&count), "{count}");
    }
}
