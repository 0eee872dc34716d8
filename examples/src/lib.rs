//! What all examples do in the end: write what they made to a file.
#![forbid(unsafe_code)]

use std::error::Error;

/// What an example ends with.
pub type Outcome = Result<(), Box<dyn Error>>;

/// Samples per second of all examples \[Hz\].
pub const RATE: f64 = 48_000.0;

/// Writes channels of equal length to `NAME.wav` in the working folder, made as loud as a file can
/// be if `gain` is `None`.
pub fn save(name: &str, channels: &[Vec<f32>], gain: Option<f32>) -> Outcome {
    let all = channels.iter().flatten();
    let peak = all.fold(0.0f32, |peak, sample| peak.max(sample.abs()));
    let gain = gain.unwrap_or(if peak > 0.0 { 0.9 / peak } else { 0.0 });
    let spec = hound::WavSpec {
        channels: channels.len() as u16,
        sample_rate: RATE as u32,
        bits_per_sample: 32,
        sample_format: hound::SampleFormat::Float,
    };
    let path = format!("{name}.wav");
    let mut wav = hound::WavWriter::create(&path, spec)?;
    for frame in 0..channels.first().map_or(0, Vec::len) {
        for channel in channels {
            wav.write_sample(gain * channel[frame])?;
        }
    }
    wav.finalize()?;
    println!("wrote {path}");
    Ok(())
}
