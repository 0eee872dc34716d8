//! A place on a body as a sound's parameters say it: along its line, or on its surface.

use super::{BodyParams, Maker};
use crate::math::{self, TAU};
use crate::object::{Direction, Found, NamedPoint, Place, SurfacePlace};
use crate::param::Resource;
use crate::picture::Vector;

crate::choice! {
    /// What a place is told by.
    pub enum SpotOn {
        /// Its position from 0 to 1 along the body's line.
        Line = "line",
        /// x, y and z, on the surface of a body from a mesh.
        Surface = "surface",
    }
}

crate::params! {
    /// A place on the surface of a body from a mesh, instead of one along its line.
    pub struct SpotParams("spot") {
        /// Whether the place is a position along the body's line, or lies on the surface, where x, y
        /// and z say. A body without a surface (only bodies from meshes have one) keeps to its line.
        on: SpotOn::Line, Choice(SpotOn), "", Block, expert;
        /// Where the place lies in the box around the body, along x: 0 is the lowest, 1 the highest.
        /// The nearest place on the surface is meant.
        x: 0.5, Linear(0.0, 1.0), "", Block, expert, spread 0.0;
        /// Where the place lies in the box around the body, along y: 0 is the lowest, 1 the highest.
        y: 0.5, Linear(0.0, 1.0), "", Block, expert, spread 0.0;
        /// Where the place lies in the box around the body, along z: 0 is the lowest, 1 the highest.
        z: 1.0, Linear(0.0, 1.0), "", Block, expert, spread 0.0;
        /// The place in words, which become x, y and z when the body is loaded: a named patch of the
        /// body (`rim`), a vertex (`vertex 12`), or what is nearest to three lengths in the body's own
        /// frame (`10mm 0 25mm`).
        words: Resource::default(), Resource("a patch, a vertex or three lengths", "place"), "", Rebuild, expert;
    }
}

/// Where a body is touched or heard: along its line or, if it has a surface, at a place of that.
///
/// ```
/// use urto::body::{Spot, SpotOn, SpotParams};
/// let plain = Spot::new(0.3, &SpotParams::default());
/// assert_eq!(plain, Spot::from(0.3));
/// let tip = SpotParams { on: SpotOn::Surface, x: 1.0, ..SpotParams::default() };
/// assert!(Spot::new(0.3, &tip).on_surface().is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    along: f64,
    /// Shares of the box around the body.
    on: Option<Vector>,
    /// How far aside from where the parameters say.
    aside: f64,
}

impl From<f64> for Spot {
    fn from(along: f64) -> Self {
        Self {
            along,
            on: None,
            aside: 0.0,
        }
    }
}

impl Spot {
    /// The place that a position and its spot say.
    pub fn new(along: f64, spot: &SpotParams) -> Self {
        let on = match spot.on {
            SpotOn::Line => None,
            SpotOn::Surface => Some([spot.x, spot.y, spot.z]),
        };
        Self {
            on,
            ..Self::from(along)
        }
    }

    /// A place beside this one, by a share of the body's length.
    pub fn aside(self, by: f64) -> Self {
        Self {
            along: (self.along + by).clamp(0.0, 1.0),
            aside: (self.aside + by).clamp(-1.0, 1.0),
            ..self
        }
    }

    /// The same place elsewhere: another position along the line, on the surface so far aside.
    pub fn shifted(self, along: f64, aside: f64) -> Self {
        Self {
            along: along.clamp(0.0, 1.0),
            aside: aside.clamp(-1.0, 1.0),
            ..self
        }
    }

    /// The same place after so many turns about the upright (z) through the middle of the box: on a
    /// round body it goes round. On the line it is at `along` then.
    pub fn turned(self, along: f64, turns: f64) -> Self {
        let angle = TAU * (turns - turns.floor());
        let (sin, cos) = (math::sin(angle), math::cos(angle));
        let turned = |[x, y, z]: Vector| {
            let (x, y) = (x - 0.5, y - 0.5);
            [0.5 + cos * x - sin * y, 0.5 + sin * x + cos * y, z]
        };
        Self {
            along,
            on: self.on.map(turned),
            ..self
        }
    }

    /// The position from 0 to 1 along the body's line, for a body that has no surface.
    pub fn along(self) -> f64 {
        self.along
    }

    /// The place on the surface, for a body that has one; `None` if the line is meant.
    pub fn on_surface(self) -> Option<SurfacePlace> {
        let aside = self.aside;
        self.on.map(|shares| SurfacePlace::InBox { shares, aside })
    }

    /// How far two places are apart, about, as a share of the body's length; as far as can be if only
    /// one lies along its line.
    pub fn apart(self, other: Self) -> f64 {
        match (self.on, other.on) {
            (None, None) => (self.along - other.along).abs(),
            (Some(a), Some(b)) => {
                let apart = |axis: usize| (a[axis] - b[axis]).abs();
                let aside = (self.aside - other.aside).abs();
                (0..3).map(apart).fold(aside, f64::max)
            }
            _ => 1.0,
        }
    }

    /// This place, moved towards another one by no more than a share of the body's length. From its
    /// line to its surface and back there is no way: it is there at once.
    pub fn towards(self, to: Self, most: f64) -> Self {
        let nearer = |from: f64, to: f64| from + (to - from).clamp(-most, most);
        let on = match (self.on, to.on) {
            (Some(a), Some(b)) => Some([0, 1, 2].map(|axis| nearer(a[axis], b[axis]))),
            (None, None) => None,
            _ => return to,
        };
        Self {
            along: nearer(self.along, to.along),
            on,
            aside: nearer(self.aside, to.aside),
        }
    }
}

impl BodyParams {
    /// A point of this body, out of its surface.
    pub fn point(&self, name: impl Into<String>, spot: impl Into<Spot>) -> NamedPoint {
        let spot = spot.into();
        let place = match spot.on_surface().filter(|_| self.has_surface()) {
            Some(on) => Place::Surface(on, Direction::Normal),
            None => Place::Along(spot.along),
        };
        let name = name.into();
        NamedPoint { name, place }
    }

    /// Whether places can be told on its surface: those of bodies from meshes can.
    pub fn has_surface(&self) -> bool {
        self.loaded()
            .is_some_and(|loaded| loaded.0.surface().is_some())
    }
}

/// A spot that was looked for on a body once, for the shapes of all modes there.
#[derive(Clone, Copy)]
pub(super) enum Looked {
    Along(f64),
    Surface(Found),
}

impl Looked {
    pub fn at(spot: Spot, maker: &dyn Maker) -> Self {
        let found = |on| maker.surface()?.find(on);
        match spot.on_surface().and_then(found) {
            Some(found) => Self::Surface(found),
            None => Self::Along(spot.along),
        }
    }

    /// Shape of a mode there, out of the surface.
    pub fn shape(self, maker: &dyn Maker, mode: usize) -> f64 {
        match self {
            Self::Along(position) => maker.shape(mode, position),
            Self::Surface(found) => maker.on_surface(mode, found, Direction::Normal),
        }
    }
}
