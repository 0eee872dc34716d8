//! From what is heard at a body to samples at a sensible level.

use crate::math;
use crate::rate::Rate;

/// Peak that a default sound reaches, about: -8 dBFS leaves room for loud ones.
pub(super) const TARGET: f64 = 0.4;

/// Below this \[Hz\] nothing is heard.
pub(super) const INAUDIBLE: f64 = 20.0;

/// A gain that glides, and a filter against standing offsets.
///
/// Physical sounds span a hundred decibels. So that nobody hunts for gain, a sound estimates
/// how strongly its gesture will move the body, and plays it `dynamics` times as many decibels
/// from the usual level as physics says: 1 is true to nature, 0 makes all gestures alike.
pub(super) struct Output {
    gain: f64,
    goal: f64,
    glide: f64,
    pole: f64,
    last_in: f64,
    last_out: f64,
}

impl Output {
    /// `lowest` \[Hz\] is the pitch below which the body's drift is no sound.
    pub fn new(rate: Rate, lowest: f64) -> Self {
        Self {
            gain: 0.0,
            goal: 0.0,
            // 3 ms: shorter clicks, longer lags behind the attack.
            glide: 1.0 - math::exp(-rate.step() / 3e-3),
            pole: math::exp(-math::TAU * lowest * rate.step()),
            last_in: 0.0,
            last_out: 0.0,
        }
    }

    /// Aims at a level, for a gesture that will move the body by about `expected` when it is
    /// `stronger` times as strong as usual.
    pub fn aim(&mut self, expected: f64, stronger: f64, dynamics: f64, decibels: f64) {
        let natural = math::pow(stronger.max(1e-6), dynamics);
        let level = math::pow(10.0, decibels / 20.0);
        self.goal = TARGET * level * natural / expected.max(1e-12);
        // In silence nothing clicks.
        if self.last_out == 0.0 {
            self.gain = self.goal;
        }
    }

    pub fn pass(&mut self, heard: f64) -> f64 {
        if self.gain != self.goal {
            self.gain += self.glide * (self.goal - self.gain);
            if (self.gain - self.goal).abs() < 1e-9 * self.goal {
                self.gain = self.goal;
            }
        }
        let mut out = heard - self.last_in + self.pole * self.last_out;
        // An offset that has faded away stops here, before it becomes subnormal.
        if out.abs() < crate::object::QUIET {
            out = 0.0;
        }
        self.last_in = heard;
        self.last_out = out;
        self.gain * out
    }

    pub fn reset(&mut self) {
        self.gain = self.goal;
        self.last_in = 0.0;
        self.last_out = 0.0;
    }
}
