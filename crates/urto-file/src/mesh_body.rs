//! `.body`: a body from a mesh, its surface and its modes, as `urto modes` writes it.
//!
//! The file begins as text, like all others: `urto = "body/1"`, a name, what the body is made of, and
//! how many vertices, triangles and modes it has. With names for places on its surface (`patches`), which
//! have the point that they lie nearest to, or a sentence that says what it is (`about`), it is
//! `urto = "body/2"`. A line `---` ends that. Numbers follow, packed
//! (zlib, little endian): three 32-bit floats for each vertex \[m\]; three 32-bit numbers of vertices
//! for each triangle; and for each mode frequency \[Hz\], mass \[kg\] and the air's rate \[1/s\] as 64-bit
//! floats, the largest number of its shape as a 64-bit float, and three 16-bit shares of that for each
//! vertex: what lies 90 dB below the largest motion is not kept.
//!
//! A body that also knows how it sounds in the air around it begins with `urto = "body/2"` too, and says
//! how many `multipoles` they have together. Behind all else follow for each mode how
//! many are its own, as a 32-bit number, its wave number \[rad/m\] and radius \[m\] as 64-bit floats;
//! and for each of them its degree and order as 16-bit numbers and its strength as two 32-bit floats.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::tree;
use crate::write::quoted;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::sync::Arc;
use urto::body::{BodyLoader, Maker as _, Material, Patch};
use urto_body::playback::{Multipole, Multipoles};
use urto_body::{MeshBody, MeshMode, is_flat};

/// The first line: of a body without patches, multipoles and a sentence about it, which the first
/// versions read too, and of one with some.
const FIRST: &str = "urto = \"body/1\"";
const SECOND: &str = "urto = \"body/2\"";
/// The line between text and numbers.
const BREAK: &[u8] = b"\n---\n";
/// Longest text before it \[bytes\].
const LONGEST_TEXT: usize = 1 << 16;
/// Most vertices, triangles and modes that are read.
const MOST_VERTICES: f64 = 200_000.0;
const MOST_TRIANGLES: f64 = 400_000.0;
const MOST_MODES: f64 = 4096.0;
/// The same for multipoles: a thousand for each mode.
const MOST_MULTIPOLES: f64 = 4e6;
/// Most patches with names.
const MOST_PATCHES: usize = 256;
/// Most bytes of a body's file, packed or unpacked. As 64-bit floats shapes take four times as much: however
/// small the file, reading it takes no more than five times this.
pub const LARGEST_BODY: usize = crate::LARGEST_RESOURCE;
/// How long a mode's figures in the air are, and a multipole \[bytes\].
const MODE_IN_AIR: usize = 20;
const MULTIPOLE: usize = 12;
/// The share of the largest number of a shape that is 1.
const FULL: f64 = 32_767.0;
/// How hard numbers are packed, from 0 to 10: beyond this it takes several times as long for 1 %.
const PACKING: u8 = 8;

/// Whether bytes begin like a body.
pub fn is_body(bytes: &[u8]) -> bool {
    bytes.starts_with(b"urto = \"body/")
}

/// The catalogue's line: bodies from meshes are bodies for every sound.
pub(crate) static LOADER: BodyLoader = BodyLoader {
    key: "mesh",
    fits: |bytes| is_body(bytes) || is_flat(bytes),
    load: |name, bytes| {
        if let Some(body) = MeshBody::from_flat(bytes) {
            return Ok(Arc::new(body));
        }
        let body = read_body(name, bytes).map_err(|error| error.to_string())?;
        Ok(Arc::new(body))
    },
};

