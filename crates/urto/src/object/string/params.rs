//! What a string is given by, and what follows from it.

use super::super::{NamedPoint, Place};
use crate::error::{BuildError, within};
use crate::math;

crate::choice! {
    /// By what a string is given.
    pub enum Measure {
        /// Its pitch and wave impedance.
        Pitch = "pitch",
        /// Its length, tension and mass.
        Length = "length",
    }
}

crate::params! {
    /// A stretched string between a nut and a bridge.
    pub struct StringParams("string") {
        /// How the string is described: by pitch and impedance, or by length, tension and mass.
        given: Measure::Pitch, Choice(Measure), "", Rebuild;
        /// Pitch of the first partial.
        pitch: 147.0, Log(20.0, 8000.0), "Hz", Block, spread 0.02;
        /// Wave impedance: how hard the string is to move.
        impedance: 0.55, Log(1e-3, 1e2), "kg/s", Block, spread 0.06;
        /// Sounding length.
        length: 0.69, Log(0.02, 20.0), "m", Block, spread 0.03;
        /// Tension.
        tension: 111.0, Log(0.1, 1e4), "N", Block, spread 0.03;
        /// Mass of the sounding length.
        mass: 1.9e-3, Log(1e-6, 1.0), "kg", Block, spread 0.03;
        /// Decay time of the first partial (T60).
        decay: 5.0, Log(0.01, 1e3), "s", Block, spread 0.06;
        /// Frequency at which partials die away twice as fast as the lowest do; the loss grows
        /// with the square of frequency.
        brightness: 1000.0, Log(50.0, 2e4), "Hz", Block, spread 0.1;
        /// Inharmonicity B of a stiff string: partial n lies at n·sqrt(1 + B·n²).
        stiffness: 0.0, ZeroLog(1e-6, 1e-2), "", Block, expert, spread 0.05;
    }
}

impl StringParams {
    /// Its pitch \[Hz\], as it is given or as length, tension and mass make it.
    pub fn fundamental(&self) -> f64 {
        match self.given {
            Measure::Pitch => self.pitch,
            // f = sqrt(T·L/m)/(2L)
            Measure::Length => {
                let wave_speed = (self.tension * self.length / self.mass).sqrt();
                (0.5 * wave_speed / self.length).clamp(2.0, 2e4)
            }
        }
    }
}

pub(super) fn impedance_of(params: &StringParams) -> f64 {
    match params.given {
        Measure::Pitch => params.impedance,
        Measure::Length => (params.tension * params.mass / params.length).sqrt(),
    }
}

/// What the decay leaves of the first partial after one period.
pub(super) fn per_period(params: &StringParams, pitch: f64) -> f64 {
    math::exp(-math::LN_1000 / (pitch * params.decay))
}

/// Memory of the loss filter \[samples\]. The decay rate wanted is s·(1 + (f/b)²), scaled to meet
/// the decay at the pitch; so per period the filter must take (s/pitch)·(f/b)².
pub(super) fn loss_memory(params: &StringParams, pitch: f64, step: f64) -> f64 {
    let b = params.brightness;
    let total = math::LN_1000 / params.decay;
    let plain = total / (1.0 + (pitch / b) * (pitch / b));
    let w = math::TAU * b * step;
    let product = 2.0 * plain / (pitch * w * w);
    0.5 * ((1.0 + 4.0 * product).sqrt() - 1.0)
}

pub(super) fn position_of(point: &NamedPoint) -> Result<f64, BuildError> {
    match point.place {
        Place::Along(position) => {
            let what = format!("the position of point '{}'", point.name);
            within(what, position, [0.0, 1.0]).map(|()| position)
        }
        Place::Shape(_) | Place::Tangent(_) | Place::Surface(..) => {
            Err(BuildError::ShapeOnString(point.name.clone()))
        }
    }
}
