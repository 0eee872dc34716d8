//! One ear: a delay and a filter, both of which move without a click.

use crate::air::{Line, NEAR};
use crate::ramp::Ramp;

/// Filters and delays are moved every N samples.
pub(super) const BLOCK: u32 = 64;
/// Most that a delay moves per sample: pitch bends by a tenth.
const STEEPEST: f64 = 0.1;

/// What one ear hears of a shared delay line.
pub(super) struct Ear {
    delay: Ramp,
    /// The filter, the one before, and what share that still has.
    now: Vec<f64>,
    before: Vec<f64>,
    share: Ramp,
    /// What came out of the line, the last first; twice, so that it lies in one piece.
    heard: Vec<f64>,
    head: usize,
}

impl Ear {
    /// One that is deaf until it is aimed, with filters of so many samples. Allocates.
    pub fn new(taps: usize) -> Self {
        Self {
            delay: Ramp::at(NEAR),
            now: vec![0.0; taps],
            before: vec![0.0; taps],
            share: Ramp::default(),
            heard: vec![0.0; 2 * taps],
            head: 0,
        }
    }

    /// Takes over another filter and delay \[samples\], which `fill` tells: from now to the next
    /// block, or at once.
    pub fn aim(&mut self, at_once: bool, fill: impl FnOnce(&mut [f64]) -> f64) {
        let share = self.share.now();
        for (before, now) in self.before.iter_mut().zip(&self.now) {
            *before = now + share * (*before - now);
        }
        let delay = NEAR + fill(&mut self.now).max(0.0);
        if at_once {
            self.share = Ramp::default();
            self.delay = Ramp::at(delay);
            return;
        }
        self.share = Ramp::at(1.0);
        self.share.go(0.0, BLOCK);
        let steps = (delay - self.delay.now()).abs() / STEEPEST;
        self.delay.go(delay, (steps.ceil() as u32).max(BLOCK));
    }

    /// What it hears now of the line.
    pub fn pass(&mut self, line: &Line) -> f64 {
        self.delay.step();
        let taps = self.now.len();
        self.head = self.head.checked_sub(1).unwrap_or(taps - 1);
        let sample = line.read(self.delay.now());
        self.heard[self.head] = sample;
        self.heard[self.head + taps] = sample;
        let heard = &self.heard[self.head..self.head + taps];
        let now = sum(&self.now, heard);
        if self.share.is_off() {
            return now;
        }
        self.share.step();
        now + self.share.now() * (sum(&self.before, heard) - now)
    }

    pub fn clear(&mut self) {
        self.heard.fill(0.0);
    }
}

/// The sum of products, in four sums for speed.
fn sum(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    for (one, other) in one.chunks(4).zip(other.chunks(4)) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums[0] + sums[1] + sums[2] + sums[3]
}
