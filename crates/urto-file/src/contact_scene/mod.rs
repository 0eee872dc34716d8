//! Contact scenes: bodies that fall, slide and chatter, as `urto = "contact-scene/1"`.
//!
//! `docs/contact-scenes.md` tells all keys. What a scene says is checked here line by line; what
//! only shows when it is built (bodies that overlap), [`ContactSceneFile::refuse`] brings back to
//! its line.

mod body;
mod changes;
mod hearing;

pub use changes::{sounds_only, with_changes};

use crate::cursor::Cursor;
use crate::error::{FileError, hint};
use crate::header::{self, FileKind};
use crate::scene::Fetch;
use body::{Bodies, pose_keys};
use std::sync::Arc;
use urto::catalogue::Catalogue;
use urto::closest;
use urto_multibody::run::{Reader, is_run};
use urto_multibody::scene::{
    Beginning, Blow, JointKind, Part, Scene, SceneError, SceneJoint, ScenePair,
};
use urto_multibody::{Pace, Pair, Settings, Weakening};

/// Most bodies, pairs, joints and blows, each.
const MOST: usize = 2000;
/// Longest scene \[s\], and its usual length.
const LONGEST: f64 = 600.0;
const USUAL: f64 = 2.0;
/// Steps of contacts a second, from and to.
const RATES: [f64; 2] = [2_000.0, 1e6];
/// How far bodies may overlap at the start if nothing is said \[m\]: what rounding of figures leaves.
const OVERLAP: f64 = 1e-4;
/// How long a blow takes if nothing is said \[s\]: a knuckle or a hard mallet.
const BLOW: f64 = 5e-4;

/// A contact scene as it was read.
#[derive(Clone, Debug)]
pub struct ContactSceneFile {
    /// What it is, in a sentence.
    pub about: Option<String>,
    /// The scene.
    pub scene: Scene,
    /// Names of the files that it names, each once.
    pub files: Vec<String>,
    file: String,
    places: Vec<(Part, usize, String)>,
}

impl ContactSceneFile {
    /// The line and the key of what building refused.
    pub fn refuse(&self, error: &SceneError) -> FileError {
        let place = self.places.iter().find(|(part, ..)| *part == error.part);
        let (line, key) = match place {
            Some((_, line, key)) => (Some(*line), key.as_str()),
            None => (None, ""),
        };
        FileError::new(&self.file, line, key, error)
    }
}

/// Reads a contact scene; `file` is its name, for messages, and `fetch` gives the bytes of the files
/// that it names.
///
/// ```
/// let text = r#"urto = "contact-scene/1"
/// seconds = 1
/// [body.table]
/// shape = "plane"
/// material = "stone"
/// [body.marble]
/// shape = "sphere"
/// radius = "8 mm"
/// material = "glass"
/// place = [0, 0, 0.2]
/// "#;
/// let mut none = |name: &str| Err(format!("there is no file '{name}'"));
/// let read = urto_file::read_contact_scene("drop.toml", text.as_bytes(), &mut none)?;
/// assert_eq!(read.scene.bodies.len(), 2);
/// let wrong = text.replace("radius = \"8 mm\"", "radius = nan");
/// let error = urto_file::read_contact_scene("drop.toml", wrong.as_bytes(), &mut none).unwrap_err();
/// assert_eq!(error.to_string(), "drop.toml:8: body.marble.radius: NaN is not a finite number");
/// # Ok::<(), urto_file::FileError>(())
/// ```
pub fn read_contact_scene(
    file: &str,
    bytes: &[u8],
    fetch: Fetch,
) -> Result<ContactSceneFile, FileError> {
    read_contact_scene_with(file, bytes, crate::catalogue(), fetch)
}

/// The same with the spaces of another catalogue, such as [`spaces`](crate::spaces) alone.
pub fn read_contact_scene_with(
    file: &str,
    bytes: &[u8],
    catalogue: &Catalogue,
    fetch: Fetch,
) -> Result<ContactSceneFile, FileError> {
    let (found, root) = header::open(file, bytes)?;
    let root = Cursor::root(file, &root);
    match found {
        FileKind::ContactScene => contact_scene(&root, catalogue, fetch),
        other => Err(root.fail_as(other, FileKind::ContactScene)),
    }
}

