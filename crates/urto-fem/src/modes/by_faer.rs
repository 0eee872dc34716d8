//! The factor of large matrices, by faer: supernodes in the order of approximate minimum degree.

use super::assembly::Matrices;
use super::dense::Mat;
use super::share::each;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::perm::Perm;
use faer::sparse::linalg::cholesky::SymbolicCholeskyRaw;
use faer::sparse::linalg::cholesky::supernodal::SupernodalLdltRef;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::linalg::{SupernodalThreshold, amd};
use faer::sparse::{SparseColMat, SymbolicSparseColMat, SymbolicSparseColMatRef};
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
        let pattern = lower_half(matrices, 0.0);
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

    /// The factor of `K + shift·M`; `None` where that is not positive definite.
    pub fn factor(&self, matrices: &Matrices, shift: f64, threads: usize) -> Option<Vec<f64>> {
        let par = parallel(threads);
        let symbolic = &self.symbolic;
        let matrix = lower_half(matrices, shift);
        let mut values = vec![0.0; symbolic.len_val()];
        let scratch = symbolic.factorize_numeric_llt_scratch::<f64>(par, Default::default());
        let mut memory = MemBuffer::new(scratch);
        let factored = symbolic.factorize_numeric_llt(
            &mut values,
            matrix.as_ref(),
            Side::Lower,
            Default::default(),
            par,
            MemStack::new(&mut memory),
            Default::default(),
        );
        factored.ok()?;
        Some(values)
    }

    /// Solves for all columns of `x` in place, with what [`factor`](Self::factor) gave.
    pub fn solve(&self, values: &[f64], x: &mut Mat, threads: usize) {
        let factor = LltRef::<usize, f64>::new(&self.symbolic, values);
        let rows = x.rows();
        let groups: Vec<&mut [f64]> = x.values_mut().chunks_mut(TOGETHER * rows).collect();
        each(groups, threads, |x| {
            let columns = x.len() / rows;
            let x = MatMut::from_column_major_slice_mut(x, rows, columns);
            let scratch = self
                .symbolic
                .solve_in_place_scratch::<f64>(columns, Par::Seq);
            let mut memory = MemBuffer::new(scratch);
            factor.solve_in_place_with_conj(Conj::No, x, Par::Seq, MemStack::new(&mut memory));
        });
    }

    /// Negative pivots of `K - limit·M`; `None` where one vanished.
    pub fn negative(&self, matrices: &Matrices, limit: f64, threads: usize) -> Option<usize> {
        let par = parallel(threads);
        let symbolic = &self.symbolic;
        let matrix = lower_half(matrices, -limit);
        let mut values = vec![0.0; symbolic.len_val()];
        let scratch = symbolic.factorize_numeric_ldlt_scratch::<f64>(par, Default::default());
        let mut memory = MemBuffer::new(scratch);
        let factored = symbolic.factorize_numeric_ldlt(
            &mut values,
            matrix.as_ref(),
            Side::Lower,
            Default::default(),
            par,
            MemStack::new(&mut memory),
            Default::default(),
        );
        factored.ok()?;
        let SymbolicCholeskyRaw::Supernodal(pattern) = symbolic.raw() else {
            return None;
        };
        let factor = SupernodalLdltRef::new(pattern, &values);
        let mut negative = 0;
        for piece in 0..pattern.n_supernodes() {
            let piece = factor.supernode(piece).val();
            for i in 0..piece.ncols() {
                let pivot = piece[(i, i)];
                if !pivot.is_finite() {
                    return None;
                }
                negative += usize::from(pivot < 0.0);
            }
        }
        Some(negative)
    }
}

/// The lower half of `K + shift·M`.
fn lower_half(matrices: &Matrices, shift: f64) -> SparseColMat<usize, f64> {
    let mut starts = vec![0];
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    for node in 0..matrices.nodes() {
        for axis in 0..3 {
            let column = 3 * node + axis;
            for (neighbour, block) in matrices.blocks(node, shift) {
                for other in 0..3 {
                    let row = 3 * neighbour + other;
                    if row >= column {
                        rows.push(row);
                        values.push(block[3 * axis + other]);
                    }
                }
            }
            starts.push(rows.len());
        }
    }
    let size = matrices.unknowns();
    let pattern = SymbolicSparseColMat::new_checked(size, size, starts, None, rows);
    SparseColMat::new(pattern, values)
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

fn parallel(threads: usize) -> Par {
    if threads > 1 {
        Par::rayon(threads)
    } else {
        Par::Seq
    }
}
