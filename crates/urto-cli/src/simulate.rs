//! `urto simulate`: the bodies of a contact scene in motion, kept in a file.
//!
//! The file grows beside its place, as NAME.part, a second of work at a time; what was stopped goes on
//! from there.

use crate::animate::{self, Shown};
use crate::cli::SimulateArgs;
use crate::contact::{self, Opened};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::run_facts::Facts;
use crate::{open, output, save};
use serde_json::{Value as Json, json};
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use urto_multibody::Simulation;
use urto_multibody::run::{Chunk, Reader, Run, Writer, is_run};
use urto_multibody::scene::Scene;

/// Work is kept as often.
const EVERY: Duration = Duration::from_secs(1);
/// Steps between looks at the clock.
const LOOK: u32 = 64;
/// Longer guesses are told beforehand \[s\].
const LONG: f64 = 600.0;
/// Largest scene and largest run that is gone on with \[bytes\].
const LARGEST: u64 = 64 << 20;
const LARGEST_PART: u64 = 4 << 30;

/// Moves a scene, and draws it if that is asked for; of a run that is there, only draws.
pub fn run(asked: &SimulateArgs, as_json: bool) -> Result<(), Failure> {
    let path = &asked.file;
    let mut bytes = Vec::new();
    let file = open::file(path);
    let read = file.and_then(|file| file.take(LARGEST_PART).read_to_end(&mut bytes));
    read.map_err(|error| Failure::reading(path, &error))?;
    if let Some(film) = &asked.animate {
        animate::check(film, asked.force)?;
    }
    if is_run(&bytes) {
        return draw_again(asked, &bytes, as_json);
    }
    let text = String::from_utf8(bytes).ok();
    let text = text.filter(|own| own.len() as u64 <= LARGEST);
    let text = text.ok_or_else(|| {
        Failure::usage(format!(
            "'{}' is neither a contact scene (NAME.toml) nor a run (NAME.urun)",
            path.display()
        ))
    })?;
    let opened = contact::read(path, &text, &asked.param, asked.resources.as_deref())?;
    let usual = || {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        PathBuf::from(format!("{stem}.urun"))
    };
    let out = asked.out.clone().unwrap_or_else(usual);
    let lines = out.extension().is_some_and(|ending| ending == "jsonl");
    if !lines && out.extension().is_none_or(|ending| ending != "urun") {
        return Err(Failure::usage(format!(
            "'{}' ends in neither .urun nor .jsonl, the kinds of files there are",
            out.display()
        )));
    }
    save::check(&out)?;
    if out.exists() && !asked.force {
        return Err(Failure::usage(format!(
            "'{}' is there already; --force writes over it",
            out.display()
        )));
    }
    let begun = Instant::now();
    let run = match lines {
        true => {
            let run = in_memory(&opened)?;
            let text = urto_file::write_contact_events(&opened.scene, &run);
            save::save(&out, text.as_bytes())?;
            run
        }
        false => to_file(&opened, &out, asked.force)?,
    };
    let wall = begun.elapsed().as_secs_f64();
    let bytes = out.metadata().map_or(0, |there| there.len());
    let shown = draw(asked, &opened, &run)?;
    let facts = Facts::of(&run);
    if as_json {
        let mut all = facts.json();
        all["file"] = json!(out.display().to_string());
        all["bytes"] = json!(bytes);
        all["took"] = json!(wall);
        if let Some((film, shown)) = &shown {
            all["animation"] = shown.json(film);
        }
        return output::print_json(&all);
    }
    output::print(&format!(
        "{}: {:.2} s in {} steps, {} contacts, {:.1} MB; it took {wall:.1} s\n{}{}",
        out.display(),
        run.seconds(),
        run.steps,
        run.tracks.len(),
        bytes as f64 / 1e6,
        facts.text(),
        shown.map_or_else(String::new, |(film, shown)| shown.text(film)),
    ))
}

/// Draws a run that is there.
fn draw_again(asked: &SimulateArgs, bytes: &[u8], as_json: bool) -> Result<(), Failure> {
    if asked.animate.is_none() {
        return Err(Failure::usage(format!(
            "'{0}' has been moved already: 'urto render {0}' hears it, --animate FILE.glb draws it",
            asked.file.display()
        )));
    }
    if asked.out.is_some() {
        return Err(Failure::usage(
            "-o is for a scene; of a run only --animate FILE.glb is written",
        ));
    }
    let opened = contact::from_run(&asked.file, bytes, &asked.param)?;
    let Some(run) = &opened.run else {
        return Ok(());
    };
    let shown = draw(asked, &opened, run)?;
    let facts = Facts::of(run);
    if as_json {
        let mut all = facts.json();
        if let Some((film, shown)) = &shown {
            all["animation"] = shown.json(film);
        }
        return output::print_json(&all);
    }
    output::print(&shown.map_or_else(String::new, |(film, shown)| shown.text(film)))
}

