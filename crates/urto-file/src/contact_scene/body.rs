//! `[body.NAME]`: what it looks like, what it is made of, where it is and what moves it.

use super::{only_stop, stops, within};
use crate::cursor::Cursor;
use crate::error::{FileError, hint};
use crate::fill;
use crate::scene::Fetch;
use crate::tree::Data;
use std::collections::BTreeMap;
use std::sync::Arc;
use urto::body::{BodyParams, Maker as _, Material, MaterialKind};
use urto::closest;
use urto::math::{cos, sin};
use urto::param::{ChoiceField, Declared, ParamId};
use urto_body::MeshBody;
use urto_multibody::Pose;
use urto_multibody::scene::{Drive, Form, Grain, Path, SceneBody, Stop, Voice, rescaled};

/// Shortest and longest side \[m\].
const SIDES: [f64; 2] = [1e-4, 100.0];
/// The largest file of a body that is read \[bytes\].
const LARGEST: usize = 256 << 20;

/// All keys of a body.
const KEYS: [&str; 26] = [
    "shape",
    "file",
    "radius",
    "size",
    "height",
    "length",
    "material",
    "damping",
    "mass",
    "place",
    "turn",
    "velocity",
    "spin",
    "motion",
    "path",
    "flexible",
    "grain",
    "roundness",
    "sound",
    "gain",
    "density",
    "modulus",
    "poisson",
    "alpha",
    "beta",
    "eta",
];

/// The bodies that were read, and their files.
#[derive(Default)]
pub(super) struct Bodies {
    pub all: Vec<SceneBody>,
    pub files: Vec<String>,
    numbers: BTreeMap<String, usize>,
    read: BTreeMap<String, Arc<MeshBody>>,
}

impl Bodies {
    pub fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// A place of a body by its name.
    pub fn patch(&self, number: usize, field: &Cursor) -> Result<[f64; 3], FileError> {
        let name = field.text()?;
        let own = &self.all[number];
        let Form::Mesh(mesh) = &own.form else {
            return Err(field.fail(format!(
                "'{}' has no named places; give place = [x, y, z]",
                own.name
            )));
        };
        let patches = mesh.patches();
        let found = patches.iter().find(|patch| patch.name == name);
        found.map(|patch| patch.at).ok_or_else(|| {
            let names: Vec<&str> = patches.iter().map(|patch| patch.name.as_str()).collect();
            let near = closest(name, names.iter().copied()).map(str::to_owned);
            field.fail(format!(
                "'{}' has no place '{name}'{} (it has: {})",
                own.name,
                hint(&near),
                names.join(", ")
            ))
        })
    }

    /// Reads one more.
    pub fn read(&mut self, name: &str, cursor: &Cursor, fetch: Fetch) -> Result<(), FileError> {
        cursor.only(&KEYS)?;
        let (form, given) = match (cursor.get("shape"), cursor.get("file")) {
            (Some(shape), None) => (plain(cursor, &shape)?, None),
            (None, Some(file)) => {
                let mesh = self.file(&file, fetch)?;
                let material = *mesh.material();
                (Form::Mesh(mesh), Some(material))
            }
            (Some(_), Some(file)) => {
                return Err(file.fail("'shape' says that already; keep one of them"));
            }
            (None, None) => {
                return Err(cursor.fail(
                    "'shape' is missing; for example shape = \"sphere\", or file = \"mug.body\"",
                ));
            }
        };
        let (material, kind) = material(cursor, given, fetch)?;
        let form = match form {
            Form::Mesh(mesh) => {
                let size = match cursor.get("size") {
                    Some(field) => Some(field.between(SIDES[0], SIDES[1], "m")?),
                    None => None,
                };
                let made = rescaled(&mesh, size, material);
                let made = made.map_err(|error| cursor.fail(error))?;
                // Bodies of one file that differ in nothing share it.
                match made == *mesh {
                    true => Form::Mesh(mesh),
                    false => Form::Mesh(Arc::new(made)),
                }
            }
            other => other,
        };
        let own = SceneBody {
            name: name.to_owned(),
            voice: voice(cursor, &form, kind)?,
            material,
            mass: may(cursor, "mass", [1e-9, 1e6], "kg")?,
            drive: drive(cursor, &form)?,
            place: pose(cursor)?.place,
            turn: pose(cursor)?.turn,
            velocity: three(cursor, "velocity", 1e3, "m/s")?,
            spin: three(cursor, "spin", 1e4, "rad/s")?,
            flexible: may(cursor, "flexible", [20.0, 2e4], "Hz")?,
            grain: grain(cursor)?,
            roundness: may(cursor, "roundness", [1e-6, 1e3], "m")?,
            gain: may(cursor, "gain", [0.0, 1e6], "")?.unwrap_or(1.0),
            form,
        };
        self.numbers.insert(name.to_owned(), self.all.len());
        self.all.push(own);
        Ok(())
    }

