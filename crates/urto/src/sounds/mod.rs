//! The sounds, one file each, and their registry.

mod blow;
mod bouncing;
mod bowed_string;
mod braking;
mod chalk;
mod creaking_wood;
mod footsteps;
mod friction;
mod impact;
mod output;
mod riding;
mod rolling;
mod rubbed_glass;
mod rubbing;
mod scraping;
mod squeaking_door;

use crate::error::BuildError;
use crate::sound::Entry;

/// Every sound. Adding one takes its file and a line here.
pub const ALL: &[&Entry] = &[
    &impact::ENTRY,
    &friction::ENTRY,
    &bowed_string::ENTRY,
    &squeaking_door::ENTRY,
    &braking::ENTRY,
    &chalk::ENTRY,
    &rubbed_glass::ENTRY,
    &creaking_wood::ENTRY,
    &footsteps::ENTRY,
    &bouncing::ENTRY,
    &rolling::ENTRY,
    &scraping::ENTRY,
];

/// The sound of this key.
pub fn find(key: &str) -> Result<&'static Entry, BuildError> {
    let found = ALL.iter().find(|entry| entry.key == key);
    found
        .copied()
        .ok_or_else(|| BuildError::missing("sound", key, ALL.iter().map(|e| e.key)))
}
