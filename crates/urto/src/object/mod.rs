//! Bodies, seen only through their points.
//!
//! A contact needs to know very little about a body: where its contact point will be one step
//! from now if nothing pushes, and how far a newton would move it. Everything else is the
//! body's own business, so every contact law works on every kind of body.

mod aired;
mod bank;
mod carried;
#[cfg(test)]
mod contract;
mod driven;
mod ensemble;
mod lookahead;
mod mass;
mod modal;
mod mode;
mod names;
mod outline;
mod particle;
mod passing;
mod registry;
mod resonances;
mod resonator;
mod ringing;
mod seen;
mod shapes;
mod sprung_mass;
mod stretching;
mod string;
mod surface;
mod tumble;
mod two_points;
mod wall;

pub(crate) use carried::{CarriedBody, Carrier};
pub use driven::{Driven, DrivenParams};
pub use ensemble::corner;
pub(crate) use ensemble::{Ensemble, Member, MemberPoint};
pub use mass::{Mass, MassParams};
pub use modal::{Modal, ModalParams};
pub use mode::{AllModes, Mode, ModeLevel, free_bar_shape};
pub use outline::Outline;
pub use particle::{Particle, ParticleParams};
pub(crate) use registry::KINDS;
pub use registry::{NamedPoint, ObjectKind, Place};
pub(crate) use resonances::Resonances;
pub use resonator::Resonator;
pub use ringing::{Outlook, SPAN};
pub use shapes::{FreeBar, Shapes};
pub(crate) use sprung_mass::SprungMass;
pub(crate) use stretching::{Stretch, Stretching};
pub use string::{Measure, StringBody, StringParams};
pub use surface::{Direction, Found, Surface, SurfacePlace};
pub use tumble::Tumble;
pub(crate) use two_points::Touched;
pub use wall::{Wall, WallParams};

pub use crate::coast::Coast;
pub use crate::simd::ring::BLOCK;

use crate::energy::Books;
use crate::param::{ParamId, Value};
use crate::picture;
use core::any::Any;
use core::ops::Range;

/// A place on a body and a direction there: a handle that the body gave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Point(pub u32);

impl Point {
    /// The handle as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What one newton, held during the step, adds to the free motion of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// Displacement \[m/N\].
    pub displacement: f64,
    /// Velocity at the end of the step \[m/s/N\].
    pub velocity: f64,
}

/// A vibrating body, seen only through its points.
///
/// The contract, tested for every kind: during a step, [`energy`](Object::energy) changes by the
/// sum of newtons times displacement over the pushed points, plus what [`books`](Object::books)
/// says was injected, minus what it says was dissipated; and what is dissipated is not negative.
///
/// This is the physics. What else a body can do are small traits of their own, reached by methods
/// that give `None` where it cannot.
pub trait Object: Any + Send {
    /// Works out the free motion of the coming step; called once per step, before anything else.
    fn begin(&mut self);
    /// Motion of a point over the step under no force at all, its thrust left out too. Asking
    /// changes nothing.
    fn coast(&self, point: Point) -> Coast;
    /// External force \[N\] on a point during the step, whose effect [`coast`](Object::coast) leaves
    /// out: it is summed with the contacts' forces before anything moves, so that a body pressed
    /// hard against another keeps its digits.
    fn thrust(&self, _point: Point) -> f64 {
        0.0
    }
    /// What one newton held at `from` during the step adds at `at`.
    fn response(&self, at: Point, from: Point) -> Response;
    /// Adds a force \[N\] held during the step.
    fn push(&mut self, point: Point, newtons: f64);
    /// Takes the step.
    fn end(&mut self);
    /// Mechanical energy now held \[J\].
    fn energy(&self) -> f64;
    /// Work from outside and losses so far.
    fn books(&self) -> Books;
    /// Where a point is now \[m\].
    fn displacement(&self, point: Point) -> f64;
    /// How fast a point moves now \[m/s\].
    fn velocity(&self, point: Point) -> f64;
    /// Changes one of its parameters while it moves, keeping the books true. Tells whether the
    /// value was taken as it came.
    fn set(&mut self, id: &ParamId, value: &Value) -> bool;
    /// Back to rest at the start, books closed.
    fn reset(&mut self);
    /// A number that changes whenever responses change.
    fn revision(&self) -> u32 {
        0
    }
    /// Whether its motion is prescribed, so that no force moves it.
    fn is_rigid(&self) -> bool {
        false
    }
    /// Whether it is at rest and needs no steps until it is pushed.
    fn is_asleep(&self) -> bool {
        false
    }
    /// What had to be changed to build it (modes left out, say), in plain words.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// Its named points; `None` for a body that is a single point, [`Point`] 0.
    fn points(&mut self) -> Option<&mut dyn Points> {
        None
    }
    /// Whoever gives it a speed at once.
    fn throwable(&mut self) -> Option<&mut dyn Throwable> {
        None
    }
    /// Its modes, to be changed while they ring.
    fn retunable(&mut self) -> Option<&mut dyn Retunable> {
        None
    }
    /// What it does untouched, for many steps at once.
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        None
    }
    /// Its steps, to be divided.
    fn divisible(&mut self) -> Option<&mut dyn Divisible> {
        None
    }
    /// How it is heard, if otherwise than by the velocity of its points.
    fn sounding(&self) -> Option<&dyn Sounding> {
        None
    }
    /// How it is heard in the air around it.
    fn radiating(&mut self) -> Option<&mut dyn Radiating> {
        None
    }
    /// What it looks like, and where its points are, for pictures.
    fn shape(&self) -> Option<&dyn Shaped> {
        None
    }
}

