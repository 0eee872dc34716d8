//! Files come whole or not at all: they are made aside and then put in place.
//!
//! What is made aside lies in memory, or, where it is large, in a file beside its place whose name
//! begins with `.urto-`. If the command is stopped, that file goes too ([`when_stopped`]); if it is
//! killed, the next one that writes into the folder takes it away ([`check`]): a file in the making
//! is locked by who makes it, so that nobody takes away what is still being made.

use crate::failure::Failure;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, Cursor, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// Files up to this size are made in memory \[bytes\].
const IN_MEMORY: usize = 64 << 20;
/// How names of files in the making begin and end.
const PREFIX: &str = ".urto-";
const SUFFIX: &str = ".part";

/// The path that stands for the standard output.
pub const STDOUT: &str = "-";

/// Says so if a file that must not be written over is there already.
pub fn check_free(path: &Path, over: bool) -> Result<(), Failure> {
    if path.exists() && !over && !is_stdout(path) {
        return Err(Failure::usage(format!(
            "'{}' is there already; --force writes over it",
            path.display()
        )));
    }
    Ok(())
}

/// Whether a path is the standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == STDOUT
}

/// Files in the making, and folders that were looked at.
#[derive(Default)]
struct Workplace {
    unfinished: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
}

static WORKPLACE: LazyLock<Mutex<Workplace>> = LazyLock::new(Mutex::default);

fn workplace() -> MutexGuard<'static, Workplace> {
    WORKPLACE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets the command end in order when it is stopped (Ctrl-C, SIGTERM): without half-made files.
pub fn when_stopped() {
    // Without it, stopping leaves what the next run takes away.
    let _ = ctrlc::set_handler(|| {
        // Held until the end: nobody begins another file meanwhile.
        let place = workplace();
        for path in &place.unfinished {
            let _ = std::fs::remove_file(path);
        }
        // As shells say it of a program that Ctrl-C ended.
        std::process::exit(130);
    });
}

/// A file in the making.
pub struct Draft {
    path: PathBuf,
    bytes: Bytes,
}

enum Bytes {
    Memory(Cursor<Vec<u8>>),
    Disk(BufWriter<Aside>),
}

impl Draft {
    /// Starts a file that will be at `path`; refuses at once if it could not be put there.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        Self::in_memory(path, Vec::new())
    }

    /// The same with memory that was used before, which [`commit`](Draft::commit) gives back.
    pub fn in_memory(path: &Path, mut memory: Vec<u8>) -> Result<Self, Failure> {
        check(path)?;
        memory.clear();
        Ok(Self {
            path: path.to_owned(),
            bytes: Bytes::Memory(Cursor::new(memory)),
        })
    }

    /// Puts the finished file in its place, over what was there.
    pub fn commit(self) -> Result<Vec<u8>, Failure> {
        let path = &self.path;
        let placed = match self.bytes {
            Bytes::Memory(memory) if is_stdout(path) => {
                let written = std::io::stdout().write_all(memory.get_ref());
                written.map(|()| memory.into_inner())
            }
            Bytes::Memory(memory) => {
                let memory = memory.into_inner();
                let whole = Aside::beside(path).and_then(|mut file| {
                    file.write_all(&memory)?;
                    file.put_at(path)
                });
                whole.map(|()| memory)
            }
            Bytes::Disk(file) => {
                let file = file.into_inner().map_err(|error| error.into_error());
                let put = file.and_then(|file| file.put_at(path));
                put.map(|()| Vec::new())
            }
        };
        placed.map_err(|error| Failure::writing(path, &error))
    }

    /// Too large for memory: goes on in a file.
    fn spill(&mut self) -> std::io::Result<()> {
        if let Bytes::Memory(memory) = &mut self.bytes {
            let mut file = Aside::beside(&self.path)?;
            file.write_all(memory.get_ref())?;
            file.seek(SeekFrom::Start(memory.position()))?;
            self.bytes = Bytes::Disk(BufWriter::new(file));
        }
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match &mut self.bytes {
            Bytes::Memory(memory)
                if memory.get_ref().len() + bytes.len() > IN_MEMORY && !is_stdout(&self.path) =>
            {
                self.spill()?;
                self.write(bytes)
            }
            Bytes::Memory(memory) => memory.write(bytes),
            Bytes::Disk(file) => file.write(bytes),
        }
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Seek for Draft {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        match &mut self.bytes {
            Bytes::Memory(memory) => memory.seek(to),
            Bytes::Disk(file) => file.seek(to),
        }
    }
}

