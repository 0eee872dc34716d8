//! Impact: a small body strikes a resonating one and rebounds.
//!
//! Hear:   harder or faster means shorter contact and a brighter attack.
//! Law:    f = k·x^a·(1 + mu·v) while x > 0, or Stulov's felt; never adhesive.
//! Step:   exact modal step; the force is solved against both bodies each sample (DG-Phi).
//! Limits: one contact point, no spin, no plastic loss.
//! Refs:   Hunt & Crossley 1975; Papetti 2010, ch. 1; Avanzini & Rocchesso 2001, 2004;
//!         Stulov 1995 (felt).

use super::blow::{self, Strike};
use super::output::Level;
use crate::body::{Body, BodyParams, Placed, Standing, Under};
use crate::contact::{Contact, Felt, FeltLaw, HuntCrossley, ImpactLaw, Scheme};
use crate::energy::Health;
use crate::gesture::{Again, Repeat, RepeatParams};
use crate::math;
use crate::network::{ContactId, Motion, Network, ObjectId};
use crate::object::{Mass, MassParams, ModalParams, NamedPoint, Object, Place, Point};
use crate::param::{Declared, ParamId, Params, Value};
use crate::rate::Rate;
use crate::sound::{Axis, Entry, Event, Family, Form, Model, Pad, Player, Rig, Route, Target};
use crate::space::RoomParams;

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
        /// How heavy the hammer is. A body that rings weighs what its size and material say,
        /// unless it is given as a table of modes.
        mass: 0.02, Log(1e-4, 10.0), "kg", Block, spread 0.06;
        /// The body that strikes, if it rings.
        body: steel_pin(), Table(BodyParams), "", Block;
    }
}

crate::choice! {
    /// By which law the two press on each other.
    pub enum TouchLaw {
        /// A spring that hardens and loses, for solid things: `f = k·x^a·(1 + mu·v)`.
        Impact = "impact",
        /// Felt, which remembers how far it was pressed; its numbers are in `felt`.
        Felt = "felt",
    }
}

// The first rows are those of `ImpactLaw`, so that a change goes to the contact as it is; a test
// holds them together.
crate::params! {
    /// How the two press on each other.
    pub struct Touch("touch") {
        /// Stiffness `k` in `f = k·x^a·(1 + mu·v)`: larger is harder, brighter, shorter.
        stiffness: 1e8, Log(1e2, 1e16), "N/m^a", Block, spread 0.08;
        /// Exponent `a`: 1.5 for round bodies of solid material, 2 to 3.5 for felt and fingers.
        exponent: 1.5, Linear(1.0, 4.0), "", Block, spread 0.1;
        /// Loss `mu` in the contact: 0 rebounds fully, larger is deader.
        dissipation: 0.5, ZeroLog(1e-4, 1e3), "s/m", Block, spread 0.08;
        /// How the step is solved.
        scheme: Scheme::Exact, Choice(Scheme), "", Block, expert;
        /// By which law they press.
        law: TouchLaw::Impact, Choice(TouchLaw), "", Rebuild;
        /// The felt, if the law says so.
        felt: FeltLaw::default(), Table(FeltLaw), "", Block;
    }
}

impl Touch {
    fn build(&self, rate: Rate) -> Box<dyn Contact> {
        match self.law {
            TouchLaw::Impact => {
                let law = ImpactLaw {
                    stiffness: self.stiffness,
                    exponent: self.exponent,
                    dissipation: self.dissipation,
                    scheme: self.scheme,
                };
                Box::new(HuntCrossley::new(&law, rate))
            }
            TouchLaw::Felt => Box::new(Felt::new(&self.felt, rate)),
        }
    }

    /// The spring that a blow of this duration \[s\] meets, and its exponent. What relaxes
    /// meanwhile does not hold the bodies up: of a steady press the share 1 - (1 - exp(-q))/q,
    /// where q is the duration over the time of relaxation.
    fn spring(&self, duration: f64) -> (f64, f64) {
        match self.law {
            TouchLaw::Impact => (self.stiffness, self.exponent),
            TouchLaw::Felt => {
                let q = (duration / self.felt.relaxation).max(1e-9);
                let relaxed = 1.0 + math::expm1(-q) / q;
                let firm = 1.0 - self.felt.hysteresis * relaxed;
                (self.felt.stiffness * firm, self.felt.exponent)
            }
        }
    }
}

