//! Impact: a small body strikes a resonating one and rebounds.
//!
//! Hear:   harder or faster means shorter contact and a brighter attack; no two blows are alike.
//! Law:    f = k·x^a·(1 + mu·v) while x > 0, or Stulov's felt, or a spring and a damper, or
//!         k·x^a + l·x^b·v; never adhesive.
//! Step:   exact modal step; the force is solved against both bodies each sample (DG-Phi).
//! Limits: one contact point, no spin, no plastic loss.
//! Refs:   Hunt & Crossley 1975; Papetti 2010, ch. 1; Avanzini & Rocchesso 2001, 2004;
//!         Stulov 1995 (felt).

mod params;
mod variation;

use crate::body::{Body, BodyParams, Placed, Spot, Standing};
use crate::energy::Health;
use crate::gesture::{Again, Repeat};
use crate::key;
use crate::network::{ContactId, Motion, NetworkBuilder, ObjectId, Thrown};
use crate::object::{Mass, MassParams, ModalParams, Object, Point};
use crate::param::{Declared, ParamId, Value};
use crate::parts::output::OutputLevel;
use crate::parts::pickups::Pickups;
use crate::parts::strike::{self, Strike};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Rig,
    Route, Target,
};
use params::striking_mass;
pub use params::{ImpactParams, Striker, StrikerKind, Touch, TouchLaw};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "impact",
    title: "Impact",
    hear: "A hammer strikes a body, which rings; harder and faster blows are brighter.",
    family: Family::Solids,
    form: Form::Event,
    built_on: &["impact", "felt", "modes"],
    table: &ImpactParams::TABLE,
    make: &Player::<Impact>::boxed,
    seconds: 2.0,
    release: None,
    pad: Pad::strike(Some(Axis::new("strike", 0.0, 0.5)), None),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &[],
        place: Some(Axis::new("strike", 0.0, 0.5)),
    },
};

/// Distance at which a striker that flies away is caught \[m\]: more than any body swings.
const CAUGHT: f64 = 5e-3;
/// How often that is looked for \[steps\].
const LOOK: usize = crate::object::SPAN;
/// Peak of a usual blow: what is struck rings on.
const PEAK: f64 = 0.32;
/// By how much a contact's loss may stiffen it at first touch before the estimate, which knows of no
/// loss, is not trusted: there blows are a half louder than it says.
const STIFFER: f64 = 3.0;

/// The impact's physics.
pub struct Impact {
    rig: Rig,
    striker: ObjectId,
    thrown: Thrown,
    strike: Point,
    pickup: Point,
    pickups: Pickups,
    hit: ContactId,
    /// What is struck.
    struck: Placed,
    strikes: Vec<Strike>,
    /// For which state of the body, and which places.
    surveyed: Option<(u32, Spot, Spot)>,
    /// A striker that rings.
    striking: Option<Body>,
    /// What strikes, as the network knows it \[kg\].
    weight: f64,
    level: OutputLevel,
    /// Of the last blow, and how fast it was expected to move the heard point \[m/s\].
    strength: f64,
    expected: f64,
    /// Whether that may be wrong: it is over so soon that it may be too soft, or the body stretches.
    unsure: bool,
    /// Samples since the last look for the striker; whether it was caught.
    clock: usize,
    caught: bool,
    /// The blows to come, and how they differ.
    repeat: Repeat,
    rng: Rng,
    rate: Rate,
}

impl Impact {
    /// Sets the level for a blow. The estimate: the blow's impulse, dulled by the contact's
    /// duration, shared out over the modes as they are struck and heard.
    fn aim(&mut self, params: &ImpactParams) {
        self.survey(params);
        let speed = params.velocity * self.strength;
        let strikes = self.strikes.iter().copied();
        let spring = |duration| params.contact.spring(duration);
        let answer = strike::expected(strikes, self.weight, speed, spring);
        self.expected = answer.peak * params.body.swells(answer.peak);
        // What strikes carries a light body along, which no estimate of a blow foresees.
        let carried = params.body.weight().is_some_and(|own| own < self.weight);
        let stiffer = params.contact.stiffens(speed) > STIFFER;
        self.unsure = answer.is_brief(PEAK) || params.body.stretches() || carried || stiffer;
        self.set_level(params);
    }

