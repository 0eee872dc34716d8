//! Ringing on: while nothing touches, what is heard is worked out a span at a time.
//!
//! Every sixteen steps the network looks whether bodies can meet during the coming span, from
//! bounds on where their points can be. If not, a run begins: bodies stay at its start, say what
//! they will sound like, and jump when it ends or when something happens to the network. A run
//! begins on the network's own clock and its samples depend on its start alone, so they are the
//! same however many are asked for at once.

use super::slot::NEVER;
use super::{Joint, LOOK, Motion, Network};
use crate::object::{BLOCK, Forecast, Object, Outlook, SPAN};
use crate::quality::Quality;
use core::ops::Range;

/// How often a run is tried \[steps\].
const TRY: u32 = 16;
/// Blocks that are much to ask for at once.
const MANY: usize = 4;

/// Samples of one ear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Samples<'a> {
    /// In exact quality.
    Exact(&'a [f64]),
    /// In fast quality.
    Fast(&'a [f32]),
}

impl Samples<'_> {
    /// One of them.
    pub fn at(&self, n: usize) -> f64 {
        match self {
            Samples::Exact(all) => all[n],
            Samples::Fast(all) => f64::from(all[n]),
        }
    }
}

/// A run, and room for its samples.
#[derive(Default)]
pub(super) struct Run {
    quality: Quality,
    /// Samples of this run, 0 for none; those given out, and those worked out.
    span: usize,
    given: usize,
    ready: usize,
    /// What was given out last.
    last: Range<usize>,
    /// [`SPAN`] samples per ear, in one quality or the other.
    exact: Vec<f64>,
    fast: Vec<f32>,
}

impl Run {
    pub fn for_ears(ears: usize) -> Self {
        Self {
            exact: vec![0.0; ears * SPAN],
            fast: vec![0.0; ears * SPAN],
            ..Self::default()
        }
    }

    /// Takes room for other ears over, while no run is under way.
    pub fn exchange(&mut self, other: &mut Self) {
        core::mem::swap(&mut self.exact, &mut other.exact);
        core::mem::swap(&mut self.fast, &mut other.fast);
        self.last = 0..0;
    }

    /// Forgets the run, when bodies are put back anyway.
    pub fn drop(&mut self) {
        self.span = 0;
        self.given = 0;
        self.last = 0..0;
    }
}

impl Joint {
    /// Whether it stays open during N untouched steps.
    fn stays_open(&self, objects: &mut [Box<dyn Object>], steps: usize) -> bool {
        let still = self.force == 0.0 && self.next_offset == self.offset && self.slipped == 0.0;
        if !still {
            return false;
        }
        let [a, b] = self.ends;
        let mut reach = |end: super::End| {
            let body = objects[end.object].free_run()?;
            body.reach(end.point, steps)
        };
        let (Some(first), Some(second)) = (reach(a), reach(b)) else {
            return false;
        };
        let furthest = first[1] - second[0] + self.offset;
        !self.law.acts(furthest - self.overlap(objects))
    }
}

impl Network {
    /// Chooses how freely ringing bodies are heard.
    pub fn set_quality(&mut self, quality: Quality) {
        if quality != self.run.quality {
            self.interrupt();
            self.run.quality = quality;
        }
    }

    /// Whether it rings on at fast quality.
    pub(super) fn is_fast(&self) -> bool {
        self.run.quality == Quality::Fast
    }

    /// Lets everything ring on for at most N samples, if nothing touches. Returns for how
    /// many it did (0: take a [`step`](Network::step)); [`rang`](Network::rang) has them. Between
    /// calls the bodies themselves may lag behind by up to [`SPAN`] samples.
    pub fn ring(&mut self, most: usize) -> usize {
        if self.run.span == 0 {
            self.begin_run();
        }
        let count = most.min(self.run.span - self.run.given);
        if count == 0 {
            return 0;
        }
        let first = self.run.given;
        self.foresee(first + count);
        self.run.last = first..first + count;
        self.run.given += count;
        if self.run.given == self.run.span {
            self.end_run();
        }
        count
    }

    /// Whether a run is under way, so that the next [`ring`](Network::ring) goes on with it.
    pub fn is_ringing(&self) -> bool {
        self.run.span > 0
    }

