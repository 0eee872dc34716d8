//! How fast each triangle of a surface pushes the air, as a straight function on each triangle.

use super::rules::seven;
use super::surface::Surface;
use super::vector::{Vec3, blend, dot};

/// The velocity along the normal at the corners of each triangle \[m/s\].
///
/// Each triangle gets the straight function that is nearest to the true one in the mean (L2);
/// taking the velocity at the vertices instead costs up to four times the error on thin plates.
#[derive(Clone, Debug, PartialEq)]
pub struct NormalVelocity {
    /// Corner by corner, for each triangle.
    pub corners: Vec<[f64; 3]>,
    /// What the straight functions miss, against all of it, in the mean.
    pub misfit: f64,
}

impl NormalVelocity {
    /// From the velocity at any place of the surface \[m/s\].
    #[must_use]
    pub fn new(surface: &Surface, velocity: impl Fn(Vec3) -> Vec3) -> Self {
        let rule = seven();
        let samples: Vec<[Vec3; 7]> = (surface.panels().iter())
            .map(|panel| {
                rule.places
                    .map(|place| velocity(blend(&panel.corners, place)))
            })
            .collect();
        Self::from_samples(surface, &samples)
    }

    /// From the velocity at the seven points of each triangle.
    pub(super) fn from_samples(surface: &Surface, samples: &[[Vec3; 7]]) -> Self {
        let rule = seven();
        let (mut missed, mut all) = (0.0, 0.0);
        let corners = (surface.panels().iter().zip(samples))
            .map(|(panel, samples)| {
                let along = samples.map(|velocity| dot(velocity, panel.normal));
                let mut tested = [0.0; 3];
                for point in 0..7 {
                    for corner in 0..3 {
                        tested[corner] +=
                            rule.weights[point] * rule.places[point][corner] * along[point];
                    }
                }
                // The inverse of the hats' overlap (1/6, 1/12): 9 and -3.
                let sum: f64 = tested.iter().sum();
                let fitted = tested.map(|own| 12.0 * own - 3.0 * sum);
                for point in 0..7 {
                    let at: f64 = (0..3).map(|c| fitted[c] * rule.places[point][c]).sum();
                    let weight = rule.weights[point] * panel.area;
                    missed += weight * (along[point] - at) * (along[point] - at);
                    all += weight * along[point] * along[point];
                }
                fitted
            })
            .collect();
        Self {
            corners,
            misfit: if all > 0.0 {
                (missed / all).sqrt()
            } else {
                0.0
            },
        }
    }
}
