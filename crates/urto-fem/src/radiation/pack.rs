//! Eight triangles side by side, so that one instruction works on several of them.

use super::rules::THREE;
use super::surface::Panel;
use super::vector::blend;

/// How many triangles a pack holds: two to four vectors of today's processors.
pub(super) const LANES: usize = 8;

/// One number for each triangle of a pack.
pub(super) type Lanes = [f64; LANES];

/// Eight triangles as sources.
#[derive(Clone)]
pub(super) struct Pack {
    /// Places of the three-point rule: `points[q][axis]`.
    pub points: [[Lanes; 3]; 3],
    pub normal: [Lanes; 3],
    /// `curls[corner][axis]`.
    pub curls: [[Lanes; 3]; 3],
    pub area: Lanes,
}

impl Pack {
    /// The triangles with these numbers.
    pub fn gather(panels: &[Panel], numbers: [usize; LANES]) -> Self {
        let mut pack = Self {
            points: [[[0.0; LANES]; 3]; 3],
            normal: [[0.0; LANES]; 3],
            curls: [[[0.0; LANES]; 3]; 3],
            area: [0.0; LANES],
        };
        for (lane, number) in numbers.into_iter().enumerate() {
            let panel = &panels[number];
            pack.area[lane] = panel.area;
            for axis in 0..3 {
                pack.normal[axis][lane] = panel.normal[axis];
                for corner in 0..3 {
                    pack.curls[corner][axis][lane] = panel.curls[corner][axis];
                    pack.points[corner][axis][lane] =
                        blend(&panel.corners, THREE.places[corner])[axis];
                }
            }
        }
        pack
    }

    /// All triangles in their order; the last pack is filled up with triangle 0.
    pub fn all(panels: &[Panel]) -> Vec<Self> {
        (0..panels.len().div_ceil(LANES))
            .map(|pack| {
                let numbers = std::array::from_fn(|lane| {
                    let number = pack * LANES + lane;
                    if number < panels.len() { number } else { 0 }
                });
                Self::gather(panels, numbers)
            })
            .collect()
    }
}

/// What passes between the corners of one triangle (the target) and those of the eight of a
/// pack, by hats: entry 3a+b belongs to the target's corner a and the source's corner b.
///
/// `single` holds G, `onto_target` its slope along the source's normal, and `onto_source` the
/// slope along the target's: the same operator the other way round.
pub(super) struct Blocks {
    pub single: Complexes,
    pub onto_target: Complexes,
    pub onto_source: Complexes,
}

/// Nine complex numbers for each triangle of a pack.
pub(super) struct Complexes {
    pub re: [Lanes; 9],
    pub im: [Lanes; 9],
}

impl Complexes {
    fn zero() -> Self {
        Self {
            re: [[0.0; LANES]; 9],
            im: [[0.0; LANES]; 9],
        }
    }
}

impl Blocks {
    pub fn zero() -> Self {
        Self {
            single: Complexes::zero(),
            onto_target: Complexes::zero(),
            onto_source: Complexes::zero(),
        }
    }
}
