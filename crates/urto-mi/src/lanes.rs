//! Numbers that are worked out side by side, and the levels of x86 that do so.
//!
//! Whatever the machine, loops go in groups of [`GROUP`] numbers, nothing fuses multiplications with
//! additions, and every operation rounds as IEEE 754 says: all levels, and all other machines, give
//! the same bits.
//!
//! Safety: an operation of a level is run only inside [`at_level`], after this machine was seen to
//! have the level. All that takes or gives numbers in memory does so through whole groups, or checks
//! its places, but for [`Lanes::fetch`], whose caller vouches for them.
#![allow(unsafe_code)]

use crate::vector::SAME_PLACE;
#[cfg(target_arch = "x86_64")]
mod x86;

use core::ops::{Add, Mul, Sub};
use urto::SimdLevel;

/// Numbers that loops take at once: the most that any level has in a vector.
pub(crate) const GROUP: usize = 16;

/// A group of numbers.
pub(crate) type Group<R> = [R; GROUP];

/// Three numbers beside each other, and one without meaning.
pub(crate) type Point<R> = [R; 4];

/// Where in a group of points that of each number is: vectors are turned four by four, and written as
/// they come.
#[inline(always)]
pub(crate) fn spot(n: usize) -> usize {
    n % 4 * 4 + n / 4
}

/// Where a point begins among the numbers of all, and back: addresses follow without a shift, of which a
/// round of springs would need sixteen.
#[inline(always)]
pub(crate) fn where_is(point: usize) -> u32 {
    (4 * point) as u32
}

#[inline(always)]
pub(crate) fn which_is(at: u32) -> usize {
    at as usize / 4
}

/// Added to squares of distances from which a root is guessed in f32, so that none is 0; beside the
/// square of the smallest distance that counts it is nothing.
const TINY: f64 = 1e-36;

/// f64 or f32.
pub(crate) trait Real:
    Copy
    + Default
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Send
    + Sync
    + core::fmt::Debug
    + 'static
{
    /// Relative rounding of a network's sums.
    const ROUNDING: f64;
    type Plain: Lanes<Real = Self>;
    #[cfg(target_arch = "x86_64")]
    type Avx2: Lanes<Real = Self>;
    #[cfg(target_arch = "x86_64")]
    type Avx512: Lanes<Real = Self>;
    /// The nearest, of those that are not beyond what it can hold.
    fn of(value: f64) -> Self;
    fn double(self) -> f64;
    /// Whether places are kept as ways from where masses started, and stretches are worked out from
    /// those: else the rounding of places would be heard.
    const FROM_START: bool;
    /// Metres of its unit of length: in f32 squares must neither be too large for a body's size nor too
    /// small for its motion.
    const METRES: f64;
    /// In that unit: how far masses may go; below what motion is none, since numbers that are almost 0
    /// take a hundred times as long; how near masses are at the same place; and what is added to
    /// squares of distances, so that none is 0.
    const FARTHEST: f64;
    const STILL: f64;
    const SAME_PLACE: f64;
    const ADDED: f64;
    /// The same as [`Lanes::first_root`], [`Lanes::root`] and [`Lanes::inverse`], of one number.
    fn first_root(self) -> Self;
    fn root(self, first: Self) -> (Self, Self);
    fn inverse(self) -> Self;
}

/// A vector: a group, or an equal part of one.
pub(crate) trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    type Real: Real;
    /// Vectors of a group, 4 at most.
    const PARTS: usize;
    fn load(from: &Group<Self::Real>, part: usize) -> Self;
    fn store(self, to: &mut Group<Self::Real>, part: usize);
    fn all(value: Self::Real) -> Self;
    /// The nearest to it that is no further from 0 than `most`.
    fn within(self, most: Self) -> Self;
    /// 0 where it is no further from 0 than `least`.
    fn unless_still(self, least: Self) -> Self;
    /// What takes longest of the root of a number that is not negative: in f32 the root, in f64 one over
    /// it in 24 bits.
    fn first_root(self) -> Self;
    /// From that the square root d, and 1/d; of 0 the second means nothing, but is finite in f64.
    fn root(self, first: Self) -> (Self, Self);
    /// One over a number that is positive; of 0 it means nothing.
    fn inverse(self) -> Self;
    /// Of two, the first where it is above the limit.
    fn where_above(self, limit: Self, then: Self, otherwise: Self) -> Self;
    /// The sum of a group's numbers in f64: of halves, of their halves, and so on, so that the order is the
    /// same at every level. Its vectors are the first [`PARTS`](Lanes::PARTS) of these.
    fn total(group: [Self; 4]) -> f64;
    /// Writes three numbers beside each other, and one without meaning, for each of a vector's: those of
    /// the n-th come to lie at [`spot`]`(n)`.
    fn weave(axes: [Self; 3], to: &mut Group<Point<Self::Real>>, part: usize);
    /// Reads what [`weave`](Lanes::weave) writes.
    fn unweave(from: &Group<Point<Self::Real>>, part: usize) -> [Self; 3];
    /// Points from anywhere, axis by axis. (Not by the instructions that gather numbers: many processors
    /// take their time over those since they were found to leak, and a point is in one place.)
    ///
    /// # Safety
    /// All in `at` say [where](where_is) points of `from` begin.
    unsafe fn fetch(from: &[Point<Self::Real>], at: &Group<u32>, part: usize) -> [Self; 3];
}

