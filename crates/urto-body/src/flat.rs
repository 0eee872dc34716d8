//! A body from a mesh as plain numbers: read from its file by one thread, put together by another that
//! must not be kept.

use crate::{MeshBody, MeshMode};
use urto::body::Material;
use urto::picture::Vector;

/// What such numbers begin with: these letters, as a number.
const FIRST: [u8; 8] = *b"urtobody";

/// Whether bytes are such numbers, little-endian, as far as their beginning tells.
pub fn is_flat(bytes: &[u8]) -> bool {
    bytes.starts_with(&FIRST)
}

impl MeshBody {
    /// Itself as numbers: name, material, weight, then vertices, triangles and modes, each after its
    /// count.
    pub(crate) fn to_flat(&self) -> Vec<f64> {
        let mut flat = vec![f64::from_le_bytes(FIRST)];
        flat.push(self.name().len() as f64);
        flat.extend(self.name().bytes().map(f64::from));
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
    /// let mode = MeshMode { frequency: 2000.0, mass: 1e-3, radiated: 0.5, shape };
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
        let name = row(&mut rest, 1)?.iter().map(|byte| *byte as u8).collect();
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
            });
        }
        let name = String::from_utf8(name).ok()?;
        Self::new(&name, material, weight, vertices, triangles, modes).ok()
    }
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
