//! What strikes, what is struck, and how they touch.

use crate::body::{BodyParams, Supported};
use crate::contact::{
    Contact, ExtendedHertz, ExtendedHertzLaw, Felt, FeltLaw, HuntCrossley, ImpactLaw, Linear,
    LinearLaw,
};
use crate::error::BuildError;
use crate::gesture::RepeatParams;
use crate::math;
use crate::parts::output::{Listening, OutputParams};
use crate::parts::pickups::MorePickups;
use crate::parts::strike::StrikePlace;
use crate::rate::Rate;

crate::choice! {
    /// What strikes.
    pub enum StrikerKind {
        /// A hammer that does not ring itself.
        Hammer = "hammer",
        /// A second body that rings too.
        Body = "body",
    }
}

crate::params! {
    /// What strikes.
    pub struct Striker("striker") {
        /// Whether the striking object rings too, or is just a mass.
        kind: StrikerKind::Hammer, Choice(StrikerKind), "", Rebuild;
        /// Mass of the hammer. A ringing striker takes its weight from its size and material,
        /// unless it is a list of modes.
        mass: 0.02, Log(1e-4, 10.0), "kg", Block, spread 0.06;
        /// The body that strikes, if it rings.
        body: steel_pin(), Table(BodyParams), "", Block;
    }
}

crate::choice! {
    /// By which law the two press on each other.
    pub enum TouchLaw {
        /// A spring that hardens and loses, for solid things: `f = k·x^a·(1 + mu·v)`.
        Impact = "impact",
        /// Felt, which remembers how far it was pressed; its numbers are in `felt`.
        Felt = "felt",
        /// A spring and a damper, whose brightness does not depend on force; their numbers are in
        /// `linear`.
        Linear = "linear",
        /// A spring that hardens and a damper with a power of its own, `f = k·x^a + l·x^b·v`: hard
        /// blows rebound nearly as well as soft ones; its numbers are in `extended_hertz`.
        ExtendedHertz = "extended_hertz",
    }
}

crate::params! {
    /// How the two press on each other.
    pub struct Touch("touch") {
        include impact: ImpactLaw;
        /// Contact law between striker and body.
        law: TouchLaw::Impact, Choice(TouchLaw), "", Rebuild;
        /// The felt, if the law says so.
        felt: FeltLaw::default(), Table(FeltLaw), "", Block;
        /// The spring and the damper, if the law says so.
        linear: LinearLaw::default(), Table(LinearLaw), "", Block;
        /// The spring and the damper with powers of their own, if the law says so.
        extended_hertz: ExtendedHertzLaw::default(), Table(ExtendedHertzLaw), "", Block;
    }
}

impl Touch {
    pub(super) fn build(&self, rate: Rate) -> Result<Box<dyn Contact>, BuildError> {
        Ok(match self.law {
            TouchLaw::Impact => Box::new(HuntCrossley::new(&self.impact, rate)?),
            TouchLaw::Felt => Box::new(Felt::new(&self.felt, rate)?),
            TouchLaw::Linear => Box::new(Linear::new(&self.linear, rate)?),
            TouchLaw::ExtendedHertz => Box::new(ExtendedHertz::new(&self.extended_hertz, rate)?),
        })
    }

    /// By which share of itself a loss that goes with the spring stiffens it where bodies meet this fast
    /// \[m/s\].
    pub(super) fn stiffens(&self, speed: f64) -> f64 {
        match self.law {
            TouchLaw::Impact => self.impact.dissipation * speed,
            TouchLaw::Felt | TouchLaw::Linear | TouchLaw::ExtendedHertz => 0.0,
        }
    }

    /// The spring that a blow of this duration \[s\] meets, and its exponent. What relaxes
    /// meanwhile does not hold the bodies up: of a steady press the share 1 - (1 - exp(-q))/q,
    /// where q is the duration over the time of relaxation.
    pub(super) fn spring(&self, duration: f64) -> (f64, f64) {
        match self.law {
            TouchLaw::Impact => (self.impact.stiffness, self.impact.exponent),
            TouchLaw::Linear => (self.linear.stiffness, 1.0),
            TouchLaw::ExtendedHertz => {
                (self.extended_hertz.stiffness, self.extended_hertz.exponent)
            }
            TouchLaw::Felt => {
                let q = (duration / self.felt.relaxation).max(1e-9);
                let relaxed = 1.0 + math::expm1(-q) / q;
                let firm = 1.0 - self.felt.hysteresis * relaxed;
                (self.felt.stiffness * firm, self.felt.exponent)
            }
        }
    }
}

crate::params! {
    /// A small body strikes a resonating one and rebounds; both can ring.
    pub struct ImpactParams("impact") {
        /// Approach speed at first touch.
        velocity: 1.0, Log(1e-3, 20.0), "m/s", Event, spread 0.15;
        include place: StrikePlace = StrikePlace::at(0.0);
        include listening: Listening = Listening::at(1.0);
        /// Whether more blows follow.
        repeat: RepeatParams::default(), Table(RepeatParams), "", Event;
        /// Random differences between blows in strength, place and hardness: 0 makes them all
        /// alike.
        variation: 0.2, Linear(0.0, 1.0), "", Event, spread 0.0;
        /// What strikes.
        striker: Striker::default(), Table(Striker), "", Block;
        /// How the two press on each other.
        contact: Touch::default(), Table(Touch), "", Block;
        /// What is struck.
        body: BodyParams::default(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.3);
        include more: MorePickups;
    }
    macros {
        /// How hard the two are where they touch: from a padded mallet to steel.
        hardness: contact.stiffness(1e5, 1e11), contact.dissipation(5.0, 0.05),
            contact.felt.stiffness(4e8, 4e12), contact.linear.stiffness(1e4, 1e9),
            contact.extended_hertz.stiffness(1e5, 1e11);
        /// How fast the blow is: from a tap to a bang.
        strength: velocity(0.16, 6.25);
        /// How heavy the hammer is.
        weight: striker.mass(1e-3, 0.4);
        /// How large the struck body is: larger is lower. A body whose width and thickness are
        /// set hardly follows its size alone, so its tuning goes along.
        size: body.size(0.1, 0.4), body.tuning(2.0, 0.5);
        /// How long it rings: from dead to singing.
        resonance: body.ringing(0.05, 20.0);
        /// Where it is struck: from the edge, where all partials speak, to the middle.
        place: strike(0.0, 0.5);
    }
}

/// A steel pin of 20 g, higher and shorter than the bar that is struck: 2.9 kHz.
fn steel_pin() -> BodyParams {
    BodyParams {
        size: 0.08,
        width: 0.009,
        thickness: 0.0036,
        ..BodyParams::default()
    }
}

/// What strikes, in kilograms.
pub(super) fn striking_mass(striker: &Striker) -> f64 {
    let own = match striker.kind {
        StrikerKind::Hammer => None,
        StrikerKind::Body => striker.body.weight(),
    };
    // Within what a bank of modes takes for inertia.
    own.map_or(striker.mass, |mass| mass.clamp(1e-6, 1e4))
}

impl ImpactParams {
    /// What strikes, in kilograms.
    pub fn weight(&self) -> f64 {
        striking_mass(&self.striker)
    }
}
