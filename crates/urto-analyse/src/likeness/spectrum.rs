//! What the spectrum of the whole sound is like: noise or lines.
//!
//! Law:    the mean spectrum (lines of 5.4 Hz) against its surroundings. Few frames leave a ragged
//!         spectrum even of noise; what chance gives is taken off.
//! Limits: how ragged noise would be follows from how many frames carry the energy.

use super::chance::{digamma, quantile};
use super::descriptor::{Description, Descriptor as D};
use super::frames::{hertz, spectra};
use super::prepare::Prepared;
use super::stats::{decibels, flatness, greatest, median};
use urto::math;

/// Frames of the mean spectrum \[samples\]: lines of 5.4 Hz.
const SIZE: usize = 8192;
/// Places on a scale of equal steps of pitch, 60 Hz to 14 kHz, on which lines are looked for.
const PLACES: usize = 1400;
const SCALE: [f64; 2] = [60.0, 14_000.0];
/// The surroundings of a line \[places\]: about an octave.
const AROUND: usize = 171;
/// One in so many lines may stand out by chance: about as many as are independent.
const INDEPENDENT: f64 = 600.0;
/// Half-overlapping Hann frames carry three quarters of what independent ones would.
const OVERLAP: f64 = 0.75;

pub fn describe(sound: &Prepared, into: &mut Description) {
    let mut samples = sound.samples.clone();
    if samples.len() < SIZE {
        samples.resize(SIZE, 0.0);
    }
    let frames = spectra(&samples, SIZE, SIZE / 2);
    let count = frames.len() as f64;
    let powers: Vec<f64> = (0..=SIZE / 2)
        .map(|line| frames.iter().map(|frame| frame[line]).sum::<f64>() / count)
        .collect();
    let chance = Chance::of(&frames);
    for (descriptor, low, high) in [
        (D::FlatLow, 100.0, 1000.0),
        (D::FlatMiddle, 1000.0, 4000.0),
        (D::FlatHigh, 4000.0, 10_000.0),
    ] {
        if high < 8000.0 || sound.full {
            into.set(descriptor, flat(&powers, low, high, &chance));
        }
    }
    lines(&powers, &chance, into);
}

/// What noise would give with as many frames.
struct Chance {
    /// Flatness of its mean spectrum \[dB\].
    ragged: f64,
    /// How far its strongest line stands above the middle \[dB\].
    line: f64,
}

impl Chance {
    fn of(frames: &[Vec<f64>]) -> Self {
        let all: Vec<f64> = frames.iter().map(|frame| frame.iter().sum()).collect();
        let squares: f64 = all.iter().map(|power| power * power).sum();
        let sum: f64 = all.iter().sum();
        let alike = OVERLAP * sum * sum / squares.max(super::stats::SILENCE);
        let shape = if frames.len() > 1 {
            alike.max(1.0)
        } else {
            1.0
        };
        let highest = quantile(1.0 - 1.0 / INDEPENDENT, shape);
        Self {
            ragged: 10.0 * core::f64::consts::LOG10_E * (digamma(shape) - math::log(shape)),
            line: 10.0 * math::log10(highest / quantile(0.5, shape)),
        }
    }
}

/// Flatness about the smooth trend \[dB\]: tilt does not count.
fn flat(powers: &[f64], low: f64, high: f64, chance: &Chance) -> f64 {
    let within = |line: &usize| (low..high).contains(&hertz(*line, SIZE));
    let own: Vec<f64> = (0..powers.len())
        .filter(within)
        .map(|k| powers[k])
        .collect();
    let smooth = moving_mean(&own, (own.len() / 6).max(3));
    let smooth: Vec<f64> = smooth.into_iter().map(decibels).collect();
    let trend = moving_mean(&smooth, 3);
    let about = own.iter().zip(&trend);
    let about = about.map(|(power, trend)| math::pow(10.0, 0.1 * (decibels(*power) - trend)));
    (flatness(about) - chance.ragged).min(0.0)
}

/// Mean of `size` values around each; beyond the ends they stay as there.
fn moving_mean(values: &[f64], size: usize) -> Vec<f64> {
    let last = values.len() as isize - 1;
    let at = |place: isize| values[place.clamp(0, last) as usize];
    let before = (size / 2) as isize;
    (0..values.len() as isize)
        .map(|n| (0..size as isize).map(|k| at(n - before + k)).sum::<f64>() / size as f64)
        .collect()
}

