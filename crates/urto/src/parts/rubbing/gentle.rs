//! An exponential of a number that changes little from step to step.

use crate::math;

/// As far from the last place worked out in full as the short series may be used: what it leaves
/// out there, d⁵/120, is 2.5e-10 of the whole.
const NEAR: f64 = 1.0 / 32.0;

/// exp(x), by a short series about a place where it is known.
#[derive(Clone, Copy)]
pub(super) struct Gentle {
    at: f64,
    exp: f64,
}

impl Gentle {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self {
            at: f64::INFINITY,
            exp: 0.0,
        }
    }

    /// exp(x).
    #[inline]
    pub fn exp(&mut self, x: f64) -> f64 {
        let d = x - self.at;
        if d.abs() > NEAR {
            self.at = x;
            self.exp = math::exp(x);
            return self.exp;
        }
        self.exp * (1.0 + d * (1.0 + d * (0.5 + d * (1.0 / 6.0 + d * (1.0 / 24.0)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_exponential() {
        let mut gentle = Gentle::new();
        for n in 0..100_000 {
            // Slow and fast, up and down, from exp(-3) to exp(3).
            let x = 3.0 * math::sin(1e-7 * f64::from(n) * f64::from(n));
            let (found, exact) = (gentle.exp(x), math::exp(x));
            assert!((found / exact - 1.0).abs() < 3e-10, "{x}: {found} {exact}");
        }
    }
}
