//! Waves between triangles that touch or nearly touch.
//!
//! The still part 1/(4πr) is integrated exactly over one triangle, once for all frequencies; what
//! a frequency adds, g = (e^{ikr} - 1)/(4πr), is smooth and takes seven points on each.

use super::pack::{Blocks, LANES, Lanes};
use super::phase::cos_sin;
use super::rules::seven;
use super::still::still;
use super::surface::{Panel, Surface};
use super::vector::{Vec3, blend, length, sub};
use std::f64::consts::PI;

/// All pairs of near triangles, each once.
pub(super) struct Nears {
    /// The partners of each triangle, up to its own number, itself included last.
    pub partners: Vec<Vec<Near>>,
    /// Places and weights (area included) of the seven-point rule, by triangle.
    samples: Vec<Samples>,
    /// Hats times weights of that rule: `hats[corner][point]`, for area 1.
    hats: [Lanes; 3],
}

/// One triangle near another, with their still part, by hats (entry 3a+b: corner a of the
/// target, b of this source).
pub(super) struct Near {
    pub source: usize,
    single: [f64; 9],
    onto_target: [f64; 9],
    onto_source: [f64; 9],
}

/// The seven places of a triangle side by side; the eighth lane repeats the first and has hats 0.
struct Samples {
    points: [Lanes; 3],
    area: f64,
}

impl Nears {
    /// Pairs whose middles are closer than `reach` times the longer of their longest edges, and
    /// all that share a vertex.
    pub fn new(surface: &Surface, reach: f64) -> Self {
        let rule = seven();
        let mut hats = [[0.0; LANES]; 3];
        for (corner, hat) in hats.iter_mut().enumerate() {
            for point in 0..7 {
                hat[point] = rule.weights[point] * rule.places[point][corner];
            }
        }
        let panels = surface.panels();
        let samples = (panels.iter())
            .map(|panel| {
                let mut points = [[0.0; LANES]; 3];
                for lane in 0..LANES {
                    let place = blend(&panel.corners, rule.places[lane % 7]);
                    for axis in 0..3 {
                        points[axis][lane] = place[axis];
                    }
                }
                Samples {
                    points,
                    area: panel.area,
                }
            })
            .collect();
        let triangles = surface.triangles();
        let partners = (0..panels.len())
            .map(|target| {
                (0..=target)
                    .filter(|&source| {
                        let (t, s) = (&panels[target], &panels[source]);
                        length(sub(t.centre, s.centre)) < reach * t.longest_edge.max(s.longest_edge)
                            || triangles[target]
                                .iter()
                                .any(|v| triangles[source].contains(v))
                    })
                    .map(|source| Near::new(panels, target, source))
                    .collect()
            })
            .collect();
        Self {
            partners,
            samples,
            hats,
        }
    }
}

impl Near {
    fn new(panels: &[Panel], target: usize, source: usize) -> Self {
        let (t, s) = (&panels[target], &panels[source]);
        let (single, onto_target) = still_between(t, s, target == source);
        let (back, onto_source) = still_between(s, t, target == source);
        // Exact over one triangle and sampled over the other: the mean of both ways is symmetric,
        // as 1/r is.
        let mut near = Self {
            source,
            single,
            onto_target,
            onto_source,
        };
        for a in 0..3 {
            for b in 0..3 {
                near.single[3 * a + b] = 0.5 * (single[3 * a + b] + back[3 * b + a]);
                near.onto_source[3 * a + b] = onto_source[3 * b + a];
            }
        }
        near
    }

    /// Writes the pair at wave number k into one lane of `blocks`; at k = 0 the still part alone.
    pub fn write(
        &self,
        nears: &Nears,
        panels: &[Panel],
        target: usize,
        k: f64,
        blocks: &mut Blocks,
        lane: usize,
    ) {
        let added = if k > 0.0 {
            nears.added(panels, target, self.source, k)
        } else {
            [[0.0; 9]; 6]
        };
        for at in 0..9 {
            blocks.single.re[at][lane] = self.single[at] + added[0][at];
            blocks.single.im[at][lane] = added[1][at];
            blocks.onto_target.re[at][lane] = self.onto_target[at] + added[2][at];
            blocks.onto_target.im[at][lane] = added[3][at];
            blocks.onto_source.re[at][lane] = self.onto_source[at] + added[4][at];
            blocks.onto_source.im[at][lane] = added[5][at];
        }
    }
}

