//! A scene that is being put together, a few parts at a time, where another thread built it before.

use crate::command::Command;
use crate::voices::Voices;
use crate::{Problem, flat, flat_scene};
use std::sync::Arc;
use urto::Rate;
use urto::scene::{Scene, SceneBuilder};
use urto::tape::Playback;

/// Objects, contacts or cues of one step: a bank of modes takes some 50 µs, most of it for memory, so
/// that a step stays well within a block of 128 frames.
const PARTS: usize = 8;

/// A scene that is being put together.
pub struct Assembly {
    builder: SceneBuilder,
    known: Playback,
    slot: usize,
    seed: u64,
    rate: Rate,
    /// How long its score lasts \[s\].
    lasts: f64,
    pictures: bool,
}

impl Assembly {
    /// From what was written down of a scene; nothing if that does not fit.
    pub(crate) fn new(
        (slot, seed, gain): (usize, u64, f64),
        results: &[f64],
        rate: Rate,
        pictures: bool,
    ) -> Option<Self> {
        let (flat, results) = flat::split(results);
        let mut scene = flat_scene::read(flat?)?;
        scene.gain = Some(gain);
        Some(Self {
            lasts: lasts(&scene),
            builder: SceneBuilder::new(scene, rate),
            known: Playback::new(Arc::from(results)),
            slot,
            seed,
            rate,
            pictures,
        })
    }

    /// Builds on; gives the command when all is there.
    pub(crate) fn step(&mut self) -> Result<Option<Command>, Problem> {
        let Self { builder, known, .. } = self;
        let Some(player) = known.during(|| builder.step(PARTS))? else {
            return Ok(None);
        };
        let known = &mut self.known;
        let geometry = self
            .pictures
            .then(|| known.during(|| urto::sound::Sound::geometry(&player)));
        let voices = Voices::scored(Box::new(player), self.lasts, self.seed, self.rate);
        Ok(Some(Command::Put {
            slot: self.slot,
            voices: Box::new(voices.looking(geometry)),
        }))
    }
}

/// How long a scene's score lasts \[s\].
pub(crate) fn lasts(scene: &Scene) -> f64 {
    let ends = scene.score.iter().map(|cue| cue.at + cue.over);
    ends.fold(0.0, f64::max)
}
