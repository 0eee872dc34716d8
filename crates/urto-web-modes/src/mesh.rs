//! From a file's bytes to elements, few enough to be solved here.

use crate::find::{Asked, Refused};
use urto_fem::mesh::{Mesh, Tetrahedra as Corners};
use urto_fem::mesher::{Meshed, MesherError, Shell, fill};
use urto_mesh::check::solid;
use urto_mesh::repair::{Repair, repair};
use urto_mesh::{Tetrahedra, holds_volume, read_surface, read_volume};

/// Most unknowns that are solved for here: about ten seconds of work and 200 MB.
pub const MOST_UNKNOWNS: usize = 20_000;
/// Cells along the longest side of a surface that is filled, as `urto modes` takes them.
const ALONG: f64 = 16.0;
/// Unknowns of a cell inside a body, which has six tetrahedra of ten nodes.
const OF_CELL: f64 = 26.0;
/// How often larger cells are tried: each time they are chosen by how many there were too many.
const TRIES: usize = 5;

/// The mesh, and what a person should know of it.
pub fn take(asked: &Asked, bytes: &[u8]) -> Result<(Mesh, Vec<String>), Refused> {
    let mut notes = Vec::new();
    let mesh = match holds_volume(&asked.name, bytes) {
        true => volume(asked, bytes, &mut notes)?,
        false => surface(asked, bytes, &mut notes)?,
    };
    match unknowns(&mesh) <= MOST_UNKNOWNS {
        true => Ok((mesh, notes)),
        false => Err(too_large(unknowns(&mesh) as f64)),
    }
}

fn unknowns(mesh: &Mesh) -> usize {
    3 * mesh.nodes().len()
}

fn too_large(unknowns: f64) -> Refused {
    Refused::Large(format!(
        "it has about {} unknowns, and the page solves for {MOST_UNKNOWNS} at most",
        rounded(unknowns)
    ))
}

/// With two digits that say something.
fn rounded(number: f64) -> f64 {
    let mut step = 1.0;
    while number / step >= 100.0 {
        step *= 10.0;
    }
    (number / step).round() * step
}

fn wrong(error: impl core::fmt::Display) -> Refused {
    Refused::Wrong(error.to_string())
}

/// A volume of tetrahedra as it is.
fn volume(asked: &Asked, bytes: &[u8], notes: &mut Vec<String>) -> Result<Mesh, Refused> {
    let read = read_volume(&asked.name, bytes).map_err(wrong)?;
    let (volume, turned) = read.checked(asked.unit).map_err(wrong)?;
    if turned {
        notes.push("All elements were inside out and were turned over.".to_owned());
    }
    if volume.left_out > 0 {
        notes.push(format!(
            "{} elements that are no tetrahedra were left out.",
            volume.left_out
        ));
    }
    let nodes = volume.nodes;
    let mesh = match volume.tetrahedra {
        Tetrahedra::Quadratic(elements) => Mesh::new(nodes, elements),
        Tetrahedra::Linear(elements) => {
            // Elements of this many corners have at least so many nodes more.
            let least = 3.0 * (nodes.len() + elements.len()) as f64;
            if least > 2.0 * MOST_UNKNOWNS as f64 {
                return Err(too_large(least));
            }
            Corners { nodes, elements }.quadratic()
        }
    };
    mesh.map_err(wrong)
}

/// A surface that is filled with tetrahedra: as finely as `urto modes` does, or as can be solved here.
fn surface(asked: &Asked, bytes: &[u8], notes: &mut Vec<String>) -> Result<Mesh, Refused> {
    let mut found = read_surface(&asked.name, bytes).map_err(wrong)?;
    if asked.repair {
        let (mended, done) = repair(&found, &Repair::everything());
        notes.push(format!("Repair: {done}."));
        found = mended;
    }
    let body = solid(&found, asked.unit).map_err(wrong)?;
    notes.extend(body.notes.iter().map(|note| format!("Note: {note}.")));
    let usual = body.surface.size() / ALONG;
    let volume = body.volume;
    let shell = Shell::new(body.surface.points, body.surface.triangles).map_err(wrong)?;
    // So large that what is inside has nine tenths of what is solved for; the outside has more.
    let budget = 0.9 * MOST_UNKNOWNS as f64;
    let mut cell = usual.max(urto_fem::cube_root(volume * OF_CELL / budget));
    for _ in 0..TRIES {
        let filled = match fill(&shell, cell) {
            Err(MesherError::Walls { needed, .. }) => {
                let count = OF_CELL * volume / (needed * needed * needed);
                // Cells of thin walls all lie on the outside and have up to three times as many.
                match count <= MOST_UNKNOWNS as f64 {
                    true => fill(&shell, needed).map_err(wrong)?,
                    false => return Err(too_large(count)),
                }
            }
            Err(MesherError::Unfilled { .. }) if cell > usual => {
                return Err(too_large(OF_CELL * volume / (usual * usual * usual)));
            }
            other => other.map_err(wrong)?,
        };
        let count = unknowns(&filled.mesh);
        if count <= MOST_UNKNOWNS {
            notes.push(told(&filled, usual));
            return Ok(filled.mesh);
        }
        if filled.cells.iter().any(|own| *own < 0.9 * cell) && cell <= usual {
            // Its walls ask for these cells.
            return Err(too_large(count as f64));
        }
        cell *= 1.05 * urto_fem::cube_root(count as f64 / MOST_UNKNOWNS as f64);
    }
    Err(too_large(OF_CELL * volume / (usual * usual * usual)))
}

fn told(filled: &Meshed, usual: f64) -> String {
    let largest = filled.cells.into_iter().fold(0.0, f64::max);
    let mut text = format!("Filled with cells of {:.3} mm.", 1e3 * largest);
    if largest > 1.1 * usual {
        text += " The command takes finer ones, and is more exact in the higher modes.";
    }
    text
}
