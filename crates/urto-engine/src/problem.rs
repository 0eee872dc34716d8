//! What was asked for and cannot be done, in words for people.

/// Something that cannot be done as it was asked; the message says why and what would do.
/// Nothing has changed; asking again for the same gives the same answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    message: String,
}

impl Problem {
    /// A problem with this message.
    pub fn new(message: impl ToString) -> Self {
        Self {
            message: message.to_string(),
        }
    }
}

impl From<urto::BuildError> for Problem {
    fn from(error: urto::BuildError) -> Self {
        Self::new(error)
    }
}

impl From<urto_file::FileError> for Problem {
    fn from(error: urto_file::FileError) -> Self {
        Self::new(error)
    }
}

impl From<urto_file::ValueError> for Problem {
    fn from(error: urto_file::ValueError) -> Self {
        Self::new(error)
    }
}

impl From<urto::param::UnknownKey> for Problem {
    fn from(error: urto::param::UnknownKey) -> Self {
        Self::new(error)
    }
}
