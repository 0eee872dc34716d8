//! An instance as the page shows it.

use crate::words::value_text;
use serde_json::{Map, Value as Json, json};
use urto::param::{Kind, ParamId, Params, Value, leaves, number_of};
use urto_engine::Instance;

/// All that the page shows of an instance.
pub fn facts(own: &Instance) -> Json {
    let params = &*own.values;
    let corners: Vec<Json> = own
        .corners
        .iter()
        .map(|corner| {
            corner
                .as_ref()
                .map_or(Json::Null, |c| json!({ "name": c.name }))
        })
        .collect();
    let macros: Map<String, Json> = params
        .table()
        .macros
        .iter()
        .map(|control| (control.key.to_owned(), json!(control.position(params))))
        .collect();
    json!({
        "id": own.id,
        "slot": own.slot,
        "name": own.name,
        "sound": own.entry().map_or("scene", |entry| entry.key),
        "preset": own.preset,
        "seed": own.seed,
        "voices": own.voices,
        "gain": own.gain,
        "pan": own.pan,
        "mute": own.mute,
        "solo": own.solo,
        "values": values(own),
        "macros": macros,
        "corners": corners,
        "morph": { "x": own.morph[0], "y": own.morph[1] },
        "structure": own.structure,
        "loose": own.loose,
        "compare": own.other.as_ref().map(|_| if own.side == 0 { "a" } else { "b" }),
        "notes": [],
    })
}

/// One row per parameter; a list is one parameter.
fn values(own: &Instance) -> Map<String, Json> {
    let params = &*own.values;
    let defaults = own.defaults();
    let mut rows = Map::new();
    for (id, spec) in leaves(params) {
        let Some(key) = params.table().key_of(&id) else {
            continue;
        };
        // An entry of a list that differs is a change of the list.
        if let Some((list, _)) = key.split_once('/') {
            if params.value(&id) != defaults.value(&id)
                && let Some(row) = rows.get_mut(list)
            {
                set(row, "changed", json!(true));
            }
            continue;
        }
        let number = number_of(params, &id);
        let choice = match (spec.kind, params.value(&id)) {
            (Kind::Choice { options, .. }, Some(Value::Choice(index))) => {
                options.get(index).map(|option| option.key)
            }
            _ => None,
        };
        let row = json!({
            "text": value_text(params, &id, spec),
            "number": number.map(|(value, _)| value),
            "position": number.map(|(value, range)| range.position(value)),
            "choice": choice,
            "changed": is_changed(params, &*defaults, &id),
            "locked": own.is_locked(&key),
        });
        rows.insert(key, row);
    }
    rows
}

fn is_changed(params: &dyn Params, defaults: &dyn Params, id: &ParamId) -> bool {
    params.value(id) != defaults.value(id)
}

fn set(row: &mut Json, key: &str, value: Json) {
    if let Some(row) = row.as_object_mut() {
        row.insert(key.to_owned(), value);
    }
}
