//! Contact laws: they give force and own no body.
//!
//! A contact joins two points. Along it, `displacement` counts how far the first point moved
//! towards (for an impact) or past (for friction) the second one during a step. A force that
//! the contact gives pushes the second body forward and the first one back.
//!
//! Passive by construction: during a step a contact takes from the bodies exactly force times
//! displacement. It may store at most what it held plus that; [`Contact::commit`] sees to it
//! whatever the solver did, and what is not stored is booked as dissipated.

mod compression;
mod extended_hertz;
mod felt;
mod friction;
mod hunt_crossley;
mod linear;
mod path;
mod registry;
mod rosin;

pub use extended_hertz::{ExtendedHertz, ExtendedHertzLaw};
pub use felt::{Felt, FeltLaw};
pub use friction::{Bristles, ElastoPlastic, FrictionLaw};
pub use hunt_crossley::{HuntCrossley, ImpactLaw, Scheme, rebound_speed};
pub use linear::{Linear, LinearLaw};
pub(crate) use registry::LAWS;
pub use registry::LawKind;
pub use rosin::{Rosin, RosinLaw};

use crate::energy::{Books, Health};
use crate::param::{ParamId, Value};
use core::any::Any;

/// What the two bodies tell a contact about the coming step: relative free motion, and what one
/// newton of contact force takes from it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meeting {
    /// Relative displacement if no force acts \[m\].
    pub gained: f64,
    /// Relative displacement that one newton takes away \[m/N\].
    pub compliance: f64,
    /// Relative velocity at the start \[m/s\].
    pub before: f64,
    /// Relative velocity that one newton takes away \[m/s/N\].
    pub mobility: f64,
    /// Relative velocity at the end if no force acts \[m/s\].
    pub after: f64,
}

/// A law of force between two points.
///
/// In each step the network calls [`begin`](Contact::begin), then either
/// [`alone`](Contact::alone), or [`freeze`](Contact::freeze) and [`law`](Contact::law) while it
/// solves several contacts together, and at last [`commit`](Contact::commit).
pub trait Contact: Any + Send {
    /// A known force \[N\] on top of the law's own, drawn anew each step (surface noise).
    fn begin(&mut self) -> f64 {
        0.0
    }
    /// Whether the law could act if the points moved by `displacement`.
    fn acts(&self, displacement: f64) -> bool;
    /// The force if no other contact acts on the two bodies.
    fn alone(&mut self, meeting: &Meeting) -> f64;
    /// Fixes what the law takes from the recent past, so that until the next call it is an
    /// increasing function of displacement. `free` is the displacement without this force,
    /// `guess` the one last found, if any.
    fn freeze(&mut self, free: f64, compliance: f64, guess: Option<f64>);
    /// Force and its slope (not negative) at a displacement.
    fn law(&self, displacement: f64) -> (f64, f64);
    /// The step was taken with the law's force and this displacement.
    fn commit(&mut self, force: f64, displacement: f64);
    /// Energy held \[J\].
    fn stored(&self) -> f64;
    /// Work from outside (noise, changed parameters) and losses so far.
    fn books(&self) -> Books;
    /// Trouble met so far.
    fn health(&self) -> Health;
    /// Tells how far the first point has passed the second \[m\]; asked for while open.
    fn place(&mut self, overlap: f64);
    /// Compression of an impact, deflection of a friction contact \[m\].
    fn state(&self) -> f64;
    /// Changes a parameter, keeping the books true. Tells whether it was taken as it came.
    fn set(&mut self, id: &ParamId, value: &Value) -> bool;
    /// Whether the law needs the place of the points, not only their motion.
    fn needs_place(&self) -> bool;
    /// As it was when built, with this seed for its noise.
    fn reset(&mut self, seed: u64);

    /// Its steps, to be divided.
    fn divisible(&mut self) -> Option<&mut dyn DivisibleLaw> {
        None
    }
    /// Its normal force, where that comes from outside; impacts make their own.
    fn pressable(&mut self) -> Option<&mut dyn Pressable> {
        None
    }
}

/// A law whose steps can be parts of a sample: for blows too short for whole ones.
pub trait DivisibleLaw {
    /// From now on steps last so long \[s\].
    fn step_by(&mut self, seconds: f64);
    /// How long a blow lasts about \[s\], if bodies of a reduced mass \[kg\] meet at a speed \[m/s\].
    fn lasts(&self, mass: f64, speed: f64) -> f64;
}

/// A contact whose surfaces are pressed together from outside.
pub trait Pressable {
    /// Sets the normal force \[N\].
    fn press(&mut self, newtons: f64);
    /// Sets the normal force \[N\] of the step that is being solved, after
    /// [`begin`](Contact::begin) or before it. It may be set several times while it is being
    /// found: `again` from the second time on, which undoes what the last one did.
    fn press_in_step(&mut self, newtons: f64, again: bool);
}

/// Shortfalls below this share of the energies in play are rounding.
pub(crate) const ROUNDING: f64 = 1e-13;
