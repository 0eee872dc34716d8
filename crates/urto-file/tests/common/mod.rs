//! What several tests ask of a sound's table.

use urto::body::{BodyParams, SupportParams};
use urto::param::{Declared, Kind, ParamId, Table};

/// Keys of the bodies in a sound's table, but for what they stand on.
pub fn bodies(table: &'static Table, before: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, spec) in table.rows(ParamId::ROOT) {
        if let Kind::Table(inner) = spec.kind {
            let key = format!("{before}{}", spec.key);
            if inner.key == BodyParams::TABLE.key {
                found.push(key);
            } else if inner.key != SupportParams::TABLE.key {
                found.extend(bodies(inner, &format!("{key}.")));
            }
        }
    }
    found
}
