//! Parts of a mesh that were meant to be flat, and are so but for what its maker left, are made flat.
//!
//! A face whose corners lie some micrometres beside it would be laid out as a curved surface, whose
//! lowest places wander over all of it, and every corner of its rim would touch as one of a crease.

use super::patches::PLANAR;
use super::topology::Topology;
use super::vector::{Vector, across, difference, dot, length, plus, scaled, sum, unit};

/// A part was meant to be flat if its corners lie within this share of the mesh's size of a plane: of
/// a fork of 12 cm within 25 µm ...
const EVEN: f64 = 2e-4;
/// ... and if its triangles lean by less against it: by a degree, while facets of what is round
/// lean by several.
const LEANING: f64 = 0.02;
/// Corners of two faces that meet at 30 degrees go twice as far as each of them asks for.
const FARTHEST: f64 = 3.0;
/// A plane that has less of its own than this (as a sine) against those before asks for nothing new.
const ALIKE: f64 = 0.1;

/// A plane of the points with `dot(normal, point) = height`.
#[derive(Clone, Copy)]
struct Plane {
    normal: Vector,
    height: f64,
    /// Nothing has to move for it.
    exact: bool,
}

/// Where corners are when faces are flat; nothing if they are already, or are not meant to be.
pub(super) fn flattened(
    points: &[Vector],
    topology: &Topology,
    normals: &[Vector],
    size: f64,
) -> Option<Vec<Vector>> {
    let planes = planes(points, topology, normals, size);
    if planes.iter().flatten().all(|own| own.exact) {
        return None;
    }
    let mut flat = points.to_vec();
    for (n, point) in flat.iter_mut().enumerate() {
        let mut own: Vec<u32> = topology
            .around(n)
            .iter()
            .map(|k| topology.patch[*k as usize])
            .collect();
        own.sort_unstable();
        own.dedup();
        let mut own: Vec<Plane> = own
            .iter()
            .filter_map(|patch| planes[*patch as usize])
            .collect();
        if own.iter().all(|plane| plane.exact) {
            continue;
        }
        // What is flat already stays so.
        own.sort_by_key(|plane| !plane.exact);
        let place = onto(*point, &own);
        if length(difference(place, *point)) <= FARTHEST * EVEN * size {
            *point = place;
        }
    }
    let turned = topology
        .triangles
        .iter()
        .zip(normals)
        .any(|(corners, before)| {
            let [a, b, c] = corners.map(|own| flat[own as usize]);
            let now = unit(super::vector::cross(difference(b, a), difference(c, a)));
            // The cosine of 25 degrees: what turned so far was a sliver.
            now.is_none_or(|now| dot(now, *before) < 0.9)
        });
    (!turned).then_some(flat)
}

/// The plane of each patch that has one.
fn planes(
    points: &[Vector],
    topology: &Topology,
    normals: &[Vector],
    size: f64,
) -> Vec<Option<Plane>> {
    let count = topology
        .patch
        .iter()
        .max()
        .map_or(0, |own| *own as usize + 1);
    let mut triangles: Vec<Vec<usize>> = vec![vec![]; count];
    for (n, patch) in topology.patch.iter().enumerate() {
        triangles[*patch as usize].push(n);
    }
    let plane = |own: &Vec<usize>| {
        let first = normals[*own.first()?];
        let exact = own
            .iter()
            .all(|n| length(difference(normals[*n], first)) < PLANAR);
        let area = |n: &usize| {
            let [a, b, c] = topology.triangles[*n].map(|own| points[own as usize]);
            super::vector::cross(difference(b, a), difference(c, a))
        };
        let normal = unit(own.iter().fold([0.0; 3], |all, n| sum(all, area(n))))?;
        let level = |n: &usize| length(difference(normals[*n], normal)) < LEANING;
        if !own.iter().all(level) {
            return None;
        }
        // The middle one: few corners are off, and those by much.
        let corners = own.iter().flat_map(|n| topology.triangles[*n]);
        let mut heights: Vec<f64> = corners
            .map(|own| dot(normal, points[own as usize]))
            .collect();
        heights.sort_unstable_by(f64::total_cmp);
        let height = heights[heights.len() / 2];
        let [low, high] = [heights[0], heights[heights.len() - 1]];
        let even = (height - low).max(high - height) <= EVEN * size;
        even.then_some(Plane {
            normal,
            height,
            exact,
        })
    };
    triangles.iter().map(plane).collect()
}

/// The point of all planes, up to three, that is nearest to another.
fn onto(point: Vector, planes: &[Plane]) -> Vector {
    let mut place = point;
    let mut known: Vec<Vector> = Vec::new();
    for plane in planes {
        // Along what this plane has of its own the others are not left.
        let own = known
            .iter()
            .fold(plane.normal, |own, other| across(own, *other));
        let share = length(own);
        if known.len() == 3 || share < ALIKE {
            continue;
        }
        let way = scaled(own, 1.0 / share);
        let short = plane.height - dot(plane.normal, place);
        place = plus(place, way, short / share);
        known.push(way);
    }
    place
}
