//! The tour: a dozen sounds, their pictures, and a page to hear and see them.

mod canvas;
mod page;
mod picture;
mod pieces;
mod spectrogram;

use crate::cli;
use crate::failure::Failure;
use crate::found::Found;
use crate::make::{self, Made};
use crate::output;
use crate::progress::Progress;
use crate::recipe::{Matter, Recipe, assign};
use crate::render;
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
    let samples: f64 = PIECES.iter().map(|piece| piece.seconds * RATE).sum();
    let progress = Progress::new(samples as u64);
    let mut cards = Vec::new();
    let mut mades = Vec::new();
    for piece in PIECES {
        let (card, made) = perform(piece, folder, &progress)?;
        cards.push(card);
        mades.push(made);
    }
    drop(progress);
    let page = folder.join("index.html");
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
    folder: &Path,
    progress: &Progress,
) -> Result<(page::Card, Made), Failure> {
    let mut recipe = recipe_of(piece, folder)?;
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
            command: command_of(piece)?,
            seconds: made.seconds,
            levels,
        },
        made,
    ))
}

/// The command that makes the same file.
fn command_of(piece: &Piece) -> Result<String, Failure> {
    let Source::Of(sound, sets) = &piece.made else {
        return Ok(format!("urto render {}.toml", piece.name));
    };
    let mut command = format!("urto render {sound}");
    let usual = urto::sounds::find(sound).map_err(Failure::other)?.seconds;
    if piece.seconds != usual {
        command += &format!(" --seconds {}", piece.seconds);
    }
    for (key, value) in *sets {
        command += &format!(" -p {key}={value}");
    }
    Ok(command)
}

fn recipe_of(piece: &Piece, folder: &Path) -> Result<Recipe, Failure> {
    let mut found = match &piece.made {
        Source::Of(sound, _) => Found::sound(urto::sounds::find(sound).map_err(Failure::other)?),
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
    Ok(Recipe {
        matter: found.matter,
        seed: 0,
        rate: cli::check_rate(RATE)?,
        seconds: piece.seconds,
        bits: Bits::Int24,
        fast: false,
    })
}
