//! What `urto modes` can be asked: `urto` reads it to help, complete and refuse, and passes it on;
//! `urto-modes` does it.

use clap::Args;
use std::path::PathBuf;
use urto_mesh::check::Unit;

/// Examples, after the help.
pub const HELP: &str = "Examples:
  urto modes mug -o mug.body                    a mug that comes with urto; then: urto render mug.body
  urto modes cup.stl --unit mm --material ceramic -o cup.body
  urto modes scan.obj --repair --resolution 3mm
  urto modes ruler --fixed 'x<5cm'              as if held in a vice
  urto modes bell --view bell.svg               pictures of its first twelve modes
  urto modes plate --material oak.toml          a material of your own, from 'urto new material oak'
  urto modes bell --json

A body that was written so is one for every sound:
  urto render rolling -p body.kind=file -p body.file=mug.body";

/// How many triangles a body can be asked to be written with.
const FEWEST_TRIANGLES: usize = 100;
const MOST_TRIANGLES: usize = 16_000;

/// What to find the modes of.
#[derive(Args)]
pub struct ModesArgs {
    /// A closed surface (.obj, .stl, .ply, .gltf, .glb), a mesh of tetrahedra (.msh, .vtk), or a body
    /// that comes with urto: mug, bell, fork, pan, ...
    #[arg(value_name = "MESH")]
    pub what: PathBuf,
    /// What it is made of: steel, glass, mdf, ... or a file with a material of your own ('urto new
    /// material oak' writes one to start from) (default: steel, or what the body usually is)
    #[arg(long, value_name = "NAME|FILE")]
    pub material: Option<String>,
    /// How many modes to find (default: 60)
    #[arg(long, value_name = "N", conflicts_with = "below")]
    pub count: Option<usize>,
    /// Find all modes below this frequency
    #[arg(long, value_name = "HZ", value_parser = hertz)]
    pub below: Option<f64>,
    /// The unit in which the file is drawn: m, cm, mm or in
    #[arg(long, default_value = "m", value_name = "UNIT")]
    pub unit: Unit,
    /// Mend a surface that is not closed or crosses itself, as far as that goes, and tell how
    #[arg(long)]
    pub repair: bool,
    /// How large the cells are that a surface is filled with (default: a sixteenth of its length, or what
    /// its walls need, or an eighth of the highest mode's waves, if that is not too much)
    #[arg(long, value_name = "LENGTH", value_parser = metres)]
    pub resolution: Option<f64>,
    /// How fine the mesh of a body that comes with urto is; 2 has elements half as long
    #[arg(long, default_value_t = 1.0, value_name = "TIMES")]
    pub detail: f64,
    /// Hold what lies on one side of a plane: x<5cm
    #[arg(long, value_name = "PART", value_parser = Held::parse)]
    pub fixed: Option<Held>,
    /// How carefully to find what the air takes from each mode and how it sounds around the body,
    /// when one is written; it takes up to a second for each mode, four with 'high'
    #[arg(long, value_enum, default_value = "normal", value_name = "QUALITY")]
    pub air: AirQuality,
    /// Write the body that sounds
    #[arg(short, long, value_name = "OUT.body")]
    pub output: Option<PathBuf>,
    /// Write the body with about this many triangles; else with all, or with so many that its file
    /// stays below 64 MiB
    #[arg(long, value_name = "N", value_parser = triangles)]
    pub triangles: Option<usize>,
    /// Draw the first twelve modes, bent and coloured by how far they move (.svg or .png)
    #[arg(long, value_name = "OUT.svg")]
    pub view: Option<PathBuf>,
    /// Write the mesh and how each mode moves it as a legacy VTK file, for ParaView and others
    #[arg(long, value_name = "OUT.vtk")]
    pub export_shapes: Option<PathBuf>,
    /// Find everything anew; else what was found before is read from the system's cache folder
    #[arg(long)]
    pub no_cache: bool,
}

/// How carefully to find what the air takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AirQuality {
    /// Not at all
    None,
    /// Roughly, for small bodies
    Preview,
    /// Within 5 %
    Normal,
    /// Within 2 %
    High,
}

impl AirQuality {
    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Preview => "preview",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

fn metres(text: &str) -> Result<f64, String> {
    let length = urto_file::parse_number(text, "m").map_err(|error| error.to_string())?;
    match length > 0.0 {
        true => Ok(length),
        false => Err("a length is more than 0, for example 3mm".to_owned()),
    }
}

fn triangles(text: &str) -> Result<usize, String> {
    let number: Option<usize> = text.parse().ok();
    // Fewer make no form, and more are coarsened no further.
    let number = number.filter(|own| FEWEST_TRIANGLES <= *own && *own <= MOST_TRIANGLES);
    number.ok_or_else(|| format!("a number from {FEWEST_TRIANGLES} to {MOST_TRIANGLES}"))
}

fn hertz(text: &str) -> Result<f64, String> {
    urto_file::parse_number(text, "Hz").map_err(|error| error.to_string())
}

/// A part of space in which a body is held fast: `x<0.05`.
#[derive(Clone, Debug)]
pub struct Held {
    axis: usize,
    below: bool,
    at: f64,
}

impl Held {
    /// Reads it, as `--fixed` takes it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            "write an axis, < or >, and a length, for example x<5cm: what lies there is held"
                .to_owned()
        };
        let (axis, rest) = text.split_at_checked(1).ok_or_else(wrong)?;
        let axis = ["x", "y", "z"].iter().position(|own| *own == axis);
        let (sign, at) = rest.split_at_checked(1).ok_or_else(wrong)?;
        let below = match sign {
            "<" => true,
            ">" => false,
            _ => return Err(wrong()),
        };
        let at = urto_file::parse_number(at, "m").map_err(|error| error.to_string())?;
        Ok(Self {
            axis: axis.ok_or_else(wrong)?,
            below,
            at,
        })
    }
    /// Whether a place \[m\] lies in it.
    pub fn holds(&self, place: [f64; 3]) -> bool {
        match self.below {
            true => place[self.axis] <= self.at,
            false => place[self.axis] >= self.at,
        }
    }

    /// Along which axis it is cut off: 0 is x.
    pub fn axis(&self) -> usize {
        self.axis
    }
}
