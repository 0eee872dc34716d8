//! From a recipe to a file, block by block.

use crate::failure::Failure;
use crate::format::{Format, Shape};
use crate::likeness::Near;
use crate::meter::{Levels, Meter};
use crate::mixdown::Mixdown;
use crate::original::Verdict;
use crate::progress::Progress;
use crate::recipe::{BLOCK, Matter, Recipe};
use crate::save::Draft;
use serde_json::Value as Json;
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
    /// Its seed.
    pub seed: u64,
    /// What the command chose for it, if somebody asks.
    pub drawn: Option<Json>,
    /// How near it is to recordings of the real thing, if somebody asks.
    pub near: Option<Near>,
    /// Whether it is what the sound file holds whose recipe it was made of.
    pub again: Option<Verdict>,
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
    listen: impl FnMut(&[f32]),
) -> Result<Made, Failure> {
    FileMaker::new(true).make(recipe, path, progress, listen)
}

/// Makes files one after the other, and keeps what serves for more than one of them.
pub struct FileMaker {
    loudness: bool,
    /// The sound of the last file, and its recipe without the seed.
    last: Option<(Take, SeededText)>,
    memory: Vec<u8>,
}

impl FileMaker {
    /// Says whether files' loudness is to be measured.
    pub fn new(loudness: bool) -> Self {
        Self {
            loudness,
            last: None,
            memory: Vec::new(),
        }
    }

    /// Makes a file of a sound's recipe that differs from the last one in its seed alone.
    pub fn make_next(
        &mut self,
        recipe: &Recipe,
        path: &Path,
        progress: &Progress,
    ) -> Result<Made, Failure> {
        let mut last = self.last.take();
        let (take, text) = match last.take_if(|(take, _)| take.restart(recipe)) {
            Some(last) => last,
            None => (Take::new(recipe)?, SeededText::new(recipe)),
        };
        let words = text.with(recipe.seed);
        let channels = take.channels();
        let (made, take) = self.write(recipe, path, take, &words, |block| {
            progress.advance((block.len() / channels) as u64);
        })?;
        self.last = Some((take, text));
        Ok(made)
    }

    /// Makes a file. `listen` hears every block, interleaved.
    pub fn make(
        &mut self,
        recipe: &Recipe,
        path: &Path,
        progress: &Progress,
        mut listen: impl FnMut(&[f32]),
    ) -> Result<Made, Failure> {
        let take = Take::new(recipe)?;
        let channels = take.channels();
        let made = self.write(recipe, path, take, &recipe.text(), |block| {
            listen(block);
            progress.advance((block.len() / channels) as u64);
        });
        made.map(|(made, _)| made)
    }

    fn write(
        &mut self,
        recipe: &Recipe,
        path: &Path,
        mut take: Take,
        text: &str,
        mut listen: impl FnMut(&[f32]),
    ) -> Result<(Made, Take), Failure> {
        let format = Format::of(path)?;
        let shape = take.shape(recipe);
        format.check(shape)?;
        let (channels, rate) = (shape.channels, shape.rate);
        let mut meter = match self.loudness {
            true => Meter::new(channels, rate),
            false => Meter::of_peaks(channels, rate),
        };
        let mut draft = Draft::in_memory(path, std::mem::take(&mut self.memory))?;
        let written = format.write(&mut draft, shape, text, |block| {
            let more = take.next(block);
            meter.add(block);
            listen(block);
            more
        });
        written.map_err(|error| Failure::writing(path, &error))?;
        self.memory = draft.commit()?;
        let made = Made {
            path: path.to_owned(),
            seconds: shape.frames as f64 / rate,
            rate,
            channels,
            seed: recipe.seed,
            drawn: None,
            near: None,
            again: None,
            levels: meter.finish(),
            health: take.health(),
            ledger: take.sound.ledger(),
            notes: take.sound.notes(),
        };
        Ok((made, take))
    }
}

/// The text of a recipe, into which a seed is put.
struct SeededText {
    before: String,
    after: String,
}