impl Real for f64 {
    const ROUNDING: f64 = 1e-13;
    const FROM_START: bool = false;
    const METRES: f64 = 1.0;
    const FARTHEST: f64 = 1e15;
    const STILL: f64 = 1e-140;
    const SAME_PLACE: f64 = SAME_PLACE;
    const ADDED: f64 = 0.0;
    type Plain = Plain<f64>;
    #[cfg(target_arch = "x86_64")]
    type Avx2 = x86::Avx2F64;
    #[cfg(target_arch = "x86_64")]
    type Avx512 = x86::Avx512F64;
    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn double(self) -> f64 {
        self
    }
    /// In f32 root and quotient take a quarter of the time.
    #[inline(always)]
    fn first_root(self) -> Self {
        f64::from(1.0 / ((self + TINY) as f32).sqrt())
    }
    /// Two of Newton's steps: 24 bits become 47, and all.
    #[inline(always)]
    fn root(self, guess: Self) -> (Self, Self) {
        let half = 0.5 * self;
        let near = guess * (1.5 - half * (guess * guess));
        let inverse = near * (1.5 - half * (near * near));
        (self * inverse, inverse)
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        1.0 / self
    }
}

impl Real for f32 {
    const ROUNDING: f64 = 1e-5;
    const FROM_START: bool = true;
    /// 2^-40, about a picometre.
    const METRES: f64 = 1.0 / 1_099_511_627_776.0;
    /// 900 km.
    const FARTHEST: f64 = 1e18;
    const STILL: f64 = 1e-14;
    const SAME_PLACE: f64 = 2.0;
    const ADDED: f64 = 1.0;
    type Plain = Plain<f32>;
    #[cfg(target_arch = "x86_64")]
    type Avx2 = x86::Avx2F32;
    #[cfg(target_arch = "x86_64")]
    type Avx512 = x86::Avx512F32;
    #[inline(always)]
    fn of(value: f64) -> Self {
        value.clamp(-1e30, 1e30) as f32
    }
    #[inline(always)]
    fn double(self) -> f64 {
        f64::from(self)
    }
    /// The machine's own.
    #[inline(always)]
    fn first_root(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn root(self, root: Self) -> (Self, Self) {
        (root, Real::inverse(root))
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        1.0 / self
    }
}

/// What every machine has.
#[derive(Clone, Copy)]
pub(crate) struct Plain<R>(Group<R>);

macro_rules! plain {
    ($real:ty, $($name:ident $op:ident $sign:tt),*) => {
        $(impl $op for Plain<$real> {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(core::array::from_fn(|n| self.0[n] $sign other.0[n]))
            }
        })*
        impl Lanes for Plain<$real> {
            type Real = $real;
            const PARTS: usize = 1;
            #[inline(always)]
            fn load(from: &Group<$real>, _: usize) -> Self {
                Self(*from)
            }
            #[inline(always)]
            fn store(self, to: &mut Group<$real>, _: usize) {
                *to = self.0;
            }
            #[inline(always)]
            fn all(value: $real) -> Self {
                Self([value; GROUP])
            }
            #[inline(always)]
            fn within(self, most: Self) -> Self {
                Self(core::array::from_fn(|n| self.0[n].clamp(-most.0[n], most.0[n])))
            }
            #[inline(always)]
            fn unless_still(self, least: Self) -> Self {
                let own = |n: usize| if self.0[n].abs() > least.0[n] { self.0[n] } else { 0.0 };
                Self(core::array::from_fn(own))
            }
            #[inline(always)]
            fn first_root(mut self) -> Self {
                self.0.iter_mut().for_each(|own| *own = own.first_root());
                self
            }
            #[inline(always)]
            fn root(self, first: Self) -> (Self, Self) {
                let (mut roots, mut inverse) = (self, self);
                for n in 0..GROUP {
                    (roots.0[n], inverse.0[n]) = self.0[n].root(first.0[n]);
                }
                (roots, inverse)
            }
            #[inline(always)]
            fn inverse(mut self) -> Self {
                self.0.iter_mut().for_each(|own| *own = Real::inverse(*own));
                self
            }
            #[inline(always)]
            fn where_above(self, limit: Self, then: Self, otherwise: Self) -> Self {
                let own = |n: usize| if self.0[n] > limit.0[n] { then.0[n] } else { otherwise.0[n] };
                Self(core::array::from_fn(own))
            }
            #[inline(always)]
            fn total([own, ..]: [Self; 4]) -> f64 {
                total(&own.0)
            }
            #[inline(always)]
            fn weave([x, y, z]: [Self; 3], to: &mut Group<Point<$real>>, _: usize) {
                for n in 0..GROUP {
                    to[spot(n)] = [x.0[n], y.0[n], z.0[n], z.0[n]];
                }
            }
            #[inline(always)]
            fn unweave(from: &Group<Point<$real>>, _: usize) -> [Self; 3] {
                let along = |axis: usize| core::array::from_fn(|n| from[spot(n)][axis]);
                [Self(along(0)), Self(along(1)), Self(along(2))]
            }
            #[inline(always)]
            unsafe fn fetch(from: &[Point<$real>], at: &Group<u32>, _: usize) -> [Self; 3] {
                let along = |axis: usize| core::array::from_fn(|n| from[which_is(at[n])][axis]);
                [Self(along(0)), Self(along(1)), Self(along(2))]
            }
        }
    };
}
plain!(f64, add Add +, sub Sub -, mul Mul *);
plain!(f32, add Add +, sub Sub -, mul Mul *);

