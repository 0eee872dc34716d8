//! Bodies by name: a bar, a plate, a glass, a bell, of any size, in any material.
//!
//! Hear:   size and thickness set the pitch, the kind the pattern of partials, the material
//!         pitch and ringing; where one strikes and listens decides which partials speak.
//! Law:    closed forms for frequencies, modal masses and shapes (see the file of each kind),
//!         and the material's losses at each frequency. Twice as large in every measure sounds
//!         an octave lower: unless width and thickness are set apart, they go with the size.
//! Step:   a body becomes a bank of modes ([`crate::object::Modal`]); live changes of size,
//!         measures and material retune those modes in small steps (see `object::modal::glide`). Which modes there are is chosen
//!         when the body is built: those from 20 Hz to 20 kHz that ring for 3 ms or more, up
//!         to the budget; the bank leaves out what lies above 0.49 of the rate.
//! Limits: linear (but for gongs: see `object::stretching`), isotropic, thin where the kind says
//!         so. A body that grows while it sounds keeps the modes it was built with.

mod audible;
mod bar;
mod beam;
mod bessel;
mod block;
mod built;
mod carrying;
mod disc_table;
mod drawn;
mod edit;
mod finger;
mod form;
mod gong_table;
mod maker;
mod material;
mod object;
mod placed;
mod plate;
mod rim;
mod round;
mod spot;
mod stiff;
mod stretched;
mod string;
mod support;
mod thinned;
mod tube;

pub use built::Body;
pub use edit::{ModeEdit, ModeSounds};
pub use finger::FingerParams;
pub use maker::{BodyLoader, LoadBody, Loaded, Maker, ObjectMaker, Patch, Recorded};
pub use material::{Material, MaterialKind};
pub(crate) use object::KINDS;
pub use placed::{Placed, Seen};
pub use spot::{Spot, SpotOn, SpotParams};
pub use support::{Standing, SupportKind, SupportParams, Supported};

use crate::error::BuildError;
use crate::object::{AllModes, ModalParams, Mode, Shapes};
use crate::param::Resource;
use form::{Dimensions, form};

crate::choice! {
    /// Shape of the body.
    pub enum BodyKind {
        /// An explicit table of modes; places are those of a free bar.
        Modes = "modes",
        /// A bar, free at both ends; size is its length (width 1/8, thickness 1/40 of it).
        Bar = "bar",
        /// A bar clamped at one end; size is its free length (width 1/8, thickness 1/50).
        ClampedBar = "clamped_bar",
        /// A free rectangular plate; size is its longer side (width 4/5, thickness 1/50).
        Plate = "plate",
        /// A plate clamped at all edges (width 4/5, thickness 1/80).
        ClampedPlate = "clamped_plate",
        /// A free round plate; size is its diameter (thickness 1/40).
        Disc = "disc",
        /// The skin of a drum; size is its diameter (thickness 1/800).
        Membrane = "membrane",
        /// A free tube; size is its length (outer diameter 1/12, wall 1/120).
        Tube = "tube",
        /// A drinking glass; size is its height (rim 2/3, wall 1/60).
        Glass = "glass",
        /// A hemispherical bowl; size is its diameter (wall 1/80).
        Bowl = "bowl",
        /// A church bell; size is the diameter of its mouth (sound bow 1/14).
        Bell = "bell",
        /// A gong, slightly domed; size is its diameter (thickness 1/150). Struck hard, it blooms.
        Gong = "gong",
        /// A ring; size is its diameter (breadth 1/20, thickness 1/25).
        Ring = "ring",
        /// A solid box; size is its longest side (the others 1/2 and 1/4).
        Block = "block",
        /// A thin free plate; size is its longer side (width 7/10, thickness 1/400).
        Sheet = "sheet",
        /// A stretched string; size is its length (thickness 1/1000).
        String = "string",
        /// A body from a file, such as a recorded object; `file` names it.
        File = "file",
    }
}

crate::choice! {
    /// Whether a body from a mesh is made anew, in another size and material.
    pub enum Remade {
        /// It keeps the size and material of its file.
        No = "no",
        /// `size` and `material` say them; its form stays.
        Yes = "yes",
    }
}

