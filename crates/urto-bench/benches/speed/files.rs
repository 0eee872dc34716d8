//! Files that the command writes, recipe and all, as its users get them.

use crate::clock::{Race, Times};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Files of one batch: starting a program takes as long as making a few of them.
const FILES: usize = 400;

/// What the rows are called, and what they ask for besides a second of fast impact.
const ROWS: [(&str, &[&str]); 4] = [
    ("files", &[]),
    ("files cd", &["--rate", "44100"]),
    ("files dithered", &["--bits", "16"]),
    ("files varied", &["--vary", "25%"]),
];

/// Times every row that is wanted, in ns per file.
pub fn run(race: &Race, times: &mut Times) -> Result<(), String> {
    let wanted: Vec<_> = ROWS.iter().filter(|(name, _)| race.wants(name)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let program = program()?;
    for (name, words) in wanted {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let start = Instant::now();
        write(&program, words, folder.path())?;
        times.take(name, 64, start.elapsed().as_nanos() as f64 / FILES as f64);
    }
    Ok(())
}

fn write(program: &Path, words: &[&str], folder: &Path) -> Result<(), String> {
    let done = Command::new(program)
        .args(["render", "impact", "--fast", "--seconds", "1"])
        .args(["--count", &FILES.to_string()])
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let there = std::fs::read_dir(folder).map_or(0, Iterator::count);
    match done {
        Ok(done) if done.success() && there == FILES => Ok(()),
        _ => Err(format!("the command wrote {there} files of {FILES}")),
    }
}

/// The command, built like the bench.
fn program() -> Result<PathBuf, String> {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "-p", "urto-cli"])
        .status();
    if !built.is_ok_and(|built| built.success()) {
        return Err("the command cannot be built".to_owned());
    }
    // The bench lies in `deps`, the command beside that.
    let bench = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = bench.parent().and_then(Path::parent);
    Ok(folder.ok_or("the bench lies nowhere")?.join("urto"))
}
