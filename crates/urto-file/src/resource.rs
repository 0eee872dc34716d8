//! Resources: files that parameters name, found by the host and loaded by the catalogue.

use std::sync::Arc;
use urto::param::{Kind, ParamId, Params, Resource, Value, leaves};

/// Largest file that is loaded \[bytes\].
pub const LARGEST_RESOURCE: usize = 64 << 20;

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
