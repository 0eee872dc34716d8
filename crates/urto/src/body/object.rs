//! Named bodies as objects of scenes: `kind = "glass"`, with size and material.
//!
//! A body becomes a bank of modes when the scene is built. While it sounds, the score may set what
//! a bank takes: `tuning` and `ringing`.

use super::{Body, BodyKind, BodyParams};
use crate::error::{BuildError, known};
use crate::object::{Modal, ModalParams, NamedPoint, Object, ObjectKind};
use crate::param::{ChoiceField, Declared, Params};
use crate::rate::Rate;

/// The kinds, one for each shape by name. A string is an object of its own already.
pub(crate) const KINDS: &[ObjectKind] = &[
    kind::<{ BodyKind::Bar as usize }>(),
    kind::<{ BodyKind::ClampedBar as usize }>(),
    kind::<{ BodyKind::Plate as usize }>(),
    kind::<{ BodyKind::ClampedPlate as usize }>(),
    kind::<{ BodyKind::Disc as usize }>(),
    kind::<{ BodyKind::Membrane as usize }>(),
    kind::<{ BodyKind::Tube as usize }>(),
    kind::<{ BodyKind::Glass as usize }>(),
    kind::<{ BodyKind::Bowl as usize }>(),
    kind::<{ BodyKind::Bell as usize }>(),
    kind::<{ BodyKind::Gong as usize }>(),
    kind::<{ BodyKind::Ring as usize }>(),
    kind::<{ BodyKind::Block as usize }>(),
    kind::<{ BodyKind::Sheet as usize }>(),
];

const fn kind<const SHAPE: usize>() -> ObjectKind {
    ObjectKind {
        key: BodyKind::OPTIONS[SHAPE].key,
        table: &BodyParams::TABLE,
        live: &ModalParams::TABLE,
        params: || {
            Box::new(BodyParams {
                kind: BodyKind::from_index(SHAPE).unwrap_or(BodyKind::Bar),
                ..BodyParams::default()
            })
        },
        build,
    }
}

fn build(
    params: &dyn Params,
    points: &[NamedPoint],
    rate: Rate,
) -> Result<Box<dyn Object>, BuildError> {
    let params = known::<BodyParams>(params)?;
    let body = Body::new(params)?;
    let bank = ModalParams {
        modes: body.modes().to_vec(),
        inertia: params.inertia,
        all: params.all.clone(),
    };
    let bank = Modal::of_modes(bank, body.shapes(), points, rate)?;
    Ok(params.stretched(bank, body.modes().len(), rate))
}
