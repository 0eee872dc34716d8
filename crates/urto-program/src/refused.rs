//! What a program answers to words that it does not understand.

use crate::failure::Failure;
use crate::output;
use clap::error::ErrorKind;
use std::process::ExitCode;

/// Help and version as clap writes them; anything wrong in one line.
pub fn refused(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Nothing can be done about a terminal that is gone.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        _ => ended(Err(Failure::Usage(in_one_line(&error.to_string())))),
    }
}

/// How a program ends: well, or with one line that says why not.
pub fn ended(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
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
