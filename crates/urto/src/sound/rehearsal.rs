//! A rehearsal: a copy of the model plays its gesture unheard, so that the level is right whatever
//! the body.
//!
//! Models guess how loud they will be, and guess well for usual bodies. What they cannot foresee
//! (a ball that hops, a body that answers at one place only) is found out by trying. As long as the
//! guess is near enough, nothing changes; else the level is brought just within bounds, so that it
//! moves without steps while a parameter does. The guess stays for that: it is where a rehearsal
//! starts from, and what the level follows at once when a number moves.
//!
//! What grows slowly is heard at its height: a model may begin its rehearsal there
//! ([`Model::rehearse`]).
//!
//! Whatever the rate of a sound, it is rehearsed at one rate: where chance decides how a gesture goes (which of
//! a bowl's tones sings, how high a point hops), another rate is another draw, and the level would be another.
//!
//! Limits: what becomes loud only after the rehearsal, for reasons that the model does not foresee,
//! is not found out, but what was made louder is taken back then (see `parts::correction`); nor is
//! what sticks and does not move at all.

use super::{Event, Model};
use crate::error::BuildError;
use crate::math;
use crate::param::{Declared, ParamId, Params};
use crate::rate::Rate;

/// The rehearsal's own chance: the level must not depend on the sound's.
const SEED: u64 = 1;
/// The rate of a rehearsal \[Hz\], at which levels were found, too.
const HERTZ: f64 = 48e3;
/// Loudness is momentary: a mean over this long \[s\].
pub(crate) const MOMENT: f64 = 0.4;
/// Softest and loudest mean square that pass as they are: -33 and -17 dB. With what hearing, chance
/// and the rest of the sound add, -40 to -8 LUFS.
const SOFTEST: f64 = 5e-4;
pub(crate) const LOUDEST: f64 = 0.02;
/// What is this far within all bounds needs no longer rehearsal (6 dB, as mean squares), and how
/// often that is looked at \[s\].
const WELL: f64 = 4.0;
const LOOK: f64 = 0.025;
/// Peaks up to which a sound is made louder, and above which it is made softer: there the limiter
/// begins to be heard.
const HIGH: f64 = 0.8;
const HIGHEST: f64 = 1.0;
/// Never made louder than by this, 120 dB: a slab of stone under a fingertip needs as much.
const MOST: f64 = 1e6;
/// A level that was made louder holds for the rehearsed state alone: once something changes it is
/// made louder by no more than this, which nobody hears (0.8 dB), until that is rehearsed.
const TRUSTED: f64 = 1.1;
/// Below this \[Hz\] loudness counts less and less.
const LOW: f64 = 40.0;
/// The gesture as the parameters say.
const WHOLE: Event = Event::trigger(1.0);
/// Changed parameters that are remembered.
const CHANGES: usize = 256;
/// Rows that change how loud a sound is to be, not how loud it comes out.
const MEANT: [&str; 2] = ["level", "dynamics"];
/// The table that says where a listener is in the air.
const LISTENER: &str = "air";

/// What a level is to be multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundLevel {
    /// The factor.
    pub factor: f64,
    /// Whether something has changed since it was found, and is being rehearsed.
    pub in_doubt: bool,
}

impl FoundLevel {
    /// As a rehearsal found it.
    pub fn sure(factor: f64) -> Self {
        Self {
            factor,
            in_doubt: false,
        }
    }

    /// As it was before a change.
    pub fn doubted(factor: f64) -> Self {
        Self {
            factor,
            in_doubt: true,
        }
    }
}

/// How much louder than usual a sound means to be, as two factors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meant {
    /// By its level: as many decibels as asked for, whatever a rehearsal finds.
    pub level: f64,
    /// By how strong its gesture is: what is weak may be soft, what is strong may be loud.
    pub strength: f64,
}

impl Default for Meant {
    fn default() -> Self {
        Self {
            level: 1.0,
            strength: 1.0,
        }
    }
}

impl Meant {
    /// Both together.
    #[must_use]
    pub fn factor(self) -> f64 {
        self.level * self.strength
    }
}

/// A copy of a model, and what was heard of it.
pub(super) struct Rehearsal<M> {
    understudy: M,
    rate: Rate,
    /// What has changed since the last one began, and whether that is to be rehearsed while it
    /// plays.
    changed: Vec<ParamId>,
    urgent: bool,
    /// Parameters that need no rehearsal.
    spared: Vec<ParamId>,
    /// Samples to go; none if nothing is rehearsed.
    left: usize,
    /// How many times more happens than in truth.
    denser: f64,
    heard: Heard,
    /// What the last one found, and whether the model was told that it is in doubt.
    found: f64,
    in_doubt: bool,
    /// What the first try found, once there is a second one, at the gesture's own pace.
    first: Option<f64>,
}

impl<M: Model> Rehearsal<M> {
    /// Begins the first one; of what only its own rate can carry, at that. Allocates.
    pub fn new(params: &M::Params, own: Rate) -> Result<Self, BuildError> {
        let usual = Rate::new(HERTZ)?;
        Self::at(params, usual).or_else(|_| Self::at(params, own))
    }

