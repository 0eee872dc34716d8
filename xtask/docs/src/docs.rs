//! The generated docs: the README's table of sounds, the reference pages, the taxonomy and the
//! studies, from the tables, the files' opening blocks and the presets.

use crate::{header, studies, taxonomy};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use urto::param::{Params, Table};
use urto::sound::Entry;
use urto_file::Preset;
use urto_file::rows::{self, Row};

/// The README's table stands between these.
const BEGIN: &str = "<!-- sounds: made by `cargo xtask docs` -->";
const END: &str = "<!-- end of sounds -->";
const MADE: &str = "<!-- Made by `cargo xtask docs` from the code; do not edit. -->";

/// Writes what is not up to date.
pub fn write(root: &Path) -> Result<(), String> {
    for (path, text) in stale(root)? {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("wrote {}", path.display());
    }
    for path in orphans(root) {
        std::fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("removed {}", path.display());
    }
    Ok(())
}

/// Fails if anything is not up to date.
pub fn check(root: &Path) -> Result<(), String> {
    let mut wrong: Vec<PathBuf> = stale(root)?.into_iter().map(|(path, _)| path).collect();
    wrong.extend(orphans(root));
    if wrong.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = wrong.iter().map(|p| p.display().to_string()).collect();
    Err(format!(
        "not up to date: {}; run 'cargo xtask docs'",
        names.join(", ")
    ))
}

/// Files whose text is not what it should be, with what it should be.
fn stale(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let readme = root.join("README.md");
    let old = std::fs::read_to_string(&readme).map_err(|e| format!("{}: {e}", readme.display()))?;
    let mut files = vec![(readme, with_table(&old)?)];
    files.extend(pages(root)?);
    files.retain(|(path, text)| std::fs::read_to_string(path).ok().as_ref() != Some(text));
    Ok(files)
}

/// The README with a fresh table of sounds.
fn with_table(readme: &str) -> Result<String, String> {
    let parts = readme.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = parts.ok_or("README.md has lost the marks around its table of sounds")?;
    let mut table = String::from("| sound | kind | what one hears |\n|---|---|---|\n");
    for entry in urto_file::catalogue().sounds() {
        let _ = writeln!(
            table,
            "| [`{0}`](docs/reference/{0}.md) | {1}, {2} | {3} |",
            entry.key,
            entry.family.name(),
            entry.form.name(),
            cell(entry.hear)
        );
    }
    Ok(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

fn folder(root: &Path) -> PathBuf {
    root.join("docs/reference")
}

/// Every reference page, the taxonomy and the studies.
fn pages(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let presets = urto_file::library().map_err(|error| error.to_string())?;
    let mut pages = Vec::new();
    for entry in urto_file::catalogue().sounds() {
        let path = folder(root).join(format!("{}.md", entry.key));
        pages.push((path, sound_page(root, entry, &presets)?));
    }
    let path = root.join("docs/taxonomy.md");
    pages.push((path, taxonomy::page(MADE, &presets)));
    pages.push((root.join("docs/studies.md"), studies::page(MADE)));
    let kinds = urto_file::catalogue().objects();
    let objects = parts(
        "Objects",
        "Bodies that a scene can have: `kind = \"...\"` under `[object.NAME]`. Points of a modal object are positions from 0 to 1, shapes of its modes, or those of a normal and of up to two tangents: `points = { end = 0.0, tip = { normal = [1.0, -0.8], tangent = [0.1, 0.5] } }`, written `bar@tip` and `bar@tip.tangent`. Under `body` stands what the named ones take: `kind = \"glass\"`, and so on.",
        kinds
            .iter()
            // Named bodies share one table: the first stands for all.
            .filter(|kind| kind.key == kind.table.key || kind.key == "bar")
            .map(|kind| (kind.table, (kind.params)())),
    );
    pages.push((folder(root).join("objects.md"), objects));
    let laws = urto_file::catalogue().laws();
    let contacts = parts(
        "Contacts",
        "Laws of force that a scene can have: `law = \"...\"` under `[contact.NAME]`, between two points: `between = [\"hammer\", \"bar@end\"]`. Friction takes its normal force from `normal_force`, or in the same step from the force of another contact: `pressed_by = \"touch\"`.",
        laws.iter().map(|law| (law.table, (law.params)())),
    );
    pages.push((folder(root).join("contacts.md"), contacts));
    Ok(pages)
}

/// What one hears, law, limits, macros, presets, parameters and references of a sound.
fn sound_page(root: &Path, entry: &Entry, presets: &[Preset]) -> Result<String, String> {
    let mut page = format!(
        "{MADE}\n\n# {} (`{}`)\n\n{}\n\n{}, {}; built on {}. [Taxonomy](../taxonomy.md)\n\n",
        entry.title,
        entry.key,
        entry.hear,
        rows::capital(entry.family.name()),
        entry.form.name(),
        entry.built_on.join(", "),
    );
    let parts = header::of_sound(root, entry.key)?;
    let refs = parts.iter().filter(|(name, _)| name == "Refs");
    for (name, text) in parts.iter().filter(|(name, _)| name != "Refs") {
        let _ = writeln!(page, "- **{name}**: {text}");
    }
    let _ = write!(
        page,
        "\n## Macros\n\nSliders from 0 to 100; each sets the parameters it moves.\n\n"
    );
    page.push_str("| macro | default | meaning | moves |\n|---|---|---|---|\n");
    let sound = (entry.make)();
    for control in entry.table.macros {
        let _ = writeln!(
            page,
            "| `{}` | {:.0} | {} | {} |",
            control.key,
            control.position(sound.params()),
            cell(&rows::plain(control.about)),
            cell(&rows::moves(control, entry.table).join("; "))
        );
    }
    let _ = write!(page, "\n## Events\n\n{}\n", events(entry));
    let mut own = presets.iter().filter(|p| p.sound == entry.key).peekable();
    if own.peek().is_some() {
        page.push_str("\n## Presets\n\n");
    }
    for preset in own {
        let name = preset.name.as_deref().unwrap_or_default();
        let about = preset.about.as_deref().unwrap_or_default();
        let _ = writeln!(page, "- \"{name}\": {about}");
    }
    let _ = write!(
        page,
        "\n## Parameters\n\n{}\n\n{}",
        usage(entry.key),
        table(sound.params())
    );
    for (_, text) in refs {
        let _ = write!(page, "\n## References\n\n{text}\n");
    }
    Ok(page)
}

/// What events move.
fn events(entry: &Entry) -> String {
    let moves = rows::expression(&entry.expression);
    let [pitch, pressure, place] = [
        !entry.expression.pitch.is_empty(),
        !entry.expression.pressure.is_empty(),
        entry.expression.place.is_some(),
    ];
    let names = [(pitch, "pitch"), (pressure, "pressure"), (place, "place")];
    let none: Vec<&str> = names
        .iter()
        .filter(|(has, _)| !has)
        .map(|(_, name)| *name)
        .collect();
    let mut text = format!("Strength scales the gesture's speed. {}", moves.join(" "));
    if !none.is_empty() {
        text = format!("{} It has no {}.", text.trim_end(), none.join(" and no "));
    }
    text.trim_end().to_owned()
}

/// Reference pages of what is no more.
fn orphans(root: &Path) -> Vec<PathBuf> {
    let Ok(pages) = pages(root) else {
        return Vec::new();
    };
    let known: Vec<PathBuf> = pages.into_iter().map(|(path, _)| path).collect();
    let Ok(files) = std::fs::read_dir(folder(root)) else {
        return Vec::new();
    };
    let mut orphans: Vec<PathBuf> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "md") && !known.contains(path))
        .filter(|path| std::fs::read_to_string(path).is_ok_and(|text| text.starts_with(MADE)))
        .collect();
    orphans.sort();
    orphans
}

