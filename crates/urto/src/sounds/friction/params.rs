//! What rubs, on what, and how it is moved.

use crate::body::{BodyKind, BodyParams, Spot, SpotParams, Supported};
use crate::contact::FrictionLaw;
use crate::object::{Mode, StringParams};
use crate::parts::output::OutputParams;
use crate::parts::pickups::MorePickups;
use crate::parts::rubbing::{Gesture, Uneven};
use crate::parts::surfaces::Surfaces;

crate::choice! {
    /// What sort of body rubs.
    pub enum RubbedKind {
        /// A block in a springy grip.
        Mass = "mass",
        /// A body with many modes.
        Body = "body",
        /// A string.
        String = "string",
        /// A free block that nothing holds, of the mass in `mass`: pushed, and let go to slide until
        /// friction stops it.
        Free = "free",
    }
}

crate::params! {
    /// One of the two bodies that rub.
    pub struct Rubbed("rubbed") {
        /// Shape of the body.
        kind: RubbedKind::Mass, Choice(RubbedKind), "", Rebuild;
        /// A block in a springy grip: its mass, and frequency and decay of the grip.
        mass: Mode { frequency: 35.0, decay: 0.06, mass: 0.2 }, Table(Mode), "", Block;
        /// A body with many modes.
        body: hinge(), Table(BodyParams), "", Block;
        /// Where a named body is rubbed, along its line: a bar from end to end, a plate from
        /// corner to corner, a disc from rim to rim, a glass half around its rim.
        position: 0.0, Linear(0.0, 1.0), "", Block, expert, spread 0.2;
        /// A string.
        string: StringParams::default(), Table(StringParams), "", Block;
        /// Where it is rubbed on the surface of a body from a mesh.
        position_spot: SpotParams::default(), Table(SpotParams), "", Block;
    }
}

impl Rubbed {
    /// Where it is rubbed.
    pub fn spot(&self) -> Spot {
        Spot::new(self.position, &self.position_spot)
    }
}

/// Speed of the usual gesture \[m/s\]; loudness is judged against it.
pub(super) const USUAL: f64 = 0.045;

crate::params! {
    /// Two bodies rub against each other, stick and slip.
    pub struct FrictionParams("friction") {
        /// Speed of one body along the other.
        velocity: USUAL, Linear(-5.0, 5.0), "m/s", Sample, spread 0.005;
        /// Push of the hand on a free block at rest; it falls as the block gets faster, to none at
        /// the speed above.
        push: 60.0, ZeroLog(1e-3, 1e4), "N", Block, expert, spread 0.05;
        /// How it is moved and pressed over time.
        gesture: Gesture { tremor: 0.15, ..Gesture::default() }, Table(Gesture), "", Block;
        /// The surfaces between them.
        rub: Surfaces::of(rough()), Table(Surfaces), "", Block;
        include uneven: Uneven = Uneven { unevenness: 0.25, grain: 1e-2 };
        /// The body that is moved.
        first: Rubbed::default(), Table(Rubbed), "", Block;
        /// The body that is rubbed.
        second: Rubbed { kind: RubbedKind::Body, ..Rubbed::default() }, Table(Rubbed), "", Block;
        include on: Supported;
        /// Random differences between one gesture and the next.
        variation: 0.0, Linear(0.0, 1.0), "", Event, spread 0.0;
        include output: OutputParams = OutputParams::following(0.5);
        include more: MorePickups;
    }
    macros {
        /// How fast one is moved along the other: from a creak to a squeal.
        speed: velocity(0.015, 0.2);
        /// How hard the two are pressed together.
        pressure: rub.normal_force(8.0, 160.0);
        /// How much more they hold at rest than while they slide.
        stickiness: rub.static_friction(0.4, 1.2), rub.rosin.cold_friction(0.6, 2.4);
        /// How uneven the surfaces are: more hiss.
        roughness: rub.noise(0.002, 0.5);
        /// How large the rubbed body is: larger is lower.
        size: second.body.tuning(4.0, 0.25);
        /// How long it rings: from dead to singing.
        resonance: second.body.ringing(0.1, 10.0);
    }
}

/// A small steel frame: a few unevenly spaced modes, well damped, as things in a joint are.
fn hinge() -> BodyParams {
    let modes = [
        (310.0, 0.30, 0.020),
        (740.0, 0.25, 0.024),
        (1130.0, 0.20, 0.028),
        (1890.0, 0.15, 0.030),
        (3120.0, 0.10, 0.034),
        (4710.0, 0.07, 0.040),
    ];
    let mode = |(frequency, decay, mass)| Mode {
        frequency,
        decay,
        mass,
    };
    BodyParams {
        kind: BodyKind::Modes,
        modes: modes.into_iter().map(mode).collect(),
        ..BodyParams::default()
    }
}

fn rough() -> FrictionLaw {
    FrictionLaw {
        normal_force: 40.0,
        dynamic_friction: 0.25,
        static_friction: 0.6,
        stribeck: 0.1,
        stiffness: 1e5,
        damping: 1.0,
        viscosity: 0.05,
        noise: 0.03,
        ..FrictionLaw::default()
    }
}
