//! Triangles in space: their directions, and their places nearest to a point.

use crate::picture::Vector;

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The mean of three vectors by their shares.
pub(super) fn mix(of: [Vector; 3], shares: Vector) -> Vector {
    [0, 1, 2]
        .map(|axis| of[0][axis] * shares[0] + of[1][axis] * shares[1] + of[2][axis] * shares[2])
}

fn unit(a: Vector) -> Option<Vector> {
    let length = dot(a, a).sqrt();
    (length > 1e-30).then(|| a.map(|x| x / length))
}

/// Normal and tangents of a triangle, if it has an area.
pub(super) fn frame(a: Vector, b: Vector, c: Vector) -> Option<[Vector; 3]> {
    let normal = unit(cross(minus(b, a), minus(c, a)))?;
    let axis = match normal[0].abs() < 0.9 {
        true => [1.0, 0.0, 0.0],
        false => [0.0, 1.0, 0.0],
    };
    let along = dot(axis, normal);
    let tangent = unit(minus(axis, normal.map(|x| along * x)))?;
    Some([normal, tangent, cross(normal, tangent)])
}

/// Shares of a triangle's corners at its place nearest to a point: at a corner, on an edge or
/// within, by which of their regions the point lies in.
pub(super) fn nearest_shares(p: Vector, [a, b, c]: [Vector; 3]) -> Vector {
    let (ab, ac) = (minus(b, a), minus(c, a));
    let seen = |from: Vector| {
        let to = minus(p, from);
        (dot(ab, to), dot(ac, to))
    };
    let ((a1, a2), (b1, b2), (c1, c2)) = (seen(a), seen(b), seen(c));
    if a1 <= 0.0 && a2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    if b1 >= 0.0 && b2 <= b1 {
        return [0.0, 1.0, 0.0];
    }
    if c2 >= 0.0 && c1 <= c2 {
        return [0.0, 0.0, 1.0];
    }
    // Twice the areas that the point, seen from above, spans with each edge.
    let (on_ab, on_ac, on_bc) = (a1 * b2 - b1 * a2, c1 * a2 - a1 * c2, b1 * c2 - c1 * b2);
    if on_ab <= 0.0 && a1 >= 0.0 && b1 <= 0.0 {
        let share = a1 / (a1 - b1);
        return [1.0 - share, share, 0.0];
    }
    if on_ac <= 0.0 && a2 >= 0.0 && c2 <= 0.0 {
        let share = a2 / (a2 - c2);
        return [1.0 - share, 0.0, share];
    }
    let (to_b, to_c) = (c1 - c2, b2 - b1);
    if on_bc <= 0.0 && to_b >= 0.0 && to_c >= 0.0 {
        let share = to_c / (to_b + to_c);
        return [0.0, 1.0 - share, share];
    }
    let whole = on_ab + on_ac + on_bc;
    [on_bc / whole, on_ac / whole, on_ab / whole]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_nearest_place_is_nearer_than_all_others() {
        let mut rng = Rng::new(1);
        for _ in 0..2_000 {
            let mut point = || [0; 3].map(|_| rng.signed());
            let (corners, p) = ([point(), point(), point()], point());
            let away = |shares| {
                let to = minus(p, mix(corners, shares));
                dot(to, to)
            };
            let found = nearest_shares(p, corners);
            assert!(
                found
                    .iter()
                    .all(|share| (-1e-12..=1.0 + 1e-12).contains(share))
            );
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for _ in 0..50 {
                let [u, v] = [rng.uniform(), rng.uniform()];
                let [u, v] = if u + v > 1.0 {
                    [1.0 - u, 1.0 - v]
                } else {
                    [u, v]
                };
                assert!(away(found) <= away([1.0 - u - v, u, v]) + 1e-12);
            }
        }
    }

    #[test]
    fn directions_are_at_right_angles_and_look_out() {
        let mut rng = Rng::new(2);
        for _ in 0..500 {
            let [a, b, c] = [0; 3].map(|_| [0; 3].map(|_| rng.signed()));
            let axes = frame(a, b, c).unwrap();
            for i in 0..3 {
                for j in 0..3 {
                    let wanted = if i == j { 1.0 } else { 0.0 };
                    assert!((dot(axes[i], axes[j]) - wanted).abs() < 1e-12);
                }
            }
        }
        let flat = frame([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]).unwrap();
        assert_eq!(flat, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    }
}
