//! Bending waves between two ends: roots and shapes that bars and plates share.
//!
//! Law:  Euler-Bernoulli. A bar of length L bends with k·L = root; the shapes are circular and
//!       hyperbolic functions, written with decaying exponentials so that high orders neither
//!       overflow nor lose digits.
//!       Derivation: E·I·w'''' = rho·A·(2·pi·f)²·w, so that k⁴ = rho·A·(2·pi·f)²/(E·I); ends without
//!       moment and force, or held, leave cos(kL)·cosh(kL) = 1, clamped and free -1.
//! Check: tests/physics/body_models: 40 cubic beam elements, pitch to 5e-5, mass at the end to 2e-4.
//! Refs: Blevins, Formulas for Natural Frequency and Mode Shape, 1979, table 8-1.

use crate::math::{self, TAU};

const QUARTER: f64 = 0.25 * TAU;

/// Root of the `n`-th bending mode (from 0) with both ends free, or both clamped:
/// cos(x)·cosh(x) = 1.
pub(super) fn free_root(n: usize) -> f64 {
    // Beyond the fourth, odd multiples of pi/2 to 1e-7.
    const ROOTS: [f64; 4] = [
        4.730_040_744_862_704,
        7.853_204_624_095_838,
        10.995_607_838_001_671,
        14.137_165_491_257_464,
    ];
    ROOTS
        .get(n)
        .copied()
        .unwrap_or((2 * n + 3) as f64 * QUARTER)
}

/// Root of the `n`-th bending mode (from 0) with one end clamped: cos(x)·cosh(x) = -1.
pub(super) fn cantilever_root(n: usize) -> f64 {
    const ROOTS: [f64; 5] = [
        1.875_104_068_711_961,
        4.694_091_132_974_175,
        7.854_757_438_237_613,
        10.995_540_734_875_467,
        14.137_168_391_046_47,
    ];
    ROOTS
        .get(n)
        .copied()
        .unwrap_or((2 * n + 1) as f64 * QUARTER)
}

/// Frequency \[Hz\] of a thin bar that bends with a root, from its radius of gyration and
/// length \[m\] and the speed of stretching waves \[m/s\].
pub(super) fn bending(root: f64, gyration: f64, length: f64, speed: f64) -> f64 {
    root * root * gyration * speed / (TAU * length * length)
}

/// Shape between two clamped ends, 1 at its greatest. Its mean square is [`clamped_share`].
pub(super) fn clamped_shape(n: usize, position: f64) -> f64 {
    let root = free_root(n);
    let from_middle = root * (position.clamp(0.0, 1.0) - 0.5);
    let half = 0.5 * root;
    let edge = math::exp(from_middle.abs() - half);
    let fold = math::exp(-2.0 * from_middle.abs());
    let whole = math::exp(-2.0 * half);
    let greatest = 1.0 / clamped_share(n).sqrt();
    if n.is_multiple_of(2) {
        let cosh_ratio = edge * (1.0 + fold) / (1.0 + whole);
        (math::cos(from_middle) / math::cos(half) - cosh_ratio) / greatest
    } else {
        let sinh_ratio = edge * (1.0 - fold) / (1.0 - whole) * from_middle.signum();
        (sinh_ratio - math::sin(from_middle) / math::sin(half)) / greatest
    }
}

/// Mean square of [`clamped_shape`]: one over the square of the greatest value that a shape of
/// mean square 1 takes.
pub(super) fn clamped_share(n: usize) -> f64 {
    [0.396_478, 0.439_028, 0.437_104]
        .get(n)
        .copied()
        .unwrap_or(0.437_18)
}

/// Shape of a bar that is clamped at one end, at a distance of 0 to 1 from the free end, where
/// it is 1. Its mean square is 1/4.
pub(super) fn cantilever_shape(n: usize, from_tip: f64) -> f64 {
    let root = cantilever_root(n);
    let s = 1.0 - from_tip.clamp(0.0, 1.0);
    // cosh - sigma·sinh = (1+sigma)/2·exp(-x) + (1-sigma)/2·exp(x), sigma = (cosh r + cos r)/
    // (sinh r + sin r); 1 - sigma is of order exp(-r), so the growing part stays small.
    let (sin, cos, fall) = (math::sin(root), math::cos(root), math::exp(-root));
    let under = 0.5 * (1.0 - fall * fall) + sin * fall;
    let less = (sin - cos - fall) * fall / under;
    let sigma = 1.0 - less;
    let x = root * s;
    let falling = 0.5 * (1.0 + sigma) * math::exp(-x);
    let rising = 0.5 * (sin - cos - fall) / under * math::exp(x - root);
    let shape = falling + rising - math::cos(x) + sigma * math::sin(x);
    let sign = if n.is_multiple_of(2) { 0.5 } else { -0.5 };
    sign * shape
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_square(shape: impl Fn(f64) -> f64) -> f64 {
        let at = |k: usize| shape((k as f64 + 0.5) / 4000.0);
        (0..4000).map(|k| at(k) * at(k)).sum::<f64>() / 4000.0
    }

    #[test]
    fn roots_solve_their_equations() {
        for n in 0..4 {
            let (free, held) = (free_root(n), cantilever_root(n));
            assert!((math::cos(free) - 1.0 / math::cosh(free)).abs() < 1e-12);
            assert!((math::cos(held) + 1.0 / math::cosh(held)).abs() < 1e-12);
        }
    }

    #[test]
    fn shapes_keep_their_ends_and_masses() {
        for n in [0, 1, 2, 3, 7, 20, 60] {
            assert!((cantilever_shape(n, 0.0) - 1.0).abs() < 1e-5, "{n}");
            assert!(cantilever_shape(n, 1.0).abs() < 1e-5);
            assert!((mean_square(|x| cantilever_shape(n, x)) - 0.25).abs() < 1e-4);
            assert!(clamped_shape(n, 0.0).abs() < 1e-9 && clamped_shape(n, 1.0).abs() < 1e-9);
            assert!((mean_square(|x| clamped_shape(n, x)) - clamped_share(n)).abs() < 1e-4);
            let most = (0..=4000).fold(0.0f64, |most, k| {
                most.max(clamped_shape(n, f64::from(k) / 4000.0).abs())
            });
            assert!((most - 1.0).abs() < 1e-3, "{n} {most}");
        }
        // The clamped-free bar's second mode rests at 0.783 of its length from the clamp.
        assert!(cantilever_shape(1, 1.0 - 0.7834).abs() < 1e-3);
    }
}
