//! How thick a body's walls are.

use super::Shell;
use crate::vector::{Vec3, cross, dot, length, scale, sub};
use urto::rng::Rng;

/// Rays at most: more would tell little more of a body.
const RAYS: usize = 2000;

/// From the middle of triangles straight inwards to where the ray comes out, if it comes out of
/// a face and not slantwise near an edge (within 60 degrees of straight).
pub(super) struct Walls {
    /// How far each ray went \[m\], and the area that it stands for; the thinnest first.
    found: Vec<(f64, f64)>,
    /// Of all triangles that rays went from, also of those where none came out.
    area: f64,
}

impl Walls {
    pub fn of(shell: &Shell) -> Self {
        let triangles = 0..shell.triangles().len();
        let faces: Vec<Face> = triangles.map(|own| Face::of(shell.corners(own))).collect();
        let count = faces.len();
        let mut rng = Rng::new(1);
        let mut walls = Self {
            found: Vec::new(),
            area: 0.0,
        };
        for ray in 0..count.min(RAYS) {
            let start = if count <= RAYS { ray } else { rng.below(count) };
            let own = &faces[start];
            let way = scale(own.out, -1.0);
            let mut nearest = f64::INFINITY;
            for (other, face) in faces.iter().enumerate() {
                if other == start || dot(face.out, own.out) > -0.5 {
                    continue;
                }
                if let Some(far) = hit(own.middle(), way, face.corners) {
                    nearest = nearest.min(far);
                }
            }
            walls.area += own.area;
            if nearest.is_finite() {
                walls.found.push((nearest, own.area));
            }
        }
        walls.found.sort_by(|a, b| a.0.total_cmp(&b.0));
        walls
    }

    /// The thinnest wall, if so large a share of the surface is left aside whose walls are thinner yet;
    /// infinite where no ray comes out of a wall.
    pub fn thinner_than_others(&self, share: f64) -> f64 {
        let mut below = 0.0;
        let thick = self.found.iter().find(|(_, area)| {
            below += area;
            below > share * self.area
        });
        thick.map_or(f64::INFINITY, |(thickness, _)| *thickness)
    }

    /// Which share of the surface has thinner walls.
    pub fn share_below(&self, thickness: f64) -> f64 {
        let thin = self.found.iter().filter(|(own, _)| *own < thickness);
        thin.map(|(_, area)| area).sum::<f64>() / self.area
    }
}

/// A triangle, its area and the way out of the body.
struct Face {
    corners: [Vec3; 3],
    out: Vec3,
    area: f64,
}

impl Face {
    fn of(corners: [Vec3; 3]) -> Self {
        let [a, b, c] = corners;
        let across = cross(sub(b, a), sub(c, a));
        let size = length(across);
        Self {
            corners,
            out: scale(across, if size > 0.0 { 1.0 / size } else { 0.0 }),
            area: 0.5 * size,
        }
    }

    fn middle(&self) -> Vec3 {
        let [a, b, c] = self.corners;
        [0, 1, 2].map(|i| (a[i] + b[i] + c[i]) / 3.0)
    }
}

/// How far along a ray a triangle is met (Möller & Trumbore 1997).
fn hit(from: Vec3, way: Vec3, [a, b, c]: [Vec3; 3]) -> Option<f64> {
    let (ab, ac, to) = (sub(b, a), sub(c, a), sub(from, a));
    let p = cross(way, ac);
    let whole = dot(ab, p);
    if whole == 0.0 {
        return None;
    }
    let u = dot(to, p) / whole;
    let q = cross(to, ab);
    let v = dot(way, q) / whole;
    let far = dot(ac, q) / whole;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && far > 0.0).then_some(far)
}
