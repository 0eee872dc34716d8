//! Contact scenes in the browser: a module of its own with a plain C interface, so that neither the
//! page nor its audio thread loads it. A worker puts a run (or a small scene, which it moves) in, and
//! takes out how the bodies look, where they are when, where they press, and what is heard by who
//! listens where. Ending the worker ends what it does.
//!
//! Limits: scenes that take longer than a minute by their own guess; those are for `urto simulate`.

mod ffi;
mod hear;
mod seen;
mod stage;

pub use hear::{Ears, Heard, Listening};
pub use stage::{Refused, Stage};
