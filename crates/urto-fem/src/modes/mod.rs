//! The modes of a body: how it rings, and at which pitches.
//!
//! Law:    K·x = w²·M·x with consistent mass, over ten-node tetrahedra.
//! Step:   sparse Cholesky factor of K + s·M, block Lanczos (see `lanczos.rs`), then every pair
//!         is checked by itself: residual, orthogonality, and no way left to move without
//!         bending other than the six of a free body.
//! Limits: linear, isotropic, one material; small motions.
//!
//! Built without its feature `faer`, the crate has a solver of its own for small bodies
//! (`fronts.rs`), in less than a tenth of the code: the page of the studio uses that.
//!
//! The same mesh, material and request give the same bits on the same machine, with any number
//! of threads.

mod assembly;
mod basis;
#[cfg(feature = "faer")]
mod by_faer;
mod count;
mod dense;
mod dissection;
mod eigen;
mod error;
mod factor;
mod fronts;
mod kept;
mod lanczos;
mod rigid;
mod share;
mod verify;

pub use error::ModesError;
pub use factor::Solver;

use crate::mesh::Mesh;
use crate::vector::{Vec3, distance};
use assembly::{FIXED, Matrices};
use dense::Mat;
use factor::{Factor, Plan};
use lanczos::Search;
use std::ops::ControlFlow;
use urto::body::Material;
use urto::math::TAU;
use verify::Pairs;

/// Which modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// So many of the lowest, rigid motions not counted.
    Count(usize),
    /// All below a frequency \[Hz\].
    Below(f64),
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Stiffness and mass are put together.
    Assembling,
    /// The order of elimination is sought.
    Ordering,
    /// The matrix is taken apart.
    Factoring,
    /// Modes are sought.
    Searching,
    /// Modes are checked.
    Checking,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// About which share of this stage is done, 0 to 1.
    pub share: f64,
    /// Modes found so far.
    pub found: usize,
}

impl Progress {
    fn new(stage: Stage, share: f64, found: usize) -> Self {
        Self {
            stage,
            share,
            found,
        }
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Analysis<'a> {
    mesh: &'a Mesh,
    material: &'a Material,
    wanted: Wanted,
    fixed: Vec<u32>,
    threads: usize,
    solver: Solver,
}

/// The modes of a body, lowest first.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Modes {
    /// Frequencies \[Hz\].
    pub frequencies: Vec<f64>,
    /// T60 of each \[s\], by the losses of the material: 13.8/(alpha + eta·w + beta·w²).
    pub decays: Vec<f64>,
    /// How each node of the mesh moves in each mode \[1/sqrt(kg)\], so that x'·M·x = 1: the modal
    /// mass at a place and in a direction is one over the square of the shape there.
    pub shapes: Vec<Vec<Vec3>>,
    /// |K·x - w²·M·x|/|K·x| of each: below [`RESIDUAL`], or where a body is so thin that numbers
    /// of 64 bits cannot tell, below what rounding leaves, and never above 1e-3.
    pub residuals: Vec<f64>,
    /// Largest entry of X'·M·X - 1.
    pub orthonormality: f64,
    /// Rigid motions, which are not among the modes: six, or none if nodes are fixed.
    pub rigid: usize,
    /// Mass of the body \[kg\].
    pub mass: f64,
    /// Unknowns that were solved for.
    pub unknowns: usize,
}

impl Modes {
    /// Which of them rounding left larger residuals than [`RESIDUAL`], if there are some. No rounded
    /// shape has a smaller one then: the last bit of its entries alone leaves as much.
    pub fn rounded(&self) -> Option<Rounded> {
        let larger = self.residuals.iter().filter(|&&own| own >= RESIDUAL);
        let (modes, worst) = larger.fold((0, 0.0), |(modes, worst), own| {
            (modes + 1, f64::max(worst, *own))
        });
        (modes > 0).then_some(Rounded {
            modes,
            of: self.residuals.len(),
            worst,
        })
    }
}

/// Modes of a body so thin that rounding hides how good they are beyond a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded {
    /// How many.
    pub modes: usize,
    /// Of how many.
    pub of: usize,
    /// The largest residual.
    pub worst: f64,
}

impl core::fmt::Display for Rounded {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "Of {} modes {} have a residual above {RESIDUAL:.0e}, up to {:.1e}: the body is so thin for its length that rounding leaves as much; their frequencies are good to half of that.",
            self.of, self.modes, self.worst
        )
    }
}

/// Largest residual that is let through.
pub const RESIDUAL: f64 = 1e-6;
/// Largest deviation from orthonormality that is let through.
pub const ORTHONORMALITY: f64 = 1e-8;
/// Up to so many unknowns all modes are computed at once.
const FEW: usize = 450;

