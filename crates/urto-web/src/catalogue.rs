//! Everything there is to play, for the page: sounds with their macros and parameters, presets.

use crate::aim::targets;
use crate::words::value_text;
use serde_json::{Value as Json, json};
use urto::param::{Kind, Macro, Params, Value, leaves};
use urto::sound::{Axis, Entry, LOW_LEVEL};
use urto_engine::Ease;
use urto_file::FileError;

/// The whole catalogue.
pub fn catalogue() -> Result<Json, FileError> {
    let composed = urto_file::catalogue();
    let sounds: Vec<Json> = composed.sounds().iter().map(|entry| sound(entry)).collect();
    let presets: Vec<Json> = urto_file::library()?
        .iter()
        .map(|preset| {
            json!({
                "name": preset.name,
                "sound": preset.sound,
                "about": preset.about.as_deref().unwrap_or_default(),
                "tags": preset.tags,
                "seconds": preset.seconds.or_else(|| usual_seconds(&preset.sound)),
            })
        })
        .collect();
    let low = LOW_LEVEL.iter();
    let low: Vec<Json> = low
        .map(|low| json!({ "key": low.key, "about": low.about }))
        .collect();
    let bodies: Vec<Json> = urto_file::BODIES
        .iter()
        .map(|(file, bytes)| {
            let about = urto_file::about_body(file, bytes)?;
            Ok(json!({ "name": file, "about": about }))
        })
        .collect::<Result<_, FileError>>()?;
    let networks: Vec<Json> = urto_file::NETWORKS
        .iter()
        .map(|(file, text)| {
            let about = urto_file::read_network(file, text.as_bytes())?.about;
            Ok(json!({ "name": file, "about": about }))
        })
        .collect::<Result<_, FileError>>()?;
    let eases: Vec<Json> = Ease::ALL
        .iter()
        .map(|ease| json!({ "name": ease.name(), "shares": shares(*ease) }))
        .collect();
    let projects: Vec<Json> = urto_file::projects()
        .map(|own| json!({ "name": own.name, "about": own.about(), "text": own.text }))
        .collect();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "sounds": sounds,
        "presets": presets,
        "lowLevel": low,
        "bodies": bodies,
        "networks": networks,
        "projects": projects,
        "eases": eases,
        "objects": kinds(composed.objects().iter().map(|own| (own.key, own.params))),
        "laws": kinds(composed.laws().iter().map(|own| (own.key, own.params))),
    }))
}

