//! Places on a body in words: a named patch, a vertex, or what is nearest to three lengths.
//!
//! A position such as `strike` takes them in place of its number. They wait in the table beside it
//! (`strike_spot.words`) until the body is loaded, and become numbers then.

use crate::error::hint;
use crate::number::parse_number;
use crate::resource::switch_of;
use urto::body::{Loaded, Maker};
use urto::closest;
use urto::object::SurfacePlace;
use urto::param::{Kind, ParamId, Params, Resource, Spec, Value, leaves};

/// The sort of resource that is a place in words and no file.
pub(crate) const PLACE: &str = "place";
/// What stands after the key of a position, and the rows of that table.
const SPOT: &str = "_spot";
const WORDS: &str = ".words";

/// A place on a surface in words.
#[derive(Debug, PartialEq)]
enum Said<'a> {
    Vertex(usize),
    /// Lengths in the body's own frame \[m\].
    Lengths([f64; 3]),
    Patch(&'a str),
}

impl<'a> Said<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let text = text.trim();
        if let Some(number) = text.strip_prefix("vertex ") {
            return number.trim().parse().ok().map(Said::Vertex);
        }
        if let Some(lengths) = lengths(text) {
            return Some(Said::Lengths(lengths));
        }
        urto_body::is_patch_name(text).then_some(Said::Patch(text))
    }

    /// Where on a body it is \[m\].
    fn at(&self, body: &dyn Maker) -> Result<[f64; 3], String> {
        let surface = body
            .surface()
            .ok_or("only bodies from meshes have a surface")?;
        let vertices = surface.vertices();
        match self {
            Said::Lengths(at) => Ok(*at),
            Said::Vertex(number) => vertices.get(*number).copied().ok_or_else(|| {
                let last = vertices.len() - 1;
                format!("there is no vertex {number}; they are counted from 0 to {last}")
            }),
            Said::Patch(name) => {
                let patches = body.patches();
                let found = patches.iter().find(|patch| patch.name == *name);
                found.map(|patch| patch.at).ok_or_else(|| {
                    let names: Vec<&str> = patches.iter().map(|own| own.name.as_str()).collect();
                    let near = closest(name, names.iter().copied()).map(str::to_owned);
                    let known = match names.is_empty() {
                        true => "it has none; write a vertex ('vertex 12') or three lengths \
                                 ('10mm 0 25mm')"
                            .to_owned(),
                        false => format!("it has: {}", names.join(", ")),
                    };
                    format!("the body has no patch '{name}'{} ({known})", hint(&near))
                })
            }
        }
    }
}

