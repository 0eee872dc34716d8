//! Where a bank is touched; and two touched points of it, whose free motion comes out of the step
//! before.
//!
//! For speed alone: what is told of a point here are the bits that asking the modes would give.

use super::bank::Bank;
use super::{Coast, Point};
use crate::simd::Lanes;

/// Where contacts touch a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Touched {
    /// At more than two points, at none, or it is not known.
    #[default]
    Anywhere,
    At(Point),
    Both([Point; 2]),
}

/// Forces on a bank in the coming step. The first two are kept by themselves, so that they go into
/// the step of the modes; more are summed in the bank.
#[derive(Clone, Copy, Default)]
pub(super) enum Pushes {
    #[default]
    None,
    One((Point, f64)),
    Two([(Point, f64); 2]),
    Summed,
}

impl Pushes {
    pub fn is_none(self) -> bool {
        matches!(self, Self::None)
    }

    /// The forces at two points, if there are no others.
    #[inline]
    pub fn at(self, [first, second]: [Point; 2]) -> Option<[f64; 2]> {
        match self {
            Self::None => Some([0.0; 2]),
            Self::One((point, newtons)) if point == first => Some([newtons, 0.0]),
            Self::One((point, newtons)) if point == second => Some([0.0, newtons]),
            Self::Two([one, two]) if [one.0, two.0] == [first, second] => Some([one.1, two.1]),
            Self::Two([one, two]) if [two.0, one.0] == [first, second] => Some([two.1, one.1]),
            _ => None,
        }
    }
}

/// Free motion of two points in the coming step.
#[derive(Default)]
pub(super) struct ComingCoasts {
    coasts: [Coast; 2],
    /// The revision of the bank for which they hold, if they are known.
    known: Option<u32>,
    /// The revision at the last step: modes that change in every step are not foreseen.
    last: Option<u32>,
}

impl ComingCoasts {
    /// Modes were moved by something else.
    pub fn lose(&mut self) {
        self.known = None;
    }

    /// What is known of a point.
    #[inline(always)]
    pub fn coast(&self, touched: Touched, point: Point, revision: u32) -> Option<Coast> {
        let Touched::Both(points) = touched else {
            return None;
        };
        let which = points.iter().position(|own| *own == point)?;
        (self.known == Some(revision)).then(|| self.coasts[which])
    }

    /// Takes the step with forces at two points, where the modes have these shapes, and returns
    /// their work \[J\].
    #[inline]
    pub fn step(
        &mut self,
        bank: &mut Bank,
        shapes: [&Lanes<f64>; 2],
        newtons: [f64; 2],
        revision: u32,
    ) -> f64 {
        let steady = self.last == Some(revision);
        self.last = Some(revision);
        if !steady {
            self.lose();
            return bank.end_pushed_twice(shapes, newtons);
        }
        let (work, coasts) = bank.end_coasting(shapes, newtons);
        self.coasts = coasts;
        self.known = Some(revision);
        work
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rate;
    use crate::object::{
        Modal, ModalParams, Mode, NamedPoint, Object, Place, Position, Retunable, Throwable,
    };
    use crate::rng::Rng;

    /// A body that is touched at two points moves to the last bit like one that may be touched
    /// anywhere: pushed at none, one, both and others, across a change, a moved point, a throw and
    /// a reset.
    #[test]
    fn what_comes_of_a_step_is_what_asking_tells() {
        let rate = Rate::new(48_000.0).unwrap();
        let mut rng = Rng::new(9);
        for modes in [1, 17, 64] {
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
            let points = [0.1, 0.7, 0.4].map(|at| NamedPoint {
                name: format!("{at}"),
                place: Place::Along(at),
            });
            let build = || Modal::new(&params, &points, rate).unwrap();
            let (mut both, mut plain) = (build(), build());
            both.touch_at(Touched::Both([Point(2), Point(0)]));
            let mut known = 0;
            for n in 0..600 {
                let to = Mode {
                    frequency: rng.log_uniform(100.0, 1000.0),
                    ..params.modes[0].clone()
                };
                let at = Position::Along(rng.uniform());
                for body in [&mut both, &mut plain] {
                    match n {
                        150 | 350 => body.retune(0, &to),
                        250 => body.throw(Point(0), 0.1),
                        300 => drop(body.points().unwrap().move_point(Point(2), at)),
                        400 => body.reset(),
                        _ => {}
                    }
                }
                known += usize::from(both.knows_both());
                let newtons = [(); 5].map(|()| rng.signed());
                for body in [&mut both, &mut plain] {
                    body.begin();
                }
                for point in [0, 1, 2].map(Point) {
                    assert_eq!(both.coast(point), plain.coast(point), "{modes} modes, {n}");
                }
                for body in [&mut both, &mut plain] {
                    if n % 7 != 0 {
                        body.push(Point(0), newtons[0]);
                    }
                    if n % 5 != 0 {
                        body.push(Point(2), newtons[1]);
                    }
                    if n % 50 == 20 {
                        body.push(Point(1), newtons[2]);
                    }
                    body.end();
                }
                assert_eq!(both.books(), plain.books());
            }
            assert!(known > 500, "only {known} steps were known before");
        }
    }
}
