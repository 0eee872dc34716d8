//! The sound card: opened, fed from the ring, and closed when all was heard.

use super::PlayArgs;
use super::ring::{Feeder, Outlet, ring};
use crate::cli::RenderArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::recipe::{LAST_SEED, Recipe};
use crate::{make, network, output, render, resolve};
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{FromSample, SampleFormat, SizedSample, StreamConfig};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use urto::Rate;

/// So much is rendered ahead \[s\]: longer than a busy machine lets a program wait, and short enough
/// to end soon after Ctrl-C.
const AHEAD: f64 = 0.2;
/// The feeder looks this often whether there is room.
const PAUSE: Duration = Duration::from_millis(5);
/// A card that takes nothing for so long is gone.
const PATIENCE: u32 = 2000;
/// Frames that are handed on at once.
const BLOCK: usize = 1024;
/// Sounds that are stopped fade out in one block.
type Stopped = Arc<AtomicBool>;

/// Plays what was asked for.
pub fn run(asked: &PlayArgs, as_json: bool) -> Result<(), Failure> {
    let masses = network::open(&asked.what, None)?;
    let found = match masses {
        Some(_) => None,
        None => Some(resolve::find(&asked.what)?),
    };
    let host = cpal::default_host();
    let none = || Failure::other("there is no sound card; 'urto render' makes a file instead");
    let device = host.default_output_device().ok_or_else(none)?;
    let config = device.default_output_config().map_err(refused)?;
    let format = config.sample_format();
    let config: StreamConfig = config.config();
    let rate = Rate::new(f64::from(config.sample_rate)).map_err(Failure::other)?;
    let mut source = match (masses, found) {
        (Some(masses), _) => Source::network(&masses, asked, rate)?,
        (None, Some(found)) => Source::sound(found, asked, rate)?,
        // One of the two was found above.
        (None, None) => return Err(none()),
    };
    let channels = usize::from(config.channels);
    let frames = (AHEAD * rate.hertz()) as usize;
    let (mut feeder, outlet, missed) = ring(frames, channels);
    let stopped = Stopped::default();
    let told = stopped.clone();
    // Without it, Ctrl-C ends the sound abruptly.
    let _ = ctrlc::set_handler(move || told.store(true, Ordering::Relaxed));
    let stream = match format {
        SampleFormat::F32 => open::<f32>(&device, config, outlet),
        SampleFormat::I16 => open::<i16>(&device, config, outlet),
        SampleFormat::I32 => open::<i32>(&device, config, outlet),
        other => Err(Failure::other(format!(
            "this sound card takes samples as {other}, which urto cannot give"
        ))),
    }?;
    let mut begun = false;
    loop {
        source.play(&mut |block, from| {
            let stop = stopped.load(Ordering::Relaxed);
            match stop {
                true => feeder.take(&faded(block, from), from),
                false => feeder.take(block, from),
            }
            // The card begins when something is ready for it.
            let mut tries = 0;
            while !feeder.push() && tries < PATIENCE {
                if !begun {
                    begun = stream.play().is_ok();
                }
                std::thread::sleep(PAUSE);
                tries += 1;
            }
            !stop && tries < PATIENCE
        })?;
        if !asked.again || stopped.load(Ordering::Relaxed) || !source.again() {
            break;
        }
    }
    stream.play().map_err(refused)?;
    // Silence after the end is not late.
    let late = missed.load(Ordering::Relaxed) / channels as u64;
    drain(&feeder);
    if late > 0 {
        output::warn(&format!(
            "{late} samples came too late, as this machine was busy; 'urto render' has them all"
        ));
    }
    if as_json {
        output::print_json(&json!({ "rate": rate.hertz(), "channels": channels, "late": late }))?;
    }
    Ok(())
}

/// What is played.
enum Source {
    /// Made while it is played.
    Sound(Box<Recipe>),
    /// A network of masses, all of it: its level is known at its end only.
    Network {
        /// Sample by sample, the channels in turn.
        samples: Vec<f32>,
        channels: usize,
    },
}

/// Takes a block and the number of its channels; false: enough.
type Take<'a> = &'a mut dyn FnMut(&[f32], usize) -> bool;

impl Source {
    fn sound(found: resolve::Found, asked: &PlayArgs, rate: Rate) -> Result<Self, Failure> {
        let wanted = RenderArgs {
            what: asked.what.clone(),
            param: asked.param.clone(),
            seconds: asked.seconds,
            seed: asked.seed,
            rate: Some(rate.hertz()),
            ..RenderArgs::default()
        };
        let seed = asked.seed.or(found.seed).unwrap_or(0);
        let (mut recipe, _) = render::recipe_of(found, &wanted, seed)?;
        let passes = Progress::new(recipe.frames());
        make::settle_gain(&mut recipe, &passes)?;
        Ok(Self::Sound(Box::new(recipe)))
    }

    fn network(opened: &network::Opened, asked: &PlayArgs, rate: Rate) -> Result<Self, Failure> {
        if !asked.param.is_empty() {
            return Err(Failure::usage(
                "-p is not for a network of masses, which has no parameters; change its file",
            ));
        }
        network::refuse_unstable(opened)?;
        let seconds = network::seconds(&opened.file, asked.seconds);
        let heard = network::hear(opened, seconds, rate.hertz(), false)?;
        let gain = heard.gain();
        let frames = heard.channels.first().map_or(0, Vec::len);
        let frame = |n: usize| heard.channels.iter().map(move |own| (gain * own[n]) as f32);
        Ok(Self::Network {
            samples: (0..frames).flat_map(frame).collect(),
            channels: heard.channels.len(),
        })
    }

    fn play(&self, take: Take) -> Result<(), Failure> {
        match self {
            Self::Sound(recipe) => make::play(recipe, take),
            Self::Network { samples, channels } => {
                for block in samples.chunks(BLOCK * channels) {
                    if !take(block, *channels) {
                        break;
                    }
                }
                Ok(())
            }
        }
    }

    /// Makes ready for once more; whether it can be.
    fn again(&mut self) -> bool {
        match self {
            Self::Sound(recipe) if recipe.seed >= LAST_SEED => false,
            Self::Sound(recipe) => {
                recipe.seed += 1;
                true
            }
            Self::Network { .. } => true,
        }
    }
}

fn refused(error: cpal::Error) -> Failure {
    Failure::other(format!("the sound card cannot be used: {error}"))
}

fn open<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    mut outlet: Outlet,
) -> Result<cpal::Stream, Failure> {
    let fill = move |block: &mut [T], _: &_| outlet.fill(block, T::from_sample_);
    // What goes wrong while it plays is heard; there is nobody to tell in the card's thread.
    let stream = device.build_output_stream(config, fill, |_| {}, None);
    stream.map_err(refused)
}

/// Waits until the card has taken everything, and has had time to play it.
fn drain(feeder: &Feeder) {
    for _ in 0..PATIENCE {
        if feeder.is_drained() {
            break;
        }
        std::thread::sleep(PAUSE);
    }
    std::thread::sleep(Duration::from_secs_f64(AHEAD));
}

/// A block that falls silent.
fn faded(block: &[f32], channels: usize) -> Vec<f32> {
    let count = (block.len() / channels) as f32;
    let gain = |n: usize| 1.0 - ((n / channels) as f32 + 1.0) / count;
    let samples = block.iter().enumerate();
    samples.map(|(n, sample)| sample * gain(n)).collect()
}
