//! How the triangles of a surface lie together: where its borders are, and which side is which.
//!
//! Law:    sides are told by the normal of a face; at an edge by the sum of those of its two faces; at
//!         a corner by those around it, weighted by their angles there: with these the side is right
//!         all around (Baerentzen & Aanaes 2005, Signed distance computation using the angle weighted
//!         pseudonormal).
//! Step:   triangles are turned so that neighbours agree, whatever way they were written.
//! Limits: at borders, and where more than two triangles meet at an edge or no turning agrees (a
//!         Moebius strip), there is no side.

use crate::model::MassId;
use crate::vector::{Vector, difference, dot, length, scaled, sum};
use std::collections::HashMap;
use urto::math;
use urto_mesh::triangle::cross;

/// Beyond a border.
const NONE: u32 = u32::MAX;

#[derive(Clone)]
pub(super) struct Skin {
    /// The mass at each corner.
    pub corners: Vec<u32>,
    /// Each by three corners.
    pub triangles: Vec<[u32; 3]>,
    /// The triangle beyond the edge that lies opposite each corner.
    beyond: Vec<[u32; 3]>,
    /// From where on each corner's triangles are; and the end. All of them.
    starts: Vec<u32>,
    around: Vec<u32>,
    /// Whether a corner lies on a border.
    border: Vec<bool>,
}

impl Skin {
    pub fn new(surface: &[[MassId; 3]]) -> Self {
        let mut corners: Vec<u32> = surface.iter().flatten().map(|own| own.0).collect();
        corners.sort_unstable();
        corners.dedup();
        let local = |own: MassId| corners.partition_point(|corner| *corner < own.0) as u32;
        let mut triangles: Vec<[u32; 3]> = surface.iter().map(|own| own.map(local)).collect();
        let mut edges: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
        for (n, own) in triangles.iter().enumerate() {
            for edge in edges_of(*own) {
                edges.entry(sorted(edge)).or_default().push(n as u32);
            }
        }
        turn_alike(&mut triangles, &edges);
        let beyond: Vec<[u32; 3]> = (triangles.iter().enumerate())
            .map(|(n, own)| edges_of(*own).map(|edge| beyond(&triangles, &edges, n as u32, edge)))
            .collect();
        let mut border = vec![false; corners.len()];
        let mut counts = vec![0; corners.len() + 1];
        for (own, beyond) in triangles.iter().zip(&beyond) {
            for (edge, other) in edges_of(*own).into_iter().zip(beyond) {
                if *other == NONE {
                    edge.iter().for_each(|end| border[*end as usize] = true);
                }
            }
            own.iter().for_each(|end| counts[*end as usize + 1] += 1);
        }
        for n in 1..counts.len() {
            counts[n] += counts[n - 1];
        }
        let mut around = vec![0; 3 * triangles.len()];
        let mut next = counts.clone();
        for (n, own) in triangles.iter().enumerate() {
            for end in own {
                let place = &mut next[*end as usize];
                around[*place as usize] = n as u32;
                *place += 1;
            }
        }
        Self {
            corners,
            triangles,
            beyond,
            starts: counts,
            around,
            border,
        }
    }

    /// Where a triangle's corners are, if masses are there.
    pub fn placed(&self, triangle: usize, at: impl Fn(usize) -> Vector) -> [Vector; 3] {
        self.triangles[triangle].map(|own| at(self.corners[own as usize] as usize))
    }

    /// The normal of a triangle, as long as twice its area.
    pub fn normal(&self, triangle: usize, at: impl Fn(usize) -> Vector) -> Vector {
        let [a, b, c] = self.placed(triangle, at);
        cross(difference(b, a), difference(c, a))
    }

    /// What is in front, where a point of a triangle with these shares lies: the way that tells sides.
    /// `None` where there are none.
    pub fn front(
        &self,
        triangle: usize,
        shares: [f64; 3],
        at: impl Fn(usize) -> Vector,
    ) -> Option<Vector> {
        let missing = shares.iter().filter(|own| **own == 0.0).count();
        match missing {
            0 => Some(self.normal(triangle, at)),
            1 => {
                let opposite = shares.iter().position(|own| *own == 0.0)?;
                let other = self.beyond[triangle][opposite];
                let own = unit(self.normal(triangle, &at));
                (other != NONE).then(|| sum(own, unit(self.normal(other as usize, &at))))
            }
            _ => {
                let place = shares.iter().position(|own| *own != 0.0)?;
                let corner = self.triangles[triangle][place] as usize;
                (!self.border[corner]).then(|| self.around_corner(corner, at))
            }
        }
    }

