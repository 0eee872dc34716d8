//! What a network is made of.

use crate::law::Spring;
use crate::vector::{Vector, difference, length};
use std::collections::HashMap;
use urto::param::written;

/// A handle for a mass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MassId(pub(crate) u32);

impl MassId {
    /// Its number among the masses of its model.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A point with a mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Mass {
    /// What it is called; may be empty.
    pub name: String,
    /// Where it starts \[m\].
    pub position: [f64; 3],
    /// How fast it starts \[m/s\].
    pub velocity: [f64; 3],
    /// How heavy it is \[kg\].
    pub mass: f64,
    /// Whether nothing moves it.
    pub fixed: bool,
}

impl Mass {
    /// A gram at rest.
    pub fn at(position: [f64; 3]) -> Self {
        Self {
            name: String::new(),
            position,
            velocity: [0.0; 3],
            mass: 1e-3,
            fixed: false,
        }
    }

    /// With another mass \[kg\].
    pub fn of(self, mass: f64) -> Self {
        Self { mass, ..self }
    }

    /// With a name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self
        }
    }

    /// Held for ever.
    pub fn fixed(self) -> Self {
        Self {
            fixed: true,
            ..self
        }
    }
}

/// A link between two masses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The masses.
    pub ends: [MassId; 2],
    /// What is between them.
    pub spring: Spring,
}

/// A network cannot be as it was asked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A number is outside what is allowed, or not a number. Choose one inside.
    #[error("{what} is {}; allowed are {} to {}", written(*.value), written(*.min), written(*.max))]
    OutOfRange {
        /// What it is, in words.
        what: String,
        /// What was given.
        value: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// Two masses have the same name. Give one of them another.
    #[error("two masses are named '{0}'; give one of them another name")]
    SameName(String),
    /// Something names a mass that the model does not have. Add the mass first.
    #[error("there is no mass number {0}, only {1} of them; add the mass first")]
    NoSuchMass(usize, usize),
    /// A point has no direction. Give it one that is not zero.
    #[error("point '{0}' has no direction; give it one that is not zero, such as [0, 1, 0]")]
    NoDirection(String),
    /// A link begins and ends at the same mass. Join two.
    #[error("a link begins and ends at the same mass ({0}); join two masses")]
    Loop(String),
}

/// Masses, links, and what is around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    hertz: f64,
    masses: Vec<Mass>,
    /// Masses by name, of those that have one.
    named: HashMap<String, MassId>,
    links: Vec<Link>,
    /// Friction of the medium, for each mass \[N·s/m\].
    friction: f64,
    /// What pulls every mass \[m/s²\].
    gravity: [f64; 3],
}

/// Masses that are taken \[kg\]: a grain of pollen to a mountain.
const MASSES: [f64; 2] = [1e-12, 1e12];
/// Distances from the origin \[m\], speeds \[m/s\], stiffnesses and all else.
const LARGEST: f64 = 1e15;

pub(crate) fn check(what: &str, value: f64, [min, max]: [f64; 2]) -> Result<(), ModelError> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(ModelError::OutOfRange {
        what: what.to_owned(),
        value,
        min,
        max,
    })
}

impl Model {
    /// Lowest and highest rate of a model \[Hz\]: it may be far below the rate of the sound, for what
    /// is only seen or felt.
    pub const RATES: [f64; 2] = [250.0, 192_000.0];

    /// An empty model with so many steps a second.
    pub fn new(hertz: f64) -> Result<Self, ModelError> {
        check("the model's rate", hertz, Self::RATES)?;
        Ok(Self {
            hertz,
            masses: Vec::new(),
            named: HashMap::new(),
            links: Vec::new(),
            friction: 0.0,
            gravity: [0.0; 3],
        })
    }

    /// Steps a second \[Hz\].
    pub fn hertz(&self) -> f64 {
        self.hertz
    }

    /// Seconds of a step.
    pub fn step(&self) -> f64 {
        1.0 / self.hertz
    }

