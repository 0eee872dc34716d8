//! What drives bodies and contacts over time: how things fall, roll, are dragged and thud.

mod burst;
mod inclined_plane;
mod profile;
mod repeat;
mod rolling_hull;
mod track;

pub use burst::{Burst, BurstParams};
pub use inclined_plane::{InclinedPlane, SlopeParams, Travel, Turning};
pub use profile::{Profile, SurfaceParams};
pub use repeat::{Again, Repeat, RepeatParams};
pub use track::Track;

pub use crate::math::GRAVITY;
