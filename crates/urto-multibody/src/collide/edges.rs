//! Edges against edges.
//!
//! Law:    two edges touch along the way that is square to both, if that way leads out of both
//!         bodies: it lies between the normals of the faces of each edge. The distance along it keeps
//!         its sign where they overlap, which the way between nearest points does not.

use super::shape::Edge;
use super::vector::{Vector, cross, difference, dot, length, plus, sum, unit};

/// The sine of the least angle between edges: below, their corners touch instead.
const ALIKE: f64 = 0.02;
/// Rods have no corners: their middles are followed to smaller angles.
const ALIKE_ROUND: f64 = 1e-3;
/// A way may lean so far out of an edge's faces (as a sine).
const SLACK: f64 = 0.02;
/// Nearer to an end than this share the corner touches.
const END: f64 = 1e-9;

/// Where two edges touch: the places, the way from the first to the second, and the distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub places: [Vector; 2],
    pub normal: Vector,
    pub gap: f64,
}

/// The shares along two lines of the places where they are nearest, if that is between the ends.
fn nearest_inside(a: [Vector; 2], b: [Vector; 2], alike: f64) -> Option<[Vector; 2]> {
    let [one, two] = [difference(a[1], a[0]), difference(b[1], b[0])];
    let apart = difference(a[0], b[0]);
    let [oo, tt, ot] = [dot(one, one), dot(two, two), dot(one, two)];
    let (oa, ta) = (dot(one, apart), dot(two, apart));
    let whole = oo * tt - ot * ot;
    if whole <= alike * alike * oo * tt {
        return None;
    }
    let shares = [(ot * ta - tt * oa) / whole, (oo * ta - ot * oa) / whole];
    let inside = |own: &f64| (END..=1.0 - END).contains(own);
    shares
        .iter()
        .all(inside)
        .then(|| [plus(a[0], one, shares[0]), plus(b[0], two, shares[1])])
}

/// Whether a way of length 1, square to an edge, lies between the normals of its faces.
fn leads_out(edge: &Edge, way: Vector) -> bool {
    let along = difference(edge.ends[1], edge.ends[0]);
    let Some(along) = unit(along) else {
        return false;
    };
    let [one, two] = edge.normals;
    // Into each face, away from the edge.
    let into = |face: Vector, other: Vector| {
        let way = cross(along, face);
        if dot(way, other) > 0.0 {
            way.map(|own| -own)
        } else {
            way
        }
    };
    dot(way, sum(one, two)) > 0.0
        && dot(way, into(one, two)) <= SLACK
        && dot(way, into(two, one)) <= SLACK
}

/// Two sharp edges.
pub(crate) fn sharp(a: &Edge, b: &Edge) -> Option<Crossing> {
    let places = nearest_inside(a.ends, b.ends, ALIKE)?;
    let square = cross(
        difference(a.ends[1], a.ends[0]),
        difference(b.ends[1], b.ends[0]),
    );
    let mut normal = unit(square)?;
    if dot(normal, sum(a.normals[0], a.normals[1])) < 0.0 {
        normal = normal.map(|own| -own);
    }
    if !leads_out(a, normal) || !leads_out(b, normal.map(|own| -own)) {
        return None;
    }
    let gap = dot(normal, difference(places[1], places[0]));
    // Where they overlap each is inside the other's wedge; beside a sharp one it need not be.
    let inside = |own: &Edge, way: f64| {
        own.normals
            .iter()
            .all(|own| way * dot(*own, normal) >= -SLACK)
    };
    if gap < 0.0 && !(inside(a, 1.0) && inside(b, -1.0)) {
        return None;
    }
    Some(Crossing {
        places,
        normal,
        gap,
    })
}

/// The middle of a rod against a sharp edge; places are on both surfaces.
pub(crate) fn rod_and_edge(rod: [Vector; 2], radius: f64, edge: &Edge) -> Option<Crossing> {
    let places = nearest_inside(rod, edge.ends, ALIKE_ROUND)?;
    let way = difference(places[1], places[0]);
    let normal = unit(way)?;
    leads_out(edge, normal.map(|own| -own)).then_some(Crossing {
        places: [plus(places[0], normal, radius), places[1]],
        normal,
        gap: length(way) - radius,
    })
}

/// The middles of two rods.
pub(crate) fn rods(a: [Vector; 2], b: [Vector; 2], radii: [f64; 2]) -> Option<Crossing> {
    let places = nearest_inside(a, b, ALIKE_ROUND)?;
    let way = difference(places[1], places[0]);
    let normal = unit(way)?;
    Some(Crossing {
        places: [
            plus(places[0], normal, radii[0]),
            plus(places[1], normal, -radii[1]),
        ],
        normal,
        gap: length(way) - radii[0] - radii[1],
    })
}
