//! Filters for ears on a sphere: the exact series, as short answers to a click.
//!
//! Step: for some distances and angles the series is worked out at equal frequencies; the delay of
//!       the first sound is taken out, which leaves an answer of a millisecond. Between angles and
//!       distances answers are mixed: without their delays neighbours are alike.

use super::sphere::{Complex, Series, angle, first_arrival, times, turned};
use crate::air::SOUND_SPEED;
use crate::math::{TAU, cos};
use crate::rate::Rate;

/// Sources stand at these distances, in radii; between them, answers go with one over it.
const DISTANCES: [f64; 5] = [1.3, 2.0, 4.0, 12.0, f64::INFINITY];
/// Angles from the source's direction to an ear, 0 to 180 degrees: every 2.5. In the shadow, ways
/// around the head meet and cancel; twice as far apart, mixing misses that by 1.7 dB at 8 kHz.
const ANGLES: usize = 73;
/// How long an answer is \[s\]: sound goes eight times past the head. Half as long, the lowest tones
/// would be 30 us late.
const LASTS: f64 = 96.0 / 48e3;
/// One in N of it comes before the first sound: what has no sound above half the rate begins earlier.
const LEAD: usize = 12;

/// Answers to a click.
pub(super) struct SphereFilters {
    rate: Rate,
    radius: f64,
    taps: usize,
    /// For each distance, each angle.
    answers: Vec<f64>,
}

impl SphereFilters {
    /// For a head of this radius \[m\]. Allocates.
    pub fn new(radius: f64, rate: Rate) -> Self {
        let taps = ((LASTS * rate.hertz()) as usize)
            .max(16)
            .next_multiple_of(LEAD);
        let mut filters = Self {
            rate,
            radius,
            taps,
            answers: Vec::with_capacity(DISTANCES.len() * ANGLES * taps),
        };
        // Long enough that nothing comes around again.
        let around = UnitCircle::new(4 * taps);
        for rho in DISTANCES {
            let series = filters.series(rho, &around);
            let from = filters.answers.len();
            let mut loudest = 0.0_f64;
            for step in 0..ANGLES {
                let cos = cos(step as f64 / (ANGLES - 1) as f64 * core::f64::consts::PI);
                let spectrum = filters.spectrum(&series, rho, cos, &around);
                for [re, im] in &spectrum {
                    loudest = loudest.max((re * re + im * im).sqrt());
                }
                filters.answer(&spectrum, &around);
            }
            // Near the head one ear would hear more than goes in: then both hear less. A plane wave
            // is at most twice as loud.
            let quieter = (2.0 / loudest).min(1.0);
            for own in &mut filters.answers[from..] {
                *own *= quieter;
            }
        }
        filters
    }

    /// The series at each frequency.
    fn series(&self, rho: f64, around: &UnitCircle) -> Vec<Series> {
        let each = |bin: usize| {
            let hertz = bin as f64 / around.all.len() as f64 * self.rate.hertz();
            let mu = TAU * hertz * self.radius / SOUND_SPEED;
            Series::new(mu.max(1e-3), rho)
        };
        (0..=around.all.len() / 2).map(each).collect()
    }

    /// The transfer at each frequency without the delay of the first sound.
    fn spectrum(&self, series: &[Series], rho: f64, cos: f64, around: &UnitCircle) -> Vec<Complex> {
        let samples = self.arrives(rho, cos);
        let each = |(bin, series): (usize, &Series)| {
            let turn = TAU * bin as f64 / around.all.len() as f64 * samples;
            times(series.at(cos), turned(-turn))
        };
        series.iter().enumerate().map(each).collect()
    }

    /// When the first sound comes against the middle of the head \[samples\].
    fn arrives(&self, rho: f64, cos: f64) -> f64 {
        first_arrival(rho, cos) * self.radius / SOUND_SPEED * self.rate.hertz()
    }

    /// The answer to a click of a transfer: its inverse Fourier transform, faded out. Time goes as
    /// e^{-iωt} in the series.
    fn answer(&mut self, spectrum: &[Complex], around: &UnitCircle) {
        let (taps, lead) = (self.taps, self.taps / LEAD);
        let count = around.all.len();
        for tap in 0..taps {
            let at = (tap + count - lead) % count;
            let mut sum = spectrum[0][0];
            for (bin, own) in spectrum.iter().enumerate().skip(1) {
                let [c, s] = around.all[bin * at % count];
                let both = if bin == count / 2 { 1.0 } else { 2.0 };
                sum += both * (own[0] * c + own[1] * s);
            }
            // Both ends fade: half of what comes before in front, a quarter of all behind.
            let rises = (tap as f64 + 0.5) / (0.5 * lead as f64);
            let falls = (taps as f64 - tap as f64 - 0.5) / (0.25 * taps as f64);
            let fade = rises.min(falls).min(1.0);
            let fade = 0.5 - 0.5 * cos(core::f64::consts::PI * fade);
            self.answers.push(fade * sum / count as f64);
        }
    }

    /// How many samples an answer has.
    pub fn taps(&self) -> usize {
        self.taps
    }

    /// Longest delay that [`filter`](Self::filter) tells \[samples\].
    pub fn longest(&self) -> f64 {
        // Half around and straight, and the shift.
        5.0 * self.radius / SOUND_SPEED * self.rate.hertz()
    }

    /// The answer of an ear to a source at a distance \[m\], at an angle from it by its cosine. Tells
    /// the delay that goes with it \[samples\], at least 0. Does not allocate.
    pub fn filter(&self, metres: f64, cos: f64, into: &mut [f64]) -> f64 {
        let rho = (metres / self.radius).max(DISTANCES[0]);
        let further = DISTANCES
            .iter()
            .position(|own| *own >= rho)
            .unwrap_or(1)
            .max(1);
        let [near, far] = [further - 1, further].map(|n| 1.0 / DISTANCES[n]);
        let away = ((near - 1.0 / rho) / (near - far)).clamp(0.0, 1.0);
        let at = angle(cos) / core::f64::consts::PI * (ANGLES - 1) as f64;
        let first = (at as usize).min(ANGLES - 2);
        let aside = at - first as f64;
        let row = |distance: usize, angle: usize| {
            let from = (distance * ANGLES + angle) * self.taps;
            &self.answers[from..from + self.taps]
        };
        let rows = [
            (row(further - 1, first), (1.0 - away) * (1.0 - aside)),
            (row(further - 1, first + 1), (1.0 - away) * aside),
            (row(further, first), away * (1.0 - aside)),
            (row(further, first + 1), away * aside),
        ];
        for (tap, own) in into.iter_mut().enumerate() {
            *own = rows.iter().map(|(row, share)| row[tap] * share).sum();
        }
        // From the nearest point of the head on.
        self.arrives(rho, cos) + self.radius / SOUND_SPEED * self.rate.hertz()
    }
}

/// Cosine and sine of all fractions of a turn.
struct UnitCircle {
    all: Vec<Complex>,
}

impl UnitCircle {
    fn new(count: usize) -> Self {
        let all = (0..count).map(|n| turned(TAU * n as f64 / count as f64));
        Self { all: all.collect() }
    }
}
