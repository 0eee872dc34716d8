//! Blows of grains on a heap: short forces at random places.

use super::ground::PLACES;
use crate::object::Point;
use crate::rate::Rate;
use crate::rng::Rng;

/// Most blows at a time; more are left out.
const MOST: usize = 24;

/// A force that rises and falls as a parabola.
#[derive(Clone, Copy, Default)]
struct StepForce {
    place: u32,
    /// Largest force \[N\].
    newtons: f64,
    /// How much of it is over, and how much of it a sample is.
    age: f64,
    pace: f64,
}

/// The blows that are under way.
pub(super) struct Blows {
    rate: Rate,
    rng: Rng,
    all: [StepForce; MOST],
    count: usize,
}

impl Blows {
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            rng: Rng::new(0),
            all: [StepForce::default(); MOST],
            count: 0,
        }
    }

    pub fn reset(&mut self, seed: u64) {
        // Not the sequence that others of this seed draw.
        self.rng = Rng::new(!seed);
        self.count = 0;
    }

    /// A grain strikes with an impulse \[N·s\], for about so long \[s\].
    pub fn add(&mut self, impulse: f64, seconds: f64) {
        // No two grains are alike.
        let seconds = seconds * self.rng.log_uniform(0.5, 2.0);
        let place = self.rng.below(PLACES) as u32;
        let sign = self.rng.signed().signum();
        if self.count == MOST {
            return;
        }
        let samples = (seconds * self.rate.hertz()).max(1.0);
        self.all[self.count] = StepForce {
            place,
            // A parabola's mean is two thirds of its height.
            newtons: sign * 1.5 * impulse * self.rate.hertz() / samples,
            age: 0.5 / samples,
            pace: 1.0 / samples,
        };
        self.count += 1;
    }

    /// Whether any is under way.
    pub fn any(&self) -> bool {
        self.count > 0
    }

    /// Pushes for the coming step: `push` is told each place of the heap and the force there \[N\].
    pub fn push(&mut self, mut push: impl FnMut(Point, f64)) {
        let mut index = 0;
        while index < self.count {
            let blow = &mut self.all[index];
            let height = 4.0 * blow.age * (1.0 - blow.age);
            push(Point(blow.place), blow.newtons * height);
            blow.age += blow.pace;
            if blow.age >= 1.0 {
                self.count -= 1;
                self.all[index] = self.all[self.count];
            } else {
                index += 1;
            }
        }
    }
}
