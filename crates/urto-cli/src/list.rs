//! `urto list`: the sounds, presets and body files there are, by the taxonomy of everyday sounds.

use crate::failure::Failure;
use crate::output;
use serde_json::json;
use std::fmt::Write;
use urto::sound::Entry;
use urto_file::rows::capital;
use urto_file::{BuiltInProject, Preset};

/// Names every sound and every preset, or those that a word is found in.
pub fn run(word: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let word = urto_file::spoken(word.unwrap_or_default());
    let has = |texts: &[&str]| {
        let mut texts = texts.iter().map(|text| urto_file::spoken(text));
        texts.any(|text| text.contains(&word))
    };
    let sounds: Vec<&Entry> = urto_file::catalogue()
        .sounds()
        .iter()
        .copied()
        .filter(|entry| has(&[entry.key, entry.title, entry.hear, entry.family.name()]))
        .collect();
    let mut presets = urto_file::library().map_err(Failure::other)?;
    presets.retain(|preset| {
        let tags = preset.tags.join(" ");
        has(&[name(preset), about(preset), &tags, &preset.sound])
    });
    let mut bodies = bodies()?;
    bodies.retain(|(file, about)| has(&[file, about, "body file"]));
    let mut projects: Vec<_> = urto_file::projects().collect();
    projects.retain(|own| has(&[own.name, &own.about(), "project"]));
    if as_json {
        let mut all = facts(&sounds, &presets, &bodies);
        let project = |own: &BuiltInProject| json!({ "name": own.name, "about": own.about() });
        all["projects"] = projects.iter().map(project).collect();
        return output::print_json(&all);
    }
    let none = sounds.is_empty() && presets.is_empty() && bodies.is_empty();
    if none && projects.is_empty() {
        return Err(Failure::usage(format!(
            "nothing has '{word}' in its name, tags or description; 'urto list' shows all"
        )));
    }
    output::print(&text(&sounds, &presets, &bodies, &projects))
}

/// Name and description of the body files that come with urto.
fn bodies() -> Result<Vec<(&'static str, String)>, Failure> {
    let body = |(file, bytes): &(&'static str, &[u8])| {
        let about = urto_file::about_body(file, bytes).map_err(Failure::other)?;
        Ok((*file, about))
    };
    urto_file::BODIES.iter().map(body).collect()
}

fn name(preset: &Preset) -> &str {
    preset.name.as_deref().unwrap_or_default()
}

fn about(preset: &Preset) -> &str {
    preset.about.as_deref().unwrap_or_default()
}

fn facts(sounds: &[&Entry], presets: &[Preset], bodies: &[(&str, String)]) -> serde_json::Value {
    let sounds: Vec<_> = sounds
        .iter()
        .map(|entry| {
            json!({
                "key": entry.key,
                "title": entry.title,
                "family": entry.family.name(),
                "kind": entry.form.name(),
                "about": entry.hear,
            })
        })
        .collect();
    let presets: Vec<_> = presets
        .iter()
        .map(|preset| {
            json!({
                "name": name(preset),
                "sound": preset.sound,
                "tags": preset.tags,
                "about": about(preset),
            })
        })
        .collect();
    let bodies: Vec<_> = bodies
        .iter()
        .map(|(file, about)| json!({ "file": file, "about": about }))
        .collect();
    json!({ "sounds": sounds, "presets": presets, "bodies": bodies })
}

fn text(
    sounds: &[&Entry],
    presets: &[Preset],
    bodies: &[(&str, String)],
    projects: &[BuiltInProject],
) -> String {
    let mut text = String::new();
    let widest = |widths: &mut dyn Iterator<Item = usize>| widths.max().unwrap_or(0);
    let keys = widest(&mut sounds.iter().map(|entry| entry.key.len()));
    let names = widest(&mut presets.iter().map(|preset| name(preset).chars().count()));
    for family in families() {
        let own: Vec<_> = sounds
            .iter()
            .filter(|e| e.family.name() == family)
            .collect();
        if !own.is_empty() {
            let _ = writeln!(text, "{}: sounds", capital(family));
        }
        for entry in own {
            let form = entry.form.name();
            let _ = writeln!(text, "  {:keys$}  {form:7}  {}", entry.key, entry.hear);
        }
    }
    // Presets in the order of the registry, then by name.
    let of = |entry: &Entry| {
        presets
            .iter()
            .filter(|p| p.sound == entry.key)
            .collect::<Vec<_>>()
    };
    for family in families() {
        for form in ["event", "texture", "process"] {
            let group = urto_file::catalogue()
                .sounds()
                .iter()
                .filter(|e| e.family.name() == family && e.form.name() == form);
            let mut group = group
                .map(|entry| (entry.key, of(entry)))
                .collect::<Vec<_>>();
            group.retain(|(_, presets)| !presets.is_empty());
            if !group.is_empty() {
                let many = if form == "process" { "es" } else { "s" };
                let gap = if text.is_empty() { "" } else { "\n" };
                let _ = writeln!(text, "{gap}{}: presets, {form}{many}", capital(family));
            }
            for (_, presets) in group {
                for preset in presets {
                    let _ = writeln!(text, "  {:names$}  {}", name(preset), about(preset));
                }
            }
        }
    }
    if !projects.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}Projects:");
    }
    let wide = widest(&mut projects.iter().map(|own| own.name.len()));
    for own in projects {
        let about = own.about();
        // The first sentence is enough here.
        let short = about
            .split_inclusive(". ")
            .next()
            .unwrap_or_default()
            .trim();
        let _ = writeln!(text, "  {:wide$}  {short}", own.name);
    }
    if !bodies.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}Body files, for body.kind=file body.file=NAME:");
    }
    let files = widest(&mut bodies.iter().map(|(file, _)| file.len()));
    for (file, about) in bodies {
        let _ = writeln!(text, "  {file:files$}  {about}");
    }
    text.push_str(
        "\n'urto show SOUND' tells what can be set, 'urto render NAME' makes a file, \
         'urto list WORD' searches.\n",
    );
    text
}

/// Families that have a sound, in the order of the registry.
fn families() -> Vec<&'static str> {
    let mut families: Vec<&str> = Vec::new();
    for entry in urto_file::catalogue().sounds() {
        if !families.contains(&entry.family.name()) {
            families.push(entry.family.name());
        }
    }
    families
}
