//! What plays in a slot: one held sound or scene, or several voices of a struck sound.

use crate::mix::slices;
use crate::routing::Move;
use crate::smooth::{SMOOTH, STOLEN, samples};
use crate::voice::{Start, Voice};
use crate::watch::Watch;
use core::ops::Range;
use urto::Ramp;
use urto::param::{Kind, ParamId, Update, Value, number_of};
use urto::picture::{Frame, Geometry};
use urto::sound::{ModeLevel, Quality, Signal, Sound, TapSignals};
use urto::{Health, Ledger, Rate};
use urto_file::{MOST_CHANNELS, MOST_MOVED};

use crate::command::Setting;

/// Most voices of an instance.
pub const MOST_VOICES: usize = 8;
/// Most samples that are rendered at once.
pub(crate) const CHUNK: usize = 128;
/// Most numbers that glide at once; more than any sound has of class `Sample`.
const GLIDES: usize = 16;

/// How an instance takes a gesture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GestureTaking {
    /// Every blow takes another voice.
    Struck,
    /// One gesture, held until it is released.
    Held,
    /// The score starts over.
    Scored,
}

/// The sounds of an instance. Made aside by a [`Workshop`](crate::Workshop).
pub struct Voices {
    way: GestureTaking,
    voices: Vec<Voice>,
    latest: usize,
    gesture: Option<Start>,
    stolen: u32,
    smooth: u32,
    planes: Vec<[f32; CHUNK]>,
    scratch: Vec<[f32; CHUNK]>,
    /// Numbers on their way.
    glides: Vec<(ParamId, Ramp)>,
    /// Values of numbers that routes move.
    moved: Vec<[f32; CHUNK]>,
    /// What it looks like, and where that is now, if it is to be seen.
    seen: Option<(Geometry, Frame)>,
}

impl Voices {
    /// Several sounds that are alike, prepared for the rate, of which every blow takes another.
    /// One of them is always left to begin while another one fades.
    pub fn struck(sounds: Vec<Box<dyn Sound>>, seed: u64, rate: Rate) -> Self {
        Self::new(GestureTaking::Struck, sounds, seed, rate)
    }

    /// One sound whose gesture is held.
    pub fn held(sound: Box<dyn Sound>, seed: u64, rate: Rate) -> Self {
        Self::new(GestureTaking::Held, vec![sound], seed, rate)
    }

    /// A scene, whose score lasts N seconds.
    pub fn scored(scene: Box<dyn Sound>, lasts: f64, seed: u64, rate: Rate) -> Self {
        let mut own = Self::new(GestureTaking::Scored, vec![scene], seed, rate);
        let lasts = (lasts * rate.hertz()) as u64;
        own.voices = own.voices.into_iter().map(|v| v.scored(lasts)).collect();
        own
    }

    fn new(way: GestureTaking, sounds: Vec<Box<dyn Sound>>, seed: u64, rate: Rate) -> Self {
        let channels = sounds.first().map_or(1, |sound| sound.channels());
        // Further ones of a scene are not heard.
        let channels = channels.clamp(1, MOST_CHANNELS);
        let voice = |(place, sound)| Voice::new(sound, place as u64, seed, rate.hertz());
        // The first blow takes the first voice, which has the instance's own seed.
        let latest = match way {
            GestureTaking::Struck => sounds.len().saturating_sub(1),
            GestureTaking::Held | GestureTaking::Scored => 0,
        };
        Self {
            way,
            voices: sounds.into_iter().enumerate().map(voice).collect(),
            latest,
            gesture: None,
            stolen: samples(STOLEN, rate),
            smooth: samples(SMOOTH, rate),
            planes: vec![[0.0; CHUNK]; channels],
            scratch: vec![[0.0; CHUNK]; channels],
            glides: Vec::with_capacity(GLIDES),
            moved: vec![[0.0; CHUNK]; MOST_MOVED],
            seen: None,
        }
    }

    /// The same with what its voices look like: all of them alike.
    pub fn looking(mut self, geometry: Option<Geometry>) -> Self {
        let seen = geometry.filter(|geometry| geometry.points() > 0);
        self.seen = seen.map(|geometry| {
            let frame = Frame::new(&geometry);
            (geometry, frame)
        });
        self
    }

