//! What a quantity of a blow can be: alone, or while another is as wished.
//!
//! Step: the knob that is free is turned through its stations, the other follows; then it is
//!       looked closer where the quantity was least and greatest. Few enough looks that a page
//!       can ask while a control is dragged, so a narrow top between stations may be missed:
//!       what is told can be reached, and perhaps a little more.

use super::bench::Bench;
use super::blow::{PATIENCE, Trouble, by_stiffness, start};
use super::pair::foreseen;
use super::{TargetError, Wish, extent, quantity};
use urto::param::Params;

/// A range need not be known as well as a value: N times as far off will do.
const SLACK: f64 = 20.0;

/// Lowest and highest value of a quantity.
pub(super) fn reachable(
    params: &dyn Params,
    key: &'static str,
    others: &[&Wish],
) -> Result<(f64, f64), TargetError> {
    ranged(params, key, others).map(|(range, _)| range)
}

/// And the steps it cost.
fn ranged(
    params: &dyn Params,
    key: &'static str,
    others: &[&Wish],
) -> Result<((f64, f64), usize), TargetError> {
    let mut bench = Bench::new(params)?;
    let mut trouble = Trouble(None);
    let other = match others {
        [wish] => quantity(&wish.key).map(|other| (other.key, wish.value)),
        _ => None,
    };
    // Where it lies beside another is foretold; how much it is there is rendered. Alone, blows go
    // from presses that outlast the attack to taps, and the former are not foretold well.
    bench.foretells = other.is_some();
    let places = match other {
        Some(other) => {
            let mut stations = bench.stations(1);
            if other.0 == "contact_time" {
                bench.patience = PATIENCE * other.1;
            } else {
                // Each look follows several attacks.
                stations = stations.into_iter().step_by(3).collect();
                bench.slack = SLACK;
            }
            let begin = start(&bench, other);
            let mut ways: Vec<[f64; 2]> = Vec::new();
            extremes(&stations, bench.slack == 1.0, |loss| {
                let next = foreseen(&ways, loss);
                let (from, patient) = (next.unwrap_or(begin), next.is_none());
                let met = by_stiffness(&mut bench, other, from, loss, &mut trouble, patient);
                let (at, _) = met.ok()?;
                ways.push([loss, at]);
                let place = [at, loss];
                Some((trouble.note(bench.value(key, place))?, place))
            })
        }
        None => {
            let knob = usize::from(key == "restitution");
            let now = bench.now();
            extremes(&bench.stations(knob), true, |station| {
                let mut at = now;
                at[knob] = station;
                Some((trouble.note(bench.value(key, at))?, at))
            })
        }
    };
    bench.foretells = false;
    let values = places.map(|place| place.and_then(|at| trouble.note(bench.value(key, at))));
    match trouble.0 {
        Some(error) => Err(error),
        None => Ok((extent(values.into_iter().flatten()), bench.steps)),
    }
}

/// Where the value is least and greatest at stations and, if asked for, midway to the neighbours
/// of those.
fn extremes(
    stations: &[f64],
    closer: bool,
    mut value: impl FnMut(f64) -> Option<(f64, [f64; 2])>,
) -> [Option<[f64; 2]>; 2] {
    let mut seen: Vec<Option<(f64, [f64; 2])>> = Vec::with_capacity(stations.len() + 4);
    for station in stations {
        seen.push(value(*station));
    }
    let ends = |seen: &[Option<(f64, [f64; 2])>]| {
        let finite = |n: &usize| seen[*n].is_some_and(|(value, _)| value.is_finite());
        let by_value = |a: &usize, b: &usize| {
            let [a, b] = [a, b].map(|n| seen[*n].map_or(f64::NAN, |(value, _)| value));
            a.total_cmp(&b)
        };
        let all = || (0..seen.len()).filter(finite);
        [all().min_by(by_value), all().max_by(by_value)]
    };
    for end in ends(&seen).into_iter().flatten().filter(|_| closer) {
        for next in [end.wrapping_sub(1), end + 1] {
            if let Some(next) = stations.get(next) {
                seen.push(value(0.5 * (stations[end] + next)));
            }
        }
    }
    ends(&seen).map(|end| seen[end?].map(|(_, place)| place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::param::Value;

    /// Cheap enough to ask while a control is dragged: an attack has 4352 samples.
    #[test]
    fn ranges_of_a_hammer_on_16_modes_cost_few_steps() {
        let mut params = (urto::sounds::find("impact").unwrap().make)()
            .params()
            .boxed();
        let count = params.table().find("body.count").unwrap();
        params.assign(&count, &Value::Number(16.0)).unwrap();
        for (key, other, most) in [
            ("centroid", Some(("contact_time", 0.8e-3)), 150_000),
            ("contact_time", Some(("centroid", 1500.0)), 400_000),
            ("restitution", Some(("contact_time", 0.8e-3)), 50_000),
            ("centroid", None, 120_000),
            ("contact_time", None, 50_000),
        ] {
            let wishes: Vec<Wish> = other
                .into_iter()
                .map(|(key, value)| Wish::new(key, value))
                .collect();
            let others: Vec<&Wish> = wishes.iter().collect();
            let ((low, high), steps) = ranged(params.as_ref(), key, &others).unwrap();
            assert!(0.0 < low && low < high, "{key}: {low} {high}");
            assert!(steps < most, "{key} {other:?}: {steps}");
        }
    }
}
