//! The named points of a body: where they lie, and in which directions.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::spot;
use urto::body::Maker;
use urto::object::{NamedPoint, Place, SurfacePlace};

/// The points that a table names; those of a body from a mesh may be told in words.
pub(crate) fn points(
    cursor: &Cursor,
    body: Option<&dyn Maker>,
) -> Result<Vec<NamedPoint>, FileError> {
    let mut points = Vec::new();
    if let Some(field) = cursor.get("points") {
        for (name, place) in field.fields()? {
            place.check_name(name)?;
            let lies_on_surface = |key: &&str| place.get(key).is_some();
            if let (Some(body), Ok(words)) = (body, place.text()) {
                let at = spot::place(words, body).map_err(|why| place.fail(why))?;
                points.extend(NamedPoint::on_surface(name, SurfacePlace::Nearest(at)));
            } else if ON_SURFACE.iter().any(lies_on_surface) {
                points.extend(NamedPoint::on_surface(name, on_surface(&place)?));
            } else if place.fields().is_ok() {
                points.extend(in_space(name, &place)?);
            } else {
                points.push(NamedPoint {
                    name: name.to_owned(),
                    place: self::place(&place)?,
                });
            }
        }
    }
    Ok(points)
}

/// Keys of a place on a surface.
const ON_SURFACE: [&str; 3] = ["xyz", "triangle", "at"];

fn place(cursor: &Cursor) -> Result<Place, FileError> {
    match cursor.entries("") {
        Ok(_) => Ok(Place::Shape(row(cursor)?)),
        Err(_) => Ok(Place::Along(cursor.number("")?)),
    }
}

/// The shape of every mode at a place.
fn row(cursor: &Cursor) -> Result<Vec<f64>, FileError> {
    let values = cursor.entries("the shape of each mode: [1.0, -0.8]")?;
    values.iter().map(|value| value.number("")).collect()
}

/// A place with its normal and tangents.
fn in_space(name: &str, place: &Cursor) -> Result<Vec<NamedPoint>, FileError> {
    let [first, second] = NamedPoint::TANGENTS;
    place.only(&["normal", first, second])?;
    let normal = row(&place.need("normal", "normal = [1.0, -0.8]")?)?;
    let mut tangents = vec![row(&place.need(first, "tangent = [0.1, 0.5]")?)?];
    if let Some(more) = place.get(second) {
        tangents.push(row(&more)?);
    }
    Ok(NamedPoint::in_space(name, normal, tangents))
}

/// A place on a surface: nearest to x, y and z, or within a triangle.
fn on_surface(place: &Cursor) -> Result<SurfacePlace, FileError> {
    if let Some(xyz) = place.get("xyz") {
        place.only(&["xyz"])?;
        return Ok(SurfacePlace::Nearest(vector(&xyz, "m")?));
    }
    place.only(&["triangle", "at"])?;
    let triangle = place.need("triangle", "triangle = 0")?;
    let shares = place.need("at", "at = [0.5, 0.25, 0.25]")?;
    Ok(SurfacePlace::Within {
        triangle: whole(&triangle)?,
        shares: vector(&shares, "")?,
    })
}

/// Three numbers.
pub(crate) fn vector(cursor: &Cursor, unit: &str) -> Result<[f64; 3], FileError> {
    let expected = "three numbers: [0.1, 0, 0.2]";
    let entries = cursor.entries(expected)?;
    let [x, y, z] = entries.as_slice() else {
        let count = entries.len();
        return Err(cursor.fail(format!("expected {expected}, found {count}")));
    };
    Ok([x.number(unit)?, y.number(unit)?, z.number(unit)?])
}

/// The number of a vertex or a triangle, from 0.
pub(crate) fn whole(cursor: &Cursor) -> Result<usize, FileError> {
    let number = cursor.number("")?;
    if number.fract() != 0.0 || !(0.0..=f64::from(u32::MAX)).contains(&number) {
        return Err(cursor.fail(format!("{number} is not a whole number from 0 on")));
    }
    Ok(number as usize)
}
