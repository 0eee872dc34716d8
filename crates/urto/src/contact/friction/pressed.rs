//! Friction whose normal force is another contact's of the same step.

use super::{ElastoPlastic, FrictionLookahead, NO_FORCE};
use crate::contact::{Contact, Pressable};

/// What bristles that another contact presses were like when the last step ended, in the direction
/// of motion: `kap` and `reach` as they would be frozen there.
#[derive(Clone, Copy, Default)]
pub(super) struct Ended {
    way: f64,
    kap: f64,
    reach: f64,
    z: f64,
}

/// What that makes of the coming step, if the normal force is as expected.
#[derive(Clone, Copy, Default)]
pub(super) struct Expected {
    /// Direction, 0 if nothing is known.
    way: f64,
    kap: f64,
    reach: f64,
    /// One over the normal force \[1/N\].
    share: f64,
}

impl ElastoPlastic {
    /// Readies it for [`pressed`](ElastoPlastic::pressed) with about N newtons: the first pass, which
    /// is a guess, takes what the last step ended with, as sliding bristles give way the less the
    /// harder they are pressed.
    #[inline(always)]
    pub(crate) fn expect(&mut self, newtons: f64) {
        let Ended { way, kap, reach, z } = self.ended;
        let share = 1.0 / newtons.max(NO_FORCE);
        // Bristles that begin to slide, or were moved in another way since, must be looked at.
        let goes_on = kap > 0.0 && (way * self.z - z).abs() <= 1e-6 * z;
        self.expected = Expected {
            way: if goes_on { way } else { 0.0 },
            kap: kap * (self.params.normal_force * share),
            reach,
            share,
        };
    }

    /// The force in a step in which it is pressed with N newtons, when its points would move by
    /// `free` without it; `again` as in [`Pressable::press_in_step`].
    pub(crate) fn pressed(&mut self, newtons: f64, again: bool, free: f64, beta: f64) -> f64 {
        self.press_in_step(newtons, again);
        if !self.acts(free) {
            return 0.0;
        }
        let Expected {
            way,
            kap,
            reach,
            share,
        } = self.expected;
        // 1/(1 + more), to 1e-4; a division would be waited for.
        let more = newtons * share - 1.0;
        if more.abs() <= 0.01 {
            let kap = kap * (1.0 - more);
            self.ahead = FrictionLookahead {
                way,
                kap,
                reach,
                ..self.ahead
            };
        }
        let (way, step) = self.find_step(free, beta, &mut || {});
        let (kap, reach) = self.look(step.z, step.speed, step.slow);
        let z = step.z;
        self.ended = Ended { way, kap, reach, z };
        way * step.force
    }
}

impl Pressable for ElastoPlastic {
    fn press(&mut self, newtons: f64) {
        if !newtons.is_finite() {
            self.health.clamped += 1;
            return;
        }
        self.bear(newtons);
        // Here rather than when the bodies have said how they move: it does not depend on that.
        self.ahead.pressed = false;
        self.look_again();
        self.ahead.pressed = true;
    }

    fn press_in_step(&mut self, newtons: f64, again: bool) {
        if again {
            (self.z, self.books.dissipated) = self.unpressed;
        } else {
            self.unpressed = (self.z, self.books.dissipated);
        }
        if newtons.is_finite() && (again || newtons != self.params.normal_force) {
            self.bear(newtons);
        }
        // Nothing that was foreseen holds, and nothing can be foreseen.
        self.ahead.way = 0.0;
        self.ahead.pressed = true;
    }
}
