//! Bodies from meshes, as they sound: modes, and how each moves every place of a surface.
//!
//! Hear:   a cup, a fork or a pan as its shape makes it: where one strikes decides which partials
//!         speak, size and material what they are.
//! Law:    modes of the elastic solid (crate `urto-fem` finds them); losses of the material at each
//!         frequency, and what the air takes. A body of the same form but another size and material
//!         has the same shapes, and frequencies by [scaling laws](scaled).
//! Step:   a bank of modes, like bodies by name; [multipoles](playback) for who listens in the air.
//! Limits: linear; Poisson's ratio stays that of the body that was solved for.
//! Refs:   Zheng & James 2011; van den Doel & Pai 1998 (scaling).
//!
//! ```
//! use urto::body::{Body, BodyKind, BodyParams, Loaded, MaterialKind};
//! use urto::param::Resource;
//! use urto_body::{MeshBody, MeshMode};
//! // A tetrahedron of 1 cm with one mode, which moves its tip.
//! let vertices = vec![[0.0; 3], [0.01, 0.0, 0.0], [0.0, 0.01, 0.0], [0.0, 0.0, 0.01]];
//! let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
//! let mut shape = vec![[0.0; 3]; 4];
//! shape[3] = [0.0, 0.0, 1.0];
//! let mode = MeshMode { frequency: 2000.0, mass: 1e-3, radiated: 0.0, air: None, shape };
//! let steel = MaterialKind::Steel.figures();
//! let body = MeshBody::new("tip", steel, 0.008, vertices, triangles, vec![mode])?;
//! let params = BodyParams {
//!     kind: BodyKind::File,
//!     file: Resource::loaded("tip.body", std::sync::Arc::new(Loaded(std::sync::Arc::new(body)))),
//!     ..BodyParams::default()
//! };
//! assert_eq!(Body::new(&params)?.modes()[0].frequency, 2000.0);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod around;
mod flat;
mod line;
mod maker;
pub mod playback;
pub mod scaled;

pub use flat::is_flat;
pub use maker::{MeshBody, MeshBodyError, MeshMode, is_patch_name};
pub use urto::body::Patch;
