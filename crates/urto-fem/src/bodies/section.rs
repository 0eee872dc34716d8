//! Sections: flat shapes in triangles, from which bodies are swept.

use crate::mesh::MeshError;
use urto::math::{TAU, cos, sin};

/// A place in a section \[m\]; of a vessel: distance from the axis, and height.
pub type Vec2 = [f64; 2];

/// A flat shape, put together from blocks of cells.
#[derive(Clone, Debug, Default)]
pub struct Section {
    pub(super) nodes: Vec<Vec2>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Section {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a block of cells; `place` says where the corners of cells are. Where they fall on
    /// those of a block before, they become one; cells on a shared side must be the same on both.
    pub fn block(
        mut self,
        cells: [usize; 2],
        place: impl Fn([usize; 2]) -> Vec2,
    ) -> Result<Self, MeshError> {
        let [across, along] = cells;
        if across == 0 || along == 0 {
            return Err(MeshError::NoCells {
                cells: [across, along, 1],
            });
        }
        let mut numbers = Vec::new();
        for j in 0..=along {
            for i in 0..=across {
                let at = place([i, j]);
                let beside = place([if i == 0 { 1 } else { i - 1 }, j]);
                // Far below a cell, far above rounding.
                numbers.push(self.node(at, 1e-4 * distance(at, beside)));
            }
        }
        let number = |i: usize, j: usize| numbers[j * (across + 1) + i];
        for j in 0..along {
            for i in 0..across {
                let (a, b) = (number(i, j), number(i + 1, j));
                let (c, d) = (number(i, j + 1), number(i + 1, j + 1));
                self.triangles.extend([[a, b, d], [a, d, c]]);
            }
        }
        Ok(self)
    }

    /// A strip of cells, one layer thick, between two lines of points.
    pub fn strip(self, inner: &[Vec2], outer: &[Vec2]) -> Result<Self, MeshError> {
        let cells = inner.len().min(outer.len()).saturating_sub(1);
        let lines = [inner, outer];
        self.block([1, cells], |[i, j]| lines[i][j])
    }

    /// A disc about a place, so many cells across its radius: a square in its middle, and four
    /// fields from the square to the rim. It is a polygon of 8 corners for each cell, somewhat
    /// larger than the circle, so that a rod of it bends as a round one.
    pub fn disc(mut self, centre: Vec2, radius: f64, cells: usize) -> Result<Self, MeshError> {
        let out = cells.max(1);
        let along = 2 * out;
        // Square of a polygon's gyration radius: R²·(2 + cos(2·pi/n))/12; of a circle's: r²/4.
        let corner = radius * (3.0 / (2.0 + cos(TAU / (4 * along) as f64))).sqrt();
        let square = 0.45 * radius;
        let side = |i: usize| 2.0 * i as f64 / along as f64 - 1.0;
        self = self.block([along, along], |[i, j]| {
            [centre[0] + square * side(i), centre[1] + square * side(j)]
        })?;
        for (turn_sin, turn_cos) in [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)] {
            self = self.block([along, out], |[i, j]| {
                let angle = side(i) * TAU / 8.0;
                let rim = [corner * cos(angle), corner * sin(angle)];
                let [x, y] = between([square, square * side(i)], rim, j as f64 / out as f64);
                [
                    centre[0] + turn_cos * x - turn_sin * y,
                    centre[1] + turn_sin * x + turn_cos * y,
                ]
            })?;
        }
        Ok(self)
    }

    fn node(&mut self, at: Vec2, near: f64) -> u32 {
        let same = self
            .nodes
            .iter()
            .position(|&node| distance(node, at) < near);
        let number = same.unwrap_or(self.nodes.len());
        if same.is_none() {
            self.nodes.push(at);
        }
        number as u32
    }
}

pub(super) fn distance(a: Vec2, b: Vec2) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}

pub(super) fn between(a: Vec2, b: Vec2, share: f64) -> Vec2 {
    [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}
