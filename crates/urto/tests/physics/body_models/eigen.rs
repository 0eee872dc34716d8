//! Vibrations of a small model: K·x = w²·M·x, both symmetric, M positive; and its parts.

use urto::math;

/// A square matrix.
#[derive(Clone)]
pub struct Square {
    pub size: usize,
    pub at: Vec<f64>,
}

impl Square {
    pub fn zero(size: usize) -> Self {
        Self {
            size,
            at: vec![0.0; size * size],
        }
    }

    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.at[row * self.size + column]
    }

    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.at[row * self.size + column] += value;
    }

    /// Without rows and columns that are held.
    pub fn without(&self, held: &[usize]) -> Self {
        let kept: Vec<usize> = (0..self.size).filter(|n| !held.contains(n)).collect();
        let mut small = Self::zero(kept.len());
        for (row, from) in kept.iter().enumerate() {
            for (column, of) in kept.iter().enumerate() {
                small.add(row, column, self.get(*from, *of));
            }
        }
        small
    }
}

/// Angular frequencies \[rad/s\], lowest first, and the shapes, each of modal mass 1: shapes[mode][place].
pub fn vibrations(stiffness: &Square, mass: &Square) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = mass.size;
    // M = L·Lᵀ.
    let mut l = Square::zero(n);
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| l.get(i, k) * l.get(j, k)).sum();
            let left = mass.get(i, j) - sum;
            let value = if i == j {
                left.sqrt()
            } else {
                left / l.get(j, j)
            };
            l.add(i, j, value);
        }
    }
    // A = L⁻¹·K·L⁻ᵀ: solve from the left, then from the right.
    let solved = |rows: &Square| -> Square {
        let mut out = Square::zero(n);
        for column in 0..n {
            for i in 0..n {
                let sum: f64 = (0..i).map(|k| l.get(i, k) * out.get(k, column)).sum();
                out.add(i, column, (rows.get(i, column) - sum) / l.get(i, i));
            }
        }
        out
    };
    let turned = |own: &Square| {
        let mut out = Square::zero(n);
        for i in 0..n {
            for j in 0..n {
                out.add(j, i, own.get(i, j));
            }
        }
        out
    };
    let mut a = solved(&turned(&solved(stiffness)));
    let mut vectors = Square::zero(n);
    (0..n).for_each(|i| vectors.add(i, i, 1.0));
    jacobi(&mut a, &mut vectors);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| a.get(*i, *i).total_cmp(&a.get(*j, *j)));
    let frequencies = order.iter().map(|i| a.get(*i, *i).max(0.0).sqrt());
    // Back to the places: Lᵀ·x = y.
    let shape = |mode: &usize| {
        let mut x = vec![0.0; n];
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| l.get(k, i) * x[k]).sum();
            x[i] = (vectors.get(i, *mode) - sum) / l.get(i, i);
        }
        x
    };
    (frequencies.collect(), order.iter().map(shape).collect())
}

/// Jacobi's rotations: leaves the eigenvalues on the diagonal.
fn jacobi(a: &mut Square, vectors: &mut Square) {
    let n = a.size;
    for _ in 0..30 {
        let (mut off, mut all) = (0.0, 0.0);
        for i in 0..n {
            for j in 0..n {
                let square = a.get(i, j) * a.get(i, j);
                all += square;
                off += if i == j { 0.0 } else { square };
            }
        }
        if off <= 1e-26 * all {
            return;
        }
        for p in 0..n {
            for q in p + 1..n {
                let apq = a.get(p, q);
                if apq.abs() <= 1e-18 * all.sqrt() {
                    continue;
                }
                let theta = 0.5 * (a.get(q, q) - a.get(p, p)) / apq;
                let t = theta.signum() / (theta.abs() + (1.0 + theta * theta).sqrt());
                let c = 1.0 / (1.0 + t * t).sqrt();
                let s = t * c;
                for k in 0..n {
                    let (x, y) = (a.get(k, p), a.get(k, q));
                    a.at[k * n + p] = c * x - s * y;
                    a.at[k * n + q] = s * x + c * y;
                }
                for k in 0..n {
                    let (x, y) = (a.get(p, k), a.get(q, k));
                    a.at[p * n + k] = c * x - s * y;
                    a.at[q * n + k] = s * x + c * y;
                    let (x, y) = (vectors.get(k, p), vectors.get(k, q));
                    vectors.at[k * n + p] = c * x - s * y;
                    vectors.at[k * n + q] = s * x + c * y;
                }
            }
        }
    }
}

/// Nodes and weights of Gauss and Legendre's rule on -1 to 1, and the polynomials' values.
pub fn gauss(count: usize) -> Vec<(f64, f64)> {
    (0..count)
        .map(|i| {
            let mut x = math::cos(std::f64::consts::PI * (i as f64 + 0.75) / (count as f64 + 0.5));
            let mut slope = 1.0;
            for _ in 0..60 {
                let (value, own) = legendre(count, x);
                slope = own;
                x -= value / slope;
            }
            (x, 2.0 / ((1.0 - x * x) * slope * slope))
        })
        .collect()
}

/// A Legendre polynomial and its slope.
pub fn legendre(order: usize, x: f64) -> (f64, f64) {
    let (mut before, mut now) = (1.0, x);
    if order == 0 {
        return (1.0, 0.0);
    }
    for n in 2..=order {
        let n = n as f64;
        (before, now) = (now, ((2.0 * n - 1.0) * x * now - (n - 1.0) * before) / n);
    }
    let slope = order as f64 * (x * now - before) / (x * x - 1.0);
    (now, slope)
}
