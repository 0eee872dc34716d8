//! Plays urto's sounds for any host: instances with voices, a mixer, a score; and the desk at
//! which they are edited.
//!
//! There are two halves. The [`Engine`] is the audio side: after it is made, nothing in it
//! allocates or blocks, samples depend on commands and their frames alone, and whatever is done
//! with is handed back to be dropped elsewhere. The [`Desk`] is the control side: it holds the
//! document, and every [`Edit`] gives the [`Order`]s that make a player follow, undo and redo
//! included. Between them stands a [`Workshop`], which builds sounds aside.
//!
//! Edits and orders are plain data, each one line of text, so that the halves may live on two
//! threads or in two machines, and what was played can be written down and rendered again, bit
//! for bit ([`Offline`]).
//!
//! ```
//! use urto_engine::{Desk, Edit, Engine, SLOTS, Workshop};
//!
//! let rate = urto::Rate::new(48_000.0)?;
//! let mut desk = Desk::new();
//! let mut workshop = Workshop::new(rate, SLOTS + 1);
//! let mut engine = Engine::new(rate, SLOTS + 1);
//! for line in ["add impact", "set 1 body.size \"30 cm\"", "pan 1 -0.5", "trigger 1 1.0"] {
//!     for order in desk.apply(&Edit::parse(line)?)? {
//!         let command = workshop.command(&order)?;
//!         assert!(engine.tell(0, command).is_ok());
//!     }
//! }
//! let (mut left, mut right) = ([0.0; 512], [0.0; 512]);
//! engine.render(&mut [&mut left, &mut right]);
//! assert!(engine.master().peak[0] > engine.master().peak[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod assembly;
mod change;
mod command;
mod connection;
pub mod decibels;
mod desk;
mod diff;
mod document;
mod edit;
mod engine;
mod exercise;
mod files;
mod flat;
mod flat_scene;
mod history;
pub mod lanes;
mod meter;
mod mix;
mod morph;
mod order;
mod problem;
mod project;
mod route;
mod routing;
mod score;
mod smooth;
mod state;
mod strip;
mod transition;
mod voice;
mod voices;
mod watch;
mod words;
mod workshop;

pub use assembly::Assembly;
pub use command::{Command, Retired, Setting};
pub use connection::Connection;
pub use desk::Desk;
pub use document::{Corner, Document, Instance, Matter};
pub use edit::{CornerFrom, Edit};
pub use engine::Engine;
#[doc(hidden)]
pub use exercise::{exercise, exercise_lines};
pub use meter::Levels;
pub use mix::panned;
pub use morph::resonators;
pub use order::{Order, WireValue};
pub use problem::Problem;
pub use project::Take;
pub use route::Route;
pub use score::{Offline, Score, Track};
pub use state::State;
pub use transition::{Ease, Loosened, TransitionPlan};
pub use urto_file::{Along, Incline, MOST_CHANNELS, MOST_ROUTES, Measure, Source, TapPoint, Wave};
pub use voices::{MOST_VOICES, Voices};
pub use watch::Tap;
pub use workshop::{Building, Job, Workshop};

/// Most instances of a document; their slots are 0 to 62.
pub const SLOTS: usize = 63;
/// The slot in which sounds are tried out, beside the instances.
pub const PREVIEW: usize = 63;
