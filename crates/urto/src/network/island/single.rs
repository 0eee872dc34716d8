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
        let (met_a, met_b) = (first.meet(a.point), second.meet(b.point));
        let seen = Some([met_a.revision, met_b.revision]);
        if self.seen != seen {
            self.seen = seen;
            self.first = first.response(a.point, a.point);
            self.second = second.response(b.point, b.point);
        }
        let (one, two) = (self.first, self.second);
        let (coast_a, coast_b) = (met_a.coast, met_b.coast);
        let further = one.displacement * met_a.thrust - two.displacement * met_b.thrust;
        let faster = one.velocity * met_a.thrust - two.velocity * met_b.thrust;
        let free = coast_a.gained - coast_b.gained + drift + pushed.0;
        let [force, bias] = joint.law.meet(&mut Meeting {
            gained: free + further,
            compliance: one.displacement + two.displacement,
            before: coast_a.before - coast_b.before + speed,
            mobility: one.velocity + two.velocity,
            after: coast_a.after - coast_b.after + speed + pushed.1 + faster,
        });
        first.push(a.point, -force - bias);
        second.push(b.point, force + bias);
        let moved_a = one.displacement * ((met_a.thrust - bias) - force);
        let moved_b = two.displacement * ((met_b.thrust + bias) + force);
        let displacement = free + (moved_a - moved_b);
        joint.force = force;
        joint.displacement = displacement;
        joint.law.commit(force, displacement);
        joint.injected += (force + bias) * drift;
        joint.offset = joint.next_offset;
        joint.slipped = 0.0;
    }
}