/// Writes a body.
///
/// ```
/// use urto::body::MaterialKind;
/// use urto_body::{MeshBody, MeshMode};
/// let vertices = vec![[0.0; 3], [0.01, 0.0, 0.0], [0.0, 0.01, 0.0], [0.0, 0.0, 0.01]];
/// let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let mode = MeshMode { frequency: 2000.0, mass: 1e-3, radiated: 0.1, air: None, shape: vec![[0.0, 0.0, 1.0]; 4] };
/// let steel = MaterialKind::Steel.figures();
/// let body = MeshBody::new("tip", steel, 0.001, vertices, triangles, vec![mode])?;
/// let bytes = urto_file::write_body(&body);
/// let again = urto_file::read_body("tip.body", &bytes)?;
/// assert_eq!(again.modes().next().unwrap().frequency, 2000.0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn write_body(body: &MeshBody) -> Vec<u8> {
    let Material {
        density,
        modulus,
        poisson,
        alpha,
        beta,
        eta,
    } = body.material();
    let surface = body.surface();
    let in_air = body.is_heard_around();
    let patches = &body.patches()[..body.patches().len().min(MOST_PATCHES)];
    let first = match patches.is_empty() && !in_air && body.about().is_empty() {
        true => FIRST,
        false => SECOND,
    };
    let mut text = format!("{first}\nname = {}\n", quoted(body.name()));
    if !body.about().is_empty() {
        text += &format!("about = {}\n", quoted(body.about()));
    }
    let figures = [
        ("density", density),
        ("modulus", modulus),
        ("poisson", poisson),
        ("alpha", alpha),
        ("beta", beta),
        ("eta", eta),
        ("weight", &body.mass()),
    ];
    for (key, value) in figures {
        text += &format!("{key} = {value:?}\n");
    }
    let counts = [
        ("vertices", surface.vertices().len()),
        ("triangles", surface.triangles()),
        ("modes", surface.modes()),
    ];
    for (key, count) in counts {
        text += &format!("{key} = {count}\n");
    }
    if in_air {
        let terms = body.modes().filter_map(|mode| mode.air);
        let terms: usize = terms.map(|air| air.terms.len()).sum();
        text += &format!("multipoles = {terms}\n");
    }
    if !patches.is_empty() {
        let patch = |own: &Patch| format!("{{ name = {}, at = {:?} }}", quoted(&own.name), own.at);
        let all: Vec<String> = patches.iter().map(patch).collect();
        text += &format!("patches = [{}]\n", all.join(", "));
    }
    let mut numbers = Vec::new();
    for place in surface.vertices().as_flattened() {
        numbers.extend((*place as f32).to_le_bytes());
    }
    for corner in surface.corners().as_flattened() {
        numbers.extend((*corner as u32).to_le_bytes());
    }
    for mode in body.modes() {
        let shape = mode.shape.as_flattened();
        let largest = shape.iter().fold(0.0_f64, |most, own| most.max(own.abs()));
        for figure in [mode.frequency, mode.mass, mode.radiated, largest] {
            numbers.extend(figure.to_le_bytes());
        }
        let share = FULL / largest.max(f64::MIN_POSITIVE);
        for own in shape {
            numbers.extend(((own * share).round() as i16).to_le_bytes());
        }
    }
    if in_air {
        body.modes()
            .for_each(|mode| write_multipoles(mode.air.as_ref(), &mut numbers));
    }
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(&BREAK[1..]);
    bytes.extend(compress_to_vec_zlib(&numbers, PACKING));
    bytes
}

fn write_multipoles(air: Option<&Multipoles>, numbers: &mut Vec<u8>) {
    let terms = air.map_or(&[][..], |air| &air.terms);
    numbers.extend((terms.len() as u32).to_le_bytes());
    for figure in air.map_or([0.0; 2], |air| [air.wave_number, air.radius]) {
        numbers.extend(figure.to_le_bytes());
    }
    for term in terms {
        // A body takes no degrees beyond 255.
        numbers.extend((term.degree as u16).to_le_bytes());
        numbers.extend((term.around as i16).to_le_bytes());
        for part in term.strength {
            numbers.extend((part as f32).to_le_bytes());
        }
    }
}

/// Reads a body; `file` is its name, for messages.
pub fn read_body(file: &str, bytes: &[u8]) -> Result<MeshBody, FileError> {
    let fail = |message: String| FileError::new(file, None, "", message);
    if bytes.len() > crate::LARGEST_RESOURCE {
        let most = crate::LARGEST_RESOURCE >> 20;
        return Err(fail(format!(
            "the file is larger than {most} MiB, the most that is read"
        )));
    }
    let (about, packed) = head(file, bytes)?;
    let damaged = || fail("its numbers are damaged; copy it or write it again".to_owned());
    let wanted = about.bytes().filter(|own| *own <= LARGEST_BODY);
    let wanted = wanted.ok_or_else(|| {
        let most = LARGEST_BODY >> 20;
        fail(format!(
            "its numbers are more than {most} MiB, the most that is read; write it with fewer modes or vertices"
        ))
    })?;
    let numbers = decompress_to_vec_zlib_with_limit(packed, wanted).map_err(|_| damaged())?;
    if numbers.len() != wanted {
        return Err(damaged());
    }
    about
        .body(&mut Numbers(&numbers))
        .ok_or_else(damaged)?
        .map_err(|error| fail(error.to_string()))
}

