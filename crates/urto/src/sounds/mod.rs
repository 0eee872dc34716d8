//! The sounds, one file each, and their registry.

mod blow;
mod bouncing;
mod bowed_string;
mod friction;
mod impact;
mod output;
mod riding;
mod rolling;
mod scraping;

use crate::error::BuildError;
use crate::sound::Entry;

/// Every sound. Adding one takes its file and a line here.
pub const ALL: &[&Entry] = &[
    &impact::ENTRY,
    &friction::ENTRY,
    &bowed_string::ENTRY,
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
