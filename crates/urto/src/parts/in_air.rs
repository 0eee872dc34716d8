//! Where one listens in the air around a body.

use crate::air::FURTHEST;

crate::choice! {
    /// Where a listening point is.
    pub enum HeardAt {
        /// On the body.
        Body = "body",
        /// In the air around it.
        Air = "air",
    }
}

crate::params! {
    /// Where one listens in the air around a body.
    pub struct AirParams("air") {
        /// Whether the listening point is on the body or in the air around it, at `x`, `y` and `z`
        /// from its middle. A body from a mesh that was made with `urto modes --air` sounds
        /// different on each side; any other sounds as it does where its listening point lies, alike
        /// all around. At one metre it is about as loud as on the body, at two half as loud.
        at: HeardAt::Body, Choice(HeardAt), "", Rebuild, expert;
        /// Where the listener is along x, from the middle of the body. Sound takes its time to get
        /// there; who moves hears the pitch change.
        x: 0.0, Linear(-FURTHEST, FURTHEST), "m", Block, expert, spread 0.0;
        /// Where the listener is along y.
        y: 0.0, Linear(-FURTHEST, FURTHEST), "m", Block, expert, spread 0.0;
        /// Where the listener is along z.
        z: 1.0, Linear(-FURTHEST, FURTHEST), "m", Block, expert, spread 0.0;
    }
}

impl AirParams {
    /// Whether it is in the air.
    pub(crate) fn is_on(&self) -> bool {
        self.at == HeardAt::Air
    }

    /// The place \[m\] from the middle of the body, if it is in the air.
    pub(crate) fn place(&self) -> Option<[f64; 3]> {
        self.is_on().then_some([self.x, self.y, self.z])
    }
}