    fn file(&mut self, field: &Cursor, fetch: Fetch) -> Result<Arc<MeshBody>, FileError> {
        let name = field.text()?;
        if let Some(known) = self.read.get(name) {
            return Ok(Arc::clone(known));
        }
        let bytes = fetch(name).map_err(|why| field.fail(why))?;
        if bytes.len() > LARGEST {
            return Err(field.fail(format!("'{name}' is larger than 256 MiB")));
        }
        if !crate::is_body(&bytes) {
            return Err(field.fail(format!(
                "'{name}' is no body from a mesh; 'urto modes MESH --material steel -o {name}' makes one"
            )));
        }
        let mesh = Arc::new(crate::read_body(name, &bytes)?);
        self.read.insert(name.to_owned(), Arc::clone(&mesh));
        self.files.push(name.to_owned());
        Ok(mesh)
    }
}

fn may(
    cursor: &Cursor,
    key: &str,
    [min, max]: [f64; 2],
    unit: &'static str,
) -> Result<Option<f64>, FileError> {
    let field = cursor.get(key);
    field.map(|field| field.between(min, max, unit)).transpose()
}

fn three(cursor: &Cursor, key: &str, most: f64, unit: &'static str) -> Result<[f64; 3], FileError> {
    let Some(field) = cursor.get(key) else {
        return Ok([0.0; 3]);
    };
    let own = field.three(unit)?;
    within(&field, &own, most, unit)?;
    Ok(own)
}

/// A shape by name.
fn plain(cursor: &Cursor, shape: &Cursor) -> Result<Form, FileError> {
    let names = ["sphere", "box", "plane", "cylinder", "capsule"];
    let which = shape.one_of(&names)?;
    let sizes: [&[&str]; 5] = [
        &["radius"],
        &["size"],
        &[],
        &["radius", "height"],
        &["radius", "length"],
    ];
    for key in ["radius", "size", "height", "length"] {
        if let Some(field) = cursor.get(key)
            && !sizes[which].contains(&key)
        {
            let needs = sizes[which].join(" and ");
            let needs = if needs.is_empty() {
                "no measures"
            } else {
                &needs
            };
            return Err(field.fail(format!("a {} has none; it takes {needs}", names[which])));
        }
    }
    let need = |key: &str| {
        let field = cursor.need(key, &format!("{key} = \"20 mm\""))?;
        field.between(SIDES[0], SIDES[1], "m")
    };
    Ok(match which {
        0 => Form::Sphere {
            radius: need("radius")?,
        },
        1 => {
            let field = cursor.need("size", "size = [0.1, 0.05, 0.02]")?;
            let sides = field.three("m")?;
            for side in sides {
                crate::number::between(side, SIDES[0], SIDES[1], "m")
                    .map_err(|error| field.fail(error))?;
            }
            Form::Box { sides }
        }
        2 => Form::Plane,
        3 => Form::Cylinder {
            radius: need("radius")?,
            height: need("height")?,
        },
        _ => Form::Capsule {
            radius: need("radius")?,
            length: need("length")?,
        },
    })
}

