//! Drawing: pixels, letters, and colours of levels.

pub mod canvas;
pub mod colour;
