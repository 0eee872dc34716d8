//! How a blow differs from the one before: no hand strikes twice alike.

use super::params::{ImpactParams, Touch, TouchLaw};
use crate::body::Spot;
use crate::contact::{ExtendedHertzLaw, FeltLaw, ImpactLaw, LinearLaw};
use crate::gesture::Again;
use crate::key;
use crate::math;
use crate::param::{Declared, Kind, ParamId, Value};
use crate::rng::Rng;

/// Largest factors on the speed and on the contact's stiffness, when variation is 1: 3 dB, as
/// drummers' blows that are meant alike (Dahl 2000), and what another place of the same felt or
/// finger makes of it.
const STRONGER: f64 = 1.4;
const HARDER: f64 = 3.0;
/// Farthest from where it is aimed, as a share of the body.
const BESIDE: f64 = 0.1;

/// One blow, as it falls.
pub(super) struct VariedBlow {
    /// Factor on its speed.
    pub strength: f64,
    /// Where on the body.
    pub place: Spot,
    /// The stiffness of the contact: which number of its law, and its value.
    pub stiffness: (ParamId, Value),
}

/// Draws the next blow of a row.
pub(super) fn draw(rng: &mut Rng, params: &ImpactParams, again: Again) -> VariedBlow {
    let mut by = |most: f64| math::pow(rng.log_uniform(1.0 / most, most), params.variation);
    let (strength, harder) = (by(STRONGER) * again.strength, by(HARDER));
    let beside = BESIDE * params.variation * rng.signed();
    // What would fall beyond an end falls as far before it.
    let aimed = (params.place.strike + again.beside).clamp(0.0, 1.0);
    let along = 1.0 - (1.0 - (aimed + beside).abs()).abs();
    let place = params.place.spot();
    let place = place.shifted(along, again.beside + beside);
    VariedBlow {
        strength,
        place,
        stiffness: stiffness(&params.contact, harder),
    }
}

/// The stiffness of a contact that is N times as hard, within what its law allows.
fn stiffness(contact: &Touch, harder: f64) -> (ParamId, Value) {
    let (table, id, usual) = match contact.law {
        TouchLaw::Impact => (
            &ImpactLaw::TABLE,
            key!(ImpactLaw, stiffness),
            contact.impact.stiffness,
        ),
        TouchLaw::Felt => (
            &FeltLaw::TABLE,
            key!(FeltLaw, stiffness),
            contact.felt.stiffness,
        ),
        TouchLaw::Linear => (
            &LinearLaw::TABLE,
            key!(LinearLaw, stiffness),
            contact.linear.stiffness,
        ),
        TouchLaw::ExtendedHertz => (
            &ExtendedHertzLaw::TABLE,
            key!(ExtendedHertzLaw, stiffness),
            contact.extended_hertz.stiffness,
        ),
    };
    let value = match table.spec_of(&id).map(|spec| &spec.kind) {
        Some(Kind::Number(range)) => range.clamp(usual * harder),
        _ => usual,
    };
    (id, Value::Number(value))
}
