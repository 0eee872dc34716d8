//! Scenes: what is there, where, of what, and what happens to it.
//!
//! A scene says it all in plain figures; [`Scene::build`] makes a [`World`](crate::World) of it and
//! finds what cannot be. Files are read by `urto-file`.

mod build;
pub mod drawn;
mod path;
mod rescaled;

pub use build::{Built, Part, SceneError};
pub use path::{Path, Stop};
pub use rescaled::rescaled;

use crate::contact::Pair;
use crate::settings::Settings;
use std::sync::Arc;
use urto::body::{BodyParams, Material};
use urto::param::Value;
use urto_body::MeshBody;

/// Bodies, what they are made of, and what happens.
#[derive(Clone, Debug)]
pub struct Scene {
    /// How long it goes on \[s\].
    pub seconds: f64,
    /// Steps and gravity.
    pub settings: Settings,
    /// Seed of the grain of surfaces.
    pub seed: u64,
    /// How far bodies may overlap at the start \[m\]: they are pushed apart; deeper is refused.
    pub overlap: f64,
    /// The bodies.
    pub bodies: Vec<SceneBody>,
    /// How all pairs rub that nothing else is said of.
    pub usual: Pair,
    /// How some pairs rub.
    pub pairs: Vec<ScenePair>,
    /// What holds bodies together.
    pub joints: Vec<SceneJoint>,
    /// Blows from outside.
    pub blows: Vec<Blow>,
    /// What it goes on from.
    pub beginning: Option<Beginning>,
    /// Who listens.
    pub hearing: Hearing,
}

/// The end of another scene: free bodies and those that bend begin as those of the same names ended
/// there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// What it is of, for messages.
    pub name: String,
    /// What [`Run::end`](crate::run::Run::end) has.
    pub state: Arc<Vec<u8>>,
}

/// What a body looks like.
#[derive(Clone, Debug)]
pub enum Form {
    /// A ball.
    Sphere {
        /// \[m\]
        radius: f64,
    },
    /// A block along its own axes.
    Box {
        /// Lengths along x, y and z \[m\].
        sides: [f64; 3],
    },
    /// The ground: all below z = 0 of its own frame. It never moves.
    Plane,
    /// A disc or a rod with flat ends, along its z.
    Cylinder {
        /// \[m\]
        radius: f64,
        /// \[m\]
        height: f64,
    },
    /// A rod with round ends, along its z.
    Capsule {
        /// \[m\]
        radius: f64,
        /// From end to end \[m\].
        length: f64,
    },
    /// A body from a mesh, with its modes.
    Mesh(Arc<MeshBody>),
}

impl Form {
    /// Volume of the solid \[m³\]; of a mesh by its mass and density.
    pub fn volume(&self) -> f64 {
        use core::f64::consts::PI;
        match self {
            Self::Sphere { radius } => 4.0 / 3.0 * PI * radius * radius * radius,
            Self::Box {
                sides: [x, y, z], ..
            } => x * y * z,
            Self::Plane => f64::INFINITY,
            Self::Cylinder { radius, height } => PI * radius * radius * height,
            Self::Capsule { radius, length } => {
                let straight = (length - 2.0 * radius).max(0.0);
                PI * radius * radius * (straight + 4.0 / 3.0 * radius)
            }
            Self::Mesh(mesh) => mesh.mass() / mesh.material().density,
        }
    }

    /// How round it is where it usually touches \[m\]: its own radius, or, of what has edges, a
    /// twentieth of its thinnest side, as things are that one can buy.
    pub fn roundness(&self) -> f64 {
        match self {
            Self::Sphere { radius } | Self::Capsule { radius, .. } => *radius,
            Self::Box { sides } => 0.05 * sides.iter().copied().fold(f64::INFINITY, f64::min),
            Self::Plane => f64::INFINITY,
            Self::Cylinder { radius, height } => 0.05 * height.min(2.0 * radius),
            Self::Mesh(mesh) => {
                let [low, high] = mesh.surface().around();
                let sides = [0, 1, 2].map(|axis| high[axis] - low[axis]);
                0.05 * sides.into_iter().fold(f64::INFINITY, f64::min)
            }
        }
    }
}

/// What moves a body.
#[derive(Clone, Debug)]
pub enum Drive {
    /// Gravity and what touches it.
    Free,
    /// Nothing.
    Fixed,
    /// A path, whatever pushes.
    Path(Path),
}

/// The grain of a surface: its normals lean a little, here to this side, there to that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// How far they lean, root of the mean square: 0.05 is ground glass, 0.3 a file.
    pub slope: f64,
    /// How far apart places are that lean differently \[m\].
    pub length: f64,
}

/// How a body rings beside what its mesh says.
#[derive(Clone, Debug)]
pub enum Voice {
    /// With the modes of its mesh; what has none only clicks.
    Own,
    /// As a body by name (a bar, a plate, a block), which lies along its longest side.
    Named(Box<BodyParams>),
}

