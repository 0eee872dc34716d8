//! The presets that come with urto: the files of `presets/`, found by name.

use crate::error::FileError;
use crate::preset::{Preset, read_preset};

/// Name and text of every preset's file, in order of names. Adding a preset is adding a file.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/presets.rs"));

/// Reads every preset.
pub fn library() -> Result<Vec<Preset>, FileError> {
    let read = |(file, text): &(&str, &str)| read_preset(file, text.as_bytes());
    FILES.iter().map(read).collect()
}

/// The preset of this name, however it is written: `Wine glass`, `wine-glass`.
pub fn find_preset(name: &str) -> Result<Option<Preset>, FileError> {
    let wanted = spoken(name);
    let mut all = library()?.into_iter();
    Ok(all.find(|preset| {
        preset
            .name
            .as_deref()
            .is_some_and(|own| spoken(own) == wanted)
    }))
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
