//! The tour: every sound, its picture, and a page to hear and see them.

mod page;
mod picture;
mod pieces;

use crate::cli;
use crate::failure::Failure;
use crate::make::{self, Made};
use crate::manner::Manner;
use crate::output;
use crate::progress::Progress;
use crate::recipe::{Matter, Recipe, assign};
use crate::render;
use crate::resolve::{self, Found};
use crate::sample::Bits;
use crate::save;
use pieces::{Made as Source, PIECES, Piece};
use serde_json::json;
use std::path::Path;

/// Where the tour goes when nothing is said.
pub const FOLDER: &str = "urto-tour";
/// Sample rate of the tour \[Hz\].
const RATE: f64 = 48_000.0;

/// Makes the tour.
pub fn run(folder: &Path, as_json: bool) -> Result<(), Failure> {
    if !as_json {
        output::print(&format!(
            "urto: sound from physics. Making {} sounds ...\n",
            PIECES.len()
        ))?;
    }
    std::fs::create_dir_all(folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::other(format!(
            "cannot make the folder '{}': there is a file of that name",
            folder.display()
        )),
        _ => Failure::writing(folder, &error),
    })?;
    let page = folder.join("index.html");
    if let Ok(there) = std::fs::read(&page)
        && !page::is_ours(&String::from_utf8_lossy(&there))
    {
        return Err(Failure::usage(format!(
            "'{}' is a page that the tour did not make, and would be lost; choose another folder \
             with --folder",
            page.display()
        )));
    }
    let recipes = PIECES
        .iter()
        .map(|piece| Ok((piece, recipe_of(piece, folder)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let samples: f64 = recipes
        .iter()
        .map(|(_, recipe)| recipe.seconds * RATE)
        .sum();
    let progress = Progress::new(samples as u64);
    let mut cards = Vec::new();
    let mut mades = Vec::new();
    for (piece, recipe) in recipes {
        let (card, made) = perform(piece, recipe, folder, &progress)?;
        cards.push(card);
        mades.push(made);
    }
    drop(progress);
    save::save(&page, page::page(&cards).as_bytes())?;
    if as_json {
        let files: Vec<_> = mades.iter().map(render::facts).collect();
        return output::print_json(&json!({ "page": page.to_string_lossy(), "files": files }));
    }
    let shown = page.canonicalize().unwrap_or(page);
    output::print(&format!(
        "Done. Open {} to hear and see them.\n",
        shown.display()
    ))
}

/// Renders a piece and draws its pictures.
fn perform(
    piece: &'static Piece,
    mut recipe: Recipe,
    folder: &Path,
    progress: &Progress,
) -> Result<(page::Card, Made), Failure> {
    make::settle_gain(&mut recipe, &Progress::new(0))?;
    let mut samples = Vec::new();
    let path = folder.join(format!("{}.wav", piece.name));
    let made = make::make(&recipe, &path, progress, |block| {
        samples.extend_from_slice(block);
    })?;
    let mono: Vec<f32> = samples
        .chunks(made.channels)
        .map(|frame| frame.iter().sum::<f32>() / frame.len() as f32)
        .collect();
    let picture = |suffix: &str| folder.join(format!("{}{suffix}.png", piece.name));
    save::save(&picture("-spectrum"), &picture::spectrum(&mono, made.rate)?)?;
    save::save(&picture("-wave"), &picture::wave(&mono)?)?;
    let levels = made.levels;
    Ok((
        page::Card {
            piece,
            command: command_of(piece),
            seconds: made.seconds,
            levels,
        },
        made,
    ))
}

/// The command that makes the same file.
fn command_of(piece: &Piece) -> String {
    match &piece.made {
        Source::Of(sound, sets) => {
            let sets = sets.iter().map(|(key, value)| format!(" -p {key}={value}"));
            format!("urto render {sound}{}", sets.collect::<String>())
        }
        Source::Preset(name) | Source::Project(name) => format!("urto render {name}"),
        Source::From(_) => format!("urto render {}.toml", piece.name),
    }
}

fn recipe_of(piece: &Piece, folder: &Path) -> Result<Recipe, Failure> {
    let mut found = match &piece.made {
        Source::Of(name, _) | Source::Preset(name) | Source::Project(name) => {
            resolve::find(name)?.demonstrated(false)?
        }
        Source::From(text) => {
            let path = folder.join(format!("{}.toml", piece.name));
            save::save(&path, text.as_bytes())?;
            Found::scene(piece.name, Some(path), (*text).to_owned())?
        }
    };
    if let (Matter::Sound(preset), Source::Of(_, sets)) = (&mut found.matter, &piece.made) {
        for (key, value) in *sets {
            assign(preset.params.as_mut(), key, value)?;
        }
    }
    let usual = match &found.matter {
        Matter::Sound(preset) => {
            let entry = urto_file::catalogue()
                .sound(&preset.sound)
                .map_err(Failure::other)?;
            entry.seconds
        }
        Matter::Scene(scored) => scored.natural_seconds(),
        Matter::Project(project) => crate::played::natural_seconds(project),
    };
    Ok(Recipe {
        matter: found.matter,
        seed: found.seed.unwrap_or(0),
        rate: cli::check_rate(RATE)?,
        seconds: found.seconds.unwrap_or(usual),
        bits: Bits::Int24,
        manner: Manner::default(),
        shelf: urto_file::Shelf::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_on_the_tour() {
        let sounds: Vec<String> = PIECES
            .iter()
            .filter_map(|piece| match piece.made {
                Source::Of(name, _) | Source::Preset(name) => resolve::find(name).ok(),
                Source::From(_) | Source::Project(_) => None,
            })
            .filter_map(|found| match found.matter {
                Matter::Sound(preset) => Some(preset.sound.clone()),
                Matter::Scene(_) | Matter::Project(_) => None,
            })
            .collect();
        for entry in urto_file::catalogue().sounds() {
            assert!(
                sounds.iter().any(|sound| sound == entry.key),
                "{}",
                entry.key
            );
        }
    }
}
