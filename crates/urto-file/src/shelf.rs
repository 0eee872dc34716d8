//! The files that a host has at hand.

use crate::library::built_in;
use crate::resource::fingerprint;
use std::sync::Arc;

/// Files by the names that parameters have for them.
///
/// ```
/// let mut shelf = urto_file::Shelf::default();
/// assert_eq!(shelf.fetch("cup.toml").unwrap_err(), "there is no file 'cup.toml' here; open it first");
/// shelf.put("cup.toml", b"urto");
/// assert_eq!(shelf.fetch("cup.toml").unwrap(), b"urto");
/// ```
#[derive(Clone, Default)]
pub struct Shelf(Vec<Shelved>);

#[derive(Clone)]
struct Shelved {
    name: String,
    hash: String,
    bytes: Arc<[u8]>,
}

impl Shelf {
    /// Puts a file on the shelf, in the place of one of the same name.
    pub fn put(&mut self, name: &str, bytes: &[u8]) {
        self.0.retain(|own| own.name != name);
        self.0.push(Shelved {
            name: name.to_owned(),
            hash: fingerprint(bytes),
            bytes: bytes.into(),
        });
    }

    /// Takes files off the shelf but for some.
    pub fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.0.retain(|own| keep(&own.name));
    }

    /// The bytes of a file that was put here.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        let found = self.0.iter().find(|own| own.name == name);
        found.map(|own| &own.bytes[..])
    }

    /// The bytes of a file that was put here or comes with urto, or a sentence that says that
    /// there is none.
    pub fn fetch(&self, name: &str) -> Result<Vec<u8>, String> {
        let found = self.get(name).or_else(|| built_in(name));
        found.map(<[u8]>::to_vec).ok_or_else(|| missing(name))
    }

    /// The [`fingerprint`] of what [`fetch`](Self::fetch) gives.
    pub fn hash(&self, name: &str) -> Result<String, String> {
        if let Some(own) = self.0.iter().find(|own| own.name == name) {
            return Ok(own.hash.clone());
        }
        let found = built_in(name).map(fingerprint);
        found.ok_or_else(|| missing(name))
    }

    /// Names and bytes, in the order in which they were put.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().map(|own| (own.name.as_str(), &own.bytes[..]))
    }
}

fn missing(name: &str) -> String {
    format!("there is no file '{name}' here; open it first")
}
