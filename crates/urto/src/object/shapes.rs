//! How a body's modes are shaped, and what that makes of a point.

use super::NamedPoint;
use super::mode::free_bar_shape;
use super::registry::Place;
use crate::error::BuildError;

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

/// The shape of every mode at a point, and of the flight if there is one.
pub(super) fn shape_row(
    point: &NamedPoint,
    along: &dyn Shapes,
    count: usize,
    total: usize,
) -> Result<Vec<f64>, BuildError> {
    let mut row: Vec<f64> = match &point.place {
        Place::Along(position) if !(0.0..=1.0).contains(position) => {
            return Err(BuildError::Body(format!(
                "point '{}' lies at {position}; a position must be between 0 and 1",
                point.name
            )));
        }
        Place::Along(position) => (0..count).map(|n| along.at(n, *position)).collect(),
        Place::Shape(shape) | Place::Tangent(shape) if shape.len() == count => shape.clone(),
        Place::Shape(shape) | Place::Tangent(shape) => {
            return Err(BuildError::Body(format!(
                "point '{}' has {} shape values, but the body has {count} modes; give one per mode",
                point.name,
                shape.len()
            )));
        }
    };
    if let Some(bad) = row.iter().find(|x| !x.is_finite() || x.abs() > 1e3) {
        return Err(BuildError::Body(format!(
            "point '{}' has the shape value {bad}; allowed are -1000 to 1000",
            point.name
        )));
    }
    // A body that flies moves alike everywhere, along the normal.
    let flight = if matches!(point.place, Place::Tangent(_)) {
        0.0
    } else {
        1.0
    };
    row.resize(total, flight);
    Ok(row)
}
