//! Pictures of a network for programs that draw: OBJ and PLY files.
//!
//! ```
//! use urto_mi::{MassNetwork, Model, Row};
//! use urto_mi::export::{self, Shape};
//! let mut model = Model::new(44_100.0)?;
//! Row::default().build(&mut model, "string")?;
//! let network = MassNetwork::new(&model)?;
//! let mut text = Vec::new();
//! export::obj(&export::positions(&model, &network), &Shape::of(&model), &mut text)?;
//! assert!(String::from_utf8(text)?.ends_with("l 31 32\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod frames;

pub use frames::{Format, Frames};

use crate::mesh::Surface;
use crate::model::{MassId, Model};
use crate::network::MassNetwork;
use std::io::{self, Write};
use std::path::PathBuf;

/// A picture cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The system refused.
    #[error("cannot write {}: {why}; see whether the folder can be written to and has space", .path.display())]
    Refused {
        /// What was to be written.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// What is written to refused.
    #[error("cannot write the picture: {0}")]
    Write(#[from] io::Error),
    /// A file is there already.
    #[error("{} is there already; choose another folder, or allow to replace it", .0.display())]
    Exists(PathBuf),
    /// A position or a scalar is not a number.
    #[error("the {what} of point {point} is not a finite number; such a picture could not be read")]
    NotFinite {
        /// What it is.
        what: &'static str,
        /// Of which point, counted from 0.
        point: usize,
    },
    /// There are more or fewer than points.
    #[error("there are {scalars} scalars for {points} points; give one for each")]
    Scalars {
        /// How many scalars.
        scalars: usize,
        /// How many points.
        points: usize,
    },
    /// A link or triangle names a point that is not there.
    #[error(
        "a link or triangle ends at point {point}, but there are {points} points, counted from 0; hand in the positions of all masses"
    )]
    NoSuchPoint {
        /// Which.
        point: u32,
        /// How many there are.
        points: usize,
    },
    /// A scalar has a name that PLY files cannot hold.
    #[error(
        "'{0}' cannot name a scalar in a PLY file; use letters, digits and underscores, such as strain"
    )]
    Name(String),
    /// Pictures cannot come so fast, or so slowly.
    #[error(
        "{pictures} pictures a second are not possible; allowed are more than 0, up to the model's rate of {hertz}"
    )]
    Pictures {
        /// What was asked for.
        pictures: f64,
        /// Steps a second.
        hertz: f64,
    },
}

/// What is drawn between the points, the same in all pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Lines, by the numbers of their ends, counted from 0.
    pub links: Vec<[u32; 2]>,
    /// Triangles, likewise.
    pub triangles: Vec<[u32; 3]>,
}

impl Shape {
    /// The links of a model.
    pub fn of(model: &Model) -> Self {
        let ends = model.links().iter().map(|link| link.ends);
        Self {
            links: ends.map(|own| own.map(|end| end.index() as u32)).collect(),
            triangles: Vec::new(),
        }
    }

    /// With the triangles of a surface that became these masses, as
    /// [`SurfaceMesh::build`](crate::mesh::SurfaceMesh::build) gave them. Hand in the tidied
    /// surface: others have points that became no masses, and triangles there are left out.
    pub fn with_surface(mut self, surface: &Surface, masses: &[MassId]) -> Self {
        let mass = |corner: u32| masses.get(corner as usize).map(|own| own.index() as u32);
        for triangle in &surface.triangles {
            if let [Some(a), Some(b), Some(c)] = triangle.map(mass) {
                self.triangles.push([a, b, c]);
            }
        }
        self
    }

    fn check(&self, points: &[[f64; 3]]) -> Result<(), ExportError> {
        let ends = self.links.iter().flatten();
        for end in ends.chain(self.triangles.iter().flatten()) {
            if *end as usize >= points.len() {
                return Err(ExportError::NoSuchPoint {
                    point: *end,
                    points: points.len(),
                });
            }
        }
        let wrong = |point: &[f64; 3]| point.iter().any(|along| !along.is_finite());
        match points.iter().position(wrong) {
            Some(point) => Err(ExportError::NotFinite {
                what: "position",
                point,
            }),
            None => Ok(()),
        }
    }
}

/// Where all masses of a model are now.
pub fn positions(model: &Model, network: &MassNetwork) -> Vec<[f64; 3]> {
    let masses = 0..model.masses().len() as u32;
    masses.map(|n| network.position(MassId(n))).collect()
}

