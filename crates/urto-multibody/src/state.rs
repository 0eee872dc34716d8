//! The whole state of a world as bytes: to stop and go on with the same bits, and to begin one scene
//! where another ended.
//!
//! Step:   numbers as they are in memory (little end first). What follows from others, such as the
//!         propagators of modes, is made anew, which gives the same bits.

use crate::body::State;
use crate::record::COUNTS;
use crate::vector::{Turn, Vector, unit};
use crate::world::{Known, World};
use std::collections::BTreeMap;

/// A state cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// Not a state, or one that was cut off.
    #[error("this is not a saved state, or not all of one: save it again")]
    Bytes,
    /// Of another scene.
    #[error(
        "the saved state is of another scene: {0}; load it into the scene that it was saved from"
    )]
    Other(String),
}

const MARK: &[u8; 12] = b"urto-state/3";
/// What is said of a contact, as bits.
const FRESH: u64 = 1;
const PLACED: u64 = 2;

/// Writes numbers.
#[derive(Default)]
pub(crate) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn whole(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    pub fn number(&mut self, value: f64) {
        self.whole(value.to_bits());
    }

    pub fn numbers(&mut self, values: &[f64]) {
        for own in values {
            self.number(*own);
        }
    }

    pub fn text(&mut self, text: &str) {
        self.whole(text.len() as u64);
        self.0.extend(text.as_bytes());
    }
}

/// Reads what a [`Writer`] wrote.
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    pub fn bytes(&mut self, count: usize) -> Result<&[u8], StateError> {
        let (own, rest) = self.0.split_at_checked(count).ok_or(StateError::Bytes)?;
        self.0 = rest;
        Ok(own)
    }

    pub fn whole(&mut self) -> Result<u64, StateError> {
        let mut own = [0; 8];
        own.copy_from_slice(self.bytes(8)?);
        Ok(u64::from_le_bytes(own))
    }

    /// How many of something follow, each of at least so many bytes.
    pub fn count(&mut self, least: usize) -> Result<usize, StateError> {
        let own = self.whole()?;
        if own > (self.0.len() / least) as u64 {
            return Err(StateError::Bytes);
        }
        Ok(own as usize)
    }

    pub fn number(&mut self) -> Result<f64, StateError> {
        let own = f64::from_bits(self.whole()?);
        if own.is_finite() {
            Ok(own)
        } else {
            Err(StateError::Bytes)
        }
    }

    pub fn array<const N: usize>(&mut self) -> Result<[f64; N], StateError> {
        let mut own = [0.0; N];
        for value in &mut own {
            *value = self.number()?;
        }
        Ok(own)
    }

    pub fn numbers(&mut self, count: usize) -> Result<Vec<f64>, StateError> {
        (0..count).map(|_| self.number()).collect()
    }

    pub fn text(&mut self) -> Result<String, StateError> {
        let count = self.count(1)?;
        String::from_utf8(self.bytes(count)?.to_vec()).map_err(|_| StateError::Bytes)
    }
}

/// How a body moves and rings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moving {
    pub place: Vector,
    pub turn: Turn,
    pub velocity: Vector,
    pub momentum: Vector,
    /// Of each mode place, velocity, loss that contacts add, and as it was last shown.
    pub modes: [Vec<f64>; 4],
}

impl Moving {
    pub fn of(body: &State) -> Self {
        Self {
            place: body.place,
            turn: body.turn,
            velocity: body.velocity,
            momentum: body.momentum,
            modes: body.ring.as_ref().map_or_else(Default::default, |own| {
                [&own.q, &own.v, &own.damped, &own.shown].map(Vec::clone)
            }),
        }
    }

    pub fn give(&self, body: &mut State) {
        body.place = self.place;
        body.turn = self.turn;
        body.velocity = self.velocity;
        body.momentum = self.momentum;
        if let Some(ring) = &mut body.ring {
            let to = [&mut ring.q, &mut ring.v, &mut ring.damped, &mut ring.shown];
            for (to, from) in to.into_iter().zip(&self.modes) {
                to.copy_from_slice(from);
            }
        }
    }

    fn write(&self, to: &mut Writer) {
        to.numbers(&self.place);
        to.numbers(&self.turn);
        to.numbers(&self.velocity);
        to.numbers(&self.momentum);
        to.whole(self.modes[0].len() as u64);
        for own in &self.modes {
            to.numbers(own);
        }
    }

    fn read(from: &mut Reader) -> Result<Self, StateError> {
        let mut own = Self {
            place: from.array()?,
            turn: from.array()?,
            velocity: from.array()?,
            momentum: from.array()?,
            modes: Default::default(),
        };
        let count = from.count(32)?;
        for part in &mut own.modes {
            *part = from.numbers(count)?;
        }
        Ok(own)
    }
}

/// Everything that is kept of a world.
struct Saved {
    step: f64,
    bodies: Vec<(String, Moving)>,
    steps: u64,
    known: BTreeMap<u64, Known>,
    books: [f64; 3],
    statistics: [u64; COUNTS],
    worst: [f64; 3],
    health: [u64; 3],
    pace: Vec<u64>,
}

