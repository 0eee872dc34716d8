//! The dynamic matrix of a network, kept as its links.
//!
//! Law:  M^-1/2·K·M^-1/2: its eigenvalues are those of the motion, and it is symmetric.

use super::eigen::Square;
use super::felt::Felt;
use crate::vector::{Vector, difference, dot, scaled, sum};
use urto::rng::Rng;

/// What a link gives to the matrix: `along` times its direction's square, and `across` times the
/// rest.
#[derive(Clone, Copy)]
struct Block {
    ends: [usize; 2],
    direction: Vector,
    along: f64,
    across: f64,
}

/// How much of what makes up a matrix: h²·K·stiffness + 2·h·Z·braking.
#[derive(Clone, Copy)]
pub(super) struct Shares {
    pub stiffness: f64,
    pub braking: f64,
    /// Whether what is slack counts as if it acted.
    pub slack: bool,
    /// Only this link, or all but this link.
    pub only: Option<usize>,
    pub without: Option<usize>,
}

impl Shares {
    pub const STIFFNESS: Self = Self {
        stiffness: 1.0,
        braking: 0.0,
        slack: false,
        only: None,
        without: None,
    };
    pub const ALL: Self = Self {
        braking: 1.0,
        ..Self::STIFFNESS
    };
}

/// Vectors have three numbers for each mass; those of held ones are zero.
pub(super) struct Matrix {
    /// 1/sqrt(mass) along free axes, else 0.
    scale: Vec<Vector>,
    blocks: Vec<Block>,
    /// What every mass has for itself, before scaling.
    own: f64,
}

impl Matrix {
    pub fn new(felt: &Felt, shares: &Shares) -> Self {
        let scale = felt.masses.iter().zip(&felt.free).map(|(mass, free)| {
            let own = 1.0 / mass.sqrt();
            free.map(|free| if free { own } else { 0.0 })
        });
        let stiff = shares.stiffness * felt.h * felt.h;
        let brake = shares.braking * 2.0 * felt.h;
        let taken = |n: usize| shares.only.is_none_or(|own| own == n) && shares.without != Some(n);
        let ties = felt.ties.iter().enumerate();
        let blocks = ties
            .filter(|(n, tie)| taken(*n) && (shares.slack || !tie.slack))
            .map(|(_, tie)| Block {
                ends: tie.ends,
                direction: tie.along,
                along: stiff * tie.stiff + brake * tie.brake,
                across: stiff * tie.across + brake * tie.brake_across,
            })
            .collect();
        Self {
            scale: scale.collect(),
            blocks,
            own: if shares.only.is_none() {
                brake * felt.friction
            } else {
                0.0
            },
        }
    }

    /// This and a multiple of another of the same masses.
    pub fn plus(&self, factor: f64, other: &Self) -> Self {
        let more = other.blocks.iter().map(|block| Block {
            along: factor * block.along,
            across: factor * block.across,
            ..*block
        });
        Self {
            scale: self.scale.clone(),
            blocks: self.blocks.iter().copied().chain(more).collect(),
            own: self.own + factor * other.own,
        }
    }

    pub fn size(&self) -> usize {
        3 * self.scale.len()
    }

    /// No eigenvalue is further from zero (Gershgorin).
    pub fn bound(&self) -> f64 {
        let mut loads = vec![self.own; self.scale.len()];
        for block in &self.blocks {
            let own = 2.0 * block.along.abs().max(block.across.abs());
            block.ends.iter().for_each(|end| loads[*end] += own);
        }
        let scale = self
            .scale
            .iter()
            .map(|own| own.iter().fold(0.0f64, |a, b| a.max(*b)));
        let loads = loads.iter().zip(scale);
        loads
            .map(|(load, own)| load * own * own)
            .fold(0.0, f64::max)
    }

    /// Coordinates that can move.
    pub fn free(&self) -> Vec<usize> {
        let moves = |n: &usize| self.scale[n / 3][n % 3] > 0.0;
        (0..self.size()).filter(moves).collect()
    }

    /// A vector of which every eigenvector has some.
    pub fn drawn(&self, rng: &mut Rng) -> Vec<f64> {
        let scale = self.scale.iter().flatten();
        scale
            .map(|own| if *own > 0.0 { rng.signed() } else { 0.0 })
            .collect()
    }

    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        let x: Vec<Vector> = x
            .as_chunks::<3>()
            .0
            .iter()
            .zip(&self.scale)
            .map(|(x, scale)| core::array::from_fn(|k| x[k] * scale[k]))
            .collect();
        let mut y: Vec<Vector> = x.iter().map(|x| scaled(*x, self.own)).collect();
        for block in &self.blocks {
            let [a, b] = block.ends;
            let apart = difference(x[b], x[a]);
            let along = (block.along - block.across) * dot(block.direction, apart);
            let pull = sum(scaled(block.direction, along), scaled(apart, block.across));
            y[a] = difference(y[a], pull);
            y[b] = sum(y[b], pull);
        }
        let scale = self.scale.iter().flatten();
        y.iter().flatten().zip(scale).map(|(y, s)| y * s).collect()
    }

    /// Calls for every entry on and below the diagonal of free coordinates that is not zero: row,
    /// column, value. Several calls for the same entry add up.
    pub fn entries(&self, mut each: impl FnMut(usize, usize, f64)) {
        for (n, scale) in self.scale.iter().flatten().enumerate() {
            if self.own * scale != 0.0 {
                each(n, n, self.own * scale * scale);
            }
        }
        for block in &self.blocks {
            let direction = block.direction;
            let entry = |j: usize, k: usize| {
                let across = if j == k { block.across } else { 0.0 };
                across + (block.along - block.across) * direction[j] * direction[k]
            };
            for (end, other) in block.ends.iter().flat_map(|a| block.ends.map(|b| (*a, b))) {
                let sign = if end == other { 1.0 } else { -1.0 };
                for (j, k) in (0..3).flat_map(|j| (0..3).map(move |k| (j, k))) {
                    let (row, column) = (3 * end + j, 3 * other + k);
                    let scale = self.scale[end][j] * self.scale[other][k];
                    let value = sign * scale * entry(j, k);
                    if column <= row && value != 0.0 {
                        each(row, column, value);
                    }
                }
            }
        }
    }

    /// Neighbours of each mass that can move.
    pub fn neighbours(&self) -> Vec<Vec<usize>> {
        let moves = |mass: usize| self.scale[mass] != [0.0; 3];
        let mut all = vec![Vec::new(); self.scale.len()];
        for [a, b] in self.blocks.iter().map(|block| block.ends) {
            if moves(a) && moves(b) {
                all[a].push(b);
                all[b].push(a);
            }
        }
        for own in &mut all {
            own.sort();
            own.dedup();
        }
        all
    }

    /// The free coordinates as a whole matrix.
    pub fn dense(&self, free: &[usize]) -> Square {
        let mut place = vec![usize::MAX; self.size()];
        for (n, own) in free.iter().enumerate() {
            place[*own] = n;
        }
        let mut square = Square::zero(free.len());
        self.entries(|row, column, value| {
            let (row, column) = (place[row], place[column]);
            square.row_mut(row)[column] += value;
            if row != column {
                square.row_mut(column)[row] += value;
            }
        });
        square
    }
}
