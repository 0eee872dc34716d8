//! Lists every number that a sound can be set to, as a host would to draw its knobs.

use urto::param::{Kind, Value, leaves};
use urto_examples::Outcome;

fn main() -> Outcome {
    let key = std::env::args().nth(1).unwrap_or("impact".to_owned());
    let sound = urto::sounds::make(&key)?;
    let params = sound.params();
    for (id, spec) in leaves(params) {
        let key = params.table().key_of(&id).unwrap_or_default();
        let (Kind::Number(range), Some(Value::Number(value))) = (spec.kind, params.value(&id))
        else {
            continue;
        };
        let (min, max, unit) = (range.min, range.max, spec.unit);
        println!("{key} = {value} ({min} to {max} {unit}): {}", spec.about);
    }
    Ok(())
}
