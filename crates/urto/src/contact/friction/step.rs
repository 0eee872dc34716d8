//! One step of friction in closed form: what is frozen, and the quadratic equation that is left.

use super::{Bristles, Friction};
use crate::math;

/// What a pass holds fixed.
#[derive(Clone, Copy, Default)]
pub(super) struct Frozen {
    /// Direction for which it was frozen, +1 or -1.
    pub way: f64,
    pub kap: f64,
    pub theta: f64,
    /// Bristle damping within the passivity bound \[N·s/m\].
    pub s1: f64,
    /// Bristles bent beyond steady sliding relax: there the force would fall with speed, so
    /// while contacts are solved together it is held at this deflection and damping force.
    pub relaxing: Option<(f64, f64)>,
}

impl Friction {
    /// kap and theta at a deflection and a speed.
    #[inline]
    pub(super) fn look(&self, z: f64, speed: f64) -> (f64, f64) {
        let kap = self.yielding(z, speed);
        // Mean over an exponential approach: makes steady sliding exact at any speed.
        (kap, math::mean_place(self.step * speed * kap))
    }

    /// Freezes `kap` and `theta` for motion in direction `way`, when the free displacement in
    /// that direction is `free`.
    #[inline]
    pub(super) fn freeze_at(&mut self, way: f64, (kap, theta): (f64, f64), free: f64) {
        let s0 = self.params.stiffness;
        let mut s1 = self.scales.damping;
        // Beyond steady sliding the damping is bounded. The first, simpler bound is seldom
        // reached, and saves the divisions of the other.
        let beyond = (kap * (kap * way * self.z - 1.0)).max(0.0);
        if s1 * beyond * (free * self.rate) > s0 {
            let fastest = (free * self.rate).min(1.0 / (kap * theta * self.step));
            s1 = s1.min(s0 / (beyond * fastest.max(1e-300)));
        }
        self.frozen = Frozen {
            way,
            kap,
            theta,
            s1,
            relaxing: None,
        };
    }

    /// Where bristles that relax are held at about `speed` while contacts are solved together.
    pub(super) fn hold_relaxing(&mut self, speed: f64) {
        let Frozen {
            way,
            kap,
            theta,
            s1,
            ..
        } = self.frozen;
        let z0 = way * self.z;
        if kap * z0 > 1.0 {
            let reach = theta * self.step;
            let mean = (z0 + reach * speed) / (1.0 + reach * speed * kap);
            self.frozen.relaxing = Some((way * mean, way * s1 * (mean - z0) / reach));
        }
    }

    /// The root u >= 0 of the frozen step, speed in the direction of motion, and the mean
    /// deflection in that direction; to the last digit if `exact`.
    #[inline]
    pub(super) fn solve(&self, free: f64, beta: f64, exact: bool) -> (f64, f64) {
        let Frozen {
            way,
            kap,
            theta,
            s1,
            ..
        } = self.frozen;
        let (h, s0, s2) = (self.step, self.params.stiffness, self.params.viscosity);
        let (z0, d) = (way * self.z, way * free);
        let reach = theta * h;
        let inertia = h + beta * s2;
        let a = inertia * reach * kap;
        let kept = inertia + beta * (s0 * reach + s1);
        let b = kept - (d * reach + beta * s1 * z0) * kap;
        let c = (beta * s0 * z0 - d).min(0.0);
        if a == 0.0 {
            let u = -c / b;
            return (u, z0 + reach * u);
        }
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        // u = over/under, without cancellation.
        let (over, under) = if b >= 0.0 {
            (-2.0 * c, b + root)
        } else {
            (root - b, 2.0 * a)
        };
        let u = over / under;
        let below = under + over * reach * kap;
        let mean = (z0 * under + reach * over) / below;
        // Without cancellation every digit is there.
        if !exact || b > 0.25 * kept {
            return (u, mean);
        }
        // One Newton step mends what the quadratic formula lost to cancellation. The quadratic
        // is the residual times 1 + reach·kap·u, and its slope is the root.
        let damper = s1 / reach;
        let force = s0 * mean + damper * (mean - z0) + s2 * u;
        let mend = (h * u + beta * force - d) * below / (under * root);
        // A law that falls with speed would not be mended.
        let falls = kap * z0 > 1.0 && (s0 + damper) * (kap * z0 - 1.0) > s2;
        if !falls && mend.abs() < 1e-3 * u {
            let u = u - mend;
            (u, mean_deflection(z0, kap, reach, u).0)
        } else {
            (u, mean)
        }
    }

    /// Deflection at the end of a step with this displacement.
    pub(super) fn deflection_after(&self, displacement: f64) -> f64 {
        let way = if displacement < 0.0 { -1.0 } else { 1.0 };
        let Frozen { kap, theta, .. } = self.frozen_for(way);
        let z0 = way * self.z;
        let speed = displacement.abs() * self.rate;
        let (mean, _) = mean_deflection(z0, kap, theta * self.step, speed);
        way * (z0 + (mean - z0) / theta)
    }

    /// What is frozen, for motion in a direction: against the frozen one, elasto-plastic
    /// bristles unbend elastically.
    pub(super) fn frozen_for(&self, way: f64) -> Frozen {
        let against = way != self.frozen.way;
        if against && self.params.bristles == Bristles::ElastoPlastic {
            Frozen {
                way,
                kap: 0.0,
                theta: 0.5,
                s1: self.frozen.s1,
                relaxing: None,
            }
        } else {
            self.frozen
        }
    }
}

/// Mean deflection of a frozen step at speed `u`, and its slope.
pub(super) fn mean_deflection(z0: f64, kap: f64, reach: f64, u: f64) -> (f64, f64) {
    let below = 1.0 + reach * kap * u;
    (
        (z0 + reach * u) / below,
        reach * (1.0 - kap * z0) / (below * below),
    )
}
