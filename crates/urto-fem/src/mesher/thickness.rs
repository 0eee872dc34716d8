//! How thin a body is where it is thinnest.

use super::Shell;
use crate::vector::{Vec3, cross, dot, length, scale, sub};
use urto::rng::Rng;

/// Rays at most: more would tell little more of a body.
const RAYS: usize = 2000;

/// From the middle of triangles straight inwards to where the ray comes out, if it comes out of
/// a face and not slantwise near an edge (within 60 degrees of straight).
pub(super) fn thinnest(shell: &Shell) -> f64 {
    let count = shell.triangles().len();
    let mut rng = Rng::new(1);
    let mut thinnest = f64::INFINITY;
    for ray in 0..count.min(RAYS) {
        let start = if count <= RAYS { ray } else { rng.below(count) };
        let corners = shell.corners(start);
        let (out, centre) = (normal(corners), middle(corners));
        for other in 0..count {
            let corners = shell.corners(other);
            let facing = dot(normal(corners), out);
            if other == start || facing > -0.5 {
                continue;
            }
            if let Some(far) = hit(centre, scale(out, -1.0), corners) {
                thinnest = thinnest.min(far);
            }
        }
    }
    thinnest
}

fn normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    let across = cross(sub(b, a), sub(c, a));
    let size = length(across);
    scale(across, if size > 0.0 { 1.0 / size } else { 0.0 })
}

fn middle([a, b, c]: [Vec3; 3]) -> Vec3 {
    [0, 1, 2].map(|i| (a[i] + b[i] + c[i]) / 3.0)
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
