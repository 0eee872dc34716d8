//! A bank of modes that nothing touches, played a span at a time.
//!
//! Law:  with z = exp((-σ + i·w)·h), C + i·S = z^t and w0² = w² + σ², a free mode has after t
//!       samples q(t) = (C + σ/w·S)·q + S/w·v and v(t) = (C - σ/w·S)·v - w0²/w·S·q.
//! Step: the state is kept at the start of a span of sixteen blocks. Each block's own start is one
//!       jump from there, its samples one row of a table times that (see `simd::ring`); the state
//!       itself jumps in f64. What is heard at a sample so depends on the start of the span alone,
//!       not on who asks for how many samples at once.
//! Loss: modes that together lie 156 dB below the loudest one are left out of the sum, not out of
//!       the state.

use super::bank::Bank;
use crate::math;
use crate::rate::Rate;
use crate::simd::modes::{self, FreeStep, State};
use crate::simd::ring::{self, BLOCK, LEAP, RingListening, States, TurnTable, Turns};
use crate::simd::{GROUP, Lanes};

/// Blocks in a span.
pub(crate) const BLOCKS: usize = 16;
/// Samples in a span: as far as bodies look ahead.
pub const SPAN: usize = BLOCKS * BLOCK;

/// How a mode rings by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tone {
    /// It does not sound.
    Silent,
    /// The flight of the whole body.
    Flight,
    /// It rings.
    Rings {
        /// Angular frequency \[1/s\].
        w: f64,
        /// Decay rate \[1/s\].
        sigma: f64,
    },
}

impl Tone {
    /// Undamped angular frequency \[1/s\]; 0 for what does not swing.
    fn undamped(self) -> f64 {
        match self {
            Tone::Rings { w, sigma } => (w * w + sigma * sigma).sqrt(),
            _ => 0.0,
        }
    }
}

/// What can be heard of the coming samples, in one of the two qualities.
pub enum Outlook<'a> {
    /// f64 in fixed order without fused operations: the same bits on every machine.
    Exact(&'a mut [f64]),
    /// f32: within -120 dB of it.
    Fast(&'a mut [f32]),
}

/// Tables and room for a bank's free motion.
pub(super) struct Ringing {
    step: f64,
    tones: Vec<Tone>,
    /// Modes whose rows are out of date, and from the first of them to before the last.
    stale: Vec<bool>,
    among: core::ops::Range<usize>,
    /// Undamped angular frequencies.
    undamped: Lanes<f64>,
    exact: Vec<TurnTable<f64>>,
    fast: Vec<TurnTable<f32>>,
    /// Jumps of one to sixteen blocks: of displacement and velocity in f64,
    jumps: [FreeStep; BLOCKS],
    /// and of velocity amplitudes in f32, for each group of modes.
    turns: Vec<Turns>,
    moved: State,
    x: Lanes<f64>,
    y: Lanes<f64>,
    x_fast: Lanes<f32>,
    y_fast: Lanes<f32>,
}

/// Blocks' states begin N numbers further apart than they are long: blocks that lie a power
/// of two apart would push each other out of the cache.
const APART: usize = 16;

impl Outlook<'_> {
    /// Nothing is heard.
    pub fn silence(self) {
        match self {
            Outlook::Exact(out) => out.fill(0.0),
            Outlook::Fast(out) => out.fill(0.0),
        }
    }

    /// A straight line through the span: `start + slope·t`, `t` counted in samples from `first` on.
    pub fn line(self, start: f64, slope: f64, first: usize) {
        let at = |n: usize| start + slope * (first + n) as f64;
        match self {
            Outlook::Exact(out) => (out.iter_mut().enumerate()).for_each(|(n, out)| *out = at(n)),
            Outlook::Fast(out) => {
                (out.iter_mut().enumerate()).for_each(|(n, out)| *out = at(n) as f32)
            }
        }
    }
}

