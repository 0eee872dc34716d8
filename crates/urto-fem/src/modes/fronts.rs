//! The crate's own sparse factor, for bodies of up to some ten thousand unknowns.
//!
//! Law:    A = L·D·L' without pivoting: for a positive definite A always, and else to count the
//!         modes below a frequency by the signs of D.
//! Step:   parts of a nested dissection one after another (`dissection.rs`). A part's front has its
//!         own unknowns and those of later parts that it touches (its border); what its elimination
//!         leaves to its border is added to the part that it hangs on.
//! Limits: one thread; the factor in memory (some 100 MB for 20,000 unknowns of a ball).
//! Refs:   Duff & Reid 1983 (multifrontal solution).
//!
//! Loops go over arrays of fixed length, which a compiler turns into vector instructions, in
//! WebAssembly too.

use super::assembly::Matrices;
use super::dense::Mat;
use super::dissection::dissect;
use crate::vector::Vec3;

/// Columns that are eliminated before the others hear of it: their numbers stay in the cache.
const PANEL: usize = 32;
/// Rows of such a panel that are worked on at a time.
const ROWS: usize = 256;
/// Right-hand sides that share one pass over the factor.
const SIDES: usize = 8;
/// Numbers worked on at once.
const LANES: usize = 4;

/// Nodes that are eliminated together, by their places in the order of elimination.
struct Front {
    /// The first of its own; they follow one another.
    first: usize,
    own: usize,
    /// Later ones that it touches, ascending.
    border: Vec<u32>,
    children: Vec<usize>,
    /// Where its part of the factor begins: `3·own` columns of `3·(own + border)` rows.
    at: usize,
}

impl Front {
    fn columns(&self) -> usize {
        3 * self.own
    }

    fn rows(&self) -> usize {
        3 * (self.own + self.border.len())
    }

    /// Where a node of its own or of its border stands in it.
    fn place(&self, node: u32) -> usize {
        match (node as usize).checked_sub(self.first) {
            Some(at) if at < self.own => at,
            _ => self.own + self.border.binary_search(&node).unwrap_or(0),
        }
    }
}

/// Order of elimination and the pattern of the factor.
pub(crate) struct Plan {
    fronts: Vec<Front>,
    /// The node at each place of the order, and the place of each node.
    order: Vec<u32>,
    place: Vec<u32>,
    length: usize,
}

impl Plan {
    pub fn new(matrices: &Matrices, places: &[Vec3]) -> Self {
        let (starts, neighbours) = matrices.pattern();
        let parts = dissect(starts, neighbours, places);
        let order: Vec<u32> = parts.iter().flat_map(|p| p.nodes.iter().copied()).collect();
        let mut place = vec![0; order.len()];
        for (at, &node) in (0u32..).zip(&order) {
            place[node as usize] = at;
        }
        let mut fronts: Vec<Front> = Vec::with_capacity(parts.len());
        let (mut first, mut length) = (0, 0);
        for part in parts {
            let own = part.nodes.len();
            let next = (first + own) as u32;
            let touched = part.nodes.iter().flat_map(|&node| {
                let row = starts[node as usize]..starts[node as usize + 1];
                neighbours[row].iter().map(|&other| place[other as usize])
            });
            let left = part
                .children
                .iter()
                .flat_map(|&child| fronts[child].border.iter().copied());
            let mut border: Vec<u32> = touched.chain(left).filter(|at| *at >= next).collect();
            border.sort_unstable();
            border.dedup();
            let front = Front {
                first,
                own,
                border,
                children: part.children,
                at: length,
            };
            length += front.columns() * front.rows();
            first += own;
            fronts.push(front);
        }
        Self {
            fronts,
            order,
            place,
            length,
        }
    }

    /// The factor of `K + shift·M`; `None` where that is not positive definite.
    pub fn factor(&self, matrices: &Matrices, shift: f64) -> Option<Vec<f64>> {
        self.eliminate(matrices, shift, |pivot| pivot > 0.0 && pivot.is_finite())
    }

    /// Negative pivots of `K - limit·M`; `None` where one vanished.
    pub fn negative(&self, matrices: &Matrices, limit: f64) -> Option<usize> {
        let values = self.eliminate(matrices, -limit, |pivot| pivot != 0.0 && pivot.is_finite())?;
        let pivots = self.fronts.iter().flat_map(|front| {
            let step = front.rows() + 1;
            let values = &values[front.at..];
            (0..front.columns()).map(move |column| values[column * step])
        });
        Some(pivots.filter(|pivot| *pivot < 0.0).count())
    }

