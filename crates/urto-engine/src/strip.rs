//! A slot of the mixer: what plays there, what comes, what goes, and how it is heard.

use crate::meter::{Levels, Meter, Weighting};
use crate::ramp::{Ramp, SMOOTH, samples};
use crate::routing::{Move, Tapped};
use crate::voice::Start;
use crate::voices::{CHUNK, Voices};
use crate::watch::Watch;
use urto::Rate;
use urto::math::{TAU, cos, sin};
use urto::sound::TapSignals;

/// Largest factor of a fader.
pub(crate) const LOUDEST: f64 = 4.0;

/// What is to happen once the present exchange is over.
enum Next {
    Put(Box<Voices>),
    Remove,
}

/// What has been taken out, to be retired.
pub(crate) type Out<'a> = &'a mut dyn FnMut(Box<Voices>);

/// A slot.
pub(crate) struct Strip {
    current: Option<Box<Voices>>,
    /// What fades out, and the share of what is new.
    leaving: Option<Box<Voices>>,
    share: Ramp,
    next: Option<Next>,
    smooth: u32,
    gain: f64,
    pan: f64,
    pub mute: bool,
    pub solo: bool,
    /// The frame at which the last gesture started.
    pub began: Option<u64>,
    /// Factors of the two channels.
    sides: [Ramp; 2],
    weighting: [Weighting; 2],
    meter: Meter,
}

impl Strip {
    pub fn new(rate: Rate) -> Self {
        let mut strip = Self {
            current: None,
            leaving: None,
            share: Ramp::at(1.0),
            next: None,
            smooth: samples(SMOOTH, rate),
            gain: 1.0,
            pan: 0.0,
            mute: false,
            solo: false,
            began: None,
            sides: [Ramp::at(0.0); 2],
            weighting: [Weighting::new(rate); 2],
            meter: Meter::new(rate),
        };
        strip.aim(false);
        strip
    }

    /// Takes everything out and is as new.
    pub fn clear(&mut self, rate: Rate, out: Out) {
        self.current.take().map(&mut *out);
        self.leaving.take().map(&mut *out);
        if let Some(Next::Put(voices)) = self.next.take() {
            out(voices);
        }
        *self = Self::new(rate);
    }

    /// Whether nothing plays here and nothing fades.
    pub fn is_empty(&self) -> bool {
        self.current.is_none() && self.leaving.is_none()
    }

    /// Whether nothing sounds here.
    pub fn is_quiet(&self) -> bool {
        let asleep = |voices: &Option<Box<Voices>>| voices.as_ref().is_none_or(|v| v.is_asleep());
        asleep(&self.current) && asleep(&self.leaving)
    }

    /// Something plays here, or comes.
    pub fn is_taken(&self) -> bool {
        self.current.is_some() || matches!(self.next, Some(Next::Put(_)))
    }

    /// Another instance comes.
    pub fn put(&mut self, voices: Box<Voices>, out: Out) {
        if let Some(Next::Put(old)) = self.next.take() {
            out(old);
        }
        self.next = Some(Next::Put(voices));
        self.exchange(out);
    }

    /// The instance goes.
    pub fn remove(&mut self, out: Out) {
        if let Some(Next::Put(old)) = self.next.take() {
            out(old);
        }
        self.next = Some(Next::Remove);
        self.exchange(out);
    }

    /// Begins what is next, if it can begin: one exchange at a time, so that none is cut short.
    fn exchange(&mut self, out: Out) {
        let quiet = self.current.as_ref().is_none_or(|now| now.is_asleep());
        if !quiet && self.leaving.is_some() {
            return;
        }
        let fresh = match self.next.take() {
            None => return,
            Some(Next::Put(voices)) => Some(voices),
            Some(Next::Remove) => None,
        };
        let old = core::mem::replace(&mut self.current, fresh);
        if quiet {
            old.map(out);
            return;
        }
        let gesture = old.as_ref().and_then(|old| old.gesture());
        if let (Some(gesture), Some(fresh)) = (gesture, &mut self.current)
            && fresh.gesture().is_none()
        {
            fresh.resume(gesture);
        }
        self.leaving = old;
        self.share = Ramp::at(0.0);
        self.share.go(1.0, self.smooth);
    }

    /// Whoever takes gestures and changes: what comes, or else what is there.
    fn heir(&mut self) -> Option<&mut Voices> {
        match &mut self.next {
            Some(Next::Put(voices)) => Some(voices),
            Some(Next::Remove) => None,
            None => self.current.as_deref_mut(),
        }
    }

    pub fn trigger(&mut self, start: Start) -> bool {
        self.heir().map(|voices| voices.trigger(start)).is_some()
    }

    pub fn release(&mut self) -> bool {
        if let Some(current) = &mut self.current {
            current.release();
        }
        self.heir().map(Voices::release).is_some()
    }

    pub fn stop(&mut self) {
        for voices in [&mut self.current, &mut self.leaving].into_iter().flatten() {
            voices.stop();
        }
        if let Some(Next::Put(voices)) = &mut self.next {
            voices.stop();
        }
    }

