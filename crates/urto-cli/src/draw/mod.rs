//! Drawing: pixels, letters, colours of levels, and what frequencies are in a sound when.

pub mod canvas;
pub mod colour;
pub mod spectrogram;
