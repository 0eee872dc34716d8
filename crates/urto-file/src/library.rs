//! What comes with urto: the presets of `presets/`, the bodies of `library/`, the networks of
//! `networks/` and the projects of `projects/`, found by name.

use crate::error::FileError;
use crate::mesh_body::{body_about, is_body};
use crate::modal::read_modal;
use crate::preset::{Preset, read_preset};
use std::sync::OnceLock;

/// Name and text of every preset's file, in order of names. Adding a preset is adding a file.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/presets.rs"));

/// Name and bytes of every body that comes with urto: recorded ones as text, and those that
/// `cargo xtask library` makes. Adding one is adding a file.
pub const BODIES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bodies.rs"));

/// Name and text of every network of masses that comes with urto. Adding one is adding a file.
pub const NETWORKS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/networks.rs"));

/// Name and text of every project that comes with urto. Adding one is adding a file, whose first lines
/// are a comment that says in a paragraph what it is.
pub const PROJECTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/projects.rs"));

/// A project that comes with urto.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInProject {
    /// Name of its file: `kitchen.toml`.
    pub file: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl BuiltInProject {
    /// What it is: the comment that its file begins with.
    pub fn about(&self) -> String {
        let lines = self.text.lines().map_while(|line| line.strip_prefix('#'));
        lines.map(str::trim).collect::<Vec<_>>().join(" ")
    }
}

/// Every project that comes with urto.
pub fn projects() -> impl Iterator<Item = BuiltInProject> {
    PROJECTS.iter().map(|(file, text)| BuiltInProject {
        file,
        name: file.strip_suffix(".toml").unwrap_or(file),
        text,
    })
}

/// The project of this name, however it is written.
///
/// ```
/// let found = urto_file::find_project("Rolling in tube").unwrap();
/// assert_eq!(found.name, "rolling_in_tube");
/// assert!(found.about().contains("tube"));
/// ```
pub fn find_project(name: &str) -> Option<BuiltInProject> {
    let wanted = spoken(name);
    projects().find(|own| spoken(own.name) == wanted)
}

/// The bytes of a body or a network that comes with urto, by the name of its file.
///
/// ```
/// assert!(urto_file::built_in("teacup.toml").is_some());
/// assert!(urto_file::built_in("gong.mi.toml").is_some());
/// assert!(urto_file::built_in("teapot.toml").is_none());
/// ```
pub fn built_in(name: &str) -> Option<&'static [u8]> {
    let body = BODIES.iter().find(|(own, _)| *own == name);
    let network = NETWORKS.iter().find(|(own, _)| *own == name);
    body.map(|(_, bytes)| *bytes)
        .or(network.map(|(_, text)| text.as_bytes()))
}

/// What a body that comes with urto is, in a sentence.
///
/// ```
/// for (name, bytes) in urto_file::BODIES {
///     assert!(!urto_file::about_body(name, bytes)?.is_empty(), "{name}");
/// }
/// # Ok::<(), urto_file::FileError>(())
/// ```
pub fn about_body(name: &str, bytes: &[u8]) -> Result<String, FileError> {
    match is_body(bytes) {
        true => body_about(name, bytes),
        false => Ok(read_modal(name, bytes)?.about.unwrap_or_default()),
    }
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
