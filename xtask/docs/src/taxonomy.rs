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
    ("gases", "fire", &["fire"]),
    ("machines", "a vacuum cleaner", &["vacuum_cleaner"]),
    (
        "machines",
        "a motor",
        &["electric_motor", "combustion_engine"],
    ),
    ("machines", "clockwork", &["clockwork"]),
];

/// What the thesis names otherwise, and what stands for it here.
const NAMED_OTHERWISE: &[(&str, &str)] = &[
    (
        "modal object",
        "`modes`: any body, by size and material, from a table, a recording or a mesh",
    ),
    (
        "inertial object",
        "a mass: the hammer, ball or hand of every sound",
    ),
    ("waveguide object", "`string`"),
    (
        "impact, linear impact",
        "`impact`; `linear` in scenes, and an exponent of 1 in `contact.exponent`",
    ),
    ("friction", "`friction`"),
    (
        "collapsing bubble",
        "`bubble`, a low-level model of the liquids",
    ),
    (
        "stream of bubbles: boiling, frying, running water",
        "`bubble_stream`; a vessel that fills is `pouring`",
    ),
    ("particles of a fluid", "`fluid_particles`"),
    (
        "spatialization by a waveguide mesh",
        "the space `tube` behind any sound; see [spaces](spaces.md)",
    ),
    (
        "inclined plane",
        "`drive = \"plane\"` of [`rolling`](reference/rolling.md), and routes from an `incline`; see [routes](routes.md)",
    ),
    ("dropping", "[`bouncing`](reference/bouncing.md)"),
    (
        "squeaking, rubbing",
        "[`friction`](reference/friction.md), [`rubbed_glass`](reference/rubbed_glass.md), [`squeaking_door`](reference/squeaking_door.md)",
    ),
];

/// What no sound is built on because it stands behind all of them.
const SPACES_STAND: &str = "Spaces stand behind every sound, and are chosen by its `space`";

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
    let _ = writeln!(
        page,
        "\n{SPACES_STAND}:\n\n| space | what it is |\n|---|---|"
    );
    for space in urto_file::catalogue().spaces() {
        let _ = writeln!(page, "| {} | {} |", space.key, space.about);
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
    page.push_str(
        "\n## Named otherwise\n\nWhat the thesis names differently (2.2.4, 2.2.5, 3.2), and what stands \
         for it here.\n\n| there | here |\n|---|---|\n",
    );
    for (there, here) in NAMED_OTHERWISE {
        let _ = writeln!(page, "| {there} | {here} |");
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a family that has sounds every phenomenon has one: no row says "not yet".
    #[test]
    fn no_row_is_left_of_a_family_that_sounds() {
        let sounds = urto_file::catalogue().sounds();
        for (family, heard, keys) in PHENOMENA {
            let there = sounds.iter().any(|own| own.family.name() == *family);
            let made = sounds.iter().any(|own| keys.contains(&own.key));
            assert!(!there || made, "{family}: {heard}");
        }
    }
}
