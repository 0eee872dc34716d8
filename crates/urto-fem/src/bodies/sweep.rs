//! Bodies from sections that are led along a line or around an axis.
//!
//! Each triangle of the section makes a prism for each step, and each prism three tetrahedra: the
//! diagonal of a side goes from the corner that comes first in the section to the one that comes
//! later, one step on. So neighbours fit.
//!
//! All edges are straight, which is not laziness: long quadratic elements that follow a curve
//! cannot bend without stretching, and read the modes of thin walls and rods far too high
//! (membrane locking; a rod of 6 mm bent to a ring of 200 mm in 36 steps: 12 % instead of 1 %).
//! Sizes are chosen so that polygons weigh and bend as circles do.

use super::section::{Section, Vec2};
use crate::Vec3;
use crate::mesh::{Mesh, MeshError, Tetrahedra};
use crate::vector::distance;
use urto::math::{TAU, cos, sin};

/// Around the z axis, in so many steps; sections hold distance from the axis and height.
pub fn revolve(section: &Section, steps: usize) -> Result<Mesh, MeshError> {
    if steps < 3 {
        // Fewer do not close to a ring.
        return Err(MeshError::NoCells {
            cells: [steps, 1, 1],
        });
    }
    sweep(section, steps, true, turned(steps))
}

/// Where a place of a section is after so many of the steps around the z axis.
pub(super) fn turned(steps: usize) -> impl Fn(Vec2, usize) -> Vec3 {
    let step = TAU / steps as f64;
    // So far out that the polygon has the area of the circle, and the body its volume.
    let out = (step / sin(step)).sqrt();
    move |[r, z], number| {
        let angle = step * number as f64;
        [out * r * cos(angle), out * r * sin(angle), z]
    }
}

/// Straight along z, by a length \[m\].
pub fn extrude(section: &Section, length: f64, steps: usize) -> Result<Mesh, MeshError> {
    sweep(section, steps, false, |[x, y], step| {
        [x, y, length * step as f64 / steps as f64]
    })
}

/// Along whatever `place` says: where a place of the section is after so many steps. If it is
/// `round`, the last step closes to the first.
pub fn sweep(
    section: &Section,
    steps: usize,
    round: bool,
    place: impl Fn(Vec2, usize) -> Vec3,
) -> Result<Mesh, MeshError> {
    swept(section, steps, round, place).quadratic()
}

/// The corners of [`sweep`]: what is to be joined to more before it gets its edge nodes.
pub(super) fn swept(
    section: &Section,
    steps: usize,
    round: bool,
    place: impl Fn(Vec2, usize) -> Vec3,
) -> Tetrahedra {
    let layers = if round { steps } else { steps + 1 };
    let count = section.nodes.len();
    let mut numbers = Vec::with_capacity(count * layers);
    let mut swept = Tetrahedra::default();
    for step in 0..layers {
        for (node, &at) in section.nodes.iter().enumerate() {
            // What a step does not move lies on the axis: one node for all steps.
            let (here, next) = (place(at, step), place(at, step + 1));
            let pivot = round && distance(here, next) < 1e-9 * width(section);
            if pivot && step > 0 {
                numbers.push(numbers[node]);
            } else {
                numbers.push(swept.nodes.len() as u32);
                swept.nodes.push(here);
            }
        }
    }
    for step in 0..steps {
        for triangle in &section.triangles {
            let mut ordered = *triangle;
            ordered.sort_unstable();
            let at = |step: usize| {
                let layer = (step % layers) * count;
                ordered.map(|node| numbers[layer + node as usize])
            };
            let ([a, b, c], [d, e, f]) = (at(step), at(step + 1));
            let three = [[a, b, c, f], [a, b, e, f], [a, d, e, f]];
            swept.elements.extend(three.into_iter().filter(four_nodes));
        }
    }
    swept.orient();
    swept
}

/// Whether an element is one: on the axis, corners fall together.
fn four_nodes([a, b, c, d]: &[u32; 4]) -> bool {
    a != b && a != c && a != d && b != c && b != d && c != d
}

/// Size of a section, to measure rounding by \[m\].
fn width(section: &Section) -> f64 {
    let all = section.nodes.iter().flatten();
    all.fold(0.0, |most, x| most.max(x.abs()))
}
