//! Which particles are within reach of each other.

use super::{MOST, Vector};
use core::ops::Range;

/// Pairs within reach of each other: those of a particle with others, which have no pair with it, one after
/// the other. Particles are numbered by their places in the order of cells.
pub(super) struct Pairs {
    /// Of how many particles, and from where on each has its own; and the end.
    particles: usize,
    rows: Vec<u32>,
    /// The other one.
    pub others: Vec<u16>,
    /// How much is left of the reach; before it is measured, their distance squared.
    pub left: Vec<f64>,
    /// One over their distance; 0 for two in one place, which are not pushed any way.
    pub turn: Vec<f64>,
}

impl Pairs {
    /// Room for so many pairs of particles. Allocates.
    pub fn new(most: usize, particles: usize) -> Self {
        Self {
            particles: 0,
            rows: vec![0; particles + 1],
            others: vec![0; most],
            left: vec![0.0; most],
            turn: vec![0.0; most],
        }
    }

    pub fn clear(&mut self) {
        self.particles = 0;
    }

    /// Those of the next particle, as far as there is room.
    pub fn add(&mut self, others: &[u16], squares: &[f64]) {
        let from = self.count();
        let count = others.len().min(self.others.len() - from);
        self.others[from..from + count].copy_from_slice(&others[..count]);
        self.left[from..from + count].copy_from_slice(&squares[..count]);
        self.particles += 1;
        self.rows[self.particles] = (from + count) as u32;
    }

    pub fn count(&self) -> usize {
        self.rows[self.particles] as usize
    }

    pub fn row(&self, m: usize) -> Range<usize> {
        self.rows[m] as usize..self.rows[m + 1] as usize
    }

    /// Distances of all, side by side.
    pub fn measure(&mut self, reach: f64) {
        let count = self.count();
        for (left, turn) in self.left[..count].iter_mut().zip(&mut self.turn) {
            let r = left.sqrt();
            *left = reach - r;
            *turn = if r > 0.0 { 1.0 / r } else { 0.0 };
        }
    }
}

/// Room for all particles, with which no place of it has to be checked.
const ROOM: usize = MOST.next_power_of_two();

/// What one particle meets: those within reach, and their distances, squared.
pub(super) struct Met {
    pub count: usize,
    pub numbers: [u16; ROOM],
    pub squares: [f64; ROOM],
}

impl Met {
    pub fn new() -> Box<Self> {
        Box::new(Self {
            count: 0,
            numbers: [0; ROOM],
            squares: [0.0; ROOM],
        })
    }

    /// Looks at some that lie in a row.
    #[inline(always)]
    pub fn look(
        &mut self,
        [x, y, z]: Vector,
        others: Range<usize>,
        [xs, ys, zs]: &[Vec<f64>; 3],
        square_reach: f64,
    ) {
        let places = xs[others.clone()].iter().zip(&ys[others.clone()]);
        let places = places.zip(&zs[others.clone()]);
        // Most are out of reach, in no order that a processor could guess: all are noted, and what is
        // out of reach is written over by the next.
        let mut found = self.count;
        for (n, ((to_x, to_y), to_z)) in (others.start as u16..).zip(places) {
            let (by_x, by_y, by_z) = (to_x - x, to_y - y, to_z - z);
            let square = by_x * by_x + by_y * by_y + by_z * by_z;
            self.numbers[found % ROOM] = n;
            self.squares[found % ROOM] = square;
            found += usize::from(square < square_reach);
        }
        self.count = found;
    }
}
