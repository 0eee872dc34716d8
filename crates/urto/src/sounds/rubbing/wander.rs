//! A smooth random walk between chance values: uneven ground, an unsteady hand.

use crate::rng::Rng;

/// Octaves that are added up, each four times finer and half as high as the one before: about
/// what ground, sawn and worn surfaces have (their spectra fall like 1/k² or a little faster).
const OCTAVES: usize = 3;
const FINER: f64 = 4.0;
/// Makes the mean square of the sum 1: chance values in -1..1 have 1/3, a smooth blend of two
/// keeps 26/35 of it, and the octaves add 1 + 1/4 + 1/16.
const UNIT: f64 = 1.755;

#[derive(Clone, Copy, Default)]
struct Octave {
    from: f64,
    to: f64,
    /// How far it is from one to the other, 0 to 1.
    along: f64,
}

/// The walk: mean 0, mean square 1, within ±3.1.
#[derive(Clone)]
pub(in crate::sounds) struct Wander {
    octaves: [Octave; OCTAVES],
    rng: Rng,
}

impl Wander {
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let octaves = core::array::from_fn(|_| Octave {
            from: rng.signed(),
            to: rng.signed(),
            along: rng.uniform(),
        });
        Self { octaves, rng }
    }

    /// Goes on by a share of the coarsest length, and tells where it is.
    pub fn advance(&mut self, share: f64) -> f64 {
        let (mut step, mut height, mut sum) = (share.abs(), 1.0, 0.0);
        for octave in &mut self.octaves {
            octave.along += step;
            if octave.along >= 1.0 {
                // Whoever leaps over many values sees only the last.
                octave.along -= octave.along.floor();
                octave.from = if step < 1.0 {
                    octave.to
                } else {
                    self.rng.signed()
                };
                octave.to = self.rng.signed();
            }
            let t = octave.along;
            let blend = t * t * (3.0 - 2.0 * t);
            sum += height * (octave.from + blend * (octave.to - octave.from));
            height *= 0.5;
            step *= FINER;
        }
        UNIT * sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_mean_zero_and_mean_square_one() {
        let mut walk = Wander::new(3);
        let (mut sum, mut power) = (0.0, 0.0);
        let count = 2_000_000;
        let mut last = walk.advance(0.0);
        for _ in 0..count {
            let now = walk.advance(0.005);
            // The finest octave goes 8 % of its way, at most 1.5 times 8 % of 2 times its
            // height; the coarser ones less: no leaps.
            assert!((now - last).abs() < 0.2, "{last} {now}");
            last = now;
            sum += now;
            power += now * now;
        }
        let (mean, power) = (sum / f64::from(count), power / f64::from(count));
        assert!(mean.abs() < 0.05, "{mean}");
        assert!((power - 1.0).abs() < 0.05, "{power}");
    }
}
