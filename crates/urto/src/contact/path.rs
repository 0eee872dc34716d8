//! The mean of x^a along a straight path.

use crate::math::Power;

/// Terms of the series for a short path; see [`Path::mean`].
const TERMS: usize = 5;

/// x^a for x > 0, else 0, and its means; prepared for one exponent.
pub(super) struct Path {
    power: Power,
    /// Coefficients of the means' series: binomial(a, 2n)/(2n + 1).
    even: [f64; TERMS],
}

impl Path {
    pub fn new(exponent: f64) -> Self {
        let mut path = Self {
            power: Power::new(exponent),
            even: [0.0; TERMS],
        };
        path.prepare();
        path
    }

    /// Changes the exponent.
    pub fn set(&mut self, exponent: f64) {
        if exponent != self.exponent() {
            self.power.set(exponent);
            self.prepare();
        }
    }

    fn prepare(&mut self) {
        let a = self.exponent();
        let mut binomial = 1.0;
        for (n, term) in self.even.iter_mut().enumerate() {
            let m = 2.0 * n as f64;
            *term = binomial / (m + 1.0);
            binomial *= (a - m) * (a - m - 1.0) / ((m + 1.0) * (m + 2.0));
        }
    }

    #[inline]
    pub fn exponent(&self) -> f64 {
        self.power.exponent()
    }

    /// x^a, 0 for a gap.
    #[inline]
    pub fn at(&self, x: f64) -> f64 {
        if x > 0.0 { self.power.of(x) } else { 0.0 }
    }

    /// Mean of x^a (0 for a gap) over the path from `x` to `x + s`, and its slope with `s`. Exact:
    /// the mean times s is the difference of x^(a+1)/(a+1), without its cancellation.
    pub fn mean(&self, x: f64, s: f64) -> (f64, f64) {
        let a = self.exponent();
        let end = x + s;
        if x > 0.0 && end > 0.0 {
            if a == 1.5 {
                return round(x, s);
            }
            let (half, middle) = (0.5 * s, x + 0.5 * s);
            let back = 1.0 / middle;
            let d = half * back;
            let t = d * d;
            // Even powers about the middle of the path; the next term is below 1e-17.
            if t <= 0.0025 {
                let [e0, e1, e2, e3, e4] = self.even;
                let w = self.power.of(middle);
                let sum = e0 + t * (e1 + t * (e2 + t * (e3 + t * e4)));
                let rise = e1 + t * (2.0 * e2 + t * (3.0 * e3 + t * 4.0 * e4));
                let slope = w * back * (0.5 * a * sum + d * (1.0 - d) * rise);
                return (w * sum, slope.max(0.0));
            }
        }
        if s == 0.0 {
            return (0.0, 0.0);
        }
        let (w0, w1) = (self.at(x), self.at(end));
        let mean = ((w1 * end - w0 * x) / ((a + 1.0) * s)).max(0.0);
        (mean, ((w1 - mean) / s).max(0.0))
    }
}

/// The mean of x^1.5 and its slope while in contact. With u = √x at the ends, it is
/// (u₁⁵ - u₀⁵)/(u₁² - u₀²)·2/5, whose division leaves no difference.
#[inline]
fn round(x: f64, s: f64) -> (f64, f64) {
    let end = x + s;
    let (u0, u1) = (x.sqrt(), end.sqrt());
    let (sum, product) = (u0 + u1, u0 * u1);
    let back = 1.0 / sum;
    let both = x + end;
    // Σ u₀ⁿ·u₁⁴⁻ⁿ
    let fourth = both * both - x * end + product * both;
    let mean = 0.4 * fourth * back;
    // d/ds of the above, u₁ growing by 1/(2·u₁).
    let rise = 2.0 * both - x + product;
    let slope = (0.4 * rise - 0.2 * end * u1 * back) * back;
    (mean, slope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{expm1, log1p, pow};
    use crate::rng::Rng;

    /// Against the difference of potentials, taken without cancellation in another way; the
    /// slope, against differences.
    #[test]
    fn means_and_slopes_are_exact() {
        let mut rng = Rng::new(5);
        let (mut worst, mut worst_slope) = (0.0f64, 0.0f64);
        for n in 0..20_000 {
            let a = [1.0, 1.5, 2.0, 2.5, 3.0, 1.0 + 4.0 * rng.uniform()][n % 6];
            let path = Path::new(a);
            let x = rng.log_uniform(1e-9, 1e-2);
            let r = rng.signed().signum() * rng.log_uniform(1e-7, 0.9);
            let exact = pow(x, a) / (a + 1.0) * expm1((a + 1.0) * log1p(r)) / r;
            let (mean, slope) = path.mean(x, r * x);
            worst = worst.max((mean / exact - 1.0).abs());
            let step = 1e-4 * x;
            let by_steps =
                (path.mean(x, r * x + step).0 - path.mean(x, r * x - step).0) / (2.0 * step);
            worst_slope = worst_slope.max((slope / by_steps - 1.0).abs());
        }
        println!("{worst:e} {worst_slope:e}");
        assert!(
            worst < 1e-14 && worst_slope < 1e-5,
            "{worst:e} {worst_slope:e}"
        );
    }

    #[test]
    fn a_gap_counts_as_nothing() {
        for a in [1.0, 1.5, 2.2] {
            let path = Path::new(a);
            assert_eq!(path.mean(-1.0, 0.5), (0.0, 0.0));
            // One third of the way is spent in contact, at a mean of 1/(a + 1).
            for (x, s) in [(-2.0, 3.0), (1.0, -3.0)] {
                let (mean, slope) = path.mean(x, s);
                assert!((mean - 1.0 / (3.0 * (a + 1.0))).abs() < 1e-15);
                assert!(slope > 0.0);
            }
            assert!((path.mean(2.0, 0.0).0 / path.at(2.0) - 1.0).abs() < 1e-15);
        }
    }
}
