//! A sound by what one hears: its targets as the page shows them, in a worker of their own.
//!
//! Everything here follows from [`urto::target`]; what it says goes out as JSON, and what cannot
//! be done is `{"error": "..."}` in words for people.

use crate::words::number_text;
use serde_json::{Value as Json, json};
use urto::param::{Params, number_of};
use urto_file::Shelf;
use urto_target as target;
use urto_target::{Quantity, TargetError, Wish};

/// A sound whose targets are asked for.
pub struct Aim {
    params: Box<dyn Params>,
}

impl Aim {
    /// Reads a preset; the files that it names are on the shelf.
    pub fn read(text: &str, shelf: &Shelf) -> Result<Self, String> {
        let preset = urto_file::read_preset("preset", text.as_bytes());
        let mut params = preset.map_err(|error| error.to_string())?.params;
        urto_file::load_resources(params.as_mut(), &mut |name| shelf.fetch(name))?;
        Ok(Self { params })
    }

    /// What can be asked for.
    pub fn targets(&self) -> Json {
        json!({ "targets": targets(self.params.as_ref()) })
    }

    /// A target as it is; `null` where it cannot be measured.
    pub fn measure(&self, key: &str) -> Json {
        match target::measure(self.params.as_ref(), key.trim()) {
            Ok(now) => json!({ "now": now }),
            Err(error) => refused(&error),
        }
    }

    /// From where to where a target can be moved: its key, then the others that are to be kept,
    /// one `KEY VALUE` per line. Both `null` where it cannot be measured.
    pub fn reachable(&self, asked: &str) -> Json {
        let (key, others) = asked.split_once('\n').unwrap_or((asked, ""));
        let (key, params) = (key.trim(), self.params.as_ref());
        let mut all = match wishes(others) {
            Ok(others) => others,
            Err(why) => return json!({ "error": why }),
        };
        let reach = match target::reachable(params, key, &all) {
            Ok((low, high)) if low <= high => (low, high),
            Ok(_) => return json!({ "low": null, "high": null }),
            Err(error) => return refused(&error),
        };
        // What is can be; the stations of a search may lie beside it.
        let now = target::measure(params, key).unwrap_or(f64::NAN);
        if all.is_empty() {
            return json!({ "low": reach.0.min(now), "high": reach.1.max(now) });
        }
        let told = json!({ "low": reach.0, "high": reach.1 });
        if all.len() == 1 {
            return told;
        }
        // That too many are held only solving tells.
        all.push(Wish::new(key, now));
        match target::solve(params, &all) {
            Err(error @ TargetError::TooMany(_)) => refused(&error),
            _ => told,
        }
    }

    /// Parameters that meet wishes, one `KEY VALUE` per line: how near each came, and what was
    /// changed for it.
    pub fn solve(&self, asked: &str) -> Json {
        let solved = match wishes(asked).map(|all| target::solve(self.params.as_ref(), &all)) {
            Ok(Ok(solved)) => solved,
            Ok(Err(error)) => return refused(&error),
            Err(why) => return json!({ "error": why }),
        };
        let met = solved.met.iter();
        let met: Vec<Json> = met
            .map(|met| json!({ "key": met.key, "wanted": met.wanted, "got": met.got }))
            .collect();
        let set = solved.set.iter();
        let set: Vec<Json> = set
            .map(|(key, value)| json!({ "key": key, "value": value, "text": self.text(key, *value) }))
            .collect();
        json!({ "met": met, "set": set })
    }

    /// A parameter's value as one says it.
    fn text(&self, key: &str, value: f64) -> String {
        let unit = self.params.table().locate(key).ok();
        let unit = unit
            .filter(|(id, _)| number_of(self.params.as_ref(), id).is_some())
            .map_or("", |(_, spec)| spec.unit);
        number_text(value, unit)
    }
}

/// What can be asked for of a sound with these parameters.
pub fn targets(params: &dyn Params) -> Vec<Json> {
    let all = target::targets(params).into_iter();
    all.map(|own| json!({ "key": own.key, "about": own.about, "unit": own.unit }))
        .collect()
}

fn quantity(key: &str) -> Option<&'static Quantity> {
    target::ALL.iter().find(|own| own.key == key)
}

/// Reads wishes, one `KEY VALUE` per line; values carry units as a person writes them.
fn wishes(lines: &str) -> Result<Vec<Wish>, String> {
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    let wish = |line: &str| {
        let (key, value) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        // Which targets there are is the solver's to say.
        let unit = quantity(key).map_or("", |own| own.unit);
        let value = urto_file::parse_number(value, unit);
        let value = value.map_err(|error| format!("{}: {error}", plain(key)))?;
        Ok(Wish::new(key, value))
    };
    lines.map(wish).collect()
}

/// A key as words: `contact_time` is "contact time".
fn plain(key: &str) -> String {
    key.replace('_', " ")
}

/// A value of a target as one says it.
fn said(key: &str, value: f64) -> String {
    number_text(value, quantity(key).map_or("", |own| own.unit))
}

