//! A point mass that strikes a rigid wall: closed forms, and the papers' ways to step it.
//!
//! Law: m·dv/dt = f_e - f, f = k·x^a·(1 + mu·v) while x > 0 (Papetti 2010, section 1.2, with the
//! sign of f_e that his figure 1.5 needs).

mod approximate;
mod beyond;
mod closed;
mod cost;
mod duration;
mod gradient;
mod method;
mod pressed;
mod sequence;
mod simulate;

pub use crate::count::Operations;
pub use approximate::{Approximation, approximate_rebound};
pub use beyond::Beyond;
pub use cost::{Cost, Formula, ZeroSearch, ZeroStart, bound_cost, cost, hybrid_cost, zero_search};
pub use method::{Correction, Method};
pub use pressed::Pressed;
pub use sequence::{Sequence, exact_sequence, sequence};
pub use simulate::{Course, Run, Sample, simulate};

/// A mass that meets a rigid wall at a speed.
///
/// ```
/// let hit = urto_study::wall::Impact {
///     mass: 0.01,
///     stiffness: 1e9,
///     exponent: 1.5,
///     dissipation: 0.5,
///     velocity: 1.0,
/// };
/// assert!((hit.rebound() + 0.748_434_931_597_434).abs() < 1e-14);
/// assert!((hit.contact_time() / 1.328_982_359_258_666e-4 - 1.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// m \[kg\].
    pub mass: f64,
    /// k \[N/m^a\].
    pub stiffness: f64,
    /// a, at least 1.
    pub exponent: f64,
    /// mu \[s/m\], not negative.
    pub dissipation: f64,
    /// Speed at first touch \[m/s\], positive.
    pub velocity: f64,
}
