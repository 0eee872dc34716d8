//! The highest of many arcs of one bend, as one goes along a row of heights.
//!
//! Law:    over the grid point n an arc of height h(n) falls by bend·(n - x)² at x. Two arcs of
//!         one bend cross once: with d grid points between them, d/2 - (h' - h)/(2·bend·d) from
//!         the one behind, and ahead of that the one ahead is higher.
//! Step:   so those that will be the highest ahead form a chain, each from its crossing with the
//!         one before; an arc that comes within reach takes those off the end that it overtakes
//!         before their time. Each is put on once and taken off once, whatever the reach.

/// Grid points searched on either side, at most.
pub(super) const REACH: usize = 32;
/// Grid points kept: a power of two, more than are within reach and learnt ahead.
pub(super) const KEPT: usize = 128;

/// Where a grid point is kept.
pub(super) fn kept(number: i64) -> usize {
    number as usize & (KEPT - 1)
}

/// One over whole numbers.
const INVERSE: [f64; KEPT] = {
    let mut inverse = [0.0; KEPT];
    let mut n = 1;
    while n < inverse.len() {
        inverse[n] = 1.0 / n as f64;
        n += 1;
    }
    inverse
};

/// An arc that will be the highest, from so far on the way \[grid points\].
#[derive(Clone, Copy, Default)]
struct HullLink {
    number: i64,
    from: f64,
}

/// The highest arc over a row of heights.
pub(super) struct RollingHull {
    /// Heights \[m\] at grid points by number modulo `KEPT`, twice over, so that neighbours lie
    /// side by side.
    heights: [f64; 2 * KEPT],
    /// How far others must be looked at \[grid points\], and how much an arc falls at the first
    /// grid point from its own \[m\].
    reach: i64,
    bend: f64,
    /// The grid point nearest to the last place, and whether what was found there still holds.
    near: i64,
    holds: bool,
    /// Which way it goes, 1 or -1.
    way: i64,
    /// The highest arc, and those that follow it: where the first is kept, and how many there are.
    chain: [HullLink; KEPT],
    first: usize,
    count: usize,
    /// The last grid point on the way that was looked at.
    seen: i64,
}

impl RollingHull {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self {
            heights: [0.0; 2 * KEPT],
            reach: 0,
            bend: 0.0,
            near: 0,
            holds: false,
            way: 1,
            chain: [HullLink::default(); KEPT],
            first: 0,
            count: 1,
            seen: 0,
        }
    }

    /// How far must be looked \[grid points\], and how much an arc falls at the first one \[m\].
    pub fn lay_out(&mut self, reach: i64, bend: f64) {
        self.reach = reach.min(REACH as i64);
        self.bend = bend;
        self.holds = false;
    }

    pub fn reach(&self) -> i64 {
        self.reach
    }

    /// Heights within reach have changed.
    pub fn forget(&mut self) {
        self.holds = false;
    }

    /// Takes the height of a grid point over \[m\].
    #[inline]
    pub fn raise(&mut self, number: i64, height: f64) {
        self.heights[kept(number)] = height;
        self.heights[kept(number) + KEPT] = height;
    }

    /// The highest arc's height \[m\] at a place \[grid points\] whose nearest grid point is `near`,
    /// going on in a way; a parabola through it and its neighbours gives the place between.
    #[inline]
    pub fn highest(&mut self, at: f64, near: i64, way: i64) -> f64 {
        let best = self.find(at, near, way);
        let arc = |number: i64| {
            let away = number as f64 - at;
            self.heights[kept(number)] - self.bend * away * away
        };
        let most = arc(best);
        let (left, right) = (arc(best - 1), arc(best + 1));
        let curved = 2.0 * most - left - right;
        if curved > 0.0 {
            let tip = (right - left) * (right - left) / (8.0 * curved);
            // The best of three cannot rise by more than an eighth of their bend.
            return most + tip.min(0.125 * curved);
        }
        most
    }

    /// A link of the chain.
    #[inline]
    fn link(&self, place: usize) -> HullLink {
        self.chain[(self.first + place) % KEPT]
    }

    /// The grid point with the highest arc.
    #[inline]
    fn find(&mut self, at: f64, near: i64, way: i64) -> i64 {
        let on_way = at * way as f64;
        let moved = (near - self.near) * way;
        self.near = near;
        let goes_on = self.holds && way == self.way && (0..=self.reach).contains(&moved);
        if !goes_on || on_way < self.link(0).from {
            return self.start(at, way);
        }
        let last = near + way * self.reach;
        while self.seen != last {
            self.seen += way;
            self.join(self.seen);
        }
        while self.count > 1 && self.link(1).from <= on_way {
            self.first = (self.first + 1) % KEPT;
            self.count -= 1;
        }
        self.link(0).number
    }

    /// Another arc comes within reach.
    #[inline]
    fn join(&mut self, number: i64) {
        let height = self.heights[kept(number)];
        let scale = 0.5 / self.bend;
        let mut from = f64::NEG_INFINITY;
        while self.count > 0 {
            let last = self.link(self.count - 1);
            // At most three times the reach.
            let apart = (number - last.number) * self.way;
            let higher = height - self.heights[kept(last.number)];
            let crosses = 0.5 * apart as f64 - scale * higher * INVERSE[kept(apart)];
            from = (last.number * self.way) as f64 + crosses;
            if from > last.from {
                break;
            }
            from = last.from;
            self.count -= 1;
        }
        self.chain[(self.first + self.count) % KEPT] = HullLink { number, from };
        self.count += 1;
    }

    /// Searches the highest arc; the chain follows when it goes on from here.
    fn start(&mut self, at: f64, way: i64) -> i64 {
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
        let number = first + best as i64;
        let from = at * way as f64;
        self.chain[0] = HullLink { number, from };
        (self.first, self.count) = (0, 1);
        (self.holds, self.way, self.seen) = (true, way, number);
        number
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// The chain finds what trying all finds, at any pace, to and fro.
    #[test]
    fn the_chain_knows_the_highest() {
        let mut rng = Rng::new(5);
        let heights: Vec<f64> = (0..4000).map(|_| rng.uniform()).collect();
        let mut envelope = RollingHull::new();
        // Differences of up to 1 reach sqrt(1/bend) grid points far.
        let bend: f64 = 1.0 / (28.0 * 28.0);
        envelope.lay_out(29, bend);
        let (mut at, mut known) = (200.0, (0, 0));
        for n in 0..20_000 {
            let way = if n % 3000 < 2200 { 1 } else { -1 };
            at += way as f64 * [0.05, 0.4, 3.0][n / 100 % 3] * rng.uniform();
            let near = (at + 0.5) as i64;
            if near > 3900 {
                break;
            }
            let (from, to) = (near - 31, near + 31);
            for number in (from..=to).filter(|number| *number < known.0 || *number > known.1) {
                envelope.raise(number, heights[number as usize]);
            }
            known = (from, to);
            let best = envelope.find(at, near, way);
            let arc = |number: i64| {
                let away = number as f64 - at;
                heights[number as usize] - bend * away * away
            };
            let most = (from..=to).map(arc).fold(f64::NEG_INFINITY, f64::max);
            let found = arc(best);
            assert!(most - found < 1e-12, "{n} {at}: {found} {most}");
        }
    }
}
