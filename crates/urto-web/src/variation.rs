//! Renders a sound with varied parameters, sample for sample as the command does with
//! `--count N --vary SHARE`, so that the command can make each file again.

use urto::math::{TAU, cos};
use urto::param::{Params, vary};
use urto::rng::Rng;
use urto::sound::Sound;
use urto::{BuildError, Rate};
use urto_file::{Preset, Shelf, write_preset};

/// Samples per call.
const BLOCK: usize = 512;
/// A sound that is cut off fades out during so long \[s\], as in the command's files.
const FADE: f64 = 0.01;

/// A rendered sound.
pub struct Rendered {
    /// Interleaved samples.
    pub samples: Vec<f32>,
    /// What it was made of, for the file.
    pub recipe: String,
}

/// What to make variations of.
pub struct Theme {
    /// The sound and its values.
    pub preset: Preset,
    /// Keys whose values stay.
    pub locked: Vec<String>,
    /// Share of each slider's travel, 0 to 1.
    pub amount: f64,
    /// Sample rate.
    pub rate: Rate,
    /// Length of each \[s\].
    pub seconds: f64,
}

/// Longest variation \[s\].
const LONGEST: f64 = 600.0;

impl Theme {
    /// Reads a preset after a line of locked keys, parted by spaces.
    pub fn read(
        text: &str,
        shelf: &Shelf,
        rate: f64,
        seconds: f64,
        amount: f64,
    ) -> Result<Self, String> {
        let (locked, preset) = text.split_once('\n').unwrap_or(("", text));
        let preset = urto_file::read_preset("preset", preset.as_bytes());
        let mut preset = preset.map_err(|error| error.to_string())?;
        urto_file::load_resources(preset.params.as_mut(), &mut |name| shelf.fetch(name))?;
        if !(seconds > 0.0 && seconds <= LONGEST) {
            return Err(format!("a length of {seconds} s cannot be rendered"));
        }
        Ok(Self {
            preset,
            locked: locked.split_whitespace().map(str::to_owned).collect(),
            amount: if amount.is_nan() {
                0.0
            } else {
                amount.clamp(0.0, 1.0)
            },
            rate: Rate::new(rate).map_err(|error| error.to_string())?,
            seconds,
        })
    }
}

/// One variation: the seed decides it.
pub fn render(theme: &Theme, seed: u64) -> Result<Rendered, BuildError> {
    let mut preset = theme.preset.clone();
    vary(preset.params.as_mut(), theme.amount, &mut Rng::new(seed));
    keep(
        &theme.locked,
        theme.preset.params.as_ref(),
        preset.params.as_mut(),
    );
    preset.seed = Some(seed);
    preset.rate = Some(theme.rate.hertz());
    preset.seconds = Some(theme.seconds);
    preset.version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let mut sound = preset.start(theme.rate, BLOCK, theme.seconds, seed)?;
    let frames = ((theme.seconds * theme.rate.hertz()).round() as usize).max(1);
    let fade = ((FADE * theme.rate.hertz()).round() as usize).min(frames / 2);
    let channels = sound.channels();
    Ok(Rendered {
        samples: played(sound.as_mut(), channels, frames, fade),
        recipe: write_preset(&preset, true),
    })
}

/// Puts locked values back.
fn keep(locked: &[String], from: &dyn Params, to: &mut dyn Params) {
    for (id, _) in urto::param::leaves(from) {
        let key = from.table().key_of(&id).unwrap_or_default();
        // A lock on a list holds its entries too.
        let held = |lock: &String| {
            key == *lock || (key.starts_with(lock.as_str()) && key[lock.len()..].starts_with('/'))
        };
        if locked.iter().any(held)
            && let Some(value) = from.value(&id)
        {
            urto::param::put(to, &id, &value);
        }
    }
}

fn played(sound: &mut dyn Sound, channels: usize, frames: usize, fade: usize) -> Vec<f32> {
    let mut planes = vec![vec![0.0f32; BLOCK]; channels];
    let mut samples = Vec::with_capacity(frames * channels);
    let mut at = 0;
    while at < frames {
        let count = BLOCK.min(frames - at);
        let mut outputs: Vec<&mut [f32]> = planes.iter_mut().map(|p| &mut p[..count]).collect();
        sound.render(&[], &mut outputs);
        for frame in 0..count {
            let left = frames - at - frame;
            for plane in &planes {
                samples.push(faded(plane[frame], left, fade));
            }
        }
        at += count;
    }
    samples
}

/// Half a raised cosine over the last samples.
fn faded(sample: f32, left: usize, fade: usize) -> f32 {
    if left > fade {
        return sample;
    }
    let share = (left as f64 - 0.5) / fade as f64;
    let gain = 0.5 - 0.5 * cos(0.5 * TAU * share);
    if gain < 1.0 {
        (f64::from(sample) * gain) as f32
    } else {
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRESET: &str = "urto = \"preset/1\"\nsound = \"impact\"\n";

    fn theme(locked: &str) -> Theme {
        Theme::read(
            &format!("{locked}\n{PRESET}"),
            &Shelf::default(),
            48_000.0,
            0.25,
            0.5,
        )
        .unwrap()
    }

    #[test]
    fn a_seed_gives_the_same_sound_and_another_one_another() {
        let theme = theme("");
        let (a, b, c) = (
            render(&theme, 1).unwrap(),
            render(&theme, 1).unwrap(),
            render(&theme, 2).unwrap(),
        );
        assert!(a.samples == b.samples && a.recipe == b.recipe);
        assert!(a.samples != c.samples && a.recipe != c.recipe);
        assert_eq!(a.samples.len(), 12_000);
        assert!(a.samples.iter().any(|sample| sample.abs() > 1e-3));
        // It ends softly.
        assert!(a.samples[11_999].abs() < 1e-4);
    }

    #[test]
    fn what_is_locked_stays() {
        let theme = theme("velocity body.modes");
        let (mut moved, own) = (false, theme.preset.params.as_ref());
        for seed in 0..5 {
            let text = render(&theme, seed).unwrap().recipe;
            let varied = urto_file::read_preset("varied", text.as_bytes())
                .unwrap()
                .params;
            for (id, _) in urto::param::leaves(own) {
                let key = own.table().key_of(&id).unwrap();
                let same = own.value(&id) == varied.value(&id);
                let locked = key == "velocity" || key.starts_with("body.modes/");
                assert!(same || !locked, "{key}");
                moved |= !same;
            }
        }
        assert!(moved);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let refused = |text: &str, rate, seconds| {
            Theme::read(text, &Shelf::default(), rate, seconds, 0.1).is_err()
        };
        let good = format!("\n{PRESET}");
        assert!(!refused(&good, 48_000.0, 1.0));
        assert!(refused("\nnothing", 48_000.0, 1.0));
        assert!(refused(&good, f64::NAN, 1.0));
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
            assert!(refused(&good, 48_000.0, seconds), "{seconds}");
        }
    }
}
