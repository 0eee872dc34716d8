//! Scenes: objects, contacts, a score and listening points.

use crate::check::{self, Places, check};
use crate::cursor::Cursor;
use crate::error::FileError;
use crate::fill;
use crate::header::{self, FileKind};
use crate::modal::{ModalFile, read_modal};
use crate::scene_body::{self, SceneBody};
use crate::score;
use crate::surface;
use urto::network::Motion;
use urto::object::Surface;
use urto::param::{ParamId, Params, leaves};
use urto::scene::{Listen, Scene, SceneContact, SceneObject, SceneParams};

/// Most objects, contacts and cues, each.
const MOST: usize = 10_000;
/// Most listening points: one channel each.
const MOST_CHANNELS: usize = 1024;
/// Most numbers that the named points of a scene may need: points times parameters (a point may
/// have a shape value for each mode) and triangles (each is looked at to find a place).
const MOST_SHAPES: usize = 1 << 24;

/// Gives the bytes of another file, named as a scene writes it, or says why not.
pub(crate) type Fetch<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

/// Follows no files.
pub(crate) fn nothing(name: &str) -> Result<Vec<u8>, String> {
    Err(format!(
        "'{name}' is not looked for here; write the object's modes out"
    ))
}

/// Reads a scene and checks that it can be built; `file` is its name, for messages. Objects in
/// files of their own are refused.
pub fn read_scene(file: &str, bytes: &[u8]) -> Result<Scene, FileError> {
    read_scene_with(file, bytes, &mut nothing)
}

/// Reads a scene whose objects may lie in files of their own: `fetch` gives the bytes of a file
/// by the name that the scene has for it, or says why it cannot.
pub fn read_scene_with(file: &str, bytes: &[u8], fetch: Fetch) -> Result<Scene, FileError> {
    let (found, root) = header::open(file, bytes)?;
    let root = Cursor::root(file, &root);
    match found {
        FileKind::Scene => scene(&root, fetch),
        other => Err(root.fail_as(other, FileKind::Scene)),
    }
}

/// The text of a scene with all its objects' files written out in it, so that it can be read
/// alone. It must be one that [`read_scene_with`] takes.
pub fn gathered(file: &str, text: &str, fetch: Fetch) -> Result<String, FileError> {
    let wrong = |why: String| FileError::new(file, None, "", why);
    let mut document: toml_edit::DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| wrong(error.message().to_owned()))?;
    let mut any = false;
    let objects = document
        .get_mut("object")
        .and_then(|o| o.as_table_like_mut());
    for (key, object) in objects.into_iter().flat_map(|objects| objects.iter_mut()) {
        let kind = object.get("kind").and_then(|kind| kind.as_str());
        if kind == Some(scene_body::KIND) {
            *object = scene_body::written_out(file, key.get(), text, fetch)?;
            any = true;
            continue;
        }
        let Some(object) = object.as_table_like_mut() else {
            continue;
        };
        let named = object.get("file").and_then(|name| name.as_str());
        let Some(name) = named.map(str::to_owned) else {
            continue;
        };
        let modal = read_modal(&name, &fetch(&name).map_err(wrong)?)?;
        let written: toml_edit::DocumentMut = crate::write_modal(&modal)
            .parse()
            .map_err(|error: toml_edit::TomlError| wrong(error.message().to_owned()))?;
        for (key, value) in written.iter() {
            if ["urto", "name", "about", "points"].contains(&key) || object.contains_key(key) {
                continue;
            }
            object.insert(key, value.clone());
        }
        gather_points(object, &written);
        object.remove("file");
        any = true;
    }
    Ok(if any {
        document.to_string()
    } else {
        text.to_owned()
    })
}

/// Adds a file's points to those that the scene names.
fn gather_points(object: &mut dyn toml_edit::TableLike, written: &toml_edit::DocumentMut) {
    let Some(from) = written
        .get("points")
        .and_then(|points| points.as_table_like())
    else {
        return;
    };
    let mut points = toml_edit::InlineTable::new();
    let own = object
        .get("points")
        .and_then(|points| points.as_table_like());
    let own = own.into_iter().flat_map(|points| points.iter());
    for (name, place) in from.iter().chain(own) {
        if let Some(place) = place.as_value() {
            points.insert(name, place.clone());
        }
    }
    object.insert("points", toml_edit::value(points));
}

