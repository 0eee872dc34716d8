//! Carrying the motion of a fine surface over to a coarse one.

use super::error::RadiationError;
use super::rules::seven;
use super::surface::Surface;
use super::tree::{Place, Tree};
use super::vector::{Vec3, blend, dot};
use super::velocity::NormalVelocity;

/// Knows for each place of a coarse surface the nearest one of the fine surface it was made from.
pub struct Carrier<'a> {
    fine: &'a Surface,
    coarse: &'a Surface,
    places: Vec<[Place; 7]>,
}

impl<'a> Carrier<'a> {
    /// Finds the places; once for all modes.
    #[must_use]
    pub fn new(fine: &'a Surface, coarse: &'a Surface) -> Self {
        let (tree, rule) = (Tree::new(fine), seven());
        let places = (coarse.panels().iter())
            .map(|panel| {
                rule.places
                    .map(|place| tree.nearest(blend(&panel.corners, place), panel.normal))
            })
            .collect();
        Self {
            fine,
            coarse,
            places,
        }
    }

    /// From the velocity at each vertex of the fine surface \[m/s\].
    ///
    /// # Errors
    /// When there is not one velocity for each vertex.
    pub fn normal_velocity(&self, velocities: &[Vec3]) -> Result<NormalVelocity, RadiationError> {
        let (given, wanted) = (velocities.len(), self.fine.vertices().len());
        if given != wanted {
            return Err(RadiationError::Velocities { given, wanted });
        }
        let samples: Vec<[Vec3; 7]> = (self.places.iter())
            .map(|places| {
                places.map(|place| {
                    let corners = self.fine.triangles()[place.triangle];
                    blend(&corners.map(|vertex| velocities[vertex]), place.shares)
                })
            })
            .collect();
        let mut velocity = NormalVelocity::from_samples(self.coarse, &samples);
        self.keep_flux(&mut velocity, velocities);
        Ok(velocity)
    }

    /// Makes the body grow as fast as the fine one does: at low frequencies a body that pushes air
    /// out on all sides is heard far better than one that shifts it around, so that little too
    /// much of it would be heard before all else. What is missing is spread evenly.
    fn keep_flux(&self, velocity: &mut NormalVelocity, velocities: &[Vec3]) {
        let mean = |values: [f64; 3]| (values[0] + values[1] + values[2]) / 3.0;
        let fine: f64 = (self.fine.triangles().iter().zip(self.fine.panels()))
            .map(|(corners, panel)| {
                panel.area * mean(corners.map(|vertex| dot(velocities[vertex], panel.normal)))
            })
            .sum();
        let coarse: f64 = (velocity.corners.iter().zip(self.coarse.panels()))
            .map(|(&corners, panel)| panel.area * mean(corners))
            .sum();
        let missing = (fine - coarse) / self.coarse.area();
        for corner in velocity.corners.iter_mut().flatten() {
            *corner += missing;
        }
    }
}

/// What each vertex of a coarse surface moves, as the nearest place does of the fine one that it was
/// made from and that faces the same side.
#[must_use]
pub fn carried(fine: &Surface, coarse: &Surface, moved: &[Vec3]) -> Vec<Vec3> {
    let mut normals = vec![[0.0; 3]; coarse.vertices().len()];
    for (corners, panel) in coarse.triangles().iter().zip(coarse.panels()) {
        for &vertex in corners {
            for axis in 0..3 {
                normals[vertex][axis] += panel.area * panel.normal[axis];
            }
        }
    }
    let tree = Tree::new(fine);
    let vertices = coarse.vertices().iter().zip(normals);
    let nearest = vertices.map(|(&vertex, normal)| tree.nearest(vertex, normal));
    let motion = nearest.map(|place| {
        let corners = fine.triangles()[place.triangle];
        blend(&corners.map(|own| moved[own]), place.shares)
    });
    motion.collect()
}
