//! Points and directions in space: those of the crate, and what surfaces need besides.

pub use crate::vector::Vec3;
pub(super) use crate::vector::{add, cross, dot, length, scale, sub};

/// The point with the given shares of a triangle's corners.
pub(super) fn blend(corners: &[Vec3; 3], shares: [f64; 3]) -> Vec3 {
    add(
        add(scale(corners[0], shares[0]), scale(corners[1], shares[1])),
        scale(corners[2], shares[2]),
    )
}
