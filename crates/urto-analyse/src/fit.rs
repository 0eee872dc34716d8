//! The best decaying sines for a slice, in the sense of least squares.
//!
//! Law:  y(n) = sum c·z^n with complex c and z = exp(s). Among all sines these leave the least
//!       squares, which under white noise is the most that samples can tell.
//! Step: Gauss-Newton on (c, s) with Levenberg's damping. The model is analytic in both, so one
//!       complex system holds all: columns z^n and c·n·z^n. Where more is left than elsewhere, as
//!       while a room's echoes last, samples weigh less (`Weights`).

use crate::band::C;
use nalgebra::{DMatrix, DVector};
use urto::math;

/// A decaying sine, per sample of its slice.
#[derive(Clone, Copy, Debug)]
pub struct Sine {
    /// Logarithm of its factor per sample.
    pub log: C,
    /// Amplitude and phase at the first sample.
    pub start: C,
}

impl Sine {
    /// Sum of weighted squares.
    pub fn energy(&self, weights: &Weights) -> f64 {
        let fall = math::exp(2.0 * self.log.re);
        let (mut now, mut sum) = (self.start.norm_sqr(), 0.0);
        for w in &weights.0 {
            sum += w * w * now;
            now *= fall;
        }
        sum
    }
}

/// How much each sample counts.
pub struct Weights(Vec<f64>);

/// Samples over which a rest's power is smoothed.
const SMOOTH: usize = 16;
/// No sample counts less than the most trusted one by more than this: 60 dB.
const LEAST: f64 = 1e-3;

impl Weights {
    /// All samples count alike.
    pub fn even(count: usize) -> Self {
        Self(vec![1.0; count])
    }

    /// One over the noise that a first fit left. It may fall over time, as echoes do, but is not
    /// taken to rise: where a rest is small by chance, samples are not trusted more than later.
    pub fn of(rest: &[C]) -> Self {
        let mut level = 0.0f64;
        let blocks = rest.chunks(SMOOTH).rev().map(|block| {
            // A short last block would tell its power by chance.
            let whole = block.len().max(SMOOTH.min(rest.len())) as f64;
            level = level.max((energy(block) / whole).sqrt());
            level
        });
        let mut levels: Vec<f64> = blocks.collect();
        levels.reverse();
        let loudest = levels.first().copied().unwrap_or(0.0);
        if loudest == 0.0 {
            return Self::even(rest.len());
        }
        let weight = |n: usize| {
            let level = levels[n / SMOOTH] / loudest;
            LEAST / level.max(LEAST)
        };
        Self((0..rest.len()).map(weight).collect())
    }

    fn put_on(&self, samples: &mut [C]) {
        for (y, w) in samples.iter_mut().zip(&self.0) {
            *y *= *w;
        }
    }
}

/// Rounds of Gauss-Newton at most.
const ROUNDS: usize = 40;

/// Amplitudes of sines with these factors' logarithms. `None` if two of them are one.
pub fn amplitudes(samples: &[C], logs: &[C]) -> Option<Vec<Sine>> {
    let count = logs.len();
    let mut normal = DMatrix::<C>::zeros(count, count);
    let mut right = DVector::<C>::zeros(count);
    let columns: Vec<Vec<C>> = logs.iter().map(|log| powers(*log, samples.len())).collect();
    for (a, column) in columns.iter().enumerate() {
        right[a] = dot(column, samples);
        for (b, other) in columns.iter().enumerate().skip(a) {
            normal[(a, b)] = dot(column, other);
            normal[(b, a)] = normal[(a, b)].conj();
        }
    }
    let starts = solve(normal, right, 1e-13)?;
    let pairs = logs.iter().zip(starts.iter());
    Some(
        pairs
            .map(|(log, start)| Sine {
                log: *log,
                start: *start,
            })
            .collect(),
    )
}

/// When a fit is good: a round that takes less than this share out of the rest is the last. To
/// tell whether a sine is needed at all, which is worth a hundredth of the rest or more,
pub const ROUGHLY: f64 = 1e-4;
/// and to tell its numbers.
pub const FULLY: f64 = 1e-9;

