//! `[[mass]]`.

use super::links::{SPRING, spring};
use super::units::Units;
use crate::cursor::Cursor;
use crate::error::FileError;
use urto_mi::{Freedom, Mass, Model, Moved};

const KEYS: [&str; 11] = [
    "name",
    "position",
    "velocity",
    "mass",
    "radius",
    "fixed",
    "driven",
    "plane",
    "axis",
    "group",
    "oscillator",
];

pub(super) fn add(model: &mut Model, units: Units, field: &Cursor) -> Result<(), FileError> {
    field.only(&KEYS)?;
    let place = field.need("position", "position = [0, 0, 0.1]")?;
    let mut mass = Mass::at(place.three("m")?);
    if let Some(own) = field.get("name") {
        mass.name = own.reference()?;
    }
    if let Some(own) = field.get("group") {
        mass.group = own.reference()?;
    }
    if let Some(own) = field.get("mass") {
        mass.mass = own.number("kg")?;
    }
    if let Some(own) = field.get("radius") {
        mass.radius = own.number("m")?;
    }
    if let Some(own) = field.get("velocity") {
        mass.velocity = own.three("m/s")?.map(|own| units.velocities(own));
    }
    mass.moved = moved(field)?;
    mass.freedom = freedom(field)?;
    let added = match field.get("oscillator") {
        None => model.add(mass),
        Some(own) => {
            own.only(&SPRING)?;
            let own = spring(units, &own)?;
            model.add_oscillator(mass, own)
        }
    };
    added.map(|_| ()).map_err(|error| field.fail(error))
}

fn moved(field: &Cursor) -> Result<Moved, FileError> {
    let flag = |name: &str| {
        field
            .get(name)
            .is_some_and(|own| own.flag().unwrap_or(false))
    };
    for name in ["fixed", "driven"] {
        if let Some(own) = field.get(name) {
            own.flag()?;
        }
    }
    match (flag("fixed"), flag("driven")) {
        (true, true) => Err(field.fail("a mass is fixed or driven, not both")),
        (true, false) => Ok(Moved::Never),
        (false, true) => Ok(Moved::ByDriver),
        (false, false) => Ok(Moved::ByForces),
    }
}

fn freedom(field: &Cursor) -> Result<Freedom, FileError> {
    match (field.get("plane"), field.get("axis")) {
        (Some(_), Some(axis)) => {
            Err(axis.fail("a mass moves in a plane or along an axis, not both; leave one out"))
        }
        (Some(plane), None) => {
            // Named by what is left out: yz leaves out x.
            let which = plane.one_of(&["yz", "xz", "xy", "zy", "zx", "yx"])?;
            Ok(Freedom::Across(which % 3))
        }
        (None, Some(axis)) => Ok(Freedom::Along(axis.one_of(&["x", "y", "z"])?)),
        (None, None) => Ok(Freedom::Space),
    }
}
