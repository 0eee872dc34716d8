//! What breaks, how, and on what.

use crate::body::{BodyKind, BodyParams, MaterialKind, Supported};
use crate::gesture::BurstParams;
use crate::parts::output::{Listening, OutputParams};
use crate::parts::pickups::MorePickups;
use crate::texture::Irregular;

crate::params! {
    /// One of the two random processes of collisions.
    pub struct Process("process") {
        /// Ratio of each interval to the one before: larger ends sooner.
        deceleration: 1.04, Linear(1.001, 3.0), "", Event, spread 0.01;
        /// Largest random shortening of an interval, as a share of it.
        reduction: 0.9, Linear(0.0, 1.0), "", Event, spread 0.1;
    }
}

crate::params! {
    /// Something ruptures, and its pieces fall and come to rest.
    pub struct BreakingParams("breaking") {
        /// Impact speed at which it breaks.
        velocity: 4.0, Log(0.05, 30.0), "m/s", Event, spread 0.1;
        /// The rupture.
        rupture: crash(), Table(BurstParams), "", Block;
        /// Size of the whole object relative to its largest piece.
        whole: 3.0, Log(1.0, 20.0), "", Event, spread 0.05;
        /// How much of the blow excites the whole object: 0 if it is bent or torn rather than
        /// struck.
        knock: 0.5, Linear(0.0, 1.0), "", Event, spread 0.05;
        /// How long the whole object rings before it breaks.
        holds: 2e-3, Log(1e-4, 0.1), "s", Event, spread 0.1;
        /// Time between the first two collisions.
        interval: 1.5e-3, Log(1e-4, 1.0), "s", Event, spread 0.1;
        /// Longest time between collisions; beyond it a process ends.
        longest: 0.2, Log(1e-3, 5.0), "s", Event, spread 0.1;
        /// Pieces on the floor.
        floor: Process::default(), Table(Process), "", Event;
        /// Pieces on each other.
        mutual: Process { deceleration: 1.06, ..Process::default() }, Table(Process), "", Event;
        /// Number of pieces.
        pieces: 60, Integer(1, 400), "", Rebuild, spread 0.05;
        /// Exponent of the size distribution: larger means more small pieces.
        law: 1.2, Linear(0.0, 5.0), "", Event, spread 0.05;
        /// Size of the smallest piece relative to the largest.
        smallest: 0.18, Log(0.01, 1.0), "", Event, spread 0.05;
        include irregular: Irregular = Irregular { uneven: 0.12, lying: 0.4 };
        /// Number of large pieces whose bounces are simulated one by one.
        bouncing: 5, Integer(0, 8), "", Event, spread 0.05;
        /// Share of its speed that a piece keeps in a collision.
        restitution: 0.6, Linear(0.0, 0.95), "", Event, spread 0.05;
        /// Friction between pieces and floor, which stops sliding pieces.
        friction: 0.3, Linear(0.0, 2.0), "", Event, expert, spread 0.05;
        /// Stiffness of the contacts, k in k·x^1.5.
        stiffness: 2e10, Log(1e3, 1e11), "N/m^1.5", Block, spread 0.05;
        /// Share of each collision's energy that excites the floor.
        coupling: 0.5, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Which of the seed's random breaking patterns to play.
        pattern: 0, Integer(0, 9999), "", Event, expert, spread 0.0;
        /// Random differences in force between one breakage and the next.
        variation: 0.2, Linear(0.0, 1.0), "", Event, spread 0.0;
        include listening: Listening = Listening::at(0.9);
        /// The largest piece.
        piece: pane(), Table(BodyParams), "", Block;
        /// What the pieces fall on.
        body: boards(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.3);
        include more: MorePickups;
    }
    macros {
        /// How hard it is smashed.
        violence: velocity(1.0, 10.0), rupture.force(3.0, 30.0);
        /// How small most pieces are.
        fineness: law(0.3, 2.5);
        /// How large the pieces are.
        size: piece.size(0.05, 0.2);
        /// How long pieces go on falling.
        slowness: longest(0.03, 0.4);
        /// How much the pieces differ.
        variety: uneven(0.0, 0.25), lying(0.0, 0.8);
        /// How well pieces bounce.
        liveliness: restitution(0.3, 0.8);
        /// How hard the pieces are.
        brightness: stiffness(3e8, 6e10);
        /// How much the ground sounds too.
        ground: coupling(0.0, 1.0);
    }
}

/// A rupture runs through glass at a kilometre per second: sharp, and soon over.
fn crash() -> BurstParams {
    BurstParams {
        force: 8.0,
        press: 0.3,
        attack: 5e-4,
        decay: 0.05,
        sustain: 0.1,
        hold: 0.01,
        release: 0.04,
        highpass: 200.0,
        lowpass: 14e3,
    }
}

/// A large piece of a drinking glass.
fn pane() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        size: 0.08,
        thickness: 2e-3,
        material: MaterialKind::Glass,
        damping: 4.0,
        count: 16,
        ..BodyParams::default()
    }
}

/// A wooden floor.
fn boards() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        size: 1.2,
        thickness: 0.01,
        material: MaterialKind::Wood,
        damping: 2.0,
        count: 32,
        ..BodyParams::default()
    }
}
