//! A closed surface that is to be filled with elements, and what is told of it.

use std::path::PathBuf;
use urto_fem::filling::{Bound, Filled, FillingError};
use urto_fem::mesher::{MOST_CELLS, MesherError, Shell};
use urto_file::rows::number;
use urto_program::failure::Failure;

/// Most unknowns that are chosen unasked: a quarter of a million inside, which take a minute and some
/// gigabytes; and no more than half as many again, if most of its cells lie on its outside.
pub const BOUND: Bound = Bound {
    inside: 260_000.0,
    most: 400_000,
    cells: MOST_CELLS,
};

/// A closed surface \[m\], and the file that it is from.
pub struct Hollow {
    /// Its file.
    pub path: PathBuf,
    /// Its triangles.
    pub shell: Shell,
}

impl Hollow {
    /// Fills it with cells of a size \[m\], as somebody asked.
    pub fn fill(&self, cell: f64) -> Result<Filled, Failure> {
        Filled::with(&self.shell, cell).map_err(|error| match error {
            MesherError::Walls {
                thinnest, needed, ..
            } => self.wrong(&format!(
                "cells of {} mm do not resolve its thinnest walls of {} mm; try --resolution {}mm",
                number(1e3 * cell),
                number(1e3 * thinnest),
                number(1e3 * needed)
            )),
            other => self.wrong(&other),
        })
    }

    /// Why it was not filled.
    pub fn refusal(&self, error: &FillingError) -> Failure {
        let FillingError::Thin { thinnest, much } = error else {
            return self.wrong(error);
        };
        self.wrong(&format!(
            "its walls of {} mm would take about {} unknowns; --resolution {}mm insists, \
             or take a mesh of tetrahedra (.msh, .vtk) with one layer in the walls",
            number(1e3 * thinnest),
            number(much.unknowns),
            number(1e3 * much.cell)
        ))
    }

    fn wrong(&self, error: &dyn core::fmt::Display) -> Failure {
        Failure::other(format!("{}: {error}", self.path.display()))
    }
}

/// How it was filled, for people.
pub fn told(filled: &Filled) -> String {
    let meshed = &filled.meshed;
    // A cone has no two walls that face each other.
    let thinnest = match meshed.thinnest.is_finite() {
        true => format!(
            " the thinnest wall is {} mm,",
            number(1e3 * meshed.thinnest)
        ),
        false => String::new(),
    };
    let walls = format!(
        "Filled with cells of {} mm;{thinnest} the volume is {} % of the surface's.",
        number(1e3 * filled.cell()),
        number(100.0 * meshed.filled)
    );
    match meshed.thinner > 0.0 {
        false => walls,
        true => format!(
            "{walls} Of the surface {} % has walls that are too thin for these cells; they are rounded off, so that what rings in them alone is not exact.",
            number(100.0 * meshed.thinner)
        ),
    }
}
