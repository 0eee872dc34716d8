//! A surface of triangles, on which each mode moves every vertex in space.
//!
//! A place on it has three directions: the normal of its triangle, and two tangents. What a mode
//! moves there is the mean of what it moves the triangle's corners, by their shares, along the
//! direction. Since that is one row of shapes for each direction, forces in one direction move the
//! place in the others too, and the body keeps its contract. One that flies does so in space,
//! without turning: every place sees its share of that along each of its directions.

mod geometry;
mod tree;

use super::shapes::{Shapes, check_shapes};
use crate::error::{BuildError, within};
use crate::picture::{MOST_POINTS, Sketch, Vector, thinned};
use geometry::{dot, frame, minus, mix, nearest_shares};
use std::sync::OnceLock;
use tree::TriangleTree;

/// A place on a surface of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SurfacePlace {
    /// Within a triangle, by the shares of its three corners (barycentric coordinates), which sum
    /// to 1.
    Within {
        /// The triangle's number, from 0.
        triangle: usize,
        /// Shares of its corners, from 0 to 1.
        shares: Vector,
    },
    /// The place that is nearest to x, y and z \[m\].
    Nearest(Vector),
    /// The place that is nearest to a point of the box around the surface, whatever its size.
    InBox {
        /// Shares of the box's sides, from 0 to 1.
        shares: Vector,
        /// How far aside from there, along the box's longest side and as a share of that: for what
        /// goes to and fro about a place.
        aside: f64,
    },
}

/// A direction at a place of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Out of the surface: corners run against the clock for who looks at it from outside.
    Normal,
    /// Along the surface, as far as it can along x (along y where the normal is near x).
    Tangent,
    /// Along the surface, at right angles to both.
    Tangent2,
}

impl Direction {
    /// All of them, the normal first.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Tangent, Self::Tangent2];
}

/// A place that a [`Surface`] found: a triangle that is there, and shares that sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    triangle: usize,
    shares: Vector,
}

impl Found {
    /// The same place, told by its triangle.
    pub fn within(self) -> SurfacePlace {
        let Self { triangle, shares } = self;
        SurfacePlace::Within { triangle, shares }
    }
}

/// A surface of triangles, and how modes move its vertices.
///
/// ```
/// use urto::object::{Modal, ModalParams, NamedPoint, Object, Point, Surface, SurfacePlace};
///
/// // One triangle in the plane z = 0, which the only mode moves out of it and a little along x.
/// let corners = vec![[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.1, 0.0]];
/// let surface = Surface::new(corners, vec![[0, 1, 2]], vec![vec![[0.2, 0.0, 1.0]; 3]])?;
/// let tip = NamedPoint::on_surface("tip", SurfacePlace::Nearest([0.02, 0.03, 0.5]));
/// let rate = urto::Rate::new(48_000.0)?;
/// let body = Modal::with_shapes(&ModalParams::default(), Box::new(surface), &tip, rate)?;
/// let [normal, tangent] = [Point(0), Point(1)];
/// let own = body.response(normal, normal).displacement;
/// let cross = body.response(tangent, normal).displacement;
/// assert!((cross / own - 0.2).abs() < 1e-12);
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    vertices: Vec<Vector>,
    triangles: Vec<[usize; 3]>,
    /// Normal and tangents of each triangle.
    frames: Vec<[Vector; 3]>,
    /// The box around it, lowest and highest corner \[m\].
    corners: [Vector; 2],
    tree: TriangleTree,
    /// Of each mode, what it moves each vertex, against where the mode's mass is given.
    shapes: Vec<Vec<Vector>>,
    shown: Shown,
}

/// The vertices that a picture has, and for each vertex of the surface which of them stands for it:
/// worked out when it is first shown.
#[derive(Clone, Debug, Default)]
struct Shown(OnceLock<(Vec<usize>, Vec<usize>)>);

