//! Scenes made at random from the tables of every kind and law, at the ends of their ranges:
//! they are read, built and played, and stay finite.

use urto::param::{Kind, ParamId, Table};
use urto::rng::Rng;
use urto_file::{catalogue, exercise, read};

/// Fields of a table with random values, an end of the range as often as something between.
fn fields(table: &'static Table, rng: &mut Rng) -> Vec<String> {
    let mut lines = Vec::new();
    for (_, spec) in table.rows(ParamId::ROOT) {
        // The kind of an object is said already.
        if rng.below(3) == 0 || spec.key == "kind" {
            continue;
        }
        let value = match spec.kind {
            // Bodies may not start deep inside one another.
            Kind::Number(_) if spec.key == "position" => format!("{:?}", 0.05 * rng.signed()),
            Kind::Number(range) => {
                let places = [0.0, 1.0, rng.uniform(), rng.uniform()];
                format!("{:?}", range.value_at(places[rng.below(4)]))
            }
            Kind::Choice { options, .. } => format!("{:?}", options[rng.below(options.len())].key),
            Kind::List { item, min, .. } => {
                let entries = (0..min + rng.below(4)).map(|_| fields(item, rng).join(", "));
                let entries: Vec<String> = entries.map(|entry| format!("{{{entry}}}")).collect();
                format!("[{}]", entries.join(", "))
            }
            _ => continue,
        };
        lines.push(format!("{} = {value}", spec.key));
    }
    lines
}

fn scene(rng: &mut Rng) -> String {
    let rate = [8_000, 44_100, 48_000, 96_000, 384_000][rng.below(5)];
    let mut text = format!("urto = \"scene/1\"\nrate = {rate}\nlisten.at = [\"o0\", \"o1\"]\n");
    let (kinds, laws) = (catalogue().objects(), catalogue().laws());
    let objects = 2 + rng.below(4);
    for index in 0..objects {
        // The first can always be moved, so that every contact has a side that gives way.
        let kind = match index {
            0 => "mass",
            _ => kinds[rng.below(kinds.len())].key,
        };
        let table = catalogue().object(kind).unwrap().table;
        let lines = fields(table, rng).join("\n");
        text.push_str(&format!("[object.o{index}]\nkind = \"{kind}\"\n{lines}\n"));
    }
    let contacts = rng.below(5);
    for index in 0..contacts {
        let law = laws[rng.below(laws.len())];
        let other = 1 + rng.below(objects - 1);
        let mut ends = ["o0".to_owned(), format!("o{other}")];
        ends.rotate_left(rng.below(2));
        let lines = fields(law.table, rng).join("\n");
        let law = law.key;
        text.push_str(&format!(
            "[contact.c{index}]\nbetween = {ends:?}\nlaw = \"{law}\"\n{lines}\n"
        ));
    }
    for _ in 0..rng.below(4) {
        let (at, over) = (rng.uniform() * 1e-3, rng.uniform() * 1e-3);
        let action = match rng.below(if contacts > 0 { 3 } else { 2 }) {
            0 => format!(
                "throw = {{ object = \"o0\", velocity = {:?} }}",
                100.0 * rng.signed()
            ),
            1 => format!(
                "set = {{ target = \"object.o0.mass\", value = {:?} }}",
                rng.log_uniform(1e-6, 1e3)
            ),
            _ => format!(
                "offset = {{ contact = \"c0\", to = {:?} }}",
                10.0 * rng.signed()
            ),
        };
        text.push_str(&format!(
            "[[score]]\nat = {at:?}\nover = {over:?}\n{action}\n"
        ));
    }
    text
}

#[test]
fn random_scenes_are_read_and_stay_finite() {
    for seed in 0..1000 {
        let text = scene(&mut Rng::new(seed));
        if let Err(error) = read("random", text.as_bytes()) {
            panic!("{error}\n{text}");
        }
        exercise(text.as_bytes());
    }
}
