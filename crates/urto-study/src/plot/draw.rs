//! The drawing itself, alike for every kind of file.

use super::ink::{Area, Drawn, GREY, PALE, PlotPoint, fine, ink, mark, outline, stroke};
use super::line::{cut, dashes};
use super::scale::Scale;
use super::{Figure, Look, Panel, Series, Shade};
use plotters::element::{PathElement, Rectangle};
use plotters::prelude::{DrawingBackend, IntoFont, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{BLACK, Color, FontTransform, RGBColor, TextStyle, WHITE};

/// Size of a panel with its words.
const PANEL: (u32, u32) = (760, 480);
/// Room around the frame: left, right, top, bottom.
const ROOM: (i32, i32, i32, i32) = (92, 26, 44, 66);

/// Greys that are told apart, besides white.
const TONES: f64 = 15.0;

/// Width and height of a figure.
pub(super) fn size(figure: &Figure) -> (u32, u32) {
    let columns = figure.columns.max(1).min(figure.panels.len().max(1));
    let rows = figure.panels.len().max(1).div_ceil(columns);
    (PANEL.0 * columns as u32, PANEL.1 * rows as u32)
}

/// Draws all panels; text is put lower by a share of its size.
pub(super) fn figure<DB: DrawingBackend>(area: &Area<DB>, figure: &Figure, sunk: f64) -> Drawn<DB> {
    area.fill(&WHITE)?;
    let columns = figure.columns.max(1).min(figure.panels.len().max(1));
    let rows = figure.panels.len().max(1).div_ceil(columns);
    for (part, panel) in area
        .split_evenly((rows, columns))
        .iter()
        .zip(&figure.panels)
    {
        Sheet::new(panel, sunk).draw(part)?;
    }
    Ok(())
}

fn words(size: i32, h: HPos, v: VPos) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", fine(size)).into_font())
        .color(&BLACK)
        .pos(Pos::new(h, v))
}

/// A panel with its axes known.
struct Sheet<'a> {
    panel: &'a Panel,
    /// How much lower text has to be put than asked for, as a share of its size.
    sunk: f64,
    x: Scale,
    y: Scale,
    /// Style of each series.
    styles: Vec<usize>,
}

impl<'a> Sheet<'a> {
    fn new(panel: &'a Panel, sunk: f64) -> Self {
        let all = || panel.series.iter().flat_map(|series| series.points.iter());
        let mut next = 0;
        let styles = panel.series.iter().map(|series| {
            let own = series.style.unwrap_or(next);
            if series.look != Look::Guide {
                next = own + 1;
            }
            own
        });
        Self {
            x: Scale::new(&panel.x, all().map(|p| p.0)),
            y: Scale::new(&panel.y, all().map(|p| p.1)),
            styles: styles.collect(),
            panel,
            sunk,
        }
    }

    fn write<DB: DrawingBackend>(
        &self,
        area: &Area<DB>,
        text: String,
        at: PlotPoint,
        style: &TextStyle<'static>,
    ) -> Drawn<DB> {
        let lower = (self.sunk * style.font.get_size()) as i32;
        let at = match style.font.get_transform() {
            FontTransform::Rotate270 => (at.0 + lower, at.1),
            _ => (at.0, at.1 + lower),
        };
        area.draw(&Text::new(text, at, style.clone()))
    }

    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Drawn<DB> {
        let (left, right, top, bottom) = ROOM;
        let (wide, high) = (PANEL.0 as i32 - left - right, PANEL.1 as i32 - top - bottom);
        let frame = Frame {
            left: fine(left),
            top: fine(top),
            wide: fine(wide),
            high: fine(high),
        };
        self.axes(area, &frame)?;
        if let Some(shade) = &self.panel.shade {
            self.shade(area, &frame, shade)?;
        }
        for (series, style) in self.panel.series.iter().zip(&self.styles) {
            self.series(area, &frame, series, *style)?;
        }
        outline(area, frame.corners(), ink(BLACK, 10))?;
        self.legend(area, &frame)
    }

