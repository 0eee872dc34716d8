//! Straight springs with dampers, many at a time.

use crate::lanes::{GROUP, Group, Lanes, Real};
use crate::vector::SAME_PLACE;

/// A straight spring that pulls and pushes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StraightSpring {
    pub ends: [usize; 2],
    /// Its number among all links.
    pub link: usize,
    pub stiffness: f64,
    /// Damping over the seconds of a step \[N/m\].
    pub damping: f64,
    pub length: f64,
}

impl StraightSpring {
    /// From the lower number to the higher.
    pub fn in_order(&self) -> Self {
        let mut own = *self;
        own.ends.sort();
        own
    }
}

/// Some of them.
pub(crate) struct Pull<L> {
    pub stiffness: L,
    pub length: L,
    pub damping: L,
    /// Distance of their masses in the step before.
    pub before: L,
}

impl<L: Lanes> Pull<L> {
    /// From the ways between their masses: distances, tensions, and those over the distances (0 for
    /// masses at the same place). Adds twice their energy to a sum.
    #[inline(always)]
    pub fn work<const WEIGHS: bool, const DAMPED: bool>(
        &self,
        [x, y, z]: [L; 3],
        energy: &mut L,
    ) -> (L, L, L) {
        let (distance, inverse) = (x * x + y * y + z * z).root();
        let stretch = distance - self.length;
        let elastic = self.stiffness * stretch;
        if WEIGHS {
            *energy = *energy + elastic * stretch;
        }
        let tension = match DAMPED {
            true => elastic + self.damping * (distance - self.before),
            false => elastic,
        };
        let none = L::all(L::Real::default());
        let share = distance.where_above(same_place(), tension * inverse, none);
        (distance, tension, share)
    }

    /// The pull along x, also of masses at the same place: they part that way.
    #[inline(always)]
    pub fn along_x(&self, distance: L, pull: L, parting: L) -> L {
        distance.where_above(same_place(), pull, parting)
    }
}

#[inline(always)]
fn same_place<L: Lanes>() -> L {
    L::all(L::Real::of(SAME_PLACE))
}

/// A sum for each number of a group.
pub(crate) struct Waiting<L>([L; 4]);

impl<L: Lanes> Waiting<L> {
    #[inline(always)]
    pub fn new() -> Self {
        Self([L::all(L::Real::default()); 4])
    }

    #[inline(always)]
    pub fn part(&mut self, part: usize) -> &mut L {
        &mut self.0[part]
    }

    #[inline(always)]
    pub fn group(&self) -> Group<L::Real> {
        let mut group = [L::Real::default(); GROUP];
        for part in 0..L::PARTS {
            self.0[part].store(&mut group, part);
        }
        group
    }
}
