//! Corners of meshes, and the lowest places of their smooth parts, against another body.
//!
//! Step:   places of the last step are followed; besides, nodes of a smooth part that are lower than
//!         those around, and near none of these, start a search along the smooth surface for the
//!         place where its normal opposes the other's (Newton's, with slopes from differences): one
//!         touch for each lowest place, which glides as the body rolls. In a valley, as that below a
//!         ring, a search ends where nothing is gained any more.
//! Limits: where a smooth part fits into a hollow of its own curvature it has no lowest place, and is
//!         touched only at its creases.

use super::field::Feature;
use super::mesh::Mesh;
use super::pair::{Key, Kind, Pair, Point};
use super::shape::Shape;
use super::smooth::Foot;
use super::vector::{Frame, Vector, across, difference, dot, plus, scaled, sum, tangents, unit};

/// Rounds of a search; four are usual.
const ROUNDS: usize = 40;
/// Slopes are taken over this share of the reach: its square, by which they are wrong, slows the
/// search by nothing that counts.
const APART: f64 = 1e-4;
/// A place is on the surface if it is nearer than this share of the reach: nanometres times a
/// millionth.
const CLOSE: f64 = 1e-12;
/// A place is found when the next is nearer than this \[m\], or lower by less than this \[m\]: a
/// thousandth of what bodies at rest sink in.
const STEP: f64 = 1e-10;
const GAIN: f64 = 1e-12;
/// Along a way whose slope changes by less than this over the reach it is a valley: it is not followed
/// by what rounding says.
const VALLEY: f64 = 1e-3;
/// What will surely stay farther than a touch may be is left: a search gains no more than so many
/// times what its first step says.
const SURELY: f64 = 4.0;
/// Normals that oppose by less than this cosine do not touch.
const OPPOSED: f64 = -0.9;

