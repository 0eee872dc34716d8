//! The spectral centroid over time, as Avanzini & Rocchesso 2004 measure it.
//!
//! Hann frames of 1024 samples, a quarter of a frame apart; centroid = sum f·|X| / sum |X|.
//! The window dominates the figure (rectangular frames more than double it), so it is part of
//! what is measured.

use urto::analysis::Fourier;
use urto::math::{self, TAU};

/// Samples per frame.
pub const FRAME: usize = 1024;
/// Samples from frame to frame.
pub const HOP: usize = 256;

/// Centroid of each whole frame \[Hz\].
pub fn centroids(signal: &[f64], rate: f64) -> Vec<f64> {
    if signal.len() < FRAME {
        return Vec::new();
    }
    (0..=signal.len() - FRAME)
        .step_by(HOP)
        .map(|start| centroid(&signal[start..start + FRAME], rate))
        .collect()
}

/// Middle of each of these frames \[s\].
pub fn frame_times(count: usize, rate: f64) -> Vec<f64> {
    (0..count)
        .map(|n| (n * HOP + FRAME / 2) as f64 / rate)
        .collect()
}

/// How many samples the frames of the first `seconds` reach over.
pub fn samples_for(seconds: f64, rate: f64) -> usize {
    let frames = ((seconds * rate - FRAME as f64) / HOP as f64)
        .round()
        .max(0.0) as usize;
    frames * HOP + FRAME
}

fn centroid(frame: &[f64], rate: f64) -> f64 {
    let count = frame.len();
    let hann = |n: usize| 0.5 - 0.5 * math::cos(TAU * n as f64 / count as f64);
    let windowed: Vec<f64> = frame.iter().enumerate().map(|(n, x)| x * hann(n)).collect();
    let mut lines = vec![0.0; count / 2 + 1];
    Fourier::new(count).magnitudes_of(&windowed, &mut lines);
    let (mut weighted, mut total) = (0.0, 0.0);
    for (bin, size) in lines.iter().enumerate() {
        weighted += size * bin as f64;
        total += size;
    }
    if total > 0.0 {
        weighted / total * rate / count as f64
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tone in a Hann window has three bins, symmetric about it: the centroid is the tone.
    #[test]
    fn the_centroid_of_a_tone_is_its_frequency() {
        let hertz = 44_100.0 * 40.0 / FRAME as f64;
        let tone: Vec<f64> = (0..FRAME + HOP)
            .map(|n| math::sin(TAU * hertz * n as f64 / 44_100.0))
            .collect();
        let found = centroids(&tone, 44_100.0);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|c| (c - hertz).abs() < 1e-6), "{found:?}");
    }
}
