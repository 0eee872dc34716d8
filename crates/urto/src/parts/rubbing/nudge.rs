//! What a rehearsal begins with: a mode that will sing swings already as fast as the hand goes.
//!
//! Law: friction that falls with speed feeds a mode of shape s and mass m where it is touched: its
//!      swing grows by s²·F·|dmu/dv|/(2·m) - sigma per second, for a pressure F, until it goes with
//!      the hand. That takes up to seconds; brought there at once, it stays there or not, which is
//!      heard in a tenth of a second. A force f in time with the mode brings it in a time t, short
//!      against its decay, to a speed f·s·t/(2·m).

use super::{Parts, Rub, RubbedSound};
use crate::math;
use core::f64::consts::FRAC_1_SQRT_2;

/// How long a mode is nudged \[s\].
const LASTS: f64 = 0.02;
/// Slowest growth that counts \[1/s\]: from the noise of the surfaces, 60 dB below, up to the speed
/// of the hand in 1.5 s, as long as gestures last.
const GROWS: f64 = math::LN_1000 / 1.5;

/// A force in time with a mode.
#[derive(Clone, Copy, Default)]
pub(super) struct Nudge {
    force: f64,
    /// Where in the swing it is, and how far it goes in a step \[turns\].
    phase: f64,
    turn: f64,
    /// Steps to go.
    left: u32,
}

impl Nudge {
    /// Force in this step \[N\].
    #[inline]
    pub fn force(&mut self) -> f64 {
        if self.left == 0 {
            return 0.0;
        }
        self.left -= 1;
        self.phase += self.turn;
        self.force * math::sin(math::TAU * self.phase)
    }
}

impl<P: RubbedSound> Rub<P> {
    /// What brings the mode that grows fastest up to the hand's speed, if one grows fast enough.
    pub(super) fn nudge(&self, parts: &Parts) -> Nudge {
        let law = &parts.surface.law;
        let drop = (law.static_friction - law.dynamic_friction).max(0.0);
        let speed = parts.speed.abs();
        // mu = mu_d + drop·exp(-(v/v_s)²) falls most steeply at v_s/sqrt(2), which a faster hand
        // comes by.
        let share = (speed / law.stribeck).min(FRAC_1_SQRT_2);
        let falls = 2.0 * drop * share * math::exp(-share * share) / law.stribeck;
        let mut nudge = Nudge::default();
        let mut most = GROWS;
        for mode in self.body.seen(parts.body, parts.place, parts.place) {
            let mass = mode.mass / (mode.touched * mode.touched);
            let grows = 0.5 * parts.pressure * falls / mass - math::LN_1000 / mode.decay;
            if grows > most {
                most = grows;
                nudge = Nudge {
                    force: 2.0 * mass * speed / LASTS,
                    phase: 0.0,
                    turn: mode.hertz * self.step,
                    left: (LASTS / self.step) as u32,
                };
            }
        }
        nudge
    }
}