    /// What it looks like, if it can be seen.
    pub fn geometry(&self) -> Option<&Geometry> {
        self.seen.as_ref().map(|(geometry, _)| geometry)
    }

    /// Where the points of its geometry are in the voice that was used last.
    pub(crate) fn picture(&mut self) -> Option<&Frame> {
        let (geometry, frame) = self.seen.as_mut()?;
        let sound = &self.voices.get(self.latest)?.sound;
        sound.picture(geometry, frame).then_some(&*frame)
    }

    /// Whether nothing sounds and nothing is about to.
    pub(crate) fn is_asleep(&self) -> bool {
        !self.voices.iter().any(Voice::is_awake)
    }

    /// How many of these samples it sleeps on: until a force from outside presses.
    pub(crate) fn sleeps_on(&self, frames: usize, (moves, from): (&[Move], usize)) -> usize {
        let Some(voice) = self.voices.get(self.latest) else {
            return frames;
        };
        let params = voice.sound.params();
        let forces = moves
            .iter()
            .filter(|own| own.table == params.table().key && voice.is_pressed_by(&own.id));
        let until = forces.filter_map(|own| {
            let (set, range) = number_of(params, &own.id)?;
            (0..frames).find(|n| own.value(&range, set, from + n) != 0.0)
        });
        until.min().unwrap_or(frames)
    }

    /// Wakes the voice that was used last, without a gesture.
    pub(crate) fn wake(&mut self) {
        if let Some(voice) = self.voices.get_mut(self.latest) {
            voice.wake();
        }
    }

    /// How many voices sound.
    pub(crate) fn awake(&self) -> usize {
        self.voices.iter().filter(|voice| voice.is_awake()).count()
    }

    /// The gesture that goes on, if any.
    pub(crate) fn gesture(&self) -> Option<Start> {
        let goes_on = self.voices.first().is_some_and(|voice| voice.held);
        self.gesture.filter(|_| goes_on)
    }

    /// Chooses the quality of all voices.
    pub(crate) fn set_quality(&mut self, quality: Quality) {
        for voice in &mut self.voices {
            voice.sound.set_quality(quality);
        }
    }

    /// Sets a parameter of all voices; tells whether its class allows that while it plays.
    pub(crate) fn set(&mut self, id: &ParamId, setting: Setting) -> bool {
        let Some(first) = self.voices.first() else {
            return false;
        };
        let Some(spec) = first.sound.params().table().spec_of(id) else {
            return false;
        };
        // A curve would take a number too, and allocate.
        let fits = match setting {
            Setting::Number(_) => matches!(spec.kind, Kind::Number(_)),
            Setting::Choice(_) => matches!(spec.kind, Kind::Choice { .. }),
        };
        if spec.update == Update::Rebuild || !fits {
            return false;
        }
        if let Setting::Number(newtons) = setting {
            self.press(id, newtons);
        }
        if let (Setting::Number(goal), Update::Sample, Kind::Number(range)) =
            (setting, spec.update, spec.kind)
            && goal.is_finite()
            && self.glide(id, range.clamp(goal))
        {
            return true;
        }
        let value = setting.into();
        for voice in &mut self.voices {
            voice.sound.set(id, &value);
        }
        true
    }

    /// A force from outside wakes the voice that was used last, and keeps it awake while it presses.
    fn press(&mut self, id: &ParamId, newtons: f64) {
        if let Some(voice) = self.voices.get_mut(self.latest)
            && voice.is_pressed_by(id)
            && newtons.is_finite()
        {
            voice.press(newtons != 0.0);
        }
    }

    /// Lets a number that takes effect at once go there during 20 ms, as a hand would move it.
    /// Tells whether it does; what is at rest need not.
    fn glide(&mut self, id: &ParamId, goal: f64) -> bool {
        if self.is_asleep() {
            self.glides.retain(|(other, _)| other != id);
            return false;
        }
        if let Some((_, glide)) = self.glides.iter_mut().find(|(other, _)| other == id) {
            glide.follow(goal, self.smooth);
            return true;
        }
        let now = self
            .voices
            .first()
            .and_then(|voice| number_of(voice.sound.params(), id));
        match now {
            Some((now, _)) if self.glides.len() < GLIDES => {
                let mut glide = Ramp::at(now);
                glide.follow(goal, self.smooth);
                self.glides.push((*id, glide));
                true
            }
            _ => false,
        }
    }

