//! What everything that is rubbed has: a gesture, two surfaces, and a place.

use crate::body::{BodyParams, Spot, SupportParams};
use crate::contact::FrictionLaw;
use crate::key;
use crate::object::Mode;
use crate::param::{Curve, Declared, ParamId};
use crate::parts::output::{Listening, OutputParams};
use crate::parts::pickups::MorePickups;
use crate::sound::ExpressionKeys;

crate::choice! {
    /// What happens when a gesture has come to its end.
    pub enum Then {
        /// It rests until it is started again.
        Rest = "rest",
        /// It begins again, until it is released.
        Repeat = "repeat",
    }
}

crate::params! {
    /// How something is moved and pressed over time.
    pub struct Gesture("gesture") {
        /// Speed over time \[s\], as a share of the full speed; negative moves backwards.
        motion: Curve::constant(1.0), Curve(-1.0, 1.0), "", Event;
        /// Pressure over time \[s\], as a share of the full pressure.
        press: Curve::constant(1.0), Curve(0.0, 1.0), "", Event;
        /// Multiplies the gesture's duration: 2 takes twice as long.
        stretch: 1.0, Log(0.1, 10.0), "", Event, spread 0.05;
        /// What happens at the end of the curves.
        then: Then::Rest, Choice(Then), "", Event;
        /// Unsteadiness: the speed varies by about this share, several times a second.
        tremor: 0.2, Linear(0.0, 1.0), "", Block, spread 0.1;
    }
}

impl Gesture {
    /// When it is fastest and presses hardest \[s\].
    pub(crate) fn height(&self) -> f64 {
        let effort = |time: f64| self.motion.at(time).abs() * self.press.at(time);
        let points = self.motion.points().iter().chain(self.press.points());
        let mut height = 0.0;
        for (time, _) in points {
            if effort(*time) > effort(height) {
                height = *time;
            }
        }
        height
    }
}

crate::params! {
    /// Surfaces that press harder here and softer there.
    pub struct Uneven("uneven") {
        /// Pressure variation along the surface: 0.5 varies between two thirds and one and a half
        /// times.
        unevenness: 0.3, Linear(0.0, 2.0), "", Block, spread 0.1;
        /// Distance over which the pressure changes.
        grain: 1e-3, Log(1e-5, 1.0), "m", Block, spread 0.05;
    }
}

crate::params! {
    /// The two surfaces that rub.
    pub struct RubbedSurface("surface") {
        include law: FrictionLaw = dry_law(), without normal_force, break_away, bristles;
        include uneven: Uneven;
        /// How the pitch of the rubbing object rises with pressure, as an exponent: 1/6 for round
        /// bodies (Hertz), 0 for none.
        hardening: 0.15, Linear(0.0, 0.5), "", Block, expert, spread 0.05;
    }
}

/// Dry things, not pressed together: asperities are stiffer than bristles.
pub(crate) fn dry_law() -> FrictionLaw {
    FrictionLaw {
        normal_force: 0.0,
        dynamic_friction: 0.3,
        static_friction: 0.6,
        stribeck: 0.01,
        stiffness: 1e7,
        damping: 10.0,
        viscosity: 0.0,
        noise: 0.1,
        ..FrictionLaw::default()
    }
}

crate::params! {
    /// What rubs, as it is held.
    pub struct Hold("hold") {
        /// Resonant frequency of the rubbing object in its mount: low for a fingertip, high for a
        /// burr of steel.
        frequency: 1000.0, Log(60.0, 1e4), "Hz", Block, spread 0.01;
        /// Decay time of that resonance (T60): short for a finger, long for a steel shoe.
        decay: 0.02, Log(1e-3, 3.0), "s", Block, spread 0.04;
        /// Mass that vibrates with it: small for a burr, large for the end of a beam.
        mass: 0.01, Log(2e-5, 2.0), "kg", Block, spread 0.03;
    }
}

impl Hold {
    /// The hold as a mode of its own.
    pub(super) fn mode(&self) -> Mode {
        Mode {
            frequency: self.frequency,
            decay: self.decay,
            mass: self.mass,
        }
    }

    /// The number of that mode which this number of the hold is.
    pub(super) fn of_mode(id: &ParamId) -> Option<ParamId> {
        let same = [
            (key!(Hold, frequency), key!(Mode, frequency)),
            (key!(Hold, decay), key!(Mode, decay)),
            (key!(Hold, mass), key!(Mode, mass)),
        ];
        let found = same.iter().find(|(own, _)| own == id);
        found.map(|(_, mode)| *mode)
    }
}

/// Where on a body's line, which goes half around, one is after N turns; the other half
/// mirrors it.
pub(crate) fn halfway_round(turns: f64) -> f64 {
    let turn = 2.0 * (turns - turns.floor());
    turn.min(2.0 - turn)
}

/// A curve through points whose times rise.
pub(crate) fn curve(points: &[(f64, f64)]) -> Curve {
    Curve::new(points).unwrap_or(Curve::constant(1.0))
}

crate::params! {
    /// How it is heard.
    pub struct Hearing("hearing") {
        include listening: Listening = Listening::at(0.8);
        /// Frequency below which the body radiates weakly because its front and back cancel:
        /// c/(2·pi·radius) for a small object, up to the coincidence frequency of a thin plate.
        radiates: 400.0, Log(20.0, 8e3), "Hz", Rebuild, expert, spread 0.0;
        include output: OutputParams = OutputParams::following(0.5);
        include more: MorePickups;
    }
}

/// The parts of a sound of this kind, wherever its table has them.
pub(crate) struct Parts<'a> {
    /// Speed of the gesture where it is fastest \[m/s\].
    pub speed: f64,
    /// Pressure where it is hardest \[N\].
    pub pressure: f64,
    /// Chance between one gesture and the next, 0 to 1.
    pub variation: f64,
    pub gesture: &'a Gesture,
    pub surface: &'a RubbedSurface,
    /// What rubs: its mass, and how high and how long it rings in what holds it.
    pub slider: &'a Hold,
    /// How steeply it comes down when it is set down, as a share of the speed: it taps.
    pub landing: f64,
    /// What is rubbed.
    pub body: &'a BodyParams,
    pub support: &'a SupportParams,
    /// Where on the body.
    pub place: Spot,
    pub hearing: &'a Hearing,
}

/// What the way travelled does to the contact.
pub(crate) struct Passing {
    /// Factor on the pressure.
    pub pressure: f64,
    /// Where on the body it is now.
    pub place: Spot,
}

/// A sound in which something is rubbed: its parts by their usual names, and what goes with the
/// way.
pub(crate) trait RubbedSound: Declared {
    /// What the pitch, the pressure and the place of an event move.
    const EXPRESSION: ExpressionKeys;
    /// What the sound calls that which rubs (its parameter table is a `Hold`).
    const SLIDER: &'static str;
    /// Peak over what one slip throws, measured: slips follow each other while the body rings.
    const GATHERS: f64;
    /// Peak of the usual gesture.
    const PEAK: f64;
    /// Whether a release lifts it off, or only stops it.
    const LIFTS: bool;
    fn parts(&self) -> Parts<'_>;
    /// What happens `way` metres along.
    fn passing(&self, way: f64) -> Passing {
        let _ = way;
        Passing {
            pressure: 1.0,
            place: self.parts().place,
        }
    }
}
