//! What is heard on a rigid sphere, exactly: Rayleigh's series.
//!
//! Law: a point source at r from the middle of a sphere of radius a, heard on the sphere at an angle
//!      θ from the source's direction, against what would be heard in the middle without the
//!      sphere (m from 0, μ = ka, ρ = r/a, time as e^{-iωt}):
//!      H = -(ρ/μ)·e^{-iμρ}·Σ (2m+1)·P_m(cos θ)·h_m(μρ)/h_m'(μ).
//!      With ratios R_m(x) = h_m(x)/h_{m-1}(x) = (2m-1)/x - 1/R_{m-1}(x) no term overflows:
//!      h_m(μρ)/h_m(μ) is a product of their quotients, and h_m'/h_m = 1/R_m - (m+1)/μ.
//! Refs: Rabinowitz et al. 1993; Duda & Martens 1998.

use crate::math::{cos, sin};

/// Real and imaginary part.
pub(super) type Complex = [f64; 2];

pub(super) fn times([a, b]: Complex, [c, d]: Complex) -> Complex {
    [a * c - b * d, a * d + b * c]
}

fn over(a: Complex, [c, d]: Complex) -> Complex {
    let size = c * c + d * d;
    times(a, [c / size, -d / size])
}

/// e^{ix}.
pub(super) fn turned(x: f64) -> Complex {
    [cos(x), sin(x)]
}

/// Most terms: enough for every angle and distance up to ka = 150, where 192 kHz end.
const MOST: usize = 260;
/// Terms smaller than this against 1 end the series.
const SMALL: f64 = 1e-7;

/// The series without its Legendre polynomials, for one frequency and distance.
pub(super) struct Series {
    terms: Vec<Complex>,
}

impl Series {
    /// For μ = ka and ρ = r/a, which may be infinite: a plane wave. Allocates.
    pub fn new(mu: f64, rho: f64) -> Self {
        let far = mu * rho;
        // h_1/h_0 = 1/x - i, and far away every ratio is -i.
        let first = |x: f64| [1.0 / x, -1.0];
        let next = |m: usize, x: f64, before: Complex| {
            let [re, im] = over([1.0, 0.0], before);
            [(2 * m - 1) as f64 / x - re, -im]
        };
        // h_0' = -h_1.
        let front = times(turned(-mu), [-1.0 / mu, 0.0]);
        let mut terms = vec![over(front, first(mu).map(|own| -own))];
        let (mut here, mut there) = (first(mu), first(far));
        let mut quotient = [1.0, 0.0];
        for m in 1..MOST {
            if m > 1 {
                here = next(m, mu, here);
                there = next(m, far, there);
            }
            quotient = times(quotient, over(there, here));
            let [re, im] = over([1.0, 0.0], here);
            let slope = [re - (m + 1) as f64 / mu, im];
            let term = over(times(front, quotient), slope);
            let term = term.map(|own| own * (2 * m + 1) as f64);
            terms.push(term);
            // Up to ka terms may grow.
            if m as f64 > mu && term[0].abs() + term[1].abs() < SMALL {
                break;
            }
        }
        Self { terms }
    }

    /// At an angle from the source's direction, by its cosine.
    pub fn at(&self, cos: f64) -> Complex {
        let (mut sum, mut legendre, mut before) = ([0.0; 2], 1.0, 0.0);
        for (m, [re, im]) in self.terms.iter().enumerate() {
            sum[0] += re * legendre;
            sum[1] += im * legendre;
            // (m+1)·P_{m+1} = (2m+1)·x·P_m - m·P_{m-1}.
            let m = m as f64;
            let next = ((2.0 * m + 1.0) * cos * legendre - m * before) / (m + 1.0);
            before = legendre;
            legendre = next;
        }
        sum
    }
}

/// By how much later \[in units of a/c\] the first sound comes than it would to the middle: straight, or
/// along a tangent and around the sphere.
pub(super) fn first_arrival(rho: f64, cos: f64) -> f64 {
    let angle = angle(cos);
    if rho.is_infinite() {
        return match cos >= 0.0 {
            true => -cos,
            false => angle - core::f64::consts::FRAC_PI_2,
        };
    }
    let shadow = 1.0 / rho;
    if cos >= shadow {
        return (rho * rho + 1.0 - 2.0 * rho * cos).sqrt() - rho;
    }
    let tangent = (rho * rho - 1.0).sqrt();
    tangent + angle - self::angle(shadow) - rho
}

