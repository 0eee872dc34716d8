//! From a written key (`hammer.mass`, `modes/3/decay`) to a small handle, away from the audio
//! path.

use super::closest;
use super::field::Params;
use super::spec::{Kind, Spec, Table};

/// The place of a parameter in nested tables: a small handle without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ParamId {
    steps: [u16; ParamId::DEPTH],
    length: u8,
}

impl ParamId {
    /// Deepest nesting, included tables counted: a mode of the body of a support, in a table that a
    /// sound includes in one that stands before a space, takes eight steps.
    pub const DEPTH: usize = 9;

    /// The outermost table itself.
    pub const ROOT: Self = Self {
        steps: [0; Self::DEPTH],
        length: 0,
    };

    /// The steps from the outermost table in.
    pub fn path(&self) -> &[u16] {
        &self.steps[..self.length as usize]
    }

    /// The rest of the way, if this parameter lies inside that table.
    pub fn within(&self, table: &ParamId) -> Option<Self> {
        let rest = self.path().strip_prefix(table.path())?;
        if rest.is_empty() || table.path().is_empty() {
            return None;
        }
        let mut inner = Self::default();
        inner.steps[..rest.len()].copy_from_slice(rest);
        inner.length = rest.len() as u8;
        Some(inner)
    }

    /// Whether it lies inside one of these tables.
    pub fn is_in(&self, tables: &[Self]) -> bool {
        tables.iter().any(|table| self.within(table).is_some())
    }

    /// One step further in. `None` when the nesting is too deep.
    pub const fn then(mut self, step: usize) -> Option<Self> {
        if self.length as usize == Self::DEPTH || step > u16::MAX as usize {
            return None;
        }
        self.steps[self.length as usize] = step as u16;
        self.length += 1;
        Some(self)
    }
}

/// A key that no table has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{table}' has no parameter '{key}'{}", .suggestion.as_ref().map(|s| format!("; did you mean '{s}'?")).unwrap_or_default())]
pub struct UnknownKey {
    /// The table that was searched.
    pub table: String,
    /// What was asked for.
    pub key: String,
    /// The most similar key there is.
    pub suggestion: Option<String>,
}

impl Table {
    /// Finds a parameter by its key. Dots and slashes both part the names.
    pub fn find(&self, key: &str) -> Result<ParamId, UnknownKey> {
        self.locate(key).map(|(id, _)| id)
    }

    /// Finds a parameter by its key, with what the table says about it.
    pub fn locate(&self, key: &str) -> Result<(ParamId, &'static Spec), UnknownKey> {
        let unknown = || UnknownKey {
            table: self.key.to_owned(),
            key: key.to_owned(),
            suggestion: self.suggest(key),
        };
        let mut table = *self;
        let mut at = ParamId::ROOT;
        let mut parts = key.split(['.', '/']);
        loop {
            let part = parts.next().ok_or_else(unknown)?;
            let (id, spec) = table.row(at, part).ok_or_else(unknown)?;
            let mut rest = parts.clone();
            match (spec.kind, rest.next()) {
                (_, None) => return Ok((id, spec)),
                (Kind::Table(inner), Some(_)) => (table, at) = (*inner, id),
                (Kind::List { item, max, .. }, Some(number)) => {
                    parts.next();
                    let entry: usize = number.parse().map_err(|_| unknown())?;
                    if entry >= max || rest.next().is_none() {
                        return Err(unknown());
                    }
                    at = id.then(entry).ok_or_else(unknown)?;
                    table = *item;
                }
                _ => return Err(unknown()),
            }
        }
    }

    /// The row that has or once had this name, those of included tables among its own. `at` is where the table
    /// stands.
    pub fn row(&self, at: ParamId, name: &str) -> Option<(ParamId, &'static Spec)> {
        let mut rows = self.declared().iter().enumerate();
        rows.find_map(|(index, spec)| {
            let id = at.then(index)?;
            match spec.kind {
                Kind::Table(inner) if spec.flat => inner.row(id, name),
                _ => (spec.is_named(name) && !spec.hidden).then_some((id, spec)),
            }
        })
    }

    /// Every row that can be set, those of included tables among its own; tables and lists
    /// inside it are rows too. `at` is where the table stands.
    pub fn rows(&self, at: ParamId) -> Vec<(ParamId, &'static Spec)> {
        let mut rows = Vec::new();
        for (index, spec) in self.declared().iter().enumerate() {
            match (at.then(index), spec.kind) {
                (Some(id), Kind::Table(inner)) if spec.flat => rows.extend(inner.rows(id)),
                (Some(id), _) if !spec.hidden => rows.push((id, spec)),
                _ => {}
            }
        }
        rows
    }

