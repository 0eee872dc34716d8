//! A rough surface, and the path of a round thing that is moved over it.
//!
//! Hear:   rougher is louder, a finer grain is brighter; a larger ball does not fall into the
//!         valleys and sounds lower and smoother.
//! Law:    heights are a sum of octaves of smooth random waves, each 2^hurst times as high as the
//!         next finer one (a self-affine surface between two wavelengths), plus ridges at equal
//!         distances. They are a function of place alone: going back meets the same bumps.
//!         A ball of radius R touches where it first meets the surface, so its centre rides on
//!         c(x) = max over d of h(x + d) - d²/(2R), the upper envelope of its arcs (d << R).
//! Step:   heights on a grid of an eighth of the grain; the largest arc is searched within
//!         reach sqrt(2·R·P), P being the greatest difference of heights, beyond which none can
//!         win; a parabola through the best three gives the place between grid points.
//! Limits: along one line; waves too short for speed and rate are left out, not folded down.
//! Refs:   Rath 2003 and Rath & Rocchesso 2005 (the same envelope, found by a recursive search);
//!         Persson et al. 2005, J. Phys. Condens. Matter 17 (roughness spectra).

use crate::math;
use crate::rate::Rate;
use crate::rng::Rng;

crate::params! {
    /// A rough surface.
    pub struct Surface("surface") {
        /// Mean (rms) height of its roughness: about 1e-7 for glass, 1e-5 for planed wood, 1e-4
        /// for concrete.
        roughness: 5e-6, Log(1e-8, 5e-3), "m", Block, spread 0.1;
        /// Shortest waves of its roughness: finer is brighter.
        grain: 4e-4, Log(5e-5, 0.1), "m", Rebuild, spread 0.08;
        /// How many octaves of longer waves there are above the shortest.
        octaves: 5, Integer(1, 8), "", Rebuild, expert, spread 0.0;
        /// How much higher longer waves are: 0 alike, 1 twice per octave. Most surfaces: 0.8.
        hurst: 0.8, Linear(0.0, 1.5), "", Block, expert, spread 0.1;
        /// Height of ridges at equal distances; grooves if it is negative (gaps between tiles).
        ridge: 0.0, Linear(-5e-3, 5e-3), "m", Block, spread 0.0;
        /// Distance from ridge to ridge.
        spacing: 0.05, Log(2e-4, 2.0), "m", Rebuild, spread 0.03;
        /// Breadth of a ridge as a share of their distance.
        breadth: 0.2, Linear(0.01, 1.0), "", Rebuild, expert, spread 0.1;
    }
}

impl Surface {
    /// Greatest difference of heights \[m\].
    pub fn range(&self) -> f64 {
        2.0 * CUT * self.roughness + self.ridge.abs()
    }

