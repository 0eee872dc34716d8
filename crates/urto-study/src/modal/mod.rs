//! The thesis' ways to step a mode (appendix A), and what they make of it.
//!
//! Law:  m·(q'' + g·q' + w²·q) = f (A.1), w in rad/s: figure A.1's 12000 Hz is w/2π.
//! Step: bilinear (A.7); the same with w warped beforehand by the inverse of (A.9),
//!       w_pre = 2·Fs·tan(w/2Fs); impulse invariance (A.24); urto's own, exact for a force held
//!       during the step.
//! Refs: Papetti 2010, appendix A.

mod account;
mod response;
mod step;

pub use account::ModeAccount;
pub use response::RingingResponse;

use crate::StudyError;
use urto::Rate;
use urto::math::{self, LN_1000, TAU};
use urto::object::{Modal, ModalParams, Mode, Object, Point};

/// A damped harmonic oscillator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oscillator {
    /// Natural frequency w/2π \[Hz\].
    pub frequency: f64,
    /// g \[1/s\].
    pub damping: f64,
    /// m \[kg\].
    pub mass: f64,
}

/// How it is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discretisation {
    /// (A.7).
    Bilinear,
    /// (A.7) with its frequency warped beforehand.
    Prewarped,
    /// (A.24).
    ImpulseInvariant,
    /// urto's own, exact for a force held during the step.
    Held,
}

impl Discretisation {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Bilinear,
        Self::Prewarped,
        Self::ImpulseInvariant,
        Self::Held,
    ];

    /// Its name in tables and legends.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bilinear => "bilinear",
            Self::Prewarped => "bilinear, prewarped",
            Self::ImpulseInvariant => "impulse-invariant",
            Self::Held => "held force (urto)",
        }
    }

    /// Its key in facts.
    pub fn key(self) -> &'static str {
        match self {
            Self::Bilinear => "bilinear",
            Self::Prewarped => "prewarped",
            Self::ImpulseInvariant => "impulse_invariant",
            Self::Held => "held",
        }
    }
}

impl Oscillator {
    fn natural(&self) -> f64 {
        TAU * self.frequency
    }

    /// Angular frequency at which it rings \[rad/s\], (A.15).
    pub fn ringing(&self) -> f64 {
        let (w, half) = (self.natural(), 0.5 * self.damping);
        (w * w - half * half).sqrt()
    }

    /// Displacement \[m\] a time after a unit impulse, (A.19).
    pub fn response(&self, time: f64) -> f64 {
        let w = self.ringing();
        math::exp(-0.5 * self.damping * time) * math::sin(w * time) / (self.mass * w)
    }

    /// Displacement per newton at a frequency \[m/N\], its size, (A.18).
    pub fn gain(&self, hertz: f64) -> f64 {
        let (w, own) = (TAU * hertz, self.natural());
        let (real, imaginary) = (own * own - w * w, self.damping * w);
        1.0 / (self.mass * (real * real + imaginary * imaginary).sqrt())
    }

    /// Samples after an impulse of unit area, spread over the first step as the method takes
    /// forces.
    pub fn simulate(
        &self,
        how: Discretisation,
        rate: Rate,
        count: usize,
    ) -> Result<Vec<f64>, StudyError> {
        let push = |n: usize| if n == 0 { rate.hertz() } else { 0.0 };
        if how == Discretisation::Held {
            return self.held(rate, count, push);
        }
        let coefficients = self.coefficients(how, rate);
        let (mut now, mut before) = ([0.0, 0.0], 0.0);
        let step = |n: usize| {
            now = step::take(how, &coefficients, now, push(n), before);
            before = push(n);
            now[0]
        };
        Ok((0..count).map(step).collect())
    }

