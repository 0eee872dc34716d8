//! All eigenpairs of small dense matrices.

use super::ModesError;
use super::assembly::Matrices;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{
    ComputeEigenvectors, SelfAdjointEvdParams, self_adjoint_evd, self_adjoint_evd_scratch,
};
use faer::{Mat, Par, Side, Spec};

/// Eigenvalues of a symmetric matrix, ascending, and their vectors.
pub(crate) fn symmetric(matrix: &Mat<f64>) -> Result<(Vec<f64>, Mat<f64>), ModesError> {
    let size = matrix.nrows();
    let mut values = Diag::<f64>::zeros(size);
    let mut vectors = Mat::zeros(size, size);
    let wanted = ComputeEigenvectors::Yes;
    let params = by_rotations();
    let scratch = self_adjoint_evd_scratch::<f64>(size, wanted, Par::Seq, params);
    let mut memory = MemBuffer::new(scratch);
    let solved = self_adjoint_evd(
        matrix.as_ref(),
        values.as_mut(),
        Some(vectors.as_mut()),
        Par::Seq,
        MemStack::new(&mut memory),
        params,
    );
    solved.map_err(|_| ModesError::NoConvergence)?;
    Ok((values.column_vector().iter().copied().collect(), vectors))
}

/// Only by rotations, never by halves: those lose up to six digits of the vectors of small
/// eigenvalues, which are just the higher modes.
fn by_rotations() -> Spec<SelfAdjointEvdParams, f64> {
    let mut params: Spec<SelfAdjointEvdParams, f64> = Spec::default();
    params.config.recursion_threshold = usize::MAX;
    params
}

/// All modes of a body of few unknowns, lowest first: `K·x = lambda·M·x` with M = L·L' is
/// `L⁻¹·K·L'⁻¹·y = lambda·y`, x = L'⁻¹·y.
pub(crate) fn all(matrices: &Matrices) -> Result<(Vec<f64>, Mat<f64>), ModesError> {
    let size = matrices.unknowns();
    let unit = Mat::<f64>::identity(size, size);
    let mut mass = Mat::zeros(size, size);
    matrices.times_mass(unit.as_ref(), mass.as_mut(), 1);
    let mut reduced = Mat::zeros(size, size);
    matrices.times_stiffness(unit.as_ref(), reduced.as_mut(), 1);
    let factor = mass
        .llt(Side::Lower)
        .map_err(|_| ModesError::NoConvergence)?;
    let lower = factor.L();
    for _ in 0..2 {
        lower.solve_lower_triangular_in_place(reduced.as_mut());
        reduced = reduced.transpose().to_owned();
    }
    let (values, mut vectors) = symmetric(&reduced)?;
    lower
        .transpose()
        .solve_upper_triangular_in_place(vectors.as_mut());
    Ok((values, vectors))
}
