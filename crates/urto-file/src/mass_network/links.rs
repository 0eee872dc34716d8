//! `[[link]]` and `[[plane]]`.

use super::mass_of;
use super::units::Units;
use crate::cursor::Cursor;
use crate::error::FileError;
use urto_mi::{Attractor, Bow, LinkLaw, MassId, Model, Pluck, Side, Spring};

/// Keys of a spring, wherever one is written.
pub(super) const SPRING: [&str; 7] = [
    "stiffness",
    "quadratic",
    "cubic",
    "power",
    "exponent",
    "damping",
    "length",
];

/// Kinds of links and the keys that each takes besides the common ones.
const KINDS: [(&str, &[&str]); 10] = [
    ("spring", &SPRING),
    ("damper", &["damping"]),
    ("spring-damper", &SPRING),
    ("nonlinear", &SPRING),
    ("contact", &SPRING),
    ("enclosing", &SPRING),
    ("rope", &SPRING),
    ("attractor", &["strength", "core"]),
    ("pluck", &["stiffness", "reach"]),
    ("bow", &["force", "speed"]),
];
const COMMON: [&str; 4] = ["kind", "between", "axis", "group"];

/// A number, if it is there.
fn number(field: &Cursor, key: &str, unit: &str) -> Result<Option<f64>, FileError> {
    field.get(key).map(|own| own.number(unit)).transpose()
}

fn needed(field: &Cursor, key: &str, unit: &str, example: &str) -> Result<f64, FileError> {
    field.need(key, example)?.number(unit)
}

/// The spring that is written here.
pub(super) fn spring(units: Units, field: &Cursor) -> Result<Spring, FileError> {
    let force = |key: &str, unit: &str| -> Result<f64, FileError> {
        Ok(units.forces(number(field, key, unit)?.unwrap_or(0.0)))
    };
    let usual = Spring::default();
    Ok(Spring {
        stiffness: force("stiffness", "N/m")?,
        quadratic: force("quadratic", "N/m²")?,
        cubic: force("cubic", "N/m³")?,
        power: force("power", "N")?,
        exponent: number(field, "exponent", "")?.unwrap_or(usual.exponent),
        damping: units.velocities(number(field, "damping", "N*s/m")?.unwrap_or(0.0)),
        length: number(field, "length", "m")?,
        side: Side::Both,
    })
}

fn ends(model: &Model, field: &Cursor) -> Result<[MassId; 2], FileError> {
    let example = "between = [\"a\", \"b\"]";
    let list = field.need("between", example)?;
    let names = list.entries("the names of two masses")?;
    let [a, b] = names.as_slice() else {
        return Err(list.fail(format!(
            "a link is between two masses; for example {example}"
        )));
    };
    Ok([mass_of(model, a)?, mass_of(model, b)?])
}

pub(super) fn add(model: &mut Model, units: Units, field: &Cursor) -> Result<(), FileError> {
    let kinds = KINDS.map(|(kind, _)| kind);
    let kind = field.need("kind", "kind = \"spring-damper\"")?;
    let (kind, own_keys) = KINDS[kind.one_of(&kinds)?];
    let mut keys = COMMON.to_vec();
    keys.extend(own_keys);
    field.only(&keys)?;
    let ends = ends(model, field)?;
    let group = match field.get("group") {
        Some(own) => own.reference()?,
        None => String::new(),
    };
    let axis = field.get("axis").map(|own| own.three("")).transpose()?;
    let law = law(model, units, field, kind, ends)?;
    model
        .link(ends, law, axis, &group)
        .map_err(|error| field.fail(error))
}

fn law(
    model: &Model,
    units: Units,
    field: &Cursor,
    kind: &str,
    ends: [MassId; 2],
) -> Result<LinkLaw, FileError> {
    let [first, second] = ends.map(|end| model.masses()[end.index()].radius);
    let elastic = |side: Side, length: Option<f64>| -> Result<LinkLaw, FileError> {
        let own = spring(units, field)?;
        Ok(LinkLaw::Spring(Spring {
            side,
            length: own.length.or(length),
            ..own
        }))
    };
    match kind {
        "damper" => {
            needed(field, "damping", "N*s/m", "damping = 0.1")?;
            elastic(Side::Both, None)
        }
        "contact" => match first + second {
            0.0 if field.get("length").is_none() => Err(field.fail(
                "masses without a radius touch at a length that must be given; write length = 0.01 \
                 here, or radius = 0.005 at the masses",
            )),
            both => elastic(Side::Pushes, Some(both)),
        },
        "enclosing" => match (first - second).abs() {
            0.0 if field.get("length").is_none() => Err(field.fail(
                "how far one mass may go from the centre of the other must be given; write length = \
                 0.05 here, or different radii at the masses",
            )),
            room => elastic(Side::Pulls, Some(room)),
        },
        "rope" => elastic(Side::Pulls, None),
        "attractor" => Ok(LinkLaw::Attractor(Attractor {
            strength: units.forces(needed(field, "strength", "N*m²", "strength = 1e-3")?),
            core: number(field, "core", "m")?.unwrap_or(1e-3),
        })),
        "pluck" => Ok(LinkLaw::Pluck(Pluck {
            stiffness: units.forces(needed(field, "stiffness", "N/m", "stiffness = 1000")?),
            reach: needed(field, "reach", "m", "reach = 0.002")?,
        })),
        "bow" => Ok(LinkLaw::Bow(Bow {
            force: units.forces(needed(field, "force", "N", "force = 1")?),
            speed: units.velocities(needed(field, "speed", "m/s", "speed = 0.05")?),
        })),
        _ => elastic(Side::Both, None),
    }
}

/// A plane that balls do not pass.
pub(super) fn plane(model: &mut Model, units: Units, field: &Cursor) -> Result<(), FileError> {
    let mut keys = vec!["masses", "group", "point", "normal"];
    keys.extend(SPRING.iter().filter(|key| **key != "length"));
    field.only(&keys)?;
    let point = field.need("point", "point = [0, 0, 0]")?.three("m")?;
    let normal = field.need("normal", "normal = [0, 0, 1]")?.three("")?;
    let contact = spring(units, field)?;
    for ball in super::score::masses(model, field)? {
        model
            .add_plane(ball, point, normal, contact)
            .map_err(|error| field.fail(error))?;
    }
    Ok(())
}
