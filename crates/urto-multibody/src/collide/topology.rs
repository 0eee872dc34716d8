//! Which triangles of a surface lie beside which, and which belong together.

use super::shape::ShapeError;
use super::vector::{Vector, dot};

/// Triangles that meet at a larger angle have a crease between them: the cosine of 30 degrees.
const CREASE: f64 = 0.866_025_403_784_438_6;

#[derive(Clone, Copy, Debug)]
pub(crate) struct MeshEdge {
    pub corners: [u32; 2],
    /// The first has the corners in this order.
    pub triangles: [u32; 2],
    pub crease: bool,
    pub convex: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Topology {
    pub triangles: Vec<[u32; 3]>,
    pub edges: Vec<MeshEdge>,
    /// The edges of each triangle; edge k goes from corner k to the next.
    pub sides: Vec<[u32; 3]>,
    /// The smooth part that each triangle belongs to.
    pub patch: Vec<u32>,
    /// The crease that each edge belongs to: a row of edges between the same two patches.
    pub creases: Vec<u32>,
    /// Corners at the end of a crease.
    pub creased: Vec<bool>,
    starts: Vec<u32>,
    around: Vec<u32>,
    /// The nodes of the corners and of the middles of the sides of each triangle.
    pub corner_nodes: Vec<[u32; 3]>,
    pub middle_nodes: Vec<[u32; 3]>,
    node_corners: Vec<u32>,
    /// Of each node the triangle and its corner or side at which it is.
    node_sides: Vec<(u32, u8)>,
    /// Nodes at corners come first.
    pub corner_node_count: usize,
    pub node_count: usize,
}

impl Topology {
    pub fn new(
        points: &[Vector],
        triangles: &[[u32; 3]],
        normals: &[Vector],
    ) -> Result<Self, ShapeError> {
        let mut own = Self {
            triangles: triangles.to_vec(),
            sides: vec![[0; 3]; triangles.len()],
            ..Self::default()
        };
        own.find_edges(normals)?;
        own.find_convex(points, normals);
        own.find_creased(points.len());
        own.find_around(points.len());
        own.find_patches();
        own.number_nodes();
        own.join_creases(points.len());
        Ok(own)
    }

    /// The triangles around a corner.
    pub fn around(&self, corner: usize) -> &[u32] {
        &self.around[self.starts[corner] as usize..self.starts[corner + 1] as usize]
    }

    /// The triangle on the other side of one of a triangle's sides.
    pub fn across(&self, triangle: usize, k: usize) -> (u32, &MeshEdge) {
        let edge = &self.edges[self.sides[triangle][k] as usize];
        let [one, two] = edge.triangles;
        (if one == triangle as u32 { two } else { one }, edge)
    }

    fn find_edges(&mut self, normals: &[Vector]) -> Result<(), ShapeError> {
        let mut sides: Vec<(u32, u32, u32, u8)> = Vec::with_capacity(3 * self.triangles.len());
        for (n, own) in self.triangles.iter().enumerate() {
            for k in 0..3 {
                let [a, b] = [own[k], own[(k + 1) % 3]];
                sides.push((a.min(b), a.max(b), n as u32, k as u8));
            }
        }
        sides.sort_unstable();
        let mut open = 0;
        let mut rest = &sides[..];
        while let Some(first) = rest.first() {
            let same = |own: &&(u32, u32, u32, u8)| (own.0, own.1) == (first.0, first.1);
            let count = rest.iter().take_while(same).count();
            let here = &rest[..count];
            rest = &rest[count..];
            let forward =
                |own: &(u32, u32, u32, u8)| self.triangles[own.2 as usize][own.3 as usize] == own.0;
            let [one, two] = match here {
                [one, two] if forward(one) != forward(two) => [one, two],
                _ => {
                    open += 1;
                    continue;
                }
            };
            let [one, two] = if forward(one) { [one, two] } else { [two, one] };
            let at = self.edges.len() as u32;
            self.sides[one.2 as usize][one.3 as usize] = at;
            self.sides[two.2 as usize][two.3 as usize] = at;
            let [a, b] = [one.2, two.2].map(|own| normals[own as usize]);
            self.edges.push(MeshEdge {
                corners: [first.0, first.1],
                triangles: [one.2, two.2],
                crease: dot(a, b) < CREASE,
                convex: false,
            });
        }
        if open > 0 {
            let told = format!("{open} edges that are not between two triangles wound alike");
            return Err(ShapeError::Surface(told));
        }
        Ok(())
    }

    /// Says which edges stand out: needs places.
    fn find_convex(&mut self, points: &[Vector], normals: &[Vector]) {
        for edge in &mut self.edges {
            let far = self.triangles[edge.triangles[1] as usize];
            let far = far.iter().find(|own| !edge.corners.contains(own));
            let from = points[edge.corners[0] as usize];
            let to = far.map_or(from, |own| points[*own as usize]);
            let way = core::array::from_fn(|k| to[k] - from[k]);
            edge.convex = dot(normals[edge.triangles[0] as usize], way) <= 0.0;
        }
    }

