//! Who is near whom: points in cells of a grid without bounds, in a table of fixed size.
//!
//! Step:   points are sorted by the number of their cell's drawer (counting sort); who looks at a
//!         cell looks into its drawer, and takes those whose cell it is: drawers may be shared by
//!         cells, cells by nobody.
//! Refs:   Teschner et al. 2003, Optimized spatial hashing.

use crate::vector::{Vector, difference, dot};

/// Pairs that are near each other for which there is room, for each mass, or mass and triangle, of
/// a contact. Balls of one size have at most twelve neighbours that they touch, and share each; four
/// times that many are within the margin of none of the packings that were tried.
const ROOM: usize = 24;

/// Room for pairs among so many.
pub(crate) fn room(count: usize) -> usize {
    ROOM * count
}

/// The share of a contact's distance by which pairs are taken as near before they touch: more of it
/// and searches are seldom, less and fewer pairs are looked at in vain.
pub(crate) const MARGIN: f64 = 0.3;

/// Cells are counted up to here in each direction: what is beyond shares the last.
const FARTHEST: f64 = 4e18;

pub(crate) type Cell = [i64; 3];

#[derive(Clone)]
pub(crate) struct Grid {
    size: f64,
    /// From where on each drawer's points are; and the end.
    starts: Vec<u32>,
    points: Vec<u32>,
    cells: Vec<Cell>,
}

impl Grid {
    /// For so many points, in cells of this size \[m\].
    pub fn new(count: usize, size: f64) -> Self {
        Self {
            size,
            starts: vec![0; (2 * count.max(1)).next_power_of_two() + 1],
            points: vec![0; count],
            cells: vec![[0; 3]; count],
        }
    }

    pub fn cell(&self, at: Vector) -> Cell {
        at.map(|own| (own / self.size).floor().clamp(-FARTHEST, FARTHEST) as i64)
    }

    fn drawer(&self, cell: Cell) -> usize {
        let [x, y, z] = cell.map(|own| own as u64);
        // Large odd numbers, so that cells side by side fall apart.
        let mixed = x.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ y.wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
            ^ z.wrapping_mul(0x1656_67B1_9E37_79F9);
        (mixed ^ (mixed >> 32)) as usize & (self.starts.len() - 2)
    }

    /// Puts all points where they are. Does not allocate.
    pub fn sort(&mut self, at: impl Fn(usize) -> Vector) {
        self.starts.fill(0);
        for n in 0..self.cells.len() {
            self.cells[n] = self.cell(at(n));
            let drawer = self.drawer(self.cells[n]);
            self.starts[drawer + 1] += 1;
        }
        for drawer in 1..self.starts.len() {
            self.starts[drawer] += self.starts[drawer - 1];
        }
        // From behind, so that the order within a drawer is that of the points once starts have
        // come down to where they belong.
        for n in (0..self.cells.len()).rev() {
            let end = self.drawer(self.cells[n]) + 1;
            self.starts[end] -= 1;
            self.points[self.starts[end] as usize] = n as u32;
        }
        // Each end is now its drawer's start: they move down by one.
        self.starts.copy_within(1.., 0);
        if let Some(last) = self.starts.last_mut() {
            *last = self.points.len() as u32;
        }
    }

    /// The points in a cell.
    pub fn within(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let drawer = self.drawer(cell);
        let [from, to] = [self.starts[drawer], self.starts[drawer + 1]];
        let points = self.points[from as usize..to as usize].iter();
        points
            .map(|own| *own as usize)
            .filter(move |own| self.cells[*own] == cell)
    }

    /// The points in a cell and in the 26 around it.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let beside =
            (-1..=1).flat_map(|x| (-1..=1).flat_map(move |y| (-1..=1).map(move |z| [x, y, z])));
        beside.flat_map(move |way: Cell| self.within(core::array::from_fn(|k| cell[k] + way[k])))
    }
}

/// Where masses were when it was last looked who is near whom.
#[derive(Clone)]
pub(crate) struct Seen {
    places: Vec<Vector>,
    margin: f64,
    known: bool,
}

impl Seen {
    pub fn new(count: usize, margin: f64) -> Self {
        Self {
            places: vec![[0.0; 3]; count],
            margin,
            known: false,
        }
    }

    pub fn margin(&self) -> f64 {
        self.margin
    }

    pub fn forget(&mut self) {
        self.known = false;
    }

    /// Whether somebody has moved so far that others may have come near: half of the margin, of which
    /// the other one takes the rest.
    pub fn is_old(&self, at: impl Fn(usize) -> Vector) -> bool {
        let far = 0.25 * self.margin * self.margin;
        let moved = |(n, own): (usize, &Vector)| {
            let way = difference(at(n), *own);
            dot(way, way) > far
        };
        !self.known || self.places.iter().enumerate().any(moved)
    }

    pub fn look(&mut self, at: impl Fn(usize) -> Vector) {
        self.known = true;
        for (n, own) in self.places.iter_mut().enumerate() {
            *own = at(n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    /// Whatever the places, each point is found once in its own cell, and all that are within a
    /// cell's size are found around it.
    #[test]
    fn all_that_is_near_is_found_once() {
        let mut rng = Rng::new(7);
        for far in [0.01, 1.0, 1e6, 1e15] {
            let places: Vec<Vector> = (0..500)
                .map(|_| [0; 3].map(|_| far * rng.signed()))
                .collect();
            let size = far / 8.0;
            let mut grid = Grid::new(places.len(), size);
            for _ in 0..2 {
                grid.sort(|n| places[n]);
                for (n, own) in places.iter().enumerate() {
                    let own_cell = grid.cell(*own);
                    assert_eq!(grid.within(own_cell).filter(|m| *m == n).count(), 1);
                    let mut found: Vec<usize> = grid.around(own_cell).collect();
                    let all = found.len();
                    found.sort();
                    found.dedup();
                    assert_eq!(found.len(), all);
                    for (m, other) in places.iter().enumerate() {
                        let way = difference(*own, *other);
                        if dot(way, way) < size * size {
                            assert!(found.binary_search(&m).is_ok());
                        }
                    }
                }
            }
        }
    }
}
