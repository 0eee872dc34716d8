//! A network whose springs change while it moves, or that is brought to rest.
//!
//! Law:    the account holds: above what it holds at rest, no change of its springs gives it energy.
//!         Where springs that are stretched become stiffer, the guards slow the masses down.

use super::{MassNetwork, Woven};
use crate::account::Scaled;
use crate::vector::dot;

impl MassNetwork {
    /// Makes all links so many times as stiff, and all that brakes so many times as strong; `rest`
    /// is what it holds at rest \[J\]. Gives what was lost above that. Does not allocate.
    pub(crate) fn temper(&mut self, stiffer: f64, braked: f64, rest: f64) -> f64 {
        let above = self.account.energy - rest;
        let before = self.swings();
        either!(&mut self.woven, own => own.temper(stiffer, braked));
        let work = (self.swings() - before).max(-self.account.energy);
        let most = above + stiffer * rest;
        self.account.energy = (self.account.energy + work).min(most).max(0.0);
        let lost = most - self.account.energy;
        self.start_anew();
        lost
    }

    /// Stops all masses where they are; gives what that takes \[J\]. Does not allocate.
    pub(crate) fn calm(&mut self) -> f64 {
        let before = self.account.energy;
        let swung = self.swings();
        for n in 0..self.mass.len() {
            either!(&mut self.woven, own => own.put_moved(n, [0.0; 3]));
        }
        let taken = (swung - self.swings()).clamp(0.0, before);
        self.account.energy -= taken;
        self.start_anew();
        before - self.account.energy
    }

    /// Looks at where masses are and how they move as if for the first time.
    pub(super) fn start_anew(&mut self) {
        self.account.forget();
        self.scaled = Scaled::NOT;
        either!(&mut self.woven, own => own.recall());
        self.begun = false;
        self.begin();
    }

    /// The greatest speed of a mass along an axis \[m/s\].
    pub(crate) fn fastest(&self) -> f64 {
        let all = (0..self.mass.len()).flat_map(|n| self.moved(n));
        all.fold(0.0f64, |most, own| most.max(own.abs())) / self.h
    }

    /// Energy of motion \[J\].
    pub(crate) fn motion(&self) -> f64 {
        let free = (0..self.mass.len()).filter(|n| !self.held[*n]);
        let squares = free.map(|n| self.mass[n] * dot(self.moved(n), self.moved(n)));
        0.5 * squares.sum::<f64>() / (self.h * self.h)
    }
}
