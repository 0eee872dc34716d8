//! Where a measured answer begins.

use crate::math::{TAU, cos, pow};

/// The low-pass before the first sound is looked for \[Hz\], and how far below the peak that is \[dB\].
const LOW: f64 = 3000.0;
const ONSET: f64 = -30.0;

/// Finds where answers begin.
pub(super) struct Onset {
    /// A Hann window: positive everywhere, so that nothing rings before a click.
    window: Vec<f64>,
    share: f64,
}

impl Onset {
    pub fn new(rate: f64) -> Self {
        // Half as much passes of what has one period in a Hann window, nothing of what has two.
        let side = ((0.5 * rate / LOW).round() as usize).max(1);
        let whole = 2 * side + 1;
        let at = |n: usize| 0.5 - 0.5 * cos(TAU * (n + 1) as f64 / (whole + 1) as f64);
        Self {
            window: (0..whole).map(at).collect(),
            share: pow(10.0, ONSET / 20.0),
        }
    }

    /// Where an answer begins \[samples\].
    pub fn find(&self, answer: &[f32], smooth: &mut Vec<f64>) -> f64 {
        let side = self.window.len() / 2;
        smooth.clear();
        for n in 0..answer.len() {
            let first = n.saturating_sub(side);
            let window = &self.window[first + side - n..];
            let sum: f64 = window
                .iter()
                .zip(&answer[first..])
                .map(|(own, tap)| own * f64::from(*tap))
                .sum();
            smooth.push(sum.abs());
        }
        let least = self.share * smooth.iter().fold(0.0_f64, |most, own| most.max(*own));
        match smooth.iter().position(|own| *own > least) {
            None | Some(0) => 0.0,
            Some(n) => {
                let [before, after] = [smooth[n - 1], smooth[n]];
                n as f64 - (after - least) / (after - before)
            }
        }
    }
}
