//! Values of parameters from text and from TOML.

use crate::cursor::Cursor;
use crate::error::ValueError;
use crate::fill;
use crate::number::{self, parse_number};
use crate::spot;
use crate::tree::{self, Data, Node};
use urto::closest;
use urto::param::{Curve, Kind, Macro, OptionSpec, Params, Resource, Spec, Value};

/// Reads a value for a parameter and checks that the parameter takes it: a number with or
/// without its unit, the key of an option, a curve as a number or `[[0, 0.1], [1, 0.5]]`, the
/// name of a resource.
pub fn parse_value(spec: &'static Spec, text: &str) -> Result<Value, ValueError> {
    let value = match spec.kind {
        Kind::Curve(_) if text.trim_start().starts_with('[') => {
            return value_of(spec, &inline(text)?.data);
        }
        Kind::Number(_) | Kind::Curve(_) => Value::Number(parse_number(text, spec.unit)?),
        Kind::Choice { options, .. } => Value::Choice(option(options, text.trim())?),
        Kind::Resource { .. } => Value::Resource(Resource::named(text)),
        Kind::List { .. } | Kind::Table(_) => return Err(sort(spec, "text")),
    };
    spec.check(&value)?;
    Ok(value)
}

/// Sets a parameter from text, as `-p key=value` has it. A position on a body may be a place in words
/// (`rim`, `vertex 12`, `10mm 0 25mm`), which [`load_resources`](crate::load_resources) looks up. A list or a table is written as TOML:
/// `[{ frequency = 440 }, { frequency = 880 }]`. The key may be a macro's; its value is a number
/// from 0 to 100.
///
/// After an error inside a list or a table, some of its values may have been set.
pub fn assign_text(params: &mut dyn Params, key: &str, text: &str) -> Result<(), ValueError> {
    if let Some(control) = params.table().find_macro(key) {
        let position = number::between(parse_number(text, "")?, 0.0, Macro::FULL, "")?;
        control.apply(params, position);
        return Ok(());
    }
    let (id, spec) = params.table().locate(key)?;
    if spot::say(params, &id, spec, text) {
        return Ok(());
    }
    if !matches!(spec.kind, Kind::List { .. } | Kind::Table(_)) {
        let value = parse_value(spec, text)?;
        return Ok(params.assign(&id, &value)?);
    }
    let node = inline(text)?;
    let cursor = Cursor {
        file: "",
        key: key.to_owned(),
        node: &node,
    };
    fill::parameter(params, id, spec, &cursor).map_err(|error| ValueError::Inside {
        key: error.key.unwrap_or_default(),
        message: error.message,
    })
}

/// Sets parameters from a TOML table, as [`write_params`](crate::write_params) writes it; those
/// that it leaves out stay. Macros are applied first.
///
/// After an error some values may have been set.
pub fn read_params(params: &mut dyn Params, text: &str) -> Result<(), ValueError> {
    let node = inline(text)?;
    fill::sound(params, &Cursor::root("", &node)).map_err(|error| ValueError::Inside {
        key: error.key.unwrap_or_default(),
        message: error.message,
    })
}

/// Takes a value from a file for a parameter that is not a list or a table, and checks it.
pub(crate) fn value_of(spec: &'static Spec, data: &Data) -> Result<Value, ValueError> {
    let value = match (&spec.kind, data) {
        (_, Data::Text(text)) => return parse_value(spec, text),
        (Kind::Number(_) | Kind::Curve(_), Data::Number(_) | Data::Integer(_)) => {
            Value::Number(number_of(data, spec.unit)?)
        }
        (Kind::Curve(_), Data::List(points)) => {
            let points: Result<Vec<_>, _> = points.iter().map(|p| point(p, spec.unit)).collect();
            Value::Curve(Curve::new(points?).ok_or(ValueError::Curve)?)
        }
        _ => return Err(sort(spec, data.sort())),
    };
    spec.check(&value)?;
    Ok(value)
}

/// A finite number, plain or as text with this unit.
pub(crate) fn number_of(data: &Data, unit: &str) -> Result<f64, ValueError> {
    match data {
        Data::Integer(number) => Ok(*number as f64),
        Data::Number(number) if number.is_finite() => Ok(*number),
        Data::Number(number) => Err(ValueError::NotFinite(number.to_string())),
        Data::Text(text) => parse_number(text, unit),
        other => Err(ValueError::Sort {
            expected: a_number(unit),
            found: other.sort(),
        }),
    }
}

fn inline(text: &str) -> Result<Node, ValueError> {
    tree::parse_inline(text).map_err(|error| ValueError::Malformed(error.message))
}

/// One `[time, value]` of a curve.
pub(crate) fn point(node: &Node, unit: &str) -> Result<(f64, f64), ValueError> {
    let Data::List(pair) = &node.data else {
        return Err(ValueError::Curve);
    };
    let [time, value] = pair.as_slice() else {
        return Err(ValueError::Curve);
    };
    Ok((number_of(&time.data, "s")?, number_of(&value.data, unit)?))
}

fn option(options: &'static [OptionSpec], written: &str) -> Result<usize, ValueError> {
    let keys = || options.iter().map(|option| option.key);
    keys()
        .position(|key| key == written)
        .ok_or_else(|| ValueError::Option {
            written: written.to_owned(),
            options: keys().collect(),
            suggestion: closest(written, keys()).map(str::to_owned),
        })
}

