//! Spectrograms as panels of figures.

use crate::contact::decibels;
use crate::plot::{Axis, Panel, Shade};
use urto::analysis::Fourier;
use urto::math::{self, TAU};

/// White and black \[dB\], against the loudest cell.
const GREYS: [f64; 2] = [-120.0, 0.0];

/// How fine a spectrogram is.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    /// Samples of a frame.
    pub frame: usize,
    /// Lines of its spectrum that are drawn as one.
    pub lines: usize,
    /// Frames drawn, about.
    pub frames: usize,
}

/// Size of a signal in cells of time and frequency, through Hann windows.
pub struct Spectrogram {
    rows: usize,
    /// Frame by frame, from low to high.
    levels: Vec<Vec<f64>>,
    /// Upper end of the highest row \[Hz\].
    top: f64,
}

impl Spectrogram {
    /// Of a signal of this many samples a second; without cells if it is shorter than a frame.
    pub fn new(heard: &[f64], rate: f64, cells: Cells) -> Self {
        let Cells {
            frame,
            lines: together,
            frames,
        } = cells;
        let hop = (heard.len().saturating_sub(frame) / frames).max(1);
        let rows = frame / 2 / together;
        let mut fourier = Fourier::new(frame);
        let mut lines = vec![0.0; frame / 2 + 1];
        let hann = |n: usize| 0.5 - 0.5 * math::cos(TAU * n as f64 / frame as f64);
        let window: Vec<f64> = (0..frame).map(hann).collect();
        let mut levels = Vec::new();
        for start in (0..heard.len().saturating_sub(frame)).step_by(hop) {
            let own = heard[start..start + frame].iter().zip(&window);
            let own: Vec<f64> = own.map(|(x, w)| x * w).collect();
            fourier.magnitudes_of(&own, &mut lines);
            let row = |own: &[f64]| own.iter().map(|x| x * x).sum::<f64>().sqrt();
            let all = lines[1..].chunks_exact(together).take(rows).map(row);
            levels.push(all.collect());
        }
        Self {
            rows,
            levels,
            top: rows as f64 * together as f64 * rate / frame as f64,
        }
    }

    /// Without what lies above a frequency \[Hz\].
    #[must_use]
    pub fn below(mut self, hertz: f64) -> Self {
        let share = (hertz / self.top).clamp(0.0, 1.0);
        let rows = ((share * self.rows as f64).ceil() as usize).max(1);
        self.levels.iter_mut().for_each(|own| own.truncate(rows));
        self.top *= rows as f64 / self.rows as f64;
        self.rows = rows;
        self
    }

    /// Size of the loudest cell.
    pub fn loudest(&self) -> f64 {
        self.levels.iter().flatten().copied().fold(0.0, f64::max)
    }

    /// The middle of the cells of each line within shares of the time, with its frequency \[Hz\]: what is
    /// there beside what is struck.
    pub fn floors(&self, [from, to]: [f64; 2]) -> Vec<(f64, f64)> {
        let at = |share: f64| (share * self.levels.len() as f64) as usize;
        let middle = |row: usize| {
            let frames = self.levels[at(from)..at(to)].iter();
            let mut cells: Vec<f64> = frames.map(|own| own[row]).collect();
            cells.sort_by(f64::total_cmp);
            cells.get(cells.len() / 2).copied().unwrap_or(0.0)
        };
        let hertz = |row: usize| (row as f64 + 0.5) * self.top / self.rows as f64;
        (0..self.rows)
            .map(|row| (hertz(row), middle(row)))
            .collect()
    }

    /// The middle of these within a band \[Hz\].
    pub fn floor(&self, within: [f64; 2], band: [f64; 2]) -> f64 {
        let lines = self.floors(within).into_iter();
        let lines = lines.filter(|own| (band[0]..band[1]).contains(&own.0));
        let mut all: Vec<f64> = lines.map(|own| own.1).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(0.0)
    }

    /// Its picture over so long a time; black is as large as `loudest`.
    pub fn panel(&self, title: impl Into<String>, seconds: f64, loudest: f64) -> Panel {
        let [white, black] = GREYS;
        let grey = |own: &f64| (decibels(own / loudest) - white) / (black - white);
        let shade = Shade {
            rows: self.rows,
            x: [0.0, seconds],
            y: [0.0, self.top],
            values: self.levels.iter().flatten().map(grey).collect(),
        };
        Panel::new(
            title,
            Axis::linear("time", "s").over(0.0, seconds),
            Axis::linear("frequency", "Hz").over(0.0, self.top),
        )
        .shaded(shade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tone stands in its row from end to end, also after the rows above are left out.
    #[test]
    fn a_tone_stands_in_its_row() {
        let cells = Cells {
            frame: 512,
            lines: 4,
            frames: 20,
        };
        let tone: Vec<f64> = (0..8000)
            .map(|n| math::sin(TAU * 1000.0 * f64::from(n) / 8000.0))
            .collect();
        let whole = Spectrogram::new(&tone, 8000.0, cells);
        let (rows, loudest) = (whole.rows, whole.loudest());
        let cut = whole.below(2000.0);
        assert!(cut.rows <= rows / 2 + 1 && cut.loudest() == loudest);
        // Lines 1 to 4 are row 0, so line 64 = 1000 Hz is the last of row 15.
        for own in &cut.levels {
            let most = own.iter().copied().fold(0.0, f64::max);
            assert_eq!(own.iter().position(|x| *x == most), Some(15));
        }
        assert!(
            Spectrogram::new(&tone[..100], 8000.0, cells)
                .levels
                .is_empty()
        );
    }
}
