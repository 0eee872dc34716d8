//! Round things: ring, mug, bowl, wine glass, bell, bottle, pan, pipe.

use super::handle::Vessel;
use super::section::between;
use super::{Detail, Path, Section, revolve};
use crate::mesh::{Mesh, MeshError};
use urto::math::{TAU, cos, sin};

pub(super) fn ring(detail: Detail) -> Result<Mesh, MeshError> {
    let section = Section::new().disc([0.056, 0.0], 0.004, detail.cells(1))?;
    revolve(&section, detail.around(32))
}

pub(super) fn pipe(detail: Detail) -> Result<Mesh, MeshError> {
    let (radius, thickness, length) = (0.01, 0.0015, 0.12);
    let along = detail.cells(18);
    let section = Section::new().block([1, along], |[i, j]| {
        let share = j as f64 / along as f64;
        [radius - thickness * (1.0 - i as f64), length * share]
    })?;
    revolve(&section, detail.around(24))
}

/// A wall along a path from the axis to the rim.
fn vessel(
    detail: Detail,
    path: &Path,
    cells: usize,
    around: usize,
    thickness: impl Fn(f64) -> f64,
) -> Result<Mesh, MeshError> {
    let [inner, outer] = path.faces(detail.cells(cells), thickness);
    let section = Section::new().strip(&inner, &outer)?;
    revolve(&section, detail.around(around))
}

pub(super) fn mug(detail: Detail) -> Result<Mesh, MeshError> {
    let corners = [
        ([0.0, 0.0], 0.0),
        ([0.04, 0.0], 0.008),
        ([0.04, 0.093], 0.0),
    ];
    let [inner, outer] = Path::new(&corners).faces(detail.cells(16), |_| 0.004);
    let mug = Vessel::new(&inner, &outer, detail.around(28))?;
    let size = [0.01, 0.008];
    let (above, below) = (mug.patch(0.073, size), mug.patch(0.029, size));
    // Room for two fingers.
    let out = 0.074;
    let line = Path::new(&[
        (above.middle, 0.0),
        ([out, above.middle[1]], 0.018),
        ([out, below.middle[1]], 0.018),
        (below.middle, 0.0),
    ]);
    let cells = detail.cells(14);
    mug.with_handle(above, Some(below), &line, size, cells)
        .mesh()
}

pub(super) fn bowl(detail: Detail) -> Result<Mesh, MeshError> {
    // A flat middle, then an arc of 70 mm up to the rim.
    let arc = (0..=60).map(|i| {
        let angle = 0.2 * TAU * f64::from(i) / 60.0;
        ([0.004 + 0.07 * sin(angle), 0.07 * (1.0 - cos(angle))], 0.0)
    });
    let mut points = vec![([0.0, 0.0], 0.0)];
    points.extend(arc);
    vessel(detail, &Path::new(&points), 16, 32, |_| 0.004)
}

pub(super) fn bell(detail: Detail) -> Result<Mesh, MeshError> {
    let corners = [
        ([0.0, 0.09], 0.0),
        ([0.03, 0.09], 0.018),
        ([0.036, 0.035], 0.06),
        ([0.06, 0.0], 0.0),
    ];
    // Thickest at the sound bow, shortly before the lip.
    let thickness = |along: f64| {
        let bow = ((along - 0.5) / 0.4).clamp(0.0, 1.0);
        let lip = ((along - 0.9) / 0.1).clamp(0.0, 1.0);
        0.005 + 0.003 * bow * bow - 0.002 * lip
    };
    vessel(detail, &Path::new(&corners), 18, 28, thickness)
}

pub(super) fn bottle(detail: Detail) -> Result<Mesh, MeshError> {
    let corners = [
        ([0.0, 0.0], 0.0),
        ([0.035, 0.0], 0.008),
        ([0.035, 0.155], 0.03),
        ([0.013, 0.2], 0.03),
        ([0.013, 0.26], 0.0),
    ];
    vessel(detail, &Path::new(&corners), 30, 24, |_| 0.0035)
}

pub(super) fn pan(detail: Detail) -> Result<Mesh, MeshError> {
    let corners = [
        ([0.0, 0.0], 0.0),
        ([0.115, 0.0], 0.02),
        ([0.14, 0.045], 0.0),
    ];
    let [inner, outer] = Path::new(&corners).faces(detail.cells(20), |_| 0.003);
    let pan = Vessel::new(&inner, &outer, detail.around(36))?;
    let size = [0.022, 0.006];
    let at = pan.patch(0.034, size);
    let [r, z] = at.middle;
    // It leaves the wall level, and rises a little.
    let line = Path::new(&[
        (at.middle, 0.0),
        ([r + 0.03, z], 0.05),
        ([r + 0.18, z + 0.02], 0.0),
    ]);
    pan.with_handle(at, None, &line, size, detail.cells(14))
        .mesh()
}

/// Bowl, stem and foot. The first cells of the bowl, about the axis, are what it stands on; the
/// stem and the middle of the foot have the same cells.
pub(super) fn glass(detail: Detail) -> Result<Mesh, MeshError> {
    let path = Path::new(&[
        ([0.0, 0.075], 0.0),
        ([0.012, 0.075], 0.01),
        ([0.038, 0.1], 0.03),
        ([0.041, 0.125], 0.03),
        ([0.034, 0.165], 0.0),
    ]);
    let on_stem = detail.cells(1);
    let cells = 22 * on_stem;
    // 3 mm at the stem, 1.1 mm from a quarter of the way on.
    let thickness = |along: f64| 0.0011 + 0.0019 * (1.0 - along / 0.25).max(0.0);
    let [inner, outer] = path.faces(cells, thickness);
    let stem = outer[on_stem][0];
    let (foot, centre, edge) = (0.035, 0.004, 0.002);
    let (down, out) = (detail.cells(9), detail.cells(5));
    let section = Section::new()
        .strip(&inner, &outer)?
        .block([on_stem, down], |[i, j]| {
            let top = outer[i];
            between([top[0], centre], top, j as f64 / down as f64)
        })?
        .block([on_stem, 1], |[i, j]| [outer[i][0], centre * j as f64])?
        .block([out, 1], |[i, j]| {
            let top = between([stem, centre], [foot, edge], i as f64 / out as f64);
            [top[0], top[1] * j as f64]
        })?;
    revolve(&section, detail.around(32))
}