/// It follows from the rest of a surface.
impl PartialEq for Shown {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Surface {
    /// A surface from its vertices \[m\], the three corners of each triangle, and for each mode the
    /// displacement of every vertex (1 where the mode's mass is given).
    pub fn new(
        vertices: Vec<Vector>,
        triangles: Vec<[usize; 3]>,
        shapes: Vec<Vec<Vector>>,
    ) -> Result<Self, BuildError> {
        let wrong = |why: String| Err(BuildError::Surface(why));
        for (number, vertex) in vertices.iter().enumerate() {
            for length in vertex {
                within(format!("vertex {number}"), *length, [-1e3, 1e3])?;
            }
        }
        if triangles.is_empty() {
            return wrong("it has no triangles".to_owned());
        }
        let mut frames = Vec::new();
        for (number, corners) in triangles.iter().enumerate() {
            let [Some(a), Some(b), Some(c)] = corners.map(|corner| vertices.get(corner)) else {
                let count = vertices.len();
                return wrong(format!(
                    "triangle {number} has the corners {corners:?}, but there are {count} vertices"
                ));
            };
            match frame(*a, *b, *c) {
                Some(frame) => frames.push(frame),
                None => return wrong(format!("triangle {number} has no area")),
            }
        }
        for (mode, shape) in shapes.iter().enumerate() {
            if shape.len() != vertices.len() {
                let (given, count) = (shape.len(), vertices.len());
                return wrong(format!(
                    "mode {mode} moves {given} vertices, but there are {count}"
                ));
            }
            let flat = shape.as_flattened();
            check_shapes(|| format!("mode {mode} of a surface"), flat, flat.len())?;
        }
        let used = triangles.as_flattened().iter();
        let corners = used.fold(
            [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]],
            |[low, high], corner| {
                let own = vertices[*corner];
                [
                    [0, 1, 2].map(|axis| low[axis].min(own[axis])),
                    [0, 1, 2].map(|axis| high[axis].max(own[axis])),
                ]
            },
        );
        Ok(Self {
            tree: TriangleTree::new(&vertices, &triangles),
            vertices,
            triangles,
            frames,
            corners,
            shapes,
            shown: Shown::default(),
        })
    }

    /// The box around it: its lowest and its highest corner \[m\].
    ///
    /// ```
    /// use urto::object::Surface;
    /// let corners = vec![[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.2, 0.0]];
    /// let sheet = Surface::new(corners, vec![[0, 1, 2]], vec![])?;
    /// assert_eq!(sheet.around(), [[0.0; 3], [0.1, 0.2, 0.0]]);
    /// # Ok::<(), urto::BuildError>(())
    /// ```
    pub fn around(&self) -> [Vector; 2] {
        self.corners
    }

    /// A point \[m\] as shares of the sides of the box around it, brought to 0 to 1. A side of no
    /// length has its middle.
    pub fn in_box(&self, xyz: Vector) -> Vector {
        let [low, high] = self.corners;
        [0, 1, 2].map(|axis| match high[axis] - low[axis] {
            side if side > 0.0 => ((xyz[axis] - low[axis]) / side).clamp(0.0, 1.0),
            _ => 0.5,
        })
    }

