//! The spring's law, its means, and the functions of the step.

use super::{Gradient, one, zero};
use crate::count::Real;

impl<T: Real> Gradient<T> {
    pub(super) fn reach(&self, energy: T) -> T {
        ((self.exponent + one()) * energy / self.k).power(self.share)
    }

    pub(super) fn elastic(&self, x: T) -> T {
        if x > zero() {
            self.k * x.power(self.exponent)
        } else {
            zero()
        }
    }

    pub(super) fn energy(&self, force: T, x: T) -> T {
        self.share * force * x
    }

    /// Mean elastic force from `x` on over `s`, and its slope.
    pub(super) fn mean(&self, x: T, s: T) -> (T, T) {
        self.evaluations.set(self.evaluations.get() + 1);
        let (mean, slope) = self.mean_power(x, s);
        ((self.k * mean).kept(), (self.k * slope).kept())
    }

    fn mean_power(&self, x: T, s: T) -> (T, T) {
        let a = self.exponent;
        let end = (x + s).kept();
        if x > zero() && end > zero() {
            if a == T::of(1.5) {
                return round(x, end);
            }
            let (half, middle) = (s.half(), (x + s.half()).kept());
            let back = (one::<T>() / middle).kept();
            let d = (half * back).kept();
            let t = (d * d).kept();
            if t <= T::of(0.0025) {
                let [e0, e1, e2, e3, e4] = self.even;
                let w = middle.power(a).kept();
                let sum = (e0 + t * (e1 + t * (e2 + t * (e3 + t * e4)))).kept();
                let rise = e1 + t * (e2.twice() + t * (T::of(3.0) * e3 + t * e4.twice().twice()));
                let slope = w * back * (a.half() * sum + d * (one::<T>() - d) * rise);
                return (w * sum, slope.or_more(zero()));
            }
        }
        if s == zero() {
            return (zero(), zero());
        }
        let at = |x: T| {
            if x > zero() {
                x.power(a).kept()
            } else {
                zero()
            }
        };
        let (w0, w1) = (at(x), at(end));
        let mean = ((w1 * end - w0 * x) / ((a + one()) * s)).or_more(zero());
        let mean = mean.kept();
        (mean, ((w1 - mean) / s).or_more(zero()))
    }
}

/// u - ln(1 + u).
pub(super) fn phi<T: Real>(u: T) -> T {
    if u < T::of(0.03) {
        let sum = (2..=9).rev().fold(zero::<T>(), |sum, n| {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            sum * u + T::of(sign / f64::from(n))
        });
        sum * u * u
    } else {
        u - (one::<T>() + u).log()
    }
}

/// The mean of x^1.5 between the ends of a path, and its slope.
fn round<T: Real>(x: T, end: T) -> (T, T) {
    let (u0, u1) = (x.root().kept(), end.root().kept());
    let product = (u0 * u1).kept();
    let back = (one::<T>() / (u0 + u1)).kept();
    let both = (x + end).kept();
    let fourth = both * both - x * end + product * both;
    let mean = T::of(0.4) * fourth * back;
    let rise = both.twice() - x + product;
    let slope = (T::of(0.4) * rise - T::of(0.2) * end * u1 * back) * back;
    (mean, slope)
}

/// atanh(x)/x - 1 and its derivative.
pub(super) fn spread<T: Real>(x: T) -> (T, T) {
    let y = (x * x).kept();
    let series = |terms: u32| {
        let yy = (y * y).kept();
        let (mut even, mut odd) = (zero::<T>(), zero::<T>());
        for n in (0..terms).rev() {
            let term = T::of(1.0 / f64::from(2 * n + 3));
            if n % 2 == 0 {
                even = even * yy + term;
            } else {
                odd = odd * yy + term;
            }
        }
        even + y * odd
    };
    let over_y = if y < T::of(0.004) {
        series(7)
    } else if y < T::of(0.06) {
        series(13)
    } else {
        (x.atanh() / x - one()) / y
    };
    let over_y = over_y.kept();
    (y * over_y, x * (one::<T>() / (one::<T>() - y) - over_y))
}
