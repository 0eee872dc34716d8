//! Presets: a sound, its parameters, and what one wants to remember with them.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::fill;
use crate::header::{self, FileKind};
use crate::kept::{self, Kept};
use crate::tree::Data;
use urto::param::{Params, leaves};
use urto::sound::{Entry, Event, Expression, Sound};
use urto::{BuildError, Rate};

/// A sound with parameters.
///
/// In a file, `[params]` holds parameters and macros; macros are applied first, wherever they
/// stand, and leave nothing but the parameters they set. `[demonstration]` holds those that are
/// others while the preset is shown to somebody: a bell that is rung eight times, though a trigger
/// strikes it once.
pub struct Preset {
    /// Key of the sound.
    pub sound: String,
    /// Its name for people.
    pub name: Option<String>,
    /// What it is, in a sentence.
    pub about: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Where its noise starts.
    pub seed: Option<u64>,
    /// Sample rate \[Hz\].
    pub rate: Option<f64>,
    /// Length \[s\].
    pub seconds: Option<f64>,
    /// The version of urto that wrote it.
    pub version: Option<String>,
    /// All parameters of the sound; those that a file leaves out are as the sound has them.
    pub params: Box<dyn Params>,
    /// All parameters as they are in its demonstration, if it has one.
    pub demonstration: Option<Box<dyn Params>>,
    /// Keys that this version does not know, from a file that was read leniently.
    pub kept: Vec<Kept>,
}

impl Clone for Preset {
    fn clone(&self) -> Self {
        Self {
            sound: self.sound.clone(),
            name: self.name.clone(),
            about: self.about.clone(),
            tags: self.tags.clone(),
            version: self.version.clone(),
            params: self.params.boxed(),
            demonstration: self.demonstration.as_ref().map(|own| own.boxed()),
            kept: self.kept.clone(),
            ..*self
        }
    }
}

impl Preset {
    /// A sound as it is.
    pub fn plain(entry: &Entry) -> Self {
        Self {
            sound: entry.key.to_owned(),
            name: None,
            about: None,
            tags: Vec::new(),
            seed: None,
            rate: None,
            seconds: None,
            version: None,
            params: (entry.make)().params().boxed(),
            demonstration: None,
            kept: Vec::new(),
        }
    }

    /// The preset as it is shown to somebody who wants to know what it is: its demonstration, if
    /// it has one, or else itself.
    ///
    /// ```
    /// let bell = urto_file::find_preset("church bell")?.expect("it comes with urto");
    /// let blows = |preset: &urto_file::Preset| urto_file::write_preset(preset, false);
    /// assert!(blows(&bell).contains("[demonstration.repeat]"));
    /// assert!(blows(&bell.demonstrated()).contains("[params.repeat]"));
    /// # Ok::<(), urto_file::FileError>(())
    /// ```
    pub fn demonstrated(mut self) -> Self {
        if let Some(params) = self.demonstration.take() {
            self.params = params;
            self.kept
                .retain(|kept| !kept.key.starts_with(DEMONSTRATION));
        }
        self
    }

    /// Loads what it names of the files that come with urto, where it is not loaded yet; says in a
    /// sentence what is missing.
    pub fn load_built_in(&mut self) -> Result<(), String> {
        let shelf = crate::Shelf::default();
        crate::load_resources(self.params.as_mut(), &mut |name| shelf.fetch(name))
    }

    /// The preset without its demonstration: one trigger, one blow. Its length then is what the
    /// blow needs, and no more than the demonstration's.
    pub fn once(mut self) -> Result<Self, BuildError> {
        if self.demonstration.take().is_none() {
            return Ok(self);
        }
        self.kept
            .retain(|kept| !kept.key.starts_with(DEMONSTRATION));
        let entry = crate::catalogue().sound(&self.sound)?;
        if let Some(seconds) = self.seconds {
            let needs = self.sound(entry).tail().max(entry.seconds);
            self.seconds = Some(seconds.min(needs));
        }
        Ok(self)
    }

    /// The sound with these parameters.
    fn sound(&self, entry: &Entry) -> Box<dyn Sound> {
        let mut sound = (entry.make)();
        for (id, _) in leaves(self.params.as_ref()) {
            if let Some(value) = self.params.value(&id) {
                sound.set(&id, &value);
            }
        }
        sound
    }

    /// The sound with these parameters, prepared and triggered; see [`trigger`](Preset::trigger).
    pub fn start(
        &self,
        rate: Rate,
        block: usize,
        seconds: f64,
        seed: u64,
    ) -> Result<Box<dyn Sound>, BuildError> {
        let mut sound = self.prepare(rate, block)?;
        let plain = Expression::default();
        self.trigger(sound.as_mut(), rate, seconds, (seed, plain))?;
        Ok(sound)
    }

    /// The sound with these parameters, prepared.
    pub fn prepare(&self, rate: Rate, block: usize) -> Result<Box<dyn Sound>, BuildError> {
        let mut sound = self.sound(crate::catalogue().sound(&self.sound)?);
        sound.prepare(rate, block);
        Ok(sound)
    }

