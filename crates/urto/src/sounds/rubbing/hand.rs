//! What draws and presses: the gesture as it goes on, and what the contact and the hold are told
//! of it.

use super::{Parts, Rub, Rubbed, Surface, Then};
use crate::math;
use crate::param::Value;

/// The hand and what the way does to the contact are worked out every so many steps, and go in
/// straight lines between: nobody moves faster. A place of touch that wanders goes less than a
/// millimetre in that time, and working out a body's shapes there costs a sine per mode.
pub(super) const LOOK: u32 = 32;
/// An unsteady hand changes its mind this often \[1/s\].
const UNSTEADY: f64 = 3.0;
/// Shares of the pressure and of the hold's pitch that are not heard: 80 dB below the force that
/// is there, half a cent.
const UNFELT: f64 = 1e-4;
const UNHEARD: f64 = 3e-4;

impl<P: Rubbed> Rub<P> {
    /// Starts a gesture, a little unlike the last one.
    pub(super) fn begin(&mut self, params: &P, strength: f64) {
        let parts = params.parts();
        let mut vary = |most: f64| math::exp(parts.variation * most * self.chance.signed());
        self.pace = 1.0 / (parts.gesture.stretch * vary(0.5));
        self.strength = strength * vary(0.4);
        self.time = 0.0;
    }

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
        if let (true, Some(id)) = (heard, self.keys.pitch) {
            self.pitch = hertz;
            let network = &mut self.rig.network;
            network.set_object(self.slider, &id, &Value::Number(hertz));
        }
    }

    /// Surfaces that are not drawn are silent. (Left on, the noise of a stuck contact would keep
    /// itself alive: it grows with the root of the speed that it makes.)
    pub(super) fn hiss(&mut self, surface: &Surface, on: bool) {
        if self.hissing != Some(on) {
            self.hissing = Some(on);
            let share = if on { surface.noise } else { 0.0 };
            if let Some(id) = self.keys.noise {
                let value = Value::Number(share);
                self.rig.network.set_contact(self.rig.shown, &id, &value);
            }
        }
    }

    /// What changes slowly: the gesture, the place of touch, the hold.
    pub(super) fn look(&mut self, params: &P) {
        let parts = params.parts();
        let gesture = parts.gesture;
        let span = f64::from(LOOK) * self.step;
        self.time += span * self.pace;
        let end = |points: &[(f64, f64)]| points.last().map_or(0.0, |(time, _)| *time);
        let end = end(gesture.motion.points()).max(end(gesture.press.points()));
        if self.time > end && end > 0.0 && gesture.then == Then::Repeat {
            let strength = self.given;
            self.begin(params, strength);
        }
        let unsteady = self.hand.advance(span * UNSTEADY);
        let share = gesture.motion.at(self.time) * math::exp(gesture.tremor * unsteady);
        self.share.aim(share, LOOK);
        self.press.aim(gesture.press.at(self.time), LOOK);
        let speed = (parts.speed * self.strength * share * self.engaged).abs();
        let passing = params.passing(self.way + speed * span);
        self.passing.aim(passing.pressure, LOOK);
        if passing.place != self.place {
            self.place = passing.place;
            let body = self.body.object();
            self.rig.network.move_point(body, self.touch, passing.place);
        }
        self.harden(&parts, self.harder * self.press.now * self.pressed);
    }

    /// Presses the slider on the body \[N\].
    pub(super) fn press_on(&mut self, newtons: f64) {
        if (newtons - self.told).abs() > UNFELT * newtons {
            self.told = newtons;
            self.rig.network.press(self.rig.shown, newtons);
        }
    }

    /// Draws the slider on; gives its speed \[m/s\] and how hard it is pressed \[N\].
    pub(super) fn draw(&mut self, params: &P) -> (f64, f64) {
        let parts = params.parts();
        let speed = parts.speed * self.strength * self.share.step() * self.engaged;
        // What does not lift is only let down, once.
        if P::LIFTS || self.goal > 0.0 {
            self.pressed = self.engaged;
        }
        self.way += speed.abs() * self.step;
        self.harder = self.passing.step() * self.uneven;
        let pressure = parts.pressure * self.press.step() * self.pressed;
        // What has slipped is felt one step later: then the contact need not wait for it.
        let uneven = self.ground.advance(self.slipped / parts.surface.grain);
        self.uneven = self.gentle.exp(parts.surface.unevenness * uneven);
        (speed, pressure * self.harder)
    }
}
