//! The workspace's test programs, several at a time.
//!
//! `cargo test` runs one program after the other, so that cores stand still at the end of each, while
//! its longest test goes on alone. Here as many programs run side by side as there are cores.

use crate::whole::{self, Built};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A program of tests.
struct Program {
    /// What it is called in what is told: `urto-file contracts`.
    name: String,
    path: PathBuf,
    /// The folder of its package, in which cargo would run it.
    package: PathBuf,
}

/// Builds all test programs that are asked for and runs them all, also when one fails: the whole takes
/// long, so that it had better tell all that fails.
pub fn run(root: &Path, packages: &[&str], full: bool) -> Result<(), String> {
    let programs = built(root, packages)?;
    let count = programs.len();
    if count == 0 {
        return Err("cargo named no test program".to_owned());
    }
    let left = Mutex::new(VecDeque::from(programs));
    let ran: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());
    let failed: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let work = || {
        loop {
            let next = left.lock().ok().and_then(|mut left| left.pop_front());
            let Some(program) = next else { return };
            let begun = Instant::now();
            let output = program.output(full);
            let took = begun.elapsed();
            let passed = tell(&program, &output, took);
            if let Ok(mut ran) = ran.lock() {
                ran.push((program.name.clone(), took));
            }
            if passed {
                continue;
            }
            if let Ok(mut failed) = failed.lock() {
                failed.push(program.name);
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    let mut ran = ran.into_inner().unwrap_or_default();
    ran.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
    let longest = ran.iter().take(8);
    let longest = longest.map(|(name, took)| format!("{name} {:.0} s", took.as_secs_f64()));
    let longest: Vec<String> = longest.collect();
    println!(
        "\n{} of {count} test programs ran; the longest: {}",
        ran.len(),
        longest.join(", ")
    );
    match failed.into_inner().unwrap_or_default() {
        failed if failed.is_empty() => Ok(()),
        failed => Err(format!("tests failed in {}", failed.join(", "))),
    }
}

/// Writes what a program said, in one piece; tells whether it passed.
fn tell(program: &Program, output: &std::io::Result<Output>, took: Duration) -> bool {
    let seconds = took.as_secs_f64();
    match output {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout);
            let complained = String::from_utf8_lossy(&output.stderr);
            println!(
                "\n     Ran {} in {seconds:.1} s{said}{complained}",
                program.name
            );
            output.status.success()
        }
        Err(error) => {
            println!("\n{} could not be started: {error}", program.name);
            false
        }
    }
}

impl Program {
    /// Runs it as cargo would: its tests find their files by the folder, and the command that some of
    /// them start asks the environment for cargo.
    fn output(&self, full: bool) -> std::io::Result<Output> {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.package);
        if let Some(cargo) = std::env::var_os("CARGO") {
            command.env("CARGO", cargo);
        }
        command.env("CARGO_MANIFEST_DIR", &self.package);
        if full {
            command.env("URTO_FULL", "1");
        }
        command.stdin(Stdio::null()).output()
    }

    /// Something built, if it runs tests.
    fn of(built: Built) -> Option<Self> {
        let own = built.package.file_name()?.to_string_lossy();
        Some(Self {
            name: format!("{own} {}", built.name),
            path: built.tests.then_some(built.program)??,
            package: built.package.clone(),
        })
    }
}

/// Builds them.
fn built(root: &Path, packages: &[&str]) -> Result<Vec<Program>, String> {
    let mut build = whole::cargo(root);
    build.args(["test", "--locked", "--no-run"]).args(packages);
    let all = whole::built(build)?.into_iter();
    Ok(all.filter_map(Program::of).collect())
}
