//! Numbers of all masses or springs in order, so that loops over them are loops over plain numbers;
//! and vectors, axis by axis.
//!
//! Safety: several threads may work on one column at a time, each on places of its own. Only
//! [`Column::part`] and [`Column::part_mut`] make that possible, and their callers see to it that
//! nobody writes what another one reads or writes.
#![allow(unsafe_code)]

use crate::lanes::{GROUP, Group, Point, Real, which_is};
use crate::vector::Vector;
use core::cell::UnsafeCell;
use core::ops::Range;

/// A group that begins where a line of the cache does: a load then touches one line, not two.
#[repr(C, align(64))]
struct CacheLine<T>(UnsafeCell<[T; GROUP]>);

/// Numbers in whole groups.
pub(crate) struct Column<T>(Box<[CacheLine<T>]>);

// Safety: what is written while it is shared is written through `part_mut`, whose callers vouch that
// nobody else uses those places meanwhile.
unsafe impl<T: Sync + Send> Sync for Column<T> {}

impl<T: Copy + Default> Column<T> {
    /// Room for `count` numbers at least, all 0.
    pub fn new(count: usize) -> Self {
        let lines =
            (0..count.div_ceil(GROUP)).map(|_| CacheLine(UnsafeCell::new([T::default(); GROUP])));
        Self(lines.collect())
    }

    pub fn of(numbers: impl ExactSizeIterator<Item = T>) -> Self {
        let mut column = Self::new(numbers.len());
        for (place, own) in column.all_mut().iter_mut().zip(numbers) {
            *place = own;
        }
        column
    }
}

impl<T> Column<T> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len() * GROUP
    }

    #[inline(always)]
    fn start(&self) -> *mut T {
        // A line is a cell of GROUP numbers without gaps (64 bytes are a whole number of groups or
        // a group a whole number of 64 bytes), and lines lie in order.
        const { assert!(size_of::<CacheLine<T>>() == size_of::<[T; GROUP]>()) };
        self.0.as_ptr().cast_mut().cast()
    }

    #[inline(always)]
    pub fn all(&self) -> &[T] {
        // Safety: in bounds; callers of `part_mut` vouch that nobody reads what they write.
        unsafe { core::slice::from_raw_parts(self.start(), self.len()) }
    }

    pub fn all_mut(&mut self) -> &mut [T] {
        // Safety: in bounds, and nobody else has it.
        unsafe { core::slice::from_raw_parts_mut(self.start(), self.len()) }
    }

    /// # Safety
    /// Nobody writes these places while the result lives.
    #[inline(always)]
    pub unsafe fn part(&self, places: Range<usize>) -> &[T] {
        assert!(places.start <= places.end && places.end <= self.len());
        unsafe { core::slice::from_raw_parts(self.start().add(places.start), places.len()) }
    }

    /// # Safety
    /// Nobody else uses these places while the result lives.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)] // That is what it is for.
    pub unsafe fn part_mut(&self, places: Range<usize>) -> &mut [T] {
        assert!(places.start <= places.end && places.end <= self.len());
        unsafe { core::slice::from_raw_parts_mut(self.start().add(places.start), places.len()) }
    }
}

impl<R: Real> Column<Point<R>> {
    /// The point that begins [there](crate::lanes::where_is).
    ///
    /// # Safety
    /// There is one, and nobody writes it meanwhile.
    #[inline(always)]
    pub unsafe fn at(&self, begin: u32) -> Point<R> {
        debug_assert!(which_is(begin) < self.len());
        unsafe {
            self.start()
                .cast::<R>()
                .add(begin as usize)
                .cast::<Point<R>>()
                .read()
        }
    }
}

impl<T: Copy + Default> Clone for Column<T> {
    fn clone(&self) -> Self {
        Self::of(self.all().iter().copied())
    }
}

/// The first groups of a slice.
#[inline(always)]
pub(crate) fn groups<R>(from: &[R], count: usize) -> &[Group<R>] {
    &from.as_chunks().0[..count]
}

/// The same, to be written.
#[inline(always)]
pub(crate) fn groups_mut<R>(from: &mut [R], count: usize) -> &mut [Group<R>] {
    &mut from.as_chunks_mut().0[..count]
}

/// Something for each axis. (Maps of arrays are not always made part of the loops around them, and
/// vectors would then travel through memory.)
#[inline(always)]
pub(crate) fn three<T>(mut of: impl FnMut(usize) -> T) -> [T; 3] {
    [of(0), of(1), of(2)]
}

/// Parts of three slices, in groups.
#[inline(always)]
pub(crate) fn groups_of<R>(axes: [&[R]; 3], from: usize, count: usize) -> [&[Group<R>]; 3] {
    let [x, y, z] = axes;
    [
        groups(&x[from..], count),
        groups(&y[from..], count),
        groups(&z[from..], count),
    ]
}

/// The same, to be written.
#[inline(always)]
pub(crate) fn groups_of_mut<R>(
    axes: [&mut [R]; 3],
    from: usize,
    count: usize,
) -> [&mut [Group<R>]; 3] {
    let [x, y, z] = axes;
    [
        groups_mut(&mut x[from..], count),
        groups_mut(&mut y[from..], count),
        groups_mut(&mut z[from..], count),
    ]
}

/// Places, motions or forces of all masses. Behind the last mass there is room for two groups, so
/// that loops need no remainders.
#[derive(Clone)]
pub(crate) struct Cloud<R: Real> {
    pub axes: [Column<R>; 3],
}

/// Room that a number for each of N masses takes, in whole groups.
pub(crate) fn padded(count: usize) -> usize {
    count.next_multiple_of(GROUP) + 2 * GROUP
}

impl<R: Real> Cloud<R> {
    #[inline(always)]
    pub fn all(&self) -> [&[R]; 3] {
        let [x, y, z] = &self.axes;
        [x.all(), y.all(), z.all()]
    }

    /// # Safety
    /// Nobody else uses these places while the result lives.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)] // See `Column::part_mut`.
    pub unsafe fn parts(&self, places: Range<usize>) -> [&mut [R]; 3] {
        let [x, y, z] = &self.axes;
        unsafe {
            [
                x.part_mut(places.clone()),
                y.part_mut(places.clone()),
                z.part_mut(places),
            ]
        }
    }

    /// Of so many masses.
    pub fn new(count: usize) -> Self {
        Self::with_room(padded(count))
    }

    pub fn with_room(room: usize) -> Self {
        Self {
            axes: three(|_| Column::new(room)),
        }
    }

    pub fn at(&self, n: usize) -> Vector {
        three(|axis| self.axes[axis].all()[n].double())
    }

    pub fn put(&mut self, n: usize, to: Vector) {
        for (axis, own) in self.axes.iter_mut().zip(to) {
            axis.all_mut()[n] = R::of(own);
        }
    }

    pub fn add(&mut self, n: usize, more: Vector) {
        let now = self.at(n);
        self.put(n, crate::vector::sum(now, more));
    }
}
