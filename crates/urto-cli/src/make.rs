//! From a recipe to a file, block by block.

use crate::failure::Failure;
use crate::format::{Format, Shape};
use crate::meter::{Levels, Meter};
use crate::progress::Progress;
use crate::recipe::{BLOCK, Matter, Recipe};
use crate::save::Draft;
use std::path::{Path, PathBuf};
use urto::sound::Sound;
use urto::{Health, Ledger};

/// A sound that is cut off fades out during so long \[s\]: short enough not to be missed, long
/// enough not to click.
const FADE: f64 = 0.01;
/// Peak at which a scene without a gain is played.
const SCENE_PEAK: f64 = 0.5;

/// A file that was made.
pub struct Made {
    /// Where it is.
    pub path: PathBuf,
    /// Its length \[s\].
    pub seconds: f64,
    /// Its sample rate \[Hz\].
    pub rate: f64,
    /// Its channels.
    pub channels: usize,
    /// How loud it is.
    pub levels: Levels,
    /// What had to be mended.
    pub health: Health,
    /// Where energy went.
    pub ledger: Ledger,
    /// What had to be changed to build it.
    pub notes: Vec<String>,
}

/// Makes a file. `listen` hears every block, interleaved.
pub fn make(
    recipe: &Recipe,
    path: &Path,
    progress: &Progress,
    mut listen: impl FnMut(&[f32]),
) -> Result<Made, Failure> {
    let format = Format::of(path)?;
    let mut take = Take::new(recipe)?;
    let shape = take.shape(recipe);
    format.check(shape)?;
    let (channels, rate) = (shape.channels, shape.rate);
    let mut meter = Meter::new(channels, rate);
    let mut draft = Draft::new(path)?;
    let text = recipe.text();
    let written = format.write(draft.bytes(), shape, &text, |block| {
        let more = take.next(block);
        meter.add(block);
        listen(block);
        progress.advance((block.len() / channels) as u64);
        more
    });
    written.map_err(|error| Failure::writing(path, &error))?;
    draft.commit()?;
    Ok(Made {
        path: path.to_owned(),
        seconds: shape.frames as f64 / rate,
        rate,
        channels,
        levels: meter.finish(),
        health: take.sound.health(),
        ledger: take.sound.ledger(),
        notes: take.sound.notes(),
    })
}

/// Refuses a recipe that a file of this kind cannot hold, before it is rendered.
pub fn check(recipe: &Recipe, format: Format) -> Result<(), Failure> {
    format.check(Take::new(recipe)?.shape(recipe))
}

/// Renders without a file. `listen` hears every block, interleaved.
pub fn hear(
    recipe: &Recipe,
    progress: &Progress,
    mut listen: impl FnMut(&[f32]),
) -> Result<(), Failure> {
    let mut take = Take::new(recipe)?;
    let mut block = Vec::new();
    while take.next(&mut block) {
        listen(&block);
        progress.advance((block.len() / take.planes.len()) as u64);
    }
    Ok(())
}

/// Chooses the gain of a scene that has none, by rendering it once. Tells the gain chosen.
pub fn settle_gain(recipe: &mut Recipe, progress: &Progress) -> Result<Option<f64>, Failure> {
    // So small that nothing is limited.
    const PROBE: f64 = 1e-9;
    match &mut recipe.matter {
        Matter::Scene(scored) if scored.scene.gain.is_none() => scored.scene.gain = Some(PROBE),
        _ => return Ok(None),
    }
    let mut peak = 0.0f64;
    hear(recipe, progress, |block| {
        peak = block
            .iter()
            .fold(peak, |peak, sample| peak.max(f64::from(sample.abs())));
    })?;
    let gain = if peak > 0.0 {
        rounded(SCENE_PEAK * PROBE / peak).clamp(1e-9, 1e15)
    } else {
        1.0
    };
    if let Matter::Scene(scored) = &mut recipe.matter {
        scored.scene.gain = Some(gain);
    }
    Ok(Some(gain))
}

/// To three digits, so that the gain printed is the gain played.
fn rounded(gain: f64) -> f64 {
    format!("{gain:.2e}").parse().unwrap_or(gain)
}

/// A sound on its way to a file.
struct Take {
    sound: Box<dyn Sound>,
    planes: Vec<Vec<f32>>,
    at: u64,
    frames: u64,
    fade: u64,
}

impl Take {
    fn new(recipe: &Recipe) -> Result<Self, Failure> {
        let sound = recipe.player()?;
        let frames = recipe.frames();
        // What was played is rendered as it was, to the last sample.
        let fade = match recipe.matter {
            Matter::Project(_) => 0.0,
            _ => FADE,
        };
        let fade = (fade * recipe.rate.hertz()).round() as u64;
        Ok(Self {
            planes: vec![vec![0.0; BLOCK]; sound.channels()],
            sound,
            at: 0,
            frames,
            fade: fade.min(frames / 2),
        })
    }

    fn shape(&self, recipe: &Recipe) -> Shape {
        Shape {
            channels: self.planes.len(),
            rate: recipe.rate.hertz(),
            bits: recipe.bits,
            frames: self.frames,
        }
    }

    /// The next block, interleaved; tells whether there was one.
    fn next(&mut self, block: &mut Vec<f32>) -> bool {
        let frames = (self.frames - self.at).min(BLOCK as u64) as usize;
        block.clear();
        let mut outputs: Vec<&mut [f32]> = Vec::with_capacity(self.planes.len());
        for plane in &mut self.planes {
            outputs.push(&mut plane[..frames]);
        }
        self.sound.render(&[], &mut outputs);
        for frame in 0..frames {
            let gain = self.fade_at(self.at + frame as u64);
            for plane in &self.planes {
                // Multiplying by one would change nothing, but for the time it takes.
                let sample = plane[frame];
                block.push(if gain < 1.0 {
                    (f64::from(sample) * gain) as f32
                } else {
                    sample
                });
            }
        }
        self.at += frames as u64;
        frames > 0
    }

    /// Half a raised cosine at the end.
    fn fade_at(&self, frame: u64) -> f64 {
        let left = self.frames - frame;
        if left > self.fade {
            return 1.0;
        }
        let share = (left as f64 - 0.5) / self.fade as f64;
        0.5 - 0.5 * urto::math::cos(0.5 * urto::math::TAU * share)
    }
}
