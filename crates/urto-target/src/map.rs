//! A rough map of both knobs of a blow: where to start from for two targets at once.
//!
//! Law:  on a body that swings a blow may be several touches. Each of them is shorter than the
//!       whole, so the same contact time, or the same brightness, is met at several stiffnesses,
//!       one for each number of touches; between these it jumps.
//! Step: at each of some losses the stiffness goes up in steps, by touches that are simulated
//!       coarsely. Where the contact time is passed, the other target is looked at; where that is
//!       right, or passed from one loss to the next, a search may start. Without a contact time it
//!       is the restitution that is passed, at each of some stiffnesses as the loss goes up.

use super::approach::Aim;
use super::blow::{Place, off, start};
use super::extent;

/// From one stiffness to the next: a third of a decade, as a share of the knob's travel.
const STEP: f64 = 1.0 / 42.0;
/// Steps below and above the stiffness for one touch on a wall: a body that gives way makes a
/// touch longer, and ten touches need three decades more.
const BELOW: i32 = 3;
const ABOVE: i32 = 9;
/// Without a contact time: from one stiffness to the next, and the touches on a wall that are
/// neither too long to be a blow nor too short to be heard \[s\].
const FINE_STEP: f64 = 1.0 / 84.0;
const TOUCHES: [f64; 2] = [2e-5, 0.03];
/// Most starts that are tried.
const TRIES: usize = 10;
const FEW_TRIES: usize = 3;
/// On a trail the first target is nearly met so near, and that is tried so often.
const NEARLY: f64 = 0.03;
const NEARER: usize = 3;
/// Starts nearer to each other than this are one.
const SAME: f64 = 4e-3;

/// A place where one target is nearly met, and how far off the other is there.
#[derive(Clone, Copy)]
struct MapCrossing {
    at: [f64; 2],
    off: f64,
    /// What the foretold one is off by, as far as that is known.
    wrong: f64,
}

/// A position of the knob that is turned from row to row, and the spots there.
type Row = (f64, Vec<MapCrossing>);