    fn at(params: &M::Params, rate: Rate) -> Result<Self, BuildError> {
        let table = M::Params::TABLE;
        let keys = table.keys().into_iter();
        let meant = |key: &str| {
            // A listener who goes away is meant to hear less.
            let listener = key.split('.').any(|part| part == LISTENER);
            listener || MEANT.contains(&key.rsplit('.').next().unwrap_or(key))
        };
        let spared = keys.filter(|(key, _)| meant(key));
        let mut understudy = M::build(params, rate, SEED)?;
        while !understudy.finish(params, SEED)? {}
        let mut rehearsal = Self {
            understudy,
            rate,
            changed: Vec::with_capacity(CHANGES),
            urgent: false,
            spared: spared
                .filter_map(|(key, _)| table.find(&key).ok())
                .collect(),
            left: 0,
            denser: 1.0,
            heard: Heard::new(rate),
            found: 1.0,
            in_doubt: false,
            first: None,
        };
        rehearsal.begin(params);
        Ok(rehearsal)
    }

    /// A parameter has changed; if that brings the level into doubt, tells so once, and what the
    /// level is to be multiplied with until it is rehearsed.
    pub fn change(&mut self, id: &ParamId) -> Option<FoundLevel> {
        if self.spared.contains(id) {
            return None;
        }
        if !self.changed.contains(id) && self.changed.len() < CHANGES {
            self.changed.push(*id);
        }
        let doubted = M::rehearsed_live(id) || self.found > TRUSTED;
        self.urgent |= doubted;
        self.found = self.found.min(TRUSTED);
        // Told once: what it is brought down to meanwhile stays.
        let first = doubted && !self.in_doubt;
        self.in_doubt |= doubted;
        first.then_some(FoundLevel::doubted(self.found))
    }

    /// Whether there is something to rehearse.
    pub fn is_due(&self) -> bool {
        self.left > 0 || !self.changed.is_empty()
    }

    /// Whether there is something to rehearse while it plays.
    pub fn is_urgent(&self) -> bool {
        self.left > 0 || self.urgent
    }

    /// Whatever has changed is to be rehearsed while it plays.
    pub fn hurry(&mut self) {
        self.urgent = !self.changed.is_empty();
    }

    /// The result is known already.
    pub fn leave(&mut self, found: f64) {
        self.left = 0;
        self.found = found;
    }

    fn begin(&mut self, params: &M::Params) {
        self.urgent = false;
        while let Some(id) = self.changed.pop() {
            change(&mut self.understudy, params, &id);
        }
        self.first = None;
        self.rest(params);
        self.denser = self.understudy.rehearse(params);
    }

    /// The understudy comes to rest and is listened to from then on.
    fn rest(&mut self, params: &M::Params) {
        self.understudy.reset(params, SEED);
        if let Some(rig) = self.understudy.rig_mut() {
            rig.network.hear_from_a_metre();
        }
        self.understudy.correct(params, FoundLevel::sure(1.0));
        self.left = ((M::REHEARSED * self.rate.hertz()) as usize).max(1);
        self.heard = Heard::new(self.rate);
    }

    /// Plays on for at most N samples; at the end tells what the level is to be multiplied
    /// with.
    pub fn play(&mut self, params: &M::Params, most: usize) -> Option<f64> {
        if self.left == 0 {
            if self.changed.is_empty() {
                return None;
            }
            self.begin(params);
        }
        let samples = |seconds: f64| (seconds * self.rate.hertz()) as usize;
        let (half, look) = (samples(M::REHEARSED) / 2, samples(LOOK).max(1));
        let blow = (samples(M::REHEARSED) / M::BLOWS).max(1);
        // It is heard as at the usual level, so that what it finds does not hang on the level.
        let level = self.understudy.meant().level;
        for _ in 0..most.min(self.left) {
            let sample = self.understudy.tick(params) / level;
            if M::STEADY && self.left == half {
                self.heard.power = 0.0;
            }
            self.heard.hear(sample);
            self.left -= 1;
            if self.left.is_multiple_of(blow) {
                self.heard.end_blow();
                if self.left > 0 {
                    self.understudy.event(params, WHOLE);
                }
            }
            let early = self.left.is_multiple_of(look) && (!M::STEADY || self.left < half);
            if self.left == 0 || early && self.is_well(half) {
                return self.judge(params, half);
            }
        }
        None
    }

    /// What the level is to be multiplied with, unless there is to be a second try: what was soft
    /// although it was made to happen more often may be softer still at its own pace.
    fn judge(&mut self, params: &M::Params, half: usize) -> Option<f64> {
        let strength = self.understudy.meant().strength;
        let found = factor(
            self.mean(half),
            self.softest(half),
            self.heard.peak,
            strength,
        );
        if self.first.is_none() && found > 1.0 {
            self.rest(params);
            if self.understudy.rehearse_plainly(params) {
                self.first = Some(found);
                self.denser = 1.0;
                return None;
            }
        }
        self.leave(found.max(self.first.unwrap_or(found)));
        self.in_doubt = false;
        Some(self.found)
    }

