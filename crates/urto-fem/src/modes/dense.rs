//! Dense matrices and blocks of vectors: no more than the search for modes needs.
//!
//! Products of tall blocks are faer's where urto-fem is built with it, and else loops that a
//! compiler turns into vector instructions; both add in a fixed order.

use core::ops::{Index, IndexMut, Range};

/// A dense matrix, column after column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mat {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl Mat {
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            values: vec![0.0; rows * columns],
        }
    }

    pub fn from_fn(
        rows: usize,
        columns: usize,
        mut value: impl FnMut(usize, usize) -> f64,
    ) -> Self {
        let mut made = Self::zeros(rows, columns);
        for column in 0..columns {
            for row in 0..rows {
                made[(row, column)] = value(row, column);
            }
        }
        made
    }

    pub fn identity(size: usize) -> Self {
        Self::from_fn(size, size, |i, j| if i == j { 1.0 } else { 0.0 })
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn column(&self, column: usize) -> &[f64] {
        &self.values[column * self.rows..(column + 1) * self.rows]
    }

    pub fn column_mut(&mut self, column: usize) -> &mut [f64] {
        &mut self.values[column * self.rows..(column + 1) * self.rows]
    }

    /// Column `from` to read and a later column `to` to write.
    pub fn pair_mut(&mut self, from: usize, to: usize) -> (&[f64], &mut [f64]) {
        let (left, right) = self.values.split_at_mut(to * self.rows);
        let left = &left[from * self.rows..(from + 1) * self.rows];
        (left, &mut right[..self.rows])
    }

    /// A column and the one after it.
    #[cfg(any(test, not(feature = "faer")))]
    pub fn two_mut(&mut self, first: usize) -> (&mut [f64], &mut [f64]) {
        let both = &mut self.values[first * self.rows..(first + 2) * self.rows];
        both.split_at_mut(self.rows)
    }

    #[cfg(feature = "faer")]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Some of its columns on their own.
    pub fn some(&self, columns: Range<usize>) -> Self {
        Self {
            rows: self.rows,
            columns: columns.len(),
            values: self.values[columns.start * self.rows..columns.end * self.rows].to_vec(),
        }
    }

    pub fn transposed(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |i, j| self[(j, i)])
    }

    /// Some rows of the first columns, to look at.
    pub fn view(&self, rows: Range<usize>, columns: usize) -> View<'_> {
        View {
            values: self.values.get(rows.start..).unwrap_or(&[]),
            rows: rows.len(),
            columns,
            stride: self.rows,
        }
    }

    pub fn whole(&self) -> View<'_> {
        self.view(0..self.rows, self.columns)
    }
}

impl Index<(usize, usize)> for Mat {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.values[column * self.rows + row]
    }
}

impl IndexMut<(usize, usize)> for Mat {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.values[column * self.rows + row]
    }
}

/// Part of a matrix: its columns lie `stride` apart.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    values: &'a [f64],
    pub rows: usize,
    pub columns: usize,
    stride: usize,
}

#[cfg(any(test, not(feature = "faer")))]
impl<'a> View<'a> {
    pub fn column(&self, column: usize) -> &'a [f64] {
        &self.values[column * self.stride..column * self.stride + self.rows]
    }
}

/// `out[at..]` becomes `a'·b`: a row for each column of `a`.
pub(crate) fn products(a: View, b: View, out: &mut Mat, at: usize) {
    #[cfg(feature = "faer")]
    by_faer::products(a, b, out, at);
    #[cfg(not(feature = "faer"))]
    products_by_loops(a, b, out, at);
}

/// `w -= a·shares[at..]`, `w` columns of `a.rows` numbers.
pub(crate) fn take_out(a: View, shares: &Mat, at: usize, w: &mut [&mut [f64]]) {
    #[cfg(feature = "faer")]
    by_faer::take_out(a, shares, at, w);
    #[cfg(not(feature = "faer"))]
    take_out_by_loops(a, shares, at, w);
}

/// Columns that are worked on together, so that numbers once read are used several times.
#[cfg(any(test, not(feature = "faer")))]
const TOGETHER: usize = 4;
/// Numbers of a column that are worked on at a time: those of all columns stay in the cache.
#[cfg(any(test, not(feature = "faer")))]
const PIECE: usize = 512;

#[cfg(any(test, not(feature = "faer")))]
fn products_by_loops(a: View, b: View, out: &mut Mat, at: usize) {
    for column in 0..b.columns {
        out.column_mut(column)[at..at + a.columns].fill(0.0);
    }
    for start in (0..a.rows).step_by(PIECE) {
        let rows = start..(start + PIECE).min(a.rows);
        for first in (0..a.columns).step_by(TOGETHER) {
            let count = TOGETHER.min(a.columns - first);
            // What is missing at the end is read twice and not used.
            let own: [&[f64]; TOGETHER] =
                core::array::from_fn(|i| &a.column(first + i.min(count - 1))[rows.clone()]);
            for column in 0..b.columns {
                let sums = dots(own, &b.column(column)[rows.clone()]);
                let to = &mut out.column_mut(column)[at + first..at + first + count];
                for (to, sum) in to.iter_mut().zip(sums) {
                    *to += sum;
                }
            }
        }
    }
}

