//! Keys that are looked up when the code is compiled.

use super::address::ParamId;
use super::spec::{Kind, Range, Spec, Table};

/// The handle of a parameter, or of a table inside the table; a key that is not there does not
/// compile.
///
/// The key is either the one that users write, or the way through the structs, in which an
/// included table has the name of its field.
///
/// ```
/// use urto::contact::ImpactLaw;
/// use urto::param::Declared;
/// let stiffness = urto::key!(ImpactLaw, stiffness);
/// assert_eq!(Ok(stiffness), ImpactLaw::TABLE.find("stiffness"));
/// ```
///
/// ```compile_fail
/// let stiffness = urto::key!(urto::contact::ImpactLaw, stifness);
/// ```
#[macro_export]
macro_rules! key {
    ($params:ty, $head:ident $(. $tail:ident)*) => {
        const {
            <$params as $crate::param::Declared>::TABLE
                .key(concat!(stringify!($head) $(, ".", stringify!($tail))*))
        }
    };
}

impl Table {
    /// The handle of a parameter or of a table inside the table. For constants, as
    /// [`key!`](crate::key) makes them.
    ///
    /// # Panics
    /// If there is no such key; in a constant, that does not compile.
    pub const fn key(&self, key: &str) -> ParamId {
        match lead(self.declared(), key.as_bytes(), 0, ParamId::ROOT) {
            Some((id, _)) => id,
            None => panic!("the table has no such key"),
        }
    }

    /// Range of a number. For constants.
    ///
    /// # Panics
    /// If there is no such number; in a constant, that does not compile.
    pub const fn range(&self, key: &str) -> Range {
        match lead(self.declared(), key.as_bytes(), 0, ParamId::ROOT) {
            Some((_, Kind::Number(range))) => range,
            _ => panic!("the table has no such number"),
        }
    }

    /// Its rows, those of these names hidden. For [`params!`](crate::params).
    ///
    /// # Panics
    /// If a name is not in the table, or if `N` is not the number of its rows.
    pub const fn without<const N: usize>(&self, gone: &[&str]) -> [Spec; N] {
        let specs = self.declared();
        assert!(specs.len() == N);
        let mut rows = [specs[0]; N];
        let mut index = 0;
        while index < N {
            rows[index] = specs[index];
            index += 1;
        }
        let mut name = 0;
        while name < gone.len() {
            let mut index = 0;
            while index < N && !same(rows[index].key.as_bytes(), gone[name].as_bytes()) {
                index += 1;
            }
            assert!(index < N, "what is left out is not in the included table");
            rows[index].hidden = true;
            name += 1;
        }
        rows
    }

    /// Panics if the table contradicts itself: two parameters of one key, tables that nest too deep,
    /// or a macro that does not fit. Called when the table is compiled.
    pub const fn check(&self) {
        unlike(self.declared(), self.declared());
        // One step more where a sound stands before a space.
        assert!(
            deepest(self.declared()) < ParamId::DEPTH,
            "tables nest deeper than a handle reaches"
        );
        self.check_macros();
    }
}

/// How many steps lead to the parameter that lies deepest.
const fn deepest(specs: &'static [Spec]) -> usize {
    let (mut most, mut index) = (0, 0);
    while index < specs.len() {
        let steps = match specs[index].kind {
            Kind::Table(inner) => 1 + deepest(inner.declared()),
            Kind::List { item, .. } => 2 + deepest(item.declared()),
            _ => 1,
        };
        if steps > most {
            most = steps;
        }
        index += 1;
    }
    most
}

/// Panics if a row of `some` shares its key with another row of `all`.
const fn unlike(some: &'static [Spec], all: &'static [Spec]) {
    let mut index = 0;
    while index < some.len() {
        match some[index].kind {
            Kind::Table(inner) if some[index].flat => unlike(inner.declared(), all),
            _ if some[index].hidden => {}
            _ => assert!(
                count(all, some[index].key.as_bytes()) == 1,
                "two parameters have the same key"
            ),
        }
        index += 1;
    }
}

/// How many parameters have this key.
pub(super) const fn count(specs: &'static [Spec], name: &[u8]) -> usize {
    let (mut found, mut index) = (0, 0);
    while index < specs.len() {
        match specs[index].kind {
            Kind::Table(inner) if specs[index].flat => found += count(inner.declared(), name),
            _ if specs[index].hidden => {}
            _ if same(specs[index].key.as_bytes(), name) => found += 1,
            _ if same(specs[index].formerly.as_bytes(), name) => found += 1,
            _ => {}
        }
        index += 1;
    }
    found
}

/// Where a dotted key leads from `id`, whose table has these rows; `start` bytes of it were
/// followed.
pub(super) const fn lead(
    specs: &'static [Spec],
    key: &[u8],
    start: usize,
    id: ParamId,
) -> Option<(ParamId, Kind)> {
    let mut end = start;
    while end < key.len() && key[end] != b'.' {
        end += 1;
    }
    let (_, rest) = key.split_at(start);
    let (name, _) = rest.split_at(end - start);
    let mut index = 0;
    while index < specs.len() {
        let spec = &specs[index];
        let Some(id) = id.then(index) else {
            return None;
        };
        if same(spec.key.as_bytes(), name) {
            return match spec.kind {
                kind if end == key.len() => Some((id, kind)),
                Kind::Table(inner) => lead(inner.declared(), key, end + 1, id),
                _ => None,
            };
        }
        if let (true, Kind::Table(inner)) = (spec.flat, spec.kind)
            && let Some(found) = lead(inner.declared(), key, start, id)
        {
            return Some(found);
        }
        index += 1;
    }
    None
}

pub(super) const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}
