//! Eigenvalues of symmetric matrices of some hundred rows.
//!
//! Law:  reflections make the matrix tridiagonal, rotations with implicit shifts make it diagonal;
//!       all values are right to some roundings of the largest one.
//! Refs: Householder 1958; Bowdler, Martin, Reinsch & Wilkinson 1968.

/// A symmetric matrix, all of it kept.
#[derive(Clone)]
pub(crate) struct Square {
    pub size: usize,
    at: Vec<f64>,
}

impl Square {
    pub fn zero(size: usize) -> Self {
        Self {
            size,
            at: vec![0.0; size * size],
        }
    }

    /// From its entries on and below the diagonal.
    pub fn new(size: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let mut own = Self::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let value = entry(row, column);
                own.at[row * size + column] = value;
                own.at[column * size + row] = value;
            }
        }
        own
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.at[row * self.size..][..self.size]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.at[row * self.size..][..self.size]
    }

    /// Eigenvalues, lowest first.
    pub fn values(mut self) -> Vec<f64> {
        let (mut tri, _) = self.tridiagonal();
        tri.diagonalise(&mut []);
        tri.along.sort_by(f64::total_cmp);
        tri.along
    }

    /// Eigenvalues, lowest first, each with its vector of length 1.
    pub fn pairs(mut self) -> Vec<(f64, Vec<f64>)> {
        let (mut tri, mirrors) = self.tridiagonal();
        let mut vectors = unit_rows(self.size);
        tri.diagonalise(&mut vectors);
        for vector in &mut vectors {
            for (first, mirror) in mirrors.iter().enumerate().rev() {
                let tail = &mut vector[first + 1..];
                let twice = 2.0 * dot(mirror, tail);
                add(tail, -twice, mirror);
            }
        }
        sorted(tri.along, vectors)
    }

    /// Makes it tridiagonal; also gives the reflections, each a vector of length 1 that starts one
    /// row below its own number.
    fn tridiagonal(&mut self) -> (Tridiagonal, Vec<Vec<f64>>) {
        let n = self.size;
        let mut beside = Vec::with_capacity(n);
        let mut mirrors = Vec::new();
        for k in 0..n.saturating_sub(1) {
            let mut mirror = self.row(k)[k + 1..].to_vec();
            let long = dot(&mirror, &mirror).sqrt();
            // Away from the first entry, so that no digits cancel.
            let image = -long.copysign(mirror[0]);
            mirror[0] -= image;
            let own = dot(&mirror, &mirror).sqrt();
            if long == 0.0 || own == 0.0 {
                beside.push(0.0);
                mirrors.push(vec![0.0; n - k - 1]);
                continue;
            }
            mirror.iter_mut().for_each(|x| *x /= own);
            // A - 2·v·qT - 2·q·vT with q = A·v - v·(vT·A·v).
            let mut q: Vec<f64> = (k + 1..n)
                .map(|row| dot(&self.row(row)[k + 1..], &mirror))
                .collect();
            let middle = dot(&q, &mirror);
            add(&mut q, -middle, &mirror);
            for row in k + 1..n {
                let (v, w) = (-2.0 * mirror[row - k - 1], -2.0 * q[row - k - 1]);
                let tail = &mut self.row_mut(row)[k + 1..];
                add(tail, v, &q);
                add(tail, w, &mirror);
            }
            beside.push(image);
            mirrors.push(mirror);
        }
        let along = (0..n).map(|k| self.row(k)[k]).collect();
        (Tridiagonal { along, beside }, mirrors)
    }
}

/// A symmetric matrix with entries on and beside its diagonal only.
pub(super) struct Tridiagonal {
    pub along: Vec<f64>,
    /// One less than along the diagonal.
    pub beside: Vec<f64>,
}

impl Tridiagonal {
    /// Eigenvalues, lowest first, each with its vector of length 1.
    pub fn pairs(mut self) -> Vec<(f64, Vec<f64>)> {
        let mut vectors = unit_rows(self.along.len());
        self.diagonalise(&mut vectors);
        sorted(self.along, vectors)
    }

