//! Opens files to read, and nothing that only looks like one.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Opens a file. A pipe or a device is refused: reading one may never end.
pub fn file(path: &Path) -> Result<File> {
    let there = path.metadata()?;
    if there.is_file() || there.is_dir() {
        return File::open(path);
    }
    Err(Error::new(
        ErrorKind::InvalidInput,
        "it is a pipe or a device, not a file; write what it gives into a file first",
    ))
}
