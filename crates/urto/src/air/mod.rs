//! From a body to a listener in the air around it.
//!
//! Hear:   a listener that walks around a body hears other partials on each side of it, later and
//!         more softly the further away, and higher in pitch while coming nearer.
//! Law:    each mode is heard as p = Re(H·v), v its speed as a rotating pointer, H how it radiates
//!         towards the listener ([`Listener`]); all of it arrives r/c later. A body of which no H
//!         is known is heard as its surface moves, times one metre over the distance.
//! Step:   H and r are worked out where a block begins and go in straight lines until the next.
//! Limits: free air, no ground; the body itself stands still. What moves faster than half the speed
//!         of sound arrives later than it should.

mod line;
mod way;

pub use line::{Line, NEAR};
pub(crate) use way::AirPath;
pub use way::FURTHEST;

/// Speed of sound \[m/s\], in air of 20 °C.
pub const SOUND_SPEED: f64 = 343.0;

/// How the modes of a body sound around it: what a [maker](crate::body::Maker) may know.
///
/// Levels are relative: at one metre the modes of a body are in the mean as loud as at its surface.
pub trait Radiates: Send + Sync {
    /// Somebody who listens, for now one metre away along z. Allocates.
    fn listener(&self) -> Box<dyn Listener>;
    /// How loud a mode is at one metre against its speed, in the mean over all directions.
    fn at_a_metre(&self, mode: usize) -> f64;
}

/// Somebody who listens to a body in the air. Nothing here allocates.
pub trait Listener: Send {
    /// Turns to a place \[m\], from the middle of the body, along its axes. A place that is not a
    /// number changes nothing.
    fn look(&mut self, place: [f64; 3]);
    /// What is heard there over the speed of a mode, time going as e^{-iωt}, without the time that
    /// sound takes: real and imaginary part. 0 for a mode that the body does not have.
    fn heard(&self, mode: usize) -> [f64; 2];
}
