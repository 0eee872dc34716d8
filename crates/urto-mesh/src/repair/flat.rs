//! Drops triangles that have no area or are there twice.

use crate::Surface;
use crate::check::edges::{same_edge, sides};
use crate::vector::{difference, dot};

/// Times that slivers are looked for: taking one away may leave another.
const ROUNDS: usize = 8;

/// How many had no area, and how many were there more than once. Two that face each other are a
/// wall without thickness: both go.
pub(super) fn drop(surface: &mut Surface) -> (usize, usize) {
    let before = surface.triangles.len();
    // Sides that such a triangle has with itself need no neighbour.
    surface
        .triangles
        .retain(|[a, b, c]| a != b && b != c && c != a);
    let mut flat = before - surface.triangles.len();
    for _ in 0..ROUNDS {
        match cut_slivers(surface) {
            0 => break,
            count => flat += count,
        }
    }
    let before = surface.triangles.len();
    drop_doubled(surface);
    (flat, before - surface.triangles.len())
}

/// A sliver has a corner on its longest side. It goes, and the neighbour at that side is cut in two
/// at that corner, so that no hole is left.
fn cut_slivers(surface: &mut Surface) -> usize {
    let all = sides(&surface.triangles);
    let is_sliver = |n: u32| surface.area(surface.triangles[n as usize]) == 0.0;
    let slivers: Vec<u32> = (0..surface.triangles.len() as u32)
        .filter(|n| is_sliver(*n))
        .collect();
    let mut touched = vec![false; surface.triangles.len()];
    let mut gone = vec![false; surface.triangles.len()];
    let mut added = Vec::new();
    for n in slivers {
        let own = surface.triangles[n as usize];
        let long = |k: &usize| {
            let way = difference(
                surface.points[own[(k + 1) % 3] as usize],
                surface.points[own[*k] as usize],
            );
            dot(way, way)
        };
        let longest = (0..3)
            .max_by(|a, b| long(a).total_cmp(&long(b)))
            .unwrap_or(0);
        let [from, to, on] = [0, 1, 2].map(|k| own[(longest + k) % 3]);
        let ends = [from.min(to), from.max(to)];
        let start = all.partition_point(|side| side.ends < ends);
        let edge = all[start..].chunk_by(same_edge).next().unwrap_or_default();
        let mut others = edge
            .iter()
            .filter(|side| side.triangle != n)
            .map(|side| side.triangle);
        match (others.next(), others.next()) {
            // At the rim there is nothing to cut.
            (None, _) => gone[n as usize] = true,
            (Some(other), None) if !touched[n as usize] && !touched[other as usize] => {
                touched[n as usize] = true;
                touched[other as usize] = true;
                gone[n as usize] = true;
                gone[other as usize] = true;
                let halves = [from, to].map(|end| {
                    surface.triangles[other as usize]
                        .map(|corner| if corner == end { on } else { corner })
                });
                added.extend(halves);
            }
            _ => {}
        }
    }
    let count = gone.iter().filter(|own| **own).count() - added.len() / 2;
    let mut left = gone.iter();
    surface.triangles.retain(|_| left.next() == Some(&false));
    // The neighbour had the corner already: nothing is left of that half.
    added.retain(|[a, b, c]: &[u32; 3]| a != b && b != c && c != a);
    surface.triangles.extend(added);
    count
}

fn drop_doubled(surface: &mut Surface) {
    let mut ordered: Vec<([u32; 3], bool, u32)> = Vec::with_capacity(surface.triangles.len());
    for (n, own) in surface.triangles.iter().enumerate() {
        let mut corners = *own;
        corners.sort_unstable();
        // Whether it turns as its corners in order do.
        let even = [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
            .iter()
            .any(|order| order.map(|k| corners[k]) == *own);
        ordered.push((corners, even, n as u32));
    }
    ordered.sort_unstable();
    let mut gone = vec![false; surface.triangles.len()];
    for same in ordered
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|own| own.len() > 1)
    {
        let even = same.iter().filter(|own| own.1).count();
        let odd = same.len() - even;
        // Those that face each other take each other away; of the rest one is enough.
        let kept = match even.cmp(&odd) {
            core::cmp::Ordering::Greater => same.iter().find(|own| own.1),
            core::cmp::Ordering::Less => same.iter().find(|own| !own.1),
            core::cmp::Ordering::Equal => None,
        };
        for own in same {
            gone[own.2 as usize] = Some(own.2) != kept.map(|own| own.2);
        }
    }
    let mut left = gone.iter();
    surface.triangles.retain(|_| left.next() == Some(&false));
}
