//! How strongly a blow will swing a body: what levels are set by.
//!
//! Law: the blow's impulse, dulled by the contact's duration, shared out over the modes as they
//! are struck and heard.

use super::loudness::PushedBody;
use crate::body::{Seen, Spot, SpotParams};
use crate::math;

crate::params! {
    /// Where a body is struck.
    pub struct StrikePlace("strike_place") {
        /// Where it strikes, along the body's line: a bar from end to end, a plate from corner to
        /// corner, a disc from rim to rim, a glass half around its rim.
        strike: 0.3, Linear(0.0, 1.0), "", Event, spread 0.3;
        /// Where it strikes on the surface of a body from a mesh.
        strike_spot: SpotParams::default(), Table(SpotParams), "", Event;
    }
}

impl StrikePlace {
    /// At a position along the body's line.
    pub(crate) fn at(strike: f64) -> Self {
        Self {
            strike,
            ..Self::default()
        }
    }

    /// The place.
    pub fn spot(&self) -> Spot {
        Spot::new(self.strike, &self.strike_spot)
    }
}

/// Peak over what is worked out, for ringing and for forced motion: measured over all kinds of
/// bodies, materials and hammers.
const RINGS: f64 = 3.0;
const FORCED: f64 = 3.0;
/// Share of a blow's impulse that is found at the highest frequencies: none is quite smooth.
const ROUGH: f64 = 1e-5;

/// How a body gives way under a blow, summed over its modes.
#[derive(Default)]
struct Yields {
    /// How easily the struck point is thrown \[1/kg\],
    light: f64,
    /// and how far it yields \[m/N\].
    soft: f64,
}

/// How a body then swings, summed over its modes.
#[derive(Default)]
struct Swing {
    /// How fast the heard point then swings per impulse if all modes add up \[1/kg\],
    all: f64,
    /// and the sum of their squares: if they do not.
    power: f64,
    /// How fast it goes along with the force \[1/kg\].
    forced: f64,
    /// The integral of the squared speed over time while it rings \[s/kg²\].
    energy: f64,
}

/// How a mode is struck and heard.
#[derive(Clone, Copy)]
pub(crate) struct Strike {
    hertz: f64,
    /// How easily it is thrown \[1/kg\],
    light: f64,
    /// how fast the heard point then swings per impulse \[1/kg\],
    swing: f64,
    /// what share arrives there,
    arrives: f64,
    /// and how long it takes to die away by 60 dB \[s\].
    decay: f64,
}

impl Strike {
    /// A mode that is heard so far `away` along the body from where it is struck.
    pub fn new(mode: Seen, away: f64) -> Self {
        // Nepers that a wave loses per cycle, on its way from here to there.
        let lost = away * math::LN_1000 / (mode.decay * mode.hertz);
        Self {
            hertz: mode.hertz,
            light: mode.touched * mode.touched / mode.mass,
            swing: mode.touched * mode.heard / mode.mass,
            arrives: math::exp(-lost),
            decay: mode.decay,
        }
    }
}

/// How fast the heard point will move, about \[m/s\], when something of a weight \[kg\] strikes at a
/// speed \[m/s\]. `spring` tells stiffness and exponent of the contact in a blow of a duration \[s\].
pub(crate) fn expected(
    strikes: impl Iterator<Item = Strike> + Clone,
    weight: f64,
    speed: f64,
    spring: impl Fn(f64) -> (f64, f64),
) -> PushedBody {
    let speed = speed.abs().max(1e-9);
    // How the body gives way depends on how long the blow lasts, and the other way round: a few
    // rounds are near enough, from a millisecond on.
    let (mut yields, mut mass, mut lasts) = (Yields::default(), weight, 1e-3);
    for _ in 0..4 {
        // Half a period of the spring at the greatest compression, from energy; and of the striker
        // on what the body yields like a spring.
        let pressed = pressed(mass, speed, spring(lasts));
        lasts = (pressed * pressed + 10.0 * weight * yields.soft).sqrt();
        yields = Yields::of(strikes.clone(), lasts);
        mass = 1.0 / (1.0 / weight + yields.light);
    }
    let felt = Swing::of(strikes, lasts);
    // Between modes that all add up and modes that meet by chance.
    let rings = (felt.all * felt.power.sqrt()).sqrt();
    let thrown = speed * mass;
    let forced = FORCED * felt.forced.abs();
    // Forced motion is half a sine and its rebound.
    let energy = RINGS * RINGS * felt.energy + forced * forced * lasts;
    PushedBody {
        peak: speed * mass * (RINGS * rings + forced),
        energy: thrown * thrown * energy,
    }
}

/// How long a mass \[kg\] presses on a spring of a stiffness and exponent \[s\].
fn pressed(mass: f64, speed: f64, (stiffness, a): (f64, f64)) -> f64 {
    let reach = math::pow(
        0.5 * (a + 1.0) * mass * speed * speed / stiffness,
        1.0 / (a + 1.0),
    );
    3.0 * reach / speed
}

/// How far a blow throws a mode, as against a blow that is over at once; `dull` is how many of its
/// periods it lasts.
fn thrown(dull: f64) -> f64 {
    1.0 / (1.0 + 8.0 * dull * dull)
}

impl Yields {
    /// Slow modes are thrown by a blow of a duration \[s\]; fast ones go along with its force (a
    /// half sine), 8·(f·T)² times less.
    fn of(strikes: impl Iterator<Item = Strike>, duration: f64) -> Self {
        let mut yields = Self::default();
        for Strike { hertz, light, .. } in strikes {
            let thrown = thrown(hertz * duration);
            let w = math::TAU * hertz;
            yields.light += light * thrown;
            yields.soft += light * (1.0 - thrown) / (w * w);
        }
        yields
    }
}

impl Swing {
    /// What a blow of a duration \[s\] does to the modes. Fast ones hardly ring on, since the force
    /// begins like t^1.5.
    fn of(strikes: impl Iterator<Item = Strike>, duration: f64) -> Self {
        let mut felt = Self::default();
        for strike in strikes {
            let Strike {
                hertz,
                swing,
                arrives,
                decay,
                ..
            } = strike;
            let dull = hertz * duration;
            let thrown = thrown(dull);
            // To the power 1.25.
            let slow = 1.0 + 4.0 * dull * dull;
            let smooth = 1.0 / (slow * slow.sqrt().sqrt());
            let ringing = arrives * (smooth + ROUGH);
            felt.all += swing.abs() * ringing;
            let power = swing * swing * ringing * ringing;
            felt.power += power;
            // A sine that decays: half its square, over half the time constant.
            felt.energy += power * decay / (4.0 * math::LN_1000);
            felt.forced += swing * thrown * (1.0 - thrown);
        }
        felt
    }
}
