//! The score of a scene: what happens when.

use crate::cursor::Cursor;
use crate::error::FileError;
use urto::closest;
use urto::object::MassParams;
use urto::param::Params;
use urto::scene::{Action, Cue, Scene};

/// Reads a cue with the values of its one action.
type Read = fn(&Scene, &Cursor) -> Result<Action, FileError>;

/// The actions by name.
const ACTIONS: [(&str, Read); 5] = [
    ("drive", drive),
    ("throw", throw),
    ("move", travel),
    ("offset", offset),
    ("set", set),
];

/// Reads one `[[score]]`; the scene's objects and contacts tell the units.
pub(crate) fn cue(scene: &Scene, cursor: &Cursor) -> Result<Cue, FileError> {
    let names = ACTIONS.map(|(name, _)| name);
    let allowed: Vec<&str> = ["at", "over"].into_iter().chain(names).collect();
    cursor.only(&allowed)?;
    let at = cursor.need("at", "at = 0.5")?.seconds()?;
    let over = match cursor.get("over") {
        Some(field) => field.seconds()?,
        None => 0.0,
    };
    let mut action = None;
    for (name, read) in ACTIONS {
        let Some(field) = cursor.get(name) else {
            continue;
        };
        if action.is_some() {
            return Err(field.fail("a cue does one thing; write a [[score]] of its own for this"));
        }
        action = Some(read(scene, &field)?);
    }
    let action = action.ok_or_else(|| {
        cursor.fail(format!(
            "the cue does nothing; add one of {}",
            names.join(", ")
        ))
    })?;
    Ok(Cue { at, over, action })
}

fn drive(_: &Scene, cursor: &Cursor) -> Result<Action, FileError> {
    cursor.only(&["object", "velocity"])?;
    Ok(Action::Drive {
        object: reference(cursor, "object", "bow")?,
        velocity: cursor.need("velocity", "velocity = 0.2")?.number("m/s")?,
    })
}

fn throw(_: &Scene, cursor: &Cursor) -> Result<Action, FileError> {
    cursor.only(&["object", "velocity"])?;
    let velocity = cursor.need("velocity", "velocity = 1.5")?;
    Ok(Action::Throw {
        object: reference(cursor, "object", "ball")?,
        velocity: velocity.number_like::<MassParams>("velocity")?,
    })
}

fn travel(_: &Scene, cursor: &Cursor) -> Result<Action, FileError> {
    cursor.only(&["point", "to"])?;
    Ok(Action::Move {
        point: reference(cursor, "point", "string@bow")?,
        to: cursor.need("to", "to = 0.3")?.between(0.0, 1.0, "")?,
    })
}

fn offset(_: &Scene, cursor: &Cursor) -> Result<Action, FileError> {
    cursor.only(&["contact", "to"])?;
    let to = cursor.need("to", "to = \"-1 mm\"")?;
    Ok(Action::Offset {
        contact: reference(cursor, "contact", "rub")?,
        to: to.number_like::<MassParams>("position")?,
    })
}

fn set(scene: &Scene, cursor: &Cursor) -> Result<Action, FileError> {
    cursor.only(&["target", "value"])?;
    let field = cursor.need("target", "target = \"contact.rub.normal_force\"")?;
    let target = field.reference()?;
    let unit = unit_of(scene, &target, &field)?;
    Ok(Action::Set {
        value: cursor.need("value", "value = 2.5")?.number(unit)?,
        target,
    })
}

fn reference(cursor: &Cursor, name: &str, example: &str) -> Result<String, FileError> {
    cursor
        .need(name, &format!("{name} = \"{example}\""))?
        .reference()
}

/// The unit of what `object.NAME.key` or `contact.NAME.key` names. A name that nothing has is
/// left for the build to complain about.
fn unit_of(scene: &Scene, target: &str, cursor: &Cursor) -> Result<&'static str, FileError> {
    let mut parts = target.splitn(3, '.');
    let (Some(what), Some(name), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
        return Ok("");
    };
    let params: Option<&dyn Params> = match what {
        "object" => find(scene.objects.iter().map(|o| (&o.name, &o.params)), name),
        "contact" => find(scene.contacts.iter().map(|c| (&c.name, &c.params)), name),
        _ => {
            let hint = closest(what, ["object", "contact"]).unwrap_or("object");
            return Err(cursor.fail(format!(
                "a target starts with 'object.' or 'contact.', for example {hint}.{name}.{key}"
            )));
        }
    };
    let Some(params) = params else {
        return Ok("");
    };
    let (_, spec) = params.table().locate(key).map_err(|e| cursor.fail(e))?;
    Ok(spec.unit)
}

fn find<'a>(
    mut parts: impl Iterator<Item = (&'a String, &'a Box<dyn Params>)>,
    name: &str,
) -> Option<&'a dyn Params> {
    let (_, params) = parts.find(|(own, _)| *own == name)?;
    Some(params.as_ref())
}
