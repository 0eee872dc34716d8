//! A volume: nodes in space, and tetrahedra between them.

use crate::check::{self, Fault, Unit};
use crate::vector::{Vector, difference, dot, length, normal, scaled, sum};

/// Corners of a tetrahedron between which each middle node lies, in our order.
pub const MIDDLES: [[usize; 2]; 6] = [[0, 1], [1, 2], [0, 2], [0, 3], [1, 3], [2, 3]];
/// A tetrahedron whose volume is less than this share of its longest edge's cube is flat: that of a
/// regular one is 0.118.
const FLAT: f64 = 1e-9;
/// A middle node lies at most so far from the middle of its edge, as a share of the edge: elements
/// fold over beyond a quarter along it, and curved edges bulge less than this.
const MOST_ASTRAY: f64 = 0.5;

/// The elements of a volume, all of one kind. Seen from corner 3, corners 0, 1, 2 go round
/// anticlockwise: (x1 - x0) × (x2 - x0) points towards corner 3.
#[derive(Clone, Debug, PartialEq)]
pub enum Tetrahedra {
    /// Four corners each.
    Linear(Vec<[u32; 4]>),
    /// Four corners, then the middles of the edges 01, 12, 02, 03, 13, 23 ([`MIDDLES`]).
    Quadratic(Vec<[u32; 10]>),
}

impl Tetrahedra {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Linear(own) => own.len(),
            Self::Quadratic(own) => own.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes of one: its corners, then its middles if it has any.
    pub fn nodes(&self, number: usize) -> &[u32] {
        match self {
            Self::Linear(own) => &own[number],
            Self::Quadratic(own) => &own[number],
        }
    }

    fn nodes_mut(&mut self, number: usize) -> &mut [u32] {
        match self {
            Self::Linear(own) => &mut own[number],
            Self::Quadratic(own) => &mut own[number],
        }
    }
}

/// Nodes in space, and tetrahedra between them.
#[derive(Clone, Debug, PartialEq)]
pub struct VolumeMesh {
    /// Where its nodes are, in the file's unit; each belongs to a tetrahedron.
    pub nodes: Vec<[f64; 3]>,
    /// By the numbers of their nodes, counted from 0.
    pub tetrahedra: Tetrahedra,
    /// How many other elements the file holds (points, lines, triangles, bricks): they are left out.
    pub left_out: usize,
}

/// What is wrong with a volume.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum VolumeFault {
    /// Some tetrahedra have no volume.
    #[error(
        "tetrahedra without a volume: {count}, the first near {place:?}; mesh the volume anew, coarser or with its optimiser on"
    )]
    Flat {
        /// How many.
        count: usize,
        /// The middle of the first.
        place: [f64; 3],
    },
    /// Some are turned over and some not.
    #[error(
        "inverted tetrahedra (corners listed the wrong way round): {count} of {of}, the first near {place:?}; mesh the volume anew"
    )]
    Inverted {
        /// How many.
        count: usize,
        /// How many there are.
        of: usize,
        /// The middle of the first.
        place: [f64; 3],
    },
    /// Middle nodes do not lie between their corners.
    #[error(
        "middle nodes that do not lie between their corners: {count}, the first at {place:?}; the file lists them in another order than its format has: export it anew, or with 4-node tetrahedra"
    )]
    Astray {
        /// How many.
        count: usize,
        /// Where the first lies.
        place: [f64; 3],
    },
    /// It is much larger or smaller than what one strikes.
    #[error(transparent)]
    Size(Fault),
    /// It is in several pieces.
    #[error(
        "it is in {parts} parts that do not touch, the largest of {largest} tetrahedra; keep one of them, or mesh them joined (in Gmsh: Coherence)"
    )]
    Parts {
        /// How many.
        parts: usize,
        /// Tetrahedra of the largest.
        largest: usize,
    },
}

