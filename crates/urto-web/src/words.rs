//! Values as people write them: `3 mm`, `1.2 kHz`, `glass`. What is written reads back.

use urto::param::{Kind, ParamId, Params, Scale, Spec, Table, Value, written};

/// Powers of ten that a unit may carry, largest first.
const PREFIXES: [(&str, f64); 6] = [
    ("G", 1e9),
    ("M", 1e6),
    ("k", 1e3),
    ("m", 1e-3),
    ("\u{b5}", 1e-6),
    ("n", 1e-9),
];

/// A parameter's value as text that sets it again; lists and curves as in a file.
pub fn value_text(params: &dyn Params, id: &ParamId, spec: &'static Spec) -> String {
    match (spec.kind, params.value(id)) {
        (Kind::Number(range), Some(Value::Number(value))) if range.scale == Scale::Integer => {
            with_unit(format!("{value:.0}"), spec.unit)
        }
        (Kind::Number(_), Some(Value::Number(value))) => number_text(value, spec.unit),
        (Kind::List { item, .. }, Some(Value::Count(count))) => list_text(params, id, item, count),
        (_, Some(value)) => plain(spec, &value),
        (_, None) => String::new(),
    }
}

/// A number with its unit, four digits long, with the prefix that one would say.
pub fn number_text(value: f64, unit: &str) -> String {
    let size = value.abs();
    if value == 0.0 || !takes_prefix(unit) {
        return with_unit(short(value), unit);
    }
    if unit == "m" && (0.1..1.0).contains(&size) {
        return with_unit(short(value * 100.0), "cm");
    }
    // The kilogram is the one unit that has a prefix already.
    let (size, value, base) = match unit.strip_prefix("kg") {
        Some(rest) if size < 1.0 => (size * 1e3, value * 1e3, format!("g{rest}")),
        _ => (size, value, unit.to_owned()),
    };
    let least = if base == "m" { 1.0 } else { 0.1 };
    if (least..1e4).contains(&size) || base.starts_with("kg") {
        return with_unit(short(value), &base);
    }
    let fits = PREFIXES.iter().find(|(_, power)| size >= *power * 0.9995);
    match fits {
        Some((prefix, power)) => with_unit(short(value / power), &format!("{prefix}{base}")),
        None => with_unit(short(value), &base),
    }
}

/// As in a file's number: ratios and powers take no prefix.
fn takes_prefix(unit: &str) -> bool {
    let first = unit.split(['*', '/']).next().unwrap_or(unit);
    let ratio = matches!(first, "dB" | "cent" | "%" | "rad");
    !ratio && !first.is_empty() && first.chars().all(|letter| letter.is_ascii_alphabetic())
}

fn with_unit(number: String, unit: &str) -> String {
    match unit {
        "" => number,
        unit => format!("{number} {unit}"),
    }
}

/// Four digits at most.
fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    written(rounded)
}

fn plain(spec: &'static Spec, value: &Value) -> String {
    match (value, spec.kind) {
        (Value::Number(number), _) => format!("{number:?}"),
        (Value::Choice(index), Kind::Choice { options, .. }) => options
            .get(*index)
            .map_or("", |option| option.key)
            .to_owned(),
        (Value::Choice(index), _) => index.to_string(),
        (Value::Count(count), _) => count.to_string(),
        (Value::Resource(own), _) => own.name().to_owned(),
        (Value::Curve(curve), _) => match curve.points() {
            [(_, value)] => number_text(*value, spec.unit),
            points => {
                let points: Vec<_> = points
                    .iter()
                    .map(|(t, v)| format!("[{t:?}, {v:?}]"))
                    .collect();
                format!("[{}]", points.join(", "))
            }
        },
    }
}

fn list_text(params: &dyn Params, at: &ParamId, item: &'static Table, count: usize) -> String {
    let entries = (0..count).filter_map(|entry| at.then(entry));
    let entries: Vec<String> = entries
        .map(|entry| table_text(params, &entry, item))
        .collect();
    format!("[{}]", entries.join(", "))
}

fn table_text(params: &dyn Params, at: &ParamId, table: &'static Table) -> String {
    let fields = table.rows(*at).into_iter().filter_map(|(id, spec)| {
        let text = match (spec.kind, params.value(&id)) {
            (Kind::Table(inner), _) => table_text(params, &id, inner),
            (Kind::List { item, .. }, Some(Value::Count(count))) => {
                list_text(params, &id, item, count)
            }
            (Kind::Choice { .. } | Kind::Resource { .. }, Some(value)) => {
                format!("{:?}", plain(spec, &value))
            }
            (Kind::Curve(_), Some(Value::Curve(curve))) => {
                let points: Vec<_> = curve
                    .points()
                    .iter()
                    .map(|(t, v)| format!("[{t:?}, {v:?}]"))
                    .collect();
                format!("[{}]", points.join(", "))
            }
            (_, value) => plain(spec, &value?),
        };
        Some(format!("{} = {text}", spec.key))
    });
    let fields: Vec<String> = fields.collect();
    format!("{{ {} }}", fields.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::param::leaves;

    #[test]
    fn numbers_read_as_one_says_them() {
        for (value, unit, text) in [
            (0.003, "m", "3 mm"),
            (0.12, "m", "12 cm"),
            (1.5, "m", "1.5 m"),
            (2.5e-6, "m", "2.5 \u{b5}m"),
            (0.02, "kg", "20 g"),
            (2.0, "kg", "2 kg"),
            (2e-6, "kg", "2 mg"),
            (0.5, "s", "0.5 s"),
            (0.004, "s", "4 ms"),
            (440.0, "Hz", "440 Hz"),
            (12_500.0, "Hz", "12.5 kHz"),
            (0.2, "m/s", "0.2 m/s"),
            (1e7, "N/m^a", "10 MN/m^a"),
            (1e11, "N/m^a", "100 GN/m^a"),
            (-6.0, "dB", "-6 dB"),
            (0.0, "m", "0 m"),
            (0.3333333, "", "0.3333"),
            (-0.25, "m", "-25 cm"),
        ] {
            assert_eq!(number_text(value, unit), text);
        }
    }

    /// Whatever text is shown sets the same value again, to the digits shown.
    #[test]
    fn every_text_reads_back() {
        for entry in urto_file::catalogue().sounds() {
            let sound = (entry.make)();
            let own = sound.params();
            for (id, spec) in leaves(own) {
                let Some(key) = own.table().key_of(&id) else {
                    continue;
                };
                if key.contains('/') {
                    continue;
                }
                let text = value_text(own, &id, spec);
                let mut again = own.boxed();
                let taken = urto_file::assign_text(again.as_mut(), &key, &text);
                assert!(taken.is_ok(), "{} {key} = {text}: {taken:?}", entry.key);
                match (own.value(&id), again.value(&id)) {
                    (Some(Value::Number(a)), Some(Value::Number(b))) => {
                        assert!((a - b).abs() <= 5e-4 * a.abs(), "{key} {text} {a} {b}");
                    }
                    (a, b) => assert_eq!(a, b, "{key} {text}"),
                }
            }
        }
    }
}
