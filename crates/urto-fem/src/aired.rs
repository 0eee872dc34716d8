//! What the air takes from each mode of a body, and how it sounds around it.

use crate::radiation::{Carrier, Mode, Radiation, RadiationError, Surface, Warning, coarsen};
use urto::body::Maker as _;
use urto_body::{MeshBody, MeshBodyError, MeshMode};

/// The sound of a body's modes could not be worked out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AirError {
    /// See the error.
    #[error(transparent)]
    Radiation(#[from] RadiationError),
    /// See the error.
    #[error(transparent)]
    Body(#[from] MeshBodyError),
}

/// A body whose modes lose what the air takes and tell how they sound around it; and why that may be
/// less exact than hoped: the first warning, and how many modes have one. `reach` is told which share
/// of the work is done.
pub fn aired(
    body: &MeshBody,
    radiation: &Radiation,
    reach: &mut dyn FnMut(f64),
) -> Result<(MeshBody, Option<(Warning, usize)>), AirError> {
    let own = body.surface();
    let patches = body.patches().to_vec();
    let fine = Surface::new(own.vertices().to_vec(), own.corners().to_vec())?;
    let coarse = coarsen(&fine, radiation.quality.panels())?;
    let carrier = Carrier::new(&fine, &coarse);
    let found: Vec<MeshMode> = body.modes().collect();
    let mut sounding = Vec::with_capacity(found.len());
    for mode in &found {
        // Where a shape is 1, the speed is 1 m/s.
        sounding.push(Mode {
            frequency: mode.frequency,
            mass: mode.mass,
            velocity: carrier.normal_velocity(&mode.shape)?,
        });
    }
    let radiated = radiation.told(&coarse, &sounding, reach)?;
    let doubts = radiated.iter().filter_map(|own| own.warnings.first());
    let doubt = doubts.clone().next().map(|first| (*first, doubts.count()));
    let modes = found.into_iter().zip(radiated);
    let modes = modes.map(|(mode, air)| MeshMode {
        radiated: air.damping,
        air: Some(air.field),
        ..mode
    });
    let named = MeshBody::new(
        body.name(),
        *body.material(),
        body.mass(),
        own.vertices().to_vec(),
        own.corners().to_vec(),
        modes.collect(),
    )?;
    let named = named.with_patches(patches)?.with_about(body.about());
    Ok((named, doubt))
}
