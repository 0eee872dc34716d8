//! `[[event]]`, `[[driver]]` and `[[listen]]`.

use super::mass_of;
use super::units::Units;
use crate::cursor::Cursor;
use crate::error::FileError;
use crate::value;
use urto::param::Curve;
use urto_mi::{Course, Drive, Driven, Driver, Event, Heard, Listener, MOST_SIGNALS, MassId, Model};

/// The masses that `mass`, `masses` or `group` name.
pub(super) fn masses(model: &Model, field: &Cursor) -> Result<Vec<MassId>, FileError> {
    let given = ["mass", "masses", "group"].map(|key| field.get(key));
    if given.iter().flatten().count() != 1 {
        return Err(
            field.fail("give one of mass = \"a\", masses = [\"a\", \"b\"] and group = \"bells\"")
        );
    }
    let [one, some, group] = given;
    if let Some(own) = one {
        return Ok(vec![mass_of(model, &own)?]);
    }
    if let Some(own) = some {
        let names = own.entries("names of masses")?;
        return names.iter().map(|name| mass_of(model, name)).collect();
    }
    let Some(own) = group else {
        return Ok(Vec::new());
    };
    let name = own.reference()?;
    let all: Vec<MassId> = model.group(&name).collect();
    if all.is_empty() {
        return Err(own.fail(format!("no mass belongs to a group '{name}'")));
    }
    Ok(all)
}

pub(super) fn event(model: &Model, units: Units, field: &Cursor) -> Result<Event, FileError> {
    const KINDS: [&str; 3] = ["force", "position", "velocity"];
    let mut keys = vec!["at", "force", "position", "velocity"];
    keys.extend(super::changes::KINDS);
    field.only(&keys)?;
    let at = match field.get("at") {
        Some(own) => own.seconds()?,
        None => 0.0,
    };
    let given = KINDS.map(|kind| field.get(kind));
    if given.iter().flatten().count() != 1 {
        return Err(field.fail(
            "give one of force, position, velocity, change, fix, free, add and remove; for example \
             force = { mass = \"a\", value = [0, 1, 0], steps = 1 }",
        ));
    }
    let [force, position, velocity] = given;
    let target = |own: &Cursor| mass_of(model, &own.need("mass", "mass = \"a\"")?);
    let value = |own: &Cursor, unit: &str| own.need("value", "value = [0, 1, 0]")?.three(unit);
    let drive = if let Some(own) = force {
        own.only(&["mass", "value", "steps", "seconds"])?;
        let steps = match (own.get("steps"), own.get("seconds")) {
            (Some(_), Some(seconds)) => {
                return Err(seconds.fail("give steps or seconds, not both"));
            }
            (Some(steps), None) => steps.between(1.0, 1e9, "")?.round(),
            (None, Some(seconds)) => (seconds.seconds()? * model.hertz()).round().clamp(1.0, 1e9),
            (None, None) => 1.0,
        };
        Drive::Force {
            mass: target(&own)?,
            newtons: value(&own, "N")?.map(|own| units.forces(own)),
            steps: steps as u32,
        }
    } else if let Some(own) = position {
        own.only(&["mass", "value"])?;
        Drive::Position {
            mass: target(&own)?,
            to: value(&own, "m")?,
        }
    } else {
        let own = velocity.as_ref().unwrap_or(field);
        own.only(&["mass", "value"])?;
        Drive::Velocity {
            mass: target(own)?,
            to: value(own, "m/s")?.map(|own| units.velocities(own)),
        }
    };
    let event = Event { at, drive };
    event.check(model).map_err(|error| field.fail(error))?;
    Ok(event)
}

/// Names of the signals that drivers may follow.
pub(super) const SIGNALS: [&str; MOST_SIGNALS] = ["a", "b", "c", "d"];

fn axis(field: &Cursor) -> Result<[f64; 3], FileError> {
    let own = field.need("axis", "axis = [0, 1, 0]")?;
    let axis = own.three("")?;
    if axis == [0.0; 3] {
        return Err(own.fail("an axis is not zero; for example axis = [0, 1, 0]"));
    }
    Ok(axis)
}

