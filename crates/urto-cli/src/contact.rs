//! Contact scenes: `urto render SCENE.toml` (both passes) and `urto render RUN.urun` (the second).

use crate::cli::RenderArgs;
use crate::failure::Failure;
use crate::format::{self, Format, Shape};
use crate::meter::decibels;
use crate::moved::Work;
use crate::original::{Original, Verdict};
use crate::progress::Progress;
use crate::sample::Bits;
use crate::{open, output, places, resources, save, simulate};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use urto::Rate;
use urto::space::Space;
use urto_file::{ContactSceneFile, Shelf};
use urto_multibody::run::{Reader, Run, is_run};
use urto_multibody::scene::Scene;
use urto_multibody::sound::{Heard, How, listen};

/// Highest peak of what says no gain: -6 dBFS.
const PEAK: f64 = 0.5;
/// Softer than this \[Pa\] nothing is made louder: it is what rounding leaves, and no sound.
const SILENT: f64 = 1e-9;
/// Frames that are written at once.
const BLOCK: usize = 1024;
/// Largest scene, run or file of events that is read \[bytes\].
const LARGEST: u64 = 2 << 30;
/// How a sound file says how it was rendered.
const HEAD: &str = "# Rendered: ";

/// A scene, and perhaps what happened in it.
pub struct Opened {
    /// Where it came from.
    pub path: PathBuf,
    /// Its text with all changes.
    pub text: String,
    /// What it says.
    pub file: ContactSceneFile,
    /// The same, to be shared.
    pub scene: Arc<Scene>,
    /// Files that it names.
    pub shelf: Vec<(String, Vec<u8>)>,
    /// What happened, if that is known.
    pub run: Option<Run>,
    /// Where work on it is kept.
    pub work: Work,
    /// How it was rendered before: rate, seconds.
    before: Option<[f64; 2]>,
    /// The sound file that it came from, and its sample format.
    original: Option<(Original, Bits)>,
}

/// The scene or run that a word names, if it names a file that is one.
pub fn open(asked: &RenderArgs) -> Result<Option<Opened>, Failure> {
    let path = Path::new(&asked.what);
    if !path.is_file() {
        return Ok(None);
    }
    let reading = |error| Failure::reading(path, &error);
    let mut file = open::file(path).map_err(reading)?;
    let mut first = Vec::new();
    let head = file.by_ref().take(64).read_to_end(&mut first);
    head.map_err(reading)?;
    let (mut before, mut original) = (None, None);
    let text = if let Some(told) = format::read(&first[..first.len().min(12)], &mut file) {
        // A sound file that was made of a scene has it in itself.
        let facts = told.map_err(reading)?;
        // A Vorbis file says no format.
        let bits = facts.bits.unwrap_or(Bits::Int24);
        original = Original::new(path, &facts).map(|original| (original, bits));
        let told = facts.text.unwrap_or_default();
        before = told_before(&told);
        told
    } else if is_run(&first) {
        file.take(LARGEST)
            .read_to_end(&mut first)
            .map_err(reading)?;
        if asked.events.is_some() {
            return Err(Failure::usage(
                "--events is for a scene; a run has its contacts already",
            ));
        }
        return from_run(path, &first, &changes(asked)).map(Some);
    } else {
        let toml = path.extension().is_some_and(|ending| ending == "toml");
        if !toml {
            return Ok(None);
        }
        file.take(LARGEST)
            .read_to_end(&mut first)
            .map_err(reading)?;
        match String::from_utf8(first) {
            Ok(text) => text,
            Err(_) => return Ok(None),
        }
    };
    if !urto_file::is_contact_scene(&text) {
        return Ok(None);
    }
    let changes = changes(asked);
    refuse_others(asked)?;
    // What is made must have a place before hours of work.
    let work = Work::beside(&place(path, asked)?, false);
    let mut opened = read(path, &text, &changes, asked.resources.as_deref(), work)?;
    opened.before = before;
    opened.original = original;
    if let Some(events) = &asked.events {
        let mut bytes = Vec::new();
        let read = open::file(events).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
        read.map_err(|error| Failure::reading(events, &error))?;
        let run = urto_file::read_contact_events(&events.to_string_lossy(), &bytes, &opened.scene);
        opened.run = Some(run.map_err(Failure::other)?);
    }
    Ok(Some(opened))
}

