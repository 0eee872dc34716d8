//! What crumples, and what each crack does to it: shared by the sounds of crumpling.

use super::crowd::CrowdPickups;
use super::loudness::{self, PushedBody};
use super::output::{Listening, Output};
use super::pickups::MorePickups;
use crate::body::{BodyKind, BodyParams, MaterialKind, Spot, Standing, SupportParams, Supported};
use crate::error::BuildError;
use crate::math;
use crate::network::{Network, NetworkBuilder};
use crate::picture::{Course, Frame, Geometry, Sketch, Speck, SpeckKind, Specks};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::Pieces;
use crate::texture::{Blow, CrackleParams, Make, Swarm};

/// Facets that ring at a time: some hundred cracks a second, each heard for some 20 ms.
const FACETS: usize = 10;
/// How much louder than expected a crack may be: facets differ, and the sharpest click must leave
/// room.
const CRISP: f64 = 2.25;
/// Cracks per second that are enough for a rehearsal to judge by, though few of them are loud.
const ENOUGH: f64 = 1000.0;
/// Fastest crack \[m/s\].
const FASTEST: f64 = 50.0;
/// Creases that are drawn; how fast they fade to what stays of them, and that.
const CREASES: usize = 256;
const FADES: f64 = 6.0;
const DIM: f64 = 0.15;
/// What is left of the fastest facet with every crack, to judge the next by.
const FORGETS: f64 = 0.98;

crate::params! {
    /// What crumples.
    pub struct Crumpled("crumpled") {
        /// Mass of the piece that moves in a crack.
        mass: 2e-4, Log(1e-7, 1.0), "kg", Block, spread 0.06;
        /// Stiffness of the contact in a crack, k in k·x^1.5.
        stiffness: 4e7, Log(1e2, 1e11), "N/m^1.5", Block, spread 0.05;
        /// Random differences between facets and between squeezes.
        variation: 0.6, Linear(0.0, 1.0), "", Event, spread 0.0;
        /// Share of each crack's energy that excites the whole body.
        coupling: 0.03, Linear(0.0, 1.0), "", Block, spread 0.05;
        include listening: Listening;
        /// A facet.
        facet: paper_facet(), Table(BodyParams), "", Block;
        /// The whole.
        body: paper_sheet(), Table(BodyParams), "", Block;
        include on: Supported;
        include more: MorePickups;
    }
}

/// The bodies of a table that includes [`Crumpled`] as `crumpled`.
macro_rules! crumpled_bodies {
    ($params:ty) => {
        [
            $crate::key!($params, crumpled.facet),
            $crate::key!($params, crumpled.body),
            $crate::key!($params, crumpled.on.support),
        ]
    };
}
pub(crate) use crumpled_bodies;

impl Crumpled {
    /// Its facets, of which about N snap per second.
    pub(crate) fn pieces(per_second: f64) -> Pieces {
        Pieces {
            key: "facet",
            count: FACETS,
            remade: per_second,
        }
    }

    pub(crate) fn stuff(&self) -> Stuff<'_> {
        Stuff {
            mass: self.mass,
            stiffness: self.stiffness,
            variation: self.variation,
            coupling: self.coupling,
            pickup: self.listening.spot(),
            in_air: self.more.air.is_on(),
            facet: &self.facet,
            body: &self.body,
            support: &self.on.support,
        }
    }

    /// How long it may ring on \[s\], its facets' decay times this many times as long.
    pub(crate) fn tail(&self, longer: f64) -> f64 {
        let facet = self.facet.longest_decay() * longer;
        let body = self.body.longest_decay();
        facet
            .max(body)
            .max(Standing::longest_decay(&self.on.support))
    }
}

/// What crumples now.
pub(crate) struct Stuff<'a> {
    pub mass: f64,
    pub stiffness: f64,
    pub variation: f64,
    pub coupling: f64,
    pub pickup: Spot,
    /// Whether it is listened to in the air instead.
    pub in_air: bool,
    pub facet: &'a BodyParams,
    pub body: &'a BodyParams,
    pub support: &'a SupportParams,
}

/// Facets of a sheet that snap, and the whole of it.
pub(crate) struct Crumple {
    pub swarm: Swarm,
    pub pickups: CrowdPickups,
    pub rng: Rng,
    /// How many times as many cracks come, in a rehearsal.
    pub denser: f64,
    /// Creases, for pictures, and how fast the fastest facet was of late \[m/s\].
    specks: Specks,
    fastest: f64,
}

