//! Friction that another contact presses, with its force of the very same step.
//!
//! Where no body carries motion from one to the other, what presses is solved first and what is
//! pressed after it. Where they share a body, friction moves what presses it: then the normal
//! force is the solution of N = G(N), where G(N) is the force with which the pressing contact
//! answers, all contacts solved together, to friction that is pressed with N. G is not negative,
//! and it is bounded, since friction that holds does not mind being pressed harder: so there is
//! a solution. It is sought by secants kept within a bracket. The commonest case, one contact and
//! the one it presses, is tried before in a shorter way: friction's step is a closed form, so that
//! what is left is one equation for the normal force, solved by Newton's method from that of the
//! last step.
//!
//! Passive whatever comes out. Friction stores s0·z²/2, in which N does not appear, and the loss
//! of its step is not negative for any N >= 0: N only says how far bristles bend in steady sliding
//! (kap) and how far they can stay bent, and what they give up there is booked as lost. The
//! impact's step is passive for any motion it is given. So normal forces that do not agree cost
//! accuracy, and are counted, but never make energy; forces and motion are seen to agree by
//! `newton`, whichever N was tried last.

use super::Joint;
use super::island::Island;
use crate::contact::Meeting;
use crate::energy::Health;

/// How well the normal force must agree with the force that makes it, as a share of it.
const AGREED: f64 = 1e-9;
/// What is counted as not agreed.
const APART: f64 = 1e-6;
/// Forces below this are none \[N\].
const NOTHING: f64 = 1e-11;
/// Most forces that are tried; about four are needed.
const TRIALS: usize = 24;
/// How small the last Newton step for the normal force of a single pair must be, as a share of it,
/// and how many there may be.
const FOUND: f64 = 1e-10;
const NEWTON_STEPS: usize = 8;

/// One contact that presses another of the same island, both by their place in it.
pub(super) struct Press {
    contact: usize,
    by: usize,
    /// The normal force that is tried, and what came of it \[N\].
    tried: f64,
    answered: f64,
    /// By how much it grew in the last step \[N\], and friction's force with it.
    grown: f64,
    rise: f64,
    /// The trial before and by how much its answer was more.
    before: Option<(f64, f64)>,
    /// A solution lies between these.
    low: f64,
    high: f64,
}

impl Press {
    pub fn new(contact: usize, by: usize) -> Self {
        Self {
            contact,
            by,
            tried: 0.0,
            answered: 0.0,
            grown: 0.0,
            rise: 0.0,
            before: None,
            low: 0.0,
            high: f64::INFINITY,
        }
    }

    /// Knows nothing of earlier steps.
    pub fn forget(&mut self) {
        *self = Self::new(self.contact, self.by);
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

/// What came of the short way.
enum Tried {
    Solved,
    /// Nothing, but the pressed contact was pressed.
    InVain,
    Not,
}

impl Island {
    /// [`settle`](Island::settle), where contacts press each other.
    pub fn settle_pressed(&mut self, joints: &mut [Joint], health: &mut Health) {
        let last = self.presses.first().map_or(0.0, |press| press.answered);
        let tried = match self.settle_pair(joints) {
            Tried::Solved => return,
            Tried::InVain => true,
            Tried::Not => false,
        };
        for index in 0..self.presses.len() {
            let by = self.presses[index].by;
            let touches = joints[self.joints[by]].law.acts(self.displacement(by));
            let press = &mut self.presses[index];
            press.begin(if touches { press.answered } else { 0.0 });
        }
        self.press(joints, tried);
        let mut trouble = Health::default();
        for trial in 0..TRIALS {
            trouble = Health::default();
            self.settle(joints, &mut trouble, trial > 0);
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
            press.grown = press.answered - last;
        }
    }

    /// One contact and the one it presses, without the general machinery.
    fn settle_pair(&mut self, joints: &mut [Joint]) -> Tried {
        let ([Press { contact, by, .. }], 2) = (&self.presses[..], self.joints.len()) else {
            return Tried::Not;
        };
        let (contact, by) = (*contact, *by);
        if !joints[self.joints[by]].law.acts(self.free[by]) {
            return Tried::Not;
        }
        if self.compliance[contact * 2 + by] == 0.0 {
            self.settle_in_turn(by, contact, joints);
            return Tried::Solved;
        }
        let last = self.presses[0].answered;
        if last <= NOTHING {
            return Tried::Not;
        }
        let guess = (last + self.presses[0].grown).max(0.5 * last);
        match self.find_normal(by, contact, guess, joints) {
            true => Tried::Solved,
            false => Tried::InVain,
        }
    }

    /// Newton's method for the normal force N = F(s1), s1 = s1~ - b11·N - b12·f2(N), where friction
    /// f2(N), pressed with N and moved by it, is in closed form; its slope is that of the secant.
    fn find_normal(&mut self, by: usize, contact: usize, guess: f64, joints: &mut [Joint]) -> bool {
        let (normal, rubbing) = (self.joints[by], self.joints[contact]);
        let own = self.compliance[by * 3];
        let cross = self.compliance[by * 2 + contact];
        let law = &mut joints[normal].law;
        law.freeze(self.free[by], own, None);
        let mut newtons = guess;
        let mut rise = self.presses[0].rise;
        let mut before: Option<(f64, f64)> = None;
        for step in 0..NEWTON_STEPS {
            let rubs = &mut joints[rubbing];
            rubs.press(newtons, step > 0);
            let meeting = Meeting {
                gained: self.free[contact] - cross * newtons,
                before: rubs.before,
                after: rubs.after,
                compliance: self.compliance[contact * 3],
                mobility: 0.0,
            };
            let rubbed = match rubs.law.acts(meeting.gained) {
                true => rubs.law.alone(&meeting),
                false => 0.0,
            };
            if let Some((other, pulled)) = before
                && newtons != other
            {
                rise = (rubbed - pulled) / (newtons - other);
            }
            before = Some((newtons, rubbed));
            let moved = self.free[by] - own * newtons - cross * rubbed;
            let (force, slope) = joints[normal].law.law(moved);
            let steepness = 1.0 + slope * (own + cross * rise);
            let change = (force - newtons) / steepness;
            // Friction that outweighs what presses it may have several solutions, or a far one.
            if !(steepness > 0.25 && change.abs() <= newtons) {
                return false;
            }
            if change.abs() <= FOUND * newtons {
                joints[normal].force = newtons + change;
                joints[rubbing].force = rubbed;
                self.acting.clear();
                self.acting.extend([by, contact]);
                self.spread(|joint| joints[joint].force);
                if !self.is_within(joints, 1.0) {
                    return false;
                }
                let press = &mut self.presses[0];
                press.grown = newtons - press.answered;
                press.rise = rise;
                press.tried = newtons;
                press.answered = newtons;
                return true;
            }
            newtons += change;
        }
        false
    }

    /// One contact that touches and the one it presses, where neither moves the other.
    fn settle_in_turn(&mut self, by: usize, contact: usize, joints: &mut [Joint]) {
        self.alone(by, joints);
        self.presses[0].tried = joints[self.joints[by]].force;
        self.presses[0].answered = self.presses[0].tried;
        self.press(joints, false);
        if joints[self.joints[contact]].law.acts(self.free[contact]) {
            self.alone(contact, joints);
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
