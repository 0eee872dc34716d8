//! What the body is made of: a material by name, or from a file.

use std::io::Read as _;
use std::path::Path;
use urto_fem::material::Solid;
use urto_program::failure::Failure;
use urto_program::open;

/// A little more than the largest file that is read, which refuses larger ones itself \[bytes\].
const ENOUGH: u64 = (4 << 20) + 1;

/// A material, and what it is called.
pub struct Named {
    /// Its name, for people.
    pub name: String,
    /// Its figures.
    pub solid: Solid,
}

/// The material of a name, or else of a file.
pub fn named(word: &str) -> Result<Named, Failure> {
    let path = Path::new(word);
    match Solid::named(word) {
        Ok(solid) => Ok(Named {
            name: word.to_owned(),
            solid,
        }),
        Err(_) if path.exists() => from_file(path),
        Err(error) => Err(Failure::usage(format!(
            "{error}; nor is there such a file ('urto new material oak' writes one to start from)"
        ))),
    }
}

fn from_file(path: &Path) -> Result<Named, Failure> {
    let reading = |error| Failure::reading(path, &error);
    let mut bytes = Vec::new();
    let file = open::file(path).map_err(reading)?;
    file.take(ENOUGH).read_to_end(&mut bytes).map_err(reading)?;
    let read = urto_file::read_material(&path.to_string_lossy(), &bytes).map_err(Failure::other)?;
    let stem = || path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Named {
        name: read.name.unwrap_or_else(|| stem().into_owned()),
        solid: Solid {
            figures: read.figures,
            contact_damping: read.contact_damping,
        },
    })
}
