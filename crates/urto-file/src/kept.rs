//! Keys that this version does not know: kept as they are, so that a file from a later one loses
//! nothing on its way through.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::fill;
use crate::tree::{Data, Node};
use crate::write::quoted;
use urto::param::{Kind, Macro, ParamId, Params, Table};

/// A key that is not known, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The key inside its table, as TOML has it: `params.body.colour`.
    pub key: String,
    /// Its value as TOML, in one line.
    pub value: String,
}

impl Kept {
    fn new(before: &str, name: &str, node: &Node) -> Self {
        Self {
            key: format!("{before}{}", key(name)),
            value: value(&node.data),
        }
    }

    /// Its line in a file.
    pub(crate) fn line(&self) -> String {
        format!("{} = {}\n", self.key, self.value)
    }
}

/// The fields of a table that are not among the known ones.
pub(crate) fn others(cursor: &Cursor, known: &[&str]) -> Result<Vec<Kept>, FileError> {
    let fields = cursor.table()?.iter();
    let strange = fields.filter(|(name, _)| !known.contains(&name.as_str()));
    Ok(strange
        .map(|(name, node)| Kept::new("", name, node))
        .collect())
}

/// Sets the parameters of a sound that it has, macros first; keeps the others, whose keys start
/// with `before`. Entries of lists are read strictly.
pub(crate) fn sound(
    params: &mut dyn Params,
    cursor: &Cursor,
    before: &str,
    kept: &mut Vec<Kept>,
) -> Result<(), FileError> {
    let all = params.table();
    for control in all.macros {
        if let Some(field) = cursor.get(control.key) {
            control.apply(params, field.between(0.0, Macro::FULL, "")?);
        }
    }
    table(params, ParamId::default(), all, cursor, before, kept)?;
    // A file writes tables after values; sorted, what is kept stands the same after every trip.
    kept.sort_by(|a, b| a.key.cmp(&b.key));
    Ok(())
}

fn table(
    params: &mut dyn Params,
    at: ParamId,
    own: &'static Table,
    cursor: &Cursor,
    before: &str,
    kept: &mut Vec<Kept>,
) -> Result<(), FileError> {
    for (name, field) in cursor.fields()? {
        let Some((id, spec)) = own.row(at, name) else {
            if own.find_macro(name).is_none() {
                kept.push(Kept::new(before, name, field.node));
            }
            continue;
        };
        match spec.kind {
            Kind::Table(inner) => {
                let before = format!("{before}{name}.");
                table(params, id, inner, &field, &before, kept)?;
            }
            _ => fill::parameter(params, id, spec, &field)?,
        }
    }
    Ok(())
}

/// A key as TOML has it: plain, or in quotes.
pub(crate) fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(plain) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A value as TOML, in one line.
fn value(data: &Data) -> String {
    match data {
        Data::Number(number) if number.is_nan() => "nan".to_owned(),
        Data::Number(number) => format!("{number:?}"),
        Data::Integer(number) => number.to_string(),
        Data::Text(text) => quoted(text),
        Data::Flag(flag) => flag.to_string(),
        Data::Date(date) => date.clone(),
        Data::List(nodes) => {
            let all: Vec<String> = nodes.iter().map(|node| value(&node.data)).collect();
            format!("[{}]", all.join(", "))
        }
        Data::Table(fields) => {
            let field =
                |(name, node): &(String, Node)| format!("{} = {}", key(name), value(&node.data));
            let all: Vec<String> = fields.iter().map(field).collect();
            format!("{{ {} }}", all.join(", "))
        }
    }
}
