//! Arrays that begin at a line of the cache and fill whole groups: vectors then never straddle two
//! lines, which would take twice the time.

use super::vector::GROUP;
use core::ops::{Deref, DerefMut};

/// A group of numbers at the start of a line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct CacheLine<T>([T; GROUP]);

/// Numbers that fill a [`CacheLine`] without gaps: a line of `f32` or `f64` is as large as its
/// numbers, which of smaller ones would not be true.
pub(crate) trait Lane: Copy + Default {}
impl Lane for f32 {}
impl Lane for f64 {}

/// An array of whole groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes<T>(Vec<CacheLine<T>>);

impl<T: Lane> Lanes<T> {
    /// So many numbers, filled up to whole groups, all of them zero.
    pub fn zeros(count: usize) -> Self {
        Self(vec![
            CacheLine([T::default(); GROUP]);
            count.div_ceil(GROUP)
        ])
    }

    /// These numbers, filled up with zeros.
    pub fn from(numbers: &[T]) -> Self {
        let mut lanes = Self::zeros(numbers.len());
        lanes[..numbers.len()].copy_from_slice(numbers);
        lanes
    }
}

// SAFETY of both: a `CacheLine` is an array of GROUP numbers (`repr(C)`) whose size is a multiple of
// its alignment, so that lines one after the other are numbers one after the other. All kinds of
// `Lane` are listed here.
const _: () = assert!(size_of::<CacheLine<f32>>() == GROUP * size_of::<f32>());
const _: () = assert!(size_of::<CacheLine<f64>>() == GROUP * size_of::<f64>());

impl<T: Lane> Deref for Lanes<T> {
    type Target = [T];
    #[allow(unsafe_code)]
    #[inline(always)]
    fn deref(&self) -> &[T] {
        unsafe { core::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * GROUP) }
    }
}

impl<T: Lane> DerefMut for Lanes<T> {
    #[allow(unsafe_code)]
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        unsafe { core::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * GROUP) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_aligned_and_filled_up() {
        let lanes = Lanes::from(&[1.0f32; 17]);
        assert_eq!(lanes.len(), 32);
        assert_eq!(lanes.iter().sum::<f32>(), 17.0);
        assert_eq!(lanes.as_ptr().align_offset(64), 0);
        assert!(Lanes::<f64>::zeros(0).is_empty());
    }
}
