//! Why a command gives up.

use std::path::Path;

/// Something that stops a command, in one clear line.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was asked for makes no sense. Ask for something else.
    #[error("{0}")]
    Usage(String),
    /// The request was fine, but a file or the machine was in the way.
    #[error("{0}")]
    Other(String),
}

impl Failure {
    /// The command's exit status.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Other(_) => 1,
        }
    }

    /// A request that makes no sense.
    pub fn usage(why: impl std::fmt::Display) -> Self {
        Failure::Usage(why.to_string())
    }

    /// Anything else.
    pub fn other(why: impl std::fmt::Display) -> Self {
        Failure::Other(why.to_string())
    }

    /// A file that could not be read.
    pub fn reading(path: &Path, error: &std::io::Error) -> Self {
        Failure::Other(format!(
            "cannot read '{}': {}",
            path.display(),
            plain(error)
        ))
    }

    /// A file that could not be written.
    pub fn writing(path: &Path, error: &std::io::Error) -> Self {
        Failure::Other(format!(
            "cannot write '{}': {}",
            path.display(),
            plain(error)
        ))
    }
}

/// The system's reason without its number.
fn plain(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such folder or file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::NotADirectory => "a part of the path is not a folder".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => {
            let text = error.to_string();
            match text.find(" (os error") {
                Some(end) => text[..end].to_owned(),
                None => text,
            }
        }
    }
}
