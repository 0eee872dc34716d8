//! How a bank follows its body's parameters while it sounds: in small steps, so that nothing
//! clicks, however far and fast they are moved.
//!
//! Law:    pitch moves by at most 2 % per 8 samples at 48 kHz, an octave in 6 ms; decay times by
//!         10 %; masses by 0.4 %, since a mode that grows heavier slows down (see
//!         `object::Modal`), and that is heard as a step: a factor of two in 29 ms.
//! Limits: a body at rest changes at once.

use crate::network::{Network, ObjectId};
use crate::object::Mode;

/// Every N steps the bank is tuned.
const EVERY: u32 = 8;
/// Most change of frequency, decay time and mass each time, at 48 kHz.
const MOST: [f64; 3] = [0.02, 0.1, 0.004];

/// Modes of a bank on their way.
#[derive(Clone)]
pub(super) struct Glide {
    /// Place of the first one in the bank.
    first: usize,
    now: Vec<Mode>,
    goal: Vec<Mode>,
    settled: bool,
    wait: u32,
}

impl Glide {
    /// Modes as they are built. Allocates.
    pub fn new(first: usize, modes: Vec<Mode>) -> Self {
        Self {
            first,
            now: modes.clone(),
            goal: modes,
            settled: true,
            wait: 0,
        }
    }

    /// The modes as they are going to be.
    pub fn goals(&self) -> &[Mode] {
        &self.goal
    }

    /// Says what a mode is to become.
    pub fn aim(&mut self, index: usize, goal: Mode) {
        if self.goal[index] != goal {
            self.goal[index] = goal;
            self.settled = false;
        }
    }

    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// Moves the bank on; to be called before every step.
    pub fn settle(&mut self, network: &mut Network, object: ObjectId) {
        if self.settled {
            return;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return;
        }
        self.wait = EVERY - 1;
        let most = MOST.map(|share| 1.0 + share * 48_000.0 * network.rate().step());
        let rests = network.look(object).is_asleep();
        self.move_on(network, object, |now, goal| {
            if rests {
                *goal
            } else {
                toward(now, goal, most)
            }
        });
    }

    /// Takes everything over at once.
    pub fn arrive(&mut self, network: &mut Network, object: ObjectId) {
        if !self.settled {
            self.move_on(network, object, |_, goal| *goal);
        }
        self.wait = 0;
    }

    fn move_on(
        &mut self,
        network: &mut Network,
        object: ObjectId,
        next: impl Fn(&[f64; 3], &[f64; 3]) -> [f64; 3],
    ) {
        self.settled = true;
        for (index, (now, goal)) in self.now.iter_mut().zip(&self.goal).enumerate() {
            if now == goal {
                continue;
            }
            let goal = numbers(goal);
            let [frequency, decay, mass] = next(&numbers(now), &goal);
            *now = Mode {
                frequency,
                decay,
                mass,
            };
            network.retune(object, self.first + index, now);
            self.settled &= [frequency, decay, mass] == goal;
        }
    }
}

fn numbers(mode: &Mode) -> [f64; 3] {
    [mode.frequency, mode.decay, mode.mass]
}

/// As near to a goal as a factor for each number allows.
fn toward(now: &[f64; 3], goal: &[f64; 3], most: [f64; 3]) -> [f64; 3] {
    core::array::from_fn(|index| {
        let (now, goal, most) = (now[index], goal[index], most[index]);
        goal.clamp(now / most, now * most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_moves_in_small_steps_and_arrives() {
        let goal = [880.0, 0.5, 0.2];
        let mut now = [440.0, 1.0, 0.1];
        let mut steps = 0;
        while now != goal {
            let next = toward(&now, &goal, MOST.map(|share| 1.0 + share));
            for (index, most) in MOST.iter().enumerate() {
                let ratio = next[index] / now[index];
                assert!(ratio.max(1.0 / ratio) < 1.0 + 1.001 * most, "{ratio}");
            }
            now = next;
            steps += 1;
        }
        // ln(2)/ln(1.004), the slowest of the three.
        assert_eq!(steps, 174);
    }
}
