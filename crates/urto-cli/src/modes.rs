//! `urto modes`: starts `urto-modes`, which finds them. That is a program of its own, since its
//! solver takes minutes to build.

use crate::failure::Failure;
use crate::output;
use std::ffi::OsString;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program's name.
const NAME: &str = "urto-modes";

/// Starts it with the words that this command was given, in its place: what it prints, how it ends
/// and what stops it are as if this command did the work.
pub fn run() -> Result<(), Failure> {
    let beside = beside();
    let there = beside.as_deref().filter(|path| path.is_file());
    let mut command = match (Source::of(std::env::vars_os()), there) {
        // Cargo knows whether what is there is still what the source says.
        (Some(source), there) => source.command(beside.as_deref(), there.is_some()),
        (None, Some(path)) => Command::new(path),
        // Perhaps it was installed elsewhere.
        (None, None) => Command::new(NAME),
    };
    let error = instead(command.args(words()));
    Err(match error.kind() {
        ErrorKind::NotFound => Failure::other(format!(
            "modes are found by a program of its own, {NAME}, which is not beside urto nor in the \
             PATH; in the folder of urto's source, 'cargo install --path crates/{NAME}' installs it \
             and 'cargo build --release' builds it"
        )),
        _ => Failure::other(format!("cannot start {NAME}: {error}")),
    })
}

/// What was asked for, without the word `modes`; only `--json` can stand before that.
fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(at) = words.iter().position(|word| word == "modes") {
        words.remove(at);
    }
    words
}

/// Where the program lies if it was built or installed together with this one.
fn beside() -> Option<PathBuf> {
    let name = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    Some(std::env::current_exe().ok()?.with_file_name(name))
}

/// The source that this command is run from, by `cargo run`.
struct Source {
    cargo: OsString,
    manifest: PathBuf,
}

impl Source {
    /// Cargo tells a program that it runs where cargo and the program's package are.
    fn of(vars: impl Iterator<Item = (OsString, OsString)>) -> Option<Self> {
        let (mut cargo, mut package) = (None, None);
        for (name, value) in vars {
            match name.to_str() {
                Some("CARGO") => cargo = Some(value),
                Some("CARGO_MANIFEST_DIR") => package = Some(PathBuf::from(value)),
                _ => {}
            }
        }
        let manifest = package?.parent()?.join(NAME).join("Cargo.toml");
        let cargo = cargo?;
        manifest.is_file().then_some(Self { cargo, manifest })
    }

    /// Builds it as this command was built, if it is not there as the source says, and runs it.
    fn command(&self, beside: Option<&Path>, there: bool) -> Command {
        let folder = beside.and_then(|path| path.parent()?.file_name()?.to_str());
        let profile = match folder {
            None | Some("debug") => "dev",
            Some(own) => own,
        };
        let mut command = Command::new(&self.cargo);
        command.args(["run", "--profile", profile, "--manifest-path"]);
        command.arg(&self.manifest);
        match there {
            true => {
                command.arg("--quiet");
            }
            false => output::complain(
                "urto",
                &format!("building {NAME} first: some minutes, once"),
            ),
        }
        command.arg("--");
        command
    }
}

/// Puts a program in the place of this one; comes back only if that fails.
#[cfg(unix)]
fn instead(command: &mut Command) -> Error {
    use std::os::unix::process::CommandExt;
    command.exec()
}

/// Runs a program and ends as it ends; comes back only if it cannot be started.
#[cfg(not(unix))]
fn instead(command: &mut Command) -> Error {
    // Ctrl-C reaches both: the one that works ends, and this one tells how.
    let _ = ctrlc::set_handler(|| ());
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
