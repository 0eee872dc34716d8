//! Problems of many contacts, as contact scenes solve one in each step: how long they take, each by
//! itself, since some take a hundred times as long as most.

use crate::clock::{Race, Times};
use std::hint::black_box;
use std::time::Instant;
use urto::rng::Rng;
use urto_multibody::solve::sample::{KINDS, Series};
use urto_multibody::solve::solve;

/// What the rows are called in `Times`, where their number is that of the kind.
pub const HALF: &str = "contact problems median";
pub const MOST: &str = "contact problems p99";
/// Steps of a scene, each with the impulses of the one before.
const STEPS: usize = 10;
/// As scenes ask for.
const GOAL: f64 = 1e-8;

/// Times every kind that is wanted, over so many scenes of each.
pub fn run(race: &Race, scenes: usize, times: &mut Times) {
    if ![HALF, MOST].iter().any(|name| race.wants(name)) {
        return;
    }
    for kind in 0..KINDS.len() {
        let mut rng = Rng::new(1);
        let mut taken = Vec::with_capacity(scenes * STEPS);
        for _ in 0..scenes {
            let mut series = Series::new(&mut rng, kind);
            let mut warm = vec![0.0; 3 * series.contacts()];
            for _ in 0..STEPS {
                let problem = series.problem(&mut rng);
                let start = Instant::now();
                let solved = black_box(solve(black_box(&problem), &warm, GOAL));
                taken.push(start.elapsed().as_nanos() as f64);
                series.take(&solved.impulses);
                warm = solved.impulses;
            }
        }
        taken.sort_unstable_by(f64::total_cmp);
        for (name, share) in [(HALF, 0.5), (MOST, 0.99)] {
            let at = (share * taken.len() as f64) as usize;
            times.take(name, kind, taken[at.min(taken.len() - 1)]);
        }
    }
}