    /// Moves every number that glides on by one sample, or to its goal.
    fn move_on(&mut self, next: impl Fn(&mut Ramp) -> f64) {
        for (id, glide) in &mut self.glides {
            let value = Value::Number(next(glide));
            for voice in &mut self.voices {
                voice.sound.set(id, &value);
            }
        }
        self.glides.retain(|(_, glide)| glide.left() > 0);
    }

    /// A number that a route has moved goes back to what is set.
    pub(crate) fn let_go(&mut self, table: &str, id: &ParamId) {
        for voice in &mut self.voices {
            if voice.sound.params().table().key == table
                && let Some((set, _)) = number_of(voice.sound.params(), id)
            {
                voice.sound.set(id, &Value::Number(set));
            }
        }
    }

    /// A gesture starts.
    pub(crate) fn trigger(&mut self, start: Start) {
        self.gesture = Some(start);
        match self.way {
            GestureTaking::Struck => self.strike(start),
            GestureTaking::Held => self.voices[0].start(start, true),
            GestureTaking::Scored => {
                let voice = &mut self.voices[0];
                if voice.is_awake() {
                    voice.stop(self.stolen, Some(start));
                } else {
                    voice.start(start, false);
                }
            }
        }
    }

    /// A blow: on the next voice that is at rest; else on the one that is left over while the
    /// quietest fades; and if that is still fading from the last time, the quietest one is struck
    /// while it rings, as any body can be.
    fn strike(&mut self, start: Start) {
        let count = self.voices.len();
        let order = (1..=count).map(|step| (self.latest + step) % count);
        let Some(resting) = order.clone().find(|n| !self.voices[*n].is_awake()) else {
            // One that fades begins anew when it has.
            let level = |n: &usize| {
                let voice = &self.voices[*n];
                (voice.is_fading(), voice.level)
            };
            let quieter = |a: &usize, b: &usize| {
                let ((a, own), (b, other)) = (level(a), level(b));
                a.cmp(&b).then(own.total_cmp(&other))
            };
            if let Some(quietest) = order.min_by(quieter) {
                self.voices[quietest].start(start, false);
                self.latest = quietest;
            }
            return;
        };
        let sounding = |n: &usize| self.voices[*n].is_awake() && !self.voices[*n].is_fading();
        let busy = (0..count).filter(sounding).count();
        if busy + 1 == count && count > 1 {
            let level = |n: &usize| self.voices[*n].level;
            let quietest = order
                .filter(sounding)
                .min_by(|a, b| level(a).total_cmp(&level(b)));
            if let Some(quietest) = quietest {
                self.voices[quietest].stop(self.stolen, None);
            }
        }
        self.voices[resting].start(start, false);
        self.latest = resting;
    }

    /// Takes over a gesture that goes on elsewhere; a blow is over and is not repeated.
    pub(crate) fn resume(&mut self, gesture: Start) {
        if self.way == GestureTaking::Held {
            self.trigger(gesture);
        }
    }

    /// A held gesture ends.
    pub(crate) fn release(&mut self) {
        self.gesture = None;
        if self.way == GestureTaking::Held {
            self.voices[0].release();
        }
    }

    /// Everything fades out during 20 ms.
    pub(crate) fn stop(&mut self) {
        self.gesture = None;
        for voice in &mut self.voices {
            voice.stop(self.smooth, None);
        }
    }