    fn axes<DB: DrawingBackend>(&self, area: &Area<DB>, frame: &Frame) -> Drawn<DB> {
        let right = frame.left + frame.wide;
        let base = frame.top + frame.high;
        let middle = frame.left + frame.wide / 2;
        let title = words(17, HPos::Center, VPos::Center);
        self.write(
            area,
            self.panel.title.clone(),
            (middle, frame.top / 2),
            &title,
        )?;
        let below = words(14, HPos::Center, VPos::Top);
        let beside = words(14, HPos::Right, VPos::Center);
        let tick = fine(5);
        for (place, text) in &self.x.ticks {
            let x = frame.spot((*place, 0.0)).0;
            area.draw(&PathElement::new([(x, frame.top), (x, base)], ink(PALE, 8)))?;
            area.draw(&PathElement::new(
                [(x, base), (x, base - tick)],
                ink(BLACK, 10),
            ))?;
            self.write(area, text.clone(), (x, base + fine(8)), &below)?;
        }
        for place in &self.x.small {
            let x = frame.spot((*place, 0.0)).0;
            area.draw(&PathElement::new(
                [(x, base), (x, base - tick / 2)],
                ink(BLACK, 8),
            ))?;
        }
        for (place, text) in &self.y.ticks {
            let y = frame.spot((0.0, *place)).1;
            area.draw(&PathElement::new(
                [(frame.left, y), (right, y)],
                ink(PALE, 8),
            ))?;
            area.draw(&PathElement::new(
                [(frame.left, y), (frame.left + tick, y)],
                ink(BLACK, 10),
            ))?;
            self.write(area, text.clone(), (frame.left - fine(8), y), &beside)?;
        }
        for place in &self.y.small {
            let y = frame.spot((0.0, *place)).1;
            let line = [(frame.left, y), (frame.left + tick / 2, y)];
            area.draw(&PathElement::new(line, ink(BLACK, 8)))?;
        }
        let name = words(16, HPos::Center, VPos::Top);
        self.write(
            area,
            self.x.label(&self.panel.x),
            (middle, base + fine(34)),
            &name,
        )?;
        let name = words(16, HPos::Center, VPos::Top).transform(FontTransform::Rotate270);
        let at = (fine(12), frame.top + frame.high / 2);
        self.write(area, self.y.label(&self.panel.y), at, &name)
    }

    /// Greys, those of one tone above each other as one.
    fn shade<DB: DrawingBackend>(
        &self,
        area: &Area<DB>,
        frame: &Frame,
        shade: &Shade,
    ) -> Drawn<DB> {
        let rows = shade.rows.max(1);
        let columns = shade.values.len() / rows;
        let corner = |column: usize, row: usize| {
            let at = |[from, to]: [f64; 2], n: usize, of: usize| {
                from + (to - from) * n as f64 / of.max(1) as f64
            };
            let x = self.x.place(at(shade.x, column, columns))?;
            let y = self.y.place(at(shade.y, row, rows))?;
            let inside = |own: f64| own.clamp(0.0, 1.0);
            Some(frame.spot((inside(x), inside(y))))
        };
        for (column, own) in shade.values.chunks_exact(rows).enumerate() {
            let tone = |row: usize| (own[row].clamp(0.0, 1.0) * TONES).round();
            let mut row = 0;
            while row < rows {
                let from = row;
                while row < rows && tone(row) == tone(from) {
                    row += 1;
                }
                let (Some(low), Some(high)) = (corner(column, from), corner(column + 1, row))
                else {
                    continue;
                };
                let light = (255.0 * (1.0 - tone(from) / TONES)) as u8;
                let grey = RGBColor(light, light, light);
                if light < 255 {
                    let cell = [(low.0, high.1), (high.0, low.1)];
                    area.draw(&Rectangle::new(cell, grey.filled()))?;
                }
            }
        }
        Ok(())
    }

    fn series<DB: DrawingBackend>(
        &self,
        area: &Area<DB>,
        frame: &Frame,
        series: &Series,
        style: usize,
    ) -> Drawn<DB> {
        let places: Vec<Option<(f64, f64)>> = series
            .points
            .iter()
            .map(|(x, y)| Some((self.x.place(*x)?, self.y.place(*y)?)))
            .collect();
        if series.look != Look::Marks {
            for part in cut(&places) {
                let line: Vec<(f64, f64)> = part.iter().map(|p| frame.exact(*p)).collect();
                stroke(area, &line, series.look, style)?;
            }
        }
        if matches!(series.look, Look::Marks | Look::LineAndMarks) {
            for place in places.into_iter().flatten() {
                let inside = |p: f64| (-1e-9..=1.0 + 1e-9).contains(&p);
                if inside(place.0) && inside(place.1) {
                    mark(area, frame.spot(place), style)?;
                }
            }
        }
        Ok(())
    }

