//! A mesh and its modes as a body that sounds: its outside, and how every mode moves that.

use crate::mesh::Mesh;
use crate::modes::Modes;
use crate::vector::length;
use urto::body::Material;
use urto_body::{MeshBody, MeshBodyError, MeshMode};

/// What is heard \[Hz\]: modes outside are left out.
pub const HEARD: [f64; 2] = [16.0, 20_000.0];

/// How many modes cannot be heard, for people, if there are some: [`sounding`] leaves them out.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use urto::body::MaterialKind;
/// # use urto_fem::{mesh::lattice, modes::{Analysis, Wanted}, sounding::unheard};
/// # let steel = MaterialKind::Steel.figures();
/// let dice = lattice::block([0.09; 3], [3; 3])?.quadratic()?;
/// let modes = Analysis::new(&dice, &steel).wanted(Wanted::Count(9));
/// let modes = modes.run(&mut |_| ControlFlow::Continue(()))?;
/// let above = modes.frequencies.iter().filter(|&&own| own > 20e3).count();
/// assert!(above > 0 && unheard(&modes).unwrap().starts_with(&format!("Of 9 modes {above} ")));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn unheard(modes: &Modes) -> Option<String> {
    let [low, high] = HEARD;
    let all = modes.frequencies.len();
    let heard = modes.frequencies.iter();
    let heard = heard.filter(|own| is_heard(**own)).count();
    (heard < all).then(|| {
        format!(
            "Of {all} modes {} lie outside {low:.0} Hz to {:.0} kHz, where nothing is heard, and are left out of the body.",
            all - heard,
            high / 1000.0
        )
    })
}

fn is_heard(frequency: f64) -> bool {
    let [low, high] = HEARD;
    (low..=high).contains(&frequency)
}

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
    let heard = modes.frequencies.iter().zip(&modes.shapes);
    let heard = heard.filter(|(frequency, _)| is_heard(**frequency));
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
