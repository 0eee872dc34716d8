//! Waves between triangles that are far apart: three points on each.

use super::pack::{Blocks, Complexes, LANES, Lanes, Pack};
use super::phase::cos_sin;
use super::rules::THREE;
use super::surface::Panel;
use super::vector::blend;
use std::f64::consts::PI;

/// Fills `blocks` with what passes between `target` and the pack at wave number k \[rad/m\].
///
/// G = e^{ikr}/(4πr); its slope along r is G·(ik - 1/r).
pub(super) fn far(target: &Panel, pack: &Pack, k: f64, blocks: &mut Blocks) {
    let n = target.normal;
    // 1/4π, and the equal weights of both rules.
    let share = target.area * THREE.weights[0] * THREE.weights[0] / (4.0 * PI);
    for (o, &place) in THREE.places.iter().enumerate() {
        let x = blend(&target.corners, place);
        for q in 0..3 {
            let y = &pack.points[q];
            let at = 3 * o + q;
            for lane in 0..LANES {
                let dx = x[0] - y[0][lane];
                let dy = x[1] - y[1][lane];
                let dz = x[2] - y[2][lane];
                let r = (dx * dx + dy * dy + dz * dz).sqrt();
                let over_r = 1.0 / r;
                let (cos, sin) = cos_sin(k * r);
                let size = share * pack.area[lane] * over_r;
                let (re, im) = (size * cos, size * sin);
                blocks.single.re[at][lane] = re;
                blocks.single.im[at][lane] = im;
                let along_source = -over_r
                    * (pack.normal[0][lane] * dx
                        + pack.normal[1][lane] * dy
                        + pack.normal[2][lane] * dz);
                let along_target = over_r * (n[0] * dx + n[1] * dy + n[2] * dz);
                let slope_re = -(re * over_r) - k * im;
                let slope_im = k * re - im * over_r;
                blocks.onto_target.re[at][lane] = slope_re * along_source;
                blocks.onto_target.im[at][lane] = slope_im * along_source;
                blocks.onto_source.re[at][lane] = slope_re * along_target;
                blocks.onto_source.im[at][lane] = slope_im * along_target;
            }
        }
    }
    for part in [
        &mut blocks.single,
        &mut blocks.onto_target,
        &mut blocks.onto_source,
    ] {
        let Complexes { re, im } = part;
        points_to_hats(re);
        points_to_hats(im);
    }
}

/// From values between points to values between hats. A hat is 1/6 at all points and 1/2 more at
/// its own, so the double sum is made of the total, the sums of rows and columns, and the entry.
fn points_to_hats(values: &mut [Lanes; 9]) {
    let mut rows = [[0.0; LANES]; 3];
    let mut columns = [[0.0; LANES]; 3];
    let mut total = [0.0; LANES];
    for o in 0..3 {
        for q in 0..3 {
            for lane in 0..LANES {
                rows[o][lane] += values[3 * o + q][lane];
                columns[q][lane] += values[3 * o + q][lane];
                total[lane] += values[3 * o + q][lane];
            }
        }
    }
    for a in 0..3 {
        for b in 0..3 {
            for lane in 0..LANES {
                values[3 * a + b][lane] = (1.0 / 36.0) * total[lane]
                    + (1.0 / 12.0) * (rows[a][lane] + columns[b][lane])
                    + 0.25 * values[3 * a + b][lane];
            }
        }
    }
}
