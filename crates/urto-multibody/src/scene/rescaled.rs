//! A body from a mesh in another size and material.

use urto::body::{Maker as _, Material};
use urto_body::playback::Multipoles;
use urto_body::scaled::Scale;
use urto_body::{MeshBody, MeshBodyError, MeshMode};

/// The same form in another size (its longest side \[m\]) and of another material: frequencies,
/// masses and what is heard around it by the [scaling laws](urto_body::scaled).
pub fn rescaled(
    mesh: &MeshBody,
    size: Option<f64>,
    material: Material,
) -> Result<MeshBody, MeshBodyError> {
    let size = size.map_or(1.0, |size| size / mesh.size());
    if size == 1.0 && material == *mesh.material() {
        return Ok(mesh.clone());
    }
    let scale = Scale {
        size,
        material,
        solved: *mesh.material(),
    };
    let surface = mesh.surface();
    let vertices = surface.vertices().iter();
    let vertices = vertices.map(|own| own.map(|x| size * x)).collect();
    let modes = mesh.modes().map(|own| MeshMode {
        frequency: own.frequency * scale.frequency(),
        mass: own.mass * scale.mass(),
        radiated: own.radiated * size * size / scale.mass(),
        // A body twice as large has waves twice as long around it.
        air: own.air.map(|air| Multipoles {
            wave_number: air.wave_number / size,
            radius: air.radius * size,
            terms: air.terms,
        }),
        shape: own.shape,
    });
    let body = MeshBody::new(
        mesh.name(),
        material,
        mesh.mass() * scale.mass(),
        vertices,
        surface.corners().to_vec(),
        modes.collect(),
    )?;
    let patches = mesh.patches().iter().map(|own| urto_body::Patch {
        name: own.name.clone(),
        at: own.at.map(|x| size * x),
    });
    body.with_patches(patches.collect())
}