    /// How many of its modes one core cannot play live: see [`Sound::beyond_live`].
    pub fn beyond_live(&self, rate: Rate) -> Result<usize, BuildError> {
        let sound = self.sound(crate::catalogue().sound(&self.sound)?);
        Ok(sound.beyond_live(rate))
    }

    /// Triggers a sound that [`prepare`](Preset::prepare) made, from its beginning and with a seed:
    /// as if it were made anew. One that goes on is let go at the same share of `seconds` as of its
    /// usual length.
    pub fn trigger(
        &self,
        sound: &mut dyn Sound,
        rate: Rate,
        seconds: f64,
        (seed, expression): (u64, Expression),
    ) -> Result<(), BuildError> {
        let entry = crate::catalogue().sound(&self.sound)?;
        sound.reset(seed);
        sound.event(0, Event::with(1.0, expression));
        if let Some(release) = entry.release {
            let at = release * seconds / entry.seconds * rate.hertz();
            sound.event(at.round() as usize, Event::Release);
        }
        Ok(())
    }
}

/// Reads a preset; `file` is its name, for messages.
pub fn read_preset(file: &str, bytes: &[u8]) -> Result<Preset, FileError> {
    let (found, root) = header::open(file, bytes)?;
    let root = Cursor::root(file, &root);
    match found {
        FileKind::Preset => preset(&root),
        other => Err(root.fail_as(other, FileKind::Preset)),
    }
}

/// Reads a preset as [`read_preset`] does, but keeps keys that are not known
/// ([`Preset::kept`]) instead of refusing them: for hosts that write it again.
pub fn read_preset_kept(file: &str, bytes: &[u8]) -> Result<Preset, FileError> {
    let (found, root) = header::open(file, bytes)?;
    let root = Cursor::root(file, &root);
    match found {
        FileKind::Preset => lenient(&root),
        _ => Err(root.fail("this is not a preset")),
    }
}

/// What a preset's file may hold.
const KEYS: [&str; 11] = [
    "urto",
    "sound",
    "name",
    "about",
    "tags",
    "seed",
    "rate",
    "seconds",
    "version",
    "params",
    "demonstration",
];

/// How the keys of its two tables begin.
pub(crate) const PARAMS: &str = "params.";
pub(crate) const DEMONSTRATION: &str = "demonstration.";

pub(crate) fn preset(root: &Cursor) -> Result<Preset, FileError> {
    root.only(&KEYS)?;
    about(root, |params, table, _| fill::sound(params, table))
}

/// A preset whose unknown keys are kept.
pub(crate) fn lenient(root: &Cursor) -> Result<Preset, FileError> {
    let mut kept = kept::others(root, &KEYS)?;
    let preset = about(root, |params, table, before| {
        kept::sound(params, table, before, &mut kept)
    })?;
    Ok(Preset { kept, ..preset })
}

fn about(
    root: &Cursor,
    mut fill: impl FnMut(&mut dyn Params, &Cursor, &str) -> Result<(), FileError>,
) -> Result<Preset, FileError> {
    let sound = root.need("sound", "sound = \"impact\"")?;
    let entry = crate::catalogue()
        .sound(sound.text()?)
        .map_err(|error| sound.fail(error))?;
    let mut params = (entry.make)().params().boxed();
    if let Some(table) = root.get("params") {
        fill(params.as_mut(), &table, PARAMS)?;
    }
    let mut demonstration = None;
    if let Some(table) = root.get("demonstration") {
        let mut shown = params.boxed();
        fill(shown.as_mut(), &table, DEMONSTRATION)?;
        demonstration = Some(shown);
    }
    let mut tags = Vec::new();
    if let Some(list) = root.get("tags") {
        for tag in list.entries("a list of words: tags = [\"metal\", \"small\"]")? {
            tags.push(tag.text()?.to_owned());
        }
    }
    let text = |name: &str| {
        let field = root.get(name);
        field
            .map(|field| field.text().map(str::to_owned))
            .transpose()
    };
    Ok(Preset {
        sound: entry.key.to_owned(),
        name: text("name")?,
        about: text("about")?,
        tags,
        seed: root.get("seed").map(|field| seed(&field)).transpose()?,
        rate: root.get("rate").map(|field| field.rate()).transpose()?,
        seconds: root
            .get("seconds")
            .map(|field| field.seconds())
            .transpose()?,
        version: text("version")?,
        params,
        demonstration,
        kept: Vec::new(),
    })
}

/// A seed; those beyond what a TOML integer holds are written as text.
pub(crate) fn seed(cursor: &Cursor) -> Result<u64, FileError> {
    let seed = match &cursor.node.data {
        Data::Integer(number) => u64::try_from(*number).ok(),
        Data::Text(text) => text.parse().ok(),
        _ => None,
    };
    seed.ok_or_else(|| cursor.fail("a seed is a whole number from 0 to 18446744073709551615"))
}
