//! What a body of the same form but another size and material sounds like.
//!
//! In an elastic body all lengths and all times can be measured against its size and the speed of
//! its waves, the root of E/rho: frequencies go with that speed over the size, masses with density
//! and the cube of the size. A mode that radiates the same share of the sound gives the air a power
//! that goes with the square of the size, and loses it from a mass that goes with the cube.

use urto::body::Material;
use urto::math::{LN_1000, TAU};
use urto::object::Mode;

/// Longest decay of a mode that nothing damps \[s\].
const ENDLESS: f64 = 1e6;

/// How a body differs from the one that was solved for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Its size over that of the other.
    pub size: f64,
    /// What it is made of.
    pub material: Material,
    /// What the other was made of.
    pub solved: Material,
}

impl Scale {
    /// Frequency over that of the body that was solved for.
    pub fn frequency(&self) -> f64 {
        self.material.bar_speed() / (self.solved.bar_speed() * self.size)
    }

    /// Mass over that of the body that was solved for.
    pub fn mass(&self) -> f64 {
        let size = self.size;
        size * size * size * self.material.density / self.solved.density
    }

    /// A mode of the body that was solved for, as this one has it. `radiated` is the rate at which
    /// the air brakes that mode \[1/s\].
    ///
    /// ```
    /// use urto::body::MaterialKind;
    /// use urto::object::Mode;
    /// use urto_body::scaled::Scale;
    /// let steel = MaterialKind::Steel.figures();
    /// let larger = Scale { size: 2.0, material: steel, solved: steel };
    /// let mode = larger.mode(880.0, 0.01, 0.0);
    /// assert!((mode.frequency - 440.0).abs() < 1e-9 && (mode.mass - 0.08).abs() < 1e-12);
    /// ```
    pub fn mode(&self, frequency: f64, mass: f64, radiated: f64) -> Mode {
        let frequency = frequency * self.frequency();
        let air = radiated * self.size * self.size / self.mass();
        Mode {
            frequency,
            decay: (LN_1000 / (0.5 * losses(&self.material, frequency) + air)).min(ENDLESS),
            mass: mass * self.mass(),
        }
    }
}

/// The rate at which a material takes the energy of a vibration \[1/s\].
fn losses(material: &Material, hertz: f64) -> f64 {
    let w = TAU * hertz;
    material.alpha + material.eta * w + material.beta * w * w
}