impl Crumple {
    pub fn new(
        network: &mut NetworkBuilder,
        params: &Crumpled,
        output: &Output,
        rate: Rate,
    ) -> Result<Self, BuildError> {
        let stuff = params.stuff();
        let whole = (stuff.body, stuff.support);
        let heard = (stuff.pickup, params.more.and(stuff.body, []));
        let swarm = Swarm::new(network, stuff.facet, (FACETS, 0), whole, heard, rate)?;
        let pickups = CrowdPickups::listen(network, &params.more, output, rate)?;
        Ok(Self {
            swarm,
            pickups,
            rng: Rng::new(0),
            denser: 1.0,
            specks: Specks::new(rate),
            fastest: 0.0,
        })
    }

    /// Takes changed parameters over.
    pub fn follow(&mut self, network: &mut Network, params: &Crumpled) {
        let whole = (&params.body, &params.on.support);
        let pickup = params.listening.spot();
        self.swarm.follow(network, &params.facet, whole, pickup);
        self.pickups.follow(&params.more, network, &self.swarm);
    }

    /// Back to the start of a seed: every facet as it was described.
    pub fn reset(&mut self, network: &mut Network, params: &Crumpled, seed: u64) {
        self.rng = Rng::new(seed ^ 0x5eed);
        self.denser = 1.0;
        self.specks.reset();
        self.fastest = 0.0;
        self.swarm.reset(network);
        self.pickups.reset();
        for index in 0..FACETS {
            self.swarm
                .remake(network, index, &params.facet, Make::default());
        }
    }

    /// Rehearses a thing that cracks N times per second: often enough from now on. Tells how
    /// many times more.
    pub fn rehearse(&mut self, cracks: f64) -> f64 {
        self.denser = (ENOUGH / cracks).clamp(1.0, 1e6);
        self.denser
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
        self.crease(0.5 * stuff.facet.size * make.size, blow.speed);
        self.swarm
            .strike(network, index, blow, stuff.coupling, &mut self.rng);
    }

    /// A crease that is there from now on, as bright at first as its facet was fast, against the
    /// fastest of late. Where it is, is drawn by a chance of its own.
    fn crease(&mut self, half: f64, speed: f64) {
        self.fastest = speed.max(FORGETS * self.fastest);
        let specks = &mut self.specks;
        let speck = Speck {
            kind: SpeckKind::Crease,
            at: [0; 3].map(|_| specks.chance()),
            size: half,
            glow: (speed / self.fastest).max(DIM),
            ..Speck::default()
        };
        let course = Course {
            fades: FADES,
            keeps: DIM,
            ..Course::default()
        };
        specks.put(speck, course);
    }

    /// Lets so many samples pass in pictures.
    pub fn pass(&mut self, samples: usize) {
        self.specks.pass(samples);
    }

    /// What it looks like: the bodies, with creases on the whole.
    pub fn geometry(bodies: Geometry) -> Geometry {
        bodies.with_specks(CREASES)
    }

    /// Where its creases are.
    pub fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        let whole = geometry.parts().next().map(|part| part.sketch());
        let none = Sketch::default();
        let whole = whole.unwrap_or(&none);
        self.specks.tell_as(frame, |speck| Speck {
            at: whole.somewhere(speck.at),
            ..speck
        });
    }

    /// How loud it will be: the loudest single crack of half a second, or all of them.
    pub fn expected(&self, params: &Crumpled, crackle: &CrackleParams, strength: f64) -> f64 {
        let stuff = &params.stuff();
        let loudest = crackle.quantile(1.0 - 1.0 / (2.0 + 0.5 * crackle.granularity));
        let peak = self.answer(stuff, strength * loudest).peak;
        let energy = self.answer(stuff, strength * crackle.energy).energy;
        loudness::loud(CRISP * peak, (energy * crackle.granularity).sqrt())
    }

    fn answer(&self, stuff: &Stuff, energy: f64) -> PushedBody {
        let blow = blow(stuff, energy);
        let (impulse, lasts) = (blow.impulse(), blow.duration());
        let modes = self.swarm.described().seen(stuff.facet, 0.3, 0.0);
        let small = loudness::to_blow(modes, stuff.facet, impulse, lasts);
        let ear = (stuff.pickup, stuff.in_air);
        let modes = self.swarm.base().heard(stuff.body, 0.3, ear);
        let felt = impulse * stuff.coupling;
        let large = loudness::to_blow(modes, stuff.body, felt, lasts);
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
fn paper_facet() -> BodyParams {
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
fn paper_sheet() -> BodyParams {
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
