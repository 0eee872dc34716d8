//! Strokes and marks: dashes and shapes that differ without colour.

use super::Look;
use super::line::dashes;
use super::picture::FINE;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, PathElement, Polygon};
use plotters::prelude::{DrawingBackend, RGBColor};
use plotters::style::{Color, ShapeStyle, WHITE};

pub(super) type Area<DB> = DrawingArea<DB, Shift>;
pub(super) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;
pub(super) type PlotPoint = (i32, i32);

pub(super) const GREY: RGBColor = RGBColor(110, 110, 110);
pub(super) const PALE: RGBColor = RGBColor(225, 225, 225);
/// Dark enough to print, and apart from each other in grey as far as that goes.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 0, 0),
    RGBColor(20, 90, 170),
    RGBColor(190, 45, 35),
    RGBColor(35, 125, 70),
    RGBColor(125, 70, 165),
    RGBColor(170, 110, 10),
    RGBColor(0, 130, 140),
    RGBColor(200, 60, 140),
];
/// Ink and gap in turn.
const DASHES: [&[f64]; 8] = [
    &[],
    &[9.0, 5.0],
    &[2.0, 4.0],
    &[11.0, 4.0, 2.0, 4.0],
    &[18.0, 5.0],
    &[8.0, 3.0, 2.0, 3.0, 2.0, 3.0],
    &[4.0, 2.0],
    &[14.0, 3.0, 5.0, 3.0],
];

pub(super) fn fine(units: i32) -> i32 {
    units * FINE as i32
}

pub(super) fn ink(colour: RGBColor, tenths: u32) -> ShapeStyle {
    colour.stroke_width((tenths * FINE / 10).max(1))
}

/// A box as a line: the crate's own has no width in SVG.
pub(super) fn outline<DB: DrawingBackend>(
    area: &Area<DB>,
    [a, b]: [PlotPoint; 2],
    pen: ShapeStyle,
) -> Drawn<DB> {
    area.draw(&PathElement::new([a, (b.0, a.1), b, (a.0, b.1), a], pen))
}

pub(super) fn stroke<DB: DrawingBackend>(
    area: &Area<DB>,
    line: &[(f64, f64)],
    look: Look,
    style: usize,
) -> Drawn<DB> {
    let colour = COLOURS[style % COLOURS.len()];
    let (pen, pattern): (ShapeStyle, &[f64]) = match look {
        Look::Guide => (ink(GREY, 12), &[1.5, 3.0]),
        Look::LineAndMarks => (ink(colour, 10), DASHES[style % DASHES.len()]),
        _ => (ink(colour, 18), DASHES[style % DASHES.len()]),
    };
    let pattern: Vec<f64> = pattern
        .iter()
        .map(|units| units * f64::from(FINE))
        .collect();
    for part in dashes(line, &pattern) {
        let mut spots: Vec<PlotPoint> = part
            .iter()
            .map(|p| (p.0.round() as i32, p.1.round() as i32))
            .collect();
        spots.dedup();
        if spots.len() > 1 {
            area.draw(&PathElement::new(spots, pen))?;
        }
    }
    Ok(())
}

/// Marks that differ in shape, and in being full or hollow.
pub(super) fn mark<DB: DrawingBackend>(area: &Area<DB>, at: PlotPoint, style: usize) -> Drawn<DB> {
    let colour = COLOURS[style % COLOURS.len()];
    let (x, y) = at;
    let r = fine(4);
    let pen = ink(colour, 14);
    let shape = |corners: &[PlotPoint]| {
        let mut spots: Vec<PlotPoint> = corners.iter().map(|c| (x + c.0, y + c.1)).collect();
        spots.push(spots[0]);
        spots
    };
    let square = shape(&[(-r, -r), (r, -r), (r, r), (-r, r)]);
    let up = shape(&[(0, -r * 5 / 4), (r * 5 / 4, r), (-r * 5 / 4, r)]);
    let diamond = shape(&[
        (0, -r * 3 / 2),
        (r * 3 / 2, 0),
        (0, r * 3 / 2),
        (-r * 3 / 2, 0),
    ]);
    let hollow = |spots: Vec<PlotPoint>| {
        area.draw(&Polygon::new(spots.clone(), WHITE.filled()))?;
        area.draw(&PathElement::new(spots, pen))
    };
    match style % 8 {
        0 => area.draw(&Circle::new(at, r, colour.filled())),
        1 => hollow(square),
        2 => area.draw(&Polygon::new(up, colour.filled())),
        3 => {
            area.draw(&PathElement::new([(x - r, y - r), (x + r, y + r)], pen))?;
            area.draw(&PathElement::new([(x - r, y + r), (x + r, y - r)], pen))
        }
        4 => {
            area.draw(&Circle::new(at, r, WHITE.filled()))?;
            area.draw(&Circle::new(at, r, pen))
        }
        5 => area.draw(&Polygon::new(diamond, colour.filled())),
        6 => hollow(up),
        _ => {
            area.draw(&PathElement::new([(x - r, y), (x + r, y)], pen))?;
            area.draw(&PathElement::new([(x, y - r), (x, y + r)], pen))
        }
    }
}
