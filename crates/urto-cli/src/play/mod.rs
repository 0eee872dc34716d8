//! `urto play WHAT`: a sound at once, by the machine's sound card.
//!
//! The sound is rendered ahead into a ring, from which the sound card's callback only copies: it
//! never waits, allocates or locks. Sound cards need a library of the system (ALSA on Linux), so
//! all this is the cargo feature `play`; without it the command says how to get it.

#[cfg(feature = "play")]
mod card;
#[cfg(any(feature = "play", test))]
mod ring;

use crate::failure::Failure;
use clap::Args;

/// What to play.
#[derive(Args)]
pub struct PlayArgs {
    /// A sound, a preset, a preset, scene, project or network file, or a sound file that urto made
    pub what: String,
    /// Set a parameter or a macro (0 to 100); may be given many times; macros come first
    #[arg(short, long = "param", value_name = "KEY=VALUE", value_parser = crate::cli::key_and_value, allow_hyphen_values = true)]
    pub param: Vec<(String, String)>,
    /// Length: 2, 500ms, 1min (at most 3600 s)
    #[arg(long, value_name = "S", value_parser = crate::cli::seconds, allow_hyphen_values = true)]
    pub seconds: Option<f64>,
    /// Seed of everything random [default: 0]
    #[arg(long, value_name = "N", value_parser = crate::cli::seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Again and again, each time with the next seed, until Ctrl-C
    #[arg(long = "loop")]
    pub again: bool,
}

/// Plays it.
#[cfg(feature = "play")]
pub fn run(asked: &PlayArgs, as_json: bool) -> Result<(), Failure> {
    card::run(asked, as_json)
}

/// Tells how to get an urto that plays.
#[cfg(not(feature = "play"))]
pub fn run(asked: &PlayArgs, _: bool) -> Result<(), Failure> {
    // What cannot be found would not play either.
    if crate::network::open(&asked.what, None)?.is_none() {
        crate::resolve::find(&asked.what)?;
    }
    Err(Failure::other(format!(
        "this urto was built without sound output: on Linux install ALSA's headers (Debian: apt \
         install libasound2-dev), then build with 'cargo install --path crates/urto-cli --features \
         play', or pipe it: urto render \"{}\" -o - | aplay",
        asked.what
    )))
}
