//! `urto-modes`: how a body rings, from its mesh and what it is made of.
//!
//! `urto modes` starts it. It is a program of its own because the solver takes minutes to build,
//! which those who only want to hear sounds need not wait for.
#![forbid(unsafe_code)]

mod cache;
mod filled;
mod find;
mod fine;
mod material;
mod packed;
mod shapes;
mod taken;
mod told;
mod view;

use clap::Parser;
use std::process::ExitCode;
use urto_program::modes::{HELP, ModesArgs};
use urto_program::refused::{ended, refused};
use urto_program::save;

/// Find how a body rings from its mesh, and write it as a body that every sound takes
#[derive(Parser)]
#[command(name = "urto-modes", bin_name = "urto modes", version, after_help = HELP)]
struct Cli {
    #[command(flatten)]
    asked: ModesArgs,
    /// Give the facts as JSON
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => {
            save::when_stopped();
            ended(find::run(&cli.asked, cli.json))
        }
        Err(error) => refused(&error),
    }
}
