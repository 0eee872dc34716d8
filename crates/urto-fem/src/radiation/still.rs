//! Exact integrals of a triangle's still part, 1/r: what stays of the waves at frequency 0.
//!
//! Per edge from a to b with outward in-plane normal m, seen from the point x at height d above
//! the plane: t = m·(a-x), s the place along the edge, R the distance, R0² = t² + d². The sums
//! over the edges of f = asinh(s/R0) and of the angles B give all four integrals (Wilton et al.
//! 1984; Graglia 1993).

use super::surface::Panel;
use super::vector::{Vec3, add, cross, dot, length, scale, sub};
use std::f64::consts::PI;
use urto::math::{atan2, log};

const OVER_4_PI: f64 = 1.0 / (4.0 * PI);

/// Each corner's hat integrated over a triangle against 1/(4πr) and its slope along the normal.
pub(super) struct Still {
    /// Hat times 1/(4πr).
    pub single: [f64; 3],
    /// Hat times ∂(1/4πr)/∂n at the triangle.
    pub double: [f64; 3],
}

/// What a triangle does at the point x; `inside` when x lies in the triangle itself, where the
/// slope has no value and counts as 0.
pub(super) fn still(panel: &Panel, x: Vec3, inside: bool) -> Still {
    let d = dot(panel.normal, sub(x, panel.corners[0]));
    let height = d.abs();
    let (mut potential, mut angle) = (0.0, 0.0);
    let mut moment = [0.0; 3]; // ∫(y-x) in the plane, over r
    let mut slope_moment = [0.0; 3]; // ∫d(y-x) in the plane, over r³
    for e in 0..3 {
        let a = sub(panel.corners[e], x);
        let b = sub(panel.corners[(e + 1) % 3], x);
        let edge = sub(b, a);
        let edge_length = length(edge);
        let along = scale(edge, 1.0 / edge_length);
        let outward = cross(along, panel.normal);
        let t = dot(outward, a);
        let (s0, r0) = (dot(along, a), length(a));
        let (s1, r1) = (s0 + edge_length, length(b));
        let near2 = t * t + d * d;
        // On the line of the edge its terms vanish; what is left would be rounding.
        if near2 < 1e-24 * edge_length * edge_length {
            moment = add(moment, scale(outward, 0.5 * (s1 * r1 - s0 * r0)));
            continue;
        }
        // asinh(s1/R0) - asinh(s0/R0), written so that nothing cancels.
        let f = if s0 >= 0.0 {
            log((r1 + s1) / (r0 + s0))
        } else if s1 <= 0.0 {
            log((r0 - s0) / (r1 - s1))
        } else {
            log((r1 + s1) * (r0 - s0) / near2)
        };
        potential += t * f;
        angle += atan2(t * s1, near2 + height * r1) - atan2(t * s0, near2 + height * r0);
        moment = add(
            moment,
            scale(outward, 0.5 * (near2 * f + s1 * r1 - s0 * r0)),
        );
        slope_moment = sub(slope_moment, scale(outward, d * f));
    }
    potential -= height * angle;
    let slope = if d > 0.0 {
        angle
    } else if d < 0.0 {
        -angle
    } else {
        0.0
    };
    let mut still = Still {
        single: [0.0; 3],
        double: [0.0; 3],
    };
    for a in 0..3 {
        // The hat at y is its value below x plus its gradient times (y-x).
        let gradient = panel.gradients[a];
        let below = 1.0 + dot(gradient, sub(x, panel.corners[a]));
        still.single[a] = OVER_4_PI * (below * potential + dot(gradient, moment));
        if !inside {
            still.double[a] = OVER_4_PI * (below * slope + dot(gradient, slope_moment));
        }
    }
    still
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::radiation::rules::seven;
    use crate::radiation::surface::Surface;
    use crate::radiation::vector::blend;

    /// Brute force: the triangle cut into n² small ones.
    fn brute(panel: &Panel, x: Vec3, n: usize) -> Still {
        let rule = seven();
        let mut sum = Still {
            single: [0.0; 3],
            double: [0.0; 3],
        };
        let part = 1.0 / n as f64;
        let weight = panel.area * part * part;
        let mut take = |corners: [[f64; 3]; 3]| {
            for (place, share) in rule.places.iter().zip(rule.weights) {
                let shares = blend(&corners, *place);
                let away = sub(blend(&panel.corners, shares), x);
                let r = length(away);
                for a in 0..3 {
                    let hat = shares[a] * share * weight * OVER_4_PI;
                    sum.single[a] += hat / r;
                    sum.double[a] -= hat * dot(panel.normal, away) / (r * r * r);
                }
            }
        };
        let at = |i: usize, j: usize| {
            let (u, v) = (i as f64 * part, j as f64 * part);
            [1.0 - u - v, u, v]
        };
        for i in 0..n {
            for j in 0..n - i {
                take([at(i, j), at(i + 1, j), at(i, j + 1)]);
                if i + j + 1 < n {
                    take([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
                }
            }
        }
        sum
    }

    #[test]
    fn still_integrals_agree_with_brute_force() {
        let surface = Surface::new(
            vec![
                [0.1, 0.0, 0.2],
                [1.3, 0.1, 0.0],
                [0.2, 0.9, -0.1],
                [0.0, 0.0, -3.0],
            ],
            vec![[1, 2, 0], [0, 2, 3], [2, 1, 3], [1, 0, 3]],
        )
        .unwrap();
        let panel = &surface.panels()[0];
        let middle = panel.centre;
        for lift in [0.9, 0.2, -0.2, -0.7] {
            for aside in [[0.0, 0.0, 0.0], [0.7, -0.4, 0.0], [-1.5, 0.3, 0.1]] {
                let x = add(add(middle, aside), scale(panel.normal, lift));
                let (exact, summed) = (still(panel, x, false), brute(panel, x, 60));
                for a in 0..3 {
                    assert!((exact.single[a] - summed.single[a]).abs() < 1e-8);
                    assert!((exact.double[a] - summed.double[a]).abs() < 1e-8);
                }
            }
        }
        // In the plane, inside: the singularity costs brute force its accuracy (~ cell size); 300
        // cuts put a corner there, and no sample.
        let (exact, summed) = (still(panel, middle, true), brute(panel, middle, 300));
        for a in 0..3 {
            assert!((exact.single[a] / summed.single[a] - 1.0).abs() < 5e-3);
        }
    }
}
