//! What is set down taps: a mass meets what holds it up, and is thrown back into the hand.
//!
//! Law: m meets a spring k = m·w² at speed v: F = m·w·v·sin(w·t) for half a period, 2·m·v in all.
//!      Its work is the hand's.

use super::Hold;
use crate::math;

/// The end of a tap, as an angle: half a period.
const OVER: f64 = 0.5 * math::TAU;

/// A tap under way.
#[derive(Clone, Copy)]
pub(super) struct RubbingTap {
    step: f64,
    /// How far it is, as an angle, and how far it goes in a step.
    angle: f64,
    turn: f64,
    /// Cosine of the angle.
    cos: f64,
    /// m·v per step \[N\].
    force: f64,
}

impl RubbingTap {
    pub fn new(step: f64) -> Self {
        Self {
            step,
            angle: OVER,
            turn: 0.0,
            cos: -1.0,
            force: 0.0,
        }
    }

    /// What is held so comes down at a speed \[m/s\].
    pub fn strike(&mut self, held: &Hold, speed: f64) {
        if speed > 0.0 {
            self.angle = 0.0;
            self.cos = 1.0;
            self.turn = math::TAU * held.frequency * self.step;
            self.force = held.mass * speed / self.step;
        }
    }

    /// Mean force in this step \[N\]: however short the tap, its impulse is whole.
    #[inline]
    pub fn force(&mut self) -> f64 {
        if self.angle >= OVER {
            return 0.0;
        }
        self.angle = (self.angle + self.turn).min(OVER);
        let before = self.cos;
        self.cos = math::cos(self.angle);
        self.force * (before - self.cos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2·m·v in half a period, at any pitch; nothing before and after.
    #[test]
    fn a_tap_gives_twice_its_momentum() {
        let step = 1.0 / 48_000.0;
        for frequency in [50.0, 2400.0, 20_000.0] {
            let mut tap = RubbingTap::new(step);
            assert_eq!(tap.force(), 0.0);
            let held = Hold {
                frequency,
                decay: 0.01,
                mass: 0.004,
            };
            tap.strike(&held, 0.3);
            let forces: Vec<f64> = (0..2000).map(|_| tap.force()).collect();
            let impulse: f64 = forces.iter().map(|force| force * step).sum();
            assert!(
                (impulse / (2.0 * 0.004 * 0.3) - 1.0).abs() < 1e-9,
                "{impulse}"
            );
            let long = forces.iter().filter(|force| **force > 0.0).count() as f64;
            assert!((long * step - 0.5 / frequency).abs() <= step, "{long}");
        }
    }
}
