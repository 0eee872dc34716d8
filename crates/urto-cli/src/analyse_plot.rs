//! `urto analyse --plot`: the spectrum with its partials, and the centroid over time.

use crate::failure::Failure;
use crate::save::Draft;
use std::io::Write;
use std::path::Path;
use urto::analysis::{Centroid, Fourier};
use urto::math::{self, TAU};
use urto_analyse::Analysis;
use urto_study::plot::{self, Axis, Figure, Panel, Series};

/// The spectrum is that of so much sound after the onset \[s\].
const HEARD: f64 = 0.5;
/// Points of the spectrum's line: each the highest of its share of the pitches.
const POINTS: usize = 1200;
/// What is drawn, below the highest \[dB\].
const DEPTH: f64 = 100.0;
/// Lowest pitch that is drawn \[Hz\].
const LOWEST: f64 = 20.0;

/// Draws to an .svg or a .png file.
pub fn save(path: &Path, samples: &[f32], rate: f64, found: &Analysis) -> Result<(), Failure> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    let figure = figure(samples, rate, found);
    let bytes = match ending.to_str() {
        Some("svg") => plot::svg(&figure).map(String::into_bytes),
        Some("png") => plot::png(&figure),
        _ => {
            return Err(Failure::usage(format!(
                "--plot '{}': a plot is an .svg or a .png file",
                path.display()
            )));
        }
    };
    let bytes = bytes.map_err(Failure::other)?;
    let mut draft = Draft::new(path)?;
    let written = draft.write_all(&bytes);
    written.map_err(|error| Failure::writing(path, &error))?;
    draft.commit().map(|_| ())
}

fn figure(samples: &[f32], rate: f64, found: &Analysis) -> Figure {
    let onset = found.onset.unwrap_or(0.0);
    let start = ((onset * rate) as usize).min(samples.len());
    let end = (start + (HEARD * rate) as usize).min(samples.len());
    let whole = end == samples.len();
    let heard = if whole {
        "all of it"
    } else {
        "first half second"
    };
    let mut line = spectrum(&samples[start..end], rate);
    let levels = line.iter().map(|(_, level)| *level);
    let levels = levels.chain(found.partials.iter().map(|one| one.level));
    let top = levels.fold(-300.0, f64::max);
    for (_, level) in &mut line {
        *level = level.max(top - DEPTH);
    }
    let marks = found.partials.iter().map(|one| (one.frequency, one.level));
    let frequency = Axis::log("frequency", "Hz").over(LOWEST, 0.5 * rate);
    let level = Axis::linear("level", "dB").over(top - DEPTH, top + 5.0);
    let spectrum = Panel::new("Spectrum and partials", frequency, level)
        .with(Series::line(heard, line))
        .with(Series::marks("partials, at the onset", marks));
    let frames = found.centroids.iter().enumerate();
    let centroid =
        frames.filter_map(|(n, hertz)| Some((onset + n as f64 * Centroid::hop(), (*hertz)?)));
    let time = Axis::linear("time", "s");
    let brightness = Panel::new("Centroid", time, Axis::linear("frequency", "Hz"))
        .with(Series::line("", centroid));
    Figure::new([spectrum, brightness])
}

/// Frequencies and levels. The window falls from the onset on (half of Hann's), so that short
/// partials show too; a steady sine shows at its amplitude.
fn spectrum(samples: &[f32], rate: f64) -> Vec<(f64, f64)> {
    let count = samples.len();
    if count < 2 {
        return Vec::new();
    }
    let (mut frame, mut lines) = (vec![0.0; count], vec![0.0; count / 2 + 1]);
    for (n, (out, sample)) in frame.iter_mut().zip(samples).enumerate() {
        let window = 0.5 + 0.5 * math::cos(0.5 * TAU * n as f64 / count as f64);
        *out = window * f64::from(*sample);
    }
    Fourier::new(count).magnitudes_of(&frame, &mut lines);
    let place = |hertz: f64| {
        let share = math::log(hertz / LOWEST) / math::log(0.5 * rate / LOWEST);
        (share * (POINTS - 1) as f64) as usize
    };
    let mut highest = vec![None::<(f64, f64)>; POINTS];
    for (k, line) in lines.iter().enumerate() {
        let hertz = k as f64 * rate / count as f64;
        if hertz < LOWEST {
            continue;
        }
        let level = 20.0 * math::log10((4.0 * line / count as f64).max(1e-15));
        let point = &mut highest[place(hertz).min(POINTS - 1)];
        if point.is_none_or(|(_, old)| old < level) {
            *point = Some((hertz, level));
        }
    }
    highest.into_iter().flatten().collect()
}
