//! Values, and how they get into the structs that [`params!`](crate::params) declares.

use super::address::ParamId;
use super::check::{OutOfRange, first_fault};
use super::curve::Curve;
use super::resource::Resource;
use super::spec::{Kind, OptionSpec, Range, Scale, Spec, Table};
use crate::rng::Rng;

/// A value on its way to or from a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number in the table's unit.
    Number(f64),
    /// Index of a choice's option.
    Choice(usize),
    /// Length of a list.
    Count(usize),
    /// A value over time.
    Curve(Curve),
    /// A resource: its name, and what was loaded under it.
    Resource(Resource),
}

/// A value that a parameter does not take.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The number is out of range. Choose one inside.
    #[error("{} is outside {}", written(*.value), outside(*.value, .spec))]
    Range {
        /// What was asked for.
        value: f64,
        /// The parameter.
        spec: &'static Spec,
    },
    /// The number must be whole.
    #[error("{} is not a whole number", written(*.0))]
    NotWhole(f64),
    /// Not a number, or infinite.
    #[error("{0} is not a finite number")]
    NotFinite(f64),
    /// A list would be too short or too long.
    #[error("a list of {count} entries is too {}; allowed are {min} to {max}", if count < min { "short" } else { "long" })]
    Length {
        /// Length asked for.
        count: usize,
        /// Fewest entries.
        min: usize,
        /// Most entries.
        max: usize,
    },
    /// The value is of another kind than the parameter (text for a number, say).
    #[error("this parameter takes {0}")]
    Kind(&'static str),
    /// The handle belongs to another table, or to an entry that the list does not have.
    #[error("there is no such parameter or list entry here")]
    Missing,
}

fn outside(value: f64, spec: &Spec) -> String {
    match &spec.kind {
        Kind::Number(range) | Kind::Curve(range) => describe(value, range, spec.unit),
        _ => "what is allowed".to_owned(),
    }
}

/// A range in words, for somebody who asked for that value.
pub(super) fn describe(value: f64, range: &Range, unit: &str) -> String {
    let zero = if range.scale == Scale::ZeroLog && value != 0.0 {
        " (or 0)"
    } else {
        ""
    };
    let space = if unit.is_empty() { "" } else { " " };
    let (min, max) = (written(range.min), written(range.max));
    format!("{min} to {max}{space}{unit}{zero}")
}

/// A number as people write it: plain where that is short, else with an exponent. Reads back as
/// the same number.
///
/// ```
/// use urto::param::written;
/// assert_eq!(written(440.0), "440");
/// assert_eq!(written(5e9), "5e9");
/// ```
pub fn written(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-3..1e6).contains(&size) || !value.is_finite() {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

impl Spec {
    /// Whether the parameter takes this value.
    pub fn check(&'static self, value: &Value) -> Result<(), Refusal> {
        match (&self.kind, value) {
            (Kind::Number(_), Value::Number(number)) => self.check_number(*number),
            (Kind::Curve(_), Value::Number(number)) => self.check_number(*number),
            (Kind::Curve(_), Value::Curve(curve)) => curve
                .points()
                .iter()
                .try_for_each(|(_, v)| self.check_number(*v)),
            (Kind::Choice { options, .. }, Value::Choice(index)) if *index < options.len() => {
                Ok(())
            }
            (Kind::List { min, max, .. }, Value::Count(count)) => {
                if (*min..=*max).contains(count) {
                    Ok(())
                } else {
                    Err(Refusal::Length {
                        count: *count,
                        min: *min,
                        max: *max,
                    })
                }
            }
            (Kind::Resource { .. }, Value::Resource(_)) => Ok(()),
            (Kind::Number(_), _) => Err(Refusal::Kind("a number")),
            (Kind::Curve(_), _) => Err(Refusal::Kind("a number or a list of [time, value] points")),
            (Kind::Choice { .. }, _) => Err(Refusal::Kind("one of its options")),
            (Kind::List { .. }, _) => Err(Refusal::Kind("a list of tables")),
            (Kind::Resource { accepts, .. }, _) => Err(Refusal::Kind(accepts)),
            (Kind::Table(_), _) => Err(Refusal::Kind("a table")),
        }
    }

    fn check_number(&'static self, value: f64) -> Result<(), Refusal> {
        let (Kind::Number(range) | Kind::Curve(range)) = self.kind else {
            return Err(Refusal::Missing);
        };
        if !value.is_finite() {
            Err(Refusal::NotFinite(value))
        } else if range.contains(value) {
            Ok(())
        } else if range.scale == Scale::Integer && value != value.round() {
            Err(Refusal::NotWhole(value))
        } else {
            Err(Refusal::Range { value, spec: self })
        }
    }
}

/// Something that holds a value: a number, a choice, a list, a nested table.
pub trait Field {
    /// The value at a path; `None` for a table, or where there is nothing.
    fn get(&self, path: &[u16]) -> Option<Value>;
    /// Sets the value at a path. Tables check ranges before they pass a value on.
    fn set(&mut self, path: &[u16], value: &Value) -> Result<(), Refusal>;
}

impl Field for f64 {
    fn get(&self, _: &[u16]) -> Option<Value> {
        Some(Value::Number(*self))
    }
    fn set(&mut self, _: &[u16], value: &Value) -> Result<(), Refusal> {
        let Value::Number(number) = value else {
            return Err(Refusal::Kind("a number"));
        };
        *self = *number;
        Ok(())
    }
}

impl Field for i64 {
    fn get(&self, _: &[u16]) -> Option<Value> {
        Some(Value::Number(*self as f64))
    }
    fn set(&mut self, _: &[u16], value: &Value) -> Result<(), Refusal> {
        let Value::Number(number) = value else {
            return Err(Refusal::Kind("a number"));
        };
        *self = *number as i64;
        Ok(())
    }
}

impl Field for Curve {
    fn get(&self, _: &[u16]) -> Option<Value> {
        Some(Value::Curve(self.clone()))
    }
    fn set(&mut self, _: &[u16], value: &Value) -> Result<(), Refusal> {
        *self = match value {
            Value::Curve(curve) => curve.clone(),
            Value::Number(number) => Curve::constant(*number),
            _ => return Err(Refusal::Kind("a number or a list of [time, value] points")),
        };
        Ok(())
    }
}

impl Field for Resource {
    fn get(&self, _: &[u16]) -> Option<Value> {
        Some(Value::Resource(self.clone()))
    }
    fn set(&mut self, _: &[u16], value: &Value) -> Result<(), Refusal> {
        let Value::Resource(resource) = value else {
            return Err(Refusal::Kind("the name of a file"));
        };
        self.clone_from(resource);
        Ok(())
    }
}

impl<T: Declared> Field for Vec<T> {
    fn get(&self, path: &[u16]) -> Option<Value> {
        match path {
            [] => Some(Value::Count(self.len())),
            [entry, rest @ ..] => self.as_slice().get(*entry as usize)?.get(rest),
        }
    }
    fn set(&mut self, path: &[u16], value: &Value) -> Result<(), Refusal> {
        match (path, value) {
            ([], Value::Count(count)) => {
                self.resize_with(*count, T::default);
                Ok(())
            }
            ([], _) => Err(Refusal::Kind("a list of tables")),
            ([entry, rest @ ..], _) => {
                let item = self.get_mut(*entry as usize).ok_or(Refusal::Missing)?;
                item.set(rest, value)
            }
        }
    }
}

/// An enum that [`choice!`](crate::choice) declares.
pub trait ChoiceField: Copy + PartialEq + Sized + 'static {
    /// Its options in order.
    const OPTIONS: &'static [OptionSpec];
    /// The option's place in the list.
    fn index(self) -> usize;
    /// The option at a place.
    fn from_index(index: usize) -> Option<Self>;
}

