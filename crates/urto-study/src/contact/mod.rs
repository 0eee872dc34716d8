//! What the studies of contact share: the slab, how it is heard, the paper's examples and its solver.

pub mod bank;
pub mod examples;
pub mod slab;
pub mod staggered;

/// Mean, and deviation over the mean.
pub fn unrest(values: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let square = values.map(|own| (own - mean) * (own - mean)).sum::<f64>() / count;
    [mean, square.sqrt() / mean.abs().max(f64::MIN_POSITIVE)]
}

/// A ratio of amplitudes in decibels, not below what double precision tells apart from nothing.
pub fn decibels(ratio: f64) -> f64 {
    20.0 * urto::math::log10(ratio.max(SILENT))
}

/// A ratio that is nothing.
const SILENT: f64 = 1e-15;
