//! Writing presets so that they read back bit for bit.

use crate::kept::Kept;
use crate::preset::{DEMONSTRATION, PARAMS, Preset};
use urto::param::{Declared, Kind, ParamId, Params, Scale, Spec, Table, Value};

/// Writes a preset: with all its parameters if `full`, otherwise those that differ from the
/// sound's own. A list is written whole or not at all.
pub fn write_preset(preset: &Preset, full: bool) -> String {
    let mut text = "urto = \"preset/1\"\n".to_owned();
    let mut line = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            text.push_str(&format!("{key} = {value}\n"));
        }
    };
    let tags: Vec<String> = preset.tags.iter().map(|tag| quoted(tag)).collect();
    line("sound", Some(quoted(&preset.sound)));
    line("name", preset.name.as_deref().map(quoted));
    line("about", preset.about.as_deref().map(quoted));
    line(
        "tags",
        (!tags.is_empty()).then(|| format!("[{}]", tags.join(", "))),
    );
    line("seed", preset.seed.map(seed));
    line("rate", preset.rate.map(number));
    line("seconds", preset.seconds.map(number));
    line("version", preset.version.as_deref().map(quoted));
    let is_inside = |kept: &&Kept| {
        [PARAMS, DEMONSTRATION]
            .iter()
            .any(|own| kept.key.starts_with(own))
    };
    let (inside, own): (Vec<&Kept>, Vec<&Kept>) = preset.kept.iter().partition(is_inside);
    own.iter().for_each(|kept| text.push_str(&kept.line()));
    let defaults = match crate::catalogue().sound(&preset.sound) {
        Ok(entry) if !full => Some((entry.make)().params().boxed()),
        _ => None,
    };
    let mut writers = vec![Writer {
        params: preset.params.as_ref(),
        defaults: defaults.filter(|own| own.table() == preset.params.table()),
    }];
    writers.extend(preset.demonstration.iter().map(|shown| Writer {
        params: shown.as_ref(),
        defaults: Some(preset.params.boxed()),
    }));
    for (writer, before) in writers.iter().zip([PARAMS, DEMONSTRATION]) {
        let (table, at) = (writer.params.table(), ParamId::default());
        if inside.is_empty() {
            writer.table(&mut text, before.trim_end_matches('.'), table, at);
        } else {
            writer.dotted(&mut text, before, table, at);
        }
    }
    inside.iter().for_each(|kept| text.push_str(&kept.line()));
    text
}

/// Parameters that differ from others, each on a line of its own: `params.body.size = 0.3`.
pub(crate) fn dotted(text: &mut String, before: &str, params: &dyn Params, defaults: &dyn Params) {
    let writer = Writer {
        params,
        defaults: Some(defaults.boxed()),
    };
    writer.dotted(text, before, params.table(), ParamId::default());
}

/// Writes parameters as a TOML table in one line: those that differ from `defaults`, or all. A
/// list is written whole or not at all. [`read_params`](crate::read_params) reads it back bit for
/// bit.
pub fn write_params(params: &dyn Params, defaults: Option<&dyn Params>) -> String {
    let defaults = defaults.filter(|own| own.table() == params.table());
    let writer = Writer {
        params,
        defaults: defaults.map(|own| own.boxed()),
    };
    let fields = writer.fields(params.table(), ParamId::default());
    match fields.as_str() {
        "" => "{}".to_owned(),
        fields => format!("{{ {fields} }}"),
    }
}

/// The parameters of an object that differ from its usual ones, and its lists, as lines of a
/// table.
pub(crate) fn fields<P: Declared>(params: &P) -> String {
    let usual = P::default();
    let writer = Writer {
        params,
        defaults: Some(Box::new(usual)),
    };
    let mut lines = String::new();
    for (id, spec) in P::TABLE.rows(ParamId::ROOT) {
        let list = matches!(spec.kind, Kind::List { .. });
        if list || !writer.is_default(spec, id) {
            let value = writer.value(spec, id, true);
            lines.push_str(&format!("{} = {value}\n", spec.key));
        }
    }
    lines
}

struct Writer<'a> {
    params: &'a dyn Params,
    /// What need not be written.
    defaults: Option<Box<dyn Params>>,
}

