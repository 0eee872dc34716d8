//! What many small bodies send into the air while nothing touches them, a span at a time.
//!
//! Law:  a mode's velocity is the real part of A·z^t, and the high-pass y += r·(x(t) - x(t-1)) +
//!       (r - 1)·y of its body (r = 1 - pole) answers that with G·A·z^t, G = r·(z - 1)/(z - r),
//!       and with what it still holds, which falls as r^t. G is α + γ·s with s the mode's
//!       exponent: so what is heard is another free motion, α of its own plus γ of its time
//!       derivative, to which a bank's free run applies (see `ringing`).
//! Step: readied once per run; what the filters still hold is summed up per body.

use super::bank::{Bank, padded};
use super::ringing::{Ringing, Tone};
use super::{BLOCK, Outlook, QUIET};
use crate::math;
use crate::rate::Rate;
use crate::simd::Lanes;
use core::ops::Range;

/// How a mode is heard through its body's high-pass.
#[derive(Clone, Copy)]
struct Gain {
    tone: Tone,
    body: usize,
    /// Shares of the motion itself and of its time derivative \[s\]; `None` until asked for.
    shares: Option<[f64; 2]>,
}

/// What a body's high-pass still holds.
#[derive(Clone, Copy)]
struct AiredBody {
    /// Factor per sample, and per block.
    keeps: f64,
    keeps_block: f64,
    /// Of all modes together, as it is heard \[m³/s\].
    heard: f64,
}

/// Tables and room for what a crowd sends into the air.
pub(super) struct Aired {
    rate: Rate,
    ringing: Ringing,
    gains: Vec<Gain>,
    bodies: Vec<AiredBody>,
    /// The motion that is heard, and what the filters hold of each mode \[m/s\].
    through: Bank,
    held: Lanes<f64>,
}

impl Aired {
    /// Memory for N modes of M bodies. Allocates.
    pub fn new(modes: usize, bodies: usize, rate: Rate) -> Self {
        let gain = Gain {
            tone: Tone::Silent,
            body: 0,
            shares: None,
        };
        let body = AiredBody {
            keeps: 0.0,
            keeps_block: 0.0,
            heard: 0.0,
        };
        Self {
            rate,
            ringing: Ringing::new(padded(modes), rate),
            gains: vec![gain; modes],
            bodies: vec![body; bodies],
            through: Bank::new(modes),
            held: Lanes::zeros(modes),
        }
    }

    /// A mode of a body, whose high-pass has this pole, rings differently from now on.
    pub fn tune(&mut self, mode: usize, tone: Tone, (body, pole): (usize, f64)) {
        self.ringing.tune(mode, tone);
        self.gains[mode] = Gain {
            tone,
            body,
            shares: None,
        };
        let keeps = 1.0 - pole;
        if keeps != self.bodies[body].keeps {
            self.bodies[body].keeps = keeps;
            self.bodies[body].keeps_block = (0..BLOCK).fold(1.0, |power, _| power * keeps);
        }
    }

    /// Works out, from where the modes and the slow parts of their filters are now, what is heard
    /// from now on.
    pub fn ready(&mut self, bank: &Bank, slow: &[f64], loud: &[f64]) {
        self.ringing.refresh();
        self.bodies.iter_mut().for_each(|body| body.heard = 0.0);
        for mode in 0..self.gains.len() {
            let [q, v] = self.heard(mode, bank);
            self.through.state.q[mode] = q;
            self.through.state.v[mode] = v;
            let held = bank.state.v[mode] - slow[mode] - v;
            self.held[mode] = held;
            self.bodies[self.gains[mode].body].heard += loud[mode] * held;
        }
    }

    /// Displacement and velocity of the motion that is heard of a mode.
    fn heard(&mut self, mode: usize, bank: &Bank) -> [f64; 2] {
        let (q, v) = (bank.state.q[mode], bank.state.v[mode]);
        let gain = &mut self.gains[mode];
        let Tone::Rings { w, sigma } = gain.tone else {
            return [0.0; 2];
        };
        if q == 0.0 && v == 0.0 {
            return [0.0; 2];
        }
        let [own, rate] = *gain.shares.get_or_insert_with(|| {
            let keeps = self.bodies[gain.body].keeps;
            shares(w, sigma, keeps, self.rate.step())
        });
        let faster = -(w * w + sigma * sigma) * q - 2.0 * sigma * v;
        [own * q + rate * v, own * v + rate * faster]
    }

    /// Writes what is heard in some blocks, counted from when it was readied.
    pub fn foresee(&mut self, loud: &[f64], blocks: Range<usize>, out: Outlook) {
        let first = blocks.start;
        let Self {
            ringing, through, ..
        } = self;
        match out {
            Outlook::Exact(out) => {
                ringing.foresee(through, loud, blocks, false, Outlook::Exact(&mut *out));
                self.add_held(first, out, |out, more| *out += more);
            }
            Outlook::Fast(out) => {
                ringing.foresee(through, loud, blocks, false, Outlook::Fast(&mut *out));
                self.add_held(first, out, |out, more| *out += more as f32);
            }
        }
    }

    /// Adds what the filters still hold, from a block on.
    fn add_held<T>(&self, first: usize, out: &mut [T], add: impl Fn(&mut T, f64)) {
        for body in &self.bodies {
            let mut heard = (0..first).fold(body.heard, |heard, _| heard * body.keeps_block);
            for out in &mut *out {
                heard *= body.keeps;
                if heard.abs() < QUIET * QUIET {
                    break;
                }
                add(out, heard);
            }
        }
    }

    /// Moves modes and filters on from where they were readied by whole blocks, at most a span;
    /// tells by how many samples, and whether any mode still moves.
    pub fn jump(&mut self, bank: &mut Bank, slow: &mut [f64], samples: usize) -> (usize, bool) {
        let (jumped, moving) = self.ringing.jump_to_rest(bank, samples, QUIET);
        for body in &mut self.bodies {
            // From here on a factor.
            body.heard = (0..jumped / BLOCK).fold(1.0, |kept, _| kept * body.keeps_block);
        }
        for (mode, slow) in slow.iter_mut().enumerate().take(self.gains.len()) {
            let [_, v] = self.heard(mode, bank);
            let held = self.held[mode] * self.bodies[self.gains[mode].body].heard;
            let rest = bank.state.v[mode] - v - held;
            *slow = if rest.abs() < QUIET { 0.0 } else { rest };
        }
        (jumped, moving)
    }
}

/// α and γ of G = r·(z - 1)/(z - r) = α + γ·(-sigma + i·w), with z = exp((-sigma + i·w)·step).
fn shares(w: f64, sigma: f64, keeps: f64, step: f64) -> [f64; 2] {
    let size = math::exp(-sigma * step);
    let (real, imaginary) = (size * math::cos(w * step), size * math::sin(w * step));
    let (top, bottom) = ([real - 1.0, imaginary], [real - keeps, imaginary]);
    let power = bottom[0] * bottom[0] + bottom[1] * bottom[1];
    let across = keeps * (top[1] * bottom[0] - top[0] * bottom[1]) / power;
    let along = keeps * (top[0] * bottom[0] + top[1] * bottom[1]) / power;
    let derivative = across / w;
    [along + sigma * derivative, derivative]
}
