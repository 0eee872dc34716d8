//! How far a point is from a mesh: from the smooth surface of its patches, and from its creases.
//!
//! Step:   the triangles within reach fall into groups that hang together in one patch; each group
//!         gives one nearest point, so that a ball in a groove touches both of its walls. A point on
//!         a crease counts where no triangle beside it is nearer.

use super::field::{Feature, Near};
use super::mesh::Mesh;
use super::smooth::Foot;
use super::tree::Open;
use super::vector::{Vector, difference, dot, length, sum, unit};
use urto_mesh::triangle::{mixed, nearest};

/// Points inside are sought as deep as this share of the mesh's size: those deeper have come through.
const DEEP: f64 = 0.05;
/// Distances that differ by less than this share are the same.
const SAME: f64 = 1e-12;
/// A way shorter than this share of the mesh's size has no sure direction: rounding is a
/// thousandth of it.
const SHORT: f64 = 1e-13;

#[derive(Clone, Copy, Debug)]
struct Candidate {
    triangle: u32,
    shares: [f64; 3],
    /// Distance squared.
    far: f64,
}

/// Room for a search; kept, so that nothing is allocated once it is warm.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    open: Open,
    found: Vec<Candidate>,
    stack: Vec<u32>,
    given: Vec<Vector>,
    /// Of each triangle: when it was last found, and when taken.
    marks: Vec<u64>,
    stamp: u64,
}

/// The side of a triangle between the corners that have shares, if one has none.
fn side(shares: [f64; 3]) -> Option<usize> {
    (0..3)
        .find(|k| shares[*k] == 0.0)
        .map(|zero| (zero + 1) % 3)
}

/// The corner that has it all.
fn corner(shares: [f64; 3]) -> Option<usize> {
    (0..3).find(|k| shares[*k] == 1.0)
}

impl Mesh {
    /// Calls for each place of the surface to which a point is nearest around there, within reach.
    pub(crate) fn near(&self, at: Vector, reach: f64, room: &mut Room, mut each: impl FnMut(Near)) {
        let wide = reach + self.bulge;
        let Some(first) = self.flat_nearest(at, wide.max(DEEP * self.size()), room) else {
            return;
        };
        let near = self.settle(at, first);
        if near.distance < 0.0 {
            each(near);
            return;
        }
        if first.far > wide * wide {
            return;
        }
        let mut found = core::mem::take(&mut room.found);
        found.clear();
        self.tree
            .nearest(at, wide * wide, &mut room.open, |n, far| {
                let own = self.candidate(at, n);
                if own.far <= far {
                    found.push(own);
                }
                far
            });
        found.sort_unstable_by(|a, b| a.far.total_cmp(&b.far).then(a.triangle.cmp(&b.triangle)));
        room.marks
            .resize(room.marks.len().max(self.normals.len()), 0);
        room.stamp += 2;
        let (here, taken) = (room.stamp, room.stamp + 1);
        room.stamp += 1;
        found
            .iter()
            .for_each(|own| room.marks[own.triangle as usize] = here);
        room.given.clear();
        for own in &found {
            if room.marks[own.triangle as usize] == taken {
                continue;
            }
            self.take_group(own.triangle, here, taken, room);
            if !self.is_lowest(at, own) {
                continue;
            }
            let near = self.settle(at, *own);
            let same = |other: &Vector| length(difference(*other, near.place)) < 1e-9 * self.size();
            // From outside, what looks the other way is the far side.
            let faces = (0.0..=reach).contains(&near.distance);
            if faces && !room.given.iter().any(same) {
                room.given.push(near.place);
                each(near);
            }
        }
        room.found = found;
    }

    /// The nearest place of all.
    pub(crate) fn nearest(&self, at: Vector, reach: f64, room: &mut Room) -> Option<Near> {
        let first = self.flat_nearest(at, reach + self.bulge, room)?;
        Some(self.settle(at, first))
    }

    fn candidate(&self, at: Vector, triangle: usize) -> Candidate {
        let corners = self.corners(triangle);
        let shares = nearest(at, corners);
        let way = difference(at, mixed(shares, corners));
        Candidate {
            triangle: triangle as u32,
            shares,
            far: dot(way, way),
        }
    }

    /// Of triangles that are equally near, that which faces the point most: its side is the right one.
    fn flat_nearest(&self, at: Vector, reach: f64, room: &mut Room) -> Option<Candidate> {
        let mut best: Option<(Candidate, f64)> = None;
        self.tree
            .nearest(at, reach * reach, &mut room.open, |n, far| {
                let own = self.candidate(at, n);
                let place = mixed(own.shares, self.corners(n));
                let faces = || dot(difference(at, place), self.normals[n]).abs();
                let better = match best {
                    None => own.far <= far,
                    Some((known, known_faces)) => {
                        own.far < known.far * (1.0 - SAME)
                            || own.far <= known.far * (1.0 + SAME) && faces() > known_faces
                    }
                };
                if better {
                    best = Some((own, faces()));
                }
                best.map_or(far, |(known, _)| known.far * (1.0 + SAME))
            });
        best.map(|own| own.0)
    }

