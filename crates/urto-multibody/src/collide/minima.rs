//! Corners of meshes, and the lowest places of their smooth parts, against another body.
//!
//! Step:   the nodes of a smooth part that are lower than those around start a search along the smooth
//!         surface for the place where its normal opposes the other's (Newton's, with slopes from
//!         differences): one touch for each lowest place, which glides as the body rolls.
//! Limits: where a smooth part fits into a hollow of its own curvature it has no lowest place, and is
//!         touched only at its creases.

use super::field::Feature;
use super::mesh::Mesh;
use super::pair::{Key, Kind, Pair, Point};
use super::shape::Shape;
use super::smooth::Foot;
use super::vector::{Frame, Vector, across, dot, plus, scaled, sum, tangents, unit};

/// Rounds of a search; four are usual.
const ROUNDS: usize = 40;
/// Slopes are taken over this share of the reach: its square, by which they are wrong, slows the
/// search by nothing that counts.
const APART: f64 = 1e-4;
/// A place is found when the next is nearer than this share of the reach.
const CLOSE: f64 = 1e-12;
/// Normals that oppose by less than this cosine do not touch.
const OPPOSED: f64 = -0.9;

/// What of a mesh is near the other body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearby {
    pub triangles: Vec<u32>,
    pub edges: Vec<u32>,
    points: Vec<u32>,
    /// Nodes of corners, and how far from the other body they are.
    nodes: Vec<(u32, f64)>,
    marks: Vec<u64>,
    heights: Vec<f64>,
    stamp: u64,
}

impl Nearby {
    /// Takes numbers that have not been taken since `begin`.
    fn begin(&mut self, count: usize) {
        self.marks.resize(self.marks.len().max(count), 0);
        self.stamp += 1;
    }

    fn take(&mut self, n: u32) -> bool {
        core::mem::replace(&mut self.marks[n as usize], self.stamp) != self.stamp
    }

    fn spread(&mut self, mesh: &Mesh) {
        let topology = &mesh.topology;
        let triangles = core::mem::take(&mut self.triangles);
        self.begin(mesh.points.len());
        self.points.clear();
        for own in triangles
            .iter()
            .flat_map(|n| topology.triangles[*n as usize])
        {
            if mesh.sharp_points[own as usize] && self.take(own) {
                self.points.push(own);
            }
        }
        self.begin(topology.edges.len());
        self.edges.clear();
        for own in triangles.iter().flat_map(|n| topology.sides[*n as usize]) {
            if mesh.sharp_edges[own as usize] && self.take(own) {
                self.edges.push(own);
            }
        }
        self.begin(topology.corner_node_count);
        self.nodes.clear();
        for n in &triangles {
            let (_, patch) = mesh.patch_of(*n as usize);
            if !patch.smooth || patch.planar {
                continue;
            }
            for own in topology.corner_nodes[*n as usize] {
                if self.take(own) {
                    self.nodes.push((own, 0.0));
                }
            }
        }
        // In order, whatever the way through the tree was.
        self.points.sort_unstable();
        self.edges.sort_unstable();
        self.nodes.sort_unstable_by_key(|own| own.0);
        self.triangles = triangles;
    }
}

impl Mesh {
    /// The triangle and the shares of its corners at a place of one of its edges.
    pub(crate) fn on_edge(&self, edge: usize, at: Vector) -> (usize, [f64; 3]) {
        let triangle = self.topology.edges[edge].triangles[0] as usize;
        let shares = urto_mesh::triangle::nearest(at, self.corners(triangle));
        (triangle, shares)
    }

    fn at_corner(&self, corner: u32) -> Option<(usize, [f64; 3])> {
        let triangle = *self.topology.around(corner as usize).first()? as usize;
        let own = self.topology.triangles[triangle];
        let shares = own.map(|own| if own == corner { 1.0 } else { 0.0 });
        Some((triangle, shares))
    }

    /// The way out of the body at a corner.
    fn out_of(&self, corner: u32) -> Option<Vector> {
        let around = self.topology.around(corner as usize).iter();
        unit(around.fold([0.0; 3], |all, n| sum(all, self.normals[*n as usize])))
    }

    /// A place of the smooth surface under or above a point near it.
    fn onto(&self, at: Vector, corner: u32, reach: f64) -> Option<Foot> {
        let (mut place, mut corner) = (at, corner);
        for _ in 0..6 {
            let fit = self.fit(place, corner, reach)?;
            corner = fit.corner;
            if fit.outside.abs() < CLOSE * 1e-2 * reach {
                return Some(Foot { place, fit });
            }
            place = plus(place, fit.normal, -fit.outside);
        }
        let fit = self.fit(place, corner, reach)?;
        Some(Foot { place, fit })
    }
}

