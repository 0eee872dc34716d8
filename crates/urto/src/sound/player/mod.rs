//! Turns a model into a sound: the clock, smoothing, events, live changes and crossfades that
//! every sound needs alike.

mod host;
mod samples;

use super::expression::Followers;
use super::glide::{BLOCK, Glides, WAITING, fade_samples, said, towards};
use super::known_levels;
use super::live_cost::{Load, lighten};
use super::rehearsal::{self, FoundLevel, Rehearsal};
use super::{Event, Expression, Model, Signal, Sound};
use crate::energy::Health;
use crate::error::BuildError;
use crate::network::Quality;
use crate::param::{Declared, ParamId, Params, Value, put};
use crate::rate::Rate;
use crate::tape::{self, Dear};
use core::mem;

/// Samples that are rehearsed at once while a model is built: well below a millisecond.
const PART: usize = 256;

/// A sound made of a model.
pub struct Player<M: Model> {
    /// Values as they were set.
    target: M::Params,
    /// Values as the model sees them.
    live: M::Params,
    rate: Option<Rate>,
    model: Option<M>,
    /// A model that is being built.
    growing: Option<M>,
    /// Finds the level.
    rehearsal: Option<Rehearsal<M>>,
    /// How many were built so far.
    built: u32,
    /// Why there is no model.
    trouble: Option<String>,
    fading: Option<M>,
    fade_left: u64,
    glides: Glides,
    events: Vec<(u64, Event)>,
    /// The gesture that goes on, if any.
    gesture: Option<Event>,
    /// What that moves.
    followers: Followers,
    clock: u64,
    seed: u64,
    quality: Quality,
    /// How many voices one core must keep up with, if it must; and modes left out for that.
    voices: usize,
    shed: u64,
    health: Health,
}

impl<M: Model> Default for Player<M> {
    fn default() -> Self {
        let params = M::Params::default();
        Self {
            target: params.clone(),
            live: params,
            rate: None,
            model: None,
            growing: None,
            rehearsal: None,
            built: 0,
            trouble: None,
            fading: None,
            fade_left: 0,
            glides: Glides::new(),
            events: Vec::with_capacity(WAITING),
            gesture: None,
            followers: Followers::new(&M::EXPRESSION, &M::Params::TABLE),
            clock: 0,
            seed: 0,
            quality: Quality::Exact,
            voices: 0,
            shed: 0,
            health: Health::default(),
        }
    }
}

impl<M: Model> Player<M> {
    /// A sound with these parameters; refused if one of them is outside its range.
    ///
    /// ```
    /// use urto::body::{BodyKind, BodyParams};
    /// use urto::sound::Player;
    /// use urto::sounds::impact::{Impact, ImpactParams};
    ///
    /// let body = BodyParams { kind: BodyKind::Glass, size: 0.12, ..BodyParams::default() };
    /// let glass = Player::<Impact>::with(ImpactParams { body, ..ImpactParams::default() });
    /// assert!(glass.is_ok());
    ///
    /// let slow = ImpactParams { velocity: -1.0, ..ImpactParams::default() };
    /// assert!(Player::<Impact>::with(slow).is_err());
    /// ```
    pub fn with(params: M::Params) -> Result<Self, BuildError> {
        params.check()?;
        Ok(Self {
            target: params.clone(),
            live: params,
            ..Self::default()
        })
    }

    /// The sound for a registry.
    pub fn boxed() -> Box<dyn Sound> {
        Box::new(Self::default())
    }

    fn rebuild(&mut self) {
        self.plant();
        while !self.grow() {}
    }

    /// Begins to build a model.
    fn plant(&mut self) {
        let Some(rate) = self.rate else { return };
        self.glides.clear();
        self.live = self.target.clone();
        for (id, value) in self.followers.all_moved(&self.target) {
            put(&mut self.live, &id, &Value::Number(value));
        }
        self.shed = match self.voices {
            0 => 0,
            voices => lighten(&mut self.live, &Load::of::<M>(&self.target, voices), rate) as u64,
        };
        self.rehearsal = None;
        match M::build(&self.live, rate, self.seed) {
            Ok(fresh) => self.growing = Some(fresh),
            Err(error) => self.fail(&error),
        }
    }

    fn fail(&mut self, error: &BuildError) {
        self.trouble = Some(error.to_string());
        self.model = None;
        self.growing = None;
        self.rehearsal = None;
    }

    /// Builds on at what was begun; tells whether that is done.
    fn grow(&mut self) -> bool {
        let (Some(rate), Some(mut fresh)) = (self.rate, self.growing.take()) else {
            return true;
        };
        match self.ready(&mut fresh, rate) {
            Ok(true) => {}
            Ok(false) => {
                self.growing = Some(fresh);
                return false;
            }
            Err(error) => {
                self.fail(&error);
                return true;
            }
        }
        self.trouble = None;
        fresh.set_quality(self.quality);
        if let (true, Some(gesture)) = (M::HELD, self.gesture) {
            fresh.event(&self.live, gesture);
        }
        self.built = self.built.wrapping_add(1);
        let old = self.model.replace(fresh);
        if self.clock > 0 {
            self.fading = old;
            self.fade_left = fade_samples(rate);
        }
        true
    }

