//! What several sounds share: levels, hands, grounds, and what rides over them.

pub(crate) mod correction;
pub(crate) mod crowd;
pub(crate) mod crumple;
pub(crate) mod in_air;
pub(crate) mod loudness;
pub(crate) mod output;
pub(crate) mod pickups;
pub(crate) mod rubbing;
pub(crate) mod strike;
pub(crate) mod surface_follower;
pub(crate) mod surfaces;

/// A gesture's strength as an event gives it, within what is allowed.
pub(crate) fn strength(asked: f64) -> f64 {
    if asked.is_finite() {
        asked.clamp(0.0, 10.0)
    } else {
        1.0
    }
}