crate::params! {
    /// A small body strikes a resonating one and rebounds; both can ring.
    pub struct ImpactParams("impact") {
        /// Approach speed at first touch.
        velocity: 1.0, Log(1e-3, 20.0), "m/s", Event, spread 0.15;
        /// Where it strikes, along the body's line: a bar from end to end, a plate from corner to
        /// corner, a disc from rim to rim, a glass half around its rim.
        strike: 0.0, Linear(0.0, 1.0), "", Event, spread 0.3;
        /// Where one listens.
        pickup: 1.0, Linear(0.0, 1.0), "", Block, expert, spread 0.2;
        /// Whether more blows follow.
        repeat: RepeatParams::default(), Table(RepeatParams), "", Event;
        /// What strikes.
        striker: Striker::default(), Table(Striker), "", Block;
        /// How the two press on each other.
        contact: Touch::default(), Table(Touch), "", Block;
        /// What is struck.
        body: BodyParams::default(), Table(BodyParams), "", Block;
        /// What that stands on.
        under: Under::default(), Table(Under), "", Block;
        /// The room around it.
        room: RoomParams::default(), Table(RoomParams), "", Block;
        /// Loudness.
        level: 0.0, Linear(-60.0, 24.0), "dB", Block, spread 0.0;
        /// How far loudness follows force: 1 as in nature, 0 not at all.
        dynamics: 0.3, Linear(0.0, 1.0), "", Block, expert, spread 0.0;
    }
    macros {
        /// How hard the two are where they touch: from a padded mallet to steel.
        hardness: contact.stiffness(1e5, 1e11), contact.dissipation(5.0, 0.05),
            contact.felt.stiffness(4e8, 4e12);
        /// How fast the blow is: from a tap to a bang.
        strength: velocity(0.1, 10.0);
        /// How heavy the hammer is.
        weight: striker.mass(1e-3, 0.4);
        /// How large the struck body is: larger is lower. A body whose width and thickness are
        /// set hardly follows its size alone, so its tuning goes along.
        size: body.size(0.1, 0.4), body.tuning(2.0, 0.5);
        /// How long it rings: from dead to singing.
        resonance: body.ringing(0.05, 20.0);
        /// Where it is struck: from the edge, where all partials speak, to the middle.
        place: strike(0.0, 0.5);
    }
}

/// A steel pin of 20 g, higher and shorter than the bar that is struck: 2.9 kHz.
fn steel_pin() -> BodyParams {
    BodyParams {
        size: 0.08,
        width: 0.009,
        thickness: 0.0036,
        ..BodyParams::default()
    }
}

/// What strikes, in kilograms.
fn striking_mass(striker: &Striker) -> f64 {
    let own = match striker.kind {
        StrikerKind::Hammer => None,
        StrikerKind::Body => striker.body.weight(),
    };
    // Within what a bank of modes takes for inertia.
    own.map_or(striker.mass, |mass| mass.clamp(1e-6, 1e4))
}

impl ImpactParams {
    /// What strikes, in kilograms.
    pub(crate) fn weight(&self) -> f64 {
        striking_mass(&self.striker)
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "impact",
    title: "Impact",
    hear: "A hammer strikes a body, which rings; harder and faster blows are brighter.",
    family: Family::Solids,
    form: Form::Event,
    built_on: &["impact", "felt", "modes"],
    table: &ImpactParams::TABLE,
    make: Player::<Impact>::boxed,
    seconds: 2.0,
    release: None,
    pad: Pad::strike(Some(Axis::new("strike", 0.0, 0.5)), None),
};

/// Distance at which a striker that flies away is caught \[m\]: more than any body swings.
const CAUGHT: f64 = 5e-3;
/// How often that is looked for \[steps\].
const LOOK: usize = crate::object::SPAN;

/// The impact's physics.
pub struct Impact {
    rig: Rig,
    striker: ObjectId,
    strike: Point,
    pickup: Point,
    hit: ContactId,
    /// Where the table has the contact's numbers.
    contact: ParamId,
    /// What is struck.
    struck: Placed,
    strikes: Vec<Strike>,
    /// For which state of the body, and which places.
    surveyed: Option<(u32, f64, f64)>,
    /// A striker that rings.
    striking: Option<Body>,
    /// What strikes, as the network knows it \[kg\].
    weight: f64,
    level: Level,
    /// Of the last blow, and how fast it was expected to move the heard point \[m/s\].
    strength: f64,
    expected: f64,
    /// Samples since the last look for the striker; whether it was caught.
    clock: usize,
    caught: bool,
    /// The blows to come.
    repeat: Repeat,
    rate: Rate,
}

fn along(name: &str, position: f64) -> NamedPoint {
    NamedPoint {
        name: name.to_owned(),
        place: Place::Along(position),
    }
}

impl Impact {
    /// Sets the level for a blow. The estimate: the blow's impulse, dulled by the contact's
    /// duration, shared out over the modes as they are struck and heard.
    fn aim(&mut self, params: &ImpactParams) {
        self.survey(params);
        let speed = params.velocity * self.strength;
        let strikes = self.strikes.iter().copied();
        let spring = |duration| params.contact.spring(duration);
        self.expected = blow::expected(strikes, self.weight, speed, spring);
        self.set_level(params);
    }

