//! A sheet of paper: lines, words and pictures, as SVG or as PNG.

use crate::draw::canvas::{Canvas, Colour};
use crate::failure::Failure;
use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use std::fmt::Write;

/// A PNG has this many points per unit, so that it is sharp on dense screens.
const DENSE: usize = 2;
/// Words stand this share of their size lower than their middle.
const BASELINE: f64 = 0.36;

/// Which end of a word is at its place.
#[derive(Clone, Copy)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

enum Mark {
    /// Straight strokes from one place to another.
    Strokes {
        lines: Vec<[f64; 4]>,
        thick: f64,
        colour: Colour,
    },
    Words {
        text: String,
        at: (f64, f64),
        anchor: Anchor,
        size: f64,
        colour: Colour,
    },
    Picture {
        /// Left, top, width, height.
        frame: [usize; 4],
        columns: usize,
        /// Row by row.
        pixels: Vec<Colour>,
    },
}

/// What is drawn so far.
pub struct Sheet {
    width: usize,
    height: usize,
    marks: Vec<Mark>,
}

impl Sheet {
    /// White.
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            marks: Vec::new(),
        }
    }

    /// Straight strokes, each from x, y to x, y.
    pub fn strokes(&mut self, lines: Vec<[f64; 4]>, thick: f64, colour: Colour) {
        self.marks.push(Mark::Strokes {
            lines,
            thick,
            colour,
        });
    }

    /// Words, `at` being the place of their anchor and the middle of their height.
    pub fn words(&mut self, text: &str, at: (f64, f64), anchor: Anchor, size: f64, colour: Colour) {
        self.marks.push(Mark::Words {
            text: text.to_owned(),
            at,
            anchor,
            size,
            colour,
        });
    }

    /// Pixels, row by row, stretched to a frame: left, top, width, height.
    pub fn picture(&mut self, frame: [usize; 4], columns: usize, pixels: Vec<Colour>) {
        self.marks.push(Mark::Picture {
            frame,
            columns,
            pixels,
        });
    }

    /// As the bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, Failure> {
        let font = FontRef::try_from_slice(urto_study::plot::FONT).map_err(Failure::other)?;
        let mut canvas = Canvas::new(self.width * DENSE, self.height * DENSE);
        canvas.fill([255; 3]);
        let dense = DENSE as f64;
        for mark in &self.marks {
            match mark {
                Mark::Strokes {
                    lines,
                    thick,
                    colour,
                } => {
                    for [x1, y1, x2, y2] in lines.iter().map(|line| line.map(|own| own * dense)) {
                        canvas.line((x1, y1), (x2, y2), thick * dense, *colour);
                    }
                }
                Mark::Words {
                    text,
                    at,
                    anchor,
                    size,
                    colour,
                } => {
                    let at = (at.0 * dense, at.1 * dense);
                    letters(&mut canvas, &font, text, at, *anchor, size * dense, *colour);
                }
                Mark::Picture {
                    frame,
                    columns,
                    pixels,
                } => {
                    let [left, top, width, height] = frame.map(|own| own * DENSE);
                    let rows = pixels.len() / columns;
                    for y in 0..height {
                        for x in 0..width {
                            let pixel = y * rows / height * columns + x * columns / width;
                            canvas.set(left + x, top + y, pixels[pixel]);
                        }
                    }
                }
            }
        }
        canvas.png()
    }

    /// As the text of an SVG file.
    pub fn svg(&self) -> Result<String, Failure> {
        let (width, height) = (self.width, self.height);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        for mark in &self.marks {
            match mark {
                Mark::Strokes {
                    lines,
                    thick,
                    colour,
                } => {
                    text.push_str("<path d=\"");
                    for [x1, y1, x2, y2] in lines {
                        let _ = write!(text, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
                    }
                    let _ = writeln!(
                        text,
                        "\" stroke=\"{}\" stroke-width=\"{thick}\" stroke-linecap=\"round\"/>",
                        hex(*colour)
                    );
                }
                Mark::Words {
                    text: words,
                    at: (x, y),
                    anchor,
                    size,
                    colour,
                } => {
                    let anchor = match anchor {
                        Anchor::Start => "start",
                        Anchor::Middle => "middle",
                        Anchor::End => "end",
                    };
                    let _ = writeln!(
                        text,
                        "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" \
                         font-size=\"{size}\" fill=\"{}\">{}</text>",
                        y + BASELINE * size,
                        hex(*colour),
                        escaped(words)
                    );
                }
                Mark::Picture {
                    frame: [left, top, width, height],
                    columns,
                    pixels,
                } => {
                    let mut canvas = Canvas::new(*columns, pixels.len() / columns);
                    for (n, pixel) in pixels.iter().enumerate() {
                        canvas.set(n % columns, n / columns, *pixel);
                    }
                    let _ = writeln!(
                        text,
                        "<image x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
                         preserveAspectRatio=\"none\" href=\"data:image/png;base64,{}\"/>",
                        base64(&canvas.png()?)
                    );
                }
            }
        }
        text.push_str("</svg>\n");
        Ok(text)
    }
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            // Not allowed in XML, whatever a file is called.
            odd if odd.is_control() => safe.push(' '),
            plain => safe.push(plain),
        }
    }
    safe
}

/// Words on a canvas, their anchor and the middle of their height at a place.
fn letters(
    canvas: &mut Canvas,
    font: &FontRef,
    text: &str,
    at: (f64, f64),
    anchor: Anchor,
    size: f64,
    colour: Colour,
) {
    // The size of a font is that of its square, which browsers mean too.
    let units = f64::from(font.units_per_em().unwrap_or(1.0));
    let scale = PxScale::from((size * f64::from(font.height_unscaled()) / units) as f32);
    let scaled = font.as_scaled(scale);
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut pen = 0.0f32;
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        if let Some(last) = glyphs.last() {
            pen += scaled.kern(last.id, id);
        }
        glyphs.push(id.with_scale_and_position(scale, point(pen, 0.0)));
        pen += scaled.h_advance(id);
    }
    let start = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - 0.5 * f64::from(pen),
        Anchor::End => at.0 - f64::from(pen),
    };
    for glyph in glyphs {
        if let Some(outline) = font.outline_glyph(glyph) {
            let corner = outline.px_bounds().min;
            let left = (start + f64::from(corner.x)).round() as i64;
            let top = (at.1 + BASELINE * size + f64::from(corner.y)).round() as i64;
            outline.draw(|x, y, share| {
                let (x, y) = (left + i64::from(x), top + i64::from(y));
                canvas.cover(x, y, colour, f64::from(share).min(1.0));
            });
        }
    }
}

/// Bytes as letters (RFC 4648), as SVG files hold pictures.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |n: usize| u32::from(three.get(n).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * n) & 63) as usize];
            // Three bytes are four letters; what is missing is marked.
            let there = n <= three.len();
            text.push(if there { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_for_bytes_are_as_in_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn names_of_files_do_no_harm() {
        assert_eq!(escaped("a<b>&\u{1}.wav"), "a&lt;b&gt;&amp; .wav");
    }
}
