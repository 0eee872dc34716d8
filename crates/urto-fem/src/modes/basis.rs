//! Vectors that are orthonormal in mass, and new ones made so.
//!
//! Rows are cut into the same pieces whatever the number of threads, and pieces are added in
//! order: the same bits.

use super::assembly::Matrices;
use super::dense::{Mat, View, products, take_out};
use super::share::each;
use core::ops::Range;
use urto::rng::Rng;

/// Columns that are kept together in one piece of memory; a multiple of every block.
const SLAB: usize = 64;
/// Rows of a piece of work: its share of a slab is 2 MB, about what a core's own cache holds.
const ROWS: usize = 4096;
/// What is left of a vector, as a share, when it lay in the space of the others but for rounding.
const NOTHING: f64 = 1e-11;

/// A growing set of vectors.
pub(crate) struct Basis<'a> {
    matrices: &'a Matrices,
    /// Found beforehand: rigid motions. Kept out of everything that follows.
    locked: Mat,
    slabs: Vec<Mat>,
    len: usize,
    threads: usize,
    rng: Rng,
}

impl<'a> Basis<'a> {
    pub fn new(matrices: &'a Matrices, locked: Mat, threads: usize) -> Self {
        Self {
            matrices,
            locked,
            slabs: Vec::new(),
            len: 0,
            threads,
            // Any seed does: it only has to be the same each time.
            rng: Rng::new(1),
        }
    }

