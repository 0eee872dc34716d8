//! Sounds of liquids: bubbles, drops, streams, pouring, rain and waves.
//!
//! What a liquid gives the ear is mostly the air in it: bubbles that ring ([`law`](self), `bank`),
//! columns of air above it (`cavity`), and the bodies that drops fall on (`solid`). A process lets
//! them happen; what all share is the `pool`.
#![forbid(unsafe_code)]

mod bank;
pub mod bubble;
pub mod bubble_stream;
mod cavity;
mod chance;
mod crowd;
pub mod dripping;
mod drop;
pub mod fluid_particles;
mod later;
mod law;
mod pool;
pub mod pouring;
pub mod rain;
mod scene;
mod solid;
mod sph;
pub mod splash;
pub mod waves;

pub use cavity::VesselParams;
pub use crowd::{CrowdParams, SprayParams};
pub use drop::DropParams;
pub use law::{Bubble, Losses};
pub use sph::Liquid;

use urto::sound::Entry;

/// Every sound of this crate. Adding one takes its file and a line here.
pub const SOUNDS: &[&Entry] = &[
    &bubble::ENTRY,
    &bubble_stream::ENTRY,
    &dripping::ENTRY,
    &pouring::ENTRY,
    &rain::ENTRY,
    &waves::ENTRY,
    &splash::ENTRY,
    &fluid_particles::ENTRY,
];