impl Aim<'_> {
    /// Starts from wherever a map promises something, from the quick way to the thorough one.
    pub fn by_map(&mut self, begin: [f64; 2]) -> Option<Place> {
        let stations = self.bench.stations(1);
        let mut rows = Vec::new();
        let mut wrong = 0.0;
        if self.wishes[0].0 == "contact_time" {
            rows = self.trails(&stations, begin);
            if let Some(found) = self.try_all(&rows, FEW_TRIES) {
                return Some(found);
            }
            // What is foretold of a long touch is wrong by about the same everywhere.
            wrong = self.wrong(&rows);
            rows.iter_mut().for_each(|(_, row)| mend(row, wrong));
            if let Some(found) = self.try_all(&rows, FEW_TRIES) {
                return Some(found);
            }
        }
        let outer = match self.outer() {
            1 => self.bench.losses(),
            _ => self.bench.stiffnesses(FINE_STEP, TOUCHES),
        };
        for outer in outer {
            let mut row = self.row(outer);
            mend(&mut row, wrong);
            let place = rows.partition_point(|row: &Row| row.0 < outer);
            match rows.get_mut(place) {
                Some(known) if known.0 == outer => known.1.extend(row),
                _ => rows.insert(place, (outer, row)),
            }
        }
        if let Some(found) = self.try_all(&rows, TRIES) {
            return Some(found);
        }
        if self.outer() == 0 {
            // What was nearest at first may be fair.
            let found = self.from(begin, 0.0, self.fair(1.0));
            if found.is_some() {
                return found;
            }
        }
        // Where what is foretold misleads.
        if self.wishes[self.outer()].0 != "centroid" {
            return None;
        }
        self.render(&mut rows);
        self.try_all(&rows, TRIES)
    }

    /// Follows the first target along the losses, from the present one outwards.
    fn trails(&mut self, losses: &[f64], begin: [f64; 2]) -> Vec<Row> {
        let middle = losses.partition_point(|loss| *loss < begin[1]);
        let mut rows = Vec::new();
        let mut at = begin[0];
        for loss in losses[..middle].iter().rev() {
            rows.push((*loss, self.trail(&mut at, *loss)));
        }
        rows.reverse();
        at = begin[0];
        for loss in &losses[middle..] {
            rows.push((*loss, self.trail(&mut at, *loss)));
        }
        rows
    }

    /// What the foretold target is off by at the best spot.
    fn wrong(&mut self, rows: &[Row]) -> f64 {
        let (key, wanted) = self.wishes[self.outer()];
        let spots = rows.iter().flat_map(|(_, row)| row);
        let best = spots.min_by(|a, b| a.off.abs().total_cmp(&b.off.abs()));
        let Some(best) = best.filter(|_| key == "centroid") else {
            return 0.0;
        };
        let value = self.trouble.note(self.bench.value(key, best.at));
        let wrong = off(key, value, wanted) - best.off;
        if wrong.is_finite() { wrong } else { 0.0 }
    }

    /// Renders the attack at each spot.
    fn render(&mut self, rows: &mut [Row]) {
        let (key, wanted) = self.wishes[self.outer()];
        for spot in rows.iter_mut().flat_map(|(_, row)| row) {
            let value = self.trouble.note(self.bench.value(key, spot.at));
            let real = off(key, value, wanted);
            spot.wrong += real - spot.off;
            spot.off = real;
        }
        for (_, row) in rows.iter_mut() {
            row.retain(|spot| spot.off.is_finite());
        }
    }

    /// Where the first target is nearly met at a loss, from where it was at another one.
    fn trail(&mut self, at: &mut f64, loss: f64) -> Vec<MapCrossing> {
        let first = self.wishes[0];
        for _ in 0..NEARER {
            let value = self.trouble.note(self.bench.roughly(first.0, [*at, loss]));
            let off = off(first.0, value, first.1);
            if off.abs() < NEARLY {
                return self.spot([*at, loss]).into_iter().collect();
            }
            *at = self.bench.softened(*at, off, 2.0 * STEP).unwrap_or(*at);
        }
        Vec::new()
    }

    fn spot(&mut self, at: [f64; 2]) -> Option<MapCrossing> {
        let (key, wanted) = self.wishes[self.outer()];
        let value = self.trouble.note(self.bench.roughly(key, at))?;
        Some(MapCrossing {
            at,
            off: off(key, Some(value), wanted),
            wrong: 0.0,
        })
    }

    /// Starts from the most promising places, at most N.
    fn try_all(&mut self, rows: &[Row], most: usize) -> Option<Place> {
        let mut starts = promising(rows, 1 - self.outer());
        let (low, high) = extent(rows.iter().flat_map(|(_, row)| row).map(|spot| spot.off));
        let fair = self.fair(high - low);
        starts.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut tried: Vec<[f64; 2]> = Vec::new();
        for (
            MapCrossing {
                at: start, wrong, ..
            },
            _,
        ) in starts
        {
            let near = |at: &[f64; 2]| (0..2).all(|n| (at[n] - start[n]).abs() < SAME);
            if tried.iter().any(near) {
                continue;
            }
            if tried.len() == most {
                break;
            }
            tried.push(start);
            if let Some(found) = self.from(start, wrong, fair) {
                return Some(found);
            }
        }
        None
    }

    /// The knob that is turned from row to row, which is also the place of the target that is not
    /// passed along a row: of a contact time and something else, it is the loss, and the latter.
    fn outer(&self) -> usize {
        usize::from(self.wishes[0].0 == "contact_time")
    }

    /// Where a target is passed along a row.
    fn row(&mut self, outer: f64) -> Vec<MapCrossing> {
        let (knob, mut row) = (self.outer(), Vec::new());
        let (key, wanted) = self.wishes[1 - knob];
        let around = start(self.bench, self.wishes[0]);
        let along: Vec<f64> = match knob {
            1 => (-BELOW..=ABOVE)
                .map(|n| around + f64::from(n) * STEP)
                .collect(),
            _ => self.bench.stations(1),
        };
        let mut before: Option<(f64, f64)> = None;
        for inner in along.into_iter().filter(|at| (0.0..=1.0).contains(at)) {
            let place = |inner: f64| {
                if knob == 1 {
                    [inner, outer]
                } else {
                    [outer, inner]
                }
            };
            let value = self.trouble.note(self.bench.roughly(key, place(inner)));
            let here = off(key, value, wanted);
            if let Some((last, there)) = before
                && here * there <= 0.0
            {
                let at = last + (inner - last) * there / (there - here);
                row.extend(self.spot(place(at)));
            }
            before = here.is_finite().then_some((inner, here));
        }
        row
    }
}

/// Takes off what is known to be wrong.
fn mend(row: &mut [MapCrossing], wrong: f64) {
    for spot in row {
        spot.off += wrong;
        spot.wrong += wrong;
    }
}

/// Places to start from, with how little they promise.
fn promising(rows: &[Row], inner: usize) -> Vec<(MapCrossing, f64)> {
    let all = rows.iter().flat_map(|(_, row)| row);
    let mut starts: Vec<(MapCrossing, f64)> = all.map(|spot| (*spot, spot.off.abs())).collect();
    for next in rows.windows(2) {
        for a in &next[0].1 {
            for b in next[1].1.iter().filter(|b| a.off * b.off < 0.0) {
                // Those of nearly one place have as many touches.
                let apart = (a.at[inner] - b.at[inner]).abs() / STEP;
                let share = a.off / (a.off - b.off);
                let between = |a: f64, b: f64| a + share * (b - a);
                let spot = MapCrossing {
                    at: [0, 1].map(|n| between(a.at[n], b.at[n])),
                    off: 0.0,
                    wrong: between(a.wrong, b.wrong),
                };
                let near = a.off.abs().min(b.off.abs());
                starts.push((spot, near.min(0.01 + 0.02 * apart)));
            }
        }
    }
    starts
}
