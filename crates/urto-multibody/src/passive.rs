//! Contacts give no energy: what impulses may do, and what pushing out may cost.
//!
//! Law:    without a bias a contact problem's work `r·(b + W·r)` is what contacts do in the step. The
//!         solution without pushing out takes energy or does nothing; the one that pushes out may give
//!         some. All between the two is allowed by friction and gaps, since their sets are convex, and
//!         work is a convex parabola along the way: so the farthest point at which it is not positive
//!         is a root of that. Pushing out is paid by what slides and strikes beside it.
//! Limits: what lies still within another body has nothing to pay with, and stays there; only what
//!         overlapped at the very start is pushed out in any case, by work from outside.

use crate::solve::{Problem, Solved, solve};

/// Where contacts take less than this share of what pushing out would cost, nothing is pushed.
const TOO_LITTLE: f64 = 0.01;

/// What contacts do: the work of velocities that are there anyway, and that of their own impulses.
struct Work {
    free: f64,
    own: f64,
}

impl Work {
    fn of(problem: &Problem, drift: &[f64], impulses: &[f64]) -> Self {
        let velocities = problem.velocities(impulses);
        let own = (0..impulses.len())
            .map(|k| impulses[k] * (velocities[k] - problem.drift(k)))
            .sum();
        let free = impulses.iter().zip(drift).map(|(r, b)| r * b).sum();
        Self { free, own }
    }
}

/// Work of normal impulses at so much for each unit of them \[m/s\].
pub(crate) fn leave_of(leave: &[f64], impulses: &[f64]) -> f64 {
    let normals = impulses.iter().step_by(3);
    leave.iter().zip(normals).map(|(own, r)| own * r).sum()
}

/// Contacts do no work beyond what they may: `r·(b + W·r) <= r·leave`. A solution keeps this by
/// itself; impulses that are not quite one are scaled down until they do.
pub(crate) fn keep_passive(
    problem: &Problem,
    drift: &[f64],
    leave: &[f64],
    impulses: &mut [f64],
) -> bool {
    let Work { free, own } = Work::of(problem, drift, impulses);
    let allowed = leave_of(leave, impulses);
    // Rounding of the sums is no work.
    let rounding = 1e-14 * (own.abs() + free.abs());
    if free + own <= allowed + rounding || own <= 0.0 {
        return false;
    }
    let by = ((allowed - free) / own).clamp(0.0, 1.0);
    for own in impulses {
        *own *= by;
    }
    true
}

/// Makes a solution push contacts out by velocities `out` beside those that they may be anyway, as far
/// as the other work of its contacts pays for it.
pub(crate) fn push_out(
    problem: &Problem,
    drift: &[f64],
    leave: &[f64],
    out: &[f64],
    goal: f64,
    solved: &mut Solved,
) {
    let excess = |problem: &Problem, impulses: &[f64]| {
        let Work { free, own } = Work::of(problem, drift, impulses);
        free + own - leave_of(leave, impulses)
    };
    let taken = -excess(problem, &solved.impulses);
    let pays = taken > TOO_LITTLE * leave_of(out, &solved.impulses);
    if !pays {
        return;
    }
    let mut other = problem.clone();
    for (at, by) in out.iter().enumerate().filter(|own| *own.1 > 0.0) {
        other.lower(3 * at, *by);
    }
    let pushing = solve(&other, &solved.impulses, goal);
    let change: Vec<f64> = pushing
        .impulses
        .iter()
        .zip(&solved.impulses)
        .map(|(to, from)| to - from)
        .collect();
    let bend = Work::of(problem, drift, &change).own;
    let share = farthest(-taken, excess(problem, &pushing.impulses), bend);
    for (own, change) in solved.impulses.iter_mut().zip(&change) {
        *own += share * change;
    }
    solved.rounds += pushing.rounds;
}

/// The farthest from 0 to 1 at which a parabola is not positive, which begins at `first`, which is
/// not, ends at `last`, and goes with `bend` times the square.
fn farthest(first: f64, last: f64, bend: f64) -> f64 {
    if last <= 0.0 {
        return 1.0;
    }
    let slope = last - first - bend;
    let root = (slope * slope - 4.0 * bend * first).max(0.0).sqrt();
    let share = if slope > 0.0 {
        -2.0 * first / (slope + root)
    } else {
        (root - slope) / (2.0 * bend)
    };
    if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    /// Against the value of the parabola: nought at the place that is found, and positive beyond.
    #[test]
    fn the_farthest_place_is_where_the_parabola_is_nought() {
        let mut rng = Rng::new(3);
        for _ in 0..10_000 {
            let [first, last, bend] = [0; 3].map(|_: i32| rng.log_uniform(1e-9, 1e9));
            let share = farthest(-first, last, bend);
            let at = |s: f64| -first + (last + first - bend) * s + bend * s * s;
            let size = first + last + bend;
            assert!(
                at(share).abs() <= 1e-14 * size,
                "{first} {last} {bend}: {share}"
            );
            assert!((0.0..=1.0).contains(&share) && at(share + 1e-3) > 0.0);
            assert_eq!(farthest(-first, -last, bend), 1.0);
            assert_eq!(farthest(0.0, last, 0.5 * last), 0.0);
        }
    }
}