/// The angle of a cosine.
pub(super) fn angle(cos: f64) -> f64 {
    let cos = cos.clamp(-1.0, 1.0);
    crate::math::atan2((1.0 - cos * cos).sqrt(), cos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::atan2;

    fn size([re, im]: Complex) -> f64 {
        (re * re + im * im).sqrt()
    }

    /// j_m and h_m by their own recurrences, upwards from closed forms: for small m.
    fn plainly(mu: f64, rho: f64, cos: f64) -> Complex {
        let wave = |x: f64, count: usize| {
            let [c, s] = turned(x);
            // -i·e^{ix}/x and its next.
            let mut all = vec![[s / x, -c / x], [s / x / x - c / x, -c / x / x - s / x]];
            for m in 1..count {
                let up = (2 * m + 1) as f64 / x;
                let next = [0, 1].map(|n| up * all[m][n] - all[m - 1][n]);
                all.push(next);
            }
            all
        };
        let (near, far) = (wave(mu, 12), wave(mu * rho, 12));
        let mut sum = [0.0; 2];
        let polynomials = [
            1.0,
            cos,
            0.5 * (3.0 * cos * cos - 1.0),
            0.5 * (5.0 * cos * cos * cos - 3.0 * cos),
            0.125 * (35.0 * cos * cos * cos * cos - 30.0 * cos * cos + 3.0),
        ];
        for (m, legendre) in polynomials.into_iter().enumerate() {
            let before = if m == 0 {
                near[1].map(|own| -own)
            } else {
                let down = (m + 1) as f64 / mu;
                [0, 1].map(|n| near[m - 1][n] - down * near[m][n])
            };
            let term = over(far[m], before);
            sum[0] += (2 * m + 1) as f64 * legendre * term[0];
            sum[1] += (2 * m + 1) as f64 * legendre * term[1];
        }
        times(times(turned(-mu * rho), [-rho / mu, 0.0]), sum)
    }

    /// Against the same series with functions instead of ratios, where five terms are enough.
    #[test]
    fn ratios_give_the_series() {
        for (mu, rho) in [(0.05, 10.0), (0.1, 20.0), (0.3, 50.0)] {
            for cos in [1.0, 0.4, -0.3, -1.0] {
                let [a, b] = [Series::new(mu, rho).at(cos), plainly(mu, rho, cos)];
                let apart = size([a[0] - b[0], a[1] - b[1]]);
                assert!(apart < 1e-4, "{mu} {rho} {cos}: {a:?} {b:?}");
            }
        }
    }

    /// The limits that papers give: nothing happens to the lowest tones from afar, which differ by
    /// 1.5·a/c·cos θ in time; the highest are twice as loud in front; and a near source is heard by
    /// 1 + 1.5·cos θ/ρ + ... (Kuhn 1977; Duda & Martens 1998).
    #[test]
    fn known_limits_hold() {
        for cos in [1.0, 0.5, -0.7] {
            let low = Series::new(0.01, f64::INFINITY).at(cos);
            assert!((size(low) - 1.0).abs() < 1e-3, "{low:?}");
            let earlier = -atan2(low[1], low[0]) / 0.01;
            assert!((earlier - 1.5 * cos).abs() < 0.01, "{cos}: {earlier}");
            let near = size(Series::new(0.01, 20.0).at(cos));
            assert!((near - (1.0 + 1.5 * cos / 20.0)).abs() < 0.01, "{near}");
        }
        let high = Series::new(40.0, f64::INFINITY);
        assert!((size(high.at(1.0)) - 2.0).abs() < 0.02);
        // The shadow deepens around the head,
        let shadow = [0.0, -0.5, -0.7, -0.866].map(|cos| size(high.at(cos)));
        assert!(shadow.is_sorted_by(|a, b| a > b) && shadow[3] < 0.2);
        // but straight behind all ways around meet.
        assert!(size(high.at(-1.0)) > 2.0 * size(high.at(-0.9)));
    }

    #[test]
    fn the_first_sound_takes_the_shortest_way() {
        assert_eq!(first_arrival(f64::INFINITY, 1.0), -1.0);
        assert!((first_arrival(f64::INFINITY, -1.0) - core::f64::consts::FRAC_PI_2).abs() < 1e-12);
        for rho in [1.3, 2.0, 10.0, 1e6] {
            assert!((first_arrival(rho, 1.0) + 1.0).abs() < 1e-6);
            // The straight way ends where the other begins.
            let edge = 1.0 / rho;
            let [a, b] = [edge + 1e-9, edge - 1e-9].map(|cos| first_arrival(rho, cos));
            assert!((a - b).abs() < 1e-6);
        }
    }
}
