//! `urto show` prints what one would write.

use crate::common::Bench;
use urto::param::{Params, Value};
use urto_file::rows;

/// Lines of the form `key = value`, under the headings of parameters.
fn settings(text: &str) -> Vec<(&str, &str)> {
    let params = text.split_once("\nParameters\n").unwrap().1;
    let lines = params.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| !line.starts_with(' '));
    // What is allowed stands behind two spaces.
    let set = lines.map(|line| line.split_once("  ").map_or(line, |(set, _)| set));
    set.filter_map(|set| set.split_once(" = ")).collect()
}

/// Four digits are shown.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 6e-4 * b.abs()
}

fn alike(own: &dyn Params, other: &dyn Params) {
    let (own, other) = (rows::rows(own), rows::rows(other));
    assert_eq!(own.len(), other.len());
    for (row, other) in own.iter().zip(&other) {
        let same = match (&row.default, &other.default) {
            (Value::Number(a), Value::Number(b)) => near(*a, *b),
            (Value::Curve(a), Value::Curve(b)) => {
                let mut pairs = a.points().iter().zip(b.points());
                a.points().len() == b.points().len()
                    && pairs.all(|(a, b)| near(a.0, b.0) && near(a.1, b.1))
            }
            (a, b) => a == b,
        };
        assert!(
            same,
            "{}: {} {}",
            row.key,
            row.default_text(),
            other.default_text()
        );
    }
}

/// The parameters of a sound, with all spaces that the command knows.
fn made(sound: &str) -> Box<dyn Params> {
    let entry = urto_file::catalogue().sound(sound).unwrap();
    (entry.make)().params().boxed()
}

#[test]
fn every_line_can_be_pasted() {
    let bench = Bench::new();
    // One with curves, one with lists of modes, and one whose parameters are its own.
    for name in ["train brake", "basketball", "friction"] {
        let text = bench.good(&["show", name, "--all"]);
        let wanted = match urto_file::find_preset(name).unwrap() {
            Some(preset) => preset.params,
            None => made(name),
        };
        let key = urto_file::find_preset(name)
            .unwrap()
            .map(|preset| preset.sound);
        let mut pasted = made(key.as_deref().unwrap_or(name));
        let settings = settings(&text);
        assert!(settings.len() > 50, "{text}");
        for (key, value) in settings {
            urto_file::assign_text(pasted.as_mut(), key, value)
                .unwrap_or_else(|error| panic!("{key} = {value}: {error}"));
        }
        alike(pasted.as_ref(), wanted.as_ref());
    }
    let text = bench.good(&["show", "braking"]);
    let curve = text
        .lines()
        .find(|line| line.contains("gesture.motion = [[0, "))
        .unwrap();
    let (set, _) = curve.trim().split_once("]]").unwrap();
    let set = format!("{set}]]");
    bench.good(&["render", "braking", "--seconds", "0.1", "-p", &set]);
}

#[test]
fn parameters_stand_under_the_headings_of_their_tables() {
    let text = Bench::new().good(&["show", "impact", "--all"]);
    for heading in [
        "\nParameters\n",
        "\nbody: ",
        "\nstriker.body: ",
        "\ncontact.felt: ",
    ] {
        assert_eq!(text.matches(heading).count(), 1, "{heading}");
    }
    let after = text.split_once("\ncontact.felt: ").unwrap().1;
    let first = after.lines().nth(1).unwrap();
    assert!(first.starts_with("  contact.felt."), "{first}");
}
