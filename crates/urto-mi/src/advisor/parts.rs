//! The separate parts of a network, and the ways in which each moves without any link noticing.
//!
//! Law:  a body moves as a whole by t + w × x. What is held takes some of that away: two points that
//!       are held leave a turn about the line through them. A point mass does not turn, a straight
//!       row does not turn about itself.

use super::eigen::{Square, add, dot};
use super::felt::Felt;
use super::krylov::{make_unit, mixed, part_from};
use super::matrix::Matrix;
use crate::vector::{Vector, difference, length, scaled, sum};

/// Masses that links hold together, as a network of its own.
pub(super) struct Part {
    pub felt: Felt,
    /// The number that each of its masses has in the whole network.
    pub numbers: Vec<usize>,
}

/// Squares of motions below this, of bodies of size 1, are none: a line counts as straight if it
/// bends by less than a millionth of its length.
const NO_MOTION: f64 = 1e-12;

/// A motion is not resisted below this share of the largest resistance: far above rounding, far below
/// what an unbalanced pull does.
const NOT_RESISTED: f64 = 1e-9;

/// A network as its parts. Held masses belong to each part that they hold.
pub(super) fn parts(felt: &Felt) -> Vec<Part> {
    let count = felt.places.len();
    let mut root: Vec<usize> = (0..count).collect();
    fn top(root: &mut [usize], mut n: usize) -> usize {
        while root[n] != n {
            root[n] = root[root[n]];
            n = root[n];
        }
        n
    }
    let acts = |n: usize| {
        let tie = &felt.ties[n];
        !tie.slack && (tie.stiff != 0.0 || tie.across != 0.0)
    };
    let acting: Vec<usize> = (0..felt.ties.len()).filter(|n| acts(*n)).collect();
    for n in &acting {
        let [a, b] = felt.ties[*n].ends;
        if felt.moves(a) && felt.moves(b) {
            let (a, b) = (top(&mut root, a), top(&mut root, b));
            root[a.max(b)] = a.min(b);
        }
    }
    let mut place = vec![usize::MAX; count];
    let mut members: Vec<Vec<usize>> = Vec::new();
    for mass in (0..count).filter(|mass| felt.moves(*mass)) {
        let own = top(&mut root, mass);
        if own == mass {
            place[own] = members.len();
            members.push(Vec::new());
        }
        place[mass] = place[own];
        members[place[own]].push(mass);
    }
    let mut ties = vec![Vec::new(); members.len()];
    for n in acting {
        let moving = felt.ties[n].ends.into_iter().find(|end| felt.moves(*end));
        if let Some(end) = moving {
            ties[place[end]].push(n);
        }
    }
    let own = members.into_iter().zip(ties);
    own.map(|(masses, ties)| part(felt, masses, &ties))
        .collect()
}

fn part(felt: &Felt, mut masses: Vec<usize>, ties: &[usize]) -> Part {
    let ends = ties.iter().flat_map(|n| felt.ties[*n].ends);
    masses.extend(ends.filter(|end| !felt.moves(*end)));
    masses.sort();
    masses.dedup();
    let local = |mass: usize| masses.partition_point(|own| *own < mass);
    let ties = ties.iter().map(|n| {
        let mut tie = felt.ties[*n];
        tie.ends = tie.ends.map(local);
        tie
    });
    Part {
        felt: Felt {
            ties: ties.collect(),
            places: masses.iter().map(|n| felt.places[*n]).collect(),
            masses: masses.iter().map(|n| felt.masses[*n]).collect(),
            free: masses.iter().map(|n| felt.free[*n]).collect(),
            friction: felt.friction,
            h: felt.h,
        },
        numbers: masses,
    }
}

