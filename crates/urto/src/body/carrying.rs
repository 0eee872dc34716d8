//! An object that a maker built, on what carries it.

use crate::error::BuildError;
use crate::object::{CarriedBody, Carrier, NamedPoint, Object, Place, Point};
use crate::rate::Rate;

/// What a body that was asked for no points is touched at.
pub(super) const TOUCH: &str = "touch";

/// Puts an object that was built with these points on its carrier, unless it can do without: it
/// neither flies nor stands on anything, and its points are counted as they were asked for.
/// Allocates.
pub(super) fn carried(
    mut own: Box<dyn Object>,
    carrier: Carrier,
    points: &[NamedPoint],
    rate: Rate,
) -> Result<Box<dyn Object>, BuildError> {
    let stands = !carrier.bank.modes.is_empty() || !carrier.further.is_empty();
    if carrier.bank.inertia == 0.0 && !stands && has_all(own.as_mut(), points) {
        return Ok(own);
    }
    let touch = NamedPoint {
        name: TOUCH.to_owned(),
        place: Place::Along(0.0),
    };
    let points = if points.is_empty() {
        core::slice::from_ref(&touch)
    } else {
        points
    };
    Ok(Box::new(CarriedBody::new(own, carrier, points, rate)?))
}

/// Whether an object's points are those that were asked for, in their order.
fn has_all(own: &mut dyn Object, asked: &[NamedPoint]) -> bool {
    match own.points() {
        None => asked.is_empty(),
        Some(points) => (0..)
            .zip(asked)
            .all(|(index, point)| points.find(&point.name) == Some(Point(index))),
    }
}
