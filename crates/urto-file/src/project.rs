//! Projects: instances in a mix, the user's presets, and a take that was played.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::header::{self, FileKind};
use crate::kept::{self, Kept};
use crate::lanes::{self, ProjectScore};
use crate::preset::{Preset, lenient, seed};
use crate::resource::{fingerprint, named_resources};
use crate::route::{MOST_CHANNELS, MOST_MOVED, MOST_ROUTES, ProjectRoute, curve, route};
use crate::shelf::Shelf;
use crate::tree::Data;
use urto::Rate;
use urto::param::{Curve, Params};
use urto::scene::SceneParams;

/// Most instances of a project.
pub const MOST_INSTANCES: usize = 63;
/// Most presets of a project.
const MOST_PRESETS: usize = 4096;
/// Most files that a project names.
const MOST_RESOURCES: usize = 1000;
/// Longest name \[characters\].
const LONGEST_NAME: usize = 200;
/// The way of a fader \[dB\].
const FADER: (f64, f64) = (-60.0, 12.0);
/// Most voices of an instance.
const MOST_VOICES: usize = 8;
/// Most texts that the page keeps with a project, and how large each may be \[bytes\].
pub const MOST_PAGE: usize = 16;
const LARGEST_PAGE: usize = 256 << 10;
/// Longest take \[s\].
const LONGEST_TAKE: f64 = 3600.0;

/// What an instance plays.
pub enum Playing {
    /// A sound: its key. Its values are the instance's.
    Sound(String),
    /// A scene: its file.
    Scene(String),
}

/// A corner of an instance's square.
pub struct ProjectCorner {
    /// Which: 0 lower left, 1 lower right, 2 upper left, 3 upper right.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// Its values.
    pub params: Box<dyn Params>,
    /// What is not known of it.
    pub kept: Vec<Kept>,
}

/// An instance in a project.
pub struct ProjectInstance {
    /// The slot in which it plays; the take's orders name it.
    pub slot: usize,
    /// Its name.
    pub name: String,
    /// What plays.
    pub playing: Playing,
    /// The preset it came from.
    pub preset: Option<String>,
    /// Its values.
    pub params: Box<dyn Params>,
    /// Where chance starts.
    pub seed: u64,
    /// Most blows that ring at once.
    pub voices: usize,
    /// Loudness \[dB\].
    pub gain: f64,
    /// Place from -1 left to 1 right.
    pub pan: f64,
    /// The output at which it is heard first; its pan leads to the next one.
    pub channel: usize,
    /// Whether it is silent.
    pub mute: bool,
    /// Whether it is heard alone.
    pub solo: bool,
    /// The corners it is morphed between.
    pub corners: Vec<ProjectCorner>,
    /// Where it stands between them.
    pub morph: [f64; 2],
    /// Whether a morph takes over structure.
    pub structure: bool,
    /// Keys of what rings that a morph may change.
    pub loose: Vec<String>,
    /// Keys that are locked.
    pub locks: Vec<String>,
    /// The state it is compared with.
    pub other: Option<Box<dyn Params>>,
    /// Which of the two is shown, 0 or 1.
    pub side: usize,
    /// What is not known of it.
    pub kept: Vec<Kept>,
}

/// A file that a project needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectResource {
    /// Its name.
    pub name: String,
    /// The [`fingerprint`](crate::fingerprint) of its bytes when the project was written.
    pub hash: String,
}

/// A number that follows a curve in a take.
pub struct ProjectTrack {
    /// The instance's slot.
    pub slot: usize,
    /// The number's key.
    pub key: String,
    /// Its values over time.
    pub curve: Curve,
    /// What is not known of it.
    pub kept: Vec<Kept>,
}

/// What was played, from the project's instances at rest.
pub struct ProjectTake {
    /// Sample rate \[Hz\].
    pub rate: f64,
    /// Its length.
    pub frames: u64,
    /// What the player was told at which frame, one line each.
    pub score: Vec<(u64, String)>,
    /// Numbers that follow curves.
    pub tracks: Vec<ProjectTrack>,
    /// What is not known of it.
    pub kept: Vec<Kept>,
}

