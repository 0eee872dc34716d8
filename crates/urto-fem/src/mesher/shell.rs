//! Closed surfaces of triangles.

use super::MesherError;
use super::cut::crossed;
use crate::mesh::{Mesh, Surface};
use crate::vector::{Vec3, bounds, distance, triple};
use std::collections::BTreeMap;

/// A closed surface whose triangles face outwards \[m\].
#[derive(Clone, Debug, PartialEq)]
pub struct Shell {
    nodes: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Shell {
    /// Takes corners and triangles if they close; turns them all if they face inwards.
    pub fn new(nodes: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<Self, MesherError> {
        if triangles.is_empty() {
            return Err(MesherError::Empty);
        }
        let count = nodes.len();
        if let Some(node) = nodes.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            let place = nodes[node];
            return Err(MesherError::NotFinite { node, place });
        }
        // How often each edge is walked up and down: once each where a surface is closed.
        let mut walked: BTreeMap<[u32; 2], [u32; 2]> = BTreeMap::new();
        for (triangle, corners) in triangles.iter().enumerate() {
            for i in 0..3 {
                let (from, to) = (corners[i], corners[(i + 1) % 3]);
                if from as usize >= count {
                    let node = from;
                    return Err(MesherError::NoSuchNode {
                        triangle,
                        node,
                        count,
                    });
                }
                let way = usize::from(from > to);
                walked.entry([from.min(to), from.max(to)]).or_default()[way] += 1;
            }
        }
        let edges = walked.values().filter(|ways| **ways != [1, 1]).count();
        if edges > 0 {
            return Err(MesherError::NotClosed { edges });
        }
        let mut shell = Self { nodes, triangles };
        let volume = shell.volume();
        if volume < 0.0 {
            for triangle in &mut shell.triangles {
                triangle.swap(1, 2);
            }
        }
        // NaN too: coordinates may be too large to be multiplied.
        if !(volume.abs() > 0.0 && volume.is_finite()) {
            return Err(MesherError::NoVolume);
        }
        Ok(shell)
    }

    /// The outside of a mesh, in flat triangles.
    pub fn of(mesh: &Mesh) -> Result<Self, MesherError> {
        let surface: Surface = mesh.surface();
        Self::new(surface.places(mesh), surface.flat())
    }

    /// Corners \[m\].
    pub fn nodes(&self) -> &[Vec3] {
        &self.nodes
    }

    /// Triangles, anticlockwise as seen from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Volume inside \[m³\].
    pub fn volume(&self) -> f64 {
        let parts = (0..self.triangles.len()).map(|triangle| {
            let [a, b, c] = self.corners(triangle);
            triple(a, b, c)
        });
        parts.sum::<f64>() / 6.0
    }

    /// Whether a place is inside: on the way out along x the surface is crossed an odd number of
    /// times.
    pub(super) fn contains(&self, at: Vec3) -> bool {
        let (least, greatest) = bounds(&self.nodes);
        let size = distance(least, greatest);
        // A little aside, so as not to meet edges of triangles.
        let line = [at[1] + 1.234_567e-7 * size, at[2] + 1.765_432e-7 * size];
        let triangles = 0..self.triangles.len();
        let all = triangles.filter_map(|triangle| crossed(self.corners(triangle), line));
        all.filter(|&x| x > at[0]).count() % 2 == 1
    }

    pub(super) fn corners(&self, triangle: usize) -> [Vec3; 3] {
        self.triangles[triangle].map(|node| self.nodes[node as usize])
    }
}
