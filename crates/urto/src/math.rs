//! Elementary functions that give the same bits on every machine.
//!
//! The standard library calls the platform's maths library, whose last digit differs between
//! systems; a chaotic model (a bouncing ball, a bowed string) would then take another path on
//! another computer. These are the pure-Rust `libm` functions. Square roots are exact by the
//! IEEE standard and need no wrapper.

mod power;
mod short;

pub use power::Power;
pub use short::{Bell, bell, falling, mean_place, rise_about, smooth_rise};

pub use libm::tgamma as gamma;
pub use libm::{atan2, atanh, cos, cosh, exp, expm1, log, log1p, log10, pow, sin, sinh, tan, tanh};

/// Two pi.
pub const TAU: f64 = core::f64::consts::TAU;

/// `x^a` for `x >= 0`, by multiplication and square roots for the exponents that contacts use
/// most (1, 1.5, 2, 2.5, 3): exact, fast and alike everywhere.
///
/// ```
/// assert_eq!(urto::math::power(4.0, 1.5), 8.0);
/// ```
#[inline]
pub fn power(x: f64, a: f64) -> f64 {
    if a == 1.5 {
        x * x.sqrt()
    } else if a == 2.5 {
        x * x * x.sqrt()
    } else if a == 1.0 {
        x
    } else if a == 2.0 {
        x * x
    } else if a == 3.0 {
        x * x * x
    } else {
        pow(x, a)
    }
}

/// Acceleration of free fall \[m/s²\].
pub const GRAVITY: f64 = 9.81;

/// A power ratio of 60 dB as an exponent: amplitudes fall by `exp(-LN_1000)` during one T60.
pub const LN_1000: f64 = 6.907_755_278_982_137;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_exponents_agree_with_pow() {
        for a in [1.0, 1.5, 2.0, 2.5, 3.0] {
            for x in [1e-9, 0.3, 1.0, 7.7, 1e6] {
                assert!((power(x, a) / pow(x, a) - 1.0).abs() < 1e-15);
            }
        }
    }
}
