//! Runs a study with some parameters set, and gives its facts.

use serde_json::Value as Json;
use urto::param::Value;

/// Facts of the study of this name, with these numbers instead of its own.
pub fn facts(name: &str, numbers: &[(&str, f64)]) -> Json {
    let study = urto_study::find(name).unwrap();
    let mut params = (study.params)();
    for (key, number) in numbers {
        let id = params.table().find(key).unwrap();
        params.assign(&id, &Value::Number(*number)).unwrap();
    }
    study.run(params.as_ref()).unwrap().facts
}

/// A number of a record.
pub fn number(record: &Json, key: &str) -> f64 {
    record[key]
        .as_f64()
        .unwrap_or_else(|| panic!("no number '{key}' in {record}"))
}
