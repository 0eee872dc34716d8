//! Reads the samples of a WAV, FLAC or Ogg Vorbis file.

use crate::failure::Failure;
use crate::open;
use crate::{flac, ogg, wav};
use std::io::{BufReader, Read, Seek};
use std::path::Path;
use urto::Rate;

/// Longest recording that is read \[samples of all channels\]: an hour in stereo at 48 kHz.
const MOST: usize = 2 * 3600 * 48_000;

/// A recording.
pub struct Recording {
    /// Samples of all channels, interleaved, as shares of full scale.
    pub samples: Vec<f32>,
    /// How many channels there are.
    pub channels: usize,
    /// Its sample rate.
    pub rate: Rate,
}

impl Recording {
    /// The mean of all channels.
    pub fn mixed(&self) -> Vec<f32> {
        let frames = self.samples.chunks_exact(self.channels);
        frames
            .map(|frame| frame.iter().sum::<f32>() / self.channels as f32)
            .collect()
    }
}

/// Reads a recording.
pub fn read(path: &Path) -> Result<Recording, Failure> {
    let reading = |error| Failure::reading(path, &error);
    let mut file = open::file(path).map_err(reading)?;
    if file.metadata().map_err(reading)?.is_dir() {
        return Err(Failure::usage(format!(
            "'{}' is a folder; give a WAV, FLAC or Ogg file",
            path.display()
        )));
    }
    let mut first = Vec::new();
    file.by_ref()
        .take(12)
        .read_to_end(&mut first)
        .map_err(reading)?;
    file.rewind().map_err(reading)?;
    let bytes = BufReader::new(file);
    let found = if first.is_empty() {
        Err("it is empty".to_owned())
    } else if wav::is_wav(&first) {
        from_wav(bytes)
    } else if flac::is_flac(&first) {
        from_flac(bytes)
    } else if ogg::is_ogg(&first) {
        ogg::samples(bytes, MOST)
    } else {
        Err("it is neither WAV nor FLAC nor Ogg Vorbis".to_owned())
    };
    let (samples, channels, hertz) =
        found.map_err(|why| Failure::other(format!("cannot read '{}': {why}", path.display())))?;
    let rate = Rate::new(f64::from(hertz)).map_err(Failure::other)?;
    // Files of floating point may hold anything.
    if let Some(place) = samples.iter().position(|sample| !sample.is_finite()) {
        let frame = place / channels;
        return Err(Failure::other(format!(
            "'{}' holds {} at {:.4} s, which is no sample; write it anew without",
            path.display(),
            samples[place],
            frame as f64 * rate.step()
        )));
    }
    Ok(Recording {
        samples,
        channels,
        rate,
    })
}

type Sound = (Vec<f32>, usize, u32);

fn from_wav(bytes: impl Read) -> Result<Sound, String> {
    let mut wav = hound::WavReader::new(bytes).map_err(wrong)?;
    let spec = wav.spec();
    check(spec.channels.into(), wav.len() as usize)?;
    let samples: Result<Vec<f32>, hound::Error> = match spec.sample_format {
        hound::SampleFormat::Float => wav.samples::<f32>().collect(),
        hound::SampleFormat::Int => {
            let full = full_scale(spec.bits_per_sample.into());
            wav.samples::<i32>()
                .map(|sample| sample.map(|sample| (f64::from(sample) / full) as f32))
                .collect()
        }
    };
    Ok((
        samples.map_err(wrong)?,
        spec.channels.into(),
        spec.sample_rate,
    ))
}

/// What is wrong with a WAV file, in words that help.
fn wrong(error: hound::Error) -> String {
    use std::io::ErrorKind::{Other, UnexpectedEof};
    match error {
        hound::Error::IoError(error) if matches!(error.kind(), Other | UnexpectedEof) => {
            "it is cut off: it ends before its sound does".to_owned()
        }
        hound::Error::FormatError(_) | hound::Error::Unsupported => {
            format!("{error}; integers of 8 to 32 bits and floating point of 32 bits can be read")
        }
        _ => error.to_string(),
    }
}

fn from_flac(bytes: impl Read) -> Result<Sound, String> {
    let wrong = |error: claxon::Error| error.to_string();
    let mut flac = claxon::FlacReader::new(bytes).map_err(wrong)?;
    let info = flac.streaminfo();
    let frames = info.samples.unwrap_or(0) as usize;
    check(info.channels as usize, frames * info.channels as usize)?;
    let full = full_scale(info.bits_per_sample);
    let mut samples = Vec::new();
    for sample in flac.samples() {
        samples.push((f64::from(sample.map_err(wrong)?) / full) as f32);
        check(1, samples.len())?;
    }
    Ok((samples, info.channels as usize, info.sample_rate))
}

fn full_scale(bits: u32) -> f64 {
    f64::from(1u32 << (bits.clamp(1, 32) - 1))
}

fn check(channels: usize, samples: usize) -> Result<(), String> {
    if channels == 0 {
        return Err("it has no channels".to_owned());
    }
    if samples > MOST {
        return Err("it is longer than an hour".to_owned());
    }
    Ok(())
}
