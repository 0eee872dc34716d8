//! `cargo xtask`: runs all tests, and starts what makes the generated docs.
#![forbid(unsafe_code)]

mod browser;
mod library;
mod names;
mod programs;
mod same;
mod stages;
mod whole;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "cargo xtask test [--fast] [--no-browser] [--full] [--from=N]
                             everything that must pass; --fast leaves out the slow stages,
                             --no-browser those that need chromium; --full runs wide sweeps
                             whole, of which else a sample is drawn, and the page in firefox,
                             too; --from=5 leaves out the stages before the fifth
cargo xtask browser [--long] only the tests of the studio's page, in chromium; --long plays at
                             random for ten minutes instead of one
cargo xtask screenshots      pictures of every screen of the studio into target/screenshots
cargo xtask docs [--check]   writes the generated docs; --check only compares
cargo xtask library [--check] solves the bodies of library/ anew (minutes); --check only compares";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test", ref rest @ ..] if asked(rest).is_some() => {
            stages::run(&root(), &asked(rest).unwrap_or_default())
        }
        ["browser"] => browser::check(&root()),
        ["browser", "--long"] => browser::check_long(&root()),
        ["screenshots"] => browser::screenshots(&root()),
        ["docs"] => stages::docs(&root(), &[]),
        ["docs", "--check"] => stages::docs(&root(), &["--check"]),
        ["library"] => library::make(&root(), false),
        ["library", "--check"] => library::make(&root(), true),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!(
            "'{}' is not a task; there are:\n{HELP}",
            words.join(" ")
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

/// What the words after `test` ask for; nothing if one of them is none.
fn asked(words: &[&str]) -> Option<stages::Asked> {
    let mut asked = stages::Asked::default();
    for word in words {
        match *word {
            "--fast" => asked.fast = true,
            "--no-browser" => asked.no_browser = true,
            "--full" => asked.full = true,
            _ => asked.from = word.strip_prefix("--from=")?.parse().ok()?,
        }
    }
    Some(asked)
}

/// The workspace's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
