//! Making a prepared change: parts are moved, nothing is allocated, freed or dropped.

use super::Network;
use super::prepare::Change;
use super::slot::NEVER;
use core::mem::swap;
use std::sync::Arc;

/// Energy that came and went with the parts of a change \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carried {
    /// Brought by new objects and contacts; part of [`Ledger::injected`](crate::Ledger::injected).
    pub brought: f64,
    /// Carried away by those taken out; taken from it.
    pub away: f64,
}

impl Network {
    /// Makes a change between two steps, without allocation: in time that grows with the number of
    /// parts, most of which are moved by a pointer. `None`, and nothing happens but that it is
    /// counted, if the change was prepared for another network, or for this one before or after
    /// other changes.
    ///
    /// What stays goes on as if nothing had happened, to the last bit; only a
    /// [`ring`](Network::ring) that is under way ends, as with anything else that happens.
    pub fn swap(&mut self, change: &mut Change) -> Option<Carried> {
        let is_own = Arc::ptr_eq(&self.lineage, &change.lineage);
        if change.is_made || !is_own || change.follows != self.changes {
            self.health.clamped += 1;
            return None;
        }
        change.is_made = true;
        self.interrupt();
        // New parts may not be able to.
        self.parts = None;
        self.outside.keep(|object| change.stays.objects[object]);
        let away = self.close_books(change);
        self.exchange(change);
        let brought = self.open_books(change);
        self.given += brought - away;
        self.changes += 1;
        Some(Carried { brought, away })
    }

    /// What those that leave have been given and have lost stays known; tells what they hold.
    fn close_books(&mut self, change: &Change) -> f64 {
        let mut away = 0.0;
        let leaves =
            |stays: &[bool], made: &[u32], slot: usize| !stays[slot] && made[slot] != NEVER;
        for (slot, object) in self.objects.iter().enumerate() {
            if leaves(&change.stays.objects, &self.slots.objects, slot) {
                let books = object.books();
                self.given += books.injected;
                self.lost += books.dissipated;
                away += object.energy();
            }
        }
        for (slot, joint) in self.joints.iter().enumerate() {
            if leaves(&change.stays.contacts, &self.slots.contacts, slot) {
                let books = joint.law.books();
                self.given += books.injected + joint.injected;
                self.lost += books.dissipated;
                self.health += joint.law.health();
                away += joint.law.stored();
            }
        }
        away
    }

    /// Moves what stays over to where the new parts are, and takes all of that.
    fn exchange(&mut self, change: &mut Change) {
        let pairs = self.objects.iter_mut().zip(&mut change.objects);
        let staying = pairs
            .zip(&change.stays.objects)
            .filter(|(_, stays)| **stays);
        staying.for_each(|((own, new), _)| swap(own, new));
        let pairs = self.joints.iter_mut().zip(&mut change.joints);
        let staying = pairs
            .zip(&change.stays.contacts)
            .filter(|(_, stays)| **stays);
        staying.for_each(|((own, new), _)| swap(own, new));
        for (new, kept) in change.islands.iter_mut().zip(&change.kept_islands) {
            if let Some(kept) = kept {
                swap(new, &mut self.islands[*kept]);
            }
        }
        for (new, kept) in change.ears.iter_mut().zip(&change.kept_ears) {
            if let Some(kept) = kept {
                swap(new, &mut self.ears[*kept]);
            }
        }
        swap(&mut self.names, &mut change.names);
        swap(&mut self.slots, &mut change.slots);
        swap(&mut self.objects, &mut change.objects);
        swap(&mut self.joints, &mut change.joints);
        swap(&mut self.islands, &mut change.islands);
        swap(&mut self.begin, &mut change.begin);
        swap(&mut self.end, &mut change.end);
        swap(&mut self.ears, &mut change.ears);
        swap(&mut self.asides, &mut change.asides);
        self.run.exchange(&mut change.run);
    }

    /// What is new finds its place; tells what it holds.
    fn open_books(&mut self, change: &Change) -> f64 {
        let mut brought = 0.0;
        let is_new = |stays: &[bool], made: u32, slot: usize| {
            made != NEVER && !stays.get(slot).is_some_and(|stays| *stays)
        };
        for (slot, object) in self.objects.iter().enumerate() {
            if is_new(&change.stays.objects, self.slots.objects[slot], slot) {
                // What it did elsewhere is not this network's.
                let books = object.books();
                self.given -= books.injected;
                self.lost -= books.dissipated;
                brought += object.energy();
            }
        }
        for (slot, joint) in self.joints.iter_mut().enumerate() {
            let (by, presses) = change.pressing[slot];
            if joint.pressed_by.is_some() && by.is_none() {
                // What pressed it is gone.
                joint.press(0.0, false);
            }
            joint.pressed_by = by;
            joint.presses = presses;
            if !is_new(&change.stays.contacts, self.slots.contacts[slot], slot) {
                continue;
            }
            if joint.law.needs_place() {
                let overlap = joint.overlap(&self.objects);
                // Touching must come from motion, or energy would appear from nowhere.
                self.health.clamped += u64::from(overlap > 0.0);
                joint.law.place(overlap.min(0.0));
            }
            brought += joint.law.stored();
        }
        for (slot, point) in &change.touched {
            super::pair::touch(self.objects[*slot].as_mut(), *point);
        }
        for (island, kept) in self.islands.iter_mut().zip(&change.kept_islands) {
            if kept.is_none() {
                island.know(&self.joints, &self.objects);
            }
        }
        for (ear, kept) in self.ears.iter_mut().zip(&change.kept_ears) {
            if kept.is_none() && ear.made != NEVER {
                ear.velocity = self.objects[ear.end.object].velocity(ear.end.point);
            }
        }
        brought
    }
}
