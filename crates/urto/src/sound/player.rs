//! Turns a model into a sound: the clock, smoothing, events, live changes and crossfades that
//! every sound needs alike.

use super::expression::Followers;
use super::glide::{BLOCK, Glides, WAITING, fade_samples, said, towards};
use super::rehearsal::{self, Rehearsal};
use super::{
    Event, Expression, ModeLevel, Model, Outlet, Rig, Signal, Sound, TapSignals, Taps, limit,
};
use crate::energy::{Health, Ledger};
use crate::error::BuildError;
use crate::network::Quality;
use crate::param::{Declared, ParamId, Params, Update, Value, put};
use crate::picture::{Frame, Geometry};
use crate::rate::Rate;
use crate::tape::{self, Dear};
use core::{mem, ops};

/// No run of free ringing begins for fewer samples: readying it takes as long as some steps.
const WORTHWHILE: usize = 24;
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
        if let Some(rig) = fresh.rig_mut() {
            rig.network.set_quality(self.quality);
        }
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
            let known = tape::begin(Dear::Loudness);
            let factor = known.as_ref().and_then(|known| known.first());
            if let Some(factor) = factor {
                rehearsal.leave();
                fresh.correct(&self.live, *factor);
            }
            return Ok(factor.is_some());
        };
        let factor = rehearsal.play(&self.live, PART);
        if let Some(factor) = factor {
            tape::end(Dear::Loudness, &[factor]);
            fresh.correct(&self.live, factor);
        }
        Ok(factor.is_some())
    }

    /// Goes on with a rehearsal that is due, for at most N samples.
    fn rehearse(&mut self, most: usize) {
        let Some(rehearsal) = &mut self.rehearsal else {
            return;
        };
        if let (Some(factor), Some(model)) = (rehearsal.play(&self.live, most), &mut self.model) {
            model.correct(&self.live, factor);
        }
    }

    /// Takes a value over into what the model sees, and finds its level anew.
    fn apply(&mut self, id: &ParamId, value: &Value) {
        self.hand_on(id, value);
        if let Some(rehearsal) = &mut self.rehearsal {
            rehearsal.change(id);
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
        if self.rehearsal.as_ref().is_some_and(Rehearsal::is_due) {
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

    /// Samples during which nothing changes from outside, one slice per channel.
    fn fill<S: Sample>(&mut self, outputs: &mut [&mut [S]], part: ops::Range<usize>) {
        let ops::Range { start: mut at, end } = part;
        while at < end {
            let rang = self.ring_on(outputs, at..end);
            if rang == 0 {
                self.sample(outputs, at);
                at += 1;
                continue;
            }
            self.clock += rang as u64;
            at += rang;
        }
    }

    /// Lets the network ring on, if nothing will happen meanwhile; tells for how many samples.
    fn ring_on<S: Sample>(&mut self, outputs: &mut [&mut [S]], part: ops::Range<usize>) -> usize {
        let (Some(model), 0) = (&mut self.model, self.fade_left) else {
            return 0;
        };
        let Some((first, others)) = outputs.split_first_mut() else {
            return 0;
        };
        let idle = model.idle_for(&self.live);
        let Some(Rig { network, .. }) = model.rig_mut() else {
            return 0;
        };
        // Whether a run begins must not depend on how many samples the host asks for.
        if idle == 0 || (idle < WORTHWHILE && !network.is_ringing()) {
            return 0;
        }
        let count = network.ring(idle.min(part.len()).min(S::LONGEST));
        if count > 0 {
            let part = part.start..part.start + count;
            let first = &mut first[part.clone()];
            S::ring(first, |first| {
                model.rang(&self.live, first, &mut self.health);
            });
            for (index, other) in others.iter_mut().enumerate() {
                let other = &mut other[part.clone()];
                match model.rang_further(1 + index) {
                    Some(own) => S::ring(other, |other| other.copy_from_slice(&own[..count])),
                    None => other.copy_from_slice(first),
                }
            }
        }
        count
    }

    /// One sample of every channel.
    fn sample<S: Sample>(&mut self, outputs: &mut [&mut [S]], at: usize) {
        let Some(model) = &mut self.model else {
            outputs.iter_mut().for_each(|out| out[at] = S::default());
            return;
        };
        let first = model.tick(&self.live);
        // A model that has faded out is kept until the next `set` or `prepare`: dropping it here
        // would free memory on the audio path.
        let mut fading = match (&mut self.fading, self.rate, self.fade_left) {
            (Some(fading), Some(rate), 1..) => {
                let share = self.fade_left as f64 / fade_samples(rate) as f64;
                let first = fading.tick(&self.live);
                Some((fading, share, first))
            }
            _ => None,
        };
        self.fade_left = self.fade_left.saturating_sub(1);
        for (channel, out) in outputs.iter_mut().enumerate() {
            let mut sample = model.further(channel).unwrap_or(first);
            if let Some((fading, share, first)) = &mut fading {
                sample += *share * (fading.further(channel).unwrap_or(*first) - sample);
            }
            out[at] = S::of(sample, &mut self.health);
        }
        self.clock += 1;
    }

    /// Plays a part of a block; `from` is where signals stand at its start.
    fn play<S: Sample>(
        &mut self,
        (signals, from): (&[Signal], usize),
        outputs: &mut [&mut [S]],
        taps: &mut TapSignals,
    ) {
        let frames = outputs.first().map_or(0, |out| out.len());
        let tapped = taps.are_wanted();
        let channels = self.channels().min(outputs.len());
        let mut at = 0;
        while at < frames {
            if !self.glides.is_empty() {
                self.glide();
            }
            if self.clock.is_multiple_of(BLOCK) {
                self.rehearse(BLOCK as usize);
            }
            // A gesture that starts now reads what signals say now.
            let most = if tapped { 1 } else { frames - at };
            let most = self.follow(signals, from + at, most);
            self.happen(signals);
            let count = self.until_next(most);
            let (own, others) = outputs.split_at_mut(channels);
            self.fill(own, at..at + count);
            // What a host asks for beyond the channels there are is the first one.
            if let Some(own) = own.first() {
                for other in others {
                    other[at..at + count].copy_from_slice(&own[at..at + count]);
                }
            }
            if tapped {
                taps.write(at, &self.touch());
            }
            at += count;
        }
    }
}

/// A sample on its way out: to the host, or to the space behind the sound.
trait Sample: Copy + Default {
    /// Most samples that ring on at a time.
    const LONGEST: usize;
    /// One that was worked out by itself.
    fn of(sample: f64, health: &mut Health) -> Self;
    /// Takes samples of a free run, which are limited already.
    fn ring(out: &mut [Self], write: impl FnOnce(&mut [f32]));
}

impl Sample for f32 {
    const LONGEST: usize = usize::MAX;
    fn of(sample: f64, health: &mut Health) -> Self {
        limit(sample, health)
    }
    fn ring(out: &mut [Self], write: impl FnOnce(&mut [f32])) {
        write(out);
    }
}

impl Sample for f64 {
    const LONGEST: usize = BLOCK as usize;
    fn of(sample: f64, _: &mut Health) -> Self {
        sample
    }
    fn ring(out: &mut [Self], write: impl FnOnce(&mut [f32])) {
        let mut run = [0.0; BLOCK as usize];
        let run = &mut run[..out.len()];
        write(run);
        for (out, sample) in out.iter_mut().zip(run) {
            *out = f64::from(*sample);
        }
    }
}

impl<M: Model> Sound for Player<M> {
    fn params(&self) -> &dyn Params {
        &self.target
    }

    fn prepare(&mut self, rate: Rate, max_block: usize) {
        self.growing = None;
        while !self.prepare_part(rate, max_block) {}
    }

    fn prepare_part(&mut self, rate: Rate, _max_block: usize) -> bool {
        if self.growing.is_none() {
            self.rate = Some(rate);
            self.clock = 0;
            self.fading = None;
            self.gesture = None;
            self.events.clear();
            self.express(&Expression::default(), &[]);
            self.plant();
        }
        if !self.grow() {
            return false;
        }
        self.reset(self.seed);
        true
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.clock = 0;
        self.fade_left = 0;
        self.gesture = None;
        self.events.clear();
        self.health = Health::default();
        self.express(&Expression::default(), &[]);
        // At time 0 a block begins.
        while !self.glides.is_empty() {
            self.glide();
        }
        while self.rehearsal.as_ref().is_some_and(Rehearsal::is_due) {
            self.rehearse(PART);
        }
        if let Some(model) = &mut self.model {
            model.reset(&self.live, seed);
        }
    }

    fn set(&mut self, id: &ParamId, value: &Value) {
        let Some(spec) = self.target.table().spec_of(id) else {
            return;
        };
        if !put(&mut self.target, id, value) {
            self.health.clamped += 1;
        }
        let Some(taken) = self.target.value(id) else {
            return;
        };
        // What the present gesture has moved stays where that wants it.
        if let Value::Number(set) = taken
            && let Some(moved) = self.followers.moved(id, set)
        {
            return self.apply(id, &Value::Number(moved));
        }
        match spec.update {
            Update::Rebuild => self.rebuild(),
            Update::Event => self.apply(id, &taken),
            Update::Sample | Update::Block => {
                self.glides.forget(id);
                let glides = match self.rate {
                    Some(rate) if self.model.is_some() && self.clock > 0 => {
                        self.glides.begin(id, spec.update, rate)
                    }
                    _ => false,
                };
                if !glides {
                    self.apply(id, &taken);
                }
            }
        }
    }

    fn event(&mut self, at: usize, event: Event) {
        if self.events.len() == WAITING {
            self.health.clamped += 1;
            return;
        }
        // What lies beyond the end of time never comes; it must not come at once.
        let due = self.clock.saturating_add(at as u64);
        let place = self.events.partition_point(|(other, _)| *other <= due);
        self.events.insert(place, (due, event));
    }

    fn channels(&self) -> usize {
        M::channels(&self.target).max(1)
    }

    fn pan(&self, channel: usize) -> Option<f64> {
        M::pan(&self.target, channel)
    }

    fn render_tapped(
        &mut self,
        signals: &[Signal],
        outputs: &mut [&mut [f32]],
        taps: &mut TapSignals,
    ) {
        self.play((signals, 0), outputs, taps);
    }

    fn render_part(
        &mut self,
        signals: &[Signal],
        from: usize,
        outlet: Outlet,
        taps: &mut TapSignals,
    ) {
        match outlet {
            Outlet::Limited(outputs) => self.play((signals, from), outputs, taps),
            Outlet::Open(outputs) => self.play((signals, from), outputs, taps),
        }
    }

    fn set_quality(&mut self, quality: Quality) {
        self.quality = quality;
        if let Some(rig) = self.model.as_mut().and_then(Model::rig_mut) {
            rig.network.set_quality(quality);
        }
    }

    fn taps(&self) -> Taps {
        let model = self.model.as_ref();
        model.map_or(Taps::default(), |model| model.taps(true))
    }

    fn touch(&self) -> Taps {
        let model = self.model.as_ref();
        model.map_or(Taps::default(), |model| model.taps(false))
    }

    fn modes(&self, into: &mut [ModeLevel]) -> usize {
        let model = self.model.as_ref();
        model.map_or(0, |model| model.modes(into))
    }

    fn geometry(&self) -> Geometry {
        let model = self.model.as_ref();
        Geometry {
            revision: self.built,
            ..model.map_or(Geometry::default(), Model::geometry)
        }
    }

    fn picture(&self, geometry: &Geometry, frame: &mut Frame) -> bool {
        match &self.model {
            Some(model) if geometry.revision == self.built => model.picture(geometry, frame),
            _ => return false,
        }
        true
    }

    fn tail(&self) -> f64 {
        M::tail(&self.target)
    }

    fn health(&self) -> Health {
        let mut health = self.health;
        if let Some(model) = &self.model {
            health += model.health();
        }
        health
    }

    fn ledger(&self) -> Ledger {
        self.model
            .as_ref()
            .map_or(Ledger::default(), |model| model.ledger())
    }

    fn notes(&self) -> Vec<String> {
        let trouble = self.trouble.iter().cloned();
        let notes = self.model.iter().flat_map(Model::notes);
        trouble.chain(notes).collect()
    }
}
