//! What stands where: for each channel a waveform and a spectrogram over the same time.

use super::sheet::{Anchor, Sheet};
use crate::draw::canvas::Colour;
use crate::draw::colour::magma;
use crate::draw::spectrogram::{Band, spectrogram};
use crate::hear::Recording;
use urto_file::rows::number;

/// Width of the picture: as wide as most pages and screens show.
const WIDTH: usize = 1200;
/// Room for the words on the left, and for the scale of levels on the right.
const LEFT: usize = 84;
const RIGHT: usize = 92;
/// Room for the title, for the words above each channel, between its two panels, below it, and for
/// the words at the bottom.
const TOP: usize = 62;
const CAPTION: usize = 22;
const GAP: usize = 18;
const BELOW: usize = 20;
const BOTTOM: usize = 44;
/// Lowest and highest frequency shown \[Hz\]: what ears hear, as far as the windows are fine enough.
const LOWEST: f64 = 30.0;
const HIGHEST: f64 = 20_000.0;
/// Levels shown below the highest \[dB\].
const DEPTH: f64 = 90.0;

const INK: Colour = [40, 40, 46];
const FAINT: Colour = [120, 120, 128];
const GRID: Colour = [222, 222, 226];
const WAVE: Colour = [181, 54, 122];

/// Heights of waveform and spectrogram: smaller the more there are.
fn heights(channels: usize) -> (usize, usize) {
    match channels {
        1 => (110, 380),
        2 => (90, 250),
        3..=4 => (70, 180),
        _ => (50, 120),
    }
}

/// The whole picture.
pub fn draw(recording: &Recording, name: &str, facts: &str) -> Sheet {
    let channels = recording.channels;
    let (wave, spectrum) = heights(channels);
    let each = CAPTION + wave + GAP + spectrum + BELOW;
    let mut sheet = Sheet::new(WIDTH, TOP + channels * each + BOTTOM - BELOW);
    let left = LEFT as f64;
    sheet.words(name, (left, 22.0), Anchor::Start, 19.0, INK);
    sheet.words(facts, (left, 46.0), Anchor::Start, 13.0, FAINT);
    let rate = recording.rate.hertz();
    let band = Band {
        lowest: LOWEST,
        highest: HIGHEST.min(0.5 * rate),
    };
    let columns = WIDTH - LEFT - RIGHT;
    let own = |channel: usize| -> Vec<f32> {
        let samples = recording.samples.iter();
        samples.skip(channel).step_by(channels).copied().collect()
    };
    let planes: Vec<Vec<f32>> = (0..channels).map(own).collect();
    let levels: Vec<_> = planes
        .iter()
        .map(|plane| spectrogram(plane, rate, band, columns, spectrum))
        .collect();
    // One scale for all channels, so that they can be compared.
    let loudest = levels
        .iter()
        .flatten()
        .flatten()
        .fold(-120.0, |a: f64, b| a.max(*b));
    let top = 10.0 * (loudest / 10.0).ceil();
    let peak = planes.iter().flatten().fold(0.0f32, |a, b| a.max(b.abs()));
    let seconds = planes[0].len() as f64 / rate;
    for (channel, (plane, levels)) in planes.iter().zip(&levels).enumerate() {
        let mut y = TOP + channel * each;
        let caption = match channels {
            1 => "amplitude (1 is full scale)".to_owned(),
            _ => format!("channel {}, amplitude (1 is full scale)", channel + 1),
        };
        let at = (left, (y + CAPTION / 2) as f64);
        sheet.words(&caption, at, Anchor::Start, 12.0, FAINT);
        y += CAPTION;
        waveform(&mut sheet, plane, y, wave, full(f64::from(peak)));
        y += wave + GAP;
        frequencies(&mut sheet, levels, band, [y, spectrum], top);
        let last = channel + 1 == channels;
        times(&mut sheet, seconds, y + spectrum, last);
    }
    sheet
}

/// The next round number above a peak: the ends of the axis.
fn full(peak: f64) -> f64 {
    let round = [1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 5e-3, 2e-3, 1e-3];
    if peak > 1.0 || peak == 0.0 {
        return peak.ceil().max(1.0);
    }
    let fits = round.into_iter().rev().find(|end| *end >= peak);
    fits.unwrap_or(1.0)
}

/// Lowest and highest sample in each column, `top` and `height` saying where.
fn waveform(sheet: &mut Sheet, samples: &[f32], top: usize, height: usize, full: f64) {
    let columns = WIDTH - LEFT - RIGHT;
    let middle = top as f64 + 0.5 * height as f64;
    let y = |value: f64| middle - value / full * 0.5 * height as f64;
    let (left, right) = (LEFT as f64, (LEFT + columns) as f64);
    let marks = [full, 0.5 * full, 0.0, -0.5 * full, -full];
    let grid = marks.map(|value| [left, y(value), right, y(value)]);
    sheet.strokes(grid.to_vec(), 0.6, GRID);
    for value in [full, 0.0, -full] {
        let at = (left - 8.0, y(value));
        let sign = if value < 0.0 { "\u{2212}" } else { "" };
        let text = format!("{sign}{}", number(value.abs()));
        sheet.words(&text, at, Anchor::End, 12.0, INK);
    }
    let mut strokes = Vec::new();
    let mut before = None::<(f32, f32)>;
    for column in 0..columns {
        let from = column * samples.len() / columns;
        let to = ((column + 1) * samples.len() / columns).max(from + 1);
        let slice = &samples[from..to.min(samples.len())];
        let ends = (
            slice.iter().copied().fold(f32::MAX, f32::min),
            slice.iter().copied().fold(f32::MIN, f32::max),
        );
        // Columns reach each other, so that the line has no gaps.
        let (low, high) = before
            .replace(ends)
            .map_or(ends, |(low, high)| (ends.0.min(high), ends.1.max(low)));
        let x = left + column as f64 + 0.5;
        strokes.push([x, y(f64::from(high)), x, y(f64::from(low))]);
    }
    sheet.strokes(strokes, 1.1, WAVE);
}

