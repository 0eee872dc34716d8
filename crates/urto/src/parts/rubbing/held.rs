//! What the contact and the hold feel of the hand.

use super::{Parts, Rub, RubbedSound};
use crate::key;
use crate::math;
use crate::object::Mode;
use crate::param::Value;

/// Share of the hold's pitch that is not heard: half a cent.
const UNHEARD: f64 = 3e-4;

impl<P: RubbedSound> Rub<P> {
    /// What is pressed harder is held more stiffly.
    pub(super) fn harden(&mut self, parts: &Parts, harder: f64) {
        // A lifted slider is held by the hand alone; 8 is the stiffest place of a rough surface.
        let harder = if harder.is_finite() {
            harder.clamp(0.05, 8.0)
        } else {
            1.0
        };
        let factor = math::pow(harder, parts.surface.hardening);
        let hertz = (parts.slider.frequency * factor).clamp(0.1, 2e5);
        let heard = (hertz - self.pitch).abs() > UNHEARD * hertz;
        if heard {
            self.pitch = hertz;
            let network = &mut self.rig.network;
            let frequency = key!(Mode, frequency);
            network.set_object(self.slider, &frequency, &Value::Number(hertz));
        }
    }

    /// What changes slowly: the place of touch, the hold.
    pub(super) fn look(&mut self, params: &P) {
        let parts = params.parts();
        let passing = params.passing(self.way + self.hand.ahead(parts.speed));
        self.passing.go(passing.pressure, super::hand::LOOK);
        if passing.place != self.place {
            self.place = passing.place;
            let body = self.body.object();
            self.rig.network.move_to(body, self.touch, passing.place);
        }
        self.harden(&parts, self.harder * self.hand.pressed() * self.pressed);
        if self.hand.lands() && parts.pressure > 0.0 {
            let fastest = (parts.speed * self.hand.strength()).abs();
            self.tap.strike(parts.slider, parts.landing * fastest);
        }
    }

    /// Draws the slider on; gives its speed \[m/s\] and how hard it is pressed \[N\].
    pub(super) fn draw(&mut self, params: &P) -> (f64, f64) {
        let parts = params.parts();
        let speed = self.hand.speed(parts.speed);
        // What does not lift is only let down, once.
        if P::LIFTS || self.hand.is_held() {
            self.pressed = self.hand.engaged();
        }
        self.way += speed.abs() * self.step;
        let uneven = self.ground.harder(&parts.surface.uneven);
        self.harder = self.passing.along() * uneven;
        let pressure = parts.pressure * self.hand.press() * self.pressed;
        (speed, pressure * self.harder)
    }
}
