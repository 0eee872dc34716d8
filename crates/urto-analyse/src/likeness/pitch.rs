//! How clear a pitch is.

use super::descriptor::{Description, Descriptor as D};
use super::filter::band;
use super::frames::closed_hann;
use super::stats::{correlation, greatest};
use urto::math;

/// The highest autocorrelation after its first zero, of frames of 46 ms.
pub fn describe(samples: &[f64], into: &mut Description) {
    // At 11 kHz: 80 Hz to 3.7 kHz.
    const FRAME: usize = 512;
    const LAGS: core::ops::Range<usize> = 3..137;
    let low: Vec<f64> = band(samples, 80.0, 5000.0).into_iter().step_by(4).collect();
    if low.len() <= 2 * FRAME {
        return;
    }
    let window: Vec<f64> = closed_hann(FRAME).collect();
    let lost: Vec<f64> = (0..LAGS.end)
        .map(|lag| (correlation(&window, lag) / correlation(&window, 0)).max(0.05))
        .collect();
    let frames: Vec<Vec<f64>> = low
        .windows(FRAME)
        .step_by(FRAME / 2)
        .map(|frame| frame.iter().zip(&window).map(|(x, w)| x * w).collect())
        .collect();
    let powers: Vec<f64> = frames.iter().map(|frame| correlation(frame, 0)).collect();
    let enough = 1e-4 * greatest(&powers);
    let (mut sum, mut weights) = (0.0, 0.0);
    for (frame, power) in frames
        .iter()
        .zip(powers)
        .filter(|(_, power)| *power > enough)
    {
        let (mut past, mut best) = (false, 0.0f64);
        for (lag, lost) in lost.iter().enumerate() {
            let share = correlation(frame, lag) / power / lost;
            past |= share < 0.0;
            if past && lag >= LAGS.start {
                best = best.max(share);
            }
        }
        let weight = math::pow(power, 0.25);
        sum += weight * best;
        weights += weight;
    }
    into.set(D::Pitch, (sum / weights).clamp(0.0, 1.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::TAU;
    use urto::rng::Rng;

    #[test]
    fn a_tone_has_a_pitch_and_noise_has_little() {
        let tone: Vec<f64> = (0..44_100)
            .map(|n| math::sin(TAU * 440.0 * f64::from(n) / 44_100.0))
            .collect();
        let mut rng = Rng::new(6);
        let noise: Vec<f64> = (0..44_100).map(|_| rng.signed()).collect();
        let pitch = |sound: &[f64]| {
            let mut found = Description::default();
            describe(sound, &mut found);
            found.get(D::Pitch).unwrap()
        };
        assert!(pitch(&tone) > 0.95);
        assert!(pitch(&noise) < 0.45);
    }
}
