//! Eigenvalues at the ends of the spectrum of a large matrix.
//!
//! Law:  among all vectors that a few multiplications can reach from a random start, those that
//!       make x·A·x greatest or least come near the eigenvectors at the ends soonest. An eigenvalue
//!       lies no further from a guess than what the guess leaves over, |A·x - value·x|.
//! Step: every vector is made orthogonal to all before it, twice: rounding spoils the short
//!       recurrence.
//! Refs: Lanczos 1950; Parlett 1980, chapters 11 and 13.

use super::eigen::{Square, Tridiagonal, add, dot};
use super::matrix::Matrix;
use urto::rng::Rng;

/// A guess at an eigenvalue.
#[derive(Clone)]
pub(super) struct Found {
    pub value: f64,
    pub vector: Vec<f64>,
    /// What it leaves over.
    pub left: f64,
}

/// Any: the same model gets the same advice.
const SEED: u64 = 0x0ad1;

/// Steps before a start from the best guess so far: more would need more memory and more work to
/// keep them orthogonal.
const STEPS: usize = 100;
/// How often that is done at most.
const STARTS: usize = 12;
/// What is to be left over, as a share of the value; the value's own error is about the square.
const CLOSE: f64 = 1e-8;
/// What may be left over where that takes more steps: large networks have many values near the
/// largest one.
const NEAR: f64 = 1e-4;

/// Makes a vector orthogonal to others of length 1.
pub(super) fn part_from(vector: &mut [f64], others: &[Vec<f64>]) {
    // A second time for what rounding left.
    for _ in 0..2 {
        for other in others {
            let shared = dot(vector, other);
            add(vector, -shared, other);
        }
    }
}

/// Makes vectors orthogonal to others of length 1, all at once: each of the others is fetched once.
fn part_all_from(vectors: &mut [Vec<f64>], others: &[Vec<f64>]) {
    for _ in 0..2 {
        for other in others {
            for vector in vectors.iter_mut() {
                let shared = dot(vector, other);
                add(vector, -shared, other);
            }
        }
    }
}

/// Gives a vector the length 1; its length before.
pub(super) fn make_unit(vector: &mut [f64]) -> f64 {
    let long = dot(vector, vector).sqrt();
    if long > 0.0 {
        vector.iter_mut().for_each(|x| *x /= long);
    }
    long
}

/// A sum of vectors, each with its share.
pub(super) fn mixed(basis: &[Vec<f64>], shares: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; basis[0].len()];
    for (vector, share) in basis.iter().zip(shares) {
        add(&mut sum, *share, vector);
    }
    sum
}

/// Several sums of the same vectors, in pieces that a processor keeps at hand.
fn all_mixed(basis: &[Vec<f64>], shares: &[Vec<f64>]) -> Vec<Vec<f64>> {
    const PIECE: usize = 512;
    let size = basis.first().map_or(0, Vec::len);
    let mut sums = vec![vec![0.0; size]; shares.len()];
    for from in (0..size).step_by(PIECE) {
        let piece = from..size.min(from + PIECE);
        for (sum, shares) in sums.iter_mut().zip(shares) {
            for (vector, share) in basis.iter().zip(shares) {
                add(&mut sum[piece.clone()], *share, &vector[piece.clone()]);
            }
        }
    }
    sums
}

/// The largest eigenvalue; 0 where nothing can move.
pub(super) fn largest(matrix: &Matrix) -> Found {
    let mut best = Found {
        value: 0.0,
        vector: matrix.drawn(&mut Rng::new(SEED)),
        left: 0.0,
    };
    if make_unit(&mut best.vector) == 0.0 {
        return best;
    }
    for _ in 0..STARTS {
        best = climb(matrix, best.vector);
        if best.left <= NEAR * best.value.abs() {
            break;
        }
    }
    best
}

/// The best guess after some steps from a vector of length 1.
fn climb(matrix: &Matrix, start: Vec<f64>) -> Found {
    let mut basis = vec![start];
    let (mut along, mut beside) = (Vec::new(), Vec::new());
    loop {
        let steps = basis.len();
        let mut next = matrix.times(&basis[steps - 1]);
        let size = dot(&next, &next).sqrt();
        along.push(dot(&next, &basis[steps - 1]));
        part_from(&mut next, &basis);
        let left = make_unit(&mut next);
        // What is left is rounding: all that can be reached has been.
        let all = left <= 1e-13 * size;
        if all || steps == STEPS || steps.is_multiple_of(10) {
            let tri = Tridiagonal {
                along: along.clone(),
                beside: beside.clone(),
            };
            if let Some((value, shares)) = tri.pairs().pop() {
                let left = if all {
                    0.0
                } else {
                    left * shares[steps - 1].abs()
                };
                if all || steps == STEPS || left <= CLOSE * value.abs() {
                    let mut vector = mixed(&basis, &shares);
                    make_unit(&mut vector);
                    return Found {
                        value,
                        vector,
                        left,
                    };
                }
            }
        }
        beside.push(left);
        basis.push(next);
    }
}

/// Makes much of what is wanted in some vectors, and little of the rest.
pub(super) type Filter<'a> = dyn Fn(&[Vec<f64>]) -> Vec<Vec<f64>> + 'a;

