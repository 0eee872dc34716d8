//! A mesh and its modes as a body that sounds: its outside, and how every mode moves that.

use crate::mesh::Mesh;
use crate::modes::Modes;
use crate::vector::length;
use urto::body::Material;
use urto_body::{MeshBody, MeshBodyError, MeshMode};

/// What is heard \[Hz\]: modes outside are left out.
pub const HEARD: [f64; 2] = [16.0, 20_000.0];

/// The body. Corners and middle nodes of the outside become its vertices, so that eight elements in a
/// wave are sixteen straight lines.
///
/// ```
/// use core::ops::ControlFlow;
/// use urto::body::MaterialKind;
/// use urto_fem::{mesh::lattice, modes::{Analysis, Wanted}, sounding::sounding};
/// let steel = MaterialKind::Steel.figures();
/// let bar = lattice::block([0.1, 0.01, 0.005], [10, 1, 1])?.quadratic()?;
/// let modes = Analysis::new(&bar, &steel).wanted(Wanted::Count(3));
/// let modes = modes.run(&mut |_| ControlFlow::Continue(()))?;
/// let body = sounding("bar", &bar, &modes, &steel)?;
/// assert!((body.modes().next().unwrap().frequency / 2590.0 - 1.0).abs() < 0.01);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn sounding(
    name: &str,
    mesh: &Mesh,
    modes: &Modes,
    material: &Material,
) -> Result<MeshBody, MeshBodyError> {
    let surface = mesh.surface();
    let triangles = surface.flat().into_iter();
    let triangles = triangles.map(|own| own.map(|corner| corner as usize));
    let [low, high] = HEARD;
    let heard = modes.frequencies.iter().zip(&modes.shapes);
    let heard = heard.filter(|(frequency, _)| (low..=high).contains(*frequency));
    let heard = heard.map(|(frequency, shape)| {
        let outside = surface.nodes().iter().map(|node| shape[*node as usize]);
        let outside: Vec<[f64; 3]> = outside.collect();
        let largest = outside
            .iter()
            .fold(0.0_f64, |most, own| most.max(length(*own)));
        // A kilogram where it moves by 1/sqrt(kg): where it moves by 1, that much less.
        let scale = 1.0 / largest.max(f64::MIN_POSITIVE);
        MeshMode {
            frequency: *frequency,
            mass: scale * scale,
            radiated: 0.0,
            air: None,
            shape: outside
                .iter()
                .map(|own| own.map(|way| scale * way))
                .collect(),
        }
    });
    MeshBody::new(
        name,
        *material,
        modes.mass,
        surface.places(mesh),
        triangles.collect(),
        heard.collect(),
    )
}
