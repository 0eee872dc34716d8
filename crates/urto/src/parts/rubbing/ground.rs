//! Uneven ground: the pressure changes with the way that has really slipped.

use super::gentle::Gentle;
use super::{Uneven, Wander};

/// The ground something is drawn over.
pub(crate) struct RubbedGround {
    walk: Wander,
    gentle: Gentle,
    /// By how much the surfaces slipped in the last step \[m\].
    slipped: f64,
    /// Factor on the pressure in the coming step.
    harder: f64,
}

impl RubbedGround {
    pub fn new(seed: u64) -> Self {
        Self {
            walk: Wander::new(seed),
            gentle: Gentle::new(),
            slipped: 0.0,
            harder: 1.0,
        }
    }

    /// Ground that is everywhere as it is on average.
    pub fn even() -> Self {
        Self {
            walk: Wander::still(),
            ..Self::new(0)
        }
    }

    /// Slips on \[m\].
    #[inline]
    pub fn slip(&mut self, metres: f64) {
        self.slipped = metres;
    }

    /// Factor on the pressure in this step: exp(unevenness·n(x)), n a smooth walk of mean square 1
    /// that changes over a length of `grain` \[m\]. What has slipped is felt one step later: then
    /// the contact need not wait for it.
    #[inline]
    pub fn harder(&mut self, uneven: &Uneven) -> f64 {
        let now = self.harder;
        let walk = self.walk.advance(self.slipped / uneven.grain);
        self.harder = self.gentle.exp(uneven.unevenness * walk);
        now
    }
}
