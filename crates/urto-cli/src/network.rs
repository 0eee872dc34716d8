//! Networks of masses: `urto render FILE.mi.toml`, and what `urto play` hears of one.

use crate::cli::RenderArgs;
use crate::failure::Failure;
use crate::format::{Format, Shape};
use crate::meter::decibels;
use crate::progress::Progress;
use crate::resample::resampled;
use crate::sample::Bits;
use crate::{open, output, places, resources, save, wav};
use serde_json::json;
use std::io::Read;
use std::path::{Path, PathBuf};
use urto_file::{NetworkFile, Shelf};
use urto_mi::{Played, StepQuality, Stepping, advisor, score};

/// Length of what says none \[s\].
const SECONDS: f64 = 4.0;
/// Highest peak of what is not rendered as it is: -6 dBFS.
const PEAK: f64 = 0.5;
/// Frames that are worked out at once.
const BLOCK: usize = 1024;

/// A network and the file that it came from.
pub struct Opened {
    path: PathBuf,
    text: String,
    /// What it says.
    pub file: NetworkFile,
}

/// The network that a word names, if it names a file that is one. Files that it names are looked for
/// beside it, or in the folder of resources.
pub fn open(what: &str, folder: Option<&Path>) -> Result<Option<Opened>, Failure> {
    let path = Path::new(what);
    let toml = path.extension().is_some_and(|ending| ending == "toml");
    if !toml || !path.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let read = open::file(path).and_then(|file| file.take(1 << 30).read_to_end(&mut bytes));
    read.map_err(|error| Failure::reading(path, &error))?;
    let Ok(text) = str::from_utf8(&bytes) else {
        return Ok(None);
    };
    if !urto_file::is_network(text) {
        return Ok(None);
    }
    let mut alone = true;
    let mut fetch = |name: &str| {
        alone = false;
        resources::find(name, &Shelf::default(), Some(path), folder)
    };
    let read = urto_file::read_network_with(what, &bytes, &mut fetch);
    let file = read.map_err(Failure::other)?;
    Ok(Some(Opened {
        // A sound file tells how it was made: with all that other files gave.
        text: match alone {
            true => text.to_owned(),
            false => urto_file::write_network(&file),
        },
        file,
        path: path.to_owned(),
    }))
}

/// The network of a file that must be one.
pub fn needed(path: &Path) -> Result<Opened, Failure> {
    let file = path.to_string_lossy();
    open(&file, None)?.ok_or_else(|| {
        Failure::usage(format!(
            "'{file}' is not a network of masses; that is a file NAME.mi.toml whose first line is \
             urto = \"mi/1\""
        ))
    })
}

/// How long it is played \[s\].
pub fn seconds(file: &NetworkFile, asked: Option<f64>) -> f64 {
    asked.or(file.seconds).unwrap_or(SECONDS)
}

/// What its listeners heard, at any rate.
pub struct Heard {
    /// One for each listener.
    pub channels: Vec<Vec<f64>>,
    /// The network afterwards.
    played: Played,
}

impl Heard {
    /// The greatest sample.
    fn highest(&self) -> f64 {
        let samples = self.channels.iter().flatten();
        samples.fold(0.0, |most: f64, x| most.max(x.abs()))
    }

    /// What brings the highest peak to -6 dBFS.
    pub fn gain(&self) -> f64 {
        match self.highest() {
            0.0 => 1.0,
            highest => PEAK / highest,
        }
    }
}

/// Plays a network in its own steps, at fast quality if asked for, and brings what is heard to a rate
/// \[Hz\].
pub fn hear(opened: &Opened, seconds: f64, rate: f64, fast: bool) -> Result<Heard, Failure> {
    let file = &opened.file;
    if file.listeners.is_empty() {
        return Err(Failure::other(format!(
            "nothing listens in '{}'; write [[listen]] with mass = \"...\" and axis = [0, 1, 0]",
            opened.path.display()
        )));
    }
    let hertz = file.model.hertz();
    let frames = (seconds * hertz).round().max(1.0) as usize;
    let mut file = file.clone();
    if fast {
        file.stepping.quality = StepQuality::Fast;
    }
    // What is heard does not depend on how many there are.
    file.stepping.threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut played = file.played().map_err(Failure::other)?;
    let progress = Progress::new(frames as u64);
    let mut channels = vec![vec![0.0; frames]; file.listeners.len()];
    for from in (0..frames).step_by(BLOCK) {
        let to = (from + BLOCK).min(frames);
        let mut parts: Vec<&mut [f64]> = (channels.iter_mut())
            .map(|channel| &mut channel[from..to])
            .collect();
        played.render(&mut parts);
        progress.advance((to - from) as u64);
    }
    if rate != hertz {
        let count = (seconds * rate).round().max(1.0) as usize;
        for channel in &mut channels {
            *channel = resampled(channel, hertz, rate, count);
        }
    }
    Ok(Heard { channels, played })
}

