//! Modal objects: a body as a bank of modes, to be struck, bowed and listened to.
//!
//! `urto analyse cup.wav --to-modal cup.toml` writes one; `urto render cup.toml` strikes it; a
//! scene takes it as an object with `kind = "modal"` and `file = "cup.toml"`.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::fill;
use crate::header::{self, FileKind};
use crate::points;
use crate::preset::Preset;
use crate::write;
use std::sync::Arc;
use urto::body::{BodyKind, BodyLoader, BodyParams, Recorded};
use urto::object::{ModalParams, Mode, NamedPoint, Place};
use urto::param::{ChoiceField, Declared, ParamId, Params, Value, leaves};

/// Keys of such a file besides the parameters of the object.
const OTHERS: [&str; 4] = ["urto", "name", "about", "points"];

/// A body as a bank of modes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModalFile {
    /// Its name for people.
    pub name: Option<String>,
    /// What it is, in a sentence.
    pub about: Option<String>,
    /// List of modes.
    pub params: ModalParams,
    /// Its named points; without any there is one where every shape is 1.
    pub points: Vec<NamedPoint>,
}

/// Reads a modal object; `file` is its name, for messages.
pub fn read_modal(file: &str, bytes: &[u8]) -> Result<ModalFile, FileError> {
    let (found, root) = header::open(file, bytes)?;
    let root = Cursor::root(file, &root);
    match found {
        FileKind::Modal => modal(&root),
        other => Err(root.fail_as(other, FileKind::Modal)),
    }
}

pub(crate) fn modal(root: &Cursor) -> Result<ModalFile, FileError> {
    let mut params = ModalParams::default();
    root.need(
        "modes",
        "modes = [{ frequency = 440, decay = 1.2, mass = 0.02 }]",
    )?;
    fill::table(
        &mut params,
        ParamId::default(),
        &ModalParams::TABLE,
        root,
        &OTHERS,
    )?;
    let text = |name: &str| {
        let field = root.get(name);
        field
            .map(|field| field.text().map(str::to_owned))
            .transpose()
    };
    let points = points::points(root, None)?;
    for point in &points {
        // What a body would refuse is refused here, where the line is known.
        if let Place::Surface(..) = &point.place {
            let field = root.get("points");
            return Err(field.as_ref().unwrap_or(root).fail(format!(
                "point '{}' lies on a surface, which a modal file has not; give a position from 0 to \
                 1 or one shape per mode, or take the file in a scene and write the surface there",
                point.name
            )));
        }
        if let Place::Shape(shape) | Place::Tangent(shape) = &point.place
            && shape.len() != params.modes.len()
        {
            let (given, modes) = (shape.len(), params.modes.len());
            let field = root.get("points");
            return Err(field.as_ref().unwrap_or(root).fail(format!(
                "point '{}' has {given} shape values, but the body has {modes} modes; give one per mode",
                point.name
            )));
        }
    }
    Ok(ModalFile {
        name: text("name")?,
        about: text("about")?,
        params,
        points,
    })
}

/// Writes a modal object.
pub fn write_modal(modal: &ModalFile) -> String {
    let mut text = "urto = \"modal/1\"\n".to_owned();
    for (key, value) in [("name", &modal.name), ("about", &modal.about)] {
        if let Some(value) = value {
            text.push_str(&format!("{key} = {}\n", write::quoted(value)));
        }
    }
    text.push_str(&write::fields(&modal.params));
    if !modal.points.is_empty() {
        text.push_str("\n[points]\n");
        let row = |shape: &[f64]| {
            let shape: Vec<String> = shape.iter().map(|x| format!("{x:?}")).collect();
            format!("[{}]", shape.join(", "))
        };
        for point in &modal.points {
            let place = match &point.place {
                Place::Along(position) => format!("{position:?}"),
                Place::Shape(shape) => match tangents_of(point, &modal.points, row) {
                    along if along.is_empty() => row(shape),
                    along => format!("{{ normal = {}{along} }}", row(shape)),
                },
                // Written with its normal.
                Place::Tangent(_) => continue,
                // A modal file has no surface.
                Place::Surface(..) => continue,
            };
            text.push_str(&format!("{} = {place}\n", write::quoted(&point.name)));
        }
    }
    text
}

/// The tangents at a point, as they are written after its normal.
fn tangents_of(
    point: &NamedPoint,
    points: &[NamedPoint],
    row: impl Fn(&[f64]) -> String,
) -> String {
    let mut text = String::new();
    for direction in NamedPoint::TANGENTS {
        let name = format!("{}.{direction}", point.name);
        let found = points.iter().find(|other| other.name == name);
        if let Some(Place::Tangent(shape)) = found.map(|point| &point.place) {
            text.push_str(&format!(", {direction} = {}", row(shape)));
        }
    }
    text
}

