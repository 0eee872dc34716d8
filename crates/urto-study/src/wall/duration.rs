//! How long a mass touches a rigid wall: (1.10), by a quadrature that takes its singular ends.
//!
//! In y = ln(1 + mu·v)/mu the motion reads dy/dt = -(k/m)·x^a, so tau = (m/k)·∫ x^-a dy, also
//! where the mass leaves at nearly its terminal velocity -1/mu. Near an end x^(a+1) grows with
//! the distance r from it; r = R·t^(a+1) leaves a bounded integrand in t, which the tanh-sinh
//! rule integrates to rounding. What the spring holds is written in r, without cancellation.

use super::Impact;
use super::closed::other_root;
use urto::math;

impl Impact {
    /// Contact time \[s\].
    pub fn contact_time(&self) -> f64 {
        let mu = self.dissipation;
        let u = mu * self.velocity;
        let (rest, out) = other_root(u);
        // Without dissipation y is v.
        let longest = |whole: f64| {
            if self.is_elastic() {
                self.velocity
            } else {
                whole / mu
            }
        };
        let inward = longest(math::log1p(u));
        let log = if out > -0.5 {
            math::log1p(out)
        } else {
            math::log(rest)
        };
        let outward = longest(-log);
        let v_out = -self.rebound();
        let going_in = |r: f64| {
            let p = mu * r;
            r * (self.velocity * fall(p) - r * bend(p))
        };
        let coming_out = |r: f64| {
            let p = mu * r;
            if p > 1.0 {
                (p - rest * math::expm1(p)) / (mu * mu)
            } else {
                r * (v_out * fall(-p) - r * bend(-p))
            }
        };
        self.half(inward, going_in) + self.half(outward, coming_out)
    }

    /// (m/k)·∫ x^-a dr over 0 to `whole`, with what the spring holds per mass at a distance r.
    fn half(&self, whole: f64, held: impl Fn(f64) -> f64) -> f64 {
        let order = self.exponent + 1.0;
        let integral = tanh_sinh(|t| {
            let r = whole * math::pow(t, order);
            let x = self.reach(held(r));
            // dr = order·whole·t^a dt
            order * whole * math::pow(t / x, self.exponent)
        });
        self.mass / self.stiffness * integral
    }
}

/// (1 - e^-p)/p.
fn fall(p: f64) -> f64 {
    if p == 0.0 { 1.0 } else { -math::expm1(-p) / p }
}

/// (e^-p - 1 + p)/p².
fn bend(p: f64) -> f64 {
    if p.abs() < 0.3 {
        // 1/2 - p/6 + p²/24 - ...
        let mut sum = 0.0;
        for n in (2..=16).rev() {
            sum = 1.0 - p / f64::from(n + 1) * sum;
        }
        0.5 * sum
    } else {
        (math::expm1(-p) + p) / (p * p)
    }
}

/// ∫ f over 0 to 1 by the tanh-sinh rule, refined until it no longer changes.
fn tanh_sinh(f: impl Fn(f64) -> f64) -> f64 {
    // Weight below 1e-30 beyond: t is the distance from 0, never rounded to it.
    const END: f64 = 4.0;
    let term = |s: f64| {
        let q = core::f64::consts::PI * math::sinh(s);
        // t = 1/(1 + e^-q), dt/ds = π·cosh(s)·t·(1 - t)
        let (t, rest) = (1.0 / (1.0 + math::exp(-q)), 1.0 / (1.0 + math::exp(q)));
        let value = f(t);
        let weight = core::f64::consts::PI * math::cosh(s) * t * rest;
        if value.is_finite() {
            weight * value
        } else {
            0.0
        }
    };
    let mut step = 0.5;
    let count = (END / step) as i32;
    let mut sum: f64 = (-count..=count).map(|n| term(f64::from(n) * step)).sum();
    let mut last = sum * step;
    for _ in 0..6 {
        step *= 0.5;
        let count = (END / step) as i32;
        let odd = (-count..=count).filter(|n| n % 2 != 0);
        sum += odd.map(|n| term(f64::from(n) * step)).sum::<f64>();
        let next = sum * step;
        let change = (next - last).abs();
        last = next;
        if change <= 1e-14 * next.abs() {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_integrates_what_is_known() {
        assert!((tanh_sinh(|t| t * t) - 1.0 / 3.0).abs() < 1e-15);
        assert!((tanh_sinh(|t| 1.0 / t.sqrt()) - 2.0).abs() < 1e-13);
        assert!((tanh_sinh(|t| math::pow(t, 0.3)) - 1.0 / 1.3).abs() < 1e-15);
    }

    #[test]
    fn series_meet_their_closed_forms() {
        for p in [0.2999999, 0.3000001, -0.2999999, -0.3000001] {
            let direct = (math::expm1(-p) + p) / (p * p);
            assert!((bend(p) / direct - 1.0).abs() < 1e-14, "{p}");
        }
        assert!((bend(1e-9) - 0.5).abs() < 1e-9);
    }
}
