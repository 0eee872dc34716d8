//! Three numbers at once: those of all crates, and what networks need besides.

pub(crate) use urto_mesh::vector::{Vector, difference, dot, length, scaled, sum};

/// Masses nearer than this are at the same place \[m\]: which way they push is chosen for them (x), so
/// that they part.
pub(crate) const SAME_PLACE: f64 = 1e-15;

/// Without what the mask has 0 for.
pub(crate) fn masked(a: Vector, mask: Vector) -> Vector {
    core::array::from_fn(|n| a[n] * mask[n])
}
