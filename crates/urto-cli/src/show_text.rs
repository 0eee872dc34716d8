//! What `urto show` prints: macros, targets, events, and the parameters table by table, each as one
//! would write it after `-p`.

use crate::aim::{self, Shown};
use std::fmt::Write;
use urto::param::{Params, Table, Tier};
use urto::sound::Entry;
use urto_file::rows::{self, Row};
use urto_target::in_unit;

/// Ranges begin in this column, unless what stands before them is longer.
const COLUMN: usize = 52;

/// All that can be set on a sound, `what` being the name under which it was asked for.
pub fn text(entry: &Entry, params: &dyn Params, what: &str, all: bool) -> String {
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
        text.push_str(&line(&set, "0 to 100"));
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
    text.push_str(&params_text(params, &shown));
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
        "Set them like this: urto render {what} -p {example}=0.5\n\
         Any line above can be pasted, in single quotes: -p 'KEY = VALUE'"
    );
    text
}

/// The parameters under the headings of the tables that they stand in.
fn params_text(params: &dyn Params, shown: &[&(String, Vec<Row>)]) -> String {
    let all = rows::rows(params);
    let mut tables: Vec<&str> = Vec::new();
    for (key, _) in shown {
        if !tables.contains(&table_of(key)) {
            tables.push(table_of(key));
        }
    }
    let mut text = String::new();
    for table in tables {
        let _ = writeln!(text, "\n{}", heading(table, params.table()));
        for (key, rows) in shown.iter().filter(|(key, _)| table_of(key) == table) {
            if let Some(row) = rows.first() {
                let range = format!("{} {}", row.range_text(), row.spec.unit);
                text.push_str(&line(&setting(key, row, &all), range.trim_end()));
                text.push_str(&paragraph(&row.about(), "      "));
            }
        }
    }
    text
}

/// The key of the table that a parameter stands in: of `body.modes/N/decay` it is `body`.
fn table_of(key: &str) -> &str {
    let own = key.split('/').next().unwrap_or(key);
    own.rsplit_once('.').map_or("", |(table, _)| table)
}

fn heading(table: &str, declared: &Table) -> String {
    match (table, declared.locate(table)) {
        ("", _) => "Parameters".to_owned(),
        (_, Ok((_, spec))) => format!("{table}: {}", rows::plain(spec.about)),
        (_, Err(_)) => table.to_owned(),
    }
}

/// `key = value`; of an entry's parameter the key alone, as its list has the values.
fn setting(key: &str, row: &Row, all: &[Row]) -> String {
    let value = match key.contains("/N/") {
        true => None,
        false => rows::written(row, all),
    };
    value.map_or(key.to_owned(), |value| format!("{key} = {value}"))
}

/// A setting and what is allowed; below it, if the setting is long.
fn line(set: &str, range: &str) -> String {
    let gap = if set.chars().count() > COLUMN {
        "\n      "
    } else {
        "  "
    };
    let line = format!("  {set:COLUMN$}{gap}{range}");
    line.trim_end().to_owned() + "\n"
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
        text.push_str(&line(&set, &range));
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
