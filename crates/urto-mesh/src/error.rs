//! Why a file is no mesh.

use crate::{LARGEST, MOST_POINTS, MOST_TRIANGLES};
use core::fmt;

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// A line of text, counted from 1.
    Line(usize),
    /// A triangle of a binary STL file, counted from 1.
    Triangle(usize),
    /// A byte of a binary file, counted from 1.
    Byte(usize),
    /// A part of a file by what it is and its number there: accessor 3 of a glTF file.
    Part(&'static str, usize),
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Triangle(number) => write!(f, "triangle {number}"),
            Self::Byte(number) => write!(f, "byte {number}"),
            Self::Part(what, number) => write!(f, "{what} {number}"),
        }
    }
}

/// A file is no mesh that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// It is no file of a known kind. Export the shape as one.
    #[error("this is no OBJ, STL, PLY or glTF file; export the shape as one of these")]
    NotAMesh,
    /// A line begins with a word that the format does not have.
    #[error(
        "line {line} begins with '{word}', which is not in {format} files; export the shape anew"
    )]
    UnknownLine {
        /// Counted from 1.
        line: usize,
        /// Its first word, shortened.
        word: String,
        /// Which format it was read as.
        format: &'static str,
    },
    /// Something that should be a number is none, or is beyond what is allowed.
    #[error(
        "{at}: '{found}' is not a number from -{LARGEST:e} to {LARGEST:e}; write one, such as 0.25"
    )]
    NotANumber {
        /// Where.
        at: Where,
        /// What stands there, shortened.
        found: String,
    },
    /// A line has less, or something else, than it needs.
    #[error("line {line}: {needs}")]
    Incomplete {
        /// Counted from 1.
        line: usize,
        /// What it needs, in words.
        needs: &'static str,
    },
    /// A face names a point that the file does not have.
    #[error(
        "line {line} asks for point {index}, but there are {points} points; allowed are 1 to {points}, or -1 for the last one before the line and so on"
    )]
    NoSuchPoint {
        /// Counted from 1.
        line: usize,
        /// What it asks for.
        index: i64,
        /// How many points there are.
        points: usize,
    },
    /// There is nothing to make a surface of.
    #[error(
        "there are no triangles in it; export the shape with its faces, not as points or lines alone"
    )]
    NoTriangles,
    /// A binary STL file ends too early.
    #[error(
        "the file should hold {promised} triangles but ends after {found}; copy or export it again"
    )]
    Truncated {
        /// What its head says.
        promised: usize,
        /// How many are whole.
        found: usize,
    },
    /// There are more points than are taken.
    #[error("there are more than {MOST_POINTS} points; make the shape coarser")]
    TooManyPoints,
    /// There are more triangles than are taken.
    #[error("there are more than {MOST_TRIANGLES} triangles; make the shape coarser")]
    TooManyTriangles,
    /// Something is not as the format has it.
    #[error("{at}: {why}")]
    Wrong {
        /// Where.
        at: Where,
        /// What is wrong and what would be right, in words.
        why: String,
    },
    /// A file ends too early.
    #[error("the file ends inside {within}; copy or export it again")]
    EndsEarly {
        /// What was being read.
        within: String,
    },
    /// It is of a kind, or has a part, that is not read here.
    #[error("{what}; {instead}")]
    NotRead {
        /// What it is.
        what: String,
        /// What to do instead.
        instead: &'static str,
    },
    /// Another file that it needs cannot be had.
    #[error("it needs the file '{file}': {why}")]
    NeedsFile {
        /// Its name, as written.
        file: String,
        /// Why it cannot be had.
        why: String,
    },
    /// A volume is needed, but there are no tetrahedra.
    #[error(
        "there are no tetrahedra in it ({others}); mesh the volume with tetrahedra, not the surface alone"
    )]
    NoTetrahedra {
        /// What there is instead, in words.
        others: String,
    },
}

/// The start of something from a file, fit to be shown.
pub(crate) fn shortened(word: &str) -> String {
    /// Enough to find it by.
    const SHOWN: usize = 24;
    let start: String = word.chars().take(SHOWN).collect();
    let more = if start.len() < word.len() { "..." } else { "" };
    format!("{}{more}", start.escape_debug())
}
