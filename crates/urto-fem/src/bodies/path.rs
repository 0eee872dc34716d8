//! Walls: a line through the middle of a wall, with the wall's thickness along it.

use super::section::{Vec2, between, distance};

/// A line of straight pieces whose corners are rounded.
pub struct Path {
    /// Dense points along it, and how far from its start each lies \[m\].
    points: Vec<(Vec2, f64)>,
}

/// Points that a rounded corner is drawn with: a chord deviates from the arc by less than a
/// ten-thousandth of its radius.
const ARC: usize = 48;

impl Path {
    /// Through these points; the corner at each but the ends is rounded with its radius \[m\], as
    /// far as the pieces beside it allow.
    pub fn new(corners: &[(Vec2, f64)]) -> Self {
        let mut line: Vec<Vec2> = Vec::new();
        for (i, &(corner, radius)) in corners.iter().enumerate() {
            if i == 0 || i + 1 == corners.len() {
                line.push(corner);
                continue;
            }
            let (before, after) = (corners[i - 1].0, corners[i + 1].0);
            line.extend(rounded(before, corner, after, radius));
        }
        let mut points = Vec::new();
        let mut far = 0.0;
        for (i, &point) in line.iter().enumerate() {
            if i > 0 {
                far += distance(line[i - 1], point);
            }
            points.push((point, far));
        }
        Self { points }
    }

    /// Length \[m\].
    pub fn length(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.1)
    }

    /// The two faces of a wall along it at `cells + 1` stations: left and right of the way.
    /// `thickness` is told by the share of the way, 0 to 1.
    pub fn faces(&self, cells: usize, thickness: impl Fn(f64) -> f64) -> [Vec<Vec2>; 2] {
        let stations = cells.max(1);
        let mut faces = [Vec::new(), Vec::new()];
        for station in 0..=stations {
            let share = station as f64 / stations as f64;
            let here = self.at(share);
            let small = 0.25 / stations as f64;
            let (back, ahead) = (
                self.at((share - small).max(0.0)),
                self.at((share + small).min(1.0)),
            );
            let step = distance(back, ahead);
            // A quarter turn to the left of the way; straight up on the axis of a vessel, which
            // would else have a hole there.
            let left = match station == 0 && here[0] == 0.0 {
                true => [0.0, 1.0],
                false => [-(ahead[1] - back[1]) / step, (ahead[0] - back[0]) / step],
            };
            let half = 0.5 * thickness(share);
            for (face, side) in faces.iter_mut().zip([half, -half]) {
                face.push([here[0] + side * left[0], here[1] + side * left[1]]);
            }
        }
        faces
    }

    fn at(&self, share: f64) -> Vec2 {
        let far = share * self.length();
        let next = self.points.partition_point(|point| point.1 < far);
        let next = next.clamp(1, self.points.len() - 1);
        let ((a, start), (b, end)) = (self.points[next - 1], self.points[next]);
        between(a, b, (far - start) / (end - start))
    }
}

/// The arc that rounds a corner, as points.
fn rounded(before: Vec2, corner: Vec2, after: Vec2, radius: f64) -> Vec<Vec2> {
    let (one, other) = (distance(before, corner), distance(corner, after));
    let u = [(before[0] - corner[0]) / one, (before[1] - corner[1]) / one];
    let v = [
        (after[0] - corner[0]) / other,
        (after[1] - corner[1]) / other,
    ];
    let cosine = u[0] * v[0] + u[1] * v[1];
    // Half of the angle at the corner, by its tangent.
    let tangent = ((1.0 - cosine) / (1.0 + cosine)).max(0.0).sqrt();
    let back = (radius / tangent).min(0.49 * one).min(0.49 * other);
    let radius = back * tangent;
    if !(radius > 0.0 && radius.is_finite()) {
        return vec![corner];
    }
    let start = [corner[0] + back * u[0], corner[1] + back * u[1]];
    let end = [corner[0] + back * v[0], corner[1] + back * v[1]];
    // A conic through both ends with the corner as its control point is this very arc when its
    // weight is the sine of half the angle.
    let weight = ((1.0 - cosine) / 2.0).sqrt();
    let arc = (0..=ARC).map(|i| {
        let t = i as f64 / ARC as f64;
        let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t) * weight, t * t);
        let sum = a + b + c;
        [0, 1].map(|k| (a * start[k] + b * corner[k] + c * end[k]) / sum)
    });
    arc.collect()
}
