//! A scene: objects, contacts, listening points and a score, as data.
//!
//! `urto-file` reads scenes from TOML; hosts may also make them by hand. [`Scene::build`]
//! checks everything that can go wrong, so that playing cannot fail.

mod builder;
mod player;

pub use builder::SceneBuilder;
use builder::SceneParts;
use player::{Deed, LiveCue};
pub use player::{SceneParams, ScenePlayer};

use crate::contact::LawKind;
use crate::error::{BuildError, OutOfRange, PartSort, within};
use crate::network::{Motion, NetworkBuilder};
use crate::object::{MassParams, Modal, NamedPoint, Object, ObjectKind, Place, Point, Surface};
use crate::param::{Declared, Kind, Params, Table, UnknownKey, Update, number_of};
use crate::rate::Rate;

/// Latest time of a cue, and its longest duration \[s\]: a day.
const LONGEST: f64 = 86_400.0;

/// An object of a scene.
pub struct SceneObject {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: &'static ObjectKind,
    /// Parameters of that kind.
    pub params: Box<dyn Params>,
    /// Its named points.
    pub points: Vec<NamedPoint>,
    /// The surface on which points may lie, for a bank of modes.
    pub surface: Option<Surface>,
}

impl SceneObject {
    fn build(&self, rate: Rate) -> Result<Box<dyn Object>, BuildError> {
        let (params, points) = (self.params.as_ref(), &self.points);
        match &self.surface {
            None => (self.kind.build)(params, points, rate),
            Some(surface) => {
                let shapes = Box::new(surface.clone());
                Ok(Box::new(Modal::with_shapes(params, shapes, points, rate)?))
            }
        }
    }
}

/// A contact of a scene.
pub struct SceneContact {
    /// Its name.
    pub name: String,
    /// The two points, written `object` or `object@point`.
    pub between: [String; 2],
    /// Its law.
    pub law: &'static LawKind,
    /// Parameters of that law.
    pub params: Box<dyn Params>,
    /// Name of the contact whose force presses this one in the same step, if any.
    pub pressed_by: Option<String>,
}

/// What the score can do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// A driven object goes to a velocity \[m/s\].
    Drive {
        /// Its name.
        object: String,
        /// Where to.
        velocity: f64,
    },
    /// An object is given a velocity at once \[m/s\].
    Throw {
        /// Its name, or `object@point` for one that is thrown along a direction.
        object: String,
        /// How fast.
        velocity: f64,
    },
    /// A point is moved along its body to a position from 0 to 1.
    Move {
        /// Written `object@point`.
        point: String,
        /// Where to.
        to: f64,
    },
    /// A contact's offset goes to a value \[m\].
    Offset {
        /// Its name.
        contact: String,
        /// Where to.
        to: f64,
    },
    /// A parameter of an object or a contact goes to a value.
    Set {
        /// Written `object.NAME.key` or `contact.NAME.key`.
        target: String,
        /// Where to.
        value: f64,
    },
}

/// One line of the score.
#[derive(Clone, Debug, PartialEq)]
pub struct Cue {
    /// When \[s\].
    pub at: f64,
    /// How long it takes to get there \[s\].
    pub over: f64,
    /// What happens.
    pub action: Action,
}

/// A listening point.
#[derive(Clone, Debug, PartialEq)]
pub struct Listen {
    /// Written `object` or `object@point`.
    pub point: String,
    /// What is heard there.
    pub motion: Motion,
}

/// Everything that a scene file says.
#[derive(Default)]
pub struct Scene {
    /// Sample rate \[Hz\], if the file wants one.
    pub rate: Option<f64>,
    /// Length \[s\], if the file wants one.
    pub seconds: Option<f64>,
    /// Factor from what is heard to samples; chosen by the host if not given.
    pub gain: Option<f64>,
    /// The objects.
    pub objects: Vec<SceneObject>,
    /// The contacts.
    pub contacts: Vec<SceneContact>,
    /// The score.
    pub score: Vec<Cue>,
    /// The listening points, one channel each.
    pub listen: Vec<Listen>,
}

impl Scene {
    /// Builds the network and resolves every name.
    pub fn build(&self, rate: Rate) -> Result<ScenePlayer, BuildError> {
        let mut parts = SceneParts::new(rate);
        while !parts.add_next(self)? {}
        parts.finish(self)
    }

    /// Builds one of the objects.
    fn add(
        &self,
        index: usize,
        network: &mut NetworkBuilder,
        rate: Rate,
    ) -> Result<(), BuildError> {
        let object = &self.objects[index];
        let body = object
            .build(rate)
            .map_err(|error| error.of(PartSort::Object, index, &object.name))?;
        network.add(&object.name, body).map(drop)
    }

    /// Builds one of the contacts; the objects are there.
    fn join(
        &self,
        index: usize,
        network: &mut NetworkBuilder,
        rate: Rate,
    ) -> Result<(), BuildError> {
        let contact = &self.contacts[index];
        let law = (contact.law.build)(contact.params.as_ref(), rate)
            .map_err(|error| error.of(PartSort::Contact, index, &contact.name))?;
        let [a, b] = &contact.between;
        network.join(&contact.name, law, [a, b]).map(drop)
    }

    /// Lets one of the contacts be pressed by another, if it is to be; all contacts are there.
    fn press(&self, index: usize, network: &mut NetworkBuilder) -> Result<(), BuildError> {
        let contact = &self.contacts[index];
        let Some(by) = &contact.pressed_by else {
            return Ok(());
        };
        let own = network.contact(&contact.name)?;
        let own = network.pressed(own)?;
        let by = network.contact(by);
        let by = by.map_err(|error| error.of(PartSort::Contact, index, &contact.name))?;
        network.press_by(own, by)
    }

