//! Reads glTF 2.0: `.glb`, and `.gltf` with its data inside or in files beside it.
//!
//! Every triangle of the scene is taken where its node puts it. Points that lines or other
//! primitives use are not; looks, bones (the shape is taken as drawn) and movements are passed over.
//! Points at one place become one: exporters cut surfaces along seams of their looks.

mod data;
mod scene;

use super::scan::{Kind, Order, Scan, in_range};
use crate::{MOST_POINTS, MOST_TRIANGLES, MeshError, Surface, Where};
use core::ops::Range;
use data::{Accessor, Data};
use scene::Placed;
use serde_json::Value;

/// How a primitive's corners make triangles; the others are points and lines.
const TRIANGLES: u64 = 4;
const STRIP: u64 = 5;
const FAN: u64 = 6;

pub(crate) type Fetch<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

pub(crate) fn read(bytes: &[u8], fetch: Fetch) -> Result<Surface, MeshError> {
    let mut surface = Surface::default();
    let skipped = each(bytes, fetch, &mut surface, &mut |_, _, _| {})?;
    match (surface.triangles.is_empty(), skipped) {
        (false, _) => Ok(surface.merged()),
        (true, 0) => Err(MeshError::NoTriangles),
        (true, _) => Err(MeshError::NotRead {
            what: "it has points or lines only, no triangles".to_owned(),
            instead: "export the shape with its faces",
        }),
    }
}

/// What names triangles have: each row of triangles with the name of its node and that of its mesh.
pub(crate) fn named(
    bytes: &[u8],
    fetch: Fetch,
    tell: &mut dyn FnMut(&str, &Surface, Range<usize>),
) -> Result<(), MeshError> {
    let mut surface = Surface::default();
    each(bytes, fetch, &mut surface, &mut |names, surface, own| {
        for name in names {
            tell(name, surface, own.clone());
        }
    })?;
    Ok(())
}

/// Is given the names of a node and its mesh, all triangles so far, and which of them are its own.
type Tell<'a> = dyn FnMut([&str; 2], &Surface, Range<usize>) + 'a;

/// Gathers the triangles of a scene, mesh by mesh; `tell` is given the names of each, and which are
/// its own. How many primitives have no triangles.
fn each(
    bytes: &[u8],
    fetch: Fetch,
    surface: &mut Surface,
    tell: &mut Tell,
) -> Result<usize, MeshError> {
    let (json, binary) = parts(bytes)?;
    let document: Value = serde_json::from_slice(json).map_err(|why| MeshError::NotRead {
        what: format!("this is no glTF file: {why}"),
        instead: "export the shape anew",
    })?;
    if document["asset"]["version"]
        .as_str()
        .is_none_or(|own| !own.starts_with("2."))
    {
        return Err(MeshError::NotRead {
            what: "this is no glTF file of version 2".to_owned(),
            instead: "export the shape as glTF 2.0",
        });
    }
    refuse_packed(&document)?;
    let mut data = Data::new(&document, binary, fetch);
    let mut skipped = 0;
    for (node, mesh, placed) in scene::placed_meshes(&document)? {
        let at = Where::Part("mesh", mesh);
        let shape = &document["meshes"][mesh];
        let primitives = shape["primitives"].as_array();
        let primitives =
            primitives.ok_or_else(|| wrong(at, "it does not exist or has no primitives"))?;
        let first = surface.triangles.len();
        for primitive in primitives {
            if !add(&mut data, primitive, at, &placed, surface)? {
                skipped += 1;
            }
        }
        let name = |own: &Value| own["name"].as_str().unwrap_or_default().to_owned();
        let names = [name(&document["nodes"][node]), name(shape)];
        let own = first..surface.triangles.len();
        tell([&names[0], &names[1]], surface, own);
    }
    Ok(skipped)
}

fn wrong(at: Where, why: impl Into<String>) -> MeshError {
    MeshError::Wrong {
        at,
        why: why.into(),
    }
}

