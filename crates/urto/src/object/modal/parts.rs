//! Steps that are parts of a sample, for blows too short for whole ones: other numbers for the same
//! modes, which go on from where they are.

use super::Modal;
use crate::object::mode::Step;
use crate::object::{DIVIDED, Divisible};
use crate::rate::Rate;

/// What a bank knows of such steps; its numbers are in `Bank`.
#[derive(Default)]
pub(super) struct ModalParts {
    /// The rate of such steps; none if they were not prepared.
    rate: Option<Rate>,
    /// Whether steps are parts now.
    pub divided: bool,
    /// Of which revision the numbers are.
    made: Option<u32>,
}

impl Modal {
    /// Works the numbers out, where modes were changed since.
    fn make_parts(&mut self, rate: Rate) {
        if self.parts.made == Some(self.revision) {
            return;
        }
        self.parts.made = Some(self.revision);
        for (index, mode) in self.params.modes.iter().enumerate() {
            let hertz = mode.frequency * self.params.all.tuning;
            let decay = mode.decay * self.params.all.ringing;
            let step = match self.heard[index] {
                true => Step::ringing(hertz, decay, mode.mass, rate),
                false => Step::silent(),
            };
            self.bank.set_part(index, &step);
        }
        for flight in self.flights() {
            let step = Step::inertial(self.params.inertia, rate);
            self.bank.set_part(flight, &step);
        }
    }
}

impl Divisible for Modal {
    fn prepare_parts(&mut self, parts: u32) {
        self.bank.make_parts();
        self.parts = ModalParts {
            rate: Some(self.rate.oversampled(parts)),
            ..ModalParts::default()
        };
    }

    fn divide(&mut self, divided: bool) {
        let Some(rate) = self.parts.rate.filter(|_| divided != self.parts.divided) else {
            return;
        };
        if divided {
            // Modes that are on their way move once a sample.
            self.glide();
            self.make_parts(rate);
        }
        self.parts.divided = divided;
        self.bank.exchange();
        self.revision ^= DIVIDED;
        self.lose_sight();
        if !divided && self.awake {
            self.go_on();
        }
    }
}
