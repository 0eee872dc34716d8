//! Drawing: pixels, letters, colours of levels, and what frequencies are in a sound when.

pub mod spectrogram;

pub use urto_program::draw::{canvas, colour};