/// Why a wish cannot be fulfilled, in words, with the range that can be reached.
fn refused(error: &TargetError) -> Json {
    let words = match error {
        TargetError::Unreachable {
            key,
            wanted,
            range,
            given,
        } => {
            let name = plain(key);
            let [wish, low, high, nearest] =
                [*wanted, range.low, range.high, range.nearest].map(|value| said(key, value));
            let given = given.replace('_', " ");
            if range.low > range.high {
                format!("The {name} cannot be measured here{given}.")
            } else if (range.low..range.high).contains(wanted) {
                format!(
                    "A {name} of {wish} cannot be reached{given}: it jumps over it; {nearest} is \
                     nearest."
                )
            } else {
                format!("A {name} of {wish} cannot be reached{given}: it can be {low} to {high}.")
            }
        }
        TargetError::TooMany(keys) => {
            let keys: Vec<String> = keys.iter().map(|key| plain(key)).collect();
            format!(
                "Only two of {} can be held at once: they share two parameters.",
                keys.join(", ")
            )
        }
        other => other.to_string(),
    };
    let range = match error {
        TargetError::Unreachable { range, .. } if range.low <= range.high => {
            json!({ "low": range.low, "high": range.high, "nearest": range.nearest })
        }
        _ => Json::Null,
    };
    json!({ "error": words, "range": range })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim(sound: &str) -> Aim {
        let text = format!("urto = \"preset/1\"\nsound = \"{sound}\"\n");
        Aim::read(&text, &Shelf::default()).unwrap()
    }

    #[test]
    fn every_target_of_every_sound_is_told_with_its_range() {
        let mut with = 0;
        for entry in urto_file::catalogue().sounds() {
            let aim = aim(entry.key);
            let targets = aim.targets()["targets"].as_array().unwrap().clone();
            let params = (entry.make)();
            let expected = target::targets(params.params());
            assert_eq!(targets.len(), expected.len(), "{}", entry.key);
            with += usize::from(!targets.is_empty());
            // The slow ones are measured in the browser's tests.
            for own in targets.iter().filter(|own| own["key"] != "slip_rate") {
                let key = own["key"].as_str().unwrap();
                let now = aim.measure(key)["now"].as_f64().unwrap();
                let reach = aim.reachable(key);
                let (low, high) = (reach["low"].as_f64(), reach["high"].as_f64());
                let within = low.unwrap() * 0.999 <= now && now <= high.unwrap() * 1.001;
                assert!(within, "{} {key}: {low:?} {now} {high:?}", entry.key);
            }
        }
        assert!(with > 2, "{with}");
    }

    #[test]
    fn wishes_are_met_together_and_told_with_units() {
        let aim = aim("impact");
        let reach = aim.reachable("centroid\ncontact_time 0.8 ms");
        let [low, high] = ["low", "high"].map(|end| reach[end].as_f64().unwrap());
        let middle = 0.5 * (low + high);
        let found = aim.solve(&format!("contact_time 0.8 ms\ncentroid {middle} Hz\n"));
        let met = found["met"].as_array().unwrap();
        assert_eq!(met.len(), 2);
        for one in met {
            let [wanted, got] = ["wanted", "got"].map(|key| one[key].as_f64().unwrap());
            assert!((got / wanted - 1.0).abs() < 0.05, "{one}");
        }
        let set = found["set"].as_array().unwrap();
        let keys: Vec<&str> = set.iter().map(|one| one["key"].as_str().unwrap()).collect();
        assert_eq!(keys, ["contact.stiffness", "contact.dissipation"]);
        assert!(set[1]["text"].as_str().unwrap().ends_with("s/m"), "{found}");
    }

    #[test]
    fn what_cannot_be_is_said_in_words() {
        let aim = aim("impact");
        let far = aim.solve("contact_time 30 s");
        let words = far["error"].as_str().unwrap();
        assert!(
            words.starts_with("A contact time of 30 s cannot be reached"),
            "{words}"
        );
        assert!(words.contains(" to ") && words.contains("ms"), "{words}");
        assert!(far["range"]["high"].as_f64().unwrap() < 30.0);
        for (asked, word) in [
            ("contact_time three", "three"),
            ("contact_time 3 mm", "mm"),
            ("contact_time -1 ms", "contact_time"),
            ("colour 3", "no target"),
            (
                "contact_time 1 ms\ncentroid 900 Hz\nrestitution 0.5",
                "Only two of",
            ),
        ] {
            let words = aim.solve(asked)["error"].as_str().unwrap().to_owned();
            assert!(words.contains(word), "{asked}: {words}");
        }
        // What is held may leave nothing to move.
        let held = "restitution\ncontact_time 1 ms\ncentroid 900 Hz";
        assert!(
            aim.reachable(held)["error"]
                .as_str()
                .is_some_and(|why| why.contains("Only two"))
        );
        assert!(aim.measure("nothing")["error"].is_string());
        assert!(aim.reachable("centroid\ncontact_time x")["error"].is_string());
        assert!(Aim::read("nonsense", &Shelf::default()).is_err());
    }
}
