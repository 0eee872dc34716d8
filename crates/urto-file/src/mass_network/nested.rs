//! `[[surface]]`, `[[part]]` and `[[place]]`: shapes and networks from other files, and parts that are
//! written once and placed many times.

use super::builders::name;
use super::links::{SPRING, spring};
use super::units::Units;
use super::{Rated, masses_and_links};
use crate::cursor::Cursor;
use crate::error::{FileError, hint};
use crate::header::{self, FileKind};
use crate::resource::LARGEST_RESOURCE;
use std::collections::HashMap;
use std::rc::Rc;
use urto::closest;
use urto_mi::{Held, MassId, Model, Placed, Surface, SurfaceMesh, Turn, placed};

/// Networks lie within networks so deep at most: one that places itself is refused.
const DEEPEST: usize = 8;
/// Most masses of a network that is put together of parts: a few lines could ask for any number.
const MOST_MASSES: usize = 1_000_000;

/// Gives the bytes of a file by its name, or says why it cannot.
pub(crate) type Fetch<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

/// Follows no files.
pub(crate) fn nothing(name: &str) -> Result<Vec<u8>, String> {
    Err(format!(
        "'{name}' is not looked for here; 'urto mi flatten FILE' writes a network and all the files \
         that it names as one"
    ))
}

/// Masses and links that were built.
pub(super) struct Built {
    pub model: Model,
    /// Triangles between masses that came from a shape, to be seen.
    pub triangles: Vec<[u32; 3]>,
    /// Triangles that may be touched: those, and the outsides of lattices.
    pub faces: Vec<[u32; 3]>,
}

impl Built {
    /// Takes over the triangles of a part whose masses have become these.
    fn take_triangles(&mut self, part: &Self, masses: &[MassId]) {
        let moved = |own: &[u32; 3]| own.map(|corner| masses[corner as usize].index() as u32);
        self.triangles.extend(part.triangles.iter().map(moved));
        self.faces.extend(part.faces.iter().map(moved));
    }
}

/// What is known while a network is put together.
pub(super) struct Assembly<'a> {
    pub built: Built,
    pub fetch: Fetch<'a>,
    /// Parts by name, as they are written.
    parts: HashMap<String, Rc<Built>>,
    depth: usize,
}

impl<'a> Assembly<'a> {
    pub fn new(model: Model, fetch: Fetch<'a>) -> Self {
        Self {
            built: Built {
                model,
                triangles: Vec::new(),
                faces: Vec::new(),
            },
            fetch,
            parts: HashMap::new(),
            depth: 0,
        }
    }

    /// The bytes of a file that a field names.
    fn bytes(&mut self, field: &Cursor) -> Result<(String, Vec<u8>), FileError> {
        let name = field.reference()?;
        let bytes = (self.fetch)(&name).map_err(|why| field.fail(why))?;
        if bytes.len() > LARGEST_RESOURCE {
            let most = LARGEST_RESOURCE >> 20;
            return Err(field.fail(format!("'{name}' is larger than {most} MiB")));
        }
        Ok((name, bytes))
    }

    /// `[[surface]]`: a body from the surface of a shape. Its masses are `name.0` and so on, in the
    /// order of the file's points.
    pub fn surface(&mut self, units: Units, field: &Cursor) -> Result<(), FileError> {
        let own = ["name", "file", "mass", "scale", "at", "bracing", "hold"];
        let springs = SPRING.iter().filter(|key| **key != "length");
        let keys: Vec<&str> = own.iter().chain(springs).copied().collect();
        field.only(&keys)?;
        let name = name(field)?;
        let file = field.need("file", "file = \"bell.obj\"")?;
        let (shape, bytes) = self.bytes(&file)?;
        let surface = Surface::parse(&bytes);
        let surface = surface.map_err(|why| file.fail(format!("'{shape}': {why}")))?;
        let (mut surface, _) = surface.merged().tidied();
        let scale = match field.get("scale") {
            Some(own) => own.between(1e-9, 1e9, "")?,
            None => 1.0,
        };
        if let Some(at) = field.get("at") {
            let at = at.three("m")?;
            for point in &mut surface.points {
                *point = core::array::from_fn(|k| point[k] + at[k] / scale);
            }
        }
        let bracing = match field.get("bracing") {
            None => None,
            Some(own) => {
                own.only(&SPRING)?;
                Some(spring(units, &own)?)
            }
        };
        let mesh = SurfaceMesh {
            mass: field.need("mass", "mass = 0.2")?.number("kg")?,
            spring: spring(units, field)?,
            bracing,
            hold: held(field)?,
            scale,
            surface,
        };
        let built = mesh.build(&mut self.built.model, &name);
        let masses = built.map_err(|error| field.fail(error))?;
        let number = |corner: u32| masses[corner as usize].index() as u32;
        let triangles = mesh.surface.triangles.iter();
        let triangles: Vec<[u32; 3]> = triangles.map(|own| own.map(number)).collect();
        self.built.faces.extend(&triangles);
        self.built.triangles.extend(triangles);
        self.check_size(field)
    }

