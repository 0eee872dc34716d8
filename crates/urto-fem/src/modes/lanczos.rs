//! The lowest modes of a large body: block Lanczos on (K + s·M)⁻¹·M.
//!
//! Law:    what the inverse stretches most are the lowest modes: theta = 1/(lambda + s). The
//!         shift s > 0 keeps K + s·M positive definite though a free body's K is not.
//! Step:   full reorthogonalisation in mass; rigid motions are known and kept out from the
//!         start. A pair has converged when what its vector leaves outside the space is small.
//! Limits: vectors stay in memory, about 2.5 for each mode.
//! Refs:   Grimes, Lewis & Simon 1994; Parlett, The Symmetric Eigenvalue Problem, ch. 13.

use super::assembly::Matrices;
use super::basis::Basis;
use super::dense::Mat;
use super::eigen::symmetric;
use super::factor::Factor;
use super::{ModesError, Progress, Stage, Wanted};

/// Vectors that go through the factor together: two threads take four each.
const BLOCK: usize = 8;
/// By how much the space grows from one look at its modes to the next.
const GROWTH: f64 = 1.12;

/// The search, which can go on if what it found is not good enough.
pub(crate) struct Search<'a> {
    matrices: &'a Matrices,
    factor: &'a Factor<'a>,
    shift: f64,
    basis: Basis<'a>,
    /// The inverse as seen in the basis, column by column.
    seen: Vec<Vec<f64>>,
    /// The block that the space grows by next: itself, times mass, and how it hangs on the last.
    next: Mat,
    of_mass: Mat,
    link: Mat,
    look_at: usize,
}

impl<'a> Search<'a> {
    /// For modes beside the `known` ones, rigid motions say, which are orthonormal in mass.
    pub fn new(matrices: &'a Matrices, factor: &'a Factor<'a>, known: Mat, threads: usize) -> Self {
        let mut basis = Basis::new(matrices, known, threads);
        let mut next = basis.random(BLOCK);
        let mut of_mass = Mat::zeros(next.rows(), BLOCK);
        // A start without the roughest motions: the first solve would only take them away.
        matrices.times_mass(&next, &mut of_mass, threads);
        factor.solve(&mut of_mass);
        next.clone_from(&of_mass);
        basis.project(&mut next, &mut of_mass);
        let link = basis.orthonormalise(&mut next, &mut of_mass);
        Self {
            matrices,
            factor,
            shift: factor.shift(),
            basis,
            seen: Vec::new(),
            next,
            of_mass,
            link,
            look_at: 5 * BLOCK,
        }
    }

    /// Vectors until all that is wanted has converged to `tolerance`.
    pub fn run(
        &mut self,
        wanted: Wanted,
        tolerance: f64,
        tell: &mut dyn FnMut(Progress) -> Result<(), ModesError>,
    ) -> Result<Mat, ModesError> {
        if let Wanted::Count(count) = wanted {
            self.look_at = self.look_at.max(3 * count / 2);
        }
        loop {
            self.grow();
            let len = self.basis.len();
            if len < self.look_at {
                let found = 0;
                tell(Progress::new(
                    Stage::Searching,
                    expected(wanted, len),
                    found,
                ))?;
                continue;
            }
            self.look_at = (GROWTH * len as f64) as usize;
            let (ready, mix) = self.look(wanted, tolerance)?;
            match mix {
                Some(mix) => return Ok(self.basis.mixed(&mix)),
                None => tell(Progress::new(
                    Stage::Searching,
                    expected(wanted, len),
                    ready,
                ))?,
            }
            // Beyond a third of all motions a mesh does not resolve the modes that it has.
            if 3 * len > self.matrices.unknowns() {
                let unknowns = self.matrices.unknowns();
                return Err(ModesError::TooCoarse { unknowns });
            }
        }
    }

    /// Takes the next block in, and works out the one after it.
    fn grow(&mut self) {
        let before = self.basis.len();
        self.basis.push(&self.next);
        let mut w = self.of_mass.clone();
        self.factor.solve(&mut w);
        let shares = self.basis.project(&mut w, &mut self.of_mass);
        self.link = self.basis.orthonormalise(&mut w, &mut self.of_mass);
        self.next = w;
        for column in 0..BLOCK {
            let shares = shares.column(column);
            debug_assert_eq!(shares.len(), before + BLOCK);
            self.seen.push(shares.to_vec());
        }
    }

    /// How many of the wanted pairs have converged, and how to mix the basis if all have.
    fn look(&self, wanted: Wanted, tolerance: f64) -> Result<(usize, Option<Mat>), ModesError> {
        let len = self.seen.len();
        let seen = |row: usize, column: usize| self.seen[column][row];
        // Upper half: below it, what is not stored is rounding.
        let matrix = Mat::from_fn(len, len, |i, j| seen(i.min(j), i.max(j)));
        let (values, vectors) = symmetric(&matrix)?;
        // The largest of the inverse come last.
        let lambda = |rank: usize| 1.0 / values[len - 1 - rank] - self.shift;
        let off = |rank: usize| self.outside(&vectors, len - 1 - rank) / values[len - 1 - rank];
        let count = match wanted {
            Wanted::Count(count) => count,
            Wanted::Below(hertz) => {
                let limit = urto::math::TAU * hertz;
                let below = (0..len).take_while(|&rank| lambda(rank) < limit * limit);
                let count = below.count();
                // The next one must be known well enough to say that it lies above.
                if count == len || off(count) > 1e-3 {
                    return Ok(((0..count).take_while(|&r| off(r) < tolerance).count(), None));
                }
                count
            }
        };
        let ready = (0..count.min(len))
            .filter(|&rank| off(rank) < tolerance)
            .count();
        if ready < count {
            return Ok((ready, None));
        }
        let mix = Mat::from_fn(len, count, |i, rank| vectors[(i, len - 1 - rank)]);
        Ok((ready, Some(mix)))
    }

    /// What the inverse moves a vector out of the space.
    fn outside(&self, vectors: &Mat, column: usize) -> f64 {
        let last = self.seen.len() - BLOCK;
        let squares = (0..BLOCK).map(|i| {
            let row = (0..BLOCK).map(|j| self.link[(i, j)] * vectors[(last + j, column)]);
            let sum: f64 = row.sum();
            sum * sum
        });
        squares.sum::<f64>().sqrt()
    }
}

/// About how far the search is: it takes some 2.5 vectors for each mode.
fn expected(wanted: Wanted, len: usize) -> f64 {
    match wanted {
        Wanted::Count(count) => (len as f64 / (2.5 * count as f64 + 60.0)).min(0.99),
        // Nobody knows how many there are.
        Wanted::Below(_) => 1.0 - 100.0 / (100.0 + len as f64),
    }
}