    /// What the table says about a handle.
    pub fn spec_of(&self, id: &ParamId) -> Option<&'static Spec> {
        let mut specs = self.declared();
        let mut steps = id.path().iter();
        loop {
            let spec: &'static Spec = specs.get(*steps.next()? as usize)?;
            if steps.as_slice().is_empty() {
                return Some(spec);
            }
            specs = match spec.kind {
                Kind::Table(inner) => inner.declared(),
                Kind::List { item, .. } => {
                    steps.next()?;
                    item.declared()
                }
                _ => return None,
            };
        }
    }

    /// The written key of a handle.
    pub fn key_of(&self, id: &ParamId) -> Option<String> {
        let mut specs = self.declared();
        let mut key = String::new();
        let mut steps = id.path().iter();
        loop {
            let spec = specs.get(*steps.next()? as usize)?;
            if let (true, Kind::Table(inner)) = (spec.flat, spec.kind) {
                specs = inner.declared();
                continue;
            }
            key.push_str(spec.key);
            if steps.as_slice().is_empty() {
                return Some(key);
            }
            specs = match spec.kind {
                Kind::Table(inner) => {
                    key.push('.');
                    inner.declared()
                }
                Kind::List { item, .. } => {
                    key.push_str(&format!("/{}", steps.next()?));
                    if steps.as_slice().is_empty() {
                        return Some(key);
                    }
                    key.push('/');
                    item.declared()
                }
                _ => return None,
            };
        }
    }

    /// Every key of the table and the tables inside it; entries of lists have `N` for a number.
    pub fn keys(&self) -> Vec<(String, &'static Spec)> {
        let mut keys = Vec::new();
        collect_keys(self, "", &mut keys);
        keys
    }

    fn suggest(&self, key: &str) -> Option<String> {
        let asked = key.replace('/', ".");
        let keys = self.keys();
        // "stifness" for "contact.stiffness": the last name alone is a common slip.
        fn last(key: &str) -> &str {
            key.rsplit(['.', '/']).next().unwrap_or(key)
        }
        let whole = closest(&asked, keys.iter().map(|(key, _)| key.as_str()));
        let by_last = closest(last(&asked), keys.iter().map(|(key, _)| last(key)));
        let found = by_last.and_then(|name| keys.iter().find(|(key, _)| last(key) == name));
        let physical = match (whole, found) {
            // A key that is right but for its last letters is nearer than one of like ending.
            (Some(whole), Some((key, _))) if last(whole) == last(key) => Some(whole),
            (_, Some((key, _))) => Some(key.as_str()),
            (whole, None) => whole,
        };
        let perceptual = closest(&asked, self.macros.iter().map(|known| known.key));
        let nearest = closest(
            last(&asked),
            perceptual.into_iter().chain(physical.map(last)),
        );
        let suggestion = match perceptual {
            Some(key) if nearest == Some(key) && physical.map(last) != Some(key) => Some(key),
            _ => physical,
        };
        suggestion.map(str::to_owned)
    }
}

fn collect_keys(table: &Table, prefix: &str, keys: &mut Vec<(String, &'static Spec)>) {
    for (_, spec) in table.rows(ParamId::ROOT) {
        let key = format!("{prefix}{}", spec.key);
        match spec.kind {
            Kind::Table(inner) => collect_keys(inner, &format!("{key}."), keys),
            Kind::List { item, .. } => {
                keys.push((key.clone(), spec));
                collect_keys(item, &format!("{key}/N/"), keys);
            }
            _ => keys.push((key, spec)),
        }
    }
}

/// Every parameter that now has a value, entries of lists included, lists themselves (their
/// length) before their entries.
pub fn leaves(params: &dyn Params) -> Vec<(ParamId, &'static Spec)> {
    fn walk(
        params: &dyn Params,
        table: &Table,
        at: ParamId,
        found: &mut Vec<(ParamId, &'static Spec)>,
    ) {
        for (id, spec) in table.rows(at) {
            match spec.kind {
                Kind::Table(inner) => walk(params, inner, id, found),
                Kind::List { item, .. } => {
                    found.push((id, spec));
                    let count = match params.get(id.path()) {
                        Some(super::Value::Count(count)) => count,
                        _ => 0,
                    };
                    for entry in 0..count {
                        if let Some(id) = id.then(entry) {
                            walk(params, item, id, found);
                        }
                    }
                }
                _ => found.push((id, spec)),
            }
        }
    }
    let mut found = Vec::new();
    walk(params, params.table(), ParamId::ROOT, &mut found);
    found
}
