//! Squeaking door: a dry hinge turns under the weight of a door.
//!
//! Hear:   slow is a row of creaks, faster a squeak whose pitch follows the speed; it breaks off
//!         and starts again as the hinge binds and comes free.
//! Law:    the pin sticks and slips in its leaf (see `rubbing`) and shakes the door; a bent pin
//!         binds once per turn: pressure·(1 + binding·sin(way/radius)).
//! Step:   closed-form friction step against pin and door each sample.
//! Limits: one hinge; the door is a free plate.
//! Refs:   Avanzini, Serafin & Rocchesso 2005; Rabinowicz 1965.

use crate::body::{BodyKind, BodyParams, MaterialKind, Spot, SpotParams, Supported};
use crate::contact::FrictionLaw;
use crate::math;
use crate::param::Declared;
use crate::parts::rubbing::{
    Gesture, Hearing, Hold, Parts, Passing, Rub, RubbedSound, RubbedSurface, Uneven, curve, dry_law,
};
use crate::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};

crate::params! {
    /// A dry hinge turns under the weight of a door.
    pub struct SqueakingDoorParams("squeaking_door") {
        /// Sliding speed of the hinge pin when the door swings fastest.
        speed: 0.03, Linear(-1.0, 1.0), "m/s", Sample, spread 0.01;
        /// Force that presses the hinge pin against its leaf.
        pressure: 2.0, ZeroLog(1e-3, 1e3), "N", Sample, spread 0.05;
        /// How the door is swung.
        gesture: swing(), Table(Gesture), "", Block;
        /// How much tighter a bent pin binds on one side.
        binding: 0.5, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// Radius of the pin.
        radius: 0.005, Log(1e-3, 0.1), "m", Block, expert, spread 0.03;
        /// Pin and leaf.
        surface: dry(), Table(RubbedSurface), "", Block;
        /// The pin as it is held.
        pin: Hold { frequency: 3600.0, decay: 0.01, mass: 0.00015 }, Table(Hold), "", Block;
        /// The door.
        body: door(), Table(BodyParams), "", Block;
        /// Where the hinge is along the door: 0 is its corner, 1 its middle.
        place: 0.06, Linear(0.0, 0.5), "", Block, spread 0.1;
        /// Where the hinge is on the surface of a body from a mesh.
        place_spot: SpotParams::default(), Table(SpotParams), "", Block;
        /// How it is heard.
        hearing: Hearing { radiates: 2500.0, ..Hearing::default() }, Table(Hearing), "", Block;
        include on: Supported;
        /// Random differences between one swing and the next.
        variation: 0.2, Linear(0.0, 1.0), "", Event, spread 0.0;
    }
    macros {
        /// How fast the door is moved.
        haste: speed(0.006, 0.06);
        /// How heavily it hangs in its hinge.
        weight: pressure(1.0, 5.0);
        /// How dry the hinge is.
        dryness: surface.static_friction(0.45, 0.8);
        /// How worn and uneven it is.
        age: surface.unevenness(0.2, 0.8), gesture.tremor(0.1, 0.5);
        /// How high it squeaks.
        pitch: pin.frequency(2500.0, 5000.0);
        /// How large the door is.
        size: body.size(0.6, 2.0);
    }
}

/// Pushed open, and coming to rest with a second, smaller push.
fn swing() -> Gesture {
    let points = [
        (0.0, 0.0),
        (0.25, 0.15),
        (0.7, 0.35),
        (1.1, 0.8),
        (1.4, 1.0),
        (1.9, 0.55),
        (2.2, 0.2),
        (2.5, 0.45),
        (2.8, 0.2),
        (3.1, 0.0),
    ];
    Gesture {
        motion: curve(&points),
        ..Gesture::default()
    }
}

fn dry() -> RubbedSurface {
    RubbedSurface {
        law: FrictionLaw {
            noise: 0.2,
            ..dry_law()
        },
        uneven: Uneven {
            unevenness: 0.5,
            grain: 8e-3,
        },
        ..RubbedSurface::default()
    }
}

/// A wooden plate of 1.4 m by 0.75 m, 30 mm thick.
fn door() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        material: MaterialKind::Wood,
        size: 1.4,
        width: 0.75,
        thickness: 0.03,
        count: 112,
        ..BodyParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "squeaking_door",
    title: "Squeaking door",
    hear: "A door swings on a dry hinge: it creaks when slow and squeaks when fast.",
    family: Family::Solids,
    form: Form::Process,
    built_on: &["friction", "modes"],
    table: &SqueakingDoorParams::TABLE,
    make: &Player::<Rub<SqueakingDoorParams>>::boxed,
    seconds: 3.6,
    release: Some(3.3),
    pad: Pad::drag(
        Some(Axis::new("speed", 0.0, 0.06)),
        Some(Axis::new("pressure", 1.0, 5.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["pin.frequency", "body.tuning"],
        pressure: &["pressure"],
        place: Some(Axis::new("place", 0.0, 0.5)),
    },
};

impl RubbedSound for SqueakingDoorParams {
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const SLIDER: &'static str = "pin";
    const GATHERS: f64 = 4.0;
    const PEAK: f64 = 0.25;
    const LIFTS: bool = false;
    fn parts(&self) -> Parts<'_> {
        Parts {
            speed: self.speed,
            pressure: self.pressure,
            variation: self.variation,
            gesture: &self.gesture,
            surface: &self.surface,
            slider: &self.pin,
            landing: 0.0,
            body: &self.body,
            support: &self.on.support,
            place: Spot::new(self.place, &self.place_spot),
            hearing: &self.hearing,
        }
    }
    fn passing(&self, way: f64) -> Passing {
        Passing {
            pressure: 1.0 + self.binding * math::sin(way / self.radius),
            place: self.parts().place,
        }
    }
}
