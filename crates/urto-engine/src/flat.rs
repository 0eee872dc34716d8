//! Parameters as flat numbers: what a text says, read once aside and put down again without
//! reading, on a thread that must not be kept.
//!
//! In the order of [`leaves`], a list's length before its entries: a number as it is, a choice's or
//! a list's as an index or a count, a curve as the count of its points and then time and value of
//! each. A parameter that names a file has no such form: what has one is read from its text.

use urto::param::{Curve, Kind, Params, Value, leaves};

/// The numbers; nothing if a file is named.
pub(crate) fn write(params: &dyn Params) -> Option<Vec<f64>> {
    let mut numbers = Vec::new();
    for (id, _) in leaves(params) {
        match params.value(&id)? {
            Value::Number(number) => numbers.push(number),
            Value::Count(count) | Value::Choice(count) => numbers.push(count as f64),
            Value::Curve(curve) => {
                numbers.push(curve.points().len() as f64);
                let points = curve.points().iter();
                numbers.extend(points.flat_map(|(time, value)| [*time, *value]));
            }
            Value::Resource(own) if own.name().is_empty() => {}
            Value::Resource(_) => return None,
        }
    }
    Some(numbers)
}

/// Sets parameters that are as the sound has them; tells whether the numbers fit.
pub(crate) fn read(params: &mut dyn Params, mut numbers: &[f64]) -> bool {
    let mut all = leaves(params);
    let mut at = 0;
    while let Some((id, spec)) = all.get(at) {
        let Some(value) = next(&spec.kind, &mut numbers) else {
            return false;
        };
        at += 1;
        if let Some(value) = value {
            if params.assign(id, &value).is_err() {
                return false;
            }
            if matches!(value, Value::Count(_)) {
                // Its entries come next.
                all = leaves(params);
            }
        }
    }
    numbers.is_empty()
}

/// The next value; within, nothing for a file.
fn next(kind: &Kind, numbers: &mut &[f64]) -> Option<Option<Value>> {
    if matches!(kind, Kind::Resource { .. }) {
        return Some(None);
    }
    let (first, rest) = numbers.split_first()?;
    *numbers = rest;
    Some(Some(match kind {
        Kind::Number(_) => Value::Number(*first),
        Kind::Choice { .. } => Value::Choice(*first as usize),
        Kind::List { .. } => Value::Count(*first as usize),
        Kind::Curve(_) => {
            let (points, rest) = rest.split_at_checked((*first as usize).checked_mul(2)?)?;
            *numbers = rest;
            let points = points.chunks_exact(2).map(|own| (own[0], own[1]));
            Value::Curve(Curve::new(points.collect::<Vec<_>>())?)
        }
        Kind::Resource { .. } | Kind::Table(_) => return None,
    }))
}

/// Parameters, if they have this form, before other numbers.
pub(crate) fn join(params: Option<Vec<f64>>, others: Vec<f64>) -> Vec<f64> {
    match params {
        // One more than there are, so that none is not nothing.
        Some(params) => [vec![1.0 + params.len() as f64], params, others].concat(),
        None => [vec![0.0], others].concat(),
    }
}

/// Takes what was joined apart.
pub(crate) fn split(all: &[f64]) -> (Option<&[f64]>, &[f64]) {
    let Some((first, rest)) = all.split_first() else {
        return (None, all);
    };
    match (*first as usize).checked_sub(1) {
        Some(count) => match rest.split_at_checked(count) {
            Some((params, others)) => (Some(params), others),
            None => (None, &[]),
        },
        None => (None, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Defaults and presets of every sound come back to the bit, also over parameters that are
    /// otherwise; numbers that are cut or too many are refused.
    #[test]
    fn parameters_come_back() {
        let presets = urto_file::library().unwrap();
        let presets = presets
            .iter()
            .map(|own| (&own.sound[..], own.params.boxed()));
        let sounds = urto_file::catalogue().sounds().iter();
        let plain = sounds.map(|entry| (entry.key, (entry.make)().params().boxed()));
        let mut files = 0;
        for (sound, params) in presets.chain(plain) {
            let Some(numbers) = write(params.as_ref()) else {
                files += 1;
                continue;
            };
            let entry = urto_file::catalogue().sound(sound).unwrap();
            let fresh = || (entry.make)().params().boxed();
            let mut back = fresh();
            assert!(read(back.as_mut(), &numbers), "{sound}");
            for (id, _) in leaves(params.as_ref()) {
                assert_eq!(back.value(&id), params.value(&id), "{sound}");
            }
            assert_eq!(leaves(back.as_ref()).len(), leaves(params.as_ref()).len());
            assert!(!read(fresh().as_mut(), &numbers[..numbers.len() - 1]));
            assert!(!read(fresh().as_mut(), &[&numbers[..], &[0.0]].concat()));
            let joined = join(Some(numbers.clone()), vec![7.0]);
            assert_eq!(split(&joined), (Some(&numbers[..]), &[7.0][..]));
            assert_eq!(split(&joined[..numbers.len()]).0, None);
        }
        // Else this would save little.
        assert!(10 * files < urto_file::FILES.len(), "{files} name files");
        assert_eq!(split(&join(None, vec![7.0])), (None, &[7.0][..]));
        assert_eq!(split(&[]), (None, &[][..]));
    }
}
