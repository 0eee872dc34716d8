//! A lattice over a surface, of which what is outside is cut away.

use super::closest::Closest;
use super::{MesherError, Shell};
use crate::mesh::{Tetrahedra, lattice};
use crate::vector::{Vec3, add, distance, scale, sub, triple};
use std::collections::BTreeMap;

/// Nodes closer to the surface than this share of a cell move onto it: less leaves slivers where
/// the surface cuts off tips, more squeezes the elements beside.
const SNAP: f64 = 0.28;

/// Share of its volume that an element on the surface must have kept.
const NOT_FLAT: f64 = 0.25;

/// Share of the volume that may hang on the body by no more than edges, and is left away.
const CRUMBS: f64 = 0.01;

/// Where a node lies.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Inside,
    On,
    Outside,
}

pub(super) fn cut(
    shell: &Shell,
    closest: &Closest,
    least: Vec3,
    size: Vec3,
    count: [usize; 3],
) -> Result<Tetrahedra, MesherError> {
    let whole = [0, 1, 2].map(|i| size[i] * count[i] as f64);
    let mut grid = lattice::block(whole, count)?;
    for node in &mut grid.nodes {
        *node = add(*node, least);
    }
    let inside = inside(shell, &grid.nodes, size, count);
    let shortest = size.iter().copied().fold(f64::INFINITY, f64::min);
    let mut sides = Vec::with_capacity(grid.nodes.len());
    let mut far = Vec::with_capacity(grid.nodes.len());
    for (node, inside) in grid.nodes.iter_mut().zip(inside) {
        let found = closest.to(*node);
        let near = found.filter(|found| found.distance < SNAP * shortest);
        if let Some(on) = near {
            *node = on.place;
            sides.push(Side::On);
            far.push(0.0);
        } else {
            sides.push(if inside { Side::Inside } else { Side::Outside });
            far.push(found.map_or(f64::INFINITY, |found| found.distance));
        }
    }
    let mut cutter = Cutter {
        shell,
        closest,
        grid: &grid,
        cell: size[0] * size[1] * size[2],
        sides,
        far,
        crossings: BTreeMap::new(),
        body: Tetrahedra {
            nodes: grid.nodes.clone(),
            elements: Vec::new(),
        },
    };
    for element in &grid.elements {
        cutter.keep(element);
    }
    Ok(cutter.body.without_crumbs(CRUMBS).tidied()?)
}

/// Whether each node is inside: along every row of the lattice, the surface is crossed an odd
/// number of times before it.
fn inside(shell: &Shell, nodes: &[Vec3], size: Vec3, count: [usize; 3]) -> Vec<bool> {
    let row = count[0] + 1;
    let rows = nodes.len() / row;
    let mut crossings = vec![Vec::new(); rows];
    // Rows are moved aside by less than snapping sees, so as not to meet edges of triangles.
    let aside = [0.0, 1.234_567e-5 * size[1], 1.765_432e-5 * size[2]];
    let origin = nodes[0];
    for triangle in 0..shell.triangles().len() {
        let corners = shell.corners(triangle).map(|p| sub(sub(p, origin), aside));
        let span = |axis: usize| {
            let values = corners.map(|p| p[axis] / size[axis]);
            let least = values
                .into_iter()
                .fold(f64::INFINITY, f64::min)
                .ceil()
                .max(0.0);
            let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max).floor();
            (least as usize, most.min(count[axis] as f64))
        };
        let ((y, last_y), (z, last_z)) = (span(1), span(2));
        for k in z..=last_z.max(-1.0) as usize {
            for j in y..=last_y.max(-1.0) as usize {
                if (k as f64) > last_z || (j as f64) > last_y {
                    continue;
                }
                let at = [j as f64 * size[1], k as f64 * size[2]];
                if let Some(x) = crossed(corners, at) {
                    crossings[k * (count[1] + 1) + j].push(x);
                }
            }
        }
    }
    let along = (0..nodes.len()).map(|node| {
        let x = nodes[node][0] - origin[0];
        let before = crossings[node / row].iter().filter(|&&at| at < x);
        before.count() % 2 == 1
    });
    along.collect()
}

