//! One step of friction in closed form: what is frozen, and the quadratic equation that is left.

use super::law::Slow;
use super::{Bristles, ElastoPlastic};
use crate::math;

/// What a pass holds fixed.
#[derive(Clone, Copy, Default)]
pub(super) struct Frozen {
    /// Direction for which it was frozen, +1 or -1.
    pub way: f64,
    pub kap: f64,
    /// theta·h \[s\].
    pub reach: f64,
    /// Bristle damping within the passivity bound \[N·s/m\].
    pub s1: f64,
    /// Bristles bent beyond steady sliding relax: there the force would fall with speed, so
    /// while contacts are solved together it is held at this deflection and damping force.
    pub relaxing: Option<(f64, f64)>,
}

/// A step found, all in the direction of motion.
#[derive(Clone, Copy)]
pub(super) struct FrictionStep {
    /// The law's force \[N\].
    pub force: f64,
    /// Mean speed \[m/s\], and what the Stribeck curve makes of it.
    pub speed: f64,
    pub slow: Slow,
    /// Deflection at the end \[m\].
    pub z: f64,
}

/// The root u >= 0 of a·u² + b·u = c, as over/under; `a` and `c` are not negative.
#[derive(Clone, Copy)]
struct Root {
    over: f64,
    under: f64,
}

impl Root {
    /// Without cancellation. `four_ac` is 4·a·c.
    #[inline(always)]
    fn of(a: f64, b: f64, c: f64, four_ac: f64) -> Self {
        let root = (b * b + four_ac).sqrt();
        if b < 0.0 {
            return Self::beyond(a, b, root);
        }
        Self {
            over: 2.0 * c,
            under: b + root,
        }
    }

    /// Kept apart, so that the usual case is followed by guess and does not wait for the sign.
    #[cold]
    #[inline(never)]
    fn beyond(a: f64, b: f64, root: f64) -> Self {
        Self {
            over: root - b,
            under: 2.0 * a,
        }
    }
}

impl ElastoPlastic {
    /// kap and theta·h at a deflection and a speed.
    #[inline(always)]
    pub(super) fn look(&self, z: f64, speed: f64, slow: Slow) -> (f64, f64) {
        let (stiff, alpha) = self.yielding(z, slow);
        // Mean over an exponential approach: makes steady sliding exact at any speed.
        let reach = math::mean_place(self.step * speed * stiff * alpha, self.step);
        (stiff * alpha, reach)
    }

    /// Freezes `kap` and `reach` for motion in direction `way`, when the free displacement in
    /// that direction is `free`.
    #[inline(always)]
    pub(super) fn freeze_at(&mut self, way: f64, (kap, reach): (f64, f64), free: f64) {
        let s0 = self.params.stiffness;
        let mut s1 = self.scales.damping;
        // Beyond steady sliding the damping is bounded.
        let bent = kap * (way * self.z);
        if bent > 1.0 {
            // The simpler bound is seldom reached, and saves the divisions of the other.
            let beyond = kap * (bent - 1.0);
            if s1 * beyond * (free * self.rate) > s0 {
                let fastest = (free * self.rate).min(1.0 / (kap * reach));
                s1 = s1.min(s0 / (beyond * fastest.max(1e-300)));
            }
        }
        self.frozen = Frozen {
            way,
            kap,
            reach,
            s1,
            relaxing: None,
        };
    }

    /// Where bristles that relax are held at about `speed` while contacts are solved together.
    pub(super) fn hold_relaxing(&mut self, speed: f64) {
        let Frozen {
            way,
            kap,
            reach,
            s1,
            ..
        } = self.frozen;
        let z0 = way * self.z;
        if kap * z0 > 1.0 {
            let mean = (z0 + reach * speed) / (1.0 + reach * speed * kap);
            self.frozen.relaxing = Some((way * mean, way * s1 * (mean - z0) / reach));
        }
    }

    /// The speed u >= 0 in the direction of motion and the mean deflection in that direction, when
    /// everything frozen is known long before the free displacement: that comes in last.
    /// `excess` is what would be gained against bristles that hold, in the direction of motion.
    #[inline(always)]
    pub(super) fn first_pass(&self, free: f64, excess: f64, beta: f64) -> (f64, f64, Slow) {
        let Frozen {
            way,
            kap,
            reach,
            s1,
            ..
        } = self.frozen;
        let (s0, z0) = (self.params.stiffness, way * self.z);
        let inertia = self.step + beta * self.params.viscosity;
        let a = inertia * reach * kap;
        let kept = inertia + beta * (s0 * reach + s1);
        let b = (kept - beta * s1 * z0 * kap) - free * (way * reach * kap);
        if a == 0.0 {
            let u = excess / b;
            return (u, z0 + reach * u, self.scales.slow(u));
        }
        let Root { over, under } = Root::of(a, b, excess, (4.0 * a) * excess);
        // The divisions do not wait for each other.
        let mean = (z0 * under + reach * over) / (under + (reach * kap) * over);
        (over / under, mean, self.scales.slow_by(over, under))
    }

