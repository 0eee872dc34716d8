//! The way of a fader.

/// A fader here or below is closed \[dB\].
pub const OFF: f64 = -60.0;
/// A fader goes no further \[dB\].
pub const MOST: f64 = 12.0;
