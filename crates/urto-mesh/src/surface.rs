//! A surface: points in space, and triangles between them.

use crate::read;
use crate::vector::{Vector, cross, difference, dot, length};
use crate::{MOST_POINTS, MeshError};
use std::collections::HashMap;

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
    /// Reads an OBJ, STL, PLY or glTF file; its content says which it is.
    pub fn parse(bytes: &[u8]) -> Result<Self, MeshError> {
        read::read_surface("", bytes)
    }

    /// Reads the points and faces of an OBJ file. Faces with more than three corners become a fan
    /// of triangles around the first, or are cut so that they do not fold where they have a bay;
    /// colours, groups, curves and all else are passed over.
    pub fn from_obj(text: &str) -> Result<Self, MeshError> {
        read::obj::read(text, MOST_POINTS)
    }

    /// Reads an STL file, text or binary. Corners at the same place become one point
    /// (see [`merged`](Surface::merged)).
    pub fn from_stl(bytes: &[u8]) -> Result<Self, MeshError> {
        read::stl::read(bytes, MOST_POINTS)
    }

    /// Reads a PLY file, text or binary. Polygons are cut into triangles as those of OBJ files.
    pub fn from_ply(bytes: &[u8]) -> Result<Self, MeshError> {
        read::ply::read(bytes, MOST_POINTS)
    }

    /// The longest side of the box around its points \[m\].
    pub fn size(&self) -> f64 {
        let [low, high] = self.bounds();
        (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max)
    }

    pub(crate) fn bounds(&self) -> [Vector; 2] {
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
        self.merged_within(SAME_PLACE)
    }

    /// The same with a share of the size of one's own.
    pub(crate) fn merged_within(&self, share: f64) -> Self {
        let near = (share * self.size()).max(f64::MIN_POSITIVE);
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

    pub(crate) fn corners(&self, triangle: [u32; 3]) -> Option<[Vector; 3]> {
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
