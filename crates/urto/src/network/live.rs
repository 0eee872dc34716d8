//! Changing the parts of a network while it plays. Whatever does work is booked; what is asked of a
//! part that was taken out is not done, and counted as clamped.

use super::island::Island;
use super::{ContactId, End, Joint, Network, ObjectId, Pressed, Thrown};
use crate::body::Spot;
use crate::object::{Mode, Object, Point, Position};
use crate::param::{ParamId, Value};
use crate::rate::Rate;

impl Network {
    /// Changes a parameter of an object. Tells whether the value was taken as it came.
    pub fn set_object(&mut self, object: ObjectId, id: &ParamId, value: &Value) -> bool {
        let Some(slot) = self.object_slot(object) else {
            return false;
        };
        self.wake();
        let taken = self.objects[slot].set(id, value);
        self.health.clamped += u64::from(!taken);
        taken
    }

    /// Changes a mode of an object at once; one that has none stays as it is.
    pub fn retune(&mut self, object: ObjectId, mode: usize, to: &Mode) {
        let Some(slot) = self.object_slot(object) else {
            return;
        };
        self.wake();
        if let Some(body) = self.objects[slot].retunable() {
            body.retune(mode, to);
        }
    }

    /// Says what a mode of an object is to become: it goes there in its own steps, at once if it is
    /// at rest.
    pub fn aim(&mut self, object: ObjectId, mode: usize, to: &Mode) {
        let Some(slot) = self.object_slot(object) else {
            return;
        };
        self.wake();
        if let Some(body) = self.objects[slot].retunable() {
            body.aim(mode, to);
        }
    }

    /// Lets somebody who knows what an object is change it.
    pub(crate) fn adapt(&mut self, object: ObjectId, change: impl FnOnce(&mut dyn Object)) {
        let Some(slot) = self.object_slot(object) else {
            return;
        };
        self.wake();
        change(self.objects[slot].as_mut());
    }

    /// The rate at which it is stepped.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Changes a parameter of a contact. Tells whether the value was taken as it came.
    pub fn set_contact(&mut self, contact: ContactId, id: &ParamId, value: &Value) -> bool {
        let Some(slot) = self.contact_slot(contact) else {
            return false;
        };
        self.wake();
        let taken = self.joints[slot].law.set(id, value);
        self.health.clamped += u64::from(!taken);
        taken
    }

    /// Sets the normal force of a contact \[N\].
    pub fn press(&mut self, contact: Pressed, newtons: f64) {
        let Some(slot) = self.contact_slot(contact.contact()) else {
            return;
        };
        self.wake();
        if let Some(law) = self.joints[slot].law.pressable() {
            law.press(newtons);
        }
    }

    /// Moves a contact's surfaces against the bodies: during the coming step the offset goes to
    /// `metres`. Rolling and scraping live on this.
    pub fn offset(&mut self, contact: ContactId, metres: f64) {
        let Some(slot) = self.contact_slot(contact) else {
            return;
        };
        if metres.is_finite() {
            self.wake();
            self.joints[slot].next_offset = metres;
        } else {
            self.health.clamped += 1;
        }
    }

    /// Lets the surfaces of a friction contact slide against each other at a speed \[m/s\] during
    /// the coming step. Friction does not mind where it is, only how it moves, so the offset is
    /// counted from zero each time and never loses digits.
    pub fn slide(&mut self, contact: ContactId, speed: f64) {
        let Some(slot) = self.contact_slot(contact) else {
            return;
        };
        if speed.is_finite() {
            let joint = &self.joints[slot];
            if speed != 0.0 || joint.next_offset != joint.offset {
                self.wake();
                let joint = &mut self.joints[slot];
                joint.offset = 0.0;
                joint.next_offset = speed * self.rate.step();
            }
        } else {
            self.health.clamped += 1;
        }
    }

    /// Gives an object at once a velocity \[m/s\].
    pub fn throw(&mut self, thrown: Thrown, velocity: f64) {
        let Some(slot) = self.object_slot(thrown.object) else {
            return;
        };
        if velocity.is_finite() {
            self.wake();
            if let Some(body) = self.objects[slot].throwable() {
                body.throw(thrown.point, velocity);
            }
        } else {
            self.health.clamped += 1;
        }
    }

