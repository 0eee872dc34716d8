//! The numbers of a bank of modes, laid out for speed: one array per quantity, padded to whole
//! groups of lanes with modes that neither move nor answer.

use super::Coast;
use super::mode::Step;
use crate::simd::modes::{self, FreeStep, State, StepResponse};
use crate::simd::sight::{self, Sight};
use crate::simd::two_points::{self, TwoPoints};
use crate::simd::{GROUP, Lanes, SimdLevel};
use core::ops::Range;

fn set(motion: &mut FreeStep, answer: &mut StepResponse, mode: usize, step: &Step) {
    motion.back[mode] = -step.k;
    motion.across[mode] = step.a12;
    motion.pull[mode] = step.a21;
    motion.keep[mode] = step.a22;
    answer.displacement[mode] = step.b1;
    answer.velocity[mode] = step.b2;
}

/// Coefficients and state of all modes.
pub(super) struct Bank {
    pub level: SimdLevel,
    /// The level for single samples.
    pace: SimdLevel,
    /// The level beside other arithmetic.
    beside: SimdLevel,
    motion: FreeStep,
    answer: StepResponse,
    /// The same for steps that are parts of a sample, where there are such.
    parts: Option<(FreeStep, StepResponse)>,
    /// Displacement and velocity of every mode.
    pub state: State,
    /// Undamped angular frequencies squared.
    pub w2: Lanes<f64>,
    force: Lanes<f64>,
}

impl Bank {
    /// Modes at rest that do not move yet.
    pub fn new(modes: usize) -> Self {
        let zeros = || Lanes::zeros(modes);
        Self {
            level: SimdLevel::allowed(),
            pace: SimdLevel::allowed().for_steps(padded(modes)),
            beside: SimdLevel::allowed().for_steps(0),
            motion: FreeStep::still(padded(modes)),
            answer: StepResponse {
                displacement: zeros(),
                velocity: zeros(),
            },
            parts: None,
            state: State::still(modes),
            w2: zeros(),
            force: zeros(),
        }
    }

    /// Gives a mode its step.
    pub fn set(&mut self, mode: usize, step: &Step) {
        set(&mut self.motion, &mut self.answer, mode, step);
        self.w2[mode] = step.w2;
    }

    /// Makes room for steps that are parts of a sample. Allocates.
    pub fn make_parts(&mut self) {
        let modes = self.state.q.len();
        let answer = StepResponse {
            displacement: Lanes::zeros(modes),
            velocity: Lanes::zeros(modes),
        };
        self.parts = Some((FreeStep::still(padded(modes)), answer));
    }

    /// Gives a mode its step that is part of a sample.
    pub fn set_part(&mut self, mode: usize, step: &Step) {
        if let Some((motion, answer)) = &mut self.parts {
            set(motion, answer, mode, step);
        }
    }

    /// From whole steps to those that are parts, or back.
    pub fn exchange(&mut self) {
        if let Some((motion, answer)) = &mut self.parts {
            core::mem::swap(&mut self.motion, motion);
            core::mem::swap(&mut self.answer, answer);
        }
    }

    /// Free motion of a point in the coming step.
    #[inline]
    pub fn coast(&self, shapes: &[f64]) -> Coast {
        modes::coast(self.pace, &self.motion, &self.state, shapes)
    }

    /// Adds a force \[N\] where the modes have these shapes.
    pub fn push(&mut self, shapes: &[f64], newtons: f64) {
        modes::add_scaled(self.pace, &mut self.force, shapes, newtons);
    }

    /// What one newton at one point gives another: displacement, velocity.
    pub fn respond(&self, at: &[f64], from: &[f64]) -> [f64; 2] {
        modes::respond(self.level, &self.answer, at, from)
    }

    /// Takes a step without force.
    pub fn end_free(&mut self) {
        modes::step(self.pace, &self.motion, &mut self.state);
    }

    /// Takes a step with the forces pushed, and returns their work \[J\].
    pub fn end_pushed(&mut self) -> f64 {
        let (motion, answer) = (&self.motion, &self.answer);
        modes::step_forced(self.pace, motion, answer, &mut self.state, &mut self.force)
    }

    /// Takes a step with one push alone, and returns its work \[J\].
    pub fn end_pushed_at(&mut self, shapes: &[f64], newtons: f64) -> f64 {
        let (motion, answer) = (&self.motion, &self.answer);
        let state = &mut self.state;
        modes::step_pushed(self.pace, motion, answer, state, shapes, newtons)
    }

    /// The same with two pushes, where the modes have these shapes.
    pub fn end_pushed_twice(&mut self, shapes: [&Lanes<f64>; 2], newtons: [f64; 2]) -> f64 {
        let points = TwoPoints {
            motion: &self.motion,
            answer: &self.answer,
            shapes,
        };
        two_points::step_pushed_twice(self.pace, points, &mut self.state, newtons)
    }

