//! The block that a sound's file opens with: Hear, Law, Step, Limits, Refs.

use std::path::{Path, PathBuf};

/// The parts of a header block in order: `("Law", "f = ...")`.
pub type Parts = Vec<(String, String)>;

/// Where sounds are.
const SOUNDS: [&str; 4] = [
    "crates/urto/src/sounds",
    "crates/urto-mi/src/sound",
    "crates/urto-liquids/src",
    "crates/urto-machines/src",
];

/// The header block of a sound: of the file that declares its key or, where that has none, of
/// the folder it lies in.
pub fn of_sound(root: &Path, key: &str) -> Result<Parts, String> {
    let mut files = Vec::new();
    for folder in SOUNDS {
        collect(&root.join(folder), &mut files)?;
    }
    let mark = format!("key: \"{key}\",");
    for path in &files {
        let text = read(path)?;
        if !text.contains(&mark) {
            continue;
        }
        let parts = parse(&text);
        if !parts.is_empty() {
            return Ok(parts);
        }
        let above = path.with_file_name("mod.rs");
        return Ok(parse(&read(&above)?));
    }
    let folders = SOUNDS.join(" or ");
    Err(format!("no file of {folders} says {mark}"))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads `//! Name:   text` and the lines that go on below it.
pub fn parse(text: &str) -> Parts {
    let mut parts: Parts = Vec::new();
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    for line in lines {
        let indented = line.starts_with("    ");
        let line = line.trim();
        let named = line.split_once(':').filter(|(name, _)| {
            let letters = name.chars().all(|letter| letter.is_ascii_alphabetic());
            letters && name.starts_with(|first: char| first.is_ascii_uppercase())
        });
        match (named, parts.last_mut()) {
            (Some((name, rest)), _) if !indented => {
                parts.push((name.to_owned(), rest.trim().to_owned()));
            }
            (_, Some((_, text))) if indented && !line.is_empty() => {
                text.push(' ');
                text.push_str(line);
            }
            _ => {}
        }
    }
    // The first line names the thing itself, as in `Impact: a small body ...`.
    parts.retain(|(name, _)| {
        ["Hear", "Law", "Energy", "Step", "Limits", "Refs"].contains(&name.as_str())
    });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_read_with_its_continued_lines() {
        let text = "//! Knock: a thing knocks.\n//!\n//! Hear:   a knock,\n//!         and: more.\n\
                    //! Law:    f = k·x.\n\n//! Refs: not of the block.\nuse x;\n";
        let expected = [("Hear", "a knock, and: more."), ("Law", "f = k·x.")];
        let expected: Parts = expected
            .iter()
            .map(|(a, b)| (a.to_string(), b.to_string()))
            .collect();
        assert_eq!(parse(text), expected);
    }
}
