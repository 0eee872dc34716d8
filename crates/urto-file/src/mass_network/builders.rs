//! `[[row]]` and `[[lattice]]`: many masses at once.

use super::links::{SPRING, spring};
use super::units::Units;
use crate::cursor::Cursor;
use crate::error::FileError;
use urto_mi::{Across, Hold, Lattice, Model, Row};

/// Most masses that one builder makes.
const MOST: f64 = 1e6;

fn count(field: &Cursor) -> Result<usize, FileError> {
    let count = field.between(1.0, MOST, "")?;
    if count.fract() != 0.0 {
        return Err(field.fail(format!("{count} is not a whole number")));
    }
    Ok(count as usize)
}

pub(super) fn name(field: &Cursor) -> Result<String, FileError> {
    let own = field.need("name", "name = \"string\"")?;
    let name = own.reference()?;
    own.check_name(&name)?;
    Ok(name)
}

fn allowed(own: &[&'static str]) -> Vec<&'static str> {
    own.iter().chain(&SPRING).copied().collect()
}

/// Masses in a line: their names are the row's and a number.
pub(super) fn row(model: &mut Model, units: Units, field: &Cursor) -> Result<(), FileError> {
    field.only(&allowed(&[
        "name",
        "count",
        "from",
        "to",
        "mass",
        "held",
        "stiffener",
        "across",
    ]))?;
    let usual = Row::default();
    let held = match field.get("held") {
        None => usual.held,
        Some(own) => match own.one_of(&["both", "first", "last", "none"])? {
            0 => [true; 2],
            1 => [true, false],
            2 => [false, true],
            _ => [false; 2],
        },
    };
    let stiffener = match field.get("stiffener") {
        None => None,
        Some(own) => {
            own.only(&SPRING)?;
            Some(spring(units, &own)?)
        }
    };
    let across = match field.get("across") {
        None => None,
        Some(own) => {
            own.only(&["axis", "damping"])?;
            let example = "across = { axis = [0, 0, 1], damping = 3e-4 }";
            let damping = own.need("damping", example)?.number("N*s/m")?;
            Some(Across {
                axis: own.need("axis", example)?.three("")?,
                damping: units.velocities(damping),
            })
        }
    };
    let row = Row {
        count: count(&field.need("count", "count = 32")?)?,
        from: field.need("from", "from = [0, 0, 0]")?.three("m")?,
        to: field.need("to", "to = [0.6, 0, 0]")?.three("m")?,
        mass: field.need("mass", "mass = 1e-4")?.number("kg")?,
        spring: spring(units, field)?,
        stiffener,
        across,
        held,
    };
    row.build(model, &name(field)?)
        .map(|_| ())
        .map_err(|error| field.fail(error))
}

/// Masses in rows, sheets or blocks: their names are the lattice's and three numbers.
/// Gives the triangles of its outside, by the numbers of their corners.
pub(super) fn lattice(
    model: &mut Model,
    units: Units,
    field: &Cursor,
) -> Result<Vec<[u32; 3]>, FileError> {
    field.only(&allowed(&[
        "name", "counts", "spacing", "at", "mass", "span", "hold",
    ]))?;
    let usual = Lattice::default();
    let counts = field.need("counts", "counts = [8, 8, 1]")?;
    let entries = counts.entries("three whole numbers, such as [8, 8, 1]")?;
    let [x, y, z] = entries.as_slice() else {
        return Err(counts.fail("give three whole numbers, such as [8, 8, 1]"));
    };
    let numbers = [count(x)?, count(y)?, count(z)?];
    if numbers.iter().map(|own| *own as f64).product::<f64>() > MOST {
        return Err(counts.fail(format!("a lattice has at most {MOST} masses")));
    }
    let hold = match field.get("hold") {
        None => usual.hold,
        Some(own) => [Hold::Nothing, Hold::Corners, Hold::Ends, Hold::Rim]
            [own.one_of(&["nothing", "corners", "ends", "rim"])?],
    };
    let lattice = Lattice {
        counts: numbers,
        spacing: field.need("spacing", "spacing = 0.01")?.number("m")?,
        at: match field.get("at") {
            Some(own) => own.three("m")?,
            None => usual.at,
        },
        mass: field.need("mass", "mass = 1e-4")?.number("kg")?,
        spring: spring(units, field)?,
        span: match field.get("span") {
            Some(own) => own.between(1.0, 5.0, "")?,
            None => usual.span,
        },
        hold,
    };
    let built = lattice.build(model, &name(field)?);
    let masses = built.map_err(|error| field.fail(error))?;
    let number = |corner: usize| masses[corner].index() as u32;
    let triangles = lattice.triangles().into_iter();
    Ok(triangles.map(|own| own.map(number)).collect())
}
