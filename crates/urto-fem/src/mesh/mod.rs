//! A solid body cut into tetrahedra with curved edges.
//!
//! Each element has ten nodes: four corners, and one on each edge. Elements with corners alone
//! make thin bodies far too stiff (a plate's first mode is read 173 % too high at 6,000 unknowns,
//! where ten nodes read it 0.5 % too high at 9,000), so there is no way to use them here;
//! [`Tetrahedra::quadratic`] gives them their edge nodes.

mod ball;
mod check;
mod error;
mod faces;
pub mod lattice;
mod quality;
mod surface;
mod tetrahedra;

pub use ball::ball;
pub use error::MeshError;
pub use quality::Quality;
pub use surface::Surface;
pub use tetrahedra::Tetrahedra;

use crate::element::{Element, RULE};
use crate::vector::Vec3;

/// The corners that each edge joins; nodes 4 to 9 of an element lie on the edges in this order
/// (as in VTK files; gmsh swaps the last two).
pub const EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [0, 2], [0, 3], [1, 3], [2, 3]];

/// The nodes of each face, anticlockwise as seen from outside: three corners, then the nodes on
/// the edges from the first to the second, the second to the third, and back.
pub const FACES: [[usize; 6]; 4] = [
    [0, 2, 1, 6, 5, 4],
    [0, 1, 3, 4, 8, 7],
    [0, 3, 2, 7, 9, 6],
    [1, 2, 3, 5, 9, 8],
];

/// A checked mesh of ten-node tetrahedra \[m\].
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    nodes: Vec<Vec3>,
    elements: Vec<[u32; 10]>,
}

impl Mesh {
    /// Takes nodes and elements (node numbers, in the order of [`EDGES`]) if they make a body:
    /// finite places, known nodes, nothing inside out, flat or overlapping, no cracks.
    ///
    /// A mesh in several parts is a mesh too; see [`parts`](Mesh::parts).
    pub fn new(nodes: Vec<Vec3>, elements: Vec<[u32; 10]>) -> Result<Self, MeshError> {
        let mesh = Self { nodes, elements };
        check::all(&mesh)?;
        Ok(mesh)
    }

    /// Places of the nodes \[m\].
    pub fn nodes(&self) -> &[Vec3] {
        &self.nodes
    }

    /// The ten nodes of each element.
    pub fn elements(&self) -> &[[u32; 10]] {
        &self.elements
    }

    /// Volume \[m³\].
    pub fn volume(&self) -> f64 {
        let volumes = (0..self.elements.len()).map(|e| self.element_volume(e));
        volumes.sum()
    }

    /// Corners of the smallest box along the axes that holds it: least and greatest \[m\].
    pub fn bounds(&self) -> (Vec3, Vec3) {
        crate::vector::bounds(&self.nodes)
    }

    /// The outer faces.
    pub fn surface(&self) -> Surface {
        Surface::of(self)
    }

    /// In how many parts it is: elements hold together where they share a face. Two that share
    /// only an edge hang together as by a hinge, and count as two.
    pub fn parts(&self) -> usize {
        faces::parts(self)
    }

    /// In how many parts it is that do not touch at all, not even at a corner.
    pub fn islands(&self) -> usize {
        faces::islands(self)
    }

    /// How well shaped its elements are.
    pub fn quality(&self) -> Quality {
        Quality::of(self)
    }

    /// The nodes for which `inside` holds, to be fixed: those in a vice, say.
    pub fn nodes_where(&self, inside: impl Fn(Vec3) -> bool) -> Vec<u32> {
        let numbered = (0u32..).zip(&self.nodes);
        let held = numbered.filter(|(_, place)| inside(**place));
        held.map(|(node, _)| node).collect()
    }

    /// The same body, larger or smaller.
    pub fn scaled(&self, factor: f64) -> Result<Self, MeshError> {
        let nodes = self.nodes.iter().map(|p| p.map(|x| x * factor)).collect();
        Self::new(nodes, self.elements.clone())
    }

    /// Places of the nodes of one element.
    pub(crate) fn places(&self, element: usize) -> [Vec3; 10] {
        self.elements[element].map(|node| self.nodes[node as usize])
    }

    fn element_volume(&self, element: usize) -> f64 {
        let shape = Element::new(self.places(element));
        let parts = RULE.iter().map(|at| at.weight * shape.stretch(&at.place));
        parts.sum::<f64>() / 6.0
    }
}