impl Part {
    /// Its motions as a whole that no link resists, scaled by the root of the masses, orthogonal and of
    /// length 1. Where links are in balance that is all of them; where something else holds them
    /// stretched (a weight on a string) turning is a swing with a frequency, and a spring along an
    /// axis resists being turned, too.
    pub fn rigid(&self, matrix: &Matrix) -> Vec<Vec<f64>> {
        let motions = self.motions();
        let mut ties = self.felt.ties.iter();
        let turns = !ties.any(|tie| tie.on_axis && !tie.slack && tie.stiff != 0.0);
        if motions.is_empty() || turns && self.felt.unbalanced([0.0; 3]).is_none() {
            return motions;
        }
        let images: Vec<Vec<f64>> = motions.iter().map(|own| matrix.times(own)).collect();
        let resisted = Square::new(images.len(), |a, b| dot(&images[a], &images[b]));
        let nothing = NOT_RESISTED * matrix.bound();
        let free = resisted.pairs().into_iter();
        let free = free.filter(|(value, _)| *value <= nothing * nothing);
        free.map(|(_, shares)| mixed(&motions, &shares)).collect()
    }

    /// Its motions as a whole, scaled by the root of the masses, orthogonal and of length 1.
    fn motions(&self) -> Vec<Vec<f64>> {
        let places = centred(&self.felt.places);
        let coordinates = || (0..places.len()).flat_map(|mass| (0..3).map(move |k| (mass, k)));
        let free = |(mass, k): &(usize, usize)| self.felt.free[*mass][*k];
        // The ways that leave in place what is held,
        let held = squares(
            coordinates()
                .filter(|own| !free(own))
                .map(|at| row(&places, at)),
        );
        let count = |own: bool| coordinates().filter(|at| free(at) == own).count() as f64;
        let left = held.pairs().into_iter();
        let left: Vec<Vec<f64>> = left
            .filter(|(value, _)| *value <= NO_MOTION * count(false))
            .map(|(_, way)| way)
            .collect();
        // and of these the ones that move something.
        let rows = coordinates().filter(free).map(|at| row(&places, at));
        let rows = rows.map(|row| left.iter().map(|way| dot(way, &row)).collect());
        let moving = squares(
            rows.map(|row: Vec<f64>| core::array::from_fn(|k| row.get(k).copied().unwrap_or(0.0))),
        );
        let mut motions: Vec<Vec<f64>> = Vec::new();
        for (value, shares) in moving.pairs() {
            if value <= NO_MOTION * count(true) {
                continue;
            }
            let mut motion = vec![0.0; 3 * places.len()];
            for (mass, k) in coordinates().filter(free) {
                let row = row(&places, (mass, k));
                let along = left.iter().zip(&shares);
                let moved: f64 = along.map(|(way, share)| share * dot(way, &row)).sum();
                motion[3 * mass + k] = moved * self.felt.masses[mass].sqrt();
            }
            make_unit(&mut motion);
            part_from(&mut motion, &motions);
            make_unit(&mut motion);
            motions.push(motion);
        }
        motions
    }
}

/// Places from their middle, the farthest at 1.
fn centred(places: &[Vector]) -> Vec<Vector> {
    let all = places.iter().fold([0.0; 3], |a, b| sum(a, *b));
    let middle = scaled(all, 1.0 / places.len().max(1) as f64);
    let places = places.iter().map(|own| difference(*own, middle));
    let farthest = places.clone().map(length).fold(0.0, f64::max);
    // Masses at one place: rounding of the middle is no size.
    let small = 1e-12 * length(middle);
    let size = if farthest > small {
        farthest
    } else {
        f64::INFINITY
    };
    places.map(|own| scaled(own, 1.0 / size)).collect()
}

/// How far a place moves along an axis for each of the six motions of a body.
fn row(places: &[Vector], (mass, k): (usize, usize)) -> [f64; 6] {
    let x = places[mass];
    let mut row = [0.0; 6];
    row[k] = 1.0;
    // w × x.
    row[3 + (k + 1) % 3] = x[(k + 2) % 3];
    row[3 + (k + 2) % 3] = -x[(k + 1) % 3];
    row
}

/// Sum of the squares of rows.
fn squares(rows: impl Iterator<Item = [f64; 6]>) -> Square {
    let mut square = Square::zero(6);
    for own in rows {
        for k in 0..6 {
            add(square.row_mut(k), own[k], &own);
        }
    }
    square
}
