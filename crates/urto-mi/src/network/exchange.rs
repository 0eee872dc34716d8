//! Another network takes over while it sounds: one with more masses and links, built aside.

use super::{MassNetwork, Woven};
use crate::model::MassId;

impl MassNetwork {
    /// Puts another network in its place, and itself in the place of that one, to be dropped
    /// elsewhere. Masses and links of the same number are the same ones: they go on from where they are,
    /// as fast as they are, and so do the books. Masses beyond them start as they were built. What
    /// the other one holds more or less is work of the outside. Allocates nothing.
    ///
    /// Both have the same rate, and the other one no fewer masses; else nothing happens, and it
    /// tells so. Links that are ramped to and fro by a [`Prepared`](crate::Prepared) have the
    /// strength that the other one was built with.
    pub fn exchange(&mut self, next: &mut Self) -> bool {
        if next.h != self.h || next.mass.len() < self.mass.len() {
            return false;
        }
        let before = self.swinging() + self.held_by_contacts();
        next.continue_from(self);
        let work = next.swinging() + next.held_by_contacts() - before;
        core::mem::swap(self, next);
        if work != 0.0 {
            self.account.forget();
        }
        self.injected += self.account.receive(work);
        true
    }

    /// Energy that contacts hold where masses are \[J\].
    fn held_by_contacts(&mut self) -> f64 {
        either!(&mut self.woven, own => own.held_by_contacts())
    }

    /// Goes on where another one is.
    fn continue_from(&mut self, other: &mut Self) {
        let fresh = self.new_account();
        self.let_go();
        for n in 0..other.mass.len() {
            self.copy_mass(n, other);
        }
        either!(&mut self.woven, own => own.recall());
        if !other.begun {
            self.copy_stretches(other);
        }
        for n in 0..self.led.len() {
            self.led[n].1 = self.at(self.led[n].0);
        }
        for (n, goal) in &other.led {
            if let Some(own) = self.led.iter_mut().find(|(led, _)| led == n) {
                own.1 = *goal;
            }
        }
        self.begun = false;
        self.looked = false;
        self.clock = other.clock;
        self.account = other.account.continued(&fresh);
        self.injected = other.injected;
        self.fallen = other.fallen;
        self.driven = other.driven;
        for place in 0..other.pushed.len() {
            let n = other.pushed[place];
            self.push(MassId(n as u32), other.outer[n]);
        }
    }

    fn copy_mass(&mut self, n: usize, other: &Self) {
        if self.held[n] && !self.led.iter().any(|(led, _)| *led == n) {
            let at = other.at(n);
            return either!(&mut self.woven, own => {
                own.put(n, at);
                own.put_moved(n, [0.0; 3]);
            });
        }
        match (&mut self.woven, &other.woven) {
            (Woven::Double(own), Woven::Double(other)) => own.copy_mass(n, other),
            (Woven::Single(own), Woven::Single(other)) => own.copy_mass(n, other),
            (own, _) => {
                let (at, moved) = (other.at(n), other.moved(n));
                either!(own, own => {
                    own.put(n, at);
                    own.put_moved(n, moved);
                });
            }
        }
    }

    /// Links that are the same go on braking as they did.
    fn copy_stretches(&mut self, other: &Self) {
        let same = self.links.iter().zip(&other.links).enumerate();
        for (n, (own, old)) in same {
            if own.law != old.law || own.ends != old.ends {
                continue;
            }
            match (&mut self.woven, &other.woven) {
                (Woven::Double(own), Woven::Double(other)) => own.copy_stretch(n, other),
                (Woven::Single(own), Woven::Single(other)) => own.copy_stretch(n, other),
                _ => {}
            }
        }
    }
}
