//! Bodies so thin that they stretch when they are bent far.

use super::BodyParams;
use super::form::form;
use crate::math::TAU;
use crate::network::{Network, ObjectId};
use crate::object::{Modal, Object, Stretch, Stretching, made};
use crate::rate::Rate;
use core::any::Any;

impl BodyParams {
    /// Whether it is so thin that it stretches when it is bent far.
    pub(crate) fn stretches(&self) -> bool {
        form(self.kind).is_some_and(|form| form.stretches())
    }

    /// How much faster than its modes alone it moves when a blow gives it a speed \[m/s\]. One that
    /// is bent further than it is thick passes so much on to its high modes that they peak up to
    /// twice as high (found with small plates under heavy hammers).
    pub(crate) fn swells(&self, speed: f64) -> f64 {
        let Some(form) = form(self.kind).filter(|form| form.stretches()) else {
            return 1.0;
        };
        let body = self.dimensions(form);
        let bent = speed / (TAU * form.lowest(&body) * self.all.tuning * body.thickness);
        1.0 + (bent * bent).min(1.0)
    }

    /// How it stretches, with N modes of its own; `None` if it is too thick for that.
    fn stretch(&self, modes: usize) -> Option<Stretch> {
        let form = form(self.kind).filter(|form| form.stretches())?;
        let body = self.dimensions(form);
        let material = &body.material;
        let volume = form.volume(&body);
        Some(Stretch {
            stiffness: material.modulus * volume / (1.0 - material.poisson * material.poisson),
            bends: 12f64.sqrt() / (material.plate_speed() * body.thickness),
            weight: volume * material.density,
            modes,
        })
    }

    /// The object of a bank whose first modes are the body's own. Allocates.
    pub(super) fn stretched(&self, bank: Modal, modes: usize, rate: Rate) -> Box<dyn Object> {
        match self.stretch(modes) {
            Some(stretch) => Box::new(Stretching::new(bank, stretch, rate)),
            None => Box::new(bank),
        }
    }

    /// Takes changed measures over, without allocation.
    pub(super) fn stretch_anew(&self, modes: usize, network: &mut Network, object: ObjectId) {
        let Some(stretch) = self.stretch(modes) else {
            return;
        };
        network.adapt(object, |object| {
            let any: &mut dyn Any = made(object);
            if let Some(plate) = any.downcast_mut::<Stretching>() {
                plate.follow(stretch);
            }
        });
    }
}
