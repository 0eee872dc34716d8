//! How often something sticks and slips, so that a rehearsal hears enough of it.
//!
//! Law: what sticks is stretched at the speed V of the hand until friction has dropped by D against
//!      the stiffness k of slider and body in a row: k·V/(2·D) slips a second. A slow hand on a soft
//!      body slips less often than a rehearsal lasts; a faster one makes the same slips more often.

use super::{Parts, Rub, RubbedSound};
use crate::math;

/// Slips per second that are enough to judge by.
const ENOUGH: f64 = 60.0;
/// Slips per swing of the softest part that are as few that they do not run into each other.
const APART: f64 = 0.25;
/// How much faster a hand may go at most.
const FASTEST: f64 = 100.0;

/// A part that is stretched while it sticks, as seen from the contact.
#[derive(Clone, Copy)]
pub(crate) struct Yielding {
    /// Frequency \[Hz\], and mass where it is touched \[kg\].
    pub hertz: f64,
    pub mass: f64,
}

impl Yielding {
    /// How far it gives way \[m/N\].
    fn gives(&self) -> f64 {
        let w = math::TAU * self.hertz;
        1.0 / (self.mass * w * w)
    }
}

/// How much faster a hand must go than at a speed \[m/s\] to slip often enough, when friction drops
/// by this many newtons.
pub(crate) fn faster_for_slips(
    parts: impl Iterator<Item = Yielding>,
    speed: f64,
    drop: f64,
) -> f64 {
    let (mut gives, mut softest, mut hertz) = (0.0, 0.0, 0.0);
    for part in parts.filter(|part| part.mass > 0.0 && part.hertz > 0.0) {
        let own = part.gives();
        gives += own;
        if own > softest {
            (softest, hertz) = (own, part.hertz);
        }
    }
    let slips = speed.abs() / (2.0 * drop * gives);
    let faster = ENOUGH.min(APART * hertz) / slips;
    // Not a number where nothing moves.
    if faster > 1.0 {
        faster.min(FASTEST)
    } else {
        1.0
    }
}

impl<P: RubbedSound> Rub<P> {
    /// How much faster than its gesture the hand must go to be judged.
    pub(super) fn faster(&self, parts: &Parts) -> f64 {
        let law = &parts.surface.law;
        let drop = parts.pressure * (law.static_friction - law.dynamic_friction).max(0.0);
        let slider = Yielding {
            hertz: parts.slider.frequency,
            mass: parts.slider.mass,
        };
        let modes = self.body.seen(parts.body, parts.place, parts.place);
        let modes = modes.map(|mode| Yielding {
            hertz: mode.hertz,
            mass: mode.mass / (mode.touched * mode.touched),
        });
        faster_for_slips(modes.chain([slider]), parts.speed, drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One spring of k = 1 N/m, by hand: k·V/(2·D) slips a second.
    #[test]
    fn a_slow_hand_goes_faster_until_it_slips_often_enough() {
        let hertz = 1000.0;
        let w = math::TAU * hertz;
        let part = Yielding {
            hertz,
            mass: 1.0 / (w * w),
        };
        let faster = |speed, drop| faster_for_slips([part].into_iter(), speed, drop);
        // 30 a second, and twice as fast for 60.
        assert!((faster(60.0, 1.0) - 2.0).abs() < 1e-9);
        assert!((faster(-60.0, 1.0) - 2.0).abs() < 1e-9);
        // Two such springs in a row give way twice as far.
        let two = faster_for_slips([part, part].into_iter(), 60.0, 1.0);
        assert!((two - 4.0).abs() < 1e-9);
        // Often enough as it is; no more than so fast; nothing moves; nothing sticks.
        assert_eq!(faster(200.0, 1.0), 1.0);
        assert_eq!(faster(0.1, 1.0), FASTEST);
        assert_eq!(faster(0.0, 0.0), 1.0);
        assert_eq!(faster(1.0, 0.0), 1.0);
        // A part that swings slowly is left time: 2.5 slips a second, not 60.
        let slow = Yielding {
            hertz: 10.0,
            mass: 1.0 / (math::TAU * 10.0 * math::TAU * 10.0),
        };
        let faster = faster_for_slips([slow].into_iter(), 1.0, 1.0);
        assert!((faster - 5.0).abs() < 1e-9, "{faster}");
    }
}