fn usage(key: &str) -> String {
    format!(
        "`urto render {key} -p KEY=VALUE` sets a parameter or a macro. In lists, `N` is the entry's number, \
         counted from 0."
    )
}

fn parts(
    title: &str,
    about: &str,
    tables: impl Iterator<Item = (&'static Table, Box<dyn Params>)>,
) -> String {
    let mut page = format!("{MADE}\n\n# {title}\n\n{about}\n");
    for (declared, params) in tables {
        let about = rows::plain(declared.about);
        let _ = write!(
            page,
            "\n## `{}`\n\n{about}\n\n{}",
            declared.key,
            table(params.as_ref())
        );
    }
    page
}

/// A table of parameters, and a list of what the options of its choices mean.
fn table(params: &dyn Params) -> String {
    let groups = rows::folded(params);
    let mut text = String::from(
        "| key | default | range | unit | scale | update | tier | meaning |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (key, group) in &groups {
        let Some(row) = group.first() else { continue };
        let cells = [
            format!("`{key}`"),
            rows::defaults_text(group),
            row.range_text(),
            row.spec.unit.to_owned(),
            row.scale().to_owned(),
            row.spec.update.name().to_owned(),
            row.spec.tier.name().to_owned(),
            row.about(),
        ];
        let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text + &choices(&groups)
}

fn choices(groups: &[(String, Vec<Row>)]) -> String {
    let mut text = String::new();
    for (key, group) in groups {
        let options = group.first().map_or(&[][..], Row::options);
        if options.is_empty() {
            continue;
        }
        let _ = write!(text, "\n`{key}`:\n\n");
        for option in options {
            let _ = writeln!(text, "- `{}`: {}", option.key, rows::plain(option.about));
        }
    }
    text
}

/// Text that does not end a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('[', "\\[")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn every_parameter_and_macro_is_on_its_page() {
        let pages = pages(root()).unwrap();
        for (path, page) in &pages {
            assert!(page.starts_with(MADE), "{}", path.display());
        }
        for entry in urto_file::catalogue().sounds() {
            let name = format!("{}.md", entry.key);
            let (_, page) = pages
                .iter()
                .find(|(path, _)| path.ends_with(&name))
                .unwrap();
            for (key, _) in entry.table.keys() {
                assert!(page.contains(&format!("| `{key}` |")), "{key}");
            }
            for control in entry.table.macros {
                assert!(page.contains(&format!("| `{}` |", control.key)));
            }
        }
    }

    #[test]
    fn every_sound_opens_with_its_block_and_is_in_the_taxonomy() {
        let pages = pages(root()).unwrap();
        let (_, taxonomy) = pages
            .iter()
            .find(|(path, _)| path.ends_with("taxonomy.md"))
            .unwrap();
        for entry in urto_file::catalogue().sounds() {
            let parts = header::of_sound(root(), entry.key).unwrap();
            let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
            for needed in ["Hear", "Law", "Step", "Limits", "Refs"] {
                assert!(names.contains(&needed), "{} has no {needed}", entry.key);
            }
            assert!(
                taxonomy.contains(&format!("| [`{}`]", entry.key)),
                "{}",
                entry.key
            );
        }
    }

    #[test]
    fn a_readme_without_marks_is_an_error() {
        assert!(with_table("nothing").is_err());
        let fresh = with_table(&format!("a{BEGIN}old{END}b")).unwrap();
        assert!(fresh.starts_with('a') && fresh.ends_with('b') && !fresh.contains("old"));
        assert_eq!(with_table(&fresh).unwrap(), fresh);
    }
}
