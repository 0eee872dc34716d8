//! The feet of a flat part that bends: the corners at which it stands on a plane.
//!
//! Hear:   a fork lies on stone by some twenty places, which tell all that its modes do, and not by
//!         a hundred and fifty, which tell the same.
//! Law:    the corners of the part's outline, which come first however it leans, and besides so many
//!         that no corner is farther from a foot than an eighth of a wave of the part. How long waves
//!         are is told by the modes: one of wave number k has slopes of k times its height, in the
//!         mean over the part, if it is a sine.
//! Limits: between feet nothing touches: what a wave sags there, less than a third of its height, goes
//!         into the plane. Against other shapes than planes all corners touch.

use super::mesh::Mesh;
use super::vector::{Vector, cross, difference, dot, length, scaled, tangents};
use urto::math::TAU;

/// No corner is farther from a foot, in waves.
const NEAR: f64 = 0.125;
/// Modes that move a part along its normal by less than this share of what they move it at all leave
/// it flat.
const FLAT: f64 = 0.01;
/// A part faces a plane if it leans by less: the cosine of 17 degrees. Creases turn by 30 at least, so
/// that what lies beyond a crease does not touch then.
const FACING: f64 = 0.955;
/// Corners of the outline that stand out by less than this share of the part's size lie on a straight
/// side.
const STRAIGHT: f64 = 1e-7;

/// Corners at which flat parts do not stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Feet {
    /// A corner and the flat part of which it is no foot, in order.
    spare: Vec<[u32; 2]>,
    /// The normal of each part, where nothing bends it.
    normals: Vec<Vector>,
}

impl Feet {
    /// Whether a corner may be left out against a plane that faces `up`, as the body sees it.
    pub fn spares(&self, corner: u32, up: Vector) -> bool {
        let from = self.spare.partition_point(|own| own[0] < corner);
        let mut own = self.spare[from..].iter().take_while(|own| own[0] == corner);
        own.any(|own| dot(self.normals[own[1] as usize], up) < -FACING)
    }
}

impl Mesh {
    /// Lets flat parts stand on planes at their feet only, for modes that move the corners by these
    /// shapes (of whatever size).
    #[must_use]
    pub fn with_feet(mut self, shapes: &[Vec<[f64; 3]>]) -> Self {
        let mut feet = Feet::default();
        for patch in 0..self.patches.len() {
            let own = |n: &usize| self.topology.patch[*n] as usize == patch;
            let triangles: Vec<usize> = (0..self.normals.len()).filter(own).collect();
            feet.normals.push(self.normals[triangles[0]]);
            if !self.patches[patch].planar {
                continue;
            }
            let mut corners: Vec<u32> = (triangles.iter())
                .flat_map(|n| self.topology.triangles[*n])
                .collect();
            corners.sort_unstable();
            corners.dedup();
            let waves = shapes
                .iter()
                .map(|shape| self.wave_number(&triangles, shape));
            let fastest = waves.fold(0.0, f64::max);
            // As far as one likes where nothing bends it.
            let far = NEAR * TAU / fastest;
            let stands = self.feet_of(&corners, feet.normals[patch], far);
            let spare = corners.iter().zip(stands).filter(|own| !own.1);
            feet.spare.extend(spare.map(|own| [*own.0, patch as u32]));
        }
        feet.spare.sort_unstable();
        self.feet = feet;
        self
    }

    /// How many corners of flat parts touch no plane that the part lies on.
    pub fn spared(&self) -> usize {
        self.feet.spare.len()
    }

