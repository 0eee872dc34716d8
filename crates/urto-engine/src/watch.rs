//! Watching one instance: its contact sample by sample, for pictures.

use std::collections::VecDeque;
use urto::sound::Taps;

/// Taps that wait to be drained: a sixth of a second of unbroken contact at 48 kHz. Who looks
/// more seldom sees the latest.
const WAITING: usize = 8192;
/// Without contact, one sample out of N is kept.
const SELDOM: u64 = 16;

/// The contact of the watched instance at one sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tap {
    /// When: the engine's frame.
    pub frame: u64,
    /// Contact force \[N\].
    pub force: f32,
    /// Compression of an impact, deflection of friction \[m\].
    pub compression: f32,
    /// Relative velocity at the contact \[m/s\].
    pub velocity: f32,
}

/// Who is watched, and what was seen.
pub(crate) struct Watch {
    /// The slot.
    pub slot: Option<usize>,
    taps: VecDeque<Tap>,
}

impl Watch {
    pub fn new() -> Self {
        Self {
            slot: None,
            taps: VecDeque::with_capacity(WAITING),
        }
    }

    /// Looks at someone else.
    pub fn turn(&mut self, slot: Option<usize>) {
        self.slot = slot;
        self.taps.clear();
    }

    /// Sees the contact after a sample.
    pub fn see(&mut self, frame: u64, taps: &Taps) {
        if taps.force == 0.0 && !frame.is_multiple_of(SELDOM) {
            return;
        }
        if self.taps.len() == WAITING {
            self.taps.pop_front();
        }
        self.taps.push_back(Tap {
            frame,
            force: taps.force as f32,
            compression: taps.compression as f32,
            velocity: taps.velocity as f32,
        });
    }

    /// Hands out the oldest, as many as there is room for.
    pub fn drain(&mut self, into: &mut [Tap]) -> usize {
        let count = into.len().min(self.taps.len());
        for (to, tap) in into.iter_mut().zip(self.taps.drain(..count)) {
            *to = tap;
        }
        count
    }
}
