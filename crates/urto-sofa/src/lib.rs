//! A listener's measured ears from SOFA files (AES69), for the space `head`.
//!
//! [`read`] takes the bytes of a file of the convention SimpleFreeFieldHRIR, or of GeneralFIR with the
//! same geometry, and makes [`HeadResponses`] of it. The HDF5 beneath is read by hand, in safe Rust, as
//! far as SOFA files use it: whatever bytes are given, what comes is ears or a sentence that says what
//! is wrong, and no more memory is taken than the file's size allows.
//!
//! ```
//! let sentence = urto_sofa::read(b"RIFF").err().unwrap().to_string();
//! assert!(sentence.starts_with("it is no HDF5 file"));
//! ```
#![forbid(unsafe_code)]

mod hdf5;
mod sofa;

pub use sofa::read;

use thiserror::Error;
use urto::space::HeadError;

/// Most numbers that a variable may have.
const MOST_VALUES: usize = urto::space::MOST_ANSWERED;
/// Largest file that is read \[bytes\].
pub const LARGEST_SOFA: usize = 64 << 20;

/// Whether a file begins as SOFA files do, which are HDF5.
pub fn is_sofa(bytes: &[u8]) -> bool {
    hdf5::is_hdf5(bytes)
}

/// Why a file gives no ears.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SofaError {
    /// Something else.
    #[error("it is no HDF5 file, as SOFA files are; name a file of measured ears (.sofa)")]
    NotHdf5,
    /// It ends before what it tells of.
    #[error("it ends too early; copy it again")]
    Truncated,
    /// It contradicts itself.
    #[error("it is damaged ({0}); copy it again")]
    Damaged(&'static str),
    /// What HDF5 has and SOFA files do not use.
    #[error("it uses {0}, which is not read here; write it again with a SOFA library")]
    Unsupported(&'static str),
    /// It would take too much memory.
    #[error(
        "it is too large; at most 64 MiB and {MOST_VALUES} samples of both ears together are read: leave out directions or shorten the answers"
    )]
    TooLarge,
    /// Other numbers.
    #[error("it is an HDF5 file, but not SOFA: it does not say Conventions = \"SOFA\"")]
    NotSofa,
    /// Measured for something else.
    #[error("its convention is '{0}'; ears are read from SimpleFreeFieldHRIR and GeneralFIR")]
    Convention(String),
    /// What ears need.
    #[error("it has no variable {0}; measured ears need one")]
    Missing(&'static str),
    /// A variable that does not fit the others.
    #[error("its variable {variable} is {found}; it should be {wanted}")]
    Size {
        /// Its name.
        variable: &'static str,
        /// How many there are along each dimension.
        found: String,
        /// What would fit.
        wanted: String,
    },
    /// Places that cannot be understood.
    #[error("{0} is given as '{1}'; spherical and cartesian are known")]
    Coordinates(&'static str, String),
    /// Numbers of which no ears can be made.
    #[error(transparent)]
    Ears(#[from] HeadError),
}
