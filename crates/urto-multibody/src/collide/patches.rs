//! Which parts of a mesh are smooth, flat or too coarse, and what of it is sharp.

use super::mesh::{Mesh, Node, Patch};
use super::tree::{Open, Tree};
use super::vector::{Bounds, Vector, difference, dot, length, scaled, sum};

/// How far nodes count, in longest edges of their patch: less and too few are seen, more and what
/// is not a sphere is smoothed away (1.3 to 2.7 were tried).
const REACH: f64 = 1.5;
/// Lists of nodes around a corner hold those that count anywhere in its triangles: no point of a
/// triangle is farther from its nearest corner than this share of its longest side.
const BESIDE: f64 = 0.6;
/// A patch is flat if its normals differ by less.
pub(super) const PLANAR: f64 = 1e-6;
/// One sphere cannot follow a surface that turns farther within its reach: the cosine of 73 degrees.
const TURNED: f64 = 0.3;
/// Where more nodes than these are within reach, edges differ too much in length.
const CROWD: usize = 600;

impl Mesh {
    pub(crate) fn judge_patches(&mut self) {
        let count = self.topology.patch.iter().max().map_or(0, |own| *own + 1) as usize;
        let mut longest = vec![0.0f64; count];
        let mut planar = vec![true; count];
        let mut first: Vec<Option<Vector>> = vec![None; count];
        for n in 0..self.normals.len() {
            let patch = self.topology.patch[n] as usize;
            let [a, b, c] = self.corners(n);
            for side in [difference(b, a), difference(c, b), difference(a, c)] {
                longest[patch] = longest[patch].max(length(side));
            }
            let known = *first[patch].get_or_insert(self.normals[n]);
            planar[patch] &= length(difference(known, self.normals[n])) < PLANAR;
        }
        self.patches = (0..count)
            .map(|n| Patch {
                reach: REACH * longest[n],
                planar: planar[n],
                smooth: !planar[n] || self.flexible,
            })
            .collect();
    }

    /// Which nodes are near which corner; and which patches are too coarse for that.
    pub(crate) fn list_nodes(&mut self) {
        let nodes: Vec<Node> = (0..self.topology.node_count)
            .map(|n| self.node(n as u32))
            .collect();
        let boxes: Vec<Bounds> = (nodes.iter())
            .map(|own| Bounds::around(&[own.place]))
            .collect();
        let tree = Tree::new(&boxes);
        let patch_of = self.topology.node_patches();
        let mut open = Open::default();
        let mut found = Vec::new();
        self.starts = vec![0];
        for own in 0..self.topology.corner_node_count {
            let patch = patch_of[own];
            let Patch { reach, smooth, .. } = self.patches[patch as usize];
            if smooth {
                let node = nodes[own];
                let far = reach * (1.0 + BESIDE / REACH);
                found.clear();
                tree.meeting(&Bounds::around(&[node.place]).grown(far), &mut open, |n| {
                    let apart = length(difference(nodes[n].place, node.place));
                    if patch_of[n] == patch && apart < far {
                        found.push((n as u32, apart));
                    }
                });
                found.sort_unstable_by_key(|own| own.0);
                let turned = |(n, apart): &(u32, f64)| {
                    *apart < reach && dot(nodes[*n as usize].normal, node.normal) < TURNED
                };
                if found.len() > CROWD || found.iter().any(turned) {
                    self.patches[patch as usize].smooth = false;
                }
                self.beside.extend(found.iter().map(|own| own.0));
            }
            self.starts.push(self.beside.len() as u32);
        }
    }

    pub(crate) fn find_sharp(&mut self) {
        let topology = &self.topology;
        self.sharp_points = vec![false; self.points.len()];
        self.sharp_edges = vec![false; topology.edges.len()];
        for (n, edge) in topology.edges.iter().enumerate() {
            let patch = &self.patches[topology.patch[edge.triangles[0] as usize] as usize];
            let faceted = !patch.smooth && !patch.planar;
            self.sharp_edges[n] = edge.convex && (edge.crease || faceted);
            // A flat part that may bend touches wherever it has a corner.
            let bends = patch.planar && self.flexible;
            if edge.crease || faceted || bends {
                for corner in edge.corners {
                    self.sharp_points[corner as usize] = true;
                }
            }
        }
    }

    pub(crate) fn greatest_bulge(&self) -> f64 {
        let one = |n: usize, k: usize| {
            let corners = self.corners(n);
            let straight = scaled(sum(corners[k], corners[(k + 1) % 3]), 0.5);
            let own = self.topology.middle_nodes[n][k];
            length(difference(self.node(own).place, straight))
        };
        let smooth = (0..self.normals.len()).filter(|n| self.patch_of(*n).1.smooth);
        let all = smooth.flat_map(|n| (0..3).map(move |k| one(n, k)));
        // The middle of a triangle is farther out than those of its sides: on a sphere by 4 / 3.
        1.5 * all.fold(0.0, f64::max)
    }
}
