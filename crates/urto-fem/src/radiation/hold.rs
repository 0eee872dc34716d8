//! What a vertex holds to while a surface is made coarse: its planes, and how far it may leave
//! them.

use super::quadric::Quadric;
use super::surface::Surface;
use super::tree::Tree;
use super::vector::{Vec3, add, dot, length, scale, sub};
use std::collections::HashMap;

/// How much more the planes at a sharp edge count: a thin wall's narrow side must hold its edge
/// against the large faces.
const SHARP: f64 = 10.0;
/// How far the surface may move, against the free way to the next wall: both walls may move.
const MOST_OF_WALL: f64 = 0.25;
/// Floor of how far the surface may move, in wanted edges, so that a knife's edge does not keep
/// all its triangles.
const LEAST_MOVE: f64 = 3e-3;
/// Faces that turn by more than 30 degrees meet in a sharp edge: cos 30°.
pub(super) const SHARP_COSINE: f64 = 0.866;

/// The planes of the triangles around each vertex, those at sharp edges with more weight.
pub(super) fn quadrics(surface: &Surface, origin: Vec3) -> (Vec<Quadric>, Vec<bool>) {
    let mut quadrics = vec![Quadric::default(); surface.vertices().len()];
    let mut is_sharp = vec![false; surface.vertices().len()];
    let mut left = HashMap::new();
    for (triangle, corners) in surface.triangles().iter().enumerate() {
        let panel = &surface.panels()[triangle];
        let mut plane = Quadric::plane(panel.normal, sub(panel.centre, origin), panel.area / 3.0);
        plane.area = panel.area / 3.0;
        for e in 0..3 {
            quadrics[corners[e]].add(&plane);
            left.insert((corners[e], corners[(e + 1) % 3]), triangle);
        }
    }
    for corners in surface.triangles() {
        for e in 0..3 {
            let (a, b) = (corners[e], corners[(e + 1) % 3]);
            let (one, other) = (left[&(a, b)], left[&(b, a)]);
            let normals = [one, other].map(|t| surface.panels()[t].normal);
            if a > b || dot(normals[0], normals[1]) > SHARP_COSINE {
                continue;
            }
            (is_sharp[a], is_sharp[b]) = (true, true);
            let at = sub(surface.vertices()[a], origin);
            let edge = sub(surface.vertices()[b], surface.vertices()[a]);
            for normal in normals {
                let plane = Quadric::plane(normal, at, SHARP * dot(edge, edge));
                quadrics[a].add(&plane);
                quadrics[b].add(&plane);
            }
        }
    }
    (quadrics, is_sharp)
}

/// How far each vertex may move: part of the way to the next wall, inwards and outwards.
pub(super) fn limits(surface: &Surface, tree: &Tree, wanted: f64) -> Vec<f64> {
    let mut normals = vec![[0.0; 3]; surface.vertices().len()];
    for (corners, panel) in surface.triangles().iter().zip(surface.panels()) {
        for &vertex in corners {
            normals[vertex] = add(normals[vertex], scale(panel.normal, panel.area));
        }
    }
    (normals.into_iter().enumerate())
        .map(|(vertex, normal)| {
            let size = length(normal);
            if size == 0.0 {
                return LEAST_MOVE * wanted;
            }
            let out = scale(normal, 1.0 / size);
            let way = (tree.free_way(vertex, out)).min(tree.free_way(vertex, scale(out, -1.0)));
            (MOST_OF_WALL * way).clamp(LEAST_MOVE * wanted, wanted)
        })
        .collect()
}
