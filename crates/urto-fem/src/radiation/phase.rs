//! Cosine and sine of many phases at once, for the millions of waves between pairs of triangles.
//!
//! Plain arithmetic without branches, so that the compiler works on several numbers at a time,
//! and no fused multiply-add, so that every machine gives the same bits. Within 1e-14 of the
//! truth plus 1e-16 of the phase, for phases up to 3e6 rad, where a whole number of pi still has
//! 20 bits; no body comes near (`HIGHEST_KA` in `solver.rs`).

use std::f64::consts::PI;

/// Pi in two parts; the high one has 33 significant bits, so that its product with a whole
/// number of up to 20 bits is exact.
const PI_HIGH: f64 = f64::from_bits(PI.to_bits() & !((1 << 20) - 1));
const PI_LOW: f64 = PI_REST + 1.224_646_799_147_353_2e-16; // what f64 leaves out of pi
const PI_REST: f64 = PI - PI_HIGH;

/// Added and taken away again, this rounds to a whole number, which stands in the lowest bits of
/// the sum.
const ROUNDER: f64 = 6_755_399_441_055_744.0; // 1.5 · 2^52

/// Cosine and sine of one phase \[rad\].
#[inline(always)]
pub(super) fn cos_sin(phase: f64) -> (f64, f64) {
    // phase = n·pi + x with |x| <= pi/2; both functions change sign when n is odd.
    let rounded = phase * (1.0 / PI) + ROUNDER;
    let n = rounded - ROUNDER;
    let x = (phase - n * PI_HIGH) - n * PI_LOW;
    let flip = rounded.to_bits() << 63;
    let (cos, sin) = series(x);
    (
        f64::from_bits(cos.to_bits() ^ flip),
        f64::from_bits(sin.to_bits() ^ flip),
    )
}

/// Taylor series; the first left-out terms at pi/2 are 2e-17 (cosine, x^22) and 3e-16 (sine,
/// x^21).
#[inline(always)]
fn series(x: f64) -> (f64, f64) {
    let y = x * x;
    let mut cos = 1.0;
    for n in [20.0, 18.0, 16.0, 14.0, 12.0, 10.0, 8.0, 6.0, 4.0, 2.0] {
        cos = 1.0 - y * (1.0 / (n * (n - 1.0))) * cos;
    }
    let mut sin = 1.0;
    for n in [19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0] {
        sin = 1.0 - y * (1.0 / (n * (n - 1.0))) * sin;
    }
    (cos, x * sin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math;

    #[test]
    fn cosine_and_sine_keep_their_bound() {
        let mut phase: f64 = 1e-9;
        while phase < 3e6 {
            for x in [phase, -phase] {
                let (cos, sin) = cos_sin(x);
                let bound = 1e-14 + 1e-16 * x.abs();
                assert!((cos - math::cos(x)).abs() < bound, "cos {x}");
                assert!((sin - math::sin(x)).abs() < bound, "sin {x}");
            }
            phase *= 1.000_7;
        }
    }

    #[test]
    fn multiples_of_a_right_angle_are_met() {
        for n in 0..2000 {
            let x = f64::from(n) * PI / 2.0;
            let (cos, sin) = cos_sin(x);
            assert!((cos - math::cos(x)).abs() < 1e-14 && (sin - math::sin(x)).abs() < 1e-14);
        }
    }
}
