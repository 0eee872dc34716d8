//! Sound from physics: bodies strike, rub and ring, and the sound is their motion.
//!
//! A body of any kind (a mass, a bank of modes, a string) is seen only through its points; a
//! contact of any law (impact, friction) joins two of them; a network steps all of it together
//! and keeps an energy ledger. Two promises hold for everything here: energy never rises
//! without outside work, and no parameter makes a sample infinite or unbounded. A third: the
//! same seed gives the same samples, bit for bit, on every machine and in the browser.
//!
//! ```
//! use urto::sound::Event;
//!
//! let mut sound = urto::sounds::make("impact")?;
//! sound.prepare(urto::Rate::new(48_000.0)?, 512);
//! sound.event(0, Event::trigger(1.0));
//! let mut samples = vec![0.0; 48_000];
//! sound.render(&[], &mut [&mut samples]);
//! # assert!(samples.iter().any(|x| x.abs() > 0.1));
//! # Ok::<(), urto::BuildError>(())
//! ```
//!
//! That is a body struck with the sound's usual parameters. With one's own they are typed, and a
//! value outside its range is refused in words:
//!
//! ```
//! use urto::body::{BodyKind, BodyParams};
//! use urto::sound::{Event, Player, Sound};
//! use urto::sounds::impact::{Impact, ImpactParams};
//!
//! let body = BodyParams { kind: BodyKind::Glass, size: 0.12, ..BodyParams::default() };
//! let params = ImpactParams { velocity: 0.8, body, ..ImpactParams::default() };
//! let mut glass = Player::<Impact>::with(params)?;
//! glass.prepare(urto::Rate::new(48_000.0)?, 512);
//! glass.event(0, Event::trigger(1.0));
//! # Ok::<(), urto::BuildError>(())
//! ```
//!
//! And where no built-in sound will do, bodies and contacts are put together by hand:
//!
//! ```
//! use urto::contact::{HuntCrossley, ImpactLaw};
//! use urto::network::{Motion, NetworkBuilder};
//! use urto::object::{Mass, MassParams, Modal, ModalParams};
//!
//! let rate = urto::Rate::new(48_000.0)?;
//! let hammer = MassParams { velocity: 1.0, ..MassParams::default() };
//! let mut parts = NetworkBuilder::new(rate);
//! parts.add("hammer", Box::new(Mass::new(&hammer, &[], rate)?))?;
//! parts.add("bar", Box::new(Modal::new(&ModalParams::default(), &[], rate)?))?;
//! let touch = HuntCrossley::new(&ImpactLaw::default(), rate)?;
//! parts.join("touch", Box::new(touch), ["hammer", "bar"])?;
//! parts.listen("bar", Motion::Velocity)?;
//! let mut network = parts.build(0);
//! network.step();
//! assert!(network.heard(0) > 0.0);
//! # Ok::<(), urto::BuildError>(())
//! ```
//!
//! Where to look: [`sounds`] for what can be played, [`sound`] for how a host drives it,
//! [`network`], [`object`] and [`contact`] for the physics, [`space`] for the room around it,
//! [`param`] for how parameters are declared, [`scene`] for networks described as data,
//! [`catalogue`] for how a host knows them all by name.

// Only `simd` may: it says why.
#![deny(unsafe_code)]

pub mod air;
pub mod analysis;
pub mod body;
pub mod catalogue;
mod coast;
pub mod contact;
pub mod energy;
pub mod error;
pub mod gesture;
mod high_pass;
mod limit;
pub mod math;
pub mod network;
mod noise;
pub mod object;
pub mod param;
mod parts;
pub mod picture;
mod quality;
mod ramp;
pub mod rate;
pub mod rng;
pub mod scene;
mod simd;
pub mod sound;
pub mod sounds;
pub mod space;
pub mod tape;
pub mod texture;

pub use energy::{Books, Health, Ledger};
pub use error::{BuildError, Part, PartSort, closest};
pub use ramp::Ramp;
pub use rate::Rate;
pub use simd::SimdLevel;
