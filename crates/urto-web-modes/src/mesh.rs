//! From a file's bytes to elements, few enough to be solved here.

use crate::find::{Asked, Refused};
use urto_fem::filling::{Bound, Filled, FillingError};
use urto_fem::mesh::{Mesh, Tetrahedra as Corners};
use urto_fem::mesher::{MesherError, Shell};
use urto_file::rows::number;
use urto_mesh::check::solid;
use urto_mesh::repair::{Repair, repair};
use urto_mesh::{Tetrahedra, holds_volume, read_surface, read_volume};

/// Most unknowns that are solved for here: about ten seconds of work and 200 MB.
pub const MOST_UNKNOWNS: usize = 20_000;
/// So many cells that what is inside has nine tenths of what is solved for; the outside has more.
pub const BOUND: Bound = Bound {
    inside: 0.9 * MOST_UNKNOWNS as f64,
    most: MOST_UNKNOWNS,
    cells: MOST_CELLS,
};

/// Most cells in the box around a surface: some 30 MB. A body of as many unknowns as may be still fits if
/// it fills no more than 1/250 of its box.
const MOST_CELLS: f64 = 200_000.0;

/// What modes are found of.
#[derive(Debug)]
pub enum Form {
    /// Elements as they are \[m\].
    Solid(Mesh),
    /// A surface that elements are to fill.
    Hollow(Shell),
}

/// What a file holds, and what a person should know of it.
pub fn take(asked: &Asked, bytes: &[u8]) -> Result<(Form, Vec<String>), Refused> {
    let mut notes = Vec::new();
    if !holds_volume(&asked.name, bytes) {
        let shell = surface(asked, bytes, &mut notes)?;
        return Ok((Form::Hollow(shell), notes));
    }
    let mesh = volume(asked, bytes, &mut notes)?;
    match unknowns(&mesh) <= MOST_UNKNOWNS {
        true => Ok((Form::Solid(mesh), notes)),
        false => Err(too_large(unknowns(&mesh) as f64)),
    }
}

/// Three for each node.
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

/// A surface that is to be filled with tetrahedra.
fn surface(asked: &Asked, bytes: &[u8], notes: &mut Vec<String>) -> Result<Shell, Refused> {
    let mut found = read_surface(&asked.name, bytes).map_err(wrong)?;
    if asked.repair {
        let (mended, done) = repair(&found, &Repair::everything());
        notes.push(format!("Repair: {done}."));
        found = mended;
    }
    let body = solid(&found, asked.unit).map_err(wrong)?;
    notes.extend(body.notes.iter().map(|note| format!("Note: {note}.")));
    Shell::new(body.surface.points, body.surface.triangles).map_err(wrong)
}

/// Why a surface was not filled: mostly since so few cells do not do.
pub fn unfilled(error: FillingError) -> Refused {
    match error {
        FillingError::Thin { much, .. } => too_large(much.unknowns),
        FillingError::Sparse { cell, .. } => Refused::Large(format!(
            "it fills so little of the box around it that cells of {} mm would be more than the {MOST_CELLS} that the page takes there",
            number(1e3 * cell)
        )),
        FillingError::Mesher(
            MesherError::Unfilled { cell, .. }
            | MesherError::Unlike { cell }
            | MesherError::TooFine { cell },
        ) => Refused::Large(format!(
            "cells of {} mm, the smallest that the page can take of it, are too large for its form",
            number(1e3 * cell)
        )),
        other => wrong(other),
    }
}

/// How it was filled, and whether that is as fine as it should be.
pub fn told(filled: &Filled) -> String {
    let mut text = format!("Filled with cells of {} mm.", number(1e3 * filled.cell()));
    if filled.meshed.thinner > 0.0 {
        text += &format!(
            " Of its surface {} % has walls that are too thin for them, and is rounded off.",
            number(100.0 * filled.meshed.thinner)
        );
    }
    if let Some(more) = filled.too_many {
        text += &format!(
            " Its highest mode asks for cells of {} mm, about {} unknowns: the command takes finer ones.",
            number(1e3 * more.cell),
            rounded(more.unknowns)
        );
    }
    text
}
