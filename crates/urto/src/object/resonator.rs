//! A bank of modes driven by a known force, without feedback: a body as a filter.
//!
//! Hear:   whatever is played into the body, coloured by its modes.
//! Law:    as `Modal`: exact for a force held during each sample.
//! Step:   by blocks of 64 samples. What is heard in a block is what the modes ring from its start
//!         (see `simd::ring`) plus the force convolved with the first 64 samples of the body's own
//!         response; at the end of the block the modes jump, and take what the force gave them:
//!         for each mode two sums over the block of force times its own response.
//!         The same for any number of samples at once: parts of blocks wait on the body's own clock.
//! Limits: nothing can touch it, and it keeps no books; in a network use `Modal` and `push`.
//!         In fast quality a block's sums are f32, the modes themselves f64.

use super::bank::{Bank, padded};
use super::modal::ModalParams;
use super::mode::Step;
use super::ringing::{Ringing, Tone};
use super::shapes::check_shapes;
use super::{BLOCK, Outlook, QUIET};
use crate::error::BuildError;
use crate::math::{LN_1000, TAU};
use crate::param::Params;
use crate::quality::Quality;
use crate::rate::Rate;
use crate::simd::Lanes;
use crate::simd::drive::{self, Gains};

/// How often quiet modes are looked for \[blocks\].
const LOOK: usize = 8;

/// A body as a filter from force \[N\] to velocity \[m/s\].
///
/// ```
/// use urto::network::Quality;
/// use urto::object::{ModalParams, Mode, Resonator};
/// let bar = ModalParams { modes: vec![Mode::default()], ..Default::default() };
/// let mut bar = Resonator::new(&bar, &[], &[], urto::Rate::new(48_000.0)?, Quality::Fast)?;
/// let mut force = [0.0f32; 100];
/// force[0] = 1.0;
/// let mut heard = [0.0f32; 100];
/// bar.run(&force, &mut heard);
/// assert!(heard[50] != 0.0);
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct Resonator {
    bank: Bank,
    ringing: Ringing,
    quality: Quality,
    /// Each mode's share of the force, and of what is heard.
    struck: Lanes<f64>,
    heard: Lanes<f64>,
    later: Later,
    /// The body's response to one newton during one sample, after as many zeros.
    response: [f64; 2 * BLOCK],
    response_fast: [f32; 2 * BLOCK],
    /// The present block: how much of it is over, its force, and what rings from its start.
    at: usize,
    /// Blocks since quiet modes were looked for.
    turns: usize,
    force: [f64; BLOCK],
    force_fast: [f32; BLOCK],
    rings: [f64; BLOCK],
    rings_fast: [f32; BLOCK],
}

impl Resonator {
    /// Builds the body at rest. `struck` and `heard` are each mode's shape where the force acts and
    /// where one listens; empty, they are 1. Modes too high for the rate are left out.
    pub fn new(
        params: &ModalParams,
        struck: &[f64],
        heard: &[f64],
        rate: Rate,
        quality: Quality,
    ) -> Result<Self, BuildError> {
        params.check()?;
        let count = params.modes.len();
        let size = padded(count);
        let row = |what: &str, shapes: &[f64]| {
            if !shapes.is_empty() {
                check_shapes(|| format!("the place where it is {what}"), shapes, count)?;
            }
            let mut row = vec![1.0; count];
            row[..shapes.len()].copy_from_slice(shapes);
            Ok::<_, BuildError>(Lanes::from(&row))
        };
        let (struck, heard) = (row("struck", struck)?, row("heard", heard)?);
        let mut bank = Bank::new(count);
        let mut ringing = Ringing::new(size, rate);
        for (index, mode) in params.modes.iter().enumerate() {
            let hertz = mode.frequency * params.all.tuning;
            let decay = mode.decay * params.all.ringing;
            if hertz < rate.highest_mode() {
                bank.set(index, &Step::ringing(hertz, decay, mode.mass, rate));
                let (w, sigma) = (TAU * hertz, LN_1000 / decay);
                ringing.tune(index, Tone::Rings { w, sigma });
            }
        }
        ringing.refresh();
        let mut body = Self {
            later: Later::new(&mut bank, size),
            bank,
            ringing,
            quality,
            struck,
            heard,
            response: [0.0; 2 * BLOCK],
            response_fast: [0.0; 2 * BLOCK],
            at: 0,
            turns: 0,
            force: [0.0; BLOCK],
            force_fast: [0.0; BLOCK],
            rings: [0.0; BLOCK],
            rings_fast: [0.0; BLOCK],
        };
        body.respond();
        Ok(body)
    }

