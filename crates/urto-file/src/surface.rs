//! The surface of a modal object: vertices, triangles, and how each mode moves every vertex.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::points::{vector, whole};
use urto::object::{ModalParams, Surface};
use urto::param::{Declared, Params, Value};

/// Refuses a surface where an object of this kind can have none.
pub(crate) fn check_kind(object: &Cursor, kind: &str) -> Result<(), FileError> {
    match object.get("surface") {
        Some(field) if kind != ModalParams::TABLE.key => Err(field.fail(format!(
            "an object of kind '{kind}' has no surface; only 'modal' has"
        ))),
        _ => Ok(()),
    }
}

/// The surface of an object with these parameters, if its table has one.
pub(crate) fn surface(object: &Cursor, params: &dyn Params) -> Result<Option<Surface>, FileError> {
    let Some(field) = object.get("surface") else {
        return Ok(None);
    };
    field.only(&["vertices", "triangles", "shapes"])?;
    let vertices = field.need(
        "vertices",
        "vertices = [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]]",
    )?;
    let triangles = field.need("triangles", "triangles = [[0, 1, 2]]")?;
    let shapes = field.need(
        "shapes",
        "shapes = [[[0, 0, 1], [0, 0, -1], [0, 0, -1]]], one list for each mode",
    )?;
    let moved = |mode: &Cursor| list(mode, "what the mode moves each vertex", |at| vector(at, ""));
    let shapes = list(&shapes, "one list for each mode", moved)?;
    let modes = params.table().find(MODES).ok();
    let modes = match modes.and_then(|id| params.value(&id)) {
        Some(Value::Count(count)) => count,
        _ => 0,
    };
    if shapes.len() != modes {
        let given = shapes.len();
        return Err(field.fail(format!(
            "the surface has shapes for {given} modes, but the body has {modes}; give one list per mode"
        )));
    }
    let surface = Surface::new(
        list(&vertices, "a list of vertices", |at| vector(at, "m"))?,
        list(&triangles, "a list of triangles", corners)?,
        shapes,
    );
    surface.map(Some).map_err(|error| field.fail(error))
}

/// Key of a modal object's modes.
const MODES: &str = "modes";

fn list<T>(
    cursor: &Cursor,
    expected: &str,
    read: impl Fn(&Cursor) -> Result<T, FileError>,
) -> Result<Vec<T>, FileError> {
    cursor.entries(expected)?.iter().map(read).collect()
}

/// The vertices at a triangle's corners.
fn corners(cursor: &Cursor) -> Result<[usize; 3], FileError> {
    let entries = cursor.entries("three vertices: [0, 1, 2]")?;
    let [a, b, c] = entries.as_slice() else {
        let count = entries.len();
        return Err(cursor.fail(format!("a triangle has three corners, not {count}")));
    };
    Ok([whole(a)?, whole(b)?, whole(c)?])
}
