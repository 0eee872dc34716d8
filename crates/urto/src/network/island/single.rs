//! The commonest island, one contact between two bodies, without the general machinery: the
//! same sums in the same order, but for products with the zeros of a response between different
//! bodies.

use super::Island;
use crate::contact::Meeting;
use crate::network::Joint;
use crate::network::outside::Outside;
use crate::object::Object;
use crate::rate::Rate;

impl Island {
    /// Whether it is one contact; its ports are then the contact's two ends, in order.
    pub(super) fn is_single(&self) -> bool {
        self.joints.len() == 1
    }

    /// Works out the force of the only contact, pushes it and moves the contact on.
    pub(super) fn solve_single(
        &mut self,
        joints: &mut [Joint],
        objects: &mut [Box<dyn Object>],
        outside: &Outside,
        rate: Rate,
    ) {
        let joint = &mut joints[self.joints[0]];
        joint.meet(objects, outside, rate);
        let [a, b] = joint.ends;
        let [r_a, _, _, r_b] = self.response[..] else {
            return;
        };
        let [v_a, _, _, v_b] = self.velocity_response[..] else {
            return;
        };
        let known_a = objects[a.object].thrust(a.point) - joint.bias;
        let known_b = objects[b.object].thrust(b.point) + joint.bias;
        let gained = joint.free + (r_a * known_a - r_b * known_b);
        joint.after += v_a * known_a - v_b * known_b;
        joint.force = joint.law.touch(&Meeting {
            gained,
            before: joint.before,
            after: joint.after,
            compliance: self.compliance[0],
            mobility: self.mobility[0],
        });
        let moved_a = r_a * (known_a - joint.force);
        let moved_b = r_b * (known_b + joint.force);
        joint.displacement = joint.free + (moved_a - moved_b);
        joint.move_on();
        objects[a.object].push(a.point, -joint.force - joint.bias);
        objects[b.object].push(b.point, joint.force + joint.bias);
    }
}

impl Joint {
    /// Asks the bodies for their free motion, and the law for a known force.
    pub(super) fn meet(&mut self, objects: &[Box<dyn Object>], outside: &Outside, rate: Rate) {
        self.bias = self.law.begin();
        self.force = 0.0;
        self.drift = self.next_offset - self.offset + self.slipped;
        let [a, b] = self.ends;
        let first = objects[a.object].coast(a.point);
        let second = objects[b.object].coast(b.point);
        let speed = self.drift * rate.hertz();
        self.free = first.gained - second.gained + self.drift;
        self.before = first.before - second.before + speed;
        self.after = first.after - second.after + speed;
        if !outside.is_empty() {
            let [first, second] = self.ends.map(|end| outside.moves(end, objects));
            self.free += first.0 - second.0;
            self.after += first.1 - second.1;
        }
    }

    /// Moves the law on by the displacement found, and books what moved the offset.
    pub(super) fn move_on(&mut self) {
        self.law.commit(self.force, self.displacement);
        self.injected += (self.force + self.bias) * self.drift;
        self.offset = self.next_offset;
        self.slipped = 0.0;
    }
}
