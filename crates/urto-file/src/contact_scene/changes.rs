//! `-p key=value`: what a command changes in a scene's text before it is read.

use crate::error::FileError;
use toml_edit::{DocumentMut, Item, Table, Value};

/// The text with keys set to values: `body.mug.damping` and `2`, `listen.place` and `[0, 1, 0]`. What
/// is no value of TOML is taken as a word.
///
/// ```
/// let text = "urto = \"contact-scene/1\"\n[body.mug]\nshape = \"sphere\"\n";
/// let changes = [("body.mug.damping".to_owned(), "2".to_owned())];
/// let changed = urto_file::with_changes("mug.toml", text, &changes)?;
/// assert!(changed.contains("damping = 2"));
/// # Ok::<(), urto_file::FileError>(())
/// ```
pub fn with_changes(
    file: &str,
    text: &str,
    changes: &[(String, String)],
) -> Result<String, FileError> {
    if changes.is_empty() {
        return Ok(text.to_owned());
    }
    let wrong = |key: &str, why: &str| FileError::new(file, None, key, why);
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| wrong("", error.message()))?;
    for (key, written) in changes {
        let value: Value = match written.trim().parse() {
            Ok(value) => value,
            Err(_) => Value::from(written.as_str()),
        };
        let parts: Vec<&str> = key.split('.').collect();
        let (Some((last, way)), true) = (parts.split_last(), parts.len() <= 8) else {
            return Err(wrong(key, "it is no key of a scene"));
        };
        let mut at = document.as_table_mut() as &mut dyn toml_edit::TableLike;
        for part in way {
            let own = at.entry(part).or_insert(Item::Table(Table::new()));
            let Some(own) = own.as_table_like_mut() else {
                return Err(wrong(key, "it leads into something that is no table"));
            };
            at = own;
        }
        at.insert(last, Item::Value(value));
    }
    Ok(document.to_string())
}

/// Refuses changes that would move bodies otherwise: those of a run are heard otherwise only.
pub fn sounds_only(changes: &[(String, String)]) -> Result<(), String> {
    for (key, _) in changes {
        let parts: Vec<&str> = key.split('.').collect();
        let heard = match parts.as_slice() {
            ["listen" | "space" | "seed", ..] | ["contact", "damping"] => true,
            ["pair", _, "damping"] => true,
            [
                "body",
                _,
                "damping" | "grain" | "roundness" | "sound" | "gain" | "alpha" | "beta" | "eta",
                ..,
            ] => true,
            [space, _] => crate::catalogue().space(space).is_ok(),
            _ => false,
        };
        if !heard {
            return Err(format!(
                "'{key}' would move bodies otherwise, and a run has moved them already; of a run these \
                 can be changed: listen, space and its table, seed, damping of contacts, and of a body \
                 damping, alpha, beta, eta, grain, roundness, sound and gain"
            ));
        }
    }
    Ok(())
}
