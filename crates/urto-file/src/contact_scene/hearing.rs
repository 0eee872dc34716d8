//! `[listen]` and the space around.

use super::body::direction;
use super::{stops, within};
use crate::cursor::Cursor;
use crate::error::FileError;
use crate::resource::load_of;
use crate::scene::Fetch;
use urto::catalogue::Catalogue;
use urto::math::{atan2, cos, sin};
use urto::param::{Kind, Value};
use urto_multibody::Pose;
use urto_multibody::scene::{Hearing, Path, Stop};

/// Where one listens if nothing is said \[m\]: a metre before the middle, a little above.
const USUAL: [f64; 3] = [0.0, -1.0, 0.5];

/// What is said of who listens; names of files that a space takes go to `files`.
pub(super) fn hearing(
    root: &Cursor,
    catalogue: &Catalogue,
    fetch: Fetch,
    files: &mut Vec<String>,
) -> Result<Hearing, FileError> {
    let mut own = Hearing {
        path: Path::still(facing(USUAL, [0.0, 1.0, -0.5])),
        space: None,
        settings: Vec::new(),
        gain: None,
    };
    if let Some(listen) = root.get("listen") {
        listen.only(&["place", "facing", "path", "gain"])?;
        own.path = match listen.get("path") {
            Some(field) => {
                for key in ["place", "facing"] {
                    if let Some(field) = listen.get(key) {
                        return Err(field.fail("the path says that; leave this out"));
                    }
                }
                let stops = stops(&field, |cursor| {
                    cursor.only(&["at", "place", "facing"])?;
                    stand(cursor)
                })?;
                let stops = stops.into_iter().map(|(time, pose)| Stop { time, pose });
                Path::new(stops.collect())
            }
            None => Path::still(stand(&listen)?),
        };
        if let Some(field) = listen.get("gain") {
            own.gain = Some(field.between(1e-9, 1e9, "")?);
        }
    }
    let spaces = catalogue.spaces();
    if let Some(field) = root.get("space") {
        let kind = catalogue.space(field.text()?);
        own.space = Some(kind.map_err(|error| field.fail(error))?.key.to_owned());
    }
    for kind in spaces {
        let Some(table) = root.get(kind.key) else {
            continue;
        };
        if own.space.as_deref() != Some(kind.key) {
            return Err(table.fail(format!(
                "the space is not '{0}'; write space = \"{0}\" before the first table, or leave this out",
                kind.key
            )));
        }
        for (key, field) in table.fields()? {
            let (_, spec) = kind.table.locate(key).map_err(|error| field.fail(error))?;
            let value = match spec.kind {
                Kind::Number(_) => Value::Number(field.number(spec.unit)?),
                Kind::Resource { sort, .. } => {
                    let name = field.text()?;
                    let loaded =
                        load_of(catalogue, sort, name, fetch).map_err(|why| field.fail(why))?;
                    if !files.iter().any(|own| own == name) {
                        files.push(name.to_owned());
                    }
                    Value::Resource(loaded)
                }
                _ => {
                    return Err(field.fail("only numbers and files of a space are set here"));
                }
            };
            let checked = spec.check(&value);
            checked.map_err(|refusal| field.fail(refusal))?;
            own.settings.push((key.to_owned(), value));
        }
    }
    Ok(own)
}

/// `place` and `facing`.
fn stand(cursor: &Cursor) -> Result<Pose, FileError> {
    let place = match cursor.get("place") {
        Some(field) => {
            let place = field.three("m")?;
            within(&field, &place, 1e3, "m")?;
            place
        }
        None => USUAL,
    };
    let way = match cursor.get("facing") {
        Some(field) => direction(&field)?,
        // Towards the middle; whoever stands in it looks along y.
        None if place[0] == 0.0 && place[1] == 0.0 => [0.0, 1.0, 0.0],
        None => place.map(|own| -own),
    };
    Ok(facing(place, way))
}

/// Somebody at a place who looks along a way, upright.
fn facing(place: [f64; 3], [x, y, z]: [f64; 3]) -> Pose {
    let (around, up) = (atan2(y, x), atan2(z, (x * x + y * y).sqrt()));
    // First up, about -y, then around z.
    let ([ca, sa], [cu, su]) = (
        [cos(0.5 * around), sin(0.5 * around)],
        [cos(0.5 * up), sin(-0.5 * up)],
    );
    Pose {
        place,
        turn: [ca * cu, -sa * su, ca * su, sa * cu],
    }
}
