//! WHAT: from a word on the command line to something that can be rendered.

use crate::failure::Failure;
use crate::format::{self, FileFacts};
use crate::manner::Manner;
use crate::open;
use crate::original::Original;
use crate::output;
use crate::recipe::{Matter, SceneHeader, ScoredScene};
use crate::sample::Bits;
use std::io::Read;
use std::path::{Path, PathBuf};
use urto::sound::Entry;
use urto_file::{Document, Preset, Project, Shelf};

/// A larger file is no scene and no preset \[bytes\].
const LARGEST: u64 = 64 << 20;

/// What the word named, and what it says about rendering.
pub struct Found {
    /// A name for files made of it.
    pub name: String,
    /// The file it came from, if any.
    pub path: Option<PathBuf>,
    /// What sounds.
    pub matter: Matter,
    /// Seed, if it says one.
    pub seed: Option<u64>,
    /// Sample rate \[Hz\], if it says one.
    pub rate: Option<f64>,
    /// Length \[s\], if it says one.
    pub seconds: Option<f64>,
    /// Sample format, if it says one.
    pub bits: Option<Bits>,
    /// How it was played and heard, if it says so.
    pub manner: Manner,
    /// Version of urto that made it, if it says one.
    pub version: Option<String>,
    /// Files that came with it in a pack.
    pub shelf: Shelf,
    /// The sound file whose recipe it is, if it is one's.
    pub original: Option<Original>,
}

impl Found {
    /// A sound of the registry as it is.
    pub fn sound(entry: &Entry) -> Self {
        Self::preset(entry.key, None, Preset::plain(entry))
    }

    fn preset(name: &str, path: Option<PathBuf>, preset: Preset) -> Self {
        Self {
            name: name.to_owned(),
            path,
            seed: preset.seed,
            rate: preset.rate,
            seconds: preset.seconds,
            bits: None,
            manner: Manner::default(),
            version: preset.version.clone(),
            shelf: Shelf::default(),
            original: None,
            matter: Matter::Sound(Box::new(preset)),
        }
    }

    /// A preset as it is demonstrated, or else struck once.
    pub fn demonstrated(mut self, once: bool) -> Result<Self, Failure> {
        let matter = match self.matter {
            Matter::Sound(preset) if once => preset.once().map_err(Failure::other)?,
            Matter::Sound(preset) => preset.demonstrated(),
            Matter::Scene(_) | Matter::Project(_) => return Ok(self),
        };
        self.seconds = matter.seconds;
        self.matter = Matter::Sound(Box::new(matter));
        Ok(self)
    }

    fn project(name: &str, path: &Path, project: Project) -> Self {
        for key in project.unknown() {
            output::warn(&format!("{}: '{key}' is not known here", path.display()));
        }
        Self {
            path: Some(path.to_owned()),
            // As the studio records.
            bits: Some(Bits::Float32),
            ..Self::made(name, project)
        }
    }

    /// A project that lies in no file.
    pub fn made(name: &str, project: Project) -> Self {
        Self {
            name: name.to_owned(),
            path: None,
            seed: None,
            rate: project.take.as_ref().map(|take| take.rate),
            seconds: None,
            bits: None,
            manner: Manner {
                fast: project.fast,
                ..Manner::default()
            },
            version: project.version.clone(),
            shelf: Shelf::default(),
            original: None,
            matter: Matter::Project(Box::new(project)),
        }
    }

    /// A scene from its text.
    pub fn scene(name: &str, path: Option<PathBuf>, text: String) -> Result<Self, Failure> {
        let file = path.as_deref().map_or(name.into(), Path::to_string_lossy);
        let mut fetch = |name: &str| beside(path.as_deref(), name);
        let scene = urto_file::read_scene_with(&file, text.as_bytes(), &mut fetch);
        let scene = scene.map_err(Failure::other)?;
        // A file made of it must hold all of it.
        let text = urto_file::gathered(&file, &text, &mut fetch).map_err(Failure::other)?;
        Ok(Self {
            name: name.to_owned(),
            path,
            seed: None,
            rate: scene.rate,
            seconds: scene.seconds,
            bits: None,
            manner: Manner::default(),
            version: None,
            shelf: Shelf::default(),
            original: None,
            matter: Matter::Scene(Box::new(ScoredScene::new(scene, text))),
        })
    }
}