    /// Mean square so far: of what goes on over what counts, of others over the moment that they
    /// are heard in.
    fn mean(&self, half: usize) -> f64 {
        let steps = if M::STEADY {
            (half - self.left.min(half - 1)) as f64
        } else {
            MOMENT * self.rate.hertz() * M::BLOWS as f64
        };
        self.heard.power / (self.denser * steps)
    }

    /// Mean square of the softest blow so far: the next one may be like it.
    fn softest(&self, half: usize) -> f64 {
        if M::STEADY || M::BLOWS == 1 {
            return self.mean(half);
        }
        self.heard.softest / (self.denser * MOMENT * self.rate.hertz())
    }

    /// Whether the level is good without doubt.
    fn is_well(&self, half: usize) -> bool {
        let mean = self.mean(half);
        (WELL * SOFTEST..LOUDEST / WELL).contains(&mean)
            && self.softest(half) > SOFTEST
            && self.heard.peak < HIGH
    }
}

/// Tells a model that a parameter has changed: by its route, if it has one.
pub(super) fn change<M: Model>(model: &mut M, params: &M::Params, id: &ParamId) {
    let Some(value) = params.value(id) else {
        return;
    };
    let routed = model.rig_mut().is_some_and(|rig| rig.change(id, &value));
    if !routed {
        model.change(params, id);
    }
}

/// What a level is to be multiplied with, when a sound whose gesture makes it `strength` times as
/// loud as usual had this mean square, its softest blow this one, and this peak. What is meant to be
/// soft may be, and so may be what is meant to be loud.
fn factor(mean: f64, softest: f64, peak: f64, strength: f64) -> f64 {
    if !(mean > 0.0 && softest > 0.0 && peak.is_finite() && mean.is_finite()) {
        return 1.0;
    }
    let (soft, loud) = (strength.min(1.0), strength.max(1.0));
    let softer = loud * (LOUDEST / mean).sqrt().min(HIGHEST / peak);
    let louder = soft * (SOFTEST / softest).sqrt().min(HIGH / peak);
    softer.min(1.0).max(louder.min(MOST))
}

/// How loud a rehearsal is.
struct Heard {
    /// Two filters against what is too low to be heard.
    pole: f64,
    low: [f64; 2],
    peak: f64,
    /// Sum of squares: of all, before the present blow, and of the softest blow.
    power: f64,
    before: f64,
    softest: f64,
}

impl Heard {
    fn new(rate: Rate) -> Self {
        Self {
            pole: 1.0 - math::exp(-math::TAU * LOW * rate.step()),
            low: [0.0; 2],
            peak: 0.0,
            power: 0.0,
            before: 0.0,
            softest: f64::INFINITY,
        }
    }

    fn end_blow(&mut self) {
        self.softest = self.softest.min(self.power - self.before);
        self.before = self.power;
    }

    fn hear(&mut self, sample: f64) {
        self.peak = self.peak.max(sample.abs());
        let mut high = sample;
        for low in &mut self.low {
            *low += self.pole * (high - *low);
            high -= *low;
        }
        self.power += high * high;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_enough_stays_and_the_rest_comes_just_within_bounds() {
        let even = |mean: f64, peak: f64, meant: f64| factor(mean, mean, peak, meant);
        assert_eq!(even(0.001, 0.5, 1.0), 1.0);
        assert_eq!(even(0.001 * 1e-4, 0.5e-2, 1e-2), 1.0);
        // Too loud, by its mean or by its peak.
        assert!((even(4.0 * LOUDEST, 0.6, 1.0) - 0.5).abs() < 1e-12);
        assert!((even(0.01, 4.0, 1.0) - 0.25).abs() < 1e-12);
        // Too soft, and how far peaks let it.
        assert!((even(SOFTEST / 16.0, 0.1, 1.0) - 4.0).abs() < 1e-12);
        assert!((even(SOFTEST / 100.0, 0.4, 1.0) - 2.0).abs() < 1e-12);
        // What is meant to be loud need not be, and may be; what is meant to be soft, likewise.
        assert_eq!(even(SOFTEST, 0.1, 10.0), 1.0);
        assert_eq!(even(9.0 * LOUDEST, 3.0, 4.0), 1.0);
        assert_eq!(even(0.01 * SOFTEST, 0.01, 0.1), 1.0);
        assert_eq!(even(LOUDEST, 1.0, 0.01), 1.0);
        // The softest blow counts.
        assert!((factor(SOFTEST, SOFTEST / 4.0, 0.1, 1.0) - 2.0).abs() < 1e-12);
        // A soft one of high peaks stays.
        assert_eq!(even(SOFTEST / 4.0, 0.9, 1.0), 1.0);
        assert_eq!(even(0.0, 0.0, 1.0), 1.0);
        assert_eq!(even(f64::NAN, 0.0, 1.0), 1.0);
    }
}
