//! A proximal method of multipliers: dear, and it rarely fails.
//!
//! With the slips `s = |u_t|` held, Coulomb's problem is convex. Each round finds the change `x` of
//! the freedoms that makes least
//! `x·x/2 + sum of soft·|onto_cone(r - (J·x + b + mu·s·n)/soft)|²/2`
//! by Newton's method with a line search (its matrix is as large as there are freedoms and always
//! positive), takes the projections as the new impulses, and the slips from them.

use super::dense::{dot, factor, solve_factored};
use super::{Problem, onto_cone, slip};

/// How a run goes about it.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// How soft contacts are in the first round, against their own response.
    pub softness: f64,
    pub rounds: usize,
    /// Whether slips stay as they are at the start: a convex problem, not quite Coulomb's.
    pub frozen: bool,
}

/// A round that leaves more than this share of the error makes contacts harder.
const FAST: f64 = 0.7;
/// Hardest contact of the first rounds, against its own response.
const HARDEST: f64 = 1e-5;
/// Rounds without a fifth less of error, after which slips follow at half the pace.
const STALL: usize = 20;
/// Newton steps in a round, and halvings of one step.
const STEPS: usize = 30;
const HALVINGS: usize = 25;

/// What one round works on.
struct Round<'a> {
    problem: &'a Problem,
    softness: f64,
    r: &'a [f64],
    slips: &'a [f64],
}

/// A trial point of a round.
#[derive(Clone, Default)]
struct Trial {
    /// Change of the freedoms.
    x: Vec<f64>,
    /// Velocities there.
    u: Vec<f64>,
    /// Impulses before and after the projection.
    z: Vec<f64>,
    onto: Vec<f64>,
    /// What is made least.
    cost: f64,
}

/// Runs until the residual is at most `goal`; gives the best impulses and their residual. Counts its
/// rounds.
pub(super) fn palm(
    problem: &Problem,
    start: &[f64],
    manner: Manner,
    goal: f64,
    rounds: &mut u32,
) -> (Vec<f64>, f64) {
    let mut r = start.to_vec();
    let mut x = freedoms_of(problem, &r);
    let mut u = velocities_of(problem, &x);
    let mut slips: Vec<f64> = (0..problem.contacts())
        .map(|i| if r[3 * i] > 0.0 { slip(&u, i) } else { 0.0 })
        .collect();
    let rate = |r: &[f64], u: &[f64], slips: &[f64]| {
        problem.residual_of(r, u, manner.frozen.then_some(slips))
    };
    let mut best = (r.clone(), rate(&r, &u, &slips));
    let mut softness = manner.softness;
    let mut hardest = HARDEST;
    let mut pace = 1.0f64;
    let (mut before, mut mark, mut since) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..manner.rounds {
        if best.1 <= goal {
            break;
        }
        *rounds += 1;
        let round = Round {
            problem,
            softness,
            r: &r,
            slips: &slips,
        };
        r = round.minimise(x, goal);
        x = freedoms_of(problem, &r);
        u = velocities_of(problem, &x);
        let error = rate(&r, &u, &slips);
        if error < best.1 {
            best = (r.clone(), error);
        }
        if error > FAST * before {
            softness = (0.5 * softness).max(hardest);
        }
        before = error;
        if manner.frozen {
            continue;
        }
        for (contact, own) in slips.iter_mut().enumerate() {
            *own += pace * (slip(&u, contact) - *own);
        }
        if error < 0.8 * mark {
            (mark, since) = (error, 0);
        } else {
            since += 1;
            if since % STALL == 0 {
                // Slips and loads chase each other: follow more slowly, and not quite so hard.
                pace = (0.5 * pace).max(0.1);
                softness = manner.softness;
                hardest = (4.0 * hardest).min(1e-3);
                mark = error;
            }
        }
    }
    best
}

