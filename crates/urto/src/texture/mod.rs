//! Populations of small events.

mod crackle;

pub use crackle::{Crackle, CrackleParams};
