//! The kinds of objects that scenes can name.

use super::{
    Direction, Driven, DrivenParams, Mass, MassParams, Modal, ModalParams, Object, Particle,
    ParticleParams, StringBody, StringParams, SurfacePlace, Wall, WallParams,
};
use crate::error::BuildError;
use crate::param::{Declared, Params, Table};
use crate::rate::Rate;

/// Where a named point lies.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A position from 0 to 1 along the body.
    Along(f64),
    /// The signed shape of each mode there, out of the surface.
    Shape(Vec<f64>),
    /// The signed shape of each mode there, along the surface. A body that flies does so along the
    /// normal, so that its flight does not show in this direction; only on a
    /// [`Surface`](super::Surface) does it fly in space.
    Tangent(Vec<f64>),
    /// A place on the body's surface, and a direction there.
    Surface(SurfacePlace, Direction),
}

impl Place {
    /// The position, if it is given by one.
    pub fn along(&self) -> Option<f64> {
        match self {
            Place::Along(position) => Some(*position),
            _ => None,
        }
    }
}

/// A point and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPoint {
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub place: Place,
}

impl NamedPoint {
    /// A place with its directions: `name` for the normal, `name.tangent` and `name.tangent2` for
    /// those along the surface, each by the shape of every mode there. They are points of their
    /// own, and what a force in one direction does in another is the body's
    /// [response](Object::response).
    ///
    /// ```
    /// use urto::object::{Modal, ModalParams, Mode, NamedPoint, Object, Point};
    /// let modes = vec![Mode::default(), Mode { frequency: 700.0, ..Default::default() }];
    /// let bar = ModalParams { modes, ..Default::default() };
    /// let tip = NamedPoint::in_space("tip", vec![1.0, 0.2], vec![vec![0.1, 0.9]]);
    /// let bar = Modal::new(&bar, &tip, urto::Rate::new(48_000.0)?)?;
    /// let (normal, tangent) = (Point(0), Point(1));
    /// assert_eq!(bar.response(normal, tangent), bar.response(tangent, normal));
    /// # Ok::<(), urto::BuildError>(())
    /// ```
    pub fn in_space(name: &str, normal: Vec<f64>, tangents: Vec<Vec<f64>>) -> Vec<Self> {
        let mut points = vec![Self {
            name: name.to_owned(),
            place: Place::Shape(normal),
        }];
        for (tangent, direction) in tangents.into_iter().zip(Self::TANGENTS) {
            points.push(Self {
                name: format!("{name}.{direction}"),
                place: Place::Tangent(tangent),
            });
        }
        points
    }

    /// A place on a surface with its directions: `name` for the normal, `name.tangent` and
    /// `name.tangent2` for those along it. See [`Surface`](super::Surface).
    pub fn on_surface(name: &str, place: SurfacePlace) -> Vec<Self> {
        let names = [
            name.to_owned(),
            format!("{name}.{}", Self::TANGENTS[0]),
            format!("{name}.{}", Self::TANGENTS[1]),
        ];
        let directions = names.into_iter().zip(Direction::ALL);
        let points = directions.map(|(name, direction)| Self {
            name,
            place: Place::Surface(place, direction),
        });
        points.collect()
    }

    /// What the directions along a surface are called.
    pub const TANGENTS: [&str; 2] = ["tangent", "tangent2"];
}

/// Builds an object of one kind from its parameters and named points.
type Build = fn(&dyn Params, &[NamedPoint], Rate) -> Result<Box<dyn Object>, BuildError>;

/// A kind of object.
pub struct ObjectKind {
    /// Its key in files: `kind = "modal"`.
    pub key: &'static str,
    /// What can be set.
    pub table: &'static Table,
    /// What [`Object::set`] takes while it sounds: mostly the same.
    pub live: &'static Table,
    /// Parameters as they are when nothing is said.
    pub params: fn() -> Box<dyn Params>,
    /// Builds one. The parameters must be of this kind.
    pub build: Build,
}

/// The kinds that this crate knows; hosts read them from the [catalogue](crate::catalogue).
pub(crate) const KINDS: &[ObjectKind] = &[
    ObjectKind::of::<MassParams>(|params, points, rate| {
        Ok(Box::new(Mass::new(params, points, rate)?))
    }),
    ObjectKind::of::<ParticleParams>(|params, points, rate| {
        Ok(Box::new(Particle::new(params, points, rate)?))
    }),
    ObjectKind::of::<ModalParams>(|params, points, rate| {
        Ok(Box::new(Modal::new(params, points, rate)?))
    }),
    ObjectKind::of::<StringParams>(|params, points, rate| {
        Ok(Box::new(StringBody::new(params, points, rate)?))
    }),
    ObjectKind::of::<WallParams>(|params, points, _| Ok(Box::new(Wall::new(params, points)?))),
    ObjectKind::of::<DrivenParams>(|params, points, rate| {
        Ok(Box::new(Driven::new(params, points, rate)?))
    }),
];

impl ObjectKind {
    /// A kind whose key and parameters are those of a table.
    pub const fn of<P: Declared>(build: Build) -> Self {
        Self {
            key: P::TABLE.key,
            table: &P::TABLE,
            live: &P::TABLE,
            params: || Box::new(P::default()),
            build,
        }
    }
}

/// Refuses named points on a body that is a single point.
pub(super) fn one_point(kind: &'static str, points: &[NamedPoint]) -> Result<(), BuildError> {
    match points.first() {
        None => Ok(()),
        Some(point) => Err(BuildError::TakesNoPoints {
            kind,
            point: point.name.clone(),
        }),
    }
}

/// Refuses two points of one name.
pub(super) fn distinct(points: &[NamedPoint]) -> Result<(), BuildError> {
    for (index, point) in points.iter().enumerate() {
        if points[..index].iter().any(|other| other.name == point.name) {
            return Err(BuildError::Duplicate {
                what: "point",
                name: point.name.clone(),
            });
        }
    }
    Ok(())
}
