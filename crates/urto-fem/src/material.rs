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

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper's table: density, modulus, Poisson's ratio, alpha, beta, gamma.
    #[test]
    fn five_materials_are_the_papers() {
        for (name, row) in [
            ("ceramic", [2700.0, 7.4e10, 0.19, 6.0, 1e-7, 3e-2]),
            ("polystyrene", [1050.0, 3.5e9, 0.34, 30.0, 8e-7, 4e-4]),
            ("steel", [7850.0, 2e11, 0.29, 5.0, 3e-8, 3e-1]),
            ("mdf", [615.0, 4e9, 0.32, 35.0, 5e-6, 9e-3]),
            ("wood", [750.0, 1.1e10, 0.25, 60.0, 2e-6, 5e-4]),
        ] {
            let solid = Solid::named(name).unwrap();
            let Material {
                density,
                modulus,
                poisson,
                alpha,
                beta,
                eta,
            } = solid.figures;
            let gamma = solid.contact_damping.unwrap();
            assert_eq!(
                [density, modulus, poisson, alpha, beta, gamma],
                row,
                "{name}"
            );
            assert_eq!(eta, 0.0);
        }
    }

    #[test]
    fn every_name_is_known_and_others_are_told() {
        assert!(Solid::names().iter().all(|name| Solid::named(name).is_ok()));
        let error = Solid::named("unobtainium").unwrap_err().to_string();
        assert!(error.contains("unobtainium") && error.contains("mdf"));
    }
}
