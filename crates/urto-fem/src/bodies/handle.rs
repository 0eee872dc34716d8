//! Handles: bars that are led from a patch of a wall along a line, back to the wall or to an end.
//!
//! Each cell is cut into twelve tetrahedra about its middle, each of its faces along the diagonal
//! through the node with the lowest number. A swept wall cuts its faces so too, but where its last
//! step closes to the first: a handle fits onto it anywhere else.

use super::Path;
use super::section::{Section, Vec2, between, distance};
use super::sweep::{swept, turned};
use crate::Vec3;
use crate::mesh::{Mesh, MeshError, Tetrahedra};
use crate::vector;
use urto::math::{TAU, cos, sin};

/// The vessel that handles are put on, on its way to a mesh.
pub(super) struct Vessel {
    body: Tetrahedra,
    /// The outer face of its section, from the axis to the rim.
    outer: Vec<Vec2>,
    steps: usize,
    /// Where its handle is \[rad\].
    angle: f64,
}

/// Nodes of a handle's cells at one station: rows from its right to its left, each going around the
/// vessel.
type Layer = Vec<Vec<u32>>;

/// Cells of the wall's outer face that a handle begins or ends with.
pub(super) struct Patch {
    layer: Layer,
    /// Its middle: distance from the axis, and height \[m\].
    pub middle: Vec2,
}

impl Vessel {
    /// A wall between two faces, revolved; neither face may run twice along the same line.
    pub fn new(inner: &[Vec2], outer: &[Vec2], steps: usize) -> Result<Self, MeshError> {
        let section = Section::new().strip(inner, outer)?;
        Ok(Self {
            body: swept(&section, steps, true, turned(steps)),
            outer: outer.to_vec(),
            steps,
            angle: 0.0,
        })
    }

    /// The cells around a height \[m\] on the wall that are about as large as a handle of this
    /// breadth and thickness \[m\]: at least one.
    pub fn patch(&self, height: f64, [width, thickness]: Vec2) -> Patch {
        let outer = &self.outer;
        // The wall is highest at its rim, where it ends; what lies below the height comes before.
        let near = outer.partition_point(|own| own[1] < height);
        let near = near.clamp(1, outer.len() - 1);
        let cell = distance(outer[near - 1], outer[near]);
        let high = ((thickness / cell).round() as usize).clamp(1, outer.len() - 1);
        let first = near.saturating_sub(high.div_ceil(2));
        let first = first.min(outer.len() - 1 - high);
        let step = TAU * outer[near][0] / self.steps as f64;
        // Never near the last step.
        let across = ((width / step).round() as usize).clamp(1, self.steps / 4);
        let row = |station: usize| {
            let steps = FIRST..=FIRST + across;
            steps
                .map(|step| self.node(outer[station], step))
                .collect::<Vec<u32>>()
        };
        Patch {
            layer: (first..=first + high).map(row).collect(),
            middle: between(outer[first], outer[first + high], 0.5),
        }
    }

    fn node(&self, at: Vec2, step: usize) -> u32 {
        let place = turned(self.steps)(at, step);
        let far = |node: &Vec3| vector::distance(*node, place);
        let nodes = (0u32..).zip(&self.body.nodes);
        let nearest = nodes.min_by(|a, b| far(a.1).total_cmp(&far(b.1)));
        nearest.map_or(0, |(number, _)| number)
    }

    /// Puts a bar on: from a patch along a line in so many cells, to another patch or to an end.
    pub fn with_handle(
        mut self,
        from: Patch,
        to: Option<Patch>,
        line: &Path,
        [width, thickness]: Vec2,
        cells: usize,
    ) -> Self {
        let cells = cells.max(2);
        let (rows, across) = (from.layer.len() - 1, from.layer[0].len() - 1);
        let angle = TAU * (FIRST as f64 + 0.5 * across as f64) / self.steps as f64;
        self.angle = angle;
        let [left, right] = line.faces(cells, |_| thickness);
        let mut layers = vec![from.layer];
        let last = if to.is_some() { cells } else { cells + 1 };
        for station in 1..last {
            let mut layer = Layer::new();
            for row in 0..=rows {
                let [r, z] = between(right[station], left[station], share(row, rows));
                let around = (0..=across).map(|column| {
                    let aside = width * (share(column, across) - 0.5);
                    let (s, c) = (sin(angle), cos(angle));
                    self.body
                        .nodes
                        .push([r * c - aside * s, r * s + aside * c, z]);
                    self.body.nodes.len() as u32 - 1
                });
                layer.push(around.collect());
            }
            layers.push(layer);
        }
        // A line that comes back to the wall has turned over: what was above lies below.
        layers.extend(to.map(|patch| patch.layer.into_iter().rev().collect()));
        for pair in layers.windows(2) {
            for row in 0..rows {
                for column in 0..across {
                    self.cell([&pair[0], &pair[1]], row, column);
                }
            }
        }
        self
    }

    fn cell(&mut self, layers: [&Layer; 2], row: usize, column: usize) {
        // Corner by its three numbers, each 0 or 1: station, row, column.
        let corner = |[s, r, c]: [usize; 3]| layers[s][row + r][column + c];
        let middle = self.body.nodes.len() as u32;
        let mut centre = [0.0; 3];
        for number in 0..8 {
            let node = corner([number & 1, number >> 1 & 1, number >> 2]);
            for (sum, own) in centre.iter_mut().zip(self.body.nodes[node as usize]) {
                *sum += 0.125 * own;
            }
        }
        self.body.nodes.push(centre);
        for axis in 0..3 {
            for side in 0..2 {
                let face = [[0, 0], [0, 1], [1, 1], [1, 0]].map(|[u, v]| {
                    let mut at = [side; 3];
                    at[(axis + 1) % 3] = u;
                    at[(axis + 2) % 3] = v;
                    corner(at)
                });
                let first = (0..4).min_by_key(|own| face[*own]).unwrap_or(0);
                let [a, b, c, d] = [0, 1, 2, 3].map(|next| face[(first + next) % 4]);
                self.body
                    .elements
                    .extend([[a, b, c, middle], [a, c, d, middle]]);
            }
        }
    }

    /// The mesh, turned so that its handle points along x.
    pub fn mesh(mut self) -> Result<Mesh, MeshError> {
        let (s, c) = (sin(-self.angle), cos(-self.angle));
        for [x, y, _] in &mut self.body.nodes {
            (*x, *y) = (*x * c - *y * s, *x * s + *y * c);
        }
        self.body.orient();
        self.body.quadratic()
    }
}

/// The step at which a handle's cells begin: not at the seam.
const FIRST: usize = 1;

fn share(part: usize, parts: usize) -> f64 {
    part as f64 / parts as f64
}
