//! Cavity: the air in a vessel, between the liquid and the mouth.
//!
//! Hear:   a note that climbs while the vessel fills: a glass like a pipe, a bottle like a bottle.
//! Law:    a column of length L and area S, closed below by the liquid, ends in a neck of effective length l and area
//!         A: it rings where tan(k·L)·tan(k·l) = A/S. Without a neck that is a quarter wave in L + l,
//!         with a narrow one Helmholtz's k² = A/(S·L·l). l is the neck and the air that moves with it:
//!         0.61 of its radius outside, 0.85·(1 - 1.25·a/R) inside. It loses by sound,
//!         w²·A/(8·pi·c·I) with the air I that moves, and to the wall, 0.01·sqrt(f)/a (Kirchhoff).
//! Step:   each mode a turning number that the flow pushes: z ← z·w + x, with |w| < 1 it rings off by
//!         itself however the pitch moves.
//! Limits: the lowest four modes; no losses to foam.
//! Refs:   Kinsler & Frey, ch. 10; Ingard 1953 (inner end); Cabe & Pittenger 2000 (one hears it fill).

use crate::law::SOUND;
use core::f64::consts::PI;
use urto::Rate;
use urto::math::{self, TAU};

urto::params! {
    /// A vessel, for the air in it.
    pub struct VesselParams("vessel") {
        /// How tall it is inside.
        height: 0.12, Log(0.01, 5.0), "m", Block, spread 0.03;
        /// Radius inside.
        radius: 0.035, Log(5e-3, 2.0), "m", Block, spread 0.03;
        /// Radius of the mouth, as a share of that: 1 is a glass or a pipe, 0.3 a bottle.
        mouth: 1.0, Linear(0.1, 1.0), "", Block, spread 0.03;
        /// Length of the neck.
        neck: 0.0, ZeroLog(1e-3, 0.5), "m", Block, spread 0.02;
        /// How strongly the air in it sounds with the liquid: 0 is an open basin, 1 as the law says.
        resonance: 0.5, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Multiplies the air's losses: foam, cloth, a hand before the mouth.
        damping: 2.0, Log(0.1, 30.0), "", Block, expert, spread 0.05;
    }
}

/// Modes that are heard.
const MODES: usize = 4;
/// The least air that is left \[m\]: a vessel that is full runs over.
const LEAST: f64 = 0.004;
/// Nothing rings above this share of the rate.
const BELOW: f64 = 0.45;

impl VesselParams {
    /// Area inside \[m²\].
    pub fn area(&self) -> f64 {
        PI * self.radius * self.radius
    }

    /// How high the liquid stands in it \[m\].
    pub fn level(&self, full: f64) -> f64 {
        (full * self.height).min(self.height - LEAST.min(0.5 * self.height))
    }

    /// Length of the column above the liquid, effective length of the neck \[m\], and how much narrower
    /// it is.
    fn column(&self, full: f64) -> [f64; 3] {
        let mouth = self.mouth * self.radius;
        let inside = 0.85 * mouth * (1.0 - 1.25 * self.mouth).max(0.0);
        let neck = self.neck + 0.61 * mouth + inside;
        let long = self.height - self.level(full);
        [long, neck, self.mouth * self.mouth]
    }

    /// The modes of the air when so much of the height is full: wave numbers \[1/m\]. Those that a neck
    /// longer than the column swallows are left out.
    fn waves(&self, full: f64) -> [Option<f64>; MODES] {
        let [long, neck, narrow] = self.column(full);
        let miss = |k: f64| {
            let (a, b) = (k * long, k * neck);
            math::sin(a) * math::sin(b) - narrow * math::cos(a) * math::cos(b)
        };
        core::array::from_fn(|mode| {
            let from = mode as f64 * PI / long;
            let to = (from + 0.5 * PI / long).min(0.5 * PI / neck);
            if from >= to {
                return None;
            }
            let (mut low, mut high) = (from, to);
            let sign = miss(high);
            // Halved 40 times, to twelve digits.
            for _ in 0..40 {
                let middle = 0.5 * (low + high);
                match miss(middle) * sign > 0.0 {
                    true => high = middle,
                    false => low = middle,
                }
            }
            Some(0.5 * (low + high))
        })
    }

    /// The lowest note of its air when so much of the height is full \[Hz\].
    pub fn note(&self, full: f64) -> f64 {
        self.waves(full)[0].map_or(0.0, |k| k * SOUND / TAU)
    }

    /// How fast a mode of that wave number falls \[1/s\], and how much of what comes in at the bottom
    /// it lets out at the mouth, at no pitch.
    ///
    /// A piston at the bottom moves U; at the mouth U/D leaves, D = cos(k·L)·cos(k·l) -
    /// S/A·sin(k·L)·sin(k·l). Near a mode D is straight, so that its share is -2/(k·D'). Seen from
    /// the mouth the mode weighs as air of length I = (l + A/S·L·cos²(k·l)/sin²(k·L))/2 in it.
    fn mode(&self, k: f64, full: f64) -> [f64; 2] {
        let [long, neck, narrow] = self.column(full);
        let (a, b) = (k * long, k * neck);
        let ([sa, ca], [sb, cb]) = ([math::sin(a), math::cos(a)], [math::sin(b), math::cos(b)]);
        let slope = -long * sa * cb - neck * ca * sb - (long * ca * sb + neck * sa * cb) / narrow;
        let w = k * SOUND;
        let mouth = narrow * self.area();
        let ratio = cb / sa.abs().max(1e-6);
        let moved = 0.5 * (neck + narrow * long * ratio * ratio);
        let sound = w * w * mouth / (8.0 * PI * SOUND * moved);
        let wall = 0.01 * (w / TAU).sqrt() / self.radius;
        [self.damping * (sound + wall), -2.0 / (k * slope)]
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct AirMode {
    z: [f64; 2],
    w: [f64; 2],
    height: f64,
}

/// The air of a vessel that sounds.
pub struct Cavity {
    rate: Rate,
    modes: [AirMode; MODES],
    /// The share of what comes that passes by.
    past: f64,
}

impl Cavity {
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            modes: [AirMode::default(); MODES],
            past: 1.0,
        }
    }

