//! How loud a breakage will be.

use super::{Breaking, BreakingParams, RUPTURED, UNKNOWN, USUAL};
use crate::parts::loudness;
use crate::texture::{Blow, Make};

impl Breaking {
    /// Sets the level by the largest piece: area times speed goes with the square of the size, so
    /// the largest pieces are what is heard.
    pub(super) fn aim(&mut self, params: &BreakingParams) {
        let speed = params.velocity * self.strength;
        let (body, own) = (self.swarm.described(), &params.piece);
        let blow = Blow {
            mass: own.weight().unwrap_or(UNKNOWN),
            speed: 0.6 * speed,
            stiffness: params.stiffness,
        };
        let (impulse, lasts) = (blow.impulse(), blow.duration());
        let modes = body.seen(own, 0.3, 0.0);
        let struck = loudness::to_blow(modes.clone(), own, impulse, lasts);
        let torn = loudness::to_burst(modes, &params.rupture);
        let torn = torn.times(self.strength * own.size * own.size);
        // What the floor stands on may be louder than the pieces; the floor is not.
        let felt = impulse * params.coupling;
        let below = self.swarm.base().standing().seen();
        let struck = struck + loudness::to_blow(below, &params.body, felt, lasts);
        let (body, whole) = &mut self.whole;
        let large = Make {
            size: params.whole,
            ..Make::default()
        };
        let knocks = params.knock * impulse / 0.6;
        large.apply(whole, own);
        body.fill(whole);
        let knock = loudness::to_blow(body.seen(whole, 0.3, 0.0), whole, knocks, lasts);
        let peak = struck.peak.max(2.0 * torn.peak).max(knock.peak);
        // Of the loudest fifth of a second: some ten collisions of large pieces.
        let power = (10.0 * struck.energy + RUPTURED as f64 * torn.energy) / 0.2;
        let expected = loudness::loud(peak, power.sqrt());
        let louder = speed / USUAL;
        self.output.aim(expected, louder, &params.output);
    }
}
