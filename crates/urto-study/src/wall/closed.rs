//! Compression, rebound and energy in closed form, without loss of digits.
//!
//! With u = mu·v the motion keeps m·Phi(v) + k·x^(a+1)/(a+1), Phi = (u - ln(1 + u))/mu²
//! (Papetti 2010, (1.3)). Taken literally, the difference Phi(v_in) - Phi(v) loses about
//! eps/(mu·v)² and fails at mu = 0. With r = (v_end - v)/(1 + mu·v), v_end being v_in while the
//! mass compresses and v_out while it returns, the same difference is
//!
//!   r²·phi2(mu·r) + r·v,   phi2(q) = (q - ln(1 + q))/q²,
//!
//! a sum of two numbers that are not negative, regular at mu = 0.

use super::Impact;
use urto::math;

/// (q - ln(1 + q))/q² for q > -1, without loss of digits: 1/2 at q = 0.
pub(super) fn phi2(q: f64) -> f64 {
    if q.abs() < 0.08 {
        // 1/2 - q/3 + q²/4 - ...; the first term left out is below 1e-17.
        (2..=16).rev().fold(0.0, |sum, n| {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            sum * q + sign / f64::from(n)
        })
    } else {
        (q - math::log1p(q)) / (q * q)
    }
}

/// 1 + u_out and u_out = mu·v_out for u_in = mu·v_in: the other root of u - ln(1 + u).
///
/// In Lambert's function 1 + u_out = -W0(-(1 + u)·e^-(1 + u)), whose argument lies at the branch
/// point for small u; solved here in a variable that keeps its digits.
pub(super) fn other_root(u: f64) -> (f64, f64) {
    if u < 1e-8 {
        // The next term is below the last digit.
        let w = -u * (1.0 - u * (2.0 / 3.0));
        return (1.0 + w, w);
    }
    let level = u * u * phi2(u);
    if u < 1.0 {
        // w²·phi2(w) = level for -1 < w < 0, by Newton from the third order in u; its slope is
        // w/(1 + w).
        let mut w = -u * (1.0 - u * (2.0 / 3.0 - u * (4.0 / 9.0 - u * 0.3)));
        for _ in 0..12 {
            let step = (w * w * phi2(w) - level) * (1.0 + w) / w;
            w -= step;
            if step.abs() <= 1e-17 * w.abs() {
                break;
            }
        }
        (1.0 + w, w)
    } else {
        // d·e^-d = e^-(1 + level) for 0 < d < 1, by Newton in ln d.
        let start = -(1.0 + level);
        let mut log = start + math::exp(start);
        for _ in 0..40 {
            let d = math::exp(log);
            let step = (log - d - start) / (1.0 - d);
            log -= step;
            if step.abs() <= 1e-17 * log.abs() {
                break;
            }
        }
        let d = math::exp(log);
        (d, d - 1.0)
    }
}

/// How a contact ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Release {
    /// 1 + mu·v_out, also where it is lost in v_out.
    rest: f64,
    v_out: f64,
}

impl Impact {
    /// Velocity after the impact \[m/s\], negative. It depends on dissipation and speed alone.
    pub fn rebound(&self) -> f64 {
        if self.is_elastic() {
            return -self.velocity;
        }
        other_root(self.dissipation * self.velocity).1 / self.dissipation
    }

    /// Whether dissipation is too small for any digit to show it.
    pub(super) fn is_elastic(&self) -> bool {
        self.dissipation * self.velocity < 1e-100
    }

    /// Rebound over approach speed.
    pub fn restitution(&self) -> f64 {
        -self.rebound() / self.velocity
    }

    /// How the contact ends, which every point of the way back is measured from.
    pub(super) fn release(&self) -> Release {
        Release {
            rest: other_root(self.dissipation * self.velocity).0,
            v_out: self.rebound(),
        }
    }

    /// Phi(v_in) - Phi(v) \[m²/s²\]: the share of the invariant that the spring holds, per mass.
    pub(super) fn held(&self, v: f64) -> f64 {
        self.held_before(&self.release(), v)
    }

    /// The same with the release known.
    pub(super) fn held_before(&self, release: &Release, v: f64) -> f64 {
        let mu = self.dissipation;
        let from = |end: f64, rest: f64| {
            // `rest` is 1 + mu·v.
            let r = (end - v) / rest;
            r * (r * phi2(mu * r) + v)
        };
        let rest = 1.0 + mu * v;
        if v >= self.velocity || rest <= 0.0 {
            return 0.0;
        }
        if v >= 0.0 {
            return from(self.velocity, rest);
        }
        let u = mu * self.velocity;
        let Release { rest: left, v_out } = *release;
        if v <= v_out {
            return 0.0;
        }
        if left < 0.1 && rest > 2.0 * left {
            // Far from a release close to -1/mu, 1 + mu·v_out is lost in v_out; the plain
            // difference has no cancellation there.
            let q = mu * v;
            return (u * u * phi2(u) - q * q * phi2(q)).max(0.0) / (mu * mu);
        }
        from(v_out, rest).max(0.0)
    }

    /// Compression \[m\] at which the velocity is `v`, from v_in down to v_out: (1.3). Zero
    /// outside.
    pub fn compression(&self, v: f64) -> f64 {
        self.reach(self.held(v))
    }

    /// Velocities from v_in to v_out, closer near the ends, where the compression changes fast:
    /// `2·half + 1` of them.
    pub fn velocities(&self, half: usize) -> Vec<f64> {
        let (v_in, v_out) = (self.velocity, self.rebound());
        let order = self.exponent + 1.0;
        let near = |n: usize| math::pow(n as f64 / half as f64, order);
        let inward = (0..half).map(|n| v_in * (1.0 - near(n)));
        let outward = (0..=half).rev().map(|n| v_out * (1.0 - near(n)));
        inward.chain(outward).collect()
    }

    /// Greatest compression \[m\]: (1.4).
    pub fn max_compression(&self) -> f64 {
        self.compression(0.0)
    }

    /// Energy \[J\] held when the velocity is `v`: (1.21).
    pub fn energy(&self, v: f64) -> f64 {
        self.mass * (0.5 * v * v + self.held(v))
    }

    /// Energy before \[J\].
    pub fn energy_before(&self) -> f64 {
        0.5 * self.mass * self.velocity * self.velocity
    }

    /// Energy after \[J\].
    pub fn energy_after(&self) -> f64 {
        let v = self.rebound();
        0.5 * self.mass * v * v
    }

    /// Energy lost in the contact \[J\], also where it is a small part of what there is.
    pub fn loss(&self) -> f64 {
        let (v, out) = (self.velocity, -self.rebound());
        0.5 * self.mass * (v - out) * (v + out)
    }

    /// Force at a place and velocity \[N\]: (1.1).
    pub fn force(&self, x: f64, v: f64) -> f64 {
        if x <= 0.0 {
            return 0.0;
        }
        self.stiffness * math::power(x, self.exponent) * (1.0 + self.dissipation * v)
    }

    /// Energy of the spring \[J\].
    pub fn potential(&self, x: f64) -> f64 {
        if x <= 0.0 {
            return 0.0;
        }
        self.stiffness * math::power(x, self.exponent) * x / (self.exponent + 1.0)
    }

    /// Compression at which the spring holds `held` per mass.
    pub(super) fn reach(&self, held: f64) -> f64 {
        let order = self.exponent + 1.0;
        math::pow(order * self.mass / self.stiffness * held, 1.0 / order)
    }
}
