//! How fast a mass rebounds from a rigid wall, in closed form.

use crate::math;

/// Phi(v)·mu² = u - ln(1+u) without loss of digits.
pub(super) fn phi(u: f64) -> f64 {
    if u < 0.03 {
        let mut sum = 0.0;
        for n in (2..=9).rev() {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            sum = sum * u + sign / n as f64;
        }
        sum * u * u
    } else {
        u - math::log1p(u)
    }
}

/// Speed \[m/s\] at which a mass leaves a rigid wall that it met at `speed`: the other root of
/// Phi. It does not depend on mass, stiffness or exponent.
///
/// ```
/// let out = urto::contact::rebound_speed(1.0, 0.5);
/// assert!((out - 0.748434931597434).abs() < 1e-12);
/// ```
pub fn rebound_speed(speed: f64, dissipation: f64) -> f64 {
    let u = dissipation * speed;
    if u < 1e-9 {
        return speed;
    }
    // Solve -w - ln(1-w) = phi(u) for 0 < w < 1 by bisection, then Newton.
    let target = phi(u);
    let held = |w: f64| {
        if w < 0.03 {
            phi_minus(w)
        } else {
            -w - math::log1p(-w)
        }
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if held(middle) < target {
            low = middle
        } else {
            high = middle
        }
        if high - low <= 1e-16 * high {
            break;
        }
    }
    0.5 * (low + high) / dissipation
}

/// -w - ln(1-w) for small w.
fn phi_minus(w: f64) -> f64 {
    let mut sum = 0.0;
    for n in (2..=11).rev() {
        sum = sum * w + 1.0 / n as f64;
    }
    sum * w * w
}
