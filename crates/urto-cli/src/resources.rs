//! Files that parameters name: where they are looked for.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use urto_file::LARGEST_RESOURCE;

/// The bytes of a file by its name: beside the file that names it (else here), or else in the
/// folder of resources.
pub fn fetch(
    name: &str,
    named_by: Option<&Path>,
    folder: Option<&Path>,
) -> Result<Vec<u8>, String> {
    let beside = named_by.and_then(Path::parent).unwrap_or(Path::new(""));
    for place in [Some(beside), folder].into_iter().flatten() {
        let path = place.join(name);
        match File::open(&path) {
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
