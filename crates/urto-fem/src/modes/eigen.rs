//! All eigenpairs of small dense matrices.
//!
//! Law:    a symmetric matrix is turned into one with three diagonals by reflections, and that into
//!         one with a single diagonal by rotations (QL with Wilkinson's shift).
//! Limits: only by rotations, never by halves (divide and conquer): those lose up to six digits of
//!         the vectors of small eigenvalues, which are just the higher modes.
//! Refs:   Golub & Van Loan, Matrix Computations, ch. 8; Parlett, The Symmetric Eigenvalue Problem.

use super::ModesError;
use super::assembly::Matrices;
use super::dense::Mat;

/// Eigenvalues of a symmetric matrix, ascending, and their vectors.
pub(crate) fn symmetric(matrix: &Mat) -> Result<(Vec<f64>, Mat), ModesError> {
    #[cfg(feature = "faer")]
    return by_faer::symmetric(matrix);
    #[cfg(not(feature = "faer"))]
    return by_loops(matrix);
}

/// Rotations that one eigenvalue may take: usually two or three do.
#[cfg(any(test, not(feature = "faer")))]
const MOST_TURNS: usize = 60;

#[cfg(any(test, not(feature = "faer")))]
fn by_loops(matrix: &Mat) -> Result<(Vec<f64>, Mat), ModesError> {
    let (mut diagonal, mut beside, mut vectors) = three_diagonals(matrix.clone());
    turn(&mut diagonal, &mut beside, &mut vectors)?;
    let size = diagonal.len();
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by(|&a, &b| diagonal[a].total_cmp(&diagonal[b]));
    let values = order.iter().map(|&at| diagonal[at]).collect();
    let sorted = Mat::from_fn(size, size, |i, j| vectors[(i, order[j])]);
    Ok((values, sorted))
}

/// `A = Q·T·Q'`: the diagonal of T, what stands beside it (one less, a zero behind), and Q.
#[cfg(any(test, not(feature = "faer")))]
fn three_diagonals(mut a: Mat) -> (Vec<f64>, Vec<f64>, Mat) {
    let size = a.rows();
    let mut beside = vec![0.0; size];
    let mut mirrors: Vec<(Vec<f64>, f64)> = Vec::new();
    for (k, beside) in beside.iter_mut().enumerate().take(size.saturating_sub(2)) {
        // A mirror I - b·v·v' that leaves of column k only its first number below the diagonal.
        let mut v = a.column(k)[k + 1..].to_vec();
        let tail: f64 = v[1..].iter().map(|x| x * x).sum();
        let length = (v[0] * v[0] + tail).sqrt();
        if tail == 0.0 || length == 0.0 {
            *beside = v[0];
            mirrors.push((v, 0.0));
            continue;
        }
        let left = if v[0] > 0.0 { -length } else { length };
        v[0] -= left;
        let b = 2.0 / (v[0] * v[0] + tail);
        *beside = left;
        // p = b·A·v, w = p - (b/2)(p·v)·v, A - v·w' - w·v'.
        let rest = size - k - 1;
        let mut w = vec![0.0; rest];
        for (j, by) in v.iter().enumerate() {
            let column = &a.column(k + 1 + j)[k + 1..];
            for (w, a) in w.iter_mut().zip(column) {
                *w += a * by;
            }
        }
        let along: f64 = w.iter().zip(&v).map(|(w, v)| b * w * v).sum();
        for (w, v) in w.iter_mut().zip(&v) {
            *w = b * *w - 0.5 * b * along * v;
        }
        for j in 0..rest {
            let (vj, wj) = (v[j], w[j]);
            let column = &mut a.column_mut(k + 1 + j)[k + 1..];
            for ((a, v), w) in column.iter_mut().zip(&v).zip(&w) {
                *a -= v * wj + w * vj;
            }
        }
        mirrors.push((v, b));
    }
    if size > 1 {
        beside[size - 2] = a[(size - 1, size - 2)];
    }
    let diagonal = (0..size).map(|i| a[(i, i)]).collect();
    // Q is the product of the mirrors: from the last, so that only its corner is touched.
    let mut q = Mat::identity(size);
    for (k, (v, b)) in mirrors.iter().enumerate().rev() {
        for j in k + 1..size {
            let column = &mut q.column_mut(j)[k + 1..];
            let share: f64 = column.iter().zip(v).map(|(q, v)| q * v).sum();
            for (q, v) in column.iter_mut().zip(v) {
                *q -= b * share * v;
            }
        }
    }
    (diagonal, beside, q)
}

