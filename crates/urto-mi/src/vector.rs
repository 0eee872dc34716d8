//! Three numbers at once.

/// Masses nearer than this are at the same place \[m\]: which way they push is chosen for them (x), so
/// that they part.
pub(crate) const SAME_PLACE: f64 = 1e-15;

/// A place, a way or a force in space.
pub(crate) type Vector = [f64; 3];

pub(crate) fn sum(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|n| a[n] + b[n])
}

pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|n| a[n] - b[n])
}

pub(crate) fn scaled(a: Vector, factor: f64) -> Vector {
    a.map(|own| own * factor)
}

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn masked(a: Vector, mask: Vector) -> Vector {
    core::array::from_fn(|n| a[n] * mask[n])
}
