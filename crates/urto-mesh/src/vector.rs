//! Three numbers at once: for all crates that work with places in space. They stand in inner loops
//! there, so they are made to be inlined, and written out: `from_fn` and `map` stay calls in a build
//! that is not wholly optimised, as tests are.

/// A place or a way in space.
pub type Vector = [f64; 3];

/// Each number of one and of the other.
#[inline]
pub fn sum(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The way from `b` to `a`.
#[inline]
pub fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// So many times as long.
#[inline]
pub fn scaled(a: Vector, factor: f64) -> Vector {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

/// Product of the lengths and of the cosine between.
#[inline]
pub fn dot(a: Vector, b: Vector) -> f64 {
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

/// How long it is.
#[inline]
pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Normal of a triangle; as long as twice its area.
pub(crate) fn normal([a, b, c]: [Vector; 3]) -> Vector {
    cross(difference(b, a), difference(c, a))
}
