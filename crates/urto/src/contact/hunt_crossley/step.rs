//! The scalar step of an impact: elastic root, and the damped root between it and standstill.

use super::super::Meeting;
use super::super::compression::Compression;
use crate::math;

/// Most Newton steps for the elastic root; it is monotone and needs about five.
const ELASTIC_STEPS: usize = 24;
/// Most Newton steps for the damped root.
const DAMPED_STEPS: usize = 30;
/// Bisections where Newton's method does not apply.
const BISECTIONS: usize = 12;

/// Numbers of one step that the solvers share.
pub(super) struct Problem<'a> {
    pub spring: &'a Compression,
    /// Overlap, energy and elastic force at the start.
    pub z: f64,
    pub v0: f64,
    pub f0: f64,
    /// Displacement without force.
    pub free: f64,
    /// Displacement that one newton takes away.
    pub beta: f64,
}

impl<'a> Problem<'a> {
    pub fn new(spring: &'a Compression, free: f64, beta: f64) -> Self {
        Self {
            spring,
            z: spring.overlap,
            v0: spring.stored,
            f0: spring.force(spring.overlap),
            free,
            beta,
        }
    }

    /// Mean elastic force over a displacement `s`, and its slope.
    pub fn gradient(&self, s: f64) -> (f64, f64) {
        let end = self.z + s;
        let force = self.spring.force(end);
        let a = self.spring.exponent;
        if self.z > 0.0 && s.abs() <= 0.05 * self.z {
            // The difference of potentials would cancel.
            let r = s / self.z;
            if r.abs() < 1e-4 {
                let mean = self.f0 * (1.0 + 0.5 * a * r * (1.0 + (a - 1.0) * r / 3.0));
                let slope = self.f0 / self.z * 0.5 * a * (1.0 + 2.0 * (a - 1.0) * r / 3.0);
                return (mean, slope);
            }
            let mean = self.f0 / (a + 1.0) * math::expm1((a + 1.0) * math::log1p(r)) / r;
            return (mean, ((force - mean) / s).max(0.0));
        }
        if s == 0.0 {
            return (0.0, 0.0);
        }
        let v1 = force * end / (a + 1.0);
        let mean = (v1 - self.v0) / s;
        (mean.max(0.0), ((force - mean) / s).max(0.0))
    }

    /// Root of s - s~ + beta·DG(s)·(1 + damping·s)+: increasing and convex, so that Newton's
    /// method from the right is monotone.
    pub fn root(&self, damping: f64) -> f64 {
        let free = self.free;
        let mut s = if free > self.beta * self.f0 {
            // The elastic rebound bounds how far it can go.
            let energy = self.v0 + free * free / (4.0 * self.beta);
            let reach = self.spring.reach(energy) - self.z;
            if reach > 0.0 { free.min(reach) } else { free }
        } else {
            free.min(0.0)
        };
        for _ in 0..ELASTIC_STEPS {
            let (mean, slope) = self.gradient(s);
            let q = 1.0 + damping * s;
            let (miss, rise) = if q > 0.0 {
                (
                    s - free + self.beta * mean * q,
                    1.0 + self.beta * (slope * q + mean * damping),
                )
            } else {
                (s - free, 1.0)
            };
            let move_by = miss / rise;
            s -= move_by;
            if move_by.abs() <= 1e-15 * (s.abs() + free.abs()) {
                break;
            }
        }
        s
    }
}

/// atanh(x)/x - 1 and its derivative.
fn mean_speed_terms(x: f64) -> (f64, f64) {
    let y = x * x;
    if y < 0.01 {
        let value = y
            * (1.0 / 3.0
                + y * (1.0 / 5.0
                    + y * (1.0 / 7.0
                        + y * (1.0 / 9.0 + y * (1.0 / 11.0 + y * (1.0 / 13.0 + y / 15.0))))));
        let slope = x
            * (2.0 / 3.0
                + y * (4.0 / 5.0
                    + y * (6.0 / 7.0 + y * (8.0 / 9.0 + y * (10.0 / 11.0 + y * 12.0 / 13.0)))));
        (value, slope)
    } else {
        let ratio = math::atanh(x) / x;
        (ratio - 1.0, (1.0 / (1.0 - y) - ratio) / x)
    }
}