impl Pair<'_> {
    /// Lists what of both meshes is near the other body.
    pub(crate) fn look_around(&mut self) {
        let meshes = self.sides.map(|own| own.shape.mesh());
        let [a, b] = &mut self.scratch.nearby;
        let frames = self.sides.map(|own| own.frame);
        a.triangles.clear();
        b.triangles.clear();
        if let [Some(one), Some(two)] = meshes {
            let seen = frames[0].sees(frames[1]);
            let margin = self.margin + one.bulge + two.bulge;
            a.begin(one.normals.len());
            b.begin(two.normals.len());
            let pairs = &mut self.scratch.edge_pairs;
            pairs.clear();
            let open = &mut self.scratch.open;
            one.tree.pairs_with(&two.tree, &seen, margin, open, |m, n| {
                if a.take(m as u32) {
                    a.triangles.push(m as u32);
                }
                if b.take(n as u32) {
                    b.triangles.push(n as u32);
                }
                // An edge belongs to the first of its triangles: so each pair comes once.
                let own = |mesh: &Mesh, n: usize, k: usize| {
                    let edge = mesh.topology.sides[n][k];
                    let first = mesh.topology.edges[edge as usize].triangles[0] as usize;
                    (first == n && mesh.sharp_edges[edge as usize]).then_some(edge)
                };
                for k in 0..9 {
                    if let (Some(e), Some(f)) = (own(one, m, k / 3), own(two, n, k % 3)) {
                        pairs.push([e, f]);
                    }
                }
            });
            pairs.sort_unstable();
        } else {
            for who in 0..2 {
                let (Some(mesh), other) = (meshes[who], self.sides[1 - who]) else {
                    continue;
                };
                let (seen, margin) = (frames[who].sees(other.frame), self.margin + mesh.bulge);
                let near = &mut self.scratch.nearby[who];
                let open = &mut self.scratch.open;
                if matches!(other.shape, Shape::Plane) {
                    let up = seen.way([0.0, 0.0, 1.0]);
                    let level = dot(up, seen.place) + margin;
                    mesh.tree
                        .below(up, level, open, |n| near.triangles.push(n as u32));
                } else {
                    let bounds = other.shape.bounds().through(&seen).grown(margin);
                    mesh.tree
                        .meeting(&bounds, open, |n| near.triangles.push(n as u32));
                }
            }
        }
        for (mesh, near) in meshes.iter().zip(&mut self.scratch.nearby) {
            if let Some(mesh) = mesh {
                near.spread(mesh);
            }
        }
    }

    /// Corners on creases against the other body.
    pub(crate) fn mesh_points(&mut self, who: usize) {
        let Some(mesh) = self.sides[who].shape.mesh() else {
            return;
        };
        let points = core::mem::take(&mut self.scratch.nearby[who].points);
        for own in &points {
            let point = Point {
                number: *own,
                place: mesh.points[*own as usize],
                radius: 0.0,
                out: mesh.out_of(*own),
                surface: mesh.at_corner(*own),
            };
            self.point(who, &point);
        }
        self.scratch.nearby[who].points = points;
    }

    /// Lowest places of smooth parts.
    pub(crate) fn smooth(&mut self, who: usize) {
        let side = self.sides[who];
        let Some(mesh) = side.shape.mesh() else {
            return;
        };
        // Round ends and rods are held against the mesh instead.
        if matches!(self.sides[1 - who].shape, Shape::Capsule { .. }) {
            return;
        }
        let seen = self.sides[1 - who].frame.sees(side.frame);
        let mut near = core::mem::take(&mut self.scratch.nearby[who]);
        near.begin(mesh.topology.corner_node_count);
        near.heights
            .resize(near.heights.len().max(near.marks.len()), 0.0);
        let longest = mesh.patches.iter().map(|own| own.reach).fold(0.0, f64::max);
        for n in 0..near.nodes.len() {
            let own = near.nodes[n].0;
            let at = seen.out(mesh.node(own).place);
            let height = self.nearest(1 - who, at, self.margin + longest);
            let height = height.map_or(f64::MAX, |own| own.distance);
            near.take(own);
            near.nodes[n].1 = height;
            near.heights[own as usize] = height;
        }
        for (own, height) in &near.nodes {
            if *height < f64::MAX && is_lowest(mesh, &near, *own, *height) {
                self.search(who, mesh, *own, &seen);
            }
        }
        self.scratch.nearby[who] = near;
    }

    fn search(&mut self, who: usize, mesh: &Mesh, start: u32, seen: &Frame) {
        let corner = mesh.topology.corner_of(start) as usize;
        let triangles = mesh.topology.around(corner).iter();
        let mut own =
            triangles.filter(|n| mesh.topology.corner_nodes[**n as usize].contains(&start));
        let Some((patch, kind)) = own.next().map(|n| mesh.patch_of(*n as usize)) else {
            return;
        };
        let Some(foot) = self.descend(who, mesh, start, seen, kind.reach) else {
            return;
        };
        let Some(surface) = mesh.under(&foot, patch) else {
            return;
        };
        let Some(near) = self.nearest(1 - who, seen.out(foot.place), f64::MAX) else {
            return;
        };
        let outward = seen.way_in(near.normal);
        // Edges and corners of the other are held against this one; of two smooth parts the first
        // body's finds the touch.
        let theirs = self.sides[1 - who].shape.mesh();
        let known = who == 1 && theirs.is_some_and(|own| own.patches[near.patch as usize].smooth);
        if near.feature != Feature::Face || known || dot(outward, foot.fit.normal) > OPPOSED {
            return;
        }
        let key = Key {
            kind: Kind::Smooth,
            who: who as u8,
            feature: patch,
            other: near.patch,
        };
        self.tell(key, foot.place, Some(surface), near.distance, &near);
    }

    /// From a node along the smooth surface to where it is nearest to the other body.
    fn descend(
        &mut self,
        who: usize,
        mesh: &Mesh,
        start: u32,
        seen: &Frame,
        reach: f64,
    ) -> Option<Foot> {
        // How the other's normal leans along the surface, seen along two ways.
        let lean = |pair: &mut Self, foot: &Foot, ways: [Vector; 2]| {
            let near = pair.nearest(1 - who, seen.out(foot.place), f64::MAX)?;
            let lean = across(seen.way_in(near.normal), foot.fit.normal);
            Some([dot(lean, ways[0]), dot(lean, ways[1])])
        };
        let mut foot = mesh.onto(mesh.node(start).place, start, reach)?;
        for _ in 0..ROUNDS {
            let ways = tangents(foot.fit.normal);
            let (here, corner) = (foot.place, foot.fit.corner);
            let own = lean(self, &foot, ways)?;
            let apart = APART * reach;
            let mut slopes = [[0.0; 2]; 2];
            for k in 0..2 {
                let beside = mesh.onto(plus(here, ways[k], apart), corner, reach)?;
                let beside = lean(self, &beside, ways)?;
                slopes[k] = [0, 1].map(|n| (beside[n] - own[n]) / apart);
            }
            let mixed = 0.5 * (slopes[0][1] + slopes[1][0]);
            let whole = slopes[0][0] * slopes[1][1] - mixed * mixed;
            let step = match whole > 0.0 && slopes[0][0] + slopes[1][1] > 0.0 {
                true => [
                    (mixed * own[1] - slopes[1][1] * own[0]) / whole,
                    (mixed * own[0] - slopes[0][0] * own[1]) / whole,
                ],
                // Not in a hollow yet: downhill.
                false => own.map(|own| -own * reach),
            };
            let way = plus(scaled(ways[0], step[0]), ways[1], step[1]);
            let long = dot(way, way).sqrt();
            if long <= CLOSE * reach {
                return Some(foot);
            }
            let short = (0.5 * reach / long).min(1.0);
            foot = mesh.onto(plus(here, way, short), corner, reach)?;
            if long <= 1e3 * CLOSE * reach {
                // Newton's next step would be below rounding.
                return Some(foot);
            }
        }
        None
    }
}

/// Whether no node beside one in the same part is lower.
fn is_lowest(mesh: &Mesh, near: &Nearby, own: u32, height: f64) -> bool {
    let topology = &mesh.topology;
    let corner = topology.corner_of(own) as usize;
    let beside = topology.around(corner).iter();
    let beside = beside.map(|n| topology.corner_nodes[*n as usize]);
    beside
        .filter(|nodes| nodes.contains(&own))
        .flatten()
        .filter(|other| *other != own && near.marks[*other as usize] == near.stamp)
        .all(|other| {
            let theirs = near.heights[other as usize];
            theirs > height || theirs == height && other > own
        })
}
