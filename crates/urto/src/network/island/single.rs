//! The commonest island, one contact between two bodies, without the general machinery: the
//! same sums in the same order, but for products with the zeros of a response between different
//! bodies.

use crate::contact::Meeting;
use crate::network::Joint;
use crate::network::outside::Outside;
use crate::object::{Object, Response};
use crate::rate::Rate;

/// What two bodies answer to the force between them, as long as neither changes.
#[derive(Default)]
pub(super) struct Lone {
    /// The bodies' revisions for which this holds.
    seen: Option<[u32; 2]>,
    first: Response,
    second: Response,
}

impl Lone {
    /// Works out the force of the only contact, pushes it and moves the contact on.
    ///
    /// The order is one of time: a step is a chain from the bodies' motion over the law to the
    /// bodies' next motion, so that what that chain does not need is asked for before, and done
    /// after it.
    #[inline(never)]
    pub fn solve(
        &mut self,
        joint: &mut Joint,
        objects: &mut [Box<dyn Object>],
        outside: &Outside,
        rate: Rate,
    ) {
        if joint.apart {
            return;
        }
        let [a, b] = joint.ends;
        let drift = joint.next_offset - joint.offset + joint.slipped;
        let speed = drift * rate.hertz();
        let mut pushed = (0.0, 0.0);
        if !outside.is_empty() {
            let [first, second] = joint.ends.map(|end| outside.moves(end, objects));
            pushed = (first.0 - second.0, first.1 - second.1);
        }
        // A contact joins two different bodies.
        let Ok([first, second]) = objects.get_disjoint_mut([a.object, b.object]) else {
            return;
        };
        let seen = Some([first.revision(), second.revision()]);
        if self.seen != seen {
            self.seen = seen;
            self.first = first.response(a.point, a.point);
            self.second = second.response(b.point, b.point);
        }
        let (one, two) = (self.first, self.second);
        let bias = joint.law.begin();
        let known_a = first.thrust(a.point) - bias;
        let known_b = second.thrust(b.point) + bias;
        let further = one.displacement * known_a - two.displacement * known_b;
        let faster = one.velocity * known_a - two.velocity * known_b;
        let first_coast = first.coast(a.point);
        let second_coast = second.coast(b.point);
        let free = first_coast.gained - second_coast.gained + drift + pushed.0;
        let force = joint.law.touch(&Meeting {
            gained: free + further,
            compliance: one.displacement + two.displacement,
            before: first_coast.before - second_coast.before + speed,
            mobility: one.velocity + two.velocity,
            after: first_coast.after - second_coast.after + speed + pushed.1 + faster,
        });
        first.push(a.point, -force - bias);
        second.push(b.point, force + bias);
        let moved_a = one.displacement * (known_a - force);
        let moved_b = two.displacement * (known_b + force);
        let displacement = free + (moved_a - moved_b);
        joint.force = force;
        joint.displacement = displacement;
        joint.law.commit(force, displacement);
        joint.injected += (force + bias) * drift;
        joint.offset = joint.next_offset;
        joint.slipped = 0.0;
    }
}
