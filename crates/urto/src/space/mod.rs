//! Where a sound is heard.

pub mod room;

pub use room::{Room, RoomParams};
