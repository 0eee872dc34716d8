//! How many modes lie below a frequency, without finding them.
//!
//! Law:    K - w²·M = L·D·L' has as many negative entries in D as there are modes below w
//!         (Sylvester's law of inertia).
//! Limits: without pivoting; at an unlucky w a pivot may vanish and the count be wrong, so a
//!         count that does not agree is taken again a little lower.

use super::assembly::Matrices;
use super::factor::Plan;
use super::verify::Pairs;
use super::{ModesError, Wanted};
use urto::math::TAU;

/// Two modes closer than this share are one to the count.
const APART: f64 = 1e-6;
/// Times that a count is taken lower down before it is given up.
const TRIES: usize = 4;

/// Below which w² \[1/s²\] all modes have been missed or found, and how many were missed.
pub(super) struct Gap {
    pub limit: f64,
    pub missing: usize,
}

/// How many modes the search did not find: below the frequency that was asked for, or below the
/// highest that it found.
pub(super) fn missing(
    plan: &Plan,
    matrices: &Matrices,
    found: &Pairs,
    rigid: usize,
    wanted: Wanted,
    threads: usize,
) -> Result<Gap, ModesError> {
    let mut limit = match wanted {
        Wanted::Below(hertz) => (TAU * hertz) * (TAU * hertz),
        Wanted::Count(_) => found.values.last().copied().unwrap_or(0.0),
    };
    for _ in 0..TRIES {
        // Between two modes, never on one.
        while found
            .values
            .iter()
            .any(|value| (value / limit - 1.0).abs() < APART)
        {
            limit *= 1.0 - 2.0 * APART;
        }
        let known = rigid + found.values.iter().filter(|&&value| value < limit).count();
        match plan.negative(matrices, limit, threads) {
            Some(count) if count >= known => {
                let missing = count - known;
                return Ok(Gap { limit, missing });
            }
            _ => limit *= 1.0 - 100.0 * APART,
        }
    }
    Err(ModesError::Uncertain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::lattice;
    use crate::modes::dense::Mat;
    use crate::modes::factor::{Factor, SOLVERS};
    use crate::modes::{Analysis, Solver, eigen, rigid};
    use urto::body::MaterialKind;

    /// Against all eigenvalues of a small block by dense algebra.
    #[test]
    fn the_count_is_that_of_dense_algebra() {
        let mesh = lattice::block([0.1, 0.03, 0.02], [4, 2, 1]).unwrap();
        let mesh = mesh.quadratic().unwrap();
        let steel = MaterialKind::Steel.figures();
        let number: Vec<u32> = (0..mesh.nodes().len() as u32).collect();
        let matrices = Matrices::assemble(&mesh, &steel, &number, 1);
        let (values, _) = eigen::all(&matrices).unwrap();
        for solver in SOLVERS {
            let plan = Plan::new(&matrices, mesh.nodes(), *solver).unwrap();
            for rank in [6, 7, 12, 30, 100] {
                let limit = 0.5 * (values[rank - 1].max(0.0) + values[rank]);
                assert_eq!(plan.negative(&matrices, limit, 1), Some(rank));
            }
        }
    }

    /// Modes that are taken away from what was found come back.
    #[test]
    fn what_was_missed_is_found() {
        let mesh = lattice::block([0.1, 0.03, 0.02], [8, 2, 2]).unwrap();
        let mesh = mesh.quadratic().unwrap();
        let steel = MaterialKind::Steel.figures();
        let number: Vec<u32> = (0..mesh.nodes().len() as u32).collect();
        let matrices = Matrices::assemble(&mesh, &steel, &number, 1);
        let plan = Plan::new(&matrices, mesh.nodes(), Solver::default()).unwrap();
        let analysis = Analysis::new(&mesh, &steel).wanted(Wanted::Count(12));
        let shift = analysis.slow();
        let factor = Factor::new(&plan, &matrices, shift, 1).unwrap();
        let rigid = rigid::motions(&mesh, &matrices);
        let mut go_on = |_| Ok(());
        let wanted = analysis.wanted;
        let all = analysis.search(&matrices, &factor, rigid.clone(), wanted, &mut go_on);
        let all = all.unwrap();
        let holes = Mat::from_fn(all.vectors.rows(), 10, |i, j| {
            // Without the fourth and the eighth.
            let kept = [0, 1, 2, 4, 5, 6, 8, 9, 10, 11];
            all.vectors[(i, kept[j])]
        });
        let found = Pairs::of(&matrices, holes, 1);
        let gap = missing(&plan, &matrices, &found, 6, wanted, 1).unwrap();
        assert_eq!(gap.missing, 2);
        let whole = analysis.complete(&matrices, &plan, &factor, rigid, found, &mut go_on);
        let whole = whole.unwrap();
        assert_eq!(whole.values.len(), 12);
        for (is, should) in whole.values.iter().zip(&all.values) {
            assert!((is / should - 1.0).abs() < 1e-9, "{is} {should}");
        }
    }
}
