//! From a mesh and a material to the modes of a body, and to what the air makes of them.
//!
//! Offline: it solves large systems, on several cores, and gives what a body needs to sound.
//!
//! ```
//! use std::ops::ControlFlow;
//! use urto_fem::mesh::lattice;
//! use urto_fem::modes::{Analysis, Wanted};
//!
//! // A steel bar of 300 x 20 x 10 mm, and its two lowest modes.
//! let bar = lattice::block([0.3, 0.02, 0.01], [20, 2, 1])?.quadratic()?;
//! let steel = urto::body::MaterialKind::Steel.figures();
//! let analysis = Analysis::new(&bar, &steel).wanted(Wanted::Count(2));
//! let modes = analysis.run(&mut |_| ControlFlow::Continue(()))?;
//! assert!((modes.frequencies[0] / 574.2 - 1.0).abs() < 0.02);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod aired;
pub mod bodies;
mod element;
pub mod filling;
pub mod fineness;
pub mod material;
pub mod mesh;
pub mod mesher;
pub mod modes;
pub mod radiation;
pub mod sounding;
pub mod thinned;
mod vector;

pub use vector::{Vec3, cube_root};