    /// Turns it into a diagonal of eigenvalues, and rows (none, or as many as it has) along.
    fn diagonalise(&mut self, rows: &mut [Vec<f64>]) {
        let n = self.along.len();
        if n == 0 {
            return;
        }
        let (d, e) = (&mut self.along, &mut self.beside);
        e.resize(n, 0.0);
        let largest = d.iter().chain(e.iter()).fold(0.0f64, |a, b| a.max(b.abs()));
        // What is below a rounding of the largest entry is lost in the reflections anyway.
        let nothing = f64::EPSILON * largest;
        for first in 0..n {
            // Three turns are usual for each value; a matrix that needs more than this has no
            // numbers in it.
            for _ in 0..100 {
                let last = (first..n - 1)
                    .find(|k| e[*k].abs() <= nothing)
                    .unwrap_or(n - 1);
                if last == first {
                    break;
                }
                turn(d, e, rows, first, last);
            }
        }
        e.pop();
    }
}

/// One sweep of rotations over the rows from `first` to `last`, shifted to the nearer eigenvalue of
/// the first two rows.
fn turn(d: &mut [f64], e: &mut [f64], rows: &mut [Vec<f64>], first: usize, last: usize) {
    let half = (d[first + 1] - d[first]) / (2.0 * e[first]);
    let root = (half * half + 1.0).sqrt();
    let mut g = d[last] - d[first] + e[first] / (half + root.copysign(half));
    let (mut sine, mut cosine, mut moved) = (1.0, 1.0, 0.0);
    for k in (first..last).rev() {
        let (f, b) = (sine * e[k], cosine * e[k]);
        let r = (f * f + g * g).sqrt();
        e[k + 1] = r;
        if r == 0.0 {
            d[k + 1] -= moved;
            e[last] = 0.0;
            return;
        }
        (sine, cosine) = (f / r, g / r);
        g = d[k + 1] - moved;
        let t = (d[k] - g) * sine + 2.0 * cosine * b;
        moved = sine * t;
        d[k + 1] = g + moved;
        g = cosine * t - b;
        if let [lower, upper, ..] = &mut rows.get_mut(k..).unwrap_or_default() {
            for (x, y) in lower.iter_mut().zip(upper.iter_mut()) {
                (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
            }
        }
    }
    d[first] -= moved;
    e[first] = g;
    e[last] = 0.0;
}

fn unit_rows(size: usize) -> Vec<Vec<f64>> {
    let row = |own| (0..size).map(|k| f64::from(u8::from(k == own))).collect();
    (0..size).map(row).collect()
}

fn sorted(values: Vec<f64>, vectors: Vec<Vec<f64>>) -> Vec<(f64, Vec<f64>)> {
    let mut pairs: Vec<_> = values.into_iter().zip(vectors).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    pairs
}

/// Sum of products, in eight sums that a processor can keep side by side.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest = a8.remainder().iter().zip(b8.remainder());
    let rest: f64 = rest.map(|(x, y)| x * y).sum();
    let mut sums = [0.0; 8];
    for (x, y) in a8.zip(b8) {
        for lane in 0..8 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// Adds a multiple of a vector to another.
pub(super) fn add(to: &mut [f64], factor: f64, from: &[f64]) {
    for (x, y) in to.iter_mut().zip(from) {
        *x += factor * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::sin;
    use urto::rng::Rng;

    #[test]
    fn a_row_of_springs_has_the_values_of_the_formula() {
        let n = 50;
        let entry = |row: usize, column: usize| match row - column {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        };
        for (k, value) in Square::new(n, entry).values().iter().enumerate() {
            let s = sin((k + 1) as f64 * core::f64::consts::PI / (2 * (n + 1)) as f64);
            assert!((value - 4.0 * s * s).abs() < 1e-14, "{k}: {value}");
        }
    }

    #[test]
    fn vectors_belong_to_their_values() {
        let mut rng = Rng::new(1);
        for n in [1, 2, 3, 17, 60] {
            let drawn: Vec<f64> = (0..n * n).map(|_| rng.signed()).collect();
            let matrix = Square::new(n, |row, column| drawn[row * n + column]);
            let pairs = matrix.clone().pairs();
            let values = matrix.clone().values();
            for ((value, vector), alone) in pairs.iter().zip(values) {
                assert!((value - alone).abs() < 1e-13 * n as f64);
                assert!((dot(vector, vector) - 1.0).abs() < 1e-13);
                for row in 0..n {
                    let off = dot(matrix.row(row), vector) - value * vector[row];
                    assert!(off.abs() < 1e-13 * n as f64, "{n}: {off}");
                }
            }
        }
    }
}
