//! Parameters as flat numbers: what a text says, read once aside and put down again without
//! reading, on a thread that must not be kept.
//!
//! In the order of [`leaves`], a list's length before its entries: a number as it is, a choice's or
//! a list's as an index or a count, a curve as the count of its points and then time and value of
//! each, a file as its name and the body, or whatever else, that was made of it. Only a body that can
//! tell itself in no numbers has no such form: what names it is read from its text.

use std::sync::Arc;
use urto::body::{Loaded, Maker, Recorded};
use urto::object::Mode;
use urto::param::{Curve, Kind, Params, Resource, ResourceLoader, Value, leaves};

/// Numbers that are read one after the other; nothing once they have ended.
pub(crate) struct Numbers<'a>(pub &'a [f64]);

impl<'a> Numbers<'a> {
    pub fn one(&mut self) -> Option<f64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub fn many(&mut self, count: usize) -> Option<&'a [f64]> {
        let (first, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(first)
    }

    pub fn count(&mut self) -> Option<usize> {
        self.one().map(|own| own as usize)
    }

    /// What [`put_row`] wrote.
    pub fn row(&mut self) -> Option<&'a [f64]> {
        let count = self.count()?;
        self.many(count)
    }

    /// What [`put_text`] wrote.
    pub fn text(&mut self) -> Option<String> {
        let bytes = self.row()?.iter().map(|byte| *byte as u8);
        String::from_utf8(bytes.collect()).ok()
    }
}

/// A count, and as many numbers.
pub(crate) fn put_row(numbers: &mut Vec<f64>, row: &[f64]) {
    numbers.push(row.len() as f64);
    numbers.extend_from_slice(row);
}

/// A count, and as many bytes, each a number: names are short.
pub(crate) fn put_text(numbers: &mut Vec<f64>, text: &str) {
    numbers.push(text.len() as f64);
    numbers.extend(text.bytes().map(f64::from));
}

/// The numbers; nothing if a body is named that has no such form.
pub(crate) fn write(params: &dyn Params) -> Option<Vec<f64>> {
    let mut numbers = Vec::new();
    for (id, spec) in leaves(params) {
        match params.value(&id)? {
            Value::Number(number) => numbers.push(number),
            Value::Count(count) | Value::Choice(count) => numbers.push(count as f64),
            Value::Curve(curve) => {
                numbers.push(curve.points().len() as f64);
                let points = curve.points().iter();
                numbers.extend(points.flat_map(|(time, value)| [*time, *value]));
            }
            Value::Resource(own) => put_resource(&mut numbers, &own, &spec.kind)?,
        }
    }
    Some(numbers)
}

/// What loads files other than bodies, for parameters that name them.
fn loader_of(kind: &Kind) -> Option<&'static ResourceLoader> {
    match kind {
        Kind::Resource { sort, .. } => urto_file::catalogue().resource(sort),
        _ => None,
    }
}

/// How a body is told: as measured modes, or as its loader reads it.
const RECORDED: f64 = 0.0;
const BY_ITS_LOADER: f64 = 1.0;

/// A file: its name, whether it was loaded, and what its loader tells of it; of a body its modes and
/// rows of shapes.
fn put_resource(numbers: &mut Vec<f64>, own: &Resource, kind: &Kind) -> Option<()> {
    put_text(numbers, own.name());
    if !own.is_loaded() {
        numbers.push(0.0);
        return Some(());
    }
    numbers.push(1.0);
    if let Some(loader) = loader_of(kind) {
        put_row(numbers, &(loader.flat)(own)?);
        return Some(());
    }
    let maker = &own.data::<Loaded>()?.0;
    let Some(body) = maker.recorded() else {
        numbers.push(BY_ITS_LOADER);
        put_row(numbers, &maker.flat()?);
        return Some(());
    };
    numbers.push(RECORDED);
    numbers.push(body.modes().len() as f64);
    let modes = body.modes().iter();
    numbers.extend(modes.flat_map(|mode| [mode.frequency, mode.decay, mode.mass]));
    numbers.push(body.rows().len() as f64);
    body.rows().iter().for_each(|row| put_row(numbers, row));
    Some(())
}

