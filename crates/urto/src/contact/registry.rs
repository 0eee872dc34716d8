//! The contact laws that scenes can name.

use super::{
    Contact, ElastoPlastic, ExtendedHertz, ExtendedHertzLaw, Felt, FeltLaw, FrictionLaw,
    HuntCrossley, ImpactLaw, Linear, LinearLaw, Rosin, RosinLaw,
};
use crate::error::{BuildError, known};
use crate::param::{Declared, Params, Table};
use crate::rate::Rate;

/// Builds a contact from parameters of its law.
type Build = fn(&dyn Params, Rate) -> Result<Box<dyn Contact>, BuildError>;

/// A contact law.
pub struct LawKind {
    /// Its key in files: `law = "friction"`.
    pub key: &'static str,
    /// What can be set.
    pub table: &'static Table,
    /// Parameters as they are when nothing is said.
    pub params: fn() -> Box<dyn Params>,
    /// Builds one. The parameters must be of this law.
    pub build: Build,
}

/// The laws that this crate knows; hosts read them from the [catalogue](crate::catalogue).
pub(crate) const LAWS: &[LawKind] = &[
    LawKind::of::<ImpactLaw>(|params, rate| Ok(Box::new(HuntCrossley::new(known(params)?, rate)?))),
    LawKind::of::<LinearLaw>(|params, rate| Ok(Box::new(Linear::new(known(params)?, rate)?))),
    LawKind::of::<ExtendedHertzLaw>(|params, rate| {
        Ok(Box::new(ExtendedHertz::new(known(params)?, rate)?))
    }),
    LawKind::of::<FeltLaw>(|params, rate| Ok(Box::new(Felt::new(known(params)?, rate)?))),
    LawKind::of::<FrictionLaw>(|params, rate| {
        Ok(Box::new(ElastoPlastic::new(known(params)?, rate)?))
    }),
    LawKind::of::<RosinLaw>(|params, rate| Ok(Box::new(Rosin::new(known(params)?, rate)?))),
];

impl LawKind {
    /// A law whose key and parameters are those of a table.
    pub const fn of<P: Declared>(build: Build) -> Self {
        Self {
            key: P::TABLE.key,
            table: &P::TABLE,
            params: || Box::new(P::default()),
            build,
        }
    }
}
