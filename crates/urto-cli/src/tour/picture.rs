//! Pictures of a sound: its spectrogram with axes, and its waveform.

use crate::draw::canvas::{Canvas, Colour, width_of};
use crate::draw::colour::magma;
use crate::draw::spectrogram::{Band, spectrogram};
use crate::failure::Failure;
use urto_file::rows::number;

/// Pictures are drawn twice as large as they are shown.
const WIDTH: usize = 880;
const LEFT: usize = 104;
const RIGHT: usize = 14;
/// Letters, drawn so high.
const LETTERS: f64 = 21.0;
/// Grey that can be read on a light page and on a dark one.
const INK: Colour = [128, 128, 134];
/// The waveform, readable on both too.
const WAVE: Colour = [202, 84, 118];
/// Levels this far below the loudest are black \[dB\].
const DEPTH: f64 = 80.0;
/// Frequencies shown.
const BAND: Band = Band {
    lowest: 50.0,
    highest: 20_000.0,
};

/// Frequency over time, 50 Hz to 20 kHz, 80 dB deep.
pub fn spectrum(samples: &[f32], rate: f64) -> Result<Vec<u8>, Failure> {
    const TOP: usize = 14;
    const BOTTOM: usize = 46;
    const ROWS: usize = 380;
    let columns = WIDTH - LEFT - RIGHT;
    let levels = spectrogram(samples, rate, BAND, columns, ROWS);
    let loudest = levels.iter().flatten().fold(f64::MIN, |a, b| a.max(*b));
    let mut canvas = Canvas::new(WIDTH, TOP + ROWS + BOTTOM);
    for (x, column) in levels.iter().enumerate() {
        for (y, level) in column.iter().enumerate() {
            canvas.set(LEFT + x, TOP + y, magma(1.0 + (level - loudest) / DEPTH));
        }
    }
    for (hertz, label) in [
        (50.0, "50"),
        (100.0, "100"),
        (200.0, "200"),
        (500.0, "500"),
        (1e3, "1k"),
        (2e3, "2k"),
        (5e3, "5k"),
        (1e4, "10k"),
        (2e4, "20 kHz"),
    ] {
        let y = TOP as f64 + BAND.height(hertz) * ROWS as f64;
        let x = LEFT as f64;
        canvas.line((x - 6.0, y), (x - 1.0, y), 1.5, INK);
        let room = width_of(label) * LETTERS;
        // The ends stay inside the picture.
        let y = y.clamp(LETTERS * 0.5 + 2.0, (TOP + ROWS) as f64 - 2.0);
        canvas.write(label, (x - 10.0 - room).max(1.0), y, LETTERS, INK);
    }
    let seconds = samples.len() as f64 / rate;
    let every = step_for(seconds);
    let bottom = (TOP + ROWS) as f64;
    let ticks = (seconds / every + 1e-9) as usize;
    for tick in 0..=ticks {
        let time = tick as f64 * every;
        let x = LEFT as f64 + time / seconds * columns as f64;
        canvas.line((x, bottom + 1.0), (x, bottom + 6.0), 1.5, INK);
        let unit = if tick == ticks { " s" } else { "" };
        let label = format!("{}{unit}", number(time));
        let room = width_of(&label) * LETTERS;
        let middle = (x - 0.5 * room).min(WIDTH as f64 - room - 3.0);
        canvas.write(&label, middle, bottom + 26.0, LETTERS, INK);
    }
    canvas.png()
}

/// Distance of time marks \[s\]: five to ten of them.
fn step_for(seconds: f64) -> f64 {
    let steps = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0,
    ];
    let fits = steps.into_iter().find(|step| seconds / step <= 8.0);
    fits.unwrap_or(300.0)
}

/// The waveform, as tall as its peak.
pub fn wave(samples: &[f32]) -> Result<Vec<u8>, Failure> {
    const HEIGHT: usize = 84;
    let columns = WIDTH - LEFT - RIGHT;
    let peak = samples.iter().fold(1e-9f32, |peak, s| peak.max(s.abs()));
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    let middle = 0.5 * HEIGHT as f64;
    for column in 0..columns {
        let from = column * samples.len() / columns;
        let to = ((column + 1) * samples.len() / columns).max(from + 1);
        let slice = samples.get(from..to.min(samples.len())).unwrap_or_default();
        let low = slice.iter().fold(0.0f32, |a, b| a.min(*b)) / peak;
        let high = slice.iter().fold(0.0f32, |a, b| a.max(*b)) / peak;
        let x = (LEFT + column) as f64 + 0.5;
        let y = |value: f32| middle - f64::from(value) * (middle - 3.0);
        canvas.line((x, y(high)), (x, y(low)), 1.2, WAVE);
    }
    canvas.png()
}