    /// What an ear heard during the last [`ring`](Network::ring).
    pub fn rang(&self, ear: usize) -> Samples<'_> {
        let Range { start, end } = self.run.last;
        let range = ear * SPAN + start..ear * SPAN + end;
        match self.run.quality {
            Quality::Exact => Samples::Exact(&self.run.exact[range]),
            Quality::Fast => Samples::Fast(&self.run.fast[range]),
        }
    }

    /// The same at a point that is listened to aside.
    pub fn rang_aside(&self, number: usize) -> Samples<'_> {
        self.rang(self.ears() + number)
    }

    /// Bodies catch up with what was heard, so that a look at them shows them as they are.
    pub fn catch_up(&mut self) {
        self.interrupt();
    }

    /// Begins a run if this is the time and nothing will touch.
    fn begin_run(&mut self) {
        if !self.clock.is_multiple_of(TRY) || !self.outside.is_empty() {
            return;
        }
        // What is heard in the air depends on more than the speed of a point.
        if self.is_heard_in_air() {
            return;
        }
        let heard = |motion| motion != Motion::Displacement;
        if !self.ears.iter().all(|ear| heard(ear.motion)) {
            return;
        }
        self.press_contacts();
        let mut open = |steps| {
            let all = self.joints.iter().zip(&self.slots.contacts);
            let mut present = all.filter(|(_, made)| **made != NEVER);
            present.all(|(joint, _)| joint.stays_open(&mut self.objects, steps))
        };
        let Some(span) = [SPAN, SPAN / 4, BLOCK]
            .into_iter()
            .find(|steps| open(*steps))
        else {
            return;
        };
        let mut objects = self.objects.iter_mut();
        if objects.all(|object| object.free_run().is_some_and(|body| body.prepare())) {
            self.run.span = span;
            self.run.given = 0;
            self.run.ready = 0;
        }
    }

    /// Works the run out up to a sample.
    fn foresee(&mut self, end: usize) {
        let mut blocks = self.run.ready / BLOCK..end.div_ceil(BLOCK);
        if blocks.is_empty() {
            return;
        }
        // Who asks for much will ask for the rest too, and more at once is cheaper; who asks for
        // little, a live host, wants every call to cost the same.
        if blocks.len() >= MANY {
            blocks.end = self.run.span.div_ceil(BLOCK);
        }
        let samples = blocks.start * BLOCK..blocks.end * BLOCK;
        for (index, ear) in self.ears.iter_mut().enumerate() {
            let heard = match ear.motion {
                Motion::Ringing => Forecast::Ringing,
                _ => Forecast::Velocity,
            };
            let range = index * SPAN + samples.start..index * SPAN + samples.end;
            if ear.made == NEVER {
                self.run.exact[range.clone()].fill(0.0);
                self.run.fast[range].fill(0.0);
                continue;
            }
            // A run begins only if all can foresee.
            let Some(body) = self.objects[ear.end.object].free_run() else {
                continue;
            };
            let point = ear.end.point;
            if ear.motion == Motion::Acceleration {
                // The small differences of velocities need all their digits.
                let exact = &mut self.run.exact[range.clone()];
                body.foresee(point, heard, blocks.clone(), Outlook::Exact(&mut *exact));
                for value in &mut *exact {
                    let velocity = *value;
                    *value = (velocity - ear.velocity) * self.rate.hertz();
                    ear.velocity = velocity;
                }
                if self.run.quality == Quality::Fast {
                    let pairs = self.run.fast[range].iter_mut().zip(exact);
                    pairs.for_each(|(fast, exact)| *fast = *exact as f32);
                }
                continue;
            }
            let out = match self.run.quality {
                Quality::Exact => Outlook::Exact(&mut self.run.exact[range]),
                Quality::Fast => Outlook::Fast(&mut self.run.fast[range]),
            };
            body.foresee(point, heard, blocks.clone(), out);
        }
        self.run.ready = samples.end;
    }

    /// Bodies catch up with what was heard.
    fn end_run(&mut self) {
        let steps = core::mem::take(&mut self.run.given);
        self.run.span = 0;
        if steps == 0 {
            return;
        }
        for object in &mut self.objects {
            if let Some(body) = object.free_run() {
                body.advance(steps);
            }
        }
        for joint in &mut self.joints {
            joint.displacement = 0.0;
        }
        for (index, ear) in self.ears.iter_mut().enumerate() {
            let last = index * SPAN + steps - 1;
            ear.value = match self.run.quality {
                Quality::Exact => self.run.exact[last],
                Quality::Fast => f64::from(self.run.fast[last]),
            };
            // More may have been foreseen than was given out.
            if ear.motion == Motion::Acceleration && ear.made != NEVER {
                ear.velocity = self.objects[ear.end.object].velocity(ear.end.point);
            }
        }
        self.clock = (self.clock + steps as u32) % LOOK;
        self.take_stock();
    }

    /// Something happens: bodies catch up, and are stepped until the next look.
    pub(super) fn interrupt(&mut self) {
        if self.run.span > 0 {
            self.end_run();
        }
    }
}
