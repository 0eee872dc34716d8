//! Every study at the ends of its parameters' ranges and at random points between: it tells
//! numbers or refuses in words, and its steps are bounded.

use urto::param::{Params, Value, leaves, number_of};
use urto::rng::Rng;
use urto_study::{ALL, Study, StudyError};

/// What is set, for messages.
type Setting = Vec<(String, f64)>;

/// Runs a study with parameters set; tells what is wrong with the answer.
fn wrong(study: &Study, setting: &Setting) -> Option<String> {
    let mut params = (study.reduced)();
    for (key, value) in setting {
        let id = params.table().find(key).unwrap();
        params.assign(&id, &Value::Number(*value)).unwrap();
    }
    let told = match study.run(params.as_ref()) {
        Ok(report) => {
            let text = report.text();
            let drawn = report.svg().err().map(|error| error.to_string());
            let facts = report
                .facts
                .as_object()
                .is_some_and(|facts| !facts.is_empty());
            let numbers = !text.contains("NaN") && !text.contains("inf");
            drawn.or_else(|| (!numbers || !facts).then_some(text))
        }
        Err(StudyError::Refused(why)) => (why.len() < 20).then_some(why),
        Err(other) => other.to_string().is_empty().then(|| "no reason".to_owned()),
    };
    told.map(|told| format!("{} {setting:?}: {told}", study.key))
}

/// A number's key and its value at a position of its range.
fn at(params: &dyn Params, position: impl Fn(usize) -> Option<f64>) -> Setting {
    let numbers = leaves(params).into_iter().enumerate();
    let all = numbers.filter_map(|(n, (id, _))| {
        let (_, range) = number_of(params, &id)?;
        Some((params.table().key_of(&id)?, range.value_at(position(n)?)))
    });
    all.collect()
}

/// One number at an end, the others as they come; of a study's numbers every tenth, or with
/// `URTO_FULL=1` all.
#[test]
fn both_ends_of_every_range_are_told_or_refused() {
    let mut all = Vec::new();
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    for (first, study) in ALL.iter().enumerate() {
        let params = (study.reduced)();
        for n in 0..leaves(params.as_ref()).len() {
            if !full && (n + first) % 10 != 0 {
                continue;
            }
            for end in [0.0, 1.0] {
                let setting = at(params.as_ref(), |m| (m == n).then_some(end));
                if !setting.is_empty() {
                    all.extend(wrong(study, &setting));
                }
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// All numbers at once.
#[test]
fn random_points_are_told_or_refused() {
    let mut rng = Rng::new(3);
    let mut all = Vec::new();
    for study in ALL {
        let params = (study.reduced)();
        let count = leaves(params.as_ref()).len();
        let drawn: Vec<f64> = (0..count).map(|_| rng.uniform()).collect();
        let setting = at(params.as_ref(), |n| drawn.get(n).copied());
        all.extend(wrong(study, &setting));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