/// How many lines stand out, how far, and how much of the energy they hold.
fn lines(powers: &[f64], chance: &Chance, into: &mut Description) {
    let steps = math::log(SCALE[1] / SCALE[0]) / (PLACES - 1) as f64;
    let places: Vec<f64> = (0..PLACES)
        .map(|n| SCALE[0] * math::exp(steps * n as f64))
        .collect();
    let levels: Vec<f64> = places.iter().map(|f| level_at(powers, *f)).collect();
    let above: Vec<f64> = (0..PLACES)
        .map(|n| levels[n] - surroundings(&levels, n))
        .collect();
    let top = greatest(&levels);
    let heard = (0..PLACES).filter(|n| levels[*n] > top - 40.0);
    let strongest = heard.map(|n| above[n]).fold(f64::NEG_INFINITY, f64::max);
    into.set(D::Line, (strongest - chance.line).max(0.0));
    let is_line = |n: &usize| {
        let near = &above[n.saturating_sub(7)..(n + 8).min(PLACES)];
        above[*n] > 12.0 + 0.5 * chance.line
            && levels[*n] > top - 50.0
            && above[*n] == greatest(near)
    };
    let found: Vec<usize> = (0..PLACES).filter(is_line).collect();
    into.set(D::Partials, found.len() as f64);
    // On a scale of pitch a place stands for the more hertz the higher it lies.
    let power = |n: usize| math::pow(10.0, 0.1 * levels[n]) * places[n];
    let all: f64 = (0..PLACES).map(power).sum();
    let near = |n: &usize| found.iter().any(|line| line.abs_diff(*n) <= 6);
    let tonal: f64 = (0..PLACES).filter(near).map(power).sum();
    // The sum of nothing is -0.
    into.set(D::Tonal, 0.0 + tonal / all);
}

/// Level at a frequency \[dB\], between lines in proportion to pitch.
fn level_at(powers: &[f64], frequency: f64) -> f64 {
    let below = ((frequency / hertz(1, SIZE)) as usize).clamp(1, powers.len() - 2);
    let [low, high] = [below, below + 1].map(|line| math::log(hertz(line, SIZE)));
    let share = (math::log(frequency) - low) / (high - low);
    let [from, to] = [below, below + 1].map(|line| decibels(powers[line]));
    from + share * (to - from)
}

/// Median of the levels around a place; beyond the ends they stay as there.
fn surroundings(levels: &[f64], place: usize) -> f64 {
    let (half, last) = ((AROUND / 2) as isize, levels.len() as isize - 1);
    let near = -half..=half;
    let near: Vec<f64> = near
        .map(|k| levels[(place as isize + k).clamp(0, last) as usize])
        .collect();
    median(&near)
}

/// Energy of five bands against all \[dB\], of the frames that are heard.
pub fn bands(powers: &[f64], size: usize, full: bool, into: &mut Description) {
    // Less than this nobody hears beside the rest.
    const LEAST: f64 = -60.0;
    let sum = |low: f64, high: f64| {
        let within = |line: &usize| (low..high).contains(&hertz(*line, size));
        (0..powers.len())
            .filter(within)
            .map(|k| powers[k])
            .sum::<f64>()
    };
    // Below 30 Hz is what microphones and wind give.
    let all = sum(30.0, f64::INFINITY);
    for (descriptor, low, high) in [
        (D::Low, 30.0, 200.0),
        (D::Band200, 200.0, 800.0),
        (D::Band800, 800.0, 3000.0),
        (D::Band3k, 3000.0, 8000.0),
        (D::High, 8000.0, 16_000.0),
    ] {
        if descriptor != D::High || full {
            into.set(descriptor, decibels(sum(low, high) / all).max(LEAST));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::TAU;
    use urto::rng::Rng;

    fn described(at: impl FnMut(usize) -> f64) -> Description {
        let sound = Prepared {
            samples: (0..88_200).map(at).collect(),
            full: true,
        };
        let mut found = Description::default();
        describe(&sound, &mut found);
        found
    }

    #[test]
    fn noise_is_flat_and_has_no_lines() {
        let mut rng = Rng::new(3);
        let found = described(|_| rng.signed());
        assert!(found.get(D::FlatMiddle).unwrap() > -0.3);
        assert_eq!(found.get(D::Partials), Some(0.0));
        assert!(found.get(D::Line).unwrap() < 3.0);
    }

    #[test]
    fn three_tones_are_three_lines() {
        let tone = |f: f64, n: usize| math::sin(TAU * f * n as f64 / 44_100.0);
        let mut rng = Rng::new(3);
        let found =
            described(|n| tone(500.0, n) + tone(1700.0, n) + tone(6100.0, n) + 0.05 * rng.signed());
        assert_eq!(found.get(D::Partials), Some(3.0));
        assert!(found.get(D::Tonal).unwrap() > 0.95);
        assert!(found.get(D::FlatMiddle).unwrap() < -5.0);
    }

    #[test]
    fn a_mean_moves_as_an_even_window_says() {
        // Of four values two lie before, as the place itself is the third.
        assert_eq!(moving_mean(&[0.0, 4.0, 8.0, 0.0], 4), [1.0, 3.0, 3.0, 3.0]);
    }
}
