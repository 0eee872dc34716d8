//! `urto man`: the manual, made of the same words as `--help`.

use crate::cli::Cli;
use crate::failure::Failure;
use crate::{output, save};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use serde_json::json;
use std::path::Path;

/// Prints the page of the command, or writes one for each subcommand into a folder.
pub fn run(folder: Option<&Path>, as_json: bool) -> Result<(), Failure> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = folder else {
        return output::print(&page(command)?.1);
    };
    let folders = std::fs::create_dir_all(folder);
    folders.map_err(|error| Failure::writing(folder, &error))?;
    let mut paths = Vec::new();
    let own: Vec<Command> = command.get_subcommands().cloned().collect();
    for command in std::iter::once(command).chain(own) {
        let (name, text) = page(command)?;
        let path = folder.join(name);
        save::save(&path, text.as_bytes())?;
        paths.push(path.display().to_string());
    }
    match as_json {
        true => output::print_json(&json!({ "pages": paths })),
        false => output::print(&(paths.join("\n") + "\n")),
    }
}

/// A page's file name and text.
fn page(command: Command) -> Result<(String, String), Failure> {
    let page = Man::new(command).manual("urto");
    let mut text = Vec::new();
    page.render(&mut text).map_err(Failure::other)?;
    Ok((page.get_filename(), plain(&String::from_utf8_lossy(&text))))
}

/// Without the codes for terminals that some help texts hold; and examples keep their lines.
fn plain(text: &str) -> String {
    let text = text.replace("\u{1b}[0m", "");
    let Some((before, after)) = text.split_once(".SH EXTRA\n") else {
        return text;
    };
    let end = after.find("\n.SH ").map_or(after.len(), |end| end + 1);
    let (examples, rest) = after.split_at(end);
    format!("{before}.SH EXAMPLES\n.nf\n{examples}.fi\n{rest}")
}
