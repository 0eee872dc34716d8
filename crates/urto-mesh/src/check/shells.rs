//! The closed shells of a surface: which way they face, and which lies in which.

use super::Groups;
use super::edges::Side;
use crate::Surface;
use crate::boxes::Boxes;
use crate::vector::{Vector, cross, difference, dot, normal, scaled, sum};

/// Ways to look from a place; none along an axis, since things are drawn along axes. If a side of a
/// triangle lies exactly in the way, the next is tried.
const WAYS: [Vector; 4] = [
    [0.731, 0.472, 0.493],
    [-0.397, 0.803, 0.445],
    [0.219, -0.551, 0.805],
    [-0.613, -0.337, -0.714],
];
/// So near to a side of a triangle a hit is not trusted, as a share of the triangle.
const RIM: f64 = 1e-9;

/// A part of a surface whose triangles hang together by their sides.
#[derive(Clone, Debug)]
pub(crate) struct Shell {
    pub triangles: Vec<u32>,
    /// What it encloses \[m³\]; negative if its triangles face inwards. Without meaning where it is
    /// open.
    pub volume: f64,
    /// The longest side of the box around it \[m\].
    pub size: f64,
}

pub(crate) fn shells(surface: &Surface, sides: &[Side]) -> Vec<Shell> {
    let mut groups = Groups::new(surface.triangles.len());
    for edge in sides.chunk_by(super::edges::same_edge) {
        for other in &edge[1..] {
            groups.join(edge[0].triangle as usize, other.triangle as usize);
        }
    }
    // In the order of their first triangles.
    let mut numbers = vec![usize::MAX; surface.triangles.len()];
    let mut members: Vec<Vec<u32>> = Vec::new();
    for n in 0..surface.triangles.len() {
        let group = groups.of(n);
        if group == n {
            numbers[n] = members.len();
            members.push(Vec::new());
        }
        members[numbers[group]].push(n as u32);
    }
    let each = members.into_iter();
    each.map(|triangles| measured(surface, triangles)).collect()
}

fn measured(surface: &Surface, triangles: Vec<u32>) -> Shell {
    let corners = |n: &u32| surface.triangles[*n as usize].map(|own| surface.points[own as usize]);
    // Seen from a corner of its own, so that a surface far from the origin keeps its digits.
    let origin = corners(&triangles[0])[0];
    let mut volume = 0.0;
    let mut low = origin;
    let mut high = origin;
    for own in &triangles {
        let own = corners(own);
        volume += dot(difference(own[0], origin), normal(own));
        for corner in own {
            low = core::array::from_fn(|k| low[k].min(corner[k]));
            high = core::array::from_fn(|k| high[k].max(corner[k]));
        }
    }
    Shell {
        triangles,
        volume: volume / 6.0,
        size: (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max),
    }
}

/// For each closed shell those that it lies in.
pub(crate) fn around(surface: &Surface, shells: &[Shell]) -> Vec<Vec<usize>> {
    if shells.len() == 1 {
        return vec![Vec::new()];
    }
    let corners = |own: &[u32; 3]| own.map(|corner| surface.points[corner as usize]);
    let all: Vec<_> = surface.triangles.iter().map(corners).collect();
    let mut owner = vec![0; all.len()];
    for (n, shell) in shells.iter().enumerate() {
        for triangle in &shell.triangles {
            owner[*triangle as usize] = n;
        }
    }
    let tree = Boxes::new(&all);
    let each = shells.iter().enumerate();
    each.map(|(n, shell)| {
        let [a, b, c] = all[shell.triangles[0] as usize];
        let place = scaled(sum(a, sum(b, c)), 1.0 / 3.0);
        let odd = WAYS
            .iter()
            .find_map(|way| hits(&tree, &all, &owner, n, place, *way));
        odd.unwrap_or_default()
    })
    .collect()
}

/// The other shells that a half line goes through an odd number of times; none if a hit is in doubt.
fn hits(
    tree: &Boxes,
    all: &[[Vector; 3]],
    owner: &[usize],
    own: usize,
    place: Vector,
    way: Vector,
) -> Option<Vec<usize>> {
    let mut met = Vec::new();
    let mut sure = true;
    tree.along(place, way, |triangle| {
        let of = owner[triangle as usize];
        if of != own {
            match hit(&all[triangle as usize], place, way) {
                Some(true) => met.push(of),
                Some(false) => {}
                None => sure = false,
            }
        }
    });
    met.sort_unstable();
    let odd = met.chunk_by(|a, b| a == b).filter(|own| own.len() % 2 == 1);
    sure.then(|| odd.map(|own| own[0]).collect())
}

/// Whether a half line meets a triangle; none if that is in doubt. (Möller & Trumbore 1997.)
fn hit(corners: &[Vector; 3], place: Vector, way: Vector) -> Option<bool> {
    let [ab, ac] = [1, 2].map(|k| difference(corners[k], corners[0]));
    let aside = cross(way, ac);
    let spanned = dot(ab, aside);
    let from = difference(place, corners[0]);
    let turned = cross(from, ab);
    // Shares of the corners, and how far away.
    let [u, v, t] = [dot(from, aside), dot(way, turned), dot(ac, turned)].map(|own| own / spanned);
    let least = u.min(v).min(1.0 - u - v);
    if !least.is_finite() || least.abs() < RIM {
        // Seen edge-on, or through its rim: in doubt if it is not behind.
        return if t < 0.0 { Some(false) } else { None };
    }
    Some(least > 0.0 && t > 0.0)
}