    /// The path that sounds take. A sample is the end of a step, so the impulse starts before.
    fn held(
        &self,
        rate: Rate,
        count: usize,
        push: impl Fn(usize) -> f64,
    ) -> Result<Vec<f64>, StudyError> {
        let mode = Mode {
            frequency: self.ringing() / TAU,
            decay: 2.0 * LN_1000 / self.damping,
            mass: self.mass,
        };
        let params = ModalParams {
            modes: vec![mode],
            ..ModalParams::default()
        };
        let mut body = Modal::new(&params, &[], rate)?;
        let step = |n: usize| {
            if n == 0 {
                return 0.0;
            }
            body.begin();
            body.push(Point(0), push(n - 1));
            body.end();
            body.displacement(Point(0))
        };
        Ok((0..count).map(step).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIGH: Oscillator = Oscillator {
        frequency: 12_000.0,
        damping: 166.6667,
        mass: 0.001,
    };

    fn rate() -> Rate {
        Rate::new(44_100.0).unwrap()
    }

    fn heard(oscillator: Oscillator, how: Discretisation) -> RingingResponse {
        RingingResponse::new(&oscillator.simulate(how, rate(), 400).unwrap(), rate())
    }

    /// (A.9): 12 kHz sinks to 9928.78 Hz, and its damping to 96.30.
    #[test]
    fn the_bilinear_mode_is_flat_and_rings_longer() {
        let found = heard(HIGH, Discretisation::Bilinear);
        assert!((found.frequency - 9928.78).abs() < 0.01, "{found:?}");
        assert!((found.damping - 96.30).abs() < 0.01, "{found:?}");
        let exact = 1.0 / (HIGH.mass * HIGH.ringing());
        assert!(found.amplitude < exact);
    }

    #[test]
    fn prewarping_mends_the_frequency_but_not_the_damping() {
        let found = heard(HIGH, Discretisation::Prewarped);
        assert!((found.frequency / 12_000.0 - 1.0).abs() < 1e-5, "{found:?}");
        assert!(found.damping < 0.7 * HIGH.damping, "{found:?}");
    }

    #[test]
    fn impulse_invariance_is_exact_at_the_samples() {
        let oscillator = Oscillator {
            frequency: 1000.0,
            ..HIGH
        };
        let how = Discretisation::ImpulseInvariant;
        let samples = oscillator.simulate(how, rate(), 50).unwrap();
        for (n, sample) in samples.iter().enumerate() {
            let exact = oscillator.response(n as f64 / 44_100.0);
            assert!(
                (sample - exact).abs() < 1e-15 * 7.0,
                "{n}: {sample} {exact}"
            );
        }
        // (A.20) with its sine mended, for a force of one newton at the first sample.
        assert!((samples[7] / 44_100.0 - 2.991_87e-6).abs() < 1e-11);
        let found = heard(HIGH, how);
        assert!(
            (found.frequency / 12_000.0 - 1.0).abs() < 1e-10,
            "{found:?}"
        );
        assert!(
            (found.damping / HIGH.damping - 1.0).abs() < 1e-8,
            "{found:?}"
        );
    }

    /// A force held during one sample instead of struck at once loses sin(y)/y, y = w/2Fs.
    #[test]
    fn the_held_force_rings_true() {
        let found = heard(HIGH, Discretisation::Held);
        assert!(
            (found.frequency / 12_000.0 - 1.0).abs() < 1e-10,
            "{found:?}"
        );
        assert!(
            (found.damping / HIGH.damping - 1.0).abs() < 1e-8,
            "{found:?}"
        );
        let y = 0.5 * HIGH.ringing() / 44_100.0;
        let exact = math::sin(y) / y / (HIGH.mass * HIGH.ringing());
        assert!(
            (found.amplitude / exact - 1.0).abs() < 2e-3,
            "{found:?} {exact}"
        );
    }

    /// Gains from the recursion agree with (A.18) where sampling does not matter.
    #[test]
    fn gains_agree_at_low_frequencies() {
        let oscillator = Oscillator {
            frequency: 200.0,
            ..HIGH
        };
        for how in Discretisation::ALL {
            let found = heard(oscillator, how);
            for hertz in [20.0, 100.0, 200.0, 300.0] {
                let ratio = found.gain(hertz) / oscillator.gain(hertz);
                assert!((ratio - 1.0).abs() < 2e-3, "{how:?} {hertz}: {ratio}");
            }
        }
    }
}
