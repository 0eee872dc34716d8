//! How weakly a thing speaks whose front and back cancel each other.

use crate::high_pass;
use crate::math;
use crate::rate::Rate;

/// One of the two octave-for-octave falls below the pitch from which a thing radiates (a dipole
/// falls by 12 dB per octave); the output's filter against offsets is the other.
#[derive(Clone)]
pub(super) struct Air {
    pole: f64,
    /// What makes it the same at every rate.
    even: f64,
    last_in: f64,
    last_out: f64,
}

impl Air {
    pub fn new(rate: Rate, radiates: f64) -> Self {
        Self {
            pole: math::exp(-math::TAU * radiates * rate.step()),
            even: high_pass::of_differences(radiates, rate),
            last_in: 0.0,
            last_out: 0.0,
        }
    }

    pub fn pass(&mut self, heard: f64) -> f64 {
        let mut out = heard - self.last_in + self.pole * self.last_out;
        // What has faded away stops here, before it becomes subnormal.
        if out.abs() < crate::object::QUIET {
            out = 0.0;
        }
        self.last_in = heard;
        self.last_out = out;
        self.even * out
    }

    pub fn reset(&mut self) {
        self.last_in = 0.0;
        self.last_out = 0.0;
    }
}
