//! Two targets of a blow at once, by stiffness and loss together.

use super::bench::Bench;
use super::blow::{
    Place, Trouble, allowed, by_loss, by_stiffness, enough, off, start, unreachable,
};
use super::root::Search;
use super::{Reach, TargetError};
use crate::math;

/// A sixth of a decade of stiffness, as a share of the knob's travel.
const FINE: f64 = 1.0 / 84.0;

/// Where both knobs are tried.
struct Mesh {
    losses: Vec<f64>,
    /// From one stiffness to the next.
    step: f64,
}

/// Four times as many stations.
pub(super) fn dense(stations: &[f64]) -> Vec<f64> {
    let between = |pair: &[f64]| [0.0, 0.25, 0.5, 0.75].map(|s| pair[0] + s * (pair[1] - pair[0]));
    let last = stations.last().copied();
    stations.windows(2).flat_map(between).chain(last).collect()
}

/// The stiffness's position for a loss, in line with the two nearest that are known.
pub(super) fn foreseen(ways: &[[f64; 2]], loss: f64) -> Option<f64> {
    let apart = |way: &&[f64; 2]| (way[0] - loss).abs();
    let near = ways.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
    let rest = ways.iter().filter(|way| way[0] != near[0]);
    let next = rest.min_by(|a, b| apart(a).total_cmp(&apart(b)));
    let slope = next.map_or(0.0, |next| (next[1] - near[1]) / (next[0] - near[0]));
    // A jump between the two says nothing of what lies beyond.
    let step = (slope * (loss - near[0])).clamp(-1.0 / 14.0, 1.0 / 14.0);
    Some(near[1] + step)
}

/// Meets two targets, going from the quick way to the thorough one.
pub(super) fn both(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    trouble: &mut Trouble,
) -> Result<Place, TargetError> {
    let stations = bench.stations(1);
    let meshes = [
        Mesh {
            losses: stations.clone(),
            step: 2.0 * FINE,
        },
        Mesh {
            losses: dense(&stations),
            step: FINE,
        },
    ];
    let wishes = [first, second];
    // Where a centroid is asked for, it is foretold first, and rendered where that leads.
    let bright = wishes.iter().any(|(key, _)| *key == "centroid");
    let told = |bench: &mut Bench, way, trouble: &mut Trouble| match bright {
        true => foretold(bench, wishes, way, trouble),
        false => Ok(None),
    };
    let [coarse, fine] = &meshes;
    if let Some(found) = told(bench, Way::Along(false), trouble)? {
        return Ok(found);
    }
    if let Ok((found, _)) = along(bench, first, second, false, trouble)? {
        return Ok(found);
    }
    for way in [Way::All(coarse), Way::Along(true), Way::All(fine)] {
        if let Some(found) = told(bench, way, trouble)? {
            return Ok(found);
        }
    }
    if let Some(found) = everywhere(bench, first, second, coarse, trouble) {
        return Ok(found);
    }
    let missed = match along(bench, first, second, true, trouble)? {
        Ok((found, _)) => return Ok(found),
        Err(missed) => missed,
    };
    let found = everywhere(bench, first, second, fine, trouble);
    found.or(missed.near).ok_or(missed.error)
}

/// How both knobs are searched.
enum Way<'a> {
    /// Along the losses; patiently or not.
    Along(bool),
    /// At all places of a mesh.
    All(&'a Mesh),
}

