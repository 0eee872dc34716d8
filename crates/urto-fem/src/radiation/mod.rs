//! How loud each mode of a body is heard: boundary elements in the air around it.
//!
//! Hear:   which modes of a body carry and which stay with it, how the timbre changes around it,
//!         and how fast the air itself damps each mode.
//! Law:    the Helmholtz equation outside, the surface moving with the mode (see `system.rs`).
//! Step:   surface → pressure on it, one frequency at a time → multipoles, which a player
//!         evaluates where the listener is (`urto_body::playback`).
//! Limits: the body alone in free air; small amplitudes; about 5 cells per wavelength are needed.
//! Refs:   Burton & Miller 1971; Langlois et al. 2014 ("Eigenmode compression").

// Corners, axes and lanes are numbered as in the formulas; iterators would hide that.
#![allow(clippy::needless_range_loop)]

mod bessel;
mod carry;
mod coarsen;
mod dense;
mod error;
mod far;
mod hold;
mod near;
mod pack;
mod phase;
mod quadric;
mod relax;
mod rules;
mod solver;
mod sound;
mod split;
mod still;
mod surface;
mod system;
mod tree;
mod vector;
mod velocity;

pub use carry::{Carrier, carried};
pub use coarsen::coarsen;
pub use error::RadiationError;
pub use solver::{Air, Mode, Quality, Radiated, Radiation, Warning};
pub use sound::SurfaceSound;
pub use surface::Surface;
pub use urto_body::playback::{Multipole, Multipoles, View};
pub use vector::Vec3;
pub use velocity::NormalVelocity;
