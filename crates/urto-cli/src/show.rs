//! `urto show SOUND`: its parameters.

use crate::failure::Failure;
use crate::output;
use crate::rows::{self, Row};
use serde_json::{Value as Json, json};
use std::fmt::Write;
use urto::param::{Macro, Params, Tier, Value};
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
    let macros: Vec<Json> = entry
        .table
        .macros
        .iter()
        .map(|control| macro_facts(control, sound.params()))
        .collect();
    json!({ "key": entry.key, "title": entry.title, "params": params, "macros": macros })
}

fn macro_facts(control: &Macro, params: &dyn Params) -> Json {
    let targets: Vec<Json> = control
        .targets
        .iter()
        .map(|aim| {
            let (from, to) = (aim.from, aim.to);
            json!({ "key": aim.key, "from": from, "to": to, "over": [aim.over.0, aim.over.1] })
        })
        .collect();
    json!({
        "key": control.key,
        "about": rows::plain(control.about),
        "position": control.position(params),
        "targets": targets,
    })
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
    let shown: Vec<_> = groups
        .iter()
        .filter(|(_, rows)| all || rows.iter().all(|row| row.spec.tier == Tier::Basic))
        .collect();
    let mut text = format!("{}: {}\n\n", entry.key, entry.hear);
    if !entry.table.macros.is_empty() {
        text.push_str("Macros: each moves several parameters together\n");
    }
    for control in entry.table.macros {
        let set = format!("{} = {:.0}", control.key, control.position(sound.params()));
        let _ = writeln!(text, "  {set:52}  0 to 100");
        text.push_str(&paragraph(&rows::plain(control.about), "      "));
        let moves = rows::moves(control, entry.table).join(", ");
        text.push_str(&paragraph(&format!("Moves {moves}."), "      "));
    }
    text.push_str("\nParameters\n");
    for (key, rows) in &shown {
        if let Some(row) = rows.first() {
            let set = format!("{key} = {} {}", rows::defaults_text(rows), row.spec.unit);
            let range = format!("{} {}", row.range_text(), row.spec.unit);
            let _ = writeln!(text, "  {:52}  {}", set.trim_end(), range.trim_end());
            text.push_str(&paragraph(&row.about(), "      "));
        }
    }
    text.push('\n');
    let hidden = groups.len() - shown.len();
    if hidden > 0 {
        let _ = writeln!(
            text,
            "{hidden} more for experts: urto show {} --all",
            entry.key
        );
    }
    let example = shown.first().map_or("level", |(key, _)| key.as_str());
    let _ = writeln!(
        text,
        "Set them like this: urto render {} -p {example}=0.5",
        entry.key
    );
    text
}

/// Lines no wider than most terminals.
fn paragraph(words: &str, indent: &str) -> String {
    const WIDTH: usize = 90;
    let mut text = String::new();
    let mut line = indent.to_owned();
    for word in words.split(' ') {
        let wider = line.chars().count() + word.chars().count();
        if wider >= WIDTH && line.len() > indent.len() {
            text.push_str(line.trim_end());
            text.push('\n');
            line = indent.to_owned();
        }
        line.push_str(word);
        line.push(' ');
    }
    text + line.trim_end() + "\n"
}
