//! Friction that another contact presses, with its force of the very same step.
//!
//! Where no body carries motion from one to the other, what presses is solved first and what is
//! pressed after it. Where they share a body, friction moves what presses it: then the normal
//! force is the solution of N = G(N), where G(N) is the force with which the pressing contact
//! answers, all contacts solved together, to friction that is pressed with N. G is not negative,
//! and it is bounded, since friction that holds does not mind being pressed harder: so there is
//! a solution. It is sought by secants kept within a bracket. The commonest case, one contact and
//! the one it presses, is tried before in a shorter way: see `pressed_pair`.
//!
//! Passive whatever comes out. Friction stores s0·z²/2, in which N does not appear, and the loss
//! of its step is not negative for any N >= 0: N only says how far bristles bend in steady sliding
//! (kap) and how far they can stay bent, and what they give up there is booked as lost. The
//! impact's step is passive for any motion it is given. So normal forces that do not agree cost
//! accuracy, and are counted, but never make energy; forces and motion are seen to agree by
//! `newton`, whichever N was tried last.

use super::Joint;
use super::island::Island;
use crate::energy::Health;

/// How well the normal force must agree with the force that makes it, as a share of it.
const AGREED: f64 = 1e-9;
/// What is counted as not agreed.
const APART: f64 = 1e-6;
/// Forces below this are none \[N\].
pub(super) const NOTHING: f64 = 1e-11;
/// Most forces that are tried; about four are needed.
const TRIALS: usize = 24;

/// One contact that presses another of the same island, both by their place in it.
pub(super) struct ContactPress {
    contact: usize,
    by: usize,
    /// The normal force that is tried, and what came of it \[N\].
    tried: f64,
    answered: f64,
    /// By how much it grew in the last step \[N\].
    grown: f64,
    /// Friction's share of the normal force, and by how much it grew.
    share: f64,
    share_grown: f64,
    /// The trial before and by how much its answer was more.
    before: Option<(f64, f64)>,
    /// A solution lies between these.
    low: f64,
    high: f64,
}

impl ContactPress {
    pub fn new(contact: usize, by: usize) -> Self {
        Self {
            contact,
            by,
            tried: 0.0,
            answered: 0.0,
            grown: 0.0,
            share: 0.0,
            share_grown: 0.0,
            before: None,
            low: 0.0,
            high: f64::INFINITY,
        }
    }

    /// What presses, by its place in the island.
    pub fn by(&self) -> usize {
        self.by
    }

    /// Knows nothing of earlier steps.
    pub fn forget(&mut self) {
        *self = Self::new(self.contact, self.by);
    }

    /// What the coming step's normal force \[N\] and friction's share of it will be, if they go on as
    /// they did; nothing where there was none.
    #[inline]
    pub fn guess(&self) -> Option<(f64, f64)> {
        let last = self.answered;
        let newtons = (last + self.grown).max(0.5 * last);
        (last > NOTHING).then_some((newtons, self.share + self.share_grown))
    }

    /// What the two forces of this step were \[N\].
    #[inline]
    pub fn remember(&mut self, normal: f64, rubbed: f64) {
        self.grown = normal - self.answered;
        self.answered = normal;
        self.tried = normal;
        let share = if normal > NOTHING {
            rubbed / normal
        } else {
            0.0
        };
        self.share_grown = share - self.share;
        self.share = share;
    }

    fn begin(&mut self, guess: f64) {
        self.tried = guess;
        self.before = None;
        self.low = 0.0;
        self.high = f64::INFINITY;
    }

    fn miss(&self) -> f64 {
        (self.answered - self.tried).abs()
    }

    fn agrees(&self, share: f64) -> bool {
        self.miss() <= (share * self.answered.max(self.tried)).max(NOTHING)
    }

    /// Chooses what to try next, when the present trial was answered with another force.
    fn next(&mut self) {
        let (at, more) = (self.tried, self.answered - self.tried);
        if more > 0.0 {
            self.low = at;
        } else {
            self.high = at;
        }
        // With several pressed contacts the others may have moved the solution.
        if self.low >= self.high {
            self.low = 0.0;
            self.high = f64::INFINITY;
        }
        let slope = self
            .before
            .map_or(-1.0, |(other, missed)| (more - missed) / (at - other));
        let mut next = if slope < 0.0 {
            at - more / slope
        } else {
            self.answered
        };
        if !(self.low <= next && next <= self.high) {
            next = match self.high.is_finite() {
                true => 0.5 * (self.low + self.high),
                false => self.answered,
            };
        }
        self.before = Some((at, more));
        self.tried = next;
    }
}

/// What came of the short way, `pressed_pair`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    Solved,
    /// Nothing, but the pressed contact was pressed and known forces were drawn.
    InVain,
    /// Nothing, but known forces were drawn.
    Begun,
    Not,
}

impl Island {
    /// [`settle`](Island::settle), where contacts press each other.
    pub fn settle_pressed(&mut self, joints: &mut [Joint], health: &mut Health, tried: Tried) {
        let last = self.presses.first().map_or(0.0, |press| press.answered);
        for index in 0..self.presses.len() {
            let by = self.presses[index].by;
            let touches = joints[self.joints[by]].law.acts(self.displacement(by));
            let press = &mut self.presses[index];
            press.begin(if touches { press.answered } else { 0.0 });
        }
        self.press(joints, tried == Tried::InVain);
        let mut trouble = Health::default();
        for trial in 0..TRIALS {
            trouble = Health::default();
            self.find_forces(joints, &mut trouble, trial > 0);
            let mut agreed = true;
            for press in &mut self.presses {
                press.answered = joints[self.joints[press.by]].force;
                agreed &= press.agrees(AGREED);
            }
            if agreed || trial + 1 == TRIALS {
                break;
            }
            for press in self.presses.iter_mut().filter(|p| !p.agrees(AGREED)) {
                press.next();
            }
            self.press(joints, true);
            if !self.is_rubbed(joints) {
                // Nothing depends on it: pressed as it is, and done.
                for press in &mut self.presses {
                    press.tried = press.answered;
                }
                self.press(joints, true);
                break;
            }
        }
        *health += trouble;
        let apart = self.presses.iter().any(|press| !press.agrees(APART));
        health.unconverged += u64::from(apart);
        if let Some(press) = self.presses.first_mut() {
            let rubbed = joints[self.joints[press.contact]].force;
            let normal = core::mem::replace(&mut press.answered, last);
            press.remember(normal, rubbed);
        }
    }

    fn press(&self, joints: &mut [Joint], again: bool) {
        for press in &self.presses {
            joints[self.joints[press.contact]].press(press.tried, again);
        }
    }

    /// Whether a pressed contact acts, or would.
    fn is_rubbed(&self, joints: &[Joint]) -> bool {
        self.presses.iter().any(|press| {
            let i = press.contact;
            self.acting.contains(&i) || joints[self.joints[i]].law.acts(self.displacement(i))
        })
    }
}

impl Joint {
    /// Presses it for the step that is being solved; `again` for a further trial.
    pub fn press(&mut self, newtons: f64, again: bool) {
        if let Some(law) = self.law.pressable() {
            law.press_in_step(newtons, again);
        }
    }

    /// The force with which it presses others \[N\].
    pub fn pressure(&self) -> f64 {
        if self.apart { 0.0 } else { self.force }
    }
}