impl Saved {
    fn read(from: &mut Reader) -> Result<Self, StateError> {
        if from.bytes(MARK.len())? != MARK {
            return Err(StateError::Bytes);
        }
        let step = from.number()?;
        let count = from.count(16)?;
        let mut bodies = Vec::new();
        for _ in 0..count {
            bodies.push((from.text()?, Moving::read(from)?));
        }
        let steps = from.whole()?;
        let mut known = BTreeMap::new();
        for _ in 0..from.count(72)? {
            let identity = from.whole()?;
            let pair = [from.whole()? as usize, from.whole()? as usize];
            if pair.iter().any(|own| *own >= count) {
                return Err(StateError::Bytes);
            }
            let force = from.array()?;
            let said = from.whole()?;
            let [fresh, placed] = [FRESH, PLACED].map(|own| said & own != 0);
            let [stir, slip] = from.array()?;
            known.insert(
                identity,
                Known {
                    bodies: pair,
                    force,
                    fresh,
                    stir,
                    slip,
                    placed,
                },
            );
        }
        let books = from.array()?;
        let mut whole = [0; COUNTS];
        for own in &mut whole {
            *own = from.whole()?;
        }
        let worst = from.array()?;
        let mut health = [0; 3];
        for own in &mut health {
            *own = from.whole()?;
        }
        let mut pace = Vec::new();
        for _ in 0..from.count(8)? {
            pace.push(from.whole()?);
        }
        Ok(Self {
            step,
            bodies,
            steps,
            known,
            books,
            statistics: whole,
            worst,
            health,
            pace,
        })
    }
}

impl World {
    /// Its whole state: with [`load`](Self::load) the same scene goes on with the same bits. What
    /// finds touches has its own ([`ShapedWorld::save`](crate::ShapedWorld::save) has both).
    pub fn save(&self) -> Vec<u8> {
        let mut to = Writer(MARK.to_vec());
        to.number(self.settings.step);
        to.whole(self.bodies.len() as u64);
        for body in &self.bodies {
            to.text(&body.name);
            Moving::of(body).write(&mut to);
        }
        to.whole(self.steps);
        to.whole(self.known.len() as u64);
        for (identity, own) in &self.known {
            to.whole(*identity);
            own.bodies.iter().for_each(|body| to.whole(*body as u64));
            to.numbers(&own.force);
            let said = [(own.fresh, FRESH), (own.placed, PLACED)];
            to.whole(said.iter().filter(|own| own.0).map(|own| own.1).sum());
            to.numbers(&[own.stir, own.slip]);
        }
        to.numbers(&[self.initial, self.injected, self.dissipated]);
        let mut own = self.statistics;
        own.counts().for_each(|count| to.whole(*count));
        to.numbers(&[own.worst, own.given, own.overlap]);
        let own = self.health;
        [own.clamped, own.non_finite, own.shed]
            .iter()
            .for_each(|count| to.whole(*count));
        let pace = self.pace_state();
        to.whole(pace.len() as u64);
        pace.iter().for_each(|own| to.whole(*own));
        to.0
    }

    /// Takes a state that the same scene saved; leaves this one as it is if it is of another.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        self.take(&mut Reader(bytes))
    }

    pub(crate) fn take(&mut self, from: &mut Reader) -> Result<(), StateError> {
        let saved = Saved::read(from)?;
        let other = |why: String| Err(StateError::Other(why));
        if saved.step != self.settings.step {
            let [was, is] = [saved.step, self.settings.step];
            return other(format!("its step was {was} s, not {is} s"));
        }
        if saved.bodies.len() != self.bodies.len() {
            let [was, is] = [saved.bodies.len(), self.bodies.len()];
            return other(format!("it had {was} bodies, not {is}"));
        }
        for ((name, moving), body) in saved.bodies.iter().zip(&self.bodies) {
            if *name != body.name {
                return other(format!("{name} was there in the place of {}", body.name));
            }
            let [was, is] = [moving.modes[0].len(), body.modes()];
            if was != is {
                return other(format!("{name} had {was} modes, not {is}"));
            }
        }
        for ((_, moving), body) in saved.bodies.iter().zip(&mut self.bodies) {
            moving.give(body);
        }
        self.steps = saved.steps;
        self.known = saved.known;
        [self.initial, self.injected, self.dissipated] = saved.books;
        let own = &mut self.statistics;
        for (to, from) in own.counts().zip(saved.statistics) {
            *to = from;
        }
        [own.worst, own.given, own.overlap] = saved.worst;
        let own = &mut self.health;
        [own.clamped, own.non_finite, own.shed] = saved.health;
        self.set_pace_state(&saved.pace);
        self.contacts.clear();
        Ok(())
    }

    /// Begins where another scene ended: free and ringing bodies take place, turn, velocity, spin and
    /// modes of those of the same name in its state. Gives their names. The books begin anew.
    pub fn begin_from(&mut self, bytes: &[u8]) -> Result<Vec<String>, StateError> {
        let saved = Saved::read(&mut Reader(bytes))?;
        let gravity = self.settings.gravity;
        let mut taken = Vec::new();
        for body in &mut self.bodies {
            let Some((name, from)) = saved.bodies.iter().find(|own| own.0 == body.name) else {
                continue;
            };
            self.initial -= body.energy(gravity);
            let mut own = Moving::of(body);
            if body.free() {
                own.place = from.place;
                own.turn = unit(from.turn);
                own.velocity = from.velocity;
                own.momentum = from.momentum;
            }
            // The same modes, or none of them: another model of the body rings in other ways.
            if own.modes[0].len() == from.modes[0].len() {
                own.modes = from.modes.clone();
            }
            own.give(body);
            self.initial += body.energy(gravity);
            taken.push(name.clone());
        }
        Ok(taken)
    }
}
