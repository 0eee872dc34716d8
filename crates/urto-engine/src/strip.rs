//! A slot of the mixer: what plays there, what comes, what goes, and how it is heard.

use crate::meter::{Levels, Meter, Weighting};
use crate::mix::{Mix, Placement};
use crate::routing::{Move, Tapped};
use crate::smooth::{SMOOTH, samples};
use crate::voice::Start;
use crate::voices::{CHUNK, Voices};
use crate::watch::Watch;
use urto::Ramp;
use urto::Rate;
use urto::sound::TapSignals;
use urto_file::MOST_CHANNELS;

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
    place: Placement,
    pub mute: bool,
    pub solo: bool,
    /// The frame at which the last gesture started.
    pub began: Option<u64>,
    /// How strong it was.
    pub strength: f64,
    /// Whether it is not to be heard.
    silent: bool,
    outputs: usize,
    /// Factors from each of its channels to each of the outputs, and for how many channels.
    factors: Vec<Ramp>,
    spread_over: usize,
    /// Where each of them is to be heard, if its sound says so.
    pans: [Option<f64>; MOST_CHANNELS],
    weighting: [Weighting; MOST_CHANNELS],
    meter: Meter,
}

impl Strip {
    pub fn new(rate: Rate, outputs: usize) -> Self {
        let factors = vec![Ramp::at(0.0); MOST_CHANNELS * outputs];
        Self::with(rate, outputs, factors)
    }

    fn with(rate: Rate, outputs: usize, factors: Vec<Ramp>) -> Self {
        let mut strip = Self {
            current: None,
            leaving: None,
            share: Ramp::at(1.0),
            next: None,
            smooth: samples(SMOOTH, rate),
            place: Placement {
                gain: 1.0,
                pan: 0.0,
                channel: 0,
            },
            mute: false,
            solo: false,
            began: None,
            strength: 0.0,
            silent: false,
            outputs,
            factors,
            spread_over: 1,
            pans: [None; MOST_CHANNELS],
            weighting: [Weighting::new(rate); MOST_CHANNELS],
            meter: Meter::new(rate, outputs.min(2)),
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
        let factors = core::mem::take(&mut self.factors);
        *self = Self::with(rate, self.outputs, factors);
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
        let silent = self.is_quiet();
        let old = core::mem::replace(&mut self.current, fresh);
        self.spread_anew(silent, old.as_deref());
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
        self.share.follow(1.0, self.smooth);
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
        self.pan_anew();
        self.heir().map(|voices| voices.trigger(start)).is_some()
    }

    /// A gesture reads where its channels are to be heard.
    fn pan_anew(&mut self) {
        let Some(current) = &self.current else { return };
        let pans = core::array::from_fn(|channel| current.pan(channel));
        if pans != self.pans {
            self.pans = pans;
            self.spread(self.is_quiet());
        }
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
            self.place.gain = gain.clamp(0.0, LOUDEST);
        }
    }

    pub fn set_pan(&mut self, pan: f64) {
        if !pan.is_nan() {
            self.place.pan = pan.clamp(-1.0, 1.0);
        }
    }

    /// Chooses the first output; tells whether there may be such a one. Beyond the last one the
    /// ring starts over.
    pub fn set_channel(&mut self, channel: usize) -> bool {
        let known = channel < MOST_CHANNELS;
        if known {
            self.place.channel = channel % self.outputs;
        }
        known
    }

    /// Works out what the factors go to; at once, if nothing is there to be heard.
    pub fn aim(&mut self, others_alone: bool) {
        self.silent = self.mute || (others_alone && !self.solo);
        self.spread(self.is_empty());
    }

    fn spread(&mut self, at_once: bool) {
        let mut place = self.place;
        if self.silent {
            place.gain = 0.0;
        }
        let (channels, outputs) = (self.spread_over, self.outputs);
        for (own, row) in self.factors.chunks_exact_mut(outputs).enumerate() {
            let goals = match own < channels {
                true => place.factors(own, channels, outputs, self.pans[own]),
                false => [0.0; MOST_CHANNELS],
            };
            for (factor, goal) in row.iter_mut().zip(goals) {
                if at_once {
                    *factor = Ramp::at(goal);
                } else {
                    factor.follow(goal, self.smooth);
                }
            }
        }
    }

    /// What comes may have other channels than what was there: they are heard elsewhere.
    fn spread_anew(&mut self, at_once: bool, old: Option<&Voices>) {
        let there = self.current.as_deref().or(old);
        let channels = there.map_or(self.spread_over, Voices::channels);
        let pans = core::array::from_fn(|channel| there.and_then(|own| own.pan(channel)));
        if channels != self.spread_over || pans != self.pans {
            self.spread_over = channels;
            self.pans = pans;
            self.spread(at_once);
        }
    }

    /// Adds N samples, at most [`CHUNK`], to the mix.
    pub fn render(
        &mut self,
        mix: &mut Mix,
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
            let mut count = left.min(frames - at);
            if let (true, Some(current)) = (self.is_quiet(), &mut self.current) {
                match current.sleeps_on(count, (moves, at)) {
                    0 => current.wake(),
                    asleep => count = asleep,
                }
            }
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
        mix: &mut Mix,
        from: usize,
        frames: usize,
        (moves, tapped): (&[Move], &mut Tapped),
        watch: Option<(u64, &mut Watch)>,
    ) {
        if self.is_quiet() {
            self.factors.iter_mut().for_each(|own| own.skip(frames));
            self.share.skip(frames);
            tapped.rest(from, frames);
            return;
        }
        let Self {
            current,
            leaving,
            share,
            factors,
            outputs,
            weighting,
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
        let mut shares = [1.0; CHUNK];
        if leaving.is_some() {
            shares[..frames]
                .iter_mut()
                .for_each(|own| *own = share.next());
        }
        let both = [&*current, &*leaving].into_iter().flatten();
        let channels = both.map(|voices| voices.channels()).max().unwrap_or(1);
        let (mut sum, mut heard, mut weighted) = ([0.0; CHUNK], [0.0; CHUNK], [0.0; CHUNK]);
        for (own, row) in factors.chunks_exact_mut(*outputs).enumerate() {
            if own >= channels {
                row.iter_mut().for_each(|factor| factor.skip(frames));
                continue;
            }
            const SILENCE: [f32; CHUNK] = [0.0; CHUNK];
            let plane = |voices: &Voices| voices.plane(own).copied().unwrap_or(SILENCE);
            let new = current.as_deref().map_or(SILENCE, plane);
            let old = leaving.as_deref().map(plane);
            for n in 0..frames {
                heard[n] = f64::from(new[n]);
                if let Some(old) = &old {
                    heard[n] = shares[n] * heard[n] + (1.0 - shares[n]) * f64::from(old[n]);
                }
                sum[n] += heard[n];
                weighted[n] = weighting[own].pass(heard[n]);
            }
            let (heard, weighted) = (&heard[..frames], &weighted[..frames]);
            for (output, factor) in row.iter_mut().enumerate() {
                if !factor.is_off() {
                    mix.send(output, heard, weighted, || factor.next());
                }
            }
        }
        for (n, sum) in sum[..frames].iter().enumerate() {
            tapped.hear(from + n, (sum / channels as f64) as f32);
        }
        mix.add(from, frames, meter);
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

    /// The same, to look at it.
    pub fn current_mut(&mut self) -> Option<&mut Voices> {
        self.current.as_deref_mut()
    }
}
