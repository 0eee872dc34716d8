//! `K + s·M` taken apart once, so that systems with it are solved quickly.

use super::assembly::Matrices;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::perm::Perm;
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::linalg::{SupernodalThreshold, amd};
use faer::{Conj, MatMut, Par, Side};

/// Right-hand sides that are solved together: so many share one pass over the factor, and the
/// groups, not the number of threads, decide the rounding.
const TOGETHER: usize = 4;

/// Order of elimination and the pattern of the factor.
pub(crate) struct Plan {
    symbolic: SymbolicCholesky<usize>,
}

impl Plan {
    /// By approximate minimum degree over nodes: their three directions stay together, which
    /// makes the search nine times as small.
    pub fn new(matrices: &Matrices) -> Option<Self> {
        let order = node_order(matrices)?;
        let size = matrices.unknowns();
        let (mut forward, mut inverse) = (vec![0; size], vec![0; size]);
        for (place, &node) in order.iter().enumerate() {
            for axis in 0..3 {
                forward[3 * place + axis] = 3 * node + axis;
                inverse[3 * node + axis] = 3 * place + axis;
            }
        }
        let order = Perm::new_checked(forward.into(), inverse.into(), size);
        let pattern = matrices.shifted(0.0);
        let symbolic = factorize_symbolic_cholesky(
            pattern.symbolic(),
            Side::Lower,
            SymmetricOrdering::Custom(order.as_ref()),
            CholeskySymbolicParams {
                supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
                ..Default::default()
            },
        );
        symbolic.ok().map(|symbolic| Self { symbolic })
    }

    pub fn symbolic(&self) -> &SymbolicCholesky<usize> {
        &self.symbolic
    }

    /// Numbers that the factor holds.
    pub fn len(&self) -> usize {
        self.symbolic.len_val()
    }
}

fn node_order(matrices: &Matrices) -> Option<Vec<usize>> {
    let (starts, neighbours) = matrices.pattern();
    let nodes = matrices.nodes();
    let rows: Vec<usize> = neighbours.iter().map(|&node| node as usize).collect();
    let pattern = SymbolicSparseColMatRef::new_checked(nodes, nodes, starts, None, &rows);
    let (mut forward, mut inverse) = (vec![0; nodes], vec![0; nodes]);
    let mut memory = MemBuffer::new(amd::order_scratch::<usize>(nodes, rows.len()));
    let stack = MemStack::new(&mut memory);
    let control = amd::Control::default();
    amd::order(&mut forward, &mut inverse, pattern, control, stack).ok()?;
    Some(forward)
}

/// The factor itself.
pub(crate) struct Factor<'a> {
    factor: LltRef<'a, usize, f64>,
    plan: &'a Plan,
    shift: f64,
    threads: usize,
}

impl<'a> Factor<'a> {
    /// Fills `values` ([`Plan::len`] numbers). `None` where the matrix is not positive definite.
    pub fn new(
        plan: &'a Plan,
        matrices: &Matrices,
        shift: f64,
        values: &'a mut [f64],
        threads: usize,
    ) -> Option<Self> {
        let par = parallel(threads);
        let symbolic = &plan.symbolic;
        let matrix = matrices.shifted(shift);
        let scratch = symbolic.factorize_numeric_llt_scratch::<f64>(par, Default::default());
        let mut memory = MemBuffer::new(scratch);
        let factor = symbolic.factorize_numeric_llt(
            values,
            matrix.as_ref(),
            Side::Lower,
            Default::default(),
            par,
            MemStack::new(&mut memory),
            Default::default(),
        );
        factor.ok().map(|factor| Self {
            factor,
            plan,
            shift,
            threads,
        })
    }

    /// s of K + s·M \[1/s²\].
    pub fn shift(&self) -> f64 {
        self.shift
    }

    /// Solves for all columns of `x` in place.
    pub fn solve(&self, x: MatMut<f64>) {
        let solve = |x: MatMut<f64>| {
            let scratch = self
                .plan
                .symbolic
                .solve_in_place_scratch::<f64>(x.ncols(), Par::Seq);
            let mut memory = MemBuffer::new(scratch);
            let stack = MemStack::new(&mut memory);
            self.factor
                .solve_in_place_with_conj(Conj::No, x, Par::Seq, stack);
        };
        let solve = &solve;
        let mut groups = Vec::new();
        let mut rest = x;
        while rest.ncols() > TOGETHER {
            let (now, later) = rest.split_at_col_mut(TOGETHER);
            groups.push(now);
            rest = later;
        }
        groups.push(rest);
        let share = groups.len().div_ceil(self.threads);
        std::thread::scope(|scope| {
            let mut groups = groups.into_iter();
            loop {
                let mine: Vec<_> = groups.by_ref().take(share).collect();
                if mine.is_empty() {
                    break;
                }
                scope.spawn(move || mine.into_iter().for_each(solve));
            }
        });
    }
}

pub(crate) fn parallel(threads: usize) -> Par {
    if threads > 1 {
        Par::rayon(threads)
    } else {
        Par::Seq
    }
}