/// What scenes are made of: each kind of body or law, and what it takes. Named bodies take the same,
/// which is told of the first alone.
fn kinds(all: impl Iterator<Item = (&'static str, fn() -> Box<dyn Params>)>) -> Vec<Json> {
    let mut told: Vec<&str> = Vec::new();
    all.map(|(key, make)| {
        let own = make();
        let table = own.table();
        let known = told.contains(&table.key);
        told.push(table.key);
        json!({
            "key": key,
            "table": table.key,
            "about": plain(table.about),
            "params": (!known).then(|| params(own.as_ref())),
        })
    })
    .collect()
}

/// How far a transition has come at even steps of its time; the page goes straight between them, which is
/// off by at most a quarter of a step's square: 0.00025.
fn shares(ease: Ease) -> Vec<f64> {
    const STEPS: u32 = 32;
    (0..=STEPS)
        .map(|step| ease.at(f64::from(step) / f64::from(STEPS)))
        .collect()
}

fn usual_seconds(sound: &str) -> Option<f64> {
    urto_file::catalogue()
        .sound(sound)
        .ok()
        .map(|entry| entry.seconds)
}

fn sound(entry: &Entry) -> Json {
    let made = (entry.make)();
    let own = made.params();
    let macros: Vec<Json> = entry.table.macros.iter().map(|m| control(m, own)).collect();
    let axis = |axis: Option<Axis>| {
        axis.map(|axis| json!({ "key": axis.key, "from": axis.from, "to": axis.to }))
    };
    json!({
        "key": entry.key,
        "title": entry.title,
        "hear": entry.hear,
        "family": entry.family.name(),
        "form": entry.form.name(),
        "builtOn": entry.built_on,
        "held": entry.is_held(),
        "seconds": entry.seconds,
        "pad": {
            "style": entry.pad.style.name(),
            "x": axis(entry.pad.x),
            "y": axis(entry.pad.y),
        },
        "expression": {
            "pitch": entry.expression.pitch,
            "pressure": entry.expression.pressure,
            "place": axis(entry.expression.place),
        },
        "macros": macros,
        "resonators": urto_engine::resonators(entry.table),
        "targets": targets(own),
        "params": params(own),
    })
}

fn control(control: &Macro, own: &dyn Params) -> Json {
    let aims = control.targets.iter();
    let aims: Vec<Json> = aims
        .map(|aim| {
            json!({ "key": aim.key, "from": aim.from, "to": aim.to, "over": [aim.over.0, aim.over.1] })
        })
        .collect();
    json!({
        "key": control.key,
        "about": plain(control.about),
        "default": control.position(own),
        "aims": aims,
    })
}

/// One row per parameter; a list is one parameter.
fn params(own: &dyn Params) -> Vec<Json> {
    let rows = leaves(own).into_iter().filter_map(|(id, spec)| {
        let key = own.table().key_of(&id).filter(|key| !key.contains('/'))?;
        // A place in words is for files and the command; the page has numbers.
        if matches!(spec.kind, Kind::Resource { sort: "place", .. }) {
            return None;
        }
        let (scale, range) = match spec.kind {
            Kind::Number(range) => (range.scale.name(), Some((range.min, range.max))),
            Kind::Choice { .. } => ("choice", None),
            Kind::List { min, max, .. } => ("list", Some((min as f64, max as f64))),
            Kind::Curve(range) => ("curve", Some((range.min, range.max))),
            Kind::Resource { .. } => ("resource", None),
            Kind::Table(_) => return None,
        };
        let (min, max) = range.unzip();
        let default = match own.value(&id)? {
            Value::Number(number) => json!(number),
            _ => json!(value_text(own, &id, spec)),
        };
        let mut row = json!({
            "key": key,
            "about": plain(spec.about),
            "unit": spec.unit,
            "update": spec.update.name(),
            "tier": spec.tier.name(),
            "scale": scale,
            "default": default,
            "min": min,
            "max": max,
        });
        if let Kind::Resource { sort, .. } = spec.kind {
            row["sort"] = json!(sort);
        }
        if let Kind::Choice { options, .. } = spec.kind {
            let options = options.iter();
            let options: Vec<Json> = options
                .map(|option| json!({ "key": option.key, "about": plain(option.about) }))
                .collect();
            row["options"] = json!(options);
        }
        Some(row)
    });
    rows.collect()
}

/// A doc comment on one line, without what only rustdoc needs.
fn plain(about: &str) -> String {
    let words: Vec<&str> = about.split_whitespace().collect();
    words.join(" ").replace("\\[", "[").replace("\\]", "]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_and_preset_is_in_it_with_finite_numbers() {
        let all = catalogue().unwrap();
        let sounds = all["sounds"].as_array().unwrap();
        assert_eq!(sounds.len(), urto_file::catalogue().sounds().len());
        assert!(all["presets"].as_array().unwrap().len() > 50);
        for sound in sounds {
            let params = sound["params"].as_array().unwrap();
            assert!(params.len() > 3, "{}", sound["key"]);
            assert!(sound["targets"].is_array());
            for row in params {
                assert!(row["about"].as_str().is_some_and(|about| !about.is_empty()));
                // JSON has no infinity: it would have become null.
                assert!(!row["default"].is_null(), "{row}");
            }
            for axis in ["x", "y"] {
                let Some(key) = sound["pad"][axis]["key"].as_str() else {
                    continue;
                };
                assert!(params.iter().any(|row| row["key"] == key), "{key}");
            }
        }
    }
}
