//! Where a measured quantity has a wanted value: bracketed search along one knob.

/// Most looks at one bracket.
const LOOKS: usize = 24;
/// A bracket this narrow (share of the knob's travel) holds a jump, no value between.
const NARROW: f64 = 2e-5;
/// Of a hasty search, so does one this much narrower than it was, whose ends still differ by so
/// much of what they did: along a line both would shrink alike.
const NARROWED: f64 = 0.1;
const STILL: f64 = 0.7;

/// What a search has seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Position of the knob, 0 to 1.
    pub at: f64,
    /// How far off the quantity is there, signed; not finite where it cannot be measured.
    pub off: f64,
}

/// A search along a knob.
pub(super) struct Search<F: FnMut(f64) -> f64> {
    /// How far off the quantity is at a position.
    pub off: F,
    /// This near is near enough.
    pub enough: f64,
    /// For looks that cost much: trusts in smooth curves, and leaves a bracket early that seems to
    /// hold a jump.
    pub hasty: bool,
    /// Most places that are looked at; beyond, nothing is found.
    pub most: usize,
    /// All that was seen.
    pub seen: Vec<Seen>,
}

impl<F: FnMut(f64) -> f64> Search<F> {
    pub fn new(enough: f64, off: F) -> Self {
        let seen = Vec::with_capacity(64);
        Self {
            off,
            enough,
            hasty: false,
            most: usize::MAX,
            seen,
        }
    }

    /// How it is at a position.
    pub fn look(&mut self, at: f64) -> Seen {
        let known = self.seen.iter().find(|seen| seen.at == at);
        if let Some(known) = known {
            return *known;
        }
        if self.seen.len() >= self.most {
            return Seen { at, off: f64::NAN };
        }
        let off = (self.off)(at);
        let seen = Seen { at, off };
        self.seen.push(seen);
        seen
    }

    fn met(&self, seen: &Seen) -> bool {
        seen.off.abs() <= self.enough
    }

    /// The nearest of all that was seen.
    pub fn best(&self) -> Option<Seen> {
        let finite = self.seen.iter().filter(|seen| seen.off.is_finite());
        finite
            .min_by(|a, b| a.off.abs().total_cmp(&b.off.abs()))
            .copied()
    }

    /// By secants from a start, where the quantity's slope over the travel is known about.
    pub fn slide(&mut self, start: f64, slope: f64) -> Option<Seen> {
        let mut here = self.look(start.clamp(0.0, 1.0));
        let mut slope = slope;
        for _ in 0..6 {
            if self.met(&here) {
                return Some(here);
            }
            let next = (here.at - here.off / slope).clamp(0.0, 1.0);
            if !next.is_finite() || next == here.at {
                return None;
            }
            let there = self.look(next);
            let measured = (there.off - here.off) / (there.at - here.at);
            // A slope of the other sign or of another size belongs to a jump.
            if measured.is_finite() && (0.2..5.0).contains(&(measured / slope)) {
                slope = measured;
            }
            here = there;
        }
        self.met(&here).then_some(here)
    }

    /// From a start outwards along the stations (ascending), until two neighbours have the
    /// wanted value between them; then between those two.
    pub fn scan(&mut self, start: f64, stations: &[f64]) -> Option<Seen> {
        let first = self.look(start);
        if self.met(&first) {
            return Some(first);
        }
        // What was seen before may have the value between it already.
        let mut known: Vec<Seen> = self.seen.clone();
        known.retain(|seen| seen.off.is_finite());
        known.sort_by(|a, b| a.at.total_cmp(&b.at));
        for pair in known.windows(2) {
            if pair[0].off * pair[1].off < 0.0
                && let Some(found) = self.between(pair[0], pair[1])
            {
                return Some(found);
            }
        }
        let (mut low, mut high) = (first, first);
        let mut below = stations.iter().rev().filter(|at| **at < start);
        let mut above = stations.iter().filter(|at| **at > start);
        loop {
            // Towards the side that is nearer to the value.
            let up = high.off.abs() <= low.off.abs() || !low.off.is_finite();
            let next = match up {
                true => above.next().or_else(|| below.next()),
                false => below.next().or_else(|| above.next()),
            };
            let Some(next) = next.copied() else { break };
            let there = self.look(next);
            if self.met(&there) {
                return Some(there);
            }
            let edge = if next > start { &mut high } else { &mut low };
            let crossed = there.off * edge.off < 0.0;
            let from = *edge;
            if there.off.is_finite() {
                *edge = there;
            }
            if crossed && let Some(found) = self.between(from, there) {
                return Some(found);
            }
        }
        self.climb()
    }

    /// To both sides of a start, wider and wider, until the value lies between; at most `room`
    /// away.
    pub fn around(&mut self, start: f64, room: f64) -> Option<Seen> {
        let start = start.clamp(0.0, 1.0);
        let first = self.look(start);
        let mut sides = [first; 2];
        for share in [0.25, 1.0] {
            for (side, way) in [(0, -room), (1, room)] {
                let there = self.look((start + share * way).clamp(0.0, 1.0));
                if self.met(&there) {
                    return Some(there);
                }
                if there.off * sides[side].off < 0.0
                    && let Some(found) = self.between(sides[side], there)
                {
                    return Some(found);
                }
                if there.off.is_finite() {
                    sides[side] = there;
                }
            }
        }
        None
    }