    /// The step to the last digit, when it is `reach` that is known last.
    ///
    /// With u = over/under, and kap·reach·u + 1 = below/under, the mean deflection less the one at
    /// the start is reach·over·(1 - kap·z)/below: force and deflection are one division each.
    #[inline(always)]
    pub(super) fn second_pass(&self, free: f64, excess: f64, beta: f64) -> FrictionStep {
        let Frozen {
            way,
            kap,
            reach,
            s1,
            ..
        } = self.frozen;
        let (s0, s2, z0) = (self.params.stiffness, self.params.viscosity, way * self.z);
        let inertia = self.step + beta * s2;
        let held = (inertia + beta * s1) - beta * s1 * z0 * kap;
        let b = held + (beta * s0 - (way * free) * kap) * reach;
        if kap == 0.0 {
            return self.elastic_step(excess / b);
        }
        let four_ac = (4.0 * inertia * excess * kap) * reach;
        let Root { over, under } = Root::of(inertia * kap * reach, b, excess, four_ac);
        let below = under + over * (reach * kap);
        let speed = over / under;
        // With cancellation digits are lost.
        if b <= 0.25 * (inertia + beta * (s0 * reach + s1)) {
            let mean = (z0 * under + reach * over) / below;
            let slope = (b * b + four_ac).sqrt();
            let (speed, mean) = self.mend(slope, (speed, mean), way * free, beta);
            return self.taken(speed, mean);
        }
        let gain = over * (1.0 - kap * z0);
        let pull = (s0 * z0) * under + (over * (s0 * reach) + s1 * gain);
        FrictionStep {
            force: pull / below + s2 * speed,
            speed,
            slow: self.scales.slow_by(over, under),
            z: z0 + (self.step * gain) / below,
        }
    }

    /// The step of bristles that do not give way.
    #[inline(always)]
    pub(super) fn elastic_step(&self, speed: f64) -> FrictionStep {
        let Frozen { way, reach, s1, .. } = self.frozen;
        let (s0, z0) = (self.params.stiffness, way * self.z);
        FrictionStep {
            force: s0 * (z0 + reach * speed) + (s1 + self.params.viscosity) * speed,
            speed,
            slow: self.scales.slow(speed),
            z: z0 + self.step * speed,
        }
    }

    /// One Newton step mends what the quadratic formula lost to cancellation. The quadratic is
    /// the residual times 1 + reach·kap·u, and its slope is the root.
    #[inline(never)]
    fn mend(&self, slope: f64, (u, mean): (f64, f64), free: f64, beta: f64) -> (f64, f64) {
        let Frozen {
            way,
            kap,
            reach,
            s1,
            ..
        } = self.frozen;
        let (s0, s2) = (self.params.stiffness, self.params.viscosity);
        let z0 = way * self.z;
        let damper = s1 / reach;
        let force = s0 * mean + damper * (mean - z0) + s2 * u;
        let miss = self.step * u + beta * force - free;
        let mend = miss * (1.0 + u * reach * kap) / slope;
        // A law that falls with speed would not be mended.
        let falls = kap * z0 > 1.0 && (s0 + damper) * (kap * z0 - 1.0) > s2;
        if !falls && mend.abs() < 1e-3 * u {
            let u = u - mend;
            (u, mean_deflection(z0, kap, reach, u).0)
        } else {
            (u, mean)
        }
    }

    /// The step of a speed and a mean deflection.
    fn taken(&self, speed: f64, mean: f64) -> FrictionStep {
        let Frozen { way, reach, s1, .. } = self.frozen;
        let z0 = way * self.z;
        let damper = s1 / reach;
        FrictionStep {
            force: self.params.stiffness * mean
                + damper * (mean - z0)
                + self.params.viscosity * speed,
            speed,
            slow: self.scales.slow(speed),
            z: z0 + (mean - z0) * (self.step / reach),
        }
    }

    /// Deflection at the end of a step with this displacement.
    pub(super) fn deflection_after(&self, displacement: f64) -> f64 {
        let way = if displacement < 0.0 { -1.0 } else { 1.0 };
        let Frozen { kap, reach, .. } = self.frozen_for(way);
        let z0 = way * self.z;
        let speed = displacement.abs() * self.rate;
        let (mean, _) = mean_deflection(z0, kap, reach, speed);
        way * (z0 + (mean - z0) * (self.step / reach))
    }

    /// What is frozen, for motion in a direction: against the frozen one, elasto-plastic
    /// bristles unbend elastically.
    pub(super) fn frozen_for(&self, way: f64) -> Frozen {
        let against = way != self.frozen.way;
        if against && self.params.bristles == Bristles::ElastoPlastic {
            Frozen {
                way,
                kap: 0.0,
                reach: 0.5 * self.step,
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
