//! The command `urto`: sound from physics.
//!
//! Each subcommand has its file; `recipe` says what is to sound, `make` turns a recipe into a
//! WAV or FLAC file, and that file holds its recipe, so that it can be made again bit for bit.
#![forbid(unsafe_code)]

mod aim;
mod analyse;
mod analyse_plot;
mod batch;
mod cli;
mod completions;
mod draw;
mod drawn;
mod failure;
mod flac;
mod format;
mod frames;
mod haptic;
mod hear;
mod likeness;
mod list;
mod loudness;
mod make;
mod man;
mod manner;
mod meter;
mod mi;
mod mixdown;
mod modes;
mod network;
mod new;
mod ogg;
mod open;
mod output;
mod places;
mod play;
mod played;
mod progress;
mod recipe;
mod render;
mod resample;
mod resolve;
mod resources;
mod sample;
mod save;
mod show;
mod show_body;
mod show_text;
mod studio;
mod study;
mod tour;
mod view;
mod wav;

use clap::Parser;
use clap::error::ErrorKind;
use cli::{Cli, Command, MiCommand, StudioArgs};
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    completions::answer();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    if !matches!(
        cli.command,
        None | Some(Command::Studio(_) | Command::Play(_))
    ) {
        // The studio and what plays end in order by themselves.
        save::when_stopped();
    }
    let done = match &cli.command {
        None => studio::run(&StudioArgs::default(), true, cli.json),
        Some(Command::Studio(asked)) => studio::run(asked, false, cli.json),
        Some(Command::List { word }) => list::run(word.as_deref(), cli.json),
        Some(Command::Show { sound, all }) => show::run(sound, *all, cli.json),
        Some(Command::Play(asked)) => play::run(asked, cli.json),
        Some(Command::Render(asked)) => render::run(asked, cli.json),
        Some(Command::Pack(asked)) => resources::pack(asked, cli.json),
        Some(Command::Study(asked)) => study::run(asked, cli.json),
        Some(Command::Analyse(asked)) => analyse::run(asked, cli.json),
        Some(Command::Modes(asked)) => modes::run(asked, cli.json),
        Some(Command::Mi { act }) => match act {
            MiCommand::Check(asked) => mi::check(asked, cli.json),
            MiCommand::Frames(asked) => frames::run(asked, cli.json),
            MiCommand::Flatten(asked) => mi::flatten(asked, cli.json),
            MiCommand::Import(asked) => mi::import(asked, cli.json),
            MiCommand::Haptic(asked) => haptic::run(asked, cli.json),
        },
        Some(Command::View(asked)) => view::run(asked, cli.json),
        Some(Command::New(asked)) => new::run(asked, cli.json),
        Some(Command::Tour { folder }) => tour::run(folder, cli.json),
        Some(Command::Completions { shell }) => completions::run(shell),
        Some(Command::Man { folder }) => man::run(folder.as_deref(), cli.json),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain("urto", &failure.to_string());
            ExitCode::from(failure.code())
        }
    }
}

/// Help and version as clap writes them; anything wrong in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Nothing can be done about a terminal that is gone.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        _ => {
            let failure = Failure::Usage(in_one_line(&error.to_string()));
            output::complain("urto", &failure.to_string());
            ExitCode::from(failure.code())
        }
    }
}

/// What clap says before it repeats the usage, its tip included.
fn in_one_line(message: &str) -> String {
    let told = message
        .lines()
        .take_while(|line| !line.starts_with("Usage:"))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        // How to give a word that looks like an option is seldom what was wanted.
        .filter(|line| !line.starts_with("tip: to pass"))
        .map(|line| line.strip_prefix("error: ").unwrap_or(line))
        .map(|line| line.strip_prefix("tip: ").unwrap_or(line));
    let mut text = String::new();
    for line in told {
        if !text.is_empty() {
            text.push_str(if text.ends_with(':') { " " } else { "; " });
        }
        text.push_str(line);
    }
    text + " ('urto help' tells more)"
}
