//! Many bodies, rigid or ringing, in frictional contact: they fall, slide, roll and chatter.
//!
//! Hear:   contacts at nearly the rate of audio: what the impulses on each body do to its modes is
//!         its sound. What rests is silent.
//! Law:    rigid motion with exact rotation, modes in the frame of the body, contacts that neither
//!         overlap nor stick, Coulomb's friction.
//! Step:   contacts see the displacement of a step, so that they take energy and never give it, for
//!         any frequency of the modes; rotation by Cayley's midpoint rule keeps energy and angular
//!         momentum of free flight.
//! Limits: small vibrations; the turning of a body does not act on its modes; rigid bodies bounce
//!         by a figure of their pair ([`Pair::restitution`]). Offline: a step allocates.
//! Refs:   Zheng & James 2011; Simo & Wong 1991 (rotation); De Saxcé & Feng 1998 (friction).
//!
//! Whoever uses it brings the [`Collisions`]; [`collide::Contacts`] finds those of usual shapes and meshes.
//!
//! ```
//! use urto_multibody::{Body, Collisions, Pose, Settings, Touch, World};
//!
//! /// A ball of 1 cm over the floor z = 0.
//! struct BallOnFloor;
//!
//! impl Collisions for BallOnFloor {
//!     fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>) {
//!         let [x, y, z] = poses[1].place;
//!         let [w, i, j, k] = poses[1].turn;
//!         // Straight down, as the ball sees it.
//!         let down = [2.0 * (w * j - i * k), -2.0 * (j * k + w * i), 2.0 * (i * i + j * j) - 1.0];
//!         into.push(Touch {
//!             bodies: [0, 1],
//!             places: [[x, y, 0.0], down.map(|own| 0.01 * own)],
//!             surfaces: [None; 2],
//!             normal: [0.0, 0.0, 1.0],
//!             gap: z - 0.01,
//!             identity: 0,
//!         });
//!     }
//! }
//!
//! let mut world = World::new(Settings::default())?;
//! world.add(Body::fixed("floor"))?;
//! let mut ball = Body::ball("ball", 0.01, 0.01);
//! ball.pose.place[2] = 0.0105;
//! ball.velocity[0] = 0.1;
//! let ball = world.add(ball)?;
//! for _ in 0..3000 {
//!     world.step(&mut BallOnFloor);
//! }
//! // It lies on the floor and rolls.
//! let (velocity, spin) = world.motion(ball).unwrap();
//! assert!((world.pose(ball).unwrap().place[2] - 0.01).abs() < 1e-6);
//! assert!((velocity[0] - 0.01 * spin[1]).abs() < 1e-6);
//! # Ok::<(), urto_multibody::WorldError>(())
//! ```
#![forbid(unsafe_code)]

mod body;
mod bond;
mod bounce;
pub mod collide;
mod contact;
mod error;
mod forecast;
mod island;
mod joint;
mod load;
mod mesh;
mod pace;
mod passive;
mod path;
mod record;
pub mod redistribute;
mod ring;
pub mod run;
pub mod scene;
mod settings;
mod shaped;
mod simulate;
pub mod solve;
pub mod sound;
mod spin;
mod spread;
mod state;
mod step;
mod touch;
mod vector;
mod world;

pub use body::{Body, Motion, Script};
pub use contact::{Contact, Pair, Weakening};
pub use error::WorldError;
pub use joint::Joint;
pub use mesh::Weighed;
pub use pace::Pace;
pub use path::{Key, Path};
pub use record::{ROUND_BINS, Statistics, StepLog};
pub use ring::Ringing;
pub use settings::{Rule, Settings};
pub use shaped::ShapedWorld;
pub use simulate::Simulation;
pub use state::StateError;
pub use touch::{Collisions, Pose, Touch};
pub use world::World;
