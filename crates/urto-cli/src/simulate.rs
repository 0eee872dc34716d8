//! `urto simulate`: the bodies of a contact scene in motion, kept in a file.

use crate::animate::{self, Shown};
use crate::cli::SimulateArgs;
use crate::contact::{self, Opened};
use crate::failure::Failure;
use crate::moved::Work;
use crate::run_facts::Facts;
use crate::{open, output, save};
use serde_json::{Value as Json, json};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;
use urto_multibody::run::{Run, is_run};

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
    save::check_free(&out, asked.force)?;
    let begun = Instant::now();
    let work = Work::beside(&out, asked.force);
    let folder = asked.resources.as_deref();
    let opened = contact::read(path, &text, &asked.param, folder, work)?;
    let run = opened.work.moved(&opened, None)?;
    match lines {
        true => {
            let text = urto_file::write_contact_events(&opened.scene, &run);
            save::save(&out, text.as_bytes())?;
        }
        // The finished file is the same however often it was stopped.
        false => save::save(&out, &run.to_bytes(&contact::packed(&opened)))?,
    }
    opened.work.done()?;
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
