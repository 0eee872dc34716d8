//! `[[contact]]`: sets of masses that touch, without a link for each pair.

use super::links::{SPRING, spring};
use super::nested::Built;
use super::units::Units;
use super::{LOOKED_AT, mass_of};
use crate::cursor::Cursor;
use crate::error::{FileError, hint};
use std::collections::{HashMap, HashSet};
use urto::closest;
use urto_mi::{Against, Contact, MassId, Model};

const EXAMPLE: &str = "between = [\"balls\", \"net\"]";

pub(super) fn add(built: &mut Built, units: Units, field: &Cursor) -> Result<(), FileError> {
    let mut keys = vec!["between", "surface", "triangles"];
    keys.extend(SPRING);
    field.only(&keys)?;
    let model = &built.model;
    let between = field.need("between", EXAMPLE)?;
    let sets = between.entries("names of groups, rows, lattices, surfaces, places or masses")?;
    let sets: Result<Vec<Vec<MassId>>, FileError> =
        sets.iter().map(|own| set(model, own)).collect();
    let is_surface = field.get("surface").map(|own| own.flag()).transpose()?;
    let triangles = field.get("triangles");
    let (masses, against) = match (sets?.as_slice(), triangles, is_surface.unwrap_or(false)) {
        ([masses], Some(own), _) => (masses.clone(), Against::Surface(corners(model, &own)?)),
        (_, Some(own), _) => {
            return Err(own.fail(
                "triangles are the second side of a contact; name the masses that touch them alone, \
                 as in between = [\"balls\"]",
            ));
        }
        ([masses, second], None, true) => (masses.clone(), faces(built, second, &between)?),
        (_, None, true) => {
            return Err(between.fail(format!(
                "the surface is the second of two; for example {EXAMPLE}"
            )));
        }
        ([masses], None, false) => (masses.clone(), Against::EachOther),
        ([masses, second], None, false) if masses == second => (masses.clone(), Against::EachOther),
        ([masses, second], None, false) => (masses.clone(), Against::Masses(second.clone())),
        _ => {
            return Err(between.fail(format!(
                "a contact is between two sets of masses, or within one; for example {EXAMPLE}"
            )));
        }
    };
    let spring = spring(units, field)?;
    let contact = Contact {
        masses,
        against,
        spring,
    };
    built
        .model
        .add_contact(contact)
        .map_err(|error| field.fail(error))
}

/// The masses of a name, or of a list of names; each once.
fn set(model: &Model, field: &Cursor) -> Result<Vec<MassId>, FileError> {
    let Ok(names) = field.entries("") else {
        return named(model, field);
    };
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for name in names {
        let own = named(model, &name)?;
        all.extend(own.into_iter().filter(|own| seen.insert(*own)));
    }
    Ok(all)
}

/// The mass of a name; if there is none, the masses of a group; if that is empty, those of a row, a
/// lattice, a surface or a place, whose names begin with its own.
fn named(model: &Model, field: &Cursor) -> Result<Vec<MassId>, FileError> {
    let name = field.reference()?;
    if let Some(own) = model.find(&name) {
        return Ok(vec![own]);
    }
    let group: Vec<MassId> = model.group(&name).collect();
    if !group.is_empty() {
        return Ok(group);
    }
    let within = |own: &&str| {
        let rest = own.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    let names = || model.masses().iter().map(|own| own.name.as_str());
    let all: Vec<MassId> = names()
        .filter(within)
        .filter_map(|own| model.find(own))
        .collect();
    if !all.is_empty() && !name.is_empty() {
        return Ok(all);
    }
    let groups = model.masses().iter().map(|own| own.group.as_str());
    let known = names().chain(groups).take(LOOKED_AT);
    let known = known.flat_map(|own| [own, own.split('.').next().unwrap_or(own)]);
    let near = closest(&name, known.filter(|own| !own.is_empty()));
    let near = hint(&near.map(str::to_owned));
    Err(field.fail(format!(
        "there is no group, row, lattice, surface, place or mass '{name}'{near}"
    )))
}

/// The triangles whose corners are all in a set.
fn faces(built: &Built, second: &[MassId], field: &Cursor) -> Result<Against, FileError> {
    let members: HashMap<u32, MassId> = (second.iter())
        .map(|own| (own.index() as u32, *own))
        .collect();
    let member = |corner: u32| members.get(&corner).copied();
    let triangle = |own: &[u32; 3]| {
        let [a, b, c] = own.map(member);
        Some([a?, b?, c?])
    };
    let own: Vec<[MassId; 3]> = built.faces.iter().filter_map(triangle).collect();
    if own.is_empty() {
        return Err(field.fail(
            "the second of the two has no triangles; those of a [[lattice]] and of a [[surface]] are \
             known, others can be written as triangles = [[\"a\", \"b\", \"c\"]]",
        ));
    }
    Ok(Against::Surface(own))
}

/// Triangles that are written by the names of their corners.
fn corners(model: &Model, field: &Cursor) -> Result<Vec<[MassId; 3]>, FileError> {
    let example = "triangles = [[\"a\", \"b\", \"c\"]]";
    let entries = field.entries("a list of triangles")?;
    let triangle = |own: &Cursor| {
        let names = own.entries("the names of three masses")?;
        let [a, b, c] = names.as_slice() else {
            return Err(own.fail(format!(
                "a triangle has three corners; for example {example}"
            )));
        };
        Ok([mass_of(model, a)?, mass_of(model, b)?, mass_of(model, c)?])
    };
    entries.iter().map(triangle).collect()
}
