//! Who is near whom: particles in cells, and pairs within reach of each other.

use super::Vector;
use super::pairs::{Met, Pairs};

/// Cells above each other within a reach: what is too far above or below is then met less often.
const LAYERS: usize = 3;
/// Most cells of the grid.
pub(super) const CELLS: usize = 64_000;
/// Half of the columns of cells around one, so that each pair is met once.
const ASIDE: [(usize, isize); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// Particles in the order of their cells, and which of them are within reach of each other.
pub(super) struct Near {
    /// Numbers of the particles in that order, and their places.
    pub order: Vec<u16>,
    pub sorted: [Vec<f64>; 3],
    pub pairs: Pairs,
    /// Where each cell's particles begin.
    starts: Vec<u32>,
    cells: [usize; 3],
    /// The cell of each particle, by number.
    within: Vec<u32>,
    met: Box<Met>,
    /// Particles looked at in the last search.
    pub looked: usize,
}

impl Near {
    /// Room for so many particles and pairs. Allocates.
    pub fn new(count: usize, pairs: usize) -> Self {
        Self {
            order: vec![0; count],
            sorted: [(); 3].map(|()| vec![0.0; count]),
            pairs: Pairs::new(pairs, count),
            starts: vec![0; CELLS + 1],
            cells: [1; 3],
            within: vec![0; count],
            met: Met::new(),
            looked: 0,
        }
    }

    /// Cells of the grid.
    pub fn cells(&self) -> usize {
        self.cells.iter().product()
    }

    /// Sorts particles at these places, and finds their pairs.
    pub fn find(&mut self, places: &[Vector], reach: f64) {
        self.sort(places, reach);
        self.seek(reach * reach);
        self.pairs.measure(reach);
    }

    /// Sorts the particles into cells, each as wide as the reach at least; what lies outside of the
    /// grid belongs to its outermost cells.
    fn sort(&mut self, places: &[Vector], reach: f64) {
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for place in places {
            for axis in 0..3 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
        let mut wide = reach;
        let count = |axis: usize, wide: f64| {
            let wide = wide / if axis == 2 { LAYERS as f64 } else { 1.0 };
            ((high[axis] - low[axis]) / wide).floor() + 1.0
        };
        // One drop that flies high makes many cells, nearly all empty; too many make them wider.
        while [0, 1, 2]
            .map(|axis| count(axis, wide))
            .iter()
            .product::<f64>()
            > CELLS as f64
            && wide.is_finite()
        {
            wide *= 1.5;
        }
        let cells = [0, 1, 2].map(|axis| (count(axis, wide) as usize).max(1));
        let wides = [wide, wide, wide / LAYERS as f64];
        self.cells = cells;
        let all = self.cells();
        // One further along, so that at the end each holds where its own cell begins.
        let starts = &mut self.starts[..all + 1];
        starts.fill(0);
        for (place, within) in places.iter().zip(&mut self.within) {
            let at: [usize; 3] = core::array::from_fn(|axis| {
                (((place[axis] - low[axis]) / wides[axis]) as usize).min(cells[axis] - 1)
            });
            let cell = (at[0] * cells[1] + at[1]) * cells[2] + at[2];
            *within = cell as u32;
            starts[cell] += 1;
        }
        let mut end = 0;
        for start in starts.iter_mut() {
            end += *start;
            *start = end;
        }
        // Backwards, so that each cell keeps the particles' order.
        for (n, within) in self.within.iter().enumerate().rev() {
            let end = &mut starts[*within as usize];
            *end -= 1;
            self.order[*end as usize] = n as u16;
        }
        for (m, n) in self.order.iter().enumerate() {
            for (sorted, own) in self.sorted.iter_mut().zip(places[usize::from(*n)]) {
                sorted[m] = own;
            }
        }
    }

    fn seek(&mut self, square_reach: f64) {
        self.pairs.clear();
        self.looked = 0;
        let [across, deep, high] = self.cells;
        let cell = |x: usize, y: usize, z: usize| (x * deep + y) * high + z;
        let [xs, ys, zs] = &self.sorted;
        let mut first = 0;
        while first < self.order.len() {
            let own = self.within[usize::from(self.order[first])] as usize;
            let end = self.starts[own + 1] as usize;
            let (column, z) = (own / high, own % high);
            let (x, y) = (column / deep, column % deep);
            // Cells above each other lie in one row, so that all in reach are taken as one.
            let top = (z + LAYERS).min(high - 1);
            let above = self.starts[cell(x, y, top) + 1] as usize;
            let mut rows = [[0, above]; 5];
            for (row, (dx, dy)) in rows[1..].iter_mut().zip(ASIDE) {
                let (to_x, to_y) = (x + dx, y.wrapping_add_signed(dy));
                if to_x >= across || to_y >= deep {
                    *row = [0; 2];
                    continue;
                }
                let low = cell(to_x, to_y, z.saturating_sub(LAYERS));
                let last = cell(to_x, to_y, top);
                *row = [self.starts[low], self.starts[last + 1]].map(|n| n as usize);
            }
            for m in first..end {
                let place = [xs[m], ys[m], zs[m]];
                // Those before it in its own row have met it.
                rows[0][0] = m + 1;
                self.met.count = 0;
                for [from, to] in rows {
                    self.looked += to - from;
                    self.met.look(place, from..to, &self.sorted, square_reach);
                }
                let met = &self.met;
                (self.pairs).add(&met.numbers[..met.count], &met.squares[..met.count]);
            }
            first = end;
        }
    }
}