pub(crate) fn scene(root: &Cursor, fetch: Fetch) -> Result<Scene, FileError> {
    root.only(&[
        "urto", "rate", "seconds", "object", "contact", "score", "listen",
    ])?;
    let mut scene = Scene {
        rate: root.get("rate").map(|field| field.rate()).transpose()?,
        seconds: root
            .get("seconds")
            .map(|field| field.seconds())
            .transpose()?,
        ..Scene::default()
    };
    let mut places = Places::default();
    if let Some(objects) = root.get("object") {
        let mut shapes = 0;
        for (name, cursor) in named(&objects)? {
            let object = object(name, &cursor, fetch)?;
            let triangles = object.surface.as_ref().map_or(0, Surface::triangles);
            shapes += object.points.len() * (leaves(object.params.as_ref()).len() + triangles);
            if shapes > MOST_SHAPES {
                let why = "the scene has too many points on bodies of many modes or triangles";
                return Err(cursor.fail(why));
            }
            scene.objects.push(object);
            places.objects.push(check::Place::from(&cursor));
        }
    }
    if let Some(contacts) = root.get("contact") {
        for (name, cursor) in named(&contacts)? {
            scene.contacts.push(contact(name, &cursor)?);
            places.contacts.push(check::Place::from(&cursor));
        }
        check_pressing(&scene, &contacts)?;
    }
    listen(&mut scene, &mut places, root)?;
    if let Some(cues) = root.get("score") {
        let entries = cues.entries("a list of cues, each written as [[score]]")?;
        check_count(entries.len(), &cues)?;
        for cursor in entries {
            let cue = score::cue(&scene, &cursor)?;
            scene.score.push(cue);
            places.cues.push(check::Place::from(&cursor));
        }
    }
    check(root.file, scene, &places)
}

/// The tables of `[object.NAME]` or `[contact.NAME]`.
fn named<'a>(cursor: &Cursor<'a>) -> Result<Vec<(&'a str, Cursor<'a>)>, FileError> {
    let tables: Vec<_> = cursor.fields()?.collect();
    check_count(tables.len(), cursor)?;
    for (name, table) in &tables {
        table.table()?;
        table.check_name(name)?;
    }
    Ok(tables)
}

fn check_count(count: usize, cursor: &Cursor) -> Result<(), FileError> {
    if count > MOST {
        return Err(cursor.fail(format!(
            "there are {count} of these; at most {MOST} are read"
        )));
    }
    Ok(())
}

fn object(name: &str, cursor: &Cursor, fetch: Fetch) -> Result<SceneObject, FileError> {
    let written = cursor.need("kind", "kind = \"modal\"")?;
    if written.text()? == scene_body::KIND {
        return SceneBody::read(cursor, fetch)?.object(name, cursor);
    }
    let kind = crate::catalogue()
        .object(written.text()?)
        .map_err(|error| written.fail(error))?;
    let mut params = (kind.params)();
    let mut points = Vec::new();
    if let Some(field) = cursor.get("file") {
        let modal = from_file(&field, cursor, kind.key, fetch)?;
        params = modal.params.boxed();
        points = modal.points;
    }
    let root = ParamId::default();
    let others: &[&str] = match kind.key {
        "modal" => &["kind", "points", "file", "surface"],
        _ => &["kind", "points"],
    };
    surface::check_kind(cursor, kind.key)?;
    fill::table(params.as_mut(), root, kind.table, cursor, others)?;
    points.extend(crate::points::points(cursor, None)?);
    Ok(SceneObject {
        name: name.to_owned(),
        kind,
        surface: surface::surface(cursor, params.as_ref())?,
        params,
        points,
    })
}

/// An object that lies in a file of its own.
fn from_file(
    field: &Cursor,
    object: &Cursor,
    kind: &str,
    fetch: Fetch,
) -> Result<ModalFile, FileError> {
    let name = field.text()?;
    if kind != "modal" {
        return Err(field.fail(format!(
            "an object of kind '{kind}' has no file; only 'modal' has"
        )));
    }
    if object.get("modes").is_some() {
        return Err(field.fail("modes are given here and in the file; remove one of them"));
    }
    let bytes = fetch(name).map_err(|why| field.fail(why))?;
    read_modal(name, &bytes)
}

