//! Fills holes.
//!
//! Law:    open edges make loops; each is cut into triangles by ears, seen along its mean normal.
//!         Where that cannot be, or a triangle's side is an edge already, a fan around the loop's
//!         middle fills it.
//! Limits: a large hole is filled flat, whatever was there before; the report tells its width.

use super::Repaired;
use crate::Surface;
use crate::check::edges::{same_edge, sides};
use crate::polygon;
use crate::vector::{Vector, difference, length, scaled, sum};
use std::collections::{HashMap, HashSet};

/// Loops of more corners get a fan: the work of ears grows with the square at the least.
const MOST_CORNERS: usize = 512;

pub(super) fn fill(surface: &mut Surface, done: &mut Repaired) {
    let (loops, lost) = loops(surface);
    let mut known = Known::default();
    if !loops.is_empty() {
        known.add(&surface.triangles);
    }
    for own in loops {
        let places: Vec<Vector> = own.iter().map(|n| surface.points[*n as usize]).collect();
        done.holes += 1;
        done.largest_hole = done.largest_hole.max(width(&places));
        let before = surface.triangles.len();
        match ears(&own, &places, &known) {
            Some(triangles) => surface.triangles.extend(triangles),
            None => fan(surface, &own, &places),
        }
        known.add(&surface.triangles[before..]);
        done.filling += surface.triangles.len() - before;
    }
    if lost > 0 {
        done.left.push(format!(
            "open edges that do not go round a hole: {lost}; close it in the program that made it"
        ));
    }
}

/// The loops of open edges, turning as what fills them will, and how many edges are in none.
fn loops(surface: &Surface) -> (Vec<Vec<u32>>, usize) {
    let all = sides(&surface.triangles);
    let open = all.chunk_by(same_edge).filter(|own| own.len() == 1);
    // What fills a hole goes along its edges the other way.
    let mut ways: Vec<[u32; 2]> = open.map(|own| own[0].way()).map(|[a, b]| [b, a]).collect();
    ways.sort_unstable();
    let mut onward: HashMap<u32, Vec<u32>> = HashMap::new();
    for [from, to] in ways.iter().rev() {
        onward.entry(*from).or_default().push(*to);
    }
    let (mut found, mut used) = (Vec::new(), 0);
    for [start, _] in &ways {
        let mut path = vec![*start];
        let mut place_in_path = HashMap::from([(*start, 0)]);
        while let Some(next) = path.last().and_then(|last| onward.get_mut(last)?.pop()) {
            if let Some(from) = place_in_path.get(&next).copied() {
                // Back where it was: what lies between is a loop, even if others go on from here.
                let own: Vec<u32> = path.drain(from..).collect();
                for corner in &own {
                    place_in_path.remove(corner);
                }
                if own.len() > 2 {
                    used += own.len();
                    found.push(own);
                }
            }
            place_in_path.insert(next, path.len());
            path.push(next);
        }
    }
    (found, ways.len() - used)
}

fn width(places: &[Vector]) -> f64 {
    let none = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    let [low, high] = places.iter().fold(none, |[low, high], own| {
        [
            core::array::from_fn(|k| low[k].min(own[k])),
            core::array::from_fn(|k| high[k].max(own[k])),
        ]
    });
    length(difference(high, low))
}

/// Edges and triangles that are there; each by its numbers in order.
#[derive(Default)]
struct Known {
    edges: HashSet<[u32; 2]>,
    triangles: HashSet<[u32; 3]>,
}

impl Known {
    fn add(&mut self, triangles: &[[u32; 3]]) {
        self.edges
            .extend(sides(triangles).iter().map(|side| side.ends));
        self.triangles
            .extend(triangles.iter().map(|own| ordered(*own)));
    }
}

fn ordered<const N: usize>(mut own: [u32; N]) -> [u32; N] {
    own.sort_unstable();
    own
}

fn ears(own: &[u32], places: &[Vector], known: &Known) -> Option<Vec<[u32; 3]>> {
    if own.len() > MOST_CORNERS {
        return None;
    }
    let count = own.len();
    let is_new = |[a, b]: [usize; 2]| {
        let beside = (a + 1) % count == b || (b + 1) % count == a;
        beside || !known.edges.contains(&ordered([own[a], own[b]]))
    };
    let mut found = Vec::with_capacity(count - 2);
    for [a, b, c] in polygon::ears(places)? {
        let triangle = [a, b, c].map(|n| own[n]);
        let sides = [[a, b], [b, c], [c, a]];
        if known.triangles.contains(&ordered(triangle)) || !sides.into_iter().all(is_new) {
            return None;
        }
        found.push(triangle);
    }
    Some(found)
}

fn fan(surface: &mut Surface, own: &[u32], places: &[Vector]) {
    let whole = places.iter().fold([0.0; 3], |all, place| sum(all, *place));
    let middle = surface.points.len() as u32;
    surface
        .points
        .push(scaled(whole, 1.0 / places.len() as f64));
    for (n, from) in own.iter().enumerate() {
        surface
            .triangles
            .push([*from, own[(n + 1) % own.len()], middle]);
    }
}
