//! How loud a network is played.

use crate::piece::{Loudness, NetworkPiece};
use urto::sounds::OutputParams;
use urto::tape::{Dear, dear};
use urto::{Rate, math};

/// How long the gain takes to come near where it goes \[s\].
const GLIDE: f64 = 5e-3;

/// A gain that glides to where a gesture wants it.
pub(super) struct SoundLevel {
    loudness: Loudness,
    gain: f64,
    goal: f64,
    share: f64,
    /// How much louder than usual it is meant to be, as a factor.
    meant: f64,
}

/// Peak above which it is turned down, where it is meant to be as loud as usual: -2 dBFS.
const ROOF: f64 = 0.8;

impl SoundLevel {
    /// Listens to the piece, unless somebody did before.
    pub fn new(piece: &NetworkPiece, rate: Rate) -> Self {
        let found = dear(Dear::Loudness, || {
            let Loudness { score, blow } = piece.loudness();
            vec![score, blow]
        });
        let at = |n: usize| found.get(n).copied().unwrap_or(0.0);
        Self {
            loudness: Loudness {
                score: at(0),
                blow: at(1),
            },
            gain: 0.0,
            goal: 0.0,
            meant: 1.0,
            share: 1.0 - math::exp(-rate.step() / GLIDE),
        }
    }

    /// Whether the file's own events are heard.
    pub fn has_score(&self) -> bool {
        self.loudness.score > 0.0
    }

    /// Aims at a level for events that are so many times as strong as the file says, and a blow of a
    /// speed \[m/s\]: twice as strong is `dynamics` times as many decibels louder.
    pub fn aim(&mut self, events: f64, speed: f64, output: &OutputParams) {
        let Loudness { score, blow } = self.loudness;
        let usual = if score > 0.0 { score } else { blow };
        let expected = match score * events + blow * speed {
            0.0 => usual,
            expected => expected,
        };
        let level = math::pow(10.0, output.level / 20.0);
        self.meant = level;
        self.goal = match usual > 0.0 {
            true => level * math::pow(expected / usual, output.dynamics) / expected,
            false => level,
        };
    }

    /// The goal at once.
    pub fn arrive(&mut self) {
        self.gain = self.goal;
    }

    /// The gain of a sample whose loudest channel is this large. What a hand pulls may be far louder
    /// than any score: then it is turned down, until the next gesture.
    pub fn gain(&mut self, loudest: f64) -> f64 {
        self.gain += self.share * (self.goal - self.gain);
        if self.gain * loudest > ROOF * self.meant {
            self.goal *= ROOF * self.meant / (self.gain * loudest);
            self.gain = ROOF * self.meant / loudest;
        }
        self.gain
    }
}
