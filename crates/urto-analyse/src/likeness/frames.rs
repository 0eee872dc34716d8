//! Power spectra of frames, and third-octave levels of them.

use super::prepare::RATE;
use super::stats::decibels;
use urto::analysis::Fourier;
use urto::math::{self, TAU};

/// Measures power spectra of one size.
pub struct Powers {
    fourier: Fourier,
    frames: [Vec<f64>; 2],
    out: [Vec<f64>; 2],
}

impl Powers {
    pub fn new(size: usize) -> Self {
        Self {
            fourier: Fourier::new(size),
            frames: [0, 1].map(|_| vec![0.0; size]),
            out: [0, 1].map(|_| vec![0.0; size / 2 + 1]),
        }
    }

    /// Of one frame, which may be shorter: silence follows it.
    pub fn of(&mut self, frame: impl Iterator<Item = f64>) -> Vec<f64> {
        let [first, _] = self.of_two(frame, std::iter::empty());
        first
    }

    /// Of two frames at the cost of one.
    fn of_two(
        &mut self,
        first: impl Iterator<Item = f64>,
        second: impl Iterator<Item = f64>,
    ) -> [Vec<f64>; 2] {
        let [a, b] = &mut self.frames;
        fill(a, first);
        fill(b, second);
        let [to_a, to_b] = &mut self.out;
        self.fourier.magnitudes([a, b], [to_a, to_b]);
        let squares = |own: &Vec<f64>| own.iter().map(|size| size * size).collect();
        [squares(&self.out[0]), squares(&self.out[1])]
    }
}

fn fill(into: &mut [f64], mut from: impl Iterator<Item = f64>) {
    for own in into {
        *own = from.next().unwrap_or(0.0);
    }
}

/// A Hann window whose ends are both 0.
pub fn closed_hann(length: usize) -> impl Iterator<Item = f64> {
    let last = length.saturating_sub(1).max(1) as f64;
    (0..length).map(move |n| 0.5 - 0.5 * math::cos(TAU * n as f64 / last))
}

/// A Hann window that goes on periodically.
pub fn open_hann(length: usize) -> Vec<f64> {
    let turn = TAU / length as f64;
    let at = |n: usize| 0.5 - 0.5 * math::cos(turn * n as f64);
    (0..length).map(at).collect()
}

/// Spectra of frames of `size` samples every `hop`; a sine of amplitude 1 has 1/4 in its line.
pub fn spectra(samples: &[f64], size: usize, hop: usize) -> Vec<Vec<f64>> {
    let window = open_hann(size);
    let sum: f64 = window.iter().sum();
    let scaled: Vec<f64> = window.iter().map(|w| w / sum).collect();
    let mut powers = Powers::new(size);
    let starts: Vec<usize> = (0..)
        .map(|n| n * hop)
        .take_while(|start| start + size <= samples.len())
        .collect();
    let frame = |start: usize| {
        let part = &samples[start..start + size];
        part.iter().zip(&scaled).map(|(x, w)| x * w)
    };
    let mut all = Vec::with_capacity(starts.len());
    for pair in starts.chunks(2) {
        match pair {
            [first, second] => all.extend(powers.of_two(frame(*first), frame(*second))),
            others => all.extend(others.iter().map(|start| powers.of(frame(*start)))),
        }
    }
    all
}

/// Frequency of a line of the spectrum of a frame \[Hz\].
pub fn hertz(line: usize, size: usize) -> f64 {
    line as f64 * (RATE / size as f64)
}

/// Third-octave levels \[dB\] from 100 Hz to 16 kHz.
pub struct Thirds(Vec<core::ops::Range<usize>>);

impl Thirds {
    /// For spectra of frames of this size.
    pub fn new(size: usize) -> Self {
        let middles = (-10..=12).map(|n| 1000.0 * math::pow(2.0, f64::from(n) / 3.0));
        let edge = math::pow(2.0, 1.0 / 6.0);
        let lines = |middle: f64| {
            let first = |from: f64| {
                (0..=size / 2)
                    .take_while(|k| hertz(*k, size) < from)
                    .count()
            };
            first(middle / edge)..first(middle * edge)
        };
        Self(middles.map(lines).collect())
    }

    pub fn of(&self, powers: &[f64]) -> Vec<f64> {
        let level = |lines: &core::ops::Range<usize>| decibels(powers[lines.clone()].iter().sum());
        self.0.iter().map(level).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sine_is_a_line_and_lies_in_its_third() {
        // In the middle of a line.
        let tone = |n: i32| math::sin(TAU * 64.0 / 1024.0 * f64::from(n));
        let tone: Vec<f64> = (0..3000).map(tone).collect();
        let found = spectra(&tone, 1024, 441);
        assert_eq!(found.len(), (3000 - 1024) / 441 + 1);
        for powers in &found {
            assert!((powers[64] - 0.25).abs() < 1e-12);
            assert!(powers[70] < 1e-20);
        }
        // 2756 Hz, in the third of 2520 Hz (2245 to 2828).
        let levels = Thirds::new(1024).of(&found[0]);
        let loudest = super::super::stats::place_of_greatest(&levels);
        assert_eq!((levels.len(), loudest), (23, 14));
    }
}
