//! What the command chose for a file: values that `--vary` drew, a level or a gain that fits.

use crate::recipe::{Matter, Recipe};
use crate::show::default_facts;
use serde_json::{Map, Value as Json, json};
use urto::param::Params;
use urto_file::rows::{self, Row};

/// The parameters of a recipe that are not what was asked for (`base`), by their keys; of a scene
/// its gain.
pub fn drawn(recipe: &Recipe, base: Option<&dyn Params>) -> Json {
    match (&recipe.matter, base) {
        (Matter::Sound(preset), Some(base)) => {
            let before = rows::rows(base);
            // Nothing that is drawn changes the length of a list, so that rows stay in step.
            let now = rows::rows(preset.params.as_ref());
            let differs = |(own, old): &(&Row, &Row)| own.default != old.default;
            let pairs = now.iter().zip(&before).filter(differs);
            let told = pairs.map(|(own, _)| (own.key.clone(), default_facts(own)));
            Json::Object(told.collect())
        }
        (Matter::Scene(scored), _) => json!({ "gain": scored.scene.gain }),
        _ => Json::Object(Map::new()),
    }
}