/// Where a line along x at (y, z) goes through a triangle.
pub(super) fn crossed(corners: [Vec3; 3], [y, z]: [f64; 2]) -> Option<f64> {
    let turn = |a: Vec3, b: Vec3| (b[1] - a[1]) * (z - a[2]) - (b[2] - a[2]) * (y - a[1]);
    let [a, b, c] = corners;
    let (of_c, of_a, of_b) = (turn(a, b), turn(b, c), turn(c, a));
    let whole = of_a + of_b + of_c;
    let all = [of_a, of_b, of_c];
    let within = all.iter().all(|&t| t > 0.0) || all.iter().all(|&t| t < 0.0);
    within.then(|| (of_a * a[0] + of_b * b[0] + of_c * c[0]) / whole)
}

struct Cutter<'a> {
    shell: &'a Shell,
    closest: &'a Closest<'a>,
    grid: &'a Tetrahedra,
    /// Volume of a cell \[m³\]: six of its elements.
    cell: f64,
    sides: Vec<Side>,
    far: Vec<f64>,
    crossings: BTreeMap<[u32; 2], u32>,
    body: Tetrahedra,
}

impl Cutter<'_> {
    /// What is inside of an element. Sides of it that are cut to four corners get the diagonal
    /// from their inner corner of the lower number, so that neighbours fit.
    fn keep(&mut self, element: &[u32; 4]) {
        let of = |side: Side| {
            let mut nodes: Vec<u32> = element.to_vec();
            nodes.retain(|&node| self.sides[node as usize] == side);
            nodes.sort_unstable();
            nodes
        };
        let (inner, on, outer) = (of(Side::Inside), of(Side::On), of(Side::Outside));
        let parts = match (&inner[..], &on[..], &outer[..]) {
            ([], _, []) if self.fills(element) => vec![*element],
            ([], _, _) => Vec::new(),
            (_, _, []) => vec![*element],
            (&[m], on, outer) => {
                let mut part = vec![m];
                part.extend(on);
                part.extend(outer.iter().map(|&p| self.crossing(m, p)));
                vec![[part[0], part[1], part[2], part[3]]]
            }
            (&[m, n], &[z], &[p]) => {
                let (a, b) = (self.crossing(m, p), self.crossing(n, p));
                vec![[z, m, n, b], [z, m, b, a]]
            }
            (&[m, n], _, &[p, q]) => {
                let (a, b) = (self.crossing(m, p), self.crossing(m, q));
                let (c, d) = (self.crossing(n, p), self.crossing(n, q));
                let span = |i: u32, j: u32| {
                    distance(self.body.nodes[i as usize], self.body.nodes[j as usize])
                };
                let two = match span(a, d) < span(b, c) {
                    true => [[m, a, b, d], [m, a, d, c]],
                    false => [[m, a, b, c], [m, b, d, c]],
                };
                vec![[m, n, c, d], two[0], two[1]]
            }
            (&[l, m, n], _, &[p]) => {
                let [a, b, c] = [l, m, n].map(|node| self.crossing(node, p));
                vec![[l, m, n, c], [l, m, b, c], [l, a, b, c]]
            }
            _ => unreachable!("an element has four corners"),
        };
        self.body.elements.extend(parts);
    }

    /// Whether an element whose corners all lie on the surface belongs to the body: its middle is
    /// inside, and it was not squeezed flat against the surface.
    fn fills(&self, element: &[u32; 4]) -> bool {
        let corners = element.map(|node| self.grid.nodes[node as usize]);
        let [a, b, c, d] = corners;
        let volume = triple(sub(b, a), sub(c, a), sub(d, a));
        let middle = scale(add(add(a, b), add(c, d)), 0.25);
        volume > NOT_FLAT * self.cell && self.shell.contains(middle)
    }

    /// The node where the edge from an inner to an outer node meets the surface.
    fn crossing(&mut self, inner: u32, outer: u32) -> u32 {
        let ends = [inner.min(outer), inner.max(outer)];
        if let Some(&node) = self.crossings.get(&ends) {
            return node;
        }
        let (a, b) = (
            self.grid.nodes[inner as usize],
            self.grid.nodes[outer as usize],
        );
        let (near, beyond) = (self.far[inner as usize], self.far[outer as usize]);
        // Distances are those of a straight surface; the nearest place does the rest.
        let share = near / (near + beyond);
        let share = if share.is_finite() { share } else { 0.5 };
        let guess = add(a, scale(sub(b, a), share));
        let place = self.closest.to(guess).map_or(guess, |found| found.place);
        let node = self.body.nodes.len() as u32;
        self.body.nodes.push(place);
        self.crossings.insert(ends, node);
        node
    }
}