    /// `[[part]]`: a network of its own, that `[[place]]` puts anywhere.
    pub fn part(&mut self, rated: Rated, field: &Cursor) -> Result<(), FileError> {
        field.only(&[
            "name", "mass", "row", "lattice", "surface", "place", "link", "plane", "contact",
        ])?;
        let name = name(field)?;
        if self.parts.contains_key(&name) {
            return Err(field.fail(format!(
                "two parts are named '{name}'; give one of them another name"
            )));
        }
        let model = Model::new(rated.hertz).map_err(|error| field.fail(error))?;
        let mut inner = Assembly {
            depth: self.depth,
            parts: core::mem::take(&mut self.parts),
            ..Assembly::new(model, self.fetch)
        };
        let done = masses_and_links(&mut inner, rated.units, field);
        let (built, parts) = (inner.built, inner.parts);
        self.parts = parts;
        done?;
        self.parts.insert(name, Rc::new(built));
        Ok(())
    }

    /// `[[place]]`: puts a part, or the network of another file, somewhere. Its mass `m` is
    /// `name.m`.
    pub fn place(&mut self, field: &Cursor) -> Result<(), FileError> {
        field.only(&["name", "part", "file", "at", "turn", "quaternion", "scale"])?;
        let name = name(field)?;
        let place = placing(field)?;
        let part = match (field.get("part"), field.get("file")) {
            (Some(own), None) => {
                let wanted = own.reference()?;
                let known = || self.parts.keys().map(String::as_str);
                self.parts.get(&wanted).cloned().ok_or_else(|| {
                    let near = hint(&closest(&wanted, known()).map(str::to_owned));
                    own.fail(format!(
                        "there is no part '{wanted}'{near}; write it as [[part]] before it is placed"
                    ))
                })?
            }
            (None, Some(own)) => Rc::new(self.file(&own)?),
            _ => {
                return Err(field.fail(
                    "give one of part = \"string\" (a [[part]] of this file) and file = \
                     \"string.mi.toml\"",
                ));
            }
        };
        if self.built.model.masses().len() + part.model.masses().len() > MOST_MASSES {
            return Err(too_many(field));
        }
        let masses = placed::add(&mut self.built.model, &part.model, &name, &place);
        let masses: Vec<MassId> = masses.map_err(|error| field.fail(error))?;
        self.built.take_triangles(&part, &masses);
        Ok(())
    }

    /// The masses and links of another file.
    fn file(&mut self, field: &Cursor) -> Result<Built, FileError> {
        if self.depth == DEEPEST {
            return Err(field.fail(format!(
                "networks lie within networks more than {DEEPEST} deep; one of them may place itself"
            )));
        }
        let (name, bytes) = self.bytes(field)?;
        let within = |error: FileError| field.fail(error);
        let (found, root) = header::open(&name, &bytes).map_err(within)?;
        let root = Cursor::root(&name, &root);
        if !matches!(found, FileKind::Network) {
            return Err(within(root.fail_as(found, FileKind::Network)));
        }
        let (rated, model) = super::opened(&root).map_err(within)?;
        let mut inner = Assembly {
            depth: self.depth + 1,
            ..Assembly::new(model, self.fetch)
        };
        super::assemble(&mut inner, rated, &root).map_err(within)?;
        Ok(inner.built)
    }

    fn check_size(&self, field: &Cursor) -> Result<(), FileError> {
        match self.built.model.masses().len() > MOST_MASSES {
            true => Err(too_many(field)),
            false => Ok(()),
        }
    }
}

fn too_many(field: &Cursor) -> FileError {
    field.fail(format!(
        "the network would have more than {MOST_MASSES} masses, the most that is built; place less, \
         or make shapes coarser"
    ))
}

/// What of a surface is held.
fn held(field: &Cursor) -> Result<Held, FileError> {
    let Some(own) = field.get("hold") else {
        return Ok(Held::Nothing);
    };
    own.only(&["below", "up"])?;
    Ok(Held::Below {
        up: match own.get("up") {
            Some(up) => up.three("")?,
            None => [0.0, 0.0, 1.0],
        },
        level: own.need("below", "hold = { below = 0.01 }")?.number("m")?,
    })
}

/// Where a part goes.
fn placing(field: &Cursor) -> Result<Placed, FileError> {
    let usual = Placed::default();
    let turned = match (field.get("turn"), field.get("quaternion")) {
        (None, None) => Turn::Not,
        (Some(own), None) => {
            own.only(&["axis", "degrees"])?;
            let example = "turn = { axis = [0, 0, 1], degrees = 90 }";
            Turn::About {
                axis: own.need("axis", example)?.three("")?,
                degrees: own.need("degrees", example)?.number("")?,
            }
        }
        (None, Some(own)) => {
            let expected = "four numbers w, x, y and z, such as [1, 0, 0, 0]";
            let entries = own.entries(expected)?;
            let [w, x, y, z] = entries.as_slice() else {
                return Err(own.fail(format!("expected {expected}")));
            };
            Turn::Quaternion([w.number("")?, x.number("")?, y.number("")?, z.number("")?])
        }
        (Some(_), Some(own)) => {
            return Err(own.fail("a part is turned by turn or by quaternion, not both"));
        }
    };
    Ok(Placed {
        turned,
        scaled: match field.get("scale") {
            Some(own) => own.number("")?,
            None => usual.scaled,
        },
        moved: match field.get("at") {
            Some(own) => own.three("m")?,
            None => usual.moved,
        },
    })
}