/// Draws what was moved, if that is asked for.
fn draw<'a>(
    asked: &'a SimulateArgs,
    opened: &Opened,
    run: &Run,
) -> Result<Option<(&'a Path, Shown)>, Failure> {
    let Some(film) = &asked.animate else {
        return Ok(None);
    };
    let shown = animate::draw(opened, run, film, asked.enlarge)?;
    Ok(Some((film, shown)))
}

/// What a run took, for programs.
pub fn facts(run: &Run) -> Json {
    Facts::of(run).json()
}

/// Ready for its first step, with what is odd told, and what would take long.
fn ready(opened: &Opened) -> Result<Simulation, Failure> {
    let simulation = Simulation::new(&opened.scene);
    let simulation = simulation.map_err(|error| Failure::other(opened.file.refuse(&error)))?;
    simulation
        .remarks()
        .iter()
        .for_each(|own| output::warn(own));
    let guess = opened.scene.guess();
    if guess > LONG {
        output::warn(&format!(
            "this scene may take about {} ({} steps of {} bodies); fewer seconds, a lower \
             contact_rate or lower 'flexible' make it faster",
            words(guess),
            opened.scene.steps(),
            opened.scene.bodies.len()
        ));
    }
    Ok(simulation)
}

/// A time in words that say no more than is known.
fn words(seconds: f64) -> String {
    match seconds {
        s if s < 5400.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 129_600.0 => format!("{:.0} hours", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

/// Moves a scene to its end, and keeps what happened in memory.
pub fn in_memory(opened: &Opened) -> Result<Run, Failure> {
    let simulation = ready(opened)?;
    let progress = Progress::of("moving", 1000);
    Ok(simulation.finish(|share| progress.reach(share)))
}

/// The same into a file, from where it was stopped.
fn to_file(opened: &Opened, out: &Path, anew: bool) -> Result<Run, Failure> {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let writing = |error| Failure::writing(&part, &error);
    let mut simulation = ready(opened)?;
    let head = contact::packed(opened);
    let (mut writer, mut run) = match again(&part, &head, &opened.scene, &mut simulation, anew) {
        Some(begun) => begun,
        None => {
            let file = File::create(&part).map_err(writing)?;
            let mut writer = Writer::new(BufWriter::new(file)).map_err(writing)?;
            writer.write(Chunk::Head(&head)).map_err(writing)?;
            (writer, Run::new(opened.scene.settings.step))
        }
    };
    let progress = Progress::of("moving", u64::from(simulation.progress().1));
    progress.advance(u64::from(simulation.progress().0));
    let mut kept = Instant::now();
    let mut shown = simulation.progress().0;
    loop {
        let more = simulation.step();
        let now = simulation.progress().0;
        if more && !now.is_multiple_of(LOOK) {
            continue;
        }
        progress.advance(u64::from(now - shown));
        shown = now;
        if more && kept.elapsed() < EVERY {
            continue;
        }
        if !more {
            simulation.last_frame();
            run.add(simulation.take());
            break;
        }
        let block = simulation.take();
        writer.write(Chunk::Block(&block)).map_err(writing)?;
        run.add(block);
        let state = simulation.save();
        writer.write(Chunk::Checkpoint(&state)).map_err(writing)?;
        writer.flush().map_err(writing)?;
        kept = Instant::now();
    }
    run.steps = simulation.progress().0;
    run.summary = simulation.summary();
    run.whole = true;
    // The finished file is the same however often it was stopped.
    save::save(out, &run.to_bytes(&head))?;
    drop(writer);
    std::fs::remove_file(&part).map_err(writing)?;
    Ok(run)
}

type Begun = (Writer<BufWriter<File>>, Run);

/// Goes on with what was stopped, if it was of this scene.
fn again(
    part: &Path,
    head: &[u8],
    scene: &Arc<Scene>,
    simulation: &mut Simulation,
    anew: bool,
) -> Option<Begun> {
    if anew || !part.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let file = open::file(part).ok()?;
    file.take(LARGEST_PART).read_to_end(&mut bytes).ok()?;
    let read = Reader::read(&bytes, true).ok()?;
    let (state, end) = read.checkpoint?;
    if read.head != head {
        output::warn(&format!(
            "'{}' was begun with another scene, and is begun anew",
            part.display()
        ));
        return None;
    }
    let mut goes_on = Simulation::new(scene).ok()?;
    if !goes_on.load(&state, &read.run) {
        return None;
    }
    let mut file = OpenOptions::new().write(true).open(part).ok()?;
    file.set_len(end as u64).ok()?;
    file.seek(SeekFrom::End(0)).ok()?;
    *simulation = goes_on;
    let (done, total) = simulation.progress();
    output::complain(
        "urto",
        &format!(
            "going on at {:.0} %",
            100.0 * f64::from(done) / f64::from(total.max(1))
        ),
    );
    let mut run = read.run;
    run.step = simulation.step_length();
    Some((Writer::again(BufWriter::new(file), &run), run))
}
