//! The studio: a page on which every sound can be played, and the small server that hands it
//! out. All of it is built into the command; nothing is read from disk and nothing is sent
//! anywhere.
//!
//! ```no_run
//! let server = urto_studio::Server::open(&urto_studio::Options::default())?;
//! println!("{}", server.url());
//! server.run();
//! # Ok::<(), urto_studio::StudioError>(())
//! ```
#![forbid(unsafe_code)]

mod access;
mod assets;
mod browser;
mod export;
mod request;
mod response;
mod server;

pub use assets::{Asset, assets};
pub use browser::open_browser;
pub use export::export;
pub use server::{Options, Server, Stopper};

use std::path::PathBuf;

/// Why the studio does not start or cannot be written out.
#[derive(Debug, thiserror::Error)]
pub enum StudioError {
    /// No port to listen on. Asking for another one may help.
    #[error("cannot listen on {address}: {why}")]
    Listen {
        /// Where it was tried.
        address: String,
        /// The system's reason.
        why: String,
    },
    /// The system gives no random numbers for the access token.
    #[error("no random numbers for an access token: {0}")]
    Token(String),
    /// Ctrl-C cannot be listened for.
    #[error("cannot listen for Ctrl-C: {0}")]
    Interrupt(String),
    /// The folder for an export holds something else. Another folder helps.
    #[error(
        "'{}' is not empty and holds no earlier export; choose another folder",
        .0.display()
    )]
    Foreign(PathBuf),
    /// A file of the export could not be written.
    #[error("cannot write '{}': {why}", .path.display())]
    Write {
        /// Which file or folder.
        path: PathBuf,
        /// The system's reason.
        why: String,
    },
}