#[cfg(any(test, not(feature = "faer")))]
fn dots(a: [&[f64]; TOGETHER], b: &[f64]) -> [f64; TOGETHER] {
    // Two sums for each, of even and of odd places, as a vector of two numbers holds them.
    let mut sums = [[0.0; 2]; TOGETHER];
    let (pairs, rest) = b.as_chunks::<2>();
    let a_pairs = a.map(|own| own.as_chunks::<2>());
    for (n, b) in pairs.iter().enumerate() {
        for (sum, own) in sums.iter_mut().zip(&a_pairs) {
            let own = own.0[n];
            sum[0] += own[0] * b[0];
            sum[1] += own[1] * b[1];
        }
    }
    core::array::from_fn(|i| {
        let last: f64 = a_pairs[i].1.iter().zip(rest).map(|(a, b)| a * b).sum();
        sums[i][0] + sums[i][1] + last
    })
}

#[cfg(any(test, not(feature = "faer")))]
fn take_out_by_loops(a: View, shares: &Mat, at: usize, w: &mut [&mut [f64]]) {
    for start in (0..a.rows).step_by(PIECE) {
        let rows = start..(start + PIECE).min(a.rows);
        for first in (0..a.columns).step_by(TOGETHER) {
            let count = TOGETHER.min(a.columns - first);
            let own: [&[f64]; TOGETHER] =
                core::array::from_fn(|i| &a.column(first + i.min(count - 1))[rows.clone()]);
            for (column, w) in w.iter_mut().enumerate() {
                let by: [f64; TOGETHER] = core::array::from_fn(|i| match i < count {
                    true => shares[(at + first + i, column)],
                    false => 0.0,
                });
                let [a0, a1, a2, a3] = own;
                let to = &mut w[rows.clone()];
                for ((((to, a0), a1), a2), a3) in to.iter_mut().zip(a0).zip(a1).zip(a2).zip(a3) {
                    *to -= (a0 * by[0] + a1 * by[1]) + (a2 * by[2] + a3 * by[3]);
                }
            }
        }
    }
}

#[cfg(feature = "faer")]
mod by_faer {
    use super::{Mat, View};
    use faer::linalg::matmul::matmul;
    use faer::{Accum, MatMut, MatRef, Par};

    fn seen<'a>(own: View<'a>) -> MatRef<'a, f64> {
        let (rows, columns) = (own.rows, own.columns);
        MatRef::from_column_major_slice_with_stride(own.values, rows, columns, own.stride)
    }

    pub fn products(a: View, b: View, out: &mut Mat, at: usize) {
        let (rows, columns) = (out.rows, out.columns);
        let out = MatMut::from_column_major_slice_mut(&mut out.values, rows, columns);
        let out = out.subrows_mut(at, a.columns);
        matmul(
            out,
            Accum::Replace,
            seen(a).transpose(),
            seen(b),
            1.0,
            Par::Seq,
        );
    }

    pub fn take_out(a: View, shares: &Mat, at: usize, w: &mut [&mut [f64]]) {
        let own = seen(shares.whole()).subrows(at, a.columns);
        let part = seen(a) * own;
        for (column, w) in w.iter_mut().enumerate() {
            for (to, part) in w.iter_mut().zip(part.col(column).iter()) {
                *to -= part;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    #[test]
    fn products_by_loops_are_those_of_the_definition() {
        let mut rng = Rng::new(7);
        let mut random = |rows, columns| Mat::from_fn(rows, columns, |_, _| rng.signed());
        for (rows, left, right) in [(1, 1, 1), (5, 3, 2), (1203, 9, 8), (700, 6, 1)] {
            let (a, b) = (random(rows, left), random(rows, right));
            let (mut by_loops, mut chosen) =
                (Mat::zeros(left + 2, right), Mat::zeros(left + 2, right));
            products_by_loops(a.whole(), b.whole(), &mut by_loops, 1);
            products(a.whole(), b.whole(), &mut chosen, 1);
            let mut w = b.clone();
            let mut columns: Vec<&mut [f64]> = w.values_mut().chunks_mut(rows).collect();
            take_out_by_loops(a.whole(), &by_loops, 1, &mut columns);
            let mut other = b.clone();
            let mut columns: Vec<&mut [f64]> = other.values_mut().chunks_mut(rows).collect();
            take_out(a.whole(), &by_loops, 1, &mut columns);
            for j in 0..right {
                for i in 0..left {
                    let should: f64 = (0..rows).map(|k| a[(k, i)] * b[(k, j)]).sum();
                    assert!((by_loops[(i + 1, j)] - should).abs() < 1e-11);
                    assert!((chosen[(i + 1, j)] - should).abs() < 1e-11);
                }
                for k in 0..rows {
                    let part: f64 = (0..left).map(|i| a[(k, i)] * by_loops[(i + 1, j)]).sum();
                    assert!((w[(k, j)] - (b[(k, j)] - part)).abs() < 1e-11);
                    assert!((other[(k, j)] - w[(k, j)]).abs() < 1e-11);
                }
            }
        }
    }
}