/// A project.
pub struct Project {
    /// The version of urto that wrote it.
    pub version: Option<String>,
    /// Loudness of everything \[dB\].
    pub master: f64,
    /// How many outputs it is rendered to, 1 to 16.
    pub channels: usize,
    /// Whether freely ringing bodies are worked out in f32.
    pub fast: bool,
    /// Its instances.
    pub instances: Vec<ProjectInstance>,
    /// What moves their parameters.
    pub routes: Vec<ProjectRoute>,
    /// The user's own presets.
    pub presets: Vec<Preset>,
    /// What was played.
    pub take: Option<ProjectTake>,
    /// What is to be played.
    pub score: Option<ProjectScore>,
    /// What the page keeps with it: names and texts that only the page reads.
    pub page: Vec<(String, String)>,
    /// The files that its parameters name, as they were when it was written.
    pub resources: Vec<ProjectResource>,
    /// What is not known of it.
    pub kept: Vec<Kept>,
}

impl Project {
    /// Gives all parameters that may name a file.
    fn values(&self) -> impl Iterator<Item = &dyn Params> {
        self.instances.iter().flat_map(|own| {
            let corners = own.corners.iter().map(|corner| &corner.params);
            let all = [&own.params].into_iter().chain(&own.other).chain(corners);
            all.map(|params| params.as_ref())
        })
    }

