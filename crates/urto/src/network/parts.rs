//! Blows that are over within a few samples, stepped in parts of a sample.
//!
//! Law:    in a step a force is held, so that a blow of two samples is a box, and its bodies leave it
//!         faster and duller than they should; and blows shorter than that are softened. How much
//!         depends on the rate. While such a blow lasts, all bodies and laws take steps so short
//!         that a blow is the same at every rate.
//! Step:   the same one, with other numbers: what is passive in whole steps is so in parts.
//! Limits: only where all bodies and laws can ([`Divisible`](crate::object::Divisible)), and while
//!         nothing pushes from outside. A body that hits by surprise, thrown by another blow within
//!         the sample, is seen at the next sample; one that has just been hit is watched longer, since
//!         what rings comes back.

use super::{Joint, Network};
use crate::object::Object;
use crate::rate::Rate;

/// Steps of a blow come as often as this \[Hz\], or a little more often: at 384 kHz hard blows (a
/// steel ball on glass, 40 us) sound the same within 0.1 dB.
const OFTEN: f64 = 192e3;
/// A blow of fewer samples is short. How long it lasts is known about: a body of many modes is
/// lighter than it seems for as long as only its nearest part moves.
const SHORT: f64 = 20.0;

/// How samples are divided.
#[derive(Clone, Copy)]
pub(super) struct SampleParts {
    count: u32,
    rate: Rate,
}

impl SampleParts {
    /// Those of a network, if there are any, and all its parts can take them. Allocates.
    pub fn of(rate: Rate, objects: &mut [Box<dyn Object>], joints: &mut [Joint]) -> Option<Self> {
        // Of 192 kHz itself rounding is to make one.
        let count = (OFTEN / rate.hertz() - 1e-9).ceil() as u32;
        let able = objects.iter_mut().all(|own| own.divisible().is_some())
            && joints.iter_mut().all(|own| own.law.divisible().is_some());
        if count < 2 || !able {
            return None;
        }
        for own in objects.iter_mut().filter_map(|own| own.divisible()) {
            own.prepare_parts(count);
        }
        Some(Self {
            count,
            rate: rate.oversampled(count),
        })
    }
}

/// So many samples away at the speed at which bodies meet, or met last, they may touch in the coming
/// one.
const NEAR: f64 = 4.0;

/// What is known of a contact's blow.
#[derive(Clone, Copy, Default)]
pub(super) struct ShortBlow {
    judged: bool,
    short: bool,
    /// Speed of the last one, while they are still near \[m/s\].
    speed: f64,
    /// Offset where the sample began and where it ends \[m\].
    from: f64,
    to: f64,
    /// Motion during the sample \[m\], and sum of the forces of its parts \[N\].
    moved: f64,
    forces: f64,
}

impl Joint {
    /// Whether a short blow is under way, or begins in the coming sample.
    fn blows_shortly(&mut self, objects: &[Box<dyn Object>], rate: Rate) -> bool {
        let touches = self.law.state() > 0.0;
        if self.apart || touches && self.blow.judged {
            return self.blow.short && !self.apart;
        }
        self.blow.judged = touches;
        self.blow.short = false;
        let [a, b] = self.ends;
        let [first, second] = self.ends.map(|end| objects[end.object].velocity(end.point));
        let drift = self.next_offset - self.offset + self.slipped;
        let speed = first - second + drift * rate.hertz();
        let fastest = speed.max(self.blow.speed);
        if !touches && self.law.state() + NEAR * fastest * rate.step() <= 0.0 {
            self.blow.speed = 0.0;
            return false;
        }
        let light = objects[a.object].response(a.point, a.point).velocity
            + objects[b.object].response(b.point, b.point).velocity;
        let mass = rate.step() / light;
        // What is held came from speed.
        let speed = (fastest * fastest + 2.0 * self.law.stored() / mass).sqrt();
        if !(mass.is_finite() && speed > 0.0) {
            return false;
        }
        if touches {
            self.blow.speed = speed;
        }
        let lasts = self.law.divisible().map(|law| law.lasts(mass, speed));
        self.blow.short = lasts.is_some_and(|lasts| lasts < SHORT * rate.step());
        self.blow.short
    }
}

impl Network {
    /// How the coming sample is to be divided.
    pub(super) fn divided(&mut self) -> Option<SampleParts> {
        let parts = self.parts?;
        if !self.outside.is_empty() {
            return None;
        }
        let (objects, rate) = (&self.objects, self.rate);
        let mut short = false;
        for joint in &mut self.joints {
            short |= joint.blows_shortly(objects, rate);
        }
        short.then_some(parts)
    }

    /// Moves everything on by a sample, in parts.
    pub(super) fn move_in_parts(&mut self, parts: SampleParts) {
        self.divide(true, parts.rate);
        for joint in &mut self.joints {
            let (from, to) = (joint.offset, joint.next_offset);
            let (moved, forces) = (0.0, 0.0);
            joint.blow = ShortBlow {
                from,
                to,
                moved,
                forces,
                ..joint.blow
            };
        }
        for part in 1..=parts.count {
            let share = f64::from(part) / f64::from(parts.count);
            for joint in &mut self.joints {
                let ShortBlow { from, to, .. } = joint.blow;
                joint.next_offset = if part == parts.count {
                    to
                } else {
                    from + share * (to - from)
                };
                (joint.displacement, joint.force) = (0.0, 0.0);
            }
            self.move_on(parts.rate);
            for joint in &mut self.joints {
                joint.blow.moved += joint.displacement;
                joint.blow.forces += joint.force;
            }
        }
        for joint in &mut self.joints {
            joint.displacement = joint.blow.moved;
            joint.force = joint.blow.forces / f64::from(parts.count);
        }
        self.divide(false, self.rate);
    }

    fn divide(&mut self, divided: bool, rate: Rate) {
        for object in self.objects.iter_mut().filter_map(|own| own.divisible()) {
            object.divide(divided);
        }
        for joint in &mut self.joints {
            if let Some(law) = joint.law.divisible() {
                law.step_by(rate.step());
            }
        }
    }
}
