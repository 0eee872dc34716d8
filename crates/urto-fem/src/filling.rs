//! A closed surface, filled with elements as fine as its walls and its waves need, within a bound.
//!
//! Step:   cells of a sixteenth of its length, of half its thinnest wall where that is smaller, and so
//!         small that [`ENOUGH`] lie in each wave that bends this wall at the highest wanted frequency;
//!         but never more than the bound allows. Where that does not do for all walls, a tenth of them
//!         may be thinner ([`Mesher::fill_mostly`]). How high the last of so many modes is, only they
//!         tell: [`Filling::found`] finds them twice if the first cells were too large for it.
//! Limits: one size of cells for the whole body.

use crate::fineness::{ENOUGH, bending_wave};
use crate::mesher::{Meshed, Mesher, MesherError, Shell};
use crate::vector::{bounds, cube_root, sub};
use urto::body::Material;

/// Cells along the longest side, if walls and waves need no more: 8 in each wave of the third bending of
/// a bar.
const ALONG: f64 = 16.0;
/// Unknowns for each cell inside a body, which has six tetrahedra of ten nodes.
const OF_CELL: f64 = 26.0;
/// How much smaller cells are tried if these lose too much of the volume.
const SMALLER: f64 = 0.75;
/// How much larger than counting says, if they are too many.
const LARGER: f64 = 1.02;
/// How much larger than those of which there are too many in the box around it.
const COARSER: f64 = 1.2;
/// Cells that differ by less are the same.
const ALIKE: f64 = 1.001;

/// How many unknowns there may be. Those inside a body are known beforehand; cells on its outside have up
/// to three times as many, which only filling tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// Inside, by the volume.
    pub inside: f64,
    /// Counted.
    pub most: usize,
    /// Cells in the box around the body, however little of it the body fills: they take memory too.
    pub cells: f64,
}

/// A surface, and how finely it may be filled.
pub struct Filling<'a> {
    mesher: Mesher<'a>,
    room: Room,
    material: &'a Material,
    bound: Bound,
}

/// A surface that was filled.
#[derive(Clone, Debug)]
pub struct Filled {
    /// How.
    pub meshed: Meshed,
    /// What the waves would have needed, if that was too much.
    pub too_many: Option<TooMany>,
}

/// Cells that would be too many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooMany {
    /// How large they would be \[m\].
    pub cell: f64,
    /// About how many unknowns there would be.
    pub unknowns: f64,
}

/// Why it cannot be filled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FillingError {
    /// Its walls need more cells than there may be.
    #[error("its walls of {thinnest:.3e} m would take about {:.0} unknowns", .much.unknowns)]
    Thin {
        /// Its thinnest wall \[m\], but for a tenth of them.
        thinnest: f64,
        /// What it would take.
        much: TooMany,
    },
    /// It fills so little of the box around it that there would be too many cells, though few unknowns.
    #[error(
        "it fills so little of the box around it that cells fine enough for it, of {cell:.3e} m, would be more than the {most:.0} that the box may have; take a mesh of tetrahedra"
    )]
    Sparse {
        /// The cells that it would take \[m\].
        cell: f64,
        /// How many cells there may be.
        most: f64,
    },
    /// It cannot be filled at all, or not with cells that are large enough.
    #[error(transparent)]
    Mesher(#[from] MesherError),
}

impl Filled {
    /// In cells of a size \[m\], as somebody asked; where that does not resolve all walls, most of them.
    pub fn with(shell: &Shell, cell: f64) -> Result<Self, MesherError> {
        let mesher = Mesher::new(shell);
        let meshed = match mesher.fill(cell) {
            // What the whole of it needs is told, not what most of it does.
            Err(walls @ MesherError::Walls { .. }) => {
                mesher.fill_mostly(cell).map_err(|_| walls)?
            }
            other => other?,
        };
        let too_many = None;
        Ok(Self { meshed, too_many })
    }

    /// The longest edge of a cell \[m\].
    pub fn cell(&self) -> f64 {
        longest(&self.meshed)
    }

