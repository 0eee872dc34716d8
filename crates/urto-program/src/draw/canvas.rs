//! A small canvas: pixels with transparency, smooth lines, and letters made of strokes.

use crate::failure::Failure;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// Pixels with transparency.
pub struct Canvas {
    /// Width \[pixels\].
    pub width: usize,
    /// Height \[pixels\].
    pub height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    /// All transparent.
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            pixels: vec![[0; 4]; width * height],
        }
    }

    /// Sets a pixel.
    pub fn set(&mut self, x: usize, y: usize, [r, g, b]: Colour) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = [r, g, b, 255];
        }
    }

    /// Sets every pixel.
    pub fn fill(&mut self, [r, g, b]: Colour) {
        self.pixels.fill([r, g, b, 255]);
    }

    /// Lays a colour over a pixel that covers a share of it.
    pub fn cover(&mut self, x: i64, y: i64, colour: Colour, share: f64) {
        let inside = (0..self.width as i64).contains(&x) && (0..self.height as i64).contains(&y);
        if !inside || share <= 0.0 {
            return;
        }
        let pixel = &mut self.pixels[y as usize * self.width + x as usize];
        let below = f64::from(pixel[3]) / 255.0;
        let total = share + below * (1.0 - share);
        for (old, new) in pixel.iter_mut().zip(colour) {
            let mixed = f64::from(new) * share + f64::from(*old) * below * (1.0 - share);
            *old = (mixed / total).round() as u8;
        }
        pixel[3] = (255.0 * total).round() as u8;
    }

    /// A straight stroke with round ends.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), thick: f64, colour: Colour) {
        let reach = 0.5 * thick + 1.0;
        let (left, right) = (from.0.min(to.0) - reach, from.0.max(to.0) + reach);
        let (top, bottom) = (from.1.min(to.1) - reach, from.1.max(to.1) + reach);
        for y in top.floor() as i64..=bottom.ceil() as i64 {
            for x in left.floor() as i64..=right.ceil() as i64 {
                let away = distance((x as f64 + 0.5, y as f64 + 0.5), from, to);
                let share = (0.5 * thick + 0.5 - away).clamp(0.0, 1.0);
                self.cover(x, y, colour, share);
            }
        }
    }

    /// Fills a triangle; a pixel is inside if its middle is, so that neighbours leave no gap.
    pub fn triangle(&mut self, corners: [(f64, f64); 3], colour: Colour) {
        let [a, b, c] = corners;
        let side = |p: (f64, f64), q: (f64, f64), at: (f64, f64)| {
            (q.0 - p.0) * (at.1 - p.1) - (q.1 - p.1) * (at.0 - p.0)
        };
        let (xs, ys) = ([a.0, b.0, c.0], [a.1, b.1, c.1]);
        let least = |all: [f64; 3]| all.into_iter().fold(f64::INFINITY, f64::min).max(0.0);
        let most = |all: [f64; 3]| all.into_iter().fold(0.0, f64::max);
        for y in least(ys) as usize..=(most(ys) as usize).min(self.height.saturating_sub(1)) {
            for x in least(xs) as usize..=(most(xs) as usize).min(self.width.saturating_sub(1)) {
                let at = (x as f64 + 0.5, y as f64 + 0.5);
                let sides = [side(a, b, at), side(b, c, at), side(c, a, at)];
                let all = |good: fn(f64) -> bool| sides.into_iter().all(good);
                if all(|own| own >= 0.0) || all(|own| own <= 0.0) {
                    self.set(x, y, colour);
                }
            }
        }
    }

    /// The same picture with four pixels in one, which makes edges smooth; it must be opaque.
    pub fn halved(&self) -> Self {
        let mut half = Self::new(self.width / 2, self.height / 2);
        for y in 0..half.height {
            for x in 0..half.width {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let pixel = |(dx, dy)| self.pixels[(2 * y + dy) * self.width + 2 * x + dx];
                let mean =
                    |n: usize| four.map(|at| u32::from(pixel(at)[n])).iter().sum::<u32>() / 4;
                half.set(x, y, [0, 1, 2].map(|n| mean(n) as u8));
            }
        }
        half
    }

    /// Writes a word; `x` and `y` are the left end and the middle of its height.
    pub fn write(&mut self, word: &str, x: f64, y: f64, size: f64, colour: Colour) {
        let mut pen = x;
        for letter in word.chars() {
            let (width, strokes) = glyph(letter);
            for stroke in strokes {
                for pair in stroke.windows(2) {
                    let at = |(a, b): (f64, f64)| (pen + a * size, y + (b - 0.5) * size);
                    self.line(at(pair[0]), at(pair[1]), 0.13 * size, colour);
                }
            }
            pen += (width + GAP) * size;
        }
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, Failure> {
        let mut file = Vec::new();
        let broken = |error: png::EncodingError| Failure::other(format!("cannot draw: {error}"));
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().map_err(broken)?;
        let bytes = self.pixels.as_flattened();
        writer.write_image_data(bytes).map_err(broken)?;
        writer.finish().map_err(broken)?;
        Ok(file)
    }
}

