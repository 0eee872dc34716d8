//! Cascade: collisions that come ever more slowly, as pieces that do not bounce come to rest.
//!
//! Law:    the interval grows from collision to collision by a factor, and each one is shortened
//!         at random: t(n) = initial·deceleration^n·(1 - reduction·u), u uniform in 0 to 1; it
//!         ends when the interval exceeds the longest one.
//! Refs:   Warren & Verbrugge 1984; Rath & Fontana 2003; Papetti 2010, 2.2.5.

use crate::rng::Rng;

/// A sequence of collisions.
///
/// ```
/// let mut rng = urto::rng::Rng::new(1);
/// let mut cascade = urto::texture::Cascade::new(0.01);
/// let mut intervals = Vec::new();
/// while let Some(seconds) = cascade.wait(2.0, 0.0, 0.1, &mut rng) {
///     intervals.push(seconds);
/// }
/// assert_eq!(intervals, [0.01, 0.02, 0.04, 0.08]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cascade {
    interval: f64,
}

impl Cascade {
    /// Starts with an interval \[s\].
    pub fn new(initial: f64) -> Self {
        Self { interval: initial }
    }

    /// Time to the next collision \[s\]; none when the interval exceeds the longest.
    pub fn wait(
        &mut self,
        deceleration: f64,
        reduction: f64,
        longest: f64,
        rng: &mut Rng,
    ) -> Option<f64> {
        if self.interval > longest {
            return None;
        }
        let seconds = self.interval * (1.0 - reduction * rng.uniform());
        self.interval *= deceleration;
        Some(seconds)
    }
}
