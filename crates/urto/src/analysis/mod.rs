//! Measuring sound: what is heard, as numbers. Pure and without I/O.

mod centroid;
mod fourier;

pub use centroid::Centroid;
pub use fourier::Fourier;
