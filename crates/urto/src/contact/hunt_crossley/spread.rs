//! atanh(x)/x - 1: how the mean of a speed that changes during the step differs from its middle.

use crate::math;

/// Coefficients 1/(2n + 3) of the series in y = x².
const SERIES: [f64; 13] = {
    let mut series = [0.0; 13];
    let mut n = 0;
    while n < series.len() {
        series[n] = 1.0 / (2 * n + 3) as f64;
        n += 1;
    }
    series
};

/// atanh(x)/x - 1 and its derivative.
#[inline]
pub(super) fn spread(x: f64) -> (f64, f64) {
    let y = x * x;
    // What is left out of each series is below 2e-17 of it.
    let over_y = if y < 0.004 {
        series::<7>(y)
    } else if y < 0.06 {
        series::<13>(y)
    } else {
        (math::atanh(x) / x - 1.0) / y
    };
    (y * over_y, x * (1.0 / (1.0 - y) - over_y))
}

/// The first `N` terms, even and odd ones side by side.
#[inline]
fn series<const N: usize>(y: f64) -> f64 {
    let yy = y * y;
    let (mut even, mut odd) = (0.0, 0.0);
    for n in (0..N).rev() {
        if n % 2 == 0 {
            even = even * yy + SERIES[n];
        } else {
            odd = odd * yy + SERIES[n];
        }
    }
    even + y * odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_is_exact_and_its_slope_fits() {
        for n in 1..2000 {
            let x = f64::from(n) / 2001.0;
            let (value, slope) = spread(x);
            // Doubling: atanh(x) = 2·atanh(t), t = x/(1 + √(1 - x²)), four times over.
            let half = |x: f64| x / (1.0 + ((1.0 - x) * (1.0 + x)).sqrt());
            let t = half(half(half(half(x))));
            let by_halves = 16.0 * t * (1.0 + t * t * series::<13>(t * t)) / x - 1.0;
            assert!((value - by_halves).abs() < 1e-14 * (1.0 + value), "{x}");
            if x < 0.24 {
                // The series itself, to far more terms than needed.
                let exact = (0..60)
                    .rev()
                    .fold(0.0, |sum, n| (sum + 1.0 / (2 * n + 3) as f64) * x * x);
                assert!((value / exact - 1.0).abs() < 1e-15, "{x}");
            }
            let step = 1e-5 * (1.0 - x);
            let by_steps = (spread(x + step).0 - spread(x - step).0) / (2.0 * step);
            assert!((slope / by_steps - 1.0).abs() < 1e-5, "{x}");
            assert_eq!(spread(-x), (value, -slope));
        }
        assert_eq!(spread(0.0), (0.0, 0.0));
    }
}
