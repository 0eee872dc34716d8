//! Where the parameters of something rubbed go.

use super::{Rubbed, Surface};
use crate::contact::FrictionParams;
use crate::object::Mode;
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
    /// The slider's.
    pub pitch: Option<ParamId>,
}

impl Keys {
    pub fn new<P: Rubbed>() -> Self {
        let find = |key: &str| P::TABLE.find(key).unwrap_or_default();
        let contact = Surface::TABLE.specs.iter();
        Self {
            surface: find("surface"),
            slider: find(P::SLIDER),
            body: find("body"),
            under: find("under"),
            place: find("place"),
            contact: contact
                .map(|spec| FrictionParams::TABLE.find(spec.key).ok())
                .collect(),
            pitch: Mode::TABLE.find("frequency").ok(),
        }
    }
}
