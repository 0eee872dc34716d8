//! What drives bodies and contacts over time.

mod burst;

pub use burst::{Burst, BurstParams};
