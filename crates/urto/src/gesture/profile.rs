//! A rough surface.
//!
//! Hear:   rougher is louder, a finer grain is brighter.
//! Law:    heights are a sum of octaves of smooth random waves, each 2^hurst times as high as the
//!         next finer one (a self-affine surface between two wavelengths), plus ridges at equal
//!         distances. They are a function of place alone: going back meets the same bumps.
//! Limits: along one line.
//! Refs:   Persson et al. 2005, J. Phys. Condens. Matter 17 (roughness spectra).

use crate::math;
use crate::rng::Rng;

crate::params! {
    /// A rough surface.
    pub struct SurfaceParams("surface") {
        /// RMS height of the roughness: about 1e-7 for glass, 1e-5 for planed wood, 1e-4 for
        /// concrete.
        roughness: 5e-6, Log(1e-8, 5e-3), "m", Block, spread 0.1;
        /// Shortest wavelength of the roughness: finer is brighter.
        grain: 4e-4, Log(5e-5, 0.1), "m", Rebuild, spread 0.08;
        /// Number of octaves of longer wavelengths above the shortest.
        octaves: 5, Integer(1, 8), "", Rebuild, expert, spread 0.0;
        /// Hurst exponent: how the height grows with wavelength. 0 is the same height, 1 doubles
        /// per octave; most surfaces are near 0.8.
        hurst: 0.8, Linear(0.0, 1.5), "", Block, expert, spread 0.1;
        /// Height of regular ridges; negative makes grooves (gaps between tiles).
        ridge: 0.0, Linear(-5e-3, 5e-3), "m", Block, spread 0.0;
        /// Distance from ridge to ridge.
        spacing: 0.05, Log(2e-4, 2.0), "m", Rebuild, spread 0.03;
        /// Width of a ridge, as a share of the spacing.
        breadth: 0.2, Linear(0.01, 1.0), "", Rebuild, expert, spread 0.1;
    }
}

impl SurfaceParams {
    /// Greatest difference of heights \[m\].
    pub fn range(&self) -> f64 {
        2.0 * CUT * self.roughness + self.ridge.abs()
    }

    /// Shares of the octaves, finest first, for a roughness of 1.
    pub(super) fn shares(&self) -> [f64; MOST] {
        let mut shares = [0.0; MOST];
        let (mut power, mut height) = (0.0, 1.0);
        let higher = math::pow(2.0, self.hurst);
        for share in shares.iter_mut().take(self.octaves as usize) {
            *share = height;
            power += height * height;
            height *= higher;
        }
        let scale = 1.0 / power.sqrt();
        shares.map(|share| share * scale)
    }

    /// Wavelength of an octave \[m\], finest first.
    pub(super) fn wavelength(&self, octave: usize) -> f64 {
        self.grain * (1u32 << octave) as f64
    }

    /// Mean height \[m\] of those waves about a wavelength \[m\] that a ball of a radius \[m\] meets.
    /// It cannot follow what is bent more sharply than itself, but kinks between its arcs remain.
    pub fn amplitude(&self, wavelength: f64, radius: f64) -> f64 {
        let longest = self.wavelength((self.octaves as usize).clamp(1, MOST) - 1);
        let shares = self.shares();
        let own = if wavelength < self.grain {
            let short = wavelength / self.grain;
            shares[0] * short * short * short * short
        } else {
            let along = math::pow(
                (wavelength / self.grain).min(longest / self.grain),
                self.hurst,
            );
            shares[0] * along * (longest / wavelength).min(1.0)
        };
        let number = math::TAU / wavelength;
        let bent = self.roughness * own * number * number;
        let followed = bent / (1.0 + radius * bent);
        let bump = math::TAU * (self.roughness + self.range() / 60.0) / self.slope(radius);
        let kinked = 0.3 * self.slope(radius) / bump.max(wavelength);
        let ridges = self.ridge.abs() * if wavelength < self.spacing { 1.0 } else { 0.0 };
        let ridges = ridges / (1.0 + self.spacing / wavelength);
        (followed + kinked) / (number * number) + 0.1 * ridges
    }

    /// Mean slope that a ball of a radius \[m\] meets: the surface's own where the ball fits into
    /// the valleys, else that of arcs between peaks.
    pub fn slope(&self, radius: f64) -> f64 {
        let mut steep = 0.0;
        for (octave, share) in self.shares().iter().enumerate() {
            let wave = STEEP / self.wavelength(octave) * self.roughness * share;
            steep += wave * wave;
        }
        let ridge = 2.0 * self.ridge / (self.spacing * self.breadth);
        let steep = steep + ridge * ridge;
        let arcs = 2.0 * (self.roughness + 0.2 * self.ridge.abs()) / radius;
        (steep * arcs / (steep + arcs)).sqrt()
    }
}