impl Round<'_> {
    fn soft(&self, contact: usize) -> f64 {
        self.softness * self.problem.weight[contact]
    }

    /// Fills in what follows from the change of the freedoms.
    fn look(&self, trial: &mut Trial) {
        let problem = self.problem;
        trial.u = velocities_of(problem, &trial.x);
        trial.z.resize(problem.size(), 0.0);
        trial.onto.resize(problem.size(), 0.0);
        trial.cost = 0.5 * dot(&trial.x, &trial.x);
        for contact in 0..problem.contacts() {
            let (k, soft, mu) = (3 * contact, self.soft(contact), problem.friction[contact]);
            let lift = [mu * self.slips[contact], 0.0, 0.0];
            let z = [0, 1, 2].map(|d| self.r[k + d] - (trial.u[k + d] + lift[d]) / soft);
            let onto = onto_cone(z, mu);
            trial.cost += 0.5 * soft * dot(&onto, &onto);
            trial.z[k..k + 3].copy_from_slice(&z);
            trial.onto[k..k + 3].copy_from_slice(&onto);
        }
    }

    /// The impulses at the least cost.
    fn minimise(&self, x: Vec<f64>, goal: f64) -> Vec<f64> {
        let problem = self.problem;
        let mut here = Trial {
            x,
            ..Trial::default()
        };
        self.look(&mut here);
        let mut there = here.clone();
        let mut matrix = vec![0.0; problem.freedoms * problem.freedoms];
        for _ in 0..STEPS {
            let pushed = freedoms_of(problem, &here.onto);
            let slope: Vec<f64> = here.x.iter().zip(&pushed).map(|(x, p)| x - p).collect();
            // In units of velocity, where contacts press.
            if self.steepest(&slope, &here.onto) < 0.1 * goal * problem.speed {
                break;
            }
            self.curvature(&here, &mut matrix);
            if !factor(&mut matrix, &problem.first) {
                break;
            }
            let mut way: Vec<f64> = slope.iter().map(|own| -own).collect();
            solve_factored(&matrix, &problem.first, &mut way);
            let fall = dot(&way, &slope);
            if fall.is_nan() || fall >= 0.0 {
                break;
            }
            let mut share = 1.0;
            let mut down = false;
            for _ in 0..HALVINGS {
                for ((to, from), by) in there.x.iter_mut().zip(&here.x).zip(&way) {
                    *to = from + share * by;
                }
                self.look(&mut there);
                // Armijo's rule, with what rounding may do.
                if there.cost <= here.cost + 1e-4 * share * fall + 1e-14 * here.cost.abs() {
                    down = true;
                    break;
                }
                share *= 0.5;
            }
            if !down {
                break;
            }
            std::mem::swap(&mut here, &mut there);
        }
        here.onto
    }

    /// The largest velocity that a slope is along a row that counts.
    fn steepest(&self, slope: &[f64], onto: &[f64]) -> f64 {
        let mut most = 0.0f64;
        for contact in 0..self.problem.contacts() {
            let rows = if onto[3 * contact] > 0.0 { 3 } else { 1 };
            for row in 0..rows {
                most = most.max(along(self.problem, contact, row, slope).abs());
            }
        }
        most
    }

    /// The lower half of the second derivative of the cost: 1 on the diagonal, and of each contact
    /// its rows around the derivative of the projection.
    fn curvature(&self, trial: &Trial, matrix: &mut [f64]) {
        let problem = self.problem;
        let n = problem.freedoms;
        for row in 0..n {
            matrix[row * n + problem.first[row]..row * n + row].fill(0.0);
            matrix[row * n + row] = 1.0;
        }
        for contact in 0..problem.contacts() {
            let k = 3 * contact;
            if trial.onto[k] <= 0.0 {
                continue;
            }
            let z = [trial.z[k], trial.z[k + 1], trial.z[k + 2]];
            let slope = cone_slope(z, problem.friction[contact], 1.0 / self.soft(contact));
            let rows = [0, 1, 2].map(|row| problem.row(contact, row));
            let spans = problem.spans[contact];
            let mut at = 0;
            for (start, count) in spans {
                for place in 0..count {
                    let (row, x) = (start + place, at + place);
                    let own = [rows[0][x], rows[1][x], rows[2][x]];
                    let along = |by: &[f64; 3]| by[0] * own[0] + by[1] * own[1] + by[2] * own[2];
                    let by = [along(&slope[0]), along(&slope[1]), along(&slope[2])];
                    if by == [0.0; 3] {
                        continue;
                    }
                    let mut other = 0;
                    for (begin, long) in spans {
                        // The lower half: up to the row itself.
                        let end = long.min((row + 1).saturating_sub(begin));
                        let into = &mut matrix[row * n + begin..row * n + begin + end];
                        let [one, two, three] = [0, 1, 2].map(|k| &rows[k][other..other + end]);
                        for (((to, a), b), c) in into.iter_mut().zip(one).zip(two).zip(three) {
                            *to += by[0] * a + by[1] * b + by[2] * c;
                        }
                        other += long;
                    }
                }
                at += count;
            }
        }
    }
}

/// The derivative of the projection onto the cone (which is not at its tip there), times a number.
pub(crate) fn cone_slope(z: [f64; 3], mu: f64, by: f64) -> [[f64; 3]; 3] {
    let side = (z[1] * z[1] + z[2] * z[2]).sqrt();
    let mut slope = [[0.0; 3]; 3];
    if side <= mu * z[0] {
        for (d, row) in slope.iter_mut().enumerate() {
            row[d] = by;
        }
        return slope;
    }
    let d = [z[1] / side, z[2] / side];
    let along = [1.0, mu * d[0], mu * d[1]];
    let spread = 1.0 + mu * mu;
    let across = mu * (z[0] + mu * side) / (spread * side);
    for (row, own) in slope.iter_mut().enumerate() {
        for (column, to) in own.iter_mut().enumerate() {
            *to = along[row] * along[column] / spread;
            if row > 0 && column > 0 {
                let same = if row == column { 1.0 } else { 0.0 };
                *to += across * (same - d[row - 1] * d[column - 1]);
            }
            *to *= by;
        }
    }
    slope
}

/// What impulses change the freedoms by.
pub(super) fn freedoms_of(problem: &Problem, r: &[f64]) -> Vec<f64> {
    let mut x = vec![0.0; problem.freedoms];
    for contact in 0..problem.contacts() {
        for row in 0..3 {
            let by = r[3 * contact + row];
            if by == 0.0 {
                continue;
            }
            let mut own = problem.row(contact, row).iter();
            for (start, count) in problem.spans[contact] {
                for (to, from) in x[start..start + count].iter_mut().zip(&mut own) {
                    *to += by * from;
                }
            }
        }
    }
    x
}

/// What a change of the freedoms is along a row of a contact.
fn along(problem: &Problem, contact: usize, row: usize, x: &[f64]) -> f64 {
    let own = problem.row(contact, row);
    let [(start, count), (begin, long)] = problem.spans[contact];
    dot(&own[..count], &x[start..start + count]) + dot(&own[count..], &x[begin..begin + long])
}

pub(super) fn velocities_of(problem: &Problem, x: &[f64]) -> Vec<f64> {
    (0..problem.size())
        .map(|at| problem.drift[at] + along(problem, at / 3, at % 3, x))
        .collect()
}
