//! How the loudness moves: modulation, rhythm, and whether octaves move together.

use super::descriptor::{Description, Descriptor as D};
use super::events::STEP;
use super::filter::{band, envelope};
use super::frames::{Powers, open_hann};
use super::stats::{SILENCE, correlation, decibels, deviation, greatest, mean};
use urto::math;

/// Modulation and rhythm of the envelope, 250 times a second.
pub fn describe(samples: &[f64], into: &mut Description) {
    const RATE: f64 = 250.0;
    let powers = envelope(&band(samples, 100.0, 12_000.0), 4 * STEP, 4 * STEP);
    let sizes: Vec<f64> = powers.iter().map(|power| power.sqrt()).collect();
    if sizes.len() < 200 {
        return;
    }
    let middle = mean(&sizes);
    let moving: Vec<f64> = sizes.iter().map(|size| size / middle - 1.0).collect();
    let (density, line) = density(&moving, RATE);
    for (descriptor, low, high) in [
        (D::Modulation4, 2.0, 8.0),
        (D::Modulation16, 8.0, 32.0),
        (D::Modulation48, 32.0, 64.0),
    ] {
        let within = |k: &usize| (low..high).contains(&(*k as f64 * line));
        let sum: f64 = (0..density.len()).filter(within).map(|k| density[k]).sum();
        into.set(descriptor, decibels(sum * line));
    }
    // Rises of the logarithm are what a rhythm is heard by.
    let least = 1e-3 * greatest(&sizes);
    let logs: Vec<f64> = sizes.iter().map(|size| math::log(size + least)).collect();
    let rises: Vec<f64> = logs
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).max(0.0))
        .collect();
    let middle = mean(&rises);
    let rises: Vec<f64> = rises.iter().map(|rise| rise - middle).collect();
    let again = |lag: usize| correlation(&rises, lag);
    // 0.15 to 1.5 s.
    let last = (rises.len() - 1).min(375);
    let best = (37..last).map(again).fold(f64::NEG_INFINITY, f64::max);
    if last > 60 {
        let share = best / again(0).max(SILENCE);
        into.set(D::Periodic, share.clamp(0.0, 1.0));
    }
}

/// Mean power density of half-overlapping frames without their means, and hertz from line to line
/// (Welch 1967).
fn density(values: &[f64], rate: f64) -> (Vec<f64>, f64) {
    let size = values.len().min(512);
    let hop = size - size / 2;
    let window = open_hann(size);
    let squares: f64 = window.iter().map(|w| w * w).sum();
    let mut powers = Powers::new(size);
    let (mut sum, mut count) = (vec![0.0; size / 2 + 1], 0.0);
    for frame in values.windows(size).step_by(hop) {
        let middle = mean(frame);
        let own = powers.of(frame.iter().zip(&window).map(|(x, w)| (x - middle) * w));
        sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        count += 1.0;
    }
    // Twice, for the other side of the spectrum.
    let scale = 2.0 / (rate * squares * count);
    (
        sum.iter().map(|power| power * scale).collect(),
        rate / size as f64,
    )
}

/// How alike octave bands rise and fall.
pub fn describe_bands(samples: &[f64], into: &mut Description) {
    let bands = [250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0].map(|middle| {
        let own = band(samples, middle / 1.4, middle * 1.4);
        let levels = envelope(&own, 10 * STEP, 5 * STEP)
            .into_iter()
            .map(decibels);
        let levels: Vec<f64> = levels.collect();
        let least = greatest(&levels) - 40.0;
        levels
            .into_iter()
            .map(|level| level.max(least))
            .collect::<Vec<f64>>()
    });
    // A band that does not move says nothing.
    let moving: Vec<&Vec<f64>> = bands.iter().filter(|own| deviation(own) > 0.1).collect();
    if bands[0].len() <= 40 || moving.len() < 3 {
        return;
    }
    let mut pairs = Vec::new();
    for (n, a) in moving.iter().enumerate() {
        for b in &moving[n + 1..] {
            pairs.push(alike(a, b));
        }
    }
    into.set(D::Together, mean(&pairs));
}

/// Correlation of two rows.
fn alike(a: &[f64], b: &[f64]) -> f64 {
    let (of_a, of_b) = (mean(a), mean(b));
    let both: f64 = a.iter().zip(b).map(|(x, y)| (x - of_a) * (y - of_b)).sum();
    both / a.len() as f64 / (deviation(a) * deviation(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::TAU;
    use urto::rng::Rng;

    /// Noise whose level follows 1 + m·sin at 4 Hz has the power m²/2 there.
    #[test]
    fn modulation_is_found_where_it_is() {
        let mut rng = Rng::new(6);
        let sound: Vec<f64> = (0..4 * 44_100)
            .map(|n| (1.0 + 0.5 * math::sin(TAU * 4.0 * f64::from(n) / 44_100.0)) * rng.signed())
            .collect();
        let mut found = Description::default();
        describe(&sound, &mut found);
        let slow = found.get(D::Modulation4).unwrap();
        assert!((slow - 10.0 * math::log10(0.125)).abs() < 0.5, "{slow}");
        assert!(found.get(D::Modulation48).unwrap() < slow - 5.0);
    }
}
