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
use crate::param::Params;

/// A range need not be known as well as a value: so many times as far off will do.
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
    let range = match other {
        Some(other) => {
            let mut stations = bench.stations(1);
            if other.0 == "contact_time" {
                bench.patience = PATIENCE * other.1;
            } else {
                // Each look renders the attack several times.
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
                trouble.note(bench.value(key, [at, loss]))
            })
        }
        None => {
            let knob = usize::from(key == "restitution");
            let now = bench.now();
            extremes(&bench.stations(knob), true, |station| {
                let mut at = now;
                at[knob] = station;
                trouble.note(bench.value(key, at))
            })
        }
    };
    match trouble.0 {
        Some(error) => Err(error),
        None => Ok((range, bench.steps)),
    }
}

/// Least and greatest value at stations and, if asked for, midway to the neighbours of where they
/// are.
fn extremes(
    stations: &[f64],
    closer: bool,
    mut value: impl FnMut(f64) -> Option<f64>,
) -> (f64, f64) {
    let mut values: Vec<f64> = Vec::with_capacity(stations.len() + 4);
    for station in stations {
        values.push(value(*station).unwrap_or(f64::NAN));
    }
    let (low, high) = extent(values.iter().copied());
    for edge in [low, high].into_iter().filter(|_| closer) {
        let Some(place) = values.iter().position(|value| *value == edge) else {
            continue;
        };
        for next in [place.wrapping_sub(1), place + 1] {
            if let Some(next) = stations.get(next) {
                let middle = 0.5 * (stations[place] + next);
                values.extend(value(middle));
            }
        }
    }
    extent(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::param::Value;

    /// Cheap enough to ask while a control is dragged: an attack has 4352 samples, some 0.2 ms.
    #[test]
    fn ranges_of_a_hammer_on_16_modes_cost_few_steps() {
        let mut params = (crate::sounds::impact::ENTRY.make)().params().boxed();
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
