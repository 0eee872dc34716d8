//! Tetrahedra with corners alone, as mesh files and lattices give them: on the way to a [`Mesh`].

use super::{EDGES, Mesh, MeshError, faces};
use crate::vector::{Vec3, middle, sub, triple};
use std::collections::BTreeMap;

/// Corners \[m\] and straight elements, not checked yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tetrahedra {
    /// Places of the corners \[m\].
    pub nodes: Vec<Vec3>,
    /// Four corners each.
    pub elements: Vec<[u32; 4]>,
}

impl Tetrahedra {
    /// With a node in the middle of every edge.
    pub fn quadratic(&self) -> Result<Mesh, MeshError> {
        self.curved(|_, _, middle| middle)
    }

    /// With a node on every edge, where `place` says: it is given the numbers of the two corners
    /// and the middle between them.
    pub fn curved(&self, mut place: impl FnMut(u32, u32, Vec3) -> Vec3) -> Result<Mesh, MeshError> {
        self.known_nodes()?;
        let edges = self.edges();
        let mut nodes = self.nodes.clone();
        for &[a, b] in &edges {
            let centre = middle(self.nodes[a as usize], self.nodes[b as usize]);
            nodes.push(place(a, b, centre));
        }
        if u32::try_from(nodes.len()).is_err() {
            return Err(MeshError::TooMany);
        }
        let corners = self.nodes.len();
        let elements = self.elements.iter().map(|element| {
            let mut all = [0; 10];
            all[..4].copy_from_slice(element);
            for (edge, ends) in EDGES.into_iter().enumerate() {
                all[4 + edge] = (corners + find(&edges, ends.map(|end| element[end]))) as u32;
            }
            all
        });
        Mesh::new(nodes, elements.collect())
    }

    /// Each cut into eight: one at each corner, and the octahedron between them into four about
    /// its shortest diagonal.
    pub fn refined(&self) -> Result<Self, MeshError> {
        self.known_nodes()?;
        let edges = self.edges();
        let mut nodes = self.nodes.clone();
        let ends = |node: u32| self.nodes[node as usize];
        nodes.extend(edges.iter().map(|&[a, b]| middle(ends(a), ends(b))));
        let corners = self.nodes.len();
        let mut elements = Vec::with_capacity(8 * self.elements.len());
        for element in &self.elements {
            let [a, b, c, d] = *element;
            let [ab, bc, ac, ad, bd, cd] =
                EDGES.map(|e| (corners + find(&edges, e.map(|end| element[end]))) as u32);
            elements.extend([
                [a, ab, ac, ad],
                [ab, b, bc, bd],
                [ac, bc, c, cd],
                [ad, bd, cd, d],
            ]);
            // Each diagonal, and the four other middles in turn about it.
            let cuts = [
                (ab, cd, [ac, ad, bd, bc]),
                (bc, ad, [ab, ac, cd, bd]),
                (ac, bd, [ab, ad, cd, bc]),
            ];
            let span = |cut: &(u32, u32, [u32; 4])| {
                let across = sub(nodes[cut.0 as usize], nodes[cut.1 as usize]);
                crate::vector::dot(across, across)
            };
            let shortest = cuts.iter().min_by(|a, b| span(a).total_cmp(&span(b)));
            let Some(&(from, to, around)) = shortest else {
                unreachable!("three diagonals")
            };
            for i in 0..4 {
                elements.push([from, to, around[i], around[(i + 1) % 4]]);
            }
        }
        let mut refined = Self { nodes, elements };
        refined.orient();
        Ok(refined)
    }

    /// Every element turned outside out, and nodes that belong to none left out: what mesh files
    /// of other programs need. Nodes keep their order.
    pub fn tidied(&self) -> Result<Self, MeshError> {
        self.known_nodes()?;
        let mut number = vec![u32::MAX; self.nodes.len()];
        for &node in self.elements.iter().flatten() {
            number[node as usize] = 0;
        }
        let mut nodes = Vec::new();
        for (new, &place) in number.iter_mut().zip(&self.nodes) {
            if *new == 0 {
                *new = nodes.len() as u32;
                nodes.push(place);
            }
        }
        let elements = self.elements.iter();
        let elements = elements.map(|element| element.map(|node| number[node as usize]));
        let mut tidied = Self {
            nodes,
            elements: elements.collect(),
        };
        tidied.orient();
        Ok(tidied)
    }

