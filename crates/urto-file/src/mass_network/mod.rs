//! Networks of masses and links (`.mi.toml`).
//!
//! ```
//! let text = r#"urto = "mi/1"
//! [[mass]]
//! name = "wall"
//! position = [0, 0, 0]
//! fixed = true
//! [[mass]]
//! name = "ball"
//! position = [0.1, 0, 0]
//! mass = "2 g"
//! [[link]]
//! kind = "spring-damper"
//! between = ["wall", "ball"]
//! stiffness = 4000
//! damping = 0.01
//! [[event]]
//! at = 0
//! force = { mass = "ball", value = [1, 0, 0], steps = 1 }
//! [[listen]]
//! mass = "ball"
//! axis = [1, 0, 0]
//! "#;
//! let network = urto_file::read_network("ball.mi.toml", text.as_bytes())?;
//! assert_eq!(network.model.links().len(), 1);
//! let mut played = network.played()?;
//! let mut heard = vec![0.0; 100];
//! played.render(&mut [&mut heard]);
//! assert!(heard[50] != 0.0);
//!
//! let wrong = text.replace(r#""wall", "ball""#, r#""wall", "bell""#);
//! let error = urto_file::read_network("ball.mi.toml", wrong.as_bytes()).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "ball.mi.toml:12: link/0/between/1: there is no mass 'bell'; did you mean 'ball'?"
//! );
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod body;
mod builders;
mod changes;
mod contacts;
mod links;
mod masses;
mod mdl;
mod nested;
mod score;
mod units;
mod write;

use crate::cursor::Cursor;
use crate::error::{FileError, hint};
use crate::header::{self, FileKind};
pub(crate) use body::LOADER;
pub use mdl::{ImportedMdl, read_mdl};
use nested::{Assembly, Fetch, nothing};
use units::Units;
use urto::closest;
use urto_mi::{
    Driver, Event, Listener, MassId, Model, ModelError, Planned, Played, Precision, StepQuality,
    Stepping, Touch,
};
pub use write::write_network;

/// Steps a second of a file that says nothing \[Hz\].
const USUAL_RATE: f64 = 44_100.0;
/// Names among which a similar one is looked for.
const LOOKED_AT: usize = 1000;

/// A network of masses, what happens to it, and who listens.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkFile {
    /// Its name for people.
    pub name: Option<String>,
    /// What it is, in a sentence.
    pub about: Option<String>,
    /// How long it is played \[s\], if it says so.
    pub seconds: Option<f64>,
    /// Masses and links.
    pub model: Model,
    /// Triangles between masses that came from a shape, by the numbers of their corners: for
    /// pictures.
    pub triangles: Vec<[u32; 3]>,
    /// What happens at times.
    pub events: Vec<Event>,
    /// What changes of it while it sounds.
    pub changes: Vec<Planned>,
    /// What happens all the time.
    pub drivers: Vec<Driver>,
    /// A channel each.
    pub listeners: Vec<Listener>,
    /// Where it is touched as the body of a sound.
    pub touch: Touch,
    /// How it is stepped.
    pub stepping: Stepping,
}

impl NetworkFile {
    /// Ready to be played.
    pub fn played(&self) -> Result<Played, ModelError> {
        Played::with(&self.model, &self.events, &self.listeners, self.stepping)?
            .driven(&self.model, &self.drivers)?
            .changing(&self.model, &self.changes)
    }
}

/// Reads a network of masses; `file` is its name, for messages. One that names other files is
/// refused: see [`read_network_with`].
pub fn read_network(file: &str, bytes: &[u8]) -> Result<NetworkFile, FileError> {
    read_network_with(file, bytes, &mut nothing)
}