/// Three lengths: `10mm 0 25 mm`, with or without commas.
fn lengths(text: &str) -> Option<[f64; 3]> {
    let mut parts: Vec<String> = Vec::new();
    for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
        let is_unit = word.starts_with(char::is_alphabetic);
        match parts.last_mut() {
            // A unit belongs to the number before it.
            Some(before) if is_unit && before.ends_with(|c: char| c.is_ascii_digit()) => {
                before.push_str(word);
            }
            _ => parts.push(word.to_owned()),
        }
    }
    let numbers: Vec<f64> = parts
        .iter()
        .map(|part| parse_number(part, "m").ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// Takes a place in words for a position that has a spot beside it. Tells whether it did: what is no
/// place in words is left to whoever reads numbers.
pub(crate) fn say(params: &mut dyn Params, id: &ParamId, spec: &Spec, text: &str) -> bool {
    let number = matches!(spec.kind, Kind::Number(_));
    if !number || parse_number(text, spec.unit).is_ok() || Said::read(text).is_none() {
        return false;
    }
    let Some(key) = params.table().key_of(id) else {
        return false;
    };
    let row = |row: &str| params.table().find(&format!("{key}{SPOT}{row}"));
    let (Ok(words), Ok(on)) = (row(WORDS), row(".on")) else {
        return false;
    };
    let text = Value::Resource(Resource::named(text.trim()));
    // Words count while the place is not told by numbers.
    params.assign(&on, &Value::Choice(0)).is_ok() && params.assign(&words, &text).is_ok()
}

/// What the places in words come to, with resources that were `loaded` and are not set yet: the
/// numbers of their spots.
pub(crate) fn resolved(
    params: &dyn Params,
    loaded: &[(ParamId, Value)],
) -> Result<Vec<(ParamId, Value)>, String> {
    let mut numbers = Vec::new();
    for (id, spec) in leaves(params) {
        if !matches!(spec.kind, Kind::Resource { sort: PLACE, .. }) {
            continue;
        }
        let key = params.table().key_of(&id).unwrap_or_default();
        let (Some(spot), Some(Value::Resource(words))) =
            (key.strip_suffix(WORDS), params.value(&id))
        else {
            continue;
        };
        let on = find(params, &format!("{spot}.on"))?;
        if words.name().is_empty() || params.value(&on) != Some(Value::Choice(0)) {
            continue;
        }
        let position = spot.strip_suffix(SPOT).unwrap_or(spot);
        let shares = shares(params, position, words.name(), loaded)
            .map_err(|why| format!("{position}: {why}"))?;
        numbers.push((on, Value::Choice(1)));
        for (axis, share) in ["x", "y", "z"].into_iter().zip(shares) {
            let id = find(params, &format!("{spot}.{axis}"))?;
            numbers.push((id, Value::Number(share)));
        }
        numbers.push((id, Value::Resource(Resource::default())));
    }
    Ok(numbers)
}

fn find(params: &dyn Params, key: &str) -> Result<ParamId, String> {
    params.table().find(key).map_err(|error| error.to_string())
}

/// Where on a body a place in words is \[m\]: the nearest place of its surface is meant.
pub(crate) fn place(words: &str, body: &dyn Maker) -> Result<[f64; 3], String> {
    let said = Said::read(words).ok_or_else(|| {
        format!(
            "'{words}' is no place; write a patch ('rim'), 'vertex 12', or three lengths \
             ('10mm 0 25mm')"
        )
    })?;
    said.at(body)
}

/// A place as shares of the box around the body that a position lies on.
fn shares(
    params: &dyn Params,
    position: &str,
    words: &str,
    loaded: &[(ParamId, Value)],
) -> Result<[f64; 3], String> {
    let file = file_of(params, position).ok_or("no body belongs to it; give a number")?;
    let none = || {
        format!(
            "'{words}' is a place on a surface, which only bodies from meshes have; give a number \
             from 0 to 1, or take such a body (kind file)"
        )
    };
    let in_play = switch_of(params, &file)
        .is_none_or(|(kind, option)| params.value(&kind) == Some(Value::Choice(option)));
    let known = loaded.iter().find(|(id, _)| *id == file);
    let value = known.map(|(_, value)| value.clone());
    let body = match value.or_else(|| params.value(&file)) {
        Some(Value::Resource(own)) if in_play => own.shared::<Loaded>(),
        _ => None,
    };
    let body = body.ok_or_else(none)?;
    let surface = body.0.surface().ok_or_else(none)?;
    let at = place(words, body.0.as_ref())?;
    let found = surface.find(SurfacePlace::Nearest(at)).ok_or_else(none)?;
    Ok(surface.in_box(surface.at(found)))
}

/// The file of the body that a position lies on: in its own table, or in the nearest around it.
fn file_of(params: &dyn Params, position: &str) -> Option<ParamId> {
    let mut table = position;
    loop {
        table = table.rfind(['.', '/']).map_or("", |end| &table[..end]);
        let key = match table {
            "" => "body.file".to_owned(),
            table => format!("{table}.body.file"),
        };
        if let Ok(id) = params.table().find(&key) {
            return Some(id);
        }
        if table.is_empty() {
            // Of two bodies that rub, the rubbed one is heard.
            return params.table().find("second.body.file").ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_from_words() {
        assert_eq!(Said::read("vertex 12"), Some(Said::Vertex(12)));
        assert_eq!(Said::read(" rim "), Some(Said::Patch("rim")));
        let said = Some(Said::Lengths([0.01, 0.0, -0.025]));
        for text in ["10mm 0 -25mm", "10 mm, 0, -25 mm", "1cm 0m -2.5cm"] {
            assert_eq!(Said::read(text), said, "{text}");
        }
        for text in ["", "vertex", "vertex -1", "10mm 0", "3 s 0 0", "0.3x"] {
            assert_eq!(Said::read(text), None, "{text}");
        }
    }
}
