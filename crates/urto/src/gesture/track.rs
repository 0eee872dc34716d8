//! The path of a round thing that is moved over a rough surface.
//!
//! Hear:   a larger ball does not fall into the valleys and sounds lower and smoother.
//! Law:    a ball of radius R touches where it first meets the surface, so its centre rides on
//!         c(x) = max over d of h(x + d) - d²/(2R), the upper envelope of its arcs (d << R).
//! Step:   heights on a grid of an eighth of the grain; the largest arc is sought within reach
//!         sqrt(2·R·P), P being the greatest difference of heights, beyond which none can win
//!         (see `envelope`); a parabola through the best three gives the place between grid
//!         points.
//! Limits: along one line; waves too short for speed and rate are left out, not folded down, and at
//!         rates above 48 kHz the same ones as there.
//! Refs:   Rath 2003 and Rath & Rocchesso 2005 (the same envelope, found by a recursive search).

use super::profile::{Lattice, MOST, Profile, SurfaceParams};
use super::rolling_hull::{KEPT, REACH, RollingHull, kept};
use crate::error::{BuildError, within};
use crate::param::Params;
use crate::rate::Rate;

/// Grid points whose heights are worked out at a time, ahead of what is within reach.
const AHEAD: i64 = 8;
/// Fastest motion \[m/s\], and most grid points that it passes per sample.
const FASTEST: f64 = 10.0;
const PASSED: f64 = 16.0;

/// The path of a round thing over a surface.
pub struct Track {
    profile: Profile,
    lattices: [Lattice; MOST],
    /// See [`heard`].
    step: f64,
    /// Distance of grid points \[m\].
    grid: f64,
    /// Heights at grid points by number modulo `KEPT`: roughness and ridges, in units of each,
    rough: [f64; KEPT],
    ridges: [f64; KEPT],
    /// and in which units they were taken over \[m\].
    scales: [f64; 2],
    /// Shares of the octaves, and for which exponent and number of them.
    shares: [f64; MOST],
    shared: (f64, i64),
    /// The same as far as they are audible at a speed \[m/s\].
    audible: [f64; MOST],
    audible_at: f64,
    /// Numbers of the grid points that are known: from, to (excluded).
    known: (i64, i64),
    /// For which difference of heights and radius the search was laid out \[m\].
    laid_out: [f64; 2],
    envelope: RollingHull,
}

/// The step by which it is judged which waves are too short \[s\]: that of 48 kHz at most. Finer
/// waves are above hearing, but a contact that hops over them makes sound of them, and this must not
/// depend on the rate.
fn heard(rate: Rate) -> f64 {
    const USUAL: f64 = 1.0 / 48e3;
    rate.step().max(USUAL)
}

/// The nearest whole number.
fn nearest(x: f64) -> i64 {
    (x + 0.5_f64.copysign(x)) as i64
}

impl Track {
    /// A path for a surface and the radius \[m\] that will ride on it.
    pub fn new(
        surface: &SurfaceParams,
        radius: f64,
        rate: Rate,
        seed: u64,
    ) -> Result<Self, BuildError> {
        surface.check()?;
        within("the radius of what rides [m]", radius, [1e-6, 1e3])?;
        Ok(Self {
            profile: Profile::new(seed),
            lattices: [Lattice::default(); MOST],
            step: heard(rate),
            grid: spacing(surface, radius, heard(rate)),
            rough: [0.0; KEPT],
            ridges: [0.0; KEPT],
            scales: [surface.roughness, surface.ridge],
            shares: surface.shares(),
            shared: (surface.hurst, surface.octaves),
            audible: [0.0; MOST],
            audible_at: 0.0,
            known: (0, 0),
            laid_out: [0.0; 2],
            envelope: RollingHull::new(),
        })
    }

    /// Takes a changed surface or radius \[m\] over.
    pub fn refit(&mut self, surface: &SurfaceParams, radius: f64) {
        let grid = spacing(surface, radius, self.step);
        // A few per cent of reach do no harm, and heights would have to be found anew.
        if (grid / self.grid - 1.0).abs() > 0.1 {
            self.grid = grid;
            self.known = (0, 0);
            self.laid_out = [0.0; 2];
        }
    }

    /// Another piece of the same sort of surface.
    pub fn reset(&mut self, seed: u64) {
        self.profile = Profile::new(seed);
        self.lattices = [Lattice::default(); MOST];
        self.known = (0, 0);
        self.envelope.forget();
    }

    /// Where the lowest point of a round thing is \[m\] when it stands at a place \[m\] and moves at
    /// a speed \[m/s\].
    pub fn height(&mut self, surface: &SurfaceParams, radius: f64, place: f64, speed: f64) -> f64 {
        let range = surface.range();
        if self.laid_out != [range, radius] {
            self.lay_out(range, radius);
        }
        let at = place / self.grid;
        let near = nearest(at);
        let way = if speed < 0.0 { -1 } else { 1 };
        let reach = self.envelope.reach() + 1;
        let (from, to) = (near - reach, near + reach + 1);
        if from < self.known.0 || to > self.known.1 {
            let [behind, ahead] = if way < 0 { [AHEAD, 0] } else { [0, AHEAD] };
            self.learn(surface, from - behind, to + ahead, speed);
        }
        let scales = [surface.roughness, surface.ridge];
        if scales != self.scales {
            self.scales = scales;
            for number in self.known.0..self.known.1 {
                self.ridges[kept(number)] = self.ridge(surface, number);
                self.raise(number);
            }
            self.envelope.forget();
        }
        self.envelope.highest(at, near, way)
    }

