//! Sounds with some of their parameters set.

use urto::Rate;
use urto::param::{Kind, Value};
use urto::sound::Sound;

pub const RATE: f64 = 48_000.0;

/// A sound, ready to play at [`RATE`]; choices are told by their keys.
pub fn made(key: &str, settings: &[(&str, &str)]) -> Box<dyn Sound> {
    let mut sound = (urto::sounds::find(key).unwrap().make)();
    for (key, value) in settings {
        let table = sound.params().table();
        let id = table.find(key).unwrap();
        let value = match table.spec_of(&id).unwrap().kind {
            Kind::Choice { options, .. } => {
                Value::Choice(options.iter().position(|o| o.key == *value).unwrap())
            }
            _ => Value::Number(value.parse().unwrap()),
        };
        sound.set(&id, &value);
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound
}
