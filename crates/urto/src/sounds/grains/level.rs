//! How loud grains will be.

use super::{Grains, GrainsParams, Handling, MOST, UNKNOWN, USUAL, fall};
use crate::math;
use crate::parts::loudness;
use crate::texture::{Blow, Make};

impl Grains {
    /// Collisions per second, and their speed \[m/s\], while it is loudest.
    pub(super) fn loudest(&self, params: &GrainsParams) -> (f64, f64) {
        match params.motion {
            Handling::Shaken => {
                let speed = params.effort * self.strength;
                (params.count as f64 * speed / params.path, speed)
            }
            Handling::Poured => {
                let speed = fall(params) * self.strength;
                // Later bounces add little power.
                (params.flow, speed)
            }
        }
    }

    pub(super) fn aim(&mut self, params: &GrainsParams) {
        let (rate, speed) = self.loudest(params);
        let stands_for = (rate / MOST).max(1.0);
        let (mut peak, mut energy) = (0.0f64, 0.0);
        // No two grains are alike: a large one makes the peaks, all together the power. The mean
        // over a bell curve is exact to the fifth power for three points (Gauss and Hermite).
        let far = 3f64.sqrt();
        for (off, share) in [(-far, 1.0 / 6.0), (0.0, 2.0 / 3.0), (far, 1.0 / 6.0)] {
            let size = math::exp(params.spread * off);
            let (body, own) = &mut self.sample;
            let make = Make {
                size,
                thickness: size,
                ..Make::default()
            };
            make.apply(own, &params.grain);
            body.fill(own);
            let blow = Blow {
                mass: own.weight().unwrap_or(UNKNOWN),
                speed: speed * stands_for.sqrt(),
                stiffness: params.stiffness,
            };
            let (impulse, lasts) = (blow.impulse(), blow.duration());
            let small = loudness::to_blow(body.seen(own, 0.3, 0.0), own, impulse, lasts);
            let ear = (params.listening.spot(), params.more.air.is_on());
            let modes = self.swarm.base().heard(&params.body, 0.3, ear);
            let felt = impulse * params.coupling;
            let mut large = loudness::to_blow(modes, &params.body, felt, lasts);
            large.energy *= 1.0 - params.among;
            let one = small + large;
            peak = peak.max(one.peak);
            energy += share * one.energy;
        }
        let rms = (rate / stands_for * energy).sqrt();
        // Fast and heavy grains are louder than most; the speed does not stay at its highest.
        let expected = loudness::loud(2.5 * peak + 1.5 * rms, rms);
        self.output.aim(expected, speed / USUAL, &params.output);
    }
}
