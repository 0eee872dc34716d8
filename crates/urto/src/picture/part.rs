//! One body in a picture: its form at rest, and what moves each of its points.

use super::{MOST_PLACES, MOST_POINTS, Sketch, Vector};
use crate::simd::Lanes;
use crate::tape::{Dear, dear};
use std::collections::HashMap;

/// What a part of a picture is, so that it is drawn as such.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Role {
    /// A body that rings: its motion is enlarged until it is seen.
    #[default]
    Body,
    /// A vessel that one sees into.
    Vessel,
    /// A liquid: what has triangles is its surface, seen through.
    Liquid,
    /// What things lie on.
    Ground,
    /// A flame.
    Flame,
}

/// One body in a picture.
#[derive(Clone, Debug)]
pub struct PicturePart {
    /// Its name in its network.
    pub name: String,
    /// What it is.
    pub role: Role,
    sketch: Sketch,
    drives: Drives,
    carries: Vec<Carry>,
}

/// What moves the points of a part.
#[derive(Clone, Debug)]
enum Drives {
    /// Rows of shapes, one number for each mode.
    Shapes(Vec<Lanes<f64>>),
    /// Places from 0 to 1 along the body.
    Along(Vec<f64>),
    /// The body's own points, the first N.
    Own(usize),
    /// Three directions, as the body tells.
    Told,
}

/// A point follows what drives it, along a direction.
#[derive(Clone, Copy, Debug)]
struct Carry {
    point: usize,
    drive: usize,
    along: Vector,
}

