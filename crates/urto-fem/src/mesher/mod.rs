//! Tetrahedra from a closed surface, by a lattice.
//!
//! Step:   a lattice of cells, six tetrahedra each; nodes near the surface move onto it, what
//!         crosses it is cut there, and edges on the surface are curved to it.
//! Limits: edges and corners of the surface are rounded off by about a tenth of a cell unless
//!         they lie on the lattice, which is fitted to the bounding box. Walls need cells of
//!         little more than half their thickness; bodies of thin walls are better made by
//!         [`crate::bodies`], with long elements. [`Mesher::fill_mostly`] lets up to a tenth of
//!         the surface be thinner (the tips of a thread, the edge of a wing), if what comes out
//!         is still like the surface.
//! Refs:   after Labelle & Shewchuk, Isosurface Stuffing, 2007, on another lattice.

mod closest;
mod cut;
mod error;
mod likeness;
mod shell;
mod thickness;

pub use error::MesherError;
pub use shell::Shell;

use crate::element::{CORNERS_AND_EDGES, Element, RULE};
use crate::mesh::{EDGES, Mesh, Quality, Tetrahedra};
use crate::vector::{Vec3, bounds, distance};
use closest::Closest;
use std::collections::BTreeMap;
use thickness::Walls;

/// A solid body from a surface.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Meshed {
    /// Its mesh.
    pub mesh: Mesh,
    /// How well shaped its elements are.
    pub quality: Quality,
    /// Edge of a cell along each axis \[m\].
    pub cells: Vec3,
    /// Its thinnest wall that the cells were to resolve \[m\].
    pub thinnest: f64,
    /// Which share of the surface has thinner ones.
    pub thinner: f64,
    /// Its volume over that of the surface.
    pub filled: f64,
}

/// How much of a wall a cell may take: the diagonal of a cell is 1.73 long, and no edge may go
/// through a wall from outside to outside.
const OF_WALL: f64 = 0.57;
/// How much of its volume may be lost or gained: pitch follows, and a fiftieth is a third of a
/// semitone at most.
const UNFILLED: f64 = 0.02;
/// Most cells in all, if nobody says: they take some 160 bytes each before a mode is sought, and beyond
/// this the modes would not fit into memory either.
pub const MOST_CELLS: f64 = 4e6;

/// Which share of the surface may have walls that are too thin for the cells.
const THIN: f64 = 0.1;

/// Fills a closed surface with elements in cells of about `cell` \[m\].
pub fn fill(shell: &Shell, cell: f64) -> Result<Meshed, MesherError> {
    Mesher::new(shell).fill(cell)
}

/// A surface that is to be filled, perhaps several times.
pub struct Mesher<'a> {
    shell: &'a Shell,
    walls: Walls,
    most: f64,
}

impl<'a> Mesher<'a> {
    /// Looks how thick it is.
    pub fn new(shell: &'a Shell) -> Self {
        Self {
            shell,
            walls: Walls::of(shell),
            most: MOST_CELLS,
        }
    }

    /// With so many cells at most in the box around the surface, most of which may lie outside of it.
    pub fn at_most(mut self, cells: f64) -> Self {
        self.most = cells;
        self
    }

    /// Fills it with elements in cells of about `cell` \[m\], which are small enough for all its walls.
    pub fn fill(&self, cell: f64) -> Result<Meshed, MesherError> {
        let lattice = Lattice::over(self.shell, cell, self.most)?;
        let thinnest = self.walls.thinner_than_others(0.0);
        lattice.resolves(thinnest, cell)?;
        let meshed = self.meshed(&lattice, cell)?;
        Ok(Meshed { thinnest, ..meshed })
    }

    /// The same with cells that are small enough for nine tenths of the surface, if no more is lost by it
    /// than the thinnest of the rest: what comes out is in one part, has no more and no fewer holes, and is
    /// nowhere far from the surface.
    pub fn fill_mostly(&self, cell: f64) -> Result<Meshed, MesherError> {
        let lattice = Lattice::over(self.shell, cell, self.most)?;
        let thinnest = self.walls.thinner_than_others(THIN);
        lattice.resolves(thinnest, cell)?;
        let meshed = self.meshed(&lattice, cell)?;
        likeness::check(self.shell, &meshed.mesh, cell)?;
        let thinner = self.walls.share_below(lattice.longest() / OF_WALL);
        Ok(Meshed {
            thinnest,
            thinner: if lattice.is_slab() { 0.0 } else { thinner },
            ..meshed
        })
    }

