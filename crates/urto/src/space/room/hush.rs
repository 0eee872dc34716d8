//! The sound of the quiet room: what a microphone hears there between events.
//!
//! Hear:   a faint low breath behind the sound; without it, events stand in digital silence as
//!         they do nowhere.
//! Law:    noise whose density falls by 6 dB per octave above 60 Hz. From 500 Hz to 8 kHz its
//!         octave bands lie within 3 dB of the noise criterion curves (NC-20) that quiet rooms
//!         are built to; below they are weaker, as with a microphone's bass cut.
//! Step:   uniform noise through one pole, scaled to the RMS asked for: bounded by its input.
//! Limits: it is there while something sounds, and for some seconds after, so that a thing that
//!         has rung out costs nothing.
//! Refs:   Beranek 1957 (NC curves); ANSI S12.2.

use crate::math;
use crate::ramp::Ramp;
use crate::rate::Rate;
use crate::rng::Rng;

/// Where the noise begins to fall \[Hz\].
const CORNER: f64 = 60.0;
/// What goes in below this share of full scale is silence: -100 dB.
const SILENT: f64 = 1e-5;
/// It comes in such a time, stays for so long after the last sound, and goes \[s\].
const COMES: f64 = 0.05;
const STAYS: f64 = 2.0;
const GOES: f64 = 1.0;

pub(super) struct Hush {
    rng: Rng,
    pole: f64,
    /// What makes the noise's RMS 1.
    scale: f64,
    low: f64,
    /// How far it has come, from 0 to 1, and by how much it comes and goes per sample.
    share: Ramp,
    rise: f64,
    fall: f64,
    /// Samples until it goes, and how many it stays.
    left: u64,
    stays: u64,
}

impl Hush {
    pub fn new(rate: Rate) -> Self {
        let hertz = rate.hertz();
        let pole = 1.0 - math::exp(-math::TAU * CORNER / hertz);
        Self {
            rng: Rng::new(0),
            pole,
            // Uniform noise has a mean square of 1/3; the pole leaves k/(2 - k) of it.
            scale: (3.0 * (2.0 - pole) / pole).sqrt(),
            low: 0.0,
            share: Ramp::default(),
            rise: 1.0 / (COMES * hertz),
            fall: 1.0 / (GOES * hertz),
            left: 0,
            stays: (STAYS * hertz) as u64,
        }
    }

    /// Silent again, with the noise of this seed.
    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(!seed);
        self.rest();
    }

    /// Silent again.
    pub fn rest(&mut self) {
        (self.low, self.share, self.left) = (0.0, Ramp::default(), 0);
    }

    /// The next sample, of RMS 1 while it is there, beside what sounds in the room.
    #[inline]
    pub fn next(&mut self, sounds: f64) -> f64 {
        if sounds.abs() > SILENT {
            self.left = self.stays;
        }
        if self.left > 0 {
            self.left -= 1;
            self.share.approach(1.0, self.rise);
        } else if !self.share.is_off() {
            self.share.approach(0.0, self.fall);
        } else {
            return 0.0;
        }
        self.low += self.pole * (self.rng.signed() - self.low);
        self.share.now() * self.scale * self.low
    }
}
