//! What short frames tell: levels, colour, and how both move.

use super::descriptor::{Description, Descriptor as D};
use super::frames::{Thirds, hertz, spectra};
use super::prepare::{Prepared, TEN_MS};
use super::spectrum;
use super::stats::{SILENCE, decibels, greatest, mean, octaves, percentile};
use urto::math;

/// Frames of 23 ms, every 10 ms.
const SIZE: usize = 1024;

/// Everything that is told by the levels and spectra of short frames.
pub fn describe(sound: &Prepared, into: &mut Description) {
    let samples = &sound.samples;
    let frames = spectra(samples, SIZE, TEN_MS);
    let powers: Vec<f64> = frames.iter().map(|frame| frame.iter().sum()).collect();
    let levels: Vec<f64> = powers.iter().map(|power| decibels(*power)).collect();
    let loudest = greatest(&levels);
    let silent = levels.iter().filter(|level| **level < loudest - 60.0);
    into.set(D::Gap, silent.count() as f64 / levels.len() as f64);
    into.set(D::Floor, percentile(&levels, 0.1) - loudest);
    let heard: Vec<bool> = levels.iter().map(|level| *level > loudest - 40.0).collect();
    waveform(samples, &heard, into);
    let sum = |line: usize| {
        let own = frames.iter().zip(&heard).filter(|(_, heard)| **heard);
        own.map(|(frame, _)| frame[line]).sum()
    };
    let long: Vec<f64> = (0..=SIZE / 2).map(sum).collect();
    spectrum::bands(&long, SIZE, sound.full, into);
    colour(&frames, &powers, &heard, into);
    flux(&frames, &heard, into);
}

/// Crest and kurtosis of the 10 ms that are heard.
fn waveform(samples: &[f64], heard: &[bool], into: &mut Description) {
    let active = samples.chunks(TEN_MS).zip(heard);
    let active = active.filter(|(_, heard)| **heard);
    let mut active: Vec<f64> = active.flat_map(|(part, _)| part.iter().copied()).collect();
    if active.len() < 500 {
        active = samples.to_vec();
    }
    let moment = |of: fn(f64) -> f64| {
        let sum: f64 = active.iter().map(|x| of(*x)).sum();
        sum / active.len() as f64
    };
    let (second, fourth) = (moment(|x| x * x), moment(|x| x * x * x * x));
    let peak = active.iter().fold(0.0, |peak: f64, x| peak.max(x.abs()));
    into.set(D::Crest, 20.0 * math::log10(peak / second.sqrt()));
    into.set(D::Kurtosis, math::log10(fourth / (second * second)));
}

/// Where the middle of the spectrum lies, by amplitude, which is nearer to what is heard; and how
/// it moves.
fn colour(frames: &[Vec<f64>], powers: &[f64], heard: &[bool], into: &mut Description) {
    let pitches: Vec<f64> = (1..=SIZE / 2).map(|k| octaves(hertz(k, SIZE))).collect();
    let middle = |frame: &Vec<f64>| {
        let (mut sum, mut all) = (0.0, 0.0);
        for (power, pitch) in frame[1..].iter().zip(&pitches) {
            sum += power.sqrt() * pitch;
            all += power.sqrt();
        }
        sum / all.max(SILENCE)
    };
    let own = frames.iter().zip(powers).zip(heard);
    let own: Vec<(f64, f64)> = own
        .filter(|(_, heard)| **heard)
        .map(|((frame, power), _)| (middle(frame), power.sqrt()))
        .collect();
    let weights: f64 = own.iter().map(|(_, weight)| weight).sum();
    let sum: f64 = own.iter().map(|(middle, weight)| middle * weight).sum();
    let center = sum / weights;
    let squares = own
        .iter()
        .map(|(middle, weight)| weight * (middle - center) * (middle - center));
    into.set(D::Centroid, center);
    into.set(D::CentroidMotion, (squares.sum::<f64>() / weights).sqrt());
}

/// Change of the thirds from 200 Hz on, from one 20 ms to the next, where both are heard.
fn flux(frames: &[Vec<f64>], heard: &[bool], into: &mut Description) {
    let thirds = Thirds::new(SIZE);
    let mut levels: Vec<Vec<f64>> = frames.iter().step_by(2).map(|own| thirds.of(own)).collect();
    let loudest = levels.iter().map(|own| greatest(own));
    let least = loudest.fold(f64::NEG_INFINITY, f64::max) - 60.0;
    levels
        .iter_mut()
        .flatten()
        .for_each(|level| *level = level.max(least));
    let heard: Vec<bool> = heard.iter().copied().step_by(2).collect();
    let changes: Vec<f64> = (1..levels.len())
        .filter(|n| heard[*n] && heard[n - 1])
        .map(|n| {
            let pairs = levels[n][3..].iter().zip(&levels[n - 1][3..]);
            let change: Vec<f64> = pairs.map(|(a, b)| (a - b).abs()).collect();
            mean(&change)
        })
        .collect();
    if changes.len() > 3 {
        into.set(D::Flux, mean(&changes));
    }
}
