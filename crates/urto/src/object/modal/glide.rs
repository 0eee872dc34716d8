//! How a bank goes to where its modes are wanted while it sounds: in small steps, so that nothing
//! clicks, however far and fast they are moved.
//!
//! Law:    pitch moves by at most 2 % per 8 samples at 48 kHz, an octave in 6 ms; decay times by
//!         10 %; masses by 0.4 %, since a mode that grows heavier slows down (see `mode`), and that
//!         is heard as a step: a factor of two in 29 ms.
//! Limits: a body at rest changes at once.

use super::Modal;
use crate::object::Mode;

/// Every N steps the bank is tuned.
const EVERY: u32 = 8;
/// Most change of frequency, decay time and mass each time, at 48 kHz.
const MOST: [f64; 3] = [0.02, 0.1, 0.004];

/// Where modes go.
pub(super) struct ModeGlide {
    goals: Vec<Mode>,
    settled: bool,
    wait: u32,
}

impl ModeGlide {
    /// They are where they are wanted. Allocates.
    pub fn new(modes: &[Mode]) -> Self {
        Self {
            goals: modes.to_vec(),
            settled: true,
            wait: 0,
        }
    }

    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// A mode is where it is wanted.
    pub fn stay(&mut self, mode: usize, at: &Mode) {
        self.goals[mode].clone_from(at);
    }

    /// Says where a mode is to go; tells whether that is new.
    pub fn aim(&mut self, mode: usize, goal: &Mode) -> bool {
        let Some(own) = self.goals.get_mut(mode) else {
            return false;
        };
        let new = own != goal;
        if new {
            own.clone_from(goal);
            self.settled = false;
        }
        new
    }
}

impl Modal {
    /// Brings the bank nearer to where it is wanted, before a step.
    #[inline]
    pub(super) fn glide(&mut self) {
        if !self.glide.settled {
            self.glide_on();
        }
    }

    #[inline(never)]
    fn glide_on(&mut self) {
        if self.glide.wait > 0 {
            self.glide.wait -= 1;
            return;
        }
        self.glide.wait = EVERY - 1;
        let most = MOST.map(|share| 1.0 + share * 48_000.0 * self.rate.step());
        let rests = !self.awake;
        self.move_modes(|now, goal| match rests {
            true => *goal,
            false => toward(now, goal, most),
        });
    }

    /// Takes everything over at once.
    pub(super) fn arrive(&mut self) {
        if !self.glide.settled {
            self.move_modes(|_, goal| *goal);
        }
        self.glide.wait = 0;
    }

    fn move_modes(&mut self, next: impl Fn(&[f64; 3], &[f64; 3]) -> [f64; 3]) {
        let mut settled = true;
        for index in 0..self.params.modes.len() {
            let (now, goal) = (&self.params.modes[index], &self.glide.goals[index]);
            if now == goal {
                continue;
            }
            let (now, goal) = (numbers(now), numbers(goal));
            let to = next(&now, &goal);
            let [frequency, decay, mass] = to;
            self.become_mode(
                index,
                &Mode {
                    frequency,
                    decay,
                    mass,
                },
            );
            settled &= to == goal;
        }
        self.glide.settled = settled;
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
    use crate::Rate;
    use crate::object::{FreeRun, ModalParams, Object, Point, Retunable};

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

    /// A ringing bank goes to its goal by itself, in its own steps, without gain; one at rest, and
    /// one that is reset, are there at once. While it is on its way nothing is foreseen.
    #[test]
    fn a_bank_goes_there_in_its_own_steps() {
        let bank = || {
            let params = ModalParams::default();
            Modal::new(&params, &[], Rate::new(48e3).unwrap()).unwrap()
        };
        let goal = Mode {
            frequency: 880.0,
            ..Mode::default()
        };
        let mut tuned = bank();
        Retunable::retune(&mut tuned, 0, &goal);
        let response = |bank: &Modal| bank.response(Point(0), Point(0));
        let mut rests = bank();
        rests.aim(0, &goal);
        assert_eq!(response(&rests), response(&tuned));
        let mut rings = bank();
        rings.begin();
        rings.push(Point(0), 1.0);
        rings.end();
        rings.aim(0, &goal);
        let (mut steps, start) = (0, rings.energy());
        while response(&rings) != response(&tuned) {
            let (energy, before) = (rings.energy(), rings.books().dissipated);
            rings.begin();
            assert!(!rings.prepare() && rings.energy() <= energy);
            rings.end();
            assert!(rings.books().dissipated >= before - 1e-12 * start);
            steps += 1;
        }
        // ln(2)/ln(1.02) = 35.003: 36 moves, the first at once and then one every 8 steps.
        assert_eq!(steps, 35 * 8 + 1);
        let mut reset = bank();
        reset.begin();
        reset.push(Point(0), 1.0);
        reset.end();
        reset.aim(0, &goal);
        reset.reset();
        assert_eq!(response(&reset), response(&tuned));
    }
}
