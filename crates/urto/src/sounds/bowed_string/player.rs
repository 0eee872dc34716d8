//! Who holds the bow: speed and pressure over time, the finger on the string, and its vibrato.
//!
//! Hear:   strokes that swell and turn round, notes that begin still and then tremble, and no
//!         two trembles alike.
//! Law:    speed and pressure follow the gesture's curves, times exp(tremor·n) with n a smooth
//!         chance walk of mean square 1, another one for each; pitch is that of the open string
//!         times 2^(finger/12), and vibrato about it, whose rate and depth are as unsteady.
//! Limits: the bow keeps its share of the string when the finger shortens it.

use super::BowedStringParams;
use crate::math;
use crate::param::Curve;
use crate::parts::rubbing::{Then, Wander};
use crate::ramp::Ramp;

/// The arm is looked at every N steps and moves in straight lines between.
const LOOK: u32 = 32;
/// Vibrato moves in blocks of N samples.
pub(super) const BLOCK: u32 = 64;
/// An arm changes its mind this often \[1/s\]; a hand's tremble is as unsteady from one cycle to
/// the next.
const UNSTEADY: f64 = 3.0;
/// Most that chance makes of speed, pressure and vibrato: a factor of e.
const MOST: f64 = 1.0;
/// A finger that moves by less in a block stays where it is \[semitones\].
const STILL: f64 = 1e-3;

/// The player.
pub(super) struct BowPlayer {
    /// Shares of speed and pressure.
    motion: Ramp,
    press: Ramp,
    /// Time in the gesture \[s\], and steps until it is looked at again.
    time: f64,
    left: u32,
    /// Chance of the speed, the pressure, and the vibrato's rate and depth.
    chance: [Wander; 4],
    /// Where the finger is \[semitones\], and for how long it has stayed there \[s\].
    finger: f64,
    stays: f64,
    /// Phase of the vibrato, and samples since the pitch was set.
    phase: f64,
    clock: u32,
}

/// The factor that chance makes, 1 for a steady hand.
fn unsteady(tremor: f64, walk: f64) -> f64 {
    math::exp((tremor * walk).clamp(-MOST, MOST))
}

fn end(curve: &Curve) -> f64 {
    curve.points().last().map_or(0.0, |(time, _)| *time)
}

impl BowPlayer {
    pub fn new(params: &BowedStringParams, seed: u64) -> Self {
        let walk = |n: u64| Wander::new(seed ^ n.wrapping_mul(0xa076_1d64_78bd_642f));
        let mut player = Self {
            motion: Ramp::default(),
            press: Ramp::default(),
            time: 0.0,
            left: 0,
            chance: [1, 2, 3, 4].map(walk),
            finger: 0.0,
            stays: 0.0,
            phase: 0.0,
            clock: 0,
        };
        let (motion, press) = player.asked(params);
        player.motion = Ramp::at(motion);
        player.press = Ramp::at(press);
        player
    }

    /// Shares of speed and pressure as they should be now.
    fn asked(&mut self, params: &BowedStringParams) -> (f64, f64) {
        let gesture = &params.gesture;
        let [speed, force, ..] = &mut self.chance;
        let [speed, force] = [speed, force].map(|walk| unsteady(gesture.tremor, walk.advance(0.0)));
        let (motion, press) = (gesture.motion.at(self.time), gesture.press.at(self.time));
        (motion * speed, press * force)
    }

    /// The bow is set on the string: the gesture begins.
    pub fn begin(&mut self, params: &BowedStringParams) {
        self.time = 0.0;
        self.left = 0;
        self.stays = 0.0;
        // The finger is there before the bow is.
        if params.finger.at(0.0) != self.finger {
            self.clock = BLOCK;
        }
    }

    /// Goes at once to where the gesture is fastest and presses hardest, and stays there.
    pub fn stay_at_height(&mut self, params: &BowedStringParams) {
        let gesture = &params.gesture;
        self.time = gesture.height();
        self.motion = Ramp::at(gesture.motion.at(self.time));
        self.press = Ramp::at(gesture.press.at(self.time));
        self.left = u32::MAX;
    }

    /// Shares of speed and pressure in the coming step of N seconds.
    pub fn draw(&mut self, params: &BowedStringParams, step: f64) -> (f64, f64) {
        if self.left == 0 {
            self.left = LOOK;
            self.look(params, f64::from(LOOK) * step);
        }
        self.left -= 1;
        (self.motion.along(), self.press.along())
    }

    fn look(&mut self, params: &BowedStringParams, span: f64) {
        let gesture = &params.gesture;
        self.time += span / gesture.stretch;
        let curves = [&gesture.motion, &gesture.press, &params.finger];
        let end = curves.map(end).into_iter().fold(0.0, f64::max);
        if gesture.then == Then::Repeat && self.time > end {
            self.time = 0.0;
        }
        for walk in &mut self.chance {
            walk.advance(span * UNSTEADY);
        }
        let (motion, press) = self.asked(params);
        self.motion.go(motion, LOOK);
        self.press.go(press, LOOK);
    }

    /// The string's pitch \[Hz\], where it is to be set anew: `bowed` is how far the bow is on it.
    pub fn pitch(&mut self, params: &BowedStringParams, bowed: f64, step: f64) -> Option<f64> {
        self.clock = self.clock.saturating_add(1);
        if self.clock < BLOCK || bowed == 0.0 {
            return None;
        }
        let finger = params.finger.at(self.time);
        let moves = finger - self.finger;
        if params.vibrato == 0.0 && moves == 0.0 {
            return None;
        }
        self.clock = 0;
        self.finger = finger;
        let span = f64::from(BLOCK) * step;
        self.stays = if moves.abs() > STILL {
            0.0
        } else {
            self.stays + span
        };
        let tremor = params.gesture.tremor;
        let [.., rate, depth] = &mut self.chance;
        let [rate, depth] = [rate, depth].map(|walk| unsteady(tremor, walk.advance(0.0)));
        self.phase += span * params.vibrato_rate * rate;
        self.phase -= self.phase.floor();
        let swing = math::sin(math::TAU * self.phase) * depth * self.set_in(params.vibrato_delay);
        let cents = 0.5 * params.vibrato * bowed * swing;
        let octaves = cents / 1200.0 + finger / 12.0;
        Some(params.string.pitch * math::exp(octaves * core::f64::consts::LN_2))
    }

    /// How far the vibrato has set in: not before the delay, all of it after as long again.
    fn set_in(&self, delay: f64) -> f64 {
        if delay == 0.0 {
            return 1.0;
        }
        let share = (self.stays / delay - 1.0).clamp(0.0, 1.0);
        share * share * (3.0 - 2.0 * share)
    }
}
