//! What can be wrong with a file or with a written value.

use urto::BuildError;
use urto::param::written;
use urto::param::{Refusal, UnknownKey};

/// A file that could not be read; the message says what is wrong and what would be right.
/// Nothing is gained by trying again: correct the file.
///
/// It is shown as one line: `scene.toml:7: object.bar.modes/0/decay: 0 is outside ...`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {}{message}", .line.map(|line| format!(":{line}")).unwrap_or_default(), .key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default())]
pub struct FileError {
    /// Name of the file, as it was given.
    pub file: String,
    /// Line of the trouble, from 1, where it can be told.
    pub line: Option<usize>,
    /// Key of the trouble: `object.bar.modes/0/decay`.
    pub key: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl FileError {
    pub(crate) fn new(
        file: &str,
        line: Option<usize>,
        key: &str,
        message: impl ToString,
    ) -> FileError {
        FileError {
            file: file.to_owned(),
            line,
            key: (!key.is_empty()).then(|| one_line(key)),
            message: one_line(&message.to_string()),
        }
    }
}

/// Longest part of a message that is shown \[characters\]; what a file repeats may be megabytes.
const LONGEST: usize = 1000;

/// Quoted text may hold line breaks; a message may not.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for (count, character) in text.chars().enumerate() {
        if count == LONGEST {
            line.push('…');
            break;
        }
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

/// A written value that a parameter does not take. Correct what was written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The text does not start with a number. Write one, with or without a unit.
    #[error("'{0}' is not a number; write for example {1}")]
    NotANumber(String, String),
    /// The number is infinite or not a number. Write a finite one.
    #[error("{0} is not a finite number")]
    NotFinite(String),
    /// The unit is another one than the parameter's. Write the expected one, or none.
    #[error("'{written}' is not a unit that fits; {expected}")]
    Unit {
        /// The unit that was written.
        written: String,
        /// Which units fit, in words.
        expected: String,
    },
    /// The number is out of range. Choose one inside.
    #[error("{} is outside {} to {}{}{unit}", written(*.value), written(*.min), written(*.max), if .unit.is_empty() { "" } else { " " })]
    Range {
        /// What was written.
        value: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Unit of all three.
        unit: &'static str,
    },
    /// A choice has no such option. Choose one of those listed.
    #[error("there is no option '{written}'{} (known: {})", hint(.suggestion), .options.join(", "))]
    Option {
        /// What was written.
        written: String,
        /// The options there are.
        options: Vec<&'static str>,
        /// The most similar option.
        suggestion: Option<String>,
    },
    /// The points of a curve are malformed or their times do not rise. Mend them.
    #[error(
        "a curve is a number, or points [[time, value], ...] with finite numbers and rising times"
    )]
    Curve,
    /// A value of another sort was written: a list for a number, say.
    #[error("expected {expected}, found {found}")]
    Sort {
        /// What the parameter takes.
        expected: String,
        /// What was written.
        found: &'static str,
    },
    /// A list or a table is not valid TOML. Mind the quotes on the command line.
    #[error("not a TOML value: {0}; a list reads [{{ frequency = 440 }}, {{ frequency = 880 }}]")]
    Malformed(String),
    /// Something inside a list or a table is wrong.
    #[error("{key}: {message}")]
    Inside {
        /// Key of the part.
        key: String,
        /// What is wrong there.
        message: String,
    },
    /// The parameter's table refuses the value. Its message states the range.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// No parameter has this key. Its message suggests a similar one.
    #[error(transparent)]
    UnknownKey(#[from] UnknownKey),
    /// The sample rate cannot be used. Choose one in the range that is stated.
    #[error(transparent)]
    Rate(#[from] BuildError),
}

/// `; did you mean 'that'?`, or nothing.
pub(crate) fn hint(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(name) => format!("; did you mean '{name}'?"),
        None => String::new(),
    }
}
