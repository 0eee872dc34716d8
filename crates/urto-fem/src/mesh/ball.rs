//! A ball: eight tetrahedra about its middle, cut finer and blown up to roundness.

use super::{Mesh, MeshError, Tetrahedra};
use crate::vector::{Vec3, length, scale};

/// A ball of a radius \[m\] about the origin, of 8·8^`times` elements; nodes on its edges lie on
/// the sphere too.
pub fn ball(radius: f64, times: u32) -> Result<Mesh, MeshError> {
    let mut nodes = vec![[0.0; 3]];
    for axis in 0..3 {
        for side in [1.0, -1.0] {
            let mut node = [0.0; 3];
            node[axis] = side;
            nodes.push(node);
        }
    }
    let mut elements = Vec::new();
    for x in [1, 2] {
        for y in [3, 4] {
            for z in [5, 6] {
                elements.push([0, x, y, z]);
            }
        }
    }
    let mut ball = Tetrahedra { nodes, elements };
    ball.orient();
    for _ in 0..times {
        ball = ball.refined()?;
        let outer = ball.outer_nodes();
        for (node, outer) in ball.nodes.iter_mut().zip(outer) {
            if outer {
                *node = scale(*node, 1.0 / length(*node));
            }
        }
    }
    let faces = ball.outer_faces();
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for [a, b, c] in faces {
        edges.extend([[a, b], [a, c], [b, c]]);
    }
    edges.sort_unstable();
    for node in &mut ball.nodes {
        *node = scale(*node, radius);
    }
    ball.curved(
        |a, b, middle: Vec3| match edges.binary_search(&[a.min(b), a.max(b)]) {
            Ok(_) => scale(middle, radius / length(middle)),
            Err(_) => middle,
        },
    )
}
