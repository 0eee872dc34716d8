//! The command `urto`: sound from physics.
//!
//! Each subcommand has its file; `recipe` says what is to sound, `make` turns a recipe into a
//! WAV or FLAC file, and that file holds its recipe, so that it can be made again bit for bit.
#![forbid(unsafe_code)]

mod aim;
mod analyse;
mod analyse_plot;
mod animate;
mod batch;
mod cli;
mod completions;
mod contact;
mod draw;
mod drawn;
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
mod moved;
mod network;
mod new;
mod ogg;
mod original;
mod places;
mod play;
mod played;
mod recipe;
mod render;
mod resample;
mod resolve;
mod resources;
mod run_facts;
mod sample;
mod show;
mod show_body;
mod show_text;
mod simulate;
mod studio;
mod study;
mod tour;
mod transition;
mod view;
mod wav;

use clap::Parser;
use cli::{Cli, Command, MiCommand, StudioArgs};
use std::process::ExitCode;
use urto_program::refused::{ended, refused};
use urto_program::{failure, open, output, progress, save};

fn main() -> ExitCode {
    completions::answer();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    if !matches!(
        cli.command,
        None | Some(Command::Studio(_) | Command::Play(_) | Command::Modes(_))
    ) {
        // The studio, what plays and what finds modes end in order by themselves.
        save::when_stopped();
    }
    let done = match &cli.command {
        None => studio::run(&StudioArgs::default(), true, cli.json),
        Some(Command::Studio(asked)) => studio::run(asked, false, cli.json),
        Some(Command::List { word }) => list::run(word.as_deref(), cli.json),
        Some(Command::Show { sound, all }) => show::run(sound, *all, cli.json),
        Some(Command::Play(asked)) => play::run(asked, cli.json),
        Some(Command::Render(asked)) => render::run(asked, cli.json),
        Some(Command::Simulate(asked)) => simulate::run(asked, cli.json),
        Some(Command::Pack(asked)) => resources::pack(asked, cli.json),
        Some(Command::Study(asked)) => study::run(asked, cli.json),
        Some(Command::Analyse(asked)) => analyse::run(asked, cli.json),
        Some(Command::Modes(_)) => modes::run(),
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
    ended(done)
}