fn contact(name: &str, cursor: &Cursor) -> Result<SceneContact, FileError> {
    let written = cursor.need("law", "law = \"impact\"")?;
    let law = crate::catalogue()
        .law(written.text()?)
        .map_err(|error| written.fail(error))?;
    let mut params = (law.params)();
    let others = ["law", "between", "pressed_by"];
    fill::table(
        params.as_mut(),
        ParamId::default(),
        law.table,
        cursor,
        &others,
    )?;
    let example = "between = [\"hammer\", \"bar@end\"]";
    let between = cursor.need("between", example)?;
    let ends = between.entries(&format!("two points: {example}"))?;
    let [first, second] = ends.as_slice() else {
        let count = ends.len();
        return Err(between.fail(format!(
            "a contact joins two points, not {count}: {example}"
        )));
    };
    Ok(SceneContact {
        name: name.to_owned(),
        between: [first.reference()?, second.reference()?],
        law,
        params,
        pressed_by: cursor
            .get("pressed_by")
            .map(|field| field.reference())
            .transpose()?,
    })
}

/// Refuses contacts that are pressed by themselves, by one that does not exist or makes no normal
/// force, or that make their own.
fn check_pressing(scene: &Scene, contacts: &Cursor) -> Result<(), FileError> {
    for contact in &scene.contacts {
        let Some(by) = &contact.pressed_by else {
            continue;
        };
        let known = || scene.contacts.iter().map(|contact| contact.name.as_str());
        let presser = scene.contacts.iter().find(|contact| contact.name == *by);
        let message = match presser {
            None => urto::BuildError::missing("contact", by, known()).to_string(),
            Some(_) if *by == contact.name => {
                "a contact cannot be pressed by itself; name an impact".to_owned()
            }
            Some(presser) if is_pressable(presser) => format!(
                "'{by}' makes no normal force, its law is '{}'; name a contact whose law is \
                 impact, linear or felt",
                presser.law.key
            ),
            Some(_) if !is_pressable(contact) => format!(
                "a contact whose law is '{}' makes its own normal force and cannot be pressed; \
                 only friction can",
                contact.law.key
            ),
            Some(_) => continue,
        };
        let place = contacts
            .get(&contact.name)
            .and_then(|contact| contact.get("pressed_by"));
        return Err(place.as_ref().unwrap_or(contacts).fail(message));
    }
    Ok(())
}

/// Whether the normal force of a contact comes from outside.
fn is_pressable(contact: &SceneContact) -> bool {
    let law = urto::Rate::new(48_000.0)
        .ok()
        .and_then(|rate| (contact.law.build)(contact.params.as_ref(), rate).ok());
    law.is_some_and(|mut law| law.pressable().is_some())
}

fn listen(scene: &mut Scene, places: &mut Places, root: &Cursor) -> Result<(), FileError> {
    let example = "[listen] with at = [\"bar@end\"]";
    let listen = root.need("listen", example)?;
    listen.only(&["at", "motion", "gain"])?;
    let at = listen.need("at", "at = [\"bar@end\"]")?;
    let points = at.entries("a list of points: at = [\"bar@end\"]")?;
    if points.is_empty() {
        return Err(at.fail("nothing is listened to; name a point: at = [\"bar@end\"]"));
    }
    if points.len() > MOST_CHANNELS {
        return Err(at.fail(format!("at most {MOST_CHANNELS} points can be listened to")));
    }
    let motion = match listen.get("motion") {
        Some(field) => motion(&field)?,
        None => Motion::Velocity,
    };
    for point in points {
        let reference = point.reference()?;
        scene.listen.push(Listen {
            point: reference,
            motion,
        });
        places.ears.push(check::Place::from(&point));
    }
    scene.gain = listen
        .get("gain")
        .map(|field| field.number_like::<SceneParams>("gain"))
        .transpose()?;
    Ok(())
}

fn motion(cursor: &Cursor) -> Result<Motion, FileError> {
    const MOTIONS: [(&str, Motion); 4] = [
        ("velocity", Motion::Velocity),
        ("displacement", Motion::Displacement),
        ("acceleration", Motion::Acceleration),
        ("ringing", Motion::Ringing),
    ];
    let written = cursor.text()?;
    let found = MOTIONS.iter().find(|(name, _)| *name == written);
    found.map(|(_, motion)| *motion).ok_or_else(|| {
        let names = MOTIONS.map(|(name, _)| name);
        cursor.fail(urto::BuildError::missing("motion", written, names))
    })
}
