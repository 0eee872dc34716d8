//! The papers' own way to step two bodies that touch: modes by the bilinear transform, the law by
//! the trapezoidal rule, the loop between them by the K-method and Newton's method.
//!
//! Here only to be compared with: nothing guards it, it may make energy and it may fail to
//! converge. What sounds is stepped by the library's contacts.
//! Refs: Avanzini, Serafin & Rocchesso 2002, section 3; Avanzini & Rocchesso 2004, section 2.2;
//!       Borin, De Poli & Rocchesso 2000.

mod friction;
mod hammer;
mod waveguide;

pub use friction::{FrictionStep, Iterations};
pub use hammer::{TrapezoidBlow, strike};
pub use waveguide::{TrapezoidBow, bow};

use crate::modal::{Discretisation, Oscillator};
use urto::Rate;

/// Newton steps before it is given up; the papers give no limit. Where it converges it takes ten at
/// most.
pub const MOST_NEWTON: u32 = 30;

/// A mode, or with frequency and damping 0 a free mass: (A.7).
#[derive(Clone, Copy, Debug)]
pub struct BilinearMode {
    oscillator: Oscillator,
    coefficients: [f64; 6],
    /// Place \[m\] and velocity \[m/s\].
    pub x: f64,
    pub v: f64,
}

impl BilinearMode {
    /// At rest.
    pub fn new(oscillator: Oscillator, rate: Rate) -> Self {
        Self {
            oscillator,
            coefficients: oscillator.coefficients(Discretisation::Bilinear, rate),
            x: 0.0,
            v: 0.0,
        }
    }

    /// All of a step but what the new force does; `before` is the old one \[N\].
    pub fn coast(&mut self, before: f64) {
        let [a11, a12, a21, a22, b1, b2] = self.coefficients;
        (self.x, self.v) = (
            a11 * self.x + a12 * self.v + b1 * before,
            a21 * self.x + a22 * self.v + b2 * before,
        );
    }

    /// How far \[m\] and how much faster \[m/s\] a newton of the new force moves it.
    pub fn response(&self) -> (f64, f64) {
        (self.coefficients[4], self.coefficients[5])
    }

    /// What the new force does.
    pub fn push(&mut self, force: f64) {
        let (b1, b2) = self.response();
        self.x += b1 * force;
        self.v += b2 * force;
    }

    /// Energy \[J\].
    pub fn energy(&self) -> f64 {
        let w = urto::math::TAU * self.oscillator.frequency;
        0.5 * self.oscillator.mass * (self.v * self.v + w * w * self.x * self.x)
    }
}