/// The catalogue's line: modal objects are bodies for every sound.
pub(crate) static LOADER: BodyLoader = BodyLoader {
    key: "modal",
    fits: |bytes| {
        let text = str::from_utf8(bytes);
        text.is_ok_and(|text| matches!(header::kind("", text), Ok(FileKind::Modal)))
    },
    load: |name, bytes| {
        let modal = read_modal(name, bytes).map_err(|error| error.to_string())?;
        Ok(Arc::new(modal.recorded()))
    },
};

impl ModalFile {
    /// The object as a body for every sound. Its named points, in their order, lie evenly along
    /// it: the first at 0, the last at 1.
    pub fn recorded(&self) -> Recorded {
        let modes = self.params.modes.iter().map(|mode| Mode {
            frequency: mode.frequency * self.params.all.tuning,
            decay: mode.decay * self.params.all.ringing,
            mass: mode.mass,
        });
        let count = self.params.modes.len();
        let row = |point: &NamedPoint| match &point.place {
            Place::Shape(shape) => Some(shape.clone()),
            Place::Along(at) => Some(
                (0..count)
                    .map(|mode| urto::object::free_bar_shape(mode, *at))
                    .collect(),
            ),
            // The same place as its normal.
            Place::Tangent(_) | Place::Surface(..) => None,
        };
        let rows = self.points.iter().filter_map(row).collect();
        Recorded::new(modes.collect(), rows)
    }

    /// The object under a hammer: the sound `impact` on these modes. Where points are named, the
    /// first is struck and heard, so that a mode's mass there is its mass over its shape squared.
    pub fn struck(&self) -> Preset {
        let shape = |mode: usize| match self.points.first().map(|point| &point.place) {
            Some(Place::Shape(shape) | Place::Tangent(shape)) => {
                shape.get(mode).copied().unwrap_or(1.0)
            }
            Some(Place::Along(at)) => urto::object::free_bar_shape(mode, *at),
            Some(Place::Surface(..)) | None => 1.0,
        };
        let mut modes = self.params.modes.clone();
        for (index, mode) in modes.iter_mut().enumerate() {
            let shape = shape(index);
            // A mode at rest where it is struck is too heavy to be moved.
            mode.mass = (mode.mass / (shape * shape).max(1e-12)).clamp(1e-7, 1e4);
        }
        let body = BodyParams {
            kind: BodyKind::Modes,
            modes,
            all: self.params.all.clone(),
            inertia: self.params.inertia,
            ..BodyParams::default()
        };
        let mut params = crate::catalogue()
            .sound("impact")
            .map(|entry| (entry.make)().params().boxed())
            .unwrap_or_else(|_| body.boxed());
        put_table(params.as_mut(), "body", &body);
        Preset {
            kept: Default::default(),
            sound: "impact".to_owned(),
            name: self.name.clone(),
            about: self.about.clone(),
            tags: Vec::new(),
            seed: None,
            rate: None,
            seconds: None,
            version: None,
            params,
            demonstration: None,
        }
    }
}

/// Sets every parameter of a nested table.
fn put_table(params: &mut dyn Params, key: &str, table: &dyn Params) {
    let Ok(at) = params.table().find(key) else {
        return;
    };
    for (id, _) in leaves(table) {
        let inner = id
            .path()
            .iter()
            .try_fold(at, |at, step| at.then(usize::from(*step)));
        if let (Some(inner), Some(value)) = (inner, table.value(&id)) {
            // Both have one table, so nothing is refused.
            let _ = params.assign(&inner, &value);
        }
    }
    debug_assert_eq!(
        params.value(&at.then(0).unwrap_or_default()),
        Some(Value::Choice(BodyKind::Modes.index()))
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_modal_object_reads_back_and_is_struck_where_it_says() {
        let mode = |frequency, mass| Mode {
            frequency,
            decay: 0.7,
            mass,
        };
        let modal = ModalFile {
            name: Some("a \"cup\"".to_owned()),
            about: None,
            params: ModalParams {
                modes: vec![mode(440.0, 0.02), mode(1210.5, 0.3)],
                all: urto::object::AllModes {
                    tuning: 1.5,
                    ..Default::default()
                },
                ..ModalParams::default()
            },
            points: vec![NamedPoint {
                name: "rim".to_owned(),
                place: Place::Shape(vec![1.0, -0.5]),
            }],
        };
        let text = write_modal(&modal);
        let back = read_modal("cup.toml", text.as_bytes()).unwrap();
        assert_eq!(back, modal);
        let struck = modal.struck();
        let mass = struck.params.table().find("body.modes/1/mass").unwrap();
        assert_eq!(struck.params.value(&mass), Some(Value::Number(1.2)));
        let tuning = struck.params.table().find("body.tuning").unwrap();
        assert_eq!(struck.params.value(&tuning), Some(Value::Number(1.5)));
    }
}
