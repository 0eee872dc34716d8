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
pub(crate) struct Wander {
    octaves: [Octave; OCTAVES],
    rng: Rng,
    /// The sum of all octaves by the powers of the way on from where they were last looked at; that
    /// way, and how far it goes until one of them comes to its next value.
    powers: [f64; 4],
    way: f64,
    until: f64,
}

impl Wander {
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let octaves = core::array::from_fn(|_| Octave {
            from: rng.signed(),
            to: rng.signed(),
            along: rng.uniform(),
        });
        let mut walk = Self {
            octaves,
            rng,
            powers: [0.0; 4],
            way: 0.0,
            until: 0.0,
        };
        walk.turn();
        walk
    }

    /// A walk that stays at its mean.
    pub fn still() -> Self {
        Self {
            powers: [0.0; 4],
            until: f64::INFINITY,
            ..Self::new(0)
        }
    }

    /// Goes on by a share of the coarsest length, and tells where it is.
    #[inline]
    pub fn advance(&mut self, share: f64) -> f64 {
        self.way += share.abs();
        if self.way >= self.until {
            self.turn();
        }
        let [a, b, c, d] = self.powers;
        a + self.way * (b + self.way * (c + self.way * d))
    }

    /// Brings the octaves to where the walk is. With u and v the last and the next value of one, t
    /// how far it is between them, and s its fineness, it is u + (v - u)·(3·t² - 2·t³), and t grows
    /// by s times the way.
    fn turn(&mut self) {
        let (mut fine, mut height) = (1.0, UNIT);
        self.powers = [0.0; 4];
        self.until = f64::INFINITY;
        for octave in &mut self.octaves {
            octave.along += fine * self.way;
            if octave.along >= 1.0 {
                // Whoever leaps over many values sees only the last.
                octave.from = if octave.along < 2.0 {
                    octave.to
                } else {
                    self.rng.signed()
                };
                octave.along -= octave.along.floor();
                octave.to = self.rng.signed();
            }
            let t = octave.along;
            let rise = height * (octave.to - octave.from);
            self.powers[0] += height * octave.from + rise * t * t * (3.0 - 2.0 * t);
            self.powers[1] += rise * fine * 6.0 * t * (1.0 - t);
            self.powers[2] += rise * fine * fine * (3.0 - 6.0 * t);
            self.powers[3] -= rise * fine * fine * fine * 2.0;
            self.until = self.until.min((1.0 - t) / fine);
            height *= 0.5;
            fine *= FINER;
        }
        self.way = 0.0;
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
