//! What falls, on what, and how.

use crate::body::{BodyKind, BodyParams, MaterialKind, Supported};
use crate::contact::ImpactLaw;
use crate::parts::output::{Listening, OutputParams};
use crate::parts::pickups::MorePickups;
use crate::parts::strike::StrikePlace;

crate::choice! {
    /// What falls.
    pub enum FallingKind {
        /// A thing that does not ring itself.
        Solid = "solid",
        /// A thing that rings too.
        Body = "body",
    }
}

crate::params! {
    /// What falls.
    pub struct Falling("falling") {
        /// Whether the striking object rings too, or is just a mass.
        kind: FallingKind::Solid, Choice(FallingKind), "", Rebuild;
        /// Mass; 0 uses the weight of a body of its size and material, if it rings.
        mass: 0.02, ZeroLog(1e-4, 20.0), "kg", Block, spread 0.06;
        /// Size, from corner to corner.
        size: 0.03, Log(5e-3, 1.0), "m", Rebuild, spread 0.05;
        /// Roundness: 1 is a ball, 0 has sharp corners.
        sphericity: 1.0, Linear(0.0, 1.0), "", Rebuild, spread 0.0;
        /// Number of corners that can hit the ground: 4 for a cube, 2 for a rod.
        corners: 4, Integer(2, 6), "", Rebuild, spread 0.0;
        /// Length over height: 1 for a cube, 20 for a coin or a pencil.
        elongation: 1.0, Log(1.0, 50.0), "", Rebuild, spread 0.1;
        /// The body that it is, if it rings.
        body: wooden_cube(), Table(BodyParams), "", Block;
    }
}

crate::params! {
    /// A thing falls on a body again and again until it rests.
    pub struct BouncingParams("bouncing") {
        /// Height from which it falls; the sound starts with the first touch.
        height: 0.4, Log(1e-3, 10.0), "m", Event, spread 0.1;
        /// Spin at the first touch; matters only for things with corners.
        spin: 6.0, Linear(-100.0, 100.0), "rad/s", Event, spread 0.05;
        /// Bounciness: speed after a bounce divided by the speed before it, on rigid ground.
        elasticity: 0.8, Linear(0.01, 0.995), "", Block, spread 0.05;
        include law: ImpactLaw = firm(), without dissipation, scheme;
        include place: StrikePlace = StrikePlace::at(0.4);
        include listening: Listening = Listening::at(0.0);
        /// Random differences in place, height and angle between bounces and between falls.
        variation: 0.2, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// What falls.
        falling: Falling::default(), Table(Falling), "", Block;
        /// What it falls on.
        body: board(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.3);
        include more: MorePickups;
    }
    macros {
        /// How hard both are where they touch.
        hardness: stiffness(1e5, 3e9);
        /// How large and heavy the thing is.
        bulk: falling.size(0.008, 0.2), falling.mass(0.001, 1.0);
        /// How high it falls from.
        drop: height(0.05, 2.0);
        /// How well it bounces.
        bounciness: elasticity(0.3, 0.93);
        /// How far it is from a ball.
        irregularity: falling.sphericity(1.0, 0.0), variation(0.1, 0.8);
        /// How thick and dead the ground is.
        ground: body.thickness(0.006, 0.04), body.damping(0.6, 4.0);
    }
}

/// What a touch meets; its loss follows from the elasticity.
fn firm() -> ImpactLaw {
    ImpactLaw {
        stiffness: 3e7,
        ..ImpactLaw::default()
    }
}

/// A table's board.
fn board() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        size: 0.7,
        thickness: 0.018,
        material: MaterialKind::Wood,
        ..BodyParams::default()
    }
}

fn wooden_cube() -> BodyParams {
    BodyParams {
        kind: BodyKind::Block,
        size: 0.04,
        material: MaterialKind::Wood,
        count: 16,
        ..BodyParams::default()
    }
}
