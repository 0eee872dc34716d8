//! A surface of triangles, on which each mode moves every vertex in space.
//!
//! A place on it has three directions: the normal of its triangle, and two tangents. What a mode
//! moves there is the mean of what it moves the triangle's corners, by their shares, along the
//! direction. Since that is one row of shapes for each direction, forces in one direction move the
//! place in the others too, and the body keeps its contract. One that flies does so in space,
//! without turning: every place sees its share of that along each of its directions.

use super::shapes::{Shapes, check_shapes};
use crate::error::{BuildError, within};
use crate::picture::{MOST_POINTS, Sketch, Vector, thinned};

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
    /// The place that is nearest to x, y and z \[m\]. All triangles are looked at to find it.
    Nearest(Vector),
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

/// A place that was found: a triangle that is there, and shares that sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    triangle: usize,
    shares: Vector,
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
    /// Of each mode, what it moves each vertex, against where the mode's mass is given.
    shapes: Vec<Vec<Vector>>,
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
        Ok(Self {
            vertices,
            triangles,
            frames,
            shapes,
        })
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
                .map(|mode| self.shape(found, direction, mode))
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
        }
        let lost = || BuildError::Surface(format!("{what} is not on it"));
        self.find(place).ok_or_else(lost)
    }

    /// Finds a place without allocation; shares are brought to where they mean something. `None`
    /// for a triangle that is not there, and for what is no number.
    pub(super) fn find(&self, place: SurfacePlace) -> Option<Found> {
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
        }
    }

    fn nearest(&self, xyz: Vector) -> Option<Found> {
        if !xyz.iter().all(|length| length.is_finite()) {
            return None;
        }
        let mut best: Option<(f64, Found)> = None;
        for (triangle, corners) in self.triangles.iter().enumerate() {
            let corners = corners.map(|corner| self.vertices[corner]);
            let shares = nearest_shares(xyz, corners);
            let away = minus(xyz, mix(corners, shares));
            let away = dot(away, away);
            if best.is_none_or(|(least, _)| away < least) {
                best = Some((away, Found { triangle, shares }));
            }
        }
        best.map(|(_, found)| found)
    }

    /// A direction at a place, of length 1.
    pub(super) fn direction(&self, at: Found, direction: Direction) -> Vector {
        self.frames[at.triangle][direction as usize]
    }

    /// What a mode moves a place, along a direction.
    pub(super) fn shape(&self, at: Found, direction: Direction, mode: usize) -> f64 {
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
    fn surface(&self) -> Option<&Surface> {
        Some(self)
    }
    fn sketch(&self) -> Option<Sketch> {
        let (kept, numbers) = thinned(&self.vertices, MOST_POINTS);
        let corners = self.triangles.iter();
        let corners = corners.map(|own| own.map(|corner| numbers[corner]));
        let sketch = Sketch {
            points: kept.iter().map(|own| self.vertices[*own]).collect(),
            ..Sketch::default()
        };
        Some(sketch.of_triangles(corners))
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        let (kept, _) = thinned(&self.vertices, MOST_POINTS);
        let Some(shape) = self.shapes.get(mode) else {
            return Vec::new();
        };
        kept.iter().map(|own| shape[*own]).collect()
    }
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The mean of three vectors by their shares.
fn mix(of: [Vector; 3], shares: Vector) -> Vector {
    [0, 1, 2]
        .map(|axis| of[0][axis] * shares[0] + of[1][axis] * shares[1] + of[2][axis] * shares[2])
}

fn unit(a: Vector) -> Option<Vector> {
    let length = dot(a, a).sqrt();
    (length > 1e-30).then(|| a.map(|x| x / length))
}

/// Normal and tangents of a triangle, if it has an area.
fn frame(a: Vector, b: Vector, c: Vector) -> Option<[Vector; 3]> {
    let normal = unit(cross(minus(b, a), minus(c, a)))?;
    let axis = match normal[0].abs() < 0.9 {
        true => [1.0, 0.0, 0.0],
        false => [0.0, 1.0, 0.0],
    };
    let along = dot(axis, normal);
    let tangent = unit(minus(axis, normal.map(|x| along * x)))?;
    Some([normal, tangent, cross(normal, tangent)])
}

/// Shares of a triangle's corners at its place nearest to a point: at a corner, on an edge or
/// within, by which of their regions the point lies in.
fn nearest_shares(p: Vector, [a, b, c]: [Vector; 3]) -> Vector {
    let (ab, ac) = (minus(b, a), minus(c, a));
    let seen = |from: Vector| {
        let to = minus(p, from);
        (dot(ab, to), dot(ac, to))
    };
    let ((a1, a2), (b1, b2), (c1, c2)) = (seen(a), seen(b), seen(c));
    if a1 <= 0.0 && a2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    if b1 >= 0.0 && b2 <= b1 {
        return [0.0, 1.0, 0.0];
    }
    if c2 >= 0.0 && c1 <= c2 {
        return [0.0, 0.0, 1.0];
    }
    // Twice the areas that the point, seen from above, spans with each edge.
    let (on_ab, on_ac, on_bc) = (a1 * b2 - b1 * a2, c1 * a2 - a1 * c2, b1 * c2 - c1 * b2);
    if on_ab <= 0.0 && a1 >= 0.0 && b1 <= 0.0 {
        let share = a1 / (a1 - b1);
        return [1.0 - share, share, 0.0];
    }
    if on_ac <= 0.0 && a2 >= 0.0 && c2 <= 0.0 {
        let share = a2 / (a2 - c2);
        return [1.0 - share, 0.0, share];
    }
    let (to_b, to_c) = (c1 - c2, b2 - b1);
    if on_bc <= 0.0 && to_b >= 0.0 && to_c >= 0.0 {
        let share = to_c / (to_b + to_c);
        return [0.0, 1.0 - share, share];
    }
    let whole = on_ab + on_ac + on_bc;
    [on_bc / whole, on_ac / whole, on_ab / whole]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_nearest_place_is_nearer_than_all_others() {
        let mut rng = Rng::new(1);
        for _ in 0..2_000 {
            let mut point = || [0; 3].map(|_| rng.signed());
            let (corners, p) = ([point(), point(), point()], point());
            let away = |shares| {
                let to = minus(p, mix(corners, shares));
                dot(to, to)
            };
            let found = nearest_shares(p, corners);
            assert!(
                found
                    .iter()
                    .all(|share| (-1e-12..=1.0 + 1e-12).contains(share))
            );
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for _ in 0..50 {
                let [u, v] = [rng.uniform(), rng.uniform()];
                let [u, v] = if u + v > 1.0 {
                    [1.0 - u, 1.0 - v]
                } else {
                    [u, v]
                };
                assert!(away(found) <= away([1.0 - u - v, u, v]) + 1e-12);
            }
        }
    }

    #[test]
    fn directions_are_at_right_angles_and_look_out() {
        let mut rng = Rng::new(2);
        for _ in 0..500 {
            let [a, b, c] = [0; 3].map(|_| [0; 3].map(|_| rng.signed()));
            let axes = frame(a, b, c).unwrap();
            for i in 0..3 {
                for j in 0..3 {
                    let wanted = if i == j { 1.0 } else { 0.0 };
                    assert!((dot(axes[i], axes[j]) - wanted).abs() < 1e-12);
                }
            }
        }
        let flat = frame([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]).unwrap();
        assert_eq!(flat, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    }

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
