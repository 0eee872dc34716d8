//! Friction's parameters, and what follows from them: how far bristles bend, and when they give
//! way.

use super::Friction;
use crate::math;

crate::choice! {
    /// How bristles behave before they give way.
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
    pub struct FrictionParams("friction") {
        /// Force that presses the surfaces together.
        normal_force: 1.0, ZeroLog(1e-6, 1e4), "N", Sample, spread 0.05;
        /// Coefficient of friction while sliding fast.
        dynamic_friction: 0.2, Log(1e-3, 5.0), "", Block, spread 0.06;
        /// Coefficient of friction at rest; at least the sliding one counts.
        static_friction: 0.4, Log(1e-3, 5.0), "", Block, spread 0.06;
        /// Speed over which friction falls from resting to sliding (Stribeck).
        stribeck: 0.1, Log(1e-4, 10.0), "m/s", Block, spread 0.06;
        /// Stiffness of the bristles.
        stiffness: 1e4, Log(1e1, 1e9), "N/m", Block, expert, spread 0.05;
        /// Damping of the bristles.
        damping: 0.1, ZeroLog(1e-5, 1e4), "N*s/m", Block, expert, spread 0.05;
        /// Viscous friction on top.
        viscosity: 0.0, ZeroLog(1e-5, 1e3), "N*s/m", Block, expert, spread 0.05;
        /// Share of the sliding deflection up to which bristles are elastic.
        break_away: 0.7, Linear(0.0, 0.99), "", Block, expert, spread 0.2;
        /// Roughness: random force as a share of the sliding friction, growing with the root
        /// of speed and full at 1 m/s.
        noise: 0.0, ZeroLog(1e-4, 2.0), "", Block, spread 0.15;
        /// How bristles behave before they give way.
        bristles: Bristles::ElastoPlastic, Choice(Bristles), "", Block, expert;
    }
}

impl FrictionParams {
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
#[derive(Clone, Copy)]
pub(super) struct Scales {
    /// Sliding and resting friction force \[N\].
    pub sliding: f64,
    pub resting: f64,
    /// Deflection up to which bristles are elastic \[m\].
    pub elastic: f64,
    /// Of the bristles \[m/N\], and of the Stribeck speed \[s/m\].
    pub compliance: f64,
    pub slowness: f64,
    /// Damping of the bristles before any bound \[N·s/m\].
    pub damping: f64,
}

impl Scales {
    pub fn of(params: &FrictionParams) -> Self {
        let dahl = params.bristles == Bristles::Dahl;
        let sliding = params.dynamic_friction * params.normal_force;
        let most = params.static_friction.max(params.dynamic_friction);
        let compliance = 1.0 / params.stiffness;
        Self {
            sliding,
            resting: if dahl {
                sliding
            } else {
                most * params.normal_force
            },
            elastic: match params.bristles {
                Bristles::ElastoPlastic => params.break_away * sliding * compliance,
                _ => f64::NEG_INFINITY,
            },
            compliance,
            slowness: 1.0 / params.stribeck,
            damping: if dahl { 0.0 } else { params.damping },
        }
    }
}

impl Friction {
    /// Deflection in steady sliding at a speed \[m\].
    #[inline]
    fn steady(&self, speed: f64) -> f64 {
        let Scales {
            sliding,
            resting,
            compliance,
            slowness,
            ..
        } = self.scales;
        let r = speed * slowness;
        let excess = if resting > sliding {
            (resting - sliding) * math::falling(r * r)
        } else {
            0.0
        };
        (sliding + excess) * compliance
    }

    /// alpha(z)/|z_ss|: how fast bristles give way at deflection `z` in the direction of motion.
    #[inline]
    pub(super) fn yielding(&self, z: f64, speed: f64) -> f64 {
        let elastic = self.scales.elastic;
        if z <= elastic {
            return 0.0;
        }
        let steady = self.steady(speed);
        if self.params.bristles != Bristles::ElastoPlastic || z >= steady {
            return 1.0 / steady;
        }
        math::smooth_rise((z - elastic) / (steady - elastic)) * (1.0 / steady)
    }
}
