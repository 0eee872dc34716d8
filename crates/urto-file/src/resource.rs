//! Resources: files that parameters name, found by the host and loaded by the catalogue.

use std::sync::Arc;
use urto::param::{Kind, ParamId, Params, Resource, Value, leaves};

/// Largest file that is loaded \[bytes\].
pub const LARGEST_RESOURCE: usize = 64 << 20;

/// What tells one content of a file from another: FNV-1a of its bytes, 16 hexadecimal digits. It
/// guards against mistakes, not against malice.
///
/// ```
/// assert_eq!(urto_file::fingerprint(b""), "cbf29ce484222325");
/// ```
pub fn fingerprint(bytes: &[u8]) -> String {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(start, mix))
}

/// Files that a host has at hand, by the names that parameters have for them.
#[derive(Clone, Default)]
pub struct Shelf(Vec<(String, Arc<[u8]>)>);

impl Shelf {
    /// Puts a file on the shelf, in the place of one of the same name.
    pub fn put(&mut self, name: &str, bytes: &[u8]) {
        self.0.retain(|(own, _)| own != name);
        self.0.push((name.to_owned(), bytes.into()));
    }

    /// The bytes of a file, or a sentence that says that it is not there.
    pub fn fetch(&self, name: &str) -> Result<Vec<u8>, String> {
        let found = self.0.iter().find(|(own, _)| own == name);
        found
            .map(|(_, bytes)| bytes.to_vec())
            .ok_or_else(|| format!("there is no file '{name}' here"))
    }

    /// Names and bytes, in the order in which they were put.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0
            .iter()
            .map(|(name, bytes)| (name.as_str(), &bytes[..]))
    }
}

/// The resources that parameters name, each with the parameter that does.
pub fn named_resources(params: &dyn Params) -> Vec<(ParamId, Resource)> {
    let named = |(id, spec): (ParamId, &urto::param::Spec)| match (spec.kind, params.value(&id)) {
        (Kind::Resource { .. }, Some(Value::Resource(own))) if !own.name().is_empty() => {
            Some((id, own))
        }
        _ => None,
    };
    leaves(params).into_iter().filter_map(named).collect()
}

/// Loads every resource that the parameters name and that is not loaded yet: `fetch` gives the
/// bytes of a file by its name, or says why it cannot. If one cannot be loaded, nothing is
/// changed, and one sentence says which and why.
///
/// ```
/// let mut params = urto::sounds::make("impact")?.params().boxed();
/// urto_file::assign_text(params.as_mut(), "body.file", "cup.toml")?;
/// let cup = "urto = \"modal/1\"\nmodes = [{ frequency = 1900 }]";
/// let mut fetch = |_: &str| Ok(cup.as_bytes().to_vec());
/// urto_file::load_resources(params.as_mut(), &mut fetch)?;
/// let mut missing = |_: &str| Err("there is no such file".to_owned());
/// urto_file::assign_text(params.as_mut(), "body.file", "mug.toml")?;
/// let sentence = urto_file::load_resources(params.as_mut(), &mut missing).unwrap_err();
/// assert_eq!(sentence, "body.file: there is no such file");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_resources(
    params: &mut dyn Params,
    fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<(), String> {
    let mut all = Vec::new();
    for (id, own) in named_resources(params) {
        if !own.is_loaded() {
            let key = params.table().key_of(&id).unwrap_or_default();
            let loaded = load(own.name(), fetch).map_err(|why| format!("{key}: {why}"))?;
            all.push((id, Value::Resource(loaded)));
        }
    }
    for (id, loaded) in all {
        params.assign(&id, &loaded).map_err(|why| why.to_string())?;
    }
    Ok(())
}

/// One resource by its name.
fn load(
    name: &str,
    fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Resource, String> {
    let bytes = fetch(name)?;
    if bytes.len() > LARGEST_RESOURCE {
        return Err(format!("'{name}' is larger than 64 MiB"));
    }
    let body = crate::catalogue().load_body(name, &bytes)?;
    Ok(Resource::loaded(name, Arc::new(body)))
}
