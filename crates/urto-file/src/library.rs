//! What comes with urto: the presets of `presets/`, the bodies of `library/` and the networks of
//! `networks/`, found by name.

use crate::error::FileError;
use crate::preset::{Preset, read_preset};
use std::sync::OnceLock;

/// Name and text of every preset's file, in order of names. Adding a preset is adding a file.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/presets.rs"));

/// Name and text of every body that comes with urto. Adding one is adding a file.
pub const BODIES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/bodies.rs"));

/// Name and text of every network of masses that comes with urto. Adding one is adding a file.
pub const NETWORKS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/networks.rs"));

/// The bytes of a body or a network that comes with urto, by the name of its file.
///
/// ```
/// assert!(urto_file::built_in("teacup.toml").is_some());
/// assert!(urto_file::built_in("gong.mi.toml").is_some());
/// assert!(urto_file::built_in("teapot.toml").is_none());
/// ```
pub fn built_in(name: &str) -> Option<&'static [u8]> {
    let found = BODIES.iter().chain(NETWORKS).find(|(own, _)| *own == name);
    found.map(|(_, text)| text.as_bytes())
}

/// Every preset, read once.
fn shelf() -> Result<&'static [Preset], FileError> {
    static SHELF: OnceLock<Result<Vec<Preset>, FileError>> = OnceLock::new();
    let read = |(file, text): &(&str, &str)| read_preset(file, text.as_bytes());
    let shelf = SHELF.get_or_init(|| FILES.iter().map(read).collect());
    shelf.as_deref().map_err(Clone::clone)
}

/// Reads every preset.
pub fn library() -> Result<Vec<Preset>, FileError> {
    Ok(shelf()?.to_vec())
}

/// The preset of this name, however it is written: `Wine glass`, `wine-glass`.
pub fn find_preset(name: &str) -> Result<Option<Preset>, FileError> {
    let wanted = spoken(name);
    let is = |preset: &&Preset| {
        let own = preset.name.as_deref();
        own.is_some_and(|own| spoken(own) == wanted)
    };
    Ok(shelf()?.iter().find(is).cloned())
}

/// A name as it is spoken: small letters and digits, one space between words.
///
/// ```
/// assert_eq!(urto_file::spoken("Gravel_path,  boots"), "gravel path boots");
/// ```
pub fn spoken(name: &str) -> String {
    let small = name.to_lowercase();
    let words = small.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