    fn eliminate(
        &self,
        matrices: &Matrices,
        shift: f64,
        is_good: impl Fn(f64) -> bool,
    ) -> Option<Vec<f64>> {
        let mut values = vec![0.0; self.length];
        // What each part leaves to its border, until it is taken.
        let mut left: Vec<Vec<f64>> = Vec::with_capacity(self.fronts.len());
        for front in &self.fronts {
            let (rows, columns) = (front.rows(), front.columns());
            let wide = rows - columns;
            let own = &mut values[front.at..front.at + rows * columns];
            let mut rest = vec![0.0; wide * wide];
            self.fill(front, matrices, shift, own);
            for &child in &front.children {
                let from = core::mem::take(&mut left[child]);
                hand_over(&self.fronts[child], &from, front, own, &mut rest);
            }
            if !eliminate_own(own, rows, &mut rest, &is_good) {
                return None;
            }
            left.push(rest);
        }
        Some(values)
    }

    /// Puts the matrix between a front's own nodes and all later ones into it.
    fn fill(&self, front: &Front, matrices: &Matrices, shift: f64, own: &mut [f64]) {
        let rows = front.rows();
        for column in 0..front.own {
            let at = front.first + column;
            for (other, block) in matrices.blocks(self.order[at] as usize, shift) {
                let other = self.place[other];
                if (other as usize) < at {
                    continue;
                }
                let row = 3 * front.place(other);
                for axis in 0..3 {
                    // The matrix is symmetric: a row of the block is a column here.
                    let from = (3 * column + axis) * rows + row;
                    own[from..from + 3].copy_from_slice(&block[3 * axis..3 * axis + 3]);
                }
            }
        }
    }

    /// Solves for all columns of `x` in place, with what [`factor`](Self::factor) gave.
    pub fn solve(&self, values: &[f64], x: &mut Mat, _threads: usize) {
        let rows = x.rows();
        let mut room = Room::default();
        for columns in x.values_mut().chunks_mut(SIDES * rows) {
            let mut sides = vec![[0.0; SIDES]; rows];
            for (side, column) in columns.chunks(rows).enumerate() {
                let (column, _) = column.as_chunks::<3>();
                for (node, three) in column.iter().enumerate() {
                    let at = 3 * self.place[node] as usize;
                    for axis in 0..3 {
                        sides[at + axis][side] = three[axis];
                    }
                }
            }
            for front in &self.fronts {
                room.take(front, &sides);
                room.down(front, &values[front.at..]);
                room.give(front, &mut sides);
            }
            for front in self.fronts.iter().rev() {
                room.take(front, &sides);
                room.up(front, &values[front.at..]);
                room.give(front, &mut sides);
            }
            for (side, column) in columns.chunks_mut(rows).enumerate() {
                let (column, _) = column.as_chunks_mut::<3>();
                for (node, three) in column.iter_mut().enumerate() {
                    let at = 3 * self.place[node] as usize;
                    *three = core::array::from_fn(|axis| sides[at + axis][side]);
                }
            }
        }
    }
}

/// Adds what a part left to its border to the part that it hangs on.
fn hand_over(child: &Front, from: &[f64], to: &Front, own: &mut [f64], rest: &mut [f64]) {
    let (rows, columns) = (to.rows(), to.columns());
    let wide = 3 * child.border.len();
    let places: Vec<usize> = child
        .border
        .iter()
        .map(|&node| 3 * to.place(node))
        .collect();
    for (column, &place) in places.iter().enumerate() {
        for axis in 0..3 {
            let from = &from[(3 * column + axis) * wide..(3 * column + axis + 1) * wide];
            let into = place + axis;
            let (target, above) = match into < columns {
                true => (&mut own[into * rows..(into + 1) * rows], 0),
                false => {
                    let wide = rows - columns;
                    let at = into - columns;
                    (&mut rest[at * wide..(at + 1) * wide], columns)
                }
            };
            let (from, _) = from.as_chunks::<3>();
            // Below the diagonal: both orders ascend alike.
            for (three, &row) in from.iter().zip(&places).skip(column) {
                let row = row - above;
                for (to, from) in target[row..row + 3].iter_mut().zip(three) {
                    *to += from;
                }
            }
        }
    }
}