pub(crate) fn contact_scene(
    root: &Cursor,
    catalogue: &Catalogue,
    fetch: Fetch,
) -> Result<ContactSceneFile, FileError> {
    let spaces: Vec<&str> = catalogue.spaces().iter().map(|own| own.key).collect();
    let own = [
        "urto",
        "about",
        "seconds",
        "contact_rate",
        "lean",
        "pace",
        "after",
        "gravity",
        "seed",
        "overlap",
        "contact",
        "body",
        "pair",
        "joint",
        "blow",
        "listen",
        "space",
    ];
    let allowed: Vec<&str> = own.into_iter().chain(spaces.iter().copied()).collect();
    root.only(&allowed)?;
    let may = |key: &str, min: f64, max: f64, unit: &'static str, usual: f64| {
        let field = root.get(key);
        field.map_or(Ok(usual), |field| field.between(min, max, unit))
    };
    let mut settings = Settings {
        step: 1.0 / may("contact_rate", RATES[0], RATES[1], "Hz", 32_500.0)?,
        ..Settings::default()
    };
    settings.lean = may("lean", 0.5, 1.0, "", settings.lean)?;
    settings.pace = root.get("pace").map(|field| pace(&field)).transpose()?;
    if let Some(field) = root.get("gravity") {
        settings.gravity = field.three("m/s^2")?;
        within(&field, &settings.gravity, 1e3, "m/s^2")?;
    }
    let mut bodies = Bodies::default();
    let mut places = Vec::new();
    let example = "[body.marble] with shape = \"sphere\" and radius = \"8 mm\"";
    let tables = root.need("body", example)?;
    for (name, cursor) in named(&tables)? {
        let part = Part::Body(bodies.all.len());
        places.push((part, cursor.node.line, cursor.key.clone()));
        bodies.read(name, &cursor, fetch)?;
    }
    let usual = match root.get("contact") {
        Some(field) => {
            field.only(&PAIR_KEYS)?;
            pair(&field, Pair::default())?
        }
        None => Pair::default(),
    };
    let mut pairs = Vec::new();
    for (_, cursor) in root.get("pair").map_or(Ok(vec![]), |own| named(&own))? {
        let keys: Vec<&str> = ["between"].into_iter().chain(PAIR_KEYS).collect();
        cursor.only(&keys)?;
        places.push((
            Part::Pair(pairs.len()),
            cursor.node.line,
            cursor.key.clone(),
        ));
        pairs.push(ScenePair {
            bodies: between(&cursor, &bodies)?,
            pair: pair(&cursor, usual)?,
        });
    }
    let mut joints = Vec::new();
    for (_, cursor) in root.get("joint").map_or(Ok(vec![]), |own| named(&own))? {
        places.push((
            Part::Joint(joints.len()),
            cursor.node.line,
            cursor.key.clone(),
        ));
        joints.push(joint(&cursor, &bodies)?);
    }
    let mut blows = Vec::new();
    if let Some(field) = root.get("blow") {
        for cursor in field.entries("a list of blows, each written as [[blow]]")? {
            check_count(blows.len(), &cursor)?;
            places.push((
                Part::Blow(blows.len()),
                cursor.node.line,
                cursor.key.clone(),
            ));
            blows.push(blow(&cursor, &bodies)?);
        }
    }
    let mut beginning = None;
    if let Some(field) = root.get("after") {
        places.push((Part::Beginning, field.node.line, field.key.clone()));
        beginning = after(&field, fetch, &mut bodies.files)?;
    }
    let scene = Scene {
        seconds: may("seconds", 1e-3, LONGEST, "s", USUAL)?,
        settings,
        seed: may("seed", 0.0, 9e15, "", 0.0)? as u64,
        overlap: may("overlap", 0.0, 0.1, "m", OVERLAP)?,
        usual,
        pairs,
        joints,
        blows,
        beginning,
        hearing: hearing::hearing(root, catalogue, fetch, &mut bodies.files)?,
        bodies: bodies.all,
    };
    let about = root
        .get("about")
        .map(|field| field.text().map(str::to_owned));
    Ok(ContactSceneFile {
        about: about.transpose()?,
        scene,
        files: bodies.files,
        file: root.file.to_owned(),
        places,
    })
}

