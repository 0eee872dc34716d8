//! Chalk: a stick of chalk writes on a board, stroke by stroke.
//!
//! Hear:   strokes of hiss and chatter over a dull board; held upright and pressed, it squeals.
//! Law:    the stick, held by fingers, sticks and slips on the board (see `rubbing`); the grains
//!         that break off are the noise.
//! Step:   closed-form friction step against stick and board each sample.
//! Limits: one stick, one direction at a time, along one line.
//! Refs:   Avanzini, Serafin & Rocchesso 2005; Papetti 2010, section 2.2.3.

use crate::body::{BodyKind, BodyParams, MaterialKind, Spot, SpotParams, Supported};
use crate::contact::FrictionLaw;
use crate::param::Declared;
use crate::parts::rubbing::{
    Gesture, Hearing, Hold, Parts, Passing, Rub, RubbedSound, RubbedSurface, Then, Uneven, curve,
    dry_law,
};
use crate::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};

crate::params! {
    /// Chalk writes on a board, stroke by stroke.
    pub struct ChalkParams("chalk") {
        /// Speed of the hand at its fastest.
        speed: 0.4, Linear(-3.0, 3.0), "m/s", Sample, spread 0.02;
        /// Maximum force of the hand.
        pressure: 2.0, ZeroLog(1e-3, 100.0), "N", Sample, spread 0.05;
        /// Tap at the start of a stroke: the stick's downward speed as a share of its speed along
        /// the board.
        landing: 0.1, Linear(0.0, 2.0), "", Block, spread 0.1;
        /// A stroke.
        gesture: stroke(), Table(Gesture), "", Block;
        /// Chalk and board.
        surface: dusty(), Table(RubbedSurface), "", Block;
        /// The stick between the fingers.
        stick: Hold { frequency: 2400.0, decay: 0.01, mass: 0.004 }, Table(Hold), "", Block;
        /// The board.
        body: board(), Table(BodyParams), "", Block;
        /// Where on the board it writes: 0 is one end, 1 the other.
        place: 0.37, Linear(0.0, 1.0), "", Block, spread 0.2;
        /// Where on the board it writes, on the surface of a body from a mesh.
        place_spot: SpotParams::default(), Table(SpotParams), "", Block;
        /// How it is heard.
        hearing: Hearing { radiates: 2500.0, ..Hearing::default() }, Table(Hearing), "", Block;
        include on: Supported;
        /// Random differences between one stroke and the next.
        variation: 0.5, Linear(0.0, 1.0), "", Event, spread 0.0;
    }
    macros {
        /// How quickly it is written.
        haste: speed(0.15, 0.8), gesture.stretch(2.0, 0.5);
        /// How hard the chalk is pressed.
        grip: pressure(1.0, 5.0);
        /// How much it hisses.
        dust: surface.noise(0.3, 1.5);
        /// How readily it squeals.
        squeal: stick.decay(0.005, 0.08), surface.static_friction(0.6, 0.9);
        /// How high it chatters: a short piece is higher.
        pitch: stick.frequency(1500.0, 4000.0);
    }
}

/// Set down, drawn, lifted; drawn back, lifted.
fn stroke() -> Gesture {
    Gesture {
        motion: curve(&[
            (0.0, 0.0),
            (0.02, 0.3),
            (0.1, 1.0),
            (0.2, 0.7),
            (0.26, 0.0),
            (0.38, 0.0),
            (0.42, -0.5),
            (0.5, -0.8),
            (0.56, 0.0),
            (0.72, 0.0),
        ]),
        press: curve(&[
            (0.0, 0.0),
            (0.004, 1.0),
            (0.2, 0.7),
            (0.26, 0.2),
            (0.28, 0.0),
            (0.38, 0.0),
            (0.384, 0.9),
            (0.55, 0.6),
            (0.57, 0.0),
            (0.72, 0.0),
        ]),
        then: Then::Repeat,
        ..Gesture::default()
    }
}

fn dusty() -> RubbedSurface {
    RubbedSurface {
        law: FrictionLaw {
            static_friction: 0.7,
            dynamic_friction: 0.45,
            stribeck: 0.1,
            stiffness: 1e6,
            damping: 5.0,
            noise: 1.0,
            ..dry_law()
        },
        uneven: Uneven {
            unevenness: 0.6,
            grain: 2e-3,
        },
        ..RubbedSurface::default()
    }
}

/// A slate of 1.2 m by 0.9 m, 10 mm thick, that loses its sound to frame and wall.
fn board() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        material: MaterialKind::Stone,
        size: 1.2,
        width: 0.9,
        thickness: 0.01,
        damping: 8.0,
        count: 96,
        ..BodyParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "chalk",
    title: "Chalk",
    hear: "Chalk writes on a board in strokes: it hisses, chatters, and sometimes squeals.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["friction", "modes"],
    table: &ChalkParams::TABLE,
    make: &Player::<Rub<ChalkParams>>::boxed,
    seconds: 4.0,
    release: Some(3.6),
    pad: Pad::drag(
        Some(Axis::new("speed", 0.0, 0.8)),
        Some(Axis::new("pressure", 1.0, 5.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["stick.frequency", "body.tuning"],
        pressure: &["pressure"],
        place: Some(Axis::new("place", 0.0, 1.0)),
    },
};

impl RubbedSound for ChalkParams {
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const SLIDER: &'static str = "stick";
    const GATHERS: f64 = 3.0;
    const PEAK: f64 = 0.4;
    const LIFTS: bool = true;
    fn parts(&self) -> Parts<'_> {
        Parts {
            speed: self.speed,
            pressure: self.pressure,
            variation: self.variation,
            gesture: &self.gesture,
            surface: &self.surface,
            slider: &self.stick,
            landing: self.landing,
            body: &self.body,
            support: &self.on.support,
            place: Spot::new(self.place, &self.place_spot),
            hearing: &self.hearing,
        }
    }
    /// The stick goes along the board as it writes, and back: each stroke wakes the board's modes in
    /// other shares.
    fn passing(&self, way: f64) -> Passing {
        let turns = way / (4.0 * REACH * self.body.size) + 0.25;
        let to_and_fro = 1.0 - 4.0 * (turns - turns.floor() - 0.5).abs();
        Passing {
            pressure: 1.0,
            place: self.parts().place.aside(REACH * to_and_fro),
        }
    }
}

/// How far it writes to both sides of its place, as a share of the board: an arm that reaches
/// over a fifth of it before the writer takes a step.
const REACH: f64 = 0.1;
