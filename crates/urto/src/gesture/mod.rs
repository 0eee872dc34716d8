//! What drives bodies and contacts over time: how things fall, roll, are dragged and thud.

mod burst;
mod envelope;
mod inclined_plane;
mod profile;
mod repeat;
mod track;
mod tumble;

pub use burst::{Burst, BurstParams};
pub use inclined_plane::{InclinedPlane, Travel};
pub use profile::{Profile, Surface};
pub use repeat::{Again, Repeat, RepeatParams};
pub use track::Track;
pub use tumble::{Shape, Tumble};

/// Acceleration of free fall \[m/s²\].
pub const GRAVITY: f64 = 9.81;
