//! What can be wrong with a surface that is to be a solid body, in words.

use super::Unit;
use core::fmt;

/// A body larger than this \[m\] is asked about: bells and bridges' girders are smaller.
pub(super) const LARGEST_BODY: f64 = 20.0;
/// A body smaller than this \[m\] too: what it rings with is beyond hearing.
pub(super) const SMALLEST_BODY: f64 = 1e-3;
/// A size that a struck thing usually has \[m\]; for guessing the unit.
const USUAL: [f64; 2] = [0.005, 5.0];

/// A place, shortened for reading \[m\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near(pub [f64; 3]);

impl fmt::Display for Near {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let largest = self.0.iter().fold(0.0f64, |most, own| most.max(own.abs()));
        // What is rounding beside the others is shown as 0.
        let [x, y, z] = self
            .0
            .map(|own| if own.abs() < 1e-6 * largest { 0.0 } else { own });
        let [x, y, z] = [x, y, z].map(short);
        write!(f, "({x}, {y}, {z})")
    }
}

/// Four digits.
pub(crate) fn short(number: f64) -> String {
    let rounded: f64 = format!("{number:.3e}").parse().unwrap_or(number);
    // Not "-0".
    format!("{}", rounded + 0.0)
}

/// One thing that is wrong. Places are in metres, after the unit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A surface that was put together wrongly; readers give none such.
    #[error(
        "triangles whose corners do not exist or are not at finite places: {count}; allowed are the numbers of its points from 0"
    )]
    Broken {
        /// How many.
        count: usize,
    },
    /// There is nothing.
    #[error("it has no triangles; export the shape with its faces")]
    Empty,
    /// Parts of the surface lie at each other without being joined.
    #[error(
        "points that lie at the same place as others: {points}, the first near {place}, so that triangles there do not hold together; join them in the program that made it (merge by distance), or use --repair"
    )]
    Unwelded {
        /// How many could be left out.
        points: usize,
        /// Where one is.
        place: Near,
    },
    /// Triangles without an area.
    #[error(
        "triangles without an area (all corners in a line): {count}, the first near {place}; remove them in the program that made it, or use --repair"
    )]
    Degenerate {
        /// How many.
        count: usize,
        /// Where the first is.
        place: Near,
    },
    /// The same triangle more than once.
    #[error(
        "triangles that are there more than once: {count}, the first near {place}; remove them in the program that made it, or use --repair"
    )]
    Doubled {
        /// How many too many.
        count: usize,
        /// Where the first is.
        place: Near,
    },
    /// It has holes, or is a sheet.
    #[error(
        "it is not closed: edges with a triangle on one side only: {edges}, one near {place}; a solid body needs a closed surface: give a sheet a thickness, fill holes in the program that made it, or use --repair, which fills them"
    )]
    Open {
        /// How many open edges.
        edges: usize,
        /// The middle of one.
        place: Near,
    },
    /// Three or more triangles meet in an edge.
    #[error(
        "edges where three or more triangles meet: {edges} ({most} at one near {place}), that is walls inside it, or parts that touch in a line; remove the inner walls in the program that made it, or use --repair, which takes such parts apart"
    )]
    Shared {
        /// How many edges.
        edges: usize,
        /// The most triangles at one.
        most: usize,
        /// The middle of that one.
        place: Near,
    },
    /// Neighbours face different ways.
    #[error(
        "edges where one triangle faces out and its neighbour in: {edges}, one near {place}; make the normals consistent in the program that made it, or use --repair"
    )]
    Turned {
        /// How many edges.
        edges: usize,
        /// The middle of one.
        place: Near,
    },
    /// A closed surface without anything in it.
    #[error(
        "it is closed but has no volume: both sides lie on each other near {place}; give the shape a thickness"
    )]
    NoVolume {
        /// Where.
        place: Near,
    },
    /// It is in pieces.
    #[error(
        "it is in {parts} parts that do not touch, the second near {place}; join them in the program that made it, or use --repair, which keeps the largest"
    )]
    Parts {
        /// How many.
        parts: usize,
        /// Where the second is.
        place: Near,
    },
    /// It goes through itself.
    #[error(
        "its surface goes through itself: pairs of triangles that cross: {more}{pairs}, one near {place}; unite the parts in the program that made it (boolean union); this cannot be repaired here"
    )]
    Crossing {
        /// How many pairs.
        pairs: usize,
        /// "at least " where not all were counted.
        more: &'static str,
        /// Where one is.
        place: Near,
    },
    /// It could not be seen in time whether it goes through itself.
    #[error(
        "it is such a tangle of {triangles} triangles over each other that it cannot be checked; make the shape anew with fewer, evener triangles"
    )]
    Tangle {
        /// How many.
        triangles: usize,
    },
    /// It is much larger or smaller than what one strikes.
    #[error("it is {} {along}: {advice}", told_length(*.size))]
    Size {
        /// Its longest side \[m\].
        size: f64,
        /// Which that is: tall, wide.
        along: &'static str,
        /// What to do.
        advice: String,
    },
}

fn told_length(metres: f64) -> String {
    match metres {
        ..1e-6 => format!("{} nm", short(metres * 1e9)),
        ..1e-3 => format!("{} um", short(metres * 1e6)),
        ..1.0 => format!("{} mm", short(metres * 1e3)),
        ..1e4 => format!("{} m", short(metres)),
        _ => format!("{} km", short(metres * 1e-3)),
    }
}

/// The fault of a body's size, if it has one.
pub(crate) fn size_fault(sides: [f64; 3], unit: Unit) -> Option<Fault> {
    let longest = (0..3).max_by(|a, b| sides[*a].total_cmp(&sides[*b]))?;
    let size = sides[longest];
    if (SMALLEST_BODY..=LARGEST_BODY).contains(&size) {
        return None;
    }
    let drawn = size / unit.metres();
    let mut likely = Unit::ALL.into_iter().filter(|own| {
        let size = drawn * own.metres();
        *own != unit && (USUAL[0]..=USUAL[1]).contains(&size)
    });
    let advice = match likely.next() {
        Some(own) => format!("did you mean {}? use --unit {own}", own.plural()),
        None => "bodies from 1 mm to 20 m are taken; scale it, or choose --unit m, cm, mm or in"
            .to_owned(),
    };
    let along = if longest == 2 { "tall" } else { "wide" };
    Some(Fault::Size {
        size,
        along,
        advice,
    })
}