impl Ringing {
    /// Memory for N modes (with those that fill the last group), none of which sounds yet.
    pub fn new(modes: usize, rate: Rate) -> Self {
        let stride = modes + APART;
        let room = BLOCKS * stride;
        Self {
            step: rate.step(),
            tones: vec![Tone::Silent; modes],
            stale: vec![false; modes],
            among: 0..0,
            undamped: Lanes::zeros(modes),
            exact: vec![TurnTable([[0.0; BLOCK]; 2]); modes],
            fast: vec![TurnTable([[0.0; BLOCK]; 2]); modes],
            jumps: core::array::from_fn(|_| FreeStep::still(modes)),
            turns: vec![Turns::default(); modes.div_ceil(GROUP)],
            moved: State::still(modes),
            x: Lanes::zeros(room),
            y: Lanes::zeros(room),
            x_fast: Lanes::zeros(LEAP * stride),
            y_fast: Lanes::zeros(LEAP * stride),
        }
    }

    /// A mode rings differently from now on.
    pub fn tune(&mut self, mode: usize, tone: Tone) {
        if self.tones[mode] == tone {
            return;
        }
        self.tones[mode] = tone;
        self.undamped[mode] = tone.undamped();
        self.stale[mode] = true;
        self.among = if self.among.is_empty() {
            mode..mode + 1
        } else {
            self.among.start.min(mode)..self.among.end.max(mode + 1)
        };
    }

    /// Brings tables up to date: about 50 ns per mode that has changed.
    pub fn refresh(&mut self) {
        for mode in core::mem::take(&mut self.among) {
            if core::mem::take(&mut self.stale[mode]) {
                self.fill(mode);
            }
        }
    }

    fn fill(&mut self, mode: usize) {
        let [c, s] = &mut self.exact[mode].0;
        let mut jumps = [[0.0; 4]; BLOCKS];
        let w0 = self.undamped[mode];
        match self.tones[mode] {
            Tone::Silent => {
                c.fill(0.0);
                s.fill(0.0);
            }
            Tone::Flight => {
                c.fill(0.0);
                s.fill(1.0);
                for (blocks, jump) in jumps.iter_mut().enumerate() {
                    let time = self.step * ((blocks + 1) * BLOCK) as f64;
                    *jump = [1.0, time, 0.0, 1.0];
                }
            }
            Tone::Rings { w, sigma } => {
                powers(w, sigma, self.step, c, s);
                let mut last = (1.0, 0.0);
                let whole = (c[BLOCK - 1], s[BLOCK - 1]);
                for jump in &mut jumps {
                    last = (
                        last.0 * whole.0 - last.1 * whole.1,
                        last.0 * whole.1 + last.1 * whole.0,
                    );
                    let (near, lag) = (last.0, sigma / w * last.1);
                    *jump = [near + lag, last.1 / w, -w0 * w0 / w * last.1, near - lag];
                }
                // From C and S to what velocity gets of w0·q and of v.
                for (c, s) in c.iter_mut().zip(s.iter_mut()) {
                    let (near, far) = (*c, *s);
                    *c = -(w0 / w) * far;
                    *s = near - sigma / w * far;
                }
            }
        }
        self.fast[mode].0 = [*c, *s].map(|part| part.map(normal));
        // A mode that has died away during the jump leaves nothing, not even subnormal numbers.
        let jumps = jumps.map(|jump| jump.map(|x: f64| if x.abs() < 1e-200 { 0.0 } else { x }));
        for (blocks, [back, across, pull, keep]) in jumps.into_iter().enumerate() {
            let jump = &mut self.jumps[blocks];
            jump.back[mode] = back;
            jump.across[mode] = across;
            jump.pull[mode] = pull;
            jump.keep[mode] = keep;
            if blocks < LEAP {
                let turn = &mut self.turns[mode / GROUP].jumps[blocks];
                turn.near[mode % GROUP] = normal(0.5 * (back + keep));
                turn.across[mode % GROUP] = normal(across * w0);
            }
        }
        let lag = match self.tones[mode] {
            Tone::Rings { sigma, .. } => sigma / w0,
            _ => 0.0,
        };
        self.turns[mode / GROUP].lag[mode % GROUP] = normal(lag);
    }

