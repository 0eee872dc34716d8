//! A scene: objects, contacts, listening points and a score, as data.
//!
//! `urto-file` reads scenes from TOML; hosts may also make them by hand. [`Scene::build`]
//! checks everything that can go wrong, so that playing cannot fail.

use crate::contact::LawKind;
use crate::energy::{Health, Ledger};
use crate::error::BuildError;
use crate::network::{ContactId, Motion, Network, ObjectId};
use crate::object::{NamedPoint, ObjectKind, Place, Point};
use crate::param::{Kind, ParamId, Params, Update, Value, number_of, put};
use crate::rate::Rate;
use crate::sound::{Event, Sound, Taps, limit};

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
    /// Name of the contact whose force presses this one, if any.
    pub pressed_by: Option<String>,
}

/// What the score can do.
#[derive(Clone, Debug, PartialEq)]
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
        /// Its name.
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
        let mut network = Network::new(rate);
        for object in &self.objects {
            let body = (object.kind.build)(object.params.as_ref(), &object.points, rate)
                .map_err(|error| in_object(&object.name, error))?;
            network.add(&object.name, body)?;
        }
        for contact in &self.contacts {
            let law = (contact.law.build)(contact.params.as_ref(), rate).ok_or_else(|| {
                BuildError::Body(format!(
                    "contact '{}' has parameters of another law",
                    contact.name
                ))
            })?;
            let [a, b] = &contact.between;
            network.join(&contact.name, law, [a, b])?;
        }
        for contact in &self.contacts {
            if let Some(by) = &contact.pressed_by {
                if contact.params.table().find("normal_force").is_err() {
                    return Err(BuildError::Body(format!(
                        "contact '{}': the law '{}' makes its own normal force; remove pressed_by",
                        contact.name, contact.law.key
                    )));
                }
                let (own, by) = (network.contact(&contact.name)?, network.contact(by)?);
                network.press_by(own, by);
            }
        }
        for listen in &self.listen {
            network.listen(&listen.point, listen.motion)?;
        }
        if self.listen.is_empty() {
            return Err(BuildError::Body(
                "nothing is listened to; add [listen] with at = [\"object@point\"]".to_owned(),
            ));
        }
        network.start(0);
        let mut cues: Vec<LiveCue> = Vec::new();
        for cue in &self.score {
            cues.push(self.resolve(cue, &network, rate)?);
        }
        cues.sort_by_key(|cue| cue.start);
        for index in 1..cues.len() {
            // A ramp starts where the last one on the same thing went.
            let (earlier, later) = cues.split_at_mut(index);
            let before = earlier
                .iter()
                .rev()
                .find(|cue| cue.deed.aims_like(&later[0].deed));
            if let Some(before) = before {
                later[0].from = before.to;
            }
        }
        Ok(ScenePlayer {
            network,
            cues,
            first_cue: 0,
            clock: 0,
            health: Health::default(),
            params: SceneParams {
                gain: self.gain.unwrap_or(1.0),
            },
        })
    }

    fn resolve(&self, cue: &Cue, network: &Network, rate: Rate) -> Result<LiveCue, BuildError> {
        let samples = |seconds: f64| (seconds * rate.hertz()).round() as u64;
        let (deed, from, to) = match &cue.action {
            Action::Drive { object, velocity } => {
                let described = self.described(object, network)?;
                if described.kind.key != "driven" {
                    return Err(BuildError::Body(format!(
                        "'{object}' is a {} and cannot be driven; drive an object of kind 'driven'",
                        described.kind.key
                    )));
                }
                self.resolve_set(&format!("object.{object}.velocity"), *velocity, network)?
            }
            Action::Throw { object, velocity } => {
                (Deed::Throw(network.object(object)?), *velocity, *velocity)
            }
            Action::Move { point, to } => {
                let (object, handle) = network.point(point)?;
                (Deed::Move(object, handle), self.position_of(point), *to)
            }
            Action::Offset { contact, to } => (Deed::Offset(network.contact(contact)?), 0.0, *to),
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

    /// Where a point, written `object@point`, lies at the start.
    fn position_of(&self, written: &str) -> f64 {
        let (object, name) = written.split_once('@').unwrap_or((written, ""));
        let points = self
            .objects
            .iter()
            .filter(|o| o.name == object)
            .flat_map(|o| &o.points);
        let mut places = points
            .filter(|point| point.name == name)
            .map(|point| &point.place);
        places.next().and_then(Place::along).unwrap_or(0.0)
    }

    fn described(&self, name: &str, network: &Network) -> Result<&SceneObject, BuildError> {
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
        network: &Network,
    ) -> Result<(Deed, f64, f64), BuildError> {
        let wrong = || {
            BuildError::Body(format!(
                "'{target}' is not a target; write object.NAME.parameter or contact.NAME.parameter"
            ))
        };
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
        let (id, spec) = params
            .table()
            .locate(key)
            .map_err(|unknown| BuildError::Body(format!("{target}: {unknown}")))?;
        if !matches!(spec.kind, Kind::Number(_)) {
            return Err(BuildError::Body(format!(
                "{target}: only numbers can be set by the score"
            )));
        }
        spec.check(&Value::Number(value))
            .map_err(|refusal| BuildError::Body(format!("{target}: {refusal}")))?;
        let from = number_of(params, &id).map_or(value, |(now, _)| now);
        let every_sample = spec.update == Update::Sample;
        let deed = if what == "object" {
            Deed::SetObject(network.object(name)?, id, every_sample)
        } else {
            Deed::SetContact(network.contact(name)?, id, every_sample)
        };
        Ok((deed, from, value))
    }
}

fn in_object(name: &str, error: BuildError) -> BuildError {
    match error {
        BuildError::Body(text) => BuildError::Body(format!("object '{name}': {text}")),
        other => other,
    }
}

/// What a cue changes. Parameters that are not of class `Sample` move in blocks.
#[derive(Clone, Copy, Debug)]
enum Deed {
    SetObject(ObjectId, ParamId, bool),
    SetContact(ContactId, ParamId, bool),
    Throw(ObjectId),
    Move(ObjectId, Point),
    Offset(ContactId),
}

impl Deed {
    /// Whether two deeds change the same thing.
    fn aims_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Deed::SetObject(a, x, _), Deed::SetObject(b, y, _)) => a == b && x == y,
            (Deed::SetContact(a, x, _), Deed::SetContact(b, y, _)) => a == b && x == y,
            (Deed::Move(a, p), Deed::Move(b, q)) => a == b && p == q,
            (Deed::Offset(a), Deed::Offset(b)) => a == b,
            _ => false,
        }
    }

    fn moves_by_sample(&self) -> bool {
        match self {
            Deed::SetObject(_, _, by_sample) | Deed::SetContact(_, _, by_sample) => *by_sample,
            _ => true,
        }
    }

    fn apply(&self, value: f64, network: &mut Network) {
        match self {
            Deed::SetObject(object, id, _) => {
                network.set_object(*object, id, &Value::Number(value));
            }
            Deed::SetContact(contact, id, _) => {
                network.set_contact(*contact, id, &Value::Number(value));
            }
            Deed::Throw(object) => network.throw(*object, Point(0), value),
            Deed::Move(object, point) => network.move_point(*object, *point, value),
            Deed::Offset(contact) => network.offset(*contact, value),
        }
    }
}

