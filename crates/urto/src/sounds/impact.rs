//! Impact: a small body strikes a resonating one and rebounds.
//!
//! Hear:   harder or faster means shorter contact and a brighter attack.
//! Law:    f = k·x^a·(1 + mu·v) while x > 0; never adhesive.
//! Step:   exact modal step; the force is solved against both bodies each sample (DG-Phi).
//! Limits: one contact point, no spin, no plastic loss.
//! Refs:   Hunt & Crossley 1975; Papetti 2010, ch. 1; Avanzini & Rocchesso 2004.

use super::output::{INAUDIBLE, Output};
use crate::contact::{HuntCrossley, ImpactLaw};
use crate::math;
use crate::network::{ContactId, Motion, Network, ObjectId};
use crate::object::{Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Object, Place, Point};
use crate::param::{Declared, ParamId, Value};
use crate::rate::Rate;
use crate::sound::{Entry, Event, Family, Form, Model, Player, Route, Target};

crate::choice! {
    /// What strikes.
    pub enum StrikerKind {
        /// A hammer that does not ring itself.
        Hammer = "hammer",
        /// A second body that rings too.
        Body = "body",
    }
}

crate::params! {
    /// What strikes.
    pub struct Striker("striker") {
        /// Whether it rings itself.
        kind: StrikerKind::Hammer, Choice(StrikerKind), "", Rebuild;
        /// How heavy it is.
        mass: 0.02, Log(1e-4, 10.0), "kg", Block;
        /// Its modes, if it rings.
        body: small_body(), Table(ModalParams), "", Block;
    }
}

crate::params! {
    /// A small body strikes a resonating one and rebounds; both can ring.
    pub struct ImpactParams("impact") {
        /// Approach speed at first touch.
        velocity: 1.0, Log(1e-3, 20.0), "m/s", Event;
        /// Where it strikes: 0 and 1 are the body's ends, 0.5 its middle.
        strike: 0.0, Linear(0.0, 1.0), "", Event, spread 0.3;
        /// Where one listens.
        pickup: 1.0, Linear(0.0, 1.0), "", Block, expert;
        /// What strikes.
        striker: Striker::default(), Table(Striker), "", Block;
        /// How the two press on each other.
        contact: ImpactLaw::default(), Table(ImpactLaw), "", Block;
        /// What is struck.
        body: steel_bar(), Table(ModalParams), "", Block;
        /// Loudness.
        level: 0.0, Linear(-60.0, 24.0), "dB", Block, spread 0.0;
        /// How far loudness follows force: 1 as in nature, 0 not at all.
        dynamics: 0.3, Linear(0.0, 1.0), "", Block, expert, spread 0.0;
    }
}

/// A steel bar of 200 g, free at both ends: bending modes in the ratios of Euler and Bernoulli;
/// losses alpha = 5/s, beta = 3e-8 s (Zheng & James 2011, table 1) give T60 = 13.8/(alpha +
/// beta·w²); a mode weighs a quarter of the bar where its shape is 1.
fn steel_bar() -> ModalParams {
    bar(660.0, 8, 0.05)
}

/// A steel pin of 20 g, higher and shorter than the bar.
fn small_body() -> ModalParams {
    bar(2900.0, 3, 0.005)
}

