//! Polygons into triangles.
//!
//! Law:    a fan around the first corner where that folds nothing (every convex polygon), else
//!         corners are cut off one at a time, where no other corner is in the way (ear cutting).
//! Limits: polygons with holes or crossing sides stay a fan, as do those of very many corners.
//! Refs:   Meisters 1975, Polygons have ears.

use crate::vector::{Vector, cross, difference, dot, normal, sum};

/// Polygons of more corners are not cut by ears: the work grows with the square of the corners at
/// the least, and a file could hold a polygon of a million.
const MOST_CORNERS: usize = 512;

/// Adds the triangles of one polygon. Corners that do not exist (they may come later in the file)
/// make a fan.
pub(crate) fn cut(points: &[Vector], corners: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if corners.len() > 3 && corners.len() <= MOST_CORNERS {
        let places = corners.iter().map(|own| points.get(*own as usize).copied());
        if let Some(places) = places.collect::<Option<Vec<_>>>()
            && !fan_is_flat(&places)
            && let Some(ears) = ears(&places)
        {
            triangles.extend(ears.iter().map(|own| own.map(|corner| corners[corner])));
            return;
        }
    }
    let others = corners.get(1..).unwrap_or_default().windows(2);
    triangles.extend(others.map(|pair| [corners[0], pair[0], pair[1]]));
}

/// The polygon's normal: twice its area long (Newell).
pub(crate) fn area_of(places: &[Vector]) -> Vector {
    let others = places.get(1..).unwrap_or_default().windows(2);
    others.fold([0.0; 3], |all, pair| {
        sum(all, normal([places[0], pair[0], pair[1]]))
    })
}

fn fan_is_flat(places: &[Vector]) -> bool {
    let whole = area_of(places);
    let mut others = places[1..].windows(2);
    others.all(|pair| dot(normal([places[0], pair[0], pair[1]]), whole) >= 0.0)
}

/// Triangles by corners of the polygon; none if it has no ears left before it is cut up.
pub(crate) fn ears(places: &[Vector]) -> Option<Vec<[usize; 3]>> {
    let up = area_of(places);
    let mut left: Vec<usize> = (0..places.len()).collect();
    let mut found = Vec::with_capacity(places.len().saturating_sub(2));
    while left.len() > 3 {
        let count = left.len();
        let at = |n: usize| left[n % count];
        let ear = (0..count).find(|n| {
            let own = [at(n + count - 1), at(*n), at(n + 1)];
            is_ear(places, &left, own, up)
        })?;
        found.push([at(ear + count - 1), at(ear), at(ear + 1)]);
        left.remove(ear);
    }
    found.push(left.try_into().ok()?);
    Some(found)
}

/// Whether the corner in the middle stands out, and no other corner lies in its triangle.
fn is_ear(places: &[Vector], left: &[usize], own: [usize; 3], up: Vector) -> bool {
    let corners = own.map(|corner| places[corner]);
    if dot(normal(corners), up) <= 0.0 {
        return false;
    }
    let within = |place: Vector| {
        (0..3).all(|k| {
            let side = difference(corners[(k + 1) % 3], corners[k]);
            dot(cross(side, difference(place, corners[k])), up) >= 0.0
        })
    };
    let mut others = left.iter().filter(|other| !own.contains(other));
    // A corner at the place of one of the three does not lie in the way.
    !others.any(|other| !corners.contains(&places[*other]) && within(places[*other]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::length;

    fn whole(places: &[Vector]) -> (usize, f64) {
        let corners: Vec<u32> = (0..places.len() as u32).collect();
        let mut triangles = Vec::new();
        cut(places, &corners, &mut triangles);
        let area = |own: &[u32; 3]| 0.5 * length(normal(own.map(|n| places[n as usize])));
        (triangles.len(), triangles.iter().map(area).sum())
    }

    #[test]
    fn bays_are_not_covered() {
        // An arrow whose first corner sees not all others, with area 8 - 4.
        let arrow = [[0.0, 0.0], [2.0, 2.0], [0.0, 4.0], [1.0, 2.0]];
        for first in 0..4 {
            let turned: Vec<_> = (0..4).map(|n| arrow[(first + n) % 4]).collect();
            let places: Vec<_> = turned.iter().map(|[x, y]| [*y, 0.5, *x]).collect();
            assert_eq!(whole(&places), (2, 2.0), "{first}");
        }
        // A comb with eight teeth: each is a triangle of area 1 on a bar of 16 by 1.
        let mut comb = vec![[16.0, -1.0, 0.0], [0.0, -1.0, 0.0]];
        for tooth in 0..8 {
            let x = 2.0 * f64::from(tooth);
            comb.extend([[x, 0.0, 0.0], [x + 1.0, 1.0, 0.0]]);
        }
        comb.push([16.0, 0.0, 0.0]);
        let (count, area) = whole(&comb);
        assert_eq!(count, comb.len() - 2);
        assert!((area - 24.0).abs() < 1e-12, "{area}");
    }
}
