//! The catalogue: every kind of object, contact law, space and sound that a host knows, by key.
//!
//! It is a value. This crate brings its own ([`Catalogue::of_urto`]); other crates bring theirs
//! beside it, each by one line where the catalogue is composed. Scenes, files, engines, commands
//! and tests read the composed one, so that whatever is added is known everywhere.
//!
//! ```
//! use urto::catalogue::Catalogue;
//! let catalogue = Catalogue::of_urto();
//! assert!(catalogue.sound("impact").is_ok());
//! let wrong = catalogue.law("frictoin").err().unwrap();
//! assert!(wrong.to_string().contains("did you mean 'friction'?"));
//! ```

use crate::body::{self, BodyLoader, Loaded};
use crate::contact::{self, LawKind};
use crate::error::BuildError;
use crate::object::{self, ObjectKind};
use crate::param::ResourceLoader;
use crate::sound::Entry;
use crate::sounds;
use crate::space::{self, SpaceKind};
use std::sync::OnceLock;

/// What a host knows.
#[derive(Clone, Default)]
pub struct Catalogue {
    objects: Vec<&'static ObjectKind>,
    laws: Vec<&'static LawKind>,
    bodies: Vec<&'static BodyLoader>,
    resources: Vec<&'static ResourceLoader>,
    spaces: Vec<&'static SpaceKind>,
    /// Sounds as they were brought, and with the spaces behind them.
    plain: Vec<&'static Entry>,
    staged: Vec<&'static Entry>,
}

impl Catalogue {
    /// Knows nothing.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Knows the spaces that this crate brings, and nothing else.
    pub fn of_spaces() -> Self {
        let add = |all: Self, kind: &&'static SpaceKind| all.with_space(kind);
        space::KINDS.iter().fold(Self::empty(), add)
    }

    /// Knows what this crate brings.
    pub fn of_urto() -> Self {
        // What is composed of a sound and spaces lives as long as the program: once is enough.
        static OWN: OnceLock<Catalogue> = OnceLock::new();
        OWN.get_or_init(Self::composed).clone()
    }

    fn composed() -> Self {
        let mut catalogue = Self::of_spaces();
        for kind in object::KINDS.iter().chain(body::KINDS) {
            catalogue = catalogue.with_object(kind);
        }
        for law in contact::LAWS {
            catalogue = catalogue.with_law(law);
        }
        for sound in sounds::ALL {
            catalogue = catalogue.with_sound(sound);
        }
        catalogue
    }

    /// Knows a kind of object too. One of the same key is replaced.
    pub fn with_object(mut self, kind: &'static ObjectKind) -> Self {
        put(&mut self.objects, kind, |kind| kind.key);
        self
    }

    /// Knows a contact law too. One of the same key is replaced.
    pub fn with_law(mut self, law: &'static LawKind) -> Self {
        put(&mut self.laws, law, |law| law.key);
        self
    }

    /// Knows a sort of file that holds a body too. One of the same key is replaced.
    pub fn with_body(mut self, loader: &'static BodyLoader) -> Self {
        put(&mut self.bodies, loader, |loader| loader.key);
        self
    }

    /// Knows another sort of file that parameters name too. One of the same sort is replaced.
    pub fn with_resource(mut self, loader: &'static ResourceLoader) -> Self {
        put(&mut self.resources, loader, |loader| loader.sort);
        self
    }

    /// Knows a space too, behind every sound. One of the same key is replaced. The first one is
    /// what a sound is heard in unless it is told otherwise.
    pub fn with_space(mut self, kind: &'static SpaceKind) -> Self {
        put(&mut self.spaces, kind, |kind| kind.key);
        let plain = self.plain.iter();
        self.staged = plain
            .map(|sound| space::stage(sound, &self.spaces))
            .collect();
        self
    }

    /// Knows a sound too, with the spaces behind it. One of the same key is replaced.
    pub fn with_sound(mut self, sound: &'static Entry) -> Self {
        put(&mut self.plain, sound, |sound| sound.key);
        let staged = space::stage(sound, &self.spaces);
        put(&mut self.staged, staged, |sound| sound.key);
        self
    }

