//! The taxonomy page: from low-level models up to examples, after section 2.2 of Papetti's
//! thesis (2010), whose figure 2.1 draws it.

use std::fmt::Write;
use urto::sound::{Entry, Form, LOW_LEVEL};
use urto_file::Preset;

/// What is heard in the world, by family, and the sounds that make it, present or to come.
const PHENOMENA: &[(&str, &str, &[&str])] = &[
    ("solids", "a blow, a knock, a bell", &["impact"]),
    ("solids", "a blow on something soft", &["soft_impact"]),
    ("solids", "rubbing, stick and slip", &["friction"]),
    ("solids", "a bowed string", &["bowed_string"]),
    ("solids", "a squeaking door", &["squeaking_door"]),
    ("solids", "braking", &["braking"]),
    ("solids", "chalk on a board", &["chalk"]),
    ("solids", "a rubbed glass", &["rubbed_glass"]),
    ("solids", "creaking wood", &["creaking_wood"]),
    ("solids", "a dropped thing that bounces", &["bouncing"]),
    ("solids", "something that breaks", &["breaking"]),
    ("solids", "rolling", &["rolling"]),
    ("solids", "scraping", &["scraping"]),
    (
        "solids",
        "crumpling and crushing",
        &["crumpling", "continuous_crumpling"],
    ),
    ("solids", "things shaken in a vessel", &["grains"]),
    ("solids", "footsteps", &["footsteps"]),
    ("liquids", "a drop, a bubble", &["bubble", "dripping"]),
    (
        "liquids",
        "pouring, boiling, frying, streams",
        &["bubble_stream", "pouring"],
    ),
    ("liquids", "a splash", &["splash"]),
    ("gases", "wind", &["wind"]),
    ("gases", "an explosion", &["explosion"]),
    ("machines", "a vacuum cleaner", &["vacuum_cleaner"]),
    ("machines", "a motor", &["motor"]),
];

/// The page.
pub fn page(made: &str, presets: &[Preset]) -> String {
    let mut page = format!(
        "{made}\n\n# Taxonomy of sounds\n\nFrom basic models (bottom) to simple events and \
         textures, to processes, to examples. The levels are those of Papetti's thesis (2010, \
         section 2.2.3), after Gaver's taxonomy of everyday sounds.\n\n```mermaid\ngraph BT\n"
    );
    for model in LOW_LEVEL
        .iter()
        .filter(|model| !users(model.key).is_empty())
    {
        let _ = writeln!(page, "    m_{0}([{0}])", model.key);
    }
    for entry in urto_file::catalogue().sounds() {
        for base in entry.built_on {
            let kind = if is_sound(entry, base) { "s" } else { "m" };
            let _ = writeln!(page, "    {kind}_{base} --> s_{0}[{0}]", entry.key);
        }
    }
    page.push_str(
        "```\n\n## Low-level models\n\n| model | what it is | used by |\n|---|---|---|\n",
    );
    for model in LOW_LEVEL {
        let users = users(model.key);
        let users = if users.is_empty() {
            "nothing yet".to_owned()
        } else {
            users.join(", ")
        };
        let _ = writeln!(page, "| {} | {} | {users} |", model.key, model.about);
    }
    level(&mut page, "Basic events", Form::Event, presets);
    level(&mut page, "Textures", Form::Texture, presets);
    level(&mut page, "Processes", Form::Process, presets);
    page.push_str("\n## Phenomena\n\n| family | what one hears | sounds |\n|---|---|---|\n");
    for (family, heard, keys) in PHENOMENA {
        let known = keys.iter().filter(|key| {
            urto_file::catalogue()
                .sounds()
                .iter()
                .any(|entry| entry.key == **key)
        });
        let known: Vec<String> = known.map(|key| link(key)).collect();
        let known = if known.is_empty() {
            "not yet".to_owned()
        } else {
            known.join(", ")
        };
        let _ = writeln!(page, "| {family} | {heard} | {known} |");
    }
    let listed = |entry: &&&Entry| {
        PHENOMENA
            .iter()
            .any(|(_, _, keys)| keys.contains(&entry.key))
    };
    for entry in urto_file::catalogue()
        .sounds()
        .iter()
        .filter(|entry| !listed(entry))
    {
        let (family, heard) = (entry.family.name(), entry.title.to_lowercase());
        let _ = writeln!(page, "| {family} | {heard} | {} |", link(entry.key));
    }
    page
}

/// A base that is another sound; a low-level model of the same name comes first.
fn is_sound(entry: &Entry, base: &str) -> bool {
    !LOW_LEVEL.iter().any(|model| model.key == base) && base != entry.key
}

fn users(model: &str) -> Vec<String> {
    let users = urto_file::catalogue()
        .sounds()
        .iter()
        .filter(|entry| entry.built_on.contains(&model));
    users.map(|entry| link(entry.key)).collect()
}

fn link(key: &str) -> String {
    format!("[`{key}`](reference/{key}.md)")
}

fn level(page: &mut String, title: &str, form: Form, presets: &[Preset]) {
    let _ = write!(page, "\n## {title}\n\n");
    let sounds: Vec<&&Entry> = urto_file::catalogue()
        .sounds()
        .iter()
        .filter(|entry| entry.form == form)
        .collect();
    if sounds.is_empty() {
        page.push_str("None yet.\n");
        return;
    }
    page.push_str(
        "| sound | family | built on | what one hears | examples |\n|---|---|---|---|---|\n",
    );
    for entry in sounds {
        let own = presets.iter().filter(|preset| preset.sound == entry.key);
        let names: Vec<&str> = own.filter_map(|preset| preset.name.as_deref()).collect();
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} |",
            link(entry.key),
            entry.family.name(),
            entry.built_on.join(", "),
            entry.hear,
            names.join("; ")
        );
    }
}