/// What the command line changes.
fn changes(asked: &RenderArgs) -> Vec<(String, String)> {
    let mut changes = asked.param.clone();
    if let Some(seed) = asked.seed {
        changes.push(("seed".to_owned(), seed.to_string()));
    }
    changes
}

/// Scenes of which each begins where another ends: more than that go in a circle.
const MOST_BEFORE: usize = 16;

/// Reads a scene's text; files that it names are looked for beside it. A scene after which it begins
/// is moved first.
pub fn read(
    path: &Path,
    text: &str,
    changes: &[(String, String)],
    folder: Option<&Path>,
    work: Work,
) -> Result<Opened, Failure> {
    let opened = read_after(path, text, changes, folder, (&work, 0))?;
    Ok(Opened { work, ..opened })
}

/// The same with a place for the work on what comes before, and how many scenes it comes before.
fn read_after(
    path: &Path,
    text: &str,
    changes: &[(String, String)],
    folder: Option<&Path>,
    (work, depth): (&Work, usize),
) -> Result<Opened, Failure> {
    let name = path.to_string_lossy();
    let text = urto_file::with_changes(&name, text, changes).map_err(Failure::other)?;
    let mut shelf: Vec<(String, Vec<u8>)> = Vec::new();
    let mut fetch = |name: &str| {
        let bytes = resources::find(name, &Shelf::default(), Some(path), folder)?;
        let bytes = ended(name, bytes, path, folder, (work, depth))?;
        if !shelf.iter().any(|(own, _)| own == name) {
            shelf.push((name.to_owned(), bytes.clone()));
        }
        Ok(bytes)
    };
    let file = urto_file::read_contact_scene(&name, text.as_bytes(), &mut fetch);
    let file = file.map_err(Failure::other)?;
    Ok(Opened {
        path: path.to_owned(),
        scene: Arc::new(file.scene.clone()),
        text,
        file,
        shelf,
        run: None,
        work: Work::default(),
        before: None,
        original: None,
    })
}

/// Of a scene that is named how it ends, of a run its end alone, and all other files as they are.
fn ended(
    name: &str,
    bytes: Vec<u8>,
    named_by: &Path,
    folder: Option<&Path>,
    (work, depth): (&Work, usize),
) -> Result<Vec<u8>, String> {
    if is_run(&bytes) {
        // What cannot be read is told by who reads it.
        return Ok(match Reader::read(&bytes, false) {
            Ok(read) if read.run.whole => read.run.end_to_bytes(),
            _ => bytes,
        });
    }
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) if urto_file::is_contact_scene(text) => text,
        _ => return Ok(bytes),
    };
    if depth == MOST_BEFORE {
        return Err(format!(
            "{depth} scenes begin where another ends, '{name}' too: they go in a circle; leave one \
             'after' out"
        ));
    }
    let beside = named_by.with_file_name(name);
    let path = match (beside.is_file(), folder) {
        (false, Some(folder)) => folder.join(name),
        _ => beside,
    };
    let words = |failure: Failure| format!("'{name}': {failure}");
    let opened = read_after(&path, text, &[], folder, (work, depth + 1)).map_err(words)?;
    output::complain("urto", &format!("moving '{name}' first, where this begins"));
    let run = work.moved(&opened, Some(&path)).map_err(words)?;
    Ok(run.end_to_bytes())
}