/// What it is made of: a name, a file of a material, or figures on top of either.
fn material(
    cursor: &Cursor,
    given: Option<Material>,
    fetch: Fetch,
) -> Result<(Material, Option<MaterialKind>), FileError> {
    let mut kind = None;
    let mut own = match (cursor.get("material"), given) {
        (Some(field), _) => {
            let name = field.text()?;
            let options = MaterialKind::OPTIONS;
            match options.iter().position(|option| option.key == name) {
                Some(index) => {
                    kind = MaterialKind::from_index(index);
                    kind.unwrap_or(MaterialKind::Steel).figures()
                }
                None if name.ends_with(".toml") => {
                    let bytes = fetch(name).map_err(|why| field.fail(why))?;
                    crate::read_material(name, &bytes)?.figures
                }
                None => {
                    let keys: Vec<&str> = options.iter().map(|option| option.key).collect();
                    // Says which there are.
                    field.one_of(&keys)?;
                    MaterialKind::Steel.figures()
                }
            }
        }
        (None, Some(given)) => given,
        (None, None) => {
            kind = Some(MaterialKind::Steel);
            MaterialKind::Steel.figures()
        }
    };
    let figures: [(&str, &'static str, [f64; 2], &mut f64); 6] = [
        ("density", "kg/m^3", [1.0, 1e5], &mut own.density),
        ("modulus", "Pa", [1e3, 1e13], &mut own.modulus),
        ("poisson", "", [-0.98, 0.49], &mut own.poisson),
        ("alpha", "1/s", [0.0, 1e5], &mut own.alpha),
        ("beta", "s", [0.0, 0.1], &mut own.beta),
        ("eta", "", [0.0, 2.0], &mut own.eta),
    ];
    for (key, unit, range, value) in figures {
        if let Some(said) = may(cursor, key, range, unit)? {
            *value = said;
        }
    }
    if let Some(factor) = may(cursor, "damping", [0.01, 1e3], "")? {
        own.alpha *= factor;
        own.beta *= factor;
        own.eta *= factor;
    }
    Ok((own, kind))
}

fn drive(cursor: &Cursor, form: &Form) -> Result<Drive, FileError> {
    let path = cursor.get("path");
    let motion = cursor.get("motion");
    let motion = motion.map(|field| {
        field
            .one_of(&["free", "fixed", "path"])
            .map(|own| (own, field))
    });
    let motion = motion.transpose()?;
    if matches!(form, Form::Plane) {
        return match (path, motion) {
            (Some(field), _) => Err(field.fail("a plane never moves; use a large box")),
            (None, Some((own, field))) if own != 1 => {
                Err(field.fail("a plane never moves; use a large box, or leave this out"))
            }
            _ => Ok(Drive::Fixed),
        };
    }
    let Some(field) = path else {
        return match motion {
            Some((1, _)) => Ok(Drive::Fixed),
            Some((2, field)) => {
                Err(field
                    .fail("'path' is missing; for example path = [{ at = 0, place = [0, 0, 1] }]"))
            }
            _ => Ok(Drive::Free),
        };
    };
    if let Some((0 | 1, field)) = motion {
        return Err(field.fail("it has a path, which moves it; leave this out"));
    }
    for key in ["place", "turn", "velocity", "spin"] {
        if let Some(field) = cursor.get(key) {
            return Err(field.fail("its path says where it is; leave this out"));
        }
    }
    let stops = stops(&field, |cursor| {
        only_stop(cursor)?;
        pose(cursor)
    })?;
    let stops = stops.into_iter().map(|(time, pose)| Stop { time, pose });
    Ok(Drive::Path(Path::new(stops.collect())))
}

fn grain(cursor: &Cursor) -> Result<Option<Grain>, FileError> {
    let Some(field) = cursor.get("grain") else {
        return Ok(None);
    };
    field.only(&["slope", "length"])?;
    let need = |key: &str, range: [f64; 2], unit: &'static str| {
        let example = "grain = { slope = 0.05, length = \"0.5 mm\" }";
        field.need(key, example)?.between(range[0], range[1], unit)
    };
    Ok(Some(Grain {
        slope: need("slope", [0.0, 1.0], "")?,
        length: need("length", [1e-5, 1.0], "m")?,
    }))
}

