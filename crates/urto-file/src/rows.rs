//! Parameters as rows of a table, for people and programs: `urto show` and the reference pages
//! are made of the same rows.

use urto::param::{Aim, Kind, Macro, OptionSpec, Params, Spec, Table, Value, leaves};
use urto::sound::ExpressionKeys;

/// One row: a parameter, its value when nothing is said, and what its table says.
pub struct Row {
    /// Its key: `contact.stiffness`, `body.modes/0/decay`.
    pub key: String,
    /// Its value when nothing is said.
    pub default: Value,
    /// What its table says.
    pub spec: &'static Spec,
}

/// What the pitch, the pressure and the place of an event move, a sentence for each.
pub fn expression(keys: &ExpressionKeys) -> Vec<String> {
    let factor = |what: &str, keys: &[&str]| match keys {
        [] => None,
        keys => Some(format!("{what} multiplies {}.", keys.join(", "))),
    };
    let place = keys.place.map(|axis| {
        let (from, to) = (axis.from, axis.to);
        format!("Place sets {}: 0 is {from}, 1 is {to}.", axis.key)
    });
    let factors = [
        factor("Pitch", keys.pitch),
        factor("Pressure", keys.pressure),
    ];
    factors.into_iter().chain([place]).flatten().collect()
}

/// Every parameter that has a value, entries of lists one by one.
pub fn rows(params: &dyn Params) -> Vec<Row> {
    let table = params.table();
    leaves(params)
        .into_iter()
        .filter_map(|(id, spec)| {
            Some(Row {
                key: table.key_of(&id)?,
                default: params.value(&id)?,
                spec,
            })
        })
        .collect()
}

/// The same with all entries of a list in one row: `body.modes/N/decay`, and their values. A list
/// that is empty shows what an entry would be.
pub fn folded(params: &dyn Params) -> Vec<(String, Vec<Row>)> {
    let mut filled = params.boxed();
    for (id, _) in leaves(params) {
        if params.value(&id) == Some(Value::Count(0)) {
            // Where no entry is allowed there is none to show.
            let _ = filled.assign(&id, &Value::Count(1));
        }
    }
    let mut groups: Vec<(String, Vec<Row>)> = Vec::new();
    for mut row in rows(filled.as_ref()) {
        if let Ok(id) = params.table().find(&row.key)
            && params.value(&id) == Some(Value::Count(0))
        {
            row.default = Value::Count(0);
        }
        let parts = row.key.split('/').map(|part| {
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { "N" } else { part }
        });
        let key = parts.collect::<Vec<_>>().join("/");
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
}

impl Row {
    /// Smallest and largest value, of numbers and of lists' lengths.
    pub fn range(&self) -> Option<(f64, f64)> {
        match self.spec.kind {
            Kind::Number(range) | Kind::Curve(range) => Some((range.min, range.max)),
            Kind::List { min, max, .. } => Some((min as f64, max as f64)),
            _ => None,
        }
    }

    /// How positions map to values; for what is no number, what it is.
    pub fn scale(&self) -> &'static str {
        match self.spec.kind {
            Kind::Number(range) => range.scale.name(),
            Kind::Choice { .. } => "choice",
            Kind::List { .. } => "list",
            Kind::Curve(_) => "curve",
            Kind::Resource { .. } => "resource",
            Kind::Table(_) => "table",
        }
    }

    /// The options of a choice.
    pub fn options(&self) -> &'static [OptionSpec] {
        match self.spec.kind {
            Kind::Choice { options, .. } => options,
            _ => &[],
        }
    }

    /// The default in words.
    pub fn default_text(&self) -> String {
        match &self.default {
            Value::Number(value) => number(*value),
            Value::Count(count) => format!("{count} entries"),
            Value::Choice(index) => {
                let option = self.options().get(*index);
                option.map_or_else(String::new, |option| option.key.to_owned())
            }
            Value::Resource(own) => own.name().to_owned(),
            Value::Curve(curve) => match curve.points() {
                [(_, value)] => number(*value),
                points => {
                    let point = |(time, value): &(f64, f64)| {
                        format!("[{}, {}]", number(*time), number(*value))
                    };
                    format!(
                        "[{}]",
                        points.iter().map(point).collect::<Vec<_>>().join(", ")
                    )
                }
            },
        }
    }

    /// What is allowed, in words, without the unit.
    pub fn range_text(&self) -> String {
        let zero = matches!(self.spec.kind, Kind::Number(range) if range.scale == urto::param::Scale::ZeroLog);
        match (self.range(), self.spec.kind) {
            (Some((min, max)), _) => {
                let or_zero = if zero { "0, " } else { "" };
                format!("{or_zero}{} to {}", number(min), number(max))
            }
            (None, Kind::Resource { accepts, .. }) => accepts.to_owned(),
            (None, _) => {
                let keys: Vec<&str> = self.options().iter().map(|option| option.key).collect();
                keys.join(", ")
            }
        }
    }

    /// What it means, on one line.
    pub fn about(&self) -> String {
        plain(self.spec.about)
    }
}

