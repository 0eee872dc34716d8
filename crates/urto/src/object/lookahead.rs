//! A touched point of a bank, seen one step further.
//!
//! Law:  with s(n) = A·s(n-1) + b·f(n), a point's free motion two steps on is
//!       c·A²·s(n) = c·A³·s(n-1) + c·A²·b·f(n) + c·A·b·f(n+1). The sum over the modes, c·A³·s(n-1),
//!       needs no force: it is worked out with A·s(n-1) while the contact's law is being solved for
//!       f(n), and forces enter by one product each. A step does not wait for the modes.
//! Step: the same numbers within rounding as asking the modes themselves, from the state of the
//!       step before and no further back, so that nothing adds up. Where anything but one force at
//!       the touched point moves the modes, they are asked themselves.

use super::bank::Bank;
use super::{Coast, Point};
use crate::simd::sight::Sight;

/// Numbers for another point, or for changed modes, are made when they have been asked for during
/// N steps: a point that moves, or modes that are being changed, would not repay them.
const WAIT: u32 = 16;

/// So many modes at a time are moved on while a contact's law is being solved. A law is a chain of
/// quotients and roots, each waiting for the one before; a core does something else meanwhile if
/// that comes soon enough and is not too much at once. Measured best: 32, not 16, not 64.
const PART: usize = 32;

/// A point, and a revision of the bank.
#[derive(Clone, Copy, PartialEq, Eq)]
struct View(u64);

impl View {
    const NONE: Self = Self::of(u32::MAX, 0);

    #[inline(always)]
    const fn of(point: u32, revision: u32) -> Self {
        Self((revision as u64) << 32 | point as u64)
    }

    #[inline(always)]
    fn is_of(self, revision: u32) -> bool {
        self != Self::NONE && (self.0 >> 32) as u32 == revision
    }
}

/// What is known ahead of one point of a bank.
pub(super) struct Lookahead {
    sight: Sight,
    /// For what `sight` was made; what is in use; and what was last asked for.
    made: View,
    holds: View,
    seen: View,
    /// For how many steps the last was asked for.
    steady: u32,
    /// How far is known what comes: not at all, `later`, `coming` too.
    known: u32,
    /// Free motion in the coming step.
    coming: Coast,
    /// Displacement gained in the step after the coming one, and velocity at its end, without the
    /// forces of both.
    later: [f64; 2],
    /// How many modes were already moved on in this step.
    done: usize,
}

impl Lookahead {
    /// Memory for N modes.
    pub fn new(modes: usize) -> Self {
        Self {
            sight: Sight::blind(modes),
            made: View::NONE,
            holds: View::NONE,
            seen: View::NONE,
            steady: WAIT,
            known: 0,
            coming: Coast::default(),
            later: [0.0; 2],
            done: 0,
        }
    }

    /// Modes were moved by something else.
    pub fn lose(&mut self) {
        self.known = 0;
        self.done = 0;
    }

    /// As it was at the start; whatever was made meanwhile saves time, but does not show.
    pub fn reset(&mut self) {
        self.lose();
        self.holds = View::NONE;
        self.seen = View::NONE;
        self.steady = WAIT;
    }

    /// Free motion of a point in the coming step, if it is known.
    #[inline(always)]
    pub fn coast(&self, point: Point, revision: u32) -> Option<Coast> {
        let knows = self.known == 2 && self.holds == View::of(point.0, revision);
        knows.then_some(self.coming)
    }

    /// Moves some modes on, as far as that does not depend on the force of the coming step.
    #[inline(always)]
    pub fn ready(&mut self, bank: &Bank, revision: u32) {
        let (from, count) = (self.done, bank.state.len());
        if from < count && self.holds.is_of(revision) {
            self.done = count.min(from + PART);
            bank.see_ahead(&mut self.sight, from..self.done);
        }
    }

    /// Takes the step with one push at a point, and returns its work \[J\].
    #[inline(always)]
    pub fn step(
        &mut self,
        bank: &mut Bank,
        shapes: &[f64],
        (point, newtons): (Point, f64),
        revision: u32,
    ) -> f64 {
        let wanted = View::of(point.0, revision);
        if self.holds != wanted && !self.look(bank, shapes, wanted) {
            self.lose();
            return bank.end_pushed_at(shapes, newtons);
        }
        let sight = &self.sight;
        let now = if self.known == 2 {
            self.coming
        } else {
            bank.coast(shapes)
        };
        if self.known > 0 {
            self.coming = Coast {
                gained: self.later[0] + sight.further * newtons,
                before: now.after + sight.mobility * newtons,
                after: self.later[1] + sight.faster * newtons,
            };
        }
        self.known = (self.known + 1).min(2);
        let [gained, faster] = bank.end_pushed_seeing(sight, newtons, self.done);
        self.later = [
            gained + sight.furthest * newtons,
            faster + sight.fastest * newtons,
        ];
        self.done = 0;
        newtons * (now.gained + sight.compliance * newtons)
    }

