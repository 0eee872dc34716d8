//! Whether a filled body is still like its surface where some walls are thinner than its cells.

use super::closest::Closest;
use super::{MesherError, Shell};
use crate::mesh::Mesh;
use crate::vector::{cross, length, sub};
use urto::rng::Rng;

/// Places of the surface that are looked at.
const PLACES: usize = 4000;
/// Further than this share of a cell from the filled body, a place of the surface is lost.
const FAR: f64 = 0.5;
/// Which share of the surface may be lost: edges and tips.
const LOST: f64 = 0.02;

/// Refuses what fell apart, what has other holes than the surface, and what has lost more of it than its
/// edges.
pub(super) fn check(shell: &Shell, mesh: &Mesh, cell: f64) -> Result<(), MesherError> {
    let unlike = Err(MesherError::Unlike { cell });
    let Ok(outside) = Shell::of(mesh) else {
        return unlike;
    };
    if mesh.parts() > 1 || holes(&outside) != holes(shell) {
        return unlike;
    }
    match lost(shell, &outside, cell) <= LOST {
        true => Ok(()),
        false => unlike,
    }
}

/// Corners less edges plus triangles of a closed surface (Euler): twice its shells less twice its holes. Each
/// edge has two triangles.
fn holes(shell: &Shell) -> i64 {
    let mut used = vec![false; shell.nodes().len()];
    for corner in shell.triangles().iter().flatten() {
        used[*corner as usize] = true;
    }
    let corners = used.into_iter().filter(|used| *used).count() as i64;
    corners - shell.triangles().len() as i64 / 2
}

/// Which share of a surface lies far from another.
fn lost(shell: &Shell, other: &Shell, cell: f64) -> f64 {
    let closest = Closest::new(other, FAR * cell);
    let mut up_to = Vec::with_capacity(shell.triangles().len());
    let mut area = 0.0;
    for triangle in 0..shell.triangles().len() {
        let [a, b, c] = shell.corners(triangle);
        area += 0.5 * length(cross(sub(b, a), sub(c, a)));
        up_to.push(area);
    }
    let mut rng = Rng::new(1);
    let far = (0..PLACES).filter(|place| {
        // Evenly by area, anywhere in a triangle.
        let at = (*place as f64 + rng.uniform()) / PLACES as f64 * area;
        let triangle = up_to.partition_point(|own| *own < at);
        let corners = shell.corners(triangle.min(up_to.len() - 1));
        let (mut u, mut v) = (rng.uniform(), rng.uniform());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        let [a, b, c] = corners;
        let here = [0, 1, 2].map(|i| a[i] + u * (b[i] - a[i]) + v * (c[i] - a[i]));
        closest.to(here).is_none_or(|on| on.distance > FAR * cell)
    });
    far.count() as f64 / PLACES as f64
}