/// Where a smooth part touched in the last step, in its body's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Last {
    pub side: u8,
    pub patch: u32,
    pub place: Vector,
}

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

    fn patch_of_node(&self, node: u32) -> u32 {
        self.topology.patch[self.topology.side_of(node).0]
    }

    /// The way out of the body at a corner.
    fn out_of(&self, corner: u32) -> Option<Vector> {
        let around = self.topology.around(corner as usize).iter();
        unit(around.fold([0.0; 3], |all, n| sum(all, self.normals[*n as usize])))
    }

    /// A place of the smooth surface under or above a point near it, but for so much.
    fn onto(&self, at: Vector, corner: u32, reach: f64, close: f64) -> Option<Foot> {
        let (mut place, mut corner) = (at, corner);
        for _ in 0..6 {
            let fit = self.fit(place, corner, reach)?;
            corner = fit.corner;
            if fit.outside.abs() < close {
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
        // Which way a plane faces, as the body sees it.
        let [side, other] = [self.sides[who], self.sides[1 - who]];
        let plane = matches!(other.shape, Shape::Plane);
        let up = plane.then(|| side.frame.way_in(other.frame.way([0.0, 0.0, 1.0])));
        let points = core::mem::take(&mut self.scratch.nearby[who].points);
        for own in &points {
            if up.is_some_and(|up| mesh.feet.spares(*own, up)) {
                continue;
            }
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
        let mut met = core::mem::take(&mut self.scratch.met);
        met.clear();
        for n in 0..self.scratch.last.len() {
            let Last { side, patch, place } = self.scratch.last[n];
            // The node from which it is seen: the nearest of those that are near the other body.
            let of_patch = |own: &&(u32, f64)| mesh.patch_of_node(own.0) == patch;
            let far = |own: &(u32, f64)| {
                let way = difference(mesh.node(own.0).place, place);
                dot(way, way)
            };
            let all = near.nodes.iter().filter(of_patch);
            let start = all.min_by(|a, b| far(a).total_cmp(&far(b)));
            if let (true, Some(start)) = (side as usize == who, start) {
                self.search(who, mesh, (place, start.0), &seen, &mut met);
            }
        }
        for (own, height) in &near.nodes {
            let followed = met.iter().any(|other| is_beside(mesh, *own, *other));
            if *height < f64::MAX && !followed && is_lowest(mesh, &near, *own, *height) {
                let start = (mesh.node(*own).place, *own);
                self.search(who, mesh, start, &seen, &mut met);
            }
        }
        self.scratch.met = met;
        self.scratch.nearby[who] = near;
    }

    /// From a place that is seen from a corner's node; `met` gets the nodes nearest to where a search
    /// ended, and no other that ends there is told.
    fn search(
        &mut self,
        who: usize,
        mesh: &Mesh,
        start: (Vector, u32),
        seen: &Frame,
        met: &mut Vec<u32>,
    ) {
        let patch = mesh.patch_of_node(start.1);
        let reach = mesh.patches[patch as usize].reach;
        let Some(foot) = self.descend(who, mesh, start, seen, reach) else {
            return;
        };
        if met.contains(&foot.fit.corner) {
            return;
        }
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
        met.push(foot.fit.corner);
        let key = Key {
            kind: Kind::Smooth,
            who: who as u8,
            feature: patch,
            other: near.patch,
        };
        self.tell(key, foot.place, Some(surface), near.distance, &near);
    }

    /// From a place along the smooth surface to where it is nearest to the other body.
    fn descend(
        &mut self,
        who: usize,
        mesh: &Mesh,
        (start, corner): (Vector, u32),
        seen: &Frame,
        reach: f64,
    ) -> Option<Foot> {
        // How the other's normal leans along the surface, seen along two ways, and how far it is.
        let lean = |pair: &mut Self, foot: &Foot, ways: [Vector; 2]| {
            let near = pair.nearest(1 - who, seen.out(foot.place), f64::MAX)?;
            let lean = across(seen.way_in(near.normal), foot.fit.normal);
            Some(([dot(lean, ways[0]), dot(lean, ways[1])], near.distance))
        };
        let close = CLOSE * reach;
        let apart = APART * reach;
        let mut foot = mesh.onto(start, corner, reach, close)?;
        for round in 0..ROUNDS {
            let ways = tangents(foot.fit.normal);
            let (here, corner) = (foot.place, foot.fit.corner);
            let (own, distance) = lean(self, &foot, ways)?;
            let mut slopes = [[0.0; 2]; 2];
            for k in 0..2 {
                // What lies off the surface by less than the square of the way along it has the
                // same normal.
                let beside = plus(here, ways[k], apart);
                let beside = mesh.onto(beside, corner, reach, APART * apart)?;
                let (beside, _) = lean(self, &beside, ways)?;
                slopes[k] = [0, 1].map(|n| (beside[n] - own[n]) / apart);
            }
            let step = downhill(own, slopes, VALLEY / reach);
            let gain = -0.5 * (own[0] * step[0] + own[1] * step[1]);
            if round == 0 && distance - SURELY * gain > self.margin {
                return None;
            }
            let way = plus(scaled(ways[0], step[0]), ways[1], step[1]);
            let long = dot(way, way).sqrt();
            if long <= STEP {
                return Some(foot);
            }
            let short = (0.5 * reach / long).min(1.0);
            foot = mesh.onto(plus(here, way, short), corner, reach, close)?;
            if gain <= GAIN {
                // What the next step would gain is the square of that.
                return Some(foot);
            }
        }
        Some(foot)
    }
}

/// Newton's step from slopes and how they change; along ways on which it is no hollow downhill, the
/// farther the less the slope changes, as if it changed by `least` at least.
fn downhill(own: [f64; 2], change: [[f64; 2]; 2], least: f64) -> [f64; 2] {
    let mixed = 0.5 * (change[0][1] + change[1][0]);
    let mean = 0.5 * (change[0][0] + change[1][1]);
    let half = 0.5 * (change[0][0] - change[1][1]);
    let spread = (half * half + mixed * mixed).sqrt();
    // The way along which slopes change most: half the angle of (half, mixed), by the longer of two
    // forms that say the same.
    let way = match half >= 0.0 {
        true => [spread + half, mixed],
        false => [mixed, spread - half],
    };
    let long = (way[0] * way[0] + way[1] * way[1]).sqrt();
    let [c, s] = match long > 0.0 {
        true => [way[0] / long, way[1] / long],
        false => [1.0, 0.0],
    };
    let along = (c * own[0] + s * own[1]) / (mean + spread).abs().max(least);
    let across = (c * own[1] - s * own[0]) / (mean - spread).abs().max(least);
    [s * across - c * along, -s * along - c * across]
}

/// Whether nodes of corners are one, or have a triangle in common.
fn is_beside(mesh: &Mesh, own: u32, other: u32) -> bool {
    let topology = &mesh.topology;
    let around = topology.around(topology.corner_of(own) as usize).iter();
    let mut nodes = around.map(|n| topology.corner_nodes[*n as usize]);
    nodes.any(|nodes| nodes.contains(&own) && nodes.contains(&other))
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

#[cfg(test)]
mod tests {
    use super::downhill;

    /// Of the hollow `a·x² + b·x·y + c·y²`, however it lies, one step leads to its bottom; and along a
    /// valley or over a hill it leads down.
    #[test]
    fn one_step_leads_to_the_bottom_of_a_hollow() {
        for [a, b, c] in [
            [2.0, 1.0, 3.0],
            [3.0, -2.0, 1.0],
            [1.0, 0.0, 1.0],
            [1.0, 1.9, 1.0],
        ] {
            let (x, y) = (0.3, -0.7);
            let own = [2.0 * a * x + b * y, b * x + 2.0 * c * y];
            let [dx, dy] = downhill(own, [[2.0 * a, b], [b, 2.0 * c]], 1e-6);
            assert!(
                (x + dx).abs() < 1e-14 && (y + dy).abs() < 1e-14,
                "{a} {b} {c}"
            );
        }
        for change in [
            [[5.0, 0.0], [0.0, 0.0]],
            [[1.0, 3.0], [3.0, -2.0]],
            [[-1.0, 0.0], [0.0, -1.0]],
        ] {
            let own = [0.2, -0.5];
            let step = downhill(own, change, 1e-3);
            assert!(own[0] * step[0] + own[1] * step[1] < 0.0, "{change:?}");
        }
    }
}