    /// As it is when so much of the height is full. To be called every few samples while that moves.
    pub fn tune(&mut self, vessel: &VesselParams, full: f64) {
        let step = self.rate.step();
        self.past = 1.0 - 0.7 * vessel.resonance;
        for (mode, k) in self.modes.iter_mut().zip(vessel.waves(full)) {
            let heard = k.filter(|k| k * SOUND / TAU < BELOW * self.rate.hertz());
            let Some(k) = heard else {
                // What rings, rings off.
                mode.w = [0.9 * mode.w[0], 0.9 * mode.w[1]];
                mode.height = 0.0;
                continue;
            };
            let turn = k * SOUND * step;
            let [falls, share] = vessel.mode(k, full);
            // A mode never falls faster than it turns.
            let kept = math::exp(-(falls * step).min(turn));
            mode.w = [kept * math::cos(turn), kept * math::sin(turn)];
            mode.height = vessel.resonance * share * turn;
        }
    }

    /// One step: what leaves the mouth of a flow inside.
    pub fn pass(&mut self, flow: f64) -> f64 {
        let mut out = self.past * flow;
        for mode in &mut self.modes {
            let [re, im] = mode.z;
            let [c, s] = mode.w;
            mode.z = [re * c - im * s + flow, re * s + im * c];
            if mode.z[0].abs() + mode.z[1].abs() < 1e-25 {
                mode.z = [0.0; 2];
            }
            out += mode.height * mode.z[1];
        }
        out
    }

    pub fn reset(&mut self) {
        for mode in &mut self.modes {
            mode.z = [0.0; 2];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a neck a quarter wave, with a narrow one Helmholtz's, each to its own order.
    #[test]
    fn notes_are_those_of_pipes_and_bottles() {
        let glass = VesselParams::default();
        for full in [0.0, 0.3, 0.6, 0.9] {
            let long = glass.height * (1.0 - full) + 0.61 * glass.radius;
            let quarter = SOUND / (4.0 * long);
            assert!((glass.note(full) / quarter - 1.0).abs() < 1e-9, "{full}");
        }
        let bottle = VesselParams {
            height: 0.2,
            radius: 0.04,
            mouth: 0.15,
            neck: 0.07,
            ..VesselParams::default()
        };
        for full in [0.3, 0.7, 0.9] {
            let [long, neck, narrow] = bottle.column(full);
            let helmholtz = SOUND / TAU * (narrow / (long * neck)).sqrt();
            // The next term is (k·L)²/6 and (k·l)²/6, halved.
            let found = bottle.note(full) / helmholtz;
            assert!((0.96..1.0001).contains(&found), "{full}: {found}");
        }
    }

    /// What sounds is that note: within 2 % by the turns of what rings, while it fills.
    #[test]
    fn what_sounds_climbs_by_the_formula() {
        let rate = Rate::new(48_000.0).unwrap();
        for mouth in [1.0, 0.3] {
            let vessel = VesselParams {
                mouth,
                damping: 0.3,
                ..VesselParams::default()
            };
            for full in [0.1, 0.5, 0.8] {
                // At no pitch all that comes in goes out: within a tenth with four modes of a row.
                let waves = vessel.waves(full).into_iter().flatten();
                let all: f64 = waves.map(|k| vessel.mode(k, full)[1]).sum();
                let many = vessel.waves(full).iter().flatten().count();
                let within = if many == 4 { 0.2 } else { 0.35 };
                assert!((all - 1.0).abs() < within, "{full}: {all}");
                let mut cavity = Cavity::new(rate);
                cavity.tune(&vessel, full);
                cavity.pass(1.0);
                let rings: Vec<f64> = (0..9600).map(|_| cavity.pass(0.0)).collect();
                // The strongest pitch up to 30 % off, in steps of half a percent.
                let strength = |hertz: f64| {
                    let turn = TAU * hertz / 48_000.0;
                    let sum = |by: fn(f64) -> f64| -> f64 {
                        let at = rings.iter().enumerate();
                        at.map(|(n, x)| x * by(turn * n as f64)).sum()
                    };
                    let (c, s) = (sum(math::cos), sum(math::sin));
                    c * c + s * s
                };
                let want = vessel.note(full);
                let tried = (0..=120).map(|n| want * (0.7 + 0.005 * f64::from(n)));
                let found = tried.max_by(|a, b| strength(*a).total_cmp(&strength(*b)));
                let found = found.unwrap_or(0.0);
                assert!((found / want - 1.0).abs() < 0.02, "{full}: {found} {want}");
            }
        }
    }
}
