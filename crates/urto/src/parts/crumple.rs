//! What crumples, and what each crack does to it: shared by the sounds of crumpling.

use super::answer::{self, Answer};
use crate::body::{BodyKind, BodyParams, MaterialKind, Under};
use crate::error::BuildError;
use crate::math;
use crate::network::Network;
use crate::rate::Rate;
use crate::rng::Rng;
use crate::texture::{Blow, CrackleParams, Make, Swarm};

/// Facets that ring at a time: some hundred cracks a second, each heard for some 20 ms.
const FACETS: usize = 10;
/// How much louder than expected a crack may be: facets differ, and the sharpest click must leave
/// room.
const CRISP: f64 = 2.25;
/// Fastest crack \[m/s\].
const FASTEST: f64 = 50.0;

/// The parameters that both sounds have.
pub(crate) struct Stuff<'a> {
    pub mass: f64,
    pub stiffness: f64,
    pub variation: f64,
    pub coupling: f64,
    pub pickup: f64,
    pub facet: &'a BodyParams,
    pub body: &'a BodyParams,
    pub under: &'a Under,
}

/// Facets of a sheet that snap, and the whole of it.
pub(crate) struct Crumple {
    pub swarm: Swarm,
    pub rng: Rng,
}

impl Crumple {
    pub fn new(network: &mut Network, stuff: &Stuff, rate: Rate) -> Result<Self, BuildError> {
        let whole = (stuff.body, stuff.under);
        let swarm = Swarm::new(network, stuff.facet, (FACETS, 0), whole, stuff.pickup, rate)?;
        Ok(Self {
            swarm,
            rng: Rng::new(0),
        })
    }

    /// Back to the start of a seed: every facet as it was described.
    pub fn reset(&mut self, network: &mut Network, stuff: &Stuff, seed: u64) {
        self.rng = Rng::new(seed ^ 0x5eed);
        self.swarm.reset(network);
        for index in 0..FACETS {
            self.swarm
                .remake(network, index, stuff.facet, Make::default());
        }
    }

    /// A facet snaps with an energy \[J\]: it is thrown against its neighbours.
    pub fn snap(&mut self, network: &mut Network, stuff: &Stuff, energy: f64, make: Make) {
        let index = self.swarm.take_turn();
        // Facets of a sheet differ by up to a factor of three either way.
        let size = self.rng.log_uniform(1.0 / 3.0, 3.0);
        let make = Make {
            size: math::pow(size, stuff.variation),
            ..make
        };
        self.swarm.remake(network, index, stuff.facet, make);
        let blow = blow(stuff, energy);
        self.swarm
            .strike(network, index, blow, stuff.coupling, &mut self.rng);
    }

    /// How loud it will be: the loudest single crack of half a second, or all of them.
    pub fn expected(&self, stuff: &Stuff, crackle: &CrackleParams, strength: f64) -> f64 {
        let loudest = crackle.quantile(1.0 - 1.0 / (2.0 + 0.5 * crackle.granularity));
        let peak = self.answer(stuff, strength * loudest).peak;
        let energy = self.answer(stuff, strength * crackle.energy).energy;
        answer::loud(CRISP * peak, (energy * crackle.granularity).sqrt())
    }

    fn answer(&self, stuff: &Stuff, energy: f64) -> Answer {
        let blow = blow(stuff, energy);
        let (impulse, lasts) = (blow.impulse(), blow.duration());
        let modes = self.swarm.described().seen(stuff.facet, 0.3, 0.0);
        let small = answer::to_blow(modes, stuff.facet, impulse, lasts);
        let modes = self.swarm.base().seen(stuff.body, 0.3, stuff.pickup);
        let felt = impulse * stuff.coupling;
        let large = answer::to_blow(modes, stuff.body, felt, lasts);
        small + large
    }
}

/// A crack: the facet's energy, carried by the mass that moves with it.
fn blow(stuff: &Stuff, energy: f64) -> Blow {
    Blow {
        mass: stuff.mass,
        speed: (2.0 * energy / stuff.mass).sqrt().min(FASTEST),
        stiffness: stuff.stiffness,
    }
}

/// A facet of a sheet of paper, held by the creases around it.
pub(crate) fn paper_facet() -> BodyParams {
    BodyParams {
        kind: BodyKind::ClampedPlate,
        size: 0.015,
        thickness: 1.2e-4,
        material: MaterialKind::Cardboard,
        damping: 1.2,
        count: 8,
        ..BodyParams::default()
    }
}

/// A sheet of paper, in two hands.
pub(crate) fn paper_sheet() -> BodyParams {
    BodyParams {
        kind: BodyKind::Sheet,
        size: 0.25,
        thickness: 1.2e-4,
        material: MaterialKind::Cardboard,
        damping: 3.0,
        count: 32,
        ..BodyParams::default()
    }
}
