//! Materials of one's own: how heavy, how stiff, and how fast they lose sound.
//!
//! `urto modes cup.stl --material oak.toml` takes one.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::header::{self, FileKind};
use crate::write::quoted;
use urto::body::Material;

/// How such a file may look, as far as it must.
const EXAMPLE: &str = "density = 680, modulus = \"12 GPa\", poisson = 0.3, eta = 0.01";
/// Longest T60 at 1 kHz \[s\]: no solid rings for an hour, and nothing may ring for ever.
const LONGEST: f64 = 3600.0;

/// Key, unit, least and greatest value.
type Figure = (&'static str, &'static str, f64, f64);

/// The figures, each with its unit and the range that is taken. Densities from foam to beyond osmium,
/// stiffness from gel to beyond diamond. Poisson's ratio: at 0.5 nothing can be squeezed, and just
/// below it elements lock; at -1 nothing can be sheared. Losses up to what lets nothing ring.
const DENSITY: Figure = ("density", "kg/m^3", 1.0, 1e5);
const MODULUS: Figure = ("modulus", "Pa", 1e3, 1e13);
const POISSON: Figure = ("poisson", "", -0.98, 0.49);
const ALPHA: Figure = ("alpha", "1/s", 0.0, 1e5);
const BETA: Figure = ("beta", "s", 0.0, 0.1);
const ETA: Figure = ("eta", "", 0.0, 2.0);
const CONTACT: Figure = ("contact_damping", "s/m", 0.0, 1e3);

/// A material of one's own.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialFile {
    /// Its name for people.
    pub name: Option<String>,
    /// What it is, in a sentence.
    pub about: Option<String>,
    /// Density, stiffness and losses.
    pub figures: Material,
    /// gamma: each contact damps the motion of its place by gamma times its force \[s/m\].
    pub contact_damping: Option<f64>,
}

/// Reads a material; `file` is its name, for messages.
///
/// ```
/// let text = "urto = \"material/1\"\ndensity = 680\nmodulus = \"12 GPa\"\npoisson = 0.3\neta = 0.01\n";
/// let oak = urto_file::read_material("oak.toml", text.as_bytes())?;
/// assert_eq!(oak.figures.modulus, 1.2e10);
/// let dear = text.replace("680", "680000");
/// let error = urto_file::read_material("oak.toml", dear.as_bytes()).err().unwrap();
/// assert_eq!(error.to_string(), "oak.toml:2: density: 680000 is outside 1 to 100000 kg/m^3");
/// # Ok::<(), urto_file::FileError>(())
/// ```
pub fn read_material(file: &str, bytes: &[u8]) -> Result<MaterialFile, FileError> {
    let (found, root) = header::open(file, bytes)?;
    let root = Cursor::root(file, &root);
    match found {
        FileKind::Material => material(&root),
        other => Err(root.fail_as(other, FileKind::Material)),
    }
}

pub(crate) fn material(root: &Cursor) -> Result<MaterialFile, FileError> {
    root.only(&[
        "urto", "name", "about", DENSITY.0, MODULUS.0, POISSON.0, ALPHA.0, BETA.0, ETA.0, CONTACT.0,
    ])?;
    let text = |key: &str| {
        let field = root.get(key);
        field.map(|own| own.text().map(str::to_owned)).transpose()
    };
    let need = |(key, unit, min, max): Figure| root.need(key, EXAMPLE)?.between(min, max, unit);
    let may = |(key, unit, min, max): Figure| match root.get(key) {
        Some(field) => field.between(min, max, unit).map(Some),
        None => Ok(None),
    };
    let figures = Material {
        density: need(DENSITY)?,
        modulus: need(MODULUS)?,
        poisson: need(POISSON)?,
        alpha: may(ALPHA)?.unwrap_or(0.0),
        beta: may(BETA)?.unwrap_or(0.0),
        eta: may(ETA)?.unwrap_or(0.0),
    };
    if figures.decay(1000.0) > LONGEST {
        return Err(root.fail(
            "it loses too little and would ring for more than an hour; give alpha (a loss at every \
             pitch alike [1/s], steel has 5), beta (one that grows with the square of the frequency \
             [s], steel has 3e-8) or eta (the loss factor of handbooks, glass has 8e-4)",
        ));
    }
    Ok(MaterialFile {
        name: text("name")?,
        about: text("about")?,
        figures,
        contact_damping: may(CONTACT)?,
    })
}

/// Writes a material.
pub fn write_material(own: &MaterialFile) -> String {
    let mut text = "urto = \"material/1\"\n".to_owned();
    for (key, words) in [("name", &own.name), ("about", &own.about)] {
        if let Some(words) = words {
            text += &format!("{key} = {}\n", quoted(words));
        }
    }
    let Material {
        density,
        modulus,
        poisson,
        alpha,
        beta,
        eta,
    } = own.figures;
    let mut put = |key: &str, value: f64| text += &format!("{key} = {value:?}\n");
    put(DENSITY.0, density);
    put(MODULUS.0, modulus);
    put(POISSON.0, poisson);
    for ((key, ..), loss) in [(ALPHA, alpha), (BETA, beta), (ETA, eta)] {
        // What is not said is 0.
        if loss != 0.0 {
            put(key, loss);
        }
    }
    if let Some(gamma) = own.contact_damping {
        put(CONTACT.0, gamma);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::body::MaterialKind;
    use urto::param::ChoiceField;

    /// Every material of the library can be written as a file of one's own and read back.
    #[test]
    fn what_is_written_is_read() {
        for index in 0..MaterialKind::OPTIONS.len() {
            let own = MaterialFile {
                name: Some("a \"stuff\"".to_owned()),
                about: None,
                figures: MaterialKind::from_index(index).unwrap().figures(),
                contact_damping: (index % 2 == 0).then_some(0.3),
            };
            let text = write_material(&own);
            assert_eq!(
                read_material("own.toml", text.as_bytes()),
                Ok(own),
                "{text}"
            );
        }
    }
}