/// Makes sines fit better, and tells the weighted mean square of what is left.
pub fn refine(samples: &[C], weights: &Weights, sines: &mut [Sine], enough: f64) -> f64 {
    let mut damping = 1e-6;
    let weighted = |sines: &[Sine]| {
        let mut left = residual(samples, sines);
        weights.put_on(&mut left);
        left
    };
    let mut left = weighted(sines);
    let mut square = energy(&left);
    for _ in 0..ROUNDS {
        let Some(step) = newton(sines, weights, &left, damping) else {
            break;
        };
        let count = sines.len();
        let moved: Vec<Sine> = sines
            .iter()
            .enumerate()
            .map(|(n, sine)| Sine {
                start: sine.start + step[n],
                // One that grows would leave every bound.
                log: sine.log + step[count + n],
            })
            .collect();
        let good = moved
            .iter()
            .all(|sine| sine.log.re.is_finite() && sine.log.re * (samples.len() as f64) < 3.0);
        let after = if good { weighted(&moved) } else { Vec::new() };
        let smaller = energy(&after);
        if good && smaller <= square {
            sines.copy_from_slice(&moved);
            let gained = square - smaller;
            left = after;
            square = smaller;
            damping = (0.1 * damping).max(1e-12);
            if gained <= enough * square {
                break;
            }
        } else {
            damping *= 30.0;
            if damping > 1e4 {
                break;
            }
        }
    }
    let free = samples.len().saturating_sub(2 * sines.len()).max(1);
    square / free as f64
}

/// What the sines leave of the samples.
pub fn residual(samples: &[C], sines: &[Sine]) -> Vec<C> {
    let mut left = samples.to_vec();
    for sine in sines {
        let factor = sine.log.exp();
        let mut now = sine.start;
        for y in &mut left {
            *y -= now;
            now *= factor;
        }
    }
    left
}

fn energy(samples: &[C]) -> f64 {
    samples.iter().map(|y| y.norm_sqr()).sum()
}

fn powers(log: C, count: usize) -> Vec<C> {
    let factor = log.exp();
    let mut now = C::new(1.0, 0.0);
    let next = |_| {
        let this = now;
        now *= factor;
        this
    };
    (0..count).map(next).collect()
}

fn dot(a: &[C], b: &[C]) -> C {
    a.iter().zip(b).map(|(a, b)| a.conj() * b).sum()
}

/// Steps of amplitudes, then of logarithms.
fn newton(sines: &[Sine], weights: &Weights, left: &[C], damping: f64) -> Option<DVector<C>> {
    let count = sines.len();
    let mut columns: Vec<Vec<C>> = Vec::with_capacity(2 * count);
    for sine in sines {
        let mut column = powers(sine.log, left.len());
        weights.put_on(&mut column);
        columns.push(column);
    }
    for (index, sine) in sines.iter().enumerate() {
        let turned = columns[index].iter().enumerate();
        let slope = turned.map(|(n, y)| sine.start * y * n as f64).collect();
        columns.push(slope);
    }
    let mut normal = DMatrix::<C>::zeros(2 * count, 2 * count);
    let mut right = DVector::<C>::zeros(2 * count);
    for (a, column) in columns.iter().enumerate() {
        right[a] = dot(column, left);
        for (b, other) in columns.iter().enumerate().skip(a) {
            normal[(a, b)] = dot(column, other);
            normal[(b, a)] = normal[(a, b)].conj();
        }
    }
    solve(normal, right, damping)
}

/// Solves normal equations, each unknown in its own scale; `damping` is Levenberg's.
fn solve(mut normal: DMatrix<C>, mut right: DVector<C>, damping: f64) -> Option<DVector<C>> {
    let count = right.len();
    let scale: Vec<f64> = (0..count)
        .map(|n| 1.0 / normal[(n, n)].re.max(1e-300).sqrt())
        .collect();
    for a in 0..count {
        right[a] *= scale[a];
        for b in 0..count {
            normal[(a, b)] *= scale[a] * scale[b];
        }
        normal[(a, a)] += damping;
    }
    let mut found = normal.cholesky()?.solve(&right);
    for (value, scale) in found.iter_mut().zip(&scale) {
        *value *= *scale;
    }
    found
        .iter()
        .all(|x| x.re.is_finite() && x.im.is_finite())
        .then_some(found)
}
