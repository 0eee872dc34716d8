//! Keeps samples bounded, whatever they come from.

use crate::energy::Health;

/// `gain·from` in `to`, as [`limit`] would have it; samples up to 0.9 pass many at a time.
pub(crate) fn scale_and_limit(gain: f32, from: &[f32], to: &mut [f32], health: &mut Health) {
    let level = crate::simd::SimdLevel::allowed();
    if !crate::simd::ring::scale(level, gain, from, to, KNEE as f32) {
        limit_all(to, health);
    }
}

/// [`limit`] for many samples; those up to 0.9 pass many at a time.
pub(crate) fn limit_all(samples: &mut [f32], health: &mut Health) {
    // Not-a-number is not good either.
    let mut good = true;
    for sample in samples.iter() {
        good &= sample.abs() <= KNEE as f32;
    }
    if !good {
        for sample in samples {
            *sample = limit(f64::from(*sample), health);
        }
    }
}

/// Samples up to here pass as they are.
const KNEE: f64 = 0.9;

/// Keeps a sample bounded: untouched up to 0.9, then bent smoothly towards 1, as suits the ear.
/// Not-a-number becomes silence. Both are counted.
#[inline]
pub fn limit(sample: f64, health: &mut Health) -> f32 {
    let size = sample.abs();
    if size <= KNEE || !sample.is_finite() {
        return clip(sample, health);
    }
    health.clamped += u64::from(size > 1.0);
    let room = 1.0 - KNEE;
    (sample.signum() * (KNEE + room * crate::math::tanh((size - KNEE) / room))) as f32
}

/// Keeps a sample bounded: untouched up to 1, as suits a measurement, and no further.
/// Not-a-number becomes silence. Both are counted.
#[inline]
pub fn clip(sample: f64, health: &mut Health) -> f32 {
    if !sample.is_finite() {
        health.non_finite += 1;
        return 0.0;
    }
    let size = sample.abs();
    health.clamped += u64::from(size > 1.0);
    // Below what a 32-bit float holds without becoming subnormal there is silence.
    if size < 1e-30 {
        0.0
    } else {
        sample.clamp(-1.0, 1.0) as f32
    }
}
