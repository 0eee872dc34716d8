//! How strongly a blow will swing a body: what levels are set by.
//!
//! Law: the blow's impulse, dulled by the contact's duration, shared out over the modes as they
//! are struck and heard.

use crate::body::{Body, BodyParams};
use crate::math;

/// A blow on a body.
pub(super) struct Blow<'a> {
    /// What is struck, and its parameters.
    pub body: &'a Body,
    pub params: &'a BodyParams,
    /// Where it is struck and heard, 0 to 1.
    pub strike: f64,
    pub pickup: f64,
    /// What strikes \[kg\], and how the contact resists: stiffness and exponent.
    pub weight: f64,
    pub stiffness: f64,
    pub exponent: f64,
}

/// Peak over what is worked out, for ringing and for forced motion: measured over all kinds of
/// bodies, materials and hammers.
const RINGS: f64 = 3.0;
const FORCED: f64 = 3.0;
/// Share of a blow's impulse that is found at the highest frequencies: none is quite smooth.
const ROUGH: f64 = 1e-5;

/// How a body answers a blow, summed over its modes.
#[derive(Default)]
struct Felt {
    /// How easily the struck point is thrown \[1/kg\],
    light: f64,
    /// and how far it yields \[m/N\].
    soft: f64,
    /// How fast the heard point then swings per impulse if all modes add up \[1/kg\],
    all: f64,
    /// and the sum of their squares: if they do not.
    power: f64,
    /// How fast it goes along with the force \[1/kg\].
    forced: f64,
}

impl Blow<'_> {
    /// How fast the heard point will move, about \[m/s\], after a blow at a speed \[m/s\].
    pub fn expected(&self, speed: f64) -> f64 {
        let speed = speed.abs().max(1e-9);
        // How the body gives way depends on how long the blow lasts, and the other way round: a
        // few rounds are near enough.
        let mut felt = Felt::default();
        let mut mass = self.weight;
        for _ in 0..4 {
            felt = self.feel(self.duration(mass, speed, felt.soft));
            mass = 1.0 / (1.0 / self.weight + felt.light);
        }
        // Between modes that all add up and modes that meet by chance.
        let rings = (felt.all * felt.power.sqrt()).sqrt();
        speed * mass * (RINGS * rings + FORCED * felt.forced.abs())
    }

    /// How long the two touch \[s\]: half a period of the spring at the greatest compression,
    /// from energy; and of the striker on what the body yields like a spring.
    pub fn duration(&self, mass: f64, speed: f64, soft: f64) -> f64 {
        let a = self.exponent;
        let reach = math::pow(
            0.5 * (a + 1.0) * mass * speed * speed / self.stiffness,
            1.0 / (a + 1.0),
        );
        let pressed = 3.0 * reach / speed;
        (pressed * pressed + 10.0 * self.weight * soft).sqrt()
    }

    /// What a blow of a duration \[s\] does to the body. Slow modes are thrown by its impulse;
    /// fast ones go along with its force (a half sine), 8·(f·T)² times less, and hardly ring on,
    /// since the force begins like t^1.5.
    fn feel(&self, duration: f64) -> Felt {
        let mut felt = Felt::default();
        let away = (self.strike - self.pickup).abs();
        for (index, mode) in self.body.modes().iter().enumerate() {
            let struck = self.body.shape(index, self.strike);
            let heard = self.body.shape(index, self.pickup);
            let hertz = mode.frequency * self.params.tuning;
            let (w, dull) = (math::TAU * hertz, hertz * duration);
            let thrown = 1.0 / (1.0 + 8.0 * dull * dull);
            // Nepers that a wave loses per cycle, on its way from here to there.
            let lost = away * math::LN_1000 / (mode.decay * self.params.ringing * hertz);
            let smooth = 1.0 / math::power(1.0 + 4.0 * dull * dull, 1.25);
            let ringing = math::exp(-lost) * (smooth + ROUGH);
            let light = struck * struck / mode.mass;
            let swing = struck * heard / mode.mass;
            felt.light += light * thrown;
            felt.soft += light * (1.0 - thrown) / (w * w);
            felt.all += swing.abs() * ringing;
            felt.power += swing * swing * ringing * ringing;
            felt.forced += swing * thrown * (1.0 - thrown);
        }
        felt
    }
}