/// A run with the scene and the files that it holds.
pub fn from_run(
    path: &Path,
    bytes: &[u8],
    changes: &[(String, String)],
) -> Result<Opened, Failure> {
    let wrong = |why: String| Failure::other(format!("'{}': {why}", path.display()));
    let read = Reader::read(bytes, false).map_err(|error| wrong(error.to_string()))?;
    if !read.run.whole {
        return Err(wrong(
            "it was not finished; the 'urto simulate' that made it goes on where it stopped".into(),
        ));
    }
    let parts =
        urto_file::read_pack(&path.to_string_lossy(), &read.head).map_err(Failure::other)?;
    let (scene, files) = parts
        .split_first()
        .ok_or_else(|| wrong("it holds no scene".into()))?;
    urto_file::sounds_only(changes).map_err(Failure::usage)?;
    let name = path.to_string_lossy();
    let text = String::from_utf8_lossy(&scene.1);
    let text = urto_file::with_changes(&name, &text, changes).map_err(Failure::other)?;
    let mut fetch = |name: &str| {
        let found = files.iter().find(|(own, _)| own == name);
        let found = found.map(|(_, bytes)| bytes.clone());
        found.ok_or_else(|| format!("there is no file '{name}' in the run"))
    };
    let file = urto_file::read_contact_scene(&name, text.as_bytes(), &mut fetch);
    let file = file.map_err(Failure::other)?;
    let bodies = read.run.frames.first().map_or(0, |own| own.poses.len());
    if bodies != file.scene.bodies.len() {
        return Err(wrong(
            "its scene and what happened do not belong together".into(),
        ));
    }
    Ok(Opened {
        path: path.to_owned(),
        scene: Arc::new(file.scene.clone()),
        text,
        file,
        shelf: files.to_vec(),
        run: Some(read.run),
        work: Work::default(),
        before: None,
        original: None,
    })
}

/// The scene as a run keeps it: its text, and the files that it names.
pub fn packed(opened: &Opened) -> Vec<u8> {
    let mut parts = vec![("scene.toml".to_owned(), opened.text.clone().into_bytes())];
    parts.extend(opened.shelf.iter().cloned());
    urto_file::write_pack(&parts)
}

/// Renders a scene or a run.
pub fn render(opened: &Opened, asked: &RenderArgs, as_json: bool) -> Result<(), Failure> {
    refuse_others(asked)?;
    let path = place(&opened.path, asked)?;
    let format = Format::of(&path)?;
    let hertz = asked
        .rate
        .or(opened.before.map(|own| own[0]))
        .unwrap_or(48_000.0);
    let rate = Rate::new(hertz).map_err(Failure::usage)?;
    let simulated;
    let run = match &opened.run {
        Some(run) => run,
        None => {
            simulated = opened.work.moved(opened, None)?;
            &simulated
        }
    };
    let seconds = asked.seconds.or(opened.before.map(|own| own[1]));
    let heard = hear(opened, run, rate, seconds)?;
    let peak = heard.peak();
    let gain = match opened.scene.hearing.gain {
        Some(gain) => gain,
        None if peak > SILENT => PEAK / peak,
        None => 1.0,
    };
    let frames = heard.channels.first().map_or(0, Vec::len);
    let original = opened.original.as_ref();
    let bits = asked
        .bits
        .or(original.map(|(_, bits)| *bits))
        .unwrap_or(Bits::Int24);
    let mut comparison = original
        .filter(|_| !changes_sound(asked))
        .map(|(original, bits)| original.compare(*bits, false));
    let shape = Shape {
        channels: heard.channels.len(),
        rate: hertz,
        bits,
        frames: frames as u64,
    };
    format.check(shape)?;
    let mut clipped = 0u64;
    let mut draft = save::Draft::new(&path)?;
    let mut frame = 0;
    let seconds = frames as f64 / hertz;
    // The first line is the scene's own, by which the file is known again.
    let told = format!(
        "{}\n{HEAD}{hertz} Hz, {seconds} s\n",
        opened.text.trim_end()
    );
    let written = format.write(&mut draft, shape, &told, |block| {
        block.clear();
        let to = (frame + BLOCK).min(frames);
        for n in frame..to {
            for own in &heard.channels {
                let sample = gain * own[n];
                clipped += u64::from(sample.abs() > 1.0);
                block.push(narrow(sample));
            }
        }
        frame = to;
        if let Some(comparison) = &mut comparison {
            comparison.hear(block);
        }
        !block.is_empty()
    });
    written.map_err(|error| Failure::writing(&path, &error))?;
    draft.commit()?;
    opened.work.done()?;
    let again = comparison.map(|own| own.finish());
    if let Some(complaint) = again.as_ref().and_then(Verdict::complaint) {
        output::warn(&complaint);
    }
    if clipped > 0 {
        output::warn(&format!(
            "{clipped} samples were too loud and were limited; lower listen.gain"
        ));
    }
    if peak <= SILENT {
        output::warn("nothing is heard");
    }
    if as_json {
        return output::print_json(&json!({
            "file": path.display().to_string(),
            "again": again.as_ref().map(Verdict::json),
            "seconds": seconds,
            "rate": hertz,
            "channels": heard.channels.len(),
            "peak": (peak * gain).min(1.0),
            "pascals": peak,
            "gain": gain,
            "bodies": bodies(&opened.scene, &heard),
            "simulation": simulate::facts(run),
        }));
    }
    if save::is_stdout(&path) {
        return Ok(());
    }
    let channels = heard.channels.len();
    let mut text = format!(
        "{}: {seconds:.2} s, {hertz} Hz, {}, {channels} channel{}, peak {} ({peak:.2e} Pa){}\n",
        path.display(),
        format.samples(bits),
        if channels == 1 { "" } else { "s" },
        decibels(peak * gain),
        again.as_ref().map_or(String::new(), Verdict::praise),
    );
    if opened.scene.hearing.gain.is_none() && peak > SILENT {
        let _ = writeln!(
            text,
            "gain {gain:.3e} chosen; write gain = {gain:.3e} under [listen] to fix it"
        );
    }
    output::print(&text)
}

