//! The picture as a file: SVG text or PNG bytes.

use super::{Figure, draw};
use crate::StudyError;
use plotters::prelude::{BitMapBackend, IntoDrawingArea, SVGBackend};
use plotters::style::{FontStyle, register_font};
use std::sync::Once;

/// DejaVu Sans, cut down to the signs that figures need; its licence lies beside it.
pub const FONT: &[u8] = include_bytes!("font/DejaVuSans.ttf");

/// Drawn N times larger than shown: the crate draws in whole units, and a finer unit
/// keeps curves smooth.
pub(super) const FINE: u32 = 4;
/// A PNG keeps this many points per unit of the figure, so that print and dense screens are
/// sharp; the rest of [`FINE`] smooths the edges.
const DENSE: u32 = 2;

/// The bitmap's text stands too high by this share of its size: the crate takes the middle of
/// the font's box for the middle of its capitals.
const SUNK: f64 = 0.17;

fn ready() {
    static FONTS: Once = Once::new();
    FONTS.call_once(|| {
        // Only a broken file could be refused, and a test draws with this one.
        let _ = register_font("sans-serif", FontStyle::Normal, FONT);
    });
}

fn failed(error: impl std::fmt::Display) -> StudyError {
    StudyError::Drawing(error.to_string())
}

/// The figure as SVG.
pub fn svg(figure: &Figure) -> Result<String, StudyError> {
    ready();
    let (width, height) = draw::size(figure);
    let mut text = String::new();
    {
        // Readers of SVG centre text themselves.
        let backend = SVGBackend::with_string(&mut text, (width * FINE, height * FINE));
        let area = backend.into_drawing_area();
        draw::figure(&area, figure, 0.0).map_err(failed)?;
        area.present().map_err(failed)?;
    }
    let fine = format!("width=\"{}\" height=\"{}\"", width * FINE, height * FINE);
    let shown = format!("width=\"{width}\" height=\"{height}\"");
    Ok(text.replacen(&fine, &shown, 1))
}

/// The figure as the bytes of a PNG file.
pub fn png(figure: &Figure) -> Result<Vec<u8>, StudyError> {
    ready();
    let (width, height) = draw::size(figure);
    let (wide, high) = (width * FINE, height * FINE);
    let mut fine = vec![255u8; (wide * high * 3) as usize];
    {
        let area = BitMapBackend::with_buffer(&mut fine, (wide, high)).into_drawing_area();
        draw::figure(&area, figure, SUNK).map_err(failed)?;
        area.present().map_err(failed)?;
    }
    let pixels = smoothed(&fine, wide as usize, (FINE / DENSE) as usize);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width * DENSE, height * DENSE);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// Squares of `side` by `side` points as one.
fn smoothed(fine: &[u8], wide: usize, side: usize) -> Vec<u8> {
    let high = fine.len() / (3 * wide);
    let mut pixels = Vec::with_capacity(fine.len() / (side * side));
    for y in 0..high / side {
        for x in 0..wide / side {
            for colour in 0..3 {
                let rows = (0..side).map(|dy| 3 * ((y * side + dy) * wide + x * side) + colour);
                let sum: usize = rows
                    .flat_map(|start| (0..side).map(move |dx| start + 3 * dx))
                    .map(|at| fine[at] as usize)
                    .sum();
                pixels.push((sum / (side * side)) as u8);
            }
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Axis, Panel, Series};

    fn sample() -> Figure {
        let panel = |title: &str| {
            Panel::new(title, Axis::linear("time", "s"), Axis::log("force", "N"))
                .with(Series::line(
                    "one",
                    (1..50).map(|n| (f64::from(n), f64::from(n * n))),
                ))
                .with(Series::marks(
                    "two & three",
                    (1..9).map(|n| (f64::from(n), 3.0)),
                ))
                .with(Series::guide("", [(0.0, 10.0), (50.0, 10.0)]))
        };
        Figure::beside(2, [panel("left"), panel("right")])
    }

    #[test]
    fn svg_has_words_and_units() {
        let text = svg(&sample()).unwrap();
        for word in [
            "time [s]",
            "force [N]",
            "left",
            "right",
            "two &amp; three",
            "100",
        ] {
            assert!(text.contains(word), "{word}");
        }
        let (width, height) = draw::size(&sample());
        assert!(text.contains(&format!("width=\"{width}\" height=\"{height}\" viewBox")));
    }

    #[test]
    fn png_has_ink() {
        let bytes = png(&sample()).unwrap();
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let dark = pixels.iter().filter(|p| **p < 128).count();
        assert!(dark > 2000 && dark < pixels.len() / 4, "{dark}");
    }
}
