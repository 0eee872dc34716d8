//! Likeness: how near a sound is to recordings of the real thing.
//!
//! Law:    37 descriptors of a sound (colour, noise or tone, how events rise, fall and differ)
//!         against those of real recordings, whose percentiles come with the crate (49 classes,
//!         some 2,000 clips, no audio). z is 0 at their middle and ±1.28 where one in ten lies
//!         beyond, on each side apart.
//! Limits: only the first ten seconds count. A class is a mixture of rooms, microphones and
//!         objects: what is meant to differ from it lies outside with good reason.
//!
//! ```
//! use urto_analyse::likeness;
//! let rate = urto::Rate::new(48_000.0)?;
//! let mut rng = urto::rng::Rng::new(1);
//! let noise: Vec<f32> = (0..96_000).map(|_| 0.1 * rng.signed() as f32).collect();
//! let found = likeness::describe(&noise, rate);
//! let near = |name| likeness::class(name).unwrap().judge(&found).score;
//! assert!(near("rain") < near("church_bells"));
//! # Ok::<(), urto::BuildError>(())
//! ```

mod blows;
mod chance;
mod classes;
mod descriptor;
mod events;
mod filter;
mod frames;
mod judge;
mod pitch;
mod prepare;
mod rhythm;
mod spectrum;
mod stats;
mod texture;

pub use classes::{Class, Range, class, classes};
pub use descriptor::{About, Description, Descriptor, Unit};
pub use judge::{EDGE, Judgement, Row, Verdict};
pub use prepare::LONGEST;

use urto::Rate;

/// Measures a sound of one channel. Of silence, or of less than 50 ms, nothing is measured;
/// samples that are not finite count as silence.
pub fn describe(samples: &[f32], rate: Rate) -> Description {
    let mut found = Description::default();
    if let Some(sound) = prepare::prepared(samples, rate.hertz()) {
        texture::describe(&sound, &mut found);
        spectrum::describe(&sound, &mut found);
        pitch::describe(&sound.samples, &mut found);
        blows::describe(&sound.samples, &mut found);
        rhythm::describe(&sound.samples, &mut found);
        rhythm::describe_bands(&sound.samples, &mut found);
    }
    found
}