    /// Turns to another point or to changed modes; tells whether this is the time.
    #[inline(never)]
    fn look(&mut self, bank: &Bank, shapes: &[f64], wanted: View) -> bool {
        if self.seen != View::NONE && self.seen != wanted {
            self.steady = 0;
        }
        self.seen = wanted;
        if self.steady < WAIT {
            self.steady += 1;
            return false;
        }
        if self.made != wanted {
            bank.see(shapes, &mut self.sight);
            self.made = wanted;
        }
        self.lose();
        self.holds = wanted;
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::Rate;
    use crate::object::two_points::Touched;
    use crate::object::{
        Modal, ModalParams, Mode, NamedPoint, Object, Place, Point, Retunable, Throwable,
    };
    use crate::rng::Rng;

    /// A body that is touched at one point alone is seen ahead, one that may be touched anywhere is
    /// not: both move alike within rounding, also across a change, a throw and a reset. One whose
    /// steps are readied moves alike to the last bit, and so does one that is asked for more.
    #[test]
    fn what_is_seen_ahead_comes() {
        let rate = Rate::new(48_000.0).unwrap();
        let mut rng = Rng::new(4);
        for modes in [1, 7, 40, 64] {
            let mode = |_| Mode {
                frequency: rng.log_uniform(20.0, 20_000.0),
                decay: rng.log_uniform(0.01, 10.0),
                mass: rng.log_uniform(0.01, 1.0),
            };
            let params = ModalParams {
                modes: (0..modes).map(mode).collect(),
                inertia: 0.5,
                ..ModalParams::default()
            };
            let points = [0.1, 0.7].map(|at| NamedPoint {
                name: format!("{at}"),
                place: Place::Along(at),
            });
            let build = || Modal::new(&params, &points, rate).unwrap();
            let (mut ahead, mut plain, mut ready) = (build(), build(), build());
            ahead.touch_at(Touched::At(Point(0)));
            ready.touch_at(Touched::At(Point(0)));
            let (mut size, mut seen) = ([0.0f64; 3], 0);
            for n in 0..600 {
                if n % 200 == 150 {
                    let to = Mode {
                        frequency: rng.log_uniform(100.0, 1000.0),
                        ..params.modes[0].clone()
                    };
                    for body in [&mut ahead, &mut plain, &mut ready] {
                        body.retune(0, &to);
                    }
                }
                if n == 300 {
                    for body in [&mut ahead, &mut plain, &mut ready] {
                        body.throw(Point(0), 0.1);
                    }
                }
                if n == 400 {
                    for body in [&mut ahead, &mut plain, &mut ready] {
                        body.reset();
                    }
                }
                seen += usize::from(ahead.ahead.known == 2);
                let (a, b) = (ahead.coast(Point(0)), plain.coast(Point(0)));
                assert_eq!(ready.coast(Point(0)), a);
                ready.coast(Point(1));
                assert!(plain.ahead.known < 2);
                let pairs = [
                    (a.gained, b.gained),
                    (a.before, b.before),
                    (a.after, b.after),
                ];
                for ((a, b), size) in pairs.into_iter().zip(&mut size) {
                    *size = size.max(b.abs());
                    assert!(
                        (a - b).abs() <= 1e-13 * *size,
                        "{modes} modes, {n}: {a} {b}"
                    );
                }
                // Pushed mostly, sometimes at the other point too, sometimes not at all.
                let newtons = if n % 7 == 0 { 0.0 } else { rng.signed() };
                (0..n % 4).for_each(|_| ready.ready());
                for body in [&mut ahead, &mut plain, &mut ready] {
                    if n % 50 != 20 {
                        body.end_pushed(Point(0), newtons);
                        continue;
                    }
                    body.push(Point(0), newtons);
                    body.push(Point(1), 0.3);
                    body.end();
                }
                assert_eq!(ready.velocity(Point(1)), ahead.velocity(Point(1)));
            }
            assert!(seen > 400, "only {seen} steps were seen ahead");
            let (a, b) = (ahead.books().dissipated, plain.books().dissipated);
            assert!((a - b).abs() <= 1e-12 * (plain.energy() + b.abs()));
        }
    }
}
