//! Motions without bending: three ways to shift and three to turn.

use super::ModesError;
use super::assembly::Matrices;
use super::dense::Mat;
use super::eigen::symmetric;
use crate::mesh::Mesh;
use crate::vector::{Vec3, cross, distance, dot, middle, scale, sub};

/// Whether a free body is in one part, and so has exactly six rigid modes.
pub(super) fn in_one_part(mesh: &Mesh) -> Result<(), ModesError> {
    let (parts, apart) = (mesh.parts(), mesh.islands());
    if apart > 1 {
        return Err(ModesError::InParts { parts: apart });
    }
    if parts > 1 {
        return Err(ModesError::Hinged { parts });
    }
    Ok(())
}

/// Whether fixed nodes hold a body in place.
pub(super) fn held(mesh: &Mesh, fixed: &[u32]) -> Result<(), ModesError> {
    let count = mesh.nodes().len();
    if let Some(&node) = fixed.iter().find(|&&node| node as usize >= count) {
        return Err(ModesError::NoSuchNode { node, count });
    }
    let ways = Ways::of(mesh);
    let mut gram = Mat::zeros(6, 6);
    for &node in fixed {
        let moves = ways.at(mesh.nodes()[node as usize]);
        for i in 0..6 {
            for j in 0..6 {
                gram[(i, j)] += dot(moves[i], moves[j]);
            }
        }
    }
    let (values, _) = symmetric(&gram)?;
    // Squares of how far the fixed nodes would move, in units of the body's size: a turn that
    // moves them by less than a thousandth is not held by them.
    match values.iter().filter(|&&value| value < 1e-6).count() {
        0 => Ok(()),
        ways => Err(ModesError::StillLoose { ways }),
    }
}

/// The six rigid motions, orthonormal in mass.
pub(super) fn motions(mesh: &Mesh, matrices: &Matrices) -> Mat {
    let size = matrices.unknowns();
    let ways = Ways::of(mesh);
    let moves: Vec<[Vec3; 6]> = mesh.nodes().iter().map(|&at| ways.at(at)).collect();
    let mut motions = Mat::from_fn(size, 6, |row, way| moves[row / 3][way][row % 3]);
    let mut of_mass = Mat::zeros(size, 6);
    let none = Mat::zeros(size, 0);
    let mut basis = super::basis::Basis::new(matrices, none, 1);
    for _ in 0..2 {
        matrices.times_mass(&motions, &mut of_mass, 1);
        basis.orthonormalise(&mut motions, &mut of_mass);
    }
    motions
}

/// How places move in the six ways: turns about the middle of the bounding box, by one over its
/// diagonal, so that they move points about as far as shifts of 1.
struct Ways {
    centre: Vec3,
    size: f64,
}

impl Ways {
    fn of(mesh: &Mesh) -> Self {
        let (least, greatest) = mesh.bounds();
        Self {
            centre: middle(least, greatest),
            size: distance(least, greatest),
        }
    }

    fn at(&self, place: Vec3) -> [Vec3; 6] {
        let arm = scale(sub(place, self.centre), 1.0 / self.size);
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        [x, y, z, cross(x, arm), cross(y, arm), cross(z, arm)]
    }
}