/// How the lowest eigenvalues are looked for.
pub(super) struct Search<'a> {
    pub matrix: &'a Matrix,
    pub filter: &'a Filter<'a>,
    /// Motions that are known and left out, orthogonal and of length 1.
    pub known: &'a [Vec<f64>],
    /// Eigenvalues below are not wanted: they are zero, or negative.
    pub zero: f64,
    /// How many above are wanted.
    pub wanted: usize,
    /// Where the filter ends: if the last one wanted seems to be above, the search is given up at
    /// once.
    pub ends: f64,
}

/// Vectors that are filtered together: as many equal eigenvalues are told apart at once.
const TOGETHER: usize = 6;
/// How often a search is begun anew from the best guesses.
const ROUNDS: usize = 8;
/// What a good guess at a low eigenvalue may leave over, as a share of it: the frequency is then
/// right within a tenth of a cent, and most often far better.
const GOOD: f64 = 1e-4;

impl Search<'_> {
    /// Room for guesses: those wanted, as many that are still rough, and some.
    fn room(&self) -> usize {
        2 * self.wanted + 40
    }

    fn is_good(&self, found: &Found) -> bool {
        found.left <= GOOD * found.value.abs().max(self.zero)
    }

    fn drawn(&self, rng: &mut Rng) -> Vec<Vec<f64>> {
        (0..TOGETHER).map(|_| self.matrix.drawn(rng)).collect()
    }

    /// The lowest guesses, zero ones too, and whether all that are wanted are good; if not, those
    /// from the first bad one on are left out.
    pub fn run(&self) -> (Vec<Found>, bool) {
        let mut rng = Rng::new(SEED);
        let mut basis: Vec<Vec<f64>> = Vec::new();
        let mut front = self.drawn(&mut rng);
        let mut found = Vec::new();
        let mut before: Vec<f64> = Vec::new();
        for _ in 0..ROUNDS {
            let whole = self.fill(&mut basis, front, &mut rng);
            found = self.guesses(&basis);
            let above = found.iter().filter(|own| own.value > self.zero);
            let wanted: Vec<&Found> = above.take(self.wanted).collect();
            let rough = wanted.iter().filter(|own| !self.is_good(own));
            front = rough.map(|own| own.vector.clone()).collect();
            let good = front.is_empty() && wanted.len() == self.wanted;
            let now: Vec<f64> = wanted.iter().map(|own| own.value).collect();
            // One of more equal ones than are filtered together may have been missed: a fresh start
            // must find the same.
            if whole || (good && alike(&before, &now)) {
                return (found, true);
            }
            if now.len() == self.wanted && now.last().is_some_and(|own| *own > self.ends) {
                return (found, false);
            }
            before = if good { now } else { Vec::new() };
            if front.is_empty() {
                front = self.drawn(&mut rng);
            }
            front.truncate(TOGETHER);
            found.truncate(self.room() / 2);
            basis = found.iter().map(|own| own.vector.clone()).collect();
        }
        let bad = |own: &Found| own.value > self.zero && !self.is_good(own);
        found.truncate(found.iter().position(bad).unwrap_or(found.len()));
        (found, false)
    }

    /// Filters on until the room is full; whether nothing new was left to find.
    fn fill(&self, basis: &mut Vec<Vec<f64>>, mut front: Vec<Vec<f64>>, rng: &mut Rng) -> bool {
        let mut fresh = false;
        while basis.len() < self.room() {
            let mut filtered = (self.filter)(&front);
            filtered.iter_mut().for_each(|own| _ = make_unit(own));
            for others in [self.known, basis] {
                part_all_from(&mut filtered, others);
            }
            let old = basis.len();
            for mut new in filtered {
                // From those of the same time, and once more from all where little is left.
                part_from(&mut new, &basis[old..]);
                let new_share = make_unit(&mut new);
                if new_share > 1e-10 {
                    if new_share < 1e-2 {
                        part_from(&mut new, self.known);
                        part_from(&mut new, basis);
                        make_unit(&mut new);
                    }
                    basis.push(new);
                }
            }
            // A matrix with few different eigenvalues is soon at its end from any start.
            let end = basis.len() == old;
            if end && fresh {
                return true;
            }
            fresh = end;
            front = if end {
                self.drawn(rng)
            } else {
                basis[old..].to_vec()
            };
        }
        false
    }

    /// The best guesses in a space, lowest first.
    fn guesses(&self, basis: &[Vec<f64>]) -> Vec<Found> {
        let images: Vec<Vec<f64>> = basis.iter().map(|own| self.matrix.times(own)).collect();
        let seen = Square::new(basis.len(), |row, column| dot(&basis[row], &images[column]));
        let pairs = seen.pairs().into_iter().take(self.room() / 2);
        let (values, shares): (Vec<f64>, Vec<Vec<f64>>) = pairs.unzip();
        let vectors = all_mixed(basis, &shares);
        let mut left = all_mixed(&images, &shares);
        part_all_from(&mut left, self.known);
        let found = values.into_iter().zip(vectors).zip(left);
        let found = found.map(|((value, vector), mut left)| {
            add(&mut left, -value, &vector);
            let left = dot(&left, &left).sqrt();
            Found {
                value,
                vector,
                left,
            }
        });
        found.collect()
    }
}

/// Whether two lists of good guesses are of the same eigenvalues.
fn alike(some: &[f64], others: &[f64]) -> bool {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= GOOD * b.abs();
    some.len() == others.len() && some.iter().zip(others).all(near)
}