/// Most octaves.
pub(super) const MOST: usize = 8;
/// Heights end at N times the rms value, as on worn surfaces; the search for the touching
/// point rests on that.
const CUT: f64 = 3.0;
/// Root mean square of uniform lattice values in -1 to 1 (1/3) under cubic B-splines (151/315).
const LATTICE: f64 = 0.399_734_7;

/// Slope over height of such waves, times their wavelength: twice the root of 2/3 over 151/315,
/// the mean squares of the spline's slope and of the spline.
const STEEP: f64 = 2.358_6;

/// The heights of a surface, anywhere.
#[derive(Clone, Debug)]
pub struct Profile {
    seed: u64,
}

impl Profile {
    /// The surface of this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Height at a place \[m\] in units of the roughness, with given weights of the octaves.
    pub(super) fn rough(
        &self,
        surface: &SurfaceParams,
        weights: &[f64; MOST],
        place: f64,
        lattices: &mut [Lattice; MOST],
    ) -> f64 {
        let mut height = 0.0;
        // Lattice points half a wavelength apart; octaves out of step with each other.
        let mut points = 2.0 * place / surface.grain;
        for (octave, weight) in weights.iter().enumerate().take(surface.octaves as usize) {
            if *weight != 0.0 {
                let at = points + 0.37 * octave as f64;
                height += weight * self.wave(octave, at, &mut lattices[octave]);
            }
            points *= 0.5;
        }
        (height / LATTICE).clamp(-CUT, CUT)
    }

    /// Random values at whole numbers under a cubic B-spline: smooth, and never beyond them.
    fn wave(&self, octave: usize, at: f64, lattice: &mut Lattice) -> f64 {
        let mut t = at - lattice.start;
        // Also where nothing is known yet.
        if !(0.0..1.0).contains(&t) {
            self.enter(octave, at.floor(), lattice);
            t = at - lattice.start;
        }
        let [a, b, c, d] = lattice.powers;
        a + t * (b + t * (c + t * d))
    }

    /// Goes to where a whole number is the last one passed.
    #[inline(never)]
    fn enter(&self, octave: usize, start: f64, lattice: &mut Lattice) {
        let next = start == lattice.start + 1.0;
        let [_, a, b, c] = lattice.values;
        let first = start as i64;
        let value = |offset: i64| self.value(octave, first.wrapping_add(offset));
        lattice.values = if next {
            [a, b, c, value(2)]
        } else {
            [-1, 0, 1, 2].map(value)
        };
        lattice.start = start;
        lattice.powers = spline(lattice.values);
    }

    /// The random value of an octave at a whole number.
    fn value(&self, octave: usize, index: i64) -> f64 {
        // Odd factors keep neighbours and octaves apart before the generator mixes them.
        let key = (index as u64)
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
            .wrapping_add((octave as u64).wrapping_mul(0xa076_1d64_78bd_642f));
        Rng::new(self.seed ^ key).signed()
    }

    /// Height of the ridges at a place \[m\], 0 to 1: a raised cosine each. Place 0 lies between
    /// two, so that nothing starts on a ridge and falls off it.
    pub(super) fn ridges(surface: &SurfaceParams, place: f64) -> f64 {
        let at = place / surface.spacing + 0.5;
        let from = (at - at.round()).abs() / (0.5 * surface.breadth);
        if from >= 1.0 {
            0.0
        } else {
            0.5 + 0.5 * math::cos(0.5 * math::TAU * from)
        }
    }
}

/// The random values about a place, kept because the next place mostly has the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    /// The last whole number passed; infinite where nothing is known yet.
    start: f64,
    values: [f64; 4],
    /// Factors of the powers of the way from one whole number to the next.
    powers: [f64; 4],
}

impl Default for Lattice {
    fn default() -> Self {
        Self {
            start: f64::INFINITY,
            values: [0.0; 4],
            powers: [0.0; 4],
        }
    }
}

/// A cubic B-spline through four values, by the powers of the way from the second to the third.
fn spline([a, b, c, d]: [f64; 4]) -> [f64; 4] {
    [
        (a + 4.0 * b + c) / 6.0,
        0.5 * (c - a),
        0.5 * (a + c) - b,
        (d - a) / 6.0 + 0.5 * (b - c),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roughness_is_the_rms_height() {
        for octaves in [1, 3, 6] {
            let surface = SurfaceParams {
                octaves,
                hurst: 0.3,
                ..SurfaceParams::default()
            };
            let profile = Profile::new(5);
            let shares = surface.shares();
            let mut lattices = [Lattice::default(); MOST];
            let count = 200_000;
            let heights = (0..count).map(|n| {
                let height = profile.rough(&surface, &shares, f64::from(n) * 3e-4, &mut lattices);
                height * height
            });
            let rms = (heights.sum::<f64>() / f64::from(count)).sqrt();
            assert!((rms - 1.0).abs() < 0.03, "{octaves}: {rms}");
        }
    }
}
