//! `urto view FILE`: waveform and spectrogram as a picture.

mod panels;
mod sheet;

use crate::failure::Failure;
use crate::hear::{self, Recording};
use crate::meter::{Meter, decibels};
use crate::places;
use crate::{output, save};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use urto_file::rows::number;
use urto_program::draw::is_svg;

/// Most channels that are drawn; more would be too small to see.
const MOST_CHANNELS: usize = 16;

/// What to draw.
#[derive(Args)]
pub struct ViewArgs {
    /// A WAV, FLAC or Ogg file
    pub file: PathBuf,
    /// Picture to write (.png or .svg) [default: NAME.png here, or NAME-2.png if that is there]
    #[arg(short, long, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Write over a picture that is there
    #[arg(short, long)]
    pub force: bool,
}

/// Draws a file.
pub fn run(asked: &ViewArgs, as_json: bool) -> Result<(), Failure> {
    let recording = read(&asked.file)?;
    let picture = place(asked)?;
    let is_svg = is_svg(&picture)?;
    let mut meter = Meter::of_peaks(recording.channels, recording.rate.hertz());
    meter.add(&recording.samples);
    let peak = meter.finish().peak;
    let frames = recording.samples.len() / recording.channels;
    let seconds = frames as f64 / recording.rate.hertz();
    let channels = match recording.channels {
        1 => "mono".to_owned(),
        2 => "stereo".to_owned(),
        more => format!("{more} channels"),
    };
    let level = match peak > 0.0 {
        true => format!("peak {}", decibels(peak)),
        false => "silent".to_owned(),
    };
    let hertz = recording.rate.hertz();
    let facts = format!("{} s, {hertz} Hz, {channels}, {level}", number(seconds));
    let name = asked.file.file_name().unwrap_or_default().to_string_lossy();
    let sheet = panels::draw(&recording, &name, &facts);
    let bytes = match is_svg {
        true => sheet.svg()?.into_bytes(),
        false => sheet.png()?,
    };
    save::save(&picture, &bytes)?;
    if as_json {
        return output::print_json(&json!({
            "picture": picture.to_string_lossy(),
            "file": asked.file.to_string_lossy(),
            "seconds": seconds,
            "rate": hertz,
            "channels": recording.channels,
            "peak": peak,
        }));
    }
    output::print(&format!("{}: {facts}\n", picture.display()))
}

/// Where the picture goes; refused before anything is drawn.
fn place(asked: &ViewArgs) -> Result<PathBuf, Failure> {
    let usual = PathBuf::from(asked.file.file_stem().unwrap_or_default()).with_extension("png");
    let named = |path: PathBuf| match asked.force {
        true => path,
        false => places::free(path),
    };
    let path = match &asked.out {
        None => named(usual),
        Some(out) if out.is_dir() => named(out.join(usual)),
        Some(out) => out.clone(),
    };
    is_svg(&path)?;
    save::check(&path)?;
    save::check_free(&path, asked.force)?;
    Ok(path)
}

fn read(path: &Path) -> Result<Recording, Failure> {
    if !path.exists() {
        let name = path.to_string_lossy();
        let is_sound = urto_file::catalogue().sound(&name).is_ok();
        if is_sound || urto_file::find_preset(&name).is_ok_and(|found| found.is_some()) {
            return Err(Failure::usage(format!(
                "'{name}' is a sound, and a picture is made of a file: first 'urto render \
                 \"{name}\"', then 'urto view' what it made"
            )));
        }
    }
    let recording = hear::read(path)?;
    if recording.samples.is_empty() {
        return Err(Failure::other(format!(
            "'{}' holds no sound, so there is nothing to draw",
            path.display()
        )));
    }
    if recording.channels > MOST_CHANNELS {
        return Err(Failure::other(format!(
            "'{}' has {} channels, and at most {MOST_CHANNELS} are drawn; take it apart first",
            path.display(),
            recording.channels
        )));
    }
    Ok(recording)
}
