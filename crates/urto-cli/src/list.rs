//! `urto list`: the sounds there are, by the taxonomy of everyday sounds.

use crate::failure::Failure;
use crate::output;
use serde_json::json;
use std::fmt::Write;
use urto::sounds::ALL;

/// Names every sound, grouped by what sort of matter sounds.
pub fn run(as_json: bool) -> Result<(), Failure> {
    if as_json {
        let sounds: Vec<_> = ALL
            .iter()
            .map(|entry| {
                json!({
                    "key": entry.key,
                    "title": entry.title,
                    "family": entry.family.name(),
                    "kind": entry.form.name(),
                })
            })
            .collect();
        return output::print_json(&json!({ "sounds": sounds, "presets": [] }));
    }
    output::print(&text())
}

fn text() -> String {
    let widest = ALL.iter().map(|entry| entry.key.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut families: Vec<_> = ALL.iter().map(|entry| entry.family).collect();
    families.dedup();
    for family in families {
        let _ = writeln!(text, "{}", capital(family.name()));
        for entry in ALL.iter().filter(|entry| entry.family == family) {
            let form = entry.form.name();
            let _ = writeln!(text, "  {:widest$}  {form:7}  {}", entry.key, entry.hear);
        }
    }
    text.push_str("\n'urto show SOUND' tells what can be set, 'urto render SOUND' makes a file.\n");
    text
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
