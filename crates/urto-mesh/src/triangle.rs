//! The point of a triangle that is nearest to another one.
//!
//! Law:  as shares of the three corners that make up one; those of corners that have no part in it are
//!       0 exactly, which tells whether it lies in the face, on an edge or at a corner.
//! Refs: the regions of Ericson, Real-Time Collision Detection, 2005, section 5.1.5.

pub use crate::vector::cross;
use crate::vector::{difference, dot, scaled, sum};

/// A place or a way in space.
pub type Vector = [f64; 3];

/// A triangle has no area if its height is below a millionth of its length (here squared): there
/// rounding decides in which region a point lies.
const FLAT: f64 = 1e-12;

/// A part of something that may be nothing.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Shares of the corners in the point that is nearest to `from`. A triangle without an area is its
/// edges.
#[inline]
pub fn nearest(from: Vector, [a, b, c]: [Vector; 3]) -> [f64; 3] {
    let (ab, ac) = (difference(b, a), difference(c, a));
    let (normal, size) = (cross(ab, ac), dot(ab, ab) + dot(ac, ac));
    if dot(normal, normal) <= FLAT * size * size {
        return nearest_on_edges(from, [a, b, c]);
    }
    let along = |corner: Vector| {
        let way = difference(from, corner);
        [dot(ab, way), dot(ac, way)]
    };
    let [a_b, a_c] = along(a);
    if a_b <= 0.0 && a_c <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let [b_b, b_c] = along(b);
    if b_b >= 0.0 && b_c <= b_b {
        return [0.0, 1.0, 0.0];
    }
    let [c_b, c_c] = along(c);
    if c_c >= 0.0 && c_b <= c_c {
        return [0.0, 0.0, 1.0];
    }
    // Twice the areas that the point makes with each edge, times that of the triangle.
    let to_c = a_b * b_c - b_b * a_c;
    if to_c <= 0.0 && a_b >= 0.0 && b_b <= 0.0 {
        let own = share(a_b, a_b - b_b);
        return [1.0 - own, own, 0.0];
    }
    let to_b = c_b * a_c - a_b * c_c;
    if to_b <= 0.0 && a_c >= 0.0 && c_c <= 0.0 {
        let own = share(a_c, a_c - c_c);
        return [1.0 - own, 0.0, own];
    }
    let to_a = b_b * c_c - c_b * b_c;
    let (from_b, from_c) = (b_c - b_b, c_b - c_c);
    if to_a <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        let own = share(from_b, from_b + from_c);
        return [0.0, 1.0 - own, own];
    }
    let whole = to_a + to_b + to_c;
    let (own_b, own_c) = (share(to_b, whole), share(to_c, whole));
    [1.0 - own_b - own_c, own_b, own_c]
}

fn nearest_on_edges(from: Vector, corners: [Vector; 3]) -> [f64; 3] {
    let mut best = ([1.0, 0.0, 0.0], f64::INFINITY);
    for first in 0..3 {
        let second = (first + 1) % 3;
        let edge = difference(corners[second], corners[first]);
        let way = difference(from, corners[first]);
        let own = share(dot(edge, way), dot(edge, edge)).clamp(0.0, 1.0);
        let mut shares = [0.0; 3];
        shares[first] = 1.0 - own;
        shares[second] = own;
        let left = difference(from, mixed(shares, corners));
        if dot(left, left) < best.1 {
            best = (shares, dot(left, left));
        }
    }
    best.0
}

/// A point by its shares of three others.
#[inline]
pub fn mixed(shares: [f64; 3], [a, b, c]: [Vector; 3]) -> Vector {
    sum(
        scaled(a, shares[0]),
        sum(scaled(b, shares[1]), scaled(c, shares[2])),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    /// No point of the triangle is nearer, by a grid of them; also where it has no area.
    #[test]
    fn no_other_point_is_nearer() {
        let mut rng = Rng::new(3);
        for draw in 0..2000 {
            let mut corners = [[0.0; 3]; 3].map(|own: Vector| own.map(|_| rng.signed()));
            match draw % 10 {
                0 => corners[1] = corners[0],
                1 => corners[2] = mixed([0.3, 0.7, 0.0], corners),
                2 => corners = [corners[0]; 3],
                _ => {}
            }
            let from = [0; 3].map(|_| 1.5 * rng.signed());
            let shares = nearest(from, corners);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(
                shares
                    .iter()
                    .all(|own| (-1e-12..=1.0 + 1e-12).contains(own))
            );
            let far = |shares| {
                let way = difference(from, mixed(shares, corners));
                dot(way, way).sqrt()
            };
            let found = far(shares);
            for n in 0..=20 {
                for m in 0..=20 - n {
                    let [b, c] = [n, m].map(|own| f64::from(own) / 20.0);
                    assert!(far([1.0 - b - c, b, c]) >= found - 1e-9, "{draw}");
                }
            }
        }
    }
}