impl Writer<'_> {
    fn table(&self, text: &mut String, name: &str, table: &'static Table, at: ParamId) {
        let rows = table.rows(at);
        let mut lines = String::new();
        for &(id, spec) in &rows {
            if !matches!(spec.kind, Kind::Table(_)) && !self.is_default(spec, id) {
                lines.push_str(&format!("{} = {}\n", spec.key, self.value(spec, id, true)));
            }
        }
        if !lines.is_empty() {
            text.push_str(&format!("\n[{name}]\n{lines}"));
        }
        for (id, spec) in rows {
            if let Kind::Table(inner) = spec.kind {
                self.table(text, &format!("{name}.{}", spec.key), inner, id);
            }
        }
    }

    fn dotted(&self, text: &mut String, before: &str, table: &'static Table, at: ParamId) {
        for (id, spec) in table.rows(at) {
            if let Kind::Table(inner) = spec.kind {
                self.dotted(text, &format!("{before}{}.", spec.key), inner, id);
            } else if !self.is_default(spec, id) {
                let value = self.value(spec, id, false);
                text.push_str(&format!("{before}{} = {value}\n", spec.key));
            }
        }
    }

    /// The parameters that must be written, as the inside of an inline table.
    fn fields(&self, table: &'static Table, at: ParamId) -> String {
        let mut fields = Vec::new();
        for (id, spec) in table.rows(at) {
            if let Kind::Table(inner) = spec.kind {
                let inside = self.fields(inner, id);
                if !inside.is_empty() {
                    fields.push(format!("{} = {{ {inside} }}", spec.key));
                }
            } else if !self.is_default(spec, id) {
                fields.push(format!("{} = {}", spec.key, self.value(spec, id, false)));
            }
        }
        fields.join(", ")
    }

    fn is_default(&self, spec: &'static Spec, id: ParamId) -> bool {
        let Some(defaults) = &self.defaults else {
            return false;
        };
        match (self.params.value(&id), defaults.value(&id)) {
            (Some(own), Some(default)) if same(&own, &default) => {}
            _ => return false,
        }
        match (spec.kind, self.params.value(&id)) {
            (Kind::List { item, .. }, Some(Value::Count(count))) => {
                inner(item, id, count).all(|(spec, id)| self.is_default(spec, id))
            }
            _ => true,
        }
    }

    /// A value as TOML. The outermost list has a line for each entry.
    fn value(&self, spec: &'static Spec, id: ParamId, outermost: bool) -> String {
        match (spec.kind, self.params.value(&id)) {
            (Kind::Table(table), _) => self.inline_table(table, id),
            (Kind::List { item, .. }, Some(Value::Count(count))) => {
                let entries = (0..count).filter_map(|entry| id.then(entry));
                let entries: Vec<_> = entries.map(|id| self.inline_table(item, id)).collect();
                if outermost && count > 0 {
                    format!("[\n    {},\n]", entries.join(",\n    "))
                } else {
                    format!("[{}]", entries.join(", "))
                }
            }
            (Kind::Choice { options, .. }, Some(Value::Choice(index))) => {
                quoted(options.get(index).map_or("", |option| option.key))
            }
            (Kind::Number(range), Some(Value::Number(value))) if range.scale == Scale::Integer => {
                format!("{value:.0}")
            }
            (_, Some(Value::Number(value))) => number(value),
            (_, Some(Value::Curve(curve))) => {
                let points = curve.points().iter();
                let points: Vec<_> = points.map(|(t, v)| format!("[{t:?}, {v:?}]")).collect();
                format!("[{}]", points.join(", "))
            }
            (_, Some(Value::Resource(own))) => quoted(own.name()),
            // A table's kind and value always match.
            _ => quoted(""),
        }
    }

    fn inline_table(&self, table: &'static Table, at: ParamId) -> String {
        let fields = table.rows(at).into_iter().map(|(id, spec)| {
            let value = self.value(spec, id, false);
            format!("{} = {value}", spec.key)
        });
        let fields: Vec<String> = fields.collect();
        format!("{{ {} }}", fields.join(", "))
    }
}

/// Every parameter of every entry of a list, tables inside opened.
fn inner(
    item: &'static Table,
    list: ParamId,
    count: usize,
) -> impl Iterator<Item = (&'static Spec, ParamId)> {
    let entries = (0..count).filter_map(move |entry| list.then(entry));
    entries.flat_map(move |entry| opened(item, entry))
}