/// How far a point is from a straight stroke.
fn distance(p: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (along, beside) = (b.0 - a.0, b.1 - a.1);
    let length = along * along + beside * beside;
    let share = if length > 0.0 {
        (((p.0 - a.0) * along + (p.1 - a.1) * beside) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (dx, dy) = (p.0 - a.0 - share * along, p.1 - a.1 - share * beside);
    (dx * dx + dy * dy).sqrt()
}

/// Space between letters, as a share of their height.
const GAP: f64 = 0.24;

/// Width of a word, as a share of its letters' height.
pub fn width_of(word: &str) -> f64 {
    let widths = word.chars().map(|letter| glyph(letter).0 + GAP);
    widths.sum::<f64>() - GAP
}

/// Strokes in a box one high, y down; the width comes first. Only what axes need.
fn glyph(letter: char) -> (f64, Vec<Vec<(f64, f64)>>) {
    // Part of an ellipse, from one angle to another in turns, y down.
    let arc = |x: f64, y: f64, rx: f64, ry: f64, from: f64, to: f64| -> Vec<(f64, f64)> {
        (0..=12)
            .map(|n| {
                let turn = urto::math::TAU * (from + (to - from) * f64::from(n) / 12.0);
                (
                    x + rx * urto::math::cos(turn),
                    y + ry * urto::math::sin(turn),
                )
            })
            .collect()
    };
    match letter {
        '0' => (0.56, vec![arc(0.28, 0.5, 0.28, 0.5, 0.0, 1.0)]),
        '1' => (0.3, vec![vec![(0.0, 0.2), (0.24, 0.0), (0.24, 1.0)]]),
        '2' => {
            let mut stroke = arc(0.28, 0.28, 0.27, 0.28, 0.5, 1.08);
            stroke.extend([(0.0, 1.0), (0.56, 1.0)]);
            (0.56, vec![stroke])
        }
        '3' => {
            let mut stroke = arc(0.26, 0.25, 0.25, 0.25, 0.55, 1.25);
            stroke.extend(arc(0.26, 0.74, 0.29, 0.26, 0.75, 1.45));
            (0.55, vec![stroke])
        }
        '4' => (
            0.6,
            vec![vec![(0.44, 1.0), (0.44, 0.0), (0.0, 0.7), (0.6, 0.7)]],
        ),
        '5' => {
            let mut stroke = vec![(0.5, 0.0), (0.08, 0.0), (0.05, 0.45)];
            stroke.extend(arc(0.26, 0.67, 0.29, 0.33, 0.63, 1.42));
            (0.55, vec![stroke])
        }
        '6' => (
            0.56,
            vec![
                arc(0.28, 0.68, 0.28, 0.32, 0.0, 1.0),
                vec![(0.44, 0.0), (0.12, 0.4), (0.01, 0.66)],
            ],
        ),
        '7' => (0.54, vec![vec![(0.0, 0.0), (0.54, 0.0), (0.18, 1.0)]]),
        '8' => (
            0.56,
            vec![
                arc(0.28, 0.24, 0.24, 0.24, 0.0, 1.0),
                arc(0.28, 0.74, 0.28, 0.26, 0.0, 1.0),
            ],
        ),
        '9' => (
            0.56,
            vec![
                arc(0.28, 0.32, 0.28, 0.32, 0.0, 1.0),
                vec![(0.55, 0.34), (0.44, 0.6), (0.12, 1.0)],
            ],
        ),
        '.' => (0.04, vec![vec![(0.02, 0.98), (0.02, 1.0)]]),
        'k' => (
            0.42,
            vec![
                vec![(0.0, 0.0), (0.0, 1.0)],
                vec![(0.4, 0.36), (0.0, 0.72)],
                vec![(0.14, 0.62), (0.42, 1.0)],
            ],
        ),
        'H' => (
            0.58,
            vec![
                vec![(0.0, 0.0), (0.0, 1.0)],
                vec![(0.58, 0.0), (0.58, 1.0)],
                vec![(0.0, 0.48), (0.58, 0.48)],
            ],
        ),
        'z' => (
            0.4,
            vec![vec![(0.0, 0.38), (0.4, 0.38), (0.0, 1.0), (0.4, 1.0)]],
        ),
        's' => {
            let mut stroke = arc(0.2, 0.53, 0.18, 0.16, 0.95, 0.3);
            stroke.extend(arc(0.2, 0.84, 0.2, 0.16, 0.75, 1.45));
            (0.4, vec![stroke])
        }
        _ => (0.2, Vec::new()),
    }
}