    /// Finds every file that its parameters name, and notes their hashes: `fetch` gives the bytes
    /// of a file by its name, or says why it cannot. A file that is not the one with which the
    /// project was written is refused, in one sentence.
    pub fn gather(
        &mut self,
        fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Shelf, String> {
        let mut shelf = Shelf::default();
        let mut resources = Vec::new();
        let named = self.values().flat_map(named_resources);
        let mut names: Vec<String> = named.map(|(_, own)| own.name().to_owned()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let bytes = fetch(&name)?;
            let hash = fingerprint(&bytes);
            let before = self.resources.iter().find(|own| own.name == name);
            if before.is_some_and(|own| own.hash != hash) {
                return Err(format!(
                    "'{name}' is not the file that the project was made with: its bytes differ"
                ));
            }
            shelf.put(&name, &bytes);
            resources.push(ProjectResource { name, hash });
        }
        self.resources = resources;
        Ok(shelf)
    }

    /// The keys that this version does not know, in words: `instance/0: colour`.
    pub fn unknown(&self) -> Vec<String> {
        let mut all = Vec::new();
        let mut add = |place: String, kept: &[Kept]| {
            all.extend(kept.iter().map(|kept| format!("{place}{}", kept.key)));
        };
        add(String::new(), &self.kept);
        for (index, own) in self.instances.iter().enumerate() {
            add(format!("instance/{index}/"), &own.kept);
            for (place, corner) in own.corners.iter().enumerate() {
                add(format!("instance/{index}/corner/{place}/"), &corner.kept);
            }
        }
        for (index, route) in self.routes.iter().enumerate() {
            add(format!("route/{index}/"), &route.kept);
        }
        for (index, preset) in self.presets.iter().enumerate() {
            add(format!("preset/{index}/"), &preset.kept);
        }
        if let Some(score) = &self.score {
            add("score.".to_owned(), &score.kept);
        }
        if let Some(take) = &self.take {
            add("take.".to_owned(), &take.kept);
            for (index, track) in take.tracks.iter().enumerate() {
                add(format!("take.track/{index}/"), &track.kept);
            }
        }
        all
    }
}

/// Reads a project; `file` is its name, for messages. Keys that are not known are kept.
pub fn read_project(file: &str, bytes: &[u8]) -> Result<Project, FileError> {
    let (found, root) = header::open(file, bytes)?;
    let root = Cursor::root(file, &root);
    match found {
        FileKind::Project => project(&root),
        other => Err(root.fail_as(other, FileKind::Project)),
    }
}

pub(crate) fn project(root: &Cursor) -> Result<Project, FileError> {
    let known = [
        "urto", "version", "master", "channels", "quality", "instance", "route", "preset", "take",
        "score", "page", "resource",
    ];
    let channels = whole(root, "channels", 1, MOST_CHANNELS)?.unwrap_or(2);
    let quality = match root.get("quality") {
        None => "exact",
        Some(field) => match field.text()? {
            known @ ("exact" | "fast") => known,
            _ => return Err(field.fail("the quality is \"exact\" or \"fast\"")),
        },
    };
    let mut instances: Vec<ProjectInstance> = Vec::new();
    for entry in list(root, "instance", MOST_INSTANCES)? {
        let own = instance(&entry, channels)?;
        if instances.iter().any(|other| other.slot == own.slot) {
            return Err(entry.fail(format!("slot {} is taken twice", own.slot)));
        }
        instances.push(own);
    }
    let mut routes: Vec<ProjectRoute> = Vec::new();
    for entry in list(root, "route", MOST_ROUTES)? {
        let free = (0..).find(|number| routes.iter().all(|other| other.number != *number));
        let own = route(&entry, &instances, free.unwrap_or(0))?;
        if routes.iter().any(|other| other.number == own.number) {
            return Err(entry.fail(format!("there are two routes of number {}", own.number)));
        }
        let mut moved: Vec<&str> = routes
            .iter()
            .filter(|other| other.slot == own.slot)
            .map(|other| other.key.as_str())
            .collect();
        moved.sort_unstable();
        moved.dedup();
        if moved.len() >= MOST_MOVED && !moved.contains(&own.key.as_str()) {
            return Err(entry.fail(format!(
                "routes move at most {MOST_MOVED} parameters of one instance"
            )));
        }
        routes.push(own);
    }
    let mut presets = Vec::new();
    for entry in list(root, "preset", MOST_PRESETS)? {
        let preset = lenient(&entry)?;
        if preset.name.is_none() {
            return Err(entry.fail("a preset of a project has a name"));
        }
        presets.push(preset);
    }
    let mut resources = Vec::new();
    for entry in list(root, "resource", MOST_RESOURCES)? {
        entry.only(&["name", "hash"])?;
        let text = |key: &str| entry.need(key, "name = \"cup.toml\"")?.reference();
        let (name, hash) = (text("name")?, text("hash")?);
        resources.push(ProjectResource { name, hash });
    }
    Ok(Project {
        resources,
        version: text(root, "version")?,
        master: decibels(root, "master")?,
        channels,
        fast: quality == "fast",
        instances,
        routes,
        presets,
        take: root.get("take").map(|field| take(&field)).transpose()?,
        score: root
            .get("score")
            .map(|field| lanes::score(&field))
            .transpose()?,
        page: root
            .get("page")
            .map(|field| page(&field))
            .transpose()?
            .unwrap_or_default(),
        kept: kept::others(root, &known)?,
    })
}

/// The tables of a list, if it is there.
fn list<'a>(cursor: &Cursor<'a>, name: &str, most: usize) -> Result<Vec<Cursor<'a>>, FileError> {
    let Some(field) = cursor.get(name) else {
        return Ok(Vec::new());
    };
    let entries = field.entries("a list of tables")?;
    if entries.len() > most {
        let count = entries.len();
        return Err(field.fail(format!(
            "there are {count} of these; at most {most} are read"
        )));
    }
    Ok(entries)
}