/// A file beside its place, that goes with the program unless it is put there.
struct Aside {
    file: NamedTempFile,
}

impl Aside {
    /// Beside where `path` leads, if it is a link.
    fn beside(path: &Path) -> std::io::Result<Self> {
        let mut place = workplace();
        loop {
            let file = builder().tempfile_in(folder_of(&led(path)))?;
            // Before it was locked, another command may have taken it for left over.
            let taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
            if taken || !file.path().exists() {
                continue;
            }
            place.unfinished.insert(file.path().to_owned());
            return Ok(Self { file });
        }
    }

    /// With the rights of what was there.
    fn put_at(self, path: &Path) -> std::io::Result<()> {
        let path = led(path);
        if let Ok(there) = path.metadata() {
            self.file.as_file().set_permissions(there.permissions())?;
        }
        let aside = self.file.path().to_owned();
        let done = self.file.persist(path);
        workplace().unfinished.remove(&aside);
        done.map(|_| ()).map_err(|error| error.error)
    }
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Seek for Aside {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.as_file_mut().seek(to)
    }
}

/// Where a path leads in the end, if it is a symbolic link to a file.
fn led(path: &Path) -> PathBuf {
    let linked = path.is_symlink().then(|| path.canonicalize().ok());
    linked.flatten().unwrap_or_else(|| path.to_owned())
}

/// Saves bytes that are all there.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut draft = Draft::new(path)?;
    let written = draft.write_all(bytes);
    written.map_err(|error| Failure::writing(path, &error))?;
    draft.commit().map(|_| ())
}

/// Refuses a path at which no file can be put. Takes away what a killed command left in its
/// folder.
pub fn check(path: &Path) -> Result<(), Failure> {
    if is_stdout(path) {
        return Ok(());
    }
    if let Ok(there) = path.metadata()
        && !there.is_file()
    {
        return Err(Failure::other(format!(
            "cannot write '{}': there is something that is not a file",
            path.display()
        )));
    }
    let folder = folder_of(path);
    // A folder is looked at once, however many files go there.
    if workplace().folders.contains(folder) {
        return Ok(());
    }
    if !folder.is_dir() {
        return Err(Failure::other(format!(
            "cannot write '{}': there is no folder '{}'; make it first",
            path.display(),
            folder.display()
        )));
    }
    match tempfile::tempfile_in(folder) {
        Ok::<File, _>(_) => {}
        Err(error) => return Err(Failure::writing(path, &error)),
    }
    sweep(folder);
    workplace().folders.insert(folder.to_owned());
    Ok(())
}

/// Takes away files in the making that nobody makes any more.
fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            continue;
        }
        let file = OpenOptions::new().write(true).open(entry.path());
        if file.is_ok_and(|file| file.try_lock().is_ok()) {
            // If somebody else does so at the same time, it is gone all the same.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// A file beside its place, with the rights that any new file has.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    /// Names and sizes of all that lies in a folder, and which file it is.
    fn there(folder: &Path) -> Vec<(String, u64, u64)> {
        let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
        let told = entries.map(|entry| {
            let facts = entry.metadata().unwrap();
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, facts.len(), facts.ino())
        });
        told.collect()
    }

    /// A file too large for memory lies on disk once, before and after: what was made aside is the file.
    #[test]
    fn a_large_file_does_not_need_twice_its_size() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.wav");
        let mut draft = Draft::new(&path).unwrap();
        let block = vec![1u8; 1 << 20];
        for n in 0..=IN_MEMORY / block.len() {
            let before = there(folder.path());
            assert!(before.is_empty(), "after {n} MiB: {before:?}");
            draft.write_all(&block).unwrap();
        }
        // The head is written again at the end, as that of a WAV file is.
        draft.seek(SeekFrom::Start(4)).unwrap();
        draft.write_all(b"size").unwrap();
        let aside = there(folder.path());
        assert_eq!(aside.len(), 1, "{aside:?}");
        assert!(aside[0].0.starts_with(PREFIX), "{aside:?}");

        let size = (IN_MEMORY + block.len()) as u64;
        draft.commit().unwrap();
        assert_eq!(
            there(folder.path()),
            [("large.wav".to_owned(), size, aside[0].2)]
        );
        let mut head = [0; 8];
        std::io::Read::read_exact(&mut File::open(&path).unwrap(), &mut head).unwrap();
        assert_eq!(&head, b"\x01\x01\x01\x01size");
    }
}