    /// Plays the last blow at the level asked for.
    fn set_level(&mut self, params: &ImpactParams) {
        let speed = params.velocity * self.strength;
        self.level
            .aim(self.expected, speed, params.dynamics, params.level);
    }

    /// Looks how each mode is struck and heard.
    fn survey(&mut self, params: &ImpactParams) {
        // Blows on the same place of the same body need no other look.
        let (away, revision) = (
            (params.strike - params.pickup).abs(),
            self.rig.network.look(self.struck.object()).revision(),
        );
        let seen = (revision, params.strike, params.pickup);
        if self.surveyed == Some(seen) {
            return;
        }
        self.surveyed = Some(seen);
        let modes = self.struck.seen(&params.body, params.strike, params.pickup);
        self.strikes.clear();
        self.strikes
            .extend(modes.map(|mode| Strike::new(mode, away)));
    }

    /// Throws the striker at the body.
    fn strike(&mut self, params: &ImpactParams, again: Again) {
        let network = &mut self.rig.network;
        network.restart(self.striker);
        let place = (params.strike + again.beside).clamp(0.0, 1.0);
        network.move_point(self.struck.object(), self.strike, place);
        self.struck.set_down(&params.body, &params.under, network);
        let speed = params.velocity * self.strength * again.strength;
        network.throw(self.striker, Point(0), speed);
        self.clock = 0;
        self.caught = false;
    }

    /// Strikes again when it is time. The level stays: blows of a row are as loud as they are
    /// strong.
    fn strike_again(&mut self, params: &ImpactParams, passed: usize) {
        let next = self.repeat.pass(passed as u64, &params.repeat, self.rate);
        if let Some(again) = next {
            self.strike(params, again);
        }
    }

    /// Once the striker is well away, the hand takes it, so that everything can come to rest.
    fn catch(&mut self, passed: usize) {
        self.clock += passed;
        if self.clock < LOOK || self.caught {
            return;
        }
        self.clock = 0;
        self.rig.network.catch_up();
        let (_, overlap) = self.rig.network.contact_state(self.hit);
        let flight = self.rig.network.look(self.striker).flight();
        if overlap < -CAUGHT && flight < 0.0 {
            self.rig.network.throw(self.striker, Point(0), 0.0);
            self.caught = true;
        }
    }
}

impl Model for Impact {
    type Params = ImpactParams;