/// The text, and the data of a `.glb` file.
fn parts(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), MeshError> {
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes, None));
    }
    let mut scan = Scan::new(bytes);
    scan.order = Some(Order::Little);
    scan.take(4, "its head")?;
    let version = scan.count(Kind::U32, "its head")?;
    if version != 2 {
        return Err(MeshError::NotRead {
            what: format!("this is a glTF file of version {version}"),
            instead: "export the shape as glTF 2.0",
        });
    }
    scan.count(Kind::U32, "its head")?;
    let mut chunk = |kind: &[u8]| {
        let length = scan.count(Kind::U32, "its head")?;
        let found = scan.take(4, "its head")?;
        let within = "its data";
        let own = scan.take(usize::try_from(length).unwrap_or(usize::MAX), within)?;
        Ok((found == kind).then_some(own))
    };
    let json = chunk(b"JSON")?.ok_or_else(|| MeshError::NotRead {
        what: "this glTF file does not begin with its text".to_owned(),
        instead: "export the shape anew",
    })?;
    // The data may be missing, in other files.
    let binary = if bytes.len() > 20 + json.len() {
        chunk(b"BIN\0")?
    } else {
        None
    };
    Ok((json, binary))
}

fn refuse_packed(document: &Value) -> Result<(), MeshError> {
    /// Extensions that change nothing about the shape as drawn, or only its looks.
    const HARMLESS: [&str; 5] = [
        "KHR_materials_",
        "KHR_texture_",
        "EXT_texture_",
        "KHR_technique",
        "KHR_lights_",
    ];
    let needed = document["extensionsRequired"].as_array();
    for name in needed.into_iter().flatten().filter_map(Value::as_str) {
        if !HARMLESS.iter().any(|own| name.starts_with(own)) && name != "KHR_mesh_quantization" {
            return Err(MeshError::NotRead {
                what: format!("it needs the extension '{}'", crate::error::shortened(name)),
                instead: "export the shape without it (without compression)",
            });
        }
    }
    Ok(())
}

/// Adds the triangles of a primitive; whether it has any kind of triangles.
fn add(
    data: &mut Data,
    primitive: &Value,
    at: Where,
    placed: &Placed,
    surface: &mut Surface,
) -> Result<bool, MeshError> {
    let mode = match &primitive["mode"] {
        Value::Null => TRIANGLES,
        own => own
            .as_u64()
            .ok_or_else(|| wrong(at, "its mode is no number"))?,
    };
    if !(TRIANGLES..=FAN).contains(&mode) {
        return Ok(false);
    }
    let places = data::index(&primitive["attributes"]["POSITION"])
        .ok_or_else(|| wrong(at, "a primitive has no POSITION"))?;
    let places = Accessor::find(data, places, 3)?;
    let first = surface.points.len();
    if first + places.count > MOST_POINTS {
        return Err(MeshError::TooManyPoints);
    }
    for n in 0..places.count {
        let own = [0, 1, 2].map(|k| places.number(n, k));
        if own.iter().any(|along| !along.is_finite()) {
            return Err(MeshError::NotANumber {
                at,
                found: format!("{own:?}"),
            });
        }
        let own = placed.place(own);
        for along in own {
            in_range(along, at)?;
        }
        surface.points.push(own);
    }
    let corners = match &primitive["indices"] {
        Value::Null => None,
        own => {
            let own = data::index(own).ok_or_else(|| wrong(at, "its indices are no number"))?;
            Some(Accessor::find(data, own, 1)?)
        }
    };
    let count = corners.as_ref().map_or(places.count, |own| own.count);
    let corner = |n: usize| {
        let own = corners.as_ref().map_or(n as f64, |own| own.number(n, 0));
        if own >= 0.0 && own < places.count as f64 {
            return Ok((first + own as usize) as u32);
        }
        let last = places.count - 1;
        Err(wrong(
            at,
            format!("corner {n} asks for point {own}; allowed are 0 to {last}"),
        ))
    };
    let triangles = if mode == TRIANGLES {
        count / 3
    } else {
        count.saturating_sub(2)
    };
    if surface.triangles.len() + triangles > MOST_TRIANGLES {
        return Err(MeshError::TooManyTriangles);
    }
    for n in 0..triangles {
        let own = match mode {
            STRIP if n % 2 == 1 => [n + 1, n, n + 2],
            STRIP => [n, n + 1, n + 2],
            FAN => [0, n + 1, n + 2],
            _ => [3 * n, 3 * n + 1, 3 * n + 2],
        };
        let [a, b, c] = own.map(corner);
        let (a, b, c) = (a?, b?, c?);
        // A mirror turns triangles over.
        surface.triangles.push(if placed.mirrors() {
            [b, a, c]
        } else {
            [a, b, c]
        });
    }
    Ok(true)
}
