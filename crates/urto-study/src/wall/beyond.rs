//! A mass that leaves faster than the limit velocity -1/mu: the lower half of figure 1(a) of
//! Avanzini & Rocchesso 2004.
//!
//! No blow gets there by itself: the mass must start inside the wall, already on its way out.
//! There the law pulls it back, until it is out. With w = -(1 + mu·v) > 0 the invariant of (1.3)
//! reads mu²·V(x)/m - w - ln w, so that from the depth with w_0
//!
//!   w_out + ln w_out = w_0 + ln w_0 - mu²·V(x_0)/m,
//!   V(x)/m = ((w - w_out) + ln(w/w_out))/mu²,
//!
//! a sum of two numbers that are not negative.

use super::Impact;
use super::method::{Method, State, Stepper};
use urto::math;

/// A way out of the wall, faster than the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beyond {
    impact: Impact,
    /// Where it starts \[m\], and with which velocity \[m/s\].
    pub depth: f64,
    /// Velocity at the start \[m/s\], below -1/mu.
    pub velocity: f64,
    /// w when it is out.
    left: f64,
}

impl Impact {
    /// The way out from a depth \[m\], with a velocity \[m/s\]; none unless that is below -1/mu.
    pub fn beyond(&self, depth: f64, velocity: f64) -> Option<Beyond> {
        let mu = self.dissipation;
        let start = -(1.0 + mu * velocity);
        if !(start > 0.0 && depth > 0.0) {
            return None;
        }
        let spent = mu * mu * self.potential(depth) / self.mass;
        let target = start + math::log(start) - spent;
        // e^l + l = target for l = ln w, increasing and convex: Newton's method from above.
        let mut l = if target > 1.0 {
            math::log(target)
        } else {
            target
        };
        for _ in 0..60 {
            let w = math::exp(l);
            let change = (w + l - target) / (w + 1.0);
            l -= change;
            if change.abs() <= 1e-16 * (1.0 + l.abs()) {
                break;
            }
        }
        Some(Beyond {
            impact: *self,
            depth,
            velocity,
            left: math::exp(l),
        })
    }
}

impl Beyond {
    /// Velocity when it is out \[m/s\]: slower, and still below -1/mu.
    pub fn v_out(&self) -> f64 {
        -(1.0 + self.left) / self.impact.dissipation
    }

    /// Compression \[m\] at which the velocity is `v`, between the start's and that outside.
    pub fn compression(&self, v: f64) -> f64 {
        let mu = self.impact.dissipation;
        let w = -(1.0 + mu * v);
        if w <= self.left {
            return 0.0;
        }
        let held = (w - self.left) + math::log(w / self.left);
        self.impact.reach(held / (mu * mu)).min(self.depth)
    }

    /// Velocity outside by RK4 with about N steps \[m/s\], for comparison.
    pub fn simulated(&self, steps: usize) -> f64 {
        let step = self.depth / -self.velocity / steps as f64;
        let stepper = Stepper::<f64>::new(&self.impact, 0.0, step);
        let mut now = State {
            x: self.depth,
            v: self.velocity,
            force: 0.0,
        };
        loop {
            let next = stepper.take(Method::Rk4, now);
            // It never turns: the limit lies between it and standstill.
            if !(next.x > 0.0 && next.x < now.x) {
                let part = now.x / (now.x - next.x);
                return now.v + part * (next.v - now.v);
            }
            now = next;
        }
    }
}
