//! `[[event]]` with `change`, `fix`, `free`, `add` or `remove`: what changes of a network while it
//! sounds.

use super::mass_of;
use super::score::masses;
use super::units::Units;
use crate::cursor::Cursor;
use crate::error::FileError;
use std::collections::HashSet;
use urto_mi::{Amount, Change, LinkId, MassId, Model, ModelError, Planned, score};

/// Keys of an event that is a change.
pub(super) const KINDS: [&str; 5] = ["change", "fix", "free", "add", "remove"];

/// The change that an event is, if it is one.
pub(super) fn planned(
    model: &Model,
    units: Units,
    field: &Cursor,
) -> Result<Option<Planned>, FileError> {
    let given: Vec<(&str, Cursor)> = KINDS
        .iter()
        .filter_map(|kind| field.get(kind).map(|own| (*kind, own)))
        .collect();
    let (kind, own) = match given.as_slice() {
        [] => return Ok(None),
        [one] => one,
        [_, (second, own), ..] => {
            return Err(own.fail(format!(
                "an event does one thing; write an [[event]] of its own for '{second}'"
            )));
        }
    };
    field.only(&["at", kind])?;
    let at = match field.get("at") {
        Some(own) => own.seconds()?,
        None => 0.0,
    };
    let changes = match *kind {
        "change" => numbers(model, units, own)?,
        "fix" | "free" => {
            own.only(&["mass", "masses", "group"])?;
            let named = named_masses(model, own)?;
            vec![match *kind {
                "fix" => Change::Fix(named),
                _ => Change::Free(named),
            }]
        }
        _ => {
            own.only(&["mass", "masses", "group", "links", "between", "over"])?;
            let Named { masses, links } =
                all_named(model, own, &["group", "mass", "masses", "links", "between"])?;
            vec![match *kind {
                "add" => Change::Add { masses, links },
                _ => Change::Remove { masses, links },
            }]
        }
    };
    let over = match own.get("over") {
        Some(own) => own.seconds()?,
        None => 0.0,
    };
    let planned = Planned { at, over, changes };
    planned.after(model).map_err(|error| own.fail(error))?;
    Ok(Some(planned))
}

/// Adds what happens at the same time and takes as long to what was read last.
pub(super) fn gather(all: &mut Vec<Planned>, one: Planned) {
    match all.last_mut() {
        Some(last) if last.at == one.at && last.over == one.over => {
            last.changes.extend(one.changes);
        }
        _ => all.push(one),
    }
}

/// The model as it is at the start: what is added before it is ever removed is not there yet.
pub(super) fn at_the_start(model: &Model, planned: &[Planned]) -> Result<Model, ModelError> {
    let mut order: Vec<&Planned> = planned.iter().collect();
    order.sort_by(|a, b| a.at.total_cmp(&b.at));
    let (mut seen_masses, mut seen_links) = (HashSet::new(), HashSet::new());
    let (mut masses, mut links) = (Vec::new(), Vec::new());
    for change in order.iter().flat_map(|own| &own.changes) {
        let (own_masses, own_links, waits) = match change {
            Change::Add { masses, links } => (masses, links, true),
            Change::Remove { masses, links } => (masses, links, false),
            _ => continue,
        };
        masses.extend(
            own_masses
                .iter()
                .filter(|own| seen_masses.insert(**own) && waits),
        );
        links.extend(
            own_links
                .iter()
                .filter(|own| seen_links.insert(**own) && waits),
        );
    }
    let model = match masses.is_empty() && links.is_empty() {
        true => model.clone(),
        false => model.changed(&[Change::Remove { masses, links }])?,
    };
    score::stages(&model, planned)?;
    Ok(model)
}

/// What `change = { ... }` says.
fn numbers(model: &Model, units: Units, field: &Cursor) -> Result<Vec<Change>, FileError> {
    field.only(&[
        "group",
        "masses",
        "links",
        "between",
        "stiffness",
        "damping",
        "length",
        "mass",
        "over",
    ])?;
    let Named { masses, mut links } =
        all_named(model, field, &["group", "masses", "links", "between"])?;
    if links.is_empty() {
        let own: HashSet<MassId> = masses.iter().copied().collect();
        links = model.links_where(|link| link.ends.iter().all(|end| own.contains(end)));
    }
    let given = |key: &str, unit: &str, scaled: &dyn Fn(f64) -> f64| {
        let own = field.get(key);
        own.map(|own| amount(&own, unit, scaled)).transpose()
    };
    let mut changes = Vec::new();
    if let Some(amount) = given("mass", "kg", &|own| own)? {
        if masses.is_empty() {
            return Err(field
                .fail("say whose mass changes: group = \"string\", or masses = [\"a\", \"b\"]"));
        }
        changes.push(Change::Mass { masses, amount });
    }
    if let Some(amount) = given("stiffness", "N/m", &|own| units.forces(own))? {
        let links = links.clone();
        changes.push(Change::Stiffness { links, amount });
    }
    if let Some(amount) = given("damping", "N*s/m", &|own| units.velocities(own))? {
        let links = links.clone();
        changes.push(Change::Damping { links, amount });
    }
    if let Some(amount) = given("length", "m", &|own| own)? {
        changes.push(Change::Length { links, amount });
    }
    match changes.is_empty() {
        true => Err(field.fail(
            "say what changes: stiffness, damping, length or mass; for example stiffness = 2e4, or \
             stiffness = { times = 2 }",
        )),
        false => Ok(changes),
    }
}

