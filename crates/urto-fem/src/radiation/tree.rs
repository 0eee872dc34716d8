//! Finding triangles in space: the nearest to a point, and the first along a ray.

use super::surface::{Panel, Surface};
use super::vector::{Vec3, add, cross, dot, scale, sub};

/// Boxes within boxes over the triangles of a surface.
pub(super) struct Tree<'a> {
    surface: &'a Surface,
    nodes: Vec<Node>,
    order: Vec<usize>,
}

struct Node {
    low: Vec3,
    high: Vec3,
    /// A leaf's triangles are `order[first..last]`; a branch's children are `first` and `last`.
    first: usize,
    last: usize,
    is_leaf: bool,
}

/// A place on a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub triangle: usize,
    /// Shares of the triangle's corners.
    pub shares: [f64; 3],
}

/// Triangles in a leaf: fewer make more boxes, more make more tests.
const LEAF: usize = 8;

impl<'a> Tree<'a> {
    pub fn new(surface: &'a Surface) -> Self {
        let count = surface.triangles().len();
        let mut tree = Self {
            surface,
            nodes: Vec::new(),
            order: (0..count).collect(),
        };
        tree.grow(0, count);
        tree
    }

    fn grow(&mut self, first: usize, last: usize) -> usize {
        let panels = self.surface.panels();
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for &triangle in &self.order[first..last] {
            for corner in panels[triangle].corners {
                for axis in 0..3 {
                    low[axis] = low[axis].min(corner[axis]);
                    high[axis] = high[axis].max(corner[axis]);
                }
            }
        }
        let at = self.nodes.len();
        let is_leaf = last - first <= LEAF;
        self.nodes.push(Node {
            low,
            high,
            first,
            last,
            is_leaf,
        });
        if !is_leaf {
            let size = sub(high, low);
            let axis = (0..3).fold(
                0,
                |best, axis| if size[axis] > size[best] { axis } else { best },
            );
            let middle = (first + last) / 2;
            // Equal middles keep their numbers' order, so that the tree is always the same.
            self.order[first..last].sort_by(|&a, &b| {
                (panels[a].centre[axis].total_cmp(&panels[b].centre[axis])).then(a.cmp(&b))
            });
            let one = self.grow(first, middle);
            let other = self.grow(middle, last);
            (self.nodes[at].first, self.nodes[at].last) = (one, other);
        }
        at
    }

    /// The nearest place on a triangle that faces the same side as `normal`; on any triangle when
    /// none does.
    pub fn nearest(&self, point: Vec3, normal: Vec3) -> Place {
        let mut best = (f64::INFINITY, None);
        self.search(0, point, Some(normal), &mut best);
        if best.1.is_none() {
            self.search(0, point, None, &mut best);
        }
        best.1.unwrap_or(Place {
            triangle: 0,
            shares: [1.0, 0.0, 0.0],
        })
    }

    /// Whether a triangle that faces the same side as `normal` is within `reach` of the point.
    pub fn is_near(&self, point: Vec3, normal: Vec3, reach: f64) -> bool {
        let mut best = (reach * reach, None);
        self.search(0, point, Some(normal), &mut best);
        best.1.is_some()
    }

    fn search(
        &self,
        at: usize,
        point: Vec3,
        normal: Option<Vec3>,
        best: &mut (f64, Option<Place>),
    ) {
        let node = &self.nodes[at];
        if node.away(point) >= best.0 {
            return;
        }
        if node.is_leaf {
            for &triangle in &self.order[node.first..node.last] {
                let panel = &self.surface.panels()[triangle];
                if normal.is_some_and(|normal| dot(normal, panel.normal) <= 0.0) {
                    continue;
                }
                let (away, shares) = nearest_in(panel, point);
                if away < best.0 {
                    *best = (away, Some(Place { triangle, shares }));
                }
            }
            return;
        }
        let mut children = [node.first, node.last];
        if self.nodes[children[1]].away(point) < self.nodes[children[0]].away(point) {
            children.reverse();
        }
        for child in children {
            self.search(child, point, normal, best);
        }
    }

    /// How far a ray from a vertex goes before it meets a triangle that does not touch the vertex.
    pub fn free_way(&self, vertex: usize, direction: Vec3) -> f64 {
        let from = self.surface.vertices()[vertex];
        let mut nearest = f64::INFINITY;
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let node = &self.nodes[at];
            if !node.is_met(from, direction, nearest) {
                continue;
            }
            if !node.is_leaf {
                open.extend([node.first, node.last]);
                continue;
            }
            for &triangle in &self.order[node.first..node.last] {
                if !self.surface.triangles()[triangle].contains(&vertex)
                    && let Some(way) = meet(&self.surface.panels()[triangle], from, direction)
                {
                    nearest = nearest.min(way);
                }
            }
        }
        nearest
    }
}

impl Node {
    /// Squared distance of a point from the box.
    fn away(&self, point: Vec3) -> f64 {
        (0..3)
            .map(|axis| {
                let off = (self.low[axis] - point[axis])
                    .max(point[axis] - self.high[axis])
                    .max(0.0);
                off * off
            })
            .sum()
    }

    fn is_met(&self, from: Vec3, direction: Vec3, within: f64) -> bool {
        let (mut enter, mut leave) = (0.0_f64, within);
        for axis in 0..3 {
            if direction[axis] == 0.0 {
                if from[axis] < self.low[axis] || from[axis] > self.high[axis] {
                    return false;
                }
                continue;
            }
            let one = (self.low[axis] - from[axis]) / direction[axis];
            let other = (self.high[axis] - from[axis]) / direction[axis];
            enter = enter.max(one.min(other));
            leave = leave.min(one.max(other));
        }
        enter <= leave
    }
}

/// Squared distance of a point from a triangle, and the nearest place in it.
fn nearest_in(panel: &Panel, point: Vec3) -> (f64, [f64; 3]) {
    // Below the triangle: shares from the hats; beside it: on the nearest edge.
    let inside = [0, 1, 2].map(|a| 1.0 + dot(panel.gradients[a], sub(point, panel.corners[a])));
    if inside.iter().all(|&share| share >= 0.0) {
        let height = dot(panel.normal, sub(point, panel.corners[0]));
        return (height * height, inside);
    }
    let mut best = (f64::INFINITY, [0.0; 3]);
    for e in 0..3 {
        let (a, b) = (panel.corners[e], panel.corners[(e + 1) % 3]);
        let edge = sub(b, a);
        let along = (dot(sub(point, a), edge) / dot(edge, edge)).clamp(0.0, 1.0);
        let off = sub(point, add(a, scale(edge, along)));
        let away = dot(off, off);
        if away < best.0 {
            let mut shares = [0.0; 3];
            shares[e] = 1.0 - along;
            shares[(e + 1) % 3] = along;
            best = (away, shares);
        }
    }
    best
}

/// How far along a ray the triangle is, when it is met.
fn meet(panel: &Panel, from: Vec3, direction: Vec3) -> Option<f64> {
    let slope = dot(panel.normal, direction);
    if slope == 0.0 {
        return None;
    }
    let way = dot(panel.normal, sub(panel.corners[0], from)) / slope;
    let at = add(from, scale(direction, way));
    let is_inside = (0..3).all(|e| {
        let edge = sub(panel.corners[(e + 1) % 3], panel.corners[e]);
        dot(cross(edge, sub(at, panel.corners[e])), panel.normal) >= 0.0
    });
    (way > 0.0 && is_inside).then_some(way)
}
