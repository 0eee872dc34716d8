//! Where a surface goes through itself.
//!
//! Law:    two triangles cross if a side of one goes through the other from one side to the other,
//!         or if they lie in one plane and overlap. Triangles that share a corner or a side may meet
//!         there, and only there.
//! Step:   pairs whose boxes touch, from a tree of boxes; sides against triangles.
//! Limits: what touches without going through is no crossing, up to a share of 1e-9 of the triangles'
//!         size.

use crate::boxes::Boxes;
use crate::vector::{Vector, cross, difference, dot, length, normal, scaled, sum};

/// Nearer than this share of the triangles' longest side is touching.
const NEAR: f64 = 1e-9;
/// And nearer than this share of the whole: rounding of places far from the origin.
const ROUNDED: f64 = 1e-14;
/// More are not counted.
const MOST: usize = 10_000;
/// Steps through the tree that each triangle may cost on average: surfaces need some dozens, and a
/// file could be a tangle in which every triangle is near every other.
const STEPS_EACH: u64 = 4000;

/// What was found.
pub(super) struct Crossings {
    /// Pairs of triangles that cross.
    pub pairs: usize,
    /// Where one of them does.
    pub place: Vector,
    /// Whether all pairs were looked at.
    pub whole: bool,
}

pub(super) fn crossings(corners: &[[Vector; 3]], size: f64) -> Crossings {
    let mut found = Crossings {
        pairs: 0,
        place: [0.0; 3],
        whole: true,
    };
    let steps = 100_000 + STEPS_EACH.saturating_mul(corners.len() as u64);
    found.whole = Boxes::new(corners).pairs(steps, |a, b| {
        let place = crossing(&corners[a as usize], &corners[b as usize], size);
        if let Some(place) = place {
            if found.pairs == 0 {
                found.place = place;
            }
            found.pairs += 1;
        }
        found.pairs < MOST
    });
    found
}

/// Where two triangles cross, if they do.
fn crossing(a: &[Vector; 3], b: &[Vector; 3], size: f64) -> Option<Vector> {
    let longest = |own: &[Vector; 3]| {
        let sides = [0, 1, 2].map(|k| difference(own[(k + 1) % 3], own[k]));
        sides.into_iter().map(length).fold(0.0, f64::max)
    };
    let near = (NEAR * longest(a).max(longest(b))).max(ROUNDED * size);
    // Corners at one place are one, whether welded or not.
    let shared = |of: &[Vector; 3], with: &[Vector; 3]| of.map(|own| with.contains(&own));
    let common = shared(a, b).into_iter().filter(|own| *own).count();
    if common == 3 {
        // The same triangle twice: counted elsewhere.
        return None;
    }
    let (distances_a, distances_b) = (distances(a, b)?, distances(b, a)?);
    let flat = |own: &[f64; 3]| own.iter().all(|own| own.abs() <= near);
    if flat(&distances_a) && flat(&distances_b) {
        return overlap(a, b, near).then(|| middle(a));
    }
    // Two planes through a common side meet nowhere else.
    if common == 2 {
        return None;
    }
    pierced(a, &distances_a, b, near).or_else(|| pierced(b, &distances_b, a, near))
}

fn middle(own: &[Vector; 3]) -> Vector {
    scaled(sum(own[0], sum(own[1], own[2])), 1.0 / 3.0)
}

/// How far the corners of `a` lie above the plane of `b`.
fn distances(a: &[Vector; 3], b: &[Vector; 3]) -> Option<[f64; 3]> {
    let up = normal(*b);
    let long = length(up);
    (long > 0.0).then(|| a.map(|own| dot(difference(own, b[0]), up) / long))
}

/// Where a side of `a` goes through `b`. A side that ends in the plane only touches.
fn pierced(a: &[Vector; 3], above: &[f64; 3], b: &[Vector; 3], near: f64) -> Option<Vector> {
    (0..3).find_map(|k| {
        let (from, to) = (above[k], above[(k + 1) % 3]);
        if !(from > near && to < -near || from < -near && to > near) {
            return None;
        }
        let way = difference(a[(k + 1) % 3], a[k]);
        let place = sum(a[k], scaled(way, from / (from - to)));
        within(place, b, near).then_some(place)
    })
}

/// Whether a place in the plane of a triangle lies in it or on its rim.
fn within(place: Vector, own: &[Vector; 3], near: f64) -> bool {
    let up = normal(*own);
    (0..3).all(|k| {
        let side = difference(own[(k + 1) % 3], own[k]);
        let inward = cross(up, side);
        dot(difference(place, own[k]), inward) >= -near * length(inward)
    })
}

/// Whether two triangles of one plane share more than their rims: no side has them apart.
fn overlap(a: &[Vector; 3], b: &[Vector; 3], near: f64) -> bool {
    let up = normal(*a);
    let parted_by = |own: &[Vector; 3], other: &[Vector; 3]| {
        (0..3).any(|k| {
            let side = difference(own[(k + 1) % 3], own[k]);
            let away = cross(up, side);
            let long = length(away);
            let height = |of: &Vector| dot(difference(*of, own[k]), away) / long;
            // The triangle lies on one side of its own side, all of the other on the other.
            let inside = height(&own[(k + 2) % 3]).signum();
            other.iter().all(|of| inside * height(of) <= near)
        })
    };
    !parted_by(a, b) && !parted_by(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: [Vector; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

    fn with_floor(other: [[f64; 3]; 3]) -> bool {
        let forth = crossing(&FLOOR, &other, 4.0).is_some();
        assert_eq!(forth, crossing(&other, &FLOOR, 4.0).is_some());
        forth
    }

    #[test]
    fn pairs_of_triangles() {
        let up = [1.0, 1.0, 1.0];
        // Through it; through its rim; above it; standing on it; beside it.
        assert!(with_floor([up, [1.0, 1.0, -1.0], [9.0, 9.0, -1.0]]));
        assert!(with_floor([up, [-3.0, 1.0, 0.5], [1.0, 1.0, -1.0]]));
        assert!(with_floor([
            [0.0, 1.0, 1.0],
            [0.0, 1.0, -1.0],
            [-3.0, 1.0, 0.0]
        ]));
        assert!(!with_floor([up, [1.0, 0.0, 0.1], [0.0, 1.0, 0.1]]));
        assert!(!with_floor([up, [1.0, 1.0, 0.0], [2.0, 1.0, 1.0]]));
        assert!(!with_floor([
            [5.0, 5.0, 1.0],
            [5.0, 5.0, -1.0],
            [6.0, 5.0, 0.0]
        ]));
        // A common corner: away from it, and through the inside.
        let corner = FLOOR[0];
        assert!(!with_floor(
            [corner, [1.0, 1.0, 1.0], [1.0, -1.0, -1.0]].map(|[x, y, z]| [-x, -y, z])
        ));
        assert!(with_floor([corner, [1.0, 1.0, 1.0], [1.0, 1.0, -1.0]]));
        // A common side: folded up, flat beside it, folded back onto it.
        let side = |third| [FLOOR[0], FLOOR[1], third];
        assert!(!with_floor(side([1.0, 1.0, 1e-3])));
        assert!(!with_floor(side([1.0, -1.0, 0.0])));
        assert!(with_floor(side([1.0, 1.0, 0.0])));
        // In one plane: apart, rim to rim, over each other.
        let shifted = |by: f64| FLOOR.map(|[x, y, z]| [x + by, y, z]);
        assert!(!with_floor(shifted(5.0)));
        assert!(!with_floor(shifted(4.0)));
        assert!(with_floor(shifted(1.0)));
    }
}
