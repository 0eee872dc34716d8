//! Sounds of gases and machines: wind, explosions, fire, motors, engines and clockwork.
#![forbid(unsafe_code)]

pub mod clockwork;
pub mod combustion_engine;
pub mod electric_motor;
pub mod explosion;
pub mod fire;
mod parts;
pub mod vacuum_cleaner;
pub mod wind;

use urto::sound::Entry;

/// Every sound of this crate. Adding one takes its file and a line here.
pub const SOUNDS: &[&Entry] = &[
    &vacuum_cleaner::ENTRY,
    &wind::ENTRY,
    &explosion::ENTRY,
    &fire::ENTRY,
    &electric_motor::ENTRY,
    &combustion_engine::ENTRY,
    &clockwork::ENTRY,
];
