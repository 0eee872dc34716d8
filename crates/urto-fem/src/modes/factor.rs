//! `K + s·M` taken apart once, so that systems with it are solved quickly.

use super::assembly::Matrices;
use super::dense::Mat;
use super::fronts;
use crate::vector::Vec3;

#[cfg(feature = "faer")]
use super::by_faer;

/// What takes the matrices apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Solver {
    /// The crate's own, on one thread: for up to some ten thousand unknowns.
    #[cfg_attr(not(feature = "faer"), default)]
    Own,
    /// faer's, on all cores.
    #[cfg(feature = "faer")]
    #[default]
    Faer,
}

/// All that there are.
#[cfg(test)]
pub(super) const SOLVERS: &[Solver] = &[
    Solver::Own,
    #[cfg(feature = "faer")]
    Solver::Faer,
];

/// Order of elimination and the pattern of the factor.
pub(crate) enum Plan {
    Own(fronts::Plan),
    #[cfg(feature = "faer")]
    Faer(by_faer::Plan),
}

impl Plan {
    /// `places` are those of the free nodes; `None` if it is too large.
    pub fn new(matrices: &Matrices, places: &[Vec3], solver: Solver) -> Option<Self> {
        match solver {
            Solver::Own => Some(Self::Own(fronts::Plan::new(matrices, places))),
            #[cfg(feature = "faer")]
            Solver::Faer => by_faer::Plan::new(matrices).map(Self::Faer),
        }
    }

    /// Modes below a limit \[1/s²\], rigid ones included: negative pivots of `K - limit·M`. `None`
    /// where a pivot vanished.
    pub fn negative(&self, matrices: &Matrices, limit: f64, threads: usize) -> Option<usize> {
        #[cfg(not(feature = "faer"))]
        let _ = threads;
        match self {
            Self::Own(plan) => plan.negative(matrices, limit),
            #[cfg(feature = "faer")]
            Self::Faer(plan) => plan.negative(matrices, limit, threads),
        }
    }
}

/// The factor itself.
pub(crate) struct Factor<'a> {
    plan: &'a Plan,
    values: Vec<f64>,
    shift: f64,
    threads: usize,
}

impl<'a> Factor<'a> {
    /// `None` where the matrix is not positive definite.
    pub fn new(plan: &'a Plan, matrices: &Matrices, shift: f64, threads: usize) -> Option<Self> {
        let values = match plan {
            Plan::Own(plan) => plan.factor(matrices, shift),
            #[cfg(feature = "faer")]
            Plan::Faer(plan) => plan.factor(matrices, shift, threads),
        };
        Some(Self {
            plan,
            values: values?,
            shift,
            threads,
        })
    }

    /// s of K + s·M \[1/s²\].
    pub fn shift(&self) -> f64 {
        self.shift
    }

    /// Solves for all columns of `x` in place.
    pub fn solve(&self, x: &mut Mat) {
        let threads = self.threads;
        match self.plan {
            Plan::Own(plan) => plan.solve(&self.values, x, threads),
            #[cfg(feature = "faer")]
            Plan::Faer(plan) => plan.solve(&self.values, x, threads),
        }
    }
}