    fn find_creased(&mut self, points: usize) {
        self.creased = vec![false; points];
        for edge in self.edges.iter().filter(|own| own.crease) {
            for corner in edge.corners {
                self.creased[corner as usize] = true;
            }
        }
    }

    fn find_around(&mut self, points: usize) {
        self.starts = vec![0; points + 1];
        for own in self.triangles.iter().flatten() {
            self.starts[*own as usize + 1] += 1;
        }
        for n in 0..points {
            self.starts[n + 1] += self.starts[n];
        }
        let mut next = self.starts.clone();
        self.around = vec![0; 3 * self.triangles.len()];
        for (n, triangle) in self.triangles.iter().enumerate() {
            for own in triangle {
                self.around[next[*own as usize] as usize] = n as u32;
                next[*own as usize] += 1;
            }
        }
    }

    fn find_patches(&mut self) {
        const NONE: u32 = u32::MAX;
        self.patch = vec![NONE; self.triangles.len()];
        let (mut open, mut count) = (Vec::new(), 0);
        for seed in 0..self.triangles.len() {
            if self.patch[seed] != NONE {
                continue;
            }
            self.patch[seed] = count;
            open.push(seed);
            while let Some(own) = open.pop() {
                for k in 0..3 {
                    let (beside, edge) = self.across(own, k);
                    if !edge.crease && self.patch[beside as usize] == NONE {
                        self.patch[beside as usize] = count;
                        open.push(beside as usize);
                    }
                }
            }
            count += 1;
        }
    }

    /// Joins edges that meet at a corner where no other crease does.
    fn join_creases(&mut self, points: usize) {
        let mut at: Vec<Vec<u32>> = vec![vec![]; points];
        for (n, edge) in self.edges.iter().enumerate().filter(|own| own.1.crease) {
            for corner in edge.corners {
                at[corner as usize].push(n as u32);
            }
        }
        const NONE: u32 = u32::MAX;
        self.creases = vec![NONE; self.edges.len()];
        let mut open = Vec::new();
        for first in 0..self.edges.len() {
            if self.creases[first] != NONE {
                continue;
            }
            open.push(first as u32);
            self.creases[first] = first as u32;
            while let Some(own) = open.pop() {
                for corner in self.edges[own as usize].corners {
                    let [one, two] = at[corner as usize][..] else {
                        continue;
                    };
                    for other in [one, two] {
                        let own_row = [one, two].contains(&own);
                        if own_row && self.creases[other as usize] == NONE {
                            self.creases[other as usize] = first as u32;
                            open.push(other);
                        }
                    }
                }
            }
        }
    }

    /// A corner has a node for each patch that it belongs to, and so has the middle of an edge.
    fn number_nodes(&mut self) {
        let number = |keys: &mut Vec<(u32, u32, u32, u8)>, first: usize| {
            keys.sort_unstable();
            let mut places = vec![[0; 3]; self.triangles.len()];
            let mut next = first;
            for n in 0..keys.len() {
                let (own, patch, triangle, k) = keys[n];
                let last = n.checked_sub(1).map(|n| (keys[n].0, keys[n].1));
                if last.is_some_and(|last| last != (own, patch)) {
                    next += 1;
                }
                places[triangle as usize][k as usize] = next as u32;
            }
            (places, next + 1)
        };
        let keys = |of: &[[u32; 3]]| -> Vec<(u32, u32, u32, u8)> {
            let all = of.iter().enumerate();
            all.flat_map(|(n, own)| {
                let patch = self.patch[n];
                (0..3).map(move |k| (own[k], patch, n as u32, k as u8))
            })
            .collect()
        };
        let (corners, count) = number(&mut keys(&self.triangles), 0);
        let (middles, all) = number(&mut keys(&self.sides), count);
        self.corner_nodes = corners;
        self.middle_nodes = middles;
        self.node_corners = vec![0; count];
        for (nodes, triangle) in self.corner_nodes.iter().zip(&self.triangles) {
            for k in 0..3 {
                self.node_corners[nodes[k] as usize] = triangle[k];
            }
        }
        self.corner_node_count = count;
        self.node_count = all;
        self.node_sides = vec![(0, 0); all];
        for nodes in [&self.corner_nodes, &self.middle_nodes] {
            for (n, own) in nodes.iter().enumerate() {
                for (k, node) in own.iter().enumerate() {
                    self.node_sides[*node as usize] = (n as u32, k as u8);
                }
            }
        }
    }

    /// The corner at which a corner's node stands.
    pub fn corner_of(&self, node: u32) -> u32 {
        self.node_corners[node as usize]
    }

    /// The last triangle at which a node is, and which of its corners or sides that is.
    pub fn side_of(&self, node: u32) -> (usize, usize) {
        let (triangle, k) = self.node_sides[node as usize];
        (triangle as usize, k as usize)
    }

    /// The patch of each node.
    pub fn node_patches(&self) -> Vec<u32> {
        let mut patches = vec![0; self.node_count];
        for (n, patch) in self.patch.iter().enumerate() {
            for own in self.corner_nodes[n].iter().chain(&self.middle_nodes[n]) {
                patches[*own as usize] = *patch;
            }
        }
        patches
    }
}
