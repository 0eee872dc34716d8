//! Between presets: every number on its own scale, over a square of up to four corners.
//!
//! Resonators stay as they are: what a thing is stays while it is touched, and what moves is how.
//! Papetti (2010, section 2.2.6) found that gestures which change resonators sound unnatural, and
//! those which change the interaction are understood at once. So a body, a support or a string is
//! morphed only if the user loosens it.
//!
//! What must be built anew (choices of form, lists, sizes of crowds) is structure. It lies nowhere
//! between: where the user wants it, it is that of the nearest corner, and so switches at the
//! middle, where the player crossfades.

use crate::document::{Corner, Instance, alike};
use crate::state::State;
use std::collections::BTreeSet;
use urto::body::{BodyKind, BodyParams, SupportParams};
use urto::object::StringParams;
use urto::param::{
    ChoiceField, Declared, Kind, ParamId, Scale, Spec, Table, Update, Value, leaves, number_of,
};

/// A share above this is all: at a corner its values are exact.
const ALL: f64 = 1.0 - 1e-9;

/// The tables of what rings.
const RESONATORS: [&str; 3] = [
    BodyParams::TABLE.key,
    SupportParams::TABLE.key,
    StringParams::TABLE.key,
];

/// Keys of the tables that describe what rings: `body`, `striker.body`, `support`. One inside
/// another is part of it.
pub fn resonators(table: &'static Table) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (key, _) in table.keys() {
        let ends = key.match_indices('.').map(|(at, _)| at);
        let outermost = ends.map(|at| &key[..at]).find(|key| {
            let kind = table.locate(key).ok().map(|(_, spec)| spec.kind);
            matches!(kind, Some(Kind::Table(own)) if RESONATORS.contains(&own.key))
        });
        if let Some(own) = outermost.filter(|own| found.iter().all(|old| old != own)) {
            found.push(own.to_owned());
        }
    }
    found
}

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

/// Moves an instance to a place of its square.
pub(crate) fn morph(instance: &mut Instance, place: [f64; 2]) {
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
    let table = instance.values.table();
    let firm: BTreeSet<String> = resonators(table)
        .into_iter()
        .filter(|key| !instance.loose.contains(key))
        .collect();
    let stays = |instance: &Instance, id: &ParamId| {
        let key = table.key_of(id);
        key.is_some_and(|key| instance.is_locked(&key) || is_within(&key, &firm))
    };
    if instance.structure {
        take_structure(instance, nearest, stays);
    }
    for (id, spec) in leaves(&*instance.values) {
        if spec.update != Update::Rebuild
            && !stays(instance, &id)
            && let Some(value) = between(&instance.values, &present, nearest, &id, spec)
        {
            let _ = instance.values.assign(&id, &Value::Number(value));
        }
    }
}

/// Whether a key is one of these, or within one.
fn is_within(key: &str, all: &BTreeSet<String>) -> bool {
    all.iter().any(|own| {
        let rest = key.strip_prefix(own.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']))
    })
}

/// A number between the corners; nothing where one of them does not have it.
fn between(
    now: &State,
    present: &[(&Corner, f64)],
    nearest: &Corner,
    id: &ParamId,
    spec: &Spec,
) -> Option<f64> {
    let Kind::Number(range) = spec.kind else {
        return None;
    };
    let mut position = 0.0;
    for (corner, share) in present {
        let (value, _) = number_of(&*corner.values, id)?;
        let meant = meant(&corner.values, id, value);
        if *share >= ALL {
            // A body of another kind has another usual measure.
            let exact = value == meant || kind_beside(now, id) == kind_beside(&corner.values, id);
            return Some(if exact { value } else { range.clamp(meant) });
        }
        position += share * range.position(meant);
    }
    // Nothing lies between none and something: the nearest corner says which.
    let (near, _) = number_of(&*nearest.values, id)?;
    if range.scale == Scale::ZeroLog && meant(&nearest.values, id, near) == 0.0 {
        return Some(0.0);
    }
    Some(range.value_at(position.max(f64::MIN_POSITIVE)))
}

/// What a number means: where 0 stands for the usual measure of a body of its kind and size, that.
fn meant(values: &State, id: &ParamId, value: f64) -> f64 {
    if value != 0.0 {
        return value;
    }
    let measure = || {
        let key = values.table().key_of(id)?;
        let (beside, measure) = key.rsplit_once('.')?;
        let (_, spec) = values.table().locate(beside).ok()?;
        let Kind::Table(table) = spec.kind else {
            return None;
        };
        let at = ["width", "thickness"]
            .iter()
            .position(|own| *own == measure)?;
        let size = values.table().find(&format!("{beside}.size")).ok()?;
        let body = BodyParams {
            kind: BodyKind::from_index(kind_beside(values, id)?)?,
            size: number_of(&**values, &size)?.0,
            ..BodyParams::default()
        };
        (table.key == BodyParams::TABLE.key).then_some(body.measures()?[at])
    };
    measure().unwrap_or(value)
}

/// The choice `kind` in the same table.
fn kind_beside(values: &State, id: &ParamId) -> Option<usize> {
    let key = values.table().key_of(id)?;
    let (beside, _) = key.rsplit_once('.')?;
    let kind = values.table().find(&format!("{beside}.kind")).ok()?;
    match values.value(&kind)? {
        Value::Choice(index) => Some(index),
        _ => None,
    }
}

/// Takes over from a corner all that may move and must be built anew, and every choice.
fn take_structure(
    instance: &mut Instance,
    corner: &Corner,
    stays: impl Fn(&Instance, &ParamId) -> bool,
) {
    let mut fresh = corner.values.clone();
    // Lists come before their entries.
    for (id, spec) in leaves(&*instance.values) {
        let number = matches!(spec.kind, Kind::Number(_)) && spec.update != Update::Rebuild;
        if (number || stays(instance, &id))
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

    #[test]
    fn what_rings_is_known() {
        let of = |sound: &str| resonators(urto_file::catalogue().sound(sound).unwrap().table);
        assert_eq!(of("impact"), ["striker.body", "body", "support"]);
        assert_eq!(of("bowed_string"), ["string"]);
        let friction = of("friction");
        for key in ["first.body", "first.string", "second.body", "support"] {
            assert!(friction.iter().any(|own| own == key), "{friction:?}");
        }
        assert!(of("footsteps").is_empty());
    }
}
