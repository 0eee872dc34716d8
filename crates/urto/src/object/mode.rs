//! One mode of vibration: what is declared, and its exact step.
//!
//! Law:  m·(q'' + 2σ·q' + w²·q) = f, with σ = ln(1000)/T60 and w² = (2πf)² + σ², so that the
//!       frequency asked for is the one that rings.
//! Step: exact for a force held during the step (zero-order hold); the response is written
//!       with `expm1` and half angles so that slow modes lose no digits.

use crate::math::{self, LN_1000, TAU};
use crate::rate::Rate;

crate::params! {
    /// One way in which a body vibrates.
    pub struct Mode("mode") {
        /// Frequency of the mode.
        frequency: 440.0, Log(0.1, 2e5), "Hz", Block, spread 0.01;
        /// Decay time: the time to fall by 60 dB (T60).
        decay: 1.0, Log(1e-3, 1e6), "s", Block, spread 0.04;
        /// Modal mass, for a mode shape of 1 at the point of contact: heavier is quieter.
        mass: 0.05, Log(1e-7, 1e4), "kg", Block, spread 0.03;
    }
}

crate::params! {
    /// What moves all modes of a body together.
    pub struct AllModes("all_modes") {
        /// Multiplies all mode frequencies.
        tuning: 1.0, Log(0.125, 8.0), "", Block, spread 0.1;
        /// Multiplies all decay times.
        ringing: 1.0, Log(0.01, 100.0), "", Block, spread 0.08;
    }
}

/// The step of a mode, and what its energy needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// Displacement gained freely: `-k·q + a12·v`.
    pub k: f64,
    /// See `k`.
    pub a12: f64,
    /// Free velocity: `a21·q + a22·v`.
    pub a21: f64,
    /// See `a21`.
    pub a22: f64,
    /// Displacement per newton.
    pub b1: f64,
    /// Velocity per newton.
    pub b2: f64,
    /// Undamped angular frequency squared.
    pub w2: f64,
    /// Modal mass \[kg\].
    pub mass: f64,
}

impl Step {
    /// The step of a mode that rings at `hertz` and loses 60 dB in `decay` seconds.
    pub fn ringing(hertz: f64, decay: f64, mass: f64, rate: Rate) -> Self {
        let h = rate.step();
        let sigma = LN_1000 / decay;
        let wd = TAU * hertz;
        let w2 = wd * wd + sigma * sigma;
        let e = math::exp(-sigma * h);
        let s = math::sin(wd * h) / wd;
        let half = math::sin(0.5 * wd * h);
        let k = -math::expm1(-sigma * h) + e * (2.0 * half * half - sigma * s);
        let a12 = e * s;
        Self {
            k,
            a12,
            a21: -w2 * a12,
            a22: e * (math::cos(wd * h) - sigma * s),
            b1: k / (mass * w2),
            b2: a12 / mass,
            w2,
            mass,
        }
    }

    /// The step of a mode as it is declared; one too high for the rate is left out.
    pub fn of(mode: &Mode, rate: Rate) -> Self {
        if mode.frequency < rate.highest_mode() {
            Self::ringing(mode.frequency, mode.decay, mode.mass, rate)
        } else {
            Self::silent()
        }
    }

    /// Factors on displacement and velocity when a mode that swings is tuned anew. It never gains
    /// energy or speed: a heavier mode keeps its energy, a lighter one its speed (less a quarter of
    /// the decibels by which its pitch rises), and one that is made stiffer lets go so far that a
    /// force which bends it still holds it. One that rises out of hearing fades on its way, and
    /// stops.
    pub fn retuned(&self, new: &Self, rate: Rate) -> [f64; 2] {
        if self.w2 == 0.0 || new.w2 == 0.0 {
            return [0.0; 2];
        }
        let by_mass = (self.mass / new.mass).sqrt().min(1.0);
        let by_energy = by_mass * (self.w2 / new.w2).sqrt();
        let by_force = self.mass * self.w2 / (new.mass * new.w2);
        // A tone that is bent up by octaves would grow harsh.
        let bent = (self.w2 / new.w2).min(1.0).sqrt().sqrt().sqrt();
        let fades = bent * fades(self.w2, new.w2, rate);
        [fades * by_energy.min(by_force), fades * by_mass]
    }

    /// The same mode with another mass.
    pub fn weighing(&self, mass: f64) -> Self {
        Self {
            b1: self.k / (mass * self.w2),
            b2: self.a12 / mass,
            mass,
            ..*self
        }
    }

    /// The step of a whole body that flies freely.
    pub fn inertial(mass: f64, rate: Rate) -> Self {
        let h = rate.step();
        Self {
            k: 0.0,
            a12: h,
            a21: 0.0,
            a22: 1.0,
            b1: 0.5 * h * h / mass,
            b2: h / mass,
            w2: 0.0,
            mass,
        }
    }

    /// A mode that is left out: it neither moves nor answers.
    pub fn silent() -> Self {
        Self {
            mass: 1.0,
            ..Self::default()
        }
    }

    pub fn energy(&self, q: f64, v: f64) -> f64 {
        0.5 * self.mass * (v * v + self.w2 * q * q)
    }
}

/// What is left of a mode that rises above a fifth of the rate: it loses 24 dB per octave, so that
/// little is cut off when it leaves. (Built there, it would have died away at once.)
fn fades(from: f64, to: f64, rate: Rate) -> f64 {
    let high = TAU * 0.2 * rate.hertz();
    let from = from.max(high * high);
    if to > from {
        (from / to) * (from / to)
    } else {
        1.0
    }
}

/// Shape of the `n`-th bending mode (from 0) of a free bar at a position from 0 to 1, scaled to
/// 1 at the near end. Euler-Bernoulli; written about the middle, with the hyperbolic parts as
/// decaying exponentials, so that high modes do not overflow.
///
/// ```
/// use urto::object::free_bar_shape;
/// assert!((free_bar_shape(0, 0.0) - 1.0).abs() < 1e-6);
/// // The first bending mode rests at 0.224 of the length.
/// assert!(free_bar_shape(0, 0.2242).abs() < 1e-3);
/// ```
pub fn free_bar_shape(n: usize, position: f64) -> f64 {
    // Roots of cos(x)·cosh(x) = 1; beyond the fourth they equal odd multiples of pi/2 to 1e-7.
    const ROOTS: [f64; 4] = [
        4.730_040_744_862_704,
        7.853_204_624_095_838,
        10.995_607_838_001_671,
        14.137_165_491_257_464,
    ];
    let root = ROOTS
        .get(n)
        .copied()
        .unwrap_or((2 * n + 3) as f64 * 0.25 * TAU);
    let from_middle = root * (position.clamp(0.0, 1.0) - 0.5);
    let half = 0.5 * root;
    let edge = math::exp(from_middle.abs() - half);
    let fold = math::exp(-2.0 * from_middle.abs());
    let whole = math::exp(-2.0 * half);
    if n.is_multiple_of(2) {
        let cosh_ratio = edge * (1.0 + fold) / (1.0 + whole);
        0.5 * (math::cos(from_middle) / math::cos(half) + cosh_ratio)
    } else {
        let sinh_ratio = edge * (1.0 - fold) / (1.0 - whole) * from_middle.signum();
        // The near end (position 0) is the negative one here.
        -0.5 * (math::sin(from_middle) / math::sin(half) + sinh_ratio)
    }
}

/// How one mode of a body rings, for pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModeLevel {
    /// Its frequency \[Hz\].
    pub frequency: f32,
    /// How fast it swings where its shape is 1 \[m/s\].
    pub speed: f32,
}
