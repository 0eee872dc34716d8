//! The rims of cylinders.
//!
//! Step:   around a rim the distance to the other body is least where its slope turns from falling
//!         to rising: found to rounding between samples, so that a coin that rolls on its rim feels
//!         no corners. A cylinder that stands has no such place: there it touches at eight places
//!         of the rim that turn with it.
//! Limits: of two places that are lowest within a sixteenth of the rim one is found.

use super::field::Feature;
use super::lowest::between;
use super::pair::{Key, Kind, Pair};
use super::shape::Shape;
use super::vector::{Vector, dot};
use urto::math::{cos, sin};

const SAMPLES: usize = 16;
/// Places at which a standing cylinder touches.
const FEET: usize = 8;
/// A rim is level if its slope differs by less between two samples: eight feet of a rim of 0.1 m are
/// then less than a nanometre above its lowest place.
const LEVEL: f64 = 1e-8;

/// A place of a rim and the way along it there.
fn on_rim(radius: f64, height: f64, angle: f64) -> (Vector, Vector) {
    let (s, c) = (sin(angle), cos(angle));
    ([radius * c, radius * s, height], [-s, c, 0.0])
}

impl Pair<'_> {
    pub(crate) fn rims(&mut self, who: usize) {
        let Shape::Cylinder { radius, half } = *self.side(who).shape else {
            return;
        };
        // Round ends and rods find the rim themselves.
        if matches!(self.side(1 - who).shape, Shape::Sphere { .. }) {
            return;
        }
        let height = [-half, half];
        (0..2).for_each(|end| self.rim(who, end, radius, height[end]));
    }

    fn rim(&mut self, who: usize, end: usize, radius: f64, height: f64) {
        let [own, other] = [self.sides[who].frame, self.sides[1 - who].frame];
        let reach = 2.0 * radius + self.margin;
        // The share of the other's normal along the rim, and the distance.
        let look = |pair: &mut Self, angle: f64| {
            let (place, along) = on_rim(radius, height, angle);
            let near = pair.nearest(1 - who, other.place_in(own.out(place)), reach)?;
            let normal = own.way_in(other.way(near.normal));
            Some((dot(normal, along), near.distance, normal))
        };
        let step = core::f64::consts::TAU / SAMPLES as f64;
        let mut slopes = [None; SAMPLES];
        let (mut steepest, mut flat, mut lowest) = (0.0f64, true, f64::MAX);
        for (n, own) in slopes.iter_mut().enumerate() {
            let Some((slope, distance, normal)) = look(self, n as f64 * step) else {
                continue;
            };
            *own = Some(slope);
            steepest = steepest.max(slope.abs());
            lowest = lowest.min(distance);
            // The flat end, not the side, faces what is below.
            flat &= normal[2] * height < 0.0 && normal[2].abs() > 0.9;
        }
        // No sample is farther from a lowest place than half a step.
        if lowest > self.margin + radius * step {
            return;
        }
        if flat && 2.0 * radius * steepest < self.margin {
            for n in 0..FEET {
                let angle = (n * (SAMPLES / FEET)) as f64 * step;
                self.foot(who, end, n as u32, on_rim(radius, height, angle).0);
            }
        }
        for n in 0..SAMPLES {
            let next = (n + 1) % SAMPLES;
            let (Some(falls), Some(rises)) = (slopes[n], slopes[next]) else {
                continue;
            };
            // A sample may lie just where it is lowest, if it rises after that.
            let after = slopes[(n + 2) % SAMPLES];
            let rests = rises == 0.0 && after.is_none_or(|after| after <= 0.0);
            if rises - falls < LEVEL || rests {
                continue;
            }
            let angles = [n as f64 * step, (n + 1) as f64 * step];
            let slope = |angle: f64| look(self, angle).map(|own| own.0);
            if let Some(angle) = between(angles, [falls, rises], slope) {
                self.foot(who, end, u32::MAX, on_rim(radius, height, angle).0);
            }
        }
    }

    fn foot(&mut self, who: usize, end: usize, number: u32, place: Vector) {
        let [own, other] = [self.sides[who].frame, self.sides[1 - who].frame];
        let at = other.place_in(own.out(place));
        let Some(near) = self.nearest(1 - who, at, self.margin) else {
            return;
        };
        // Edges and corners of a block are held against the cylinder's field.
        let block = matches!(self.side(1 - who).shape, Shape::Box { .. });
        if block && near.feature != Feature::Face {
            return;
        }
        let key = Key {
            kind: Kind::Rim,
            who: who as u8,
            feature: number,
            other: end as u32,
        };
        self.tell(key, place, None, near.distance, &near);
    }
}