/// Turns until nothing is left beside the diagonal; the vectors are turned along.
#[cfg(any(test, not(feature = "faer")))]
fn turn(diagonal: &mut [f64], beside: &mut [f64], vectors: &mut Mat) -> Result<(), ModesError> {
    let size = diagonal.len();
    for low in 0..size {
        let mut turns = 0;
        loop {
            // Up to where it hangs together.
            let nothing = |m: usize| {
                let near = diagonal[m].abs() + diagonal[m + 1].abs();
                beside[m].abs() <= f64::EPSILON * near
            };
            let high = (low..size - 1).find(|&m| nothing(m)).unwrap_or(size - 1);
            if high == low {
                break;
            }
            turns += 1;
            if turns > MOST_TURNS || !diagonal[low].is_finite() {
                return Err(ModesError::NoConvergence);
            }
            // Wilkinson's shift: the nearer eigenvalue of the first two by two.
            let g = (diagonal[low + 1] - diagonal[low]) / (2.0 * beside[low]);
            let r = (g * g + 1.0).sqrt();
            let signed = if g < 0.0 { -r } else { r };
            let mut g = diagonal[high] - diagonal[low] + beside[low] / (g + signed);
            let (mut s, mut c, mut p) = (1.0, 1.0, 0.0);
            let mut split = false;
            for i in (low..high).rev() {
                let (f, b) = (s * beside[i], c * beside[i]);
                let r = (f * f + g * g).sqrt();
                beside[i + 1] = r;
                if r == 0.0 {
                    diagonal[i + 1] -= p;
                    beside[high] = 0.0;
                    split = true;
                    break;
                }
                (s, c) = (f / r, g / r);
                let from = diagonal[i + 1] - p;
                let r = (diagonal[i] - from) * s + 2.0 * c * b;
                p = s * r;
                diagonal[i + 1] = from + p;
                g = c * r - b;
                let (this, next) = vectors.two_mut(i);
                for (this, next) in this.iter_mut().zip(next) {
                    let (own, other) = (*this, *next);
                    *next = s * own + c * other;
                    *this = c * own - s * other;
                }
            }
            if !split {
                diagonal[low] -= p;
                beside[low] = g;
                beside[high] = 0.0;
            }
        }
    }
    Ok(())
}

/// All modes of a body of few unknowns, lowest first: `K·x = lambda·M·x` with M = L·L' is
/// `L⁻¹·K·L'⁻¹·y = lambda·y`, x = L'⁻¹·y.
pub(crate) fn all(matrices: &Matrices) -> Result<(Vec<f64>, Mat), ModesError> {
    let size = matrices.unknowns();
    let unit = Mat::identity(size);
    let mut lower = Mat::zeros(size, size);
    matrices.times_mass(&unit, &mut lower, 1);
    cholesky(&mut lower)?;
    let mut reduced = Mat::zeros(size, size);
    matrices.times_stiffness(&unit, &mut reduced, 1);
    for _ in 0..2 {
        for column in 0..size {
            down(&lower, reduced.column_mut(column));
        }
        reduced = reduced.transposed();
    }
    let (values, mut vectors) = symmetric(&reduced)?;
    for column in 0..size {
        up(&lower, vectors.column_mut(column));
    }
    Ok((values, vectors))
}

/// The lower half of a matrix becomes its Cholesky factor.
fn cholesky(matrix: &mut Mat) -> Result<(), ModesError> {
    let size = matrix.rows();
    for k in 0..size {
        let pivot = matrix[(k, k)];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return Err(ModesError::NoConvergence);
        }
        let root = pivot.sqrt();
        for x in &mut matrix.column_mut(k)[k..] {
            *x /= root;
        }
        for j in k + 1..size {
            let (from, to) = matrix.pair_mut(k, j);
            let by = from[j];
            for (to, from) in to[j..].iter_mut().zip(&from[j..]) {
                *to -= by * from;
            }
        }
    }
    Ok(())
}

