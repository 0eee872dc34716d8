//! A power with a fixed exponent, prepared once and taken fast.
//!
//! Write x = 2^e·c·(1 + r), c the middle of one of 64 parts of 1 to 2, so |r| <= 1/128. Then
//! x^a = 2^(a·e) · c^a · (1 + r)^a: two tables and the first seven terms of the binomial series
//! (the next one is below 2e-17 for exponents of 1 to 5). Four roundings: the error stays
//! below 4.5e-16.

use super::{pow, power};

/// Binades with a table entry: lengths from 2^-44 m, far below an atom, to 16 m. Outside, `pow`
/// is taken.
const FIRST: usize = 1023 - 44;
const BINADES: usize = 48;
/// Parts of a binade, a power of two.
const PARTS: usize = 64;

/// 1/c of every part.
const INVERSE: [f64; PARTS] = {
    let mut inverse = [0.0; PARTS];
    let mut part = 0;
    while part < PARTS {
        inverse[part] = 1.0 / middle(part);
        part += 1;
    }
    inverse
};

/// c, exact.
const fn middle(part: usize) -> f64 {
    1.0 + (part as f64 + 0.5) / PARTS as f64
}

/// `x^a` for one exponent `a`: from 1 to 5 several times faster than [`pow`], and the same on
/// every machine. The exponents 1, 1.5, 2, 2.5 and 3 are taken as by [`power`].
///
/// ```
/// let hertz = urto::math::Power::new(1.5);
/// assert_eq!(hertz.of(4.0), 8.0);
/// let felt = urto::math::Power::new(3.3);
/// assert!((felt.of(2.0) / urto::math::pow(2.0, 3.3) - 1.0).abs() < 1e-15);
/// ```
#[derive(Clone, Debug)]
pub struct Power {
    exponent: f64,
    kind: PowerKind,
    /// 2^(a·e) of every binade, c^a of every part, and the binomial coefficients from a on.
    binades: [f64; BINADES],
    parts: [f64; PARTS],
    series: [f64; 6],
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum PowerKind {
    /// By multiplication and square roots.
    Special,
    /// By tables and series.
    Fitted,
    /// Where the series would need more terms.
    Other,
}

impl Power {
    /// Prepares an exponent; takes some microseconds unless it is one of the special ones.
    pub fn new(exponent: f64) -> Self {
        let mut power = Self {
            exponent: 1.0,
            kind: PowerKind::Special,
            binades: [0.0; BINADES],
            parts: [0.0; PARTS],
            series: [0.0; 6],
        };
        power.set(exponent);
        power
    }

    /// Changes the exponent.
    pub fn set(&mut self, exponent: f64) {
        if exponent == self.exponent {
            return;
        }
        self.exponent = exponent;
        if [1.0, 1.5, 2.0, 2.5, 3.0].contains(&exponent) {
            self.kind = PowerKind::Special;
            return;
        }
        if !(1.0..=5.0).contains(&exponent) {
            self.kind = PowerKind::Other;
            return;
        }
        self.kind = PowerKind::Fitted;
        for (index, binade) in self.binades.iter_mut().enumerate() {
            let start = f64::from_bits(((FIRST + index) as u64) << 52);
            *binade = pow(start, exponent);
        }
        for (part, value) in self.parts.iter_mut().enumerate() {
            *value = pow(middle(part), exponent);
        }
        let mut binomial = 1.0;
        for (n, term) in self.series.iter_mut().enumerate() {
            binomial *= (exponent - n as f64) / (n + 1) as f64;
            *term = binomial;
        }
    }

    /// The exponent.
    pub fn exponent(&self) -> f64 {
        self.exponent
    }

    /// `x^a`, for `x >= 0`.
    #[inline]
    pub fn of(&self, x: f64) -> f64 {
        match self.kind {
            PowerKind::Special => power(x, self.exponent),
            PowerKind::Fitted => self.fitted(x),
            PowerKind::Other => pow(x, self.exponent),
        }
    }

    #[inline]
    fn fitted(&self, x: f64) -> f64 {
        let bits = x.to_bits();
        // The sign bit of a negative number leads out of the table, too.
        let binade = ((bits >> 52) as usize).wrapping_sub(FIRST);
        let part = (bits >> (52 - PARTS.trailing_zeros())) as usize % PARTS;
        let Some(scale) = self.binades.get(binade) else {
            return pow(x, self.exponent);
        };
        let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1.0f64.to_bits());
        let r = (mantissa - middle(part)) * INVERSE[part];
        let [c1, c2, c3, c4, c5, c6] = self.series;
        let rr = r * r;
        let more = r * ((c1 + c2 * r) + rr * ((c3 + c4 * r) + rr * (c5 + c6 * r)));
        let base = scale * self.parts[part];
        base + base * more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn any_exponent_agrees_with_pow() {
        let mut rng = Rng::new(3);
        let mut worst = 0.0f64;
        for _ in 0..500 {
            let a = 1.0 + 4.0 * rng.uniform();
            let power = Power::new(a);
            for n in 0..2000 {
                // Mostly where the tables are, and everywhere.
                let x = if n % 4 > 0 {
                    rng.log_uniform(5e-14, 20.0)
                } else {
                    rng.log_uniform(1e-300, 1e300)
                };
                let exact = pow(x, a);
                if exact > f64::MIN_POSITIVE && exact.is_finite() {
                    worst = worst.max((power.of(x) / exact - 1.0).abs());
                } else {
                    assert_eq!(power.of(x), exact);
                }
            }
        }
        println!("worst {worst:e}");
        assert!(worst < 6e-16, "{worst:e}");
    }

    #[test]
    fn the_ends_of_the_tables_and_of_numbers_hold() {
        for a in [1.0, 1.2, 1.5, 3.7, 5.0, 6.5, 0.4] {
            let power = Power::new(a);
            for x in [
                0.0, 5e-324, 1e-310, 5.68e-14, 5.69e-14, 1.0, 15.999, 16.0, 1e300,
            ] {
                let exact = pow(x, a);
                let close = (power.of(x) - exact).abs() <= 6e-16 * exact;
                assert!(
                    close || power.of(x) == exact,
                    "{x}^{a}: {} {exact}",
                    power.of(x)
                );
            }
            // Just below and above each binade and part.
            for part in 0..=64 {
                let edge = f64::from(part) / 64.0 + 1.0;
                for x in [edge.next_down(), edge, edge.next_up()] {
                    assert!((power.of(x) / pow(x, a) - 1.0).abs() < 6e-16, "{x}^{a}");
                }
            }
        }
        let mut power = Power::new(2.0);
        power.set(1.7);
        assert_eq!(power.of(0.3), Power::new(1.7).of(0.3));
        assert!(power.of(-1.0).is_nan());
    }
}