/// What quiet bodies may do.
fn pace(cursor: &Cursor) -> Result<Pace, FileError> {
    cursor.only(&["longest", "dropped", "onset", "quiet"])?;
    let mut own = Pace::default();
    if let Some(field) = cursor.get("longest") {
        let steps = field.between(1.0, 8.0, "")?;
        own.longest = match steps {
            1.0 => 0,
            2.0 => 1,
            4.0 => 2,
            8.0 => 3,
            _ => return Err(field.fail("steps are doubled: 1, 2, 4 or 8 of them are one")),
        };
    }
    if let Some(field) = cursor.get("dropped") {
        own.dropped = field.between(0.0, 1.0, "")?;
    }
    if let Some(field) = cursor.get("onset") {
        own.onset = field.between(0.0, 1.0, "")?;
    }
    if let Some(field) = cursor.get("quiet") {
        let steps = field.between(1.0, 1e6, "")?;
        if steps.fract() != 0.0 {
            return Err(field.fail("it counts longest steps: write a whole number"));
        }
        own.quiet = steps as u32;
    }
    Ok(own)
}

/// The end of another scene, from its run; none where the name is empty.
fn after(
    field: &Cursor,
    fetch: Fetch,
    files: &mut Vec<String>,
) -> Result<Option<Beginning>, FileError> {
    let name = field.text()?;
    if name.is_empty() {
        return Ok(None);
    }
    let bytes = fetch(name).map_err(|why| field.fail(why))?;
    if !is_run(&bytes) {
        let why = format!(
            "'{name}' is no run; 'urto simulate SCENE.toml -o SCENE.urun' makes one of a scene"
        );
        return Err(field.fail(why));
    }
    let read = Reader::read(&bytes, false);
    let run = read
        .map_err(|error| field.fail(format!("'{name}': {error}")))?
        .run;
    if !run.whole || run.end.is_empty() {
        return Err(field.fail(format!(
            "'{name}' does not tell how it ended: make it anew with 'urto simulate'"
        )));
    }
    files.push(name.to_owned());
    Ok(Some(Beginning {
        name: name.to_owned(),
        state: Arc::new(run.end),
    }))
}

/// The tables of `[body.NAME]` and its like.
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

/// Refuses numbers whose size is beyond a bound.
fn within(field: &Cursor, values: &[f64], most: f64, unit: &'static str) -> Result<(), FileError> {
    for value in values {
        crate::number::between(*value, -most, most, unit).map_err(|error| field.fail(error))?;
    }
    Ok(())
}

/// What can be said of two bodies that touch.
const PAIR_KEYS: [&str; 5] = ["friction", "sliding", "weakens", "restitution", "damping"];

fn pair(cursor: &Cursor, usual: Pair) -> Result<Pair, FileError> {
    let mut own = usual;
    if let Some(field) = cursor.get("friction") {
        own.friction = field.between(0.0, 100.0, "")?;
    }
    match (cursor.get("sliding"), cursor.get("weakens")) {
        (None, None) => {}
        (Some(sliding), Some(weakens)) => {
            own.weakening = Some(Weakening {
                sliding: sliding.between(0.0, 100.0, "")?,
                speed: weakens.between(1e-6, 1e3, "m/s")?,
            });
        }
        (Some(field), None) => {
            return Err(field.fail(
                "'weakens' is missing, the speed by which friction has fallen to this; for example \
                 weakens = 0.02",
            ));
        }
        (None, Some(field)) => {
            return Err(field.fail(
                "'sliding' is missing, the friction of what slides fast; for example sliding = 0.3",
            ));
        }
    }
    if let Some(field) = cursor.get("restitution") {
        own.restitution = field.between(0.0, 1.0, "")?;
    }
    if let Some(field) = cursor.get("damping") {
        own.damping = field.between(0.0, 1e3, "s/m")?;
    }
    Ok(own)
}