    /// Between two positions, if the value lies there.
    pub fn within(&mut self, a: f64, b: f64) -> Option<Seen> {
        let ends = [a, b].map(|at| self.look(at));
        let met = ends.into_iter().find(|end| self.met(end));
        if met.is_some() || ends[0].off * ends[1].off > 0.0 {
            return met;
        }
        self.between(ends[0], ends[1])
    }

    /// Regula falsi with halved ends (Illinois), and halving where that is slow. A hasty search
    /// tries a parabola x(off) through the ends and the point seen before.
    fn between(&mut self, mut a: Seen, mut b: Seen) -> Option<Seen> {
        let (mut weight_a, mut weight_b) = (1.0, 1.0);
        let mut last: Option<Seen> = None;
        let [wide, apart] = [b.at - a.at, b.off - a.off].map(f64::abs);
        for n in 0..LOOKS {
            let narrowed = (b.at - a.at).abs() < NARROWED * wide;
            if self.hasty && narrowed && (b.off - a.off).abs() > STILL * apart {
                return None;
            }
            if (b.at - a.at).abs() < NARROW {
                // A jump, unless a straight line between the two leads there.
                let share = a.off / (a.off - b.off);
                let here = self.look(a.at + share * (b.at - a.at));
                return self.met(&here).then_some(here);
            }
            let (fa, fb) = (weight_a * a.off, weight_b * b.off);
            let share = if n % 4 == 3 { 0.5 } else { fa / (fa - fb) };
            let share = if share.is_finite() { share } else { 0.5 };
            let curved = last.map(|last| parabola([a, b, last]));
            let curved = curved.map(|at| (at - a.at) / (b.at - a.at));
            let share = curved
                .filter(|share| self.hasty && n % 4 != 3 && (0.02..0.98).contains(share))
                .unwrap_or(share);
            let here = self.look(a.at + share.clamp(0.02, 0.98) * (b.at - a.at));
            if self.met(&here) {
                return Some(here);
            }
            if !here.off.is_finite() {
                return None;
            }
            last = Some(if here.off * b.off > 0.0 { b } else { a });
            if here.off * b.off > 0.0 {
                (b, weight_b) = (here, 1.0);
                weight_a *= 0.5;
            } else {
                (a, weight_a) = (here, 1.0);
                weight_b *= 0.5;
            }
        }
        None
    }

    /// No neighbours have the value between them: towards it where it is nearest, in case it is
    /// reached at a top or bottom between stations.
    fn climb(&mut self) -> Option<Seen> {
        let best = self.best()?;
        let mut all: Vec<Seen> = self.seen.clone();
        all.retain(|seen| seen.off.is_finite());
        all.sort_by(|a, b| a.at.total_cmp(&b.at));
        let place = all.iter().position(|seen| seen.at == best.at)?;
        let mut left = *all.get(place.saturating_sub(1))?;
        let mut right = *all.get(place + 1).unwrap_or(&best);
        let mut top = best;
        for _ in 0..5 {
            for side in [&mut left, &mut right] {
                if side.at == top.at {
                    continue;
                }
                let there = self.look(0.5 * (side.at + top.at));
                if self.met(&there) {
                    return Some(there);
                }
                if there.off * top.off < 0.0 {
                    return self.between(top, there);
                }
                if there.off.abs() < top.off.abs() {
                    *side = top;
                    top = there;
                } else {
                    *side = there;
                }
            }
        }
        None
    }
}

/// Position at which a parabola x(off) through three points is not off (Lagrange).
fn parabola(seen: [Seen; 3]) -> f64 {
    let term = |n: usize| {
        let [here, one, two] = [0, 1, 2].map(|k| seen[(n + k) % 3]);
        here.at * one.off * two.off / ((here.off - one.off) * (here.off - two.off))
    };
    term(0) + term(1) + term(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATIONS: [f64; 6] = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];

    #[test]
    fn roots_of_smooth_and_broken_lines_are_found() {
        let mut search = Search::new(1e-6, |x| x * x * x - 0.3);
        let found = search.scan(0.1, &STATIONS).unwrap();
        assert!((found.at * found.at * found.at - 0.3).abs() <= 1e-6);
        assert!(search.seen.len() < 20, "{}", search.seen.len());
        // The value lies only behind a jump over it.
        let broken = |x: f64| if x < 0.3 { -1.0 } else { 1.5 - 2.0 * x };
        let mut search = Search::new(1e-4, broken);
        let found = search.scan(0.1, &STATIONS).unwrap();
        assert!((found.at - 0.75).abs() < 1e-4);
        // A top between stations.
        let mut search = Search::new(1e-6, |x| 0.0099 - (x - 0.5) * (x - 0.5));
        assert!(search.scan(0.0, &STATIONS).is_some());
        let mut search = Search::new(1e-6, |x| x + 0.1);
        assert!(search.scan(0.5, &STATIONS).is_none());
        assert_eq!(search.best().unwrap().at, 0.0);
    }

    #[test]
    fn a_known_slope_needs_few_looks() {
        let mut search = Search::new(1e-9, |x| 2.2 * x - 0.7 + 0.05 * x * x);
        let found = search.slide(0.9, 2.0).unwrap();
        assert!(found.off.abs() <= 1e-9);
        assert!(search.seen.len() <= 6, "{}", search.seen.len());
    }
}