    /// The kinds of objects that scenes can name.
    pub fn objects(&self) -> &[&'static ObjectKind] {
        &self.objects
    }

    /// The contact laws that scenes can name.
    pub fn laws(&self) -> &[&'static LawKind] {
        &self.laws
    }

    /// The sorts of files that hold a body.
    pub fn bodies(&self) -> &[&'static BodyLoader] {
        &self.bodies
    }

    /// Makes a body of a file's bytes, by the first loader that knows such files; `name` is the
    /// file's, for messages.
    pub fn load_body(&self, name: &str, bytes: &[u8]) -> Result<Loaded, String> {
        let Some(loader) = self.bodies.iter().find(|loader| (loader.fits)(bytes)) else {
            let known: Vec<&str> = self.bodies.iter().map(|loader| loader.key).collect();
            return Err(format!(
                "'{name}' holds no body that is known here (known: {})",
                known.join(", ")
            ));
        };
        (loader.load)(name, bytes).map(Loaded)
    }

    /// What loads files of this sort, which is not `body`.
    pub fn resource(&self, sort: &str) -> Option<&'static ResourceLoader> {
        let found = self.resources.iter().find(|loader| loader.sort == sort);
        found.copied()
    }

    /// The sounds, each with the spaces behind it.
    pub fn sounds(&self) -> &[&'static Entry] {
        &self.staged
    }

    /// The spaces that may be behind a sound.
    pub fn spaces(&self) -> &[&'static SpaceKind] {
        &self.spaces
    }

    /// The kind of object of this key.
    pub fn object(&self, key: &str) -> Result<&'static ObjectKind, BuildError> {
        find("object kind", key, &self.objects, |kind| kind.key)
    }

    /// The contact law of this key.
    pub fn law(&self, key: &str) -> Result<&'static LawKind, BuildError> {
        find("contact law", key, &self.laws, |law| law.key)
    }

    /// The sound of this key.
    pub fn sound(&self, key: &str) -> Result<&'static Entry, BuildError> {
        find("sound", key, &self.staged, |sound| sound.key)
    }

    /// The space of this key.
    pub fn space(&self, key: &str) -> Result<&'static SpaceKind, BuildError> {
        find("space", key, &self.spaces, |kind| kind.key)
    }
}

fn put<T>(shelf: &mut Vec<&'static T>, new: &'static T, key: fn(&T) -> &'static str) {
    match shelf.iter_mut().find(|own| key(own) == key(new)) {
        Some(own) => *own = new,
        None => shelf.push(new),
    }
}

/// The thing of this key, or an error that names the one most like it.
pub(crate) fn find<T>(
    what: &str,
    wanted: &str,
    shelf: &[&'static T],
    key: fn(&T) -> &'static str,
) -> Result<&'static T, BuildError> {
    let found = shelf.iter().find(|own| key(own) == wanted);
    found
        .copied()
        .ok_or_else(|| BuildError::missing(what, wanted, shelf.iter().map(|own| key(own))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_the_last_of_one_key_counts() {
        let catalogue = Catalogue::of_urto();
        let mut keys: Vec<&str> = catalogue.sounds().iter().map(|sound| sound.key).collect();
        let count = keys.len();
        assert_eq!(count, sounds::ALL.len());
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        let kinds = object::KINDS.len() + body::KINDS.len();
        assert_eq!(catalogue.objects().len(), kinds);
        assert_eq!(catalogue.laws().len(), contact::LAWS.len());

        static OTHER: Entry = Entry {
            title: "Another impact",
            ..*sounds::ALL[0]
        };
        let catalogue = catalogue.with_sound(&OTHER);
        assert_eq!(catalogue.sounds().len(), count);
        assert_eq!(catalogue.sound(OTHER.key).unwrap().title, OTHER.title);
    }
}
