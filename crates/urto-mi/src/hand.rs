//! A hand that holds a mass and pulls it.
//!
//! Law:    a spring with a damper from the mass to where the hand is, f = k·e + z·de/dt, as stiff as the
//!         links at that mass and never stronger than the hand is.
//! Step:   the force is solved against the mass: f = k·(e + de/2) + z·de/h with the way de that the
//!         mass will go under it, so that newtons times way is what the spring gives (see
//!         [`network`](crate::network)); stable however stiff.

use crate::model::{MassId, Model};
use crate::network::MassNetwork;
use crate::vector::{Vector, difference, length, scaled, sum};

/// Share of critical damping between hand and mass: a finger is soft.
const SOFT: f64 = 0.5;
/// A mass without links is pulled as if it swung so fast \[rad/s\]: ten times a second.
const LOOSE: f64 = 63.0;

/// A hand, and how stiff the links at each mass are.
pub(crate) struct Hand {
    /// \[N/m\].
    stiffness: Vec<f64>,
    mass: Vec<f64>,
    h: f64,
    /// Where it was in the step before \[m\], and on which mass.
    before: Option<(MassId, Vector)>,
    /// What it pulls with now \[N\], and the share of its force that it is allowed.
    pull: Vector,
    share: f64,
}

impl Hand {
    /// Allocates.
    pub fn new(model: &Model) -> Self {
        let masses = model.masses();
        let mut stiffness: Vec<f64> = masses.iter().map(|own| LOOSE * LOOSE * own.mass).collect();
        let h = model.step();
        for link in model.acting() {
            for end in link.ends {
                stiffness[end.index()] += link.law.stiffness_at(0.0, h);
            }
        }
        // What a step cannot carry is no measure.
        for (own, mass) in stiffness.iter_mut().zip(masses) {
            *own = own.min(mass.mass / (h * h));
        }
        Self {
            stiffness,
            mass: masses.iter().map(|own| own.mass).collect(),
            h,
            before: None,
            pull: [0.0; 3],
            share: 1.0,
        }
    }

    /// Holds a mass no stiffer than this \[N/m\].
    pub fn soften(&mut self, mass: MassId, stiffness: f64) {
        let own = &mut self.stiffness[mass.index()];
        *own = own.min(stiffness);
    }

    /// Pulls with a share of its force, 0 to 1, from now on.
    pub fn loosen(&mut self, share: f64) {
        self.share = share.clamp(0.0, 1.0);
    }

    /// Lets go.
    pub fn open(&mut self) {
        self.before = None;
        self.pull = [0.0; 3];
    }

    /// How hard it pulls \[N\].
    pub fn force(&self) -> f64 {
        length(self.pull)
    }

    /// How stiff it holds a mass \[N/m\].
    #[cfg(test)]
    pub fn stiffness(&self, mass: MassId) -> f64 {
        self.stiffness[mass.index()]
    }

    /// What it pulls a mass with now \[N\].
    pub fn pull(&self) -> [f64; 3] {
        self.pull
    }