    /// Where a place that was found lies \[m\].
    pub fn at(&self, found: Found) -> Vector {
        let corners = self.triangles[found.triangle].map(|corner| self.vertices[corner]);
        mix(corners, found.shares)
    }

    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        self.triangles.len()
    }

    /// Where its vertices are \[m\].
    pub fn vertices(&self) -> &[Vector] {
        &self.vertices
    }

    /// The three corners of each triangle, by the numbers of their vertices.
    pub fn corners(&self) -> &[[usize; 3]] {
        &self.triangles
    }

    /// Of each mode, what it moves each vertex.
    pub fn shapes(&self) -> &[Vec<Vector>] {
        &self.shapes
    }

    /// How many modes it has shapes for.
    pub fn modes(&self) -> usize {
        self.shapes.len()
    }

    /// What each mode moves a place, along a direction; `None` if there is no such place. Allocates.
    pub fn moved_at(&self, place: SurfacePlace, direction: Direction) -> Option<Vec<f64>> {
        let found = self.find(place)?;
        let modes = 0..self.modes();
        Some(
            modes
                .map(|mode| self.moves(found, direction, mode))
                .collect(),
        )
    }

    /// Finds a place, and refuses one that it does not have.
    pub(super) fn place(&self, what: &str, place: SurfacePlace) -> Result<Found, BuildError> {
        let count = self.triangles.len();
        match place {
            SurfacePlace::Within { triangle, .. } if triangle >= count => {
                let last = (count - 1) as f64;
                let what = format!("the triangle of {what}");
                within(what, triangle as f64, [0.0, last])?;
            }
            SurfacePlace::Within { shares, .. } => {
                for share in shares {
                    within(format!("a corner's share of {what}"), share, [0.0, 1.0])?;
                }
                let sum: f64 = shares.iter().sum();
                let what = format!("the sum of the corners' shares of {what}");
                within(what, sum, [1.0 - 1e-6, 1.0 + 1e-6])?;
            }
            SurfacePlace::Nearest(xyz) => {
                for length in xyz {
                    within(what.to_owned(), length, [-1e3, 1e3])?;
                }
            }
            SurfacePlace::InBox { shares, aside } => {
                for share in shares {
                    within(format!("a share of the box of {what}"), share, [0.0, 1.0])?;
                }
                within(format!("the way aside of {what}"), aside, [-1.0, 1.0])?;
            }
        }
        let lost = || BuildError::Surface(format!("{what} is not on it"));
        self.find(place).ok_or_else(lost)
    }

    /// Finds a place without allocation; shares are brought to where they mean something. `None`
    /// for a triangle that is not there, and for what is no number.
    pub fn find(&self, place: SurfacePlace) -> Option<Found> {
        match place {
            SurfacePlace::Within { triangle, shares } => {
                let finite = shares.iter().all(|share| share.is_finite());
                if triangle >= self.triangles.len() || !finite {
                    return None;
                }
                let shares = shares.map(|share| share.clamp(0.0, 1.0));
                let sum: f64 = shares.iter().sum();
                let shares = match sum > 0.0 {
                    true => shares.map(|share| share / sum),
                    false => [1.0 / 3.0; 3],
                };
                Some(Found { triangle, shares })
            }
            SurfacePlace::Nearest(xyz) => self.nearest(xyz),
            SurfacePlace::InBox { shares, aside } => {
                let [low, high] = self.corners;
                let share = |axis: usize| shares[axis].clamp(0.0, 1.0);
                let from = [0, 1, 2].map(|n| low[n] + share(n) * (high[n] - low[n]));
                let found = self.nearest(from)?;
                if aside == 0.0 {
                    return Some(found);
                }
                // From the surface on, not from within: there it would go from side to side.
                let sides = [0, 1, 2].map(|axis| high[axis] - low[axis]);
                let mut along = 0;
                for axis in [1, 2] {
                    if sides[axis] > sides[along] {
                        along = axis;
                    }
                }
                let mut to = self.at(found);
                to[along] += aside.clamp(-1.0, 1.0) * sides[along];
                self.nearest(to)
            }
        }
    }

    fn nearest(&self, xyz: Vector) -> Option<Found> {
        if !xyz.iter().all(|length| length.is_finite()) {
            return None;
        }
        let mut best: Option<(f64, Found)> = None;
        self.tree.near(xyz, |triangle| {
            let corners = self.triangles[triangle].map(|corner| self.vertices[corner]);
            let shares = nearest_shares(xyz, corners);
            let away = minus(xyz, mix(corners, shares));
            let away = dot(away, away);
            // Of places as near, that of the first triangle, so that it is the same everywhere.
            let nearer = best.is_none_or(|(least, own)| {
                away < least || (away == least && triangle < own.triangle)
            });
            if nearer {
                best = Some((away, Found { triangle, shares }));
            }
            best.map_or(f64::INFINITY, |(least, _)| least)
        });
        best.map(|(_, found)| found)
    }

    /// The vertices of its picture: those that stand for others lie near them and on the same side, so
    /// that the two faces of a wall stay apart.
    fn shown(&self) -> &(Vec<usize>, Vec<usize>) {
        self.shown.0.get_or_init(|| {
            let mut normals = vec![[0.0; 3]; self.vertices.len()];
            for (corners, frame) in self.triangles.iter().zip(&self.frames) {
                for corner in corners {
                    for axis in 0..3 {
                        normals[*corner][axis] += frame[0][axis];
                    }
                }
            }
            thinned(&self.vertices, &normals, MOST_POINTS)
        })
    }

    /// A direction at a place, of length 1.
    pub fn direction(&self, at: Found, direction: Direction) -> Vector {
        self.frames[at.triangle][direction as usize]
    }

    /// What a mode moves a place, along a direction.
    pub fn moves(&self, at: Found, direction: Direction, mode: usize) -> f64 {
        let Some(shape) = self.shapes.get(mode) else {
            return 0.0;
        };
        let moved = self.triangles[at.triangle].map(|corner| shape[corner]);
        dot(mix(moved, at.shares), self.direction(at, direction))
    }
}

impl Shapes for Surface {
    /// It has no line along which places would lie; points given so are refused.
    fn at(&self, _: usize, _: f64) -> f64 {
        0.0
    }
    fn has_line(&self) -> bool {
        false
    }
    fn surface(&self) -> Option<&Surface> {
        Some(self)
    }
    fn sketch(&self) -> Option<Sketch> {
        let (kept, numbers) = self.shown();
        let corners = self.triangles.iter();
        let corners = corners.map(|own| own.map(|corner| numbers[corner]));
        let sketch = Sketch {
            points: kept.iter().map(|own| self.vertices[*own]).collect(),
            ..Sketch::default()
        };
        Some(sketch.of_triangles(corners))
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        let (kept, _) = self.shown();
        let Some(shape) = self.shapes.get(mode) else {
            return Vec::new();
        };
        kept.iter().map(|own| shape[*own]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_surface_is_refused_in_words() {
        let corners = || vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let said = |vertices, triangles, shapes| {
            Surface::new(vertices, triangles, shapes)
                .unwrap_err()
                .to_string()
        };
        assert!(said(corners(), vec![], vec![]).contains("no triangles"));
        assert!(said(corners(), vec![[0, 1, 3]], vec![]).contains("there are 3 vertices"));
        assert!(said(corners(), vec![[0, 1, 1]], vec![]).contains("no area"));
        let shapes = vec![vec![[0.0; 3]; 2]];
        assert!(said(corners(), vec![[0, 1, 2]], shapes).contains("moves 2 vertices"));
        let nowhere = vec![[f64::NAN; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert!(said(nowhere, vec![[0, 1, 2]], vec![]).contains("vertex 0"));
    }
}
