//! How a body's modes are shaped, and what that makes of a point.

use super::mode::free_bar_shape;
use super::registry::Place;
use super::{Direction, Found, NamedPoint, Position, Surface};
use crate::air::Radiates;
use crate::error::{BuildError, within};
use crate::picture::{Sketch, Vector};
use crate::tape::{Dear, dear};
use std::sync::Arc;

/// How a body's modes are shaped: signed displacement of each mode at a position along the body,
/// 1 where the mode's mass is given.
pub trait Shapes: Send {
    /// Shape of the `mode`-th mode (from 0) at a position from 0 to 1.
    fn at(&self, mode: usize, position: f64) -> f64;
    /// Whether positions from 0 to 1 mean anything. A body with a line flies along its normals alone,
    /// wherever it is touched; one that has only a surface flies in space.
    fn has_line(&self) -> bool {
        true
    }
    /// The body's surface, if it has one.
    fn surface(&self) -> Option<&Surface> {
        None
    }
    /// How the modes sound in the air around the body, if that is known.
    fn radiates(&self) -> Option<Arc<dyn Radiates>> {
        None
    }
    /// What a mode moves a place of the surface, along a direction.
    fn on_surface(&self, mode: usize, at: Found, direction: Direction) -> f64 {
        let surface = self.surface();
        surface.map_or(0.0, |surface| surface.moves(at, direction, mode))
    }
    /// What the body looks like, for pictures; `None` if that is not known. Allocates.
    fn sketch(&self) -> Option<Sketch> {
        None
    }
    /// What a mode moves each point of the sketch, 1 where the mode's mass is given. Allocates.
    fn moved(&self, mode: usize) -> Vec<Vector> {
        let _ = mode;
        Vec::new()
    }
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

/// Where a point of a body lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lies {
    /// Where it was put, by a row of shapes.
    Fixed,
    Along(f64),
    Surface(Found, Direction),
}

impl Lies {
    fn of(point: &NamedPoint, shapes: &dyn Shapes) -> Result<Self, BuildError> {
        let name = &point.name;
        match (&point.place, shapes.surface()) {
            (Place::Along(_), _) if !shapes.has_line() => Err(BuildError::NoLine(name.clone())),
            (Place::Along(position), _) => {
                let what = format!("the position of point '{name}'");
                within(what, *position, [0.0, 1.0])?;
                Ok(Lies::Along(*position))
            }
            (Place::Shape(_) | Place::Tangent(_), _) => Ok(Lies::Fixed),
            (Place::Surface(..), None) => Err(BuildError::NoSurface(name.clone())),
            (Place::Surface(place, direction), Some(surface)) => {
                let found = surface.place(&format!("point '{name}'"), *place)?;
                Ok(Lies::Surface(found, *direction))
            }
        }
    }

    /// Where it lies when it is moved; `None` if the body has no such place.
    pub fn moved(self, to: Position, shapes: &dyn Shapes) -> Option<Self> {
        // A line has no directions but the one out of the surface.
        let out = match self {
            Lies::Fixed => None,
            Lies::Along(_) => Some(Direction::Normal),
            Lies::Surface(_, direction) => Some(direction),
        };
        match (out, to) {
            (None, Position::Along(_)) => Some(self),
            (Some(Direction::Normal), Position::Along(to)) if shapes.has_line() => {
                let to = if to.is_finite() {
                    to
                } else {
                    return Some(self);
                };
                Some(Lies::Along(to.clamp(0.0, 1.0)))
            }
            (Some(direction), Position::Surface(place)) => {
                let found = shapes.surface()?.find(place)?;
                Some(Lies::Surface(found, direction))
            }
            _ => None,
        }
    }

    /// How far a flight of the whole body along an axis moves it; `None` where that does not depend
    /// on where it lies.
    pub fn flight(self, shapes: &dyn Shapes, axis: usize) -> Option<f64> {
        match self {
            Lies::Fixed | Lies::Along(_) => None,
            Lies::Surface(_, Direction::Normal) if shapes.has_line() => Some(1.0),
            Lies::Surface(..) if shapes.has_line() => Some(0.0),
            Lies::Surface(at, direction) => Some(shapes.surface()?.direction(at, direction)[axis]),
        }
    }

    /// The shape of a mode there; `None` where a row of shapes says it.
    pub fn shape(self, shapes: &dyn Shapes, mode: usize) -> Option<f64> {
        match self {
            Lies::Fixed => None,
            Lies::Along(position) => Some(shapes.at(mode, position)),
            Lies::Surface(at, direction) => Some(shapes.on_surface(mode, at, direction)),
        }
    }
}

/// In how many directions a body flies: along the normal alone, or along x, y and z where its
/// surface alone tells which way that is.
pub(super) fn flights(flies: bool, shapes: &dyn Shapes) -> usize {
    match (flies, shapes.has_line()) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 3,
    }
}

/// What flights move a point that is given by a row of shapes: along the normal, which on a surface
/// is taken for z, since a row says no direction.
pub(super) fn flown(flights: usize) -> &'static [f64] {
    match flights {
        0 => &[],
        1 => &[1.0],
        _ => &[0.0, 0.0, 1.0],
    }
}

/// The shape of every mode at a point, and of N flights; and where it lies.
pub(super) fn shape_row(
    point: &NamedPoint,
    shapes: &dyn Shapes,
    count: usize,
    flights: usize,
) -> Result<(Vec<f64>, Lies), BuildError> {
    let bare = shapes.surface().filter(|_| !shapes.has_line());
    if let Some(surface) = bare.filter(|own| own.modes() != count) {
        return Err(BuildError::ShapeCount {
            what: "the surface".to_owned(),
            given: surface.modes(),
            modes: count,
        });
    }
    let lies = Lies::of(point, shapes)?;
    let mut row: Vec<f64> = match &point.place {
        Place::Shape(shape) | Place::Tangent(shape) => shape.clone(),
        _ => dear(Dear::Shapes, || {
            (0..count).filter_map(|n| lies.shape(shapes, n)).collect()
        }),
    };
    check_shapes(|| format!("point '{}'", point.name), &row, count)?;
    let tangent = matches!(point.place, Place::Tangent(_));
    row.extend((0..flights).map(|axis| match lies.flight(shapes, axis) {
        Some(share) => share,
        None if tangent => 0.0,
        None => flown(flights)[axis],
    }));
    Ok((row, lies))
}

/// The points that lie at one place and are moved together, for each the first of them: those on a
/// surface whose names differ by a direction.
pub(super) fn families(points: &[NamedPoint]) -> Vec<usize> {
    let base = |point: &NamedPoint| match point.place {
        Place::Surface(..) => {
            let name = &point.name;
            let ending = |end| name.strip_suffix(end)?.strip_suffix('.');
            let base = NamedPoint::TANGENTS.iter().find_map(ending);
            Some(base.unwrap_or(name).to_owned())
        }
        _ => None,
    };
    let bases: Vec<Option<String>> = points.iter().map(base).collect();
    let all = bases.iter().enumerate();
    let first = all.map(|(index, own)| {
        let same = own.as_ref().and_then(|own| {
            let mut others = bases.iter();
            others.position(|other| other.as_ref() == Some(own))
        });
        same.unwrap_or(index)
    });
    first.collect()
}
