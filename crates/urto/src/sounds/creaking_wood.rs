//! Creaking wood: old wood gives way under a load that comes and goes.
//!
//! Hear:   clicks that come one by one, run together into a creak, and stop; no two alike.
//! Law:    a joint sticks and slips slowly in the grain of the other (see `rubbing`): k·V/(2·D)
//!         clicks a second. The grain presses harder here and softer there.
//! Step:   closed-form friction step against joint and board each sample.
//! Limits: one joint; fibres do not break.
//! Refs:   Rabinowicz 1965; Avanzini, Serafin & Rocchesso 2005; Papetti 2010, section 2.2.3.

use crate::body::{BodyKind, BodyParams, MaterialKind, Spot, SpotParams, Supported};
use crate::contact::FrictionLaw;
use crate::param::Declared;
use crate::parts::rubbing::{
    Gesture, Hearing, Hold, Parts, Rub, RubbedSound, RubbedSurface, Then, Uneven, curve, dry_law,
};
use crate::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};

crate::params! {
    /// Old wood gives way under a load and creaks.
    pub struct CreakingWoodParams("creaking_wood") {
        /// Sliding speed of the joint at its fastest.
        speed: 0.006, Linear(-0.5, 0.5), "m/s", Sample, spread 0.01;
        /// Force that presses the joint together.
        pressure: 30.0, ZeroLog(1e-3, 1e4), "N", Sample, spread 0.05;
        /// How the load comes and goes.
        gesture: load(), Table(Gesture), "", Block;
        /// The two sides of the joint.
        surface: grained(), Table(RubbedSurface), "", Block;
        /// The part that slips, as it is held.
        joint: Hold { frequency: 900.0, decay: 0.02, mass: 0.01 }, Table(Hold), "", Block;
        /// The wood that sounds.
        body: board(), Table(BodyParams), "", Block;
        /// Where the joint is along the wood: 0 is its end, 1 its middle.
        place: 0.12, Linear(0.0, 0.5), "", Block, spread 0.1;
        /// Where the joint is on the surface of a body from a mesh.
        place_spot: SpotParams::default(), Table(SpotParams), "", Block;
        /// How it is heard.
        hearing: Hearing { radiates: 800.0, ..Hearing::default() }, Table(Hearing), "", Block;
        include on: Supported;
        /// Random differences between one movement and the next.
        variation: 0.4, Linear(0.0, 1.0), "", Event, spread 0.0;
    }
    macros {
        /// How fast the load moves.
        haste: speed(0.002, 0.02);
        /// Mass.
        load: pressure(10.0, 80.0);
        /// How uneven the wood has become.
        age: surface.unevenness(0.3, 1.0), gesture.tremor(0.2, 0.8);
        /// How high it creaks.
        pitch: joint.frequency(400.0, 1800.0);
        /// How large the board is.
        size: body.size(0.6, 2.5);
        /// How quickly one creak follows another.
        pace: gesture.stretch(2.0, 0.5);
    }
}

/// Someone steps on it, and off again.
fn load() -> Gesture {
    Gesture {
        motion: curve(&[
            (0.0, 0.0),
            (0.3, 0.5),
            (0.6, 1.0),
            (0.9, 0.3),
            (1.1, 0.0),
            (1.4, 0.0),
            (1.6, -0.6),
            (1.8, -0.9),
            (2.1, -0.2),
            (2.3, 0.0),
            (2.6, 0.0),
        ]),
        then: Then::Repeat,
        tremor: 0.5,
        ..Gesture::default()
    }
}

fn grained() -> RubbedSurface {
    RubbedSurface {
        law: FrictionLaw {
            static_friction: 0.65,
            dynamic_friction: 0.35,
            stribeck: 0.005,
            noise: 0.3,
            ..dry_law()
        },
        uneven: Uneven {
            unevenness: 0.7,
            grain: 1e-3,
        },
        ..RubbedSurface::default()
    }
}

/// A floorboard: 1.6 m by 14 cm, 22 mm thick.
fn board() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        material: MaterialKind::Wood,
        size: 1.6,
        width: 0.14,
        thickness: 0.022,
        count: 96,
        ..BodyParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "creaking_wood",
    title: "Creaking wood",
    hear: "Old wood gives way under load: slow clicks, now and then a groan.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["friction", "modes"],
    table: &CreakingWoodParams::TABLE,
    make: &Player::<Rub<CreakingWoodParams>>::boxed,
    seconds: 4.0,
    release: Some(3.7),
    pad: Pad::drag(
        Some(Axis::new("speed", 0.0, 0.02)),
        Some(Axis::new("pressure", 10.0, 80.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["joint.frequency", "body.tuning"],
        pressure: &["pressure"],
        place: Some(Axis::new("place", 0.0, 0.5)),
    },
};

impl RubbedSound for CreakingWoodParams {
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const SLIDER: &'static str = "joint";
    const GATHERS: f64 = 4.5;
    const PEAK: f64 = 0.4;
    const LIFTS: bool = false;
    fn parts(&self) -> Parts<'_> {
        Parts {
            speed: self.speed,
            pressure: self.pressure,
            variation: self.variation,
            gesture: &self.gesture,
            surface: &self.surface,
            slider: &self.joint,
            landing: 0.0,
            body: &self.body,
            support: &self.on.support,
            place: Spot::new(self.place, &self.place_spot),
            hearing: &self.hearing,
        }
    }
}