    /// Corners that lie on the outside: those of faces that one element alone has.
    pub fn outer_nodes(&self) -> Vec<bool> {
        let mut outer = vec![false; self.nodes.len()];
        for face in self.outer_faces() {
            for node in face {
                outer[node as usize] = true;
            }
        }
        outer
    }

    /// Outer faces, each with its corners ascending.
    pub fn outer_faces(&self) -> Vec<[u32; 3]> {
        let mut faces = Vec::with_capacity(4 * self.elements.len());
        for &[a, b, c, d] in &self.elements {
            faces.extend([[a, b, c], [a, b, d], [a, c, d], [b, c, d]]);
        }
        for face in &mut faces {
            face.sort_unstable();
        }
        faces.sort_unstable();
        let alone = faces.chunk_by(|a, b| a == b).filter(|same| same.len() == 1);
        alone.map(|same| same[0]).collect()
    }

    /// Without parts that hang on the largest by no more than an edge, if all of them together have less
    /// than this share of the volume: crumbs that a lattice leaves at the tips of a surface.
    pub(crate) fn without_crumbs(self, share: f64) -> Self {
        let mut volumes = BTreeMap::new();
        let groups = faces::groups_of(&self.elements);
        for (element, group) in self.elements.iter().zip(&groups) {
            let [a, b, c, d] = element.map(|node| self.nodes[node as usize]);
            *volumes.entry(*group).or_insert(0.0) += triple(sub(b, a), sub(c, a), sub(d, a)).abs();
        }
        let whole: f64 = volumes.values().sum();
        let largest = volumes.iter().max_by(|a, b| a.1.total_cmp(b.1));
        match largest {
            Some((largest, volume)) if volumes.len() > 1 && whole - volume < share * whole => {
                let numbered = self.elements.iter().zip(&groups);
                let kept = numbered.filter(|(_, group)| *group == largest);
                Self {
                    elements: kept.map(|(element, _)| *element).collect(),
                    nodes: self.nodes,
                }
            }
            _ => self,
        }
    }

    /// Swaps two corners of elements whose volume is negative.
    pub(crate) fn orient(&mut self) {
        for element in &mut self.elements {
            let [a, b, c, d] = element.map(|node| self.nodes[node as usize]);
            if triple(sub(b, a), sub(c, a), sub(d, a)) < 0.0 {
                element.swap(2, 3);
            }
        }
    }

    /// All edges once, ends ascending, sorted.
    pub(crate) fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges = Vec::with_capacity(6 * self.elements.len());
        for element in &self.elements {
            edges.extend(EDGES.map(|[from, to]| ascending(element[from], element[to])));
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    fn known_nodes(&self) -> Result<(), MeshError> {
        let count = self.nodes.len();
        for (element, nodes) in self.elements.iter().enumerate() {
            if let Some(&node) = nodes.iter().find(|&&node| node as usize >= count) {
                return Err(MeshError::NoSuchNode {
                    element,
                    node,
                    count,
                });
            }
        }
        Ok(())
    }
}

fn ascending(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

fn find(edges: &[[u32; 2]], [a, b]: [u32; 2]) -> usize {
    let found = edges.binary_search(&ascending(a, b));
    found.expect("every edge of every element is in the list")
}

#[cfg(test)]
mod tests {
    /// Of a block, and a crumb that hangs on it by an edge, the block is left; of two alike both are.
    #[test]
    fn crumbs_go_and_halves_stay() {
        let block = super::super::lattice::block([1.0; 3], [2; 3]).unwrap();
        let with = |size: f64| {
            let mut both = block.clone();
            let first = both.nodes.len() as u32;
            let edge = (0..first).filter(|n| {
                let [x, y, _] = block.nodes[*n as usize];
                (x, y) == (1.0, 1.0)
            });
            let [a, b] = [0, 1].map(|rank| edge.clone().nth(rank).unwrap());
            let far = block.nodes[a as usize].map(|x| x + size);
            let beside = [far[0], far[1] - size, far[2]];
            both.nodes.extend([far, beside]);
            both.elements.push([a, b, first, first + 1]);
            both
        };
        let whole = block.elements.len();
        assert_eq!(with(0.1).without_crumbs(0.01).elements.len(), whole);
        assert_eq!(with(1.0).without_crumbs(0.01).elements.len(), whole + 1);
        assert_eq!(block.clone().without_crumbs(0.01), block);
    }
}
