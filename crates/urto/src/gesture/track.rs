//! The path of a round thing that is moved over a rough surface.
//!
//! Hear:   a larger ball does not fall into the valleys and sounds lower and smoother.
//! Law:    a ball of radius R touches where it first meets the surface, so its centre rides on
//!         c(x) = max over d of h(x + d) - d²/(2R), the upper envelope of its arcs (d << R).
//! Step:   heights on a grid of an eighth of the grain; the largest arc is searched within
//!         reach sqrt(2·R·P), P being the greatest difference of heights, beyond which none can
//!         win; a parabola through the best three gives the place between grid points. Two arcs
//!         of one bend cross once, so the best one stays the best between its nearest crossings
//!         with the others, and is searched again only beyond them.
//! Limits: along one line; waves too short for speed and rate are left out, not folded down.
//! Refs:   Rath 2003 and Rath & Rocchesso 2005 (the same envelope, found by a recursive search).

use super::profile::{Lattice, MOST, Profile, Surface};
use crate::rate::Rate;

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
    /// The same as far as they are audible at a speed \[m/s\].
    audible: [f64; MOST],
    audible_at: f64,
    /// Numbers of the grid points that are known: from, to (excluded).
    known: (i64, i64),
    /// For which difference of heights and radius the search was laid out \[m\]; how far it
    /// reaches \[grid points\], and how much an arc falls at the first grid point \[m\].
    laid_out: [f64; 2],
    reach: i64,
    bend: f64,
    /// The grid point with the highest arc, and the one in the middle of those within reach.
    best: i64,
    near: i64,
    /// Which way it goes, 1 or -1; so far on that way, in grid points, the best one is known to be
    /// the best, and then the next one is.
    way: i64,
    stays: [f64; 2],
    next: i64,
}

/// No place at all.
const NOWHERE: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

/// One over whole numbers.
const INVERSE: [f64; 2 * REACH + 2] = {
    let mut inverse = [0.0; 2 * REACH + 2];
    let mut n = 1;
    while n < inverse.len() {
        inverse[n] = 1.0 / n as f64;
        n += 1;
    }
    inverse
};

