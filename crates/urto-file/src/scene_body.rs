//! Bodies from meshes as objects of scenes: `kind = "body"`, a `.body` file, and points on its surface.
//!
//! Such an object is a bank of modes with a surface. Each point has its normal and two tangents, so that
//! an impact at `cup@rim` and friction at `cup@rim.tangent` share a place, and each is felt by the
//! other.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::points::points;
use crate::scene::Fetch;
use crate::{fill, tree, write};
use std::sync::Arc;
use toml_edit::{DocumentMut, InlineTable, Item};
use urto::body::{Body, BodyKind, BodyParams, Maker};
use urto::object::{Direction, ModalParams, Mode, NamedPoint, Place, Surface, SurfacePlace};
use urto::param::{Declared, ParamId, Resource};
use urto::scene::SceneObject;

/// What such an object is called.
pub(crate) const KIND: &str = "body";

/// A body as a scene has it.
pub(crate) struct SceneBody {
    bank: ModalParams,
    maker: Arc<dyn Maker>,
    /// Each within its triangle.
    points: Vec<NamedPoint>,
}

impl SceneBody {
    /// Reads the object's table and the body's file.
    pub fn read(object: &Cursor, fetch: Fetch) -> Result<Self, FileError> {
        let mut params = BodyParams::default();
        let root = ParamId::default();
        let others = ["kind", "points"];
        fill::table(&mut params, root, &BodyParams::TABLE, object, &others)?;
        let file = object.need("file", "file = \"cup.body\"")?;
        let name = file.text()?;
        let bytes = fetch(name).map_err(|why| file.fail(why))?;
        let loaded = crate::catalogue().load_body(name, &bytes);
        let loaded = loaded.map_err(|why| file.fail(why))?;
        let maker = Arc::clone(&loaded.0);
        let Some(surface) = maker.surface() else {
            return Err(file.fail(
                "this body is not from a mesh and has no surface; a modal file is taken with kind = \
                 \"modal\"",
            ));
        };
        params.kind = BodyKind::File;
        params.file = Resource::loaded(name, Arc::new(loaded));
        let body = Body::new(&params).map_err(|error| object.fail(error))?;
        let bank = ModalParams {
            modes: body.modes().iter().map(within_range).collect(),
            inertia: params.inertia,
            all: params.all.clone(),
        };
        let example = "points = { rim = \"rim\", tip = \"vertex 12\", side = \"10mm 0 25mm\" }";
        let field = object.need("points", example)?;
        let mut points = points(object, Some(maker.as_ref()))?;
        for point in &mut points {
            let Place::Surface(place, direction) = point.place else {
                let name = &point.name;
                return Err(field.fail(format!(
                    "point '{name}' is no place on a surface; for example {example}"
                )));
            };
            let found = surface.find(place).ok_or_else(|| {
                let (name, count) = (&point.name, surface.triangles());
                field.fail(format!(
                    "point '{name}' is not on the body, whose triangles are counted from 0 to {}",
                    count - 1
                ))
            })?;
            point.place = Place::Surface(found.within(), direction);
        }
        Ok(Self {
            bank,
            maker,
            points,
        })
    }

    /// The object.
    pub fn object(self, name: &str, cursor: &Cursor) -> Result<SceneObject, FileError> {
        let kind = crate::catalogue().object(ModalParams::TABLE.key);
        Ok(SceneObject {
            name: name.to_owned(),
            kind: kind.map_err(|error| cursor.fail(error))?,
            surface: self.maker.surface().cloned(),
            params: Box::new(self.bank),
            points: self.points,
        })
    }

    /// The same as text that needs no file: a bank of modes, and of its surface the triangles in which
    /// its points lie.
    fn text(&self) -> String {
        let mut text = format!("kind = \"{}\"\n", ModalParams::TABLE.key);
        text.push_str(&write::fields(&self.bank));
        let Some(surface) = self.maker.surface() else {
            return text;
        };
        let mut points = Vec::new();
        let mut corners = Vec::new();
        for point in &self.points {
            if let Place::Surface(SurfacePlace::Within { triangle, shares }, Direction::Normal) =
                point.place
            {
                let name = write::quoted(&point.name);
                let number = points.len();
                points.push(format!(
                    "{name} = {{ triangle = {number}, at = {shares:?} }}"
                ));
                corners.extend(surface.corners()[triangle]);
            }
        }
        text.push_str(&format!("points = {{ {} }}\n", points.join(", ")));
        text.push_str(&surface_text(surface, &corners));
        text
    }
}

/// A mode within what a bank takes: one of a body made anew may be out of it.
fn within_range(mode: &Mode) -> Mode {
    Mode {
        frequency: const { Mode::TABLE.range("frequency") }.clamp(mode.frequency),
        decay: const { Mode::TABLE.range("decay") }.clamp(mode.decay),
        mass: const { Mode::TABLE.range("mass") }.clamp(mode.mass),
    }
}

/// Some corners of a surface, three for each triangle, as a surface of their own.
fn surface_text(surface: &Surface, corners: &[usize]) -> String {
    let rows = |of: &[[f64; 3]]| {
        let rows: Vec<String> = corners
            .iter()
            .map(|own| format!("{:?}", of[*own]))
            .collect();
        format!("[{}]", rows.join(", "))
    };
    let triangles = (0..corners.len() / 3).map(|n| format!("{:?}", [3 * n, 3 * n + 1, 3 * n + 2]));
    let triangles: Vec<String> = triangles.collect();
    let shapes: Vec<String> = surface.shapes().iter().map(|shape| rows(shape)).collect();
    format!(
        "surface = {{ vertices = {}, triangles = [{}], shapes = [{}] }}\n",
        rows(surface.vertices()),
        triangles.join(", "),
        shapes.join(", ")
    )
}

/// The object of a scene's text with its body written out.
pub(crate) fn written_out(
    file: &str,
    object: &str,
    scene: &str,
    fetch: Fetch,
) -> Result<Item, FileError> {
    let root = tree::parse(scene)
        .map_err(|error| FileError::new(file, Some(error.line), "", error.message))?;
    let root = Cursor::root(file, &root);
    let objects = root.need("object", "[object.cup]")?;
    let own = objects.need(object, "[object.cup]")?;
    let text = SceneBody::read(&own, fetch)?.text();
    let written: DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| own.fail(error.message()))?;
    // All of it in one value, which can stand wherever the object stood.
    let mut object = InlineTable::new();
    for (key, item) in written.iter() {
        if let Some(value) = item.as_value() {
            object.insert(key, value.clone());
        }
    }
    Ok(toml_edit::value(object))
}
