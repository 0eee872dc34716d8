//! A body from a mesh behind the door that all bodies come through.

use crate::around::Around;
use crate::line::{extent, stations};
use crate::playback::Multipoles;
use crate::scaled::Scale;
use std::sync::Arc;
use urto::BuildError;
use urto::air::Radiates;
use urto::body::{BodyParams, Maker, Material, Patch, Remade};
use urto::object::{Direction, Mode, Shapes, Surface, SurfacePlace};
use urto::picture::{Sketch, Vector};

/// A mode of a body, and how it moves the surface.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshMode {
    /// Frequency without losses \[Hz\].
    pub frequency: f64,
    /// Its mass where its shape is 1 \[kg\].
    pub mass: f64,
    /// The rate at which the air brakes it: its amplitude goes with exp(-radiated·t) \[1/s\].
    pub radiated: f64,
    /// How it sounds around the body, from the middle of the box around it, if that was worked out.
    pub air: Option<Multipoles>,
    /// What it moves each vertex.
    pub shape: Vec<Vector>,
}

/// A body cannot be made of a mesh and its modes.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshBodyError {
    /// There is nothing that would sound. Look for modes up to a higher frequency.
    #[error(
        "a body needs one mode at least; those outside 16 Hz to 20 kHz are not heard, and not counted"
    )]
    Mute,
    /// A figure is not one that a body can have.
    #[error("{what} is {value}; a body needs {needed}")]
    Figure {
        /// What it is a figure of.
        what: String,
        /// The figure.
        value: f64,
        /// What it should be.
        needed: &'static str,
    },
    /// Two patches of one name.
    #[error("there are two patches '{0}'; names must differ")]
    PatchTwice(String),
    /// A patch's name would be taken for something else, or is too long.
    #[error(
        "a patch cannot be called '{0}'; a name begins with a letter, is not 'vertex', and has at \
         most 64 letters, digits, spaces, dots, '_' and '-'"
    )]
    PatchName(String),
    /// See the error.
    #[error(transparent)]
    Surface(#[from] BuildError),
}

/// Whether a patch can have this name: it must not be taken for a vertex or for lengths.
///
/// ```
/// use urto_body::is_patch_name;
/// assert!(is_patch_name("rim") && is_patch_name("left prong"));
/// assert!(!is_patch_name("vertex 3") && !is_patch_name("12mm") && !is_patch_name(""));
/// ```
pub fn is_patch_name(name: &str) -> bool {
    let allowed = |letter: char| letter.is_alphanumeric() || " ._-".contains(letter);
    let first = name.chars().next();
    let is_vertex = name.split_whitespace().next() == Some("vertex");
    first.is_some_and(char::is_alphabetic)
        && !is_vertex
        && name.trim_end() == name
        && name.chars().count() <= 64
        && name.chars().all(allowed)
}

/// A body from a mesh: its surface, its modes, and what it is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshBody {
    name: String,
    about: String,
    material: Material,
    weight: f64,
    /// Longest side of the box around it \[m\].
    size: f64,
    surface: Surface,
    modes: Vec<MeshFigures>,
    /// How each mode sounds around it; none if no mode tells.
    air: Option<Arc<[Option<Multipoles>]>>,
    /// Of each mode, its shape at the stations of the line.
    rows: Vec<Vec<f64>>,
    patches: Vec<Patch>,
}

/// A mode without its shape, which the surface has.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MeshFigures {
    frequency: f64,
    mass: f64,
    radiated: f64,
}

impl MeshBody {
    /// A body of a surface (vertices \[m\], corners of triangles that run against the clock for who
    /// looks from outside), its modes, and what it is made of and weighs \[kg\].
    pub fn new(
        name: &str,
        material: Material,
        weight: f64,
        vertices: Vec<Vector>,
        triangles: Vec<[usize; 3]>,
        modes: Vec<MeshMode>,
    ) -> Result<Self, MeshBodyError> {
        if modes.is_empty() {
            return Err(MeshBodyError::Mute);
        }
        check("its weight", weight)?;
        check("its density", material.density)?;
        check("its modulus", material.modulus)?;
        let losses = [material.alpha, material.beta, material.eta];
        if let Some(value) = losses.into_iter().find(|own| !(0.0..1e9).contains(own)) {
            return Err(MeshBodyError::Figure {
                what: "a loss of its material".to_owned(),
                value,
                needed: "0 or more",
            });
        }
        for (number, mode) in modes.iter().enumerate() {
            check(&format!("the frequency of mode {number}"), mode.frequency)?;
            check(&format!("the mass of mode {number}"), mode.mass)?;
            let radiated = mode.radiated;
            if !(0.0..f64::INFINITY).contains(&radiated) {
                return Err(MeshBodyError::Figure {
                    what: format!("what the air takes of mode {number}"),
                    value: radiated,
                    needed: "0 or more",
                });
            }
            if let Some(air) = &mode.air {
                check_air(number, air)?;
            }
        }
        let figures = modes.iter().map(|mode| MeshFigures {
            frequency: mode.frequency,
            mass: mode.mass,
            radiated: mode.radiated,
        });
        let figures = figures.collect();
        let air: Arc<[Option<Multipoles>]> = modes.iter().map(|mode| mode.air.clone()).collect();
        let air = air.iter().any(Option::is_some).then_some(air);
        let shapes = modes.into_iter().map(|mode| mode.shape).collect();
        let surface = Surface::new(vertices, triangles, shapes)?;
        let stations = stations(surface.vertices());
        let mut rows = vec![Vec::with_capacity(stations.len()); surface.modes()];
        for place in stations {
            let seen = surface.moved_at(SurfacePlace::Nearest(place), Direction::Normal);
            for (row, own) in rows.iter_mut().zip(seen.unwrap_or_default()) {
                row.push(own);
            }
        }
        Ok(Self {
            name: name.to_owned(),
            about: String::new(),
            material,
            weight,
            size: extent(surface.vertices()),
            surface,
            modes: figures,
            air,
            rows,
            patches: Vec::new(),
        })
    }

