//! Straight springs with dampers, many at a time.

use crate::lanes::{Lanes, Real};
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

/// What is known of some of them before their pulls: springs are worked out in three stages, and loops do
/// the first of one together with the second of the one before and the third of the one before that.
/// For roots and quotients take long, and what waits for them would hold up what does not.
#[derive(Clone, Copy)]
pub(crate) struct Begun<L> {
    way: [L; 3],
    square: L,
    /// See [`Lanes::first_root`].
    root: L,
    /// d² - l², where places are kept from where masses started.
    more: L,
}

/// After the second stage.
#[derive(Clone, Copy)]
pub(crate) struct Measured<L> {
    way: [L; 3],
    distance: L,
    inverse: L,
    stretch: L,
}

/// Where places are kept from where masses started: the way between them then, and its square less that
/// of the length.
#[derive(Clone, Copy)]
pub(crate) struct FromStart<L> {
    pub rest: [L; 3],
    pub spare: L,
}

/// What springs do when they are stretched.
pub(crate) struct Pull<L> {
    pub stiffness: L,
    pub damping: L,
    /// The stretch in the step before.
    pub before: L,
}

/// What they do.
pub(crate) struct Pulled<L> {
    pub stretch: L,
    /// The pull on the first mass. Those at the same place part along x.
    pub pull: [L; 3],
}

impl<L: Lanes> FromStart<L> {
    /// The first stage: from the ways between what is kept of their masses' places.
    #[inline(always)]
    pub fn begin(&self, kept: [L; 3]) -> Begun<L> {
        let [x, y, z] = kept;
        if !L::Real::FROM_START {
            let square = x * x + y * y + z * z;
            return Begun {
                way: kept,
                square,
                root: square.first_root(),
                more: square,
            };
        }
        let [rest_x, rest_y, rest_z] = self.rest;
        let way = [rest_x + x, rest_y + y, rest_z + z];
        let [to_x, to_y, to_z] = way;
        let added = L::all(L::Real::of(L::Real::ADDED));
        let square = to_x * to_x + to_y * to_y + (to_z * to_z + added);
        Begun {
            way,
            square,
            root: square.first_root(),
            // Without the digits that the two have in common.
            more: self.spare + (x * (rest_x + to_x) + y * (rest_y + to_y) + z * (rest_z + to_z)),
        }
    }
}

impl<L: Lanes> Begun<L> {
    #[inline(always)]
    pub fn none() -> Self {
        let none = L::all(L::Real::default());
        Self {
            way: [none; 3],
            square: none,
            root: none,
            more: none,
        }
    }

    /// The second stage.
    #[inline(always)]
    pub fn measure(&self, length: L) -> Measured<L> {
        let Self { way, square, .. } = *self;
        if !L::Real::FROM_START {
            let (distance, inverse) = square.root(self.root);
            return Measured {
                way,
                distance,
                inverse,
                stretch: distance - length,
            };
        }
        let distance = self.root;
        let both = distance + length;
        let shared = (distance * both).inverse();
        Measured {
            way,
            distance,
            inverse: shared * both,
            stretch: self.more * (shared * distance),
        }
    }
}

impl<L: Lanes> Measured<L> {
    #[inline(always)]
    pub fn none() -> Self {
        let none = L::all(L::Real::default());
        Self {
            way: [none; 3],
            distance: none,
            inverse: none,
            stretch: none,
        }
    }
}

impl<L: Lanes> Pull<L> {
    /// The third stage. Adds twice their energy to a sum.
    #[inline(always)]
    pub fn work<const WEIGHS: bool, const DAMPED: bool>(
        &self,
        of: &Measured<L>,
        energy: &mut L,
    ) -> Pulled<L> {
        let stretch = of.stretch;
        let elastic = self.stiffness * stretch;
        if WEIGHS {
            *energy = *energy + elastic * stretch;
        }
        let tension = match DAMPED {
            true => elastic + self.damping * (stretch - self.before),
            false => elastic,
        };
        // Of masses at the same place it is finite, and ways are none.
        let share = tension * of.inverse;
        let same = L::all(L::Real::of(L::Real::SAME_PLACE));
        let [x, y, z] = of.way;
        let x = of.distance.where_above(same, share * x, tension);
        Pulled {
            stretch,
            pull: [x, share * y, share * z],
        }
    }
}

/// Does three stages for each of some: the first of one, the second of the one before, the third of the
/// one before that. (A function of closures would call them, and vectors would travel through memory.)
macro_rules! in_stages {
    ($count:expr, |$one:ident| $first:block, |$two:ident, $begun:ident| $second:block,
     |$three:ident, $measured:ident| $third:block) => {
        let count: usize = $count;
        let (mut $begun, mut $measured) = (Begun::none(), Measured::none());
        for n in 0..count + 2 {
            let mut next = $begun;
            if n < count {
                let $one = n;
                next = $first;
            }
            let mut middle = $measured;
            if n >= 1 && n <= count {
                let $two = n - 1;
                middle = $second;
            }
            if n >= 2 {
                let $three = n - 2;
                $third;
            }
            ($begun, $measured) = (next, middle);
        }
    };
}
pub(crate) use in_stages;

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

    /// Of all its numbers, in one fixed order, in f64.
    #[inline(always)]
    pub fn total(&self) -> f64 {
        L::total(self.0)
    }
}