pub(super) fn driver(model: &Model, units: Units, field: &Cursor) -> Result<Driver, FileError> {
    field.only(&["mass", "axis", "what", "curve", "sine", "signal"])?;
    let mass = mass_of(model, &field.need("mass", "mass = \"hand\"")?)?;
    let (what, unit) = match field.get("what") {
        None => (Driven::Position, "m"),
        Some(own) => match own.one_of(&["position", "velocity", "force"])? {
            0 => (Driven::Position, "m"),
            1 => (Driven::Velocity, "m/s"),
            _ => (Driven::Force, "N"),
        },
    };
    let scaled = |own: f64| match what {
        Driven::Position => own,
        Driven::Velocity => units.velocities(own),
        Driven::Force => units.forces(own),
    };
    let course = match (field.get("curve"), field.get("sine"), field.get("signal")) {
        (Some(curve), None, None) => {
            let points = curve.entries("points [[time, value], ...]")?;
            let points: Result<Vec<(f64, f64)>, _> = (points.iter())
                .map(|own| value::point(own.node, unit).map(|(t, v)| (t, scaled(v))))
                .collect();
            let points = points.map_err(|error| curve.fail(error))?;
            let found = Curve::new(points);
            Course::Curve(found.ok_or_else(|| curve.fail(crate::ValueError::Curve))?)
        }
        (None, None, Some(signal)) => Course::Signal(signal.one_of(&SIGNALS)?),
        (None, Some(sine), None) => {
            sine.only(&["frequency", "amplitude", "phase"])?;
            let number = |key: &str, unit: &str| sine.get(key).map(|own| own.number(unit));
            Course::Sine {
                hertz: sine.need("frequency", "frequency = 110")?.number("Hz")?,
                amplitude: scaled(sine.need("amplitude", "amplitude = 1e-3")?.number(unit)?),
                phase: number("phase", "").transpose()?.unwrap_or(0.0),
            }
        }
        _ => {
            return Err(field.fail(
                "give one of curve = [[0, 0], [1, 0.01]], sine = { frequency = 110, amplitude = 1e-3 } \
                 and signal = \"a\"",
            ));
        }
    };
    let driver = Driver {
        mass,
        axis: axis(field)?,
        what,
        course,
    };
    driver.check(model).map_err(|error| field.fail(error))?;
    Ok(driver)
}

pub(super) fn listener(model: &Model, units: Units, field: &Cursor) -> Result<Listener, FileError> {
    field.only(&["mass", "masses", "group", "weights", "axis", "what", "gain"])?;
    let masses = masses(model, field)?;
    let weights = match field.get("weights") {
        None => vec![1.0; masses.len()],
        Some(own) => {
            let all = own.entries("a list of numbers, one for each mass")?;
            if all.len() != masses.len() {
                return Err(own.fail(format!(
                    "{} weights for {} masses; give one for each",
                    all.len(),
                    masses.len()
                )));
            }
            all.iter()
                .map(|weight| weight.between(-1e30, 1e30, ""))
                .collect::<Result<_, _>>()?
        }
    };
    // What was written in discrete units is heard in them.
    let (what, unit) = match field.get("what") {
        None => (Heard::Position, 1.0),
        Some(own) => match own.one_of(&["position", "velocity", "force"])? {
            0 => (Heard::Position, 1.0),
            1 => (Heard::Velocity, units.velocities(1.0)),
            _ => (Heard::Force, units.forces(1.0)),
        },
    };
    let gain = match field.get("gain") {
        Some(own) => own.between(-1e30, 1e30, "")?,
        None => 1.0,
    };
    let listener = Listener {
        masses: masses.into_iter().zip(weights).collect(),
        axis: axis(field)?,
        what,
        gain: gain / unit,
    };
    listener.check(model).map_err(|error| field.fail(error))?;
    Ok(listener)
}