fn a_number(unit: &str) -> String {
    match unit {
        "" => "a number".to_owned(),
        unit => format!("a number in {unit}"),
    }
}

/// A value of the wrong sort was found.
pub(crate) fn sort(spec: &Spec, found: &'static str) -> ValueError {
    let expected = match spec.kind {
        Kind::Number(_) => a_number(spec.unit),
        Kind::Curve(_) => format!("{} or points [[time, value], ...]", a_number(spec.unit)),
        Kind::Choice { options, .. } => {
            let keys: Vec<_> = options.iter().map(|option| option.key).collect();
            format!("one of {}", keys.join(", "))
        }
        Kind::List { .. } => "a list of tables".to_owned(),
        Kind::Table(_) => "a table".to_owned(),
        Kind::Resource { accepts, .. } => accepts.to_owned(),
    };
    ValueError::Sort { expected, found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{All, Colour};
    use urto::param::Declared;

    fn assigned(key: &str, text: &str) -> Result<All, String> {
        let mut all = All::default();
        match assign_text(&mut all, key, text) {
            Ok(()) => Ok(all),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn every_kind_is_read_from_text() {
        assert_eq!(assigned("size", "12 cm").unwrap().size, 0.12);
        assert_eq!(assigned("count", "7").unwrap().count, 7);
        assert_eq!(assigned("colour", "red").unwrap().colour, Colour::Red);
        assert_eq!(assigned("item.weight", "500g").unwrap().item.weight, 0.5);
        assert_eq!(
            assigned("items/1/weight", "2").unwrap().items[1].weight,
            2.0
        );
        assert_eq!(assigned("file", "a b.wav").unwrap().file.name(), "a b.wav");
        let swell = |points: &[(f64, f64)]| Curve::new(points).unwrap();
        assert_eq!(
            assigned("swell", "10 cm/s").unwrap().swell,
            swell(&[(0.0, 0.1)])
        );
        assert_eq!(
            assigned("swell", "[[0, 0.1], [\"500 ms\", \"20 cm/s\"]]")
                .unwrap()
                .swell,
            swell(&[(0.0, 0.1), (0.5, 0.2)])
        );
        let item = assigned("item", "{ weight = 3, growth = [[0, 1]] }")
            .unwrap()
            .item;
        assert_eq!((item.weight, item.growth), (3.0, swell(&[(0.0, 1.0)])));
    }

    #[test]
    fn a_macro_sets_what_it_moves() {
        let all = assigned("bulk", "50").unwrap();
        assert!((all.size - 2.0).abs() < 1e-12);
        assert!((all.item.weight - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_list_from_text_starts_anew() {
        let weights = |text: &str| {
            let items = assigned("items", text).unwrap().items;
            items.iter().map(|item| item.weight).collect::<Vec<_>>()
        };
        assert_eq!(weights("[{weight=5},{}]"), [5.0, 1.0]);
        assert_eq!(
            weights("[{},{},{weight=\"2 kg\"},{}]"),
            [1.0, 1.0, 2.0, 1.0]
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (key, text, message) in [
            (
                "sze",
                "1",
                "'all' has no parameter 'sze'; did you mean 'size'?",
            ),
            ("size", "6", "6 is outside -1 to 5 m"),
            ("bulk", "101", "101 is outside 0 to 100"),
            (
                "bluk",
                "1",
                "'all' has no parameter 'bluk'; did you mean 'bulk'?",
            ),
            (
                "size",
                "3 s",
                "'s' is not a unit that fits; the value is in m (also mm or cm)",
            ),
            ("size", "nan", "nan is not a finite number"),
            ("count", "2.5", "2.5 is not a whole number"),
            (
                "colour",
                "gren",
                "there is no option 'gren'; did you mean 'green'? (known: red, green)",
            ),
            (
                "items/3/weight",
                "1",
                "there is no such parameter or list entry here",
            ),
            (
                "items",
                "[{}]",
                "items: a list of 1 entries is too short; allowed are 2 to 4",
            ),
            (
                "items",
                "[{}, 3]",
                "items/1: expected a table, found a number",
            ),
            (
                "items",
                "[{}, {weight=99}]",
                "items/1/weight: 99 is outside 0.1 to 10 kg",
            ),
            (
                "items",
                "[{}, {wight=9}]",
                "items/1/wight: unknown key; did you mean 'weight'? (allowed: weight, growth)",
            ),
            (
                "items",
                "3",
                "items: expected a list of tables, found a number",
            ),
            ("item", "[]", "item: expected a table, found a list"),
            (
                "item",
                "{ weight = true }",
                "item.weight: expected a number in kg, found true or false",
            ),
            ("swell", "[[0, 2]]", "2 is outside 0 to 1 m/s"),
            (
                "swell",
                "[[1, 0], [0, 0]]",
                "a curve is a number, or points [[time, value], ...] with finite numbers and rising times",
            ),
            (
                "swell",
                "[]",
                "a curve is a number, or points [[time, value], ...] with finite numbers and rising times",
            ),
            ("swell", "[[0, nan]]", "NaN is not a finite number"),
        ] {
            assert_eq!(assigned(key, text).unwrap_err(), message);
        }
        assert!(
            assigned("items", "[{")
                .unwrap_err()
                .starts_with("not a TOML value: ")
        );
    }

    #[test]
    fn lists_and_tables_are_not_single_values() {
        for key in ["items", "item"] {
            let (_, spec) = All::TABLE.locate(key).unwrap();
            assert!(parse_value(spec, "3").is_err());
        }
    }
}
