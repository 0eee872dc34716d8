//! The air of a rectangular tube as a mesh of waves in two dimensions.
//!
//! Law:    cells dx by dy, each tied to its four neighbours by lines that take one step. With the
//!         admittances Yx = (cT/dx)², Yy = (cT/dy)² and Yx + Yy = 1 a junction scatters as
//!         p = Yx·(p_left⁺ + p_right⁺) + Yy·(p_near⁺ + p_far⁺), which loses nothing; waves along an axis
//!         run at c, and sin²(ωT/2) = Yx·sin²(kx·dx/2) + Yy·sin²(ky·dy/2) says how those near the
//!         mesh's end come late.
//! Step:   the same written in pressures: p(n) = Yx·(left + right) + Yy·(near + far) - p(n - 2), where
//!         walls tell what stands beyond the edge and ports add what they push now and take off what
//!         they pushed two steps ago. All three ports are solved together.
//! Refs:   Van Duyne & Smith 1993; Fontana & Rocchesso 1998; Fontana, Savioja & Välimäki 2001.

use super::port::Port;
use super::wall::Wall;

/// The source, and the left and the right ear.
const PORTS: usize = 3;

/// Measures of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    /// Cells along and across.
    pub cells: [usize; 2],
    /// From cell to cell \[m\].
    pub apart: [f64; 2],
    /// Admittances along and across.
    pub shares: [f64; 2],
    /// From step to step \[s\].
    pub step: f64,
}

impl Layout {
    /// For a tube \[m\], with cells of about this size; waves run at `speed` \[m/s\].
    pub fn new([length, width]: [f64; 2], size: f64, speed: f64) -> Self {
        let count = |side: f64| (side / size).round().max(1.0);
        let cells = [count(length).max(3.0), count(width)];
        let apart = [length / cells[0], width / cells[1]];
        let [x, y] = apart.map(|own| 1.0 / (own * own));
        Self {
            cells: cells.map(|own| own as usize),
            apart,
            shares: [x / (x + y), y / (x + y)],
            step: 1.0 / (speed * (x + y).sqrt()),
        }
    }

    /// How many cells are worked out in a second.
    #[cfg(test)]
    pub fn work(&self) -> f64 {
        (self.cells[0] * self.cells[1]) as f64 / self.step
    }
}

/// The air in the tube.
pub(super) struct Mesh {
    pub layout: Layout,
    /// Pressures now and a step ago, with one more cell beyond every edge.
    now: Vec<f64>,
    before: Vec<f64>,
    /// Near end, far end, left side, right side.
    pub walls: [Wall; 4],
    ports: [Port; PORTS],
    /// How the ports are felt by each other.
    felt: [[f64; PORTS]; PORTS],
    /// Admittance of a port.
    admittance: f64,
    /// Energy that came in through the ports, less what went out again; in waves of the mesh.
    #[cfg(test)]
    pub balance: f64,
}

impl Mesh {
    /// Still air. The low-passes of ends and sides have these poles. Allocates.
    pub fn new(layout: Layout, [ends, sides]: [f64; 2], admittance: f64) -> Self {
        let [columns, rows] = layout.cells;
        let all = (columns + 2) * (rows + 2);
        Self {
            layout,
            now: vec![0.0; all],
            before: vec![0.0; all],
            walls: [
                Wall::new(rows, ends),
                Wall::new(rows, ends),
                Wall::new(columns, sides),
                Wall::new(columns, sides),
            ],
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
        let [columns, rows] = self.layout.cells;
        let stride = columns + 2;
        let now = &mut self.now;
        let [near, far, left, right] = &mut self.walls;
        near.step(|row, beyond| now[(row + 1) * stride] = beyond);
        far.step(|row, beyond| now[(row + 1) * stride + columns + 1] = beyond);
        left.step(|column, beyond| now[column + 1] = beyond);
        right.step(|column, beyond| now[(rows + 1) * stride + column + 1] = beyond);
        let [x, y] = self.layout.shares;
        for row in 1..=rows {
            let start = row * stride + 1;
            let next = &mut self.before[start..start + columns];
            let along = &now[start - 1..=start + columns];
            let above = &now[start - stride..start - stride + columns];
            let below = &now[start + stride..start + stride + columns];
            let (behind, ahead) = (&along[..columns], &along[2..]);
            for (n, next) in next.iter_mut().enumerate() {
                *next = x * (behind[n] + ahead[n]) + y * (above[n] + below[n]) - *next;
            }
        }
        let out = self.exchange(enters, stride);
        core::mem::swap(&mut self.now, &mut self.before);
        let now = &self.now;
        let [near, far, left, right] = &mut self.walls;
        near.arrive(|row| now[(row + 1) * stride + 1]);
        far.arrive(|row| now[(row + 1) * stride + columns]);
        left.arrive(|column| now[stride + column + 1]);
        right.arrive(|column| now[rows * stride + column + 1]);
        out
    }

    /// What the ports push, from `flow/Y + felt·flow = 2·enters - pressure`. An ear hears its flow over
    /// Y, which holds no more energy than what the ear takes: its line's admittance is at most Y.
    fn exchange(&mut self, enters: f64, stride: usize) -> [f64; 2] {
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
