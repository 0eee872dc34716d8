//! One curved tetrahedron: its shape functions, and its stiffness and mass.
//!
//! Law:  stiffness by Hooke's law with Lamé's constants lambda = E·nu/((1 + nu)(1 - 2·nu)) and
//!       mu = E/(2·(1 + nu)); consistent mass.
//! Refs: Hughes, The Finite Element Method, ch. 3; the 14-point rule: Walkington 2000.

use crate::vector::{Vec3, triple};
use urto::body::Material;

/// A place inside, by the four weights of the corners (they add to 1).
pub(crate) type Place = [f64; 4];

/// A place where integrands are read, and what it counts.
pub(crate) struct Read {
    pub place: Place,
    /// Share of the volume.
    pub weight: f64,
}

const fn orbit4(a: f64, which: usize, weight: f64) -> Read {
    let mut place = [a; 4];
    place[which] = 1.0 - 3.0 * a;
    Read { place, weight }
}

const fn orbit6(a: f64, first: usize, second: usize, weight: f64) -> Read {
    let mut place = [0.5 - a; 4];
    place[first] = a;
    place[second] = a;
    Read { place, weight }
}

const A: f64 = 0.310_885_919_263_300_6;
const A_WEIGHT: f64 = 0.112_687_925_718_015_85;
const B: f64 = 0.092_735_250_310_891_23;
const B_WEIGHT: f64 = 0.073_493_043_116_361_95;
const C: f64 = 0.045_503_704_125_649_65;
const C_WEIGHT: f64 = 0.042_546_020_777_081_47;

/// Exact up to the fifth power: the mass of a straight element needs the fourth.
pub(crate) const RULE: [Read; 14] = [
    orbit4(A, 0, A_WEIGHT),
    orbit4(A, 1, A_WEIGHT),
    orbit4(A, 2, A_WEIGHT),
    orbit4(A, 3, A_WEIGHT),
    orbit4(B, 0, B_WEIGHT),
    orbit4(B, 1, B_WEIGHT),
    orbit4(B, 2, B_WEIGHT),
    orbit4(B, 3, B_WEIGHT),
    orbit6(C, 0, 1, C_WEIGHT),
    orbit6(C, 0, 2, C_WEIGHT),
    orbit6(C, 0, 3, C_WEIGHT),
    orbit6(C, 1, 2, C_WEIGHT),
    orbit6(C, 1, 3, C_WEIGHT),
    orbit6(C, 2, 3, C_WEIGHT),
];

/// Where its nodes lie.
pub(crate) const CORNERS_AND_EDGES: [Place; 10] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
    [0.5, 0.5, 0.0, 0.0],
    [0.0, 0.5, 0.5, 0.0],
    [0.5, 0.0, 0.5, 0.0],
    [0.5, 0.0, 0.0, 0.5],
    [0.0, 0.5, 0.0, 0.5],
    [0.0, 0.0, 0.5, 0.5],
];

/// What each node counts at a place.
fn shares(l: &Place) -> [f64; 10] {
    let corner = |i: usize| l[i] * (2.0 * l[i] - 1.0);
    let edge = |i: usize, j: usize| 4.0 * l[i] * l[j];
    [
        corner(0),
        corner(1),
        corner(2),
        corner(3),
        edge(0, 1),
        edge(1, 2),
        edge(0, 2),
        edge(0, 3),
        edge(1, 3),
        edge(2, 3),
    ]
}

/// How the shares change along the three weights after the first.
fn slopes(l: &Place) -> [Vec3; 10] {
    let mut by_weight = [[0.0; 4]; 10];
    for corner in 0..4 {
        by_weight[corner][corner] = 4.0 * l[corner] - 1.0;
    }
    for (edge, [i, j]) in crate::mesh::EDGES.into_iter().enumerate() {
        by_weight[4 + edge][i] = 4.0 * l[j];
        by_weight[4 + edge][j] = 4.0 * l[i];
    }
    by_weight.map(|d| [d[1] - d[0], d[2] - d[0], d[3] - d[0]])
}

/// The places of the ten nodes.
pub(crate) struct Element {
    nodes: [Vec3; 10],
}

/// Stiffness and mass between the nodes of one element.
pub(crate) struct Matrices {
    /// 3 x 3 blocks by rows, `[a][b]` for b >= a only; the others are their transposes.
    pub stiffness: [[[f64; 9]; 10]; 10],
    /// The same for all three directions; b >= a only.
    pub mass: [[f64; 10]; 10],
}

impl Element {
    pub fn new(nodes: [Vec3; 10]) -> Self {
        Self { nodes }
    }

    /// How place changes along the three weights: a row for each weight.
    fn jacobian(&self, slopes: &[Vec3; 10]) -> [Vec3; 3] {
        let mut rows = [[0.0; 3]; 3];
        for (node, slope) in self.nodes.iter().zip(slopes) {
            for along in 0..3 {
                for axis in 0..3 {
                    rows[along][axis] += slope[along] * node[axis];
                }
            }
        }
        rows
    }

    /// Six times the volume per share of volume there; negative where inside out.
    pub fn stretch(&self, place: &Place) -> f64 {
        let [a, b, c] = self.jacobian(&slopes(place));
        triple(a, b, c)
    }

    /// Its stiffness \[N/m\] and mass \[kg\] in a material.
    pub fn matrices(&self, material: &Material) -> Matrices {
        let (e, nu) = (material.modulus, material.poisson);
        let lambda = e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
        let mu = e / (2.0 * (1.0 + nu));
        let mut matrices = Matrices {
            stiffness: [[[0.0; 9]; 10]; 10],
            mass: [[0.0; 10]; 10],
        };
        for read in &RULE {
            let slopes = slopes(&read.place);
            let rows = self.jacobian(&slopes);
            let volume = read.weight * triple(rows[0], rows[1], rows[2]) / 6.0;
            let gradients = gradients(&rows, &slopes);
            let shares = shares(&read.place);
            for a in 0..10 {
                for b in a..10 {
                    let (of_a, of_b) = (gradients[a], gradients[b]);
                    let block = &mut matrices.stiffness[a][b];
                    for r in 0..3 {
                        for s in 0..3 {
                            let part = lambda * of_a[r] * of_b[s] + mu * of_a[s] * of_b[r];
                            block[3 * r + s] += volume * part;
                        }
                    }
                    let along = volume * mu * crate::vector::dot(of_a, of_b);
                    for r in 0..3 {
                        block[4 * r] += along;
                    }
                    matrices.mass[a][b] += volume * material.density * shares[a] * shares[b];
                }
            }
        }
        matrices
    }
}

/// Slopes of the shares in space \[1/m\]: those along the weights, through the inverse of `rows`.
fn gradients(rows: &[Vec3; 3], slopes: &[Vec3; 10]) -> [Vec3; 10] {
    use crate::vector::cross;
    let [a, b, c] = *rows;
    let whole = triple(a, b, c);
    // Columns of the inverse, times the determinant.
    let inverse = [cross(b, c), cross(c, a), cross(a, b)];
    slopes.map(|slope| {
        let mut gradient = [0.0; 3];
        for axis in 0..3 {
            for along in 0..3 {
                gradient[axis] += slope[along] * inverse[along][axis];
            }
            gradient[axis] /= whole;
        }
        gradient
    })
}
