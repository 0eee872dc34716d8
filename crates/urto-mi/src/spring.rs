//! Straight springs with dampers, many at a time.

use crate::lanes::{GROUP, Group, Lanes, Real};
use crate::vector::{Vector, difference, dot};

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

/// What is kept of the places of springs' masses: see [`Pull`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rest {
    pub way: [f64; 3],
    pub spare: f64,
}

impl StraightSpring {
    /// From where masses started.
    pub fn rest(&self, start: &[Vector]) -> Rest {
        let [a, b] = self.ends.map(|end| start[end]);
        let way = difference(b, a);
        Rest {
            way,
            spare: dot(way, way) - self.length * self.length,
        }
    }

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
    /// The stretch in the step before.
    pub before: L,
    /// Where places are kept from where masses started: the way between them then, and its square
    /// less that of the length.
    pub rest: [L; 3],
    pub spare: L,
}

/// What they do.
pub(crate) struct Pulled<L> {
    pub stretch: L,
    /// The pull on the first mass. Those at the same place part along x.
    pub pull: [L; 3],
}

impl<L: Lanes> Pull<L> {
    /// From the ways between what is kept of their masses' places; `side` is -1 where the second mass is
    /// asked. Adds twice their energy to a sum.
    #[inline(always)]
    pub fn work<const WEIGHS: bool, const DAMPED: bool>(
        &self,
        kept: [L; 3],
        side: Option<L>,
        energy: &mut L,
    ) -> Pulled<L> {
        let same = L::all(L::Real::of(L::Real::SAME_PLACE));
        let [x, y, z] = kept;
        let (way, distance, inverse, stretch);
        if L::Real::FROM_START {
            let [rest_x, rest_y, rest_z] = self.rest;
            way = [rest_x + x, rest_y + y, rest_z + z];
            let [to_x, to_y, to_z] = way;
            let added = L::all(L::Real::of(L::Real::ADDED));
            distance = (to_x * to_x + to_y * to_y + (to_z * to_z + added)).root().0;
            // d² - l², without the digits that the two have in common; and so d - l.
            let more =
                self.spare + (x * (rest_x + to_x) + y * (rest_y + to_y) + z * (rest_z + to_z));
            let both = distance + self.length;
            let shared = (distance * both).inverse();
            inverse = shared * both;
            stretch = more * (shared * distance);
        } else {
            way = kept;
            (distance, inverse) = (x * x + y * y + z * z).root();
            stretch = distance - self.length;
        }
        let elastic = self.stiffness * stretch;
        if WEIGHS {
            *energy = *energy + elastic * stretch;
        }
        let tension = match DAMPED {
            true => elastic + self.damping * (stretch - self.before),
            false => elastic,
        };
        // Of masses at the same place it is finite, and ways are none.
        let share = tension * inverse;
        let parting = match side {
            Some(side) => tension * side,
            None => tension,
        };
        let [x, y, z] = way;
        let x = distance.where_above(same, share * x, parting);
        Pulled {
            stretch,
            pull: [x, share * y, share * z],
        }
    }
}

/// A sum for each number of a group.
pub(crate) struct GroupSum<L>([L; 4]);

impl<L: Lanes> GroupSum<L> {
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