    /// Aims at the level of a blow like the last one, for who knows when the next one comes: what has
    /// changed since then counts before it is heard.
    pub fn foresee(&mut self, params: &ImpactParams) {
        self.aim(params);
    }

    /// Plays the last blow at the level asked for.
    fn set_level(&mut self, params: &ImpactParams) {
        let speed = params.velocity * self.strength;
        self.level.aim(self.expected, speed, &params.output);
    }

    /// Looks how each mode is struck and heard.
    fn survey(&mut self, params: &ImpactParams) {
        // Blows on the same place of the same body need no other look.
        let (strike, pickup) = (params.place.spot(), params.listening.spot());
        let (away, revision) = (
            strike.apart(pickup),
            self.rig.network.look(self.struck.object()).revision(),
        );
        let seen = (revision, strike, pickup);
        if self.surveyed == Some(seen) {
            return;
        }
        self.surveyed = Some(seen);
        let ear = (pickup, params.more.air.is_on());
        let modes = self.struck.heard(&params.body, strike, ear);
        self.strikes.clear();
        self.strikes
            .extend(modes.map(|mode| Strike::new(mode, away)));
    }

    /// Throws the striker at the body.
    fn strike(&mut self, params: &ImpactParams, again: Again) {
        let network = &mut self.rig.network;
        let blow = variation::draw(&mut self.rng, params, again);
        network.restart(self.striker);
        network.move_to(self.struck.object(), self.strike, blow.place);
        let (key, stiffness) = blow.stiffness;
        network.set_contact(self.hit, &key, &stiffness);
        self.struck
            .set_down(&params.body, &params.on.support, network);
        let speed = params.velocity * self.strength * blow.strength;
        network.throw(self.thrown, speed);
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
            self.rig.network.throw(self.thrown, 0.0);
            self.caught = true;
        }
    }
}

impl Model for Impact {
    type Params = ImpactParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const REHEARSED: f64 = 0.05;

