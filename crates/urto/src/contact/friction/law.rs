//! Friction's parameters, and what follows from them: how far bristles bend, and when they give
//! way.

use super::ElastoPlastic;
use crate::math::{self, Bell};

crate::choice! {
    /// Behaviour of the bristles before they slip.
    pub enum Bristles {
        /// Elastic up to break-away, so that a small load holds still; the default.
        ElastoPlastic = "elasto_plastic",
        /// LuGre: bristles always creep a little.
        LuGre = "lugre",
        /// Dahl: no difference between holding and sliding, no damping of bristles.
        Dahl = "dahl",
    }
}

crate::params! {
    /// Friction: bristles between the two points bend, hold, and give way.
    pub struct FrictionLaw("friction") {
        /// Force that presses the surfaces together.
        normal_force: 1.0, ZeroLog(1e-6, 1e4), "N", Sample, spread 0.05;
        /// Coefficient of friction while sliding fast.
        dynamic_friction: 0.2, Log(1e-3, 5.0), "", Block, spread 0.06;
        /// Coefficient of friction at rest; never less than the sliding one.
        static_friction: 0.4, Log(1e-3, 5.0), "", Block, spread 0.06;
        /// Stribeck speed: how fast it must slide for friction to fall from its resting to its
        /// sliding value.
        stribeck: 0.1, Log(1e-4, 10.0), "m/s", Block, spread 0.06;
        /// Stiffness of the bristles.
        stiffness: 1e4, Log(1e1, 1e9), "N/m", Block, expert, spread 0.05;
        /// Damping of the bristles.
        damping: 0.1, ZeroLog(1e-5, 1e4), "N*s/m", Block, expert, spread 0.05;
        /// Additional viscous friction.
        viscosity: 0.0, ZeroLog(1e-5, 1e3), "N*s/m", Block, expert, spread 0.05;
        /// Share of the full bristle deflection that is purely elastic.
        break_away: 0.7, Linear(0.0, 0.99), "", Block, expert, spread 0.2;
        /// Roughness: random force as a share of the sliding friction, growing with the root
        /// of speed and full at 1 m/s.
        noise: 0.0, ZeroLog(1e-4, 2.0), "", Block, spread 0.15;
        /// Behaviour of the bristles before they slip.
        bristles: Bristles::ElastoPlastic, Choice(Bristles), "", Block, expert;
    }
}

impl FrictionLaw {
    /// The numbers that a change moves little by little.
    pub(super) fn numbers(&mut self) -> [&mut f64; 8] {
        [
            &mut self.dynamic_friction,
            &mut self.static_friction,
            &mut self.stribeck,
            &mut self.stiffness,
            &mut self.damping,
            &mut self.viscosity,
            &mut self.break_away,
            &mut self.noise,
        ]
    }
}

/// What follows from the parameters.
#[derive(Clone, Copy, Default)]
pub(super) struct Scales {
    /// Sliding friction force \[N\].
    pub sliding: f64,
    /// Deflection in slow and in fast sliding, the first as more than the second \[m\].
    pub more: f64,
    pub least: f64,
    /// Deflection up to which bristles are elastic \[m\].
    pub elastic: f64,
    /// From there on to that of fast sliding, and the middle between the two \[m\].
    reserve: f64,
    middle: f64,
    /// Of the bristles \[m/N\], and of the Stribeck speed, times the root of 8 \[s/m\].
    compliance: f64,
    slowness: f64,
    /// Damping of the bristles before any bound \[N·s/m\].
    pub damping: f64,
}

impl Scales {
    pub fn of(params: &FrictionLaw) -> Self {
        let dahl = params.bristles == Bristles::Dahl;
        let mut scales = Self {
            compliance: 1.0 / params.stiffness,
            slowness: ROOT_8 / params.stribeck,
            damping: if dahl { 0.0 } else { params.damping },
            ..Self::default()
        };
        scales.press(params);
        scales
    }

    /// What follows from the normal force.
    pub fn press(&mut self, params: &FrictionLaw) {
        let dahl = params.bristles == Bristles::Dahl;
        let more = (params.static_friction - params.dynamic_friction).max(0.0);
        let more = if dahl { 0.0 } else { more };
        self.sliding = params.dynamic_friction * params.normal_force;
        self.more = more * params.normal_force * self.compliance;
        self.least = self.sliding * self.compliance;
        self.elastic = match params.bristles {
            Bristles::ElastoPlastic => params.break_away * self.least,
            _ => f64::NEG_INFINITY,
        };
        self.reserve = self.least - self.elastic;
        self.middle = 0.5 * (self.least + self.elastic);
    }
}

/// A speed over the Stribeck speed, squared, times 8: see [`math::bell`].
#[derive(Clone, Copy)]
pub(super) struct Slow(f64);

impl Scales {
    #[inline(always)]
    pub fn slow(&self, speed: f64) -> Slow {
        let root = speed * self.slowness;
        Slow(root * root)
    }

    /// Of the speed over/under, sooner known than the speed itself.
    #[inline(always)]
    pub fn slow_by(&self, over: f64, under: f64) -> Slow {
        let root = over * self.slowness;
        Slow((root * root) / (under * under))
    }
}

/// The root of 8: see [`math::bell`].
const ROOT_8: f64 = 2.0 * core::f64::consts::SQRT_2;

impl ElastoPlastic {
    /// 1/|z_ss| and alpha(z), whose product says how fast bristles give way at deflection `z` in
    /// the direction of motion.
    ///
    /// Sums are written so that what is known last, the high terms of the Stribeck curve, comes in
    /// last: this is on the way from motion to force.
    #[inline(always)]
    pub(super) fn yielding(&self, z: f64, slow: Slow) -> (f64, f64) {
        let Scales {
            more,
            least,
            elastic,
            reserve,
            middle,
            ..
        } = self.scales;
        if z <= elastic {
            return (0.0, 0.0);
        }
        let Bell {
            scale,
            low,
            fourth,
            high,
        } = math::bell(slow.0);
        let more = more * scale;
        let (low, high) = (more * low, (more * fourth) * high);
        let steady = (least + low) + high;
        if z >= steady || elastic < 0.0 {
            return (1.0 / steady, 1.0);
        }
        let span = (reserve + low) + high;
        let above = ((z - middle) - 0.5 * low) - 0.5 * high;
        (1.0 / steady, math::rise_about(above / span))
    }
}
