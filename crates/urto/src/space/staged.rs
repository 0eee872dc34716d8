//! A sound with a space behind it, which is a sound to its hosts.
//!
//! Samples reach the space before they are limited, in parts of at most 64 that begin and end
//! where the blocks of the sound's own clock do; an open space is passed by at no cost. A space
//! that is chosen anew fades in during 20 ms, while what sounds in the old one fades out.

use super::Space;
use super::layout::{Owner, RoomLayout, StagedParams};
use crate::energy::{Health, Ledger};
use crate::limit::limit;
use crate::param::{ParamId, Params, Update, Value, leaves, put};
use crate::picture::{Frame, Geometry};
use crate::quality::Quality;
use crate::rate::Rate;
use crate::sound::glide::{BLOCK, Glides, fade_samples, said, towards};
use crate::sound::{Event, ModeLevel, Outlet, Signal, Sound, TapSignals, Taps, Work};
use core::mem;

const MOST: usize = crate::sound::MOST_CHANNELS;

/// Samples of every channel on their way.
type Planes = [[f64; Outlet::LONGEST]; MOST];

/// A sound with a space behind it. A [catalogue](crate::catalogue) makes them.
pub struct Staged {
    sound: Box<dyn Sound>,
    /// Values as they were set.
    params: StagedParams,
    space: Box<dyn Space>,
    /// The space before, kept until it is safe to free it.
    old: Option<Box<dyn Space>>,
    fade_left: u64,
    /// Numbers of the present space on their way, by its own handles.
    glides: Glides,
    /// Whether the space is passed by; looked at where a block begins and when something changed.
    open: bool,
    changed: bool,
    /// Channels of the sound for which the space is prepared.
    inputs: usize,
    rate: Option<Rate>,
    clock: u64,
    seed: u64,
    health: Health,
    dry: Box<Planes>,
    wet: Box<Planes>,
    fading: Box<Planes>,
}

impl Staged {
    pub(super) fn boxed(sound: Box<dyn Sound>, layout: &'static RoomLayout) -> Box<dyn Sound> {
        let planes = || Box::new([[0.0; Outlet::LONGEST]; MOST]);
        Box::new(Self {
            params: StagedParams::new(sound.params(), layout),
            inputs: sound.channels().min(MOST),
            sound,
            space: (layout.kind(0).make)(),
            old: None,
            fade_left: 0,
            glides: Glides::new(),
            open: false,
            changed: true,
            rate: None,
            clock: 0,
            seed: 0,
            health: Health::default(),
            dry: planes(),
            wet: planes(),
            fading: planes(),
        })
    }

    /// Makes the chosen space anew, with the values that were set.
    fn rebuild(&mut self) {
        let chosen = self.params.chosen;
        let mut fresh = (self.params.layout.kind(chosen).make)();
        let values = self.params.spaces[chosen].as_ref();
        for (id, _) in leaves(values) {
            if let Some(value) = values.value(&id) {
                fresh.set(&id, &value);
            }
        }
        if let Some(rate) = self.rate {
            fresh.prepare(rate, self.inputs);
            fresh.reset(self.seed);
        }
        self.glides.clear();
        self.changed = true;
        let old = mem::replace(&mut self.space, fresh);
        if let (Some(rate), 1..) = (self.rate, self.clock) {
            self.old = Some(old);
            self.fade_left = fade_samples(rate);
        }
    }

    /// The sound may have got other channels.
    fn refit(&mut self) {
        let inputs = self.sound.channels().min(MOST);
        if inputs != self.inputs {
            self.inputs = inputs;
            self.changed = true;
            if let Some(rate) = self.rate {
                self.space.prepare(rate, inputs);
                if let Some(old) = &mut self.old {
                    old.prepare(rate, inputs);
                }
            }
        }
    }

    /// The sound is ready: so is the space.
    fn settle(&mut self) {
        self.clock = 0;
        self.inputs = self.sound.channels().min(MOST);
        self.old = None;
        self.fade_left = 0;
        self.rebuild();
        self.health = Health::default();
    }

    fn glide(&mut self) {
        let target = self.params.spaces[self.params.chosen].as_ref();
        let (space, changed) = (&mut self.space, &mut self.changed);
        self.glides.step(self.clock, |id, steps_left| {
            let (next, more) = towards(target, space.params(), id, steps_left);
            if let Some(value) = next {
                space.set(id, &value);
                *changed = true;
            }
            more
        });
    }

