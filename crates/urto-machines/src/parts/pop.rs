//! Pops: short bursts of noise through a band, many at once: a crackle of wood, a piece that falls.
//!
//! Law:  a burst that decays within a time, through two poles of a pitch and a sharpness.
//! Step: each is a filter that stores no more than it is given (`parts::filter`).

use super::filter::TwoPole;
use super::noise::White;
use urto::rng::Rng;
use urto::sound::Work;
use urto::{Rate, math};

/// How a pop is.
#[derive(Clone, Copy)]
pub(crate) struct PopShape {
    /// Height of its burst.
    pub level: f64,
    /// Pitch \[Hz\].
    pub pitch: f64,
    /// Frequency over bandwidth.
    pub sharpness: f64,
    /// Time constant of the burst \[s\].
    pub burst: f64,
}

#[derive(Clone, Copy, Default)]
struct Pop {
    band: TwoPole,
    height: f64,
    fall: f64,
    left: u32,
}

/// Most pops at once; the oldest ends when another one comes.
const MOST: usize = 16;
/// A pop is over after so many of its time constants: 70 dB down.
const OVER: f64 = 8.0;

/// Steps of modes that take as long as a pop's step, a filter in turn with its burst; and as starting
/// one: two sines and an exponential.
const STEP: f64 = 4.0;
const STARTED: f64 = 200.0;

/// Some pops at once.
pub(crate) struct Pops {
    /// How many began since the last reset.
    begun: u64,
    rate: Rate,
    noise: White,
    pops: [Pop; MOST],
    next: usize,
}

impl Pops {
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            noise: White::new(rate),
            pops: [Pop::default(); MOST],
            next: 0,
            begun: 0,
        }
    }

    /// What they take.
    pub fn work(&self) -> Work {
        let sounding = self.pops.iter().filter(|pop| pop.left > 0).count();
        Work {
            each: STEP * sounding as f64,
            begun: STARTED * self.begun as f64,
        }
    }

    pub fn pop(&mut self, shape: PopShape) {
        let PopShape {
            level,
            pitch,
            sharpness,
            burst,
        } = shape;
        self.begun += 1;
        // The oldest place is taken even if it sounds: what is left of it rings on in its filter.
        let pop = &mut self.pops[self.next];
        self.next = (self.next + 1) % MOST;
        pop.band.set(pitch, sharpness, self.rate);
        pop.height = level * TwoPole::even(pitch, sharpness);
        pop.fall = math::exp(-self.rate.step() / burst);
        // The band rings for Q/(π·f).
        let rings = burst + 2.0 * sharpness / (math::TAU * pitch);
        pop.left = (OVER * rings * self.rate.hertz()) as u32 + 1;
    }

    #[inline]
    pub fn next(&mut self) -> f64 {
        let noise = self.noise.next();
        let mut sum = 0.0;
        for pop in &mut self.pops {
            if pop.left == 0 {
                continue;
            }
            sum += pop.band.band(pop.height * noise);
            pop.height *= pop.fall;
            pop.left -= 1;
            if pop.left == 0 {
                pop.band.reset();
            }
        }
        sum
    }

    /// Which pop comes next.
    #[cfg(test)]
    pub fn place(&self) -> usize {
        self.next
    }

    pub fn reset(&mut self, seed: u64) {
        self.noise.reset(seed);
        self.pops = [Pop::default(); MOST];
        self.next = 0;
        self.begun = 0;
    }
}

/// A size from a power law: the chance that it is beyond x falls as x^-exponent, from 1 to `range`.
pub(crate) fn power_law(exponent: f64, range: f64, rng: &mut Rng) -> f64 {
    let far = math::pow(range, -exponent);
    let u = rng.uniform();
    math::pow(1.0 - u * (1.0 - far), -1.0 / exponent)
}

/// Mean square of such sizes: a/(a - 2)·(1 - r^(2-a))/(1 - r^-a), and at 2 its limit.
pub(crate) fn power_law_square(exponent: f64, range: f64) -> f64 {
    let a = exponent;
    let far = 1.0 - math::pow(range, -a);
    if (a - 2.0).abs() < 1e-3 {
        return 2.0 * math::log(range) / far.max(1e-9);
    }
    a / (a - 2.0) * (1.0 - math::pow(range, 2.0 - a)) / far.max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_their_law() {
        let mut rng = Rng::new(1);
        for (exponent, range) in [(1.2, 30.0), (2.0, 20.0), (3.0, 10.0)] {
            let sizes: Vec<f64> = (0..100_000)
                .map(|_| power_law(exponent, range, &mut rng))
                .collect();
            let square = sizes.iter().map(|x| x * x).sum::<f64>() / 1e5;
            let law = power_law_square(exponent, range);
            assert!((square / law - 1.0).abs() < 0.03, "{square} {law}");
            // Beyond 3 lies (3^-a - r^-a)/(1 - r^-a) of them.
            let far = math::pow(range, -exponent);
            let law = (math::pow(3.0, -exponent) - far) / (1.0 - far);
            let beyond = sizes.iter().filter(|x| **x > 3.0).count() as f64 / 1e5;
            assert!((beyond - law).abs() < 0.005, "{beyond} {law}");
        }
    }

    /// A pop of level 1 has a height of about 1, whatever its pitch, and ends.
    #[test]
    fn pops_are_as_loud_as_asked_and_end() {
        let rate = Rate::new(48e3).unwrap();
        let mut pops = Pops::new(rate);
        for (pitch, sharpness) in [(300.0, 1.0), (3000.0, 2.0), (3000.0, 20.0)] {
            let mut power = 0.0;
            for seed in 0..200 {
                pops.reset(seed);
                pops.pop(PopShape {
                    level: 1.0,
                    pitch,
                    sharpness,
                    burst: 0.02,
                });
                let all: f64 = (0..48_000).map(|_| pops.next()).map(|x| x * x).sum();
                assert_eq!(pops.next(), 0.0);
                power += all / 200.0;
            }
            // The burst's square lasts half its time constant.
            let law = 0.01 * 48e3;
            assert!((power / law - 1.0).abs() < 0.3, "{pitch} {power} {law}");
        }
    }
}
