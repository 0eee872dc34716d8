//! Points and directions in space as three numbers.

/// A point or a direction \[m\].
pub type Vec3 = [f64; 3];

pub(super) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn scale(a: Vec3, by: f64) -> Vec3 {
    [a[0] * by, a[1] * by, a[2] * by]
}

pub(super) fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(super) fn length(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

/// The point with the given shares of a triangle's corners.
pub(super) fn blend(corners: &[Vec3; 3], shares: [f64; 3]) -> Vec3 {
    add(
        add(scale(corners[0], shares[0]), scale(corners[1], shares[1])),
        scale(corners[2], shares[2]),
    )
}
