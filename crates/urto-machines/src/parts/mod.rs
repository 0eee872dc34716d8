//! What the sounds of this crate share: noise, filters, tubes, run-ups and levels.

pub(crate) mod filter;
pub(crate) mod gain;
pub(crate) mod noise;
pub(crate) mod pop;
pub(crate) mod spin;
pub(crate) mod tube;

use urto::Rate;

/// Speed of sound in air at 20 °C \[m/s\].
pub(crate) const SOUND_SPEED: f64 = 343.0;
/// End correction of an open end, in radii: 0.61 without a flange (Levine & Schwinger 1948).
pub(crate) const OPEN_END: f64 = 0.61;

/// A gesture's strength as an event gives it, within what is allowed.
pub(crate) fn strength(asked: f64) -> f64 {
    if asked.is_finite() {
        asked.clamp(0.0, 10.0)
    } else {
        1.0
    }
}

/// Tells when slow things (speeds, corners of filters) are due: every third of a millisecond, at
/// every rate as often, and whatever the blocks.
pub(crate) struct Pace {
    every: u32,
    left: u32,
    seconds: f64,
}

/// Steps at 48 kHz between two looks at what is slow.
const STEPS: f64 = 16.0;

impl Pace {
    pub fn new(rate: Rate) -> Self {
        let every = (rate.hertz() / 48e3 * STEPS).round().max(1.0);
        Self {
            every: every as u32,
            left: 0,
            seconds: every * rate.step(),
        }
    }

    pub fn reset(&mut self) {
        self.left = 0;
    }

    /// Whether it is time.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        if self.left == 0 {
            self.left = self.every - 1;
            return true;
        }
        self.left -= 1;
        false
    }

    /// Steps from one time to the next.
    pub fn steps(&self) -> u32 {
        self.every
    }

    /// The same in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }
}
