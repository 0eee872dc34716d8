//! Boxes of cells, each cut into six tetrahedra.
//!
//! Every cell is cut along the same diagonal (Kuhn's cut): a tetrahedron for each order in which
//! one can walk along the three axes from its first corner to its last. Neighbours fit.

use super::{MeshError, Tetrahedra};
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
    let corners = cells
        .iter()
        .try_fold(1usize, |all, &n| all.checked_mul(n + 1));
    if cells.contains(&0) {
        return Err(MeshError::NoCells { cells });
    }
    // Ten-node elements have about eight times as many nodes as corners.
    if corners.is_none_or(|corners| corners > u32::MAX as usize / 8) {
        return Err(MeshError::TooMany);
    }
    let [x, y, z] = cells;
    let at = |axis: usize, place: usize| size[axis] * place as f64 / cells[axis] as f64;
    let mut block = Tetrahedra::default();
    for k in 0..=z {
        for j in 0..=y {
            let row = (0..=x).map(|i| [at(0, i), at(1, j), at(2, k)]);
            block.nodes.extend(row);
        }
    }
    for k in 0..z {
        for j in 0..y {
            block
                .elements
                .extend((0..x).flat_map(|i| cell(cells, [i, j, k])));
        }
    }
    block.orient();
    Ok(block)
}

/// The six elements of one cell.
fn cell([x, y, _]: [usize; 3], first: [usize; 3]) -> [[u32; 4]; 6] {
    let number = |[i, j, k]: [usize; 3]| ((k * (y + 1) + j) * (x + 1) + i) as u32;
    WALKS.map(|walk| {
        let mut at = first;
        let mut nodes = [number(at); 4];
        for (step, axis) in walk.into_iter().enumerate() {
            at[axis] += 1;
            nodes[step + 1] = number(at);
        }
        nodes
    })
}
