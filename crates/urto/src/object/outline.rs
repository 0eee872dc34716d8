//! What a falling thing looks like: its corners, and how it resists turning.

use crate::error::{BuildError, within};
use crate::math;

/// What a falling thing looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// Greatest diameter \[m\].
    pub size: f64,
    /// 1 for a ball, 0 for sharp corners.
    pub sphericity: f64,
    /// How many corners it has.
    pub corners: usize,
    /// Length over height: 1 for a cube, 20 for a pencil.
    pub elongation: f64,
}

impl Outline {
    /// Refuses what no thing looks like.
    pub(super) fn check(&self) -> Result<(), BuildError> {
        within("the size of a falling thing [m]", self.size, [1e-6, 1e3])?;
        within(
            "the sphericity of a falling thing",
            self.sphericity,
            [0.0, 1.0],
        )?;
        within(
            "the elongation of a falling thing",
            self.elongation,
            [1.0, 1e3],
        )?;
        let corners = self.corners as f64;
        within(
            "the number of corners of a falling thing",
            corners,
            [1.0, 64.0],
        )
    }

    /// Corners in its own frame, along and across \[m\], and the square of its radius of
    /// gyration \[m²\].
    pub(super) fn outline(&self) -> (Vec<(f64, f64)>, f64) {
        let radius = 0.5 * self.size;
        let edge = radius * (1.0 - self.sphericity);
        // A ball has 2/5 of r², a rod and a square lamina have a third.
        let gyration = radius * radius * (0.4 * self.sphericity + (1.0 - self.sphericity) / 3.0);
        if edge < 1e-3 * radius {
            return (vec![(0.0, 0.0)], gyration);
        }
        let flat = 1.0 / self.elongation;
        // At angle 0 a long side lies on the ground.
        let first = if self.corners == 2 { 0.0 } else { 0.5 };
        let corners = (0..self.corners)
            .map(|index| {
                let turn = math::TAU * (index as f64 + first) / self.corners as f64;
                let (along, across) = (math::cos(turn), flat * math::sin(turn));
                let stretch = edge / (along * along + across * across).sqrt();
                (along * stretch, across * stretch)
            })
            .collect();
        (corners, gyration)
    }

    /// Where each corner lies along the body that rings, 0 to 1.
    pub fn places(&self) -> Vec<f64> {
        let (corners, _) = self.outline();
        if corners.len() == 1 {
            // The middle would be a node of every other mode.
            return vec![0.0];
        }
        let far = corners.iter().map(|c| c.0.abs()).fold(1e-12, f64::max);
        corners.iter().map(|c| 0.5 + 0.5 * c.0 / far).collect()
    }
}
