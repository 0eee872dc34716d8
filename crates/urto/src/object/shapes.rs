//! How a body's modes are shaped, and what that makes of a point.

use super::NamedPoint;
use super::mode::free_bar_shape;
use super::registry::Place;
use crate::error::{BuildError, within};

/// How a body's modes are shaped: signed displacement of each mode at a position along the body,
/// 1 where the mode's mass is given.
pub trait Shapes: Send {
    /// Shape of the `mode`-th mode (from 0) at a position from 0 to 1.
    fn at(&self, mode: usize, position: f64) -> f64;
}

/// The modes of a free bar, in order: what positions mean unless something else is said.
pub struct FreeBar;

impl Shapes for FreeBar {
    fn at(&self, mode: usize, position: f64) -> f64 {
        free_bar_shape(mode, position)
    }
}

/// Refuses shapes that are not one finite number for each mode.
pub(super) fn check_shapes(
    what: impl Fn() -> String,
    shapes: &[f64],
    modes: usize,
) -> Result<(), BuildError> {
    if shapes.len() != modes {
        return Err(BuildError::ShapeCount {
            what: what(),
            given: shapes.len(),
            modes,
        });
    }
    let outside = shapes.iter().find(|shape| !(-1e3..=1e3).contains(*shape));
    outside.map_or(Ok(()), |shape| {
        let what = format!("a shape value of {}", what());
        within(what, *shape, [-1e3, 1e3])
    })
}

/// The shape of every mode at a point, and of the flight if there is one.
pub(super) fn shape_row(
    point: &NamedPoint,
    along: &dyn Shapes,
    count: usize,
    total: usize,
) -> Result<Vec<f64>, BuildError> {
    let mut row: Vec<f64> = match &point.place {
        Place::Along(position) => {
            let what = format!("the position of point '{}'", point.name);
            within(what, *position, [0.0, 1.0])?;
            (0..count).map(|n| along.at(n, *position)).collect()
        }
        Place::Shape(shape) | Place::Tangent(shape) => shape.clone(),
    };
    check_shapes(|| format!("point '{}'", point.name), &row, count)?;
    // A body that flies moves alike everywhere, along the normal.
    let flight = if matches!(point.place, Place::Tangent(_)) {
        0.0
    } else {
        1.0
    };
    row.resize(total, flight);
    Ok(row)
}
