//! Between presets: every number on its own scale, over a square of up to four corners.
//!
//! What must be built anew (choices of form, lists, sizes of crowds) is structure: it stays as it
//! is while the pointer moves, and is taken from the nearest corner only when it comes to rest,
//! if the user wants that. Paper 000 found that players lose the sense of a morph when structure
//! jumps under their hand.

use crate::document::{Corner, Instance, alike};
use urto::param::{Kind, ParamId, Scale, Spec, Update, Value, leaves, number_of};

/// A share above this is all: at a corner its values are exact.
const ALL: f64 = 1.0 - 1e-9;

/// How much each corner counts at a place of the square: bilinear over those there are.
fn shares(present: [bool; 4], [x, y]: [f64; 2]) -> [f64; 4] {
    // On an edge whose corners are both missing the way in from there decides.
    const INSIDE: f64 = 1e-12;
    let [x, y] = [x, y].map(|z| z.clamp(INSIDE, 1.0 - INSIDE));
    let mut shares = [(1.0 - x) * (1.0 - y), x * (1.0 - y), (1.0 - x) * y, x * y];
    for (share, present) in shares.iter_mut().zip(present) {
        *share *= f64::from(u8::from(present));
    }
    let sum: f64 = shares.iter().sum();
    shares.map(|share| if sum > 0.0 { share / sum } else { 0.0 })
}

/// Moves an instance to a place of its square. `settled`: the pointer was let go there.
pub(crate) fn morph(instance: &mut Instance, place: [f64; 2], settled: bool) {
    instance.morph = place.map(|z| z.clamp(0.0, 1.0));
    let corners = instance.corners.clone();
    let shares = shares(corners.each_ref().map(Option::is_some), instance.morph);
    let present: Vec<(&Corner, f64)> = corners
        .iter()
        .zip(shares)
        .filter_map(|(corner, share)| Some((corner.as_ref()?, share)))
        .filter(|(corner, _)| alike(&*corner.values, &*instance.values))
        .collect();
    let nearest = present.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let Some((nearest, _)) = nearest else { return };
    if settled && instance.structure {
        take_structure(instance, nearest);
    }
    for (id, spec) in leaves(&*instance.values) {
        if spec.update != Update::Rebuild
            && !is_locked(instance, &id)
            && let Some(value) = between(&present, nearest, &id, spec)
        {
            let _ = instance.values.assign(&id, &Value::Number(value));
        }
    }
}

fn is_locked(instance: &Instance, id: &ParamId) -> bool {
    let key = instance.values.table().key_of(id);
    key.is_some_and(|key| instance.is_locked(&key))
}

/// A number between the corners; nothing where one of them does not have it.
fn between(present: &[(&Corner, f64)], nearest: &Corner, id: &ParamId, spec: &Spec) -> Option<f64> {
    let Kind::Number(range) = spec.kind else {
        return None;
    };
    let mut position = 0.0;
    for (corner, share) in present {
        let (value, _) = number_of(&*corner.values, id)?;
        if *share >= ALL {
            return Some(value);
        }
        position += share * range.position(value);
    }
    // Nothing lies between none and something: the nearest corner says which.
    let (near, _) = number_of(&*nearest.values, id)?;
    if range.scale == Scale::ZeroLog && near == 0.0 {
        return Some(0.0);
    }
    Some(range.value_at(position.max(f64::MIN_POSITIVE)))
}

/// Takes over from a corner all that is not locked and must be built anew, and every choice.
fn take_structure(instance: &mut Instance, corner: &Corner) {
    let mut fresh = corner.values.clone();
    for (id, spec) in leaves(&*instance.values) {
        let number = matches!(spec.kind, Kind::Number(_)) && spec.update != Update::Rebuild;
        if (number || is_locked(instance, &id))
            && let Some(value) = instance.values.value(&id)
        {
            let _ = fresh.assign(&id, &value);
        }
    }
    instance.values = fresh;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_count_alone_and_the_middle_counts_all() {
        let all = [true; 4];
        assert!(shares(all, [0.0, 0.0])[0] > ALL);
        assert!(shares(all, [1.0, 1.0])[3] > ALL);
        for share in shares(all, [0.5, 0.5]) {
            assert!((share - 0.25).abs() < 1e-12);
        }
        // Two corners make a line, wherever the pointer is beside it.
        for y in [0.0, 0.3, 1.0] {
            let line = shares([true, true, false, false], [0.25, y]);
            assert!((line[0] - 0.75).abs() < 1e-9 && (line[1] - 0.25).abs() < 1e-9);
        }
        assert_eq!(shares([false; 4], [0.5, 0.5]), [0.0; 4]);
    }
}