    fn resolve(
        &self,
        cue: &Cue,
        network: &mut NetworkBuilder,
        rate: Rate,
    ) -> Result<LiveCue, BuildError> {
        let samples = |seconds: f64| (seconds * rate.hertz()).round() as u64;
        within("the time of a cue [s]", cue.at, [0.0, LONGEST])?;
        within("the duration of a cue [s]", cue.over, [0.0, LONGEST])?;
        let (deed, from, to) = match &cue.action {
            Action::Drive { object, velocity } => {
                let described = self.described(object, network)?;
                if described.kind.key != "driven" {
                    return Err(BuildError::NotDriven {
                        object: object.clone(),
                        kind: described.kind.key,
                    });
                }
                self.resolve_set(&format!("object.{object}.velocity"), *velocity, network)?
            }
            Action::Throw { object, velocity } => {
                let (object, point) = match object.contains('@') {
                    true => network.point(object)?,
                    false => (network.object(object)?, Point(0)),
                };
                allowed(&MassParams::TABLE, "velocity", *velocity)?;
                let thrown = network.thrown(object, point)?;
                (Deed::Throw(thrown), *velocity, *velocity)
            }
            Action::Move { point, to } => {
                let (object, handle) = network.point(point)?;
                if let Some(Place::Surface(..)) = self.place_of(point) {
                    return Err(BuildError::NotAlong(point.clone()));
                }
                within(format!("the position of '{point}'"), *to, [0.0, 1.0])?;
                (Deed::Move(object, handle), self.position_of(point), *to)
            }
            Action::Offset { contact, to } => {
                allowed(&MassParams::TABLE, "position", *to)?;
                (Deed::Offset(network.contact(contact)?), 0.0, *to)
            }
            Action::Set { target, value } => self.resolve_set(target, *value, network)?,
        };
        Ok(LiveCue {
            start: samples(cue.at),
            length: samples(cue.over).max(1),
            deed,
            from,
            to,
        })
    }

    /// Where along its body a point, written `object@point`, lies at the start.
    fn position_of(&self, written: &str) -> f64 {
        self.place_of(written).and_then(Place::along).unwrap_or(0.0)
    }

    /// The place of a point, written `object@point`.
    fn place_of(&self, written: &str) -> Option<&Place> {
        let (object, name) = written.split_once('@').unwrap_or((written, ""));
        let points = self
            .objects
            .iter()
            .filter(|o| o.name == object)
            .flat_map(|o| &o.points);
        let mut places = points
            .filter(|point| point.name == name)
            .map(|point| &point.place);
        places.next()
    }

    fn described(&self, name: &str, network: &NetworkBuilder) -> Result<&SceneObject, BuildError> {
        network.object(name)?;
        self.objects
            .iter()
            .find(|object| object.name == name)
            .ok_or_else(|| BuildError::missing("object", name, []))
    }

    fn resolve_set(
        &self,
        target: &str,
        value: f64,
        network: &NetworkBuilder,
    ) -> Result<(Deed, f64, f64), BuildError> {
        let wrong = || BuildError::NotATarget(target.to_owned());
        let mut parts = target.splitn(3, '.');
        let (what, name, key) = (
            parts.next().ok_or_else(wrong)?,
            parts.next().ok_or_else(wrong)?,
            parts.next().ok_or_else(wrong)?,
        );
        let params: &dyn Params = match what {
            "object" => self.described(name, network)?.params.as_ref(),
            "contact" => {
                network.contact(name)?;
                let found = self.contacts.iter().find(|contact| contact.name == name);
                found.ok_or_else(wrong)?.params.as_ref()
            }
            _ => return Err(wrong()),
        };
        let blame = |cause: BuildError| {
            let index = |found: Option<usize>| found.unwrap_or_default();
            match what {
                "object" => {
                    let index = index(self.objects.iter().position(|own| own.name == name));
                    cause.of(PartSort::Object, index, name)
                }
                _ => {
                    let index = index(self.contacts.iter().position(|own| own.name == name));
                    cause.of(PartSort::Contact, index, name)
                }
            }
        };
        let unknown = |unknown: UnknownKey| blame(unknown.into());
        let (own, spec) = params.table().locate(key).map_err(unknown)?;
        let live = match what {
            "object" => self.described(name, network)?.kind.live,
            _ => params.table(),
        };
        let id = live.find(key).map_err(unknown)?;
        if !matches!(spec.kind, Kind::Number(_)) {
            return Err(BuildError::NotANumber(target.to_owned()));
        }
        allowed(params.table(), key, value).map_err(blame)?;
        let from = number_of(params, &own).map_or(value, |(now, _)| now);
        let every_sample = spec.update == Update::Sample;
        let deed = if what == "object" {
            Deed::SetObject(network.object(name)?, id, every_sample)
        } else {
            Deed::SetContact(network.contact(name)?, id, every_sample)
        };
        Ok((deed, from, value))
    }
}

/// Refuses a number that a table does not allow under this key.
fn allowed(table: &Table, key: &str, value: f64) -> Result<(), BuildError> {
    let (_, spec) = table.locate(key)?;
    match OutOfRange::in_table(table, key, spec, value) {
        None => Ok(()),
        Some(wrong) => Err(wrong.into()),
    }
}
