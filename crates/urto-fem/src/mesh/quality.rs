//! How well shaped elements are.

use super::Mesh;
use crate::vector::{cross, dot, length, sub};
use urto::math::{TAU, atan2};

/// Shape of the elements of a mesh, by their corners. Needles and slivers make a body stiffer
/// than it is, and the search for modes slower.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Smallest angle between two faces of an element \[degrees\]; 70.5 in a regular one.
    pub smallest_angle: f64,
    /// Largest such angle \[degrees\].
    pub largest_angle: f64,
    /// Smallest ratio of three times the inner to the outer ball's radius; 1 in a regular one.
    pub radius_ratio: f64,
}

impl Quality {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let mut quality = Self {
            smallest_angle: 180.0,
            largest_angle: 0.0,
            radius_ratio: 1.0,
        };
        for element in 0..mesh.elements().len() {
            let [a, b, c, d, ..] = mesh.places(element);
            let corners = [a, b, c, d];
            for [i, j, k, l] in [
                [0, 1, 2, 3],
                [0, 2, 1, 3],
                [0, 3, 1, 2],
                [1, 2, 0, 3],
                [1, 3, 0, 2],
                [2, 3, 0, 1],
            ] {
                let angle = dihedral(corners[i], corners[j], corners[k], corners[l]);
                quality.smallest_angle = quality.smallest_angle.min(angle);
                quality.largest_angle = quality.largest_angle.max(angle);
            }
            quality.radius_ratio = quality.radius_ratio.min(radius_ratio(corners));
        }
        quality
    }
}

/// Angle at the edge from `a` to `b` between the faces to `c` and to `d` \[degrees\].
fn dihedral(a: [f64; 3], b: [f64; 3], c: [f64; 3], d: [f64; 3]) -> f64 {
    let edge = sub(b, a);
    let (one, other) = (cross(edge, sub(c, a)), cross(edge, sub(d, a)));
    atan2(length(cross(one, other)), dot(one, other)) * 360.0 / TAU
}

/// 3·r/R with r = 3·V/S of the ball inside and R = |a²(b×c) + b²(c×a) + c²(a×b)|/(12·V) of the
/// one around, for edges a, b, c from one corner.
fn radius_ratio([o, p, q, r]: [[f64; 3]; 4]) -> f64 {
    let (a, b, c) = (sub(p, o), sub(q, o), sub(r, o));
    let (bc, ca, ab) = (cross(b, c), cross(c, a), cross(a, b));
    let six_volumes = dot(a, bc).abs();
    let opposite = cross(sub(b, a), sub(c, a));
    let double_surface = length(bc) + length(ca) + length(ab) + length(opposite);
    let mut centre = [0.0; 3];
    for axis in 0..3 {
        centre[axis] = dot(a, a) * bc[axis] + dot(b, b) * ca[axis] + dot(c, c) * ab[axis];
    }
    let inner = six_volumes / double_surface;
    let outer = length(centre) / (2.0 * six_volumes);
    3.0 * inner / outer
}
