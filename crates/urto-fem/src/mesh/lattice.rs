//! Boxes of cells, each cut into six tetrahedra, straight or bent into another shape.
//!
//! Every cell is cut along the same diagonal (Kuhn's cut): a tetrahedron for each order in which
//! one can walk along the three axes from its first corner to its last. Neighbours fit, also
//! where the lattice is closed to a ring.

use super::{Mesh, MeshError, Tetrahedra};
use crate::vector::Vec3;

/// The six orders of three axes.
const WALKS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// A straight block of a size \[m\], one corner at the origin, in so many cells along each axis.
pub fn block(size: Vec3, cells: [usize; 3]) -> Result<Tetrahedra, MeshError> {
    let grid = Grid::new(cells, false)?;
    let at = |place: [usize; 3]| {
        let mut point = [0.0; 3];
        for axis in 0..3 {
            point[axis] = size[axis] * place[axis] as f64 / (2 * cells[axis]) as f64;
        }
        point
    };
    let mut block = Tetrahedra {
        nodes: grid.corners().map(at).collect(),
        elements: grid.elements(),
    };
    block.orient();
    Ok(block)
}

/// A lattice bent into shape: `place` is given twice the number of cells along each axis (so
/// that odd numbers are the middles of edges) and says where that is \[m\].
///
/// If it is `round`, the first axis closes to a ring, and where all places along that axis are
/// one (at the axis of a vessel), so are the nodes.
pub fn bent(
    cells: [usize; 3],
    round: bool,
    place: impl Fn([usize; 3]) -> Vec3,
) -> Result<Mesh, MeshError> {
    let grid = Grid::new(cells, round)?;
    let corners: Vec<[usize; 3]> = grid.corners().collect();
    let places: Vec<Vec3> = corners.iter().map(|&at| place(at)).collect();
    let merged = grid.merged(&places);
    let mut elements = grid.elements();
    for node in elements.iter_mut().flatten() {
        *node = merged[*node as usize];
    }
    elements.retain(|nodes| {
        let mut sorted = *nodes;
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    });
    let whole = Tetrahedra {
        nodes: places,
        elements,
    };
    // Tidying renumbers; the corners of the lattice go along.
    let mut used = vec![false; corners.len()];
    for &node in whole.elements.iter().flatten() {
        used[node as usize] = true;
    }
    let mut kept = Vec::new();
    for (node, at) in corners.iter().enumerate() {
        if used[node] {
            kept.push((*at, grid.gathers(&merged, node)));
        }
    }
    let tidied = whole.tidied()?;
    tidied.curved(|a, b, _| place(grid.between(kept[a as usize], kept[b as usize])))
}

/// A block of cells, its places counted in half cells.
struct Grid {
    cells: [usize; 3],
    round: bool,
}

impl Grid {
    fn new(cells: [usize; 3], round: bool) -> Result<Self, MeshError> {
        // Three cells are the fewest that close to a ring without folding.
        let least = if round { 3 } else { 1 };
        if cells[0] < least || cells[1] < 1 || cells[2] < 1 {
            return Err(MeshError::NoCells { cells, least });
        }
        let nodes = cells
            .iter()
            .try_fold(1usize, |all, &n| all.checked_mul(n + 1));
        // Ten-node elements have about eight times as many nodes as corners.
        if nodes.is_none_or(|nodes| nodes > u32::MAX as usize / 8) {
            return Err(MeshError::TooMany);
        }
        Ok(Self { cells, round })
    }

    /// Corners along each axis.
    fn along(&self) -> [usize; 3] {
        let first = self.cells[0] + usize::from(!self.round);
        [first, self.cells[1] + 1, self.cells[2] + 1]
    }

    fn corners(&self) -> impl Iterator<Item = [usize; 3]> {
        let [x, y, z] = self.along();
        let all = (0..z).flat_map(move |k| (0..y).map(move |j| (j, k)));
        all.flat_map(move |(j, k)| (0..x).map(move |i| [2 * i, 2 * j, 2 * k]))
    }

    fn number(&self, [i, j, k]: [usize; 3]) -> u32 {
        let [x, y, _] = self.along();
        ((k * y + j) * x + i % x) as u32
    }

    fn elements(&self) -> Vec<[u32; 4]> {
        let [x, y, z] = self.cells;
        let mut elements = Vec::with_capacity(6 * x * y * z);
        for k in 0..z {
            for j in 0..y {
                for i in 0..x {
                    for walk in WALKS {
                        let mut at = [i, j, k];
                        let mut nodes = [self.number(at); 4];
                        for (step, axis) in walk.into_iter().enumerate() {
                            at[axis] += 1;
                            nodes[step + 1] = self.number(at);
                        }
                        elements.push(nodes);
                    }
                }
            }
        }
        elements
    }

    /// For each corner the node that stands for it: rings that are one place become one node.
    fn merged(&self, places: &[Vec3]) -> Vec<u32> {
        let mut merged: Vec<u32> = (0..places.len() as u32).collect();
        if self.round {
            let around = self.cells[0];
            let (least, greatest) = crate::vector::bounds(places);
            // Far below any element, far above rounding.
            let near = 1e-9 * crate::vector::distance(least, greatest);
            for (ring, nodes) in places.chunks(around).enumerate() {
                let first = nodes[0];
                let one = |&place: &Vec3| crate::vector::distance(place, first) < near;
                if nodes.iter().all(one) {
                    merged[ring * around..(ring + 1) * around].fill((ring * around) as u32);
                }
            }
        }
        merged
    }

    /// Whether a whole ring became this node.
    fn gathers(&self, merged: &[u32], node: usize) -> bool {
        let next = node + 1;
        self.round && merged.get(next).is_some_and(|&of| of as usize == node)
    }

    /// The middle of two corners, of which each may stand for a whole ring.
    fn between(
        &self,
        (a, a_all): ([usize; 3], bool),
        (b, b_all): ([usize; 3], bool),
    ) -> [usize; 3] {
        let mut middle = [0, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
        middle[0] = match (a_all, b_all) {
            (true, _) => b[0],
            (_, true) => a[0],
            _ if self.round && a[0].abs_diff(b[0]) > 2 => 2 * self.cells[0] - 1,
            _ => (a[0] + b[0]) / 2,
        };
        middle
    }
}
