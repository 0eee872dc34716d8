//! Points of a bank of modes that are listened to in the air.
//!
//! Law:  what is heard of a mode is Re(H·v·e^{-iωt}), H = a + ib: a times its speed, and b times
//!       what lags it by a quarter of a period, ω times its displacement. So a listener is two rows
//!       of numbers, one for the speeds and one for the displacements.
//! Step: rows are worked out when the listener is moved, and go in a straight line for 64 steps.

use super::Modal;
use crate::air::Listener;
use crate::object::bank::Bank;
use crate::object::{Point, Radiating};
use crate::ramp::Ramp;
use crate::simd::Lanes;

/// A listener has moved after N steps.
const STEPS: u32 = 64;

/// Most that a listener hears of a mode against its speed: at the surface, a mode that radiates a
/// thousand times as well as all others.
const MOST: f64 = 1e6;

/// What is heard of the speeds and of the displacements of all modes.
struct AirRows {
    speed: Lanes<f64>,
    place: Lanes<f64>,
}

impl AirRows {
    fn new(modes: usize) -> Self {
        Self {
            speed: Lanes::zeros(modes),
            place: Lanes::zeros(modes),
        }
    }

    fn heard(&self, bank: &Bank) -> f64 {
        bank.velocity(&self.speed) + bank.displacement(&self.place)
    }
}

/// A point that is listened to in the air.
pub(super) struct AirPoint {
    point: usize,
    listener: Box<dyn Listener>,
    now: AirRows,
    /// Before it was moved, and what share of that is left.
    before: AirRows,
    share: Ramp,
}

impl AirPoint {
    /// A mode is heard so well, at this angular frequency.
    fn tune(&mut self, mode: usize, audible: f64, w: f64) {
        // Whatever a body of another crate says.
        let heard = self.listener.heard(mode);
        let [re, im] = heard.map(|own| {
            if own.is_nan() {
                0.0
            } else {
                own.clamp(-MOST, MOST)
            }
        });
        self.now.speed[mode] = audible * re;
        self.now.place[mode] = audible * im * w;
    }

    fn heard(&self, bank: &Bank) -> f64 {
        let now = self.now.heard(bank);
        if self.share.is_off() {
            return now;
        }
        now + self.share.now() * (self.before.heard(bank) - now)
    }

    /// What is heard now fades out.
    fn leave(&mut self) {
        let share = self.share.now();
        let speeds = self.before.speed.iter_mut().zip(self.now.speed.iter());
        let places = self.before.place.iter_mut().zip(self.now.place.iter());
        for (before, now) in speeds.chain(places) {
            *before = now + share * (*before - now);
        }
        self.share = Ramp::at(1.0);
        self.share.go(0.0, STEPS);
    }
}

impl Modal {
    /// What is heard of a point in the air; `None` if it lies on the body.
    #[inline]
    pub(super) fn heard_in_air(&self, point: usize) -> Option<f64> {
        let air = self.air.iter().find(|own| own.point == point)?;
        Some(air.heard(&self.bank))
    }

    /// How a mode is heard has changed.
    pub(super) fn tune_air(&mut self, mode: usize) {
        let slow = self.slow[mode];
        let w = if slow > 0.0 { 1.0 / slow } else { 0.0 };
        for air in &mut self.air {
            air.tune(mode, self.audible[mode], w);
        }
    }

    /// Listeners go on by a step.
    pub(super) fn step_air(&mut self) {
        for air in &mut self.air {
            air.share.step();
        }
    }

    /// Listeners are where they were sent.
    pub(super) fn settle_air(&mut self) {
        for air in &mut self.air {
            air.share = Ramp::default();
        }
    }
}

impl Radiating for Modal {
    fn listen_in_air(&mut self, point: Point, place: [f64; 3]) -> bool {
        let Some(body) = self.along.radiates() else {
            return false;
        };
        let modes = self.steps.len();
        let mut listener = body.listener();
        listener.look(place);
        self.air.retain(|own| own.point != point.index());
        self.air.push(AirPoint {
            point: point.index(),
            listener,
            now: AirRows::new(modes),
            before: AirRows::new(modes),
            share: Ramp::default(),
        });
        (0..self.params.modes.len()).for_each(|mode| self.tune_air(mode));
        true
    }

    fn move_listener(&mut self, point: Point, to: [f64; 3]) {
        let mut all = self.air.iter_mut();
        let Some(air) = all.find(|own| own.point == point.index()) else {
            return;
        };
        if self.awake {
            air.leave();
        } else {
            air.share = Ramp::default();
        }
        air.listener.look(to);
        for mode in 0..self.params.modes.len() {
            let slow = self.slow[mode];
            let w = if slow > 0.0 { 1.0 / slow } else { 0.0 };
            air.tune(mode, self.audible[mode], w);
        }
    }
}