    /// What is heard, by each mode's share, in some of the blocks of the span that starts now; of
    /// all modes, or without those that are too faint.
    pub fn foresee(
        &mut self,
        bank: &Bank,
        heard: &[f64],
        blocks: core::ops::Range<usize>,
        all: bool,
        out: Outlook,
    ) {
        let (level, modes) = (bank.level, heard.len());
        let stride = modes + APART;
        let start = RingListening {
            state: &bank.state,
            w0: &self.undamped,
            heard,
        };
        match out {
            Outlook::Exact(out) => {
                let count = if all {
                    modes
                } else {
                    ring::audible(level, &start, faint(modes))
                };
                for (index, block) in blocks.enumerate() {
                    let room = index * stride..index * stride + count;
                    let (x, y) = (&mut self.x[room.clone()], &mut self.y[room]);
                    if block == 0 {
                        ring::amplitudes(level, &start, x, y);
                    } else {
                        let jump = &self.jumps[block - 1];
                        modes::jump(level, jump, &bank.state, &mut self.moved);
                        let then = RingListening {
                            state: &self.moved,
                            ..start
                        };
                        ring::amplitudes(level, &then, x, y);
                    }
                }
                let states = States {
                    modes: count,
                    x: &self.x,
                    y: &self.y,
                    stride,
                };
                ring::exact(level, &self.exact, &states, out);
            }
            Outlook::Fast(out) => {
                let (x, y) = (&mut self.x_fast, &mut self.y_fast);
                let heard = ring::amplitudes_fast(level, &start, faint(modes), x, y);
                let count = if all { modes } else { heard };
                // From leap to leap, whichever blocks are wanted.
                let mut out = out;
                for first in (0..blocks.end).step_by(LEAP) {
                    if first > 0 {
                        ring::leap(level, &self.turns, count, x, y);
                    }
                    let skipped = blocks.start.saturating_sub(first);
                    let rows = LEAP.min(blocks.end - first);
                    if skipped >= rows {
                        continue;
                    }
                    ring::turn(level, &self.turns, count, rows, x, y, stride);
                    let states = States {
                        modes: count,
                        x: &x[skipped * stride..],
                        y: &y[skipped * stride..],
                        stride,
                    };
                    let (now, later) = out.split_at_mut((rows - skipped) * BLOCK);
                    ring::fast(level, &self.fast, &states, now);
                    out = later;
                }
            }
        }
    }

    /// Moves the state on by whole blocks, at most a span; returns how many samples.
    pub fn jump(&mut self, bank: &mut Bank, samples: usize) -> usize {
        let blocks = (samples / BLOCK).min(BLOCKS);
        if blocks > 0 {
            let jump = &self.jumps[blocks - 1];
            modes::jump(bank.level, jump, &bank.state, &mut self.moved);
            core::mem::swap(&mut bank.state, &mut self.moved);
        }
        blocks * BLOCK
    }

    /// The same by a block at least, and puts modes to rest that swing more slowly than `quiet`
    /// \[m/s\]; tells also whether any still moves.
    pub fn jump_to_rest(&mut self, bank: &mut Bank, samples: usize, quiet: f64) -> (usize, bool) {
        let blocks = (samples / BLOCK).clamp(1, BLOCKS);
        let moving = bank.jump(&self.jumps[blocks - 1], &mut self.moved, quiet);
        (blocks * BLOCK, moving)
    }
}

/// As f32. What lies 240 dB below a mode's start is nothing: so small numbers times small
/// amplitudes would become subnormal.
fn normal(value: f64) -> f32 {
    if value.abs() < 1e-12 {
        0.0
    } else {
        value as f32
    }
}

/// What share of the loudest amplitude cannot be told from rounding: 2^-26, shared by all modes.
/// (Bodies list their modes from low to high, and high ones die first.)
fn faint(modes: usize) -> f64 {
    1.0 / (67_108_864.0 * modes as f64)
}

/// Real and imaginary part of z^1 to z^BLOCK.
fn powers(w: f64, sigma: f64, step: f64, real: &mut [f64], imaginary: &mut [f64]) {
    const FIRST: usize = 8;
    let shrink = math::exp(-sigma * step);
    let one = (shrink * math::cos(w * step), shrink * math::sin(w * step));
    let mut last = (1.0, 0.0);
    for n in 0..FIRST {
        last = (
            last.0 * one.0 - last.1 * one.1,
            last.0 * one.1 + last.1 * one.0,
        );
        (real[n], imaginary[n]) = last;
    }
    for n in FIRST..BLOCK {
        let (c, s) = (real[n - FIRST], imaginary[n - FIRST]);
        real[n] = c * last.0 - s * last.1;
        imaginary[n] = c * last.1 + s * last.0;
    }
}
