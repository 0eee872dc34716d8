//! From a model to samples: one by one while something happens, in runs while nothing does.

use super::Player;
use crate::energy::Health;
use crate::sound::glide::{BLOCK, fade_samples};
use crate::sound::rehearsal::Rehearsal;
use crate::sound::{Model, Rig, Signal, Sound, TapSignals, limit};
use core::ops;

/// No run of free ringing begins for fewer samples: readying it takes as long as some steps.
const WORTHWHILE: usize = 24;

impl<M: Model> Player<M> {
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
    pub(super) fn play<S: Sample>(
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
            let urgent = self.rehearsal.as_ref().is_some_and(Rehearsal::is_urgent);
            if urgent && self.clock.is_multiple_of(BLOCK) {
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
pub(super) trait Sample: Copy + Default {
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
