//! What a body from a mesh is made of.
//!
//! The figures are the library's ([`urto::body::Material`]), so that a mesh of steel and a named
//! bar of steel ring alike; beside them stands what contacts between such bodies need.
//!
//! Refs: Zheng & James 2011, table 1.

use urto::body::{Material, MaterialKind};
use urto::param::ChoiceField;

/// A material and how much it damps where it is touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Density, stiffness and losses.
    pub figures: Material,
    /// gamma of contact damping: each contact damps the motion of its place by gamma times its
    /// force \[s/m\]. Known for the five materials of the paper.
    pub contact_damping: Option<f64>,
}

/// Medium-density fibreboard, of which the paper's table is made.
const MDF: Material = Material {
    density: 615.0,
    modulus: 4e9,
    poisson: 0.32,
    alpha: 35.0,
    beta: 5e-6,
    eta: 0.0,
};

impl Solid {
    /// By name: those of the library's table, `mdf`, and `polystyrene` for what the library calls
    /// plastic.
    ///
    /// ```
    /// use urto_fem::material::Solid;
    /// assert_eq!(Solid::named("steel")?.contact_damping, Some(0.3));
    /// assert!(Solid::named("steal").is_err());
    /// # Ok::<(), urto_fem::material::UnknownMaterial>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, UnknownMaterial> {
        let figures = match name {
            "mdf" => MDF,
            "polystyrene" => MaterialKind::Plastic.figures(),
            name => library(name)?.figures(),
        };
        let contact_damping = match name {
            "ceramic" => Some(3e-2),
            "polystyrene" | "plastic" => Some(4e-4),
            "steel" => Some(3e-1),
            "mdf" => Some(9e-3),
            "wood" => Some(5e-4),
            _ => None,
        };
        Ok(Self {
            figures,
            contact_damping,
        })
    }

    /// Every name that [`named`](Solid::named) knows.
    pub fn names() -> Vec<&'static str> {
        let library = MaterialKind::OPTIONS.iter().map(|option| option.key);
        library.chain(["mdf", "polystyrene"]).collect()
    }
}

fn library(name: &str) -> Result<MaterialKind, UnknownMaterial> {
    let place = MaterialKind::OPTIONS
        .iter()
        .position(|option| option.key == name);
    let kind = place.and_then(MaterialKind::from_index);
    kind.ok_or_else(|| UnknownMaterial::new(name))
}

/// No material has this name.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("there is no material '{name}'; known are {}", .known.join(", "))]
pub struct UnknownMaterial {
    name: String,
    known: Vec<&'static str>,
}

impl UnknownMaterial {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_string(),
            known: Solid::names(),
        }
    }
}