/// Reads a network of masses that may name other files (shapes, and networks to be placed in it):
/// `fetch` gives the bytes of a file by the name that the network has for it, or says why it cannot.
pub fn read_network_with(
    file: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<NetworkFile, FileError> {
    let (found, root) = header::open(file, bytes)?;
    let root = Cursor::root(file, &root);
    match found {
        FileKind::Network => network_with(&root, fetch),
        other => Err(root.fail_as(other, FileKind::Network)),
    }
}

/// Keys of the file.
const KEYS: [&str; 23] = [
    "urto",
    "name",
    "about",
    "seconds",
    "rate",
    "units",
    "quality",
    "precision",
    "friction",
    "gravity",
    "mass",
    "row",
    "lattice",
    "surface",
    "part",
    "place",
    "link",
    "plane",
    "contact",
    "event",
    "driver",
    "listen",
    "body",
];

/// How it is stepped: `quality` and `precision`.
fn stepping(root: &Cursor) -> Result<Stepping, FileError> {
    let mut stepping = Stepping::default();
    if let Some(field) = root.get("quality") {
        let names: Vec<&str> = StepQuality::ALL.iter().map(|own| own.name()).collect();
        stepping.quality = StepQuality::ALL[field.one_of(&names)?];
    }
    if let Some(field) = root.get("precision") {
        let names: Vec<&str> = Precision::ALL.iter().map(|own| own.name()).collect();
        stepping.precision = Precision::ALL[field.one_of(&names)?];
    }
    Ok(stepping)
}

pub(crate) fn network(root: &Cursor) -> Result<NetworkFile, FileError> {
    network_with(root, &mut nothing)
}

/// How numbers of a file are meant.
#[derive(Clone, Copy)]
struct Rated {
    hertz: f64,
    units: Units,
}

/// An empty model as a file wants it: its rate, its medium.
fn opened(root: &Cursor) -> Result<(Rated, Model), FileError> {
    root.only(&KEYS)?;
    let [low, high] = Model::RATES;
    let hertz = match root.get("rate") {
        Some(field) => field.between(low, high, "Hz")?,
        None => USUAL_RATE,
    };
    let mut model = Model::new(hertz).map_err(|error| root.fail(error))?;
    let units = Units::of(root, hertz)?;
    if let Some(field) = root.get("friction") {
        let friction = units.velocities(field.number("N*s/m")?);
        model
            .set_friction(friction)
            .map_err(|error| field.fail(error))?;
    }
    if let Some(field) = root.get("gravity") {
        let gravity = field.three("m/s²")?.map(|own| units.forces(own));
        model
            .set_gravity(gravity)
            .map_err(|error| field.fail(error))?;
    }
    Ok((Rated { hertz, units }, model))
}

/// Parts first, then all that is made of masses and links.
fn assemble(into: &mut Assembly, rated: Rated, root: &Cursor) -> Result<(), FileError> {
    each(root, "part", |field| into.part(rated, field))?;
    masses_and_links(into, rated.units, root)
}

fn masses_and_links(into: &mut Assembly, units: Units, root: &Cursor) -> Result<(), FileError> {
    let built = &mut into.built;
    let model = &mut built.model;
    each(root, "mass", |field| masses::add(model, units, field))?;
    each(root, "row", |field| builders::row(model, units, field))?;
    each(root, "lattice", |field| {
        let own = builders::lattice(model, units, field)?;
        built.faces.extend(own);
        Ok(())
    })?;
    each(root, "surface", |field| into.surface(units, field))?;
    each(root, "place", |field| into.place(field))?;
    let model = &mut into.built.model;
    each(root, "link", |field| links::add(model, units, field))?;
    each(root, "plane", |field| links::plane(model, units, field))?;
    let built = &mut into.built;
    each(root, "contact", |field| contacts::add(built, units, field))
}

fn network_with(root: &Cursor, fetch: Fetch) -> Result<NetworkFile, FileError> {
    let text = |name: &str| {
        let field = root.get(name);
        field
            .map(|field| field.text().map(str::to_owned))
            .transpose()
    };
    let (rated, model) = opened(root)?;
    let mut assembly = Assembly::new(model, fetch);
    assemble(&mut assembly, rated, root)?;
    let nested::Built {
        model, triangles, ..
    } = assembly.built;
    let units = rated.units;
    let (mut events, mut drivers, mut listeners) = (Vec::new(), Vec::new(), Vec::new());
    let mut changes = Vec::new();
    each(root, "event", |field| {
        match changes::planned(&model, units, field)? {
            Some(one) => changes::gather(&mut changes, one),
            None => events.push(score::event(&model, units, field)?),
        }
        Ok(())
    })?;
    let model = changes::at_the_start(&model, &changes).map_err(|error| root.fail(error))?;
    each(root, "driver", |field| {
        drivers.push(score::driver(&model, units, field)?);
        Ok(())
    })?;
    each(root, "listen", |field| {
        listeners.push(score::listener(&model, units, field)?);
        Ok(())
    })?;
    Ok(NetworkFile {
        name: text("name")?,
        about: text("about")?,
        seconds: root
            .get("seconds")
            .map(|field| field.seconds())
            .transpose()?,
        touch: body::touch(&model, &listeners, root)?,
        model,
        triangles,
        events,
        changes,
        drivers,
        listeners,
        stepping: stepping(root)?,
    })
}

/// Does something with each entry of a list, if it is there.
fn each<'a>(
    root: &Cursor<'a>,
    key: &str,
    mut act: impl FnMut(&Cursor<'a>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let Some(list) = root.get(key) else {
        return Ok(());
    };
    for entry in list.entries(&format!("a list: write [[{key}]]"))? {
        act(&entry)?;
    }
    Ok(())
}

/// The mass that is named here.
fn mass_of(model: &Model, field: &Cursor) -> Result<MassId, FileError> {
    let name = field.reference()?;
    model.find(&name).ok_or_else(|| {
        let known = model.masses().iter().map(|mass| mass.name.as_str());
        let near = closest(&name, known.filter(|own| !own.is_empty()).take(LOOKED_AT));
        let hint = hint(&near.map(str::to_owned));
        field.fail(format!("there is no mass '{name}'{hint}"))
    })
}

#[cfg(test)]
mod contact_tests;
#[cfg(test)]
mod tests;
