//! The modes of one part of a network.

use super::eigen::{add, dot};
use super::factor::{Factor, Layout};
use super::krylov::{Search, largest};
use super::matrix::{Matrix, Shares};
use super::parts::Part;

/// Coordinates up to which a matrix is solved as a whole: half a second, some megabytes.
const WHOLE: usize = 600;
/// An eigenvalue is zero below this share of the largest: some thousand roundings.
const ZERO: f64 = 1e-12;
/// Multiplications, and numbers, of a factor that is worth it: some seconds, 160 megabytes.
const WORK: f64 = 3e9;
const ROOM: f64 = 2e7;

/// Eigenvalues of h²·K of a part.
pub(super) struct Spectrum {
    /// Above zero, lowest first: all, or at least as many as wanted.
    pub values: Vec<f64>,
    /// Whether these are as many as wanted, and good.
    pub complete: bool,
    /// Motions as a whole; zero ones beyond them; negative ones.
    pub rigid: usize,
    pub zero: usize,
    pub negative: usize,
    /// Whether there may be more zero ones.
    pub more: bool,
}

impl Spectrum {
    pub fn of(part: &Part, wanted: usize) -> Self {
        let matrix = Matrix::new(&part.felt, &Shares::STIFFNESS);
        let rigid = part.rigid(&matrix);
        let free = matrix.free();
        if free.len() <= WHOLE {
            whole(&matrix, &free, &rigid)
        } else {
            large(&matrix, free.len(), &rigid, wanted)
        }
    }
}

fn whole(matrix: &Matrix, free: &[usize], rigid: &[Vec<f64>]) -> Spectrum {
    let mut square = matrix.dense(free);
    // Lengths that were rounded would make a turn of the whole not quite free: A - q·wT - w·qT with
    // w = A·q - q·(qT·A·q)/2 leaves it out.
    for motion in rigid {
        let q: Vec<f64> = free.iter().map(|own| motion[*own]).collect();
        let mut w: Vec<f64> = (0..q.len()).map(|n| dot(square.row(n), &q)).collect();
        let middle = dot(&w, &q);
        add(&mut w, -0.5 * middle, &q);
        for n in 0..q.len() {
            let row = square.row_mut(n);
            add(row, -q[n], &w);
            add(row, -w[n], &q);
        }
    }
    let values = square.values();
    let size = values.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let zero = ZERO * size;
    let negative = values.iter().filter(|own| **own < -zero).count();
    let above: Vec<f64> = values.iter().copied().filter(|own| *own > zero).collect();
    Spectrum {
        complete: true,
        rigid: rigid.len(),
        zero: (values.len() - negative - above.len()).saturating_sub(rigid.len()),
        negative,
        more: false,
        values: above,
    }
}

fn large(matrix: &Matrix, free: usize, rigid: &[Vec<f64>], wanted: usize) -> Spectrum {
    let top = largest(matrix).value.abs();
    let zero = ZERO * top;
    let layout = Layout::new(matrix);
    let search = |filter: &dyn Fn(&[f64]) -> Vec<f64>, wanted: usize| {
        let own = Search {
            matrix,
            filter,
            known: rigid,
            zero,
            wanted,
        };
        own.run()
    };
    let above = |own: &super::krylov::Found| (own.value > zero).then_some(own.value);
    if layout.cost() > WORK || layout.room() > ROOM {
        let filter = |x: &[f64]| hump(matrix, top, x);
        let (found, complete) = search(&filter, wanted);
        let negative = found.iter().filter(|own| own.value < -zero).count();
        let values: Vec<f64> = found.iter().filter_map(above).take(wanted).collect();
        return Spectrum {
            zero: found.len() - negative - found.iter().filter_map(above).count(),
            values,
            complete,
            rigid: rigid.len(),
            negative,
            more: !complete,
        };
    }
    let below = Factor::new(matrix, &layout, zero, top).below();
    let near = Factor::new(matrix, &layout, -zero, top);
    let negative = near.below();
    let floppy = (below - negative).saturating_sub(rigid.len());
    let wanted = wanted.min(free - below);
    let (found, complete) = if floppy == 0 {
        search(&|x| near.solve(x), wanted)
    } else {
        drop(near);
        let near = Factor::new(matrix, &layout, -FLOPPY * top, top);
        // Zero motions are the ones that a multiplication leaves nothing of.
        let filter = |x: &[f64]| near.solve(&matrix.times(&near.solve(x)));
        search(&filter, wanted)
    };
    Spectrum {
        values: found.iter().filter_map(above).take(wanted).collect(),
        complete,
        rigid: rigid.len(),
        zero: floppy,
        negative,
        more: false,
    }
}

/// Where modes are looked for in what has zero motions too, as a share of the largest eigenvalue:
/// low, yet so far from zero that the zero ones do not drown them.
const FLOPPY: f64 = 1e-6;

/// Multiplications of a filter, and the share of the spectrum that it lets through.
const DEGREE: usize = 40;
const PASSES: f64 = 0.03;

/// A polynomial of the matrix that is large for low eigenvalues and at most 1 for all others
/// (Chebyshev's, of the interval above `PASSES`).
fn hump(matrix: &Matrix, top: f64, x: &[f64]) -> Vec<f64> {
    let (low, high) = (PASSES * top, top * (1.0 + 1e-6));
    let (middle, half) = (0.5 * (high + low), 0.5 * (high - low));
    // (A - middle)/half.
    let mapped = |x: &[f64]| {
        let mut y = matrix.times(x);
        add(&mut y, -middle, x);
        y.iter_mut().for_each(|own| *own /= half);
        y
    };
    let mut before = x.to_vec();
    let mut now = mapped(x);
    for _ in 1..DEGREE {
        let mut next = mapped(&now);
        for (next, before) in next.iter_mut().zip(&before) {
            *next = 2.0 * *next - before;
        }
        before = core::mem::replace(&mut now, next);
    }
    now
}
