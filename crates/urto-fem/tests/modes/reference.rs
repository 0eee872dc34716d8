//! The same elements in other programs: frequencies agree to 1e-5.

use super::common::{full, lowest, numbers, off};
use urto_fem::mesh::{Mesh, Tetrahedra, lattice};

const BAR: &str = include_str!("../data/bar.txt");
const PLATE: &str = include_str!("../data/plate.txt");
const SPHERE: &str = include_str!("../data/sphere.txt");

fn agree(mesh: &Mesh, reference: &str, count: usize) {
    let reference = numbers(reference);
    let modes = lowest(mesh, count.min(reference.len()));
    assert_eq!(modes.rigid, 6);
    for (mode, (&is, &should)) in modes.frequencies.iter().zip(&reference).enumerate() {
        assert!(off(is, should) < 1e-5, "mode {mode}: {is} Hz, not {should}");
    }
    for &residual in &modes.residuals {
        assert!(residual < 1e-6, "{residual:e}");
    }
    assert!(modes.orthonormality < 1e-8);
}

#[test]
fn a_bar() {
    let bar = lattice::block([0.3, 0.02, 0.01], [60, 4, 2]).unwrap();
    agree(&bar.quadratic().unwrap(), BAR, 30);
}

#[test]
fn a_plate() {
    let plate = lattice::block([0.2, 0.16, 0.003], [35, 28, 1]).unwrap();
    let count = if full() { 94 } else { 12 };
    agree(&plate.quadratic().unwrap(), PLATE, count);
}

#[test]
fn a_sphere() {
    agree(&reference_ball(), SPHERE, if full() { 30 } else { 10 });
}

/// The reference's ball: of the diagonals of an octahedron it takes the one that looks shortest
/// along z, and of equal ones the one that its order of corners happens to favour. So this order
/// is kept here too, to have the same elements.
fn reference_ball() -> Mesh {
    let mut nodes = vec![[0.0; 3]];
    for side in [1.0, -1.0] {
        nodes.extend([[side, 0.0, 0.0], [0.0, side, 0.0], [0.0, 0.0, side]]);
    }
    let mut elements = vec![
        [0, 1, 2, 3],
        [0, 4, 5, 6],
        [0, 1, 2, 6],
        [0, 1, 3, 5],
        [0, 2, 3, 4],
        [0, 4, 5, 3],
        [0, 4, 6, 2],
        [0, 5, 6, 1],
    ];
    for _ in 0..3 {
        (nodes, elements) = refined(&nodes, &elements);
        let ball = Tetrahedra {
            nodes: nodes.clone(),
            elements: elements.clone(),
        };
        for (node, outer) in nodes.iter_mut().zip(ball.outer_nodes()) {
            if outer {
                *node = onto(*node, 1.0);
            }
        }
    }
    let ball = Tetrahedra { nodes, elements }.tidied().unwrap();
    let mut rim: Vec<[u32; 2]> = Vec::new();
    for [a, b, c] in ball.outer_faces() {
        rim.extend([[a, b], [a, c], [b, c]]);
    }
    let curved = ball.curved(|a, b, middle| match rim.contains(&[a.min(b), a.max(b)]) {
        true => onto(middle, 1.0),
        false => middle,
    });
    curved.unwrap().scaled(0.05).unwrap()
}

fn onto(p: [f64; 3], radius: f64) -> [f64; 3] {
    let length = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
    p.map(|x| x / length * radius)
}

type Corners = (Vec<[f64; 3]>, Vec<[u32; 4]>);

fn refined(nodes: &[[f64; 3]], elements: &[[u32; 4]]) -> Corners {
    let pairs = [[0, 1], [1, 2], [0, 2], [0, 3], [1, 3], [2, 3]];
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for e in elements {
        edges.extend(pairs.map(|[i, j]| ascending(e[i], e[j])));
    }
    edges.sort_unstable();
    edges.dedup();
    let mut all = nodes.to_vec();
    for [a, b] in &edges {
        let (p, q) = (nodes[*a as usize], nodes[*b as usize]);
        all.push([0, 1, 2].map(|i| (p[i] + q[i]) / 2.0));
    }
    let mut corners = Vec::new();
    for e in elements {
        let m = pairs.map(|[i, j]| {
            (nodes.len() + edges.binary_search(&ascending(e[i], e[j])).unwrap()) as u32
        });
        corners.extend([
            [e[0], m[0], m[2], m[3]],
            [e[1], m[0], m[1], m[4]],
            [e[2], m[1], m[2], m[5]],
            [e[3], m[3], m[4], m[5]],
        ]);
        let seen = |i: usize, j: usize| {
            let (p, q) = (all[m[i] as usize], all[m[j] as usize]);
            (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1])
        };
        let (d1, d2, d3) = (seen(2, 4), seen(1, 3), seen(0, 5));
        let (from, to, around) = if d1 < d2 && d1 < d3 {
            (2, 4, [0, 1, 5, 3])
        } else if d2 < d3 && d1 >= d2 {
            (1, 3, [0, 4, 5, 2])
        } else {
            (0, 5, [1, 4, 3, 2])
        };
        for i in 0..4 {
            corners.push([m[from], m[to], m[around[i]], m[around[(i + 1) % 4]]]);
        }
    }
    (all, corners)
}

fn ascending(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
