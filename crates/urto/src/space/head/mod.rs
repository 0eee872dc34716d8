//! A listener's head: two ears on a rigid sphere, for headphones.
//!
//! Hear:   a source to the right comes to the right ear earlier and louder, most of all its high
//!         partials; the left ear lies in the head's shadow. Near the head one ear hears much more.
//! Law:    the pressure on a rigid sphere of a point source, Rayleigh's series (see `sphere`).
//! Step:   for each ear a delay between samples, and a filter of a millisecond that answers a click
//!         as the series does (see `filters`); both move in straight lines, in 64 samples. With
//!         measured answers of a listener's own ears, these take the place of the series (see
//!         `measured`).
//! Limits: one source, which is the mean of a sound's channels; no outer ears and no shoulders, so
//!         above, below and behind are hardly told apart. Nearer than 1.3 radii is heard as from
//!         there. Distance makes softer beyond one metre, as 1/r, and takes no time.
//! Refs:   Rayleigh 1904; Duda & Martens 1998; Brown & Duda 1998 (ears 100 degrees from the nose).

mod around;
mod ear;
mod filters;
mod kernel;
mod measured;
mod onset;
mod sphere;

pub use measured::{
    HeadError, HeadMeasurement, HeadResponses, LONGEST_ANSWER, MOST_ANSWERED, MOST_DIRECTIONS,
};

use super::{Space, SpaceKind};
use crate::air::Line;
use crate::math::{cos, sin};
use crate::param::{Declared, ParamId, Params, Resource, Value};
use crate::rate::Rate;
use ear::Ear;
use filters::SphereFilters;
use measured::Answers;
use std::sync::Arc;

crate::params! {
    /// A listener's head with two ears, for headphones: where the sound comes from.
    pub struct HeadParams("head") {
        /// Direction of the sound around the listener, in degrees: 0 is in front, 90 right, -90
        /// left, 180 behind.
        azimuth: 30.0, Linear(-180.0, 180.0), "°", Block, spread 0.0;
        /// Direction of the sound upwards, in degrees: 90 is above, -90 below.
        elevation: 0.0, Linear(-90.0, 90.0), "°", Block, spread 0.0;
        /// Distance of the sound from the middle of the head. Beyond one metre it becomes softer;
        /// very near, one ear hears much more than the other.
        distance: 1.0, Log(0.1, 50.0), "m", Block, spread 0.0;
        /// Radius of the head.
        radius: 0.0875, Linear(0.05, 0.15), "m", Rebuild, expert, spread 0.0;
        /// A listener's own ears: a SOFA file of measured answers (AES69, SimpleFreeFieldHRIR or
        /// GeneralFIR), in the place of the sphere; `radius` then says nothing.
        file: Resource::default(), Resource("the name of a SOFA file", "sofa"), "", Rebuild, expert;
    }
}

/// What the catalogue knows of it.
pub(super) const KIND: SpaceKind = SpaceKind {
    key: "head",
    about: "A listener's head: left and right ear, as headphones need them.",
    table: &HeadParams::TABLE,
    macros: &[],
    make: || Box::new(Head::default()),
};

/// How far ears lie from the nose, in degrees.
const EARS: f64 = 100.0;
/// What one ear hears of a source in the middle of the head: facing it, the highest tones are twice as
/// loud, so that no more comes out than goes in.
const LEVEL: f64 = 0.5;
/// Louder samples do not enter: 60 dB over full scale, and never infinity.
const LOUDEST: f64 = 1e3;
/// Softer ones are silence, long before they become subnormal.
const SILENCE: f64 = 1e-15;

/// A point on the unit sphere: to the front, to the left, up.
fn towards(azimuth: f64, elevation: f64) -> [f64; 3] {
    let [around, up] = [azimuth, elevation].map(f64::to_radians);
    [cos(up) * cos(around), -cos(up) * sin(around), sin(up)]
}

/// A head in which a sound is heard.
#[derive(Default)]
struct Head {
    params: HeadParams,
    made: Option<Made>,
    /// Whether something was set since the ears were aimed.
    changed: bool,
}

/// By what ears hear.
enum HeardBy {
    Sphere(SphereFilters),
    Measured(Arc<HeadResponses>, Arc<Answers>),
}

impl HeardBy {
    /// By a listener's own ears, if their file is there. Allocates.
    fn new(params: &HeadParams, rate: Rate) -> Self {
        match params.file.shared::<HeadResponses>() {
            Some(own) => {
                let answers = own.answers(rate);
                Self::Measured(own, answers)
            }
            None => Self::Sphere(SphereFilters::new(params.radius, rate)),
        }
    }

