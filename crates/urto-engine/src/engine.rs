//! The audio side: commands in, samples out.

use crate::command::{Command, Retired, Spent};
use crate::meter::{Levels, Meter, Weighting};
use crate::mix::Mix;
use crate::route::Route;
use crate::routing::{Moment, Routing};
use crate::smooth::{SMOOTH, samples};
use crate::strip::{LOUDEST, Strip};
use crate::voice::Start;
use crate::voices::Voices;
use crate::watch::{Tap, Watch};
use std::collections::VecDeque;
use urto::Ramp;
use urto::picture::{Frame, Geometry};
use urto::sound::{ModeLevel, Quality, limit};
use urto::{Health, Ledger, Rate};
use urto_file::{MOST_CHANNELS, MOST_ROUTES};

/// Commands that wait for their time.
const WAITING: usize = 4096;
/// What may be inside beside three instances per slot (playing, leaving, coming) and the routes.
const SPARE: usize = 64;

/// Plays instances of sounds. After [`Engine::new`] nothing allocates and nothing blocks; what is
/// done with is handed out by [`Engine::take_retired`], to be dropped elsewhere.
///
/// Samples depend on the commands and their frames alone, never on the sizes of blocks.
pub struct Engine {
    rate: Rate,
    strips: Vec<Strip>,
    queue: VecDeque<(u64, Command)>,
    retired: VecDeque<Retired>,
    /// Instances and routes inside, waiting and retired ones included; never more than `retired` can hold.
    inside: usize,
    frame: u64,
    /// When everything was cleared last.
    cleared: u64,
    quality: Quality,
    master: Ramp,
    mix: Mix,
    /// One for each output.
    weighting: Vec<Weighting>,
    meter: Meter,
    watch: Watch,
    routing: Routing,
    health: Health,
}

impl Engine {
    /// An empty engine with N slots and two outputs, left and right.
    pub fn new(rate: Rate, max_instances: usize) -> Self {
        Self::with_channels(rate, max_instances, 2)
    }

    /// The same with N outputs, 1 to [`MOST_CHANNELS`].
    pub fn with_channels(rate: Rate, max_instances: usize, channels: usize) -> Self {
        let channels = channels.clamp(1, MOST_CHANNELS);
        let strip = |_| Strip::new(rate, channels);
        Self {
            rate,
            strips: (0..max_instances).map(strip).collect(),
            queue: VecDeque::with_capacity(WAITING),
            retired: VecDeque::with_capacity(3 * max_instances + 2 * MOST_ROUTES + SPARE),
            inside: 0,
            frame: 0,
            cleared: 0,
            quality: Quality::Exact,
            master: Ramp::at(1.0),
            mix: Mix::new(channels),
            weighting: vec![Weighting::new(rate); channels],
            meter: Meter::new(rate, channels),
            watch: Watch::new(),
            routing: Routing::new(rate, max_instances),
            health: Health::default(),
        }
    }

