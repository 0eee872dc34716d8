//! Readers, one for each format, and the choice between them.

pub(crate) mod gltf;
mod msh;
pub(crate) mod obj;
pub(crate) mod ply;
mod scan;
pub(crate) mod stl;
mod tetrahedra;
mod vtk;

use crate::error::shortened;
use crate::{LARGEST, MOST_POINTS, MeshError, Surface, VolumeMesh, Where};

/// Reads a surface from an OBJ, STL, PLY or glTF file. Its content says which it is, and the ending
/// of its name where the content leaves it open; the name may be empty.
///
/// A `.gltf` file that names further files is refused; see [`read_surface_with`].
pub fn read_surface(name: &str, bytes: &[u8]) -> Result<Surface, MeshError> {
    let mut none = |_: &str| {
        Err("it lies beside and is not read here; export the shape as one .glb file".to_owned())
    };
    read_surface_with(name, bytes, &mut none)
}

/// The same, with a way to get the bytes of the files that a `.gltf` file names.
pub fn read_surface_with(
    name: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Surface, MeshError> {
    if bytes.starts_with(&[0xfe, 0xff]) || bytes.starts_with(&[0xff, 0xfe]) {
        return Err(MeshError::NotRead {
            what: "this is text in UTF-16".to_owned(),
            instead: "save it as UTF-8",
        });
    }
    match kind(name, bytes) {
        FileKind::Gltf => gltf::read(bytes, fetch),
        FileKind::Ply => ply::read(bytes, MOST_POINTS),
        FileKind::Stl => stl::read(bytes, MOST_POINTS),
        FileKind::Obj => match core::str::from_utf8(bytes) {
            Ok(text) => obj::read(text, MOST_POINTS),
            // Names may be in an older encoding; what is read of them is plain.
            Err(_) => obj::read(&String::from_utf8_lossy(bytes), MOST_POINTS),
        },
        FileKind::Msh | FileKind::Vtk => Err(MeshError::NotRead {
            what: "this file holds a volume (Gmsh or VTK), and a surface is needed".to_owned(),
            instead: "export the surface as OBJ, STL, PLY or glTF",
        }),
    }
}

/// Whether a file holds a volume, as far as its beginning and the ending of its name tell.
pub fn holds_volume(name: &str, bytes: &[u8]) -> bool {
    matches!(kind(name, bytes), FileKind::Msh | FileKind::Vtk)
}

/// Reads a volume of tetrahedra from a Gmsh `.msh` file (2.2 or 4.1) or a legacy `.vtk` file, each
/// text or binary.
pub fn read_volume(name: &str, bytes: &[u8]) -> Result<VolumeMesh, MeshError> {
    match kind(name, bytes) {
        FileKind::Msh => msh::read(bytes),
        FileKind::Vtk => vtk::read(bytes),
        _ => Err(MeshError::NotRead {
            what: "this is no Gmsh .msh and no legacy .vtk file".to_owned(),
            instead: "a volume comes from one of these; a surface is filled with tetrahedra first",
        }),
    }
}

/// Whether a file is glTF, by its content.
pub(crate) fn is_gltf(bytes: &[u8]) -> bool {
    matches!(kind("", bytes), FileKind::Gltf)
}

enum FileKind {
    Obj,
    Stl,
    Ply,
    Gltf,
    Msh,
    Vtk,
}

fn kind(name: &str, bytes: &[u8]) -> FileKind {
    let start = bytes.trim_ascii_start();
    if bytes.starts_with(b"glTF") || start.starts_with(b"{") {
        return FileKind::Gltf;
    }
    if start.starts_with(b"ply") && start.get(3).is_some_and(u8::is_ascii_whitespace) {
        return FileKind::Ply;
    }
    if start.starts_with(b"$MeshFormat") || start.starts_with(b"$NOD") {
        return FileKind::Msh;
    }
    if start.starts_with(b"# vtk DataFile") {
        return FileKind::Vtk;
    }
    if stl::is_binary(bytes) || stl::begins_as_text(bytes) {
        return FileKind::Stl;
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending.to_ascii_lowercase().as_str() {
        "obj" => FileKind::Obj,
        "stl" => FileKind::Stl,
        "ply" => FileKind::Ply,
        "gltf" | "glb" => FileKind::Gltf,
        // Comments may stand before the first section.
        "msh" => FileKind::Msh,
        "vtk" => FileKind::Vtk,
        // Binary heads are full of zeros, texts have none.
        _ if bytes.contains(&0) => FileKind::Stl,
        _ => FileKind::Obj,
    }
}

/// A number of a text.
fn number(word: &str, at: Where) -> Result<f64, MeshError> {
    match word.parse() {
        Ok(number) if (-LARGEST..=LARGEST).contains(&number) => Ok(number),
        _ => Err(MeshError::NotANumber {
            at,
            found: shortened(word),
        }),
    }
}