/// The number of the body that a field names.
fn body_of(field: &Cursor, bodies: &Bodies) -> Result<usize, FileError> {
    let name = field.reference()?;
    bodies.find(&name).ok_or_else(|| {
        let names = bodies.all.iter().map(|own| own.name.as_str());
        let near = closest(&name, names).map(str::to_owned);
        field.fail(format!(
            "there is no body '{name}'{}; write it as [body.{name}]",
            hint(&near)
        ))
    })
}

fn between(cursor: &Cursor, bodies: &Bodies) -> Result<[usize; 2], FileError> {
    let example = "between = [\"marble\", \"table\"]";
    let field = cursor.need("between", example)?;
    let ends = field.entries(&format!("two bodies: {example}"))?;
    let [a, b] = ends.as_slice() else {
        let count = ends.len();
        return Err(field.fail(format!("it is between two bodies, not {count}: {example}")));
    };
    let both = [body_of(a, bodies)?, body_of(b, bodies)?];
    if both[0] == both[1] {
        return Err(field.fail("a body does not touch itself; name two"));
    }
    Ok(both)
}

fn joint(cursor: &Cursor, bodies: &Bodies) -> Result<SceneJoint, FileError> {
    cursor.only(&["kind", "between", "place", "axis"])?;
    let kinds = [JointKind::Hinge, JointKind::Slider, JointKind::Weld];
    let field = cursor.need("kind", "kind = \"hinge\"")?;
    let kind = kinds[field.one_of(&["hinge", "slider", "weld"])?];
    let place = cursor.need("place", "place = [0, 0, 0.1]")?;
    let at = place.three("m")?;
    within(&place, &at, 1e4, "m")?;
    let axis = match (cursor.get("axis"), kind) {
        (None, JointKind::Weld) => [0.0, 0.0, 1.0],
        (None, _) => {
            return Err(cursor.fail("'axis' is missing; for example axis = [0, 1, 0]"));
        }
        (Some(field), _) => body::direction(&field)?,
    };
    Ok(SceneJoint {
        kind,
        bodies: between(cursor, bodies)?,
        place: at,
        axis,
    })
}

fn blow(cursor: &Cursor, bodies: &Bodies) -> Result<Blow, FileError> {
    cursor.only(&["at", "body", "place", "patch", "impulse", "duration"])?;
    let field = cursor.need("body", "body = \"mug\"")?;
    let number = body_of(&field, bodies)?;
    let place = match (cursor.get("place"), cursor.get("patch")) {
        (Some(field), None) => {
            let place = field.three("m")?;
            within(&field, &place, 1e3, "m")?;
            place
        }
        (None, Some(field)) => bodies.patch(number, &field)?,
        (None, None) => [0.0; 3],
        (Some(_), Some(field)) => {
            return Err(field.fail("'place' says that already; keep one of them"));
        }
    };
    let field = cursor.need("impulse", "impulse = [0, 0, -0.01]")?;
    let impulse = field.three("N*s")?;
    within(&field, &impulse, 1e3, "N*s")?;
    Ok(Blow {
        time: cursor.need("at", "at = 0.5")?.seconds()?,
        body: number,
        place,
        impulse,
        duration: match cursor.get("duration") {
            Some(field) => field.between(1e-6, 0.1, "s")?,
            None => BLOW,
        },
    })
}

/// Stops of a path: a list of poses with times that rise.
fn stops<T>(
    field: &Cursor,
    mut read: impl FnMut(&Cursor) -> Result<T, FileError>,
) -> Result<Vec<(f64, T)>, FileError> {
    let mut all: Vec<(f64, T)> = Vec::new();
    for cursor in field.entries("a list of stops: [{ at = 0, place = [0, 0, 1] }]")? {
        check_count(all.len(), &cursor)?;
        let time = cursor.need("at", "at = 0.5")?.seconds()?;
        if all.last().is_some_and(|(before, _)| *before >= time) {
            return Err(cursor.fail("times must rise from stop to stop"));
        }
        all.push((time, read(&cursor)?));
    }
    if all.is_empty() {
        return Err(field.fail("the path is empty; give at least one stop"));
    }
    Ok(all)
}

/// The keys of a stop.
fn only_stop(cursor: &Cursor) -> Result<(), FileError> {
    let keys: Vec<&str> = ["at"].into_iter().chain(pose_keys()).collect();
    cursor.only(&keys)
}
