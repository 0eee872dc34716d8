//! Straight things: bar, plate, ruler, tuning fork, spoon.

use super::section::between;
use super::{Detail, Section, extrude, sweep};
use crate::mesh::{Mesh, MeshError, lattice};
use urto::math::{TAU, cos, sin};

pub(super) fn bar(detail: Detail) -> Result<Mesh, MeshError> {
    let cells = [detail.cells(40), detail.cells(3), detail.cells(2)];
    lattice::block([0.3, 0.02, 0.01], cells)?.quadratic()
}

pub(super) fn plate(detail: Detail) -> Result<Mesh, MeshError> {
    let cells = [detail.cells(25), detail.cells(20), 1];
    lattice::block([0.2, 0.16, 0.003], cells)?.quadratic()
}

pub(super) fn ruler(detail: Detail) -> Result<Mesh, MeshError> {
    let cells = [detail.cells(60), detail.cells(5), 1];
    lattice::block([0.3, 0.025, 0.001], cells)?.quadratic()
}

/// Prongs somewhat shorter than the cantilever's formula says (f = 0.16154·c·t/l² is 440 Hz for
/// t = 5 mm, l = 96 mm): the bend gives way, and the analysis itself reads 366 Hz then.
pub(super) fn fork(detail: Detail) -> Result<Mesh, MeshError> {
    let (inner, outer, prong, stem) = (0.004, 0.009, 0.0872, 0.04);
    let across = detail.cells(2);
    // Half of the stem's angle where it meets the bend: 3 mm of 9.
    let half = 0.34;
    let bend = |from: f64, to: f64, cells: usize| {
        move |[i, j]: [usize; 2]| {
            let radius = inner + (outer - inner) * i as f64 / across as f64;
            let angle = from + (to - from) * j as f64 / cells as f64;
            [radius * cos(angle), radius * sin(angle)]
        }
    };
    let (side, under) = (detail.cells(5), detail.cells(2));
    let bottom = 0.75 * TAU;
    let mut section = Section::new()
        .block([across, side], bend(0.5 * TAU, bottom - half, side))?
        .block([across, under], bend(bottom - half, bottom + half, under))?
        .block([across, side], bend(bottom + half, TAU, side))?;
    let along = detail.cells(18);
    for sign in [-1.0, 1.0] {
        section = section.block([across, along], |[i, j]| {
            let x = inner + (outer - inner) * i as f64 / across as f64;
            [sign * x, prong * j as f64 / along as f64]
        })?;
    }
    let down = detail.cells(8);
    section = section.block([under, down], |[i, j]| {
        let share = i as f64 / under as f64;
        let angle = bottom + half * (2.0 * share - 1.0);
        let top = [outer * cos(angle), outer * sin(angle)];
        between(top, [top[0], -stem], j as f64 / down as f64)
    })?;
    extrude(&section, 0.006, detail.cells(2))
}

/// A sheet of 1.8 mm whose width and depth change along it.
pub(super) fn spoon(detail: Detail) -> Result<Mesh, MeshError> {
    let (length, thickness) = (0.18, 0.0018);
    let (steps, across) = (detail.cells(36), detail.cells(6));
    // Across from -1 to 1, through from -1/2 to 1/2: the sweep gives them their measures.
    let section = Section::new().block([across, 1], |[i, j]| {
        [2.0 * i as f64 / across as f64 - 1.0, j as f64 - 0.5]
    })?;
    sweep(&section, steps, false, |[y, z], step| {
        let along = step as f64 / steps as f64;
        // The bowl is an ellipse over the first third, cut off at its tip; the handle grows wider
        // towards its end.
        let from_middle = (along - 0.165) / 0.18;
        let bowl = (1.0 - from_middle * from_middle).max(0.0);
        let handle = 0.004 + 0.004 * along;
        let width = (0.021 * bowl.sqrt()).max(handle);
        // Deepest in the middle, flat at the rim; the handle arches over 6 mm.
        let depth = 0.009 * bowl * (1.0 - y * y);
        let arch = 0.006 * sin(0.5 * TAU * ((along - 0.3) / 0.7).max(0.0));
        [length * along, width * y, thickness * z - depth + arch]
    })
}