/// Hats of `t` sampled, hats of `s` exact: 1/(4πr) and its slope along the normal of `s`.
fn still_between(t: &Panel, s: &Panel, same: bool) -> ([f64; 9], [f64; 9]) {
    let rule = seven();
    let (mut single, mut slope) = ([0.0; 9], [0.0; 9]);
    for (place, weight) in rule.places.iter().zip(rule.weights) {
        let exact = still(s, blend(&t.corners, *place), same);
        for a in 0..3 {
            let hat = place[a] * weight * t.area;
            for b in 0..3 {
                single[3 * a + b] += hat * exact.single[b];
                slope[3 * a + b] += hat * exact.double[b];
            }
        }
    }
    (single, slope)
}

impl Nears {
    /// What the wave adds to the still part, by hats: real and imaginary parts of g, of its slope
    /// along the source's normal, and of that along the target's.
    fn added(&self, panels: &[Panel], target: usize, source: usize, k: f64) -> [[f64; 9]; 6] {
        let (t, s) = (&self.samples[target], &self.samples[source]);
        // Lanes are the target's points, so that summing over the source's never crosses lanes.
        let mut sums = [[[0.0; LANES]; 3]; 6];
        for q in 0..7 {
            let y = [0, 1, 2].map(|axis| s.points[axis][q]);
            let mut parts = [[0.0; LANES]; 6];
            let (target_normal, source_normal) = (panels[target].normal, panels[source].normal);
            between(&t.points, y, target_normal, source_normal, k, &mut parts);
            for b in 0..3 {
                let hat = self.hats[b][q];
                for part in 0..6 {
                    for lane in 0..LANES {
                        sums[part][b][lane] += hat * parts[part][lane];
                    }
                }
            }
        }
        let size = t.area * s.area / (4.0 * PI);
        let mut out = [[0.0; 9]; 6];
        for part in 0..6 {
            for a in 0..3 {
                for b in 0..3 {
                    let mut sum = 0.0;
                    for o in 0..7 {
                        sum += self.hats[a][o] * sums[part][b][o];
                    }
                    out[part][3 * a + b] = size * sum;
                }
            }
        }
        out
    }
}

/// 4πg and its slopes between one point of the source and those of the target.
///
/// With s, c = sin, cos of kr/2: e^{ikr} - 1 = -2s² + 2isc, which loses no digits for small kr,
/// and r²·slope = e^{ikr}(ikr - 1) + 1 likewise but for its imaginary part, of which 1e-16/kr is
/// noise.
#[inline(always)]
fn between(
    points: &[Lanes; 3],
    y: Vec3,
    target_normal: Vec3,
    source_normal: Vec3,
    k: f64,
    parts: &mut [Lanes; 6],
) {
    // A point on itself: g is then ik and the slopes are multiplied by a distance of 0.
    let least = 1e-6 / k;
    for lane in 0..LANES {
        let d = [
            points[0][lane] - y[0],
            points[1][lane] - y[1],
            points[2][lane] - y[2],
        ];
        let r = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
        let r = if r > least { r } else { least };
        let over_r = 1.0 / r;
        let z = k * r;
        let (c, s) = cos_sin(0.5 * z);
        let (less_cos, sin) = (2.0 * s * s, 2.0 * s * c); // 1 - cos z, sin z
        parts[0][lane] = -less_cos * over_r;
        parts[1][lane] = sin * over_r;
        let slope_re = (less_cos - z * sin) * over_r * over_r;
        let slope_im = (z - z * less_cos - sin) * over_r * over_r;
        let along_source =
            -over_r * (source_normal[0] * d[0] + source_normal[1] * d[1] + source_normal[2] * d[2]);
        let along_target =
            over_r * (target_normal[0] * d[0] + target_normal[1] * d[1] + target_normal[2] * d[2]);
        parts[2][lane] = slope_re * along_source;
        parts[3][lane] = slope_im * along_source;
        parts[4][lane] = slope_re * along_target;
        parts[5][lane] = slope_im * along_target;
    }
}
