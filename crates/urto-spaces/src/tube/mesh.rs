//! The air of a rectangular tube as a mesh of waves in two dimensions.
//!
//! Law:    cells dx by dy, each of which takes of those around it what makes waves run as in ideal
//!         air (see `law`): p(n + 1) = 2·C·p(n) - p(n - 1). Hard walls are mirrors half a cell beyond
//!         the last cells. Every wall is besides a line of one step to a surface, which tells what
//!         comes back; what that is beyond the pressure at the wall goes to the cells, and of a hard
//!         wall it is nothing.
//! Step:   ports add what they push now and take off what they pushed two steps ago. All three
//!         ports are solved together. C is symmetric, and so is the walls' share W; with -1 < C - 2·W
//!         and C ≤ 1, which a test looks at, the air between the lines holds energy and makes none,
//!         and lines lose what their surfaces take, however these change.
//! Refs:   Van Duyne & Smith 1993; Fontana & Rocchesso 1998; Fontana, Savioja & Välimäki 2001.

use super::law::{Edge, Law, REACH};
use super::port::Port;
use super::wall::Wall;

/// The source, and the left and the right ear.
const PORTS: usize = 3;
/// Fewest cells along a tube: of fewer, modes just below a quarter of the rate are off by 1 %.
const FEWEST: f64 = 6.0;
/// How far beyond its own row a cell reaches.
const BEYOND: usize = 2;

/// Measures of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    /// Cells along and across.
    pub cells: [usize; 2],
    /// From cell to cell \[m\].
    pub apart: [f64; 2],
    /// How many cells sound goes in a step, along and across.
    pub goes: [f64; 2],
    /// From step to step \[s\].
    pub step: f64,
    pub law: Law,
}

impl Layout {
    /// For a tube \[m\], with cells of about this size, as wide as long; waves run at `speed` \[m/s\].
    pub fn new([length, width]: [f64; 2], size: f64, speed: f64) -> Self {
        let size = size.min(length / FEWEST);
        // The shorter side is parted first, and the longer one into pieces of that size.
        let count = |side: f64| (side / size).round().max(1.0);
        let cells = match width < length {
            true => {
                // Just over the half with which the number of cells along rounds up.
                let fewest = ((FEWEST - 0.45) * width / length).ceil();
                let rows = count(width).max(fewest);
                [(length * rows / width).round(), rows]
            }
            false => {
                let columns = count(length);
                [columns, (width * columns / length).round()]
            }
        };
        let apart = [length / cells[0], width / cells[1]];
        // Across a single row nothing goes.
        let both = if cells[1] > 1.0 { apart[1] } else { apart[0] };
        let step = (apart[0] * both).sqrt() / (REACH * speed);
        let goes = apart.map(|own| speed * step / own);
        Self {
            cells: cells.map(|own| own as usize),
            apart,
            goes,
            step,
            law: Law::new(goes),
        }
    }

    /// How many cells are worked out in a second.
    pub fn work(&self) -> f64 {
        (self.cells[0] * self.cells[1]) as f64 / self.step
    }
}

/// The air in the tube.
pub(super) struct Mesh {
    pub layout: Layout,
    /// Pressures now and a step ago, row by row.
    now: Vec<f64>,
    before: Vec<f64>,
    /// What a row takes of those beside it: by the law across, and what the cross takes off; with what
    /// its mirrors show on both ends.
    row: [Vec<f64>; 2],
    /// Near end, far end, left side, right side.
    pub walls: [Wall; 4],
    /// How the ends are tied to the air.
    end: Edge,
    ports: [Port; PORTS],
    /// How the ports are felt by each other.
    felt: [[f64; PORTS]; PORTS],
    /// Admittance of a port.
    admittance: f64,
    /// Energy that came in through the ports, less what went out again; in waves of the mesh.
    #[cfg(test)]
    pub balance: f64,
}

