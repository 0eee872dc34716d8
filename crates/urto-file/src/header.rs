//! The first line of every file says what it is: `urto = "scene/1"`.

use crate::error::{FileError, hint};
use crate::tree::{self, Data, Node};
use urto::closest;

/// Largest scene or preset that is read \[bytes\].
const LARGEST: usize = 4 << 20;
/// Largest project, in which a take of an hour may be, or network, with 200,000 masses.
const LARGEST_PROJECT: usize = 16 << 20;

/// What sort of file it is.
#[derive(Clone, Copy)]
pub(crate) enum FileKind {
    Scene,
    ContactScene,
    Preset,
    Project,
    Modal,
    Network,
    Material,
}

impl FileKind {
    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            FileKind::Scene => "a scene",
            FileKind::ContactScene => "a contact scene",
            FileKind::Preset => "a preset",
            FileKind::Project => "a project",
            FileKind::Modal => "a modal object",
            FileKind::Network => "a network of masses",
            FileKind::Material => "a material",
        }
    }

    /// Most bytes that are read.
    fn largest(self) -> usize {
        match self {
            FileKind::Scene
            | FileKind::ContactScene
            | FileKind::Preset
            | FileKind::Modal
            | FileKind::Material => LARGEST,
            FileKind::Project | FileKind::Network => LARGEST_PROJECT,
        }
    }
}

/// The kinds that are read, as the first line has them.
const KNOWN: [(&str, FileKind); 7] = [
    ("scene/1", FileKind::Scene),
    ("contact-scene/1", FileKind::ContactScene),
    ("preset/1", FileKind::Preset),
    ("project/1", FileKind::Project),
    ("modal/1", FileKind::Modal),
    ("mi/1", FileKind::Network),
    ("material/1", FileKind::Material),
];

/// Checks size, encoding and first line, and reads the TOML.
pub(crate) fn open(file: &str, bytes: &[u8]) -> Result<(FileKind, Node), FileError> {
    let small_enough = |most: usize| {
        let mebibytes = most >> 20;
        let message = format!("the file is larger than {mebibytes} MiB, the most that is read");
        let fits = bytes.len() <= most;
        fits.then_some(())
            .ok_or_else(|| FileError::new(file, None, "", message))
    };
    if crate::is_body(bytes) {
        let message = "it is a body from a mesh; name it as the 'body.file' of a sound";
        return Err(FileError::new(file, None, "", message));
    }
    small_enough(LARGEST_PROJECT)?;
    let text = str::from_utf8(bytes).map_err(|error| {
        let breaks = bytes[..error.valid_up_to()].iter().filter(|b| **b == b'\n');
        let line = Some(breaks.count() + 1);
        FileError::new(file, line, "", "the file is not text in UTF-8")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let kind = kind(file, text)?;
    small_enough(kind.largest())?;
    let root = tree::parse(text)
        .map_err(|error| FileError::new(file, Some(error.line), "", error.message))?;
    Ok((kind, root))
}

pub(crate) fn kind(file: &str, text: &str) -> Result<FileKind, FileError> {
    let known = KNOWN
        .map(|(name, _)| format!("urto = \"{name}\""))
        .join(" or ");
    let mut lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let Some((index, line)) = lines.next() else {
        let message = format!("the file is empty; its first line must be {known}");
        return Err(FileError::new(file, None, "", message));
    };
    let written = written_kind(line).ok_or_else(|| {
        let message = format!("the first line must say what the file is: {known}");
        FileError::new(file, Some(index + 1), "", message)
    })?;
    let fail = |message: String| {
        let message = format!(
            "{message} (known: {})",
            KNOWN.map(|(name, _)| name).join(", ")
        );
        Err(FileError::new(file, Some(index + 1), "urto", message))
    };
    if let Some((_, kind)) = KNOWN.iter().find(|(name, _)| *name == written) {
        return Ok(*kind);
    }
    let (name, version) = written.split_once('/').unwrap_or((&written, ""));
    let names = KNOWN.map(|(known, _)| known.split('/').next().unwrap_or(known));
    if names.contains(&name) {
        return fail(format!("version '{version}' of '{name}' is not known"));
    }
    let suggestion = closest(name, names).map(str::to_owned);
    fail(format!(
        "'{written}' is not a kind of file{}",
        hint(&suggestion)
    ))
}

/// The value of `urto` if the line sets that and nothing else.
fn written_kind(line: &str) -> Option<String> {
    let Data::Table(entries) = tree::parse(line).ok()?.data else {
        return None;
    };
    match entries.into_iter().next()? {
        (
            key,
            Node {
                data: Data::Text(text),
                ..
            },
        ) if key == "urto" => Some(text),
        _ => None,
    }
}
