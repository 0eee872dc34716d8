//! The numbers of a bank of modes, laid out for speed: one array per quantity, padded to whole
//! groups of lanes with modes that neither move nor answer.

use super::mode::Step;
use crate::simd::modes::{self, Answer, Motion, State};
use crate::simd::{GROUP, Level};

/// Coefficients and state of all modes.
pub(super) struct Bank {
    pub level: Level,
    motion: Motion,
    answer: Answer,
    /// Displacement and velocity of every mode.
    pub state: State,
    /// Undamped angular frequencies squared.
    pub w2: Vec<f64>,
    force: Vec<f64>,
}

impl Bank {
    /// Modes at rest that do not move yet.
    pub fn new(modes: usize) -> Self {
        let zeros = || vec![0.0; padded(modes)];
        Self {
            level: Level::allowed(),
            motion: Motion::still(padded(modes)),
            answer: Answer {
                displacement: zeros(),
                velocity: zeros(),
            },
            state: State {
                q: zeros(),
                v: zeros(),
            },
            w2: zeros(),
            force: zeros(),
        }
    }

    /// Gives a mode its step.
    pub fn set(&mut self, mode: usize, step: &Step) {
        self.motion.back[mode] = -step.k;
        self.motion.across[mode] = step.a12;
        self.motion.pull[mode] = step.a21;
        self.motion.keep[mode] = step.a22;
        self.w2[mode] = step.w2;
        self.answer.displacement[mode] = step.b1;
        self.answer.velocity[mode] = step.b2;
    }

    /// Free motion of a point: displacement gained, velocity before and after the coming step.
    pub fn coast(&self, shapes: &[f64]) -> [f64; 3] {
        modes::coast(self.level, &self.motion, &self.state, shapes)
    }

    /// Adds a force \[N\] where the modes have these shapes.
    pub fn push(&mut self, shapes: &[f64], newtons: f64) {
        modes::add_scaled(self.level, &mut self.force, shapes, newtons);
    }

    /// Takes a step without force.
    pub fn end_free(&mut self) {
        modes::step(self.level, &self.motion, &mut self.state);
    }

    /// Takes a step with the forces pushed, and returns their work \[J\].
    pub fn end_pushed(&mut self) -> f64 {
        let (motion, answer) = (&self.motion, &self.answer);
        modes::step_forced(self.level, motion, answer, &mut self.state, &mut self.force)
    }

    /// Where a point with these shapes is \[m\].
    pub fn displacement(&self, shapes: &[f64]) -> f64 {
        modes::dot(self.level, shapes, &self.state.q)
    }

    /// How fast a point with these shapes moves \[m/s\].
    pub fn velocity(&self, shapes: &[f64]) -> f64 {
        modes::dot(self.level, shapes, &self.state.v)
    }

    /// Everything at rest.
    pub fn clear(&mut self) {
        let states = [&mut self.state.q, &mut self.state.v, &mut self.force];
        states.into_iter().for_each(|state| state.fill(0.0));
    }
}

/// A number of modes, filled up to whole groups of lanes.
pub(super) fn padded(modes: usize) -> usize {
    modes.next_multiple_of(GROUP)
}