    /// The sample rate.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.strips.len()
    }

    /// How many outputs there are.
    pub fn channels(&self) -> usize {
        self.weighting.len()
    }

    /// The frame that comes next.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Lets something happen at a frame; at the next one if that has passed. Commands of one frame
    /// happen in the order told. Gives the command back if there is no room for it: try again
    /// after the next block.
    pub fn tell(&mut self, at_frame: u64, command: Command) -> Result<(), Command> {
        let puts = matches!(command, Command::Put { .. } | Command::Route { .. });
        let full = puts && self.inside >= self.retired.capacity();
        if self.queue.len() >= WAITING || full {
            return Err(command);
        }
        self.inside += usize::from(puts);
        let at = at_frame.max(self.frame);
        let place = match self.queue.back() {
            Some((last, _)) if *last > at => self.queue.partition_point(|(other, _)| *other <= at),
            _ => self.queue.len(),
        };
        self.queue.insert(place, (at, command));
        Ok(())
    }

    /// Something that must be dropped aside, if there is anything.
    pub fn take_retired(&mut self) -> Option<Retired> {
        let retired = self.retired.pop_front()?;
        self.inside -= 1;
        Some(retired)
    }

    /// Plays on, into one slice per output. All have one length, which may be any; outputs that
    /// are not asked for are not heard, and slices beyond the last output are silent.
    pub fn render(&mut self, outputs: &mut [&mut [f32]]) {
        self.render_with(&[], outputs);
    }

    /// The same with inputs that routes may listen to, as long as the outputs.
    pub fn render_with(&mut self, inputs: &[&[f32]], outputs: &mut [&mut [f32]]) {
        let frames = outputs.iter().map(|out| out.len()).min().unwrap_or(0);
        for silent in outputs.iter_mut().skip(self.channels()) {
            silent.fill(0.0);
        }
        let mut at = 0;
        while at < frames {
            self.happen();
            let most = self.routing.most().min(self.meter.left());
            let most = most.min(frames - at);
            let count = match self.queue.front() {
                Some((due, _)) => (due - self.frame).min(most as u64) as usize,
                None => most,
            };
            self.chunk(inputs, at, count, outputs);
            at += count;
        }
    }

    /// Does what is due.
    fn happen(&mut self) {
        while self.queue.front().is_some_and(|(at, _)| *at <= self.frame) {
            let Some((_, command)) = self.queue.pop_front() else {
                return;
            };
            self.execute(command);
        }
    }

    fn execute(&mut self, command: Command) {
        let Self {
            strips, retired, ..
        } = self;
        // There is room: `tell` counts what is inside.
        let mut out = |voices: Box<Voices>| retired.push_back(Retired(Spent::Voices(voices)));
        let Some(slot) = command.slot() else {
            return self.execute_for_all(command);
        };
        let Some(strip) = strips.get_mut(slot) else {
            self.health.clamped += 1;
            if let Command::Put { voices, .. } = command {
                out(voices);
            }
            return;
        };
        let mixes = matches!(
            command,
            Command::Gain { .. }
                | Command::Pan { .. }
                | Command::Channel { .. }
                | Command::Mute { .. }
                | Command::Solo { .. }
        );
        let done = match command {
            Command::Put { mut voices, .. } => {
                voices.set_quality(self.quality);
                strip.put(voices, &mut out);
                true
            }
            Command::Remove { .. } => {
                let taken = strip.is_taken();
                strip.remove(&mut out);
                taken
            }
            Command::Set { id, setting, .. } => {
                let mut taken = strip.is_taken();
                strip.each(|voices| taken &= voices.set(&id, setting));
                taken
            }
            Command::Trigger {
                strength,
                hold,
                expression,
                ..
            } => {
                strip.began = Some(self.frame);
                strip.strength = if strength.is_finite() {
                    strength.clamp(0.0, 10.0)
                } else {
                    0.0
                };
                strip.trigger(Start {
                    strength,
                    hold,
                    expression,
                })
            }
            Command::Release { .. } => strip.release(),
            Command::Gain { gain, .. } => {
                strip.set_gain(gain);
                !gain.is_nan()
            }
            Command::Pan { pan, .. } => {
                strip.set_pan(pan);
                !pan.is_nan()
            }
            Command::Channel { channel, .. } => strip.set_channel(channel),
            Command::Mute { on, .. } => {
                strip.mute = on;
                true
            }
            Command::Solo { on, .. } => {
                strip.solo = on;
                true
            }
            _ => true,
        };
        self.health.clamped += u64::from(!done);
        if mixes {
            let alone = self.strips.iter().any(|strip| strip.solo);
            self.strips.iter_mut().for_each(|strip| strip.aim(alone));
        }
    }

    fn execute_for_all(&mut self, command: Command) {
        match command {
            Command::Master { gain } if gain.is_nan() => self.health.clamped += 1,
            Command::Master { gain } => {
                let gain = gain.clamp(0.0, LOUDEST);
                if self.strips.iter().all(Strip::is_empty) {
                    self.master = Ramp::at(gain);
                } else {
                    self.master.follow(gain, samples(SMOOTH, self.rate));
                }
            }
            Command::Quality(quality) => {
                self.quality = quality;
                for strip in &mut self.strips {
                    strip.each(|voices| voices.set_quality(quality));
                }
            }
            Command::Route { number, route } => self.route(number, route),
            Command::Unroute { number } => match self.routing.take(number) {
                Some(old) => self.end(old),
                None => self.health.clamped += 1,
            },
            Command::StopAll => self.strips.iter_mut().for_each(Strip::stop),
            Command::Clear => self.clear(),
            _ => {}
        }
    }

    /// A route comes.
    fn route(&mut self, number: usize, route: Box<Route>) {
        if !self.routing.takes(number, &route) {
            self.health.clamped += 1;
            self.retired.push_back(Retired(Spent::Route(route)));
            return;
        }
        let sounds = !self.strips[route.slot].is_quiet();
        if let Some(old) = self.routing.put(number, route, sounds) {
            self.end(old);
        }
    }

    /// A route has ended: where nothing moves its parameter any more, that is as it was set.
    fn end(&mut self, old: Box<Route>) {
        if let Some(strip) = self.strips.get_mut(old.slot) {
            strip.each(|voices| voices.let_go(old.table, &old.id));
        }
        self.retired.push_back(Retired(Spent::Route(old)));
    }

    fn clear(&mut self) {
        let (rate, retired) = (self.rate, &mut self.retired);
        self.cleared = self.frame;
        for strip in &mut self.strips {
            strip.clear(rate, &mut |voices| {
                retired.push_back(Retired(Spent::Voices(voices)));
            });
        }
        self.routing.clear(&mut |route| {
            retired.push_back(Retired(Spent::Route(route)));
        });
        self.master = Ramp::at(1.0);
        self.quality = Quality::Exact;
        self.weighting.fill(Weighting::new(rate));
        self.meter.reset();
    }

    /// Samples during which nothing is told.
    fn chunk(&mut self, inputs: &[&[f32]], at: usize, frames: usize, outputs: &mut [&mut [f32]]) {
        self.mix.rest(frames);
        let (mix, retired) = (&mut self.mix, &mut self.retired);
        for place in 0..self.strips.len() {
            let slot = self.routing.order[place];
            let strip = &mut self.strips[slot];
            let moment = Moment {
                frame: self.frame - self.cleared,
                began: strip.began.map(|began| began - self.cleared),
                strength: strip.strength,
                frames,
                inputs,
                at,
            };
            let count = self.routing.work_out(slot, &moment);
            let (moves, tapped) = self.routing.parts(slot, count);
            let watch = match self.watch.slot {
                Some(watched) if watched == slot => Some((self.frame, &mut self.watch)),
                _ => None,
            };
            let mut out = |voices| retired.push_back(Retired(Spent::Voices(voices)));
            strip.render(mix, frames, (moves, tapped), watch, &mut out);
            strip.pass(frames);
        }
        self.routing.pass(frames);
        for n in 0..frames {
            let gain = self.master.next();
            let mixed = self.mix.outputs.iter().zip(&mut self.weighting);
            for (output, (mixed, weighting)) in mixed.enumerate() {
                let sample = limit(gain * mixed[n], &mut self.health);
                if let Some(out) = outputs.get_mut(output) {
                    out[at + n] = sample;
                }
                let heard = f64::from(sample);
                let weighted = weighting.pass(heard);
                self.meter.add(output, heard, weighted * weighted);
            }
        }
        if self.meter.pass(frames) {
            self.weighting.iter_mut().for_each(Weighting::rest_if_quiet);
        }
        self.frame += frames as u64;
    }

    /// How loud everything is together.
    pub fn master(&self) -> Levels {
        self.meter.levels()
    }

    /// How loud an instance is, as it is heard in the mix; nothing for an empty slot.
    pub fn levels(&self, slot: usize) -> Option<Levels> {
        let strip = self.strips.get(slot)?;
        strip.current()?;
        Some(strip.levels())
    }

    /// How many voices sound in all.
    pub fn awake(&self) -> usize {
        let playing = self.strips.iter().filter_map(Strip::current);
        playing.map(Voices::awake).sum()
    }

    /// Chooses whose contact is looked at sample by sample; changes nothing that is heard.
    pub fn watch(&mut self, slot: Option<usize>) {
        self.watch.turn(slot);
    }

    /// Hands out what was seen since the last time, oldest first, as much as there is room for.
    pub fn drain_taps(&mut self, into: &mut [Tap]) -> usize {
        self.watch.drain(into)
    }

    fn watched(&self) -> Option<&Voices> {
        self.strips.get(self.watch.slot?)?.current()
    }

    /// Where energy went in the watched instance, in the voice that was used last.
    pub fn ledger(&self) -> Ledger {
        self.watched().map_or(Ledger::default(), Voices::ledger)
    }

    /// How the modes of the watched instance ring now; tells how many there are.
    pub fn modes(&self, into: &mut [ModeLevel]) -> usize {
        self.watched().map_or(0, |voices| voices.modes(into))
    }

    /// What the watched instance looks like, if its workshop made it to be seen.
    pub fn geometry(&self) -> Option<&Geometry> {
        self.watched()?.geometry()
    }

    /// Where the points of that geometry are now.
    pub fn picture(&mut self) -> Option<&Frame> {
        self.strips
            .get_mut(self.watch.slot?)?
            .current_mut()?
            .picture()
    }

    /// What had to be mended: values that were clamped, commands that nothing could take.
    pub fn health(&self) -> Health {
        let mut health = self.health;
        for voices in self.strips.iter().filter_map(Strip::current) {
            health += voices.health();
        }
        health
    }
}
