//! Samples between samples, by a sinc under Kaiser's window.

use crate::math::sin;
use core::f64::consts::PI;

/// Zero crossings of the sinc to each side, and Kaiser's shape: what does not pass is 70 dB down, and
/// at 44.1 kHz all below 20 kHz passes.
pub(super) const CROSSINGS: usize = 24;
const BETA: f64 = 7.0;
/// Tabled points between two crossings; straight lines between them are right within -90 dB.
const FINE: usize = 256;

/// The right half of a sinc under Kaiser's window, as a table.
pub(super) struct Kernel(Vec<f64>);

impl Kernel {
    pub fn new() -> Self {
        let points = CROSSINGS * FINE;
        let bottom = bessel(BETA);
        let at = |n: usize| {
            let along = n as f64 / points as f64;
            let turn = PI * n as f64 / FINE as f64;
            let sinc = if n == 0 { 1.0 } else { sin(turn) / turn };
            sinc * bessel(BETA * (1.0 - along * along).max(0.0).sqrt()) / bottom
        };
        let mut all: Vec<f64> = (0..=points).map(at).collect();
        all.push(0.0);
        Self(all)
    }

    fn at(&self, x: f64) -> f64 {
        let at = x.abs() * FINE as f64;
        let whole = at as usize;
        match self.0.get(whole..whole + 2) {
            Some([a, b]) => a + (at - whole as f64) * (b - a),
            _ => 0.0,
        }
    }

    /// Weights of the samples around a place, so much behind the middle ones' left.
    pub fn around(&self, part: f64) -> [f64; 2 * CROSSINGS] {
        let place = |j: usize| j as f64 + 1.0 - CROSSINGS as f64 - part;
        core::array::from_fn(|j| self.at(place(j)))
    }

    /// Weights for a place between so many samples, with a low-pass at a share of half the rate, and
    /// the sample at which they begin.
    pub fn row(&self, place: f64, cut: f64, count: usize) -> (usize, Vec<f64>) {
        let reach = CROSSINGS as f64 / cut;
        let first = ((place - reach).ceil().max(0.0) as usize).min(count);
        let end = ((place + reach).floor() as usize + 1).clamp(first, count);
        let weight = |n: usize| cut * self.at((n as f64 - place) * cut);
        (first, (first..end).map(weight).collect())
    }
}

/// The modified Bessel function of the first kind and order 0, by its series.
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..40 {
        let share = 0.5 * x / f64::from(n);
        term *= share * share;
        sum += term;
    }
    sum
}
