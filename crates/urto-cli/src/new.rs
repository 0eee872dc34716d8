//! `urto new`: a small file with comments, that plays at once and is there to be changed.

use crate::failure::Failure;
use crate::{output, save};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::{Path, PathBuf};

/// What to begin.
#[derive(Args)]
pub struct NewArgs {
    /// What it is to be
    pub kind: Kind,
    /// Its name, or a path: 'urto new scene bells' writes bells.toml
    pub name: PathBuf,
}

/// Kinds of files that one writes by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Bodies, contacts between them, a score and places to listen at
    Scene,
    /// The parameters of one sound
    Preset,
    /// Several sounds with a mixer and a score
    Project,
    /// Masses and links in space
    Network,
    /// What a body from a mesh is made of
    Material,
    /// Bodies that fall, slide and chatter
    ContactScene,
}

impl Kind {
    fn template(self) -> &'static str {
        match self {
            Kind::Scene => include_str!("new/scene.toml"),
            Kind::Preset => include_str!("new/preset.toml"),
            Kind::Project => include_str!("new/project.toml"),
            Kind::Network => include_str!("new/network.toml"),
            Kind::Material => include_str!("new/material.toml"),
            Kind::ContactScene => include_str!("new/contact-scene.toml"),
        }
    }
}

/// Writes the file.
pub fn run(asked: &NewArgs, as_json: bool) -> Result<(), Failure> {
    let path = with_ending(&asked.name, asked.kind)?;
    if path.exists() || path.is_symlink() {
        return Err(Failure::usage(format!(
            "'{}' is there already; choose another name",
            path.display()
        )));
    }
    save::save(&path, filled(asked.kind, &path).as_bytes())?;
    let shown = path.display().to_string();
    if as_json {
        return output::print_json(&json!({ "path": shown }));
    }
    let quoted = if shown.contains(' ') { "\"" } else { "" };
    let shown = format!("{quoted}{shown}{quoted}");
    let next = match asked.kind {
        Kind::Material => format!("Use it: urto modes mug --material {shown} -o mug.body"),
        _ => format!("Hear it: urto render {shown}"),
    };
    output::print(&format!("{} is yours to change. {next}\n", path.display()))
}

/// A bare name gets the ending that such files have.
fn with_ending(name: &Path, kind: Kind) -> Result<PathBuf, Failure> {
    match name.extension() {
        None if name.file_name().is_some() && kind == Kind::Network => {
            Ok(name.with_extension("mi.toml"))
        }
        None if name.file_name().is_some() => Ok(name.with_extension("toml")),
        Some(ending) if ending.eq_ignore_ascii_case("toml") => Ok(name.to_owned()),
        _ => Err(Failure::usage(format!(
            "'{}' is no name for a file that ends in .toml, as all that is begun here does",
            name.display()
        ))),
    }
}

/// The template with the file's name in it.
fn filled(kind: Kind, path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    // Comments are one line, and quoted names are as in JSON.
    let file: String = file.chars().filter(|letter| !letter.is_control()).collect();
    let name = json!(stem.replace(['-', '_'], " ")).to_string();
    let text = kind.template().replace("FILE.toml", &file);
    text.replace("\"NAME\"", &name)
}