fn resource(numbers: &mut Numbers, kind: &Kind) -> Option<Resource> {
    let name = numbers.text()?;
    if numbers.one()? == 0.0 {
        return Some(Resource::named(name));
    }
    if let Some(loader) = loader_of(kind) {
        return Some(Resource::loaded(name, (loader.whole)(numbers.row()?)?));
    }
    if numbers.one()? == BY_ITS_LOADER {
        let bytes = numbers.row()?.iter().flat_map(|own| own.to_le_bytes());
        let bytes: Vec<u8> = bytes.collect();
        let mut loaders = urto_file::catalogue().bodies().iter();
        let loader = loaders.find(|own| (own.fits)(&bytes))?;
        let maker = (loader.load)(&name, &bytes).ok()?;
        return Some(Resource::loaded(name, Arc::new(Loaded(maker))));
    }
    let count = numbers.count()?;
    let modes = numbers.many(count.checked_mul(3)?)?.chunks_exact(3);
    let modes = modes.map(|own| Mode {
        frequency: own[0],
        decay: own[1],
        mass: own[2],
    });
    let modes = modes.collect();
    let rows = (0..numbers.count()?).map(|_| Some(numbers.row()?.to_vec()));
    let body = Recorded::new(modes, rows.collect::<Option<_>>()?);
    let maker: Arc<dyn Maker> = Arc::new(body);
    Some(Resource::loaded(name, Arc::new(Loaded(maker))))
}

/// Sets parameters that are as the sound has them; tells whether the numbers fit.
pub(crate) fn read(params: &mut dyn Params, numbers: &[f64]) -> bool {
    let mut numbers = Numbers(numbers);
    let mut all = leaves(params);
    let mut at = 0;
    while let Some((id, spec)) = all.get(at) {
        let Some(value) = next(&spec.kind, &mut numbers) else {
            return false;
        };
        at += 1;
        if params.assign(id, &value).is_err() {
            return false;
        }
        if matches!(value, Value::Count(_)) {
            // Its entries come next.
            all = leaves(params);
        }
    }
    numbers.0.is_empty()
}

