//! Vectors that are orthonormal in mass, and new ones made so.
//!
//! Rows are cut into the same pieces whatever the number of threads, and pieces are added in
//! order: the same bits.

use super::assembly::Matrices;
use faer::linalg::matmul::matmul;
use faer::prelude::ReborrowMut;
use faer::{Accum, Mat, MatMut, MatRef, Par};
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
    locked: Mat<f64>,
    slabs: Vec<Mat<f64>>,
    len: usize,
    threads: usize,
    rng: Rng,
}

impl<'a> Basis<'a> {
    pub fn new(matrices: &'a Matrices, locked: Mat<f64>, threads: usize) -> Self {
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

    pub fn random(&mut self, columns: usize) -> Mat<f64> {
        let rng = &mut self.rng;
        Mat::from_fn(self.matrices.unknowns(), columns, |_, _| rng.signed())
    }

    /// Takes orthonormal vectors in; their number divides [`SLAB`].
    pub fn push(&mut self, block: MatRef<f64>) {
        let within = self.len % SLAB;
        if within == 0 {
            self.slabs.push(Mat::zeros(block.nrows(), SLAB));
        }
        if let Some(slab) = self.slabs.last_mut() {
            let mut place = slab.subcols_mut(within, block.ncols());
            place.copy_from(block);
        }
        self.len += block.ncols();
    }

    /// Takes out of `w` what lies along the vectors; says how much of each there was (without
    /// the locked ones). Leaves `M·w` in `mw`.
    pub fn project(&self, w: &mut Mat<f64>, mw: &mut Mat<f64>) -> Mat<f64> {
        let mut total = Mat::zeros(self.len, w.ncols());
        // Once is not enough in rounded numbers; twice is (Kahan, in Parlett 1980).
        for _ in 0..2 {
            self.matrices
                .times_mass(w.as_ref(), mw.as_mut(), self.threads);
            let shares = self.shares(mw.as_ref());
            self.take_out(w.as_mut(), shares.as_ref());
            total += shares.subrows(self.locked.ncols(), self.len);
        }
        self.matrices
            .times_mass(w.as_ref(), mw.as_mut(), self.threads);
        total
    }

    /// Makes the columns of `w` orthonormal among each other; gives the triangle `r` with
    /// `w before = w after · r`. Leaves `M·w` in `mw`. A column that was nothing but the others
    /// becomes a new random one, orthogonal to all, with nothing of it in `r`.
    pub fn orthonormalise(&mut self, w: &mut Mat<f64>, mw: &mut Mat<f64>) -> Mat<f64> {
        let columns = w.ncols();
        let mut r = Mat::<f64>::zeros(columns, columns);
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
        self.matrices
            .times_mass(w.as_ref(), mw.as_mut(), self.threads);
        r
    }

    /// A random vector in place of column `j`, orthogonal to all before; its length.
    fn replace(&mut self, w: &mut Mat<f64>, mw: &mut Mat<f64>, j: usize) -> f64 {
        let mut fresh = self.random(1);
        let mut of_mass = Mat::zeros(fresh.nrows(), 1);
        self.project(&mut fresh, &mut of_mass);
        w.col_mut(j).copy_from(fresh.col(0));
        mw.col_mut(j).copy_from(of_mass.col(0));
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
    pub fn mixed(&self, mix: MatRef<f64>) -> Mat<f64> {
        let mut out = Mat::zeros(self.matrices.unknowns(), mix.ncols());
        let mut all = Mat::<f64>::zeros(self.locked.ncols() + self.len, mix.ncols());
        all.subrows_mut(self.locked.ncols(), self.len)
            .copy_from(mix);
        // The sign: take_out subtracts.
        for value in all.col_iter_mut().flat_map(|column| column.iter_mut()) {
            *value = -*value;
        }
        self.take_out(out.as_mut(), all.as_ref());
        out
    }

    /// Every piece of the basis that is in use, and the row of coefficients at which it begins.
    fn pieces(&self) -> impl Iterator<Item = (usize, MatRef<'_, f64>)> {
        let first = (self.locked.ncols() > 0).then_some((0, self.locked.as_ref()));
        let rest = self.slabs.iter().enumerate().map(|(i, slab)| {
            let used = SLAB.min(self.len - i * SLAB);
            (self.locked.ncols() + i * SLAB, slab.subcols(0, used))
        });
        first.into_iter().chain(rest)
    }

    /// `V'·mw` for all vectors, locked ones first.
    fn shares(&self, mw: MatRef<f64>) -> Mat<f64> {
        let (all, columns) = (self.locked.ncols() + self.len, mw.ncols());
        let of_rows = |start: usize| {
            let rows = ROWS.min(mw.nrows() - start);
            let mut part = Mat::<f64>::zeros(all, columns);
            for (at, piece) in self.pieces() {
                let out = part.subrows_mut(at, piece.ncols());
                let (v, mw) = (piece.subrows(start, rows), mw.subrows(start, rows));
                matmul(out, Accum::Replace, v.transpose(), mw, 1.0, Par::Seq);
            }
            part
        };
        let starts: Vec<usize> = (0..mw.nrows()).step_by(ROWS).collect();
        let share = starts.len().div_ceil(self.threads);
        let of_rows = &of_rows;
        let parts: Vec<Vec<Mat<f64>>> = std::thread::scope(|scope| {
            let work = starts.chunks(share).map(|mine| {
                scope.spawn(move || mine.iter().map(|&start| of_rows(start)).collect())
            });
            let started: Vec<_> = work.collect();
            let done = started.into_iter().map(|thread| thread.join());
            done.map(|part| part.expect("multiplying does not panic"))
                .collect()
        });
        let mut sum = Mat::zeros(all, columns);
        for part in parts.iter().flatten() {
            sum += part;
        }
        sum
    }

    /// `w -= V·shares`.
    fn take_out(&self, w: MatMut<f64>, shares: MatRef<f64>) {
        let of_rows = |start: usize, mut w: MatMut<f64>| {
            for (at, piece) in self.pieces() {
                let v = piece.subrows(start, w.nrows());
                let shares = shares.subrows(at, piece.ncols());
                matmul(w.rb_mut(), Accum::Add, v, shares, -1.0, Par::Seq);
            }
        };
        let mut parts = Vec::new();
        let (mut rest, mut start) = (w, 0);
        while rest.nrows() > ROWS {
            let (now, later) = rest.split_at_row_mut(ROWS);
            parts.push((start, now));
            (rest, start) = (later, start + ROWS);
        }
        parts.push((start, rest));
        let share = parts.len().div_ceil(self.threads);
        let of_rows = &of_rows;
        std::thread::scope(|scope| {
            let mut parts = parts.into_iter();
            loop {
                let mine: Vec<_> = parts.by_ref().take(share).collect();
                if mine.is_empty() {
                    break;
                }
                scope.spawn(move || {
                    for (start, w) in mine {
                        of_rows(start, w);
                    }
                });
            }
        });
    }
}

fn dot(a: &Mat<f64>, i: usize, b: &Mat<f64>, j: usize) -> f64 {
    let pairs = a.col_as_slice(i).iter().zip(b.col_as_slice(j));
    pairs.map(|(a, b)| a * b).sum()
}

/// Column j minus `share` times column i.
fn subtract(w: &mut Mat<f64>, i: usize, j: usize, share: f64) {
    let (left, right) = w.split_at_col_mut(j);
    let (from, to) = (left.col(i), right.col_mut(0));
    for (to, from) in to.iter_mut().zip(from.iter()) {
        *to -= share * from;
    }
}

fn divide(w: &mut Mat<f64>, j: usize, by: f64) {
    for value in w.col_as_slice_mut(j) {
        *value /= by;
    }
}