    /// How far must be searched for a difference of heights and a radius \[m\].
    fn lay_out(&mut self, range: f64, radius: f64) {
        self.laid_out = [range, radius];
        // What was not foreseen rides like the largest that was.
        let widest = (REACH - 1) as f64 * self.grid;
        let radius = radius.min(widest * widest / (2.0 * range));
        let reach = ((2.0 * radius * range).sqrt() / self.grid).ceil();
        let bend = 0.5 * self.grid * self.grid / radius;
        self.envelope.lay_out(reach as i64 + 1, bend);
    }

    /// Height of the ridges at a grid point, where there are any.
    fn ridge(&self, surface: &SurfaceParams, number: i64) -> f64 {
        if surface.ridge == 0.0 {
            return 0.0;
        }
        Profile::ridges(surface, number as f64 * self.grid)
    }

    /// Takes a grid point's height over in metres.
    fn raise(&mut self, number: i64) {
        let [roughness, ridge] = self.scales;
        let at = kept(number);
        let height = roughness * self.rough[at] + ridge * self.ridges[at];
        self.envelope.raise(number, height);
    }

    /// Works out heights that are not known yet, from a grid point to another (excluded).
    fn learn(&mut self, surface: &SurfaceParams, from: i64, to: i64, speed: f64) {
        let (first, last) = self.known;
        let weights = self.weights(surface, speed);
        let joined = from <= last && to >= first;
        let (first, last) = if joined { (first, last) } else { (from, from) };
        for number in (from..first.min(to)).chain(last.max(from)..to) {
            let place = number as f64 * self.grid;
            let kept = kept(number);
            let lattices = &mut self.lattices;
            self.rough[kept] = self.profile.rough(surface, &weights, place, lattices);
            self.ridges[kept] = self.ridge(surface, number);
            self.raise(number);
        }
        // Older points are overwritten by newer ones of the same remainder.
        self.known = if from < first {
            (from, last.min(from + KEPT as i64))
        } else {
            (first.max(to - KEPT as i64), to.max(last))
        };
    }

    /// Shares of the octaves that this speed leaves audible: full below a fifth of the rate,
    /// none above two fifths or where the grid is too coarse. A speed that has hardly changed
    /// leaves them as they are.
    fn weights(&mut self, surface: &SurfaceParams, speed: f64) -> [f64; MOST] {
        let shared = (surface.hurst, surface.octaves);
        let changed = (speed.abs() - self.audible_at).abs() > 0.002 * self.audible_at;
        if self.shared != shared {
            self.shared = shared;
            self.shares = surface.shares();
        } else if !changed && self.known != (0, 0) {
            return self.audible;
        }
        self.audible_at = speed.abs();
        let mut shares = self.shares;
        for (octave, share) in shares.iter_mut().enumerate() {
            let wave = surface.wavelength(octave);
            let cycles = speed.abs() * self.step / wave;
            let audible = (2.0 - cycles / 0.2).clamp(0.0, 1.0);
            let resolved = (wave / self.grid - 2.0).clamp(0.0, 1.0);
            *share *= audible * resolved;
        }
        self.audible = shares;
        shares
    }
}

/// Distance of grid points \[m\]: fine enough for the grain, wide enough for the reach.
fn spacing(surface: &SurfaceParams, radius: f64, step: f64) -> f64 {
    let reach = (2.0 * radius * surface.range()).sqrt();
    (0.125 * surface.grain)
        .max(reach / (REACH - 1) as f64)
        .max(FASTEST * step / PASSED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math;
    use crate::rng::Rng;

    fn rate() -> Rate {
        Rate::new(48_000.0).unwrap()
    }

    /// Over a single ridge a ball's lowest point describes the ball's own arc.
    #[test]
    fn a_ball_rides_over_a_ridge_on_its_own_arc() {
        let surface = SurfaceParams {
            roughness: 1e-8,
            ridge: 1e-4,
            spacing: 0.5,
            breadth: 0.01,
            ..SurfaceParams::default()
        };
        let radius = 0.02;
        let mut track = Track::new(&surface, radius, rate(), 1).unwrap();
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
        let surface = SurfaceParams {
            grain: 2e-3,
            octaves: 3,
            roughness: 2e-5,
            ..SurfaceParams::default()
        };
        let radius = 0.01;
        let mut track = Track::new(&surface, radius, rate(), 9).unwrap();
        let profile = Profile::new(9);
        let shares = surface.shares();
        let mut rng = Rng::new(4);
        let mut place = 0.0;
        for n in 0..800 {
            // Strides over many grid points, and such as mostly stay about one.
            let stride = if n % 80 < 40 { 2e-3 } else { 5e-5 };
            place += stride * rng.signed();
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
        let surface = SurfaceParams::default();
        let mut last = (f64::NEG_INFINITY, f64::INFINITY);
        for radius in [1e-3, 1e-2, 1e-1] {
            let mut track = Track::new(&surface, radius, rate(), 2).unwrap();
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