    /// A spring in the discrete units of the paper, in which a step is 1 and the mass 1 is 1 kg:
    /// stiffness K and damping Z.
    pub fn discrete(&self, stiffness: f64, damping: f64) -> Spring {
        Spring {
            stiffness: stiffness * self.hertz * self.hertz,
            damping: damping * self.hertz,
            ..Spring::default()
        }
    }

    /// Friction of the medium, for each mass \[N·s/m\].
    pub fn set_friction(&mut self, friction: f64) -> Result<(), ModelError> {
        check("friction", friction, [0.0, LARGEST])?;
        self.friction = friction;
        Ok(())
    }

    /// What pulls every mass \[m/s²\].
    pub fn set_gravity(&mut self, gravity: [f64; 3]) -> Result<(), ModelError> {
        for own in gravity {
            check("gravity", own, [-LARGEST, LARGEST])?;
        }
        self.gravity = gravity;
        Ok(())
    }

    /// Adds a mass.
    pub fn add(&mut self, mass: Mass) -> Result<MassId, ModelError> {
        let name = self.shown(&mass.name);
        check(&format!("the mass of {name}"), mass.mass, MASSES)?;
        for along in 0..3 {
            let far = [-LARGEST, LARGEST];
            check(
                &format!("the position of {name}"),
                mass.position[along],
                far,
            )?;
            check(
                &format!("the velocity of {name}"),
                mass.velocity[along],
                far,
            )?;
        }
        if self.named.contains_key(&mass.name) {
            return Err(ModelError::SameName(mass.name));
        }
        let id = MassId(self.masses.len() as u32);
        if !mass.name.is_empty() {
            self.named.insert(mass.name.clone(), id);
        }
        self.masses.push(mass);
        Ok(id)
    }

    /// Joins two masses.
    pub fn join(&mut self, ends: [MassId; 2], spring: Spring) -> Result<(), ModelError> {
        for end in ends {
            self.known(end)?;
        }
        let name = |end: MassId| self.shown(&self.masses[end.index()].name);
        if ends[0] == ends[1] {
            return Err(ModelError::Loop(name(ends[0])));
        }
        let between = format!("between {} and {}", name(ends[0]), name(ends[1]));
        for (what, value) in [
            ("stiffness", spring.stiffness),
            ("cubic stiffness", spring.cubic),
            ("damping", spring.damping),
            ("length", spring.length.unwrap_or(0.0)),
        ] {
            check(&format!("{what} {between}"), value, [0.0, LARGEST])?;
        }
        let [a, b] = ends.map(|end| self.masses[end.index()].position);
        let length = spring.length.unwrap_or_else(|| distance(a, b));
        let spring = Spring {
            length: Some(length),
            ..spring
        };
        self.links.push(Link { ends, spring });
        Ok(())
    }

    /// Refuses a mass that it does not have.
    pub(crate) fn known(&self, mass: MassId) -> Result<(), ModelError> {
        let count = self.masses.len();
        if mass.index() < count {
            return Ok(());
        }
        Err(ModelError::NoSuchMass(mass.index(), count))
    }

    fn shown(&self, name: &str) -> String {
        if name.is_empty() {
            "a mass without a name".to_owned()
        } else {
            format!("'{name}'")
        }
    }

    /// The mass of this name.
    pub fn find(&self, name: &str) -> Option<MassId> {
        self.named.get(name).copied()
    }

    /// All masses.
    pub fn masses(&self) -> &[Mass] {
        &self.masses
    }

    /// All links, their lengths known.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Friction of the medium \[N·s/m\].
    pub fn friction(&self) -> f64 {
        self.friction
    }

    /// What pulls every mass \[m/s²\].
    pub fn gravity(&self) -> [f64; 3] {
        self.gravity
    }
}

fn distance(a: Vector, b: Vector) -> f64 {
    length(difference(a, b))
}