    /// Takes over what signals say to the space at a sample; tells for how many samples, of at
    /// most `most`, that stays so.
    fn follow(&mut self, signals: &[Signal], at: usize, most: usize) -> usize {
        let mut count = most;
        for signal in signals {
            let layout = self.params.layout;
            let inner = match layout.owner(&signal.id) {
                Some(Owner::Space(index, inner)) if index == self.params.chosen => inner,
                _ => continue,
            };
            let of = (self.space.params(), &inner);
            let when = (at, self.clock);
            if let Some(value) = said(signal, of, when, &mut count, &mut self.health) {
                self.space.set(&inner, &value);
                self.changed = true;
            }
        }
        count
    }

    /// Lets the sound play past the space.
    fn pass_by(
        &mut self,
        (signals, at): (&[Signal], usize),
        count: usize,
        outputs: &mut [&mut [f32]],
        taps: &mut TapSignals,
    ) {
        let most = outputs.len().min(MOST);
        let mut parts: [&mut [f32]; MOST] = Default::default();
        for (part, output) in parts.iter_mut().zip(outputs.iter_mut()) {
            *part = &mut output[at..at + count];
        }
        let outlet = Outlet::Limited(&mut parts[..most]);
        self.sound.render_part(signals, at, outlet, taps);
        self.space.pass_by(count);
    }

    /// Sends the sound through the space, and through the one before if that still fades.
    fn send(
        &mut self,
        (signals, at): (&[Signal], usize),
        count: usize,
        outputs: &mut [&mut [f32]],
        taps: &mut TapSignals,
    ) {
        let mut dry = self.dry.each_mut().map(|plane| &mut plane[..count]);
        let outlet = Outlet::Open(&mut dry[..self.inputs]);
        self.sound.render_part(signals, at, outlet, taps);
        let dry = self.dry.each_ref().map(|plane| &plane[..count]);
        let dry = &dry[..self.inputs];
        let channels = self.space.channels(self.inputs).clamp(1, MOST);
        let mut wet = self.wet.each_mut().map(|plane| &mut plane[..count]);
        self.space.pass(dry, &mut wet[..channels]);
        if let (Some(old), Some(rate), 1..) = (&mut self.old, self.rate, self.fade_left) {
            let before = old.channels(self.inputs).clamp(1, MOST);
            let mut fading = self.fading.each_mut().map(|plane| &mut plane[..count]);
            old.pass(dry, &mut fading[..before]);
            let whole = fade_samples(rate) as f64;
            for n in 0..count {
                let share = self.fade_left as f64 / whole;
                self.fade_left = self.fade_left.saturating_sub(1);
                for (channel, wet) in wet[..channels].iter_mut().enumerate() {
                    wet[n] += share * (fading[channel % before][n] - wet[n]);
                }
            }
        }
        for (output, wet) in outputs.iter_mut().zip(&wet[..channels]) {
            for (out, sample) in output[at..at + count].iter_mut().zip(wet.iter()) {
                *out = limit(*sample, &mut self.health);
            }
        }
        // What a host asks for beyond the channels there are is the first one.
        if let Some((first, others)) = outputs.split_first_mut() {
            for other in others.iter_mut().skip(channels - 1) {
                other[at..at + count].copy_from_slice(&first[at..at + count]);
            }
        }
    }
}

impl Sound for Staged {
    fn params(&self) -> &dyn Params {
        &self.params
    }

    fn prepare(&mut self, rate: Rate, max_block: usize) {
        self.rate = Some(rate);
        self.sound.prepare(rate, max_block);
        self.settle();
    }

    fn prepare_part(&mut self, rate: Rate, max_block: usize) -> bool {
        self.rate = Some(rate);
        if !self.sound.prepare_part(rate, max_block) {
            return false;
        }
        self.settle();
        true
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.clock = 0;
        self.fade_left = 0;
        self.changed = true;
        self.health = Health::default();
        // At time 0 a block begins.
        while !self.glides.is_empty() {
            self.glide();
        }
        self.sound.reset(seed);
        self.space.reset(seed);
    }

