//! The mean of x^a along a straight path.

use crate::math::{self, power};

/// Mean of x^a (0 for a gap) over the path from `x` to `x + s`, and its slope with `s`. Exact:
/// the mean times s is the difference of x^(a+1)/(a+1), without its cancellation.
pub(super) fn mean_power(x: f64, s: f64, a: f64) -> (f64, f64) {
    let potential = |x: f64, w: f64| w * x / (a + 1.0);
    let power = |x: f64| if x > 0.0 { power(x, a) } else { 0.0 };
    let (start, end) = (power(x), power(x + s));
    if x > 0.0 && s.abs() <= 0.05 * x {
        let r = s / x;
        if r.abs() < 1e-4 {
            let mean = start * (1.0 + 0.5 * a * r * (1.0 + (a - 1.0) * r / 3.0));
            let slope = start / x * 0.5 * a * (1.0 + 2.0 * (a - 1.0) * r / 3.0);
            return (mean, slope);
        }
        let mean = start / (a + 1.0) * math::expm1((a + 1.0) * math::log1p(r)) / r;
        return (mean, ((end - mean) / s).max(0.0));
    }
    if s == 0.0 {
        return (0.0, 0.0);
    }
    let mean = ((potential(x + s, end) - potential(x, start)) / s).max(0.0);
    (mean, ((end - mean) / s).max(0.0))
}