fn bar(lowest: f64, count: usize, mass: f64) -> ModalParams {
    let modes = (0..count)
        .map(|n| {
            // (2n+3)²·pi²/4 over the first root squared.
            let root = if n == 0 {
                4.730_04
            } else {
                (2 * n + 3) as f64 * 0.25 * math::TAU
            };
            let frequency = lowest * root * root / (4.730_04 * 4.730_04);
            let w = math::TAU * frequency;
            Mode {
                frequency,
                decay: 13.8 / (5.0 + 3e-8 * w * w),
                mass,
            }
        })
        .collect();
    ModalParams {
        modes,
        ..ModalParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "impact",
    title: "Impact",
    hear: "A hammer strikes a body, which rings; harder and faster blows are brighter.",
    family: Family::Solids,
    form: Form::Event,
    table: &ImpactParams::TABLE,
    make: Player::<Impact>::boxed,
    seconds: 2.0,
    release: None,
};

/// Distance at which a striker that flies away is caught \[m\]: more than any body swings.
const CAUGHT: f64 = 5e-3;
/// How often that is looked for \[steps\].
const LOOK: u32 = 64;

/// The impact's physics.
pub struct Impact {
    network: Network,
    striker: ObjectId,
    body: ObjectId,
    strike: Point,
    pickup: Point,
    hit: ContactId,
    routes: Vec<Route>,
    output: Output,
    /// Of the last blow.
    strength: f64,
    clock: u32,
}

fn along(name: &str, position: f64) -> NamedPoint {
    NamedPoint {
        name: name.to_owned(),
        place: Place::Along(position),
    }
}

impl Impact {
    fn assemble(params: &ImpactParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = Network::new(rate);
        let rings = params.striker.kind == StrikerKind::Body;
        let striker: Box<dyn Object> = if rings {
            let body = ModalParams {
                inertia: params.striker.mass,
                ..params.striker.body.clone()
            };
            Box::new(Modal::new(&body, &[along("tip", 0.0)], rate)?)
        } else {
            let mass = MassParams {
                mass: params.striker.mass,
                ..MassParams::default()
            };
            Box::new(Mass::new(&mass, &[], rate)?)
        };
        let striker = network.add("striker", striker)?;
        let points = [
            along("strike", params.strike),
            along("pickup", params.pickup),
        ];
        let body = network.add("body", Box::new(Modal::new(&params.body, &points, rate)?))?;
        let law = HuntCrossley::new(&params.contact, rate);
        let tip = if rings { "striker@tip" } else { "striker" };
        let hit = network.join("hit", Box::new(law), [tip, "body@strike"])?;
        network.listen("body@pickup", Motion::Ringing)?;
        if rings {
            network.listen(tip, Motion::Ringing)?;
        }
        let (_, strike) = network.point("body@strike")?;
        let (_, pickup) = network.point("body@pickup")?;
        network.start(seed);
        let mut routes = vec![
            Route::new::<ImpactParams>("contact", Target::Contact(hit)),
            Route::new::<ImpactParams>("body", Target::Object(body)),
        ];
        if rings {
            routes.push(Route::new::<ImpactParams>(
                "striker.body",
                Target::Object(striker),
            ));
        }
        let mut impact = Self {
            network,
            striker,
            body,
            strike,
            pickup,
            hit,
            routes,
            output: Output::new(rate, INAUDIBLE),
            strength: 1.0,
            clock: 0,
        };
        impact.aim(params);
        Ok(impact)
    }

    /// Sets the level for a blow. The estimate: the blow's impulse, dulled by the contact's
    /// duration, shared out over the modes.
    fn aim(&mut self, params: &ImpactParams) {
        let speed = params.velocity * self.strength;
        let contact = &params.contact;
        let modes = &params.body.modes;
        let light: f64 = modes.iter().map(|mode| 1.0 / mode.mass).sum();
        let mass = 1.0 / (1.0 / params.striker.mass + light);
        // Half period of the spring at the greatest compression, from energy.
        let a = contact.exponent;
        let reach = math::pow(
            0.5 * (a + 1.0) * mass * speed * speed / contact.stiffness,
            1.0 / (a + 1.0),
        );
        let duration = 3.0 * reach / speed.max(1e-9);
        let heard: f64 = modes
            .iter()
            .map(|mode| {
                let dull = mode.frequency * params.body.tuning * duration;
                mass / (mode.mass * math::power(1.0 + dull * dull, 1.5))
            })
            .sum();
        let dynamics = params.dynamics;
        self.output
            .aim(2.6 * speed * heard, speed, dynamics, params.level);
    }

    /// Once the striker is well away, the hand takes it, so that everything can come to rest.
    fn catch(&mut self) {
        self.clock += 1;
        if self.clock < LOOK {
            return;
        }
        self.clock = 0;
        let (_, overlap) = self.network.contact_state(self.hit);
        let flight = self.network.look(self.striker).flight();
        if overlap < -CAUGHT && flight < 0.0 {
            self.network.throw(self.striker, Point(0), 0.0);
        }
    }
}

impl Model for Impact {
    type Params = ImpactParams;

    fn build(params: &ImpactParams, rate: Rate, seed: u64) -> Self {
        match Self::assemble(params, rate, seed) {
            Ok(impact) => impact,
            // Parameters come from their table and names from this file.
            Err(error) => unreachable!("{error}"),
        }
    }
    fn network(&self) -> &Network {
        &self.network
    }
    fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }
    fn routes(&self) -> &[Route] {
        &self.routes
    }
    fn change(&mut self, params: &ImpactParams, _: &ParamId) {
        let key = match params.striker.kind {
            StrikerKind::Hammer => MassParams::TABLE.find("mass"),
            StrikerKind::Body => ModalParams::TABLE.find("inertia"),
        };
        if let Ok(id) = key {
            let mass = Value::Number(params.striker.mass);
            self.network.set_object(self.striker, &id, &mass);
        }
        self.network
            .move_point(self.body, self.pickup, params.pickup);
    }
    fn event(&mut self, params: &ImpactParams, event: Event) {
        let Event::Trigger { strength } = event else {
            return;
        };
        let strength = if strength.is_finite() {
            strength.clamp(0.0, 10.0)
        } else {
            1.0
        };
        self.network.restart(self.striker);
        self.network
            .move_point(self.body, self.strike, params.strike);
        self.network
            .throw(self.striker, Point(0), params.velocity * strength);
        self.strength = strength;
        self.aim(params);
    }
    fn tick(&mut self, _: &ImpactParams) -> f64 {
        self.network.step();
        self.catch();
        let heard: f64 = (0..self.network.ears())
            .map(|ear| self.network.heard(ear))
            .sum();
        self.output.pass(heard)
    }
    fn shown(&self) -> ContactId {
        self.hit
    }
    fn tail(params: &ImpactParams) -> f64 {
        let longest = |body: &ModalParams| {
            body.modes
                .iter()
                .fold(0.0, |most: f64, mode| most.max(mode.decay))
                * body.ringing
        };
        let struck = longest(&params.body);
        match params.striker.kind {
            StrikerKind::Hammer => struck,
            StrikerKind::Body => struck.max(longest(&params.striker.body)),
        }
    }
    fn reset(&mut self, _: &ImpactParams, seed: u64) {
        self.network.reset(seed);
        self.output.reset();
        self.strength = 1.0;
        self.clock = 0;
    }
}