/// The cell that a mirror at each end of so many shows there.
fn mirrored(mut at: isize, count: usize) -> usize {
    let count = count as isize;
    while !(0..count).contains(&at) {
        at = if at < 0 { -1 - at } else { 2 * count - 1 - at };
    }
    at as usize
}

/// What both mirrors of a row show.
fn mirror(row: &mut [f64]) {
    let last = row.len() - 1;
    for n in 0..BEYOND {
        row[n] = row[2 * BEYOND - 1 - n];
        row[last - n] = row[last + 1 + n - 2 * BEYOND];
    }
}

impl Mesh {
    /// Still air. The low-passes of ends and sides have these poles. Allocates.
    pub fn new(layout: Layout, [ends, sides]: [f64; 2], admittance: f64) -> Self {
        let [columns, rows] = layout.cells;
        let all = columns * rows;
        Self {
            layout,
            now: vec![0.0; all],
            before: vec![0.0; all],
            row: core::array::from_fn(|_| vec![0.0; columns + 2 * BEYOND]),
            walls: [
                Wall::new(rows, ends),
                Wall::new(rows, ends),
                Wall::new(columns, sides),
                Wall::new(columns, sides),
            ],
            end: layout.law.along.edge(),
            ports: [Port::default(); PORTS],
            felt: [[0.0; PORTS]; PORTS],
            admittance,
            #[cfg(test)]
            balance: 0.0,
        }
    }

    /// Still air again.
    pub fn clear(&mut self) {
        self.now.fill(0.0);
        self.before.fill(0.0);
        self.walls.iter_mut().for_each(Wall::clear);
        self.ports.iter_mut().for_each(Port::clear);
    }

    /// Moves the ports \[m\].
    pub fn go(&mut self, places: [[f64; 2]; PORTS]) {
        let [dx, dy] = self.layout.apart;
        for (port, [x, y]) in self.ports.iter_mut().zip(places) {
            port.go([x / dx, y / dy], self.layout.cells);
        }
        for (row, one) in self.ports.iter().enumerate() {
            for (column, other) in self.ports.iter().enumerate() {
                self.felt[row][column] = one.common(other);
            }
            let series = one.series(self.layout.cells[1]);
            self.felt[row][row] += 1.0 / self.admittance + series;
        }
    }

    /// A step: a wave goes in at the source; what comes out at both ears.
    pub fn step(&mut self, enters: f64) -> [f64; 2] {
        self.run();
        self.meet_walls();
        let out = self.exchange(enters);
        core::mem::swap(&mut self.now, &mut self.before);
        self.reach_walls();
        out
    }

    /// Waves between hard walls go a step on: `before` becomes what comes next.
    fn run(&mut self) {
        let [columns, rows] = self.layout.cells;
        let Law {
            along,
            across,
            cross,
        } = self.layout.law;
        let cross = 2.0 * cross;
        let [own, near, far] = [along.own, along.near, along.far].map(|part| 2.0 * part);
        let [beside, taken] = &mut self.row;
        for row in 0..rows {
            let there = |by: isize| {
                let start = mirrored(row as isize + by, rows) * columns;
                &self.now[start..start + columns]
            };
            let [two_up, up, here, down, two_down] = [-2, -1, 0, 1, 2].map(there);
            let inner = BEYOND..BEYOND + columns;
            let sums = beside[inner.clone()].iter_mut().zip(&mut taken[inner]);
            for (n, (sum, taken)) in sums.enumerate() {
                let (here, next) = (here[n], up[n] + down[n]);
                *sum =
                    across.own * here + across.near * next + across.far * (two_up[n] + two_down[n]);
                *taken = cross * (here - 0.5 * next);
            }
            mirror(beside);
            mirror(taken);
            let next = &mut self.before[row * columns..(row + 1) * columns];
            let (beside, taken) = (&beside[..columns + 4], &taken[1..columns + 3]);
            for (n, next) in next.iter_mut().enumerate() {
                let runs = own * beside[n + 2]
                    + near * (beside[n + 1] + beside[n + 3])
                    + far * (beside[n] + beside[n + 4]);
                *next = runs - (taken[n + 1] - 0.5 * (taken[n] + taken[n + 2])) - *next;
            }
        }
    }