fn bodies(scene: &Scene, heard: &Heard) -> Vec<Json> {
    let all = scene.bodies.iter().zip(&heard.bodies);
    all.map(|(body, own)| {
        json!({
            "name": body.name,
            "modes": own.modes,
            "blows": own.blows,
            "entries": own.entries,
            "pascals": own.peak,
            "energy": {
                "injected": own.injected, "dissipated": own.dissipated, "stored": own.stored,
            },
        })
    })
    .collect()
}

/// Listens to a run, in the space of its scene.
pub fn hear(
    opened: &Opened,
    run: &Run,
    rate: Rate,
    seconds: Option<f64>,
) -> Result<Heard, Failure> {
    let hearing = &opened.scene.hearing;
    let kind = match &hearing.space {
        Some(key) => Some(urto_file::catalogue().space(key).map_err(Failure::other)?),
        None => None,
    };
    let make = kind.map(|kind| {
        move || -> Box<dyn Space> {
            let mut space = (kind.make)();
            for (key, value) in &hearing.settings {
                if let Ok(id) = kind.table.find(key) {
                    space.set(&id, value);
                }
            }
            space
        }
    });
    let progress = Progress::of("listening", 1000);
    let how = How {
        rate,
        seconds,
        space: make
            .as_ref()
            .map(|own| own as &(dyn Fn() -> Box<dyn Space> + Sync)),
        each: hearing.space.as_deref() == Some("head"),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        progress: &|share| progress.reach(share),
    };
    Ok(listen(&opened.scene, run, &how))
}

/// Whether something is asked to be heard other than a sound file has it.
fn changes_sound(asked: &RenderArgs) -> bool {
    let numbers = asked.seconds.or(asked.rate);
    !asked.param.is_empty()
        || numbers.is_some()
        || asked.seed.is_some()
        || asked.bits.is_some()
        || asked.events.is_some()
}

/// What a sound file says of how it was rendered.
fn told_before(text: &str) -> Option<[f64; 2]> {
    let line = text
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix(HEAD))?;
    let (rate, seconds) = line.strip_suffix(" s")?.split_once(" Hz, ")?;
    Some([rate.parse().ok()?, seconds.parse().ok()?])
}

/// In 32 bits, finite and without subnormal numbers.
fn narrow(sample: f64) -> f32 {
    if sample.abs() < 1e-30 {
        return 0.0;
    }
    sample.clamp(-1.0, 1.0) as f32
}

fn refuse_others(asked: &RenderArgs) -> Result<(), Failure> {
    let given = [
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
        ("--fast", asked.fast),
        ("--raw", asked.raw),
    ];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::usage(format!(
            "{option} is not for a contact scene; it takes -p, --seconds, --rate, --seed, --bits, --events, \
             -o, --resources and --force"
        ))),
    }
}

fn place(from: &Path, asked: &RenderArgs) -> Result<PathBuf, Failure> {
    let stem = from.file_stem().unwrap_or_default();
    let usual = PathBuf::from(format!("{}.wav", stem.to_string_lossy()));
    let path = match &asked.out {
        None if asked.force => usual,
        None => places::free(usual),
        Some(out) if out.is_dir() => out.join(usual),
        Some(out) => out.clone(),
    };
    Format::of(&path)?;
    save::check(&path)?;
    save::check_free(&path, asked.force)?;
    Ok(path)
}