/// A body with named points.
pub trait Points {
    /// The point of this name; of an empty name, the only point there is.
    fn find(&self, name: &str) -> Option<Point>;
    /// The names of its points, for messages.
    fn names(&self) -> Vec<&str>;
    /// Moves a point to another place on the body, without allocation. Returns by how much the
    /// displacement seen at the point jumped \[m\]; `None` if the body has no such place.
    fn move_point(&mut self, point: Point, to: Position) -> Option<f64>;
    /// The points that lie at the same place as this one, itself among them, and are moved with it:
    /// the normal and the tangents of a surface. They are counted from 0.
    fn beside(&self, point: Point, number: usize) -> Option<Point> {
        (number == 0).then_some(point)
    }
}

/// A place to which a point can be moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Position {
    /// From 0 to 1 along the body.
    Along(f64),
    /// On its surface.
    Surface(SurfacePlace),
}

impl From<f64> for Position {
    fn from(along: f64) -> Self {
        Self::Along(along)
    }
}

impl From<SurfacePlace> for Position {
    fn from(place: SurfacePlace) -> Self {
        Self::Surface(place)
    }
}

/// A body that can be given a speed at once.
pub trait Throwable {
    /// Gives it a velocity \[m/s\] at a point; booked as injected.
    fn throw(&mut self, point: Point, velocity: f64);
}

/// A body whose modes can be changed while they ring.
pub trait Retunable {
    /// Changes one of its modes at once, without gain of energy or speed.
    fn retune(&mut self, mode: usize, to: &Mode);
    /// Says what one of its modes is to become: at once if the body is at rest, else it goes there
    /// in small steps of its own, so that nothing clicks, and is there when it is reset.
    fn aim(&mut self, mode: usize, to: &Mode) {
        self.retune(mode, to);
    }
}

/// A body that knows beforehand what it does while nothing touches it.
pub trait FreeRun {
    /// Lowest and highest displacement \[m\] of a point during N steps; `None` if it cannot
    /// tell.
    fn reach(&self, point: Point, steps: usize) -> Option<[f64; 2]>;
    /// Prepares for [`foresee`](FreeRun::foresee); tells whether it can, now.
    fn prepare(&mut self) -> bool;
    /// Writes what will be heard at a point in some blocks of [`BLOCK`] samples, counted from now
    /// up to [`SPAN`]; the body stays where it is.
    fn foresee(&mut self, point: Point, heard: Forecast, blocks: Range<usize>, out: Outlook);
    /// Takes N steps.
    fn advance(&mut self, steps: usize);
}

