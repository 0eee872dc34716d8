//! Bodies made by code, so that nobody needs a mesh to begin with.
//!
//! Each has usual measures; [`Mesh::scaled`] makes it larger or smaller, and [`Section`],
//! [`Path`], [`revolve`], [`extrude`] and [`sweep`] make others. Walls are one element thick:
//! quadratic elements bend well so. The handles of mug and pan point along x.

mod bars;
mod handle;
mod patches;
mod path;
mod section;
mod sweep;
mod vessels;

pub use path::Path;
pub use section::{Section, Vec2};
pub use sweep::{extrude, revolve, sweep};

use crate::mesh::{Mesh, MeshError};
use urto_body::Patch;

/// A body by name.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Its name.
    pub key: &'static str,
    /// What it is, with its measures.
    pub about: &'static str,
    /// Of what it usually is ([`crate::material::Solid::named`]).
    pub material: &'static str,
    make: fn(Detail) -> Result<Mesh, MeshError>,
}

impl Body {
    /// Its mesh. With a `detail` of 1 its elements are as large as the first twenty or so modes
    /// allow; with 2 they are half as long along the body, and so on.
    pub fn mesh(&self, detail: f64) -> Result<Mesh, MeshError> {
        // Beyond 16 no machine holds the matrices; below a quarter shapes are lost.
        let allowed = 0.25..=16.0;
        if !allowed.contains(&detail) {
            return Err(MeshError::Detail { detail });
        }
        (self.make)(Detail(detail))
    }

    /// Names for places on a mesh of it: its rim, its middle.
    pub fn patches(&self, mesh: &Mesh) -> Vec<Patch> {
        patches::patches(self.key, mesh)
    }
}

/// How many cells are used instead of one.
#[derive(Clone, Copy)]
struct Detail(f64);

impl Detail {
    fn cells(self, usual: usize) -> usize {
        ((self.0 * usual as f64).round() as usize).max(1)
    }

    /// Around an axis: at least so many that a ring stays round.
    fn around(self, usual: usize) -> usize {
        self.cells(usual).max(8)
    }
}

/// All of them.
pub const ALL: &[Body] = &[
    Body {
        key: "bar",
        about: "a bar of 300 x 20 x 10 mm",
        material: "steel",
        make: bars::bar,
    },
    Body {
        key: "plate",
        about: "a plate of 200 x 160 x 3 mm",
        material: "steel",
        make: bars::plate,
    },
    Body {
        key: "ruler",
        about: "a ruler of 300 x 25 x 1 mm, along x from 0",
        material: "steel",
        make: bars::ruler,
    },
    Body {
        key: "fork",
        about: "a tuning fork of 440 Hz with prongs of 87 x 5 x 6 mm, and its stem",
        material: "steel",
        make: bars::fork,
    },
    Body {
        key: "spoon",
        about: "a tablespoon of 180 mm",
        material: "steel",
        make: bars::spoon,
    },
    Body {
        key: "ring",
        about: "a ring of 120 mm from a rod of 8 mm",
        material: "steel",
        make: vessels::ring,
    },
    Body {
        key: "mug",
        about: "a mug of 84 mm across and 95 mm high, walls of 4 mm, with its handle",
        material: "ceramic",
        make: vessels::mug,
    },
    Body {
        key: "bowl",
        about: "a bowl of 145 mm across and 60 mm high, walls of 4 mm",
        material: "ceramic",
        make: vessels::bowl,
    },
    Body {
        key: "glass",
        about: "a wine glass of 165 mm with foot and stem, 1.1 mm at the rim",
        material: "glass",
        make: vessels::glass,
    },
    Body {
        key: "bell",
        about: "a hand bell of 125 mm across, 5 to 8 mm thick",
        material: "brass",
        make: vessels::bell,
    },
    Body {
        key: "bottle",
        about: "a bottle of 74 mm across and 260 mm high, walls of 3.5 mm",
        material: "glass",
        make: vessels::bottle,
    },
    Body {
        key: "pan",
        about: "a pan of 280 mm across, 3 mm thick, with a handle of 180 mm",
        material: "steel",
        make: vessels::pan,
    },
    Body {
        key: "pipe",
        about: "a pipe of 120 mm, 20 mm across, walls of 1.5 mm, along z from 0",
        material: "plastic",
        make: vessels::pipe,
    },
];

/// The body of that name.
pub fn named(key: &str) -> Option<&'static Body> {
    ALL.iter().find(|body| body.key == key)
}