/// Eliminates a front's own columns, and takes from the rest what they leave it.
fn eliminate_own(
    own: &mut [f64],
    rows: usize,
    rest: &mut [f64],
    is_good: &impl Fn(f64) -> bool,
) -> bool {
    let columns = own.len().checked_div(rows).unwrap_or(0);
    for start in (0..columns).step_by(PANEL) {
        let end = (start + PANEL).min(columns);
        let (done, later) = own.split_at_mut(end * rows);
        let panel = &mut done[start * rows..];
        if !eliminate_panel(panel, rows, start, is_good) {
            return false;
        }
        let panel = Panel {
            values: panel,
            rows,
            start,
        };
        panel.take_from(later, rows, end, 0);
        panel.take_from(rest, rows - columns, columns, columns);
    }
    true
}

/// Eliminates the columns of a panel among themselves: below the diagonal L, on it D.
fn eliminate_panel(
    panel: &mut [f64],
    rows: usize,
    start: usize,
    is_good: &impl Fn(f64) -> bool,
) -> bool {
    let columns = panel.len() / rows;
    for k in 0..columns {
        let (done, later) = panel.split_at_mut((k + 1) * rows);
        let column = &mut done[k * rows..];
        let diagonal = start + k;
        let pivot = column[diagonal];
        if !is_good(pivot) {
            return false;
        }
        let over = 1.0 / pivot;
        for value in &mut column[diagonal + 1..] {
            *value *= over;
        }
        for (j, target) in later.chunks_mut(rows).enumerate() {
            let row = diagonal + 1 + j;
            let by = pivot * column[row];
            for (to, from) in target[row..].iter_mut().zip(&column[row..]) {
                *to -= by * from;
            }
        }
    }
    true
}

/// Columns that are eliminated.
struct Panel<'a> {
    values: &'a [f64],
    rows: usize,
    /// Its first column, whose diagonal stands in this row.
    start: usize,
}

impl Panel<'_> {
    /// Takes L·D·L' from columns of `height` rows, the first of which is column `first` of the
    /// front; their first row is row `above` of the front. Only what is on or below the diagonal
    /// counts; above it numbers without meaning may come to stand.
    fn take_from(&self, targets: &mut [f64], height: usize, first: usize, above: usize) {
        if height == 0 {
            return;
        }
        let mut begin = first;
        while begin < self.rows {
            let end = (begin + ROWS).min(self.rows);
            for (group, columns) in targets.chunks_mut(LANES * height).enumerate() {
                let column = first + group * LANES;
                if column >= end {
                    break;
                }
                let begin = begin.max(column);
                let mut columns = columns.chunks_mut(height);
                // Missing ones at the end are empty.
                let targets: [&mut [f64]; LANES] = core::array::from_fn(|_| {
                    let whole = columns.next();
                    whole.map_or(&mut [][..], |own| &mut own[begin - above..end - above])
                });
                self.take_rows(targets, column, begin, end);
            }
            begin = end;
        }
    }

    fn take_rows(&self, targets: [&mut [f64]; LANES], column: usize, begin: usize, end: usize) {
        let count = self.values.len() / self.rows;
        let mut targets = targets;
        for k in (0..count).step_by(LANES) {
            let some = LANES.min(count - k);
            let from: [&[f64]; LANES] = core::array::from_fn(|i| {
                let at = (k + i.min(some - 1)) * self.rows;
                &self.values[at + begin..at + end]
            });
            let by: [[f64; LANES]; LANES] = core::array::from_fn(|i| {
                let own = &self.values[(k + i.min(some - 1)) * self.rows..];
                let pivot = own[self.start + k + i.min(some - 1)];
                core::array::from_fn(|j| match i < some && column + j < self.rows {
                    true => pivot * own[column + j],
                    false => 0.0,
                })
            });
            for (j, target) in targets.iter_mut().enumerate() {
                take(target, from, [by[0][j], by[1][j], by[2][j], by[3][j]]);
            }
        }
    }
}