    /// How many radians a mode turns by in a metre along a part; nought if it leaves it flat.
    fn wave_number(&self, triangles: &[usize], shape: &[Vector]) -> f64 {
        let (mut slopes, mut heights, mut all) = (0.0, 0.0, 0.0);
        for n in triangles {
            let corners = self.topology.triangles[*n].map(|own| own as usize);
            let Some(moved) = corners
                .map(|own| shape.get(own))
                .into_iter()
                .collect::<Option<Vec<_>>>()
            else {
                return 0.0;
            };
            let [a, b, c] = corners.map(|own| self.rest[own]);
            let normal = self.normals[*n];
            let area = length(cross(difference(b, a), difference(c, a)));
            let up: Vec<f64> = moved.iter().map(|own| dot(**own, normal)).collect();
            // The slope of what is linear between three corners: their heights along the sides
            // across from them, turned by a right angle.
            let sides = [difference(c, b), difference(a, c), difference(b, a)];
            let slope = (0..3).fold([0.0; 3], |sum: Vector, k| {
                let way = scaled(cross(normal, sides[k]), up[k] / area);
                [sum[0] + way[0], sum[1] + way[1], sum[2] + way[2]]
            });
            slopes += area * dot(slope, slope);
            heights += area / 3.0 * up.iter().map(|own| own * own).sum::<f64>();
            all += area / 3.0 * moved.iter().map(|own| dot(**own, **own)).sum::<f64>();
        }
        if heights > FLAT * FLAT * all {
            (slopes / heights).sqrt()
        } else {
            0.0
        }
    }

    /// Which of the corners of a flat part are feet.
    fn feet_of(&self, corners: &[u32], normal: Vector, far: f64) -> Vec<bool> {
        let axes = tangents(normal);
        let flat: Vec<[f64; 2]> = (corners.iter())
            .map(|own| axes.map(|axis| dot(axis, self.rest[*own as usize])))
            .collect();
        let apart = |a: usize, b: usize| {
            let [x, y] = [0, 1].map(|k| flat[a][k] - flat[b][k]);
            (x * x + y * y).sqrt()
        };
        let mut stands = vec![false; corners.len()];
        let mut nearest = vec![f64::INFINITY; corners.len()];
        let mut next = outline(&flat);
        while let Some(foot) = next.pop() {
            stands[foot] = true;
            for (n, own) in nearest.iter_mut().enumerate() {
                *own = own.min(apart(n, foot));
            }
            if next.is_empty() {
                // The first of those that are farthest.
                let farthest = (0..nearest.len())
                    .rev()
                    .max_by(|a, b| nearest[*a].total_cmp(&nearest[*b]));
                next.extend(farthest.filter(|own| nearest[*own] > far));
            }
        }
        stands
    }
}

/// The corners of the outline of points on a plane: of the hull around them, by going once along its
/// lower and once along its upper side.
fn outline(points: &[[f64; 2]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| {
        let [one, two] = [points[*a], points[*b]];
        one[0].total_cmp(&two[0]).then(one[1].total_cmp(&two[1]))
    });
    let [low, high] = [0, 1].map(|k| {
        let all = points.iter().map(|own| own[k]);
        all.fold([f64::MAX, f64::MIN], |[low, high], own| {
            [low.min(own), high.max(own)]
        })
    });
    let size = (low[1] - low[0]).max(high[1] - high[0]);
    let turns = |a: usize, b: usize, c: usize| {
        let way = |to: usize| [0, 1].map(|k| points[to][k] - points[a][k]);
        let [one, two] = [way(b), way(c)];
        let long = (two[0] * two[0] + two[1] * two[1]).sqrt();
        one[0] * two[1] - one[1] * two[0] > STRAIGHT * size * long
    };
    let mut all = Vec::new();
    for _ in 0..2 {
        let mut side: Vec<usize> = Vec::new();
        for own in &order {
            while let [.., a, b] = side[..]
                && !turns(a, b, *own)
            {
                side.pop();
            }
            side.push(*own);
        }
        all.extend(side);
        order.reverse();
    }
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a square with points on its sides and within, the four corners.
    #[test]
    fn the_outline_of_a_grid_has_four_corners() {
        let points: Vec<[f64; 2]> = (0..35)
            .map(|n| [f64::from(n % 7), f64::from(n / 7)])
            .collect();
        assert_eq!(outline(&points), [0, 6, 28, 34]);
    }
}
