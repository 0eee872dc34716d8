//! How long two bodies touch in a blow.
//!
//! Law:    Hertz: two elastic bodies, round with 1/R = 1/R1 + 1/R2, of the reduced mass m, that meet
//!         at v, touch for 2.87·(m²/(R·E²·v))^(1/5), with 1/E = (1-ν1²)/E1 + (1-ν2²)/E2. The force
//!         is nearly half a sine.
//! Limits: elastic; what is softer or dents takes longer.
//! Refs:   Landau & Lifshitz, Theory of Elasticity, §9; Zheng & James 2011 used a recording.

use urto::body::Material;
use urto::math::cos;

/// Shortest and longest touch \[s\].
const TOUCH: [f64; 2] = [5e-6, 2e-2];

/// E of two materials together \[Pa\].
pub fn stiffness_together(a: &Material, b: &Material) -> f64 {
    let soft = |own: &Material| (1.0 - own.poisson * own.poisson) / own.modulus;
    1.0 / (soft(a) + soft(b))
}

/// How long two bodies touch: their reduced mass \[kg\], roundness \[m\], stiffness together \[Pa\] and
/// speed \[m/s\].
///
/// ```
/// use urto::body::MaterialKind;
/// use urto_multibody::sound::{contact_time, stiffness_together};
/// // Two steel balls of 10 mm radius at 1 m/s: with 16.4 g, 5 mm and 110 GPa the fifth root is
/// // that of 4.5e-24, and 2.868 times that 61 µs.
/// let steel = MaterialKind::Steel.figures();
/// let mass = 7850.0 * 4.18879e-6;
/// let time = contact_time(mass / 2.0, 0.005, stiffness_together(&steel, &steel), 1.0);
/// assert!((time - 61.4e-6).abs() < 0.5e-6, "{time}");
/// ```
pub fn contact_time(mass: f64, round: f64, stiffness: f64, speed: f64) -> f64 {
    let fifth = mass * mass / (round * stiffness * stiffness * speed);
    let time = 2.868 * urto::math::pow(fifth.max(1e-60), 0.2);
    if time.is_finite() {
        time.clamp(TOUCH[0], TOUCH[1])
    } else {
        TOUCH[0]
    }
}

/// The share of half a sine from 0 to 1 that has passed.
pub(super) fn passed(t: f64) -> f64 {
    if t <= 0.0 {
        0.0
    } else if t >= 1.0 {
        1.0
    } else {
        0.5 * (1.0 - cos(core::f64::consts::PI * t))
    }
}
