//! Where the table of a rubbed sound has its parts.

use super::{Rub, RubbedSound};
use crate::param::ParamId;

impl<P: RubbedSound> Rub<P> {
    pub(super) const SPEED: ParamId = P::TABLE.key("speed");
    pub(super) const PRESSURE: ParamId = P::TABLE.key("pressure");
    pub(super) const SURFACE: ParamId = P::TABLE.key("surface");
    /// The numbers of the friction between the surfaces.
    pub(super) const LAW: ParamId = P::TABLE.key("surface.law");
    pub(super) const SLIDER: ParamId = P::TABLE.key(P::SLIDER);
    /// How much bristles damp, which bodies ring or do not ring by.
    pub(super) const DAMPING: ParamId = P::TABLE.key("surface.damping");
    pub(super) const BODY: ParamId = P::TABLE.key("body");
    pub(super) const SUPPORT: ParamId = P::TABLE.key("support");
}
