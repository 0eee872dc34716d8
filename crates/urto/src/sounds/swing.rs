//! The exact step of one mode, m·(q'' + 2σ·q' + w²·q) = f, for a force held during it: the same
//! as in a bank (`object::Modal`), for those that need no bank.

use crate::math::{self, LN_1000, TAU};
use crate::object::{Mode, Response};
use crate::rate::Rate;

/// Whether a mode rests is looked at every so many steps.
pub(super) const LOOK: u32 = 64;

/// How it swings: what it gains in a step by where it is and how fast, what of its speed is left,
/// and what a newton adds.
#[derive(Clone, Copy, Default)]
pub(super) struct Swing {
    pub back: f64,
    pub across: f64,
    pub pull: f64,
    pub keep: f64,
    pub answer: Response,
    /// Angular frequency squared, and mass \[kg\]; no frequency where it is too high for the rate.
    pub w2: f64,
    pub mass: f64,
}

impl Swing {
    pub fn new(mode: &Mode, rate: Rate) -> Self {
        if mode.frequency >= rate.highest_mode() {
            return Self {
                mass: 1.0,
                ..Self::default()
            };
        }
        let h = rate.step();
        let sigma = LN_1000 / mode.decay;
        let wd = TAU * mode.frequency;
        let w2 = wd * wd + sigma * sigma;
        let e = math::exp(-sigma * h);
        let s = math::sin(wd * h) / wd;
        // Half angles, so that slow ones lose no digits.
        let half = math::sin(0.5 * wd * h);
        let k = -math::expm1(-sigma * h) + e * (2.0 * half * half - sigma * s);
        let across = e * s;
        Self {
            back: -k,
            across,
            pull: -w2 * across,
            keep: e * (math::cos(wd * h) - sigma * s),
            answer: Response {
                displacement: k / (mode.mass * w2),
                velocity: across / mode.mass,
            },
            w2,
            mass: mode.mass,
        }
    }
}
