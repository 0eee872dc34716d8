//! Spaces around a sound that are computed as air: a tube whose air is a mesh of waves, and the way
//! through open air, which takes time and swallows high tones.
#![forbid(unsafe_code)]

mod air;
#[cfg(test)]
mod testing;
mod tube;

pub use air::{AIR, AirParams, air_absorption};
pub use tube::{EndKind, TUBE, TubeParams};

use urto::space::SpaceKind;

/// Every space of this crate. Adding one takes its file and a line here.
pub const SPACES: &[&SpaceKind] = &[&TUBE, &AIR];

/// From ear to ear \[m\].
const HEAD: f64 = 0.175;
/// Louder samples do not enter: 60 dB over full scale, and never infinity.
const LOUDEST: f64 = 1e3;
/// Softer ones are silence, long before they become subnormal.
const SILENCE: f64 = 1e-15;

/// What enters a space of a sound's channels at a sample: their mean, within bounds.
fn enters(inputs: &[&[f64]], at: usize) -> f64 {
    let sum: f64 = inputs.iter().map(|input| input[at]).sum();
    let mean = sum / inputs.len().max(1) as f64;
    match mean.is_nan() || mean.abs() < SILENCE {
        true => 0.0,
        false => mean.clamp(-LOUDEST, LOUDEST),
    }
}
