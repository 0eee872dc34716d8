//! The nearest place on a surface.

use super::Shell;
use crate::vector::{Vec3, add, bounds, distance, dot, scale, sub};

/// Triangles by the boxes that they reach into.
pub(super) struct Closest<'a> {
    shell: &'a Shell,
    least: Vec3,
    edge: f64,
    boxes: [usize; 3],
    starts: Vec<usize>,
    lists: Vec<u32>,
}

/// A place on the surface.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub place: Vec3,
    pub distance: f64,
}

impl<'a> Closest<'a> {
    /// For places up to `reach` from the surface.
    pub fn new(shell: &'a Shell, reach: f64) -> Self {
        let (least, greatest) = bounds(shell.nodes());
        let least = least.map(|x| x - reach);
        let extent = [0, 1, 2].map(|i| greatest[i] + reach - least[i]);
        // Boxes of twice the reach, but not more than a million of them.
        let mut edge = 2.0 * reach;
        let boxes = loop {
            let boxes = extent.map(|x| (x / edge) as usize + 1);
            if boxes[0].saturating_mul(boxes[1]).saturating_mul(boxes[2]) <= 1_000_000 {
                break boxes;
            }
            edge *= 1.5;
        };
        let mut closest = Self {
            shell,
            least,
            edge,
            boxes,
            starts: Vec::new(),
            lists: Vec::new(),
        };
        closest.sort_in(reach);
        closest
    }

    fn sort_in(&mut self, reach: f64) {
        let mut lists = vec![Vec::new(); self.boxes[0] * self.boxes[1] * self.boxes[2]];
        for triangle in 0..self.shell.triangles().len() {
            let (least, greatest) = bounds(&self.shell.corners(triangle));
            let from = self.number(least.map(|x| x - reach));
            let to = self.number(greatest.map(|x| x + reach));
            for k in from[2]..=to[2] {
                for j in from[1]..=to[1] {
                    for i in from[0]..=to[0] {
                        lists[self.place([i, j, k])].push(triangle as u32);
                    }
                }
            }
        }
        self.starts.push(0);
        for list in lists {
            self.lists.extend(list);
            self.starts.push(self.lists.len());
        }
    }

    fn number(&self, at: Vec3) -> [usize; 3] {
        [0, 1, 2].map(|i| {
            let boxes = ((at[i] - self.least[i]) / self.edge).max(0.0) as usize;
            boxes.min(self.boxes[i] - 1)
        })
    }

    fn place(&self, [i, j, k]: [usize; 3]) -> usize {
        (k * self.boxes[1] + j) * self.boxes[0] + i
    }

    /// The nearest place on the surface, if it is within reach.
    pub fn to(&self, at: Vec3) -> Option<Found> {
        let here = self.place(self.number(at));
        let near = &self.lists[self.starts[here]..self.starts[here + 1]];
        let all = near.iter().map(|&triangle| {
            let place = on_triangle(at, self.shell.corners(triangle as usize));
            Found {
                place,
                distance: distance(at, place),
            }
        });
        all.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }
}

/// The nearest place of a triangle, by the region that a point lies in (Ericson, Real-Time
/// Collision Detection, 5.1.5).
fn on_triangle(p: Vec3, [a, b, c]: [Vec3; 3]) -> Vec3 {
    let (ab, ac) = (sub(b, a), sub(c, a));
    let from = |corner: Vec3| {
        let way = sub(p, corner);
        (dot(ab, way), dot(ac, way))
    };
    let ((d1, d2), (d3, d4), (d5, d6)) = (from(a), from(b), from(c));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let along = |from: Vec3, way: Vec3, share: f64| add(from, scale(way, share));
    let beyond_ab = d1 * d4 - d3 * d2;
    if beyond_ab <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return along(a, ab, d1 / (d1 - d3));
    }
    let beyond_ac = d5 * d2 - d1 * d6;
    if beyond_ac <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return along(a, ac, d2 / (d2 - d6));
    }
    let beyond_bc = d3 * d6 - d5 * d4;
    if beyond_bc <= 0.0 && d4 >= d3 && d5 >= d6 {
        let share = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return along(b, sub(c, b), share);
    }
    let whole = beyond_ab + beyond_ac + beyond_bc;
    let (v, w) = (beyond_ac / whole, beyond_ab / whole);
    along(along(a, ab, v), ac, w)
}
