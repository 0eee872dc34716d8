//! Files that parameters name: where they are looked for, and how they are packed.

use crate::cli::PackArgs;
use crate::failure::Failure;
use crate::open;
use crate::recipe::Matter;
use crate::resolve;
use crate::{output, save};
use serde_json::json;
use std::io::{ErrorKind, Read};
use std::path::Path;
use urto_file::{LARGEST_RESOURCE, Shelf};

/// The bytes of a file by its name: from the pack that names it, or else as [`fetch`] does.
pub fn find(
    name: &str,
    shelf: &Shelf,
    named_by: Option<&Path>,
    folder: Option<&Path>,
) -> Result<Vec<u8>, String> {
    match shelf.get(name) {
        Some(bytes) => Ok(bytes.to_vec()),
        None => fetch(name, named_by, folder),
    }
}

/// The bytes of a file by its name: beside the file that names it (else here), or else in the
/// folder of resources, or else from what comes with urto.
fn fetch(name: &str, named_by: Option<&Path>, folder: Option<&Path>) -> Result<Vec<u8>, String> {
    let beside = named_by.and_then(Path::parent).unwrap_or(Path::new(""));
    for place in [Some(beside), folder].into_iter().flatten() {
        let path = place.join(name);
        match open::file(&path) {
            Ok(file) => {
                let mut bytes = Vec::new();
                // One more than allowed, so that what is too large is seen to be.
                file.take(LARGEST_RESOURCE as u64 + 1)
                    .read_to_end(&mut bytes)
                    .map_err(|error| format!("'{}' cannot be read: {error}", path.display()))?;
                return Ok(bytes);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(format!("'{}' cannot be read: {error}", path.display())),
        }
    }
    if let Some(bytes) = urto_file::built_in(name) {
        return Ok(bytes.to_vec());
    }
    let beside = match named_by {
        Some(file) => format!("beside '{}'", file.display()),
        None => "here".to_owned(),
    };
    Err(match folder {
        Some(folder) => format!(
            "there is no file '{name}' {beside} or in '{}'",
            folder.display()
        ),
        None => format!("there is no file '{name}' {beside}; --resources names another folder"),
    })
}

/// Makes one file of a project or a preset and all the files that it names.
pub fn pack(asked: &PackArgs, as_json: bool) -> Result<(), Failure> {
    let mut found = resolve::find(&asked.what)?;
    let (path, folder) = (found.path.as_deref(), asked.resources.as_deref());
    let mut fetch = |name: &str| find(name, &found.shelf, path, folder);
    let (kind, text, shelf) = match &mut found.matter {
        Matter::Project(project) => {
            let shelf = project.gather(&mut fetch).map_err(Failure::other)?;
            ("project", urto_file::write_project(project), shelf)
        }
        Matter::Sound(preset) => {
            let mut shelf = Shelf::default();
            for (_, own) in urto_file::named_resources(preset.params.as_ref()) {
                let bytes = fetch(own.name()).map_err(Failure::other)?;
                shelf.put(own.name(), &bytes);
            }
            ("preset", urto_file::write_preset(preset, false), shelf)
        }
        Matter::Scene(_) => {
            return Err(Failure::usage(
                "a scene holds its files already when it is rendered; pack a project or a preset",
            ));
        }
    };
    let mut parts = vec![(format!("{kind}.toml"), text.into_bytes())];
    let files = shelf.files();
    parts.extend(files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())));
    let usual = || format!("{}.urto", found.name).into();
    let out = asked.out.clone().unwrap_or_else(usual);
    save::save(&out, &urto_file::write_pack(&parts))?;
    if as_json {
        let names: Vec<&String> = parts.iter().map(|(name, _)| name).collect();
        return output::print_json(&json!({ "path": out.to_string_lossy(), "parts": names }));
    }
    let files = parts.len() - 1;
    let plural = if files == 1 { "" } else { "s" };
    output::print(&format!(
        "{}: the {kind} and {files} file{plural} that it names\n",
        out.display()
    ))
}
