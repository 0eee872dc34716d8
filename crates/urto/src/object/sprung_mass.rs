//! A block in a springy grip: what is drawn over a body that it rubs.
//!
//! Law:    one mode, m·(q'' + 2σ·q' + w²·q) = f, pushed and seen where its shape is 1.
//! Step:   the exact step of [`Modal`](super::Modal) with that mode alone, without the lanes that a
//!         bank would carry along empty: a fifth of the work of two rubbing bodies. So as passive.
//! Limits: it has no other points, and does not look ahead.

use super::mode::Step;
use super::resonances::LOOK;
use super::{Coast, Mode, Object, Point, QUIET, Response, Sounding};
use crate::energy::Books;
use crate::object::ModeLevel;
use crate::param::{ParamId, Value, put};
use crate::rate::Rate;

/// A block in a springy grip.
pub(crate) struct SprungMass {
    mode: Mode,
    rate: Rate,
    step: Step,
    place: f64,
    speed: f64,
    awake: bool,
    clock: u32,
    /// Work done on it \[J\].
    received: f64,
    /// Forces of the coming step \[N\], and whether there are any. Kept apart from the speed, as
    /// `Mass` does.
    force: f64,
    pushed: bool,
    revision: u32,
}

impl SprungMass {
    /// A block at rest.
    pub fn new(mode: &Mode, rate: Rate) -> Self {
        Self {
            mode: mode.clone(),
            rate,
            step: Step::of(mode, rate),
            place: 0.0,
            speed: 0.0,
            force: 0.0,
            pushed: false,
            awake: false,
            clock: 0,
            received: 0.0,
            revision: 0,
        }
    }

    /// Takes its mode over, as a bank does; see [`Step::retuned`].
    fn tune(&mut self) {
        let new = Step::of(&self.mode, self.rate);
        let [place, speed] = self.step.retuned(&new, self.rate);
        self.place *= place;
        self.speed *= speed;
        self.step = new;
        self.revision = self.revision.wrapping_add(1);
    }

    /// Its speed where it passes the middle, squared \[m²/s²\].
    fn swings(&self) -> f64 {
        self.speed * self.speed + self.step.w2 * self.place * self.place
    }
}

impl Object for SprungMass {
    fn begin(&mut self) {}
    fn coast(&self, _: Point) -> Coast {
        let Self { place, speed, .. } = *self;
        Coast {
            gained: self.step.a12 * speed - self.step.k * place,
            before: speed,
            after: self.step.a21 * place + self.step.a22 * speed,
        }
    }
    fn response(&self, _: Point, _: Point) -> Response {
        Response {
            displacement: self.step.b1,
            velocity: self.step.b2,
        }
    }
    fn push(&mut self, _: Point, newtons: f64) {
        self.force += newtons;
        self.pushed |= newtons != 0.0;
    }
    fn end(&mut self) {
        if !(self.pushed || self.awake) {
            return;
        }
        let Coast { gained, after, .. } = self.coast(Point(0));
        let gained = gained + self.step.b1 * self.force;
        self.received += self.force * gained;
        self.place += gained;
        self.speed = after + self.step.b2 * self.force;
        self.force = 0.0;
        self.pushed = false;
        self.awake = true;
        self.clock += 1;
        if self.clock >= LOOK {
            self.clock = 0;
            // Before its numbers become subnormal.
            if self.swings() < QUIET * QUIET {
                self.place = 0.0;
                self.speed = 0.0;
                self.awake = false;
            }
        }
    }
    fn energy(&self) -> f64 {
        self.step.energy(self.place, self.speed)
    }
    fn books(&self) -> Books {
        Books {
            injected: 0.0,
            // The exact step's loss is what is missing.
            dissipated: self.received - self.energy(),
        }
    }
    fn displacement(&self, _: Point) -> f64 {
        self.place
    }
    fn velocity(&self, _: Point) -> f64 {
        self.speed
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        let taken = put(&mut self.mode, id, value);
        self.tune();
        taken
    }
    fn reset(&mut self) {
        *self = Self {
            revision: self.revision,
            ..Self::new(&self.mode, self.rate)
        };
    }
    fn revision(&self) -> u32 {
        self.revision
    }
    fn is_asleep(&self) -> bool {
        !self.awake
    }
    fn sounding(&self) -> Option<&dyn Sounding> {
        Some(self)
    }
}

impl Sounding for SprungMass {
    fn flight(&self) -> f64 {
        0.0
    }
    fn ringing(&self, _: Point) -> f64 {
        self.speed
    }
    fn levels(&self, into: &mut [ModeLevel]) -> usize {
        let Some(level) = into.first_mut().filter(|_| self.step.w2 > 0.0) else {
            return 0;
        };
        level.frequency = self.mode.frequency as f32;
        level.speed = self.swings().sqrt() as f32;
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Modal, ModalParams};
    use crate::param::Declared;
    use crate::rng::Rng;

    /// Pushed, let ring and tuned by chance, it does what a bank of one mode does, within rounding;
    /// and what it has received it holds or has lost.
    #[test]
    fn it_is_a_bank_of_one_mode() {
        let rate = Rate::new(48_000.0).unwrap();
        let mode = Mode {
            frequency: 900.0,
            decay: 0.02,
            mass: 0.01,
        };
        let one = ModalParams {
            modes: vec![mode.clone()],
            ..ModalParams::default()
        };
        let mut bank = Modal::new(&one, &[], rate).unwrap();
        let mut held = SprungMass::new(&mode, rate);
        let mut rng = Rng::new(3);
        let (point, mut lost) = (Point(0), 0.0);
        let mut mass = mode.mass;
        for n in 0..40_000 {
            if n % 500 == 0 {
                let key = ["frequency", "decay", "mass"][rng.below(3)];
                let (low, high) = match key {
                    "frequency" => (20.0, 40_000.0),
                    "decay" => (1e-3, 2.0),
                    _ => (1e-4, 10.0),
                };
                let drawn = rng.log_uniform(low, high);
                if key == "mass" {
                    mass = drawn;
                }
                let value = Value::Number(drawn);
                let inner = ModalParams::TABLE.find(&format!("modes/0/{key}")).unwrap();
                bank.set(&inner, &value);
                held.set(&Mode::TABLE.find(key).unwrap(), &value);
                lost = held.books().dissipated;
            }
            // A bank looks ahead, which rounds otherwise: against the speed that it swings with.
            let swings = (2.0 * held.energy() / mass).sqrt();
            let near = |one: f64, other: f64, most: f64| (one - other).abs() <= 1e-11 * most;
            let (one, other) = (bank.coast(point), held.coast(point));
            assert!(near(one.gained, other.gained, swings * rate.step()), "{n}");
            assert!(near(one.before, other.before, swings), "{n}");
            assert!(near(one.after, other.after, swings), "{n}");
            assert_eq!(bank.response(point, point), held.response(point, point));
            let newtons = if n % 3000 < 1000 { rng.signed() } else { 0.0 };
            bank.push(point, newtons);
            held.push(point, newtons);
            bank.end();
            held.end();
            let swings = swings.max((2.0 * held.energy() / mass).sqrt());
            assert!(near(bank.velocity(point), held.velocity(point), swings));
            let far = held.displacement(point);
            assert!(near(
                bank.displacement(point),
                far,
                far.abs() + swings * rate.step()
            ));
            assert_eq!(bank.is_asleep(), held.is_asleep(), "{n}");
            let scale = held.received.abs() + held.energy();
            let now = held.books().dissipated;
            assert!(now >= lost - 1e-12 * scale, "{n}: {lost} {now}");
            lost = now;
        }
    }
}
