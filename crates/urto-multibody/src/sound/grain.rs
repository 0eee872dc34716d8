//! The grain of surfaces: normals that lean, here to this side, there to that.
//!
//! Law:    each place of a body has a lean, a vector of Gaussian numbers with a root mean square and
//!         a correlation length, fixed to the surface. A contact that presses with N there pushes
//!         N times the lean sideways too; what slides or rolls feels it change.
//! Step:   numbers on a lattice in space, smooth in between: no table, the same everywhere.
//! Refs:   Zheng & James 2011, section 6 (perturbed normals); Perlin 1985 (lattices of noise).

use crate::scene::Grain;

/// Roots of the mean square of what lies between lattice points, against that at them: the mean of
/// the squared weights of the smooth cube, 0.3629 for one axis to the third.
const BETWEEN: f64 = 0.627;

/// The grain of one body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    slope: f64,
    over: f64,
    seed: u64,
}

impl Field {
    pub fn new(grain: Grain, seed: u64) -> Self {
        Self {
            slope: grain.slope / BETWEEN,
            over: 1.0 / grain.length,
            seed,
        }
    }

    /// How the normal leans at a place of the body's frame; the part along the normal is taken away
    /// by who knows it.
    pub fn lean(&self, place: [f64; 3]) -> [f64; 3] {
        // Half a cell aside, or flat faces at 0 would lie on lattice points.
        let scaled = place.map(|own| own * self.over + 0.37);
        let first = scaled.map(|own| own.floor() as i64);
        let share = scaled.map(|own| {
            let t = own - own.floor();
            t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
        });
        let mut lean = [0.0; 3];
        for corner in 0..8 {
            let mut weight = self.slope;
            let mut key = self.seed;
            for (axis, (share, first)) in share.iter().zip(first).enumerate() {
                let up = corner >> axis & 1;
                weight *= if up == 1 { *share } else { 1.0 - share };
                key = mixed(key ^ first.wrapping_add(up).cast_unsigned());
            }
            for own in &mut lean {
                key = mixed(key);
                *own += weight * gaussian(key);
            }
        }
        lean
    }
}

/// Scrambles 64 bits (the finish of SplitMix64, Steele & al. 2014).
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Nearly a Gaussian number: the sum of four even ones of 16 bits, with a root mean square of 1.
fn gaussian(bits: u64) -> f64 {
    let sum: f64 = (0..4).map(|n| (bits >> (16 * n) & 0xffff) as f64).sum();
    // Each has the variance 1/12 of its range.
    (sum / 65_536.0 - 2.0) * 1.732_050_807_568_877_2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Root mean square and correlation as said, the same for the same seed.
    #[test]
    fn it_leans_as_much_and_changes_as_fast_as_it_says() {
        let grain = Grain {
            slope: 0.1,
            length: 1e-3,
        };
        let field = Field::new(grain, 7);
        let at = |n: u32, by: f64| {
            let n = f64::from(n);
            field.lean([n * 2.13e-3 + by, n * 0.71e-3, 0.0])[1]
        };
        let count = 20_000;
        let product = |by: f64| {
            let sum: f64 = (0..count).map(|n| at(n, 0.0) * at(n, by)).sum();
            sum / f64::from(count)
        };
        let square = product(0.0);
        assert!((square.sqrt() / 0.1 - 1.0).abs() < 0.2, "{}", square.sqrt());
        assert!(product(0.1e-3) > 0.9 * square);
        assert!(product(3e-3).abs() < 0.05 * square);
        assert_eq!(
            at(3, 0.0),
            Field::new(grain, 7).lean([6.39e-3, 2.13e-3, 0.0])[1]
        );
    }
}