/// Level over time and frequency, in colours, with the scale of both.
fn frequencies(
    sheet: &mut Sheet,
    levels: &[Vec<f64>],
    band: Band,
    [top, height]: [usize; 2],
    highest: f64,
) {
    let columns = levels.len();
    let mut pixels = Vec::with_capacity(columns * height);
    for row in 0..height {
        let of_row = levels.iter().map(|column| column[row]);
        pixels.extend(of_row.map(|level| magma(1.0 + (level - highest) / DEPTH)));
    }
    sheet.picture([LEFT, top, columns, height], columns, pixels);
    let left = LEFT as f64;
    let mut ticks = Vec::new();
    // Where there is little room, tenfolds alone.
    let room = height as f64 / 25.0;
    let labels = [
        (50.0, "50 Hz", 9.0),
        (100.0, "100 Hz", 0.0),
        (200.0, "200 Hz", 9.0),
        (500.0, "500 Hz", 9.0),
        (1e3, "1 kHz", 0.0),
        (2e3, "2 kHz", 9.0),
        (5e3, "5 kHz", 9.0),
        (1e4, "10 kHz", 0.0),
        (2e4, "20 kHz", 9.0),
    ];
    for (hertz, label, needs) in labels {
        if hertz > band.highest || room < needs {
            continue;
        }
        let y = top as f64 + band.height(hertz) * height as f64;
        ticks.push([left - 5.0, y, left - 1.0, y]);
        sheet.words(label, (left - 8.0, y), Anchor::End, 12.0, INK);
    }
    sheet.strokes(ticks, 1.0, INK);
    scale(sheet, [top, height], highest);
}

/// Which colour is which level.
fn scale(sheet: &mut Sheet, [top, height]: [usize; 2], highest: f64) {
    const BAR: usize = 12;
    let left = WIDTH - RIGHT + 14;
    let colours = (0..height).map(|row| magma(1.0 - row as f64 / height as f64));
    sheet.picture([left, top, BAR, height], 1, colours.collect());
    let every = if height > 200 { 10.0 } else { 30.0 };
    let mut ticks = Vec::new();
    let x = (left + BAR) as f64;
    let mut down = 0.0;
    while down <= DEPTH {
        let y = top as f64 + down / DEPTH * height as f64;
        ticks.push([x + 1.0, y, x + 4.0, y]);
        let level = highest - down;
        let sign = if level < 0.0 { "\u{2212}" } else { "" };
        let unit = if down == 0.0 { " dB" } else { "" };
        let text = format!("{sign}{}{unit}", level.abs());
        sheet.words(&text, (x + 8.0, y), Anchor::Start, 12.0, INK);
        down += every;
    }
    sheet.strokes(ticks, 1.0, INK);
}

/// Marks below a panel; with numbers below the last one.
fn times(sheet: &mut Sheet, seconds: f64, bottom: usize, labelled: bool) {
    let columns = (WIDTH - LEFT - RIGHT) as f64;
    let bottom = bottom as f64;
    let every = step_for(seconds);
    let mut ticks = Vec::new();
    for tick in 0..=(seconds / every + 1e-9) as usize {
        let time = tick as f64 * every;
        let x = LEFT as f64 + time / seconds * columns;
        ticks.push([x, bottom + 1.0, x, bottom + 5.0]);
        if labelled {
            sheet.words(&number(time), (x, bottom + 15.0), Anchor::Middle, 12.0, INK);
        }
    }
    sheet.strokes(ticks, 1.0, INK);
    if labelled {
        let at = (LEFT as f64 + 0.5 * columns, bottom + 34.0);
        sheet.words("time [s]", at, Anchor::Middle, 13.0, INK);
    }
}

/// Distance of marks \[s\]: at most twelve.
fn step_for(seconds: f64) -> f64 {
    let decade = urto::math::pow(10.0, urto::math::log10(seconds / 12.0).floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * decade);
    let fits = steps.into_iter().find(|step| seconds / step <= 12.0);
    fits.unwrap_or(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        for (peak, end) in [
            (0.0, 1.0),
            (0.3, 0.5),
            (0.5, 0.5),
            (0.51, 1.0),
            (1.0, 1.0),
            (1.2, 2.0),
            (1e-9, 1e-3),
        ] {
            assert_eq!(full(peak), end);
        }
        for (seconds, step) in [(2.0, 0.2), (1.0, 0.1), (3600.0, 500.0), (0.01, 0.001)] {
            let found = step_for(seconds);
            assert!((found / step - 1.0).abs() < 1e-9, "{seconds}: {found}");
        }
    }
}
