//! `cargo xtask docs` starts this: the generated docs from the code.
//!
//! A program of its own, so that `cargo xtask` begins at once and needs none of urto.
#![forbid(unsafe_code)]

mod docs;
mod header;
mod studies;
mod taxonomy;

use std::path::Path;
use std::process::ExitCode;

/// The workspace's folder, two above this package's.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let root = root();
    let done = match words[..] {
        [] => docs::write(root),
        ["--check"] => docs::check(root),
        _ => Err(format!(
            "'{}' is not a task; this is started by 'cargo xtask docs [--check]'",
            words.join(" ")
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask-docs: {why}");
            ExitCode::FAILURE
        }
    }
}