const AXES: [Vector; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl PicturePart {
    /// A body of N modes in a bank that has room for more: `moved` tells what a mode moves each of
    /// the points. Rows that several points share are kept once.
    pub(crate) fn of_modes(
        sketch: Sketch,
        [modes, room]: [usize; 2],
        moved: impl Fn(usize) -> Vec<Vector>,
    ) -> Self {
        let count = sketch.points.len().min(MOST_POINTS);
        let flat = dear(Dear::Form, || gather(count, modes, moved));
        let (head, rest) = flat.split_at(flat.len().min(1));
        let rows = head.first().map_or(0, |rows| *rows as usize);
        let (shapes, carries) = rest.split_at((rows * modes).min(rest.len()));
        let carries = carries.chunks_exact(3).map(|own| Carry {
            point: own[0] as usize,
            drive: own[1] as usize,
            along: AXES[own[2] as usize % 3],
        });
        let rows = shapes.chunks_exact(modes.max(1)).map(|row| {
            let mut lanes = Lanes::zeros(room);
            lanes[..modes].copy_from_slice(row);
            lanes
        });
        Self {
            name: String::new(),
            role: Role::Body,
            drives: Drives::Shapes(rows.collect()),
            carries: carries.collect(),
            sketch,
        }
        .bounded()
    }

    /// A line whose points move along z with the body's places, from 0 to 1.
    pub fn of_line(points: Vec<Vector>, places: Vec<f64>) -> Self {
        let along = 0..points.len().min(places.len());
        // They lie evenly; of a string from the nut to the bridge, where its positions begin.
        let mut line = points.clone();
        if places.first() > places.last() {
            line.reverse();
        }
        let sketch = Sketch {
            line,
            positions: places.clone(),
            ..Sketch::line(points)
        };
        let carry = |n| Carry {
            point: n,
            drive: n,
            along: AXES[2],
        };
        Self {
            name: String::new(),
            role: Role::Body,
            sketch,
            drives: Drives::Along(places),
            carries: along.map(carry).collect(),
        }
        .bounded()
    }

    /// Points that follow the body's own ones (`Point` 0, 1, ...): for each of those the number of
    /// the sketch's point and the direction in which it goes.
    pub fn of_points(sketch: Sketch, moves: &[(usize, Vector)]) -> Self {
        let carry = |(drive, (point, along)): (usize, &(usize, Vector))| Carry {
            point: *point,
            drive,
            along: *along,
        };
        let mut carries: Vec<Carry> = moves.iter().enumerate().map(carry).collect();
        carries.sort_by_key(|carry| carry.point);
        Self {
            name: String::new(),
            role: Role::Body,
            sketch,
            drives: Drives::Own(moves.len()),
            carries,
        }
        .bounded()
    }

    /// A single point that moves in space as the body tells: along x, y and z.
    pub fn of_particle() -> Self {
        let point = Sketch::line(vec![[0.0; 3]]);
        Self {
            drives: Drives::Told,
            ..Self::of_points(point, &AXES.map(|along| (0, along)))
        }
    }

    /// A single point that moves along z with the body's only one.
    pub fn of_mass() -> Self {
        Self::of_points(Sketch::line(vec![[0.0; 3]]), &[(0, AXES[2])])
    }

    /// Points that the sound itself places, each by its own three numbers: see
    /// [`Geometry::of_places`](super::Geometry::of_places).
    pub fn of_places(name: &str, sketch: Sketch) -> Self {
        Self {
            name: name.to_owned(),
            role: Role::Body,
            sketch,
            drives: Drives::Own(0),
            carries: Vec::new(),
        }
        .bounded_by(MOST_PLACES)
    }

    /// What is around the bodies, to scale: the sound itself moves it, if anything does. See
    /// [`Geometry::with`](super::Geometry::with).
    pub fn scenery(role: Role, name: &str, sketch: Sketch) -> Self {
        Self {
            role,
            ..Self::of_places(name, sketch).bounded()
        }
    }

    fn bounded(self) -> Self {
        self.bounded_by(MOST_POINTS)
    }

    /// Leaves out points beyond the most, and what hangs on them.
    fn bounded_by(mut self, most: usize) -> Self {
        let sketch = &mut self.sketch;
        sketch.points.truncate(most);
        sketch.positions.truncate(most);
        let count = sketch.points.len();
        sketch
            .edges
            .retain(|ends| ends.iter().all(|end| (*end as usize) < count));
        sketch
            .triangles
            .retain(|corners| corners.iter().all(|corner| (*corner as usize) < count));
        let drives = self.drives();
        self.carries
            .retain(|carry| carry.point < count && carry.drive < drives);
        self
    }

    /// Its form at rest.
    pub fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// Moves all of it, and gives it a name.
    pub(crate) fn placed(mut self, name: &str, by: Vector) -> Self {
        name.clone_into(&mut self.name);
        let sketch = &mut self.sketch;
        for point in sketch.points.iter_mut().chain(&mut sketch.line) {
            *point = [0, 1, 2].map(|axis| point[axis] + by[axis]);
        }
        self
    }

    /// From where to where it reaches along an axis \[m\].
    pub(crate) fn span(&self, axis: usize) -> [f64; 2] {
        let places = self.sketch.points.iter().map(|point| point[axis]);
        places.fold([0.0; 2], |[low, high], at| [low.min(at), high.max(at)])
    }

    /// How many numbers move it.
    pub(crate) fn drives(&self) -> usize {
        match &self.drives {
            Drives::Shapes(rows) => rows.len(),
            Drives::Along(places) => places.len(),
            Drives::Own(count) => *count,
            Drives::Told => AXES.len(),
        }
    }

    /// Rows of shapes that move it, for a body of modes.
    pub(crate) fn rows(&self) -> &[Lanes<f64>] {
        match &self.drives {
            Drives::Shapes(rows) => rows,
            _ => &[],
        }
    }

    /// Places that move it, for a body that is a line.
    pub(crate) fn places(&self) -> &[f64] {
        match &self.drives {
            Drives::Along(places) => places,
            _ => &[],
        }
    }

    /// Whether the body's own points move it.
    pub(crate) fn follows_points(&self) -> bool {
        matches!(self.drives, Drives::Own(_))
    }

    /// Sums up what moves each point.
    pub(super) fn carry(
        &self,
        swings: &[[f64; 2]],
        displacements: &mut [Vector],
        speeds: &mut [f64],
    ) {
        displacements.fill([0.0; 3]);
        speeds.fill(0.0);
        // What moves one point stands in a row.
        for own in self.carries.chunk_by(|a, b| a.point == b.point) {
            let (mut velocity, point) = ([0.0; 3], own[0].point);
            for Carry { drive, along, .. } in own {
                let [gone, fast] = swings[*drive];
                for axis in 0..3 {
                    displacements[point][axis] += gone * along[axis];
                    velocity[axis] += fast * along[axis];
                }
            }
            speeds[point] = velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
        }
    }
}

/// Which rows of shapes there are, and which point follows which of them: the number of rows, the
/// rows, and for each point that moves along an axis: point, row, axis.
fn gather(points: usize, modes: usize, moved: impl Fn(usize) -> Vec<Vector>) -> Vec<f64> {
    let moved: Vec<Vec<Vector>> = (0..modes).map(moved).collect();
    let (mut rows, mut carries) = (Vec::new(), Vec::new());
    let mut known: HashMap<Vec<u64>, usize> = HashMap::new();
    for point in 0..points {
        for axis in 0..3 {
            let at = |mode: &Vec<Vector>| mode.get(point).map_or(0.0, |moved| moved[axis]);
            let row: Vec<f64> = moved.iter().map(at).collect();
            if row.iter().all(|shape| *shape == 0.0) {
                continue;
            }
            let next = known.len();
            let key = row.iter().map(|shape| shape.to_bits()).collect();
            let number = *known.entry(key).or_insert(next);
            if number == next {
                rows.extend(row);
            }
            carries.extend([point as f64, number as f64, axis as f64]);
        }
    }
    let mut flat = vec![known.len() as f64];
    flat.extend(rows);
    flat.extend(carries);
    flat
}