impl<'a> Analysis<'a> {
    /// The twenty lowest modes of a free body, on all cores.
    pub fn new(mesh: &'a Mesh, material: &'a Material) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        Self {
            mesh,
            material,
            wanted: Wanted::Count(20),
            fixed: Vec::new(),
            threads,
            solver: Solver::default(),
        }
    }

    /// These modes instead.
    pub fn wanted(mut self, wanted: Wanted) -> Self {
        self.wanted = wanted;
        self
    }

    /// With these nodes held fast: the part of a ruler that is in a vice.
    pub fn fixed(mut self, nodes: Vec<u32>) -> Self {
        self.fixed = nodes;
        self
    }

    /// On so many threads.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// With another solver than the usual one.
    pub fn solver(mut self, solver: Solver) -> Self {
        self.solver = solver;
        self
    }

    /// Finds them. `progress` is called now and then, and can end the work.
    pub fn run(
        &self,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Modes, ModesError> {
        let mut tell = |state: Progress| match progress(state) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ModesError::Stopped),
        };
        self.check()?;
        let number = self.free_numbers()?;
        tell(Progress::new(Stage::Assembling, 0.0, 0))?;
        let matrices = Matrices::assemble(self.mesh, self.material, &number, self.threads);
        let rigid = match self.fixed.is_empty() {
            true => rigid::motions(self.mesh, &matrices),
            false => Mat::zeros(matrices.unknowns(), 0),
        };
        let count = rigid.columns();
        if let Wanted::Count(wanted) = self.wanted
            && 3 * (wanted + count) > matrices.unknowns()
        {
            let unknowns = matrices.unknowns();
            return Err(ModesError::TooMany { wanted, unknowns });
        }
        let found = if matrices.unknowns() <= FEW {
            self.among_all(&matrices, count)?
        } else {
            self.lowest(&matrices, &number, rigid, &mut tell)?
        };
        Ok(self.collect(found, &number, count))
    }

    fn check(&self) -> Result<(), ModesError> {
        error::material(self.material)?;
        match self.wanted {
            Wanted::Count(0) => return Err(ModesError::Nothing),
            Wanted::Below(hertz) if !(hertz.is_finite() && hertz > 0.0) => {
                return Err(ModesError::NoFrequency { hertz });
            }
            _ => {}
        }
        if self.fixed.is_empty() {
            rigid::in_one_part(self.mesh)
        } else {
            rigid::held(self.mesh, &self.fixed)
        }
    }

    /// The place of every node among the free ones.
    fn free_numbers(&self) -> Result<Vec<u32>, ModesError> {
        let mut number = vec![0; self.mesh.nodes().len()];
        for &node in &self.fixed {
            number[node as usize] = FIXED;
        }
        let mut next = 0;
        for place in number.iter_mut().filter(|place| **place != FIXED) {
            *place = next;
            next += 1;
        }
        if next == 0 {
            return Err(ModesError::AllFixed);
        }
        Ok(number)
    }

    /// Square of a slow angular frequency for such a body \[1/s²\]: a fifth of what a bar or plate
    /// of its greatest length and mean thickness would have as its lowest, c·t/l².
    fn slow(&self) -> f64 {
        let (least, greatest) = self.mesh.bounds();
        let length = distance(least, greatest);
        let surface = self.mesh.surface();
        let thickness = 2.0 * self.mesh.volume() / surface.area(self.mesh);
        let speed = (self.material.modulus / self.material.density).sqrt();
        let hertz = 0.2 * speed * thickness / (length * length);
        (TAU * hertz) * (TAU * hertz)
    }

    /// From all modes of a small body.
    fn among_all(&self, matrices: &Matrices, rigid: usize) -> Result<Pairs, ModesError> {
        let (values, vectors) = eigen::all(matrices)?;
        let count = match self.wanted {
            Wanted::Count(count) => count,
            Wanted::Below(hertz) => {
                let limit = (TAU * hertz) * (TAU * hertz);
                values[rigid..]
                    .iter()
                    .filter(|&&value| value < limit)
                    .count()
            }
        };
        self.checked(matrices, vectors.some(rigid..rigid + count))
    }

    /// The pairs of these vectors, if each is good and none moves without bending.
    fn checked(&self, matrices: &Matrices, vectors: Mat) -> Result<Pairs, ModesError> {
        let pairs = Pairs::of(matrices, vectors, self.threads);
        let rigid = if self.fixed.is_empty() { 6 } else { 0 };
        pairs.bend(rigid, self.slow(), matrices.highest())?;
        pairs.good_enough()
    }

    /// By the factor and the search.
    fn lowest(
        &self,
        matrices: &Matrices,
        number: &[u32],
        rigid: Mat,
        tell: &mut dyn FnMut(Progress) -> Result<(), ModesError>,
    ) -> Result<Pairs, ModesError> {
        tell(Progress::new(Stage::Ordering, 0.0, 0))?;
        let numbered = number.iter().zip(self.mesh.nodes());
        let free = numbered.filter(|(number, _)| **number != FIXED);
        let places: Vec<Vec3> = free.map(|(_, place)| *place).collect();
        let plan = Plan::new(matrices, &places, self.solver).ok_or(ModesError::TooLarge)?;
        tell(Progress::new(Stage::Factoring, 0.0, 0))?;
        // Not below what rounding leaves of the stiffest motion.
        let shift = self.slow().max(1e-12 * matrices.highest());
        let factor = Factor::new(&plan, matrices, shift, self.threads);
        let factor = factor.ok_or(ModesError::NotDefinite)?;
        let found = self.search(matrices, &factor, rigid.clone(), self.wanted, tell)?;
        self.complete(matrices, &plan, &factor, rigid, found, tell)
    }

    /// The wanted modes beside the known ones, finer until every pair is good.
    fn search(
        &self,
        matrices: &Matrices,
        factor: &Factor,
        known: Mat,
        wanted: Wanted,
        tell: &mut dyn FnMut(Progress) -> Result<(), ModesError>,
    ) -> Result<Pairs, ModesError> {
        tell(Progress::new(Stage::Searching, 0.0, 0))?;
        let mut search = Search::new(matrices, factor, known, self.threads);
        let mut tolerance = FIRST_TOLERANCE;
        loop {
            let vectors = search.run(wanted, tolerance, tell)?;
            tell(Progress::new(Stage::Checking, 0.0, vectors.columns()))?;
            match self.checked(matrices, vectors) {
                Err(ModesError::Inaccurate { .. }) if tolerance > LAST_TOLERANCE => {
                    tolerance /= 30.0;
                }
                result => return result,
            }
        }
    }

    /// With those that the search has missed: of many modes of one frequency it sees no more
    /// than its blocks have vectors. They are counted, and sought beside the known ones.
    fn complete(
        &self,
        matrices: &Matrices,
        plan: &Plan,
        factor: &Factor,
        rigid: Mat,
        mut found: Pairs,
        tell: &mut dyn FnMut(Progress) -> Result<(), ModesError>,
    ) -> Result<Pairs, ModesError> {
        let (wanted, threads) = (self.wanted, self.threads);
        loop {
            tell(Progress::new(Stage::Checking, 0.5, found.values.len()))?;
            let gap = count::missing(plan, matrices, &found, rigid.columns(), wanted, threads)?;
            if gap.missing == 0 {
                return Ok(found);
            }
            let known = verify::beside(&rigid, &found.vectors);
            let more = Wanted::Count(gap.missing);
            let more = self.search(matrices, factor, known, more, tell)?;
            // What is left beside the known ones must lie where it was counted.
            if more.values.iter().any(|&value| value > gap.limit) {
                return Err(ModesError::Uncertain);
            }
            found = found.joined(matrices, more, threads).good_enough()?;
            if let Wanted::Count(count) = wanted {
                found = found.first(matrices, count, threads);
            }
        }
    }

    fn collect(&self, found: Pairs, number: &[u32], rigid: usize) -> Modes {
        let hertz = found.values.iter().map(|value| value.max(0.0).sqrt() / TAU);
        let frequencies: Vec<f64> = hertz.collect();
        let decays = frequencies
            .iter()
            .map(|&f| self.material.decay(f))
            .collect();
        let shapes = (0..frequencies.len()).map(|mode| {
            let (moves, _) = found.vectors.column(mode).as_chunks::<3>();
            let of_node = |&place: &u32| match place {
                FIXED => [0.0; 3],
                place => moves[place as usize],
            };
            number.iter().map(of_node).collect()
        });
        Modes {
            shapes: shapes.collect(),
            decays,
            frequencies,
            residuals: found.residuals,
            orthonormality: found.orthonormality,
            rigid,
            mass: self.material.density * self.mesh.volume(),
            unknowns: found.vectors.rows(),
        }
    }
}

/// How far outside the space a pair may reach, as a share, in the inverse: there, rough motions
/// count little, so it has to be smaller than [`RESIDUAL`].
const FIRST_TOLERANCE: f64 = 1e-8;
/// Where rounding ends all refinement.
const LAST_TOLERANCE: f64 = 1e-13;
