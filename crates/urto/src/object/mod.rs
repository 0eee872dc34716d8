//! Bodies, seen only through their points.
//!
//! A contact needs to know very little about a body: where its contact point will be one step
//! from now if nothing pushes, and how far a newton would move it. Everything else is the
//! body's own business, so every contact law works on every kind of body.

mod ahead;
mod aired;
mod bank;
mod crowd;
mod driven;
mod held;
mod mass;
mod modal;
mod mode;
mod passing;
mod registry;
mod resonances;
mod resonator;
mod ringing;
mod shapes;
mod string;
mod wall;

pub use crowd::corner;
pub(crate) use crowd::{Crowd, Member, Spot};
pub use driven::{Driven, DrivenParams};
pub(crate) use held::Held;
pub use mass::{Mass, MassParams};
pub use modal::{Modal, ModalParams};
pub use mode::{Mode, ModeLevel, free_bar_shape};
pub(crate) use registry::KINDS;
pub use registry::{NamedPoint, ObjectKind, Place};
pub(crate) use resonances::Resonances;
pub use resonator::Resonator;
pub use ringing::{Outlook, SPAN};
pub use shapes::{FreeBar, Shapes};
pub use string::{Measure, StringBody, StringParams};
pub use wall::{Wall, WallParams};

pub use crate::simd::ring::BLOCK;

use crate::energy::Books;
use crate::param::{ParamId, Value};
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

/// Free motion of a point during one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coast {
    /// Displacement gained \[m\].
    pub gained: f64,
    /// Velocity at the start of the step \[m/s\].
    pub before: f64,
    /// Velocity at its end \[m/s\].
    pub after: f64,
}

/// What one newton, held during the step, adds to the free motion of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// Displacement \[m/N\].
    pub displacement: f64,
    /// Velocity at the end of the step \[m/s/N\].
    pub velocity: f64,
}

/// What a body's only contact is told before a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Met {
    /// Free motion of the point.
    pub coast: Coast,
    /// External force on it \[N\].
    pub thrust: f64,
    /// See [`Object::revision`].
    pub revision: u32,
}

/// A vibrating body, seen only through its points.
///
/// The contract, tested for every kind: during a step, [`energy`](Object::energy) changes by the
/// sum of newtons times displacement over the pushed points, plus what [`books`](Object::books)
/// says was injected, minus what it says was dissipated; and what is dissipated is not negative.
pub trait Object: Send {
    /// Works out the free motion of the coming step; called once per step, before anything else.
    fn begin(&mut self);
    /// Whether [`begin`](Object::begin) does anything, now or later.
    fn begins(&self) -> bool {
        true
    }
    /// Motion of a point over the step under no force at all, its thrust left out too.
    fn coast(&self, point: Point) -> Coast;
    /// All that the only contact of a body asks for before a step, in one call.
    fn meet(&self, point: Point) -> Met {
        Met {
            coast: self.coast(point),
            thrust: self.thrust(point),
            revision: self.revision(),
        }
    }
    /// Works out some of what in the coming step does not depend on the contact's force. The only
    /// contact of a body may call this while its law waits for numbers of its own, or not: it saves
    /// time, and changes nothing.
    fn ready(&mut self) {}
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
    /// [`push`](Object::push) and [`end`](Object::end) in one call, if nothing else will push.
    fn end_pushed(&mut self, point: Point, newtons: f64) {
        self.push(point, newtons);
        self.end();
    }
    /// Mechanical energy now held \[J\].
    fn energy(&self) -> f64;
    /// Work from outside and losses so far.
    fn books(&self) -> Books;
    /// Where a point is now \[m\].
    fn displacement(&self, point: Point) -> f64;
    /// How fast a point moves now \[m/s\].
    fn velocity(&self, point: Point) -> f64;
    /// The point of this name.
    fn find(&self, name: &str) -> Option<Point>;
    /// The names of its points, for messages.
    fn point_names(&self) -> Vec<&str>;
    /// Changes one of its parameters while it moves, keeping the books true. Tells whether the
    /// value was taken as it came.
    fn set(&mut self, id: &ParamId, value: &Value) -> bool;
    /// Changes one of its modes while it moves, if it has such; a bank of modes keeps all three
    /// numbers within their ranges.
    fn retune(&mut self, _mode: usize, _to: &Mode) {}
    /// Gives the body at once a velocity \[m/s\] at a point; booked as injected.
    fn throw(&mut self, point: Point, velocity: f64);
    /// Back to rest at the start, books closed.
    fn reset(&mut self);

    /// Velocity of the body as a whole \[m/s\], without its vibration: nothing one hears.
    fn flight(&self) -> f64 {
        0.0
    }
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
    /// Moves a point along the body to a position from 0 to 1, where the body has such places.
    /// Returns by how much the displacement seen at the point jumped \[m\].
    fn move_point(&mut self, _point: Point, _to: f64) -> f64 {
        0.0
    }
    /// What had to be changed to build it (modes left out, say), in plain words.
    fn notes(&self) -> &[String] {
        &[]
    }
    /// How its modes ring, as many as there is room for; tells how many those are.
    fn modes(&self, _into: &mut [ModeLevel]) -> usize {
        0
    }
    /// Velocity \[m/s\] of a point as it is heard: without the flight of the whole body, and
    /// without what is too slow to be heard.
    fn ringing(&self, point: Point) -> f64 {
        self.velocity(point) - self.flight()
    }
    /// Lowest and highest displacement \[m\] of a point during so many steps if nothing touches the
    /// body; `None` if it cannot tell.
    fn reach(&self, _point: Point, _steps: usize) -> Option<[f64; 2]> {
        None
    }
    /// Readies the body for [`foresee`](Object::foresee); tells whether it can.
    fn looks_ahead(&mut self) -> bool {
        false
    }
    /// Writes what will be heard at a point in some blocks of [`BLOCK`] samples, counted from now
    /// up to [`SPAN`], if nothing touches the body; it stays where it is.
    fn foresee(&mut self, _point: Point, _heard: Heard, _blocks: Range<usize>, _out: Outlook) {}
    /// Takes so many steps untouched.
    fn advance(&mut self, steps: usize) {
        for _ in 0..steps {
            self.begin();
            self.end();
        }
    }
}

/// What is foreseen at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// [`Object::velocity`].
    Velocity,
    /// [`Object::ringing`].
    Ringing,
}

/// Speeds below this are taken for rest \[m/s\]. The threshold of hearing is a particle velocity
/// of about 5e-8 m/s, so this is 150 dB below what could be heard at the body itself; and it is
/// far above the numbers (1e-308) at which arithmetic becomes slow.
pub const QUIET: f64 = 1e-15;
