//! A touched point of a bank, seen one step further.
//!
//! Law:  with s(n) = A·s(n-1) + b·f(n), a point's free motion in step n+1 is
//!       c·s(n) = c·A·s(n-1) + c·b·f(n). Its sum over the modes does not need the force f(n): it is
//!       worked out in the pass that moves the modes on, while the contact's law is being solved,
//!       and the force then enters by one product. A step no longer waits for the modes.
//! Step: the same numbers within rounding as asking the modes themselves, from the state of the
//!       step before and no further back, so that nothing adds up. Where anything but one force at
//!       the point asked for moves the modes, they are asked themselves.

use super::bank::Bank;
use super::{Coast, Point};
use crate::simd::modes::Sight;
use core::cell::Cell;

/// Numbers for another point, or for changed modes, are made when they have been asked for during
/// so many steps: a point that moves, or modes that are being changed, would not repay them.
const WAIT: u32 = 16;

/// What was asked for in this step.
#[derive(Clone, Copy, Default)]
enum Asked {
    #[default]
    Nothing,
    One(Point),
    Several,
}

/// What is known ahead of one point of a bank.
pub(super) struct Ahead {
    sight: Sight,
    /// The point and the bank's revision for which `sight` was made; in use; and last asked for.
    made: Option<(Point, u32)>,
    holds: Option<(Point, u32)>,
    seen: Option<(Point, u32)>,
    /// For how many steps the last ones were asked for.
    steady: u32,
    asked: Cell<Asked>,
    /// What was told then, if it was not known before.
    told: Cell<Coast>,
    /// Free motion in the coming step.
    coming: Option<Coast>,
    /// Displacement gained in the step after the coming one, and velocity at its end, without the
    /// forces of both.
    later: Option<[f64; 2]>,
}

impl Ahead {
    /// Room for so many modes.
    pub fn new(modes: usize) -> Self {
        Self {
            sight: Sight::blind(modes),
            made: None,
            holds: None,
            seen: None,
            steady: WAIT,
            asked: Cell::default(),
            told: Cell::default(),
            coming: None,
            later: None,
        }
    }

    /// Modes were moved by something else.
    pub fn lose(&mut self) {
        self.asked.set(Asked::Nothing);
        self.coming = None;
        self.later = None;
    }

    /// As it was at the start; whatever was made meanwhile saves time, but does not show.
    pub fn reset(&mut self) {
        self.lose();
        self.holds = None;
        self.seen = None;
        self.steady = WAIT;
    }

    /// Free motion of a point in the coming step.
    #[inline(always)]
    pub fn coast(&self, bank: &Bank, shapes: &[f64], point: Point, revision: u32) -> Coast {
        let coast = match self.coming {
            Some(coming) if self.holds == Some((point, revision)) => coming,
            _ => {
                let told = bank.coast(shapes);
                self.told.set(told);
                told
            }
        };
        self.asked.set(match self.asked.get() {
            Asked::Nothing => Asked::One(point),
            one @ Asked::One(same) if same == point => one,
            _ => Asked::Several,
        });
        coast
    }

    /// The point that alone was asked for in this step.
    #[inline]
    pub fn asked(&self) -> Option<Point> {
        match self.asked.get() {
            Asked::One(point) => Some(point),
            _ => None,
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
        let Asked::One(asked) = self.asked.replace(Asked::Nothing) else {
            self.lose();
            return bank.end_pushed_at(shapes, newtons);
        };
        let wanted = (point, revision);
        if asked != point || (self.holds != Some(wanted) && !self.look(bank, shapes, wanted)) {
            self.lose();
            return bank.end_pushed_at(shapes, newtons);
        }
        // What is known for a step is at hand sooner than what was just told: a processor hands a
        // number on at once only if it is loaded as it was stored.
        let now = self.coming.unwrap_or_else(|| self.told.get());
        let further = bank.end_pushed_seeing(&self.sight, newtons);
        let sight = &self.sight;
        self.coming = self.later.map(|[gained, faster]| Coast {
            gained: gained + sight.further * newtons,
            before: now.after + sight.mobility * newtons,
            after: faster + sight.faster * newtons,
        });
        self.later = Some(further);
        newtons * (now.gained + sight.compliance * newtons)
    }

    /// Turns to another point or to changed modes; tells whether this is the time.
    #[inline(never)]
    fn look(&mut self, bank: &Bank, shapes: &[f64], wanted: (Point, u32)) -> bool {
        if self.seen.is_some_and(|seen| seen != wanted) {
            self.steady = 0;
        }
        self.seen = Some(wanted);
        if self.steady < WAIT {
            self.steady += 1;
            return false;
        }
        if self.made != Some(wanted) {
            bank.see(shapes, &mut self.sight);
            self.made = Some(wanted);
        }
        self.lose();
        self.holds = Some(wanted);
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::Rate;
    use crate::object::{Modal, ModalParams, Mode, NamedPoint, Object, Place, Point};
    use crate::rng::Rng;

    /// A body that is asked for one point alone is seen ahead, one that is asked for two is not:
    /// both move alike within rounding, also across a change, a throw and a reset.
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
            let (mut ahead, mut plain) = (build(), build());
            let (mut size, mut seen) = ([0.0f64; 3], 0);
            for n in 0..600 {
                if n % 200 == 150 {
                    let to = Mode {
                        frequency: rng.log_uniform(100.0, 1000.0),
                        ..params.modes[0].clone()
                    };
                    ahead.retune(0, &to);
                    plain.retune(0, &to);
                }
                if n == 300 {
                    ahead.throw(Point(0), 0.1);
                    plain.throw(Point(0), 0.1);
                }
                if n == 400 {
                    ahead.reset();
                    plain.reset();
                }
                ahead.begin();
                plain.begin();
                seen += usize::from(ahead.ahead.coming.is_some());
                let (a, b) = (ahead.coast(Point(0)), plain.coast(Point(0)));
                plain.coast(Point(1));
                assert!(plain.ahead.coming.is_none());
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
                for body in [&mut ahead, &mut plain] {
                    body.push(Point(0), newtons);
                    if n % 50 == 20 {
                        body.push(Point(1), 0.3);
                    }
                    body.end();
                }
            }
            assert!(seen > 400, "only {seen} steps were seen ahead");
            let (a, b) = (ahead.books().dissipated, plain.books().dissipated);
            assert!((a - b).abs() <= 1e-12 * (plain.energy() + b.abs()));
        }
    }
}