impl VolumeMesh {
    /// Checks it, and gives it in metres. If all of its tetrahedra are inverted (some programs number
    /// them so), they are turned over, and it says so; a few inverted ones are a fault.
    pub fn checked(mut self, unit: Unit) -> Result<(Self, bool), VolumeFault> {
        let volumes: Vec<f64> = (0..self.tetrahedra.len()).map(|n| self.share(n)).collect();
        let fault = |bad: &dyn Fn(f64) -> bool| {
            let first = volumes.iter().position(|own| bad(*own))?;
            let count = volumes.iter().filter(|own| bad(**own)).count();
            Some((count, self.middle(first)))
        };
        if let Some((count, place)) = fault(&|own| own.abs() < FLAT) {
            return Err(VolumeFault::Flat { count, place });
        }
        let inverted = fault(&|own| own < 0.0);
        let of = volumes.len();
        match inverted {
            Some((count, place)) if count < of => {
                return Err(VolumeFault::Inverted { count, of, place });
            }
            Some(_) => self.turn_over(),
            None => {}
        }
        self.check_middles()?;
        self.check_parts()?;
        for node in &mut self.nodes {
            *node = scaled(*node, unit.metres());
        }
        match check::size_fault(check::box_sides(&self.nodes), unit) {
            Some(fault) => Err(VolumeFault::Size(fault)),
            None => Ok((self, inverted.is_some())),
        }
    }

    fn corners(&self, number: usize) -> [Vector; 4] {
        let nodes = self.tetrahedra.nodes(number);
        [0, 1, 2, 3].map(|k| self.nodes[nodes[k] as usize])
    }

    fn middle(&self, number: usize) -> Vector {
        let corners = self.corners(number);
        scaled(corners.into_iter().fold([0.0; 3], sum), 0.25)
    }

    /// Its volume as a share of its longest edge's cube.
    fn share(&self, number: usize) -> f64 {
        let [a, b, c, d] = self.corners(number);
        let volume = dot(normal([a, b, c]), difference(d, a)) / 6.0;
        let edges = MIDDLES.map(|[from, to]| {
            let all = [a, b, c, d];
            length(difference(all[from], all[to]))
        });
        let longest = edges.into_iter().fold(f64::MIN_POSITIVE, f64::max);
        volume / longest / longest / longest
    }

    fn turn_over(&mut self) {
        for n in 0..self.tetrahedra.len() {
            let own = self.tetrahedra.nodes_mut(n);
            // Corners 0 and 1 change places, and with them the edges 12 and 02, and 03 and 13.
            own.swap(0, 1);
            if own.len() == 10 {
                own.swap(5, 6);
                own.swap(7, 8);
            }
        }
    }

    fn check_middles(&self) -> Result<(), VolumeFault> {
        let Tetrahedra::Quadratic(all) = &self.tetrahedra else {
            return Ok(());
        };
        let at = |node: u32| self.nodes[node as usize];
        let mut astray = all.iter().flat_map(|own| {
            MIDDLES.iter().enumerate().filter_map(move |(n, ends)| {
                let [from, to] = ends.map(|end| at(own[end]));
                let by = difference(at(own[4 + n]), scaled(sum(from, to), 0.5));
                let most = MOST_ASTRAY * length(difference(to, from));
                (length(by) >= most).then(|| at(own[4 + n]))
            })
        });
        match astray.next() {
            None => Ok(()),
            Some(place) => Err(VolumeFault::Astray {
                count: 1 + astray.count(),
                place,
            }),
        }
    }

    fn check_parts(&self) -> Result<(), VolumeFault> {
        let mut groups = crate::check::Groups::new(self.nodes.len());
        let count = self.tetrahedra.len();
        for n in 0..count {
            let own = self.tetrahedra.nodes(n);
            for corner in &own[1..] {
                groups.join(own[0] as usize, *corner as usize);
            }
        }
        let mut sizes = std::collections::HashMap::new();
        for n in 0..count {
            let group = groups.of(self.tetrahedra.nodes(n)[0] as usize);
            *sizes.entry(group).or_insert(0) += 1;
        }
        match (sizes.len(), sizes.into_values().max()) {
            (0 | 1, _) | (_, None) => Ok(()),
            (parts, Some(largest)) => Err(VolumeFault::Parts { parts, largest }),
        }
    }
}
