//! The most multiply-adds in f32 that this core can do: what the free ring is measured against.

use crate::clock::{Race, Runner};
use std::hint::black_box;

/// Multiply-adds in f32 per sample of 64 modes that ring freely: two per mode.
pub const PER_SAMPLE: usize = 2 * 64;

/// Independent sums: twice four cycles of latency fill two units, and some are spare.
const CHAINS: usize = 12;

/// Does nothing but multiply-adds.
struct Peak(fn(f32, usize) -> f32);

impl Runner for Peak {
    fn run(&mut self, samples: usize) {
        black_box((self.0)(black_box(0.5), samples * PER_SAMPLE));
    }
    fn piece(&self, fitting: usize) -> usize {
        // Many, or the end of the loop would count.
        fitting.max(4096)
    }
}

/// Adds the row, as ns for the work of one sample of 64 modes.
pub fn enter(race: &mut Race) {
    race.add("fma peak", 64, || Peak(best().1));
}

/// What the peak was measured with.
pub fn level() -> &'static str {
    best().0
}

/// The widest loop of this CPU. Each does at least `count` multiply-adds, and within a
/// thousandth no more once there are many.
fn best() -> (&'static str, fn(f32, usize) -> f32) {
    #[cfg(target_arch = "x86_64")]
    {
        if std::is_x86_feature_detected!("avx512f") {
            // SAFETY: the CPU was just seen to have the instructions.
            #[allow(unsafe_code)]
            return ("AVX-512", |x, count| unsafe { x86::avx512(x, count) });
        }
        if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma") {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            return ("AVX2", |x, count| unsafe { x86::avx2(x, count) });
        }
    }
    if cfg!(target_arch = "aarch64") {
        ("NEON", |x, count| plain(x, count, f32::mul_add))
    } else {
        ("plain multiply and add", |x, count| {
            plain(x, count, |sum, a, b| sum * a + b)
        })
    }
}

/// For the compiler to put into whatever registers there are.
fn plain(x: f32, count: usize, step: impl Fn(f32, f32, f32) -> f32) -> f32 {
    let mut sums = [[x; 4]; CHAINS];
    for _ in 0..count.div_ceil(4 * CHAINS) {
        for lane in sums.as_flattened_mut() {
            *lane = step(*lane, x, x);
        }
    }
    sums.as_flattened().iter().sum()
}

/// Calling these is unsafe, since the CPU must have the instructions; nothing in them is.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::CHAINS;
    use core::arch::x86_64::*;

    #[target_feature(enable = "avx512f")]
    pub fn avx512(x: f32, count: usize) -> f32 {
        let x = _mm512_set1_ps(x);
        let mut sums = [x; CHAINS];
        for _ in 0..count.div_ceil(16 * CHAINS) {
            for sum in &mut sums {
                *sum = _mm512_fmadd_ps(*sum, x, x);
            }
        }
        sums.into_iter().map(|sum| _mm512_reduce_add_ps(sum)).sum()
    }

    #[target_feature(enable = "avx2,fma")]
    pub fn avx2(x: f32, count: usize) -> f32 {
        let x = _mm256_set1_ps(x);
        let mut sums = [x; CHAINS];
        for _ in 0..count.div_ceil(8 * CHAINS) {
            for sum in &mut sums {
                *sum = _mm256_fmadd_ps(*sum, x, x);
            }
        }
        sums.into_iter().map(|sum| _mm256_cvtss_f32(sum)).sum()
    }
}
