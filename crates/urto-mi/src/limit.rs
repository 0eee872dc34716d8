//! The stiffest that links may be.
//!
//! Law:    leapfrog is stable where h²·(sum of tangent stiffnesses at a mass) stays below 2·m for
//!         every mass (Gershgorin's circles around the rows of the dynamic matrix; an eigenvalue
//!         would allow up to twice as much, but costs more than it brings).
//! Step:   each link may have its share of that at either end, by how stiff it is beside the other
//!         links there.

use crate::law::LinkLaw;
use crate::model::{Link, Model};

/// Share of the limit that is used: at the limit itself pitches are far off.
pub(crate) const USED: f64 = 0.9;
/// Stretch, as a share of its length, at which a link that bends is judged beside others.
const USUAL_STRETCH: f64 = 0.1;
/// The same for one that has no length \[m\].
const WITHOUT_LENGTH: f64 = 0.01;

/// Between masses that no force moves nothing needs a limit, but what a driver does there is to be
/// finite \[N/m\].
const STIFFEST: f64 = 1e15;

/// How stiff a law is at a usual stretch \[N/m\].
pub(crate) fn weight(law: &LinkLaw, h: f64) -> f64 {
    let stretch = match law.length() {
        0.0 => WITHOUT_LENGTH,
        length => USUAL_STRETCH * length,
    };
    law.stiffness_at(stretch, h)
}

/// The steepest that each link may become \[N/m\], for steps of `h` seconds.
pub(crate) fn steepest(model: &Model, h: f64) -> Vec<f64> {
    let masses = model.masses();
    let mut sums = vec![0.0; masses.len()];
    for link in model.acting() {
        link.ends
            .iter()
            .for_each(|end| sums[end.index()] += weight(&link.law, h));
    }
    let allowed = |link: &Link| {
        let at = |index: usize| {
            let mass = &masses[index];
            let whole = 2.0 * USED * mass.mass / (h * h);
            match (mass.is_held(), sums[index] > 0.0) {
                (true, _) => STIFFEST,
                (_, true) => whole * weight(&link.law, h) / sums[index],
                (_, false) => whole,
            }
        };
        let own = link.ends.map(|end| at(end.index()));
        own[0].min(own[1])
    };
    model.links().iter().map(allowed).collect()
}