fn opened(table: &'static Table, at: ParamId) -> Vec<(&'static Spec, ParamId)> {
    let mut found = Vec::new();
    for (id, spec) in table.rows(at) {
        match spec.kind {
            Kind::Table(inner) => found.extend(opened(inner, id)),
            _ => found.push((spec, id)),
        }
    }
    found
}

/// Equal to the bit: `-0.0` is not `0.0`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.to_bits() == b.to_bits(),
        (Value::Curve(a), Value::Curve(b)) => {
            let bits = |(t, v): &(f64, f64)| (t.to_bits(), v.to_bits());
            a.points().iter().map(bits).eq(b.points().iter().map(bits))
        }
        _ => a == b,
    }
}

/// The shortest digits that read back as the same number.
pub(crate) fn number(value: f64) -> String {
    format!("{value:?}")
}

/// TOML integers end at 2^63.
pub(crate) fn seed(seed: u64) -> String {
    match i64::try_from(seed) {
        Ok(seed) => seed.to_string(),
        Err(_) => format!("\"{seed}\""),
    }
}

/// Text in quotes and in one line.
pub(crate) fn quoted(text: &str) -> String {
    let mut line = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => line.extend(['\\', letter]),
            '\n' => line.push_str("\\n"),
            '\t' => line.push_str("\\t"),
            odd if odd.is_control() => line.push_str(&format!("\\u{:04X}", u32::from(odd))),
            plain => line.push(plain),
        }
    }
    line.push('"');
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cursor::Cursor;
    use crate::sample::{All, Colour};
    use crate::{fill, tree};
    use proptest::prelude::*;
    use urto::param::{Curve, Declared};

    fn written(all: &All, defaults: Option<&All>) -> String {
        let mut text = String::new();
        let writer = Writer {
            params: all,
            defaults: defaults.map(|all| all.boxed()),
        };
        writer.table(&mut text, "all", &All::TABLE, ParamId::default());
        text
    }

    fn read(text: &str) -> All {
        let mut all = All::default();
        let root = tree::parse(text).unwrap_or_else(|error| panic!("{}", error.message));
        if let Some(table) = Cursor::root("", &root).get("all") {
            fill::table(&mut all, ParamId::default(), &All::TABLE, &table, &[]).unwrap();
        }
        all
    }

    proptest! {
        #[test]
        fn every_kind_of_parameter_reads_back(
            size in -1.0f64..5.0,
            count in 1i64..=9,
            red in any::<bool>(),
            weights in proptest::collection::vec(0.1f64..10.0, 2..=4),
            swell in proptest::collection::vec(0.0f64..1.0, 1..5),
            file in any::<String>(),
        ) {
            let file = urto::param::Resource::named(file);
            let mut all = All { size, count, file, ..All::default() };
            all.colour = if red { Colour::Red } else { Colour::Green };
            all.items.resize(weights.len(), all.item.clone());
            for (item, weight) in all.items.iter_mut().zip(weights) {
                item.weight = weight;
            }
            let points = swell.into_iter().enumerate().map(|(time, value)| (0.1 * time as f64, value));
            all.swell = Curve::new(points.collect::<Vec<_>>()).unwrap();
            all.item.growth = all.swell.clone();
            for defaults in [None, Some(&All::default())] {
                let text = written(&all, defaults);
                prop_assert_eq!(&read(&text), &all, "{}", text);
                let line = write_params(&all, defaults.map(|all| all as &dyn Params));
                prop_assert!(!line.contains('\n'), "{}", line);
                let mut back = All::default();
                crate::read_params(&mut back, &line).unwrap();
                prop_assert_eq!(&back, &all, "{}", line);
            }
        }
    }

    #[test]
    fn it_looks_as_one_would_write_it() {
        let mut all = All {
            count: 4,
            ..All::default()
        };
        assert_eq!(written(&all, Some(&all)), "");
        all.items[1].weight = 0.5;
        all.item.weight = 1e-1;
        assert_eq!(
            written(&all, Some(&All::default())),
            "\n[all]\ncount = 4\nitems = [\n    { weight = 9.0, growth = [[0.0, 0.25]] },\n    \
             { weight = 0.5, growth = [[0.0, 0.25]] },\n]\n\n[all.item]\nweight = 0.1\n"
        );
    }
}
