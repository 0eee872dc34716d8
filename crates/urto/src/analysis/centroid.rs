//! Spectral centroid: where the middle of the spectrum lies, the measure of brightness.
//!
//! Hear:   higher is brighter; in the first tenth of a second it tells how hard the blow was.
//! Law:    c = sum f·|X(f)| / sum |X(f)| over frames of 23 ms (Hann) every 5.8 ms, up to
//!         22.05 kHz; the attack's centroid is the mean over the 14 frames that start within
//!         the first 75 ms. At 44.1 kHz these are 1024 samples every 256.
//! Limits: the window decides much: without it (a rectangle) the figures are twice as high.
//! Refs:   Avanzini & Rocchesso 2004; Freed 1990 (mallet hardness).

use super::fourier::Fourier;
use crate::math::{self, TAU};
use crate::rate::Rate;

/// Length of a frame, and time from one to the next \[s\]: 1024 and 256 samples at 44.1 kHz.
const FRAME: f64 = 1024.0 / 44_100.0;
const HOP: f64 = 256.0 / 44_100.0;
/// What is counted goes up to here \[Hz\].
const HIGHEST: f64 = 22_050.0;
/// Frames of an attack.
const ATTACK: usize = 14;

/// Measures centroids at one rate.
///
/// ```
/// use urto::{Rate, analysis::Centroid, math};
/// let rate = Rate::new(48_000.0)?;
/// let tone: Vec<f32> = (0..9600)
///     .map(|n| math::sin(math::TAU * 1000.0 * f64::from(n) * rate.step()) as f32)
///     .collect();
/// let found = Centroid::new(rate).attack(&tone).unwrap();
/// assert!((found - 1000.0).abs() < 5.0);
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct Centroid {
    window: Vec<f64>,
    hop: f64,
    /// Hertz from one line of the spectrum to the next, and how many are counted.
    line: f64,
    lines: usize,
    /// Cosine and sine of the angle per sample of each line, from the one below 0 to the one
    /// above the highest.
    turns: Vec<(f64, f64)>,
    fourier: Fourier,
    frames: [Vec<f64>; 2],
    spectra: [Vec<f64>; 2],
}

impl Centroid {
    /// For signals of this rate. Allocates.
    pub fn new(rate: Rate) -> Self {
        let length = (FRAME * rate.hertz()).round() as usize;
        let hann = |n: usize| 0.5 - 0.5 * math::cos(TAU * n as f64 / length as f64);
        let line = rate.hertz() / length as f64;
        let lines = ((HIGHEST / line).round() as usize).min(length / 2) + 1;
        let angle = |n: usize| TAU * (n as f64 - 1.0) / length as f64;
        let turn = |n: usize| (math::cos(angle(n)), math::sin(angle(n)));
        Self {
            window: (0..length).map(hann).collect(),
            hop: HOP * rate.hertz(),
            line,
            lines,
            turns: (0..lines + 2).map(turn).collect(),
            fourier: Fourier::new(length),
            frames: [vec![0.0; length], vec![0.0; length]],
            spectra: [vec![0.0; length / 2 + 1], vec![0.0; length / 2 + 1]],
        }
    }

    /// How many samples the attack takes.
    pub fn attack_length(&self) -> usize {
        self.start(ATTACK - 1) + self.window.len()
    }

    /// Seconds from one frame's start to the next.
    pub fn hop() -> f64 {
        HOP
    }

    fn start(&self, frame: usize) -> usize {
        (frame as f64 * self.hop).round() as usize
    }

