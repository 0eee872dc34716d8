//! Takes sounds apart: partials with their decay, onset, centroid over time; and tells how near
//! they are to recordings of real things ([`likeness`]).
//!
//! Made for what was struck once: after the blow a body rings as a sum of decaying sines, and
//! their frequencies, decay times and levels say what the body is.
//!
//! ```
//! use urto::{Rate, math};
//! let rate = Rate::new(48_000.0)?;
//! // 440 Hz, T60 = 0.8 s.
//! let bar: Vec<f32> = (0..48_000)
//!     .map(|n| f64::from(n) * rate.step())
//!     .map(|t| (0.5 * math::exp(-math::LN_1000 * t / 0.8) * math::sin(math::TAU * 440.0 * t)) as f32)
//!     .collect();
//! let found = urto_analyse::analyse(&bar, rate);
//! assert_eq!(found.partials.len(), 1);
//! assert!((found.partials[0].frequency - 440.0).abs() < 0.01);
//! assert!((found.partials[0].decay - 0.8).abs() < 0.001);
//! # Ok::<(), urto::BuildError>(())
//! ```
#![forbid(unsafe_code)]

mod band;
mod esprit;
mod fit;
pub mod likeness;
mod modes;
mod onset;
mod partials;
mod sift;

pub use onset::{next_blow, onset};
pub use partials::Partial;

use urto::Rate;
use urto::analysis::Centroid;

/// What was found in a sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// When it starts \[s\]; `None` for silence.
    pub onset: Option<f64>,
    /// Until when its first blow rings alone \[s\]: the next blow, or the end of the sound.
    pub until: f64,
    /// The partials of its first blow, lowest first.
    pub partials: Vec<Partial>,
    /// Mean centroid of the attack \[Hz\]; see [`Centroid`].
    pub centroid: Option<f64>,
    /// Centroid \[Hz\] of frames every [`Centroid::hop`] seconds, from the onset on.
    pub centroids: Vec<Option<f64>>,
}

/// Takes a sound of one channel apart. Samples that are not finite count as silence.
pub fn analyse(samples: &[f32], rate: Rate) -> Analysis {
    let finite: Vec<f32> = samples
        .iter()
        .map(|sample| if sample.is_finite() { *sample } else { 0.0 })
        .collect();
    let Some(start) = onset(&finite, rate) else {
        return Analysis {
            onset: None,
            until: samples.len() as f64 * rate.step(),
            partials: Vec::new(),
            centroid: None,
            centroids: Vec::new(),
        };
    };
    let sound = &finite[start..];
    let blow = &sound[..next_blow(sound, rate)];
    let mut centroid = Centroid::new(rate);
    Analysis {
        onset: Some(start as f64 * rate.step()),
        until: (start + blow.len()) as f64 * rate.step(),
        partials: partials::partials(blow, rate),
        centroid: centroid.attack(sound),
        centroids: centroid.over_time(sound),
    }
}