/// What a body is, as the text of its file says; the numbers behind it are not looked at.
///
/// ```
/// let (_, mug) = urto_file::BODIES.iter().find(|(name, _)| *name == "mug.body").unwrap();
/// assert!(urto_file::body_about("mug.body", mug)?.starts_with("a mug of 84 mm"));
/// # Ok::<(), urto_file::FileError>(())
/// ```
pub fn body_about(file: &str, bytes: &[u8]) -> Result<String, FileError> {
    Ok(head(file, bytes)?.0.about)
}

/// Whether a written body can be read again, and has no more than so many bytes, packed or unpacked.
pub fn body_fits(bytes: &[u8], most: usize) -> bool {
    let most = most.min(LARGEST_BODY);
    let counts = |(about, _): (BodyText, &[u8])| about.bytes().is_some_and(|own| own <= most);
    bytes.len() <= most && head("", bytes).is_ok_and(counts)
}

/// What a body's text says, and its packed numbers.
fn head<'a>(file: &str, bytes: &'a [u8]) -> Result<(BodyText, &'a [u8]), FileError> {
    let fail = |message: String| FileError::new(file, None, "", message);
    let start = &bytes[..bytes.len().min(LONGEST_TEXT)];
    let ends = start.windows(BREAK.len()).position(|own| own == BREAK);
    let ends = ends.ok_or_else(|| {
        fail("it has no line '---' after its text, as a body has; write it again".to_owned())
    })?;
    let text = str::from_utf8(&bytes[..ends + 1])
        .map_err(|_| fail("its first lines are not text in UTF-8".to_owned()))?;
    let first = text.lines().next();
    if first != Some(FIRST) && first != Some(SECOND) {
        return Err(fail(format!(
            "its first line is neither {FIRST} nor {SECOND}: it is no body, or one of a later version of urto"
        )));
    }
    let root = tree::parse(text)
        .map_err(|error| FileError::new(file, Some(error.line), "", error.message))?;
    let root = Cursor::root(file, &root);
    let about = BodyText::read(&root, first == Some(SECOND))?;
    Ok((about, &bytes[ends + BREAK.len()..]))
}

/// What the text of a body says.
struct BodyText {
    name: String,
    about: String,
    material: Material,
    weight: f64,
    vertices: usize,
    triangles: usize,
    modes: usize,
    /// Of all modes together, if the body tells.
    multipoles: Option<usize>,
    patches: Vec<Patch>,
}

