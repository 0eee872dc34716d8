//! The modes of one part of a network.

use super::eigen::{add, dot};
use super::factor::{Factor, Layout};
use super::krylov::{Filter, Found, Search};
use super::matrix::{Matrix, Shares};
use super::parts::Part;

/// Coordinates up to which a matrix is solved as a whole: a tenth of a second, some megabytes.
const WHOLE: usize = 600;
/// An eigenvalue is zero below this share of the largest: some thousand roundings.
const ZERO: f64 = 1e-12;
/// Multiplications, and numbers, of a factor that is worth it: four seconds, 160 megabytes.
const WORK: f64 = 6e9;
const ROOM: f64 = 2e7;

/// Eigenvalues of h²·K of a part.
pub(super) struct Spectrum {
    /// Above zero, lowest first: all, or at least as many as wanted.
    pub values: Vec<f64>,
    /// How each of these moves, of length 1, where that was asked for.
    pub vectors: Vec<Vec<f64>>,
    /// Whether these are as many as wanted, and good.
    pub complete: bool,
    /// Whether these are all there are.
    pub whole: bool,
    /// Motions as a whole; zero ones beyond them; negative ones.
    pub rigid: usize,
    pub zero: usize,
    pub negative: usize,
    /// Whether there may be more zero ones.
    pub more: bool,
}

impl Spectrum {
    /// With an eigenvalue that no other is above, as near as it is known. `vectors` asks for how the
    /// modes move, too.
    pub fn of(part: &Part, highest: f64, wanted: usize, vectors: bool) -> Self {
        let matrix = Matrix::new(&part.felt, &Shares::STIFFNESS);
        let rigid = part.rigid(&matrix);
        let free = matrix.free();
        if free.len() <= WHOLE {
            whole(&matrix, &free, &rigid, vectors)
        } else {
            large(part, &matrix, &rigid, highest, wanted)
        }
    }
}

fn whole(matrix: &Matrix, free: &[usize], rigid: &[Vec<f64>], vectors: bool) -> Spectrum {
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
    let (values, vectors) = match vectors {
        false => (square.values(), Vec::new()),
        true => square.pairs().into_iter().unzip(),
    };
    let size = values.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let zero = ZERO * size;
    let negative = values.iter().filter(|own| **own < -zero).count();
    let above: Vec<f64> = values.iter().copied().filter(|own| *own > zero).collect();
    let first = values.len() - above.len();
    let vectors = vectors.iter().skip(first).map(|own: &Vec<f64>| {
        let mut all = vec![0.0; matrix.size()];
        let moved = free.iter().zip(own);
        moved.for_each(|(place, moved)| all[*place] = *moved);
        all
    });
    Spectrum {
        vectors: vectors.collect(),
        whole: true,
        complete: true,
        rigid: rigid.len(),
        zero: (values.len() - negative - above.len()).saturating_sub(rigid.len()),
        negative,
        more: false,
        values: above,
    }
}

fn large(
    part: &Part,
    matrix: &Matrix,
    rigid: &[Vec<f64>],
    highest: f64,
    wanted: usize,
) -> Spectrum {
    let layout = Layout::new(matrix, &part.felt.places);
    let own = Large {
        matrix,
        rigid,
        // A little more: it may be known to four digits only.
        top: matrix.bound().min(1.001 * highest),
        zero: ZERO * matrix.bound(),
    };
    if layout.cost() > WORK || layout.room() > ROOM {
        own.filtered(wanted)
    } else {
        own.factored(&layout, wanted)
    }
}

/// A matrix of which only the lowest eigenvalues are looked for.
struct Large<'a> {
    matrix: &'a Matrix,
    rigid: &'a [Vec<f64>],
    /// No eigenvalue is larger; and below this they are zero.
    top: f64,
    zero: f64,
}

impl Large<'_> {
    fn search<'s>(&'s self, filter: &'s Filter<'s>, wanted: usize, ends: f64) -> Search<'s> {
        Search {
            matrix: self.matrix,
            filter,
            known: self.rigid,
            zero: self.zero,
            wanted,
            ends,
        }
    }

    fn above(&self, found: &[Found]) -> Vec<f64> {
        let values = found.iter().map(|own| own.value);
        values.filter(|own| *own > self.zero).collect()
    }

    /// How those above zero move.
    fn ways(&self, found: Vec<Found>) -> Vec<Vec<f64>> {
        let above = found.into_iter().filter(|own| own.value > self.zero);
        above.map(|own| own.vector).collect()
    }

    /// By multiplications alone: zero ones are those that it comes across.
    fn filtered(&self, wanted: usize) -> Spectrum {
        let mut pass = PASSES;
        let (found, complete) = loop {
            let own = |x: &Vec<f64>| hump(self.matrix, self.top, pass, x);
            let filter = |all: &[Vec<f64>]| all.iter().map(own).collect();
            let ends = if pass < MOST_PASSES {
                pass * self.top
            } else {
                f64::INFINITY
            };
            let (found, complete) = self.search(&filter, wanted, ends).run();
            let last = wanted.checked_sub(1);
            let last = last.and_then(|last| self.above(&found).get(last).copied());
            match last.filter(|last| !complete && *last > ends) {
                Some(last) => pass = (1.1 * last / self.top).min(MOST_PASSES),
                None => break (found, complete),
            }
        };
        let negative = found.iter().filter(|own| own.value < -self.zero).count();
        let values = self.above(&found);
        Spectrum {
            complete,
            rigid: self.rigid.len(),
            zero: found.len() - negative - values.len(),
            negative,
            more: !complete,
            values,
            vectors: self.ways(found),
            whole: false,
        }
    }

    /// By solving, and counting.
    fn factored(&self, layout: &Layout, wanted: usize) -> Spectrum {
        let Self {
            matrix, top, zero, ..
        } = *self;
        let below = Factor::new(matrix, layout, zero, top).below();
        let near = Factor::new(matrix, layout, -zero, top);
        let negative = near.below();
        let folds = below.saturating_sub(negative + self.rigid.len());
        let wanted = wanted.min(matrix.free().len() - below);
        let (found, complete) = if folds == 0 {
            self.search(&|all| near.solve(all), wanted, f64::INFINITY)
                .run()
        } else {
            drop(near);
            let near = Factor::new(matrix, layout, -FLOPPY * top, top);
            // Zero motions are the ones that a multiplication leaves nothing of.
            let filter = |all: &[Vec<f64>]| {
                let solved = near.solve(all);
                let left: Vec<Vec<f64>> = solved.iter().map(|own| matrix.times(own)).collect();
                near.solve(&left)
            };
            self.search(&filter, wanted, f64::INFINITY).run()
        };
        Spectrum {
            values: self.above(&found),
            vectors: self.ways(found),
            whole: false,
            complete,
            rigid: self.rigid.len(),
            zero: folds,
            negative,
            more: false,
        }
    }
}

