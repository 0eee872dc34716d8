//! What urto's programs share: how they fail, print, show how far they are, save files and draw;
//! and what `urto modes` can be asked, which both `urto` and `urto-modes` read.
//!
//! The solver of `urto-modes` takes minutes to build, so nothing here may depend on it.
#![forbid(unsafe_code)]

pub mod draw;
pub mod failure;
pub mod modes;
pub mod open;
pub mod output;
pub mod progress;
pub mod refused;
pub mod save;
