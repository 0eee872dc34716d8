//! The equations for the pressure on a body's surface, and their solution.
//!
//! Law:    (K - 1/2 + βH) p = (S + β(K' + 1/2)) q with q = iωρ·v and β = i/k (Burton & Miller
//!         1971), tested with hats on linear triangles; time goes as e^{-iωt}.
//! Limits: dense: memory grows with the square of the vertices, time with the cube.

use super::error::RadiationError;
use super::far::far;
use super::near::Nears;
use super::pack::{Blocks, LANES, Pack};
use super::surface::Surface;
use num_complex::Complex64 as c64;

/// Vertices that one matrix may have: 1 GB.
pub(super) const MOST_VERTICES: usize = 8000;

/// A surface made ready: all that does not depend on frequency.
pub(super) struct Geometry<'a> {
    surface: &'a Surface,
    packs: Vec<Pack>,
    nears: Nears,
}

/// q = iωρ·v at the corners of each triangle.
pub(super) type Flux = Vec<[c64; 3]>;

/// The matrix in two parts that are added at the end, and the right-hand sides one after another.
///
/// A pair of triangles adds to rows of the one and to columns of the other. Held by rows and by
/// columns, both parts are written where the first triangle's corners are, and its memory stays
/// close at hand.
struct System {
    size: usize,
    by_rows: Vec<c64>,
    by_columns: Vec<c64>,
    right: Vec<c64>,
}

impl<'a> Geometry<'a> {
    /// `reach`: triangles closer than this many edges are integrated exactly.
    pub fn new(surface: &'a Surface, reach: f64) -> Result<Self, RadiationError> {
        let vertices = surface.vertices().len();
        if vertices > MOST_VERTICES {
            return Err(RadiationError::TooMany {
                vertices,
                most: MOST_VERTICES,
            });
        }
        Ok(Self {
            surface,
            packs: Pack::all(surface.panels()),
            nears: Nears::new(surface, reach),
        })
    }

    /// Pressure at the vertices for each flux, at wave number k; `None` when it is not finite.
    pub fn pressures(&self, k: f64, fluxes: &[&Flux]) -> Option<Vec<Vec<c64>>> {
        self.assemble(k, 1.0 / k, fluxes).solve()
    }

    /// The same in air that does not resist compression (k = 0): real equations, and K - 1/2
    /// alone has no trouble there.
    pub fn still_pressures(&self, fluxes: &[&Flux]) -> Option<Vec<Vec<c64>>> {
        self.assemble(0.0, 0.0, fluxes).solve()
    }

    /// `mix` is β/i.
    fn assemble(&self, k: f64, mix: f64, fluxes: &[&Flux]) -> System {
        let size = self.surface.vertices().len();
        let panels = self.surface.panels();
        let mut system = System {
            size,
            by_rows: vec![c64::new(0.0, 0.0); size * size],
            by_columns: vec![c64::new(0.0, 0.0); size * size],
            right: vec![c64::new(0.0, 0.0); size * fluxes.len()],
        };
        let mut blocks = Blocks::zero();
        let mut is_near = vec![false; panels.len()];
        for target in 0..panels.len() {
            let partners = &self.nears.partners[target];
            for near in partners {
                is_near[near.source] = true;
            }
            for (number, pack) in self.packs.iter().enumerate().take(target.div_ceil(LANES)) {
                let sources = std::array::from_fn(|lane| {
                    let source = number * LANES + lane;
                    (source < target && !is_near[source]).then_some(source)
                });
                if sources.iter().any(Option::is_some) {
                    far(&panels[target], pack, k, &mut blocks);
                    self.place(
                        &mut system,
                        (k, mix),
                        target,
                        &sources,
                        pack,
                        &blocks,
                        fluxes,
                    );
                }
            }
            for group in partners.chunks(LANES) {
                let mut sources = [None; LANES];
                let mut numbers = [0; LANES];
                for (lane, near) in group.iter().enumerate() {
                    sources[lane] = Some(near.source);
                    numbers[lane] = near.source;
                    near.write(&self.nears, panels, target, k, &mut blocks, lane);
                }
                let pack = Pack::gather(panels, numbers);
                self.place(
                    &mut system,
                    (k, mix),
                    target,
                    &sources,
                    &pack,
                    &blocks,
                    fluxes,
                );
            }
            for near in partners {
                is_near[near.source] = false;
            }
            self.place_halves(&mut system, mix, target, fluxes);
        }
        system
    }

