//! The commonest island, one contact between two bodies, without the general machinery: the
//! same sums in the same order, but for products with the zeros of a response between different
//! bodies.

use crate::contact::{Bodies, Meeting};
use crate::network::Joint;
use crate::network::outside::Outside;
use crate::object::{Object, Point, Response};
use crate::rate::Rate;

/// What two bodies answer to the force between them, as long as neither changes.
#[derive(Default)]
pub(super) struct Lone {
    /// The bodies' revisions for which this holds.
    seen: Option<[u32; 2]>,
    first: Response,
    second: Response,
    /// Whether it takes the step of its bodies: those that no other contact touches.
    pub owns: [bool; 2],
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
            return self.pass(joint, objects, outside);
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
        let mut meeting = Meeting {
            gained: free + further,
            compliance: one.displacement + two.displacement,
            before: coast_a.before - coast_b.before + speed,
            mobility: one.velocity + two.velocity,
            after: coast_a.after - coast_b.after + speed + pushed.1 + faster,
        };
        let mut bodies = Bodies {
            free,
            displacement: [one.displacement, two.displacement],
            thrust: [met_a.thrust, met_b.thrust],
            ..Bodies::default()
        };
        let force = joint.law.step(&mut meeting, &mut bodies, &mut || {
            // A body whose motion is prescribed has nothing to ready.
            if self.owns[0] {
                first.ready();
            }
            if self.owns[1] {
                second.ready();
            }
        });
        let bias = bodies.bias;
        let owns = self.owns.map(|owns| owns && outside.is_empty());
        give(first.as_mut(), a.point, -force - bias, owns[0]);
        give(second.as_mut(), b.point, force + bias, owns[1]);
        joint.force = force;
        joint.displacement = bodies.moved;
        joint.injected += (force + bias) * drift;
        joint.offset = joint.next_offset;
        joint.slipped = 0.0;
    }

    /// Lets its bodies take the step without it.
    #[inline(never)]
    pub fn pass(&self, joint: &Joint, objects: &mut [Box<dyn Object>], outside: &Outside) {
        for (end, owns) in joint.ends.iter().zip(self.owns) {
            if owns && outside.is_empty() {
                objects[end.object].end();
            }
        }
    }
}

/// Pushes a body, and lets it take the step if that is asked for.
#[inline(always)]
fn give(body: &mut dyn Object, point: Point, newtons: f64, ends: bool) {
    if ends {
        body.end_pushed(point, newtons);
    } else {
        body.push(point, newtons);
    }
}
