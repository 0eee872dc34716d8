//! Cutting long edges in two, which changes no shape: a coarse or badly cut surface made fine.

use super::vector::{Vec3, add, length, scale, sub};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

/// An edge, the longest first; equal ones by number, so that the result is always the same.
struct Edge {
    length: f64,
    ends: [usize; 2],
}

impl PartialEq for Edge {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Edge {}
impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Edge {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.length.total_cmp(&other.length)).then(other.ends.cmp(&self.ends))
    }
}

/// Cuts edges in the middle, the longest first, until none is longer than `longest` or there are
/// `most` triangles. The surface must be closed.
pub(super) fn split(
    vertices: &mut Vec<Vec3>,
    triangles: &mut Vec<[usize; 3]>,
    longest: f64,
    most: usize,
) {
    // The triangle on the left of each directed edge.
    let mut left: HashMap<[usize; 2], usize> = HashMap::new();
    let mut heap = BinaryHeap::new();
    let edge = |vertices: &[Vec3], a: usize, b: usize| Edge {
        length: length(sub(vertices[a], vertices[b])),
        ends: [a.min(b), a.max(b)],
    };
    for (triangle, corners) in triangles.iter().enumerate() {
        for e in 0..3 {
            let (a, b) = (corners[e], corners[(e + 1) % 3]);
            left.insert([a, b], triangle);
            if a < b {
                heap.push(edge(vertices, a, b));
            }
        }
    }
    while let Some(Edge { length, ends }) = heap.pop() {
        if length <= longest || triangles.len() + 2 > most {
            break;
        }
        let [a, b] = ends;
        let middle = vertices.len();
        vertices.push(scale(add(vertices[a], vertices[b]), 0.5));
        heap.push(edge(vertices, a, middle));
        heap.push(edge(vertices, b, middle));
        for [from, to] in [[a, b], [b, a]] {
            // The triangle from, to, opposite becomes from, middle, opposite and its other half.
            let Some(triangle) = left.remove(&[from, to]) else {
                continue;
            };
            let corners = triangles[triangle];
            let opposite = corners[0] + corners[1] + corners[2] - from - to;
            let half = triangles.len();
            triangles[triangle] = [from, middle, opposite];
            triangles.push([middle, to, opposite]);
            for (ends, owner) in [
                ([from, middle], triangle),
                ([middle, opposite], triangle),
                ([opposite, from], triangle),
                ([middle, to], half),
                ([to, opposite], half),
                ([opposite, middle], half),
            ] {
                left.insert(ends, owner);
            }
            heap.push(edge(vertices, middle, opposite));
        }
    }
}
