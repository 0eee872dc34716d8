//! Shapes from files: surfaces of triangles, and bodies made of them.
//!
//! [`Surface`] reads OBJ and STL files; [`SurfaceMesh`] makes masses and links of one.
//!
//! ```
//! use urto_mi::{MassNetwork, Model, Spring, Surface, SurfaceMesh};
//! let text = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
//! let surface = Surface::from_obj(text)?;
//! let spring = Spring { stiffness: 1e5, ..Spring::default() };
//! let mut model = Model::new(48_000.0)?;
//! let masses = SurfaceMesh { mass: 0.01, spring, ..SurfaceMesh::of(surface) }
//!     .build(&mut model, "stone")?;
//! assert_eq!((masses.len(), model.links().len()), (4, 6));
//! let mut network = MassNetwork::new(&model)?;
//! network.push(masses[0], [0.0, 0.0, 10.0]);
//! network.step();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bracing;
mod build;
mod error;
mod obj;
mod stl;

pub use build::{Held, SurfaceMesh};
pub use error::{MeshError, Where};

use crate::vector::{Vector, difference, dot, length};
use error::shortened;
use std::collections::HashMap;

/// More points are not taken from a file: a network of so many steps a few times a second.
const MOST_POINTS: usize = 10_000_000;
/// Numbers in files go so far, as positions of masses do \[m\].
const LARGEST: f64 = 1e15;
/// Points nearer than this share of the size are one: far above the rounding of programs that write
/// double precision, far below what anybody draws.
const SAME_PLACE: f64 = 1e-9;
/// A triangle whose height is less than this share of its longest side has no area worth having.
const FLAT: f64 = 1e-12;

/// Points in space, and triangles between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Where its points are \[m\].
    pub points: Vec<[f64; 3]>,
    /// Each by the numbers of its three corners among the points, counted from 0.
    pub triangles: Vec<[u32; 3]>,
}

/// What [`Surface::tidied`] left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Triangles without an area: two corners are one, or all three lie in a line.
    pub triangles: usize,
    /// Points that are the corner of no other triangle.
    pub points: usize,
}

impl Surface {
    /// Reads an OBJ or STL file; its content says which it is.
    pub fn parse(bytes: &[u8]) -> Result<Self, MeshError> {
        if stl::is_binary(bytes) || stl::begins_as_text(bytes) {
            return Self::from_stl(bytes);
        }
        match core::str::from_utf8(bytes) {
            // Binary heads are full of zeros, texts have none.
            Ok(text) if !text.contains('\0') => Self::from_obj(text),
            // OBJ names may be in an older encoding; what is read of them is plain.
            _ if !bytes.contains(&0) => Self::from_obj(&String::from_utf8_lossy(bytes)),
            _ => Self::from_stl(bytes),
        }
    }

    /// Reads the points and faces of an OBJ file. Faces with more than three corners become a fan
    /// of triangles around the first; colours, groups, curves and all else are passed over.
    pub fn from_obj(text: &str) -> Result<Self, MeshError> {
        obj::read(text, MOST_POINTS)
    }

    /// Reads an STL file, text or binary. Corners at the same place become one point
    /// (see [`merged`](Surface::merged)).
    pub fn from_stl(bytes: &[u8]) -> Result<Self, MeshError> {
        stl::read(bytes, MOST_POINTS)
    }

    /// The longest side of the box around its points \[m\].
    pub fn size(&self) -> f64 {
        let [low, high] = self.bounds();
        (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max)
    }

    fn bounds(&self) -> [Vector; 2] {
        let none = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        self.points.iter().fold(none, |[low, high], point| {
            [
                core::array::from_fn(|k| low[k].min(point[k])),
                core::array::from_fn(|k| high[k].max(point[k])),
            ]
        })
    }

