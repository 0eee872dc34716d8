//! How people step: how often, how long a foot stays down, and how it presses meanwhile.
//!
//! Law:  step length over cadence is about constant in free walking and running, 0.0065 m per
//!       step per minute, so the cadence follows from the speed. While the foot is down, the
//!       ground carries the body: a walker's force has two peaks above the weight (the heel
//!       takes it over, the toe pushes off) and a valley between, a runner's a short first peak
//!       and one of more than twice the weight.
//! Refs: Sekiya & Nagasaki 1998 (walk ratio); Nilsson & Thorstensson 1989 (force, contact time
//!       from walking to running); Galbraith & Barton 1970 (loads under footsteps); Farnell,
//!       Designing Sound, ch. "Footsteps" (heel, ball and toe as separate bursts).

use crate::math;

crate::choice! {
    /// Walking style.
    pub enum Gait {
        /// Heel first, then the toe; one foot is always down.
        Walk = "walk",
        /// Short and hard, with both feet in the air between.
        Run = "run",
        /// On tiptoe: the ball is set down slowly, the heel after it.
        Sneak = "sneak",
        /// Up the stairs: the ball first and hard, the heel hardly.
        Stairs = "stairs",
        /// Takes no steps of its own: only the forces in `left` and `right` press.
        Stand = "stand",
    }
}

/// A part of the foot that comes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FootPart {
    Heel,
    Toe,
}

/// A peak of the force: when it begins, culminates and ends, as shares of the time that the foot
/// is down, and its height in body weights.
struct Peak(f64, f64, f64, f64);

impl Peak {
    fn at(&self, share: f64) -> f64 {
        let Peak(begin, top, end, height) = *self;
        let way = if share <= top {
            (share - begin) / (top - begin)
        } else {
            (end - share) / (end - top)
        };
        let rise = math::sin(0.25 * math::TAU * way.clamp(0.0, 1.0));
        height * rise * rise
    }
}

/// What a gait is like.
pub(super) struct GaitFigures {
    /// Share of two steps' time that a foot is down.
    duty: f64,
    peaks: [Peak; 2],
    /// How fast heel and toe touch down, as shares of the walking speed.
    heel: f64,
    toe: f64,
    /// Which of them comes first, and the time until the other, as a share of the time down.
    pub first: FootPart,
    pub gap: f64,
}

impl Gait {
    pub(super) fn figures(self) -> GaitFigures {
        match self {
            // Peaks of 1.1 weights at 23 and 76 % and a valley of 0.8; the foot is flat after
            // some 15 % (Nilsson & Thorstensson).
            Gait::Walk | Gait::Stand => GaitFigures {
                duty: 0.62,
                peaks: [Peak(0.0, 0.23, 0.68, 1.12), Peak(0.32, 0.76, 1.0, 1.1)],
                heel: 0.45,
                toe: 0.25,
                first: FootPart::Heel,
                gap: 0.16,
            },
            // An impact peak of 1.6 weights at 12 %, then 2.4 at 45 %.
            Gait::Run => GaitFigures {
                duty: 0.35,
                peaks: [Peak(0.0, 0.12, 0.3, 1.2), Peak(0.0, 0.45, 1.0, 2.4)],
                heel: 0.4,
                toe: 0.25,
                first: FootPart::Heel,
                gap: 0.2,
            },
            // The weight is taken over slowly and with hardly a peak.
            Gait::Sneak => GaitFigures {
                duty: 0.68,
                peaks: [Peak(0.0, 0.4, 0.8, 0.95), Peak(0.2, 0.65, 1.0, 0.85)],
                heel: 0.12,
                toe: 0.25,
                first: FootPart::Toe,
                gap: 0.3,
            },
            // Climbing adds to the first peak; the tread is met with the ball.
            Gait::Stairs => GaitFigures {
                duty: 0.66,
                peaks: [Peak(0.0, 0.2, 0.65, 1.25), Peak(0.3, 0.74, 1.0, 1.05)],
                heel: 0.15,
                toe: 0.9,
                first: FootPart::Toe,
                gap: 0.1,
            },
        }
    }

    /// Time from step to step \[s\] at a speed \[m/s\].
    ///
    /// Walk ratio: speed = 0.0065·c·c/60 with c in steps per minute.
    pub(super) fn interval(self, speed: f64) -> f64 {
        (60.0 * 0.0065 / speed).sqrt()
    }

    /// Time that a foot is down \[s\].
    pub(super) fn down(self, speed: f64) -> f64 {
        2.0 * self.figures().duty * self.interval(speed)
    }
}

impl GaitFigures {
    /// Force on the ground, in body weights, at a share of the time that the foot is down.
    pub fn force(&self, share: f64) -> f64 {
        self.peaks.iter().map(|peak| peak.at(share)).sum()
    }

    /// How fast a part of the foot touches down \[m/s\].
    pub fn touch(&self, part: FootPart, speed: f64) -> f64 {
        speed
            * match part {
                FootPart::Heel => self.heel,
                FootPart::Toe => self.toe,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// People walk at 1.3 m/s with 110 steps per minute and run at 3 m/s with 166.
    #[test]
    fn cadence_follows_from_speed() {
        for (speed, cadence) in [(1.3, 110.0), (3.0, 166.0)] {
            let found = 60.0 / Gait::Walk.interval(speed);
            assert!((found - cadence).abs() < 2.0, "{found}");
        }
    }

    /// Over a whole stride the ground carries the weight: the mean force times the feet that are
    /// down is one weight, within 15 %, for every gait.
    #[test]
    fn the_ground_carries_the_weight() {
        for gait in [Gait::Walk, Gait::Run, Gait::Sneak, Gait::Stairs] {
            let figures = gait.figures();
            let mean: f64 = (0..1000)
                .map(|n| figures.force((f64::from(n) + 0.5) / 1000.0) / 1000.0)
                .sum();
            let carried = 2.0 * figures.duty * mean;
            println!("{gait:?}: {carried}");
            assert!((carried - 1.0).abs() < 0.15, "{gait:?}: {carried}");
            assert_eq!(figures.force(0.0), 0.0);
            assert!(figures.force(1.0) < 1e-9);
        }
    }

    /// A walker has two peaks and a valley; a runner's largest force is above two weights.
    #[test]
    fn forces_have_their_peaks() {
        let walk = Gait::Walk.figures();
        let (heel, valley, toe) = (walk.force(0.23), walk.force(0.5), walk.force(0.76));
        assert!(heel > 1.0 && toe > 1.0 && (0.7..0.9).contains(&valley));
        assert!(Gait::Run.figures().force(0.45) > 2.0);
    }
}