    /// Vectors, without the locked ones.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn random(&mut self, columns: usize) -> Mat {
        let rng = &mut self.rng;
        Mat::from_fn(self.matrices.unknowns(), columns, |_, _| rng.signed())
    }

    /// Takes orthonormal vectors in; their number divides [`SLAB`].
    pub fn push(&mut self, block: &Mat) {
        let within = self.len % SLAB;
        if within == 0 {
            self.slabs.push(Mat::zeros(block.rows(), SLAB));
        }
        if let Some(slab) = self.slabs.last_mut() {
            for column in 0..block.columns() {
                let to = slab.column_mut(within + column);
                to.copy_from_slice(block.column(column));
            }
        }
        self.len += block.columns();
    }

    /// Takes out of `w` what lies along the vectors; says how much of each there was (without
    /// the locked ones). Leaves `M·w` in `mw`.
    pub fn project(&self, w: &mut Mat, mw: &mut Mat) -> Mat {
        let mut total = Mat::zeros(self.len, w.columns());
        // Once is not enough in rounded numbers; twice is (Kahan, in Parlett 1980).
        for _ in 0..2 {
            self.matrices.times_mass(w, mw, self.threads);
            let shares = self.shares(mw);
            self.take_out(w, &shares);
            for column in 0..w.columns() {
                let own = &shares.column(column)[self.locked.columns()..];
                for (sum, share) in total.column_mut(column).iter_mut().zip(own) {
                    *sum += share;
                }
            }
        }
        self.matrices.times_mass(w, mw, self.threads);
        total
    }

    /// Makes the columns of `w` orthonormal among each other; gives the triangle `r` with
    /// `w before = w after · r`. Leaves `M·w` in `mw`. A column that was nothing but the others
    /// becomes a new random one, orthogonal to all, with nothing of it in `r`.
    pub fn orthonormalise(&mut self, w: &mut Mat, mw: &mut Mat) -> Mat {
        let columns = w.columns();
        let mut r = Mat::zeros(columns, columns);
        for j in 0..columns {
            let before = dot(w, j, mw, j).max(0.0).sqrt();
            for _ in 0..2 {
                for i in 0..j {
                    let share = dot(mw, i, w, j);
                    r[(i, j)] += share;
                    subtract(w, i, j, share);
                    subtract(mw, i, j, share);
                }
            }
            let mut left = dot(w, j, mw, j).max(0.0).sqrt();
            if left > NOTHING * before {
                r[(j, j)] = left;
            } else {
                left = self.replace(w, mw, j);
            }
            divide(w, j, left);
            divide(mw, j, left);
        }
        self.matrices.times_mass(w, mw, self.threads);
        r
    }

    /// A random vector in place of column `j`, orthogonal to all before; its length.
    fn replace(&mut self, w: &mut Mat, mw: &mut Mat, j: usize) -> f64 {
        let mut fresh = self.random(1);
        let mut of_mass = Mat::zeros(fresh.rows(), 1);
        self.project(&mut fresh, &mut of_mass);
        w.column_mut(j).copy_from_slice(fresh.column(0));
        mw.column_mut(j).copy_from_slice(of_mass.column(0));
        for _ in 0..2 {
            for i in 0..j {
                let share = dot(mw, i, w, j);
                subtract(w, i, j, share);
                subtract(mw, i, j, share);
            }
        }
        dot(w, j, mw, j).max(0.0).sqrt()
    }

    /// The vectors mixed: one column of the result for each of `mix`.
    pub fn mixed(&self, mix: &Mat) -> Mat {
        let mut out = Mat::zeros(self.matrices.unknowns(), mix.columns());
        let locked = self.locked.columns();
        // The sign: take_out subtracts.
        let all = Mat::from_fn(locked + self.len, mix.columns(), |row, column| {
            match row.checked_sub(locked) {
                Some(row) => -mix[(row, column)],
                None => 0.0,
            }
        });
        self.take_out(&mut out, &all);
        out
    }

    /// Some rows of every piece of the basis that is in use, and the row of coefficients at which
    /// the piece begins.
    fn pieces(&self, rows: Range<usize>) -> impl Iterator<Item = (usize, View<'_>)> {
        let locked = self.locked.columns();
        let first = (locked > 0).then(|| (0, self.locked.view(rows.clone(), locked)));
        let rest = self.slabs.iter().enumerate().map(move |(i, slab)| {
            let used = SLAB.min(self.len - i * SLAB);
            (locked + i * SLAB, slab.view(rows.clone(), used))
        });
        first.into_iter().chain(rest)
    }

    /// `V'·mw` for all vectors, locked ones first.
    fn shares(&self, mw: &Mat) -> Mat {
        let (all, columns) = (self.locked.columns() + self.len, mw.columns());
        let starts: Vec<usize> = (0..mw.rows()).step_by(ROWS).collect();
        let parts = each(starts, self.threads, |start| {
            let rows = start..(start + ROWS).min(mw.rows());
            let mut part = Mat::zeros(all, columns);
            for (at, piece) in self.pieces(rows.clone()) {
                products(piece, mw.view(rows.clone(), columns), &mut part, at);
            }
            part
        });
        let mut sum = Mat::zeros(all, columns);
        for part in &parts {
            for column in 0..columns {
                for (sum, part) in sum.column_mut(column).iter_mut().zip(part.column(column)) {
                    *sum += part;
                }
            }
        }
        sum
    }

    /// `w -= V·shares`.
    fn take_out(&self, w: &mut Mat, shares: &Mat) {
        let rows = w.rows();
        // By pieces of rows: of each piece all columns.
        let mut parts: Vec<(usize, Vec<&mut [f64]>)> = (0..rows)
            .step_by(ROWS)
            .map(|start| (start, Vec::new()))
            .collect();
        for column in w.values_mut().chunks_mut(rows.max(1)) {
            for (part, (_, columns)) in column.chunks_mut(ROWS).zip(&mut parts) {
                columns.push(part);
            }
        }
        each(parts, self.threads, |(start, mut columns)| {
            let rows = start..start + columns.first().map_or(0, |own| own.len());
            for (at, piece) in self.pieces(rows) {
                take_out(piece, shares, at, &mut columns);
            }
        });
    }
}

fn dot(a: &Mat, i: usize, b: &Mat, j: usize) -> f64 {
    let pairs = a.column(i).iter().zip(b.column(j));
    pairs.map(|(a, b)| a * b).sum()
}

/// Column j minus `share` times column i, which stands before it.
fn subtract(w: &mut Mat, i: usize, j: usize, share: f64) {
    let (from, to) = w.pair_mut(i, j);
    for (to, from) in to.iter_mut().zip(from) {
        *to -= share * from;
    }
}

fn divide(w: &mut Mat, j: usize, by: f64) {
    for value in w.column_mut(j) {
        *value /= by;
    }
}
