//! Newton's method on Alart and Curnier's equations: a few steps where the start is nearly right.
//!
//! A contact presses if `r_n - u_n/w > 0`, and then `u_n = 0`. With `z = r_t - u_t/w` it sticks if
//! `|z| <= mu·r_n`, and then `u_t = 0`; else it slips, and `r_t = mu·r_n·z/|z|`.
//!
//! More contacts than freedoms can share a load in many ways, and `W` is singular. A ridge on its
//! diagonal that pulls towards the impulses at hand, not towards nothing, keeps their shares: those
//! of the last step, or those that another method found.

use super::dense::eliminate;
use super::{Problem, into_cones};

/// A step that lowers the residual by less than this is no gain.
const GAIN: f64 = 0.9;

/// How a run goes about it.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub steps: usize,
    /// Steps without gain after which it gives up.
    pub patience: usize,
    /// How strongly the impulses at hand pull, against the mean of `W`'s diagonal.
    pub pull: f64,
}

/// The usual: few steps, and hardly a pull.
pub(super) const BRISK: Manner = Manner {
    steps: 10,
    patience: 3,
    pull: 1e-9,
};

/// Many small steps, where brisk ones jump between two sets of contacts that stick and slip.
pub(super) const STEADY: Manner = Manner {
    steps: 60,
    patience: 60,
    pull: 1e-2,
};

/// Improves impulses until the residual is at most `goal`; leaves the best that was seen and gives
/// its residual. Counts its steps.
pub(super) fn newton(
    problem: &Problem,
    r: &mut Vec<f64>,
    goal: f64,
    manner: Manner,
    rounds: &mut u32,
) -> f64 {
    let mut u = problem.velocities(r);
    let mut error = problem.residual_of(r, &u, None);
    let mut best = (error, r.clone());
    let mut vain = 0;
    let ridge = manner.pull * problem.mean_weight();
    for _ in 0..manner.steps {
        if best.0 <= goal || vain >= manner.patience {
            break;
        }
        *rounds += 1;
        let Some(mut next) = step(problem, r, &u, ridge) else {
            break;
        };
        into_cones(problem, &mut next);
        u = problem.velocities(&next);
        let now = problem.residual_of(&next, &u, None);
        if now >= GAIN * error {
            vain += 1;
        }
        error = now;
        *r = next;
        if error < best.0 {
            best = (error, r.clone());
        }
    }
    *r = best.1;
    best.0
}

/// The solution of the equations as they look from `r`; `None` if they have none.
fn step(problem: &Problem, r: &[f64], u: &[f64], ridge: f64) -> Option<Vec<f64>> {
    let pressing: Vec<usize> = (0..problem.contacts())
        .filter(|&i| r[3 * i] - u[3 * i] / problem.diagonal(3 * i) > 0.0)
        .collect();
    let size = 3 * pressing.len();
    let mut matrix = vec![0.0; size * size];
    let mut right = vec![0.0; size];
    // W among the contacts that press, the ridge on its diagonal.
    let response = |contact: usize, row: usize, into: &mut [f64]| {
        let own = problem.response_row(3 * contact + row);
        for (to, j) in into.chunks_exact_mut(3).zip(&pressing) {
            to.copy_from_slice(&own[3 * j..3 * j + 3]);
        }
    };
    let mut tangents = [vec![0.0; size], vec![0.0; size]];
    for (at, &contact) in pressing.iter().enumerate() {
        let k = 3 * contact;
        let place = 3 * at;
        response(contact, 0, &mut matrix[place * size..(place + 1) * size]);
        matrix[place * size + place] += ridge;
        let anchored = [0, 1, 2].map(|d| problem.drift[k + d] - ridge * r[k + d]);
        right[place] = -anchored[0];
        for (side, tangent) in tangents.iter_mut().enumerate() {
            response(contact, side + 1, tangent);
            tangent[place + 1 + side] += ridge;
        }
        let inverse = 1.0 / problem.weight[contact];
        let z = [r[k + 1] - inverse * u[k + 1], r[k + 2] - inverse * u[k + 2]];
        let long = (z[0] * z[0] + z[1] * z[1]).sqrt();
        let mu = problem.friction[contact];
        let load = mu * r[k].max(0.0);
        for side in 0..2 {
            let row = place + 1 + side;
            let into = &mut matrix[row * size..(row + 1) * size];
            if mu > 0.0 && long <= load {
                into.copy_from_slice(&tangents[side]);
                right[row] = -anchored[1 + side];
                continue;
            }
            into[row] = 1.0;
            if long > 0.0 {
                // r_t - mu·d·r_n - g·z = 0, where g takes the part of z across d.
                let d = [z[0] / long, z[1] / long];
                let across = (load / long).min(1.0);
                for other in 0..2 {
                    let same = if other == side { 1.0 } else { 0.0 };
                    let g = across * (same - d[side] * d[other]);
                    for (to, w) in into.iter_mut().zip(&tangents[other]) {
                        *to += inverse * g * w;
                    }
                    into[place + 1 + other] -= g;
                    right[row] -= inverse * g * anchored[1 + other];
                }
                into[place] -= mu * d[side];
            }
        }
    }
    if !eliminate(&mut matrix, &mut right) {
        return None;
    }
    let mut next = vec![0.0; problem.size()];
    for (own, contact) in right.chunks_exact(3).zip(pressing) {
        next[3 * contact..3 * contact + 3].copy_from_slice(own);
    }
    Some(next)
}