/// Writes an OBJ file: points, links as lines, triangles as faces. Its numbers read back as they
/// were, to the last bit.
pub fn obj(points: &[[f64; 3]], shape: &Shape, out: &mut impl Write) -> Result<(), ExportError> {
    shape.check(points)?;
    // As Rust shows for debugging: the shortest number that reads back, with an exponent if need be.
    for [x, y, z] in points {
        writeln!(out, "v {x:?} {y:?} {z:?}")?;
    }
    for triangle in &shape.triangles {
        let [a, b, c] = triangle.map(|own| u64::from(own) + 1);
        writeln!(out, "f {a} {b} {c}")?;
    }
    for ends in &shape.links {
        let [a, b] = ends.map(|own| u64::from(own) + 1);
        writeln!(out, "l {a} {b}")?;
    }
    Ok(())
}

/// A number for each point, such as its strain, for a PLY file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scalar<'a> {
    /// What it is called there: letters, digits and underscores.
    pub name: &'a str,
    /// One for each point.
    pub values: &'a [f64],
}

impl Scalar<'_> {
    fn check(&self, points: usize) -> Result<(), ExportError> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        // The places have those names.
        let taken = ["", "x", "y", "z"].contains(&self.name);
        if taken || !self.name.chars().all(plain) {
            return Err(ExportError::Name(self.name.to_owned()));
        }
        if self.values.len() != points {
            return Err(ExportError::Scalars {
                scalars: self.values.len(),
                points,
            });
        }
        match self.values.iter().position(|own| !own.is_finite()) {
            Some(point) => Err(ExportError::NotFinite {
                what: "scalar",
                point,
            }),
            None => Ok(()),
        }
    }
}

/// How a PLY file holds its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// As text.
    Text,
    /// Binary, small end first: smaller and faster.
    #[default]
    Binary,
}

/// Writes a PLY file: points in double precision, with a scalar if given, triangles and links.
pub fn ply(
    points: &[[f64; 3]],
    shape: &Shape,
    scalar: Option<Scalar<'_>>,
    encoding: Encoding,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    shape.check(points)?;
    scalar.map_or(Ok(()), |own| own.check(points.len()))?;
    let format = match encoding {
        Encoding::Text => "ascii",
        Encoding::Binary => "binary_little_endian",
    };
    writeln!(
        out,
        "ply\nformat {format} 1.0\nelement vertex {}",
        points.len()
    )?;
    for along in ["x", "y", "z"]
        .into_iter()
        .chain(scalar.map(|own| own.name))
    {
        writeln!(out, "property double {along}")?;
    }
    let [faces, edges] = [shape.triangles.len(), shape.links.len()];
    writeln!(
        out,
        "element face {faces}\nproperty list uchar uint vertex_indices"
    )?;
    writeln!(
        out,
        "element edge {edges}\nproperty uint vertex1\nproperty uint vertex2"
    )?;
    writeln!(out, "end_header")?;
    for (n, point) in points.iter().enumerate() {
        let own = scalar.map(|own| own.values[n]);
        let mut row = PlyRow::new(encoding, out);
        for along in point.iter().chain(own.as_ref()) {
            row.double(*along)?;
        }
        row.end()?;
    }
    for triangle in &shape.triangles {
        let mut row = PlyRow::new(encoding, out);
        row.three()?;
        for corner in triangle {
            row.whole(*corner)?;
        }
        row.end()?;
    }
    for ends in &shape.links {
        let mut row = PlyRow::new(encoding, out);
        for end in ends {
            row.whole(*end)?;
        }
        row.end()?;
    }
    Ok(())
}

/// One element of a PLY file.
struct PlyRow<'a, W: Write> {
    out: &'a mut W,
    encoding: Encoding,
    between: &'static str,
}

impl<'a, W: Write> PlyRow<'a, W> {
    fn new(encoding: Encoding, out: &'a mut W) -> Self {
        Self {
            out,
            encoding,
            between: "",
        }
    }

    fn number(&mut self, text: impl core::fmt::Debug, bytes: &[u8]) -> io::Result<()> {
        match self.encoding {
            Encoding::Text => write!(self.out, "{}{text:?}", self.between)?,
            Encoding::Binary => self.out.write_all(bytes)?,
        }
        self.between = " ";
        Ok(())
    }

    fn double(&mut self, value: f64) -> io::Result<()> {
        self.number(value, &value.to_le_bytes())
    }

    fn whole(&mut self, value: u32) -> io::Result<()> {
        self.number(value, &value.to_le_bytes())
    }

    /// The length of a list of corners.
    fn three(&mut self) -> io::Result<()> {
        self.number(3u8, &[3])
    }

    fn end(self) -> io::Result<()> {
        match self.encoding {
            Encoding::Text => writeln!(self.out),
            Encoding::Binary => Ok(()),
        }
    }
}