/// `x = L⁻¹·x`
fn down(lower: &Mat, x: &mut [f64]) {
    for k in 0..x.len() {
        let column = &lower.column(k)[k..];
        x[k] /= column[0];
        let by = x[k];
        for (x, l) in x[k + 1..].iter_mut().zip(&column[1..]) {
            *x -= by * l;
        }
    }
}

/// `x = L'⁻¹·x`
fn up(lower: &Mat, x: &mut [f64]) {
    for k in (0..x.len()).rev() {
        let column = &lower.column(k)[k..];
        let sum: f64 = x[k + 1..]
            .iter()
            .zip(&column[1..])
            .map(|(x, l)| x * l)
            .sum();
        x[k] = (x[k] - sum) / column[0];
    }
}

#[cfg(feature = "faer")]
mod by_faer {
    use super::{Mat, ModesError};
    use faer::diag::Diag;
    use faer::dyn_stack::{MemBuffer, MemStack};
    use faer::linalg::evd::{
        ComputeEigenvectors, SelfAdjointEvdParams, self_adjoint_evd, self_adjoint_evd_scratch,
    };
    use faer::{MatMut, MatRef, Par, Spec};

    pub fn symmetric(matrix: &Mat) -> Result<(Vec<f64>, Mat), ModesError> {
        let size = matrix.rows();
        let mut values = Diag::<f64>::zeros(size);
        let mut vectors = Mat::zeros(size, size);
        let wanted = ComputeEigenvectors::Yes;
        let params = by_rotations();
        let scratch = self_adjoint_evd_scratch::<f64>(size, wanted, Par::Seq, params);
        let mut memory = MemBuffer::new(scratch);
        let solved = self_adjoint_evd(
            MatRef::from_column_major_slice(matrix.values(), size, size),
            values.as_mut(),
            Some(MatMut::from_column_major_slice_mut(
                vectors.values_mut(),
                size,
                size,
            )),
            Par::Seq,
            MemStack::new(&mut memory),
            params,
        );
        solved.map_err(|_| ModesError::NoConvergence)?;
        Ok((values.column_vector().iter().copied().collect(), vectors))
    }

    fn by_rotations() -> Spec<SelfAdjointEvdParams, f64> {
        let mut params: Spec<SelfAdjointEvdParams, f64> = Spec::default();
        params.config.recursion_threshold = usize::MAX;
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    /// Every pair of a random matrix, of a diagonal one, and of one with values that repeat.
    #[test]
    fn pairs_by_loops_solve_their_matrix() {
        let mut rng = Rng::new(3);
        let random = Mat::from_fn(60, 60, |_, _| rng.signed());
        let spread = Mat::from_fn(60, 60, |i, j| {
            // From 1e-9 to 1e3, as the inverse of stiffness has them.
            let sum = |k: usize| random[(i, k)] * random[(j, k)] * urto::math::exp(-0.5 * k as f64);
            (0..60).map(sum).sum()
        });
        let single = Mat::from_fn(1, 1, |_, _| 4.0);
        let twins = Mat::from_fn(9, 9, |i, j| {
            if i == j {
                2.0
            } else if i + j == 8 {
                1.0
            } else {
                0.0
            }
        });
        for matrix in [spread, single, twins, Mat::zeros(4, 4)] {
            let (values, vectors) = by_loops(&matrix).unwrap();
            let size = matrix.rows();
            let largest = values
                .iter()
                .fold(0.0_f64, |a, b| a.max(b.abs()))
                .max(1e-300);
            for (n, value) in values.iter().enumerate() {
                let x = vectors.column(n);
                for i in 0..size {
                    let ax: f64 = (0..size).map(|j| matrix[(i, j)] * x[j]).sum();
                    assert!((ax - value * x[i]).abs() < 1e-13 * largest * size as f64);
                }
                for m in 0..=n {
                    let dot: f64 = x.iter().zip(vectors.column(m)).map(|(a, b)| a * b).sum();
                    assert!((dot - f64::from(u8::from(m == n))).abs() < 1e-12);
                }
            }
            assert!(values.is_sorted());
        }
    }
}
