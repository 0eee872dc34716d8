//! The outside of a mesh: what is struck, touched and heard.

use super::{FACES, Mesh, faces};
use crate::vector::{Vec3, cross, length, scale, sub};

/// Triangles with curved edges, anticlockwise as seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    nodes: Vec<u32>,
    triangles: Vec<[u32; 6]>,
}

impl Surface {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let sorted = faces::sorted(mesh);
        let mut triangles = Vec::new();
        for same in sorted.chunk_by(|a, b| a.corners == b.corners) {
            if let [face] = same {
                let nodes = &mesh.elements[face.element as usize];
                triangles.push(FACES[face.side as usize].map(|node| nodes[node]));
            }
        }
        let mut nodes: Vec<u32> = triangles.iter().flatten().copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let mut number = vec![u32::MAX; mesh.nodes.len()];
        for (new, &node) in (0u32..).zip(&nodes) {
            number[node as usize] = new;
        }
        for node in triangles.iter_mut().flatten() {
            *node = number[*node as usize];
        }
        Self { nodes, triangles }
    }

    /// The nodes of the mesh that lie on it, ascending.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Three corners and the nodes between the first and the second, the second and the third,
    /// the third and the first, as positions in [`nodes`](Surface::nodes).
    pub fn triangles(&self) -> &[[u32; 6]] {
        &self.triangles
    }

    /// Each triangle as four flat ones over all its nodes.
    pub fn flat(&self) -> Vec<[u32; 3]> {
        let mut flat = Vec::with_capacity(4 * self.triangles.len());
        for &[a, b, c, ab, bc, ca] in &self.triangles {
            flat.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        flat
    }

    /// Places of its nodes \[m\].
    pub fn places(&self, mesh: &Mesh) -> Vec<Vec3> {
        let places = self.nodes.iter().map(|&node| mesh.nodes[node as usize]);
        places.collect()
    }

    /// Area \[m²\], of the flat triangles.
    pub fn area(&self, mesh: &Mesh) -> f64 {
        let places = self.places(mesh);
        let areas = self
            .flat()
            .into_iter()
            .map(|t| double_area(&places, t) / 2.0);
        areas.sum()
    }

    /// Which way is out at each node: the mean of the flat triangles about it by their areas.
    pub fn normals(&self, mesh: &Mesh) -> Vec<Vec3> {
        let places = self.places(mesh);
        let mut normals = vec![[0.0; 3]; places.len()];
        for triangle in self.flat() {
            let out = area_vector(&places, triangle);
            for node in triangle {
                for axis in 0..3 {
                    normals[node as usize][axis] += out[axis];
                }
            }
        }
        for normal in &mut normals {
            let size = length(*normal);
            if size > 0.0 {
                *normal = scale(*normal, 1.0 / size);
            }
        }
        normals
    }
}

fn area_vector(places: &[Vec3], [a, b, c]: [u32; 3]) -> Vec3 {
    let from = places[a as usize];
    cross(sub(places[b as usize], from), sub(places[c as usize], from))
}

fn double_area(places: &[Vec3], triangle: [u32; 3]) -> f64 {
    length(area_vector(places, triangle))
}