fn next(kind: &Kind, numbers: &mut Numbers) -> Option<Value> {
    Some(match kind {
        Kind::Number(_) => Value::Number(numbers.one()?),
        Kind::Choice { .. } => Value::Choice(numbers.count()?),
        Kind::List { .. } => Value::Count(numbers.count()?),
        Kind::Curve(_) => {
            let count = numbers.count()?.checked_mul(2)?;
            let points = numbers.many(count)?.chunks_exact(2);
            let points = points.map(|own| (own[0], own[1]));
            Value::Curve(Curve::new(points.collect::<Vec<_>>())?)
        }
        Kind::Resource { .. } => Value::Resource(resource(numbers, kind)?),
        Kind::Table(_) => return None,
    })
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
    use urto_file::{Shelf, load_resources};

    /// Defaults and presets of every sound come back to the bit, with the bodies of their files;
    /// numbers that are cut or too many are refused.
    #[test]
    fn parameters_come_back() {
        let presets = urto_file::library().unwrap();
        // One in five: networks are played when they are read. All with `URTO_FULL=1`.
        let each = if std::env::var_os("URTO_FULL").is_some() {
            1
        } else {
            5
        };
        let presets = presets
            .iter()
            .step_by(each)
            .map(|own| (&own.sound[..], own.params.boxed()));
        let sounds = urto_file::catalogue().sounds().iter();
        let plain = sounds.map(|entry| (entry.key, (entry.make)().params().boxed()));
        let mut cups = Vec::new();
        let bodies = [
            ("impact", "teacup.toml"),
            ("rolling", "teacup.toml"),
            ("scraping", "string.mi.toml"),
        ];
        for (sound, file) in bodies {
            let entry = urto_file::catalogue().sound(sound).unwrap();
            let mut params = (entry.make)().params().boxed();
            urto_file::assign_text(params.as_mut(), "body.file", file).unwrap();
            cups.push((sound, params));
        }
        let entry = urto_file::catalogue().sound("network").unwrap();
        let mut params = (entry.make)().params().boxed();
        urto_file::assign_text(params.as_mut(), "file", "cloth.mi.toml").unwrap();
        cups.push(("network", params));
        let (mut files, mut more_than_modes) = (0, 0);
        for (sound, mut params) in presets.chain(plain).chain(cups) {
            load_resources(params.as_mut(), &mut |name| Shelf::default().fetch(name)).unwrap();
            let numbers = write(params.as_ref()).unwrap();
            let entry = urto_file::catalogue().sound(sound).unwrap();
            let fresh = || (entry.make)().params().boxed();
            let mut back = fresh();
            assert!(read(back.as_mut(), &numbers), "{sound}");
            for (id, _) in leaves(params.as_ref()) {
                match (back.value(&id), params.value(&id)) {
                    (Some(Value::Resource(own)), Some(Value::Resource(other))) => {
                        files += usize::from(other.is_loaded());
                        assert_eq!(own.name(), other.name());
                        assert_eq!(recorded(&own), recorded(&other), "{sound}");
                        assert_eq!(network(&own), network(&other), "{sound}");
                        let told = told(&other);
                        more_than_modes += usize::from(told.is_some());
                        assert!(self::told(&own) == told, "{sound}");
                    }
                    (own, other) => assert_eq!(own, other, "{sound}"),
                }
            }
            assert_eq!(leaves(back.as_ref()).len(), leaves(params.as_ref()).len());
            assert!(!read(fresh().as_mut(), &numbers[..numbers.len() - 1]));
            assert!(!read(fresh().as_mut(), &[&numbers[..], &[0.0]].concat()));
            let joined = join(Some(numbers.clone()), vec![7.0]);
            assert_eq!(split(&joined), (Some(&numbers[..]), &[7.0][..]));
            assert_eq!(split(&joined[..numbers.len()]).0, None);
        }
        assert!(files >= 4, "{files}");
        assert!(more_than_modes >= 1, "{more_than_modes}");
        assert_eq!(split(&join(None, vec![7.0])), (None, &[7.0][..]));
        assert_eq!(split(&[]), (None, &[][..]));
    }

    fn recorded(own: &Resource) -> Option<&Recorded> {
        own.data::<Loaded>().and_then(|own| own.0.recorded())
    }

    /// What a body that is more than its modes tells.
    fn told(own: &Resource) -> Option<Vec<f64>> {
        own.data::<Loaded>().and_then(|own| own.0.flat())
    }

    fn network(own: &Resource) -> Option<Vec<f64>> {
        let loader = urto_file::catalogue().resource("network").unwrap();
        (loader.flat)(own)
    }

    /// A body from a mesh comes back as it was, wherever it was read.
    #[test]
    fn a_body_from_a_mesh_is_told_in_numbers() {
        let vertices = vec![
            [0.0; 3],
            [0.01, 0.0, 0.0],
            [0.0, 0.01, 0.0],
            [0.0, 0.0, 0.01],
        ];
        let mode = urto_body::MeshMode {
            frequency: 2000.0,
            mass: 1e-3,
            radiated: 0.5,
            air: None,
            shape: vec![[0.0, 0.1, 1.0], [0.2; 3], [-0.3, 0.0, 0.1], [0.5; 3]],
        };
        let steel = urto::body::MaterialKind::Steel.figures();
        let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let body =
            urto_body::MeshBody::new("tip", steel, 0.008, vertices, triangles, vec![mode]).unwrap();
        let told = body.flat().unwrap();
        let entry = urto_file::catalogue().sound("impact").unwrap();
        let mut params = (entry.make)().params().boxed();
        let file = params.table().find("body.file").unwrap();
        let maker: Arc<dyn Maker> = Arc::new(body);
        let loaded = Value::Resource(Resource::loaded("tip.body", Arc::new(Loaded(maker))));
        params.assign(&file, &loaded).unwrap();
        let numbers = write(params.as_ref()).unwrap();
        let mut back = (entry.make)().params().boxed();
        assert!(read(back.as_mut(), &numbers));
        let Some(Value::Resource(own)) = back.value(&file) else {
            panic!("no file");
        };
        assert_eq!(own.name(), "tip.body");
        assert_eq!(own.data::<Loaded>().unwrap().0.flat(), Some(told));
    }

    /// A body that is more than its modes has no such form, and what names it neither.
    #[test]
    fn a_body_of_its_own_is_not_told_in_numbers() {
        struct Own;
        impl Maker for Own {
            fn count(&self) -> usize {
                1
            }
            fn mode(&self, _: usize, _: &urto::body::BodyParams) -> Mode {
                Mode::default()
            }
            fn shape(&self, _: usize, _: f64) -> f64 {
                1.0
            }
        }
        let mut params = (urto_file::catalogue().sound("impact").unwrap().make)()
            .params()
            .boxed();
        let file = params.table().find("body.file").unwrap();
        let named = Value::Resource(Resource::named("own"));
        params.assign(&file, &named).unwrap();
        assert!(write(params.as_ref()).is_some());
        let maker: Arc<dyn Maker> = Arc::new(Own);
        let loaded = Value::Resource(Resource::loaded("own", Arc::new(Loaded(maker))));
        params.assign(&file, &loaded).unwrap();
        assert_eq!(write(params.as_ref()), None);
    }
}