    fn around_corner(&self, corner: usize, at: impl Fn(usize) -> Vector) -> Vector {
        let [from, to] = [self.starts[corner], self.starts[corner + 1]];
        let mut front = [0.0; 3];
        for triangle in &self.around[from as usize..to as usize] {
            let triangle = *triangle as usize;
            let place = self.triangles[triangle].map(|own| own as usize == corner);
            let place = place.iter().position(|own| *own).unwrap_or(0);
            let places = self.placed(triangle, &at);
            let (own, next, last) = (
                places[place],
                places[(place + 1) % 3],
                places[(place + 2) % 3],
            );
            let (one, two) = (difference(next, own), difference(last, own));
            let normal = cross(one, two);
            let angle = math::atan2(length(normal), dot(one, two));
            front = sum(front, scaled(unit(normal), angle));
        }
        front
    }
}

/// The same with length 1, or nothing.
pub(super) fn unit(way: Vector) -> Vector {
    let long = length(way);
    if long > 0.0 {
        scaled(way, 1.0 / long)
    } else {
        [0.0; 3]
    }
}

/// The edges opposite each corner, in turn.
fn edges_of([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[b, c], [c, a], [a, b]]
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Turns triangles over until neighbours run along their common edge in opposite ways, patch by patch.
fn turn_alike(triangles: &mut [[u32; 3]], edges: &HashMap<[u32; 2], Vec<u32>>) {
    let mut known = vec![false; triangles.len()];
    let mut next = Vec::new();
    for first in 0..triangles.len() {
        if !known[first] {
            known[first] = true;
            next.push(first);
        }
        while let Some(own) = next.pop() {
            for edge in edges_of(triangles[own]) {
                let [a, b] = edges[&sorted(edge)].as_slice() else {
                    continue;
                };
                let other = if *a as usize == own { *b } else { *a } as usize;
                if !known[other] {
                    known[other] = true;
                    if edges_of(triangles[other]).contains(&edge) {
                        triangles[other].swap(1, 2);
                    }
                    next.push(other);
                }
            }
        }
    }
}

/// The triangle beyond an edge, if there is one that agrees about the sides.
fn beyond(
    triangles: &[[u32; 3]],
    edges: &HashMap<[u32; 2], Vec<u32>>,
    own: u32,
    edge: [u32; 2],
) -> u32 {
    let [a, b] = edges[&sorted(edge)].as_slice() else {
        return NONE;
    };
    let other = if *a == own { *b } else { *a };
    match edges_of(triangles[other as usize]).contains(&edge) {
        true => NONE,
        false => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skin(triangles: &[[u32; 3]]) -> Skin {
        let all: Vec<[MassId; 3]> = triangles.iter().map(|own| own.map(MassId)).collect();
        Skin::new(&all)
    }

    /// A tetrahedron, written any way round, has no border, and all its fronts look out or all in.
    #[test]
    fn fronts_of_a_closed_body_agree() {
        let places = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let skin = skin(&[[0, 1, 2], [0, 1, 3], [3, 2, 1], [0, 2, 3]]);
        let at = |n: usize| places[n];
        let mut all = Vec::new();
        for triangle in 0..4 {
            for shares in [[0.3, 0.3, 0.4], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]] {
                let front = skin.front(triangle, shares, at).unwrap();
                let [a, b, c] = skin.placed(triangle, at);
                let own = urto_mesh::triangle::mixed(shares, [a, b, c]);
                all.push(dot(front, difference(own, [0.2; 3])) > 0.0);
            }
        }
        assert!(all.iter().all(|own| *own == all[0]), "{all:?}");
    }

    #[test]
    fn a_sheet_has_borders_and_a_strip_that_is_twisted_has_no_sides_there() {
        let sheet = skin(&[[0, 1, 2], [1, 3, 2]]);
        let at = |n: usize| [(n % 2) as f64, (n / 2) as f64, 0.0];
        assert!(sheet.front(0, [0.2, 0.3, 0.5], at).is_some());
        assert!(sheet.front(0, [0.0, 0.5, 0.5], at).is_some());
        assert!(sheet.front(0, [0.5, 0.5, 0.0], at).is_none());
        assert!(sheet.front(0, [1.0, 0.0, 0.0], at).is_none());
        // Five triangles in a ring: an odd number with a half twist.
        let ring: Vec<[u32; 3]> = (0..5).map(|n| [n, (n + 1) % 5, (n + 2) % 5]).collect();
        let twisted = skin(&ring);
        let beyond = twisted.beyond.iter().flatten();
        let seams = beyond.filter(|own| **own == NONE).count();
        assert!(seams > 5, "{seams}");
    }
}
