//! A fingertip on a body: it takes what moves under it.
//!
//! Hear:   partials that move the place die away, those that have a node there ring on; held before
//!         the blow it makes a flageolet.
//! Law:    a force R·v against the speed v of the place: of each mode the loss grows by
//!         R·shape²/(2·mass).
//! Step:   more loss of modes, which go there as all their changes do (see `object::modal::glide`):
//!         it only takes.
//! Limits: R·shape·shape between two modes is left out: right while the finger takes little in the time in
//!         which two neighbours beat, and too strong a hold on what it stops at once. It has no weight
//!         and no spring of its own. What is more than its modes (a network of masses) does not feel it.
//! Refs:   Zheng & James 2011, equation 20 (loss of modes by contacts, mode by mode).

use super::built::within_range;
use super::spot::Looked;
use super::{Maker, Spot, SpotParams};
use crate::math::LN_1000;
use crate::object::Mode;

crate::params! {
    /// A fingertip that rests on a body and damps it.
    pub struct FingerParams("finger") {
        /// How hard it holds: force for each speed of the place. 0 is off it; of the order of 1 is a
        /// touch, of 10 a firm grip.
        resistance: 0.0, ZeroLog(1e-3, 1e3), "N*s/m", Block, expert, spread 0.0;
        /// Where it rests along the body: 0 is one end, 1 the other.
        place: 0.5, Linear(0.0, 1.0), "", Block, expert, spread 0.0;
        /// The same place on the surface of a body from a mesh.
        place_spot: SpotParams::default(), Table(SpotParams), "", Block;
    }
}

/// A finger where it rests.
#[derive(Clone, Copy)]
pub(super) struct Finger {
    place: Looked,
    resistance: f64,
}

impl FingerParams {
    /// The finger on a body, if it touches it.
    pub(super) fn on(&self, maker: &dyn Maker) -> Option<Finger> {
        (self.resistance > 0.0).then(|| Finger {
            place: Looked::at(Spot::new(self.place, &self.place_spot), maker),
            resistance: self.resistance,
        })
    }
}

impl Finger {
    /// A mode as it rings under the finger.
    pub fn damped(&self, maker: &dyn Maker, index: usize, mode: &Mode) -> Mode {
        let shape = self.place.shape(maker, index);
        let more = self.resistance * shape * shape / (2.0 * mode.mass);
        within_range(&Mode {
            decay: LN_1000 / (LN_1000 / mode.decay + more),
            ..mode.clone()
        })
    }
}