    fn build(params: &ImpactParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let rings = params.striker.kind == StrikerKind::Body;
        let striking = rings.then(|| Body::new(&params.striker.body)).transpose()?;
        let striker: Box<dyn Object> = if let Some(body) = &striking {
            let flying = BodyParams {
                inertia: striking_mass(&params.striker),
                ..params.striker.body.clone()
            };
            body.object(&flying, &[flying.point("tip", 0.0)], rate)?
        } else {
            let mass = MassParams {
                mass: params.striker.mass,
                ..MassParams::default()
            };
            Box::new(Mass::new(&mass, &[], rate)?)
        };
        let striker = network.add("striker", striker)?;
        let thrown = network.thrown(striker, Point(0))?;
        let (body, support) = (&params.body, &params.on.support);
        let places = [
            ("strike", params.place.spot()),
            ("pickup", params.listening.spot()),
        ];
        let points = params.more.and(body, places);
        let mut struck = Placed::add(&mut network, "body", body, support, &points, rate)?;
        let tip = if rings { "striker@tip" } else { "striker" };
        let hit = network.join("hit", params.contact.build(rate)?, [tip, "body@strike"])?;
        network.listen("body@pickup", Motion::Ringing)?;
        struck.listen(&mut network, "body")?;
        if rings {
            network.listen(tip, Motion::Ringing)?;
        }
        let pickups = Pickups::listen(&mut network, "body", &params.more, None, rate)?;
        let (_, strike) = network.point("body@strike")?;
        let (_, pickup) = network.point("body@pickup")?;
        network.divide_short_blows();
        let network = network.build(seed);
        let law = match params.contact.law {
            TouchLaw::Impact => key!(ImpactParams, contact.impact),
            TouchLaw::Felt => key!(ImpactParams, contact.felt),
            TouchLaw::Linear => key!(ImpactParams, contact.linear),
            TouchLaw::ExtendedHertz => key!(ImpactParams, contact.extended_hertz),
        };
        let routes = vec![Route::new(law, Target::Contact(hit))];
        let mut impact = Self {
            rig: Rig {
                network,
                routes,
                shown: hit,
            },
            striker,
            thrown,
            strike,
            pickup,
            pickups,
            hit,
            surveyed: None,
            strikes: Vec::with_capacity(struck.seen(body, 0.0, 0.0).count()),
            struck,
            striking,
            weight: striking_mass(&params.striker),
            level: OutputLevel::new(rate).peaking(PEAK),
            strength: 1.0,
            expected: 1.0,
            unsure: false,
            clock: 0,
            caught: true,
            repeat: Repeat::new(seed),
            rng: Rng::new(seed),
            rate,
        };
        impact.aim(params);
        Ok(impact)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &ImpactParams, id: &ParamId) {
        // The law's numbers have a route; those of the other law wait until it is chosen.
        if id.within(&key!(ImpactParams, contact)).is_some() {
            return;
        }
        let weight = striking_mass(&params.striker);
        if weight != self.weight {
            self.weight = weight;
            let key = match params.striker.kind {
                StrikerKind::Hammer => key!(MassParams, mass),
                StrikerKind::Body => key!(ModalParams, inertia),
            };
            let mass = Value::Number(weight);
            self.rig.network.set_object(self.striker, &key, &mass);
        }
        let network = &mut self.rig.network;
        self.struck
            .follow(&params.body, &params.on.support, network);
        if let Some(striking) = &mut self.striking {
            striking.follow(&params.striker.body, &mut self.rig.network, self.striker);
        }
        self.rig
            .network
            .move_to(self.struck.object(), self.pickup, params.listening.spot());
        self.pickups
            .follow(&params.more, &mut self.rig.network, self.struck.object());
        self.set_level(params);
    }
    fn event(&mut self, params: &ImpactParams, event: Event) {
        let Event::Trigger { strength, .. } = event else {
            return;
        };
        self.strength = crate::parts::strength(strength);
        self.strike(params, Again::FIRST);
        self.repeat.start(&params.repeat, self.rate);
        self.aim(params);
    }
    fn tick(&mut self, params: &ImpactParams) -> f64 {
        self.strike_again(params, 1);
        self.rig.network.step();
        self.catch(1);
        let heard: f64 = (0..self.rig.network.ears())
            .map(|ear| self.rig.network.heard(ear))
            .sum();
        let sample = self.level.pass(heard);
        self.pickups
            .hear(&self.rig.network, heard, self.level.gain());
        sample
    }
    fn idle_for(&self, _: &ImpactParams) -> usize {
        let free = self.repeat.idle_for();
        if self.caught {
            free
        } else {
            free.min(LOOK - self.clock)
        }
    }
    fn rang(&mut self, params: &ImpactParams, out: &mut [f32], health: &mut Health) {
        self.level
            .rang_at(&self.rig.network, out, health, &mut self.pickups);
        self.catch(out.len());
        self.strike_again(params, out.len());
    }
    fn channels(params: &ImpactParams) -> usize {
        params.more.channels()
    }
    fn pan(params: &ImpactParams, channel: usize) -> Option<f64> {
        params.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.pickups.further(channel)
    }
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.pickups.rang_further(channel)
    }
    fn is_sure(&self) -> bool {
        !self.unsure
    }
    fn meant(&self) -> Meant {
        self.level.meant()
    }
    fn correct(&mut self, params: &ImpactParams, found: FoundLevel) {
        self.level.correct(found);
        self.set_level(params);
    }
    fn tail(params: &ImpactParams) -> f64 {
        let struck = params.body.longest_decay();
        let struck = struck.max(Standing::longest_decay(&params.on.support));
        let rings = match params.striker.kind {
            StrikerKind::Hammer => struck,
            StrikerKind::Body => struck.max(params.striker.body.longest_decay()),
        };
        params.repeat.seconds() + rings
    }
    fn reset(&mut self, _: &ImpactParams, seed: u64) {
        let network = &mut self.rig.network;
        network.reset(seed);
        self.level.reset();
        self.pickups.reset();
        self.strength = 1.0;
        self.clock = 0;
        self.caught = true;
        self.repeat = Repeat::new(seed);
        self.rng = Rng::new(seed);
    }
}
