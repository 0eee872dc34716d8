//! Nothing around a sound: its channels as they are.

use super::{Space, SpaceKind};
use crate::param::{Declared, ParamId, Params, Value};
use crate::rate::Rate;

crate::params! {
    /// Nothing around the sound.
    pub struct NothingParams("none") {}
}

/// What the catalogue knows of it.
pub(super) const KIND: SpaceKind = SpaceKind {
    key: "none",
    about: "Nothing: the sound as it is.",
    table: &NothingParams::TABLE,
    macros: &[],
    make: || Box::new(Nothing::default()),
};

/// No space.
#[derive(Default)]
pub struct Nothing(NothingParams);

impl Space for Nothing {
    fn params(&self) -> &dyn Params {
        &self.0
    }
    fn set(&mut self, _: &ParamId, _: &Value) {}
    fn prepare(&mut self, _: Rate, _: usize) {}
    fn reset(&mut self, _: u64) {}
    fn is_open(&self) -> bool {
        true
    }
    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        for (output, input) in outputs.iter_mut().zip(inputs) {
            output.copy_from_slice(input);
        }
    }
    fn tail(&self) -> f64 {
        0.0
    }
}
