//! `--target`: parameters by what one hears.

use crate::failure::Failure;
use serde_json::{Value as Json, json};
use std::fmt::Write;
use urto::param::{Params, Value, put, written};
use urto_target as target;
use urto_target::{Met, Quantity, Wish, in_unit};

/// The parameter by which blows differ.
const VARIATION: &str = "variation";

/// What was found for the targets asked for.
pub struct Found {
    met: Vec<Met>,
    set: Vec<(String, f64)>,
}

/// Chooses parameters so that the targets are met. Chance would lead away from them, so that there is
/// none unless it is asked for by name.
pub fn aim(
    params: &mut Box<dyn Params>,
    asked: &[(String, String)],
    set: &[(String, String)],
) -> Result<Option<Found>, Failure> {
    if asked.is_empty() {
        return Ok(None);
    }
    let mut wishes = Vec::new();
    for (key, text) in asked {
        let unit = target::ALL.iter().find(|quantity| quantity.key == key);
        let unit = unit.map_or("", |quantity| quantity.unit);
        // An unknown key is told by the solver, which knows those there are.
        let value = match urto_file::parse_number(text, unit) {
            Ok(value) => value,
            Err(_) if !target::ALL.iter().any(|quantity| quantity.key == key) => 1.0,
            Err(error) => return Err(Failure::usage(format!("--target {key}: {error}"))),
        };
        wishes.push(Wish::new(key, value));
    }
    let mut solved = target::solve(params.as_ref(), &wishes).map_err(Failure::usage)?;
    let chance = solved.params.table().find(VARIATION).ok();
    if let Some(id) = chance.filter(|_| set.iter().all(|(key, _)| key != VARIATION)) {
        put(solved.params.as_mut(), &id, &Value::Number(0.0));
        solved.set.push((VARIATION.to_owned(), 0.0));
    }
    *params = solved.params;
    Ok(Some(Found {
        met: solved.met,
        set: solved.set,
    }))
}

impl Found {
    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for met in &self.met {
            let _ = writeln!(
                text,
                "{} {} for {} asked",
                met.key,
                in_unit(met.key, met.got),
                in_unit(met.key, met.wanted)
            );
        }
        let short = |value: f64| {
            format!("{value:.4e}")
                .parse()
                .map_or(value, |value: f64| value)
        };
        let set = self.set.iter();
        let set: Vec<String> = set
            .map(|(key, value)| format!("{key} = {}", written(short(*value))))
            .collect();
        if !set.is_empty() {
            let _ = writeln!(text, "found {}", set.join(", "));
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Json {
        let met = self.met.iter();
        let met: Vec<Json> = met
            .map(|met| json!({ "key": met.key, "wanted": met.wanted, "got": met.got }))
            .collect();
        let set: serde_json::Map<String, Json> = self
            .set
            .iter()
            .map(|(key, value)| (key.clone(), json!(value)))
            .collect();
        json!({ "targets": met, "set": set })
    }
}

/// A target of a sound, as it is and as it can be.
pub struct Shown {
    /// What it is.
    pub quantity: &'static Quantity,
    /// As the parameters have it, if it can be measured.
    pub now: Option<f64>,
    /// From the lowest to the highest, everything else as it is.
    pub range: Option<(f64, f64)>,
}

/// The targets of a sound.
pub fn shown(params: &dyn Params) -> Vec<Shown> {
    let targets = target::targets(params).into_iter();
    targets
        .map(|quantity| Shown {
            quantity,
            now: target::measure(params, quantity.key)
                .ok()
                .filter(|value| value.is_finite()),
            range: target::reachable(params, quantity.key, &[])
                .ok()
                .filter(|(low, high)| low <= high),
        })
        .collect()
}
