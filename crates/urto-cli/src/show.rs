//! `urto show SOUND`: its macros and parameters, as they are or as a preset sets them.

use crate::aim::{self, Shown};
use crate::failure::Failure;
use crate::output;
use serde_json::{Value as Json, json};
use std::fmt::Write;
use urto::param::{Macro, Params, Tier, Value};
use urto::sound::{Entry, ExpressionKeys};
use urto_file::rows::{self, Row};
use urto_target::in_unit;

/// Shows what can be set on a sound, and a preset's values.
pub fn run(what: &str, all: bool, as_json: bool) -> Result<(), Failure> {
    let preset = match urto_file::catalogue().sound(what) {
        Ok(_) => None,
        Err(_) => urto_file::find_preset(what).map_err(Failure::other)?,
    };
    let key = preset.as_ref().map_or(what, |preset| &preset.sound);
    let entry = urto_file::catalogue().sound(key).map_err(Failure::usage)?;
    let sound = (entry.make)();
    let params = match &preset {
        Some(preset) => preset.params.as_ref(),
        None => sound.params(),
    };
    if as_json {
        return output::print_json(&facts(entry, params));
    }
    let head = match &preset {
        Some(preset) => format!(
            "{} ({key}): {}",
            preset.name.as_deref().unwrap_or(what),
            preset.about.as_deref().unwrap_or_default()
        ),
        None => format!("{key}: {}", entry.hear),
    };
    output::print(&format!("{head}\n\n{}", text(entry, params, what, all)))
}

fn facts(entry: &Entry, now: &dyn Params) -> Json {
    let params: Vec<Json> = rows::rows(now).iter().map(row_facts).collect();
    let macros = entry.table.macros.iter();
    let macros: Vec<Json> = macros.map(|control| macro_facts(control, now)).collect();
    let targets: Vec<Json> = aim::shown(now).iter().map(target_facts).collect();
    json!({
        "key": entry.key,
        "title": entry.title,
        "params": params,
        "macros": macros,
        "targets": targets,
        "expression": expression_facts(&entry.expression),
    })
}

fn expression_facts(keys: &ExpressionKeys) -> Json {
    let place = keys.place;
    json!({
        "pitch": keys.pitch,
        "pressure": keys.pressure,
        "place": place.map(|axis| json!({ "key": axis.key, "from": axis.from, "to": axis.to })),
    })
}

fn target_facts(shown: &Shown) -> Json {
    json!({
        "key": shown.quantity.key,
        "about": shown.quantity.about,
        "unit": shown.quantity.unit,
        "value": shown.now,
        "min": shown.range.map(|(low, _)| low),
        "max": shown.range.map(|(_, high)| high),
    })
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
        Value::Resource(_) | Value::Choice(_) => json!(row.default_text()),
    }
}

fn text(entry: &Entry, params: &dyn Params, what: &str, all: bool) -> String {
    let groups = rows::folded(params);
    let shown: Vec<_> = groups
        .iter()
        .filter(|(_, rows)| all || rows.iter().all(|row| row.spec.tier == Tier::Basic))
        .collect();
    let mut text = String::new();
    if !entry.table.macros.is_empty() {
        text.push_str("Macros: each moves several parameters together\n");
    }
    for control in entry.table.macros {
        let set = format!("{} = {:.0}", control.key, control.position(params));
        let _ = writeln!(text, "  {set:52}  0 to 100");
        text.push_str(&paragraph(&rows::plain(control.about), "      "));
        let moves = rows::moves(control, entry.table).join(", ");
        text.push_str(&paragraph(&format!("Moves {moves}."), "      "));
    }
    text.push_str(&targets_text(params));
    let moves = rows::expression(&entry.expression);
    if !moves.is_empty() {
        text.push_str("\nEvents: what a note or a touch moves besides its strength\n");
        text.push_str(&paragraph(&moves.join(" "), "  "));
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
    let quoted = if what.contains(' ') { "\"" } else { "" };
    let what = format!("{quoted}{what}{quoted}");
    let hidden = groups.len() - shown.len();
    if hidden > 0 {
        let _ = writeln!(text, "{hidden} more for experts: urto show {what} --all");
    }
    let example = shown.first().map_or("level", |(key, _)| key.as_str());
    let _ = writeln!(
        text,
        "Set them like this: urto render {what} -p {example}=0.5"
    );
    text
}

fn targets_text(params: &dyn Params) -> String {
    let shown = aim::shown(params);
    let mut text = String::new();
    if !shown.is_empty() {
        text.push_str("\nTargets: what one hears, for --target\n");
    }
    for Shown {
        quantity,
        now,
        range,
    } in shown
    {
        let set = match now {
            Some(now) => format!("{} = {}", quantity.key, in_unit(quantity.key, now)),
            None => quantity.key.to_owned(),
        };
        let range = range.map_or(String::new(), |(low, high)| {
            let [low, high] = [low, high].map(|end| in_unit(quantity.key, end));
            format!("{low} to {high}")
        });
        let _ = writeln!(text, "{}", format!("  {set:52}  {range}").trim_end());
        text.push_str(&paragraph(quantity.about, "      "));
    }
    text
}

/// Lines no wider than most terminals.
pub fn paragraph(words: &str, indent: &str) -> String {
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
