//! What modes are found of: from a file, or a body that comes with urto.

use crate::filled::Hollow;
use std::io::Read as _;
use std::path::Path;
use urto_body::{Patch, is_patch_name};
use urto_fem::bodies;
use urto_fem::mesh::Mesh;
use urto_fem::mesher::Shell;
use urto_mesh::check::solid;
use urto_mesh::repair::{Repair, repair};
use urto_mesh::{
    Group, Tetrahedra, holds_volume, read_groups_with, read_surface_with, read_volume,
};
use urto_program::failure::Failure;
use urto_program::modes::ModesArgs;
use urto_program::open;

/// Largest mesh that is read \[bytes\].
const LARGEST: u64 = 1 << 30;

/// What modes are found of.
pub enum Form {
    /// Elements as they are \[m\].
    Solid(Mesh),
    /// A surface that elements are to fill, as fine as it takes.
    Hollow(Hollow),
}

/// What is known of it.
pub struct Taken {
    /// Its name.
    pub name: String,
    /// What it is, if that is known.
    pub about: String,
    /// What it usually is made of.
    pub material: &'static str,
    /// What a person should know.
    pub notes: Vec<String>,
    /// Names for places on it.
    pub patches: Vec<Patch>,
}

/// What a file holds, or a body that comes with urto.
pub fn take(asked: &ModesArgs) -> Result<(Taken, Form), Failure> {
    let what = asked.what.to_string_lossy();
    let known = bodies::ALL.iter().find(|own| own.key == what);
    if let Some(body) = known.filter(|_| !asked.what.exists()) {
        let mesh = body.mesh(asked.detail).map_err(Failure::usage)?;
        let taken = Taken {
            name: body.key.to_owned(),
            about: body.about.to_owned(),
            patches: body.patches(&mesh),
            material: body.material,
            notes: Vec::new(),
        };
        return Ok((taken, Form::Solid(mesh)));
    }
    let path = &asked.what;
    if !path.exists() {
        return Err(unknown(&what));
    }
    let bytes = read(path)?;
    let mut notes = Vec::new();
    let form = match holds_volume(&what, &bytes) {
        true => Form::Solid(volume(path, &bytes, asked, &mut notes)?),
        false => Form::Hollow(surface(path, &bytes, asked, &mut notes)?),
    };
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let taken = Taken {
        name: name.into_owned(),
        about: String::new(),
        material: "steel",
        notes,
        patches: patches(&bytes, asked),
    };
    Ok((taken, form))
}

/// The groups of a mesh file as names for places, in metres.
fn patches(bytes: &[u8], asked: &ModesArgs) -> Vec<Patch> {
    let metres = asked.unit.metres();
    let mut beside = |name: &str| {
        let folder = asked.what.parent().unwrap_or(Path::new(""));
        std::fs::read(folder.join(name)).map_err(|error| error.to_string())
    };
    let groups = read_groups_with(bytes, &mut beside).into_iter();
    let groups = groups.filter(|group| is_patch_name(&group.name));
    let patch = |group: Group| Patch {
        name: group.name,
        at: group.at.map(|own| metres * own),
    };
    groups.map(patch).collect()
}

fn unknown(what: &str) -> Failure {
    let names: Vec<&str> = bodies::ALL.iter().map(|own| own.key).collect();
    let hint = match urto::closest(what, names.iter().copied()) {
        Some(near) => format!("; did you mean '{near}'?"),
        None => format!("; bodies that come with urto are {}", names.join(", ")),
    };
    Failure::usage(format!("there is no file and no body '{what}'{hint}"))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let reading = |error| Failure::reading(path, &error);
    let mut bytes = Vec::new();
    let file = open::file(path).map_err(reading)?;
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(reading)?;
    match bytes.len() as u64 > LARGEST {
        false => Ok(bytes),
        true => Err(Failure::other(format!(
            "'{}' is larger than 1 GiB, the most that is read",
            path.display()
        ))),
    }
}

/// An error, with the file's name before it.
fn wrong(path: &Path, error: &dyn core::fmt::Display) -> Failure {
    Failure::other(format!("{}: {error}", path.display()))
}

/// A volume of tetrahedra as it is.
fn volume(
    path: &Path,
    bytes: &[u8],
    asked: &ModesArgs,
    notes: &mut Vec<String>,
) -> Result<Mesh, Failure> {
    let read = read_volume(&path.to_string_lossy(), bytes);
    let checked = read
        .map_err(|error| wrong(path, &error))?
        .checked(asked.unit);
    let (volume, turned) = checked.map_err(|error| wrong(path, &error))?;
    if turned {
        notes.push("All elements were inside out and were turned over.".to_owned());
    }
    if volume.left_out > 0 {
        notes.push(format!(
            "{} elements that are no tetrahedra were left out.",
            volume.left_out
        ));
    }
    let nodes = volume.nodes;
    let mesh = match volume.tetrahedra {
        Tetrahedra::Quadratic(elements) => Mesh::new(nodes, elements),
        Tetrahedra::Linear(elements) => {
            let corners = urto_fem::mesh::Tetrahedra { nodes, elements };
            corners.quadratic()
        }
    };
    mesh.map_err(|error| wrong(path, &error))
}

/// A surface that is to be filled with tetrahedra.
fn surface(
    path: &Path,
    bytes: &[u8],
    asked: &ModesArgs,
    notes: &mut Vec<String>,
) -> Result<Hollow, Failure> {
    let mut beside = |name: &str| {
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::read(folder.join(name)).map_err(|error| error.to_string())
    };
    let found = read_surface_with(&path.to_string_lossy(), bytes, &mut beside);
    let mut found = found.map_err(|error| wrong(path, &error))?;
    if asked.repair {
        let (mended, done) = repair(&found, &Repair::everything());
        notes.push(format!("Repair: {done}."));
        found = mended;
    }
    let body = solid(&found, asked.unit).map_err(|error| wrong(path, &error))?;
    notes.extend(body.notes.iter().map(|note| format!("Note: {note}.")));
    let shell = Shell::new(body.surface.points, body.surface.triangles);
    let shell = shell.map_err(|error| wrong(path, &error))?;
    Ok(Hollow {
        path: path.to_owned(),
        shell,
    })
}
