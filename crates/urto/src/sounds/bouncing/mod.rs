//! Bouncing: a thing falls on a body again and again until it rests.
//!
//! Hear:   the beat quickens as the rebounds get lower; a ball keeps time, a block or a rod
//!         clatters. More elastic bounces longer.
//! Law:    a rigid body under gravity (see `object::Tumble`); every rebound is solved by the
//!         impact contact at the corner that hits. The loss is set before each touch so that on
//!         rigid ground speed comes back `elasticity` times: with f = k·x^a·(1 + mu·v) that
//!         ratio depends on mu·v alone.
//! Step:   exact modal step; the forces are solved against both bodies each sample.
//! Limits: no air, no ground friction; the thing hits one place of the body at a time.
//! Refs:   Papetti 2010, 2.2.5; Hunt & Crossley 1975; Warren & Verbrugge 1984.

mod params;

use crate::body::{Body, BodyParams, Placed, Spot, Standing};
use crate::contact::{HuntCrossley, ImpactLaw};
use crate::energy::Health;
use crate::gesture::GRAVITY;
use crate::key;
use crate::math;
use crate::network::{ContactId, Motion, Network, NetworkBuilder, ObjectId, Thrown};
use crate::object::{ModalParams, NamedPoint, Outline, Point, Tumble};
use crate::param::{Declared, ParamId, Params, Value};
use crate::parts::output::{INAUDIBLE, Output};
use crate::parts::pickups::Pickups;
use crate::parts::strike::{self, Strike};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Rig,
};
pub use params::{BouncingParams, Falling, FallingKind};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "bouncing",
    title: "Bouncing",
    hear: "A ball or a block falls and bounces, faster and faster, until it rests.",
    family: Family::Solids,
    form: Form::Process,
    built_on: &["impact", "modes"],
    table: &BouncingParams::TABLE,
    make: &Player::<Bouncing>::boxed,
    seconds: 3.0,
    release: None,
    pad: Pad::strike(
        Some(Axis::new("strike", 0.0, 1.0)),
        Some(Axis::new("height", 0.05, 2.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["body.tuning", "falling.body.tuning"],
        pressure: &[],
        place: Some(Axis::new("strike", 0.0, 1.0)),
    },
};

/// Most corners of anything that falls.
const CORNERS: usize = 6;
/// Greatest loss that the contact takes \[s/m\].
const DEADEST: f64 = 1e3;
/// A thing that has left the ground by this \[m\] may come down elsewhere.
const AWAY: f64 = 1e-4;
/// Motion of the body that is not heard even at the body itself \[m/s\]: hearing starts at 5e-8.
const SILENT: f64 = 1e-9;
/// A thing that lies still for N samples in silence stays there.
const LIES: u32 = 4096;
/// Speed of the usual fall \[m/s\]: from 0.4 m; loudness is judged against it.
const USUAL: f64 = 2.8;
/// Peak of a usual drop: its blows are short.
const PEAK: f64 = 0.55;

/// `mu·v` at which the contact gives back a share of the speed: the root of
/// u - ln(1+u) = -w - ln(1-w) with w = share·u.
pub(super) fn loss_for(share: f64) -> f64 {
    let share = share.clamp(1e-3, 1.0);
    let (mut low, mut high) = (0.0, 1.0 / share);
    for _ in 0..60 {
        let u = 0.5 * (low + high);
        // Below the root the right side is the smaller one.
        if u - math::log1p(u) + share * u + math::log1p(-share * u) > 0.0 {
            low = u;
        } else {
            high = u;
        }
    }
    0.5 * (low + high)
}

/// The bouncing's physics.
pub struct Bouncing {
    rig: Rig,
    thing: ObjectId,
    turning: Point,
    falls: Thrown,
    turns: Thrown,
    strike: Point,
    pickup: Point,
    pickups: Pickups,
    hits: [ContactId; CORNERS],
    corners: usize,
    struck: Placed,
    falling: Option<Body>,
    weight: f64,
    /// `mu·v` for the asked elasticity, and for which it was worked out.
    loss: f64,
    loss_of: f64,
    step: f64,
    /// Until it is thrown, it is held.
    held: bool,
    /// For how many samples it has lain still.
    still: u32,
    /// Whether it touched since it last moved on.
    touched: bool,
    strength: f64,
    /// Where on the body it touches.
    place: Spot,
    rng: Rng,
    output: Output,
}

/// What falls, in kilograms.
fn weight(falling: &Falling) -> f64 {
    let own = match falling.kind {
        FallingKind::Solid => None,
        FallingKind::Body => falling.body.weight(),
    };
    let mass = if falling.mass > 0.0 {
        falling.mass
    } else {
        own.unwrap_or(0.02)
    };
    mass.clamp(1e-4, 100.0)
}

fn shape(falling: &Falling) -> Outline {
    Outline {
        size: falling.size,
        sphericity: falling.sphericity,
        corners: (falling.corners as usize).clamp(2, CORNERS),
        elongation: falling.elongation,
    }
}

/// Speed of first touch \[m/s\].
fn arrival(height: f64) -> f64 {
    (2.0 * GRAVITY * height).sqrt()
}

impl Bouncing {
    fn aim(&mut self, params: &BouncingParams) {
        let speed = arrival(params.height) * self.strength;
        // A corner feels like a quarter (a rod's end) to half of the whole.
        let felt = if self.corners > 1 { 0.4 } else { 1.0 };
        let weight = self.weight * felt;
        let spring = |_| (params.law.stiffness, params.law.exponent);
        let (strike, pickup) = (params.place.spot(), params.listening.spot());
        let away = strike.apart(pickup);
        let modes = (self.struck).heard(&params.body, strike, (pickup, params.more.air.is_on()));
        let strikes = modes.map(|mode| Strike::new(mode, away));
        let mut expected = strike::expected(strikes, weight, speed, spring).peak;
        if let Some(body) = &self.falling {
            let modes = body.seen(&params.falling.body, 0.0, 1.0);
            let strikes = modes.map(|mode| Strike::new(mode, 1.0));
            expected += strike::expected(strikes, weight, speed, spring).peak;
        }
        // What no ear would hear at the body itself is not to be made loud.
        let expected = expected.max(1e-6);
        // A single blow may be louder than a sound that goes on: its peaks are rare.
        self.output
            .aim(0.6 * expected, speed / USUAL, &params.output);
    }

    /// Sets the loss of a contact for a touch at a speed \[m/s\].
    fn ready(&mut self, hit: usize, speed: f64) {
        let loss = (self.loss / speed.max(1e-9)).clamp(1e-4, DEADEST);
        let value = Value::Number(loss);
        let key = key!(ImpactLaw, dissipation);
        self.rig.network.set_contact(self.hits[hit], &key, &value);
    }

    /// After a stretch of free flight: sets the loss of what will touch within two steps. The
    /// contacts themselves have no speed then.
    fn look_out(&mut self) {
        let network = &self.rig.network;
        let ground = network.look(self.struck.object()).velocity(self.strike);
        for hit in 0..self.corners {
            let network = &self.rig.network;
            let (_, overlap) = network.contact_state(self.hits[hit]);
            let corner = network.look(self.thing).velocity(Point(hit as u32));
            let speed = corner - ground;
            if overlap + 2.0 * speed * self.step > 0.0 {
                self.ready(hit, speed);
            }
        }
    }

    /// Chooses the place of the next touch while the thing's nearest corner is `nearest` \[m\] above
    /// the body (less than 0); tells whether it could. A foil that still swings may reach
    /// higher there than the thing is: then they would be pushed into each other by a hand that
    /// nobody sees, and the thing stays above where it was.
    fn move_on(&mut self, params: &BouncingParams, nearest: f64) -> bool {
        let network = &mut self.rig.network;
        let body = self.struck.object();
        let shift = 0.3 * params.variation * self.rng.signed();
        let place = params.place.spot().aside(shift);
        let height = |network: &Network| network.look(body).displacement(self.strike);
        let before = height(network);
        network.move_to(body, self.strike, place);
        if nearest - (height(network) - before) < 0.0 {
            self.place = place;
            return true;
        }
        network.move_to(body, self.strike, self.place);
        false
    }

    /// Looks ahead: sets the loss of what is about to touch, and moves the place of the next
    /// touch while nothing does. Tells whether something touches now.
    fn look(&mut self, params: &BouncingParams) -> bool {
        let mut nearest = f64::NEG_INFINITY;
        for hit in 0..self.corners {
            let (_, overlap) = self.rig.network.contact_state(self.hits[hit]);
            nearest = nearest.max(overlap);
            if overlap > 0.0 {
                continue;
            }
            let speed = self.rig.network.contact_velocity(self.hits[hit]);
            // It will touch within two steps.
            if overlap + 2.0 * speed * self.step > 0.0 {
                self.ready(hit, speed);
            }
        }
        if nearest > 0.0 {
            self.touched = true;
        } else if self.touched && nearest < -AWAY {
            self.touched = !self.move_on(params, nearest);
        }
        nearest > 0.0
    }
}

impl Model for Bouncing {
    type Params = BouncingParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const REHEARSED: f64 = 0.3;
    // The second meets what the first has set in motion, and may be the louder one.
    const BLOWS: usize = 2;

    fn build(params: &BouncingParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let shape = shape(&params.falling);
        let rings = params.falling.kind == FallingKind::Body;
        let falling = rings.then(|| Body::new(&params.falling.body)).transpose()?;
        let ring = match &falling {
            None => None,
            Some(body) => {
                let places = shape.places();
                let held = BodyParams {
                    inertia: 0.0,
                    ..params.falling.body.clone()
                };
                let mut points: Vec<NamedPoint> = (places.iter().enumerate())
                    .map(|(index, place)| held.point(index.to_string(), *place))
                    .collect();
                points.push(held.point("heard", 1.0));
                Some(body.object(&held, &points, rate)?)
            }
        };
        let mass = weight(&params.falling);
        let thing = Tumble::new(&shape, mass, ring, rate)?;
        let (corners, centre, turning) = (thing.corners(), thing.centre(), thing.turning());
        let thing = network.add("thing", Box::new(thing))?;
        let falls = network.thrown(thing, centre)?;
        let turns = network.thrown(thing, turning)?;
        let (body, support) = (&params.body, &params.on.support);
        let places = [
            ("strike", params.place.spot()),
            ("pickup", params.listening.spot()),
        ];
        let points = params.more.and(body, places);
        let mut struck = Placed::add(&mut network, "body", body, support, &points, rate)?;
        let mut hits = Vec::new();
        for corner in 0..corners {
            let contact = Box::new(HuntCrossley::new(&params.law, rate)?);
            let ends = [&format!("thing@{corner}"), "body@strike"];
            hits.push(network.join(&format!("hit{corner}"), contact, ends)?);
        }
        let shown = hits[0];
        hits.resize(CORNERS, shown);
        network.listen("body@pickup", Motion::Ringing)?;
        struck.listen(&mut network, "body")?;
        if rings {
            network.listen("thing@centre", Motion::Ringing)?;
        }
        let output = Output::new(rate, INAUDIBLE).peaking(PEAK);
        let pole = Some(output.pole());
        let pickups = Pickups::listen(&mut network, "body", &params.more, pole, rate)?;
        let (_, strike) = network.point("body@strike")?;
        let (_, pickup) = network.point("body@pickup")?;
        network.divide_short_blows();
        let network = network.build(seed);
        let mut bouncing = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown,
            },
            thing,
            turning,
            falls,
            turns,
            strike,
            pickup,
            pickups,
            hits: core::array::from_fn(|index| hits[index]),
            corners,
            struck,
            falling,
            weight: mass,
            loss: loss_for(params.elasticity),
            loss_of: params.elasticity,
            step: rate.step(),
            held: true,
            still: 0,
            touched: false,
            strength: 1.0,
            place: params.place.spot(),
            rng: Rng::new(seed),
            output,
        };
        bouncing.aim(params);
        Ok(bouncing)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &BouncingParams, id: &ParamId) {
        if params.elasticity != self.loss_of {
            self.loss_of = params.elasticity;
            self.loss = loss_for(params.elasticity);
        }
        let network = &mut self.rig.network;
        if let (Some(inner), Some(value)) =
            (id.within(&key!(BouncingParams, law)), params.value(id))
        {
            for hit in &self.hits[..self.corners] {
                network.set_contact(*hit, &inner, &value);
            }
        }
        let mass = weight(&params.falling);
        if mass != self.weight {
            self.weight = mass;
            network.set_object(
                self.thing,
                &key!(ModalParams, inertia),
                &Value::Number(mass),
            );
        }
        self.struck
            .follow(&params.body, &params.on.support, network);
        if let Some(falling) = &mut self.falling {
            falling.follow(&params.falling.body, network, self.thing);
        }
        network.move_to(self.struck.object(), self.pickup, params.listening.spot());
        self.pickups
            .follow(&params.more, network, self.struck.object());
    }
    fn event(&mut self, params: &BouncingParams, event: Event) {
        let Event::Trigger { strength, .. } = event else {
            return;
        };
        let strength = crate::parts::strength(strength);
        self.strength = strength;
        self.held = false;
        self.still = 0;
        let mut vary = |share: f64| 1.0 + share * params.variation * self.rng.signed();
        let speed = arrival(params.height) * strength * vary(0.2);
        let spin = params.spin * vary(0.5);
        // Without variation it starts a tenth of a turn off its side.
        let angle = 0.1 + 0.5 * (vary(1.0) - 1.0);
        let network = &mut self.rig.network;
        network.move_point(self.thing, self.turning, angle);
        network.restart(self.thing);
        self.place = params.place.spot();
        network.move_to(self.struck.object(), self.strike, self.place);
        self.struck
            .set_down(&params.body, &params.on.support, network);
        network.throw(self.falls, speed);
        network.throw(self.turns, spin);
        for hit in 0..self.corners {
            self.ready(hit, speed);
        }
        self.aim(params);
    }
    fn tick(&mut self, params: &BouncingParams) -> f64 {
        if self.held {
            let sample = self.output.pass(0.0);
            self.pickups.rest(self.output.gain());
            return sample;
        }
        self.rig.network.step();
        let touches = self.look(params);
        let network = &self.rig.network;
        let heard: f64 = (0..network.ears()).map(|ear| network.heard(ear)).sum();
        // Once it lies still and nothing can be heard, nothing more will happen.
        let still = touches && heard.abs() < SILENT && !network.is_on_its_way();
        self.still = if still { self.still + 1 } else { 0 };
        self.held = self.still >= LIES;
        let sample = self.output.pass(heard);
        self.pickups
            .hear(&self.rig.network, heard, self.output.gain());
        sample
    }
    fn idle_for(&self, _: &BouncingParams) -> usize {
        // Once it is away, the place of the next touch is chosen: that is looked for step by step.
        if !self.held && !self.touched {
            usize::MAX
        } else {
            0
        }
    }
    fn rang(&mut self, _: &BouncingParams, out: &mut [f32], health: &mut Health) {
        self.output
            .rang_at(&self.rig.network, out, health, &mut self.pickups);
        self.still = 0;
        if !self.rig.network.is_ringing() {
            self.look_out();
        }
    }
    fn channels(params: &BouncingParams) -> usize {
        params.more.channels()
    }
    fn pan(params: &BouncingParams, channel: usize) -> Option<f64> {
        params.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.pickups.further(channel)
    }
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.pickups.rang_further(channel)
    }
    fn meant(&self) -> Meant {
        self.output.meant()
    }
    fn correct(&mut self, params: &BouncingParams, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &BouncingParams) -> f64 {
        let share = params.elasticity;
        let bounces = 2.0 * arrival(params.height) / GRAVITY * share / (1.0 - share);
        let struck = params.body.longest_decay();
        let struck = struck.max(Standing::longest_decay(&params.on.support));
        bounces
            + match params.falling.kind {
                FallingKind::Solid => struck,
                FallingKind::Body => struck.max(params.falling.body.longest_decay()),
            }
    }
    fn reset(&mut self, _: &BouncingParams, seed: u64) {
        let network = &mut self.rig.network;
        network.reset(seed);
        self.output.reset();
        self.pickups.reset();
        self.rng = Rng::new(seed);
        self.strength = 1.0;
        self.held = true;
        self.touched = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::{BodyKind, MaterialKind};

    /// A foil swings by more than what falls on it has left it by.
    #[test]
    fn a_place_moves_only_where_nothing_is_pushed_into_each_other() {
        let mut params = BouncingParams {
            variation: 0.8,
            ..Default::default()
        };
        params.body.kind = BodyKind::ClampedPlate;
        params.body.material = MaterialKind::Wood;
        params.body.size = 0.4;
        params.body.thickness = 2.2e-4;
        let fall = params.falling.mass * GRAVITY * params.height;
        for seed in 0..20 {
            let mut bouncing = Bouncing::build(&params, Rate::new(48e3).unwrap(), seed).unwrap();
            bouncing.event(&params, Event::trigger(1.0));
            let mut places = 0;
            for _ in 0..48_000 {
                let place = bouncing.place;
                bouncing.tick(&params);
                places += u32::from(bouncing.place != place);
            }
            // The first fall is up to (1 + 0.2 * 0.8)^2 times as strong; hands did 531 J once.
            let injected = bouncing.rig.network.ledger().injected;
            assert!(injected < 1.4 * fall, "{seed}: {injected} J of {fall}");
            assert!(places > 2, "{seed}: {places}");
        }
    }
}