    /// Works out the body's response to one newton, and leaves it at rest.
    fn respond(&mut self) {
        self.bank.push(&self.struck, 1.0);
        self.bank.end_pushed();
        self.response[BLOCK] = self.bank.velocity(&self.heard);
        let mut rings = [0.0; BLOCK];
        let out = Outlook::Exact(&mut rings);
        self.ringing
            .foresee(&self.bank, &self.heard, 0..1, true, out);
        self.response[BLOCK + 1..].copy_from_slice(&rings[..BLOCK - 1]);
        self.response_fast = self.response.map(|x| x as f32);
        self.bank.clear();
    }

    /// Back to rest.
    pub fn reset(&mut self) {
        self.bank.clear();
        self.at = 0;
        self.turns = 0;
        self.force = [0.0; BLOCK];
        self.force_fast = [0.0; BLOCK];
        self.rings = [0.0; BLOCK];
        self.rings_fast = [0.0; BLOCK];
    }

    /// Lets a force \[N\] act, sample by sample, and writes what is heard \[m/s\]: as many samples as
    /// both take. A force that is no number counts as none.
    pub fn run(&mut self, force: &[f32], out: &mut [f32]) {
        let count = force.len().min(out.len());
        let (mut force, mut out) = (&force[..count], &mut out[..count]);
        while !force.is_empty() {
            let now = force.len().min(BLOCK - self.at);
            let (head, rest) = force.split_at(now);
            let (heard, left) = out.split_at_mut(now);
            self.part(head, heard);
            (force, out) = (rest, left);
        }
    }

    /// A part of a block. What its missing rest adds is zero, so parts are as the whole.
    fn part(&mut self, force: &[f32], out: &mut [f32]) {
        let range = self.at..self.at + force.len();
        // Beyond 1e12 N nothing is meant.
        let newtons = |x: f32| {
            if x.is_nan() {
                0.0
            } else {
                x.clamp(-1e12, 1e12)
            }
        };
        let level = self.bank.level;
        match self.quality {
            Quality::Exact => {
                for (to, x) in self.force[range.clone()].iter_mut().zip(force) {
                    *to = f64::from(newtons(*x));
                }
                let mut heard = self.rings;
                drive::heard(level, &self.response, &self.force, &mut heard);
                for (out, heard) in out.iter_mut().zip(&heard[range.clone()]) {
                    *out = *heard as f32;
                }
            }
            Quality::Fast => {
                for (to, x) in self.force_fast[range.clone()].iter_mut().zip(force) {
                    *to = newtons(*x);
                }
                let mut heard = self.rings_fast;
                drive::heard_fast(level, &self.response_fast, &self.force_fast, &mut heard);
                out.copy_from_slice(&heard[range.clone()]);
            }
        }
        self.at = range.end;
        if self.at == BLOCK {
            self.turn_over();
        }
    }

    /// Ends a block: the modes jump, take what the force left them, and ring into the next one.
    fn turn_over(&mut self) {
        let Self { bank, later, .. } = self;
        self.ringing.jump(bank, BLOCK);
        match self.quality {
            Quality::Exact => {
                let (q, v) = (&mut later.q, &mut later.v);
                later.exact.leave(bank.level, &self.force, q, v);
                bank.take(&self.struck, &later.q, &later.v);
                self.force = [0.0; BLOCK];
            }
            Quality::Fast => {
                let (q, v) = (&mut later.q_fast, &mut later.v_fast);
                later.fast.leave(bank.level, &self.force_fast, q, v);
                bank.take_fast(&self.struck, &later.q_fast, &later.v_fast);
                self.force_fast = [0.0; BLOCK];
            }
        }
        self.turns = (self.turns + 1) % LOOK;
        if self.turns == 0 {
            bank.rest_if_below(QUIET);
        }
        let out = match self.quality {
            Quality::Exact => Outlook::Exact(&mut self.rings),
            Quality::Fast => Outlook::Fast(&mut self.rings_fast),
        };
        self.ringing.foresee(bank, &self.heard, 0..1, true, out);
        self.at = 0;
    }
}

/// What a block's force leaves in the modes.
struct Later {
    exact: Gains<f64>,
    fast: Gains<f32>,
    q: Lanes<f64>,
    v: Lanes<f64>,
    q_fast: Lanes<f32>,
    v_fast: Lanes<f32>,
}

impl Later {
    fn new(bank: &mut Bank, size: usize) -> Self {
        let (later, jump) = bank.afterwards(drive::RUN);
        Self {
            exact: Gains::<f64>::new(&later, &jump),
            fast: Gains::<f32>::new(&later, &jump),
            q: Lanes::zeros(size),
            v: Lanes::zeros(size),
            q_fast: Lanes::zeros(size),
            v_fast: Lanes::zeros(size),
        }
    }
}
