//! Gust: a factor that wanders slowly, as a hand does not press evenly.
//!
//! Law: the logarithm of the factor runs in straight lines between values drawn uniformly, at
//!      intervals drawn around the one asked for; its mean is corrected to 1.

use crate::math;
use crate::rng::Rng;

/// Logarithm of the largest factor at a depth of 1: e^1.6 is about 5.
const DEEPEST: f64 = 1.6;

/// A factor around 1 that wanders.
#[derive(Clone, Debug)]
pub struct Gust {
    from: f64,
    to: f64,
    /// Where between the two, 0 to 1, and how long the way is against the usual.
    at: f64,
    length: f64,
    /// The factor now, for how many more steps it is held, and what corrects its mean at a depth.
    factor: f64,
    held: u32,
    mended: (f64, f64),
}

/// A factor is held for N steps: it moves a hundred times more slowly.
const HELD: u32 = 8;

impl Gust {
    /// Starts somewhere.
    pub fn new(rng: &mut Rng) -> Self {
        Self {
            from: rng.signed(),
            to: rng.signed(),
            at: 0.0,
            length: 1.0,
            factor: 1.0,
            held: 0,
            mended: (0.0, 1.0),
        }
    }

    /// Lets a share of the usual interval pass; gives the factor. A depth of 0 is always 1.
    pub fn pass(&mut self, share: f64, depth: f64, rng: &mut Rng) -> f64 {
        self.at += share / self.length;
        if self.at >= 1.0 {
            self.at = 0.0;
            self.from = self.to;
            self.to = rng.signed();
            self.length = 0.5 + rng.uniform();
        }
        let reach = DEEPEST * depth;
        if reach == 0.0 {
            return 1.0;
        }
        self.held = (self.held + 1) % HELD;
        if self.held != 1 {
            return self.factor;
        }
        let now = self.from + (self.to - self.from) * self.at;
        // The mean of exp(reach·x) over -1..1 would be sinh(reach)/reach; between two such
        // values it is a little nearer to 1.
        if self.mended.0 != reach {
            self.mended = (reach, reach / math::sinh(reach));
        }
        self.factor = math::exp(reach * now) * self.mended.1;
        self.factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its mean stays near 1 (within 20 %), so that it moves events about and does not add any.
    #[test]
    fn gusts_do_not_add_up() {
        let mut rng = Rng::new(1);
        for depth in [0.0, 0.3, 1.0] {
            let mut gust = Gust::new(&mut rng);
            let count = 200_000;
            let sum: f64 = (0..count).map(|_| gust.pass(0.02, depth, &mut rng)).sum();
            let mean = sum / f64::from(count);
            assert!((mean - 1.0).abs() < 0.2, "{depth}: {mean}");
        }
    }
}