    fn taps(&self) -> usize {
        match self {
            Self::Sphere(own) => own.taps(),
            Self::Measured(_, own) => own.taps(),
        }
    }

    /// Longest delay of an ear \[samples\].
    fn longest(&self) -> f64 {
        match self {
            Self::Sphere(own) => own.longest(),
            Self::Measured(_, own) => own.longest(),
        }
    }
}

/// What a rate and a radius, or measured ears, make of it.
struct Made {
    heard: HeardBy,
    line: Line,
    ears: [Ear; 2],
    rate: Rate,
    /// Samples since something went in.
    still: usize,
}

impl Made {
    fn new(params: &HeadParams, rate: Rate) -> Self {
        let heard = HeardBy::new(params, rate);
        let ear = || Ear::new(heard.taps());
        Self {
            line: Line::new(heard.longest() + crate::air::NEAR),
            ears: [ear(), ear()],
            heard,
            rate,
            still: usize::MAX,
        }
    }

    /// After how many silent samples nothing sounds in it.
    fn memory(&self) -> usize {
        self.line.length() + self.heard.taps()
    }

    fn is_silent(&self) -> bool {
        self.still > self.memory()
    }

    /// Turns the ears to where the source is.
    fn aim(&mut self, params: &HeadParams) {
        let source = towards(params.azimuth, params.elevation);
        let at_once = self.is_silent();
        let level = LEVEL / params.distance.max(1.0);
        let filters = match &self.heard {
            HeardBy::Sphere(own) => own,
            HeardBy::Measured(own, answers) => {
                let shares = own.around().shares(source);
                for (side, ear) in self.ears.iter_mut().enumerate() {
                    ear.aim(at_once, |into| {
                        answers.mix(&shares, side, level / LEVEL, into)
                    });
                }
                return;
            }
        };
        for (ear, side) in self.ears.iter_mut().zip([-EARS, EARS]) {
            let own = towards(side, 0.0);
            let cos = source.iter().zip(own).map(|(a, b)| a * b).sum();
            ear.aim(at_once, |into| {
                let delay = filters.filter(params.distance, cos, into);
                into.iter_mut().for_each(|own| *own *= level);
                delay
            });
        }
    }

    /// One sample, and what both ears hear.
    fn pass(&mut self, sample: f64) -> [f64; 2] {
        let enters = match sample.is_nan() || sample.abs() < SILENCE {
            true => 0.0,
            false => sample.clamp(-LOUDEST, LOUDEST),
        };
        if enters != 0.0 {
            self.still = 0;
        } else if self.is_silent() {
            return [0.0; 2];
        } else {
            self.still += 1;
        }
        self.line.write(enters);
        self.ears.each_mut().map(|ear| ear.pass(&self.line))
    }
}

impl Space for Head {
    fn params(&self) -> &dyn Params {
        &self.params
    }

    fn set(&mut self, id: &ParamId, value: &Value) {
        // What a table does not allow changes nothing.
        let _ = self.params.assign(id, value);
        self.changed = true;
    }

    fn channels(&self, _: usize) -> usize {
        2
    }

    fn prepare(&mut self, rate: Rate, _: usize) {
        // Other channels are another mean of the same source.
        if self.made.as_ref().is_none_or(|own| own.rate != rate) {
            self.made = Some(Made::new(&self.params, rate));
            self.changed = true;
        }
    }

    fn reset(&mut self, _: u64) {
        if let Some(made) = &mut self.made {
            made.line.clear();
            made.ears.iter_mut().for_each(Ear::clear);
            made.still = usize::MAX;
        }
        self.changed = true;
    }

    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        let (Some(made), [left, right, ..]) = (&mut self.made, outputs) else {
            return;
        };
        if core::mem::take(&mut self.changed) {
            made.aim(&self.params);
        }
        let share = 1.0 / inputs.len().max(1) as f64;
        for (n, (left, right)) in left.iter_mut().zip(right.iter_mut()).enumerate() {
            let source: f64 = inputs.iter().map(|input| input[n]).sum();
            [*left, *right] = made.pass(share * source);
        }
    }

    fn tail(&self) -> f64 {
        match &self.made {
            Some(made) => made.memory() as f64 * made.rate.step(),
            None => 0.0,
        }
    }
}

#[cfg(test)]
mod tests;
