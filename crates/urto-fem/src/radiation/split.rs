//! Cutting long edges in two, which changes no shape: a coarse or badly cut surface made fine.

use super::vector::{Vec3, add, cross, dot, length, scale, sub};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

/// Triangles whose normals differ by less than a thousandth of a radian lie in a plane.
const FLAT: f64 = 1.0 - 5e-7;

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

/// A surface while its edges are cut.
struct Splitting<'a> {
    vertices: &'a mut Vec<Vec3>,
    triangles: &'a mut Vec<[usize; 3]>,
    /// The triangle on the left of each directed edge.
    left: HashMap<[usize; 2], usize>,
    heap: BinaryHeap<Edge>,
}

/// Cuts edges in the middle, the longest first, until none is longer than `longest` or there are
/// `most` triangles. The surface must be closed.
pub(super) fn split(
    vertices: &mut Vec<Vec3>,
    triangles: &mut Vec<[usize; 3]>,
    longest: f64,
    most: usize,
) {
    let mut work = Splitting {
        vertices,
        triangles,
        left: HashMap::new(),
        heap: BinaryHeap::new(),
    };
    for triangle in 0..work.triangles.len() {
        work.enter(triangle);
    }
    while let Some(Edge { length, ends }) = work.heap.pop() {
        if length <= longest || work.triangles.len() + 2 > most {
            break;
        }
        let [a, b] = ends;
        // An edge that was turned since is no edge any more.
        if let (Some(&one), Some(&other)) = (work.left.get(&[a, b]), work.left.get(&[b, a]))
            && !work.turn(ends, [one, other], length)
        {
            work.cut(ends, [one, other]);
        }
    }
}

impl Splitting<'_> {
    /// Notes the edges of a triangle.
    fn enter(&mut self, triangle: usize) {
        let corners = self.triangles[triangle];
        for e in 0..3 {
            let (a, b) = (corners[e], corners[(e + 1) % 3]);
            self.left.insert([a, b], triangle);
            self.heap.push(Edge {
                length: length(sub(self.vertices[a], self.vertices[b])),
                ends: [a.min(b), a.max(b)],
            });
        }
    }

    fn opposite(&self, triangle: usize, [a, b]: [usize; 2]) -> usize {
        self.triangles[triangle].iter().sum::<usize>() - a - b
    }

    /// Turns the edge instead, where two triangles lie in a plane and the other diagonal is
    /// shorter: cut only, long strips would fall into ever thinner needles.
    fn turn(&mut self, [a, b]: [usize; 2], [one, other]: [usize; 2], old: f64) -> bool {
        let (c, d) = (self.opposite(one, [a, b]), self.opposite(other, [a, b]));
        let turns = |t: [usize; 3]| {
            let [x, y, z] = t.map(|vertex| self.vertices[vertex]);
            cross(sub(y, x), sub(z, x))
        };
        let new = [[a, d, c], [d, b, c]];
        let normal = add(turns(self.triangles[one]), turns(self.triangles[other]));
        let is_flat = |t: [usize; 3]| {
            let turn = turns(t);
            dot(turn, normal) > FLAT * length(turn) * length(normal) && length(turn) > 0.0
        };
        let is_shorter = length(sub(self.vertices[c], self.vertices[d])) < 0.9 * old;
        let is_new = !self.left.contains_key(&[c, d]) && !self.left.contains_key(&[d, c]);
        let all_flat = [self.triangles[one], self.triangles[other], new[0], new[1]]
            .into_iter()
            .all(is_flat);
        if !(is_shorter && is_new && all_flat) {
            return false;
        }
        self.left.remove(&[a, b]);
        self.left.remove(&[b, a]);
        (self.triangles[one], self.triangles[other]) = (new[0], new[1]);
        self.enter(one);
        self.enter(other);
        true
    }

    fn cut(&mut self, [a, b]: [usize; 2], beside: [usize; 2]) {
        let middle = self.vertices.len();
        self.vertices
            .push(scale(add(self.vertices[a], self.vertices[b]), 0.5));
        for ([from, to], triangle) in [[a, b], [b, a]].into_iter().zip(beside) {
            // The triangle from, to, opposite becomes from, middle, opposite and its other half.
            let opposite = self.opposite(triangle, [from, to]);
            self.left.remove(&[from, to]);
            self.triangles[triangle] = [from, middle, opposite];
            self.triangles.push([middle, to, opposite]);
            self.enter(triangle);
            self.enter(self.triangles.len() - 1);
        }
    }
}