    /// Marks all triangles found that hang together with one.
    fn take_group(&self, first: u32, here: u64, taken: u64, room: &mut Room) {
        room.stack.clear();
        room.stack.push(first);
        room.marks[first as usize] = taken;
        while let Some(own) = room.stack.pop() {
            for k in 0..3 {
                let (beside, edge) = self.topology.across(own as usize, k);
                if !edge.crease && room.marks[beside as usize] == here {
                    room.marks[beside as usize] = taken;
                    room.stack.push(beside);
                }
            }
        }
    }

    /// Whether a nearest point on a crease or a corner is that of all triangles around.
    fn is_lowest(&self, at: Vector, own: &Candidate) -> bool {
        let triangle = own.triangle as usize;
        let least = own.far * (1.0 - SAME);
        if let Some(k) = corner(own.shares) {
            let corner = self.topology.triangles[triangle][k] as usize;
            let around = self.topology.around(corner);
            return around
                .iter()
                .all(|n| self.candidate(at, *n as usize).far >= least);
        }
        match side(own.shares) {
            Some(k) => {
                let (beside, _) = self.topology.across(triangle, k);
                self.candidate(at, beside as usize).far >= least
            }
            None => true,
        }
    }

    /// Whether a point of a triangle lies on a crease.
    fn is_creased(&self, triangle: usize, shares: [f64; 3]) -> bool {
        if let Some(k) = corner(shares) {
            return self.topology.creased[self.topology.triangles[triangle][k] as usize];
        }
        side(shares).is_some_and(|k| self.topology.across(triangle, k).1.crease)
    }

    /// From the nearest point of the flat triangles to that of the surface they stand for.
    fn settle(&self, at: Vector, own: Candidate) -> Near {
        let triangle = own.triangle as usize;
        let (patch, kind) = self.patch_of(triangle);
        let creased = self.is_creased(triangle, own.shares);
        if !creased && kind.smooth {
            let from = mixed(own.shares, self.corners(triangle));
            let most = (0..3).max_by(|a, b| own.shares[*a].total_cmp(&own.shares[*b]));
            let corner = self.topology.corner_nodes[triangle][most.unwrap_or(0)];
            let foot = self.foot(at, from, corner, kind.reach);
            let surface = foot.and_then(|foot| Some((foot, self.under(&foot, patch)?)));
            if let Some((foot, surface)) = surface {
                return Near {
                    distance: dot(difference(at, foot.place), foot.fit.normal),
                    normal: foot.fit.normal,
                    place: foot.place,
                    feature: Feature::Face,
                    surface: Some(surface),
                    patch,
                };
            }
        }
        self.flat(at, own, creased)
    }

    fn flat(&self, at: Vector, own: Candidate, creased: bool) -> Near {
        let triangle = own.triangle as usize;
        let (patch, kind) = self.patch_of(triangle);
        let place = mixed(own.shares, self.corners(triangle));
        let way = difference(at, place);
        let face = self.normals[triangle];
        let outside = if dot(way, face) < 0.0 { -1.0 } else { 1.0 };
        let inner = own.shares.iter().all(|own| *own > 0.0);
        let (feature, normal, distance) = if inner || kind.planar && !creased {
            (Feature::Face, face, dot(way, face))
        } else {
            let far = length(way);
            let beside = side(own.shares).map(|k| self.topology.across(triangle, k).0);
            let other = self.normals[beside.map_or(triangle, |own| own as usize)];
            let between = unit(sum(face, other)).unwrap_or(face);
            let normal = match far > SHORT * self.size() {
                true => way.map(|own| own * outside / far),
                false => between,
            };
            let feature = match corner(own.shares) {
                Some(_) => Feature::Corner,
                None => Feature::Edge,
            };
            (feature, normal, outside * far)
        };
        Near {
            distance,
            normal,
            place,
            feature,
            surface: Some((triangle, own.shares)),
            patch,
        }
    }

    /// The triangle of a patch under a point of its smooth surface, and the shares of its corners;
    /// nothing where the patch has come to its end.
    pub(crate) fn under(&self, foot: &Foot, patch: u32) -> Option<(usize, [f64; 3])> {
        let corner = self.topology.corner_of(foot.fit.corner);
        let around = self.topology.around(corner as usize).iter();
        let own = around.filter(|n| self.topology.patch[**n as usize] == patch);
        let own = own.map(|n| self.candidate(foot.place, *n as usize));
        let best = own.min_by(|a, b| a.far.total_cmp(&b.far).then(a.triangle.cmp(&b.triangle)))?;
        let triangle = best.triangle as usize;
        let beyond = best.far > self.bulge * self.bulge + (SAME * self.size()) * self.size();
        let gone = self.is_creased(triangle, best.shares) && beyond;
        (!gone).then_some((triangle, best.shares))
    }
}