    /// Unknowns: three for each node.
    pub fn unknowns(&self) -> usize {
        unknowns(&self.meshed)
    }
}

impl<'a> Filling<'a> {
    /// Of a surface, of what it is made of, and how many unknowns there may be.
    pub fn new(shell: &'a Shell, material: &'a Material, bound: Bound) -> Self {
        Self {
            mesher: Mesher::new(shell).at_most(bound.cells),
            room: Room::of(shell),
            material,
            bound,
        }
    }

    /// How large cells may be for waves of this frequency \[Hz\] where a wall is so thick \[m\].
    fn wave(&self, frequency: f64, thickness: f64) -> f64 {
        bending_wave(frequency, thickness, self.material) / ENOUGH
    }

    /// Fills it, and lets `find` look for what is wanted of it: once if the highest wanted frequency is
    /// known beforehand \[Hz\]; else, if its cells are too large for the highest frequency that was found,
    /// which `top` tells, and smaller ones may be had, once more with these.
    pub fn found<F, E: From<FillingError>>(
        &self,
        below: Option<f64>,
        mut find: impl FnMut(&Filled) -> Result<F, E>,
        top: impl Fn(&F) -> Option<f64>,
    ) -> Result<(Filled, F), E> {
        let mut filled = self.fill(below)?;
        let mut found = find(&filled)?;
        if let Some(top) = top(&found)
            && below.is_none()
            && filled.cell() > ALIKE * self.wave(top, filled.meshed.thinnest)
        {
            let finer = self.fill(Some(top))?;
            if ALIKE * finer.cell() < filled.cell() {
                found = find(&finer)?;
                filled = finer;
            } else {
                filled.too_many = finer.too_many;
            }
        }
        Ok((filled, found))
    }

    /// Why it cannot be filled: mostly since cells that are fine enough would be too many.
    fn unfilled(&self, error: MesherError) -> FillingError {
        let (cell, thinnest) = match error {
            MesherError::Walls {
                needed, thinnest, ..
            } => (needed, Some(thinnest)),
            MesherError::Unfilled { cell, .. } | MesherError::Unlike { cell } => {
                (SMALLER * cell, None)
            }
            other => return other.into(),
        };
        let most = self.bound.cells;
        match thinnest {
            _ if self.room.lattice(cell) > most => FillingError::Sparse { cell, most },
            Some(thinnest) => FillingError::Thin {
                thinnest,
                much: self.room.cells_of(cell),
            },
            None => error.into(),
        }
    }

    /// Fills it as finely as its walls need and the highest wanted wave, if that is known \[Hz\] and not
    /// too much.
    pub fn fill(&self, highest: Option<f64>) -> Result<Filled, FillingError> {
        let room = &self.room;
        let mut search = Search {
            mesher: &self.mesher,
            finest: room.finest(self.bound),
            mostly: false,
        };
        let wanted = |meshed: &Meshed| highest.map(|hertz| self.wave(hertz, meshed.thinnest));
        let mut cell = (room.longest() / ALONG).max(search.finest);
        let mut best: Option<Meshed> = None;
        let meshed = loop {
            let finer = match search.fill(cell) {
                Ok(meshed) if unknowns(&meshed) <= self.bound.most => {
                    let wanted = wanted(&meshed).filter(|own| longest(&meshed) > ALIKE * own);
                    match wanted {
                        Some(wanted) if cell > search.finest => {
                            best = Some(meshed);
                            wanted.max(search.finest)
                        }
                        _ => break meshed,
                    }
                }
                Ok(meshed) => {
                    let more = unknowns(&meshed) as f64 / self.bound.most as f64;
                    search.finest = LARGER * cell * cube_root(more);
                    search.finest
                }
                Err(error) => match search.after(error, cell) {
                    Ok(cell) => cell,
                    // What was found before is less fine, but there.
                    Err(_) if best.is_some() => 0.0,
                    Err(error) => return Err(self.unfilled(error)),
                },
            };
            match best.take_if(|best| finer == 0.0 || finer * ALIKE > longest(best)) {
                Some(meshed) => break meshed,
                None => cell = finer,
            }
        };
        let missed = wanted(&meshed).filter(|wanted| longest(&meshed) > ALIKE * wanted);
        Ok(Filled {
            meshed,
            too_many: missed.map(|cell| room.cells_of(cell)),
        })
    }
}

