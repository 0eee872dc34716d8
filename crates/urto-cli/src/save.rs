//! Files come whole or not at all: they are made aside and then put in place.

use crate::failure::Failure;
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::SpooledTempFile;

/// Files up to this size are made in memory, larger ones in a nameless file beside their place,
/// so that nothing is left over even when the command is stopped \[bytes\].
const IN_MEMORY: usize = 64 << 20;

/// A file in the making.
pub struct Draft {
    path: PathBuf,
    bytes: BufWriter<SpooledTempFile>,
}

impl Draft {
    /// Starts a file that will be at `path`; refuses at once if it could not be put there.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        check(path)?;
        let bytes = tempfile::spooled_tempfile_in(IN_MEMORY, folder_of(path));
        Ok(Self {
            path: path.to_owned(),
            bytes: BufWriter::new(bytes),
        })
    }

    /// Where its bytes go.
    pub fn bytes(&mut self) -> &mut BufWriter<SpooledTempFile> {
        &mut self.bytes
    }

    /// Puts the finished file in its place, over what was there.
    pub fn commit(self) -> Result<(), Failure> {
        let path = &self.path;
        place(path, self.bytes).map_err(|error| Failure::writing(path, &error))
    }
}

fn place(path: &Path, bytes: BufWriter<SpooledTempFile>) -> std::io::Result<()> {
    let mut bytes = bytes.into_inner().map_err(|error| error.into_error())?;
    bytes.seek(SeekFrom::Start(0))?;
    let mut file = builder().tempfile_in(folder_of(path))?;
    std::io::copy(&mut BufReader::new(bytes), file.as_file_mut())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Saves bytes that are all there.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut draft = Draft::new(path)?;
    let written = draft.bytes().write_all(bytes);
    written.map_err(|error| Failure::writing(path, &error))?;
    draft.commit()
}

/// Refuses a path at which no file can be put.
pub fn check(path: &Path) -> Result<(), Failure> {
    if let Ok(there) = path.metadata()
        && !there.is_file()
    {
        return Err(Failure::other(format!(
            "cannot write '{}': there is something that is not a file",
            path.display()
        )));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(Failure::other(format!(
            "cannot write '{}': there is no folder '{}'; make it first",
            path.display(),
            folder.display()
        )));
    }
    match tempfile::tempfile_in(folder) {
        Ok::<File, _>(_) => Ok(()),
        Err(error) => Err(Failure::writing(path, &error)),
    }
}

/// A file beside its place, with the rights that any new file has.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".urto-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system takes from these what the user's umask says.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
