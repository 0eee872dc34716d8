//! A film: numbered pictures in a folder.

use super::{Encoding, ExportError, Scalar, Shape, obj, ply};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Which kind of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Text that every program reads.
    #[default]
    Obj,
    /// With scalars, if given.
    Ply(Encoding),
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Self::Obj => "obj",
            Self::Ply(_) => "ply",
        }
    }
}

/// Writes `frame_0000.obj`, `frame_0001.obj` and so on while a network is stepped.
///
/// A picture is written under another name and gets its own once it is whole, so that a program
/// that waits for pictures never reads half of one.
///
/// ```no_run
/// # use urto_mi::{MassNetwork, Model, Row, export};
/// # use urto_mi::export::{Format, Frames, Shape};
/// # let mut model = Model::new(44_100.0)?;
/// # Row::default().build(&mut model, "string")?;
/// let mut network = MassNetwork::new(&model)?;
/// let mut film = Frames::new("film", Format::Obj, Shape::of(&model), model.hertz(), 25.0)?;
/// for _ in 0..44_100 {
///     film.step(|| export::positions(&model, &network))?;
///     network.step();
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Frames {
    folder: PathBuf,
    format: Format,
    shape: Shape,
    hertz: f64,
    pictures: f64,
    replaces: bool,
    steps: u64,
    written: u64,
}

impl Frames {
    /// Pictures of a network with `hertz` steps a second, some a second, into a folder that is
    /// made if need be. Refuses a folder that has such pictures already.
    pub fn new(
        folder: impl AsRef<Path>,
        format: Format,
        shape: Shape,
        hertz: f64,
        pictures: f64,
    ) -> Result<Self, ExportError> {
        let frames = Self::replacing(folder, format, shape, hertz, pictures)?;
        let first = frames.path(0);
        match first.exists() {
            true => Err(ExportError::Exists(first)),
            false => Ok(Self {
                replaces: false,
                ..frames
            }),
        }
    }

    /// Like [`new`](Frames::new), but replaces pictures of an earlier film; where that was longer,
    /// its last ones stay.
    pub fn replacing(
        folder: impl AsRef<Path>,
        format: Format,
        shape: Shape,
        hertz: f64,
        pictures: f64,
    ) -> Result<Self, ExportError> {
        if !(pictures > 0.0 && pictures <= hertz && hertz.is_finite()) {
            return Err(ExportError::Pictures { pictures, hertz });
        }
        let folder = folder.as_ref().to_owned();
        fs::create_dir_all(&folder).map_err(|why| ExportError::Refused {
            path: folder.clone(),
            why,
        })?;
        Ok(Self {
            folder,
            format,
            shape,
            hertz,
            pictures,
            replaces: true,
            steps: 0,
            written: 0,
        })
    }

    /// How many pictures were written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Call it once for each step of the network: whenever a picture is due it asks for the
    /// positions and writes them. Says whether it did; the first call does.
    pub fn step(&mut self, positions: impl FnOnce() -> Vec<[f64; 3]>) -> Result<bool, ExportError> {
        // Both sides are whole numbers where the rates are: no picture comes a step late.
        let due = self.steps as f64 * self.pictures >= self.written as f64 * self.hertz;
        if due {
            self.write(&positions(), None)?;
        }
        self.steps += 1;
        Ok(due)
    }

    /// Writes the next picture now, with a scalar for each point if it is given; OBJ files leave
    /// that out.
    pub fn write(
        &mut self,
        points: &[[f64; 3]],
        scalar: Option<Scalar<'_>>,
    ) -> Result<PathBuf, ExportError> {
        let path = self.path(self.written);
        if !self.replaces && path.exists() {
            return Err(ExportError::Exists(path));
        }
        let unfinished = path.with_extension(format!("{}.part", self.format.ending()));
        let done = self.fill(&unfinished, points, scalar).and_then(|()| {
            fs::rename(&unfinished, &path).map_err(|why| ExportError::Refused {
                path: path.clone(),
                why,
            })
        });
        if let Err(wrong) = done {
            // What was wrong first is worth more than whether this works.
            let _ = fs::remove_file(&unfinished);
            return Err(wrong);
        }
        self.written += 1;
        Ok(path)
    }

    fn path(&self, number: u64) -> PathBuf {
        let ending = self.format.ending();
        self.folder.join(format!("frame_{number:04}.{ending}"))
    }

    fn fill(
        &self,
        path: &Path,
        points: &[[f64; 3]],
        scalar: Option<Scalar<'_>>,
    ) -> Result<(), ExportError> {
        let refused = |why| ExportError::Refused {
            path: path.to_owned(),
            why,
        };
        let mut out = BufWriter::new(File::create(path).map_err(refused)?);
        let drawn = match self.format {
            Format::Obj => obj(points, &self.shape, &mut out),
            Format::Ply(encoding) => ply(points, &self.shape, scalar, encoding, &mut out),
        };
        drawn.map_err(|wrong| match wrong {
            ExportError::Write(why) => refused(why),
            other => other,
        })?;
        out.flush().map_err(refused)
    }
}