crate::params! {
    /// A body by name, size and material.
    pub struct BodyParams("body") {
        /// Shape of the body.
        kind: BodyKind::Bar, Choice(BodyKind), "", Rebuild;
        /// Size: length, height or diameter. Twice the size sounds an octave lower.
        size: 0.2, Log(0.01, 5.0), "m", Block, spread 0.05;
        /// Second dimension (a bar's width, a glass's rim diameter); 0 uses the usual one for its
        /// kind and size.
        width: 0.0, ZeroLog(1e-3, 5.0), "m", Block, expert, spread 0.0;
        /// Thickness of the bar, plate or wall; 0 uses the usual one for its kind and size.
        thickness: 0.0, ZeroLog(1e-4, 0.5), "m", Block, spread 0.0;
        /// Material of the body.
        material: MaterialKind::Steel, Choice(MaterialKind), "", Block;
        /// Multiplies the material's density: heavier sounds lower and quieter.
        density: 1.0, Log(0.05, 20.0), "", Block, expert, spread 0.03;
        /// Multiplies the material's elastic modulus: stiffer sounds higher.
        modulus: 1.0, Log(0.01, 100.0), "", Block, expert, spread 0.02;
        /// Multiplies the material's damping: 2 rings half as long.
        damping: 1.0, Log(0.01, 100.0), "", Block, spread 0.08;
        include all: AllModes;
        /// Maximum number of modes.
        count: 48, Integer(1, 512), "", Rebuild, expert, spread 0.0;
        /// Mass of the whole body if it can move away when struck; 0 holds it in place.
        inertia: 0.0, ZeroLog(1e-6, 1e4), "kg", Rebuild, expert, spread 0.0;
        /// The list of modes when the kind is `modes`.
        modes: vec![Mode::default()], List(Mode, 1, 4096), "", Rebuild, expert;
        /// The body file when the kind is `file`: a modal object as written by `urto analyse
        /// --to-modal`, a network of masses (`.mi.toml`), or a body from a mesh (`.body`).
        file: Resource::default(), Resource("the name of a file that holds a body"), "", Rebuild, expert;
        /// Whether a body from a mesh is made anew, with `size` and `material`; else both are those of
        /// its file.
        remade: Remade::No, Choice(Remade), "", Block, expert;
        /// What is changed of single modes, in their order from the lowest on: each with `sounds` (on,
        /// muted, alone), and `frequency`, `decay` (factors) and `gain` (dB), which stay when size or
        /// material changes.
        edit: Vec::new(), List(ModeEdit, 0, edit::MOST), "", Rebuild, expert;
        /// A fingertip that damps it.
        finger: FingerParams::default(), Table(FingerParams), "", Block;
    }
}

impl BodyParams {
    /// What it is made of, factors included.
    pub fn matter(&self) -> Material {
        self.factored(self.material.figures())
    }

    /// A material with the factors on its figures: for a body that brings its own.
    pub fn factored(&self, figures: Material) -> Material {
        Material {
            density: figures.density * self.density,
            modulus: figures.modulus * self.modulus,
            alpha: figures.alpha * self.damping,
            beta: figures.beta * self.damping,
            eta: figures.eta * self.damping,
            ..figures
        }
    }

    /// What it weighs \[kg\]; nothing is known of a table of modes.
    ///
    /// ```
    /// let bar = urto::body::BodyParams::default();
    /// assert!((bar.weight().unwrap() - 0.196).abs() < 1e-3);
    /// ```
    pub fn weight(&self) -> Option<f64> {
        if let Some(loaded) = self.loaded() {
            return loaded.0.weight(self);
        }
        let form = form(self.kind)?;
        let body = self.dimensions(form);
        Some(form.volume(&body) * body.material.density)
    }

    /// Its width and its thickness \[m\], the usual ones for its kind and size where they are 0; nothing
    /// for what has no shape by name.
    ///
    /// ```
    /// use urto::body::{BodyKind, BodyParams};
    /// let bar = BodyParams { kind: BodyKind::Bar, width: 0.02, ..BodyParams::default() };
    /// let [width, thickness] = bar.measures().unwrap();
    /// assert!(width == 0.02 && thickness > 0.0);
    /// ```
    pub fn measures(&self) -> Option<[f64; 2]> {
        let body = self.dimensions(form(self.kind)?);
        Some([body.width, body.thickness])
    }

    /// The longest time in which one of its modes dies away by 60 dB \[s\].
    pub fn longest_decay(&self) -> f64 {
        let changed = self.all.ringing * self.edits().longer();
        if let Some(loaded) = self.loaded() {
            return loaded.0.longest_decay(self) * changed;
        }
        let longest = match form(self.kind) {
            None => self.modes.iter().map(|mode| mode.decay).fold(0.0, f64::max),
            // Losses never fall with frequency.
            Some(form) => {
                let body = self.dimensions(form);
                form.decay(form.lowest(&body).max(20.0), &body)
            }
        };
        longest * changed
    }

    /// What is changed of single modes.
    fn edits(&self) -> edit::Edits<'_> {
        edit::Edits::new(&self.edit)
    }

    /// Whether places along it differ; if not, it is touched where every shape is 1.
    pub fn has_places(&self) -> bool {
        match self.loaded() {
            Some(loaded) => loaded.0.has_places(),
            None => form(self.kind).is_some(),
        }
    }

    /// Its bank of modes and their shapes. Allocates.
    pub fn modal(&self) -> Result<(ModalParams, Box<dyn Shapes>), BuildError> {
        let body = Body::new(self)?;
        Ok((body.modal(self), body.shapes()))
    }

    fn dimensions(&self, form: &dyn form::BodyForm) -> Dimensions {
        let usual = form.usual();
        let measure = |set: f64, share: f64| if set > 0.0 { set } else { share * self.size };
        Dimensions {
            size: self.size,
            width: measure(self.width, usual.width),
            thickness: measure(self.thickness, usual.thickness),
            material: self.matter(),
        }
    }
}
