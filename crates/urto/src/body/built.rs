//! A named body that has been built: which modes it has, and how they follow its parameters.

use super::BodyParams;
use super::audible::{Hearing, choose};
use super::form::{Dimensions, Form, Partial, form};
use crate::error::BuildError;
use crate::network::{Network, ObjectId};
use crate::object::{FreeBar, Modal, ModalParams, Mode, NamedPoint, Shapes, free_bar_shape};
use crate::param::{Declared, Kind, ParamId, Range, Value};
use crate::rate::Rate;

/// A body's modes, kept in step with its parameters.
///
/// ```
/// use urto::body::{Body, BodyKind, BodyParams, MaterialKind};
/// let glass = BodyParams { kind: BodyKind::Glass, material: MaterialKind::Glass, size: 0.12, ..Default::default() };
/// let glass = Body::new(&glass);
/// assert!((800.0..850.0).contains(&glass.modes()[0].frequency));
/// ```
pub struct Body {
    /// `None` for a table of modes.
    form: Option<&'static dyn Form>,
    partials: Vec<Partial>,
    modes: Vec<Mode>,
    tuning: f64,
    ringing: f64,
    keys: Keys,
}

/// Where a bank of modes keeps its numbers.
pub(super) struct Keys {
    modes: ParamId,
    tuning: ParamId,
    ringing: ParamId,
}

impl Keys {
    pub fn new() -> Self {
        let key = |name| ModalParams::TABLE.find(name).unwrap_or_default();
        Self {
            modes: key("modes"),
            tuning: key("tuning"),
            ringing: key("ringing"),
        }
    }
}

/// Takes what has changed of a mode over into the network's object, since each setting costs a
/// few sines.
pub(super) fn set_mode(
    network: &mut Network,
    object: ObjectId,
    keys: &Keys,
    index: usize,
    old: &Mode,
    new: &Mode,
) {
    let numbers = [
        (old.frequency, new.frequency),
        (old.decay, new.decay),
        (old.mass, new.mass),
    ];
    let mode = keys.modes.then(index);
    for (field, (old, new)) in numbers.into_iter().enumerate() {
        if let (true, Some(id)) = (old != new, mode.and_then(|mode| mode.then(field))) {
            network.set_object(object, &id, &Value::Number(new));
        }
    }
}

impl Body {
    /// Chooses the modes. Allocates.
    pub fn new(params: &BodyParams) -> Self {
        let form = form(params.kind);
        let mut built = Self {
            form,
            partials: Vec::new(),
            modes: Vec::new(),
            tuning: params.tuning,
            ringing: params.ringing,
            keys: Keys::new(),
        };
        if let Some(form) = form {
            let hearing = Hearing {
                budget: params.count as usize,
                tuning: params.tuning,
                ringing: params.ringing,
            };
            built.partials = choose(form, &params.dimensions(form), &hearing);
            built.modes = vec![Mode::default(); built.partials.len()];
            built.fill(params);
        } else {
            built.modes = params.modes.clone();
        }
        built
    }

    /// The modes as they are now, lowest first when they were chosen.
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// Shape of a mode at a position from 0 to 1.
    pub fn shape(&self, mode: usize, position: f64) -> f64 {
        match self.form {
            Some(form) => form.shape(&self.partials[mode], position),
            None => free_bar_shape(mode, position),
        }
    }

    /// The bank of modes, as it is built. Allocates.
    pub fn modal(&self, params: &BodyParams) -> ModalParams {
        ModalParams {
            modes: self.modes.clone(),
            inertia: params.inertia,
            tuning: params.tuning,
            ringing: params.ringing,
        }
    }

    /// The modes' shapes along the body. Allocates.
    pub fn shapes(&self) -> Box<dyn Shapes> {
        match self.form {
            Some(form) => Box::new(Line {
                form,
                partials: self.partials.clone(),
            }),
            None => Box::new(FreeBar),
        }
    }

    /// The object for a network. A table of modes without points is struck where every shape is
    /// 1. Allocates.
    pub fn object(
        &self,
        params: &BodyParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Modal, BuildError> {
        Modal::with_shapes(&self.modal(params), self.shapes(), points, rate)
    }

    /// Works out frequencies, decay times and masses anew, without allocation.
    pub fn fill(&mut self, params: &BodyParams) {
        for index in 0..self.modes.len() {
            self.modes[index] = self.mode(params, index);
        }
    }

    /// Takes changed parameters over into the network's object, without allocation.
    pub fn follow(&mut self, params: &BodyParams, network: &mut Network, object: ObjectId) {
        for index in 0..self.modes.len() {
            let new = self.mode(params, index);
            let old = core::mem::replace(&mut self.modes[index], new.clone());
            set_mode(network, object, &self.keys, index, &old, &new);
        }
        if self.tuning != params.tuning {
            self.tuning = params.tuning;
            network.set_object(object, &self.keys.tuning, &Value::Number(self.tuning));
        }
        if self.ringing != params.ringing {
            self.ringing = params.ringing;
            network.set_object(object, &self.keys.ringing, &Value::Number(self.ringing));
        }
    }

    fn mode(&self, params: &BodyParams, index: usize) -> Mode {
        match self.form {
            Some(form) => rings(form, &self.partials[index], &params.dimensions(form)),
            None => params
                .modes
                .get(index)
                .unwrap_or(&self.modes[index])
                .clone(),
        }
    }
}

/// One mode of a body, within what a mode may be.
fn rings(form: &dyn Form, partial: &Partial, body: &Dimensions) -> Mode {
    let mass = form.volume(body) * body.material.density;
    let frequency = form.frequency(partial, body);
    let within = |field: usize, value: f64| match Mode::TABLE.specs[field].kind {
        Kind::Number(Range { min, max, .. }) => value.clamp(min, max),
        _ => value,
    };
    Mode {
        frequency: within(0, frequency),
        decay: within(1, body.material.decay(frequency)),
        mass: within(2, mass * partial.share),
    }
}

/// Shapes along a body's line.
struct Line {
    form: &'static dyn Form,
    partials: Vec<Partial>,
}

impl Shapes for Line {
    fn at(&self, mode: usize, position: f64) -> f64 {
        let partial = self.partials.get(mode);
        partial.map_or(0.0, |partial| self.form.shape(partial, position))
    }
}
