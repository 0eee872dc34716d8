//! Forces from outside that no contact makes: a burst of noise into a body, a hand's push.

use super::{End, Network, ObjectId};
use crate::object::{Object, Point};

/// Most points that are pushed in one step.
const MOST: usize = 64;

/// A force on a point during the coming step.
struct Push {
    end: End,
    newtons: f64,
    /// Where the point was before the step \[m\].
    from: f64,
}

/// The forces of the coming step.
pub(super) struct Outside {
    pushes: Vec<Push>,
    /// Work done by them so far \[J\].
    pub given: f64,
}

impl Outside {
    pub fn new() -> Self {
        Self {
            pushes: Vec::with_capacity(MOST),
            given: 0.0,
        }
    }

    /// Adds a force; tells whether there was room.
    fn add(&mut self, end: End, newtons: f64) -> bool {
        if let Some(push) = self.pushes.iter_mut().find(|push| push.end == end) {
            push.newtons += newtons;
            return true;
        }
        if self.pushes.len() == MOST {
            return false;
        }
        self.pushes.push(Push {
            end,
            newtons,
            from: 0.0,
        });
        true
    }

    pub fn is_empty(&self) -> bool {
        self.pushes.is_empty()
    }

    /// What the forces add to the free motion of a point: displacement \[m\], velocity \[m/s\].
    pub fn moves(&self, end: End, objects: &[Box<dyn Object>]) -> (f64, f64) {
        let mut moved = (0.0, 0.0);
        for push in self.pushes.iter().filter(|p| p.end.object == end.object) {
            let response = objects[end.object].response(end.point, push.end.point);
            moved.0 += response.displacement * push.newtons;
            moved.1 += response.velocity * push.newtons;
        }
        moved
    }

    /// Pushes, before the bodies take their step.
    pub fn act(&mut self, objects: &mut [Box<dyn Object>]) {
        for push in &mut self.pushes {
            let object = &mut objects[push.end.object];
            push.from = object.displacement(push.end.point);
            object.push(push.end.point, push.newtons);
        }
    }

    /// Books the work, once the bodies have taken their step.
    pub fn book(&mut self, objects: &[Box<dyn Object>]) {
        for push in &self.pushes {
            let to = objects[push.end.object].displacement(push.end.point);
            self.given += push.newtons * (to - push.from);
        }
        self.pushes.clear();
    }

    /// Forgets the forces on objects that are taken out.
    pub fn keep(&mut self, stays: impl Fn(usize) -> bool) {
        self.pushes.retain(|push| stays(push.end.object));
    }

    pub fn reset(&mut self) {
        self.pushes.clear();
        self.given = 0.0;
    }
}

impl Network {
    /// Pushes on a point with a force \[N\] from outside during the coming step; its work is
    /// booked as injected. Several forces on one point add up.
    ///
    /// ```
    /// # use urto::{Rate, network::{Motion, NetworkBuilder}, object::{Modal, ModalParams, Point}};
    /// let rate = Rate::new(48_000.0)?;
    /// let mut network = NetworkBuilder::new(rate);
    /// let bar = network.add("bar", Box::new(Modal::new(&ModalParams::default(), &[], rate)?))?;
    /// network.listen("bar", Motion::Velocity)?;
    /// let mut network = network.build(0);
    /// network.push(bar, Point(0), 2.0);
    /// network.step();
    /// assert!(network.heard(0) > 0.0);
    /// # Ok::<(), urto::BuildError>(())
    /// ```
    pub fn push(&mut self, object: ObjectId, point: Point, newtons: f64) {
        if newtons == 0.0 {
            return;
        }
        let Some(slot) = self.object_slot(object) else {
            return;
        };
        let end = End {
            object: slot,
            point,
        };
        if newtons.is_finite() && self.outside.add(end, newtons) {
            self.wake();
        } else {
            self.health.clamped += 1;
        }
    }
}
