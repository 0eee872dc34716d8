//! What drives bodies and contacts over time: how things fall, roll, are dragged and thud.

mod burst;
mod inclined_plane;
mod profile;
mod repeat;
mod rolling_hull;
mod shape;
mod track;
mod tumble;

pub use burst::{Burst, BurstParams};
pub use inclined_plane::{InclinedPlane, Travel};
pub use profile::{Profile, Surface};
pub use repeat::{Again, Repeat, RepeatParams};
pub use shape::Shape;
pub use track::Track;
pub use tumble::Tumble;

/// Acceleration of free fall \[m/s²\].
pub const GRAVITY: f64 = 9.81;
