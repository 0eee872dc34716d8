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
}

impl Shaken {
    /// Grains at rest.
    pub fn new(rng: &mut Rng) -> Self {
        Self {
            square: 0.0,
            left: wait(rng),
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
        self.square *= math::exp(-rate.step() / seconds);
        // Slower than this nothing is heard, and nothing becomes subnormal.
        if self.square < 1e-12 {
            self.square = 0.0;
        }
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
