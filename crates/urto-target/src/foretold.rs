//! The centroid of an attack, foretold from how the modes swing.
//!
//! Law:    a mode left alone is a decaying tone, whose spectrum under a window is known
//!         ([`Centroid`]); each frame's centroid is that of the tones as they swing in its
//!         middle, taken as if their spectra did not overlap.
//! Step:   the blow is simulated until the striker is gone for good: a tenth of what a rendered
//!         attack costs. A search goes by it and corrects it by the few attacks that it renders.
//! Limits: what overlaps, and what rings besides the body, is left out: most often 0.1 %.

use super::touch::HammerTouch;
use urto::analysis::Centroid;
use urto::body::{Body, Seen};
use urto::error::BuildError;
use urto::math;
use urto::rate::Rate;
use urto::sound::ModeLevel;
use urto::sounds::impact::ImpactParams;

/// A mode as it is heard.
#[derive(Clone, Copy)]
struct Tone {
    hertz: f64,
    /// Sum of its spectrum for a swing of 1 m/s in the middle of a frame, and that weighted with
    /// frequency \[Hz\].
    sums: [f64; 2],
    /// What a step takes away, as an exponent.
    damping: f64,
}

/// The modes of a body as they are heard.
pub(super) struct Tones {
    all: Vec<Tone>,
    /// Those that ring in the simulation, and how they do.
    ringing: Vec<Tone>,
    levels: Vec<ModeLevel>,
    /// Steps from the blow to the middle of each frame.
    middles: Vec<usize>,
}

/// Modes besides the body's own: those of what it stands on.
const ROOM: usize = 64;

impl Tones {
    pub fn new(params: &ImpactParams, centroid: &Centroid, rate: Rate) -> Result<Self, BuildError> {
        let built = Body::new(&params.body)?;
        let tone = |seen: Seen| {
            let damping = math::LN_1000 / seen.decay;
            // From the middle of a frame back to its start.
            let back = math::exp(0.5 * damping * Centroid::frame());
            let loud = back * seen.heard.abs();
            Tone {
                hertz: seen.hertz,
                sums: centroid.tone(seen.hertz, damping).map(|sum| loud * sum),
                damping: damping * rate.step(),
            }
        };
        let seen = built.seen(&params.body, params.place.spot(), params.listening.spot());
        let all: Vec<Tone> = seen.map(tone).collect();
        let middle = |start: f64| ((start + 0.5 * Centroid::frame()) * rate.hertz()) as usize;
        Ok(Self {
            levels: vec![ModeLevel::default(); all.len() + ROOM],
            ringing: Vec::new(),
            middles: Centroid::attack_starts().map(middle).collect(),
            all,
        })
    }

    /// Mean centroid \[Hz\] of the attack of a blow; `None` for silence, or if it touches for longer
    /// than anyone waits.
    pub fn centroid(&mut self, blow: &mut HammerTouch) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0.0);
        let mut gone = false;
        for n in 0..self.middles.len() {
            let middle = self.middles[n];
            while blow.passed < middle && !gone {
                if !(blow.is_away() && blow.glide(middle - blow.passed) > 0) {
                    blow.step();
                }
                gone = blow.is_gone();
                if blow.is_too_long() {
                    return None;
                }
            }
            self.listen(blow);
            let later = middle as f64 - blow.passed as f64;
            let (mut all, mut high) = (0.0, 0.0);
            for (tone, level) in self.ringing.iter().zip(&self.levels) {
                let swing = f64::from(level.speed) * math::exp(-tone.damping * later);
                all += swing * tone.sums[0];
                high += swing * tone.sums[1];
            }
            if all > 0.0 && high.is_finite() {
                sum += high / all;
                count += 1.0;
            }
        }
        (count > 0.0).then(|| sum / count)
    }

    /// Takes the modes' levels, and finds out at first which modes those are.
    fn listen(&mut self, blow: &HammerTouch) {
        let count = blow.levels(&mut self.levels);
        if self.ringing.is_empty() {
            let nearest = |level: &ModeLevel| {
                let apart = |tone: &&Tone| (tone.hertz - f64::from(level.frequency)).abs();
                let near = self.all.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)));
                near.copied()
            };
            self.ringing = self.levels[..count].iter().filter_map(nearest).collect();
        }
    }
}
