//! Parameters from a file's tables, as their own tables declare them.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::spot;
use crate::tree::Data;
use crate::value;
use urto::param::{Kind, Macro, ParamId, Params, Refusal, Spec, Table, Value, leaves};

/// Sets every parameter that the table at the cursor names. `others` are keys that mean
/// something else there.
pub(crate) fn table(
    params: &mut dyn Params,
    at: ParamId,
    table: &'static Table,
    cursor: &Cursor,
    others: &[&str],
) -> Result<(), FileError> {
    let rows = table.rows(at);
    let keys = rows.iter().map(|(_, spec)| spec.key);
    // A former key is taken where it stands, and suggested to nobody.
    let former = rows.iter().map(|(_, spec)| spec.formerly);
    let former = former.filter(|key| !key.is_empty() && cursor.get(key).is_some());
    let allowed: Vec<&str> = others.iter().copied().chain(keys).chain(former).collect();
    cursor.only(&allowed)?;
    for (id, spec) in rows {
        if others.contains(&spec.key) {
            continue;
        }
        let former = (!spec.formerly.is_empty()).then(|| cursor.get(spec.formerly));
        let field = match (cursor.get(spec.key), former.flatten()) {
            (Some(_), Some(former)) => {
                return Err(former.fail(format!(
                    "this is the former name of '{}', which stands there too; keep one of them",
                    spec.key
                )));
            }
            (field, former) => field.or(former),
        };
        if let Some(field) = field {
            parameter(params, id, spec, &field)?;
        }
    }
    Ok(())
}

/// Sets the parameters of a sound: first what its macros say, then what is written out, wherever
/// the two stand.
pub(crate) fn sound(params: &mut dyn Params, cursor: &Cursor) -> Result<(), FileError> {
    let all = params.table();
    for control in all.macros {
        if let Some(field) = cursor.get(control.key) {
            control.apply(params, field.between(0.0, Macro::FULL, "")?);
        }
    }
    let macros: Vec<&str> = all.macros.iter().map(|control| control.key).collect();
    table(params, ParamId::default(), all, cursor, &macros)
}

/// Sets one parameter, which may be a list or a table.
pub(crate) fn parameter(
    params: &mut dyn Params,
    id: ParamId,
    spec: &'static Spec,
    cursor: &Cursor,
) -> Result<(), FileError> {
    match spec.kind {
        Kind::Table(inner) => table(params, id, inner, cursor, &[]),
        Kind::List { item, min, max } => {
            let entries = cursor.entries("a list of tables")?;
            spec.check(&Value::Count(entries.len()))
                .and_then(|()| renew(params, id, (min, max), entries.len()))
                .map_err(|refusal| cursor.fail(refusal))?;
            for (index, entry) in entries.iter().enumerate() {
                let id = id.then(index).ok_or_else(|| entry.fail(Refusal::Missing))?;
                table(params, id, item, entry, &[])?;
            }
            Ok(())
        }
        _ => {
            if let Data::Text(text) = &cursor.node.data
                && spot::say(params, &id, spec, text)
            {
                return Ok(());
            }
            let value =
                value::value_of(spec, &cursor.node.data).map_err(|error| cursor.fail(error))?;
            params
                .assign(&id, &value)
                .map_err(|refusal| cursor.fail(refusal))
        }
    }
}

/// Makes a list of `count` entries, each as its table has it by default: what a sound's own list
/// held must not shine through where a file leaves something out.
///
/// A list can only be shortened to its fewest entries, so those are overwritten with a new one.
/// (A list of fixed length never has a new one; it keeps what it held.)
fn renew(
    params: &mut dyn Params,
    list: ParamId,
    (min, max): (usize, usize),
    count: usize,
) -> Result<(), Refusal> {
    params.assign(&list, &Value::Count(min))?;
    if min > 0 && max > min {
        params.assign(&list, &Value::Count(min + 1))?;
        let new = list.then(min).ok_or(Refusal::Missing)?;
        let defaults: Vec<(ParamId, Value)> = leaves(params)
            .into_iter()
            .filter_map(|(id, _)| Some((id.within(&new)?, params.value(&id)?)))
            .collect();
        for entry in 0..min {
            let old = list.then(entry).ok_or(Refusal::Missing)?;
            for (rest, value) in &defaults {
                let steps = rest.path().iter();
                let id = steps
                    .copied()
                    .try_fold(old, |id, step| id.then(step.into()));
                params.assign(&id.ok_or(Refusal::Missing)?, value)?;
            }
        }
    }
    params.assign(&list, &Value::Count(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::All;
    use crate::tree;

    fn read(text: &str) -> Result<All, String> {
        let mut all = All::default();
        let root = tree::parse(text).unwrap_or_else(|error| panic!("{}", error.message));
        match sound(&mut all, &Cursor::root("all.toml", &root)) {
            Ok(()) => Ok(all),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn macros_come_before_what_is_written_out() {
        let all = read("size = 4\nbulk = 100\n").unwrap();
        assert_eq!((all.size, all.item.weight), (4.0, 10.0));
        let all = read("bulk = 0\nitem.weight = 3\n").unwrap();
        assert_eq!((all.size, all.item.weight), (-1.0, 3.0));
    }

    #[test]
    fn a_former_key_is_read_and_not_beside_the_present_one() {
        let all = read("older.weight = 3\n").unwrap();
        assert_eq!(all.renamed.weight, 3.0);
        let both = read("older.weight = 3\nrenamed.weight = 4\n").unwrap_err();
        assert!(both.contains("former name of 'renamed'"), "{both}");
        // Misspelt, the present one is suggested.
        let wrong = read("oldr.weight = 3\n").unwrap_err();
        assert!(!wrong.contains("older"), "{wrong}");
    }

    #[test]
    fn a_macro_out_of_its_travel_is_refused() {
        assert_eq!(
            read("bulk = 100.5").unwrap_err(),
            "all.toml:1: bulk: 100.5 is outside 0 to 100"
        );
        assert!(read("bulk = nan").is_err());
        assert!(read("bulk = [1]").is_err());
    }
}