    /// The same with names for places on its surface.
    pub fn with_patches(mut self, patches: Vec<Patch>) -> Result<Self, MeshBodyError> {
        for (number, patch) in patches.iter().enumerate() {
            let name = &patch.name;
            let before = patches[..number].iter();
            if before.clone().any(|other| other.name == *name) {
                return Err(MeshBodyError::PatchTwice(name.clone()));
            }
            if !is_patch_name(name) {
                return Err(MeshBodyError::PatchName(name.clone()));
            }
            for value in patch.at {
                if !(-1e3..=1e3).contains(&value) {
                    return Err(MeshBodyError::Figure {
                        what: format!("a coordinate of the patch '{name}'"),
                        value,
                        needed: "-1000 to 1000 m",
                    });
                }
            }
        }
        self.patches = patches;
        Ok(self)
    }

    /// The same with a sentence that says what it is.
    #[must_use]
    pub fn with_about(mut self, about: &str) -> Self {
        about.clone_into(&mut self.about);
        self
    }

    /// What it is, for people; empty if nobody said.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Its name, for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it was made of.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// What it weighed \[kg\].
    pub fn mass(&self) -> f64 {
        self.weight
    }

    /// The longest side of the box around it, as it was made \[m\].
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Its surface, and how modes move it.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// Its modes, as they were found. Allocates.
    pub fn modes(&self) -> impl Iterator<Item = MeshMode> + '_ {
        let shapes = self.surface.shapes().iter();
        let air = |index: usize| self.air.as_ref().and_then(|air| air[index].clone());
        let own = self.modes.iter().zip(shapes).enumerate();
        own.map(move |(index, (own, shape))| MeshMode {
            frequency: own.frequency,
            mass: own.mass,
            radiated: own.radiated,
            air: air(index),
            shape: shape.clone(),
        })
    }

    /// Whether it is known how its modes sound around it.
    pub fn is_heard_around(&self) -> bool {
        self.air.is_some()
    }

    /// How it differs from what was solved for.
    fn scale(&self, params: &BodyParams) -> Scale {
        let (size, material) = match params.remade {
            Remade::Yes => (params.size / self.size, params.matter()),
            Remade::No => (1.0, params.factored(self.material)),
        };
        Scale {
            size,
            material,
            solved: self.material,
        }
    }
}

/// Refuses what is not a positive number.
fn check(what: &str, value: f64) -> Result<(), MeshBodyError> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(MeshBodyError::Figure {
        what: what.to_owned(),
        value,
        needed: "more than 0",
    })
}

/// Refuses multipoles that nobody could evaluate.
fn check_air(mode: usize, air: &Multipoles) -> Result<(), MeshBodyError> {
    check(
        &format!("the wave number of mode {mode} in the air"),
        air.wave_number,
    )?;
    check(
        &format!("the radius around mode {mode} in the air"),
        air.radius,
    )?;
    let refuse = |what: &str, value: f64, needed: &'static str| {
        let what = format!("{what} of mode {mode} in the air");
        Err(MeshBodyError::Figure {
            what,
            value,
            needed,
        })
    };
    let mut highest = 0;
    for term in &air.terms {
        let degree = term.degree;
        if degree < highest || degree > MOST_DEGREE {
            return refuse("a degree", degree as f64, "rising degrees from 0 to 255");
        }
        highest = degree;
        if term.around.unsigned_abs() > degree {
            let around = term.around as f64;
            return refuse("an order", around, "orders from minus to plus the degree");
        }
        if let Some(value) = term.strength.into_iter().find(|own| !own.is_finite()) {
            return refuse("a strength", value, "finite strengths");
        }
    }
    Ok(())
}

/// Highest degree of a multipole: what a body of half a metre needs at 20 kHz, and some more.
const MOST_DEGREE: usize = 255;

impl Maker for MeshBody {
    fn count(&self) -> usize {
        self.modes.len()
    }
    fn mode(&self, index: usize, params: &BodyParams) -> Mode {
        let MeshFigures {
            frequency,
            mass,
            radiated,
        } = self.modes[index];
        self.scale(params).mode(frequency, mass, radiated)
    }
    fn shape(&self, mode: usize, position: f64) -> f64 {
        let Some(row) = self.rows.get(mode) else {
            return 0.0;
        };
        let spans = row.len() - 1;
        let at = position.clamp(0.0, 1.0) * spans as f64;
        let first = (at as usize).min(spans - 1);
        let share = at - first as f64;
        row[first] * (1.0 - share) + row[first + 1] * share
    }
    fn weight(&self, params: &BodyParams) -> Option<f64> {
        Some(self.weight * self.scale(params).mass())
    }
    fn radiates(&self, params: &BodyParams) -> Option<Arc<dyn Radiates>> {
        let fields = Arc::clone(self.air.as_ref()?);
        Some(Arc::new(Around::new(fields, self.scale(params).size)))
    }
    fn flat(&self) -> Option<Vec<f64>> {
        Some(self.to_flat())
    }
    fn surface(&self) -> Option<&Surface> {
        Some(&self.surface)
    }
    fn patches(&self) -> &[Patch] {
        &self.patches
    }
    fn sketch(&self) -> Option<Sketch> {
        let mut sketch = self.surface.sketch()?;
        sketch.line = stations(self.surface.vertices());
        Some(sketch)
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        self.surface.moved(mode)
    }
}
