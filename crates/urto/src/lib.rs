//! Sound from physics (under construction).
#![forbid(unsafe_code)]
pub mod contact;
pub mod energy;
pub mod error;
pub mod math;
pub mod network;
pub mod object;
pub mod param;
pub mod rate;
pub mod rng;
pub mod scene;
pub mod sound;
pub mod sounds;
pub use energy::{Books, Health, Ledger};
pub use error::{BuildError, closest};
pub use rate::Rate;