    fn set(&mut self, id: &ParamId, value: &Value) {
        let Some(spec) = self.params.table().spec_of(id) else {
            return;
        };
        match self.params.layout.owner(id) {
            Some(Owner::Sound) => {
                self.sound.set(id, value);
                if let Some(taken) = self.sound.params().value(id) {
                    // The sound has taken it, so it is allowed.
                    let _ = self.params.assign(id, &taken);
                }
                if spec.update == Update::Rebuild {
                    self.refit();
                }
            }
            Some(Owner::Choice) => {
                let before = self.params.chosen;
                if !put(&mut self.params, id, value) {
                    self.health.clamped += 1;
                }
                if self.params.chosen != before {
                    self.rebuild();
                }
            }
            Some(Owner::Space(index, inner)) => {
                if !put(&mut self.params, id, value) {
                    self.health.clamped += 1;
                }
                if index == self.params.chosen {
                    self.change(&inner, spec.update);
                }
            }
            None => {}
        }
    }

    fn event(&mut self, at: usize, event: Event) {
        self.sound.event(at, event);
    }

    fn channels(&self) -> usize {
        let inputs = self.sound.channels().min(MOST);
        self.space.channels(inputs).clamp(1, MOST)
    }

    fn pan(&self, channel: usize) -> Option<f64> {
        // A space that makes channels of its own has no more to do with pickups.
        let keeps = self.space.channels(1) == 1;
        self.sound.pan(channel).filter(|_| keeps)
    }

    fn render_tapped(
        &mut self,
        signals: &[Signal],
        outputs: &mut [&mut [f32]],
        taps: &mut TapSignals,
    ) {
        let frames = outputs.first().map_or(0, |out| out.len());
        let mut at = 0;
        while at < frames {
            if !self.glides.is_empty() {
                self.glide();
            }
            let most = self.follow(signals, at, frames - at);
            if self.changed || self.clock.is_multiple_of(BLOCK) {
                self.open = self.space.is_open() && self.fade_left == 0;
                self.changed = false;
            }
            let mut rest = self.glides.rest(self.clock);
            if !self.open {
                rest = rest.min(BLOCK - self.clock % BLOCK);
            }
            let count = rest.min(most as u64) as usize;
            let mut taps = taps.part(at..at + count);
            if self.open {
                self.pass_by((signals, at), count, outputs, &mut taps);
            } else {
                self.send((signals, at), count, outputs, &mut taps);
            }
            self.clock += count as u64;
            at += count;
        }
    }

    fn set_quality(&mut self, quality: Quality) {
        self.sound.set_quality(quality);
    }

    fn set_live(&mut self, voices: usize) {
        self.sound.set_live(voices);
    }

    fn beyond_live(&self, rate: Rate) -> usize {
        self.sound.beyond_live(rate)
    }

    fn taps(&self) -> Taps {
        self.sound.taps()
    }

    fn touch(&self) -> Taps {
        self.sound.touch()
    }

    fn work(&self) -> Work {
        self.sound.work()
    }

    fn modes(&self, into: &mut [ModeLevel]) -> usize {
        self.sound.modes(into)
    }

    fn geometry(&self) -> Geometry {
        self.sound.geometry()
    }

    fn picture(&self, geometry: &Geometry, frame: &mut Frame) -> bool {
        self.sound.picture(geometry, frame)
    }

    fn tail(&self) -> f64 {
        self.sound.tail() + self.space.tail()
    }

    fn health(&self) -> Health {
        let mut health = self.health;
        health += self.sound.health();
        health += self.space.health();
        health
    }

    fn ledger(&self) -> Ledger {
        self.sound.ledger()
    }

    fn notes(&self) -> Vec<String> {
        self.sound.notes()
    }
}

impl Staged {
    /// A parameter of the present space was set.
    fn change(&mut self, id: &ParamId, update: Update) {
        let set = self.params.spaces[self.params.chosen].value(id);
        if update == Update::Rebuild {
            // What is said again leaves alone what sounds.
            if set != self.space.params().value(id) {
                self.rebuild();
            }
            return;
        }
        self.glides.forget(id);
        let glides = match (self.rate, update) {
            (Some(rate), Update::Sample | Update::Block) if self.clock > 0 => {
                self.glides.begin(id, update, rate)
            }
            _ => false,
        };
        if let (false, Some(value)) = (glides, set) {
            self.space.set(id, &value);
            self.changed = true;
        }
    }
}
