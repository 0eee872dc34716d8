//! What is shaken or poured, and into what.

use crate::body::{BodyKind, BodyParams, MaterialKind, Supported};
use crate::parts::output::{Listening, OutputParams};
use crate::parts::pickups::MorePickups;
use crate::texture::Irregular;

crate::choice! {
    /// Shaken in a vessel, or poured onto it.
    pub enum Handling {
        /// The vessel is shaken.
        Shaken = "shaken",
        /// They are poured into the vessel.
        Poured = "poured",
    }
}

crate::params! {
    /// Many small things in a vessel, shaken or poured.
    pub struct GrainsParams("grains") {
        /// Shaken in a vessel, or poured onto it.
        motion: Handling::Shaken, Choice(Handling), "", Event;
        /// Number of grains, when shaken.
        count: 30, Integer(1, 100_000), "", Block, spread 0.03;
        /// Grains per second, when poured.
        flow: 60.0, Log(0.1, 1e5), "1/s", Block, spread 0.05;
        /// Height of fall, when poured.
        height: 0.2, Log(1e-3, 10.0), "m", Block, spread 0.05;
        /// Shakes per second.
        shakes: 4.0, ZeroLog(0.1, 20.0), "1/s", Block, spread 0.05;
        /// Speed that a shake gives the grains.
        effort: 1.0, Log(0.01, 20.0), "m/s", Block, spread 0.1;
        /// Duration of a shake as a share of the time between shakes: small is jerky.
        stroke: 0.4, Linear(0.02, 1.0), "", Block, expert, spread 0.05;
        /// Time for the grains' energy to fall to 37 % after a shake.
        settle: 0.05, Log(1e-3, 5.0), "s", Block, spread 0.05;
        /// Distance a grain travels between two collisions.
        path: 0.05, Log(1e-3, 1.0), "m", Block, expert, spread 0.05;
        /// Share of its speed that a poured grain keeps in a bounce.
        restitution: 0.4, Linear(0.0, 0.9), "", Block, spread 0.05;
        /// Share of collisions between grains rather than with the vessel.
        among: 0.7, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Stiffness of the contacts, k in k·x^1.5.
        stiffness: 1e9, Log(1e3, 1e11), "N/m^1.5", Block, spread 0.05;
        /// Share of each collision's energy that excites the vessel.
        coupling: 0.4, Linear(0.0, 1.0), "", Block, expert, spread 0.0;
        /// Spread of the grains' sizes (standard deviation of the logarithm).
        spread: 0.15, Linear(0.0, 1.0), "", Block, spread 0.03;
        /// Number of different sizes, as with coins; 0 makes every grain different.
        kinds: 0, Integer(0, 64), "", Block, expert, spread 0.0;
        include irregular: Irregular = Irregular { uneven: 0.03, lying: 0.4 };
        /// Random differences between one shake or gust and the next.
        variation: 0.4, Linear(0.0, 1.0), "", Event, spread 0.0;
        include listening: Listening = Listening::at(0.9);
        /// A grain.
        grain: coin(), Table(BodyParams), "", Block;
        /// The vessel.
        body: jar(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.5);
        include more: MorePickups;
    }
    macros {
        /// How many there are.
        amount: flow(5.0, 1500.0);
        /// How hard they are shaken or how deep they fall.
        vigour: effort(0.3, 3.0), height(0.03, 1.0);
        /// How much they differ.
        variety: spread(0.0, 0.5), uneven(0.0, 0.15), lying(0.0, 0.8);
        /// How long they go on by themselves.
        liveliness: settle(0.015, 0.2);
        /// How hard they are.
        hardness: stiffness(1e7, 1e10);
        /// How large a grain is.
        size: grain.size(0.018, 0.05);
        /// How much the vessel sounds.
        vessel: coupling(0.1, 1.0);
        /// How often grains meet each other.
        jingle: among(0.0, 0.85);
    }
}

/// A coin; among others it does not ring long.
fn coin() -> BodyParams {
    BodyParams {
        kind: BodyKind::Disc,
        size: 0.023,
        thickness: 2e-3,
        material: MaterialKind::Brass,
        damping: 8.0,
        count: 8,
        ..BodyParams::default()
    }
}

/// A jar, held in a hand.
fn jar() -> BodyParams {
    BodyParams {
        kind: BodyKind::Glass,
        size: 0.12,
        thickness: 3e-3,
        material: MaterialKind::Glass,
        damping: 60.0,
        count: 32,
        ..BodyParams::default()
    }
}
