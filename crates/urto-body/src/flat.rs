//! A body from a mesh as plain numbers: read from its file by one thread, put together by another that
//! must not be kept.

use crate::playback::{Multipole, Multipoles};
use crate::{MeshBody, MeshMode};
use urto::body::{Maker as _, Material, Patch};
use urto::picture::Vector;

/// What such numbers begin with: these letters, as a number.
const FIRST: [u8; 8] = *b"urtobody";

/// Whether bytes are such numbers, little-endian, as far as their beginning tells.
pub fn is_flat(bytes: &[u8]) -> bool {
    bytes.starts_with(&FIRST)
}

impl MeshBody {
    /// Itself as numbers: name, what it is, material, weight, then vertices, triangles, modes (with what is heard
    /// of each in the air) and patches, each after its count.
    pub(crate) fn to_flat(&self) -> Vec<f64> {
        let mut flat = vec![f64::from_le_bytes(FIRST)];
        write_text(self.name(), &mut flat);
        write_text(self.about(), &mut flat);
        let Material {
            density,
            modulus,
            poisson,
            alpha,
            beta,
            eta,
        } = *self.material();
        flat.extend([density, modulus, poisson, alpha, beta, eta, self.mass()]);
        let surface = self.surface();
        flat.push(surface.vertices().len() as f64);
        flat.extend(surface.vertices().as_flattened());
        flat.push(surface.corners().len() as f64);
        flat.extend(
            surface
                .corners()
                .as_flattened()
                .iter()
                .map(|own| *own as f64),
        );
        flat.push(surface.modes() as f64);
        for mode in self.modes() {
            flat.extend([mode.frequency, mode.mass, mode.radiated]);
            flat.extend(mode.shape.as_flattened());
            write_air(mode.air.as_ref(), &mut flat);
        }
        flat.push(self.patches().len() as f64);
        for patch in self.patches() {
            write_text(&patch.name, &mut flat);
            flat.extend(patch.at);
        }
        flat
    }

    /// The body that such numbers tell of; none if they are cut or tell of none.
    ///
    /// ```
    /// use urto::body::{MaterialKind, Maker};
    /// use urto_body::{MeshBody, MeshMode};
    /// let vertices = vec![[0.0; 3], [0.01, 0.0, 0.0], [0.0, 0.01, 0.0], [0.0, 0.0, 0.01]];
    /// let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let shape = vec![[0.0, 0.1, 1.0]; 4];
    /// let mode = MeshMode { frequency: 2000.0, mass: 1e-3, radiated: 0.5, air: None, shape };
    /// let steel = MaterialKind::Steel.figures();
    /// let body = MeshBody::new("tip", steel, 0.008, vertices, triangles, vec![mode])?;
    /// let flat = body.flat().unwrap();
    /// let bytes: Vec<u8> = flat.iter().flat_map(|own| own.to_le_bytes()).collect();
    /// assert_eq!(MeshBody::from_flat(&bytes), Some(body));
    /// assert_eq!(MeshBody::from_flat(&bytes[..bytes.len() - 8]), None);
    /// # Ok::<(), urto_body::MeshBodyError>(())
    /// ```
    pub fn from_flat(bytes: &[u8]) -> Option<Self> {
        if !is_flat(bytes) {
            return None;
        }
        let numbers = bytes[FIRST.len()..].chunks_exact(8);
        let numbers = numbers.filter_map(|own| Some(f64::from_le_bytes(own.try_into().ok()?)));
        let numbers: Vec<f64> = numbers.collect();
        let mut rest = &numbers[..];
        let name = text(&mut rest)?;
        let about = text(&mut rest)?;
        let [density, modulus, poisson, alpha, beta, eta, weight] = *many(&mut rest, 7)? else {
            return None;
        };
        let material = Material {
            density,
            modulus,
            poisson,
            alpha,
            beta,
            eta,
        };
        let vertices = vectors(row(&mut rest, 3)?);
        let corners = row(&mut rest, 3)?.as_chunks().0.iter();
        let triangles = corners.map(|own: &[f64; 3]| own.map(|corner| corner as usize));
        let triangles = triangles.collect();
        let count = many(&mut rest, 1)?[0] as usize;
        let mut modes = Vec::new();
        for _ in 0..count {
            let [frequency, mass, radiated] = *many(&mut rest, 3)? else {
                return None;
            };
            modes.push(MeshMode {
                frequency,
                mass,
                radiated,
                shape: vectors(many(&mut rest, 3 * vertices.len())?),
                air: air(&mut rest)?,
            });
        }
        let count = many(&mut rest, 1)?[0] as usize;
        let mut patches = Vec::new();
        for _ in 0..count {
            let name = text(&mut rest)?;
            let at = *many(&mut rest, 3)?.first_chunk()?;
            patches.push(Patch { name, at });
        }
        let body = Self::new(&name, material, weight, vertices, triangles, modes).ok()?;
        Some(body.with_patches(patches).ok()?.with_about(&about))
    }
}

fn write_text(text: &str, flat: &mut Vec<f64>) {
    flat.push(text.len() as f64);
    flat.extend(text.bytes().map(f64::from));
}

fn text(rest: &mut &[f64]) -> Option<String> {
    let bytes = row(rest, 1)?.iter().map(|byte| *byte as u8).collect();
    String::from_utf8(bytes).ok()
}

/// Wave number and radius, and the terms after their count; a mode that does not tell has none.
fn write_air(air: Option<&Multipoles>, flat: &mut Vec<f64>) {
    flat.extend(air.map_or([0.0; 2], |air| [air.wave_number, air.radius]));
    let terms = air.map_or(&[][..], |air| &air.terms);
    flat.push(terms.len() as f64);
    for term in terms {
        let [real, imaginary] = term.strength;
        flat.extend([term.degree as f64, term.around as f64, real, imaginary]);
    }
}

fn air(rest: &mut &[f64]) -> Option<Option<Multipoles>> {
    let [wave_number, radius] = *many(rest, 2)?.first_chunk()?;
    let terms = row(rest, 4)?.as_chunks().0.iter();
    let terms = terms.map(|[degree, around, real, imaginary]| Multipole {
        degree: *degree as usize,
        around: *around as isize,
        strength: [*real, *imaginary],
    });
    let terms: Vec<Multipole> = terms.collect();
    Some((!terms.is_empty()).then_some(Multipoles {
        wave_number,
        radius,
        terms,
    }))
}

fn vectors(numbers: &[f64]) -> Vec<Vector> {
    numbers.as_chunks().0.to_vec()
}

/// The next numbers, if there are so many.
fn many<'a>(rest: &mut &'a [f64], count: usize) -> Option<&'a [f64]> {
    let (first, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(first)
}

/// A count, and as many groups of numbers.
fn row<'a>(rest: &mut &'a [f64], size: usize) -> Option<&'a [f64]> {
    let count = many(rest, 1)?[0] as usize;
    many(rest, count.checked_mul(size)?)
}