/// The sound of a body by name, as long as the form and of its material unless it says otherwise.
fn voice(cursor: &Cursor, form: &Form, material: Option<MaterialKind>) -> Result<Voice, FileError> {
    let Some(field) = cursor.get("sound") else {
        return Ok(Voice::Own);
    };
    let mut params = BodyParams::default();
    if let Data::Text(_) = field.node.data {
        return Err(field.fail("expected a table: sound = { kind = \"plate\" }"));
    }
    fill::table(
        &mut params,
        ParamId::default(),
        &BodyParams::TABLE,
        &field,
        &["file", "remade"],
    )?;
    for key in ["file", "remade"] {
        if let Some(field) = field.get(key) {
            return Err(field.fail("a body from a file is named as 'file' of the body itself"));
        }
    }
    let long = match form {
        Form::Sphere { radius } => 2.0 * radius,
        Form::Box { sides } => sides.iter().copied().fold(0.0, f64::max),
        Form::Plane => 1.0,
        Form::Cylinder { radius, height } => height.max(2.0 * radius),
        Form::Capsule { length, .. } => *length,
        Form::Mesh(mesh) => mesh.size(),
    };
    if field.get("size").is_none() {
        params.size = long.clamp(0.01, 5.0);
        // A block rings as thick and wide as it is.
        if let (Form::Box { sides }, None, None) =
            (form, field.get("width"), field.get("thickness"))
        {
            let mut sorted = *sides;
            sorted.sort_by(f64::total_cmp);
            params.width = sorted[1].clamp(1e-3, 5.0);
            params.thickness = sorted[0].clamp(1e-4, 0.5);
        }
    }
    if let (None, Some(kind)) = (field.get("material"), material) {
        params.material = kind;
    }
    urto::body::Body::new(&params).map_err(|error| field.fail(error))?;
    Ok(Voice::Named(Box::new(params)))
}

/// The keys that say a pose.
pub(super) fn pose_keys() -> [&'static str; 2] {
    ["place", "turn"]
}

/// A pose by `place` and `turn`: a quaternion, or an axis and an angle in degrees.
pub(super) fn pose(cursor: &Cursor) -> Result<Pose, FileError> {
    let place = three(cursor, "place", 1e4, "m")?;
    let Some(field) = cursor.get("turn") else {
        return Ok(Pose {
            place,
            ..Pose::default()
        });
    };
    let example = "turn = { axis = [0, 0, 1], angle = 90 }";
    let turn = match &field.node.data {
        Data::Table(_) => {
            field.only(&["axis", "angle"])?;
            let axis = direction(&field.need("axis", example)?)?;
            let angle = field
                .need("angle", example)?
                .between(-3600.0, 3600.0, "°")?;
            let half = 0.5 * angle.to_radians();
            let [x, y, z] = axis.map(|own| own * sin(half));
            [cos(half), x, y, z]
        }
        _ => {
            let entries = field.entries(&format!("a turn: {example}, or [w, x, y, z]"))?;
            let [w, x, y, z] = entries.as_slice() else {
                return Err(field.fail(format!("expected {example}, or four numbers [w, x, y, z]")));
            };
            let own = [w.number("")?, x.number("")?, y.number("")?, z.number("")?];
            let long = own.iter().map(|x| x * x).sum::<f64>().sqrt();
            if !(0.9..=1.1).contains(&long) {
                return Err(field.fail(format!(
                    "the four numbers of a turn have the length 1; these have {long:.3}"
                )));
            }
            own.map(|x| x / long)
        }
    };
    Ok(Pose { place, turn })
}

/// A way of length 1.
pub(super) fn direction(field: &Cursor) -> Result<[f64; 3], FileError> {
    let own = field.three("")?;
    let long = own.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !(1e-6..=1e6).contains(&long) {
        return Err(field.fail("it says no direction; for example [0, 0, 1]"));
    }
    Ok(own.map(|x| x / long))
}
