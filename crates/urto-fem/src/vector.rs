//! Three numbers as a vector.

/// A place or a direction in space.
pub type Vec3 = [f64; 3];

pub(crate) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scale(a: Vec3, by: f64) -> Vec3 {
    a.map(|x| x * by)
}

pub(crate) fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(crate) fn length(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn distance(a: Vec3, b: Vec3) -> f64 {
    length(sub(a, b))
}

pub(crate) fn middle(a: Vec3, b: Vec3) -> Vec3 {
    scale(add(a, b), 0.5)
}

/// Volume of the box on three edges; positive if they turn as the axes do.
pub(crate) fn triple(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    dot(a, cross(b, c))
}

/// The edge of a cube of this volume.
pub fn cube_root(volume: f64) -> f64 {
    urto::math::pow(volume, 1.0 / 3.0)
}

/// Least and greatest coordinates.
pub(crate) fn bounds(points: &[Vec3]) -> (Vec3, Vec3) {
    let mut least = [f64::INFINITY; 3];
    let mut greatest = [f64::NEG_INFINITY; 3];
    for point in points {
        for axis in 0..3 {
            least[axis] = least[axis].min(point[axis]);
            greatest[axis] = greatest[axis].max(point[axis]);
        }
    }
    (least, greatest)
}
