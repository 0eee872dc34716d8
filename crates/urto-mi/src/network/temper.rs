//! A network whose springs change while it moves, or that is brought to rest.
//!
//! Law:    the account holds: above what it holds at rest, no change of its springs gives it energy.
//!         Where springs that are stretched become stiffer, the guards slow the masses down.

use super::MassNetwork;
use crate::account::{Account, Scaled};

impl MassNetwork {
    /// Makes all links so many times as stiff, and all that brakes so many times as strong; `rest`
    /// is what it holds at rest \[J\]. Gives what was lost above that. Does not allocate.
    pub(crate) fn temper(&mut self, stiffer: f64, braked: f64, rest: f64) -> f64 {
        let above = self.account.energy - rest;
        let before = self.swings();
        for band in &mut self.bands {
            band.temper(stiffer, braked);
        }
        for joint in &mut self.joints {
            joint.law.temper(stiffer, braked);
        }
        self.friction *= braked;
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
        self.w.clear();
        let taken = (swung - self.swings()).clamp(0.0, before);
        self.account.energy -= taken;
        self.start_anew();
        before - self.account.energy
    }

    /// Takes the places and speeds of another network of the same masses, with books closed. Does
    /// not allocate.
    pub(crate) fn take_over(&mut self, other: &Self) {
        for (to, from) in [(&mut self.u, &other.u), (&mut self.w, &other.w)] {
            for (to, from) in to.axes.iter_mut().zip(&from.axes) {
                to.copy_from_slice(from);
            }
        }
        for (n, goal) in &mut self.led {
            *goal = self.u.at(*n);
        }
        self.outer.clear();
        self.pushed = false;
        self.account = Account::new(self.h);
        (self.injected, self.fallen, self.driven) = (0.0, 0.0, 0.0);
        self.start_anew();
    }

    /// Looks at where masses are and how they move as if for the first time.
    fn start_anew(&mut self) {
        self.account.forget();
        self.scaled = Scaled::NOT;
        for band in &mut self.bands {
            band.recall(&self.u, &self.w);
        }
        self.begun = false;
        self.begin();
    }

    /// The greatest speed of a mass along an axis \[m/s\].
    pub(crate) fn fastest(&self) -> f64 {
        let moved = self.w.axes.iter().flatten();
        moved.fold(0.0f64, |most, own| most.max(own.abs())) / self.h
    }

    /// Energy of motion \[J\].
    pub(crate) fn motion(&self) -> f64 {
        let squares = |axis: &Vec<f64>| -> f64 {
            let all = axis.iter().zip(&self.heavy);
            all.map(|(moved, heavy)| heavy * moved * moved).sum()
        };
        0.5 * self.w.axes.iter().map(squares).sum::<f64>()
    }
}