/// The bytes of a file that lies beside a scene.
fn beside(scene: Option<&Path>, name: &str) -> Result<Vec<u8>, String> {
    let folder = scene.and_then(Path::parent).unwrap_or(Path::new(""));
    let path = folder.join(name);
    let read = |path: &Path| {
        let mut bytes = Vec::new();
        let file = open::file(path)?;
        file.take(LARGEST).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read(&path).map_err(|error| Failure::reading(&path, &error).to_string())
}

/// Finds what a word names: a sound, or else a preset, or else a project that comes with urto, or else a
/// file.
pub fn find(what: &str) -> Result<Found, Failure> {
    if let Ok(entry) = urto_file::catalogue().sound(what) {
        return Ok(Found::sound(entry));
    }
    if let Some(preset) = urto_file::find_preset(what).map_err(Failure::other)? {
        let name = urto_file::spoken(what).replace(' ', "-");
        return Ok(Found::preset(&name, None, preset));
    }
    if let Some(own) = urto_file::find_project(what) {
        let project = urto_file::read_project(own.file, own.text.as_bytes());
        return Ok(Found::made(own.name, project.map_err(Failure::other)?));
    }
    let path = Path::new(what);
    match path.metadata() {
        Ok(there) if there.is_file() => read(path, there.len()),
        Ok(_) => Err(Failure::usage(format!(
            "'{what}' is not a file; give a sound, a preset, a scene, a project, or a WAV, FLAC or Ogg file"
        ))),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::reading(path, &error))
        }
        Err(_) => Err(unknown(what)),
    }
}

/// Nothing has this name; something else may have been meant.
fn unknown(what: &str) -> Failure {
    let keys = urto_file::catalogue()
        .sounds()
        .iter()
        .map(|entry| entry.key.to_owned());
    let presets = urto_file::library().unwrap_or_default();
    let names = presets.into_iter().filter_map(|preset| preset.name);
    let projects = urto_file::projects().map(|own| own.name.to_owned());
    let known: Vec<String> = keys.chain(names).chain(projects).collect();
    let spoken: Vec<String> = known.iter().map(|name| urto_file::spoken(name)).collect();
    let near = urto::closest(&urto_file::spoken(what), spoken.iter().map(String::as_str));
    let place = near.and_then(|near| spoken.iter().position(|name| name == near));
    let hint = match place {
        Some(place) => format!("; did you mean '{}'?", known[place]),
        None => String::new(),
    };
    Failure::usage(format!(
        "there is no sound, no preset, no project and no file '{what}'{hint} ('urto list' names them)"
    ))
}

fn read(path: &Path, length: u64) -> Result<Found, Failure> {
    let reading = |error| Failure::reading(path, &error);
    let stem = path.file_stem().unwrap_or_default();
    let name = stem.to_string_lossy().into_owned();
    let mut file = open::file(path).map_err(reading)?;
    let mut first = Vec::new();
    let head = file.by_ref().take(12).read_to_end(&mut first);
    head.map_err(reading)?;
    if let Some(told) = format::read(&first, &mut file) {
        return from_sound_file(path, &name, told.map_err(reading)?);
    }
    if urto_file::is_pack(&first) {
        file.read_to_end(&mut first).map_err(reading)?;
        return packed(path, &first);
    }
    if first.starts_with(BODY) {
        return a_body(path, &name);
    }
    if length > LARGEST {
        return Err(Failure::other(format!(
            "'{}' is too large for a scene, a preset or a project, and is neither WAV nor FLAC",
            path.display()
        )));
    }
    let mut bytes = first;
    file.read_to_end(&mut bytes).map_err(reading)?;
    // Scenes are read where their objects' files can be found.
    if let Ok(text) = str::from_utf8(&bytes)
        && urto_file::is_scene(text)
    {
        return Found::scene(&name, Some(path.to_owned()), text.to_owned());
    }
    document(path, &name, &path.to_string_lossy(), &bytes)
}

/// How a body from a mesh begins.
const BODY: &[u8] = b"urto = \"body";

/// A body from a mesh under a hammer. It is found again by its name, beside itself.
fn a_body(path: &Path, name: &str) -> Result<Found, Failure> {
    let entry = urto_file::catalogue()
        .sound("impact")
        .map_err(Failure::other)?;
    let mut preset = Preset::plain(entry);
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    for (key, value) in [("body.kind", "file"), ("body.file", &*file)] {
        urto_file::assign_text(preset.params.as_mut(), key, value).map_err(Failure::other)?;
    }
    Ok(Found::preset(name, Some(path.to_owned()), preset))
}