/// By what the modes foretell of the centroid; where that leads, attacks are rendered.
fn foretold(
    bench: &mut Bench,
    [first, second]: [(&'static str, f64); 2],
    way: Way,
    trouble: &mut Trouble,
) -> Result<Option<Place>, TargetError> {
    bench.foretells = true;
    bench.slack = ROUGH;
    let near = match way {
        Way::Along(patient) => along(bench, first, second, patient, trouble).map(|way| match way {
            Ok(((at, _), seen)) => Some((at, seen)),
            Err(missed) => missed.near.map(|(at, _)| (at, missed.seen)),
        }),
        Way::All(mesh) => {
            let found = everywhere(bench, first, second, mesh, trouble);
            Ok(found.map(|(at, _)| (at, Reach::of([], second.1))))
        }
    };
    bench.foretells = false;
    bench.slack = 1.0;
    let Some((at, seen)) = near? else {
        return Ok(None);
    };
    bench.from = at[1];
    Ok(beside(bench, first, second, (at, seen), trouble))
}

/// Meets both close to a place that nearly does.
fn beside(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    (place, seen): ([f64; 2], Reach),
    trouble: &mut Trouble,
) -> Option<Place> {
    let range = off(second.0, Some(seen.high), second.1) - off(second.0, Some(seen.low), second.1);
    let fair = (FAIR * range).clamp(2.0 * enough(second.0), allowed(second.0));
    let mut ways = vec![[place[1], place[0]]];
    let mut spots: Vec<Spot> = Vec::new();
    let slope = slope(bench, first, second, place, trouble);
    let mut search = Search::new(enough(second.0), |loss| {
        let begin = foreseen(&ways, loss).unwrap_or(place[0]);
        let met = by_stiffness(bench, first, begin, loss, trouble, false).ok();
        let spot = met.and_then(|(at, _)| {
            ways.push([loss, at]);
            spot(bench, first, second, [at, loss], trouble)
        });
        spots.extend(spot);
        spot.map_or(f64::NAN, |spot| spot.off)
    });
    search.hasty = true;
    search.most = LOOKS;
    let found = slope.and_then(|slope| search.slide(place[1], slope));
    let good = |search: &Search<_>| search.best().filter(|best| best.off.abs() <= fair);
    let found = found.or_else(|| good(&search));
    let found = found.or_else(|| search.around(place[1], BESIDE));
    let found = found.or_else(|| good(&search))?.at;
    let spot = spots.iter().find(|spot| spot.at[1] == found)?;
    Some((spot.at, spot.values))
}

/// How the second target changes over the loss's travel while the first is met, as foretold.
fn slope(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    place: [f64; 2],
    trouble: &mut Trouble,
) -> Option<f64> {
    bench.foretells = true;
    let mut at = |loss: f64| {
        let met = by_stiffness(bench, first, place[0], loss, trouble, false).ok();
        met.and_then(|(at, _)| spot(bench, first, second, [at, loss], trouble))
    };
    let aside = if place[1] < 0.5 { 1e-3 } else { -1e-3 };
    let ends = [at(place[1]), at(place[1] + aside)];
    bench.foretells = false;
    match ends {
        [Some(a), Some(b)] => Some((b.off - a.off) / aside),
        _ => None,
    }
}

/// What is foretold need be met only within so many times the usual.
const ROUGH: f64 = 10.0;
/// A share of all that it can be, as far as that was seen, is near enough where nothing nearer is
/// found at once.
const FAIR: f64 = 0.02;
/// Most attacks rendered there.
const LOOKS: usize = 12;
/// A foretold place is right within a share of the knob's travel.
const BESIDE: f64 = 0.04;

/// What came nearest, if anything did, and what to say if that is not enough.
struct Missed {
    near: Option<Place>,
    seen: Reach,
    error: TargetError,
}

/// Follows the first target along the losses. One who is patient looks for it from the softest
/// to the hardest at each; else only near to where it was found before.
fn along(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    patient: bool,
    trouble: &mut Trouble,
) -> Result<Result<(Place, Reach), Missed>, TargetError> {
    let mut still = Bench::new(&bench.params)?;
    still.slack = bench.slack;
    still.from = bench.from;
    let begin = start(bench, first);
    // Losses and the stiffness's positions at which the first is met, and its values.
    let mut ways: Vec<[f64; 2]> = Vec::new();
    let mut firsts: Vec<(f64, f64)> = Vec::new();
    let mut beside = Reach::of([], first.1);
    let mut tried = false;
    let setting = |loss: f64| {
        let next = match patient {
            true => ways.last().map(|way| way[1]),
            false => foreseen(&ways, loss),
        };
        let patient = patient || !tried;
        tried = true;
        match by_stiffness(bench, first, next.unwrap_or(begin), loss, trouble, patient) {
            Ok((at, got)) => {
                ways.push([loss, at]);
                firsts.push((loss, got));
                let value = trouble.note(bench.value(second.0, [at, loss]));
                value.map(|value| (value, at))
            }
            Err(range) => {
                beside = beside.joined(range, first.1);
                None
            }
        }
    };
    let found = by_loss(&still, second, !patient, setting);
    let place = |[stiffness, loss, got]: [f64; 3]| {
        let own = firsts.iter().find(|(at, _)| *at == loss);
        let own = own.map_or(f64::NAN, |(_, got)| *got);
        ([stiffness, loss], [own, got])
    };
    let found = found.map(|(found, seen)| (place(found), seen));
    Ok(found.map_err(|missing| Missed {
        near: missing.near.map(place),
        seen: missing.seen,
        error: match firsts.is_empty() {
            // The first cannot be met at all.
            true => unreachable(first, beside, None),
            false => unreachable(second, missing.seen, Some(first)),
        },
    }))
}

/// Where several touches make a blow, both quantities jump, and there may be several stiffnesses
/// for the first at one loss: the way along one of them may miss the second. Then all of them
/// are looked at, and between neighbours that have the second between them it is searched.
fn everywhere(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    mesh: &Mesh,
    trouble: &mut Trouble,
) -> Option<Place> {
    let rows = spots(bench, first, second, mesh, trouble);
    let mut pairs: Vec<[Spot; 2]> = Vec::new();
    for next in rows.windows(2) {
        for a in &next[0] {
            for b in next[1].iter().filter(|b| a.off * b.off <= 0.0) {
                pairs.push([*a, *b]);
            }
        }
    }
    // Those of nearly one stiffness belong together.
    let apart = |pair: &[Spot; 2]| (pair[0].at[0] - pair[1].at[0]).abs();
    pairs.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
    let mut spots: Vec<Spot> = rows.into_iter().flatten().collect();
    let exponent = bench.exponent();
    for [a, b] in pairs.into_iter().take(12) {
        let mut search = Search::new(enough(second.0), |share| {
            let [stiffness, loss] = [0, 1].map(|n| a.at[n] + share * (b.at[n] - a.at[n]));
            let mut near = Search::new(enough(first.0), |at| {
                let value = trouble.note(bench.value(first.0, [at, loss]));
                off(first.0, value, first.1)
            });
            // On the same way down, which lies between the two or close by.
            let slope = -math::log(1e14) / (exponent + 1.0);
            let room = FINE;
            let found = near.slide(stiffness, slope).or_else(|| {
                let (low, high) = (stiffness - room, stiffness + room);
                near.within(low.max(0.0), high.min(1.0))
            });
            let spot = found.and_then(|seen| spot(bench, first, second, [seen.at, loss], trouble));
            spots.extend(spot);
            spot.map_or(f64::NAN, |spot| spot.off)
        });
        if search.within(0.0, 1.0).is_some() {
            break;
        }
    }
    let best = spots
        .iter()
        .min_by(|a, b| a.off.abs().total_cmp(&b.off.abs()))?;
    let good = best.off.abs() <= allowed(second.0);
    good.then_some((best.at, best.values))
}

/// All places where the first target is met, for each station of the loss.
fn spots(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    mesh: &Mesh,
    trouble: &mut Trouble,
) -> Vec<Vec<Spot>> {
    let around = start(bench, first);
    let (below, above) = (6.0 * FINE / mesh.step, 18.0 * FINE / mesh.step);
    let grid: Vec<f64> = (-(below as i32)..=above as i32)
        .map(|n| around + f64::from(n) * mesh.step)
        .filter(|at| (0.0..=1.0).contains(at))
        .collect();
    let mut rows: Vec<Vec<Spot>> = Vec::new();
    for loss in &mesh.losses {
        let mut row = Vec::new();
        let mut search = Search::new(enough(first.0), |at| {
            let value = trouble.note(bench.value(first.0, [at, *loss]));
            off(first.0, value, first.1)
        });
        let found: Vec<f64> = grid
            .windows(2)
            .filter_map(|pair| search.within(pair[0], pair[1]))
            .map(|seen| seen.at)
            .collect();
        for at in found {
            row.extend(spot(bench, first, second, [at, *loss], trouble));
        }
        rows.push(row);
    }
    rows
}

/// A place where the first target is met.
#[derive(Clone, Copy)]
struct Spot {
    at: [f64; 2],
    values: [f64; 2],
    /// How far off the second is.
    off: f64,
}

fn spot(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    at: [f64; 2],
    trouble: &mut Trouble,
) -> Option<Spot> {
    let own = trouble.note(bench.value(first.0, at))?;
    let value = trouble.note(bench.value(second.0, at))?;
    Some(Spot {
        at,
        values: [own, value],
        off: off(second.0, Some(value), second.1),
    })
}
