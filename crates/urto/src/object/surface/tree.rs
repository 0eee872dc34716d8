//! A tree of boxes around triangles: where the nearest ones lie, without looking at all of them.

use crate::picture::Vector;

/// Most triangles in a box that is not divided further: looking at one takes a few times as long as
/// looking at a box.
const FEW: usize = 4;
/// Deepest nesting: each box has half of the triangles of the one around it.
const DEEPEST: usize = 64;
/// Distances are worked out in rounded numbers: a box is left out only if it is further by more.
const ROUNDED: f64 = 1.0 + 1e-9;

/// A box and what it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TreeBox {
    low: Vector,
    high: Vector,
    /// The first of its triangles in the tree's order, and how many they are.
    first: usize,
    count: usize,
    /// Where its second half stands in the list; its first half is the next one. 0 if it is not
    /// divided.
    second: usize,
}

/// A tree of boxes, the outermost first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TriangleTree {
    boxes: Vec<TreeBox>,
    order: Vec<usize>,
}

impl TriangleTree {
    /// The tree of some triangles, by their corners. Allocates.
    pub fn new(vertices: &[Vector], triangles: &[[usize; 3]]) -> Self {
        let bounds: Vec<[Vector; 2]> = triangles
            .iter()
            .map(|corners| {
                let corners = corners.map(|corner| vertices[corner]);
                let all = |pick: fn(f64, f64) -> f64| {
                    [0, 1, 2].map(|axis| {
                        pick(pick(corners[0][axis], corners[1][axis]), corners[2][axis])
                    })
                };
                [all(f64::min), all(f64::max)]
            })
            .collect();
        let mut tree = Self {
            boxes: Vec::new(),
            order: (0..triangles.len()).collect(),
        };
        tree.divide(&bounds, 0, triangles.len());
        tree
    }

    /// Adds the box around some of the triangles, and those within it.
    fn divide(&mut self, bounds: &[[Vector; 2]], first: usize, count: usize) {
        let own = &mut self.order[first..first + count];
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for triangle in own.iter() {
            let [from, to] = bounds[*triangle];
            for axis in 0..3 {
                low[axis] = low[axis].min(from[axis]);
                high[axis] = high[axis].max(to[axis]);
            }
        }
        let number = self.boxes.len();
        self.boxes.push(TreeBox {
            low,
            high,
            first,
            count,
            second: 0,
        });
        if count <= FEW {
            return;
        }
        let long = |axis: usize| high[axis] - low[axis];
        let axis = (1..3).fold(0, |most, axis| match long(axis) > long(most) {
            true => axis,
            false => most,
        });
        let middle = |triangle: &usize| bounds[*triangle][0][axis] + bounds[*triangle][1][axis];
        let half = count / 2;
        own.select_nth_unstable_by(half, |a, b| middle(a).total_cmp(&middle(b)).then(a.cmp(b)));
        self.divide(bounds, first, half);
        self.boxes[number].second = self.boxes.len();
        self.divide(bounds, first + half, count - half);
    }

    /// Hands over all triangles that may be nearest to a point, near ones early. `look` tells the
    /// square of the least distance so far. Does not allocate.
    pub fn near(&self, point: Vector, mut look: impl FnMut(usize) -> f64) {
        let mut waiting = [(0.0, 0); DEEPEST];
        let mut count = 1;
        let mut least = f64::INFINITY;
        while count > 0 {
            count -= 1;
            let (away, number) = waiting[count];
            if away > least * ROUNDED {
                continue;
            }
            let own = &self.boxes[number];
            if own.second == 0 {
                for triangle in &self.order[own.first..own.first + own.count] {
                    least = look(*triangle);
                }
                continue;
            }
            let halves = [number + 1, own.second];
            let [mut near, mut far] = halves.map(|half| (self.boxes[half].away(point), half));
            if far.0 < near.0 {
                (near, far) = (far, near);
            }
            // The last is taken first.
            waiting[count] = far;
            waiting[count + 1] = near;
            count += 2;
        }
    }
}

impl TreeBox {
    /// Square of the distance from a point; 0 within.
    fn away(&self, point: Vector) -> f64 {
        let outside = |axis: usize| {
            let own = point[axis];
            (self.low[axis] - own).max(own - self.high[axis]).max(0.0)
        };
        (0..3).map(|axis| outside(axis) * outside(axis)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Surface, SurfacePlace};
    use crate::rng::Rng;

    /// The tree finds what looking at all triangles finds, and looks at few of them.
    #[test]
    fn the_tree_finds_the_nearest_triangle() {
        let mut rng = Rng::new(4);
        for round in 0..40 {
            let count = 1 + rng.below(2_000);
            let mut corner = || [0; 3].map(|_| rng.signed());
            let vertices: Vec<Vector> = (0..3 * count).map(|_| corner().map(|x| 0.1 * x)).collect();
            let triangles: Vec<[usize; 3]> =
                (0..count).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect();
            let surface = Surface::new(vertices.clone(), triangles.clone(), vec![]).unwrap();
            for _ in 0..20 {
                let point = [0; 3].map(|_| 0.15 * rng.signed());
                let found = surface.find(SurfacePlace::Nearest(point)).unwrap();
                let square = |a: Vector, b: Vector| {
                    (0..3).map(|n| (a[n] - b[n]) * (a[n] - b[n])).sum::<f64>()
                };
                let away = square(point, surface.at(found));
                for number in 0..count {
                    let own = vertices[3 * number..3 * number + 3].to_vec();
                    let own = Surface::new(own, vec![[0, 1, 2]], vec![]).unwrap();
                    let at = own.at(own.find(SurfacePlace::Nearest(point)).unwrap());
                    assert!(away <= square(point, at), "{round} {number}");
                }
            }
        }
    }
}