/// What a pack holds, with the files that it names.
fn packed(path: &Path, bytes: &[u8]) -> Result<Found, Failure> {
    let parts = urto_file::read_pack(&path.to_string_lossy(), bytes).map_err(Failure::other)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut found = None;
    let mut shelf = Shelf::default();
    for (name, bytes) in &parts {
        match found {
            None => found = Some(document(path, &stem, name, bytes)?),
            Some(_) => shelf.put(name, bytes),
        }
    }
    let empty = || Failure::other(format!("'{}' is empty", path.display()));
    Ok(Found {
        shelf,
        ..found.ok_or_else(empty)?
    })
}

/// What the bytes of a file say; `file` is its name, for messages.
fn document(path: &Path, name: &str, file: &str, bytes: &[u8]) -> Result<Found, Failure> {
    match urto_file::read(file, bytes).map_err(Failure::other)? {
        Document::Preset(preset) => Ok(Found::preset(name, Some(path.to_owned()), preset)),
        Document::Modal(modal) => {
            let struck = modal.struck();
            Ok(Found::preset(name, Some(path.to_owned()), struck))
        }
        Document::Scene(_) => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            Found::scene(name, Some(path.to_owned()), text)
        }
        Document::Project(project) => Ok(Found::project(name, path, *project)),
        Document::Network(_) => Err(a_network(path)),
        Document::Material(_) => Err(a_material(path)),
        Document::ContactScene(_) => Err(a_contact_scene(path)),
    }
}

/// Networks of masses are no sounds with parameters yet.
fn a_network(path: &Path) -> Failure {
    Failure::usage(format!(
        "'{}' is a network of masses; 'urto render' and 'urto mi check' take it",
        path.display()
    ))
}

/// Contact scenes are no sounds with parameters.
fn a_contact_scene(path: &Path) -> Failure {
    Failure::usage(format!(
        "'{}' is a contact scene; 'urto render' and 'urto simulate' take it",
        path.display()
    ))
}

/// What things are made of does not sound by itself.
fn a_material(path: &Path) -> Failure {
    let path = path.display();
    Failure::usage(format!(
        "'{path}' is a material; 'urto modes MESH --material {path} -o OUT.body' makes a body of it"
    ))
}

fn from_sound_file(path: &Path, name: &str, told: FileFacts) -> Result<Found, Failure> {
    let shown = path.display();
    let text = told.text.as_deref().ok_or_else(|| {
        Failure::other(format!(
            "'{shown}' does not say how it was made; only files made by urto can be made again"
        ))
    })?;
    let (manner, text) = Manner::split(text);
    let mut found = match SceneHeader::split(text) {
        Some((header, scene)) => {
            let mut found = Found::scene(name, Some(path.to_owned()), scene.to_owned())?;
            found.seed = Some(header.seed);
            found.rate = Some(header.rate);
            found.seconds = Some(header.seconds);
            found.version = Some(header.version);
            if let Matter::Scene(scored) = &mut found.matter {
                scored.scene.gain = Some(header.gain);
                for (key, value) in &header.changes {
                    scored.change(key, value)?;
                }
            }
            found
        }
        None => {
            let read = urto_file::read(&shown.to_string(), text.as_bytes());
            match read.map_err(Failure::other)? {
                Document::Preset(preset) => Found::preset(name, Some(path.to_owned()), preset),
                Document::Project(project) => Found::project(name, path, *project),
                Document::Modal(modal) => {
                    Found::preset(name, Some(path.to_owned()), modal.struck())
                }
                Document::Network(_) => return Err(a_network(path)),
                Document::ContactScene(_) => return Err(a_contact_scene(path)),
                Document::Material(_) => return Err(a_material(path)),
                // A scene without what stands before it.
                Document::Scene(_) => Found::scene(name, Some(path.to_owned()), text.to_owned())?,
            }
        }
    };
    found.original = Original::new(path, &told);
    found.bits = told.bits;
    // A project says it itself.
    if !matches!(found.matter, Matter::Project(_)) {
        found.manner = manner;
    }
    Ok(found)
}
