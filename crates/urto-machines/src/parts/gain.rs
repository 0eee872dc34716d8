//! How loud a sound of this crate is played.
//!
//! A model works out how strong its gesture will be (a root mean square in its own units), and is
//! played at a level that all sounds share; how strong the gesture is moves it by `dynamics`. What the
//! estimate cannot know a rehearsal finds (`urto::sound::Model::REHEARSED`). What nevertheless peaks
//! too high is turned down.

use super::filter::OnePole;
use urto::sound::{FoundLevel, Meant};
use urto::sounds::OutputParams;
use urto::{Rate, math};

/// Root mean square of a usual sound that goes on: -25 dB, some -23 LUFS.
pub(crate) const USUAL: f64 = 0.056;
/// Peak above which it is turned down where it is meant to be as loud as usual: -2 dBFS.
const ROOF: f64 = 0.8;
/// No gesture is louder than usual by more than this: 9 dB.
const LOUDEST: f64 = 2.8;
/// What is too low to be heard \[Hz\].
const INAUDIBLE: f64 = 20.0;
/// How long a gain takes to come near where it goes \[s\].
const GLIDE: f64 = 0.015;

/// A gain that glides, behind a filter against what is too low to be heard.
pub(crate) struct Gain {
    still: OnePole,
    low: OnePole,
    gain: f64,
    goal: f64,
    share: f64,
    meant: Meant,
    found: f64,
    usual: f64,
}

impl Gain {
    pub fn new(rate: Rate) -> Self {
        Self::with(USUAL, rate)
    }

    /// With another root mean square: what consists of blows is as loud at a lower one.
    pub fn with(usual: f64, rate: Rate) -> Self {
        Self {
            still: OnePole::new(INAUDIBLE, rate),
            low: OnePole::new(INAUDIBLE, rate),
            gain: 0.0,
            goal: 0.0,
            share: 1.0 - math::exp(-rate.step() / GLIDE),
            meant: Meant::default(),
            found: 1.0,
            usual,
        }
    }

    /// Aims at a level, for a gesture of an `expected` root mean square that is `stronger` times as
    /// strong as usual.
    pub fn aim(&mut self, expected: f64, stronger: f64, params: &OutputParams) {
        let strong = math::pow(stronger.clamp(1e-6, 1e6), params.dynamics);
        // As physics says around 1; the strongest come no higher than `LOUDEST`.
        let natural = LOUDEST * strong / (LOUDEST - 1.0 + strong);
        self.meant = Meant {
            level: math::pow(10.0, params.level / 20.0),
            strength: natural,
        };
        self.goal = self.usual * self.meant.factor() / expected.max(1e-12) * self.found;
    }

    /// How much louder than usual it is meant to be.
    pub fn meant(&self) -> Meant {
        self.meant
    }

    /// Takes over what a rehearsal found; counts from the next [`aim`](Self::aim) on.
    pub fn correct(&mut self, found: FoundLevel) {
        self.found = found.factor;
    }

    /// The goal at once.
    pub fn arrive(&mut self) {
        self.gain = self.goal;
    }

    #[inline]
    pub fn pass(&mut self, heard: f64) -> f64 {
        self.gain += self.share * (self.goal - self.gain);
        let heard = self.still.high(self.low.high(heard));
        let loud = self.gain * heard;
        // It goes with what is meant, so that a softer one is the same, softer.
        let roof = ROOF * self.meant.factor().max(1e-9);
        if loud.abs() <= roof {
            return loud;
        }
        let by = roof / loud.abs();
        self.gain *= by;
        // It comes back half way only: what was too loud once will be again.
        self.goal *= by.sqrt();
        roof.copysign(loud)
    }

    pub fn reset(&mut self) {
        self.still.reset();
        self.low.reset();
        self.arrive();
    }
}
