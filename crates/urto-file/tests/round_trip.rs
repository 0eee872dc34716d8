//! What is written reads back bit for bit, for every sound with random parameters.

use proptest::prelude::*;
use urto::param::{Curve, Kind, Params, Resource, Value, leaves};
use urto::rng::Rng;
use urto_file::{Preset, read_preset, read_preset_kept, write_preset};

fn preset(sound: &str) -> Preset {
    Preset::plain(urto_file::catalogue().sound(sound).unwrap())
}

/// Gives every parameter a random value, lists a random length; leaves about half as they are.
fn scatter(params: &mut dyn Params, rng: &mut Rng) {
    for lists in [true, false] {
        for (id, spec) in leaves(params) {
            if lists != matches!(spec.kind, Kind::List { .. }) || rng.below(2) == 0 {
                continue;
            }
            let value = match spec.kind {
                Kind::Number(range) => Value::Number(range.value_at(rng.uniform())),
                Kind::Choice { options, .. } => Value::Choice(rng.below(options.len())),
                Kind::List { min, max, .. } => Value::Count(min + rng.below(max.min(9) - min + 1)),
                Kind::Curve(range) => {
                    let mut point = |time: usize| (time as f64, range.value_at(rng.uniform()));
                    Value::Curve(Curve::new([point(0), point(1), point(2)]).unwrap())
                }
                Kind::Resource { .. } => {
                    Value::Resource(Resource::named(format!("a \"{}\"\n", rng.bits())))
                }
                Kind::Table(_) => continue,
            };
            params.assign(&id, &value).unwrap();
        }
    }
}

fn assert_same(a: &dyn Params, b: &dyn Params, text: &str) {
    assert_eq!(leaves(a).len(), leaves(b).len(), "{text}");
    for (id, spec) in leaves(a) {
        let (own, other) = (a.value(&id), b.value(&id));
        assert_eq!(own, other, "{} in {text}", spec.key);
        if let (Some(Value::Number(own)), Some(Value::Number(other))) = (own, other) {
            assert_eq!(own.to_bits(), other.to_bits(), "{} in {text}", spec.key);
        }
    }
}

proptest! {
    #[test]
    fn every_sound_reads_back(seed in any::<u64>(), full in any::<bool>()) {
        for entry in urto_file::catalogue().sounds() {
            let mut preset = preset(entry.key);
            scatter(preset.params.as_mut(), &mut Rng::new(seed));
            let text = write_preset(&preset, full);
            let again = read_preset("again", text.as_bytes()).map_err(|error| {
                TestCaseError::fail(format!("{error}\n{text}"))
            })?;
            assert_same(preset.params.as_ref(), again.params.as_ref(), &text);
            prop_assert_eq!(write_preset(&again, full), text);
        }
    }

    #[test]
    fn all_that_is_told_about_a_sound_reads_back(
        name in any::<Option<String>>(),
        about in any::<Option<String>>(),
        tags in any::<Vec<String>>(),
        seed in any::<Option<u64>>(),
        rate in proptest::option::of(8e3f64..384e3),
        seconds in proptest::option::of(0.0f64..3600.0),
    ) {
        let version = Some("0.1.0".to_owned());
        let preset = Preset { name, about, tags, seed, rate, seconds, version, ..preset("impact") };
        let again = read_preset("again", write_preset(&preset, false).as_bytes()).unwrap();
        prop_assert_eq!(&again.sound, "impact");
        prop_assert_eq!(again.name, preset.name);
        prop_assert_eq!(again.about, preset.about);
        prop_assert_eq!(again.tags, preset.tags);
        prop_assert_eq!(again.seed, preset.seed);
        prop_assert_eq!(again.rate, preset.rate);
        prop_assert_eq!(again.seconds, preset.seconds);
        prop_assert_eq!(again.version, preset.version);
    }
}

#[test]
fn only_what_differs_is_written() {
    let mut preset = preset("impact");
    assert_eq!(
        write_preset(&preset, false),
        "urto = \"preset/1\"\nsound = \"impact\"\n"
    );
    urto_file::assign_text(preset.params.as_mut(), "striker.mass", "30 g").unwrap();
    assert_eq!(
        write_preset(&preset, false),
        "urto = \"preset/1\"\nsound = \"impact\"\n\n[params.striker]\nmass = 0.03\n"
    );
    let full = write_preset(&preset, true);
    for (_, spec) in leaves(preset.params.as_ref()) {
        assert!(
            full.contains(&format!("{} = ", spec.key)),
            "{} in {full}",
            spec.key
        );
    }
}

#[test]
fn minus_zero_stays_minus_zero() {
    let mut preset = preset("impact");
    let id = preset.params.table().find("level").unwrap();
    assert_eq!(preset.params.value(&id), Some(Value::Number(0.0)));
    preset.params.assign(&id, &Value::Number(-0.0)).unwrap();
    let again = read_preset("again", write_preset(&preset, false).as_bytes()).unwrap();
    assert_same(preset.params.as_ref(), again.params.as_ref(), "");
}

/// Entries of a list are as their own table has them, not as the sound's list had them.
#[test]
fn a_list_starts_anew() {
    let text =
        b"urto = \"preset/1\"\nsound = \"impact\"\nparams.body.modes = [{ frequency = 100 }]";
    let preset = read_preset("list", text).unwrap();
    let number = |key: &str| {
        let id = preset.params.table().find(key).unwrap();
        preset.params.value(&id)
    };
    let mode = urto::object::Mode::default();
    assert_eq!(number("body.modes"), Some(Value::Count(1)));
    assert_eq!(number("body.modes/0/frequency"), Some(Value::Number(100.0)));
    assert_eq!(
        number("body.modes/0/decay"),
        Some(Value::Number(mode.decay))
    );
    assert_eq!(number("body.modes/0/mass"), Some(Value::Number(mode.mass)));
}

/// A demonstration is laid over the parameters, and only what it changes is written; what a later
/// version may know more of it is kept.
#[test]
fn a_demonstration_reads_back() {
    let text = "urto = \"preset/1\"\nsound = \"impact\"\n\n[params]\nvelocity = 2.0\n\n\
                [params.repeat]\ninterval = 0.5\n\n[demonstration.repeat]\ncount = 3\n";
    let preset = read_preset("bell", text.as_bytes()).unwrap();
    assert_eq!(write_preset(&preset, false), text);
    let number = |preset: &Preset, key: &str| {
        let id = preset.params.table().find(key).unwrap();
        preset.params.value(&id)
    };
    assert_eq!(number(&preset, "repeat.count"), Some(Value::Number(1.0)));
    let shown = preset.clone().demonstrated();
    assert_eq!(number(&shown, "repeat.count"), Some(Value::Number(3.0)));
    assert_eq!(number(&shown, "velocity"), Some(Value::Number(2.0)));
    let once = preset.once().unwrap();
    assert!(once.demonstration.is_none());
    assert_eq!(number(&once, "repeat.count"), Some(Value::Number(1.0)));

    let later = format!("{text}sung = true\n");
    let told = read_preset("bell", later.as_bytes())
        .err()
        .unwrap()
        .to_string();
    assert!(told.contains("sung") && told.contains("bell:"), "{told}");
    let kept = read_preset_kept("bell", later.as_bytes()).unwrap();
    let written = write_preset(&kept, false);
    assert!(
        written.contains("demonstration.repeat.sung = true"),
        "{written}"
    );
    let again = read_preset_kept("bell", written.as_bytes()).unwrap();
    assert_eq!(write_preset(&again, false), written);
    assert!(!write_preset(&again.demonstrated(), false).contains("sung"));
}
