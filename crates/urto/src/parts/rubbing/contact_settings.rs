//! What a friction contact is told, and only when it changes.

use crate::network::{Network, Pressed};
use crate::param::{ParamId, Value};

/// Share of the pressure that is not felt: 80 dB below the force that is there.
const UNFELT: f64 = 1e-4;

/// What a contact was told.
pub(crate) struct ContactSettings {
    contact: Pressed,
    /// Normal force \[N\].
    pressed: f64,
    hissing: Option<bool>,
    /// What its law calls its noise.
    noise: ParamId,
}

impl ContactSettings {
    /// Nothing yet.
    pub fn new(contact: Pressed, noise: ParamId) -> Self {
        Self {
            contact,
            pressed: f64::INFINITY,
            hissing: None,
            noise,
        }
    }

    /// Whether this is the contact's noise, which it is told by and by.
    pub fn is_noise(&self, id: &ParamId) -> bool {
        *id == self.noise
    }

    /// It is to be told anew.
    pub fn forget(&mut self) {
        self.pressed = f64::INFINITY;
        self.hissing = None;
    }

    /// Presses its surfaces together \[N\].
    #[inline]
    pub fn press(&mut self, network: &mut Network, newtons: f64) {
        if (newtons - self.pressed).abs() > UNFELT * newtons {
            self.pressed = newtons;
            network.press(self.contact, newtons);
        }
    }

    /// Takes all pressure from its surfaces, whatever it was told before.
    pub fn lift(&mut self, network: &mut Network) {
        network.press(self.contact, 0.0);
    }

    /// Surfaces that are not drawn are silent. (Left on, the noise of a stuck contact would keep
    /// itself alive: it grows with the root of the speed that it makes.)
    #[inline]
    pub fn hiss(&mut self, network: &mut Network, noise: f64, on: bool) {
        if self.hissing != Some(on) {
            self.hissing = Some(on);
            let share = if on { noise } else { 0.0 };
            network.set_contact(self.contact.contact(), &self.noise, &Value::Number(share));
        }
    }
}