fn instance(cursor: &Cursor, channels: usize) -> Result<ProjectInstance, FileError> {
    let known = [
        "slot",
        "name",
        "sound",
        "scene",
        "preset",
        "params",
        "seed",
        "voices",
        "gain",
        "pan",
        "channel",
        "mute",
        "solo",
        "corner",
        "morph",
        "structure",
        "loose",
        "locks",
        "other",
        "side",
    ];
    let mut kept = kept::others(cursor, &known)?;
    let (playing, plain) = playing(cursor)?;
    let values = |name: &str, kept: &mut Vec<Kept>| -> Result<_, FileError> {
        let Some(table) = cursor.get(name) else {
            return Ok(None);
        };
        let mut params = plain.boxed();
        kept::sound(params.as_mut(), &table, &format!("{name}."), kept)?;
        Ok(Some(params))
    };
    let params = values("params", &mut kept)?;
    let other = values("other", &mut kept)?;
    let params = params.unwrap_or_else(|| plain.boxed());
    let mut corners: Vec<ProjectCorner> = Vec::new();
    for entry in list(cursor, "corner", 4)? {
        let own = corner(&entry, plain.as_ref())?;
        if corners.iter().any(|other| other.place == own.place) {
            return Err(entry.fail("this corner is there twice"));
        }
        corners.push(own);
    }
    Ok(ProjectInstance {
        slot: whole(cursor, "slot", 0, MOST_INSTANCES - 1)?
            .ok_or_else(|| cursor.fail("'slot' is missing; for example slot = 0"))?,
        name: name(cursor)?,
        playing,
        preset: text(cursor, "preset")?,
        params,
        seed: cursor.get("seed").map_or(Ok(0), |field| seed(&field))?,
        voices: whole(cursor, "voices", 1, MOST_VOICES)?.unwrap_or(1),
        gain: decibels(cursor, "gain")?,
        pan: cursor
            .get("pan")
            .map_or(Ok(0.0), |field| field.between(-1.0, 1.0, ""))?,
        channel: whole(cursor, "channel", 0, channels - 1)?.unwrap_or(0),
        mute: flag(cursor, "mute")?,
        solo: flag(cursor, "solo")?,
        corners,
        morph: place(cursor)?,
        structure: flag(cursor, "structure")?,
        loose: keys(cursor, "loose")?,
        locks: keys(cursor, "locks")?,
        other,
        side: whole(cursor, "side", 0, 1)?.unwrap_or(0),
        kept,
    })
}

/// What an instance plays, and the values it has if nothing else is said.
fn playing(cursor: &Cursor) -> Result<(Playing, Box<dyn Params>), FileError> {
    match (cursor.get("sound"), cursor.get("scene")) {
        (Some(field), None) => {
            let entry = crate::catalogue()
                .sound(field.text()?)
                .map_err(|error| field.fail(error))?;
            let plain = (entry.make)().params().boxed();
            Ok((Playing::Sound(entry.key.to_owned()), plain))
        }
        (None, Some(field)) => {
            let text = field.text()?;
            let scene = crate::read_scene("scene", text.as_bytes());
            let scene = scene.map_err(|error| field.fail(error))?;
            let gain = scene.gain.unwrap_or(1.0);
            Ok((
                Playing::Scene(text.to_owned()),
                SceneParams { gain }.boxed(),
            ))
        }
        _ => Err(cursor.fail("an instance has either a sound or a scene: sound = \"impact\"")),
    }
}

fn corner(cursor: &Cursor, plain: &dyn Params) -> Result<ProjectCorner, FileError> {
    let mut kept = kept::others(cursor, &["place", "name", "params"])?;
    let mut params = plain.boxed();
    if let Some(table) = cursor.get("params") {
        kept::sound(params.as_mut(), &table, "params.", &mut kept)?;
    }
    Ok(ProjectCorner {
        place: whole(cursor, "place", 0, 3)?
            .ok_or_else(|| cursor.fail("'place' is missing; for example place = 0"))?,
        name: name(cursor)?,
        params,
        kept,
    })
}

/// Texts that the page keeps with a project, by name.
fn page(cursor: &Cursor) -> Result<Vec<(String, String)>, FileError> {
    let mut all = Vec::new();
    for (name, field) in cursor.fields()? {
        let text = field.text()?;
        if !is_page_text(name, text) || all.len() >= MOST_PAGE {
            return Err(field.fail(format!(
                "the page keeps at most {MOST_PAGE} texts of {LARGEST_PAGE} bytes, whose names \
                 are small letters"
            )));
        }
        all.push((name.to_owned(), text.to_owned()));
    }
    Ok(all)
}

/// Whether the page may keep a text of this name with a project.
pub fn is_page_text(name: &str, text: &str) -> bool {
    let plain = !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_lowercase());
    plain && name.len() <= 32 && text.len() <= LARGEST_PAGE
}