/// A body of a scene.
#[derive(Clone, Debug)]
pub struct SceneBody {
    /// Its name.
    pub name: String,
    /// What it looks like.
    pub form: Form,
    /// What it is made of.
    pub material: Material,
    /// \[kg\]; by its volume if it is not said.
    pub mass: Option<f64>,
    /// What moves it.
    pub drive: Drive,
    /// Where its middle is at first \[m\]; of a mesh, where the mesh has its origin.
    pub place: [f64; 3],
    /// How it is turned: quaternion w, x, y, z.
    pub turn: [f64; 4],
    /// \[m/s\]
    pub velocity: [f64; 3],
    /// \[rad/s\]
    pub spin: [f64; 3],
    /// Modes up to this frequency are felt by contacts \[Hz\]; rigid if none.
    pub flexible: Option<f64>,
    /// How it rings.
    pub voice: Voice,
    /// Its surface.
    pub grain: Option<Grain>,
    /// How round it is where it touches \[m\], for how long blows take; by its form if not said.
    pub roundness: Option<f64>,
    /// What its sound is multiplied with.
    pub gain: f64,
}

/// How two bodies rub.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScenePair {
    /// Which.
    pub bodies: [usize; 2],
    /// How.
    pub pair: Pair,
}

/// How a joint lets two bodies move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// About an axis.
    Hinge,
    /// Along an axis.
    Slider,
    /// Not at all.
    Weld,
}

/// What holds two bodies together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneJoint {
    /// How they may move.
    pub kind: JointKind,
    /// Which.
    pub bodies: [usize; 2],
    /// Where, in the world at the start \[m\].
    pub place: [f64; 3],
    /// Along what, in the world at the start.
    pub axis: [f64; 3],
}

/// A blow from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    /// When \[s\].
    pub time: f64,
    /// On which body.
    pub body: usize,
    /// Where, in the frame in which the body's form is given \[m\].
    pub place: [f64; 3],
    /// In the world \[N·s\].
    pub impulse: [f64; 3],
    /// How long it takes, as it is heard \[s\].
    pub duration: f64,
}

/// Who listens, where, and in what space.
#[derive(Clone, Debug)]
pub struct Hearing {
    /// The way of the listener in the world; it looks along x of its pose.
    pub path: Path,
    /// Key of a space of the catalogue, or none.
    pub space: Option<String>,
    /// Parameters of the space by key.
    pub settings: Vec<(String, Value)>,
    /// Samples for a pascal; by the loudest sample if it is not said.
    pub gain: Option<f64>,
}

impl SceneBody {
    /// Its mass \[kg\], by its volume if it is not said.
    pub fn weight(&self) -> f64 {
        let by_volume = || self.material.density * self.form.volume();
        self.mass.unwrap_or_else(by_volume)
    }
}

/// A place of a body's frame in the world.
pub fn moved(pose: &crate::touch::Pose, own: [f64; 3]) -> [f64; 3] {
    use crate::vector::{matrix, sum, times};
    sum(pose.place, times(&matrix(pose.turn), own))
}

/// A way in the world along the axes of a body with this turn.
pub fn turned_back(turn: [f64; 4], way: [f64; 3]) -> [f64; 3] {
    crate::vector::times_transposed(&crate::vector::matrix(turn), way)
}

impl Scene {
    /// How many steps it takes.
    pub fn steps(&self) -> u64 {
        // What is a whole number of steps but for rounding takes no step more.
        (self.seconds / self.settings.step - 1e-6).ceil() as u64
    }

    /// The body of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|body| body.name == name)
    }

    /// How two bodies rub.
    pub fn pair(&self, a: usize, b: usize) -> Pair {
        let own = |pair: &&ScenePair| pair.bodies == [a, b] || pair.bodies == [b, a];
        // The last that was said counts.
        let said = self.pairs.iter().rev().find(own);
        said.map_or(self.usual, |own| own.pair)
    }

    /// Where the centre of mass of a body is, in the frame in which its form is given \[m\].
    pub fn centre(&self, number: usize) -> [f64; 3] {
        match self.bodies.get(number).map(|own| &own.form) {
            Some(Form::Mesh(mesh)) => crate::mesh::centre(mesh).unwrap_or_default(),
            _ => [0.0; 3],
        }
    }

    /// How fast an impulse moves two bodies apart, both free to move as they are struck through
    /// their middles \[1/kg\].
    pub fn yielding(&self, a: usize, b: usize) -> f64 {
        let one = |n: usize| match self.bodies.get(n) {
            Some(own) if matches!(own.drive, Drive::Free) => 1.0 / own.weight(),
            _ => 0.0,
        };
        one(a) + one(b)
    }

    /// What a pass of the dynamics may take on a usual core \[s\], by what steps of the paper's examples
    /// took: a guess within a factor of ten, so that nobody waits for a day unwarned.
    pub fn guess(&self) -> f64 {
        let bends = |body: &SceneBody| body.flexible.is_some();
        let one = |body: &SceneBody| match (&body.drive, &body.form) {
            // Flat parts of what bends touch at all their corners, and each is a contact with modes.
            (_, Form::Mesh(mesh)) if bends(body) => {
                let highest = body.flexible.unwrap_or(0.0);
                let modes = mesh.modes().filter(|own| own.frequency <= highest).count() as f64;
                500e-6 + modes * 5e-9 * mesh.surface().vertices().len() as f64
            }
            (Drive::Free, Form::Mesh(_)) => 50e-6,
            (Drive::Free, Form::Box { .. } | Form::Cylinder { .. }) => 30e-6,
            (Drive::Free, _) => 5e-6,
            _ => 0.5e-6,
        };
        // Joints are found together with all contacts of what they hold, by Newton's method.
        let joint = match self.bodies.iter().any(bends) {
            true => 900e-6,
            false => 60e-6,
        };
        let each = self.bodies.iter().map(one).sum::<f64>() + joint * self.joints.len() as f64;
        self.steps() as f64 * each
    }
}