/// The nearest whole number.
fn nearest(x: f64) -> i64 {
    (x + 0.5_f64.copysign(x)) as i64
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
            audible: [0.0; MOST],
            audible_at: 0.0,
            known: (0, 0),
            laid_out: [0.0; 2],
            reach: 0,
            bend: 0.0,
            best: 0,
            near: 0,
            way: 1,
            stays: NOWHERE,
            next: 0,
        }
    }

    /// Takes a changed surface or radius \[m\] over.
    pub fn refit(&mut self, surface: &Surface, radius: f64) {
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
        self.stays = NOWHERE;
    }

    /// Where the lowest point of a round thing is \[m\] when it stands at a place \[m\] and moves at
    /// a speed \[m/s\].
    pub fn height(&mut self, surface: &Surface, radius: f64, place: f64, speed: f64) -> f64 {
        let range = surface.range();
        if self.laid_out != [range, radius] {
            self.lay_out(range, radius);
        }
        let at = place / self.grid;
        let near = nearest(at);
        let (first, last) = (near - self.reach - 1, near + self.reach + 1);
        self.learn(surface, first, last + 1, speed);
        let scales = [surface.roughness, surface.ridge];
        if scales != self.scales {
            self.scales = scales;
            for number in self.known.0..self.known.1 {
                self.ridges[kept(number)] = self.ridge(surface, number);
                self.raise(kept(number));
            }
            self.stays = NOWHERE;
        }
        if near != self.near {
            self.go_on(near);
        }
        self.find_best(at, if speed < 0.0 { -1 } else { 1 });
        let arc = |number: i64| {
            let away = number as f64 - at;
            self.heights[kept(number)] - self.bend * away * away
        };
        let most = arc(self.best);
        let (left, right) = (arc(self.best - 1), arc(self.best + 1));
        let curved = 2.0 * most - left - right;
        if curved > 0.0 {
            let tip = (right - left) * (right - left) / (8.0 * curved);
            // The best of three cannot rise by more than an eighth of their bend.
            return most + tip.min(0.125 * curved);
        }
        most
    }

    /// How far must be searched for a difference of heights and a radius \[m\].
    fn lay_out(&mut self, range: f64, radius: f64) {
        self.laid_out = [range, radius];
        // What was not foreseen rides like the largest that was.
        let widest = (REACH - 1) as f64 * self.grid;
        let radius = radius.min(widest * widest / (2.0 * range));
        let reach = ((2.0 * radius * range).sqrt() / self.grid).ceil();
        self.reach = (reach as i64 + 1).min(REACH as i64);
        self.bend = 0.5 * self.grid * self.grid / radius;
        self.stays = NOWHERE;
    }

    /// Another grid point is in the middle: those within reach change at the ends.
    fn go_on(&mut self, near: i64) {
        let moved = near.wrapping_sub(self.near);
        self.near = near;
        if moved != self.way || (self.best - near).abs() > self.reach {
            self.stays = NOWHERE;
            return;
        }
        let new = near + self.way * self.reach;
        let apart = (new - self.best) * self.way;
        if apart > 0 {
            let higher = self.heights[kept(new)] - self.heights[kept(self.best)];
            let apart = apart as f64;
            self.limit(0.5 * apart - 0.5 / self.bend * higher / apart, new);
        }
    }

    /// A grid point's arc crosses that of the best one so far on the way from it.
    fn limit(&mut self, crosses: f64, by: i64) {
        let crosses = (self.best * self.way) as f64 + crosses;
        if crosses < self.stays[1] {
            self.stays[1] = crosses;
            self.next = by;
        }
    }

    /// Brings the best one up to date for a place \[grid points\] and a way to go on.
    fn find_best(&mut self, at: f64, way: i64) {
        let on_way = at * way as f64;
        if way == self.way && self.stays[0] <= on_way {
            // Those that follow each other soon.
            for _ in 0..4 {
                if on_way <= self.stays[1] {
                    return;
                }
                if (self.next - self.near).abs() > self.reach {
                    break;
                }
                self.best = self.next;
                self.stays[0] = self.stays[1];
                self.foresee();
            }
        }
        self.way = way;
        self.search(at);
        self.stays[0] = on_way;
        self.foresee();
        // Rounding may see a crossing a little before.
        self.stays[1] = self.stays[1].max(on_way);
    }

    /// Searches the best one for a place \[grid points\].
    fn search(&mut self, at: f64) {
        let (first, count) = (self.near - self.reach, (2 * self.reach + 1) as usize);
        let heights = &self.heights[kept(first)..kept(first) + count];
        let mut arcs = [0.0; 2 * REACH + 1];
        let arcs = &mut arcs[..count];
        let start = first as f64 - at;
        for (n, (arc, height)) in arcs.iter_mut().zip(heights).enumerate() {
            let away = start + n as f64;
            *arc = height - self.bend * away * away;
        }
        let most = highest(arcs);
        let best = arcs.iter().position(|arc| *arc == most).unwrap_or(0);
        self.best = first + best as i64;
    }

    /// Looks which arc ahead crosses that of the best one first. With b the bend, heights h and
    /// d grid points between them, two arcs cross at d/2 - (h' - h)/(2·b·d) from the one behind.
    fn foresee(&mut self) {
        self.stays[1] = f64::INFINITY;
        let last = self.near + self.way * self.reach;
        let count = ((last - self.best) * self.way).max(0) as usize;
        if count == 0 {
            return;
        }
        let own = self.heights[kept(self.best)];
        let scale = 0.5 / self.bend;
        // Mirrored for a comparison by `highest`.
        let sooner = |(n, height): (usize, &f64)| {
            let apart = (n + 1) as f64;
            scale * (height - own) * INVERSE[n + 1] - 0.5 * apart
        };
        let mut all = [0.0; 2 * REACH + 1];
        let all = &mut all[..count];
        if self.way > 0 {
            let from = kept(self.best + 1);
            let heights = self.heights[from..from + count].iter();
            let each = all.iter_mut().zip(heights.enumerate());
            each.for_each(|(to, ahead)| *to = sooner(ahead));
        } else {
            let from = kept(self.best - count as i64);
            let heights = self.heights[from..from + count].iter().rev();
            let each = all.iter_mut().zip(heights.enumerate());
            each.for_each(|(to, ahead)| *to = sooner(ahead));
        }
        let first = highest(all);
        let n = all.iter().position(|crosses| *crosses == first);
        let apart = 1 + n.unwrap_or(0) as i64;
        self.limit(-first, self.best + self.way * apart);
    }

    /// Height of the ridges at a grid point, where there are any.
    fn ridge(&self, surface: &Surface, number: i64) -> f64 {
        if surface.ridge == 0.0 {
            return 0.0;
        }
        Profile::ridges(surface, number as f64 * self.grid)
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
            self.ridges[kept] = self.ridge(surface, number);
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
    /// none above two fifths or where the grid is too coarse. A speed that has hardly changed
    /// leaves them as they are.
    fn weights(&mut self, surface: &Surface, speed: f64) -> [f64; MOST] {
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
    use crate::math;
    use crate::rng::Rng;

    fn rate() -> Rate {
        Rate::new(48_000.0).unwrap()
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