/// Work that is written once for vectors of any kind.
pub(crate) trait Loop<R: Real> {
    fn run<L: Lanes<Real = R>>(self);
}

/// Vectors that this machine was seen to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level(Vectors);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vectors {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// A `SimdLevel` is only made after the CPU was seen to have its instructions.
    pub fn new(level: SimdLevel) -> Self {
        Self(match level.name() {
            #[cfg(target_arch = "x86_64")]
            "avx512" => Vectors::Avx512,
            #[cfg(target_arch = "x86_64")]
            "avx2" => Vectors::Avx2,
            _ => Vectors::Plain,
        })
    }
}

/// Runs a loop with a level's vectors.
#[inline]
pub(crate) fn at_level<R: Real>(level: Level, work: impl Loop<R>) {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn avx512<R: Real>(work: impl Loop<R>) {
        work.run::<R::Avx512>();
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2<R: Real>(work: impl Loop<R>) {
        work.run::<R::Avx2>();
    }
    match level.0 {
        Vectors::Plain => work.run::<R::Plain>(),
        // Safety: this machine was seen to have them.
        #[cfg(target_arch = "x86_64")]
        Vectors::Avx2 => unsafe { avx2(work) },
        #[cfg(target_arch = "x86_64")]
        Vectors::Avx512 => unsafe { avx512(work) },
    }
}

/// See [`Lanes::total`].
#[inline(always)]
fn total<R: Real>(own: &Group<R>) -> f64 {
    let mut sums = [0.0; GROUP];
    for (sum, own) in sums.iter_mut().zip(own) {
        *sum = own.double();
    }
    let mut left = GROUP;
    while left > 1 {
        left /= 2;
        for n in 0..left {
            sums[n] += sums[n + left];
        }
    }
    sums[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was woven lies where it is said to, and comes back, in vectors of every kind.
    struct Woven<'a, R: Real> {
        axes: [Group<R>; 3],
        points: &'a mut Group<Point<R>>,
        back: &'a mut [Group<R>; 3],
    }

    impl<R: Real> Loop<R> for Woven<'_, R> {
        fn run<L: Lanes<Real = R>>(self) {
            for part in 0..L::PARTS {
                let own = core::array::from_fn(|axis| L::load(&self.axes[axis], part));
                L::weave(own, self.points, part);
            }
            for part in 0..L::PARTS {
                let own = L::unweave(self.points, part);
                for (axis, back) in own.into_iter().zip(self.back.iter_mut()) {
                    axis.store(back, part);
                }
            }
        }
    }

    fn weave_and_back<R: Real>() {
        for level in SimdLevel::all() {
            let axes =
                [0.0, 100.0, 200.0].map(|own| core::array::from_fn(|n| R::of(own + n as f64)));
            let mut points = [[R::default(); 4]; GROUP];
            let mut back = [[R::default(); GROUP]; 3];
            let woven = Woven {
                axes,
                points: &mut points,
                back: &mut back,
            };
            at_level(Level::new(level), woven);
            assert_eq!(back, axes, "{}", level.name());
            for n in 0..GROUP {
                let own = [axes[0][n], axes[1][n], axes[2][n]];
                assert_eq!(points[spot(n)][..3], own, "{} {n}", level.name());
            }
        }
    }

    #[test]
    fn points_are_woven_alike_at_every_level() {
        weave_and_back::<f64>();
        weave_and_back::<f32>();
    }
}
