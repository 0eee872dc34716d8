//! Where the parameters of something rubbed go.

use super::{Rubbed, Surface};
use crate::contact::FrictionParams;
use crate::object::ModalParams;
use crate::param::{Declared, ParamId};

/// Where a sound's table has its parts, and where the objects have theirs.
pub(super) struct Keys {
    pub surface: ParamId,
    pub slider: ParamId,
    pub body: ParamId,
    pub under: ParamId,
    pub place: ParamId,
    /// The contact's parameter for each of the surface's.
    pub contact: Vec<Option<ParamId>>,
    pub noise: Option<ParamId>,
    pub pitch: Option<ParamId>,
    /// The slider's only mode.
    pub mode: Option<ParamId>,
}

impl Keys {
    pub fn new<P: Rubbed>() -> Self {
        let find = |key: &str| P::TABLE.find(key).unwrap_or_default();
        let contact = Surface::TABLE.specs.iter();
        let modes = ModalParams::TABLE.find("modes").ok();
        Self {
            surface: find("surface"),
            slider: find(P::SLIDER),
            body: find("body"),
            under: find("under"),
            place: find("place"),
            contact: contact
                .map(|spec| FrictionParams::TABLE.find(spec.key).ok())
                .collect(),
            pitch: modes.and_then(|modes| modes.then(0)?.then(0)),
            noise: FrictionParams::TABLE.find("noise").ok(),
            mode: modes.and_then(|modes| modes.then(0)),
        }
    }
}