/// A struct that [`params!`](crate::params) declares, seen without its type.
pub trait Params: Field + Send + Sync {
    /// What can be set.
    fn table(&self) -> &'static Table;

    /// The struct itself, for those who know its type.
    fn as_any(&self) -> &dyn core::any::Any;

    /// A copy of its own.
    fn boxed(&self) -> Box<dyn Params>;

    /// Sets a parameter; refuses what the table does not allow.
    fn assign(&mut self, id: &ParamId, value: &Value) -> Result<(), Refusal> {
        self.set(id.path(), value)
    }

    /// The value of a parameter.
    fn value(&self, id: &ParamId) -> Option<Value> {
        self.get(id.path())
    }

    /// Whether the table allows every value that it holds; fields of a struct can be set past
    /// [`assign`](Params::assign), so whatever is built from one asks this first.
    ///
    /// ```
    /// use urto::object::MassParams;
    /// use urto::param::Params;
    /// let heavy = MassParams { mass: f64::INFINITY, ..Default::default() };
    /// let fault = heavy.check().unwrap_err();
    /// assert_eq!((fault.key.as_str(), fault.allowed.max), ("mass", 1e3));
    /// ```
    fn check(&self) -> Result<(), OutOfRange> {
        let table = self.table();
        match first_fault(&|path| self.get(path), table, ParamId::ROOT) {
            None => Ok(()),
            Some((id, value, allowed, unit)) => Err(OutOfRange {
                kind: table.key,
                key: table.key_of(&id).unwrap_or_default(),
                value,
                allowed,
                unit,
            }),
        }
    }
}

/// A struct that [`params!`](crate::params) declares.
pub trait Declared: Params + Default + Clone + PartialEq + 'static {
    /// What can be set.
    const TABLE: Table;
}

/// The number behind a handle, as a position-bearing pair of value and range.
pub fn number_of(params: &dyn Params, id: &ParamId) -> Option<(f64, super::Range)> {
    let spec = params.table().spec_of(id)?;
    match (spec.kind, params.value(id)?) {
        (Kind::Number(range), Value::Number(value)) => Some((value, range)),
        _ => None,
    }
}

/// Sets a parameter as the audio path does: a number out of range is clamped, NaN is ignored.
/// Tells whether the value was taken as it came.
pub fn put(params: &mut dyn Params, id: &ParamId, value: &Value) -> bool {
    if params.assign(id, value).is_ok() {
        return true;
    }
    if let (Value::Number(number), Some((_, range))) = (value, number_of(params, id))
        && !number.is_nan()
    {
        let _ = params.assign(id, &Value::Number(range.clamp(*number)));
    }
    false
}

/// Moves every number at random: uniformly by up to `amount` (0 to 1) of its slider's travel
/// times its declared spread.
pub fn vary(params: &mut dyn Params, amount: f64, rng: &mut Rng) {
    for (id, spec) in super::leaves(params) {
        // Drawn for every leaf, so that a spread of zero does not shift the others' luck.
        let shift = amount * spec.spread * rng.signed();
        if let Some((value, range)) = number_of(params, &id)
            && shift != 0.0
        {
            let moved = range.value_at(range.position(value) + shift);
            put(params, &id, &Value::Number(moved));
        }
    }
}
