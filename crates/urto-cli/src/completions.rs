//! Words that a shell offers while a command is typed.
//!
//! The shell asks the command itself, so that it knows every sound, preset, study and parameter
//! there is: `urto completions bash` prints the few lines by which it learns to ask. (What answers
//! is a part of `clap_complete` that may change with its versions; it is used in this file alone.)

use crate::cli::Cli;
use crate::failure::Failure;
use crate::output;
use clap::CommandFactory;
use clap::builder::StyledStr;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{CompleteEnv, Shells};
use std::ffi::OsStr;
use urto::param::Params;
use urto_file::rows;

/// By this variable a shell asks.
const ASKED: &str = "URTO_COMPLETE";

/// Shells that can ask.
pub const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

/// Prints what a shell is to be told.
pub fn run(shell: &str) -> Result<(), Failure> {
    let shells = Shells::builtins();
    let unknown = || Failure::usage(format!("there are completions for {}", SHELLS.join(", ")));
    let shell = shells.completer(shell).ok_or_else(unknown)?;
    let mut script = Vec::new();
    let written = shell.write_registration(ASKED, "urto", "urto", "urto", &mut script);
    written.map_err(Failure::other)?;
    output::print(&String::from_utf8_lossy(&script))
}

/// Answers a shell that asks, and ends; does nothing else.
pub fn answer() {
    CompleteEnv::with_factory(command).var(ASKED).complete();
}

/// The command, knowing what can stand for its words.
fn command() -> clap::Command {
    let sounds = || ArgValueCompleter::new(|typed: &OsStr| offered(names(), typed));
    let playable = || {
        ArgValueCompleter::new(|typed: &OsStr| {
            let mut all = offered(names(), typed);
            all.extend(PathCompleter::file().complete(typed));
            all
        })
    };
    let classes = || ArgValueCompleter::new(|typed: &OsStr| offered(classes(), typed));
    let params = || ArgValueCompleter::new(|typed: &OsStr| offered(keys(), typed));
    Cli::command()
        .mut_subcommand("show", |own| own.mut_arg("sound", |arg| arg.add(sounds())))
        .mut_subcommand("play", |own| {
            own.mut_arg("what", |arg| arg.add(playable()))
                .mut_arg("param", |arg| arg.add(params()))
        })
        .mut_subcommand("render", |own| {
            own.mut_arg("what", |arg| arg.add(playable()))
                .mut_arg("param", |arg| arg.add(params()))
                .mut_arg("like", |arg| arg.add(classes()))
        })
        .mut_subcommand("analyse", |own| {
            own.mut_arg("like", |arg| arg.add(classes()))
        })
        .mut_subcommand("study", |own| {
            let studies = ArgValueCompleter::new(|typed: &OsStr| offered(studies(), typed));
            own.mut_arg("name", |arg| arg.add(studies))
                .mut_arg("param", |arg| arg.add(params()))
        })
}

/// A word and what it means.
type Word = (String, String);

/// Sounds, presets as one word each (`wine-glass`), and projects.
fn names() -> Vec<Word> {
    let sounds = urto_file::catalogue().sounds().iter();
    let sounds = sounds.map(|entry| (entry.key.to_owned(), entry.hear.to_owned()));
    let presets = urto_file::library().unwrap_or_default().into_iter();
    let presets = presets.filter_map(|preset| {
        let name = urto_file::spoken(&preset.name?).replace(' ', "-");
        Some((name, preset.about.unwrap_or_default()))
    });
    let projects = urto_file::projects().map(|own| (own.name.to_owned(), own.about()));
    sounds.chain(presets).chain(projects).collect()
}

/// Classes of real recordings.
fn classes() -> Vec<Word> {
    let all = urto_analyse::likeness::classes().iter();
    all.map(|class| (class.name.to_owned(), class.about.to_owned()))
        .collect()
}

fn studies() -> Vec<Word> {
    let word = |study: &urto_study::Study| (study.key.to_owned(), study.title.to_owned());
    urto_study::ALL.iter().map(word).collect()
}

/// What `-p` can set on the sound or study that stands on the command line.
fn keys() -> Vec<Word> {
    let words = std::env::args_os().filter_map(|word| word.into_string().ok());
    let Some(params) = words.filter_map(|word| params_of(&word)).next() else {
        return Vec::new();
    };
    let table = params.table();
    let macros = table.macros.iter();
    let macros = macros.map(|own| (format!("{}=", own.key), rows::plain(own.about)));
    let rows = rows::rows(params.as_ref());
    let rows = rows
        .iter()
        .map(|row| (format!("{}=", row.key), row.about()));
    macros.chain(rows).collect()
}

fn params_of(word: &str) -> Option<Box<dyn Params>> {
    if let Ok(entry) = urto_file::catalogue().sound(word) {
        return Some((entry.make)().params().boxed());
    }
    if let Ok(study) = urto_study::find(word) {
        return Some((study.params)());
    }
    Some(urto_file::find_preset(word).ok()??.params)
}

/// Those that begin with what was typed.
fn offered(all: Vec<Word>, typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let mut all = all;
    all.retain(|(word, _)| word.starts_with(&*typed));
    let candidate =
        |(word, about): Word| CompletionCandidate::new(word).help(Some(StyledStr::from(about)));
    all.into_iter().map(candidate).collect()
}