/// What was learnt of a surface while cells were tried.
struct Search<'a> {
    mesher: &'a Mesher<'a>,
    /// Smaller cells are too many \[m\].
    finest: f64,
    /// Whether some of its walls may be thinner than cells resolve.
    mostly: bool,
}

impl Search<'_> {
    fn fill(&self, cell: f64) -> Result<Meshed, MesherError> {
        match self.mostly {
            true => self.mesher.fill_mostly(cell),
            false => self.mesher.fill(cell),
        }
    }

    /// Which cells to try after these could not be had; or why none can.
    fn after(&mut self, error: MesherError, cell: f64) -> Result<f64, MesherError> {
        let is_smaller = cell > self.finest;
        match error {
            MesherError::Walls { needed, .. } if needed >= self.finest => Ok(needed),
            MesherError::Walls { .. } if !self.mostly => {
                self.mostly = true;
                Ok(cell)
            }
            MesherError::Unfilled { .. } | MesherError::Unlike { .. } | MesherError::Mesh(_)
                if is_smaller =>
            {
                Ok((SMALLER * cell).max(self.finest))
            }
            MesherError::TooFine { .. } => {
                self.finest = COARSER * cell;
                Ok(self.finest)
            }
            // Cells are to be smaller than there may be.
            MesherError::Unlike { .. } => Err(self.mesher.fill(cell).err().unwrap_or(error)),
            other => Err(other),
        }
    }
}

/// The longest edge of a cell \[m\].
fn longest(meshed: &Meshed) -> f64 {
    meshed.cells.into_iter().fold(0.0, f64::max)
}

fn unknowns(meshed: &Meshed) -> usize {
    3 * meshed.mesh.nodes().len()
}

/// How much room there is for cells.
struct Room {
    /// Of the box around the body \[m\].
    sides: [f64; 3],
    volume: f64,
}

impl Room {
    fn of(shell: &Shell) -> Self {
        let (least, most) = bounds(shell.nodes());
        Self {
            sides: sub(most, least),
            volume: shell.volume(),
        }
    }

    fn longest(&self) -> f64 {
        self.sides.into_iter().fold(0.0, f64::max)
    }

    /// About how many cells lie in the body if they are so large \[m\]: its share of those in the box. A
    /// sheet is never less than one cell thick.
    fn cells(&self, cell: f64) -> f64 {
        let [x, y, z] = self.sides;
        let in_box = self.sides.map(|side| (side / cell).max(1.0));
        self.volume / (x * y * z) * in_box.iter().product::<f64>()
    }

    fn cells_of(&self, cell: f64) -> TooMany {
        let unknowns = OF_CELL * self.cells(cell);
        TooMany { cell, unknowns }
    }

    /// How many cells of this size lie in the box \[m\].
    fn lattice(&self, cell: f64) -> f64 {
        let along = self.sides.map(|side| (side / cell).ceil().max(1.0));
        along.iter().product()
    }

