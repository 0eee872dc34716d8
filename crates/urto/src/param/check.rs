//! Whether the values of a struct are those that its table allows: what every constructor asks.

use super::field::{Value, describe};
use super::spec::{Kind, Range, Scale, Spec, Table};
use super::{ParamId, written};

/// A value that its table does not allow. Choose one inside the range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("parameter '{key}' of '{kind}': {} is outside {}", written(*.value), describe(*.value, .allowed, .unit))]
pub struct OutOfRange {
    /// Key of the table: `modal`.
    pub kind: &'static str,
    /// Key of the parameter in it: `modes/3/decay`.
    pub key: String,
    /// What was given; of a list its length.
    pub value: f64,
    /// What is allowed.
    pub allowed: Range,
    /// Unit of both, empty for a pure number.
    pub unit: &'static str,
}

impl OutOfRange {
    /// The value of a table's parameter, if it is not allowed.
    pub(crate) fn in_table(table: &Table, key: &str, spec: &Spec, value: f64) -> Option<Self> {
        let (Kind::Number(allowed) | Kind::Curve(allowed)) = spec.kind else {
            return None;
        };
        let wrong = !allowed.contains(value);
        wrong.then(|| Self {
            kind: table.key,
            key: key.to_owned(),
            value,
            allowed,
            unit: spec.unit,
        })
    }
}

/// The first value in `table`, which stands at `at` in the parameters, that is not allowed: where,
/// what, and what is allowed there. Allocates nothing for numbers and lists.
///
/// `get` reads a parameter; a function behind a pointer, or the compiler would make this anew for
/// each of the many structs of parameters.
pub(super) fn first_fault(
    get: &dyn Fn(&[u16]) -> Option<Value>,
    table: &Table,
    at: ParamId,
) -> Option<(ParamId, f64, Range, &'static str)> {
    let rows = table.declared().iter().enumerate();
    let mut rows = rows.filter(|(_, spec)| !spec.hidden);
    rows.find_map(|(index, spec)| {
        let id = at.then(index)?;
        if let Kind::Table(inner) = spec.kind {
            return first_fault(get, inner, id);
        }
        let fault = |value, allowed| Some((id, value, allowed, spec.unit));
        match (spec.kind, get(id.path())?) {
            (Kind::Number(range), Value::Number(value)) if !range.contains(value) => {
                fault(value, range)
            }
            (Kind::Curve(range), Value::Curve(curve)) => {
                let mut values = curve.points().iter().map(|(_, value)| *value);
                fault(values.find(|value| !range.contains(*value))?, range)
            }
            (Kind::List { item, min, max }, Value::Count(count)) => {
                if !(min..=max).contains(&count) {
                    return Some((id, count as f64, lengths(min, max), "entries"));
                }
                (0..count).find_map(|entry| first_fault(get, item, id.then(entry)?))
            }
            _ => None,
        }
    })
}

/// How long a list may be.
fn lengths(min: usize, max: usize) -> Range {
    Range {
        default: min as f64,
        min: min as f64,
        max: max as f64,
        scale: Scale::Integer,
    }
}
