//! How stiff a network may be for its step.
//!
//! Law:  a motion that leapfrog takes as u(n + 1) = 2·u(n) - u(n - 1) - K·u(n) - Z·(u(n) - u(n - 1))
//!       stays bounded while K + 2·Z < 4. For a network K and Z are matrices (h²·K and h·Z scaled
//!       by the masses) and it is the largest eigenvalue of K + 2·Z that must stay below 4. That is
//!       exact, not a bound: with z^n for u, (z - 1)² + z·K + (z - 1)·Z has no eigenvalue z outside
//!       the unit circle below that limit (multiply by an eigenvector from both sides: one
//!       oscillator is left), and at z = -1 it is 4 - K - 2·Z, so that beyond the limit there is one
//!       at some z < -1.

use super::eigen::dot;
use super::felt::{Felt, Tie};
use super::krylov::largest;
use super::matrix::{Matrix, Shares};

/// The largest eigenvalue that leapfrog carries.
pub(super) const LIMIT: f64 = 4.0;

/// How far `part` may be multiplied beside `rest` until the limit is reached: 0 if the rest alone is
/// beyond it, infinity if no factor is too much.
fn factor(rest: &Matrix, part: &Matrix) -> f64 {
    let alone = largest(rest).value;
    let own = largest(part).value;
    if alone >= LIMIT {
        return 0.0;
    }
    if own <= 0.0 {
        return f64::INFINITY;
    }
    let mut factor = LIMIT / own;
    if alone == 0.0 {
        return factor;
    }
    // The largest eigenvalue is convex in the factor: Newton's steps come down to the limit from
    // above. They double their digits each time.
    for _ in 0..30 {
        let found = largest(&rest.plus(factor, part));
        let slope = dot(&found.vector, &part.times(&found.vector));
        let change = (found.value - LIMIT) / slope;
        if !change.is_finite() {
            break;
        }
        factor = (factor - change).max(0.0);
        if change.abs() <= 1e-9 * factor {
            break;
        }
    }
    factor
}

/// How far all stiffnesses may be multiplied; and the largest eigenvalue as they are.
pub(super) fn stiffness(felt: &Felt) -> (f64, f64) {
    let all = largest(&Matrix::new(felt, &Shares::ALL)).value;
    let brakes = |tie: &Tie| !tie.slack && tie.brake > 0.0;
    if felt.friction == 0.0 && !felt.ties.iter().any(brakes) {
        let margin = if all > 0.0 {
            LIMIT / all
        } else {
            f64::INFINITY
        };
        return (margin, all);
    }
    let braking = Shares {
        stiffness: 0.0,
        ..Shares::ALL
    };
    let part = Matrix::new(felt, &Shares::STIFFNESS);
    (factor(&Matrix::new(felt, &braking), &part), all)
}

/// How far all damping may be multiplied, with no stiffness at all.
pub(super) fn damping(felt: &Felt) -> f64 {
    let braking = Shares {
        stiffness: 0.0,
        ..Shares::ALL
    };
    LIMIT / largest(&Matrix::new(felt, &braking)).value
}

/// How far the stiffness of one link may be multiplied.
pub(super) fn of_link(felt: &Felt, link: usize) -> f64 {
    let others = Shares {
        without: Some(link),
        ..Shares::ALL
    };
    let only = Shares {
        only: Some(link),
        ..Shares::STIFFNESS
    };
    // Its damper stays as it is.
    let damper = Shares {
        stiffness: 0.0,
        only: Some(link),
        ..Shares::ALL
    };
    let rest = Matrix::new(felt, &others).plus(1.0, &Matrix::new(felt, &damper));
    factor(&rest, &Matrix::new(felt, &only))
}

/// The mass that loads its step most, by the sum of what pulls at it (Gershgorin), and its stiffest
/// link.
pub(super) fn worst(felt: &Felt) -> Option<(usize, Option<usize>)> {
    let mut loads = vec![0.0; felt.places.len()];
    for tie in felt.ties.iter().filter(|tie| !tie.slack) {
        let own =
            felt.h * felt.h * tie.stiff.abs().max(tie.across.abs()) + 2.0 * felt.h * tie.brake;
        for end in tie.ends {
            loads[end] += own;
        }
    }
    let moving = (0..loads.len()).filter(|mass| felt.moves(*mass));
    let load = |mass: &usize| (loads[*mass] + 2.0 * felt.h * felt.friction) / felt.masses[*mass];
    let mass = moving.max_by(|a, b| load(a).total_cmp(&load(b)))?;
    let acting = felt.ties.iter().enumerate();
    let stiffest = acting
        .filter(|(_, tie)| !tie.slack && tie.stiff > 0.0 && tie.ends.contains(&mass))
        .max_by(|a, b| a.1.stiff.total_cmp(&b.1.stiff));
    Some((mass, stiffest.map(|(n, _)| n)))
}
