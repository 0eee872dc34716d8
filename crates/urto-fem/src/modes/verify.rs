//! Every pair looked at by itself: nothing here believes the search.

use super::assembly::Matrices;
use super::dense::{Mat, products};
use super::{ModesError, ORTHONORMALITY, RESIDUAL};
use urto::math::TAU;

/// Columns whose products are held at a time.
const BATCH: usize = 16;

/// Largest residual that is let through where rounding allows no better, in the lowest modes of
/// very thin bodies: the frequency is good to half of it at worst, less than a cent.
const LARGEST: f64 = 1e-3;

/// Modes with what is known of their quality.
pub(crate) struct Pairs {
    /// w² by Rayleigh's quotient \[1/s²\].
    pub values: Vec<f64>,
    pub vectors: Mat,
    pub residuals: Vec<f64>,
    /// The largest residual that each may have.
    allowed: Vec<f64>,
    pub orthonormality: f64,
}

impl Pairs {
    pub fn of(matrices: &Matrices, mut vectors: Mat, threads: usize) -> Self {
        same_sign(&mut vectors);
        let (size, count) = (vectors.rows(), vectors.columns());
        let mut pairs = Self {
            values: Vec::new(),
            residuals: Vec::new(),
            allowed: Vec::new(),
            orthonormality: 0.0,
            vectors,
        };
        for start in (0..count).step_by(BATCH) {
            let columns = BATCH.min(count - start);
            let x = pairs.vectors.some(start..start + columns);
            let mut of_mass = Mat::zeros(size, columns);
            let mut of_stiffness = Mat::zeros(size, columns);
            matrices.times_mass(&x, &mut of_mass, threads);
            matrices.times_stiffness(&x, &mut of_stiffness, threads);
            let mut shared = Mat::zeros(count, columns);
            products(pairs.vectors.whole(), of_mass.whole(), &mut shared, 0);
            for column in 0..columns {
                for row in 0..count {
                    let should = if row == start + column { 1.0 } else { 0.0 };
                    let off = (shared[(row, column)] - should).abs();
                    if off.is_nan() || off > pairs.orthonormality {
                        pairs.orthonormality = off;
                    }
                }
                let kx = of_stiffness.column(column);
                let mx = of_mass.column(column);
                let (value, residual) = quotient(x.column(column), kx, mx);
                pairs.values.push(value);
                pairs.residuals.push(residual);
                let rounding = match residual < RESIDUAL {
                    true => 0.0,
                    false => matrices.rounding(pairs.vectors.column(start + column), kx),
                };
                pairs.allowed.push(rounding.clamp(RESIDUAL, LARGEST));
            }
        }
        pairs
    }

    /// Both sets, lowest first.
    pub fn joined(&self, matrices: &Matrices, other: Self, threads: usize) -> Self {
        let all = beside(&self.vectors, &other.vectors);
        let values: Vec<f64> = self.values.iter().chain(&other.values).copied().collect();
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let sorted = Mat::from_fn(all.rows(), all.columns(), |i, j| all[(i, order[j])]);
        Self::of(matrices, sorted, threads)
    }

    /// The lowest of them.
    pub fn first(&self, matrices: &Matrices, count: usize, threads: usize) -> Self {
        Self::of(matrices, self.vectors.some(0..count), threads)
    }

    /// Whether all of them bend the body, beyond the rigid motions that were kept out: nothing is
    /// a thousand times as slow as the slowest that such a body should do, or below rounding.
    pub fn bend(&self, rigid: usize, slow: f64, highest: f64) -> Result<(), ModesError> {
        let limit = (1e-6 * slow).max(1e-14 * highest);
        let loose = self.values.iter().filter(|&&value| value < limit).count();
        if loose == 0 {
            return Ok(());
        }
        Err(ModesError::Mechanism {
            rigid: rigid + loose,
            expected: rigid,
            hertz: self.values[0].max(0.0).sqrt() / TAU,
        })
    }

    /// Itself, if every pair is as good as it must be.
    pub fn good_enough(self) -> Result<Self, ModesError> {
        let over = |mode: usize| self.residuals[mode] / self.allowed[mode];
        let modes = 0..self.residuals.len();
        let Some(mode) = modes.max_by(|&a, &b| over(a).total_cmp(&over(b))) else {
            return Ok(self);
        };
        if over(mode) < 1.0 && self.orthonormality < ORTHONORMALITY {
            return Ok(self);
        }
        let residual = self.residuals[mode];
        Err(ModesError::Inaccurate {
            mode,
            residual,
            orthonormality: self.orthonormality,
        })
    }
}

/// The columns of both.
pub(super) fn beside(a: &Mat, b: &Mat) -> Mat {
    let mut both = Mat::zeros(a.rows(), a.columns() + b.columns());
    for column in 0..a.columns() {
        both.column_mut(column).copy_from_slice(a.column(column));
    }
    for column in 0..b.columns() {
        let to = both.column_mut(a.columns() + column);
        to.copy_from_slice(b.column(column));
    }
    both
}

/// Rayleigh's quotient and the residual that it leaves.
fn quotient(x: &[f64], kx: &[f64], mx: &[f64]) -> (f64, f64) {
    let (mut bent, mut moved) = (0.0, 0.0);
    for ((x, k), m) in x.iter().zip(kx).zip(mx) {
        bent += x * k;
        moved += x * m;
    }
    let value = bent / moved;
    let (mut off, mut all) = (0.0, 0.0);
    for (k, m) in kx.iter().zip(mx) {
        let rest = k - value * m;
        off += rest * rest;
        all += k * k;
    }
    (value, (off / all).sqrt())
}

/// Of the two signs of a vector, the one whose largest entry is positive.
fn same_sign(vectors: &mut Mat) {
    for column in 0..vectors.columns() {
        let entries = vectors.column_mut(column);
        let largest = entries.iter().copied();
        let largest = largest.fold(0.0, |a: f64, b| if b.abs() > a.abs() { b } else { a });
        if largest < 0.0 {
            for entry in entries {
                *entry = -*entry;
            }
        }
    }
}