/// The value of a row as one would write it after `-p key=`, a list with all its entries; nothing
/// if it names no file. `all` are the rows of the same parameters, numbers have four digits.
pub fn written(row: &Row, all: &[Row]) -> Option<String> {
    match &row.default {
        Value::Number(_) if !row.spec.unit.is_empty() => {
            Some(format!("{} {}", row.default_text(), row.spec.unit))
        }
        Value::Curve(curve) if curve.points().len() == 1 && !row.spec.unit.is_empty() => {
            Some(format!("{} {}", row.default_text(), row.spec.unit))
        }
        Value::Count(count) => {
            let entries: Vec<String> = (0..*count).map(|n| entry(&row.key, n, all)).collect();
            Some(format!("[{}]", entries.join(", ")))
        }
        Value::Resource(own) if own.name().is_empty() => None,
        _ => Some(row.default_text()),
    }
}

/// One entry of a list: `{ frequency = 440, decay = 1 }`.
fn entry(list: &str, number: usize, all: &[Row]) -> String {
    let before = format!("{list}/{number}/");
    let own = all.iter().filter_map(|row| {
        let key = row.key.strip_prefix(&before)?;
        let value = match &row.default {
            // Entries of lists inside come with their list.
            _ if key.contains('/') => return None,
            Value::Count(_) => written(row, all)?,
            Value::Choice(_) | Value::Resource(_) => format!("\"{}\"", row.default_text()),
            // Units stand in the list's own rows.
            _ => row.default_text(),
        };
        Some(format!("{key} = {value}"))
    });
    format!("{{ {} }}", own.collect::<Vec<_>>().join(", "))
}

/// Default values of a folded row, in words: all, or the first few.
pub fn defaults_text(rows: &[Row]) -> String {
    const SHOWN: usize = 3;
    let mut texts: Vec<String> = rows.iter().map(Row::default_text).collect();
    texts.dedup();
    let more = texts.len() > SHOWN + 1;
    if more {
        texts.truncate(SHOWN);
        texts.push("...".to_owned());
    }
    texts.join(", ")
}

/// A doc comment on one line, without what only rustdoc needs.
pub fn plain(about: &str) -> String {
    let words: Vec<&str> = about.split_whitespace().collect();
    words.join(" ").replace("\\[", "[").replace("\\]", "]")
}

/// What a macro does to each of its targets, in words: `contact.stiffness 1e5 to 1e11 N/m^a`.
pub fn moves(control: &Macro, table: &Table) -> Vec<String> {
    let told = |aim: &Aim| {
        let unit = table.locate(aim.key).map_or("", |(_, spec)| spec.unit);
        let range = format!(
            "{} {} to {} {unit}",
            aim.key,
            number(aim.from),
            number(aim.to)
        );
        let over = match aim.over {
            (0.0, Macro::FULL) => String::new(),
            (lo, hi) => format!(" (from {lo} to {hi})"),
        };
        range.trim_end().to_owned() + &over
    };
    control.targets.iter().map(told).collect()
}

/// A word with a capital letter.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A number with four digits at most, as one would write it.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if (1e-3..1e5).contains(&size) {
        let digits = (3.0 - urto::math::log10(size).floor()).clamp(0.0, 9.0) as usize;
        let text = format!("{value:.digits$}");
        return match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => text,
        };
    }
    let text = format!("{value:.3e}");
    match text.split_once('e') {
        Some((digits, power)) => {
            let digits = digits.trim_end_matches('0').trim_end_matches('.');
            format!("{digits}e{power}")
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-60.0, "-60"),
            (0.02, "0.02"),
            (0.001, "0.001"),
            (1e-4, "1e-4"),
            (1819.345, "1819"),
            (48_000.0, "48000"),
            (1e8, "1e8"),
            (2.5e-6, "2.5e-6"),
            (1.0 / 3.0, "0.3333"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
