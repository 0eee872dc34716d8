//! How long changes take, so that they do not click.

use urto::Rate;

/// Changes of gain and exchanges of sounds last so long \[s\].
pub(crate) const SMOOTH: f64 = 0.02;
/// A voice that is taken for another blow is faded out so fast \[s\].
pub(crate) const STOLEN: f64 = 0.005;

/// A time in samples, at least one.
pub(crate) fn samples(seconds: f64, rate: Rate) -> u32 {
    ((seconds * rate.hertz()) as u32).max(1)
}
