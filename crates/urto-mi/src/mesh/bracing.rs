//! Which points of a surface lie opposite each other, through the body.
//!
//! Law:    a line goes from each point straight into the body, against the mean of the normals of
//!         the triangles around it, weighted by their angles there (so that it does not matter how
//!         a face is cut into triangles). Where it first meets a triangle that the point is no
//!         corner of, the corner nearest to that place is the opposite point. Inside is where the
//!         surface as a whole encloses a positive volume, whichever way its triangles turn.
//! Step:   triangles in a tree of boxes, so that a line asks few of them.
//! Limits: from a point whose line meets nothing (a sheet, a rim) there is no opposite one. Triangles
//!         that turn different ways give lines that go astray.

use super::{Surface, cross};
use crate::vector::{Vector, difference, dot, length, scaled, sum};

/// So little outside a triangle or box is still inside, as a share of its size: lines through a
/// corner or along a side would slip through by rounding.
const RIM: f64 = 1e-9;
/// Normals around a point that cancel to less than this show no way in.
const NO_WAY: f64 = 1e-6;
/// Triangles in a box that is not divided again.
const FEW: usize = 8;

/// Pairs of opposite points of a tidy surface, each once, the smaller number first; none that an
/// edge joins already. `edges` are sorted.
pub(super) fn opposite(surface: &Surface, edges: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let tree = Tree::new(surface);
    let inward = inward(surface);
    let mut pairs = Vec::new();
    for (n, way) in inward.into_iter().enumerate() {
        let own = n as u32;
        let Some(other) = way.and_then(|way| tree.first(own, way)) else {
            continue;
        };
        let pair = [own.min(other), own.max(other)];
        if edges.binary_search(&pair).is_err() {
            pairs.push(pair);
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The way into the body from each point, of length 1.
fn inward(surface: &Surface) -> Vec<Option<Vector>> {
    let mut normals = vec![[0.0; 3]; surface.points.len()];
    let mut volume = 0.0;
    // Seen from a corner of its own, so that a surface far from the origin keeps its digits.
    let origin = surface.points[0];
    for triangle in &surface.triangles {
        let places = triangle.map(|corner| surface.points[corner as usize]);
        let normal = cross(
            difference(places[1], places[0]),
            difference(places[2], places[0]),
        );
        volume += dot(difference(places[0], origin), normal);
        let unit = scaled(normal, 1.0 / length(normal));
        for k in 0..3 {
            let [to, from] = [1, 2].map(|by| difference(places[(k + by) % 3], places[k]));
            let angle = urto::math::atan2(length(cross(to, from)), dot(to, from));
            let own = &mut normals[triangle[k] as usize];
            *own = sum(*own, scaled(unit, angle));
        }
    }
    let in_is = if volume < 0.0 { 1.0 } else { -1.0 };
    let way = |normal: Vector| {
        let long = length(normal);
        (long > NO_WAY).then(|| scaled(normal, in_is / long))
    };
    normals.into_iter().map(way).collect()
}

struct Tree<'a> {
    surface: &'a Surface,
    /// Triangles in the order of the boxes.
    order: Vec<u32>,
    boxes: Vec<Bounds>,
}

struct Bounds {
    low: Vector,
    high: Vector,
    /// Its triangles in the order.
    range: [usize; 2],
    /// The boxes inside, unless it has few triangles.
    halves: Option<[usize; 2]>,
}

impl<'a> Tree<'a> {
    fn new(surface: &'a Surface) -> Self {
        let mut tree = Self {
            surface,
            order: (0..surface.triangles.len() as u32).collect(),
            boxes: Vec::new(),
        };
        tree.divide([0, surface.triangles.len()]);
        tree
    }

    fn places(&self, triangle: u32) -> [Vector; 3] {
        let corners = self.surface.triangles[triangle as usize];
        corners.map(|corner| self.surface.points[corner as usize])
    }

    fn divide(&mut self, range: [usize; 2]) -> usize {
        let [start, end] = range;
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for triangle in &self.order[start..end] {
            for place in self.places(*triangle) {
                low = core::array::from_fn(|k| low[k].min(place[k]));
                high = core::array::from_fn(|k| high[k].max(place[k]));
            }
        }
        let wide = difference(high, low);
        let own = self.boxes.len();
        let rim = RIM * wide[0].max(wide[1]).max(wide[2]);
        self.boxes.push(Bounds {
            low: low.map(|own| own - rim),
            high: high.map(|own| own + rim),
            range,
            halves: None,
        });
        if end - start > FEW {
            let widest = (0..3).fold(0, |most, k| if wide[k] > wide[most] { k } else { most });
            let middle = |triangle: u32| self.places(triangle).map(|own| own[widest]).iter().sum();
            let mut keyed: Vec<(f64, u32)> = self.order[start..end]
                .iter()
                .map(|triangle| (middle(*triangle), *triangle))
                .collect();
            let half = keyed.len() / 2;
            // By number where middles are equal: the same tree everywhere.
            keyed.select_nth_unstable_by(half, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for (place, (_, triangle)) in self.order[start..end].iter_mut().zip(keyed) {
                *place = triangle;
            }
            let first = self.divide([start, start + half]);
            let second = self.divide([start + half, end]);
            self.boxes[own].halves = Some([first, second]);
        }
        own
    }

    /// The corner nearest to where a line from a point first meets a triangle of others.
    fn first(&self, point: u32, way: Vector) -> Option<u32> {
        let from = self.surface.points[point as usize];
        let mut nearest: Option<(f64, u32)> = None;
        let mut waiting = vec![0];
        while let Some(next) = waiting.pop() {
            let bounds = &self.boxes[next];
            let far = nearest.map_or(f64::INFINITY, |(distance, _)| distance);
            if !bounds.are_met(from, way, far) {
                continue;
            }
            if let Some(halves) = bounds.halves {
                waiting.extend(halves);
                continue;
            }
            let [start, end] = bounds.range;
            for triangle in &self.order[start..end] {
                if self.surface.triangles[*triangle as usize].contains(&point) {
                    continue;
                }
                let Some(distance) = meets(self.places(*triangle), from, way) else {
                    continue;
                };
                if nearest.is_none_or(|known| (distance, *triangle) < known) {
                    nearest = Some((distance, *triangle));
                }
            }
        }
        let (distance, triangle) = nearest?;
        let place = sum(from, scaled(way, distance));
        let away = self
            .places(triangle)
            .map(|own| length(difference(own, place)));
        let corner = (0..3).fold(0, |least, k| if away[k] < away[least] { k } else { least });
        Some(self.surface.triangles[triangle as usize][corner])
    }
}

impl Bounds {
    /// Whether a line goes through before it is so far.
    fn are_met(&self, from: Vector, way: Vector, far: f64) -> bool {
        let (mut enters, mut leaves) = (0.0f64, far);
        for k in 0..3 {
            if way[k] == 0.0 {
                if !(self.low[k]..=self.high[k]).contains(&from[k]) {
                    return false;
                }
                continue;
            }
            let [a, b] = [self.low[k], self.high[k]].map(|side| (side - from[k]) / way[k]);
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        enters <= leaves
    }
}

/// How far a line goes before it meets a triangle (Möller & Trumbore 1997).
fn meets([a, b, c]: [Vector; 3], from: Vector, way: Vector) -> Option<f64> {
    let [ab, ac] = [difference(b, a), difference(c, a)];
    let across = cross(way, ac);
    let volume = dot(ab, across);
    if volume.abs() <= RIM * length(ab) * length(ac) {
        // Along the triangle.
        return None;
    }
    let to = difference(from, a);
    let u = dot(to, across) / volume;
    let turned = cross(to, ab);
    let v = dot(way, turned) / volume;
    let distance = dot(ac, turned) / volume;
    let inside = u >= -RIM && v >= -RIM && u + v <= 1.0 + RIM;
    (inside && distance > 0.0).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    /// The tree finds what asking every triangle finds, on a shape with many faces at all angles.
    #[test]
    fn the_tree_finds_what_asking_all_finds() {
        let mut rng = Rng::new(5);
        let mut surface = Surface::default();
        for n in 0..400 {
            let middle: Vector = core::array::from_fn(|_| rng.signed());
            for _ in 0..3 {
                let by: Vector = core::array::from_fn(|_| 0.3 * rng.signed());
                surface.points.push(sum(middle, by));
            }
            surface.triangles.push([3 * n, 3 * n + 1, 3 * n + 2]);
        }
        let tree = Tree::new(&surface);
        let mut met = 0;
        for point in 0..surface.points.len() as u32 {
            let way: Vector = core::array::from_fn(|k| match rng.below(4) {
                0 if k > 0 => 0.0,
                _ => rng.signed(),
            });
            let way = scaled(way, 1.0 / length(way));
            let from = surface.points[point as usize];
            let all = (0..surface.triangles.len() as u32).filter(|n| point / 3 != *n);
            let nearest = all
                .filter_map(|n| Some((meets(tree.places(n), from, way)?, n)))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let found = tree.first(point, way);
            assert_eq!(found.map(|corner| corner / 3), nearest.map(|(_, n)| n));
            met += u32::from(found.is_some());
        }
        assert!((300..1200).contains(&met), "{met}");
    }
}