    /// Adds what passes between a triangle and those of a pack, both ways.
    ///
    /// H by parts: k²(n·n')·G by hats minus the product of the hats' curls times all of G.
    #[expect(clippy::too_many_arguments)]
    fn place(
        &self,
        system: &mut System,
        (k, mix): (f64, f64),
        target: usize,
        sources: &[Option<usize>; LANES],
        pack: &Pack,
        blocks: &Blocks,
        fluxes: &[&Flux],
    ) {
        let panel = &self.surface.panels()[target];
        let n = panel.normal;
        let mut total = [[0.0; LANES]; 2];
        for at in 0..9 {
            for lane in 0..LANES {
                total[0][lane] += blocks.single.re[at][lane];
                total[1][lane] += blocks.single.im[at][lane];
            }
        }
        let mut hyper = [[[0.0; LANES]; 2]; 9];
        for a in 0..3 {
            let curl = panel.curls[a];
            for b in 0..3 {
                let at = 3 * a + b;
                for lane in 0..LANES {
                    let facing = k
                        * k
                        * (n[0] * pack.normal[0][lane]
                            + n[1] * pack.normal[1][lane]
                            + n[2] * pack.normal[2][lane]);
                    let curls = curl[0] * pack.curls[b][0][lane]
                        + curl[1] * pack.curls[b][1][lane]
                        + curl[2] * pack.curls[b][2][lane];
                    hyper[at][0][lane] =
                        mix * (facing * blocks.single.re[at][lane] - curls * total[0][lane]);
                    hyper[at][1][lane] =
                        mix * (facing * blocks.single.im[at][lane] - curls * total[1][lane]);
                }
            }
        }
        let corners = self.surface.triangles()[target];
        for (lane, source) in sources.iter().enumerate() {
            let Some(source) = *source else { continue };
            let others = self.surface.triangles()[source];
            for a in 0..3 {
                for b in 0..3 {
                    let at = 3 * a + b;
                    let [h_re, h_im] = [hyper[at][0][lane], hyper[at][1][lane]];
                    let part = |values: &super::pack::Complexes| {
                        c64::new(values.re[at][lane], values.im[at][lane])
                    };
                    let i_mix = |z: c64| c64::new(-mix * z.im, mix * z.re);
                    let (single, here, there) = (
                        part(&blocks.single),
                        part(&blocks.onto_target),
                        part(&blocks.onto_source),
                    );
                    let (row, column) = (corners[a], others[b]);
                    // i·(h_re + i·h_im)
                    system.by_rows[row * system.size + column] +=
                        c64::new(here.re - h_im, here.im + h_re);
                    for (mode, flux) in fluxes.iter().enumerate() {
                        system.right[row + system.size * mode] +=
                            (single + i_mix(there)) * flux[source][b];
                    }
                    if source != target {
                        system.by_columns[row * system.size + column] +=
                            c64::new(there.re - h_im, there.im + h_re);
                        for (mode, flux) in fluxes.iter().enumerate() {
                            system.right[column + system.size * mode] +=
                                (single + i_mix(here)) * flux[target][a];
                        }
                    }
                }
            }
        }
    }

    /// The terms ∓1/2, on the triangle itself.
    fn place_halves(&self, system: &mut System, mix: f64, target: usize, fluxes: &[&Flux]) {
        let corners = self.surface.triangles()[target];
        let area = self.surface.panels()[target].area;
        for a in 0..3 {
            for b in 0..3 {
                // Hat times hat over a triangle.
                let overlap = area / if a == b { 6.0 } else { 12.0 };
                system.by_rows[corners[a] * system.size + corners[b]].re -= 0.5 * overlap;
                for (mode, flux) in fluxes.iter().enumerate() {
                    let q = flux[target][b];
                    system.right[corners[a] + system.size * mode] +=
                        c64::new(-q.im, q.re) * (0.5 * overlap * mix);
                }
            }
        }
    }
}

impl System {
    /// Both parts together, by columns.
    fn matrix(&mut self) -> Vec<c64> {
        // In tiles that fit the cache, since one part is read across.
        const TILE: usize = 32;
        let size = self.size;
        let mut matrix = std::mem::take(&mut self.by_columns);
        for rows in (0..size).step_by(TILE) {
            for columns in (0..size).step_by(TILE) {
                for column in columns..(columns + TILE).min(size) {
                    for row in rows..(rows + TILE).min(size) {
                        matrix[column * size + row] += self.by_rows[row * size + column];
                    }
                }
            }
        }
        matrix
    }

    fn solve(mut self) -> Option<Vec<Vec<c64>>> {
        let size = self.size;
        let mut matrix = self.matrix();
        super::dense::solve(&mut matrix, size, &mut self.right);
        let is_finite = (self.right.iter()).all(|p| p.re.is_finite() && p.im.is_finite());
        is_finite.then(|| self.right.chunks(size).map(<[c64]>::to_vec).collect())
    }
}
