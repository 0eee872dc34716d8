//! Populations of small events.

mod cascade;
mod crackle;
mod gust;
mod make;
mod pulse;
mod shaken;
mod swarm;

pub use cascade::Cascade;
pub use crackle::{Crackle, CrackleParams};
pub use gust::Gust;
pub use make::{Irregular, Make, bell};
pub use pulse::{Blow, Pulse};
pub use shaken::Shaken;
pub use swarm::Swarm;