/// Where modes are looked for in what has zero motions too, as a share of the largest eigenvalue:
/// low, yet so far from zero that the zero ones do not drown them.
const FLOPPY: f64 = 1e-6;

/// The share of the spectrum that a filter lets through, at least and at most.
const PASSES: f64 = 0.03;
const MOST_PASSES: f64 = 0.8;
/// A filter makes zero eigenvalues e to this as large again: much, yet no overflow, and the others
/// that pass are not lost beside them.
const GAIN: f64 = 14.0;

/// A polynomial of the matrix that is large for low eigenvalues and at most 1 for all beyond a share
/// of the largest (Chebyshev's, of that interval).
fn hump(matrix: &Matrix, top: f64, pass: f64, x: &[f64]) -> Vec<f64> {
    let (low, high) = (pass * top, top);
    let (middle, half) = (0.5 * (high + low), 0.5 * (high - low));
    let degree = (0.5 * GAIN / pass.sqrt()).ceil() as usize;
    // (A - middle)/half.
    let mapped = |x: &[f64]| {
        let mut y = matrix.times(x);
        add(&mut y, -middle, x);
        y.iter_mut().for_each(|own| *own /= half);
        y
    };
    let mut before = x.to_vec();
    let mut now = mapped(x);
    for _ in 1..degree {
        let mut next = mapped(&now);
        for (next, before) in next.iter_mut().zip(&before) {
            *next = 2.0 * *next - before;
        }
        before = core::mem::replace(&mut now, next);
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisor::felt::Felt;
    use crate::advisor::parts::parts;
    use crate::builders::{Hold, Lattice, Row};
    use crate::law::Spring;
    use crate::model::Model;

    fn lattice(counts: [usize; 3], hold: Hold, length: Option<f64>) -> Model {
        let mut model = Model::new(44_100.0).unwrap();
        let lattice = Lattice {
            counts,
            hold,
            spring: Spring {
                length,
                ..Spring::default()
            },
            ..Lattice::default()
        };
        lattice.build(&mut model, "l").unwrap();
        model
    }

    fn row(length: f64) -> Model {
        let mut model = Model::new(44_100.0).unwrap();
        let row = Row {
            count: 101,
            to: [0.5, 0.6, 0.7],
            spring: Spring {
                length: Some(length),
                ..Spring::default()
            },
            ..Row::default()
        };
        row.build(&mut model, "r").unwrap();
        model
    }

    /// What only looks for the lowest finds what the whole matrix has.
    #[test]
    fn all_ways_agree() {
        const WANTED: usize = 20;
        for (what, model, few) in [
            ("block", lattice([7, 5, 4], Hold::Nothing, None), true),
            ("sheet", lattice([9, 9, 1], Hold::Nothing, None), false),
            ("drum", lattice([9, 9, 1], Hold::Rim, Some(0.005)), true),
            ("beam", lattice([20, 2, 2], Hold::Ends, None), true),
            ("string", row(0.008), true),
            ("pressed", row(0.012), false),
        ] {
            let part = &parts(&Felt::new(&model))[0];
            let matrix = Matrix::new(&part.felt, &Shares::STIFFNESS);
            let rigid = part.rigid(&matrix);
            let wanted = whole(&matrix, &matrix.free(), &rigid, false);
            let own = Large {
                matrix: &matrix,
                rigid: &rigid,
                top: matrix.bound(),
                zero: ZERO * matrix.bound(),
            };
            let layout = Layout::new(&matrix, &part.felt.places);
            let mut ways = vec![own.factored(&layout, WANTED)];
            if few {
                ways.push(own.filtered(WANTED));
            }
            for found in ways {
                let counts = |own: &Spectrum| (own.rigid, own.zero, own.negative);
                assert_eq!(counts(&found), counts(&wanted), "{what}");
                // Modes of what buckles at once are of no use, and may be lost among the others.
                let enough = found.complete && found.values.len() >= WANTED;
                assert!(enough || found.negative > 0, "{what}");
                for (value, wanted) in found.values.iter().zip(&wanted.values).take(WANTED) {
                    let off = value / wanted - 1.0;
                    assert!(off.abs() < 1e-6, "{what}: {value} {wanted}");
                }
            }
        }
    }
}