    /// The same, and the free motion of the two points in the step after it. Its sums fill the
    /// registers: with few modes too, it is faster in wide ones.
    #[inline]
    pub fn end_coasting(
        &mut self,
        shapes: [&Lanes<f64>; 2],
        newtons: [f64; 2],
    ) -> (f64, [Coast; 2]) {
        let points = TwoPoints {
            motion: &self.motion,
            answer: &self.answer,
            shapes,
        };
        two_points::step_coasting(self.level, points, &mut self.state, newtons)
    }

    /// Readies some modes for [`end_pushed_seeing`](Bank::end_pushed_seeing) while a contact's law
    /// is being solved.
    #[inline]
    pub fn see_ahead(&self, sight: &mut Sight, modes: Range<usize>) {
        sight::see_ahead(self.beside, &self.state, sight, modes);
    }

    /// Takes a step with one push at the point of a sight, for which N modes were readied;
    /// see [`sight::step_seeing`].
    #[inline]
    pub fn end_pushed_seeing(&mut self, sight: &Sight, newtons: f64, ready: usize) -> [f64; 2] {
        sight::step_seeing(self.pace, &mut self.state, sight, newtons, ready)
    }

    /// Looks at the point with these shapes.
    pub fn see(&self, shapes: &[f64], sight: &mut Sight) {
        sight.look(&self.motion, &self.answer, shapes);
    }

    /// Where a point with these shapes is \[m\].
    pub fn displacement(&self, shapes: &[f64]) -> f64 {
        modes::dot(self.pace, shapes, &self.state.q)
    }

    /// How fast a point with these shapes moves \[m/s\].
    pub fn velocity(&self, shapes: &[f64]) -> f64 {
        modes::dot(self.pace, shapes, &self.state.v)
    }

    /// Adds displacements and velocities by each mode's share.
    pub fn take(&mut self, shares: &[f64], displacement: &[f64], velocity: &[f64]) {
        modes::add_product(self.level, &mut self.state.q, shares, displacement);
        modes::add_product(self.level, &mut self.state.v, shares, velocity);
    }

    /// The same from f32.
    pub fn take_fast(&mut self, shares: &[f64], displacement: &[f32], velocity: &[f32]) {
        modes::add_product_fast(self.level, &mut self.state.q, shares, displacement);
        modes::add_product_fast(self.level, &mut self.state.v, shares, velocity);
    }

    /// Puts modes that swing more slowly than this \[m/s\] to rest, before their numbers become
    /// subnormal; tells whether any still moves.
    pub fn rest_if_below(&mut self, quiet: f64) -> bool {
        self.rest_some_below(quiet)[0]
    }

    /// The same; tells also whether any was put to rest.
    pub fn rest_some_below(&mut self, quiet: f64) -> [bool; 2] {
        let swings = modes::swings(self.pace, &self.state, &self.w2, quiet * quiet);
        [self.rest(swings, quiet), swings[1]]
    }

    /// Jumps by way of `room`, then does the same.
    pub fn jump(&mut self, jump: &FreeStep, room: &mut State, quiet: f64) -> bool {
        let (w2, most) = (&self.w2, quiet * quiet);
        let swings = modes::jump_watched(self.level, jump, &self.state, room, w2, most);
        core::mem::swap(&mut self.state, room);
        self.rest(swings, quiet)
    }

    fn rest(&mut self, [moving, fading]: [bool; 2], quiet: f64) -> bool {
        if fading {
            let states = self.state.q.iter_mut().zip(self.state.v.iter_mut());
            for ((q, v), w2) in states.zip(self.w2.iter()) {
                if *v * *v + w2 * *q * *q < quiet * quiet {
                    *v = 0.0;
                    // The place where a flying body stopped is kept.
                    if *w2 > 0.0 {
                        *q = 0.0;
                    }
                }
            }
        }
        moving
    }

    /// Where one newton during one sample leaves each mode then and in the samples after it, and
    /// how modes move during as many samples.
    pub fn afterwards(&mut self, samples: usize) -> (Vec<State>, FreeStep) {
        let modes = self.force.len();
        let ones = vec![1.0; modes];
        self.push(&ones, 1.0);
        self.end_pushed();
        let mut later = Vec::new();
        for _ in 0..samples {
            later.push(self.state.clone());
            self.end_free();
        }
        let mut start = |q: f64, v: f64| {
            self.state.q.fill(q);
            self.state.v.fill(v);
            (0..samples).for_each(|_| self.end_free());
            (self.state.q.clone(), self.state.v.clone())
        };
        let (back, pull) = start(1.0, 0.0);
        let (across, keep) = start(0.0, 1.0);
        self.clear();
        let motion = FreeStep {
            back,
            across,
            pull,
            keep,
        };
        (later, motion)
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
