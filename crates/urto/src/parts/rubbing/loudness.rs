//! How loud something rubbed will be, so that nobody hunts for gain.

use super::{Parts, Rub, RubbedSound};
use crate::math;

/// Loud slips lie this many standard deviations of the surface above the mean.
const UPPER: f64 = 1.0;

/// How a body answers what rubs it.
#[derive(Default)]
pub(super) struct RubbedLoudness {
    /// How fast it swings where it is heard per newton that lets go at once \[m/s/N\].
    pub thrown: f64,
    /// The same per newton that comes and goes in time with its most willing mode,
    pub fed: f64,
    /// and how fast that mode swings there when it goes with the hand where it is touched.
    pub carried: f64,
}

impl<P: RubbedSound> Rub<P> {
    /// Works out how the body answers a slip: a drop of force that takes half a period of the
    /// slider throws every mode by drop/(m·w), less the higher ones; some way between all modes
    /// adding up and meeting by chance.
    pub(super) fn feel(&mut self, parts: &Parts) {
        let (mut all, mut power) = (0.0, 0.0);
        let mut answer = RubbedLoudness::default();
        let (place, pickup) = (parts.place, parts.hearing.listening.spot());
        let ear = (pickup, parts.hearing.more.air.is_on());
        let own = self.body.body().heard(parts.body, place, ear);
        let own = own.map(|mode| {
            let low = mode.hertz / parts.hearing.radiates;
            (mode, low * low / (1.0 + low * low))
        });
        // What it stands on goes through the output's filter only, half as steep.
        let below = self.body.standing().seen().map(|mode| {
            let low = mode.hertz / parts.hearing.radiates;
            (mode, low / (1.0 + low * low).sqrt())
        });
        for (mode, radiated) in own.chain(below) {
            let (hertz, touched) = (mode.hertz, mode.touched.abs());
            let heard = mode.heard.abs() * radiated;
            let fast = hertz / parts.slider.frequency;
            let swing = touched * heard / (mode.mass * math::TAU * hertz * (1.0 + fast * fast));
            all += swing;
            power += swing * swing;
            let lost = 2.0 * mode.mass * math::LN_1000 / mode.decay;
            let fed = touched * heard / lost;
            if fed > answer.fed {
                answer.fed = fed;
                answer.carried = heard / touched.max(0.1);
            }
        }
        answer.thrown = (all * power.sqrt()).sqrt();
        self.answer = answer;
    }

    /// Sets the level for a gesture.
    pub(super) fn aim(&mut self, params: &P) {
        let parts = params.parts();
        let (usual_speed, usual_pressure) = self.usual;
        let least = 0.05 * usual_speed;
        let speed = (parts.speed * self.hand.strength()).abs().max(least);
        let pressure = parts.pressure.max(0.05 * usual_pressure);
        let law = &parts.surface.law;
        let drop = pressure
            * (law.static_friction - law.dynamic_friction).max(0.0)
            * math::exp(UPPER * parts.surface.uneven.unevenness);
        // The hold cannot let go of more than it gathers: at speed the slider swings with about
        // the speed of the gesture, against its own m·w.
        let slider = parts.slider;
        let swung = 4.0 * slider.mass * math::TAU * slider.frequency * speed;
        let slips = drop.min(swung) + 0.05 * pressure * law.dynamic_friction;
        // A mode that is fed grows until it goes with the hand.
        let fed = (0.1 * drop * self.answer.fed).min(0.2 * speed * self.answer.carried);
        let expected = P::GATHERS * (slips * self.answer.thrown + fed);
        let stronger = (speed * pressure / (usual_speed * usual_pressure)).sqrt();
        self.output.aim(expected, stronger, &parts.hearing.output);
    }
}
