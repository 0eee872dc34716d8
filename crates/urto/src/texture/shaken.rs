//! Shaken: many small things that fly about in a vessel, and when they collide.
//!
//! Hear:   a rattle that swells with every shake and settles in between.
//! Law:    the grains have a mean square speed u². The hand gives to it, collisions take from it:
//!         without the hand it falls as exp(-t/settle). Each grain meets something after a mean
//!         path, so collisions are a Poisson process of rate N·u/path, which falls half as fast
//!         as the energy; their speeds have the mean square u² (Rayleigh's law).
//! Step:   exact decay per step; Poisson by waiting for the integral of the rate.
//! Limits: grains are alike everywhere in the vessel; gravity is part of `settle`.
//! Refs:   Cook 1997 (PhISEM: exponential energy, Poisson collisions); Papetti 2010, 2.1.

use crate::math;
use crate::rate::Rate;
use crate::rng::Rng;

/// Grains that fly about.
#[derive(Clone, Debug)]
pub struct Shaken {
    /// Mean square speed \[m²/s²\].
    square: f64,
    /// Collisions until the next one, on average.
    left: f64,
    /// What is kept per step, and for which time that was worked out.
    kept: f64,
    kept_for: f64,
}

impl Shaken {
    /// Grains at rest.
    pub fn new(rng: &mut Rng) -> Self {
        Self {
            square: 0.0,
            left: wait(rng),
            kept: 1.0,
            kept_for: f64::INFINITY,
        }
    }

    /// Mean speed \[m/s\] (root of the mean square).
    pub fn speed(&self) -> f64 {
        self.square.sqrt()
    }

    /// The hand gives so much to the mean square speed \[m²/s²\].
    pub fn give(&mut self, square: f64) {
        self.square += square;
    }

    /// One step without the hand.
    pub fn settle(&mut self, seconds: f64, rate: Rate) {
        if self.kept_for != seconds {
            self.kept_for = seconds;
            self.kept = math::exp(-rate.step() / seconds);
        }
        self.square *= self.kept;
        // Slower than this nothing is heard, and nothing becomes subnormal.
        if self.square < 1e-12 {
            self.square = 0.0;
        }
    }

    /// Samples during which nothing collides as long as no more than `per_second` do on average:
    /// two fewer than there are, since they are counted with rounding.
    pub fn until_next(&self, per_second: f64, rate: Rate) -> usize {
        ((self.left / (per_second * rate.step())) as usize).saturating_sub(2)
    }

    /// Whether something collides during a step, when `per_second` do on average; gives a factor
    /// on the speed, of mean square 1.
    pub fn collides(&mut self, per_second: f64, rate: Rate, rng: &mut Rng) -> Option<f64> {
        self.left -= per_second * rate.step();
        if self.left > 0.0 {
            return None;
        }
        self.left = (self.left + wait(rng)).max(0.0);
        Some(wait(rng).sqrt())
    }
}

/// An interval of a Poisson process of rate 1.
fn wait(rng: &mut Rng) -> f64 {
    -math::log(1.0 - rng.uniform())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the sample rate, collisions come as often as asked (within 2 %: the spread of
    /// 40,000 of a Poisson process is 0.5 %), with a mean square factor of 1, and the grains'
    /// mean square speed falls to 1/e in the time asked.
    #[test]
    fn the_rate_of_samples_does_not_matter() {
        for hertz in [44_100.0, 192_000.0] {
            let rate = Rate::new(hertz).unwrap();
            let mut rng = Rng::new(5);
            let mut shaken = Shaken::new(&mut rng);
            let steps = (20.0 * hertz) as usize;
            let factors: Vec<f64> = (0..steps)
                .filter_map(|_| shaken.collides(2000.0, rate, &mut rng))
                .collect();
            let per_second = factors.len() as f64 / 20.0;
            assert!((per_second / 2000.0 - 1.0).abs() < 0.02, "{per_second}");
            let square = factors.iter().map(|f| f * f).sum::<f64>() / factors.len() as f64;
            assert!((square - 1.0).abs() < 0.03, "{square}");
            shaken.give(1.0);
            (0..(0.1 * hertz) as usize).for_each(|_| shaken.settle(0.1, rate));
            let left = shaken.speed() * shaken.speed();
            assert!((left - math::exp(-1.0)).abs() < 1e-4, "{left}");
        }
    }
}