/// A number, or `{ times = 2 }`.
fn amount(field: &Cursor, unit: &str, scaled: &dyn Fn(f64) -> f64) -> Result<Amount, FileError> {
    match field.get("times") {
        Some(times) => {
            field.only(&["times"])?;
            Ok(Amount::Times(times.number("")?))
        }
        None => Ok(Amount::To(scaled(field.number(unit)?))),
    }
}

/// Masses and links that are named somewhere.
struct Named {
    masses: Vec<MassId>,
    links: Vec<LinkId>,
}

fn named_masses(model: &Model, field: &Cursor) -> Result<Vec<MassId>, FileError> {
    let Some(group) = field.get("group") else {
        return masses(model, field);
    };
    let name = group.reference()?;
    let found = model.masses_of(&name);
    match found.is_empty() {
        true => Err(group.fail(format!(
            "no mass is named '{name}' or belongs to such a group"
        ))),
        false => Ok(found),
    }
}

/// All that these keys name: `group` masses and links, `mass` and `masses` masses, `links` and `between`
/// links.
fn all_named(model: &Model, field: &Cursor, keys: &[&str]) -> Result<Named, FileError> {
    let (mut masses, mut links) = (Vec::new(), Vec::new());
    for key in keys {
        let Some(own) = field.get(key) else { continue };
        match *key {
            "group" => {
                let name = own.reference()?;
                let found = (model.masses_of(&name), model.links_of(&name));
                if found.0.is_empty() && found.1.is_empty() {
                    return Err(own.fail(format!(
                        "nothing is named '{name}': no group, no row, lattice, surface or part, and no \
                         mass"
                    )));
                }
                masses.extend(found.0);
                links.extend(found.1);
            }
            "mass" => masses.push(mass_of(model, &own)?),
            "masses" => {
                for name in own.entries("names of masses")? {
                    masses.push(mass_of(model, &name)?);
                }
            }
            "links" => links.extend(links_named(model, &own)?),
            _ => links.extend(between(model, &own)?),
        }
    }
    match masses.is_empty() && links.is_empty() {
        true => Err(field.fail(
            "say of what: group = \"string\", masses = [\"a\", \"b\"], links = \"wires\" or between = \
             [\"a\", \"b\"]",
        )),
        false => Ok(Named { masses, links }),
    }
}

/// Links by the name of a group, or by their numbers in the order in which they were written.
fn links_named(model: &Model, field: &Cursor) -> Result<Vec<LinkId>, FileError> {
    if let Ok(numbers) = field.entries("numbers of links") {
        let all = model.links_where(|_| true);
        let last = all.len().saturating_sub(1) as f64;
        return numbers
            .iter()
            .map(|own| {
                let number = own.between(0.0, last, "")?;
                match number.fract() {
                    0.0 => Ok(all[number as usize]),
                    _ => Err(own.fail(format!("{number} is not a whole number"))),
                }
            })
            .collect();
    }
    let name = field.reference()?;
    let found = model.links_of(&name);
    match found.is_empty() {
        true => Err(field.fail(format!("no link belongs to '{name}'"))),
        false => Ok(found),
    }
}

fn between(model: &Model, field: &Cursor) -> Result<Vec<LinkId>, FileError> {
    let names = field.entries("the names of two masses")?;
    let [a, b] = names.as_slice() else {
        return Err(field.fail("name two masses; for example between = [\"a\", \"b\"]"));
    };
    let ends = [mass_of(model, a)?, mass_of(model, b)?];
    let found = model.links_where(|link| link.ends == ends || link.ends == [ends[1], ends[0]]);
    match found.is_empty() {
        true => Err(field.fail("no link is between these two masses")),
        false => Ok(found),
    }
}

#[cfg(test)]
mod tests;
