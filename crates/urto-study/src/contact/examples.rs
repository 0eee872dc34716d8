//! The paper's examples as they come with urto: the files of `scenes/`. A new one is a line in
//! [`EXAMPLES`] and one in [`Which`].

use crate::StudyError;
use urto::object::SurfacePlace;
use urto_file::{built_in, read_contact_scene};
use urto_multibody::scene::{Drive, Form, Scene, SceneBody};
use urto_multibody::{ShapedWorld, World};

/// An example of the paper.
pub struct Example {
    /// Name of its file, without the ending.
    pub key: &'static str,
    text: &'static str,
    /// Its row of table 2, if it has one.
    pub row: Option<Row>,
}

/// A row of the paper's table 2.
#[derive(Clone, Copy)]
pub struct Row {
    pub name: &'static str,
    pub vertices: u32,
    /// Rigid and modal freedoms of the motion, at most.
    pub freedoms: u32,
    /// \[s\]
    pub seconds: f64,
    /// Of the motion, with eight cores \[h\].
    pub hours: f64,
    /// Of the sound \[s\].
    pub sound: f64,
    pub modes: u32,
}

macro_rules! example {
    ($key:literal) => {
        example!($key, None)
    };
    ($key:literal, $row:expr) => {
        Example {
            key: $key,
            text: include_str!(concat!("../../../../scenes/", $key, ".toml")),
            row: $row,
        }
    };
}

/// A row in the order of the paper's columns, but for its tetrahedra, which ours no longer know of.
const fn row(
    name: &'static str,
    [vertices, freedoms, modes]: [u32; 3],
    [seconds, hours, sound]: [f64; 3],
) -> Option<Row> {
    Some(Row {
        name,
        vertices,
        freedoms,
        seconds,
        hours,
        sound,
        modes,
    })
}

urto::choice! {
    /// One of the [`EXAMPLES`], in their order.
    pub enum Which {
        /// Held down at the edge of a table, plucked, and drawn in.
        Ruler = "ruler",
        /// A ball falls on a table that bends, and what lies there jumps.
        Table = "table",
        /// A mug, tapped where it stands.
        MugUpright = "mug-upright",
        /// The same on its side.
        MugOnItsSide = "mug-on-its-side",
        /// The same upside down.
        MugUpsideDown = "mug-upside-down",
        /// A tuning fork, dropped.
        Fork = "fork",
        /// Rods rub along pipes, which squeak.
        Pipes = "pipes",
        /// Marbles roll down planks.
        MarbleTracks = "marble-tracks",
        /// A cart on a bumpy slope.
        Cart = "cart",
    }
}

urto::choice! {
    /// How much of an example is moved.
    pub enum Length {
        /// All of it: up to minutes.
        Whole = "whole",
        /// Its first 3 ms.
        Begin = "begin",
    }
}

impl Length {
    /// How long a scene of this length \[s\] is moved.
    pub fn of(self, seconds: f64) -> f64 {
        match self {
            Self::Whole => seconds,
            Self::Begin => seconds.min(3e-3),
        }
    }
}

/// The examples that there are, in the paper's order.
pub const EXAMPLES: &[Example] = &[
    example!("ruler", row("Ruler", [5760, 108, 305], [2.0, 0.08, 7.2])),
    example!(
        "table",
        row("Table", [362_550, 132, 1005], [2.2, 4.8, 22.2])
    ),
    example!("mug-upright", row("Mug", [29_718, 6, 64], [3.0, 0.12, 5.3])),
    example!("mug-on-its-side"),
    example!("mug-upside-down"),
    example!("fork", row("Tuning Fork", [6601, 6, 30], [2.0, 0.08, 4.3])),
    example!(
        "pipes",
        row("Pipes", [185_912, 138, 842], [12.2, 6.3, 15.7])
    ),
    example!(
        "marble-tracks",
        row("Marble Tracks", [188_864, 426, 3822], [35.0, 9.6, 32.4])
    ),
    example!(
        "cart",
        row("Shopping Cart", [215_150, 186, 2060], [4.0, 4.7, 14.2])
    ),
];

/// Bodies that lie beside the scenes.
const BESIDE: &[(&str, &[u8])] = &[("pipe.body", include_bytes!("../../../../scenes/pipe.body"))];

impl Which {
    /// The example itself.
    pub fn example(self) -> &'static Example {
        &EXAMPLES[self as usize]
    }
}

impl Example {
    /// Reads its file, as it is by itself: one that goes on where another ends begins with its own
    /// places.
    pub fn scene(&self) -> Result<Scene, StudyError> {
        let mut fetch = |name: &str| {
            let beside = BESIDE.iter().find(|own| own.0 == name);
            let bytes = beside.map(|own| own.1).or_else(|| built_in(name));
            bytes
                .map(<[u8]>::to_vec)
                .ok_or_else(|| format!("no '{name}' comes with urto"))
        };
        let file = format!("scenes/{}.toml", self.key);
        let alone = |line: &&str| !line.starts_with("after = ");
        let text: Vec<&str> = self.text.lines().filter(alone).collect();
        Ok(read_contact_scene(&file, text.join("\n").as_bytes(), &mut fetch)?.scene)
    }
}

/// A scene in motion, with its blows, in whatever steps its settings say.
pub struct Moving {
    world: ShapedWorld,
    movable: usize,
}

impl Moving {
    /// Ready for its first step.
    pub fn new(scene: &Scene) -> Result<Self, StudyError> {
        let built = scene.build()?;
        let mut world = built.world;
        for blow in &scene.blows {
            let body = &scene.bodies[blow.body];
            let surface = match &body.form {
                Form::Mesh(mesh) => mesh.surface().find(SurfacePlace::Nearest(blow.place)),
                _ => None,
            };
            let surface = surface.and_then(|found| match found.within() {
                SurfacePlace::Within { triangle, shares } => Some((triangle, shares)),
                _ => None,
            });
            let centre = built.centres[blow.body];
            let place = [0, 1, 2].map(|axis| blow.place[axis] - centre[axis]);
            world
                .world_mut()
                .strike_at(blow.time, blow.body, place, surface, blow.impulse)?;
        }
        let free = |own: &SceneBody| matches!(own.drive, Drive::Free) || own.flexible.is_some();
        Ok(Self {
            world,
            movable: scene.bodies.iter().filter(|own| free(own)).count(),
        })
    }

    /// Takes a step; where it has a pace, the longest.
    pub fn step(&mut self) {
        self.world.step();
    }

    /// Its bodies.
    pub fn world(&self) -> &World {
        self.world.world()
    }

    /// How many bodies can move or ring.
    pub fn movable(&self) -> usize {
        self.movable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::param::ChoiceField;

    /// Choices and examples are told in the same order, and each can be built.
    #[test]
    fn every_example_can_be_built() {
        let keys: Vec<&str> = Which::OPTIONS.iter().map(|own| own.key).collect();
        let own: Vec<&str> = EXAMPLES.iter().map(|own| own.key).collect();
        assert_eq!(keys, own);
        for own in EXAMPLES {
            let mut scene = own.scene().unwrap();
            scene.seconds = scene.settings.step;
            Moving::new(&scene).unwrap().step();
        }
    }
}
