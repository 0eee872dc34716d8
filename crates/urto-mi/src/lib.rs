//! Bodies built from points: masses in space, and links between them.
//!
//! Hear:   strings, beams, plates, cloths and jellies, from a few masses to thousands; struck
//!         softly they ring in modes, struck hard their pitch glides and they crash, since springs
//!         in space are not linear.
//! Law:    Newton's for every mass; links pull and push along the line between two masses
//!         ([`law`]). Units are SI; the discrete K, Z and M of Villeneuve & Leonard (2019) are
//!         another way to write the same ([`Model::discrete`]).
//! Step:   leapfrog with an account of energy and guards that idle in normal use ([`network`]).
//! Limits: see [`network`].
//!
//! ```
//! use urto_mi::{Mass, Model, MassNetwork, Spring};
//!
//! // Two masses in a row between walls.
//! let mut model = Model::new(44_100.0)?;
//! let wall = model.add(Mass::at([0.0, 0.0, 0.0]).fixed())?;
//! let first = model.add(Mass::at([0.1, 0.0, 0.0]).of(1e-3))?;
//! let second = model.add(Mass::at([0.2, 0.0, 0.0]).of(1e-3))?;
//! let other = model.add(Mass::at([0.3, 0.0, 0.0]).fixed())?;
//! let spring = Spring { stiffness: 2e3, length: Some(0.09), ..Spring::default() };
//! for ends in [[wall, first], [first, second], [second, other]] {
//!     model.join(ends, spring)?;
//! }
//! let mut network = MassNetwork::new(&model)?;
//! network.push(first, [0.0, 1.0, 0.0]);
//! for _ in 0..100 {
//!     network.step();
//! }
//! assert!(network.position(first)[1] != 0.0);
//! # Ok::<(), urto_mi::ModelError>(())
//! ```
#![deny(unsafe_code)]

pub mod account;
pub mod advisor;
mod band;
mod body;
pub mod builders;
pub mod change;
mod cloud;
pub mod contact;
pub mod export;
mod fabric;
mod hand;
pub mod haptic;
mod joint;
mod lanes;
pub mod law;
mod limit;
mod line;
mod maker;
pub mod mesh;
pub mod model;
pub mod network;
mod order;
mod piece;
pub mod placed;
mod pool;
mod resample;
mod rest;
pub mod score;
pub mod sound;
mod spring;
mod spring_space;
pub mod stepping;
mod vector;
mod web;

pub use account::Guards;
pub use advisor::Advice;
pub use body::{MassBody, MassPoint};
pub use builders::{Across, Hold, Lattice, Row};
pub use change::{Amount, Change, Planned};
pub use contact::{Against, Contact, ContactCounts};
pub use law::{Attractor, Bow, Law, LinkLaw, Pluck, Side, Spring};
pub use line::Line;
pub use maker::{NetworkMaker, Touch, Unfit, is_flat_network};
pub use mesh::{Held, MeshError, Skipped, Surface, SurfaceMesh};
pub use model::{Freedom, Link, LinkId, Mass, MassId, Model, ModelError, Moved};
pub use network::{LiveGroup, MassNetwork, Prepared};
pub use piece::NetworkPiece;
pub use placed::{Placed, Turn};
pub use score::{Course, Drive, Driven, Driver, Event, Heard, Listener, MOST_SIGNALS, Played};
pub use spring_space::{SPRING_SPACE, SpringParams, SpringSpace};
pub use stepping::{Precision, StepQuality, Stepping};
