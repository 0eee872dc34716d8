//! The sounds, one file each, and their registry.

mod answer;
mod bowed_string;
mod breaking;
mod continuous_crumpling;
mod crumple;
mod crumpling;
mod friction;
mod grains;
mod impact;
mod output;
mod soft_impact;

use crate::error::BuildError;
use crate::sound::Entry;

/// Every sound. Adding one takes its file and a line here.
pub const ALL: &[&Entry] = &[
    &impact::ENTRY,
    &friction::ENTRY,
    &bowed_string::ENTRY,
    &soft_impact::ENTRY,
    &breaking::ENTRY,
    &crumpling::ENTRY,
    &continuous_crumpling::ENTRY,
    &grains::ENTRY,
];

/// The sound of this key.
pub fn find(key: &str) -> Result<&'static Entry, BuildError> {
    let found = ALL.iter().find(|entry| entry.key == key);
    found
        .copied()
        .ok_or_else(|| BuildError::missing("sound", key, ALL.iter().map(|e| e.key)))
}

/// A gesture's strength as an event gives it, within what is allowed.
fn strength(asked: f64) -> f64 {
    if asked.is_finite() {
        asked.clamp(0.0, 10.0)
    } else {
        1.0
    }
}