/// `to -= from·by`, four columns at once.
fn take(to: &mut [f64], from: [&[f64]; LANES], by: [f64; LANES]) {
    let length = to.len();
    let (to, to_rest) = to.as_chunks_mut::<LANES>();
    let [a, b, c, d] = from.map(|own| own.get(..length).unwrap_or(&[]).as_chunks::<LANES>());
    for ((((to, a), b), c), d) in to.iter_mut().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
        *to = core::array::from_fn(|i| {
            to[i] - ((a[i] * by[0] + b[i] * by[1]) + (c[i] * by[2] + d[i] * by[3]))
        });
    }
    for ((((to, a), b), c), d) in to_rest.iter_mut().zip(a.1).zip(b.1).zip(c.1).zip(d.1) {
        *to -= (a * by[0] + b * by[1]) + (c * by[2] + d * by[3]);
    }
}

/// The right-hand sides of one front: its own, then those of its border.
#[derive(Default)]
struct Room {
    sides: Vec<[f64; SIDES]>,
}

impl Room {
    fn take(&mut self, front: &Front, all: &[[f64; SIDES]]) {
        self.sides.clear();
        let first = 3 * front.first;
        self.sides
            .extend_from_slice(&all[first..first + front.columns()]);
        for &node in &front.border {
            let at = 3 * node as usize;
            self.sides.extend_from_slice(&all[at..at + 3]);
        }
    }

    fn give(&self, front: &Front, all: &mut [[f64; SIDES]]) {
        let (own, border) = self.sides.split_at(front.columns());
        let first = 3 * front.first;
        all[first..first + own.len()].copy_from_slice(own);
        for (&node, three) in front.border.iter().zip(border.chunks(3)) {
            let at = 3 * node as usize;
            all[at..at + 3].copy_from_slice(three);
        }
    }

    /// `L⁻¹`, two columns at a time.
    fn down(&mut self, front: &Front, values: &[f64]) {
        let (rows, columns) = (front.rows(), front.columns());
        for k in (0..columns).step_by(2) {
            let a = &values[k * rows..(k + 1) * rows];
            let x = self.sides[k];
            if k + 1 == columns {
                for (to, a) in self.sides[k + 1..].iter_mut().zip(&a[k + 1..]) {
                    *to = core::array::from_fn(|i| to[i] - a * x[i]);
                }
                break;
            }
            let b = &values[(k + 1) * rows..(k + 2) * rows];
            let mut y = self.sides[k + 1];
            y = core::array::from_fn(|i| y[i] - a[k + 1] * x[i]);
            self.sides[k + 1] = y;
            let rest = self.sides[k + 2..].iter_mut();
            for ((to, a), b) in rest.zip(&a[k + 2..]).zip(&b[k + 2..]) {
                *to = core::array::from_fn(|i| to[i] - (a * x[i] + b * y[i]));
            }
        }
    }

    /// `L'⁻¹·D⁻¹`, two columns at a time.
    fn up(&mut self, front: &Front, values: &[f64]) {
        let (rows, columns) = (front.rows(), front.columns());
        let over = |own: [f64; SIDES], k: usize| own.map(|x| x / values[k * rows + k]);
        let mut end = columns;
        if end % 2 == 1 {
            end -= 1;
            let a = &values[end * rows..(end + 1) * rows];
            let mut sum = [0.0; SIDES];
            for (x, a) in self.sides[end + 1..].iter().zip(&a[end + 1..]) {
                sum = core::array::from_fn(|i| sum[i] + a * x[i]);
            }
            let own = over(self.sides[end], end);
            self.sides[end] = core::array::from_fn(|i| own[i] - sum[i]);
        }
        for k in (0..end).step_by(2).rev() {
            let a = &values[k * rows..(k + 1) * rows];
            let b = &values[(k + 1) * rows..(k + 2) * rows];
            let (mut of_a, mut of_b) = ([0.0; SIDES], [0.0; SIDES]);
            let rest = self.sides[k + 2..].iter();
            for ((x, a), b) in rest.zip(&a[k + 2..]).zip(&b[k + 2..]) {
                of_a = core::array::from_fn(|i| of_a[i] + a * x[i]);
                of_b = core::array::from_fn(|i| of_b[i] + b * x[i]);
            }
            let own = over(self.sides[k + 1], k + 1);
            let y: [f64; SIDES] = core::array::from_fn(|i| own[i] - of_b[i]);
            let own = over(self.sides[k], k);
            self.sides[k] = core::array::from_fn(|i| own[i] - of_a[i] - a[k + 1] * y[i]);
            self.sides[k + 1] = y;
        }
    }
}