/// The damped problem: what the invariant m·Phi + V lacks at a displacement.
pub(super) struct Damped<'a> {
    pub problem: &'a Problem<'a>,
    pub meeting: &'a Meeting,
    pub mu: f64,
    pub h: f64,
    pub owed: f64,
}

impl Damped<'_> {
    /// Value and slope of T(s) = f·h·N - dV - owed; `None` where the mean speed is undefined.
    fn miss(&self, s: f64) -> Option<(f64, f64)> {
        let Problem { beta, free, .. } = *self.problem;
        let (mu, h, gamma) = (self.mu, self.h, self.meeting.mobility);
        let force = (free - s) / beta;
        let speed = s / h;
        let q = 1.0 + mu * speed;
        let half_sweep = 0.5 * (self.meeting.before - self.meeting.after);
        let x = mu * (half_sweep + 0.5 * gamma * force) / q;
        if q <= 1e-9 || x.abs() > 1.0 - 1e-10 || x.is_nan() {
            return None;
        }
        let end = self.problem.z + s;
        let elastic = self.problem.spring.force(end);
        let v1 = elastic * end / (self.problem.spring.exponent + 1.0);
        let (spread, spread_slope) = mean_speed_terms(x);
        let mean = (speed - spread / mu) / q;
        let x_slope = -0.5 * mu * gamma / (beta * q) - x * mu / (h * q);
        let mean_slope = (1.0 / h - spread_slope * x_slope / mu) / q - mean * mu / (h * q);
        let value = force * h * mean - (v1 - self.problem.v0) - self.owed;
        let slope = -h * mean / beta + force * h * mean_slope - elastic;
        Some((value, slope))
    }

    /// The displacement, and the dissipation that is owed to the next step. `elastic` is the
    /// root without damping; all between it and `inner` is passive.
    pub fn solve(&self, elastic: f64, inner: f64, tolerance: f64) -> (f64, f64) {
        let way = if elastic > 0.0 { 1.0 } else { -1.0 };
        let mut s = elastic;
        let mut outer = elastic;
        let mut best: Option<(f64, f64)> = None;
        for _ in 0..DAMPED_STEPS {
            let Some((value, slope)) = self.miss(s) else {
                outer = s;
                s = 0.5 * (s + inner);
                continue;
            };
            if value.abs() <= tolerance {
                return (s, 0.0);
            }
            if value > 0.0 {
                return (self.bracketed(outer, s, tolerance, elastic), 0.0);
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, s));
            }
            outer = s;
            if slope * way >= 0.0 {
                break;
            }
            let next = s - value / slope;
            if (next - inner) * way <= 0.0 {
                break;
            }
            if (next - s).abs() <= 1e-15 * elastic.abs() {
                return (next, 0.0);
            }
            s = next;
        }
        // A turning step has no root: take the best and owe the rest.
        let (mut near, mut far) = (inner, outer);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (near + far);
            match self.miss(middle) {
                Some((value, _)) if value > 0.0 => near = middle,
                Some((value, slope)) => {
                    if best.is_none_or(|(most, _)| value > most) {
                        best = Some((value, middle));
                    }
                    if slope * way < 0.0 {
                        far = middle
                    } else {
                        near = middle
                    }
                }
                None => far = middle,
            }
        }
        match best {
            Some((value, s)) => (s, -value),
            None => (inner, self.owed),
        }
    }

    /// Root between `below` (T < 0) and `above` (T > 0), by bisection and Newton steps.
    fn bracketed(&self, below: f64, above: f64, tolerance: f64, scale: f64) -> f64 {
        let (mut low, mut high) = (below, above);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (low + high);
            match self.miss(middle) {
                Some((value, _)) if value.abs() <= tolerance => return middle,
                Some((value, slope)) if value > 0.0 => {
                    high = middle;
                    let next = middle - value / slope;
                    if (next - low) * (next - high) < 0.0
                        && let Some((value, _)) = self.miss(next)
                    {
                        if value.abs() <= tolerance {
                            return next;
                        }
                        if value > 0.0 { high = next } else { low = next }
                    }
                }
                _ => low = middle,
            }
            if (high - low).abs() <= 1e-15 * scale.abs() {
                break;
            }
        }
        high
    }
}
