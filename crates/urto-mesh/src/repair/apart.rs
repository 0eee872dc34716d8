//! Takes parts apart that touch in an edge or a corner.
//!
//! Law:    around an edge with four triangles or more there is matter and air in turn. Two triangles
//!         with matter between them belong together: going round, one that has its matter ahead and
//!         the next, which has it behind.
//! Limits: only where that holds all the way round; walls inside a body stay.

use crate::Surface;
use crate::check::Groups;
use crate::check::edges::{Side, same_edge, sides};
use crate::vector::{Vector, cross, difference, dot, length, scaled};

/// Angles nearer than this are one, as a share of a quarter turn: far above rounding.
const SAME_ANGLE: f64 = 1e-9;

/// At how many edges parts were taken apart. Every part gets its own points.
pub(super) fn take_apart(surface: &mut Surface) -> usize {
    let all = sides(&surface.triangles);
    // Which corners of triangles stay one: three for each triangle.
    let mut corners = Groups::new(3 * surface.triangles.len());
    let mut apart = 0;
    let mut join = |a: &Side, b: &Side, surface: &Surface| {
        for end in a.ends {
            let [of_a, of_b] = [a, b].map(|side| {
                let own = surface.triangles[side.triangle as usize];
                3 * side.triangle as usize
                    + own.iter().position(|corner| *corner == end).unwrap_or(0)
            });
            corners.join(of_a, of_b);
        }
    };
    for edge in all.chunk_by(same_edge) {
        let pairs = (edge.len() > 2).then(|| pairs(surface, edge)).flatten();
        match pairs {
            Some(pairs) => {
                apart += 1;
                for [a, b] in pairs {
                    join(&edge[a], &edge[b], surface);
                }
            }
            None => edge[1..]
                .iter()
                .for_each(|other| join(&edge[0], other, surface)),
        }
    }
    if apart > 0 {
        give_points(surface, &mut corners);
    }
    apart
}

/// Which sides of an edge belong together, by their places in it.
fn pairs(surface: &Surface, edge: &[Side]) -> Option<Vec<[usize; 2]>> {
    if edge.len() % 2 == 1 {
        return None;
    }
    let at = |corner: u32| surface.points[corner as usize];
    let [from, to] = edge[0].ends.map(at);
    let along = difference(to, from);
    let mut round: Vec<(i64, bool, usize)> = Vec::with_capacity(edge.len());
    let mut base: Option<[Vector; 2]> = None;
    for (n, side) in edge.iter().enumerate() {
        let own = surface.triangles[side.triangle as usize];
        let third = own.iter().find(|corner| !side.ends.contains(corner))?;
        // Straight away from the edge.
        let way = difference(at(*third), from);
        let way = difference(way, scaled(along, dot(way, along) / dot(along, along)));
        let [ahead, aside] = *base.get_or_insert_with(|| {
            [
                scaled(way, 1.0 / length(way)),
                scaled(cross(along, way), 1.0 / length(cross(along, way))),
            ]
        });
        let angle = around(dot(way, ahead), dot(way, aside));
        if !angle.is_finite() {
            return None;
        }
        // Where two lie on each other, matter ends before more begins.
        let step = (angle / SAME_ANGLE).round() as i64 % (4.0 / SAME_ANGLE) as i64;
        round.push((step, !side.forward, n));
    }
    round.sort_unstable();
    // Turning by the right hand about the edge from its smaller end, a triangle that goes backward
    // along it has its normal, and so the air, behind: matter is ahead.
    let count = round.len();
    let first = round.iter().position(|own| !edge[own.2].forward)?;
    let order: Vec<usize> = (0..count).map(|n| round[(first + n) % count].2).collect();
    let mut pairs = Vec::new();
    for pair in order.chunks_exact(2) {
        if edge[pair[0]].forward || !edge[pair[1]].forward {
            return None;
        }
        pairs.push([pair[0], pair[1]]);
    }
    Some(pairs)
}

/// A number that grows with the angle, from 0 to 4: angles themselves are not needed.
fn around(x: f64, y: f64) -> f64 {
    let share = y / (x.abs() + y.abs());
    match (x < 0.0, y < 0.0) {
        (false, false) => share,
        (true, _) => 2.0 - share,
        (false, true) => 4.0 + share,
    }
}

/// Each group of corners its own point.
fn give_points(surface: &mut Surface, corners: &mut Groups) {
    let old = core::mem::take(&mut surface.points);
    let mut numbers = vec![u32::MAX; 3 * surface.triangles.len()];
    for (n, triangle) in surface.triangles.iter_mut().enumerate() {
        for (k, corner) in triangle.iter_mut().enumerate() {
            let group = corners.of(3 * n + k);
            if numbers[group] == u32::MAX {
                numbers[group] = surface.points.len() as u32;
                surface.points.push(old[*corner as usize]);
            }
            *corner = numbers[group];
        }
    }
}