    /// Mean centroid \[Hz\] of the attack that starts with the samples; `None` for silence.
    pub fn attack(&mut self, samples: &[f32]) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0.0);
        for frame in (0..ATTACK).step_by(2) {
            for found in self.pair(samples, frame).into_iter().flatten() {
                sum += found;
                count += 1.0;
            }
        }
        (count > 0.0).then(|| sum / count)
    }

    /// Centroid \[Hz\] of each frame of a signal; `None` where there is silence. Allocates.
    pub fn over_time(&mut self, samples: &[f32]) -> Vec<Option<f64>> {
        let count = (0..).take_while(|n| self.start(*n) < samples.len()).count();
        let pairs = (0..count).step_by(2);
        let mut all: Vec<_> = pairs.flat_map(|n| self.pair(samples, n)).collect();
        all.truncate(count);
        all
    }

    /// How a decaying tone of amplitude 1 would count in a frame that it fills alone: the sum of
    /// its spectrum, and the sum weighted with frequency \[Hz\]. `damping` in 1/s.
    ///
    /// With p = exp((i·w - damping)/rate), the spectrum without a window is
    /// (1 - p^N)/(1 - p·exp(-2·pi·i·k/N)); a Hann window takes half of each line and a quarter of
    /// its neighbours away. What a real tone has besides, at -w, is left out.
    pub fn tone(&self, frequency: f64, damping: f64) -> [f64; 2] {
        let length = self.window.len() as f64;
        let rate = self.line * length;
        let turn = TAU * frequency / rate;
        let pole = |samples: f64| {
            let size = math::exp(-damping / rate * samples);
            (
                size * math::cos(turn * samples),
                size * math::sin(turn * samples),
            )
        };
        let ((re, im), last) = (pole(1.0), pole(length));
        let all = ((1.0 - last.0) * (1.0 - last.0) + last.1 * last.1).sqrt();
        // 1/(1 - p·exp(-i·x)); on a line of the spectrum and undamped it has no end.
        let plain = |(cos, sin): &(f64, f64)| {
            let (a, b) = (1.0 - (re * cos + im * sin), re * sin - im * cos);
            let square = (a * a + b * b).max(1e-18);
            (a / square, -b / square)
        };
        let mut turns = self.turns.iter().map(plain);
        let nothing = (0.0, 0.0);
        let mut below = turns.next().unwrap_or(nothing);
        let mut here = turns.next().unwrap_or(nothing);
        let mut sums = [0.0; 2];
        for (k, above) in turns.enumerate() {
            let real = 0.5 * here.0 - 0.25 * (below.0 + above.0);
            let imaginary = 0.5 * here.1 - 0.25 * (below.1 + above.1);
            let size = (real * real + imaginary * imaginary).sqrt();
            sums[0] += size;
            sums[1] += size * k as f64;
            (below, here) = (here, above);
        }
        [0.5 * all * sums[0], 0.5 * all * self.line * sums[1]]
    }

    /// Seconds that a frame lasts.
    pub fn frame() -> f64 {
        FRAME
    }

    /// Seconds at which the attack's frames start.
    pub fn attack_starts() -> impl Iterator<Item = f64> {
        (0..ATTACK).map(|frame| frame as f64 * HOP)
    }

    /// Centroids of a frame and the next.
    fn pair(&mut self, samples: &[f32], frame: usize) -> [Option<f64>; 2] {
        for next in 0..2 {
            let start = self.start(frame + next).min(samples.len());
            let mut heard = samples[start..].iter();
            for (out, window) in self.frames[next].iter_mut().zip(&self.window) {
                *out = window * heard.next().map_or(0.0, |sample| f64::from(*sample));
            }
        }
        let [a, b] = &mut self.spectra;
        self.fourier
            .magnitudes([&self.frames[0], &self.frames[1]], [a, b]);
        [0, 1].map(|next| {
            let (mut all, mut high) = (0.0, 0.0);
            for (k, size) in self.spectra[next][..self.lines].iter().enumerate() {
                all += size;
                high += size * k as f64;
            }
            // What two frames leak into each other by rounding is silence.
            let silent = self.frames[next].iter().all(|sample| *sample == 0.0);
            (!silent && all > 0.0).then(|| self.line * high / all)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A click: all frequencies alike, so the middle of what is counted.
    #[test]
    fn a_click_has_the_middle_of_the_spectrum() {
        for hertz in [44_100.0, 48_000.0, 96_000.0, 192_000.0] {
            let rate = Rate::new(hertz).unwrap();
            let mut click = vec![0.0f32; rate.hertz() as usize / 20];
            click[(0.01 * hertz) as usize] = 1.0;
            let found = Centroid::new(rate).attack(&click).unwrap();
            assert!((found - 11_025.0).abs() < 15.0, "{hertz}: {found}");
        }
        let mut centroid = Centroid::new(Rate::new(48_000.0).unwrap());
        assert_eq!(centroid.attack(&[0.0; 5000]), None);
        assert_eq!(centroid.attack(&[]), None);
        let found = centroid.over_time(&[0.0; 1000]);
        assert_eq!(found, [None; 4]);
    }

    /// A decaying tone's share in closed form, against the spectrum of its samples.
    #[test]
    fn a_tone_counts_as_its_spectrum_says() {
        let rate = Rate::new(44_100.0).unwrap();
        let mut centroid = Centroid::new(rate);
        for (frequency, damping) in [(440.0, 3.0), (3000.0, 40.0), (9000.0, 400.0)] {
            let heard: Vec<f32> = (0..1280)
                .map(|n| {
                    let t = f64::from(n) * rate.step();
                    (math::exp(-damping * t) * math::sin(TAU * frequency * t)) as f32
                })
                .collect();
            let [found, _] = centroid.pair(&heard, 0);
            let whole: f64 = centroid.spectra[0].iter().sum();
            let [sum, weighted] = centroid.tone(frequency, damping);
            assert!(
                (sum / whole - 1.0).abs() < 0.01,
                "{frequency}: {sum} {whole}"
            );
            let ratio = weighted / sum / found.unwrap();
            assert!((ratio - 1.0).abs() < 0.01, "{frequency}: {ratio}");
        }
    }

    /// Two decaying tones: the same at every rate.
    #[test]
    fn it_does_not_depend_on_the_rate() {
        let at = |hertz: f64| {
            let tone = |f: f64, t: f64| math::exp(-20.0 * t) * math::sin(TAU * f * t);
            let heard = (0..(0.2 * hertz) as usize).map(|n| {
                let t = n as f64 / hertz;
                (tone(700.0, t) + 0.4 * tone(3100.0, t)) as f32
            });
            let heard: Vec<f32> = heard.collect();
            Centroid::new(Rate::new(hertz).unwrap())
                .attack(&heard)
                .unwrap()
        };
        let usual = at(44_100.0);
        for hertz in [32_000.0, 48_000.0, 96_000.0] {
            let ratio = at(hertz) / usual;
            assert!((ratio - 1.0).abs() < 0.002, "{hertz}: {ratio}");
        }
    }
}
