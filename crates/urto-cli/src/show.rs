//! `urto show SOUND`: its macros and parameters, as they are or as a preset sets them; of a body from
//! a mesh, what it is.

use crate::aim::{self, Shown};
use crate::failure::Failure;
use crate::output;
use crate::show_body;
use crate::show_text;
use serde_json::{Value as Json, json};
use urto::param::{Macro, Params, Value};
use urto::sound::{Entry, ExpressionKeys};
use urto_file::rows::{self, Row};

/// Shows what can be set on a sound, and a preset's values.
pub fn run(what: &str, all: bool, as_json: bool) -> Result<(), Failure> {
    let preset = match urto_file::catalogue().sound(what) {
        Ok(_) => None,
        Err(_) => urto_file::find_preset(what).map_err(Failure::other)?,
    };
    let key = preset.as_ref().map_or(what, |preset| &preset.sound);
    if preset.is_none()
        && urto_file::catalogue().sound(what).is_err()
        && let Some(body) = show_body::find(what)
    {
        return show_body::run(what, &body?, as_json);
    }
    let entry = urto_file::catalogue().sound(key).map_err(Failure::usage)?;
    let sound = (entry.make)();
    let params = match &preset {
        Some(preset) => preset.params.as_ref(),
        None => sound.params(),
    };
    if as_json {
        return output::print_json(&facts(entry, params));
    }
    let head = match &preset {
        Some(preset) => format!(
            "{} ({key}): {}",
            preset.name.as_deref().unwrap_or(what),
            preset.about.as_deref().unwrap_or_default()
        ),
        None => format!("{key}: {}", entry.hear),
    };
    output::print(&format!(
        "{head}\n\n{}",
        show_text::text(entry, params, what, all)
    ))
}

fn facts(entry: &Entry, now: &dyn Params) -> Json {
    let params: Vec<Json> = rows::rows(now).iter().map(row_facts).collect();
    let macros = entry.table.macros.iter();
    let macros: Vec<Json> = macros.map(|control| macro_facts(control, now)).collect();
    let targets: Vec<Json> = aim::shown(now).iter().map(target_facts).collect();
    json!({
        "key": entry.key,
        "title": entry.title,
        "params": params,
        "macros": macros,
        "targets": targets,
        "expression": expression_facts(&entry.expression),
    })
}

fn expression_facts(keys: &ExpressionKeys) -> Json {
    let place = keys.place;
    json!({
        "pitch": keys.pitch,
        "pressure": keys.pressure,
        "place": place.map(|axis| json!({ "key": axis.key, "from": axis.from, "to": axis.to })),
    })
}

fn target_facts(shown: &Shown) -> Json {
    json!({
        "key": shown.quantity.key,
        "about": shown.quantity.about,
        "unit": shown.quantity.unit,
        "value": shown.now,
        "min": shown.range.map(|(low, _)| low),
        "max": shown.range.map(|(_, high)| high),
    })
}

fn macro_facts(control: &Macro, params: &dyn Params) -> Json {
    let targets: Vec<Json> = control
        .targets
        .iter()
        .map(|aim| {
            let (from, to) = (aim.from, aim.to);
            json!({ "key": aim.key, "from": from, "to": to, "over": [aim.over.0, aim.over.1] })
        })
        .collect();
    json!({
        "key": control.key,
        "about": rows::plain(control.about),
        "position": control.position(params),
        "targets": targets,
    })
}

fn row_facts(row: &Row) -> Json {
    let (min, max) = row.range().unzip();
    let mut facts = json!({
        "key": row.key,
        "default": default_facts(row),
        "min": min,
        "max": max,
        "scale": row.scale(),
        "unit": row.spec.unit,
        "update": row.spec.update.name(),
        "tier": row.spec.tier.name(),
        "about": row.about(),
    });
    if !row.options().is_empty() {
        let options = row
            .options()
            .iter()
            .map(|option| json!({ "key": option.key, "about": rows::plain(option.about) }));
        facts["options"] = options.collect();
    }
    facts
}

/// The value of a row, for programs.
pub fn default_facts(row: &Row) -> Json {
    match &row.default {
        Value::Number(number) => json!(number),
        Value::Count(count) => json!(count),
        Value::Curve(curve) => match curve.points() {
            [(_, value)] => json!(value),
            points => json!(points),
        },
        Value::Resource(_) | Value::Choice(_) => json!(row.default_text()),
    }
}