    /// Shares of the octaves, finest first, for a roughness of 1.
    fn shares(&self) -> [f64; MOST] {
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
    fn wavelength(&self, octave: usize) -> f64 {
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
const MOST: usize = 8;
/// Heights end at so many times the rms value, as on worn surfaces; the search for the touching
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
    fn rough(
        &self,
        surface: &Surface,
        weights: &[f64; MOST],
        place: f64,
        lattices: &mut [Lattice; MOST],
    ) -> f64 {
        let mut height = 0.0;
        for (octave, weight) in weights.iter().enumerate().take(surface.octaves as usize) {
            if *weight == 0.0 {
                continue;
            }
            // Lattice points half a wavelength apart; octaves out of step with each other.
            let at = place / (0.5 * surface.wavelength(octave)) + 0.37 * octave as f64;
            height += weight * self.wave(octave, at, &mut lattices[octave]);
        }
        (height / LATTICE).clamp(-CUT, CUT)
    }

    /// Random values at whole numbers under a cubic B-spline: smooth, and never beyond them.
    fn wave(&self, octave: usize, at: f64, lattice: &mut Lattice) -> f64 {
        let floor = at.floor();
        let (first, t) = (floor as i64, at - floor);
        if lattice.first != Some(first) {
            let next = lattice.first == first.checked_sub(1);
            let [_, a, b, c] = lattice.values;
            let value = |offset: i64| self.value(octave, first.wrapping_add(offset));
            lattice.values = if next {
                [a, b, c, value(2)]
            } else {
                [-1, 0, 1, 2].map(value)
            };
            lattice.first = Some(first);
        }
        let s = 1.0 - t;
        let weights = [
            s * s * s,
            3.0 * t * t * t - 6.0 * t * t + 4.0,
            3.0 * s * s * s - 6.0 * s * s + 4.0,
            t * t * t,
        ];
        let values = lattice.values.iter();
        let sum: f64 = values.zip(weights).map(|(value, w)| w * value).sum();
        sum / 6.0
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
    fn ridges(surface: &Surface, place: f64) -> f64 {
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
#[derive(Clone, Copy, Debug, Default)]
struct Lattice {
    first: Option<i64>,
    values: [f64; 4],
}

/// Grid points searched on either side, at most.
const REACH: usize = 32;
/// Grid points kept: a power of two.
const KEPT: usize = 128;
/// Fastest motion \[m/s\], and most grid points that it passes per sample.
const FASTEST: f64 = 10.0;
const PASSED: f64 = 16.0;

/// Where a grid point is kept.
fn kept(number: i64) -> usize {
    number as usize & (KEPT - 1)
}

/// The path of a round thing over a surface.
pub struct Track {
    profile: Profile,
    lattices: [Lattice; MOST],
    step: f64,
    /// Distance of grid points \[m\].
    grid: f64,
    /// Heights at grid points by number modulo `KEPT`: roughness and ridges, in units of each,
    rough: [f64; KEPT],
    ridges: [f64; KEPT],
    /// and in metres, twice over, so that neighbours lie side by side; for which scales.
    heights: [f64; 2 * KEPT],
    scales: [f64; 2],
    /// Shares of the octaves, and for which exponent and number of them.
    shares: [f64; MOST],
    shared: (f64, i64),
    /// Numbers of the grid points that are known: from, to (excluded).
    known: (i64, i64),
}

impl Track {
    /// A path for a surface and the radius \[m\] that will ride on it.
    pub fn new(surface: &Surface, radius: f64, rate: Rate, seed: u64) -> Self {
        Self {
            profile: Profile::new(seed),
            lattices: [Lattice::default(); MOST],
            step: rate.step(),
            grid: spacing(surface, radius, rate.step()),
            rough: [0.0; KEPT],
            ridges: [0.0; KEPT],
            heights: [0.0; 2 * KEPT],
            scales: [surface.roughness, surface.ridge],
            shares: surface.shares(),
            shared: (surface.hurst, surface.octaves),
            known: (0, 0),
        }
    }

    /// Takes a changed surface or radius \[m\] over.
    pub fn refit(&mut self, surface: &Surface, radius: f64) {
        let grid = spacing(surface, radius, self.step);
        // A few per cent of reach do no harm, and heights would have to be found anew.
        if (grid / self.grid - 1.0).abs() > 0.1 {
            self.grid = grid;
            self.known = (0, 0);
        }
    }

    /// Another piece of the same sort of surface.
    pub fn reset(&mut self, seed: u64) {
        self.profile = Profile::new(seed);
        self.lattices = [Lattice::default(); MOST];
        self.known = (0, 0);
    }

    /// Where the lowest point of a round thing is \[m\] when it stands at a place \[m\] and moves at
    /// a speed \[m/s\].
    pub fn height(&mut self, surface: &Surface, radius: f64, place: f64, speed: f64) -> f64 {
        let range = surface.range();
        // What was not foreseen rides like the largest that was.
        let widest = (REACH - 1) as f64 * self.grid;
        let radius = radius.min(widest * widest / (2.0 * range));
        let reach = ((2.0 * radius * range).sqrt() / self.grid).ceil();
        let reach = (reach as i64 + 1).min(REACH as i64);
        let at = place / self.grid;
        let middle = at.round();
        let (near, bend) = (middle as i64, 0.5 * self.grid * self.grid / radius);
        let first = near - reach - 1;
        self.learn(surface, first, near + reach + 2, speed);
        let scales = [surface.roughness, surface.ridge];
        if scales != self.scales {
            self.scales = scales;
            (0..KEPT).for_each(|kept| self.raise(kept));
        }
        let (from, count) = (kept(first), (2 * reach + 3) as usize);
        let heights = &self.heights[from..from + count];
        // The arcs about all grid points within reach, and one more on either side.
        let mut arcs = [0.0; 2 * REACH + 3];
        let arcs = &mut arcs[..count];
        let start = (first - near) as f64 + (middle - at);
        for (n, (arc, height)) in arcs.iter_mut().zip(heights).enumerate() {
            let away = start + n as f64;
            *arc = height - bend * away * away;
        }
        let inner = &arcs[1..count - 1];
        let mut most = highest(inner);
        let best = 1 + inner.iter().position(|arc| *arc == most).unwrap_or(0);
        let (left, right) = (arcs[best - 1], arcs[best + 1]);
        let curved = 2.0 * most - left - right;
        if curved > 0.0 {
            let tip = (right - left) * (right - left) / (8.0 * curved);
            // The best of three cannot rise by more than an eighth of their bend.
            most += tip.min(0.125 * curved);
        }
        most
    }

    /// Takes a grid point's height over in metres.
    fn raise(&mut self, kept: usize) {
        let [roughness, ridge] = self.scales;
        let height = roughness * self.rough[kept] + ridge * self.ridges[kept];
        self.heights[kept] = height;
        self.heights[kept + KEPT] = height;
    }

    /// Works out heights that are not known yet, from a grid point to another (excluded).
    fn learn(&mut self, surface: &Surface, from: i64, to: i64, speed: f64) {
        let (first, last) = self.known;
        if from >= first && to <= last {
            return;
        }
        let weights = self.weights(surface, speed);
        let joined = from <= last && to >= first;
        let (first, last) = if joined { (first, last) } else { (from, from) };
        for number in (from..first.min(to)).chain(last.max(from)..to) {
            let place = number as f64 * self.grid;
            let kept = kept(number);
            let lattices = &mut self.lattices;
            self.rough[kept] = self.profile.rough(surface, &weights, place, lattices);
            self.ridges[kept] = Profile::ridges(surface, place);
            self.raise(kept);
        }
        // Older points are overwritten by newer ones of the same remainder.
        self.known = if from < first {
            (from, last.min(from + KEPT as i64))
        } else {
            (first.max(to - KEPT as i64), to.max(last))
        };
    }

    /// Shares of the octaves that this speed leaves audible: full below a fifth of the rate,
    /// none above two fifths or where the grid is too coarse.
    fn weights(&mut self, surface: &Surface, speed: f64) -> [f64; MOST] {
        if self.shared != (surface.hurst, surface.octaves) {
            self.shared = (surface.hurst, surface.octaves);
            self.shares = surface.shares();
        }
        let mut shares = self.shares;
        for (octave, share) in shares.iter_mut().enumerate() {
            let wave = surface.wavelength(octave);
            let cycles = speed.abs() * self.step / wave;
            let audible = (2.0 - cycles / 0.2).clamp(0.0, 1.0);
            let resolved = (wave / self.grid - 2.0).clamp(0.0, 1.0);
            *share *= audible * resolved;
        }
        shares
    }
}

/// The largest of some numbers, eight at a time.
fn highest(numbers: &[f64]) -> f64 {
    const WIDE: usize = 8;
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    let mut most = [f64::NEG_INFINITY; WIDE];
    let mut chunks = numbers.chunks_exact(WIDE);
    for chunk in &mut chunks {
        for (most, number) in most.iter_mut().zip(chunk) {
            *most = larger(*most, *number);
        }
    }
    let rest = chunks.remainder().iter().copied();
    most.into_iter().chain(rest).fold(f64::NEG_INFINITY, larger)
}

/// Distance of grid points \[m\]: fine enough for the grain, wide enough for the reach.
fn spacing(surface: &Surface, radius: f64, step: f64) -> f64 {
    let reach = (2.0 * radius * surface.range()).sqrt();
    (0.125 * surface.grain)
        .max(reach / (REACH - 1) as f64)
        .max(FASTEST * step / PASSED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate() -> Rate {
        Rate::new(48_000.0).unwrap()
    }

    #[test]
    fn roughness_is_the_rms_height() {
        for octaves in [1, 3, 6] {
            let surface = Surface {
                octaves,
                hurst: 0.3,
                ..Surface::default()
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

    /// Over a single ridge a ball's lowest point describes the ball's own arc.
    #[test]
    fn a_ball_rides_over_a_ridge_on_its_own_arc() {
        let surface = Surface {
            roughness: 1e-8,
            ridge: 1e-4,
            spacing: 0.5,
            breadth: 0.01,
            ..Surface::default()
        };
        let radius = 0.02;
        let mut track = Track::new(&surface, radius, rate(), 1);
        for away in [0.0, 1e-4, 5e-4, 1e-3, 1.5e-3] {
            // The ridge's own shape near its top is part of the envelope: its curvature radius
            // is spacing²·breadth²/(2·pi²·ridge), added to the ball's.
            let own = 2.5e-3 * 2.5e-3 * 4.0 / (2.0 * 0.25 * math::TAU * math::TAU * 1e-4);
            let exact = 1e-4 - away * away / (2.0 * (radius + own));
            let found = track.height(&surface, radius, 0.25 + away, 0.1);
            assert!((found - exact).abs() < 2e-6, "{away}: {found} {exact}");
        }
    }

    /// The search agrees with trying every place on a fine grid, forwards and backwards.
    #[test]
    fn the_envelope_is_the_largest_arc() {
        let surface = Surface {
            grain: 2e-3,
            octaves: 3,
            roughness: 2e-5,
            ..Surface::default()
        };
        let radius = 0.01;
        let mut track = Track::new(&surface, radius, rate(), 9);
        let profile = Profile::new(9);
        let shares = surface.shares();
        let mut rng = Rng::new(4);
        let mut place = 0.0;
        for _ in 0..400 {
            place += 2e-3 * rng.signed();
            let found = track.height(&surface, radius, place, 0.0);
            let mut lattices = [Lattice::default(); MOST];
            let exact = (-8000..=8000)
                .map(|n| {
                    let d = f64::from(n) * 5e-7;
                    let rough = profile.rough(&surface, &shares, place + d, &mut lattices);
                    surface.roughness * rough - d * d / (2.0 * radius)
                })
                .fold(f64::NEG_INFINITY, f64::max);
            assert!((found - exact).abs() < 2e-7, "{place}: {found:e} {exact:e}");
        }
    }

    #[test]
    fn larger_balls_ride_higher_and_smoother() {
        let surface = Surface::default();
        let mut last = (f64::NEG_INFINITY, f64::INFINITY);
        for radius in [1e-3, 1e-2, 1e-1] {
            let mut track = Track::new(&surface, radius, rate(), 2);
            let heights: Vec<f64> = (0..20_000)
                .map(|n| track.height(&surface, radius, f64::from(n) * 1e-5, 0.5))
                .collect();
            let mean = heights.iter().sum::<f64>() / 2e4;
            let steps = heights.windows(2).map(|w| (w[1] - w[0]) * (w[1] - w[0]));
            let slope = (steps.sum::<f64>() / 2e4).sqrt() / 1e-5;
            println!(
                "{radius}: mean {mean:e}, slope {slope:e}, {:e}",
                surface.slope(radius)
            );
            assert!(mean > last.0 && slope < last.1);
            assert!((0.4..2.5).contains(&(slope / surface.slope(radius))));
            last = (mean, slope);
        }
    }
}
