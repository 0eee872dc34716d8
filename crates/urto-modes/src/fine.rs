//! How well elements serve the modes that were found: their shapes, and how many lie in a wave.

use serde_json::{Value as Json, json};
use urto_fem::bodies;
use urto_fem::filling::Filled;
use urto_fem::fineness::{ENOUGH, FEW, fewest};
use urto_fem::mesh::{Mesh, Quality};
use urto_fem::modes::Modes;
use urto_file::rows::number;
use urto_program::modes::ModesArgs;

/// Elements that modes were found of.
pub enum Body {
    /// As they came.
    Solid(Mesh),
    /// That a surface was filled with.
    Filled(Filled),
}

impl Body {
    /// The elements.
    pub fn mesh(&self) -> &Mesh {
        match self {
            Self::Solid(mesh) => mesh,
            Self::Filled(filled) => &filled.meshed.mesh,
        }
    }
}

/// How well they serve.
pub struct Fineness {
    quality: Quality,
    /// In each wave of the mode that has fewest.
    in_wave: f64,
    /// The frequency of the first mode that has too few in its waves \[Hz\].
    few_from: Option<f64>,
    /// What to do about that.
    remedy: String,
}

impl Fineness {
    /// Of these elements, for these modes.
    pub fn of(asked: &ModesArgs, body: &Body, modes: &Modes) -> Self {
        let mesh = body.mesh();
        let (in_wave, first) = fewest(mesh, &modes.shapes);
        Self {
            quality: mesh.quality(),
            in_wave,
            few_from: first.map(|mode| modes.frequencies[mode]),
            remedy: remedy(asked, body, in_wave / ENOUGH),
        }
    }

    /// For programs.
    pub fn json(&self) -> (Json, Json) {
        let Quality {
            smallest_angle,
            largest_angle,
            radius_ratio,
        } = self.quality;
        let quality = json!({
            "smallest_angle": smallest_angle,
            "largest_angle": largest_angle,
            "radius_ratio": radius_ratio,
        });
        (quality, json!(self.in_wave))
    }

    /// For people: always how they are, and if they are too few what to do.
    pub fn told(&self) -> Vec<String> {
        let Quality {
            smallest_angle,
            largest_angle,
            radius_ratio,
        } = self.quality;
        let shapes = format!(
            "Elements have angles from {} to {} degrees and radius ratios from {} (1 is regular); {} or more lie in each wave of every mode.",
            number(smallest_angle),
            number(largest_angle),
            number(radius_ratio),
            number(self.in_wave)
        );
        let few = self.few_from.map(|hertz| {
            format!(
                "From {} Hz on there are less than {FEW} elements in a wave, too few for its frequency to be within 1 to 2 %; {}.",
                number(hertz),
                self.remedy
            )
        });
        core::iter::once(shapes).chain(few).collect()
    }
}

/// What gives enough elements, where they have to be so many times as long.
fn remedy(asked: &ModesArgs, body: &Body, shorter: f64) -> String {
    match body {
        Body::Filled(filled) => match &filled.too_many {
            Some(more) => format!(
                "cells of {} mm would take about {} unknowns, more than are taken unasked; --resolution {}mm insists",
                number(1e3 * more.cell),
                number(more.unknowns),
                number(1e3 * more.cell)
            ),
            None => format!(
                "try --resolution {}mm",
                number(1e3 * shorter * filled.cell())
            ),
        },
        Body::Solid(_) if bodies::named(&asked.what.to_string_lossy()).is_some() => {
            format!("try --detail {}", number(asked.detail / shorter))
        }
        Body::Solid(_) => format!(
            "take a mesh whose elements are {} times as long",
            number(shorter)
        ),
    }
}