    /// Does something to all voices here.
    pub fn each(&mut self, mut deed: impl FnMut(&mut Voices)) {
        let next = match &mut self.next {
            Some(Next::Put(voices)) => Some(voices),
            _ => None,
        };
        let all = [self.current.as_mut(), next];
        all.into_iter().flatten().for_each(|voices| deed(voices));
    }

    pub fn set_gain(&mut self, gain: f64) {
        if !gain.is_nan() {
            self.gain = gain.clamp(0.0, LOUDEST);
        }
    }

    pub fn set_pan(&mut self, pan: f64) {
        if !pan.is_nan() {
            self.pan = pan.clamp(-1.0, 1.0);
        }
    }

    /// Works out what the two channels go to; at once, if nothing is there to be heard.
    pub fn aim(&mut self, others_alone: bool) {
        let silent = self.mute || (others_alone && !self.solo);
        let gain = if silent { 0.0 } else { self.gain };
        // Equal power: from left to right an eighth of a turn to each side.
        let angle = TAU / 8.0 * (1.0 + self.pan);
        let goals = [gain * cos(angle), gain * sin(angle)];
        // The cosine of a quarter turn is 6e-17 in floating point; nothing is meant.
        let goals = goals.map(|goal| if goal < 1e-15 { 0.0 } else { goal });
        let empty = self.is_empty();
        for (side, goal) in self.sides.iter_mut().zip(goals) {
            if empty {
                *side = Ramp::at(goal);
            } else {
                side.go(goal, self.smooth);
            }
        }
    }

    /// Adds so many samples, at most [`CHUNK`], to the mix.
    pub fn render(
        &mut self,
        mix: &mut [[f64; CHUNK]; 2],
        frames: usize,
        (moves, tapped): (&[Move], &mut Tapped),
        mut watch: Option<(u64, &mut Watch)>,
        out: Out,
    ) {
        let mut at = 0;
        while at < frames {
            let left = match &self.leaving {
                Some(_) => (self.share.left() as usize).max(1),
                None => usize::MAX,
            };
            let count = left.min(frames - at);
            let watch = watch
                .as_mut()
                .map(|(frame, watch)| (*frame + at as u64, &mut **watch));
            self.part(mix, at, count, (moves, tapped), watch);
            at += count;
            if self.leaving.is_some() && self.share.left() == 0 {
                self.leaving.take().map(&mut *out);
                self.exchange(out);
            }
        }
    }

    /// Samples during which nothing comes or goes.
    fn part(
        &mut self,
        mix: &mut [[f64; CHUNK]; 2],
        from: usize,
        frames: usize,
        (moves, tapped): (&[Move], &mut Tapped),
        watch: Option<(u64, &mut Watch)>,
    ) {
        if self.is_quiet() {
            self.sides.iter_mut().for_each(|side| side.skip(frames));
            self.share.skip(frames);
            tapped.rest(from, frames);
            return;
        }
        let Self {
            current,
            leaving,
            share,
            sides: [left_gain, right_gain],
            weighting: [left_ear, right_ear],
            meter,
            ..
        } = self;
        let mut contact = tapped.contact(from, frames);
        match current {
            Some(current) => current.render(frames, (moves, from), &mut contact, watch),
            None => contact.rest(),
        }
        // What leaves stays where routes have brought it.
        if let Some(leaving) = leaving {
            leaving.render(frames, (&[], from), &mut TapSignals::default(), None);
        }
        let both = || [&*current, &*leaving].into_iter().flatten();
        let mono = both().all(|voices| voices.is_mono());
        const SILENCE: [f32; CHUNK] = [0.0; CHUNK];
        let new = current.as_ref().map_or([&SILENCE; 2], |new| new.planes());
        let old = leaving.as_ref().map(|old| old.planes());
        for n in 0..frames {
            let mut heard = [f64::from(new[0][n]), f64::from(new[1][n])];
            if let Some(old) = old {
                let share = share.next();
                for (heard, old) in heard.iter_mut().zip(old) {
                    *heard = share * *heard + (1.0 - share) * f64::from(old[n]);
                }
            }
            tapped.hear(from + n, (0.5 * (heard[0] + heard[1])) as f32);
            let gains = [left_gain.next(), right_gain.next()];
            let [left, right] = [gains[0] * heard[0], gains[1] * heard[1]];
            mix[0][from + n] += left;
            mix[1][from + n] += right;
            let first = left_ear.pass(heard[0]);
            let second = if mono {
                first
            } else {
                right_ear.pass(heard[1])
            };
            let [first, second] = [gains[0] * first, gains[1] * second];
            meter.add(left, right, first * first + second * second);
        }
    }

    /// So many samples were heard, not past the end of the meter's hop.
    pub fn pass(&mut self, samples: usize) {
        if self.meter.pass(samples) {
            self.weighting.iter_mut().for_each(Weighting::rest_if_quiet);
        }
    }

    /// How loud it is.
    pub fn levels(&self) -> Levels {
        self.meter.levels()
    }

    /// What plays.
    pub fn current(&self) -> Option<&Voices> {
        self.current.as_deref()
    }
}