    /// Names in the corner where they hide least.
    fn legend<DB: DrawingBackend>(&self, area: &Area<DB>, frame: &Frame) -> Drawn<DB> {
        let style = words(14, HPos::Left, VPos::Center);
        let named: Vec<(&Series, usize)> = (self.panel.series.iter())
            .zip(self.styles.iter().copied())
            .filter(|(series, _)| !series.name.is_empty())
            .collect();
        let mut width = 0;
        for (series, _) in &named {
            width = width.max(area.estimate_text_size(&series.name, &style)?.0 as i32);
        }
        if named.is_empty() {
            return Ok(());
        }
        let row = fine(20);
        let size = (width + fine(68), row * named.len() as i32 + fine(10));
        let at = self.emptiest(frame, size);
        let back = [at, (at.0 + size.0, at.1 + size.1)];
        area.draw(&Rectangle::new(back, WHITE.mix(0.85).filled()))?;
        outline(area, back, ink(GREY, 6))?;
        for (index, (series, own)) in named.into_iter().enumerate() {
            let y = at.1 + fine(5) + row * index as i32 + row / 2;
            let line = [(at.0 + fine(8), y), (at.0 + fine(52), y)];
            if series.look != Look::Marks {
                stroke(
                    area,
                    &line.map(|p| (p.0 as f64, p.1 as f64)),
                    series.look,
                    own,
                )?;
            }
            if matches!(series.look, Look::Marks | Look::LineAndMarks) {
                mark(area, ((line[0].0 + line[1].0) / 2, y), own)?;
            }
            self.write(area, series.name.clone(), (at.0 + fine(60), y), &style)?;
        }
        Ok(())
    }

    fn emptiest(&self, frame: &Frame, size: PlotPoint) -> PlotPoint {
        let gap = fine(8);
        let (left, right) = (frame.left + gap, frame.left + frame.wide - size.0 - gap);
        let (top, low) = (frame.top + gap, frame.top + frame.high - size.1 - gap);
        // Corners first: among equals the first is taken.
        let mut places = vec![(right, top), (left, top), (right, low), (left, low)];
        for row in 0..=6 {
            let across = (0..=6).map(|n| left + (right - left) * n / 6);
            places.extend(across.map(|x| (x, top + (low - top) * row / 6)));
        }
        let crowd = self.crowd(frame);
        let hidden = |at: &PlotPoint| {
            let covers = |p: PlotPoint| {
                let near = fine(4);
                (at.0 - near..=at.0 + size.0 + near).contains(&p.0)
                    && (at.1 - near..=at.1 + size.1 + near).contains(&p.1)
            };
            crowd.iter().filter(|p| covers(**p)).count()
        };
        places
            .into_iter()
            .min_by_key(hidden)
            .unwrap_or((right, top))
    }

    /// Places along all series, lines sampled evenly.
    fn crowd(&self, frame: &Frame) -> Vec<PlotPoint> {
        let mut spots = Vec::new();
        for series in &self.panel.series {
            let place = |p: &(f64, f64)| Some((self.x.place(p.0)?, self.y.place(p.1)?));
            let places: Vec<_> = series.points.iter().map(place).collect();
            if series.look == Look::Marks {
                // A hidden mark is gone; a hidden piece of a line is still guessed.
                let marks = places.iter().flatten().map(|p| frame.spot(*p));
                spots.extend(marks.flat_map(|spot| [spot; 20]));
                continue;
            }
            for part in cut(&places) {
                let line: Vec<_> = part.iter().map(|p| frame.exact(*p)).collect();
                let step = f64::from(fine(6));
                let pieces = dashes(&line, &[step, step]);
                spots.extend(pieces.iter().flatten().map(|p| (p.0 as i32, p.1 as i32)));
            }
        }
        spots
    }
}

/// Where the axes meet the picture.
struct Frame {
    left: i32,
    top: i32,
    wide: i32,
    high: i32,
}

impl Frame {
    fn corners(&self) -> [PlotPoint; 2] {
        let base = (self.left + self.wide, self.top + self.high);
        [(self.left, self.top), base]
    }

    /// From shares of the axes to the picture.
    fn exact(&self, place: (f64, f64)) -> (f64, f64) {
        let x = f64::from(self.left) + place.0 * f64::from(self.wide);
        let y = f64::from(self.top) + (1.0 - place.1) * f64::from(self.high);
        (x, y)
    }

    fn spot(&self, place: (f64, f64)) -> PlotPoint {
        let (x, y) = self.exact(place);
        (x.round() as i32, y.round() as i32)
    }
}
