//! What a rigid body's own acceleration sounds like.
//!
//! Law:    a sphere of radius R with the acceleration A along an axis is heard at the distance r and
//!         the angle θ, after (r-R)/c, as p(s) = (ρ·R²·cosθ/r)·x/(x² + 2x + 2)·A(s), x = s·R/c:
//!         derived from the exact field of the oscillating sphere.
//! Step:   the filter is an oscillator driven by A, of which one hears the velocity: exact for an
//!         acceleration held during the sample.
//! Limits: other bodies are spheres of their volume.

use crate::ring::Propagator;
use urto::air::SOUND_SPEED;

/// The sphere in the air.
pub(super) struct Click {
    step: Propagator,
    q: f64,
    v: f64,
    /// Pressure times distance over what the filter gives.
    level: f64,
}

impl Click {
    pub fn new(radius: f64, h: f64) -> Self {
        let fast = SOUND_SPEED / radius;
        Self {
            // x/(x² + 2x + 2) is c/R times the velocity of q'' + 2(c/R)q' + 2(c/R)²q = A.
            step: Propagator::new(core::f64::consts::SQRT_2 * fast, fast, h),
            q: 0.0,
            v: 0.0,
            level: super::AIR * radius * radius * fast,
        }
    }

    /// An acceleration towards the listener \[m/s²\]; gives the pressure a metre away \[Pa\].
    pub fn step(&mut self, acceleration: f64) -> f64 {
        let own = &self.step;
        let q = own.a * self.q + own.b * self.v + own.c * acceleration;
        self.v = own.d * self.v - own.stiffness * own.b * self.q + own.b * acceleration;
        self.q = q;
        self.level * self.v
    }

    /// Whether it has died away.
    pub fn is_still(&self) -> bool {
        (self.level * self.v).abs() < 1e-15 && (self.q * self.step.stiffness).abs() < 1e-9
    }

    pub fn stop(&mut self) {
        (self.q, self.v) = (0.0, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::{TAU, sin};

    /// The level of a steady tone against the formula at s = iω.
    #[test]
    fn a_shaken_ball_sounds_as_the_exact_field_says() {
        let (radius, rate) = (0.01, 768_000.0);
        for hertz in [200.0, 2_000.0, 8_000.0, 16_000.0] {
            let mut click = Click::new(radius, 1.0 / rate);
            let w = TAU * hertz;
            let mut most = 0.0f64;
            for n in 0..40_000_u32 {
                let p = click.step(sin(w * f64::from(n) / rate));
                if n > 20_000 {
                    most = most.max(p.abs());
                }
            }
            let x = w * radius / SOUND_SPEED;
            // |x·i/((2 - x²) + 2x·i)|
            let wanted = super::super::AIR * radius * radius * x
                / ((2.0 - x * x) * (2.0 - x * x) + 4.0 * x * x).sqrt();
            assert!(
                (most / wanted - 1.0).abs() < 0.01,
                "{hertz}: {most} {wanted}"
            );
        }
    }
}
