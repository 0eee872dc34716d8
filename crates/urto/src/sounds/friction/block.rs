//! A free block: a hand pushes it and lets it go; it slides until friction has stopped it.
//!
//! Law:    a hand pushes the harder the slower the block is: push·(1 - v/V), none beyond its own
//!         speed V, as muscles do (Hill 1938, his hyperbola taken straight). Let go, only friction
//!         acts.
//!         What has come to rest is taken off: else it would rock on its bristles, hardly damped,
//!         for as long as it is heavy.
//! Step:   the force is that at the end of the step if nothing but the hand acted, so that no push
//!         makes it overshoot: push·(1 - v/V)/(1 + push·h/(m·V)). Its work is booked as injected.

use super::{FrictionParams, Rubbed, RubbedKind};
use crate::network::{Network, ObjectId};
use crate::object::Point;

/// Slower than this share of the hand's speed it rests, for the hiss: the noise of a stuck contact
/// would else keep itself alive.
const RESTS: f64 = 0.01;
/// Taking it off takes this long \[s\]: a hand is no switch.
const TAKEN: f64 = 0.05;
/// No block is waited for longer than this \[s\].
const LONGEST: f64 = 20.0;

/// What slides freely.
pub(super) struct SlidBlock {
    object: ObjectId,
    /// Whether the hand pushes it, rather than what rubs on it.
    pushed: bool,
    /// Share of its weight that lies there.
    lies: f64,
}

impl SlidBlock {
    /// The free one of the two bodies: the first if both are.
    pub fn find(params: &FrictionParams, objects: [ObjectId; 2]) -> Option<Self> {
        let free = |rubbed: &Rubbed| rubbed.kind == RubbedKind::Free;
        let [first, second] = objects;
        let (object, pushed) = match (free(&params.first), free(&params.second)) {
            (true, _) => (first, true),
            (false, true) => (second, false),
            (false, false) => return None,
        };
        Some(Self {
            object,
            pushed,
            lies: 0.0,
        })
    }

    /// Share of its weight after one more step \[s\] at rest; who has it in hand holds it still.
    pub fn take_off(&mut self, network: &mut Network, step: f64) -> f64 {
        self.lies = (self.lies - step / TAKEN).max(0.0);
        if self.lies == 0.0 {
            network.restart(self.object);
        }
        self.lies
    }

    /// Whether the hand is on it.
    pub fn is_pushed(&self) -> bool {
        self.pushed
    }

    fn speed(&self, network: &Network) -> f64 {
        network.look(self.object).velocity(Point(0))
    }

    /// Whether it has not come to rest.
    pub fn slides(&self, network: &Network, params: &FrictionParams) -> bool {
        self.lies == 1.0 && self.speed(network).abs() > RESTS * params.velocity.abs()
    }

    /// Lies there, and is pushed on by a hand that would go at `speed` \[m/s\], for one step \[s\].
    pub fn push(&mut self, network: &mut Network, params: &FrictionParams, speed: f64, step: f64) {
        self.lies = 1.0;
        if speed == 0.0 || !self.pushed {
            return;
        }
        let behind = 1.0 - self.speed(network) / speed;
        let firm = 1.0 + params.push * step / (params.first.mass.mass * speed.abs());
        let newtons = params.push * behind.clamp(0.0, 1.0) / firm;
        network.push(self.object, Point(0), newtons * speed.signum());
    }

    /// How long one that was let go may slide, about \[s\]: m·v over its friction.
    pub fn slides_for(params: &FrictionParams, rubbed: &Rubbed) -> f64 {
        let friction = &params.rub.friction;
        let holds = friction.dynamic_friction * friction.normal_force;
        (rubbed.mass.mass * params.velocity.abs() / holds.max(1e-9)).min(LONGEST)
    }
}
