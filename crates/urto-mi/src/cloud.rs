//! Vectors of all masses, axis by axis, so that loops over masses are loops over plain numbers.

use crate::vector::Vector;

/// Numbers that loops take at once.
pub(crate) const GROUP: usize = 8;

/// Places, motions or forces of all masses. Behind the last mass there is room for two groups, so
/// that loops need no remainders.
#[derive(Clone)]
pub(crate) struct Cloud {
    pub axes: [Vec<f64>; 3],
}

/// Room that a number for each of N masses takes, in whole groups.
pub(crate) fn padded(count: usize) -> usize {
    count.next_multiple_of(GROUP) + 2 * GROUP
}

impl Cloud {
    pub fn new(vectors: impl ExactSizeIterator<Item = Vector>) -> Self {
        let room = padded(vectors.len());
        let mut axes = [0; 3].map(|_| vec![0.0; room]);
        for (n, own) in vectors.enumerate() {
            for (axis, own) in axes.iter_mut().zip(own) {
                axis[n] = own;
            }
        }
        Self { axes }
    }

    pub fn at(&self, n: usize) -> Vector {
        core::array::from_fn(|axis| self.axes[axis][n])
    }

    pub fn put(&mut self, n: usize, to: Vector) {
        for (axis, own) in self.axes.iter_mut().zip(to) {
            axis[n] = own;
        }
    }

    pub fn add(&mut self, n: usize, more: Vector) {
        for (axis, own) in self.axes.iter_mut().zip(more) {
            axis[n] += own;
        }
    }

    pub fn clear(&mut self) {
        self.axes.iter_mut().for_each(|axis| axis.fill(0.0));
    }
}
