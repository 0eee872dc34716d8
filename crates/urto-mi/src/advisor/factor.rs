//! A shifted matrix as L·D·LT: solves with it, and counts the eigenvalues below the shift.
//!
//! Law:  A - s has as many negative numbers in D as A has eigenvalues below s (Sylvester).
//! Step: masses are numbered so that neighbours are near (as they were built, in slices, or from
//!       neighbour to neighbour: Cuthill & McKee 1969, reversed); rows begin at their first entry.
//!       Rows and sheets are cheap that way, solid blocks are dear.
//! Limits: no pivoting; a zero in D is replaced by a rounding of the largest entry.

use super::eigen::{add, dot};
use super::matrix::Matrix;
use crate::vector::Vector;

/// Where the numbers of a matrix go.
pub(super) struct Layout {
    /// Row of each coordinate, and the other way round; held ones have none.
    row: Vec<usize>,
    coordinate: Vec<usize>,
    /// First column of each row.
    first: Vec<usize>,
}

impl Layout {
    /// The cheapest of some orders.
    pub fn new(matrix: &Matrix, places: &[Vector]) -> Self {
        let mut resisted = vec![false; matrix.size()];
        matrix.entries(|row, column, _| {
            resisted[row] = true;
            resisted[column] = true;
        });
        let free = matrix.free();
        let near: Vec<usize> = near_first(&matrix.neighbours());
        let mut place = vec![0; matrix.size()];
        for (n, mass) in near.iter().enumerate() {
            (0..3).for_each(|k| place[3 * mass + k] = 3 * n + k);
        }
        let mut near = free.clone();
        near.sort_by_key(|own| place[*own]);
        let axes = longest_first(places);
        let mut slices = free.clone();
        slices.sort_by(|a, b| {
            let at = |own: &usize, axis: usize| places[own / 3][axis];
            let by = |axis: usize| at(a, axis).total_cmp(&at(b, axis));
            by(axes[0]).then(by(axes[1])).then(by(axes[2]))
        });
        let orders = [free.clone(), near, slices];
        let laid = orders.into_iter().map(|mut order| {
            // What nothing resists stands first, where it is in nobody's way.
            order.sort_by_key(|own| resisted[*own]);
            Self::of(matrix, order)
        });
        let best = laid.min_by(|a, b| a.cost().total_cmp(&b.cost()));
        best.unwrap_or_else(|| Self::of(matrix, free))
    }

    fn of(matrix: &Matrix, coordinate: Vec<usize>) -> Self {
        let mut row = vec![usize::MAX; matrix.size()];
        for (n, own) in coordinate.iter().enumerate() {
            row[*own] = n;
        }
        let mut first: Vec<usize> = (0..coordinate.len()).collect();
        matrix.entries(|a, b, _| {
            let (a, b) = (row[a], row[b]);
            first[a.max(b)] = first[a.max(b)].min(a.min(b));
        });
        Self {
            row,
            coordinate,
            first,
        }
    }

    /// Multiplications that a factor takes.
    pub fn cost(&self) -> f64 {
        let long = |(n, first): (usize, &usize)| (n - first) as f64;
        let rows = self.first.iter().enumerate().map(long);
        rows.map(|long| 0.5 * long * long).sum()
    }

    /// Numbers that a factor has.
    pub fn room(&self) -> f64 {
        let long = |(n, first): (usize, &usize)| (n - first) as f64;
        self.first.iter().enumerate().map(long).sum()
    }
}

/// The axes, first the one along which the places are spread most.
fn longest_first(places: &[Vector]) -> [usize; 3] {
    let spread = |axis: usize| {
        let along = places.iter().map(|own| own[axis]);
        along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
    };
    let mut axes = [0, 1, 2];
    axes.sort_by(|a, b| spread(*b).total_cmp(&spread(*a)));
    axes
}