/// A body whose steps can be parts of a sample: for blows too short for whole ones.
pub trait Divisible {
    /// Makes ready for steps of one in N parts of a sample. Allocates.
    fn prepare_parts(&mut self, parts: u32);
    /// From now on steps are such parts, or whole samples again. A sample ends whole: nothing but
    /// steps comes between the two.
    fn divide(&mut self, divided: bool);
}

/// A body that is heard otherwise than by the velocity of its points.
pub trait Sounding {
    /// Velocity of the body as a whole \[m/s\], without its vibration: nothing one hears.
    fn flight(&self) -> f64;
    /// Velocity \[m/s\] of a point as it is heard: without the flight of the whole body, and
    /// without what is too slow to be heard.
    fn ringing(&self, point: Point) -> f64;
    /// How its modes ring, as many as there is room for; tells how many those are.
    fn levels(&self, into: &mut [ModeLevel]) -> usize;
}

/// A body that knows how it is heard in the air around it.
pub trait Radiating {
    /// From now on [`Sounding::ringing`] of a point tells what is heard at a place in the air \[m\],
    /// from the middle of the body, without the time that sound takes. Tells whether it can.
    /// Allocates.
    fn listen_in_air(&mut self, point: Point, place: [f64; 3]) -> bool;
    /// Moves such a point to another place in the air, within 64 steps, without allocation.
    fn move_listener(&mut self, point: Point, to: [f64; 3]);
}

/// A body that can be seen.
pub trait Shaped {
    /// Its form at rest and what moves it; `None` if it has none. Allocates.
    fn part(&self) -> Option<picture::PicturePart>;
    /// Writes displacement \[m\] and velocity \[m/s\] now of everything that moves a part of its
    /// own; those that follow the body's points are known without it.
    fn swing(&self, part: &picture::PicturePart, into: &mut [[f64; 2]]) {
        let _ = (part, into);
    }
}

impl dyn Object {
    /// [`Sounding::flight`], 0 for a body that does not tell.
    pub fn flight(&self) -> f64 {
        self.sounding().map_or(0.0, |own| own.flight())
    }
    /// [`Sounding::ringing`], or the velocity of the point.
    pub fn ringing(&self, point: Point) -> f64 {
        match self.sounding() {
            Some(own) => own.ringing(point),
            None => self.velocity(point),
        }
    }
    /// [`Sounding::levels`], none for a body that does not tell.
    pub fn levels(&self, into: &mut [ModeLevel]) -> usize {
        self.sounding().map_or(0, |own| own.levels(into))
    }
}

/// Whether [`Object::begin`] does anything, now or later. For speed alone: many bodies have
/// nothing to do there, and are not called.
pub(crate) fn begins(object: &dyn Object) -> bool {
    let object: &dyn Any = object;
    let idle = object.is::<Mass>()
        || object.is::<Particle>()
        || object.is::<Driven>()
        || object.is::<Wall>()
        || object.is::<SprungMass>()
        || object.is::<Ensemble>();
    !idle
}

/// The body that a maker built, in whatever was put around it.
pub(crate) fn made(object: &mut dyn Object) -> &mut dyn Object {
    let any: &dyn Any = object;
    let carried = any.is::<CarriedBody>();
    let tumbles = any.downcast_ref().is_some_and(Tumble::has_ring);
    if !carried && !tumbles {
        return object;
    }
    let any: &mut dyn Any = object;
    let within = match carried {
        true => any.downcast_mut().map(CarriedBody::own),
        false => any.downcast_mut().and_then(Tumble::ring),
    };
    match within {
        Some(own) => made(own),
        // It was looked at above.
        None => unreachable!(),
    }
}

/// What is foreseen at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forecast {
    /// [`Object::velocity`].
    Velocity,
    /// [`Sounding::ringing`].
    Ringing,
}

/// The bit of a revision that says that steps are parts of a sample: far beyond how often anything
/// is changed.
pub(crate) const DIVIDED: u32 = 1 << 31;

/// Speeds below this are taken for rest \[m/s\]. The threshold of hearing is a particle velocity
/// of about 5e-8 m/s, so this is 150 dB below what could be heard at the body itself; and it is
/// far above the numbers (1e-308) at which arithmetic becomes slow.
pub const QUIET: f64 = 1e-15;
