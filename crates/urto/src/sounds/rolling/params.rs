//! What rolls, over what, and how.

use crate::body::{BodyKind, BodyParams, MaterialKind, Supported};
use crate::contact::{ImpactLaw, Scheme};
use crate::gesture::{SlopeParams, SurfaceParams};
use crate::param::Curve;
use crate::parts::output::{Listening, OutputParams};
use crate::parts::pickups::MorePickups;
use crate::parts::surface_follower::Way;

crate::choice! {
    /// What moves the ball.
    pub enum Drive {
        /// Its speed is given, until it is released.
        Given = "given",
        /// It is launched at its speed on an inclined plane, and rolls until it rests, comes back
        /// or falls off.
        Plane = "plane",
    }
}

crate::params! {
    /// What rolls.
    pub struct Ball("ball") {
        /// Diameter: larger sounds lower and smoother.
        diameter: 0.016, Log(2e-3, 2.0), "m", Block, spread 0.06;
        /// Mass.
        mass: 0.0055, Log(1e-4, 100.0), "kg", Block, spread 0.05;
        /// Imbalance: weight and speed change once per turn.
        asymmetry: 0.08, Linear(0.0, 0.9), "", Block, spread 0.05;
    }
}

crate::params! {
    /// A ball rolls over a rough surface, which rattles and rings under it.
    pub struct RollingParams("rolling") {
        /// Rolling speed, or launch speed on an inclined plane.
        speed: USUAL, Linear(-10.0, 10.0), "m/s", Sample, spread 0.03;
        /// What drives the ball.
        drive: Drive::Given, Choice(Drive), "", Rebuild;
        /// Speed over time, as a multiple of the given speed.
        pace: Curve::constant(1.0), Curve(-4.0, 4.0), "", Rebuild, expert;
        /// The plane on which it is launched.
        plane: SlopeParams::default(), Table(SlopeParams), "", Event;
        /// What rolls.
        ball: Ball::default(), Table(Ball), "", Block;
        /// What it rolls over.
        surface: planed(), Table(SurfaceParams), "", Block;
        /// How the two press on each other.
        contact: hard(), Table(ImpactLaw), "", Block;
        include way: Way = Way::from(0.35, 0.25);
        include listening: Listening = Listening::at(0.0);
        /// Random differences in speed between rolls, and unsteadiness within one.
        variation: 0.2, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// What rings under it.
        body: tabletop(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.5);
        include more: MorePickups;
    }
    macros {
        /// How fast it rolls.
        haste: speed(0.1, 3.0);
        /// How large and heavy the ball is.
        size: ball.diameter(0.006, 0.2), ball.mass(0.0005, 4.0);
        /// How rough the ground is.
        roughness: surface.roughness(5e-7, 1e-4);
        /// How hard both are where they touch.
        hardness: contact.stiffness(1e7, 3e9);
        /// How far the ball is out of true.
        wobble: ball.asymmetry(0.0, 0.5);
        /// How readily it hops.
        bounce: contact.dissipation(400.0, 10.0);
    }
}

/// Speed of the usual roll \[m/s\]; loudness is judged against it.
pub(super) const USUAL: f64 = 0.5;

/// Glass on wood. Micro-impacts are slow, about 5 mm/s; a restitution of 0.6 or so, which is what
/// such things have at any speed, is a loss of 1/v. No exact restitution is needed.
fn hard() -> ImpactLaw {
    ImpactLaw {
        stiffness: 3e8,
        dissipation: 200.0,
        scheme: Scheme::Cheap,
        ..ImpactLaw::default()
    }
}

fn planed() -> SurfaceParams {
    SurfaceParams {
        grain: 2e-4,
        octaves: 6,
        hurst: 0.6,
        ..SurfaceParams::default()
    }
}

fn tabletop() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        size: 0.9,
        thickness: 0.018,
        material: MaterialKind::Wood,
        ..BodyParams::default()
    }
}
