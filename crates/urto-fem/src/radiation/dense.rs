//! Dense systems of complex equations: faer's solution where urto-fem is built with it, else loops.

use num_complex::Complex64 as c64;

/// Solves for all right-hand sides in place; the matrix, by columns, is used up. What has no solution
/// gives numbers that are not finite.
pub(super) fn solve(matrix: &mut [c64], size: usize, right: &mut [c64]) {
    #[cfg(feature = "faer")]
    by_faer(matrix, size, right);
    #[cfg(not(feature = "faer"))]
    by_loops(matrix, size, right);
}

/// One thread, so that the same bits come out however many frequencies are worked on at once.
#[cfg(feature = "faer")]
fn by_faer(matrix: &mut [c64], size: usize, right: &mut [c64]) {
    use faer::dyn_stack::{MemBuffer, MemStack};
    use faer::linalg::lu::partial_pivoting::{factor, solve};
    use faer::{MatMut, Par};

    let modes = right.len() / size;
    let mut matrix = MatMut::from_column_major_slice_mut(matrix, size, size);
    let (mut order, mut back) = (vec![0_usize; size], vec![0_usize; size]);
    let factor_space =
        factor::lu_in_place_scratch::<usize, c64>(size, size, Par::Seq, Default::default());
    let (_, permutation) = factor::lu_in_place(
        matrix.as_mut(),
        &mut order,
        &mut back,
        Par::Seq,
        MemStack::new(&mut MemBuffer::new(factor_space)),
        Default::default(),
    );
    let solve_space = solve::solve_in_place_scratch::<usize, c64>(size, modes, Par::Seq);
    solve::solve_in_place(
        matrix.as_ref(),
        matrix.as_ref(),
        permutation,
        MatMut::from_column_major_slice_mut(right, size, modes),
        Par::Seq,
        MemStack::new(&mut MemBuffer::new(solve_space)),
    );
}

/// Gauss's elimination with the largest pivot of each column.
#[cfg(any(test, not(feature = "faer")))]
fn by_loops(matrix: &mut [c64], size: usize, right: &mut [c64]) {
    for k in 0..size {
        let column = &matrix[k * size..(k + 1) * size];
        let largest = (k..size).max_by(|&a, &b| {
            let size = |at: usize| column[at].norm_sqr();
            size(a).total_cmp(&size(b))
        });
        let pivot = largest.unwrap_or(k);
        for column in matrix.chunks_mut(size).chain(right.chunks_mut(size)) {
            column.swap(k, pivot);
        }
        let (done, later) = matrix.split_at_mut((k + 1) * size);
        let column = &mut done[k * size..];
        let over = c64::new(1.0, 0.0) / column[k];
        for value in &mut column[k + 1..] {
            *value *= over;
        }
        for target in later.chunks_mut(size).chain(right.chunks_mut(size)) {
            let by = target[k];
            for (to, from) in target[k + 1..].iter_mut().zip(&column[k + 1..]) {
                *to -= by * from;
            }
        }
    }
    for x in right.chunks_mut(size) {
        for k in (0..size).rev() {
            let column = &matrix[k * size..(k + 1) * size];
            let by = x[k] / column[k];
            x[k] = by;
            for (to, from) in x[..k].iter_mut().zip(column) {
                *to -= by * from;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    #[test]
    fn loops_solve_what_they_are_given() {
        let mut rng = Rng::new(11);
        let size = 37;
        let mut some = |count: usize| -> Vec<c64> {
            let one = |_| c64::new(rng.signed(), rng.signed());
            (0..count).map(one).collect()
        };
        let (matrix, right) = (some(size * size), some(2 * size));
        let mut solved = right.clone();
        by_loops(&mut matrix.clone(), size, &mut solved);
        let mut chosen = right.clone();
        solve(&mut matrix.clone(), size, &mut chosen);
        for side in 0..2 {
            for row in 0..size {
                let sum: c64 = (0..size)
                    .map(|column| matrix[column * size + row] * solved[side * size + column])
                    .sum();
                assert!((sum - right[side * size + row]).norm() < 1e-10);
                let at = side * size + row;
                assert!((chosen[at] - solved[at]).norm() < 1e-9);
            }
        }
        // What has no solution is not finite.
        let mut none = some(2);
        by_loops(&mut [c64::new(0.0, 0.0); 4], 2, &mut none);
        assert!(none.iter().any(|x| !x.re.is_finite()));
    }
}
