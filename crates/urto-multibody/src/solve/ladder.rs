//! The ladder: each rung is dearer than the one before, and few problems need the upper ones.

use super::Problem;
use super::newton::{BRISK, STEADY, newton};
use super::palm::{Manner, palm};
use super::sweep::sweeps;

/// A residual at which no dearer rung is tried.
pub const ENOUGH: f64 = 1e-6;
/// A residual above which the last resort is taken.
pub const HOPELESS: f64 = 1e-3;

/// Which rung found the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The impulses of the last step were right already.
    Warm,
    /// Newton's method from them.
    Newton,
    /// A few sweeps, then Newton's method.
    Sweeps,
    /// The method of multipliers, then Newton's.
    Multipliers,
    /// Many small steps, many sweeps, or multipliers from other starts.
    Long,
    /// Slips held as they were: convex and passive, but not quite Coulomb's friction.
    LastResort,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Normal and two tangents of each contact \[N·s\].
    pub impulses: Vec<f64>,
    /// See [`Problem::residual`].
    pub residual: f64,
    /// Which rung found it.
    pub stage: Stage,
    /// Steps of Newton's method, sweeps and rounds of multipliers that all rungs took together.
    pub rounds: u32,
}

/// Solves a problem from impulses that may be nearly right. The goal is what cheap rungs try to
/// reach; dear ones are taken only above [`ENOUGH`] (or the goal, if that is larger).
pub fn solve(problem: &Problem, warm: &[f64], goal: f64) -> Solved {
    let enough = goal.max(ENOUGH);
    let mut best = Solved {
        impulses: warm.to_vec(),
        residual: problem.residual(warm),
        stage: Stage::Warm,
        rounds: 0,
    };
    if best.residual.is_infinite() {
        best.impulses.fill(0.0);
        best.residual = problem.residual(&best.impulses);
    }
    if best.residual <= goal || problem.contacts() == 0 {
        return best;
    }
    let warm = &best.impulses.clone();
    // Few freedoms under many contacts leave Newton's matrix nothing to hold on to, and it is large
    // beside that of the multipliers.
    let (freedoms, size) = (problem.freedoms(), problem.size());
    let few = freedoms <= 12 && size > freedoms || freedoms <= 24 && size > 3 * freedoms;
    let cheap = [Stage::Newton, Stage::Sweeps];
    let order: &[Stage] = if few {
        &[Stage::Multipliers, Stage::Newton, Stage::Sweeps]
    } else {
        &[Stage::Newton, Stage::Sweeps, Stage::Multipliers]
    };
    for (at, &stage) in order.iter().enumerate() {
        let start = match stage {
            Stage::Newton => warm.clone(),
            Stage::Sweeps => swept(problem, &mut best, 6),
            _ => multiplied(problem, warm, 2e-2, 60, &mut best.rounds),
        };
        best.try_from(problem, start, stage, goal);
        // Cheap rungs go for the goal together before a dear one is asked.
        let rest = order.get(at + 1);
        let dear_next = rest.is_none_or(|next| !cheap.contains(next)) || few;
        if best.residual <= if dear_next { enough } else { goal } {
            return best;
        }
    }
    for attempt in 0..4 {
        let start = match attempt {
            0 => steadied(problem, &mut best),
            1 => swept(problem, &mut best, 200),
            2 => multiplied(problem, &best.impulses.clone(), 1e-1, 200, &mut best.rounds),
            _ => multiplied(
                problem,
                &vec![0.0; problem.size()],
                1e-2,
                200,
                &mut best.rounds,
            ),
        };
        best.try_from(problem, start, Stage::Long, goal);
        if best.residual <= enough {
            return best;
        }
    }
    if best.residual > HOPELESS {
        let manner = Manner {
            softness: 2e-2,
            rounds: 300,
            frozen: true,
        };
        let (impulses, _) = palm(problem, &best.impulses, manner, ENOUGH, &mut best.rounds);
        best.residual = problem.residual(&impulses);
        best.impulses = impulses;
        best.stage = Stage::LastResort;
    }
    best
}

impl Solved {
    /// Takes a start, and what Newton's method makes of it, if they are better.
    fn try_from(&mut self, problem: &Problem, mut start: Vec<f64>, stage: Stage, goal: f64) {
        let residual = problem.residual(&start);
        self.take(&start, residual, stage);
        if residual > goal {
            let residual = newton(problem, &mut start, goal, BRISK, &mut self.rounds);
            self.take(&start, residual, stage);
        }
    }

    fn take(&mut self, impulses: &[f64], residual: f64, stage: Stage) {
        if residual < self.residual {
            self.impulses.copy_from_slice(impulses);
            self.residual = residual;
            self.stage = stage;
        }
    }
}

fn swept(problem: &Problem, best: &mut Solved, count: usize) -> Vec<f64> {
    let mut r = best.impulses.clone();
    best.rounds += count as u32;
    sweeps(problem, &mut r, count);
    r
}

fn steadied(problem: &Problem, best: &mut Solved) -> Vec<f64> {
    let mut r = best.impulses.clone();
    newton(problem, &mut r, ENOUGH, STEADY, &mut best.rounds);
    r
}

fn multiplied(
    problem: &Problem,
    start: &[f64],
    softness: f64,
    rounds: usize,
    taken: &mut u32,
) -> Vec<f64> {
    let manner = Manner {
        softness,
        rounds,
        frozen: false,
    };
    palm(problem, start, manner, ENOUGH, taken).0
}
