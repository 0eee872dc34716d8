//! Rubbed glass: a wet finger goes round the rim of a glass, which begins to sing.
//!
//! Hear:   a rustle, out of which a clear tone grows; it beats as the finger goes round.
//! Law:    friction that falls with speed feeds the glass's lowest mode (see `rubbing`): it grows
//!         by (pressure·|dmu/dv|/m - 2·sigma)/2 per second. The mode's crests stand while the
//!         finger goes round, so that the tone swells 2·n times per turn.
//! Step:   closed-form friction step against finger and glass each sample; the place of touch
//!         goes on every few steps.
//! Limits: the glass bends as if it were rubbed across its rim, not along it.
//! Refs:   French 1983, In vino veritas; Akay 2002; Avanzini, Serafin & Rocchesso 2005.

use crate::body::{BodyKind, BodyParams, MaterialKind, Spot, SpotParams, Supported};
use crate::contact::FrictionLaw;
use crate::param::Declared;
use crate::parts::rubbing::{
    Gesture, Hearing, Hold, Parts, Passing, Rub, RubbedSound, RubbedSurface, Uneven, curve,
    dry_law, halfway_round,
};
use crate::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};

crate::params! {
    /// A wet finger goes round the rim of a glass, which begins to sing.
    pub struct RubbedGlassParams("rubbed_glass") {
        /// Speed of the finger at its fastest.
        speed: 0.2, Linear(-3.0, 3.0), "m/s", Sample, spread 0.02;
        /// Maximum force of the finger.
        pressure: 1.0, ZeroLog(1e-3, 100.0), "N", Sample, spread 0.05;
        /// How the finger moves and presses.
        gesture: around(), Table(Gesture), "", Block;
        /// Distance once around the rim, from a thimble to a large bowl; 0 keeps the finger in one
        /// place.
        circumference: 0.25, ZeroLog(0.05, 3.0), "m", Block, spread 0.0;
        /// Finger and glass.
        surface: wet(), Table(RubbedSurface), "", Block;
        /// The finger's tip.
        finger: Hold { frequency: 120.0, decay: 0.02, mass: 0.004 }, Table(Hold), "", Block;
        /// The glass.
        body: wine_glass(), Table(BodyParams), "", Block;
        /// Where on the body the finger starts: 0 is one end, 1 the other.
        place: 0.0, Linear(0.0, 1.0), "", Block, spread 0.2;
        /// Where the finger starts on the surface of a body from a mesh. It goes round the upright (z)
        /// through the middle.
        place_spot: SpotParams::default(), Table(SpotParams), "", Block;
        /// How it is heard.
        hearing: Hearing { radiates: 700.0, ..Hearing::default() }, Table(Hearing), "", Block;
        include on: Supported;
        /// Random differences between one gesture and the next.
        variation: 0.2, Linear(0.0, 1.0), "", Event, spread 0.0;
    }
    macros {
        /// How fast the finger goes round.
        haste: speed(0.1, 0.4);
        /// How hard it presses.
        grip: pressure(0.5, 2.0);
        /// How wet it is.
        wetness: surface.static_friction(0.6, 0.4), surface.noise(0.3, 0.05);
        /// How large the glass is.
        size: body.size(0.07, 0.2), circumference(0.15, 0.42);
        /// How thick its wall is.
        thickness: body.thickness(0.0008, 0.003);
    }
}

fn around() -> Gesture {
    Gesture {
        motion: curve(&[(0.0, 0.2), (0.6, 0.8), (1.2, 1.0)]),
        press: curve(&[(0.0, 0.2), (0.8, 1.0)]),
        tremor: 0.12,
        ..Gesture::default()
    }
}

fn wet() -> RubbedSurface {
    RubbedSurface {
        law: FrictionLaw {
            static_friction: 0.46,
            dynamic_friction: 0.3,
            stribeck: 0.25,
            stiffness: 1e5,
            damping: 0.5,
            noise: 0.2,
            ..dry_law()
        },
        uneven: Uneven {
            unevenness: 0.2,
            grain: 0.01,
        },
        ..RubbedSurface::default()
    }
}

/// A wine glass: 12 cm high, 8 cm across, a wall of 1.2 mm.
fn wine_glass() -> BodyParams {
    BodyParams {
        kind: BodyKind::Glass,
        material: MaterialKind::Glass,
        size: 0.12,
        width: 0.08,
        thickness: 0.0012,
        count: 16,
        ..BodyParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "rubbed_glass",
    title: "Rubbed glass",
    hear: "A wet finger goes round the rim of a glass, which begins to sing and beats.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["friction", "modes"],
    table: &RubbedGlassParams::TABLE,
    make: &Player::<Rub<RubbedGlassParams>>::boxed,
    seconds: 5.0,
    release: Some(4.0),
    pad: Pad::drag(
        Some(Axis::new("speed", 0.0, 0.4)),
        Some(Axis::new("pressure", 0.5, 2.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &["pressure"],
        place: Some(Axis::new("place", 0.0, 1.0)),
    },
};

impl RubbedSound for RubbedGlassParams {
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const SLIDER: &'static str = "finger";
    const GATHERS: f64 = 6.0;
    const PEAK: f64 = 0.22;
    const LIFTS: bool = true;
    fn parts(&self) -> Parts<'_> {
        Parts {
            speed: self.speed,
            pressure: self.pressure,
            variation: self.variation,
            gesture: &self.gesture,
            surface: &self.surface,
            slider: &self.finger,
            landing: 0.0,
            body: &self.body,
            support: &self.on.support,
            place: Spot::new(self.place, &self.place_spot),
            hearing: &self.hearing,
        }
    }
    fn passing(&self, way: f64) -> Passing {
        let place = self.parts().place;
        let place = if self.circumference > 0.0 {
            let turns = way / self.circumference;
            place.turned(halfway_round(0.5 * self.place + turns), turns)
        } else {
            place
        };
        Passing {
            pressure: 1.0,
            place,
        }
    }
}