    /// Takes an open contact out of reach: a lifted foot. Once all contacts that share bodies with
    /// it are out of reach too, none of them acts, and they cost nothing, until one of the bodies
    /// is [restarted](Network::restart).
    pub fn part(&mut self, contact: ContactId) {
        let Some(slot) = self.contact_slot(contact) else {
            return;
        };
        let joint = &mut self.joints[slot];
        joint.apart |= joint.law.needs_place() && joint.law.state() <= 0.0;
    }

    /// Puts an object back to where and how it started, and open contacts with it. What the
    /// object held is given up; what it starts with is booked as injected.
    pub fn restart(&mut self, object: ObjectId) {
        let Some(index) = self.object_slot(object) else {
            return;
        };
        self.wake();
        let (held, books) = (self.objects[index].energy(), self.objects[index].books());
        // Contacts on it let go; what they hold is lost.
        for joint in &mut self.joints {
            if joint.ends.iter().any(|end| end.object == index) && joint.law.needs_place() {
                self.lost += joint.law.stored();
                joint.law.place(-1.0);
            }
        }
        self.objects[index].reset();
        self.lost += held + books.dissipated;
        self.given += books.injected + self.objects[index].energy();
        for joint in &mut self.joints {
            if joint.ends.iter().any(|end| end.object == index) && joint.law.needs_place() {
                let overlap = joint.overlap(&self.objects);
                joint.law.place(overlap.min(0.0));
                joint.apart = false;
            }
        }
    }

    /// Lowest and highest displacement \[m\] of a point during N steps if nothing touches the
    /// object; `None` if that cannot be told.
    pub fn reach(&mut self, object: ObjectId, point: Point, steps: usize) -> Option<[f64; 2]> {
        let slot = self.slots.object(object)?;
        self.objects[slot].free_run()?.reach(point, steps)
    }

    /// Moves a point to another place on its body: to a position from 0 to 1 along it, or to a
    /// [place on its surface](crate::object::SurfacePlace), with all directions there. Contacts
    /// there feel the slope they are moved over; whoever moves them does that work. A place that
    /// the body does not have is counted as clamped, and the point stays.
    pub fn move_point(&mut self, object: ObjectId, point: Point, to: impl Into<Position>) {
        self.move_to_one_of(object, point, [Some(to.into()), None]);
    }

    /// The same for a place as sounds tell it: on the body's surface if it has one and that is meant,
    /// else along its line.
    pub fn move_to(&mut self, object: ObjectId, point: Point, spot: Spot) {
        let on_surface = spot.on_surface().map(Position::Surface);
        let along = Some(Position::Along(spot.along()));
        self.move_to_one_of(object, point, [on_surface, along]);
    }

    /// Moves a point to the first of two places that the body has.
    fn move_to_one_of(&mut self, object: ObjectId, point: Point, to: [Option<Position>; 2]) {
        let Some(slot) = self.object_slot(object) else {
            return;
        };
        self.interrupt();
        let mut number = 0;
        while let Some(points) = self.objects[slot].points()
            && let Some(beside) = points.beside(point, number)
        {
            let mut places = to.into_iter().flatten();
            let Some(jump) = places.find_map(|to| points.move_point(beside, to)) else {
                self.health.clamped += 1;
                return;
            };
            self.slip_at(slot, beside, jump);
            number += 1;
        }
    }

    /// Contacts at a point of an object feel by how much it jumped \[m\].
    fn slip_at(&mut self, object: usize, point: Point, jump: f64) {
        if jump == 0.0 {
            return;
        }
        let moved = End { object, point };
        for joint in &mut self.joints {
            if joint.ends[0] == moved {
                joint.slip(jump);
            }
            if joint.ends[1] == moved {
                joint.slip(-jump);
            }
        }
    }

    /// Where an object is; one that was taken out is counted.
    #[inline]
    pub(super) fn object_slot(&mut self, object: ObjectId) -> Option<usize> {
        let slot = self.slots.object(object);
        self.health.clamped += u64::from(slot.is_none());
        slot
    }

    /// Where a contact is; one that was taken out is counted.
    #[inline]
    fn contact_slot(&mut self, contact: ContactId) -> Option<usize> {
        let slot = self.slots.contact(contact);
        self.health.clamped += u64::from(slot.is_none());
        slot
    }

    pub(super) fn wake(&mut self) {
        self.interrupt();
        self.islands.iter_mut().for_each(Island::wake);
    }
}

impl Joint {
    /// The place of the points jumps by `distance`; taken as motion of the offset during the
    /// coming step.
    fn slip(&mut self, distance: f64) {
        if self.law.needs_place() {
            self.slipped += distance;
        }
    }
}
