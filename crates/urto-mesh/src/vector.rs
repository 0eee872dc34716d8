//! Three numbers at once. Other crates take [`crate::triangle`] into their inner loops, so these go in
//! with it.

/// A place or a way in space.
pub(crate) type Vector = [f64; 3];

#[inline]
pub(crate) fn sum(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|n| a[n] + b[n])
}

#[inline]
pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|n| a[n] - b[n])
}

#[inline]
pub(crate) fn scaled(a: Vector, factor: f64) -> Vector {
    a.map(|own| own * factor)
}

#[inline]
pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A way square to two others, as long as the area between them.
#[inline]
pub fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Normal of a triangle; as long as twice its area.
pub(crate) fn normal([a, b, c]: [Vector; 3]) -> Vector {
    cross(difference(b, a), difference(c, a))
}
