//! Braking: a pad presses on a turning wheel, which slows down and squeals.
//!
//! Hear:   a hiss while it is fast; a squeal that sets in as the wheel slows and the pressure
//!         builds up, swells and fades with every turn, and ends in a groan.
//! Law:    friction falls with speed, so that around the Stribeck speed it feeds the modes of
//!         wheel and pad: those for which pressure·|dmu/dv| exceeds their own loss 2·m·sigma.
//!         They grow until they swing as fast as the wheel turns. A wheel that is not quite
//!         true presses harder once per turn: pressure·(1 + runout·sin(way/radius)).
//! Step:   closed-form friction step against pad and wheel each sample.
//! Limits: one pad; the wheel's modes do not turn with it, and it turns as the gesture says, however hard it is braked.
//! Refs:   Rabinowicz 1965; Akay 2002, Acoustics of friction; Papetti 2010, section 2.2.3.

use crate::body::{BodyKind, BodyParams, MaterialKind, Spot, SpotParams, Supported};
use crate::contact::FrictionLaw;
use crate::math;
use crate::param::Declared;
use crate::parts::rubbing::{
    Gesture, Hearing, Hold, Parts, Passing, Rub, RubbedSound, RubbedSurface, Uneven, curve, dry_law,
};
use crate::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};

crate::params! {
    /// A pad presses on a turning wheel, which slows down and squeals.
    pub struct BrakingParams("braking") {
        /// Speed of the wheel at the pad when braking starts.
        speed: 3.0, Linear(-30.0, 30.0), "m/s", Sample, spread 0.02;
        /// Maximum force on the pad.
        pressure: 60.0, ZeroLog(1e-3, 1e4), "N", Sample, spread 0.05;
        /// How the wheel slows and the pressure builds up.
        gesture: stop(), Table(Gesture), "", Block;
        /// Wobble of the wheel: how much the pressure rises once per turn.
        runout: 0.3, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// Radius of the wheel where the pad presses.
        radius: 0.3, Log(0.01, 2.0), "m", Block, spread 0.03;
        /// Pad and wheel.
        surface: worn(), Table(RubbedSurface), "", Block;
        /// The pad as it is held.
        pad: Hold { frequency: 1900.0, decay: 0.12, mass: 0.02 }, Table(Hold), "", Block;
        /// The wheel.
        body: wheel(), Table(BodyParams), "", Block;
        /// Where the pad presses, along the body: 0 is one end, 1 the other.
        place: 0.3, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// Where the pad presses on the surface of a body from a mesh.
        place_spot: SpotParams::default(), Table(SpotParams), "", Block;
        /// How it is heard.
        hearing: Hearing { radiates: 800.0, ..Hearing::default() }, Table(Hearing), "", Block;
        include on: Supported;
        /// Random differences between one stop and the next.
        variation: 0.2, Linear(0.0, 1.0), "", Event, spread 0.0;
    }
    macros {
        /// How fast the wheel turns.
        haste: speed(1.0, 8.0);
        /// How hard the brake is pressed.
        grip: pressure(30.0, 200.0);
        /// How readily it squeals.
        squeal: surface.static_friction(0.45, 0.9), pad.decay(0.05, 0.3);
        /// How high it squeals.
        pitch: pad.frequency(900.0, 4000.0);
        /// How rough pad and rim are, and how far the wheel is out of true.
        wear: surface.noise(0.1, 1.0), runout(0.0, 0.6);
        /// How large the wheel is.
        size: body.size(0.3, 0.9);
    }
}

/// The wheel comes to rest in two and a half seconds.
fn stop() -> Gesture {
    Gesture {
        motion: curve(&[(0.0, 1.0), (0.4, 0.9), (1.6, 0.4), (2.3, 0.1), (2.6, 0.0)]),
        press: curve(&[(0.0, 0.0), (0.15, 0.3), (0.9, 0.8), (1.8, 1.0), (2.8, 1.0)]),
        tremor: 0.05,
        ..Gesture::default()
    }
}

/// Dry friction that falls over metres per second.
fn worn() -> RubbedSurface {
    RubbedSurface {
        law: FrictionLaw {
            static_friction: 0.6,
            dynamic_friction: 0.3,
            stribeck: 1.0,
            noise: 0.6,
            ..dry_law()
        },
        uneven: Uneven {
            unevenness: 0.25,
            grain: 0.05,
        },
        ..RubbedSurface::default()
    }
}

/// A steel rim of 0.6 m, 20 mm broad and 12 mm thick, in a tyre that damps it.
fn wheel() -> BodyParams {
    BodyParams {
        kind: BodyKind::Ring,
        material: MaterialKind::Steel,
        size: 0.6,
        width: 0.02,
        thickness: 0.012,
        damping: 20.0,
        ..BodyParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "braking",
    title: "Braking",
    hear: "A pad presses on a turning wheel: it hisses, squeals, and groans as the wheel stops.",
    family: Family::Solids,
    form: Form::Process,
    built_on: &["friction", "modes"],
    table: &BrakingParams::TABLE,
    make: &Player::<Rub<BrakingParams>>::boxed,
    seconds: 3.2,
    release: Some(2.9),
    pad: Pad::drag(
        Some(Axis::new("speed", 0.0, 8.0)),
        Some(Axis::new("pressure", 30.0, 200.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["pad.frequency", "body.tuning"],
        pressure: &["pressure"],
        place: Some(Axis::new("place", 0.0, 1.0)),
    },
};

impl RubbedSound for BrakingParams {
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const SLIDER: &'static str = "pad";
    const GATHERS: f64 = 2.0;
    const PEAK: f64 = 0.34;
    const LIFTS: bool = true;
    fn parts(&self) -> Parts<'_> {
        Parts {
            speed: self.speed,
            pressure: self.pressure,
            variation: self.variation,
            gesture: &self.gesture,
            surface: &self.surface,
            slider: &self.pad,
            landing: 0.0,
            body: &self.body,
            support: &self.on.support,
            place: Spot::new(self.place, &self.place_spot),
            hearing: &self.hearing,
        }
    }
    fn passing(&self, way: f64) -> Passing {
        Passing {
            pressure: 1.0 + self.runout * math::sin(way / self.radius),
            place: self.parts().place,
        }
    }
}