    fn meshed(&self, lattice: &Lattice, cell: f64) -> Result<Meshed, MesherError> {
        let closest = Closest::new(self.shell, lattice.longest());
        let Lattice { least, size, count } = *lattice;
        let cut = cut::cut(self.shell, &closest, least, size, count)?;
        let mesh = curved(&cut, &closest)?;
        let filled = mesh.volume() / self.shell.volume();
        if (filled - 1.0).abs() > UNFILLED {
            return Err(MesherError::Unfilled { filled, cell });
        }
        Ok(Meshed {
            quality: mesh.quality(),
            mesh,
            cells: size,
            thinnest: 0.0,
            thinner: 0.0,
            filled,
        })
    }
}

/// Cells over the box around a surface.
struct Lattice {
    least: Vec3,
    /// Of a cell \[m\].
    size: Vec3,
    count: [usize; 3],
}

impl Lattice {
    fn over(shell: &Shell, cell: f64, most: f64) -> Result<Self, MesherError> {
        if !(cell.is_finite() && cell > 0.0) {
            return Err(MesherError::Cell { cell });
        }
        let (least, greatest) = bounds(shell.nodes());
        let mut count = [1; 3];
        let mut size = [0.0; 3];
        let mut all = 1.0;
        for axis in 0..3 {
            let extent = greatest[axis] - least[axis];
            let cells = (extent / cell).ceil().max(1.0);
            all *= cells;
            if all > most {
                return Err(MesherError::TooFine { cell });
            }
            count[axis] = cells as usize;
            size[axis] = extent / cells;
        }
        Ok(Self { least, size, count })
    }

    fn longest(&self) -> f64 {
        self.size.iter().copied().fold(0.0, f64::max)
    }

    /// A slab along the axes is one cell thick, and fits; what else is that flat is found by its volume.
    fn is_slab(&self) -> bool {
        self.count.contains(&1)
    }

    fn resolves(&self, thinnest: f64, cell: f64) -> Result<(), MesherError> {
        let needed = OF_WALL * thinnest;
        match self.longest() <= needed * (1.0 + 1e-9) || self.is_slab() {
            true => Ok(()),
            false => Err(MesherError::Walls {
                thinnest,
                cell,
                needed,
            }),
        }
    }
}

/// With nodes of outer edges on the surface, where that folds no element.
fn curved(cut: &Tetrahedra, closest: &Closest) -> Result<Mesh, MesherError> {
    let mut places: BTreeMap<[u32; 2], Vec3> = BTreeMap::new();
    for [a, b, c] in cut.outer_faces() {
        for [from, to] in [[a, b], [a, c], [b, c]] {
            let ends = [cut.nodes[from as usize], cut.nodes[to as usize]];
            let middle = crate::vector::middle(ends[0], ends[1]);
            let Some(on) = closest.to(middle) else {
                continue;
            };
            // Further than an eighth of its length, an edge goes around a corner of the body.
            if on.distance < 0.125 * distance(ends[0], ends[1]) {
                places.insert([from, to], on.place);
            }
        }
    }
    loop {
        let mut folded = Vec::new();
        for element in &cut.elements {
            if folds(cut, element, &places) {
                folded.extend(EDGES.map(|e| sorted(e.map(|end| element[end]))));
            }
        }
        // Straight elements do not fold, so this ends.
        if folded
            .iter()
            .filter(|edge| places.remove(*edge).is_some())
            .count()
            == 0
        {
            break;
        }
    }
    let mesh = cut.curved(|a, b, middle| *places.get(&sorted([a, b])).unwrap_or(&middle));
    Ok(mesh?)
}

/// Whether an element with these curved edges is squeezed to less than a tenth anywhere.
fn folds(cut: &Tetrahedra, element: &[u32; 4], places: &BTreeMap<[u32; 2], Vec3>) -> bool {
    let mut nodes = [[0.0; 3]; 10];
    for (place, &node) in nodes.iter_mut().zip(element) {
        *place = cut.nodes[node as usize];
    }
    let mut bent = false;
    for (edge, [from, to]) in EDGES.into_iter().enumerate() {
        let curved = places.get(&sorted([element[from], element[to]]));
        bent |= curved.is_some();
        let straight = crate::vector::middle(nodes[from], nodes[to]);
        nodes[4 + edge] = *curved.unwrap_or(&straight);
    }
    let straight = {
        let [a, b, c, d, ..] = nodes;
        use crate::vector::{sub, triple};
        triple(sub(b, a), sub(c, a), sub(d, a))
    };
    let shape = Element::new(nodes);
    let mut all = RULE.iter().map(|at| &at.place).chain(&CORNERS_AND_EDGES);
    bent && all.any(|place| shape.stretch(place) < 0.1 * straight)
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