    /// Walls give the cells before them what they tell beyond their pressure.
    fn meet_walls(&mut self) {
        let [columns, rows] = self.layout.cells;
        let next = &mut self.before;
        let [near, far, left, right] = &mut self.walls;
        let Edge { second, admittance } = self.end;
        let share = 2.0 * admittance;
        near.step(|row, beyond| {
            next[row * columns] += share * beyond;
            next[row * columns + 1] += second * share * beyond;
        });
        far.step(|row, beyond| {
            let end = (row + 1) * columns;
            next[end - 1] += share * beyond;
            next[end - 2] += second * share * beyond;
        });
        let share = 2.0 * Edge::SIDE.admittance;
        left.step(|column, beyond| next[column] += share * beyond);
        right.step(|column, beyond| next[(rows - 1) * columns + column] += share * beyond);
    }

    /// What stands before the walls arrives at them.
    fn reach_walls(&mut self) {
        let [columns, rows] = self.layout.cells;
        let now = &self.now;
        let second = self.end.second;
        let [near, far, left, right] = &mut self.walls;
        near.arrive(|row| now[row * columns] + second * now[row * columns + 1]);
        far.arrive(|row| {
            let end = (row + 1) * columns;
            now[end - 1] + second * now[end - 2]
        });
        left.arrive(|column| now[column]);
        right.arrive(|column| now[(rows - 1) * columns + column]);
    }

    /// What the ports push, from `flow/Y + felt·flow = 2·enters - pressure`. An ear hears its flow over
    /// Y, which holds no more energy than what the ear takes: its line's admittance is at most Y.
    fn exchange(&mut self, enters: f64) -> [f64; 2] {
        let stride = self.layout.cells[0];
        let cells = &mut self.before;
        for port in &mut self.ports {
            port.let_go(cells, stride);
        }
        let mut flows = self.ports.map(|port| -port.hear(cells, stride));
        flows[0] += 2.0 * enters;
        solve(self.felt, &mut flows);
        for (port, flow) in self.ports.iter_mut().zip(flows) {
            port.push(flow, cells, stride);
        }
        #[cfg(test)]
        for (n, (port, flow)) in self.ports.iter().zip(flows).enumerate() {
            let line = 1.0 / self.admittance + port.series(self.layout.cells[1]);
            let pressure = if n == 0 { 2.0 * enters } else { 0.0 } - line * flow;
            self.balance += flow * pressure;
        }
        [flows[1], flows[2]].map(|flow| -flow / self.admittance)
    }

    /// The loudest that is in it.
    pub fn rest(&self) -> f64 {
        let air = self.now.iter().chain(&self.before);
        let air = air.fold(0.0f64, |most, own| own.abs().max(most));
        self.walls.iter().map(Wall::rest).fold(air, f64::max)
    }
}

/// Solves a small system whose matrix is symmetric and positive, in place.
fn solve(mut matrix: [[f64; PORTS]; PORTS], values: &mut [f64; PORTS]) {
    for pivot in 0..PORTS {
        let (own, value) = (matrix[pivot], values[pivot]);
        let below = matrix.iter_mut().zip(values.iter_mut()).skip(pivot + 1);
        for (row, other) in below {
            let factor = row[pivot] / own[pivot];
            row.iter_mut()
                .zip(own)
                .for_each(|(entry, own)| *entry -= factor * own);
            *other -= factor * value;
        }
    }
    for row in (0..PORTS).rev() {
        let known: f64 = (row + 1..PORTS).map(|n| matrix[row][n] * values[n]).sum();
        values[row] = (values[row] - known) / matrix[row][row];
    }
}

#[cfg(test)]
mod tests;
