//! Two targets of a blow at once, by stiffness and loss together.

use super::approach::Aim;
use super::bench::Bench;
use super::blow::{
    Place, Trouble, allowed, by_loss, by_stiffness, enough, off, start, unreachable,
};
use super::root::Search;
use super::{Reach, TargetError};

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
    let begin = [start(bench, first), bench.from];
    let mut aim = Aim {
        bench,
        wishes: [first, second],
        trouble,
    };
    let near = aim.begin(begin);
    if let Some(found) = near.or_else(|| aim.by_map(begin)) {
        return Ok(found);
    }
    let stations = bench.stations(1);
    let coarse = Mesh {
        losses: stations.clone(),
        step: 2.0 * FINE,
    };
    if let Some(found) = everywhere(bench, first, second, &coarse, trouble) {
        return Ok(found);
    }
    let missed = match along(bench, first, second, trouble)? {
        Ok(found) => return Ok(found),
        Err(missed) => missed,
    };
    let fine = Mesh {
        losses: dense(&stations),
        step: FINE,
    };
    let found = everywhere(bench, first, second, &fine, trouble);
    found.or(missed.near).ok_or(missed.error)
}

/// What came nearest, if anything did, and what to say if that is not enough.
struct Missed {
    near: Option<Place>,
    error: TargetError,
}

/// Follows the first target along the losses, and looks for it from the softest to the hardest at
/// each.
fn along(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    trouble: &mut Trouble,
) -> Result<Result<Place, Missed>, TargetError> {
    let mut still = Bench::new(&bench.params)?;
    still.from = bench.from;
    let begin = start(bench, first);
    // Losses, and the stiffness's positions and the values at which the first is met.
    let mut ways: Vec<[f64; 3]> = Vec::new();
    let mut beside = Reach::of([], first.1);
    let setting = |loss: f64| {
        let next = ways.last().map_or(begin, |way| way[1]);
        match by_stiffness(bench, first, next, loss, trouble, true) {
            Ok((at, got)) => {
                ways.push([loss, at, got]);
                let value = trouble.note(bench.value(second.0, [at, loss]));
                value.map(|value| (value, at))
            }
            Err(range) => {
                beside = beside.joined(range, first.1);
                None
            }
        }
    };
    let found = by_loss(&still, second, setting);
    let place = |[stiffness, loss, got]: [f64; 3]| {
        let own = ways.iter().find(|[at, _, _]| *at == loss);
        let own = own.map_or(f64::NAN, |[_, _, got]| *got);
        ([stiffness, loss], [own, got])
    };
    Ok(found.map(place).map_err(|missing| Missed {
        near: missing.near.map(place),
        error: match ways.is_empty() {
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
    let mut pairs: Vec<[PairCrossing; 2]> = Vec::new();
    for next in rows.windows(2) {
        for a in &next[0] {
            for b in next[1].iter().filter(|b| a.off * b.off <= 0.0) {
                pairs.push([*a, *b]);
            }
        }
    }
    // Those of nearly one stiffness belong together.
    let apart = |pair: &[PairCrossing; 2]| (pair[0].at[0] - pair[1].at[0]).abs();
    pairs.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
    let mut spots: Vec<PairCrossing> = rows.into_iter().flatten().collect();
    let fall = bench.fall();
    for [a, b] in pairs.into_iter().take(12) {
        let mut search = Search::new(enough(second.0), |share| {
            let [stiffness, loss] = [0, 1].map(|n| a.at[n] + share * (b.at[n] - a.at[n]));
            let mut near = Search::new(enough(first.0), |at| {
                let value = trouble.note(bench.value(first.0, [at, loss]));
                off(first.0, value, first.1)
            });
            // On the same way down, which lies between the two or close by.
            let room = FINE;
            let found = near.slide(stiffness, fall).or_else(|| {
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
) -> Vec<Vec<PairCrossing>> {
    let around = start(bench, first);
    let (below, above) = (6.0 * FINE / mesh.step, 18.0 * FINE / mesh.step);
    let grid: Vec<f64> = (-(below as i32)..=above as i32)
        .map(|n| around + f64::from(n) * mesh.step)
        .filter(|at| (0.0..=1.0).contains(at))
        .collect();
    let mut rows: Vec<Vec<PairCrossing>> = Vec::new();
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
struct PairCrossing {
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
) -> Option<PairCrossing> {
    let own = trouble.note(bench.value(first.0, at))?;
    let value = trouble.note(bench.value(second.0, at))?;
    Some(PairCrossing {
        at,
        values: [own, value],
        off: off(second.0, Some(value), second.1),
    })
}