impl SeededText {
    fn new(recipe: &Recipe) -> Self {
        let text = recipe.text();
        // The first such line: names before it have no line breaks, parameters come after it.
        let line = format!("\nseed = {}\n", recipe.seed);
        let (before, after) = text.split_once(&line).unwrap_or((&text, ""));
        Self {
            before: before.to_owned(),
            after: after.to_owned(),
        }
    }

    fn with(&self, seed: u64) -> String {
        format!("{}\nseed = {seed}\n{}", self.before, self.after)
    }
}

/// Refuses a recipe that a file of this kind cannot hold, before it is rendered.
pub fn check(recipe: &Recipe, format: Format) -> Result<(), Failure> {
    format.check(Take::new(recipe)?.shape(recipe))
}

/// How many channels a file of this recipe has.
pub fn channels(recipe: &Recipe) -> Result<usize, Failure> {
    Ok(Take::new(recipe)?.channels())
}

/// Renders without a file. `listen` hears every block, interleaved.
pub fn hear(
    recipe: &Recipe,
    progress: &Progress,
    mut listen: impl FnMut(&[f32]),
) -> Result<(), Failure> {
    play(recipe, |block, channels| {
        listen(block);
        progress.advance((block.len() / channels) as u64);
        true
    })
}

/// Renders without a file, as long as it is wanted. `listen` hears every block, interleaved, and its
/// number of channels, and tells whether it wants more.
pub fn play(recipe: &Recipe, mut listen: impl FnMut(&[f32], usize) -> bool) -> Result<(), Failure> {
    let mut take = Take::new(recipe)?;
    let mut block = Vec::new();
    while take.next(&mut block) && listen(&block, take.planes.len()) {}
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
    /// From the sound's channels to those of the file, where it is not one for one.
    mixdown: Option<Mixdown>,
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
        let mixdown = match recipe.matter {
            // Its outputs are what was asked for.
            Matter::Project(_) => None,
            _ => recipe.manner.channels,
        };
        Ok(Self {
            mixdown: mixdown.map(|outputs| Mixdown::new(sound.as_ref(), outputs, BLOCK)),
            planes: vec![vec![0.0; BLOCK]; sound.channels()],
            sound,
            at: 0,
            frames,
            fade: fade.min(frames / 2),
        })
    }

    /// Begins anew with the seed of a recipe that is otherwise the same; tells whether it can.
    fn restart(&mut self, recipe: &Recipe) -> bool {
        self.at = 0;
        if let Some(mixdown) = &mut self.mixdown {
            mixdown.reset();
        }
        recipe.restart(self.sound.as_mut())
    }

    fn channels(&self) -> usize {
        let mixdown = self.mixdown.as_ref();
        mixdown.map_or(self.planes.len(), |mixdown| mixdown.planes().len())
    }

    fn health(&self) -> Health {
        let mut health = self.sound.health();
        if let Some(mixdown) = &self.mixdown {
            health += mixdown.health();
        }
        health
    }

    fn shape(&self, recipe: &Recipe) -> Shape {
        Shape {
            channels: self.channels(),
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
        let planes = match &mut self.mixdown {
            None => &self.planes[..],
            Some(mixdown) => {
                mixdown.mix(&self.planes, frames);
                mixdown.planes()
            }
        };
        let channels = planes.len();
        match planes {
            [only] => block.extend_from_slice(&only[..frames]),
            planes => block.extend((0..frames).flat_map(|n| planes.iter().map(move |own| own[n]))),
        }
        let fades = self.frames.saturating_sub(self.fade).max(self.at) - self.at;
        for frame in (fades as usize).min(frames)..frames {
            let gain = self.fade_at(self.at + frame as u64);
            for sample in &mut block[frame * channels..(frame + 1) * channels] {
                *sample = (f64::from(*sample) * gain) as f32;
            }
        }
        self.at += frames as u64;
        frames > 0
    }

    /// Half a raised cosine at the end.
    fn fade_at(&self, frame: u64) -> f64 {
        let left = self.frames - frame;
        let share = (left as f64 - 0.5) / self.fade as f64;
        0.5 - 0.5 * urto::math::cos(0.5 * urto::math::TAU * share)
    }
}