    /// Builds on at a model, then rehearses it; tells whether that is done.
    fn ready(&mut self, fresh: &mut M, rate: Rate) -> Result<bool, BuildError> {
        if !fresh.finish(&self.live, self.seed)? {
            return Ok(false);
        }
        if M::REHEARSED == 0.0 || self.rehearsal.is_none() && fresh.is_sure() {
            return Ok(true);
        }
        let Some(rehearsal) = &mut self.rehearsal else {
            let rehearsal = self.rehearsal.insert(Rehearsal::new(&self.live, rate)?);
            let mut factor = tape::begin(Dear::Loudness).and_then(|own| own.first().copied());
            if let (None, Some(known)) = (factor, known_levels::recall(&self.live)) {
                tape::end_known(Dear::Loudness, &[known]);
                factor = Some(known);
            }
            if let Some(factor) = factor {
                rehearsal.leave(factor);
                fresh.correct(&self.live, FoundLevel::sure(factor));
            }
            return Ok(factor.is_some());
        };
        let factor = rehearsal.play(&self.live, PART);
        if let Some(factor) = factor {
            tape::end(Dear::Loudness, &[factor]);
            known_levels::remember(&self.live, factor);
            fresh.correct(&self.live, FoundLevel::sure(factor));
        }
        Ok(factor.is_some())
    }

    /// Goes on with a rehearsal that is due, for at most N samples.
    fn rehearse(&mut self, most: usize) {
        let Some(rehearsal) = &mut self.rehearsal else {
            return;
        };
        if let (Some(factor), Some(model)) = (rehearsal.play(&self.live, most), &mut self.model) {
            model.correct(&self.live, FoundLevel::sure(factor));
        }
    }

    /// Takes a value over into what the model sees, and finds its level anew.
    fn apply(&mut self, id: &ParamId, value: &Value) {
        self.hand_on(id, value);
        let rehearsal = self.rehearsal.as_mut();
        let trusted = rehearsal.and_then(|rehearsal| rehearsal.change(id));
        if let (Some(found), Some(model)) = (trusted, &mut self.model) {
            model.correct(&self.live, found);
        }
    }

    /// Takes a value over into what the model sees.
    fn hand_on(&mut self, id: &ParamId, value: &Value) {
        let taken = self.live.assign(id, value).is_ok();
        if let (true, Some(model)) = (taken, &mut self.model) {
            rehearsal::change(model, &self.live, id);
        }
    }

    /// Moves gliding numbers on.
    fn glide(&mut self) {
        let mut glides = mem::take(&mut self.glides);
        glides.step(self.clock, |id, steps_left| {
            let (next, more) = towards(&self.target, &self.live, id, steps_left);
            if let Some(value) = next {
                self.apply(id, &value);
            }
            more
        });
        self.glides = glides;
    }

    /// Samples until something must be looked at again, and no more than `most`.
    fn until_next(&self, most: usize) -> usize {
        // Between blocks only gliding numbers need a look.
        let mut to_block = self.glides.rest(self.clock);
        if self.rehearsal.as_ref().is_some_and(Rehearsal::is_urgent) {
            to_block = to_block.min(BLOCK - self.clock % BLOCK);
        }
        let to_event = self
            .events
            .first()
            .map_or(u64::MAX, |(at, _)| at - self.clock);
        to_block.min(to_event).min(most as u64) as usize
    }

    /// Takes over what signals say at a sample; tells for how many samples, of at most `most`,
    /// that stays so. What is no parameter here is the affair of the space behind the sound.
    fn follow(&mut self, signals: &[Signal], at: usize, most: usize) -> usize {
        let mut count = most;
        for signal in signals {
            let of = (&self.live as &dyn Params, &signal.id);
            let when = (at, self.clock);
            if let Some(value) = said(signal, of, when, &mut count, &mut self.health) {
                self.apply(&signal.id, &value);
            }
        }
        count
    }

    fn happen(&mut self, signals: &[Signal]) {
        while self.events.first().is_some_and(|(at, _)| *at <= self.clock) {
            let (_, event) = self.events.remove(0);
            self.gesture = match event {
                Event::Trigger { expression, .. } => {
                    self.express(&expression, signals);
                    Some(event)
                }
                Event::Release => None,
            };
            if let Some(model) = &mut self.model {
                model.event(&self.live, event);
            }
        }
    }

    /// Moves what follows a gesture's expression, at once: the gesture begins with it. Its level
    /// is that of the parameters as they are set; a rehearsal would end in its midst.
    fn express(&mut self, expression: &Expression, signals: &[Signal]) {
        for index in 0..self.followers.count() {
            let is_driven = |id: &ParamId| signals.iter().any(|signal| signal.id == *id);
            let moved = (self.followers).hear(index, expression, &self.target, is_driven);
            if let Some((id, value)) = moved {
                self.glides.forget(&id);
                self.hand_on(&id, &Value::Number(value));
            }
        }
    }
}
