//! `cargo xtask test`: everything that must pass, stage by stage.

use crate::{browser, programs, same, whole};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// One stage: its heading, whether it is quick, and what it does.
struct Stage {
    name: &'static str,
    quick: bool,
    run: fn(&Path) -> Result<(), String>,
}

/// What of it is asked for.
#[derive(Default)]
pub struct Asked {
    /// Only the quick stages.
    pub fast: bool,
    /// All but the one that needs a browser.
    pub no_browser: bool,
    /// Wide sweeps whole.
    pub full: bool,
    /// The number of the first stage, counted from 1; 0 is the same.
    pub from: usize,
}

/// All stages in order; what fails fastest comes first. Add new ones here.
const STAGES: &[Stage] = &[
    Stage {
        name: "format",
        quick: true,
        run: |root| cargo(root, &["fmt", "--all", "--check"]),
    },
    Stage {
        name: "generated docs",
        quick: true,
        run: |root| docs(root, &["--check"]),
    },
    Stage {
        name: "clippy",
        quick: true,
        run: |root| {
            let lint = ["clippy", "--workspace", "--all-targets", "--locked"];
            cargo(root, &[&lint[..], &["--", "-D", "warnings"]].concat())
        },
    },
    Stage {
        name: "tests",
        quick: true,
        run: |root| {
            // The bench makes every row once as its test; clippy has seen that it builds.
            let full = FULL.load(Ordering::Relaxed);
            let packages = if full {
                &["--workspace"][..]
            } else {
                &whole::PACKAGES
            };
            programs::run(root, packages, full)?;
            cargo(root, &[&["test", "--locked", "--doc"], packages].concat())
        },
    },
    Stage {
        name: "the same samples on every CPU level and in WebAssembly",
        quick: false,
        run: |root| {
            add_target(root, WASM)?;
            same::check(root, FULL.load(Ordering::Relaxed))
        },
    },
    Stage {
        name: BROWSER,
        quick: false,
        run: |root| match FULL.load(Ordering::Relaxed) {
            false => browser::check(root),
            true => browser::check_both(root),
        },
    },
];

/// Whether wide sweeps are run whole: what cargo starts reads `URTO_FULL` from its environment.
static FULL: AtomicBool = AtomicBool::new(false);

/// The stage that needs a browser.
const BROWSER: &str = "the studio in chromium";

/// Where the library must build and sound the same too.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Runs the stages, all of them or the quick ones or those without a browser, until one fails.
pub fn run(root: &Path, asked: &Asked) -> Result<(), String> {
    let Asked {
        fast,
        no_browser,
        full,
        from,
    } = *asked;
    let start = Instant::now();
    FULL.store(full, Ordering::Relaxed);
    let asked = |stage: &&Stage| (stage.quick || !fast) && !(no_browser && stage.name == BROWSER);
    let stages: Vec<&Stage> = STAGES.iter().filter(asked).collect();
    if from > stages.len() {
        return Err(format!("there are {} stages, none is {from}", stages.len()));
    }
    println!(
        "xtask: {} stages; each one first builds what it needs, for minutes",
        stages.len()
    );
    for (index, stage) in stages.iter().enumerate().skip(from.saturating_sub(1)) {
        println!("\n== {}/{} {} ==", index + 1, stages.len(), stage.name);
        let begun = Instant::now();
        let result = (stage.run)(root);
        let seconds = begun.elapsed().as_secs_f64();
        match result {
            Ok(()) => println!("-- {} passed in {seconds:.1} s", stage.name),
            Err(why) => {
                return Err(format!(
                    "stage '{}' failed after {seconds:.1} s: {why}",
                    stage.name
                ));
            }
        }
    }
    println!("\nxtask: took {:.0} s", start.elapsed().as_secs_f64());
    if from > 1 {
        println!("xtask: stages from {from} on passed");
        return Ok(());
    }
    if fast {
        println!("xtask: quick stages passed; 'cargo xtask test' runs them all");
    } else if no_browser {
        println!("xtask: all stages passed but '{BROWSER}', which was left out");
    } else {
        println!("xtask: all stages passed");
    }
    Ok(())
}

/// Builds and starts the program that makes the docs; `--check` only compares.
pub fn docs(root: &Path, words: &[&str]) -> Result<(), String> {
    let mut program = Command::new(whole::program(root, ["--bin", "xtask-docs"])?);
    succeed(program.args(words), "xtask-docs")
}

/// Runs the cargo that runs this.
fn cargo(root: &Path, words: &[&str]) -> Result<(), String> {
    let mut command = whole::cargo(root);
    command.args(words);
    if FULL.load(Ordering::Relaxed) {
        command.env("URTO_FULL", "1");
    }
    succeed(&mut command, &format!("cargo {}", words.join(" ")))
}

fn succeed(command: &mut Command, shown: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("'{shown}' ended with {status}")),
        Err(error) => Err(format!("'{shown}' could not be started: {error}")),
    }
}

/// Installs a target that the toolchain lacks: with `RUSTUP_AUTO_INSTALL=0` the toolchain file
/// alone does not.
fn add_target(root: &Path, target: &str) -> Result<(), String> {
    let installed = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .current_dir(root)
        .output();
    match installed {
        Ok(list) if list.status.success() => {
            let names = String::from_utf8_lossy(&list.stdout);
            if names.lines().any(|name| name.trim() == target) {
                return Ok(());
            }
            let mut add = Command::new("rustup");
            add.args(["target", "add", target]).current_dir(root);
            succeed(&mut add, &format!("rustup target add {target}"))
        }
        // Without rustup the toolchain may have the target all the same: let cargo tell.
        _ => Ok(()),
    }
}
