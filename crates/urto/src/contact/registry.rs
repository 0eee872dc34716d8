//! The contact laws that scenes can name.

use super::{
    Contact, Felt, FeltLaw, Friction, FrictionParams, HuntCrossley, ImpactLaw, Linear, LinearLaw,
};
use crate::error::BuildError;
use crate::param::{Declared, Params, Table};
use crate::rate::Rate;

/// Builds a contact from parameters of its law.
type Build = fn(&dyn Params, Rate) -> Option<Box<dyn Contact>>;

/// A contact law.
pub struct LawKind {
    /// Its key in files: `law = "friction"`.
    pub key: &'static str,
    /// What can be set.
    pub table: &'static Table,
    /// Parameters as they are when nothing is said.
    pub params: fn() -> Box<dyn Params>,
    /// Builds one; `None` if the parameters are of another law.
    pub build: Build,
}

/// The laws that this crate knows.
pub const LAWS: &[LawKind] = &[
    entry::<ImpactLaw>(|params, rate| {
        Some(Box::new(HuntCrossley::new(
            params.as_any().downcast_ref()?,
            rate,
        )))
    }),
    entry::<LinearLaw>(|params, rate| {
        Some(Box::new(Linear::new(params.as_any().downcast_ref()?, rate)))
    }),
    entry::<FeltLaw>(|params, rate| {
        Some(Box::new(Felt::new(params.as_any().downcast_ref()?, rate)))
    }),
    entry::<FrictionParams>(|params, rate| {
        Some(Box::new(Friction::new(
            params.as_any().downcast_ref()?,
            rate,
        )))
    }),
];

const fn entry<P: Declared>(build: Build) -> LawKind {
    LawKind {
        key: P::TABLE.key,
        table: &P::TABLE,
        params: || Box::new(P::default()),
        build,
    }
}

/// The law of this key.
pub fn law(key: &str) -> Result<&'static LawKind, BuildError> {
    LAWS.iter()
        .find(|law| law.key == key)
        .ok_or_else(|| BuildError::missing("contact law", key, LAWS.iter().map(|law| law.key)))
}