/// Masses so that neighbours are near each other.
fn near_first(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(neighbours.len());
    let mut seen = vec![false; neighbours.len()];
    for start in 0..neighbours.len() {
        if seen[start] {
            continue;
        }
        // An end of the part: the last that is reached, from the last that is reached.
        let mut end = start;
        for _ in 0..2 {
            end = spread(neighbours, end, &mut seen.clone())
                .pop()
                .unwrap_or(end);
        }
        order.extend(spread(neighbours, end, &mut seen));
    }
    order.reverse();
    order
}

/// All that can be reached, nearest first, and of those with fewest neighbours first.
fn spread(neighbours: &[Vec<usize>], start: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut order = vec![start];
    seen[start] = true;
    let mut next = 0;
    while next < order.len() {
        let from = order.len();
        for other in &neighbours[order[next]] {
            if !seen[*other] {
                seen[*other] = true;
                order.push(*other);
            }
        }
        order[from..].sort_by_key(|mass| neighbours[*mass].len());
        next += 1;
    }
    order
}

/// L and D.
pub(super) struct Factor<'a> {
    layout: &'a Layout,
    /// Rows of L left of the diagonal, one after the other.
    rows: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
}

impl<'a> Factor<'a> {
    /// Of A - shift, with A's largest eigenvalue for what is small.
    pub fn new(matrix: &Matrix, layout: &'a Layout, shift: f64, largest: f64) -> Self {
        let first = &layout.first;
        let mut rows: Vec<Vec<f64>> = (0..first.len()).map(|n| vec![0.0; n - first[n]]).collect();
        let mut diagonal = vec![-shift; first.len()];
        matrix.entries(|a, b, value| {
            let (a, b) = (layout.row[a], layout.row[b]);
            let (row, column) = (a.max(b), a.min(b));
            if row == column {
                diagonal[row] += value;
            } else {
                rows[row][column - first[row]] += value;
            }
        });
        for n in 0..rows.len() {
            let (done, rest) = rows.split_at_mut(n);
            let own = &mut rest[0];
            for column in first[n]..n {
                let from = first[n].max(first[column]);
                let left = &own[from - first[n]..column - first[n]];
                let above = &done[column][from - first[column]..];
                own[column - first[n]] -= dot(left, above);
            }
            for (entry, pivot) in own.iter_mut().zip(&diagonal[first[n]..n]) {
                *entry /= pivot;
            }
            let pivots = &diagonal[first[n]..n];
            let taken: f64 = own.iter().zip(pivots).map(|(l, d)| l * l * d).sum();
            diagonal[n] -= taken;
            if diagonal[n] == 0.0 {
                diagonal[n] = f64::EPSILON * largest.max(f64::MIN_POSITIVE);
            }
        }
        Self {
            layout,
            rows,
            diagonal,
        }
    }

    /// Eigenvalues below the shift.
    pub fn below(&self) -> usize {
        self.diagonal.iter().filter(|own| **own < 0.0).count()
    }

    /// For each b the x with (A - shift)·x = b; all at once, so that each row is fetched once.
    pub fn solve(&self, all: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let coordinate = &self.layout.coordinate;
        let first = &self.layout.first;
        let taken = |b: &Vec<f64>| -> Vec<f64> { coordinate.iter().map(|own| b[*own]).collect() };
        let mut solved: Vec<Vec<f64>> = all.iter().map(taken).collect();
        for (n, row) in self.rows.iter().enumerate() {
            for x in &mut solved {
                x[n] -= dot(row, &x[first[n]..n]);
            }
        }
        for x in &mut solved {
            x.iter_mut().zip(&self.diagonal).for_each(|(x, d)| *x /= d);
        }
        for (n, row) in self.rows.iter().enumerate().rev() {
            for x in &mut solved {
                let own = x[n];
                add(&mut x[first[n]..n], -own, row);
            }
        }
        let full = |x: Vec<f64>| {
            let mut full = vec![0.0; self.layout.row.len()];
            for (own, x) in coordinate.iter().zip(x) {
                full[*own] = x;
            }
            full
        };
        solved.into_iter().map(full).collect()
    }
}
