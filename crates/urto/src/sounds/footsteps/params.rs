//! Who walks, how, and on what.

use super::sensed::FootForces;
use super::{Gait, Ground};
use crate::parts::output::OutputParams;

/// The usual walker, by whom loudness is judged.
pub(super) const USUAL_WEIGHT: f64 = 75.0;
pub(super) const USUAL_SPEED: f64 = 1.3;
pub(super) const USUAL_SOLE: f64 = 5e7;

crate::params! {
    /// Feet come down, heel and toe, on floors and on loose ground.
    pub struct FootstepsParams("footsteps") {
        /// Walking style.
        gait: Gait::Walk, Choice(Gait), "", Block;
        /// Walking speed: faster walking brings steps closer together.
        speed: USUAL_SPEED, Log(0.2, 8.0), "m/s", Block, spread 0.05;
        /// Weight of the walker.
        weight: USUAL_WEIGHT, Log(5.0, 300.0), "kg", Block, spread 0.05;
        /// What is walked on.
        ground: Ground::Gravel, Choice(Ground), "", Rebuild;
        /// Stiffness of the sole: a bare foot 1e6, a sneaker 5e6, a boot 1e8, a steel tip 1e10.
        sole: USUAL_SOLE, Log(1e5, 1e11), "N/m^1.5", Block, spread 0.05;
        /// Mass that strikes the floor: the shoe's heel and part of the foot.
        heel: 0.2, Log(0.02, 5.0), "kg", Block, spread 0.05;
        /// Force of the footfall: 1 is usual, 2 is stamping.
        stamp: 1.0, Log(0.1, 5.0), "", Block, spread 0.05;
        /// Amount of rolling and scuffing of the sole: 1 is usual.
        scuff: 1.0, ZeroLog(0.05, 10.0), "", Block, spread 0.05;
        /// Looseness of the ground: multiplies the number of grains that move.
        loose: 1.0, ZeroLog(0.05, 10.0), "", Block, spread 0.05;
        /// Grain size: 2 is twice as large and sounds lower.
        grain: 1.0, Log(0.2, 5.0), "", Rebuild, spread 0.05;
        /// Size of the boards or slabs: 2 is twice as large and sounds lower.
        floor: 1.0, Log(0.25, 4.0), "", Block, spread 0.05;
        /// Random differences between steps in force, place and timing: 0 is a machine.
        variation: 0.3, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// Forces under the left foot that come from outside.
        left: FootForces::default(), Table(FootForces), "", Sample;
        /// Forces under the right foot that come from outside.
        right: FootForces::default(), Table(FootForces), "", Sample;
        include output: OutputParams = OutputParams::following(0.5);
    }
    macros {
        /// How fast one walks.
        pace: speed(0.6, 4.0);
        /// How heavy the walker is.
        heaviness: weight(20.0, 130.0), heel(0.08, 0.5);
        /// How hard the shoes are.
        shoe: sole(1e6, 1e10);
        /// How firmly one treads.
        force: stamp(0.4, 2.5);
        /// How much lies loose.
        crunch: loose(0.3, 4.0);
        /// How large and hollow the floor is.
        hollowness: floor(0.4, 2.0);
    }
}
