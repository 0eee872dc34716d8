//! Back to how a network was, without allocation: all that changes while it is stepped.

use super::group::AS_BUILT;
use super::{MassNetwork, Woven};
use std::sync::Arc;

impl MassNetwork {
    /// Becomes as one of the same model that was built and never stepped; its books, too.
    pub fn restore(&mut self, fresh: &Self) {
        self.undo_changes();
        self.place_like(fresh);
        for place in 0..self.led.len() {
            self.led[place].1 = self.at(self.led[place].0);
        }
        self.clock = 0;
        self.account = self.new_account();
        (self.injected, self.fallen, self.driven) = (0.0, 0.0, 0.0);
        self.start_anew();
    }

    /// Links and masses become as they were built.
    fn undo_changes(&mut self) {
        if self.changes == 0 {
            return;
        }
        let built = Arc::clone(&self.built);
        for (n, law) in built.laws.iter().enumerate() {
            if self.links[n].law != *law || self.is_eased(n) {
                self.links[n].law = *law;
                if let Some(own) = self.factors.get_mut(n) {
                    *own = AS_BUILT;
                }
                self.weave(n);
            }
        }
        for (n, mass) in built.mass.iter().enumerate() {
            if self.held[n] != built.held[n] || self.mass[n] != *mass {
                self.held[n] = built.held[n];
                self.mass[n] = *mass;
                self.hold(n, built.held[n], [0.0; 3]);
            }
        }
        either!(&mut self.woven, own => own.is_as_built());
        self.link_of.fill(0);
        self.mass_of.fill(0);
        self.changes = 0;
    }

    /// Takes the places and speeds of another network of the same masses; nobody pushes any more.
    fn place_like(&mut self, other: &Self) {
        for n in 0..self.mass.len() {
            let (at, moved) = (other.at(n), other.moved(n));
            either!(&mut self.woven, own => {
                own.put(n, at);
                own.put_moved(n, moved);
            });
        }
        self.let_go();
        either!(&mut self.woven, own => own.recall());
    }
}

#[cfg(test)]
mod tests {
    use crate::{Bow, Lattice, LinkLaw, Mass, MassNetwork, Model, Spring};

    /// A network with everything in it moves, is restored, and moves the same way again.
    #[test]
    fn what_was_restored_moves_as_it_did_at_first() {
        let mut model = Model::new(44_100.0).unwrap();
        let stone = Spring {
            stiffness: 3000.0,
            damping: 0.02,
            ..Spring::default()
        };
        let sheet = Lattice {
            counts: [6, 6, 1],
            spring: stone,
            ..Lattice::default()
        };
        sheet.build(&mut model, "sheet").unwrap();
        let hand = Mass::at([0.0, 0.0, 0.1]).named("hand").driven();
        let hand = model.add(hand).unwrap();
        let near = model.find("sheet.2.3.0").unwrap();
        let bow = Bow {
            force: 0.1,
            speed: 0.1,
        };
        let up = Some([0.0, 0.0, 1.0]);
        model.link([hand, near], LinkLaw::Bow(bow), up, "").unwrap();
        model.set_gravity([0.0, 0.0, -9.81]).unwrap();
        let mut network = MassNetwork::new(&model).unwrap();
        let first = network.clone();
        let play = |network: &mut MassNetwork| {
            for n in 0..300 {
                network.push(near, [0.0, 0.3, 1.0]);
                network.lead(hand, [0.0, 0.0, 0.1 + 1e-4 * f64::from(n)]);
                network.step();
            }
            (network.position(near), network.energy(), network.injected())
        };
        let told = play(&mut network);
        network.restore(&first);
        assert_eq!(network.position(near), first.position(near));
        assert_eq!(play(&mut network), told);
        assert!(told.0 != first.position(near));
    }
}