    fn build(params: &ImpactParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = Network::new(rate);
        let rings = params.striker.kind == StrikerKind::Body;
        let striking = rings.then(|| Body::new(&params.striker.body));
        let striker: Box<dyn Object> = if let Some(body) = &striking {
            let flying = BodyParams {
                inertia: striking_mass(&params.striker),
                ..params.striker.body.clone()
            };
            Box::new(body.object(&flying, &[along("tip", 0.0)], rate)?)
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
        let (body, under) = (&params.body, &params.under);
        let mut struck = Placed::add(&mut network, "body", body, under, &points, rate)?;
        let tip = if rings { "striker@tip" } else { "striker" };
        let hit = network.join("hit", params.contact.build(rate), [tip, "body@strike"])?;
        network.listen("body@pickup", Motion::Ringing)?;
        struck.listen(&mut network, "body")?;
        if rings {
            network.listen(tip, Motion::Ringing)?;
        }
        let (_, strike) = network.point("body@strike")?;
        let (_, pickup) = network.point("body@pickup")?;
        network.start(seed);
        let routes = match params.contact.law {
            TouchLaw::Impact => Vec::new(),
            TouchLaw::Felt => vec![Route::new::<ImpactParams>(
                "contact.felt",
                Target::Contact(hit),
            )],
        };
        let mut impact = Self {
            rig: Rig {
                network,
                routes,
                shown: hit,
            },
            striker,
            strike,
            pickup,
            hit,
            contact: ImpactParams::TABLE.find("contact").unwrap_or_default(),
            surveyed: None,
            strikes: Vec::with_capacity(struck.seen(body, 0.0, 0.0).count()),
            struck,
            striking,
            weight: striking_mass(&params.striker),
            level: Level::new(rate),
            strength: 1.0,
            expected: 1.0,
            clock: 0,
            caught: true,
            repeat: Repeat::new(seed),
            rate,
        };
        impact.aim(params);
        Ok(impact)
    }
    fn rig(&self) -> &Rig {
        &self.rig
    }
    fn rig_mut(&mut self) -> &mut Rig {
        &mut self.rig
    }
    fn change(&mut self, params: &ImpactParams, id: &ParamId) {
        if let Some(inner) = id.within(&self.contact) {
            // A single step leads to a number of the law's own; two lead into the felt's table.
            let own = params.contact.law == TouchLaw::Impact && inner.path().len() == 1;
            if let (true, Some(value)) = (own, params.value(id)) {
                self.rig.network.set_contact(self.hit, &inner, &value);
            }
            return;
        }
        let weight = striking_mass(&params.striker);
        if weight != self.weight {
            self.weight = weight;
            let key = match params.striker.kind {
                StrikerKind::Hammer => MassParams::TABLE.find("mass"),
                StrikerKind::Body => ModalParams::TABLE.find("inertia"),
            };
            let mass = Value::Number(weight);
            self.rig
                .network
                .set_object(self.striker, &key.unwrap_or_default(), &mass);
        }
        let network = &mut self.rig.network;
        self.struck.follow(&params.body, &params.under, network);
        if let Some(striking) = &mut self.striking {
            striking.follow(&params.striker.body, &mut self.rig.network, self.striker);
        }
        self.rig
            .network
            .move_point(self.struck.object(), self.pickup, params.pickup);
        self.set_level(params);
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
        self.strength = strength;
        self.strike(
            params,
            Again {
                strength: 1.0,
                beside: 0.0,
            },
        );
        self.repeat.start(&params.repeat, self.rate);
        self.aim(params);
    }
    fn tick(&mut self, params: &ImpactParams) -> f64 {
        self.strike_again(params, 1);
        self.struck.settle(&mut self.rig.network);
        if let Some(striking) = &mut self.striking {
            striking.settle(&mut self.rig.network, self.striker);
        }
        self.rig.network.step();
        self.catch(1);
        let heard: f64 = (0..self.rig.network.ears())
            .map(|ear| self.rig.network.heard(ear))
            .sum();
        self.level.pass(heard)
    }
    fn ring(&mut self, params: &ImpactParams, out: &mut [f32], health: &mut Health) -> usize {
        let striking = self.striking.as_ref();
        if !(self.struck.is_settled() && striking.is_none_or(Body::is_settled)) {
            return 0;
        }
        // The sample in which it strikes again is stepped.
        let due = self.repeat.due().map_or(u64::MAX, |due| due - 1);
        let free = usize::try_from(due).map_or(out.len(), |due| due.min(out.len()));
        let most = if self.caught {
            free
        } else {
            free.min(LOOK - self.clock)
        };
        let count = self
            .level
            .ring(&mut self.rig.network, &mut out[..most], health);
        self.catch(count);
        self.strike_again(params, count);
        count
    }
    fn room(params: &ImpactParams) -> Option<&RoomParams> {
        Some(&params.room)
    }
    fn tail(params: &ImpactParams) -> f64 {
        let struck = params.body.longest_decay();
        let struck = struck.max(Standing::longest_decay(&params.under));
        let rings = match params.striker.kind {
            StrikerKind::Hammer => struck,
            StrikerKind::Body => struck.max(params.striker.body.longest_decay()),
        };
        params.repeat.seconds() + rings
    }
    fn reset(&mut self, _: &ImpactParams, seed: u64) {
        let network = &mut self.rig.network;
        network.reset(seed);
        self.struck.arrive(network);
        if let Some(striking) = &mut self.striking {
            striking.arrive(network, self.striker);
        }
        self.level.reset();
        self.strength = 1.0;
        self.clock = 0;
        self.caught = true;
        self.repeat = Repeat::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_a_touch_begins_with_that_of_the_law() {
        let own = Touch::TABLE.specs;
        let law = ImpactLaw::TABLE.specs;
        assert_eq!(own[..law.len()], *law);
        let touch = Touch::default();
        for (index, _) in law.iter().enumerate() {
            let id = ParamId::default().then(index).unwrap();
            assert_eq!(touch.value(&id), ImpactLaw::default().value(&id));
        }
    }
}
