//! Resources: files that parameters name, found by the host and loaded by the catalogue.

use crate::own_ears::SOFA;
use crate::spot;
use std::sync::Arc;
use urto::catalogue::Catalogue;
use urto::param::{Held, Kind, ParamId, Params, Resource, Value, leaves};

/// Largest file that is loaded \[bytes\].
pub const LARGEST_RESOURCE: usize = 64 << 20;

/// The sort of file that the loaders of bodies know, and the one of networks of masses.
const BODY: &str = "body";
pub(crate) const NETWORK: &str = "network";

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

/// What a parameter's file holds: a `body`, or something else that the catalogue loads.
fn sort_of(params: &dyn Params, id: &ParamId) -> &'static str {
    match params.table().spec_of(id).map(|spec| spec.kind) {
        Some(Kind::Resource { sort, .. }) => sort,
        _ => BODY,
    }
}

/// The resources that parameters name, each with the parameter that does.
pub fn named_resources(params: &dyn Params) -> Vec<(ParamId, Resource)> {
    let named = |(id, spec): (ParamId, &urto::param::Spec)| match (spec.kind, params.value(&id)) {
        // A place in words is no file.
        (
            Kind::Resource {
                sort: spot::PLACE, ..
            },
            _,
        ) => None,
        (Kind::Resource { .. }, Some(Value::Resource(own))) if !own.name().is_empty() => {
            Some((id, own))
        }
        _ => None,
    };
    leaves(params).into_iter().filter_map(named).collect()
}

/// The choice that puts a resource into play, and its option that does: beside `body.file` it is
/// the option `file` of `body.kind`.
pub fn switch_of(params: &dyn Params, resource: &ParamId) -> Option<(ParamId, usize)> {
    let key = params.table().key_of(resource)?;
    let (table, own) = key.rsplit_once('.').unwrap_or(("", &key));
    leaves(params).into_iter().find_map(|(id, spec)| {
        let Kind::Choice { options, .. } = spec.kind else {
            return None;
        };
        let option = options.iter().position(|option| option.key == own)?;
        let key = params.table().key_of(&id)?;
        let beside = key.rsplit_once('.').map_or("", |(table, _)| table);
        (beside == table).then_some((id, option))
    })
}

/// Refuses a resource that is in play and names nothing.
fn check_named(params: &dyn Params) -> Result<(), String> {
    for (id, spec) in leaves(params) {
        let (Kind::Resource { .. }, Some(Value::Resource(own))) = (spec.kind, params.value(&id))
        else {
            continue;
        };
        let switch = switch_of(params, &id);
        let (true, Some((choice, option))) = (own.name().is_empty(), switch) else {
            continue;
        };
        if params.value(&choice) == Some(Value::Choice(option)) {
            let key = |id| params.table().key_of(id).unwrap_or_default();
            return Err(format!(
                "{}: no file is named; name one, or choose another {}",
                key(&id),
                key(&choice)
            ));
        }
    }
    Ok(())
}

/// Loads every resource that the parameters name and that is not loaded yet: `fetch` gives the
/// bytes of a file by its name, or says why it cannot. If one cannot be loaded, or one that is in
/// play names nothing, nothing is changed, and one sentence says which and why. Places that were given
/// in words are looked up on their bodies, and become numbers.
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
    check_named(params)?;
    let mut all = Vec::new();
    for (id, own) in named_resources(params) {
        if !own.is_loaded() {
            let key = params.table().key_of(&id).unwrap_or_default();
            let sort = sort_of(params, &id);
            let loaded = load(sort, own.name(), fetch).map_err(|why| format!("{key}: {why}"))?;
            all.push((id, Value::Resource(loaded)));
        }
    }
    let places = spot::resolved(params, &all)?;
    for (id, loaded) in all.into_iter().chain(places) {
        params.assign(&id, &loaded).map_err(|why| why.to_string())?;
    }
    Ok(())
}

/// What a file that parameters name holds, by how it begins: a `network` of masses, measured ears
/// (`sofa`), or else a `body`.
///
/// ```
/// assert_eq!(urto_file::sort_of_file(b"\x89HDF\r\n\x1a\n"), "sofa");
/// ```
pub fn sort_of_file(bytes: &[u8]) -> &'static str {
    if urto_sofa::is_sofa(bytes) {
        return SOFA;
    }
    match str::from_utf8(bytes).is_ok_and(crate::is_network) {
        true => NETWORK,
        false => BODY,
    }
}

/// Refuses a file that no parameter could name: one that holds neither a network of masses, nor
/// measured ears, nor a body.
pub fn check_file(name: &str, bytes: &[u8]) -> Result<(), String> {
    match crate::catalogue().resource(sort_of_file(bytes)) {
        Some(loader) => (loader.load)(name, bytes).map(drop),
        None => crate::catalogue().load_body(name, bytes).map(drop),
    }
}

/// One resource by its name.
pub(crate) fn load(
    sort: &str,
    name: &str,
    fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Resource, String> {
    load_of(crate::catalogue(), sort, name, fetch)
}

/// The same with the loaders of another catalogue.
pub(crate) fn load_of(
    catalogue: &Catalogue,
    sort: &str,
    name: &str,
    fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Resource, String> {
    let bytes = fetch(name)?;
    if bytes.len() > LARGEST_RESOURCE {
        return Err(format!("'{name}' is larger than 64 MiB"));
    }
    let held: Held = match catalogue.resource(sort) {
        Some(loader) => (loader.load)(name, &bytes)?,
        None => Arc::new(catalogue.load_body(name, &bytes)?),
    };
    Ok(Resource::loaded(name, held))
}