    /// Pulls a mass to a place \[m\] during the coming step, no harder than `most` \[N\].
    pub fn act(&mut self, network: &mut MassNetwork, mass: MassId, to: Vector, most: f64) {
        if network.is_held(mass) {
            return self.open();
        }
        let from = match self.before {
            Some((own, before)) if own == mass => before,
            _ => to,
        };
        self.before = Some((mass, to));
        network.begin();
        let (k, m) = (self.stiffness[mass.index()], self.mass[mass.index()]);
        let brake = 2.0 * SOFT * (k * m).sqrt() / self.h;
        let gained = network.free_way(mass).gained;
        let response = network.response(mass).displacement;
        // Without the hand it would be half way there at mid-step.
        let half_way = sum(network.middle(mass), scaled(gained, 0.5));
        let behind = difference(scaled(sum(from, to), 0.5), half_way);
        let slower = difference(difference(to, from), gained);
        let push = sum(scaled(behind, k), scaled(slower, brake));
        let pull = scaled(push, self.share / (1.0 + response * (0.5 * k + brake)));
        let (strong, most) = (length(pull), self.share * most);
        self.pull = match strong > most {
            true => scaled(pull, most / strong),
            false => pull,
        };
        network.push(mass, self.pull);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Mass;
    use crate::vector::dot;
    use crate::{Row, Spring};

    fn string() -> (Model, MassId) {
        let mut model = Model::new(44_100.0).unwrap();
        let wire = Spring {
            stiffness: 5e4,
            length: Some(0.01),
            ..Spring::default()
        };
        let row = Row {
            spring: wire,
            mass: 1e-4,
            ..Row::default()
        };
        row.build(&mut model, "string").unwrap();
        let middle = model.find("string.16").unwrap();
        (model, middle)
    }

    #[test]
    fn it_draws_a_mass_near_and_does_the_work() {
        let (model, middle) = string();
        let mut network = MassNetwork::new(&model).unwrap();
        let mut hand = Hand::new(&model);
        let start = network.position(middle);
        let to = sum(start, [0.0, 0.0, 0.01]);
        let held = network.energy();
        let mut work = 0.0;
        for _ in 0..88_200 {
            hand.act(&mut network, middle, to, 1e4);
            let from = network.middle(middle);
            network.step();
            work += dot(hand.pull(), difference(network.middle(middle), from));
        }
        // Newtons times way is what the network's own account got.
        let apart = work - network.injected();
        assert!(apart.abs() < 1e-12 * work, "{work} {apart}");
        let gone = network.position(middle)[2] - start[2];
        assert!((0.004..=0.0101).contains(&gone), "{gone}");
        // The hand pulls as the links do, the other way.
        let links = network.force(middle);
        assert!((links[2] + hand.pull()[2]).abs() < 0.05 * hand.force());
        assert!(network.injected() > 0.0);
        let error = held + network.injected() - network.dissipated() - network.energy();
        assert!(error.abs() < 1e-9 * network.energy(), "{error}");
        // A weak hand does not come as far, and an open one holds nothing.
        let mut weak = MassNetwork::new(&model).unwrap();
        for _ in 0..88_200 {
            hand.act(&mut weak, middle, to, 0.1);
            assert!(hand.force() <= 0.1 * (1.0 + 1e-12));
            weak.step();
        }
        assert!(weak.position(middle)[2] - start[2] < 0.5 * gone);
        hand.open();
        assert_eq!(hand.force(), 0.0);
    }

    /// A hand at rest takes energy, and never gives any.
    #[test]
    fn at_rest_it_only_takes() {
        let (model, middle) = string();
        let mut network = MassNetwork::new(&model).unwrap();
        let mut hand = Hand::new(&model);
        let place = network.position(middle);
        network.throw(middle, [0.0, 3.0, 5.0]);
        let k = hand.stiffness(middle);
        let all = |network: &MassNetwork| {
            let away = length(difference(network.middle(middle), place));
            network.injected() + 0.5 * k * away * away
        };
        network.begin();
        let mut last = all(&network);
        for _ in 0..20_000 {
            hand.act(&mut network, middle, place, f64::INFINITY);
            network.step();
            let now = all(&network);
            assert!(now <= last + 1e-12, "{now} {last}");
            last = now;
        }
    }

    #[test]
    fn what_is_fixed_is_not_pulled() {
        let mut model = Model::new(44_100.0).unwrap();
        let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
        let mut network = MassNetwork::new(&model).unwrap();
        let mut hand = Hand::new(&model);
        hand.act(&mut network, wall, [1.0, 0.0, 0.0], 10.0);
        network.step();
        assert_eq!(hand.force(), 0.0);
        assert_eq!(network.position(wall), [0.0; 3]);
    }
}
