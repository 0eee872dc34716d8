//! `urto show SOUND`: its parameters.

use crate::failure::Failure;
use crate::output;
use crate::rows::{self, Row};
use serde_json::{Value as Json, json};
use std::fmt::Write;
use urto::param::{Tier, Value};
use urto::sound::Entry;

/// Shows what can be set on a sound.
pub fn run(sound: &str, all: bool, as_json: bool) -> Result<(), Failure> {
    let entry = urto::sounds::find(sound).map_err(Failure::usage)?;
    if as_json {
        return output::print_json(&facts(entry));
    }
    output::print(&text(entry, all))
}

fn facts(entry: &Entry) -> Json {
    let sound = (entry.make)();
    let params: Vec<Json> = rows::rows(sound.params()).iter().map(row_facts).collect();
    json!({ "key": entry.key, "title": entry.title, "params": params })
}

fn row_facts(row: &Row) -> Json {
    let (min, max) = row.range().unzip();
    let mut facts = json!({
        "key": row.key,
        "default": default_facts(row),
        "min": min,
        "max": max,
        "scale": row.scale(),
        "unit": row.spec.unit,
        "update": row.spec.update.name(),
        "tier": row.spec.tier.name(),
        "about": row.about(),
    });
    if !row.options().is_empty() {
        let options = row
            .options()
            .iter()
            .map(|option| json!({ "key": option.key, "about": rows::plain(option.about) }));
        facts["options"] = options.collect();
    }
    facts
}

fn default_facts(row: &Row) -> Json {
    match &row.default {
        Value::Number(number) => json!(number),
        Value::Count(count) => json!(count),
        Value::Curve(curve) => match curve.points() {
            [(_, value)] => json!(value),
            points => json!(points),
        },
        Value::Text(_) | Value::Choice(_) => json!(row.default_text()),
    }
}

fn text(entry: &Entry, all: bool) -> String {
    let sound = (entry.make)();
    let groups = rows::folded(sound.params());
    let shown: Vec<&(String, Vec<Row>)> = groups
        .iter()
        .filter(|(_, rows)| all || rows.iter().all(|row| row.spec.tier == Tier::Basic))
        .collect();
    let cells: Vec<[String; 4]> = shown
        .iter()
        .filter_map(|(key, rows)| {
            let row = rows.first()?;
            let range = format!("{} {}", row.range_text(), row.spec.unit);
            let default = rows::defaults_text(rows);
            Some([key.clone(), default, range.trim().to_owned(), row.about()])
        })
        .collect();
    let mut text = format!("{}: {}\n\n", entry.key, entry.hear);
    text.push_str(&columns(&cells));
    let hidden = groups.len() - shown.len();
    text.push('\n');
    if hidden > 0 {
        let _ = writeln!(
            text,
            "{hidden} more for experts: urto show {} --all",
            entry.key
        );
    }
    let example = cells.first().map_or("level", |cell| cell[0].as_str());
    let _ = writeln!(
        text,
        "Set them like this: urto render {} -p {example}=0.5",
        entry.key
    );
    text
}

/// Three columns as wide as they need be; the meaning goes last, or below where it does not fit.
fn columns(cells: &[[String; 4]]) -> String {
    const LINE: usize = 100;
    let heading = ["parameter", "default", "range", "meaning"].map(str::to_owned);
    let all = || std::iter::once(&heading).chain(cells);
    let widths: [usize; 3] = std::array::from_fn(|column| {
        let lengths = all().map(|cell| cell[column].chars().count());
        lengths.max().unwrap_or(0)
    });
    let indent = widths.iter().sum::<usize>() + 8;
    let mut text = String::new();
    for [key, default, range, about] in all() {
        let [a, b, c] = widths;
        let _ = write!(text, "  {key:a$}  {default:b$}  {range:c$}  ");
        let mut room = LINE.saturating_sub(indent).max(30);
        for (index, word) in about.split(' ').enumerate() {
            let length = word.chars().count() + 1;
            if length > room && index > 0 {
                let _ = write!(text, "\n{:indent$}", "");
                room = LINE.saturating_sub(indent).max(30);
            }
            let _ = write!(text, "{word} ");
            room = room.saturating_sub(length);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}