fn take(cursor: &Cursor) -> Result<ProjectTake, FileError> {
    let rate = cursor.need("rate", "rate = 48000")?.rate()?;
    let longest = (LONGEST_TAKE * Rate::MAX) as usize;
    let frames = cursor.need("frames", "frames = 480000")?;
    let count = whole(cursor, "frames", 1, longest)?.unwrap_or(1) as u64;
    if count as f64 > LONGEST_TAKE * rate {
        return Err(frames.fail(format!("a take lasts at most {LONGEST_TAKE} s")));
    }
    let mut score = Vec::new();
    if let Some(field) = cursor.get("score") {
        for (number, line) in field.text()?.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let parts = line.trim().split_once(' ');
            let cue = parts.and_then(|(at, order)| Some((at.parse().ok()?, order.to_owned())));
            let wrong = || {
                let number = number + 1;
                field.fail(format!(
                    "line {number} must be a frame and an order: 480 release 0"
                ))
            };
            score.push(cue.ok_or_else(wrong)?);
        }
    }
    let mut tracks = Vec::new();
    for entry in list(cursor, "track", 1024)? {
        tracks.push(track(&entry)?);
    }
    Ok(ProjectTake {
        rate,
        frames: count,
        score,
        tracks,
        kept: kept::others(cursor, &["rate", "frames", "score", "track"])?,
    })
}

fn track(cursor: &Cursor) -> Result<ProjectTrack, FileError> {
    let points = cursor.need("points", "points = [[0, 0.1], [1, 0.5]]")?;
    Ok(ProjectTrack {
        slot: whole(cursor, "slot", 0, MOST_INSTANCES - 1)?
            .ok_or_else(|| cursor.fail("'slot' is missing; for example slot = 0"))?,
        key: cursor.need("key", "key = \"velocity\"")?.reference()?,
        curve: curve(&points)?,
        kept: kept::others(cursor, &["slot", "key", "points"])?,
    })
}

fn text(cursor: &Cursor, name: &str) -> Result<Option<String>, FileError> {
    let field = cursor.get(name);
    let text = field.map(|field| field.text().map(str::to_owned));
    text.transpose()
}

/// A name that can be shown.
fn name(cursor: &Cursor) -> Result<String, FileError> {
    let field = cursor.need("name", "name = \"glass\"")?;
    let name = field.text()?;
    let long = name.chars().count() > LONGEST_NAME;
    if name.trim().is_empty() || long || name.contains(char::is_control) {
        return Err(field.fail(format!(
            "a name has 1 to {LONGEST_NAME} characters, and none that cannot be seen"
        )));
    }
    Ok(name.to_owned())
}

fn decibels(cursor: &Cursor, name: &str) -> Result<f64, FileError> {
    let field = cursor.get(name);
    field.map_or(Ok(0.0), |field| field.between(FADER.0, FADER.1, "dB"))
}

fn flag(cursor: &Cursor, name: &str) -> Result<bool, FileError> {
    match cursor.get(name) {
        None => Ok(false),
        Some(field) => match field.node.data {
            Data::Flag(flag) => Ok(flag),
            _ => Err(field.fail("expected true or false")),
        },
    }
}

pub(crate) fn whole(
    cursor: &Cursor,
    name: &str,
    min: usize,
    max: usize,
) -> Result<Option<usize>, FileError> {
    let Some(field) = cursor.get(name) else {
        return Ok(None);
    };
    let number = match field.node.data {
        Data::Integer(number) => usize::try_from(number).ok(),
        _ => None,
    };
    let number = number.filter(|number| (min..=max).contains(number));
    let wrong = || field.fail(format!("expected a whole number from {min} to {max}"));
    number.map(Some).ok_or_else(wrong)
}

/// A list of keys. One of a parameter that is not known here does no harm.
fn keys(cursor: &Cursor, name: &str) -> Result<Vec<String>, FileError> {
    let Some(field) = cursor.get(name) else {
        return Ok(Vec::new());
    };
    let entries = field.entries("a list of keys")?;
    entries.iter().map(|key| key.reference()).collect()
}

fn place(cursor: &Cursor) -> Result<[f64; 2], FileError> {
    let Some(field) = cursor.get("morph") else {
        return Ok([0.5; 2]);
    };
    let entries = field.entries("two numbers: morph = [0.5, 0.5]")?;
    let [x, y] = entries.as_slice() else {
        return Err(field.fail("expected two numbers: morph = [0.5, 0.5]"));
    };
    Ok([x.between(0.0, 1.0, "")?, y.between(0.0, 1.0, "")?])
}