    /// With one point where there were several within 1e-9 of the size: programs that cut a surface
    /// along seams leave it in pieces otherwise.
    pub fn merged(&self) -> Self {
        let near = (SAME_PLACE * self.size()).max(f64::MIN_POSITIVE);
        let [low, _] = self.bounds();
        // Points in boxes as large as that distance: what is near is in a box beside.
        let mut boxes: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
        let mut merged = Self::default();
        let mut numbers = Vec::with_capacity(self.points.len());
        for point in &self.points {
            let own: [i64; 3] = core::array::from_fn(|k| ((point[k] - low[k]) / near) as i64);
            let around = (0..27).map(|n| {
                let beside = |k: usize, by: i64| own[k].saturating_add(by % 3 - 1);
                [beside(0, n), beside(1, n / 3), beside(2, n / 9)]
            });
            let same = around
                .filter_map(|place| boxes.get(&place))
                .flatten()
                .find(|other| {
                    let other = merged.points[**other as usize];
                    length(difference(other, *point)) <= near
                })
                .copied();
            numbers.push(same.unwrap_or_else(|| {
                let next = merged.points.len() as u32;
                boxes.entry(own).or_default().push(next);
                merged.points.push(*point);
                next
            }));
        }
        // A corner that does not exist stays so, for others to refuse.
        let number = |corner: u32| *numbers.get(corner as usize).unwrap_or(&u32::MAX);
        merged.triangles = self.triangles.iter().map(|own| own.map(number)).collect();
        merged
    }

    /// Without triangles that have no area and points that belong to no other, and how many those
    /// were. The points that are left keep their order.
    pub fn tidied(&self) -> (Self, Skipped) {
        let proper = |triangle: &&[u32; 3]| self.area(**triangle) > 0.0;
        let mut triangles: Vec<_> = self.triangles.iter().filter(proper).copied().collect();
        let mut used = vec![false; self.points.len()];
        for corner in triangles.iter().flatten() {
            used[*corner as usize] = true;
        }
        let mut points = Vec::new();
        let mut numbers = Vec::with_capacity(used.len());
        for (point, used) in self.points.iter().zip(&used) {
            numbers.push(points.len() as u32);
            if *used {
                points.push(*point);
            }
        }
        for corner in triangles.iter_mut().flatten() {
            *corner = numbers[*corner as usize];
        }
        let skipped = Skipped {
            triangles: self.triangles.len() - triangles.len(),
            points: self.points.len() - points.len(),
        };
        (Self { points, triangles }, skipped)
    }

    fn corners(&self, triangle: [u32; 3]) -> Option<[Vector; 3]> {
        let [a, b, c] = triangle.map(|corner| self.points.get(corner as usize).copied());
        Some([a?, b?, c?])
    }

    /// Area of one of its triangles \[m²\]; none if its corners lie in a line or do not exist.
    pub fn area(&self, triangle: [u32; 3]) -> f64 {
        let Some([a, b, c]) = self.corners(triangle) else {
            return 0.0;
        };
        let [ab, ac, bc] = [difference(b, a), difference(c, a), difference(c, b)];
        let longest = dot(ab, ab).max(dot(ac, ac)).max(dot(bc, bc));
        let twice = length(cross(ab, ac));
        if twice > FLAT * longest {
            0.5 * twice
        } else {
            0.0
        }
    }

    /// The pairs of points that are joined by a side of a triangle with an area, each once, the
    /// smaller number first.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let proper = |triangle: &&[u32; 3]| self.area(**triangle) > 0.0;
        let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]];
        let all = self.triangles.iter().filter(proper).copied();
        let ordered = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
        let mut edges: Vec<_> = all.flat_map(sides).map(ordered).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// A number of a text.
fn number(word: &str, at: Where) -> Result<f64, MeshError> {
    match word.parse() {
        Ok(number) if (-LARGEST..=LARGEST).contains(&number) => Ok(number),
        _ => Err(MeshError::NotANumber {
            at,
            found: shortened(word),
        }),
    }
}