    /// The smallest cells of which there are not too many \[m\].
    fn finest(&self, bound: Bound) -> f64 {
        let most = bound.inside / OF_CELL;
        let mut cell = cube_root(self.volume / most);
        while self.cells(cell) > ALIKE * most || self.lattice(cell) > bound.cells {
            cell *= ALIKE;
        }
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::lattice;
    use crate::mesher::MOST_CELLS;
    use urto::body::MaterialKind;

    const BOUND: Bound = Bound {
        inside: 260_000.0,
        most: 400_000,
        cells: MOST_CELLS,
    };

    fn block(sides: [f64; 3]) -> Shell {
        let mesh = lattice::block(sides, [1; 3]).unwrap().quadratic().unwrap();
        Shell::of(&mesh).unwrap()
    }

    fn filling<'a>(shell: &'a Shell, material: &'a Material) -> Filling<'a> {
        Filling::new(shell, material, BOUND)
    }

    /// A bar of 300 x 20 x 10 mm: a sixteenth of its length if no wave is known, an eighth of the wave that
    /// bends 10 mm of steel if one is.
    #[test]
    fn cells_are_as_small_as_walls_and_waves_need() {
        let steel = MaterialKind::Steel.figures();
        let shell = block([0.3, 0.02, 0.01]);
        let bar = filling(&shell, &steel);
        let usual = bar.fill(None).unwrap();
        assert!((usual.cell() - 0.3 / 16.0).abs() < 1e-9);
        for frequency in [1000.0, 30e3, 60e3] {
            let filled = bar.fill(Some(frequency)).unwrap();
            let wanted = (bending_wave(frequency, 0.01, &steel) / 8.0).min(0.3 / 16.0);
            assert!(filled.too_many.is_none());
            // A whole number of cells lies in each side, so they may be smaller.
            let cell = filled.cell();
            assert!(
                (0.5 * wanted..wanted * 1.001).contains(&cell),
                "{cell} {wanted}"
            );
            // Found twice where the highest mode that was found first has shorter waves.
            let mut times = 0;
            let done = bar.found(
                None,
                |_| {
                    times += 1;
                    Ok::<_, FillingError>(())
                },
                |()| Some(frequency),
            );
            assert_eq!(done.unwrap().0.cell(), cell);
            assert_eq!(times, if wanted < 0.99 * 0.3 / 16.0 { 2 } else { 1 });
        }
    }

    /// What would take too many is filled as finely as goes, and says what it would take.
    #[test]
    fn cells_that_would_be_too_many_are_told() {
        let steel = MaterialKind::Steel.figures();
        let shell = block([0.1; 3]);
        let filled = filling(&shell, &steel).fill(Some(1e6)).unwrap();
        let cells = 0.001 / filled.meshed.cells.iter().product::<f64>();
        assert!((8e3..13e3).contains(&cells), "{cells}");
        let more = filled.too_many.expect("it is told");
        let needed = bending_wave(1e6, 0.1, &steel) / 8.0;
        assert!((more.cell / needed - 1.0).abs() < 1e-9);
        assert!((more.unknowns / (26.0 * 0.001 / (needed * needed * needed)) - 1.0).abs() < 1e-6);
    }

    /// However many cells lie on the outside, there are never more unknowns than may be.
    #[test]
    fn what_is_counted_stays_within_the_bound() {
        let steel = MaterialKind::Steel.figures();
        for sides in [[0.1; 3], [0.1, 0.04, 0.03]] {
            let shell = block(sides);
            let bound = Bound {
                inside: 6000.0,
                most: 6000,
                cells: MOST_CELLS,
            };
            let filled = Filling::new(&shell, &steel, bound).fill(Some(1e6));
            let filled = filled.unwrap();
            assert!(
                (3000..=6000).contains(&filled.unknowns()),
                "{}",
                filled.unknowns()
            );
        }
    }

    /// A rod of 90 x 4 x 4 mm from one corner of its box to the other fills a hundredth of it: many cells
    /// for its unknowns. What may have few cells gets an error that says so.
    #[test]
    fn what_fills_little_of_its_box_is_bounded_too() {
        let steel = MaterialKind::Steel.figures();
        let rod = block([0.09, 0.004, 0.004]);
        // Turned so that its length goes along (1, 1, 1).
        let (a, b, c) = (
            1.0 / 3.0_f64.sqrt(),
            1.0 / 2.0_f64.sqrt(),
            1.0 / 6.0_f64.sqrt(),
        );
        let turned = |p: &[f64; 3]| {
            [
                a * p[0] + b * p[1] + c * p[2],
                a * p[0] - b * p[1] + c * p[2],
                a * p[0] - 2.0 * c * p[2],
            ]
        };
        let turned = rod.nodes().iter().map(turned).collect();
        let rod = Shell::new(turned, rod.triangles().to_vec()).unwrap();
        let bound = |cells| Bound { cells, ..BOUND };
        // Cells of 3 mm do not resolve its walls; those of 2 mm do, but lose too much of it.
        for cells in [5e3, 2e4] {
            let refused = Filling::new(&rod, &steel, bound(cells)).fill(None);
            let refused = refused.unwrap_err();
            let FillingError::Sparse { cell, most } = refused else {
                panic!("{refused}")
            };
            assert!((1e-3..2.3e-3).contains(&cell) && most == cells, "{cell}");
            assert!(Room::of(&rod).cells_of(cell).unknowns < BOUND.inside);
            assert!(refused.to_string().contains("take a mesh"), "{refused}");
        }
    }

    /// What a profile in x and z \[mm\] encloses, which is seen whole from a place inside it, drawn along y.
    fn drawn(profile: &[[f64; 2]], from: [f64; 2], along: f64) -> Shell {
        let count = profile.len() as u32;
        let mut nodes = Vec::new();
        for y in [0.0, along] {
            let around = profile.iter().chain([&from]);
            nodes.extend(around.map(|[x, z]| [1e-3 * x, 1e-3 * y, 1e-3 * z]));
        }
        let mut triangles = Vec::new();
        for a in 0..count {
            let b = (a + 1) % count;
            let (c, d) = (a + count + 1, b + count + 1);
            triangles.extend([[a, b, count], [d, c, 2 * count + 1]]);
            triangles.extend([[a, c, d], [a, d, b]]);
        }
        Shell::new(nodes, triangles).unwrap()
    }

    /// A block of 40 x 30 x 20 mm with something on it.
    fn block_with(what: &[[f64; 2]]) -> Shell {
        let mut profile = vec![[0.0, 0.0], [40.0, 0.0], [40.0, 20.0]];
        profile.extend(what);
        profile.push([0.0, 20.0]);
        drawn(&profile, [21.5, 10.0], 30.0)
    }

    /// A slanted plate of 2.8 mm is refused, with the cells that it would need. A block with a ridge on it, sharp
    /// as a knife, is filled but for the edge, and that is told; with a fin of 0.6 mm instead, which would be
    /// lost as a whole, it is refused.
    #[test]
    fn thin_walls_are_refused_and_sharp_edges_let_go() {
        let steel = MaterialKind::Steel.figures();
        let bound = Bound {
            inside: 130_000.0,
            most: 200_000,
            cells: MOST_CELLS,
        };
        let plate = block([0.2, 0.16, 0.002]);
        let slanted = (plate.nodes().iter()).map(|p| [p[0] - p[2], p[1], p[2] + p[0]]);
        let slanted = Shell::new(slanted.collect(), plate.triangles().to_vec()).unwrap();
        let fin = block_with(&[[21.8, 20.0], [21.8, 28.0], [21.2, 28.0], [21.2, 20.0]]);
        for (shell, thickness) in [(&slanted, 0.002 * 2.0_f64.sqrt()), (&fin, 6e-4)] {
            let refused = Filling::new(shell, &steel, bound).fill(None).unwrap_err();
            let FillingError::Thin { thinnest, much } = refused else {
                panic!("{refused}")
            };
            assert!((thinnest / thickness - 1.0).abs() < 0.01, "{thinnest}");
            assert!((much.cell / thickness - 0.57).abs() < 0.01 && much.unknowns > bound.inside);
        }
        let ridge = block_with(&[[23.0, 20.0], [21.5, 23.0], [20.0, 20.0]]);
        let filled = Filling::new(&ridge, &steel, bound).fill(None).unwrap();
        let meshed = &filled.meshed;
        assert!((0.001..0.1).contains(&meshed.thinner), "{}", meshed.thinner);
        assert!((meshed.filled - 1.0).abs() < 0.02);
        assert_eq!(meshed.mesh.parts(), 1);
        // Asked for, too.
        let asked = Filled::with(&ridge, filled.cell()).unwrap();
        assert!(asked.meshed.thinner > 0.0);
        assert!(Filled::with(&fin, 0.0014).is_err());
    }
}