    /// Plays N samples, at most [`CHUNK`]; [`planes`](Voices::planes) has them.
    ///
    /// Routes move its numbers, from a sample of the chunk on; what goes on at the contact of the
    /// voice that was used last is written where that is asked for.
    pub(crate) fn render(
        &mut self,
        frames: usize,
        (moves, from): (&[Move], usize),
        contact: &mut TapSignals,
        mut watch: Option<(u64, &mut Watch)>,
    ) {
        let mut at = 0;
        while at < frames {
            let mut end = frames;
            if !self.glides.is_empty() {
                self.move_on(Ramp::next);
                end = at + 1;
            }
            let watch = watch
                .as_mut()
                .map(|(frame, watch)| (*frame + at as u64, &mut **watch));
            let mut contact = contact.part(at..end);
            self.part(at..end, (moves, from), &mut contact, watch);
            // Who sleeps is not asked for samples: what glides would stop where a block ends.
            if !self.glides.is_empty() && self.is_asleep() {
                self.move_on(Ramp::arrive);
            }
            at = end;
        }
    }

    /// Samples during which no number glides.
    fn part(
        &mut self,
        part: Range<usize>,
        (moves, from): (&[Move], usize),
        contact: &mut TapSignals,
        mut watch: Option<(u64, &mut Watch)>,
    ) {
        let nothing = Signal {
            id: ParamId::default(),
            values: &[],
        };
        let (mut signals, mut count) = ([nothing; MOST_MOVED], 0);
        if let (Some(voice), false) = (self.voices.first(), moves.is_empty()) {
            let params = voice.sound.params();
            let own = moves.iter().filter(|own| own.table == params.table().key);
            for (own, values) in own.zip(&mut self.moved) {
                let Some((set, range)) = number_of(params, &own.id) else {
                    continue;
                };
                for n in part.clone() {
                    values[n] = own.value(&range, set, from + n);
                }
                signals[count] = Signal {
                    id: own.id,
                    values: &values[part.clone()],
                };
                count += 1;
            }
        }
        let signals = &signals[..count];
        contact.rest();
        let mut first = true;
        for (index, voice) in self.voices.iter_mut().enumerate() {
            if !voice.is_awake() {
                continue;
            }
            let planes = if first {
                &mut self.planes
            } else {
                &mut self.scratch
            };
            let mut unseen = TapSignals::default();
            let (contact, watch) = match &mut watch {
                _ if index != self.latest => (&mut unseen, None),
                Some((frame, watch)) => (&mut *contact, Some((*frame, &mut **watch))),
                None => (&mut *contact, None),
            };
            let channels = planes.len();
            let mut outputs = slices(planes.iter_mut().map(|plane| &mut plane[part.clone()]));
            voice.render(signals, &mut outputs[..channels], contact, watch);
            if !first {
                for (sum, more) in self.planes.iter_mut().zip(&self.scratch) {
                    let both = sum[part.clone()].iter_mut().zip(&more[part.clone()]);
                    both.for_each(|(sum, more)| *sum += *more);
                }
            }
            first = false;
        }
        if first {
            for plane in &mut self.planes {
                plane[part.clone()].fill(0.0);
            }
        }
    }

    /// What was rendered last in a channel, if there is such a one.
    pub(crate) fn plane(&self, channel: usize) -> Option<&[f32; CHUNK]> {
        self.planes.get(channel)
    }

    /// Where a channel is to be heard, from -1 left to 1 right, if its sound says so.
    pub(crate) fn pan(&self, channel: usize) -> Option<f64> {
        let first = self.voices.first();
        first.and_then(|voice| voice.sound.pan(channel))
    }

    /// How many channels there are, at least one.
    pub(crate) fn channels(&self) -> usize {
        self.planes.len()
    }

    fn shown(&self) -> Option<&Voice> {
        self.voices.get(self.latest)
    }

    /// Where energy went in the voice that was used last.
    pub(crate) fn ledger(&self) -> Ledger {
        self.shown()
            .map_or(Ledger::default(), |voice| voice.sound.ledger())
    }

    /// How the modes of that voice ring now.
    pub(crate) fn modes(&self, into: &mut [ModeLevel]) -> usize {
        self.shown().map_or(0, |voice| voice.sound.modes(into))
    }

    /// What had to be mended.
    pub(crate) fn health(&self) -> Health {
        let mut health = Health::default();
        for voice in &self.voices {
            health += voice.sound.health();
        }
        health
    }

    /// What had to be changed to build it, in plain words.
    pub fn notes(&self) -> Vec<String> {
        let first = self.voices.first();
        first.map_or_else(Vec::new, |voice| voice.sound.notes())
    }
}