impl BodyText {
    fn read(root: &Cursor, second: bool) -> Result<Self, FileError> {
        let keys = [
            "urto",
            "name",
            "density",
            "modulus",
            "poisson",
            "alpha",
            "beta",
            "eta",
            "weight",
            "vertices",
            "triangles",
            "modes",
            "patches",
            "multipoles",
            "about",
        ];
        // The last three came with the second version.
        root.only(&keys[..keys.len() - if second { 0 } else { 3 }])?;
        let number = |key: &str, unit: &'static str, min: f64, max: f64| {
            let example = format!("{key} = {min}");
            root.need(key, &example)?.between(min, max, unit)
        };
        let count = |key: &str, min: f64, max: f64| {
            let count = number(key, "", min, max)?;
            Ok::<usize, FileError>(count as usize)
        };
        Ok(Self {
            name: root.need("name", "name = \"cup\"")?.text()?.to_owned(),
            about: about(root)?,
            material: Material {
                density: number("density", "kg/m^3", 1e-3, 1e6)?,
                modulus: number("modulus", "Pa", 1.0, 1e14)?,
                poisson: number("poisson", "", -0.999, 0.499)?,
                alpha: number("alpha", "1/s", 0.0, 1e6)?,
                beta: number("beta", "s", 0.0, 1.0)?,
                eta: number("eta", "", 0.0, 10.0)?,
            },
            weight: number("weight", "kg", 1e-12, 1e9)?,
            vertices: count("vertices", 4.0, MOST_VERTICES)?,
            triangles: count("triangles", 4.0, MOST_TRIANGLES)?,
            modes: count("modes", 1.0, MOST_MODES)?,
            multipoles: root
                .get("multipoles")
                .map(|_| count("multipoles", 0.0, MOST_MULTIPOLES))
                .transpose()?,
            patches: patches(root)?,
        })
    }

    /// How long the numbers are \[bytes\]; `None` if that cannot be told.
    fn bytes(&self) -> Option<usize> {
        let mode = self.vertices.checked_mul(6)?.checked_add(32)?;
        let modes = mode.checked_mul(self.modes)?;
        let surface = self.vertices.checked_add(self.triangles)?.checked_mul(12)?;
        let air = match self.multipoles {
            Some(terms) => self.modes * MODE_IN_AIR + terms * MULTIPOLE,
            None => 0,
        };
        modes.checked_add(surface)?.checked_add(air)
    }

    /// The body; `None` if the numbers end too early.
    fn body(self, numbers: &mut Numbers) -> Option<Result<MeshBody, urto_body::MeshBodyError>> {
        let mut vertices = Vec::with_capacity(self.vertices);
        for _ in 0..self.vertices {
            vertices.push(numbers.three(|bytes| f64::from(f32::from_le_bytes(bytes)))?);
        }
        let mut triangles = Vec::with_capacity(self.triangles);
        for _ in 0..self.triangles {
            triangles.push(numbers.three(|bytes| u32::from_le_bytes(bytes) as usize)?);
        }
        let mut modes = Vec::with_capacity(self.modes);
        for _ in 0..self.modes {
            let mut figure = || numbers.next(f64::from_le_bytes);
            let [frequency, mass, radiated, largest] = [figure()?, figure()?, figure()?, figure()?];
            let share = largest / FULL;
            let mut shape = Vec::with_capacity(self.vertices);
            for _ in 0..self.vertices {
                shape.push(numbers.three(|bytes| share * f64::from(i16::from_le_bytes(bytes)))?);
            }
            modes.push(MeshMode {
                frequency,
                mass,
                radiated,
                air: None,
                shape,
            });
        }
        if let Some(mut left) = self.multipoles {
            for mode in &mut modes {
                mode.air = numbers.multipoles(&mut left)?;
            }
        }
        let Self {
            name,
            about,
            material,
            weight,
            patches,
            ..
        } = self;
        let body = MeshBody::new(&name, material, weight, vertices, triangles, modes);
        let body = body.and_then(|body| body.with_patches(patches));
        Some(body.map(|body| body.with_about(&about)))
    }
}

/// What a body is, if its file says.
fn about(root: &Cursor) -> Result<String, FileError> {
    let text = root.get("about").map(|own| own.text().map(str::to_owned));
    Ok(text.transpose()?.unwrap_or_default())
}

/// The named places of a body; none in a file of the first version.
fn patches(root: &Cursor) -> Result<Vec<Patch>, FileError> {
    let Some(field) = root.get("patches") else {
        return Ok(Vec::new());
    };
    let entries = field.entries("a list of patches: [{ name = \"rim\", at = [0, 0, 0.1] }]")?;
    if entries.len() > MOST_PATCHES {
        return Err(field.fail(format!("at most {MOST_PATCHES} patches are read")));
    }
    let patch = |entry: &Cursor| {
        entry.only(&["name", "at"])?;
        Ok(Patch {
            name: entry.need("name", "name = \"rim\"")?.text()?.to_owned(),
            at: entry.need("at", "at = [0, 0, 0.1]")?.three("m")?,
        })
    };
    entries.iter().map(patch).collect()
}

/// Numbers that are read one after the other.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn next<const N: usize, T>(&mut self, read: impl Fn([u8; N]) -> T) -> Option<T> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(read(*first))
    }

    /// The multipoles of a mode, of so many that are left; none if it has none.
    fn multipoles(&mut self, left: &mut usize) -> Option<Option<Multipoles>> {
        let count = self.next(u32::from_le_bytes)? as usize;
        *left = left.checked_sub(count)?;
        let [wave_number, radius] = [
            self.next(f64::from_le_bytes)?,
            self.next(f64::from_le_bytes)?,
        ];
        let mut terms = Vec::with_capacity(count);
        for _ in 0..count {
            let degree = self.next(u16::from_le_bytes)?.into();
            let around = self.next(i16::from_le_bytes)?.into();
            let mut part = || self.next(|bytes| f64::from(f32::from_le_bytes(bytes)));
            terms.push(Multipole {
                degree,
                around,
                strength: [part()?, part()?],
            });
        }
        Some((count > 0).then_some(Multipoles {
            wave_number,
            radius,
            terms,
        }))
    }

    fn three<const N: usize, T>(&mut self, read: impl Fn([u8; N]) -> T) -> Option<[T; 3]> {
        Some([self.next(&read)?, self.next(&read)?, self.next(&read)?])
    }
}
