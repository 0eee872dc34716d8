//! The studio: serves its page until Ctrl-C, or writes it out as files.

use crate::cli::StudioArgs;
use crate::failure::Failure;
use crate::output;
use serde_json::json;
use std::path::Path;
use urto_studio::{Options, Server, StudioError};

/// Opens the studio, or writes it out. `bare` when the command came without arguments.
pub fn run(asked: &StudioArgs, bare: bool, as_json: bool) -> Result<(), Failure> {
    if let Some(folder) = &asked.export {
        return export(folder, as_json);
    }
    let server = Server::open(&Options {
        port: asked.port,
        host: asked.host,
    })
    .map_err(failure)?;
    server.stop_on_interrupt().map_err(failure)?;
    let url = server.url();
    let opened = !asked.no_open && !as_json && urto_studio::open_browser(&url);
    if as_json {
        output::print_json(&json!({ "url": url, "port": server.port() }))?;
    } else {
        let does = if opened { "opens" } else { "is at" };
        output::print(&format!(
            "urto: sound from physics. The studio {does} {url}\n"
        ))?;
        if asked.host.is_some() {
            output::print(
                "Whoever has this address, token included, can open it while urto runs.\n",
            )?;
        }
        output::print("Ctrl-C stops it.\n")?;
    }
    if bare && !as_json {
        output::print("'urto help' tells what else there is.\n")?;
    }
    server.run();
    if as_json {
        Ok(())
    } else {
        output::print("The studio is closed.\n")
    }
}

fn export(folder: &Path, as_json: bool) -> Result<(), Failure> {
    let count = urto_studio::export(folder).map_err(failure)?;
    let page = folder.join("index.html");
    if as_json {
        return output::print_json(&json!({ "page": page.to_string_lossy(), "files": count }));
    }
    output::print(&format!(
        "Wrote {count} files to '{}'. Any web server can serve them (browsers play sound only \
         from https or from their own machine).\n",
        folder.display()
    ))
}

/// A folder that holds something else was not a good choice; the rest is the machine's.
fn failure(error: StudioError) -> Failure {
    match error {
        StudioError::Foreign(_) => Failure::usage(error),
        _ => Failure::other(error),
    }
}
