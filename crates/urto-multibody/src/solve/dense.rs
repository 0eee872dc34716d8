//! Small dense systems of equations.

/// The sum of products, in four chains that run beside each other: faster, and in an order that is
/// the same everywhere.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (fours, rest) = a.as_chunks::<4>();
    let (others, last) = b.as_chunks::<4>();
    let mut sum = [0.0; 4];
    for (x, y) in fours.iter().zip(others) {
        for k in 0..4 {
            sum[k] += x[k] * y[k];
        }
    }
    let tail: f64 = rest.iter().zip(last).map(|(x, y)| x * y).sum();
    (sum[0] + sum[1]) + (sum[2] + sum[3]) + tail
}

/// Solves `a·x = y` by elimination with row exchange; `x` stands in `y` then. False if there is no
/// finite solution.
pub(crate) fn eliminate(a: &mut [f64], y: &mut [f64]) -> bool {
    let n = y.len();
    for column in 0..n {
        let mut pivot = column;
        for row in column + 1..n {
            if a[row * n + column].abs() > a[pivot * n + column].abs() {
                pivot = row;
            }
        }
        if a[pivot * n + column].abs() < f64::MIN_POSITIVE {
            return false;
        }
        if pivot != column {
            for k in column..n {
                a.swap(pivot * n + k, column * n + k);
            }
            y.swap(pivot, column);
        }
        let (above, below) = a.split_at_mut((column + 1) * n);
        let top = &above[column * n + column..];
        let inverse = 1.0 / top[0];
        let head = y[column];
        for (row, own) in below.chunks_exact_mut(n).zip(&mut y[column + 1..]) {
            let by = row[column] * inverse;
            if by != 0.0 {
                for (x, t) in row[column..].iter_mut().zip(top) {
                    *x -= by * t;
                }
                *own -= by * head;
            }
        }
    }
    for row in (0..n).rev() {
        let known = dot(&a[row * n + row + 1..(row + 1) * n], &y[row + 1..]);
        y[row] = (y[row] - known) / a[row * n + row];
    }
    y.iter().all(|x| x.is_finite())
}

/// Cholesky's factor of a symmetric matrix in place, of which only the lower part is read. Row `i`
/// is zero before `first[i]` and stays so, which saves most of the work along a stack of bodies.
/// False if the matrix is not positive.
pub(crate) fn factor(a: &mut [f64], first: &[usize]) -> bool {
    let n = first.len();
    for row in 0..n {
        let begin = first[row];
        let (above, from) = a.split_at_mut(row * n);
        let own = &mut from[..n];
        for column in begin..row {
            let start = begin.max(first[column]);
            let other = &above[column * n..column * n + n];
            let known = dot(&own[start..column], &other[start..column]);
            own[column] = (own[column] - known) / other[column];
        }
        let rest = own[row] - dot(&own[begin..row], &own[begin..row]);
        if !(rest > 0.0 && rest.is_finite()) {
            return false;
        }
        own[row] = rest.sqrt();
    }
    true
}

/// Solves with the factor of [`factor`], in place.
pub(crate) fn solve_factored(l: &[f64], first: &[usize], x: &mut [f64]) {
    let n = first.len();
    for row in 0..n {
        let begin = first[row];
        let known = dot(&l[row * n + begin..row * n + row], &x[begin..row]);
        x[row] = (x[row] - known) / l[row * n + row];
    }
    for row in (0..n).rev() {
        x[row] /= l[row * n + row];
        let own = x[row];
        for column in first[row]..row {
            x[column] -= l[row * n + column] * own;
        }
    }
}
