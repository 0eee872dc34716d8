//! Make: how one of many small bodies differs from the one that was described.

use crate::body::{BodyKind, BodyParams};
use crate::rng::Rng;

crate::params! {
    /// How many small bodies of one kind differ.
    pub struct Irregular("irregular") {
        /// Irregularity: how far each piece's modes are detuned from a regular shape (standard
        /// deviation of the logarithm).
        uneven: 0.1, Linear(0.0, 0.3), "", Block, spread 0.03;
        /// How much the decay time varies between collisions, depending on how a piece lies
        /// (standard deviation of the logarithm).
        lying: 0.4, Linear(0.0, 1.0), "", Block, expert, spread 0.03;
    }
}

/// What a small body is, against the one that was described.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Make {
    /// Factor on its size. A thickness that was given stays: pieces of one pane.
    pub size: f64,
    /// Factor on its frequencies.
    pub tuning: f64,
    /// Factor on its decay times.
    pub ringing: f64,
    /// Factor on its thickness, if one was given; else that goes with the size.
    pub thickness: f64,
    /// How far each of its modes lies from where a regular body would have it, as the standard
    /// deviation of the logarithm: no two shards have one outline.
    pub uneven: f64,
    /// Which of the uneven bodies it is.
    pub seed: u64,
}

impl Default for Make {
    fn default() -> Self {
        Self {
            size: 1.0,
            tuning: 1.0,
            ringing: 1.0,
            thickness: 1.0,
            uneven: 0.0,
            seed: 0,
        }
    }
}

impl Make {
    /// Whether a small body made so would be the one that is there.
    pub(super) fn is(self, own: &BodyParams, shard: &BodyParams) -> bool {
        let same = own.material == shard.material && own.modes == shard.modes;
        same && Measures::of(own) == Measures::of(shard).made(self, shard.kind)
    }

    /// Makes a body so, from the one that was described. Does not allocate if both are of one kind
    /// and have as many modes.
    pub fn apply(self, own: &mut BodyParams, shard: &BodyParams) {
        Measures::of(shard).made(self, shard.kind).put(own);
        own.material = shard.material;
        // Of the same length, so nothing is allocated: another length is a rebuild.
        own.modes.clone_from(&shard.modes);
    }
}

/// A random number of mean 0 and variance 1, bell-shaped and never beyond 3: the sum of three
/// that are uniform in -1 to 1.
pub fn bell(rng: &mut Rng) -> f64 {
    rng.signed() + rng.signed() + rng.signed()
}

/// The numbers of a body that a live change may move.
#[derive(Clone, Copy, PartialEq)]
struct Measures {
    size: f64,
    width: f64,
    thickness: f64,
    density: f64,
    modulus: f64,
    damping: f64,
    tuning: f64,
    ringing: f64,
}

impl Measures {
    fn of(body: &BodyParams) -> Self {
        Self {
            size: body.size,
            width: body.width,
            thickness: body.thickness,
            density: body.density,
            modulus: body.modulus,
            damping: body.damping,
            tuning: body.all.tuning,
            ringing: body.all.ringing,
        }
    }

    fn put(self, body: &mut BodyParams) {
        body.size = self.size;
        body.width = self.width;
        body.thickness = self.thickness;
        body.density = self.density;
        body.modulus = self.modulus;
        body.damping = self.damping;
        body.all.tuning = self.tuning;
        body.all.ringing = self.ringing;
    }

    /// The same for a small body of another make. A table of modes has no size: a piece twice as
    /// large is then tuned an octave lower.
    fn made(self, make: Make, kind: BodyKind) -> Self {
        let pitch = match kind {
            BodyKind::Modes | BodyKind::File => make.tuning / make.size,
            _ => make.tuning,
        };
        Self {
            size: (self.size * make.size).clamp(1e-3, 5.0),
            width: self.width * make.size,
            thickness: self.thickness * make.thickness,
            // Within what a bank of modes takes.
            tuning: (self.tuning * pitch).clamp(0.125, 8.0),
            ringing: (self.ringing * make.ringing).clamp(0.01, 100.0),
            ..self
        }
    }
}