/// Renders a network: a channel for each listener, at the model's rate unless another is asked for.
pub fn render(opened: &Opened, asked: &RenderArgs, as_json: bool) -> Result<(), Failure> {
    refuse_others(asked)?;
    let file = &opened.file;
    let own = file.model.hertz();
    let hertz = asked.rate.unwrap_or(own);
    if asked.raw && hertz != own {
        return Err(Failure::usage(format!(
            "with --raw a network's listeners are written as they are, at its own rate of {own} Hz; \
             leave out --rate or --raw"
        )));
    }
    let path = place(opened, asked)?;
    if !asked.force {
        refuse_unstable(opened)?;
    }
    let heard = hear(opened, seconds(file, asked.seconds), hertz, asked.fast)?;
    let gain = if asked.raw { 1.0 } else { heard.gain() };
    let highest = heard.highest();
    let Heard { channels, played } = heard;
    let frames = channels.first().map_or(0, Vec::len);
    let bits = if asked.raw {
        Bits::Float32
    } else {
        asked.bits.unwrap_or(Bits::Int24)
    };
    let shape = Shape {
        channels: channels.len(),
        rate: hertz,
        bits,
        frames: frames as u64,
    };
    let mut draft = save::Draft::new(&path)?;
    let mut frame = 0;
    let told = format!("{}{}", head(played.network().stepping()), opened.text);
    wav::write(&mut draft, shape, &told, |block| {
        block.clear();
        let to = (frame + BLOCK).min(frames);
        for n in frame..to {
            block.extend(channels.iter().map(|own| narrow(gain * own[n])));
        }
        frame = to;
        !block.is_empty()
    })
    .map_err(|error| Failure::writing(&path, &error))?;
    draft.commit()?;
    let network = played.network();
    if network.softened() > 0 {
        output::warn(&format!(
            "{} links or contacts are stiffer than steps of {own} Hz can carry and were made softer; \
             raise 'rate' or lower their stiffness",
            network.softened()
        ));
    }
    let crowded = network.contact_counts().crowded;
    if crowded > 0 {
        output::warn(&format!(
            "so many masses were near each other {crowded} times that not all contacts could be \
             felt; make radii smaller, or contacts of fewer masses"
        ));
    }
    let guards = network.guards();
    let stepping = network.stepping();
    if as_json {
        return output::print_json(&json!({
            "file": path.display().to_string(),
            "rate": hertz,
            "model_rate": own,
            "channels": channels.len(),
            "seconds": frames as f64 / hertz,
            "peak": highest * gain,
            "gain": gain,
            "quality": stepping.quality.name(),
            "precision": stepping.precision.name(),
            "energy": network.energy(),
            "injected": network.injected(),
            "dissipated": network.dissipated(),
            "softened": network.softened(),
            "crowded": crowded,
            "guarded_steps": guards.kicks + guards.speeds,
        }));
    }
    if save::is_stdout(&path) {
        return Ok(());
    }
    output::print(&format!(
        "{}: {} s, {hertz} Hz, {}, {} channel{}, peak {}, {}, {} precision\n",
        path.display(),
        frames as f64 / hertz,
        Format::Wav.samples(bits),
        channels.len(),
        if channels.len() == 1 { "" } else { "s" },
        decibels(highest * gain),
        stepping.quality.name(),
        stepping.precision.name(),
    ))
}

/// What a file says of how it was rendered.
fn head(stepping: Stepping) -> String {
    let quality = match stepping.quality {
        StepQuality::Exact => "exact quality: the energy account of every step closes",
        StepQuality::Fast => "fast quality: the energy account closes at every sixteenth step",
    };
    format!(
        "# Rendered in {quality}; {} precision.\n",
        stepping.precision.name()
    )
}

/// Refuses a network that its steps cannot carry, at the start or after a change, with what would help.
pub fn refuse_unstable(opened: &Opened) -> Result<(), Failure> {
    let file = &opened.file;
    let stages = score::stages(&file.model, &file.changes).map_err(Failure::other)?;
    let changed = stages
        .iter()
        .map(|(change, model)| (Some(change.at), model));
    for (at, model) in [(None, &file.model)].into_iter().chain(changed) {
        if advisor::margin(model) > 1.0 {
            continue;
        }
        let advice = advisor::check_modes(model, 0);
        let when = at.map_or(String::new(), |at| format!(" after its change at {at} s"));
        return Err(Failure::other(format!(
            "'{}' is not stable{when}: {}; --force renders it all the same, with softer links",
            opened.path.display(),
            advice.suggested.unwrap_or_default().trim_end_matches('.')
        )));
    }
    Ok(())
}

/// In 32 bits, finite and without subnormal numbers.
fn narrow(sample: f64) -> f32 {
    if sample.abs() < 1e-30 {
        return 0.0;
    }
    sample.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

/// Refuses what a network has no use for.
fn refuse_others(asked: &RenderArgs) -> Result<(), Failure> {
    let given = [
        ("-p", !asked.param.is_empty()),
        ("--target", !asked.target.is_empty()),
        ("--pitch", asked.pitch.is_some()),
        ("--pressure", asked.pressure.is_some()),
        ("--place", asked.place.is_some()),
        ("--once", asked.once),
        ("--count", asked.count.is_some()),
        ("--vary", asked.vary.is_some()),
        ("--like", asked.like.is_some()),
        ("--lufs", asked.lufs.is_some()),
        ("--channels", asked.channels.is_some()),
        (
            "--bits together with --raw",
            asked.raw && asked.bits.is_some(),
        ),
    ];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::usage(format!(
            "{option} is not for a network of masses; it takes --seconds, --rate, --raw, --bits, --fast, \
             -o, --resources and --force"
        ))),
    }
}

fn place(opened: &Opened, asked: &RenderArgs) -> Result<PathBuf, Failure> {
    let stem = opened
        .path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let usual = format!("{}.wav", stem.strip_suffix(".mi").unwrap_or(&stem));
    let path = match &asked.out {
        None if asked.force => PathBuf::from(usual),
        None => places::free(usual.into()),
        Some(out) if out.is_dir() => out.join(usual),
        Some(out) => out.clone(),
    };
    if Format::of(&path)? != Format::Wav {
        return Err(Failure::usage(
            "a network is rendered to a WAV file; end its name in .wav",
        ));
    }
    save::check(&path)?;
    save::check_free(&path, asked.force)?;
    Ok(path)
}