/// A cue on the player's clock \[samples\].
#[derive(Clone, Copy, Debug)]
struct LiveCue {
    start: u64,
    length: u64,
    deed: Deed,
    from: f64,
    to: f64,
}

impl LiveCue {
    fn end(&self) -> u64 {
        self.start + self.length
    }
}

/// Parameters that move in blocks do so every so many samples.
const BLOCK: u64 = 64;

crate::params! {
    /// A scene; its score changes the parameters of its parts.
    pub struct SceneParams("scene") {
        /// Factor from what is heard \[m, m/s or m/s²\] to samples.
        gain: 1.0, Log(1e-9, 1e15), "", Sample;
    }
}

/// A scene that plays.
pub struct ScenePlayer {
    network: Network,
    cues: Vec<LiveCue>,
    /// All cues before this one are over.
    first_cue: usize,
    clock: u64,
    health: Health,
    params: SceneParams,
}

impl ScenePlayer {
    /// The network inside.
    pub fn network(&self) -> &Network {
        &self.network
    }

    fn follow_score(&mut self) {
        while self
            .cues
            .get(self.first_cue)
            .is_some_and(|cue| cue.end() <= self.clock)
        {
            self.first_cue += 1;
        }
        for cue in &self.cues[self.first_cue..] {
            if cue.start > self.clock {
                break;
            }
            let done = self.clock + 1 - cue.start;
            let last = done == cue.length;
            if done > cue.length || matches!(cue.deed, Deed::Throw(_)) && done != 1 {
                continue;
            }
            if last || cue.deed.moves_by_sample() || self.clock.is_multiple_of(BLOCK) {
                let share = done as f64 / cue.length as f64;
                let value = if last {
                    cue.to
                } else {
                    cue.from + share * (cue.to - cue.from)
                };
                cue.deed.apply(value, &mut self.network);
            }
        }
    }
}

impl Sound for ScenePlayer {
    fn params(&self) -> &dyn Params {
        &self.params
    }
    /// A scene is built for its rate; build it anew for another one.
    fn prepare(&mut self, _: Rate, _: usize) {}
    fn reset(&mut self, seed: u64) {
        // Backwards, so that the first cue on a thing leaves it as it was before the score.
        for cue in self.cues.iter().rev() {
            if !matches!(cue.deed, Deed::Throw(_)) {
                cue.deed.apply(cue.from, &mut self.network);
            }
        }
        self.network.reset(seed);
        self.clock = 0;
        self.first_cue = 0;
        self.health = Health::default();
    }
    fn set(&mut self, id: &ParamId, value: &Value) {
        self.health.clamped += u64::from(!put(&mut self.params, id, value));
    }
    fn event(&mut self, _: usize, _: Event) {}
    fn channels(&self) -> usize {
        self.network.ears()
    }
    fn render(&mut self, _: &[&[f32]], outputs: &mut [&mut [f32]]) {
        let frames = outputs.first().map_or(0, |out| out.len());
        for frame in 0..frames {
            self.follow_score();
            self.network.step();
            self.clock += 1;
            for (ear, output) in outputs.iter_mut().enumerate() {
                let heard = if ear < self.network.ears() {
                    self.network.heard(ear)
                } else {
                    0.0
                };
                output[frame] = limit(self.params.gain * heard, &mut self.health);
            }
        }
    }
    fn taps(&self) -> Taps {
        Taps {
            energy: self.network.stored(),
            ..Taps::default()
        }
    }
    fn tail(&self) -> f64 {
        1.0
    }
    fn health(&self) -> Health {
        let mut health = self.health;
        health += self.network.health();
        health
    }
    fn ledger(&self) -> Ledger {
        self.network.ledger()
    }
    fn notes(&self) -> Vec<String> {
        self.network.notes()
    }
}
