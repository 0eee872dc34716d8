//! Friction: two bodies rub against each other, stick and slip.
//!
//! Hear:   squeaks, groans and chirps; pressing harder lowers and roughens, faster brightens.
//! Law:    elasto-plastic bristles between the two contact points (see `contact::Friction`);
//!         the hand's motion is an offset between them. The hand follows a gesture, and the
//!         ground presses harder here and softer there (both as in `rubbing`).
//! Step:   closed-form friction step against both bodies each sample.
//! Limits: one contact point, one direction.
//! Refs:   Avanzini, Serafin & Rocchesso 2002, 2005; Dupont et al. 2002.

use crate::body::{BodyKind, BodyParams, Placed, Standing, SupportParams, Supported};
use crate::contact::{ElastoPlastic, FrictionLaw};
use crate::key;
use crate::math;
use crate::network::{ContactId, Motion, NetworkBuilder, ObjectId};
use crate::object::{Mode, NamedPoint, Place, Point, SprungMass, StringBody, StringParams};
use crate::param::{Declared, ParamId, Params};
use crate::parts::output::{INAUDIBLE, Output, OutputParams};
use crate::parts::pickups::{MorePickups, Pickups};
use crate::parts::rubbing::{
    ContactSettings, Gesture, Ground, Hand, Uneven, Yielding, faster_for_slips,
};
use crate::rate::Rate;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Model, Pad, Player, Rig, Route,
    Target,
};

crate::choice! {
    /// What sort of body rubs.
    pub enum RubbedKind {
        /// A block in a springy grip.
        Mass = "mass",
        /// A body with many modes.
        Body = "body",
        /// A string.
        String = "string",
    }
}

crate::params! {
    /// One of the two bodies that rub.
    pub struct Rubbed("rubbed") {
        /// Shape of the body.
        kind: RubbedKind::Mass, Choice(RubbedKind), "", Rebuild;
        /// A block in a springy grip: its mass, and frequency and decay of the grip.
        mass: Mode { frequency: 35.0, decay: 0.06, mass: 0.2 }, Table(Mode), "", Block;
        /// A body with many modes.
        body: hinge(), Table(BodyParams), "", Block;
        /// Where a named body is rubbed, along its line: a bar from end to end, a plate from
        /// corner to corner, a disc from rim to rim, a glass half around its rim.
        position: 0.0, Linear(0.0, 1.0), "", Block, expert, spread 0.2;
        /// A string.
        string: StringParams::default(), Table(StringParams), "", Block;
    }
}

/// The level follows changes every N steps.
const LOOK: u32 = 64;
/// Speed of the usual gesture \[m/s\]; loudness is judged against it.
const USUAL: f64 = 0.045;

crate::params! {
    /// Two bodies rub against each other, stick and slip.
    pub struct FrictionParams("friction") {
        /// Speed of one body along the other.
        velocity: USUAL, Linear(-5.0, 5.0), "m/s", Sample, spread 0.005;
        /// How it is moved and pressed over time.
        gesture: Gesture { tremor: 0.15, ..Gesture::default() }, Table(Gesture), "", Block;
        /// The surfaces between them.
        rub: rough(), Table(FrictionLaw), "", Block;
        include uneven: Uneven = Uneven { unevenness: 0.25, grain: 1e-2 };
        /// The body that is moved.
        first: Rubbed::default(), Table(Rubbed), "", Block;
        /// The body that is rubbed.
        second: Rubbed { kind: RubbedKind::Body, ..Rubbed::default() }, Table(Rubbed), "", Block;
        include on: Supported;
        /// Random differences between one gesture and the next.
        variation: 0.0, Linear(0.0, 1.0), "", Event, spread 0.0;
        include output: OutputParams = OutputParams::following(0.5);
        include more: MorePickups;
    }
    macros {
        /// How fast one is moved along the other: from a creak to a squeal.
        speed: velocity(0.015, 0.2);
        /// How hard the two are pressed together.
        pressure: rub.normal_force(8.0, 160.0);
        /// How much more they hold at rest than while they slide.
        stickiness: rub.static_friction(0.4, 1.2);
        /// How uneven the surfaces are: more hiss.
        roughness: rub.noise(0.002, 0.5);
        /// How large the rubbed body is: larger is lower.
        size: second.body.tuning(4.0, 0.25);
        /// How long it rings: from dead to singing.
        resonance: second.body.ringing(0.1, 10.0);
    }
}

/// A small steel frame: a few unevenly spaced modes, well damped, as things in a joint are.
fn hinge() -> BodyParams {
    let modes = [
        (310.0, 0.30, 0.020),
        (740.0, 0.25, 0.024),
        (1130.0, 0.20, 0.028),
        (1890.0, 0.15, 0.030),
        (3120.0, 0.10, 0.034),
        (4710.0, 0.07, 0.040),
    ];
    let mode = |(frequency, decay, mass)| Mode {
        frequency,
        decay,
        mass,
    };
    BodyParams {
        kind: BodyKind::Modes,
        modes: modes.into_iter().map(mode).collect(),
        ..BodyParams::default()
    }
}

fn rough() -> FrictionLaw {
    FrictionLaw {
        normal_force: 40.0,
        dynamic_friction: 0.25,
        static_friction: 0.6,
        stribeck: 0.1,
        stiffness: 1e5,
        damping: 1.0,
        viscosity: 0.05,
        noise: 0.03,
        ..FrictionLaw::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "friction",
    title: "Friction",
    hear: "Two bodies rub: they stick and slip, and creak or squeak.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["friction", "modes", "string"],
    table: &FrictionParams::TABLE,
    make: &Player::<Friction>::boxed,
    seconds: 2.0,
    release: Some(1.6),
    pad: Pad::drag(
        Some(Axis::new("velocity", 0.0, 0.2)),
        Some(Axis::new("rub.normal_force", 8.0, 160.0)),
    ),
    expression: ExpressionKeys {
        pitch: &[
            "first.body.tuning",
            "first.string.pitch",
            "second.body.tuning",
            "second.string.pitch",
        ],
        pressure: &["rub.normal_force"],
        place: Some(Axis::new("second.position", 0.0, 1.0)),
    },
};

/// One of the two that rub, as it was built.
struct Side {
    object: ObjectId,
    /// Its modes, if it is a body, and those of what is under it.
    body: Option<Placed>,
    keys: &'static Keys,
}

/// Where the sound's table has one of the two.
struct Keys {
    /// Its name in the network.
    name: &'static str,
    mass: ParamId,
    string: ParamId,
    position: ParamId,
}

const SIDES: [Keys; 2] = [
    Keys {
        name: "first",
        mass: key!(FrictionParams, first.mass),
        string: key!(FrictionParams, first.string),
        position: key!(FrictionParams, first.position),
    },
    Keys {
        name: "second",
        mass: key!(FrictionParams, second.mass),
        string: key!(FrictionParams, second.string),
        position: key!(FrictionParams, second.position),
    },
];

/// The friction's physics.
pub struct Friction {
    rig: Rig,
    sides: [Side; 2],
    rub: ContactId,
    output: Output,
    /// Where else the rubbed body is heard, if it has places.
    pickups: Pickups,
    hand: Hand,
    ground: Ground,
    told: ContactSettings,
    step: f64,
    /// Lifted, and the contact told so.
    idle: bool,
    /// Whether something changed since the level was set: a force may come with every sample, the
    /// level follows more slowly.
    changed: bool,
    clock: u32,
}

impl Friction {
    fn aim(&mut self, params: &FrictionParams) {
        let speed = (params.velocity * self.hand.strength())
            .abs()
            .max(0.01 * USUAL);
        self.output
            .aim(self.expected(params, speed), speed / USUAL, &params.output);
    }

    /// How fast the rubbed points will move, about \[m/s\]. While they stick they go with the
    /// hand; when they slip, the drop of friction sets every mode swinging by drop/(m·w), and a
    /// string by drop/(2Z), though not much beyond Helmholtz motion's speed/0.1 and its echoes.
    fn expected(&self, params: &FrictionParams, speed: f64) -> f64 {
        let rub = &params.rub;
        let drop = rub.normal_force * (rub.static_friction - rub.dynamic_friction).max(0.0);
        let swing = |mode: &Mode| drop / (mode.mass * math::TAU * mode.frequency);
        let swung = |rubbed: &Rubbed, body: &Option<Placed>| match (rubbed.kind, body) {
            (RubbedKind::String, _) => (drop / rubbed.string.impedance).min(60.0 * speed),
            (RubbedKind::Body, Some(placed)) => {
                let body = placed.body();
                let modes = body.modes().iter().enumerate();
                let shape = |index| match place(&rubbed.body, rubbed.position) {
                    Some(at) => body.shape(index, at),
                    None => 1.0,
                };
                modes
                    .map(|(index, mode)| swing(mode) * shape(index) * shape(index))
                    .sum()
            }
            _ => swing(&rubbed.mass),
        };
        let [first, second] = &self.sides;
        let standing = second.body.as_ref().map(Placed::standing);
        let below = standing.iter().flat_map(|standing| standing.modes());
        let below: f64 = below.map(swing).sum();
        let below = below * standing.map_or(0.0, Standing::heard);
        let most = swung(&params.first, &first.body).max(swung(&params.second, &second.body));
        let most = most.max(below);
        2.0 * speed + 0.5 * most
    }

    /// How much faster than its gesture the hand must go to be judged.
    fn faster(&self, params: &FrictionParams) -> f64 {
        let rub = &params.rub;
        let drop = rub.normal_force * (rub.static_friction - rub.dynamic_friction).max(0.0);
        let sides = self.sides.iter().zip([&params.first, &params.second]);
        let parts = sides.flat_map(|(side, rubbed)| {
            let block = (rubbed.kind == RubbedKind::Mass).then_some(Yielding {
                hertz: rubbed.mass.frequency,
                mass: rubbed.mass.mass,
            });
            let at = place(&rubbed.body, rubbed.position);
            let modes = side.body.iter().flat_map(move |body| {
                let seen = body.seen(&rubbed.body, rubbed.position, rubbed.position);
                seen.map(move |mode| {
                    let shape = at.map_or(1.0, |_| mode.touched);
                    Yielding {
                        hertz: mode.hertz,
                        mass: mode.mass / (shape * shape),
                    }
                })
            });
            modes.chain(block)
        });
        faster_for_slips(parts, params.velocity, drop)
    }
}

/// Where a body is rubbed; a table of modes is touched where every shape is 1.
fn place(body: &BodyParams, position: f64) -> Option<f64> {
    body.has_places().then_some(position)
}

impl Model for Friction {
    type Params = FrictionParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.2;

    fn build(params: &FrictionParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let mut routes = Vec::new();
        let (none, alone) = (MorePickups::default(), SupportParams::default());
        let has_places = params.second.kind == RubbedKind::Body && params.second.body.has_places();
        let more = if has_places { &params.more } else { &none };
        let mut add =
            |keys: &'static Keys, rubbed: &Rubbed, support: &SupportParams, more: &MorePickups| {
                let (name, mut body) = (keys.name, None);
                let object = match rubbed.kind {
                    RubbedKind::Mass => {
                        let block = SprungMass::new(&rubbed.mass, rate);
                        network.add(name, Box::new(block))?
                    }
                    RubbedKind::Body => {
                        let at = place(&rubbed.body, rubbed.position).map(|position| NamedPoint {
                            name: "touch".to_owned(),
                            place: Place::Along(position),
                        });
                        let points = at.map_or(Vec::new(), |at| more.and([at]));
                        let own = &rubbed.body;
                        let placed = Placed::add(&mut network, name, own, support, &points, rate)?;
                        body.insert(placed).object()
                    }
                    RubbedKind::String => {
                        let string = StringBody::new(&rubbed.string, &[], rate)?;
                        let object = network.add(name, Box::new(string))?;
                        routes.push(Route::new(keys.string, Target::Object(object)));
                        object
                    }
                };
                Ok::<Side, crate::BuildError>(Side { object, body, keys })
            };
        let mut sides = [
            add(&SIDES[0], &params.first, &alone, &none)?,
            add(&SIDES[1], &params.second, &params.on.support, more)?,
        ];
        let law = ElastoPlastic::new(&params.rub, rate)?;
        let stands = |body: &Placed| body.standing().is_there();
        let second = if sides[1].body.as_ref().is_some_and(stands) || more.channels() > 1 {
            "second@touch"
        } else {
            "second"
        };
        let rub = network.join("rub", Box::new(law), ["first", second])?;
        let pressed = network.pressed(rub)?;
        network.listen("first", Motion::Velocity)?;
        network.listen(second, Motion::Velocity)?;
        if let Some(body) = &mut sides[1].body {
            body.listen(&mut network, "second")?;
        }
        let output = Output::new(rate, INAUDIBLE);
        let pole = Some(output.pole());
        let pickups = Pickups::listen(&mut network, "second", more, pole, rate)?;
        let network = network.build(seed);
        let mut rubbing = Self {
            rig: Rig {
                network,
                routes,
                shown: rub,
            },
            sides,
            rub,
            output,
            pickups,
            hand: Hand::new(rate.step()),
            ground: Ground::new(seed),
            told: ContactSettings::new(pressed),
            step: rate.step(),
            idle: true,
            changed: false,
            clock: 0,
        };
        rubbing.reset(params, seed);
        Ok(rubbing)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &FrictionParams, id: &ParamId) {
        self.changed = true;
        if let (Some(inner), Some(value)) =
            (id.within(&key!(FrictionParams, rub)), params.value(id))
        {
            // Pressure and noise are the hand's: the next step says how strong.
            if !self.told.is_noise(&inner) {
                self.rig.network.set_contact(self.rub, &inner, &value);
            }
            self.told.forget();
            return;
        }
        let body = self.sides[1].object;
        (self.pickups).follow(&params.more, &mut self.rig.network, body);
        for (side, rubbed) in self.sides.iter_mut().zip([&params.first, &params.second]) {
            if let Some(body) = &mut side.body {
                body.follow(&rubbed.body, &params.on.support, &mut self.rig.network);
            }
            if *id == side.keys.position {
                self.rig
                    .network
                    .move_point(side.object, Point(0), rubbed.position);
            }
            let inner = id.within(&side.keys.mass);
            let value = params.value(id);
            if let (Some(inner), Some(value), RubbedKind::Mass) = (inner, value, rubbed.kind) {
                let network = &mut self.rig.network;
                network.set_object(side.object, &inner, &value);
            }
        }
    }
    fn event(&mut self, params: &FrictionParams, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                let strength = crate::parts::strength(strength);
                self.hand.start(&params.gesture, params.variation, strength);
                if let Some(body) = &mut self.sides[1].body {
                    let network = &mut self.rig.network;
                    body.set_down(&params.second.body, &params.on.support, network);
                }
                self.aim(params);
            }
            Event::Release => self.hand.stop(),
        }
    }
    fn rehearse(&mut self, params: &FrictionParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        let faster = self.faster(params);
        self.hand.stay_at_height(&params.gesture, faster);
        self.ground = Ground::even();
        faster
    }
    fn rehearse_plainly(&mut self, params: &FrictionParams) -> bool {
        self.event(params, Event::trigger(1.0));
        self.hand.stay_at_height(&params.gesture, 1.0);
        self.faster(params) > 1.0
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        id.is_in(&[
            key!(FrictionParams, first),
            key!(FrictionParams, second),
            key!(FrictionParams, support),
        ])
    }
    fn tick(&mut self, params: &FrictionParams) -> f64 {
        self.clock += 1;
        if self.changed && self.clock >= LOOK {
            self.clock = 0;
            self.changed = false;
            self.aim(params);
        }
        let (on, _) = self.hand.go(&params.gesture, params.variation);
        let network = &mut self.rig.network;
        if on {
            let speed = self.hand.speed(params.velocity);
            let harder = self.ground.harder(&params.uneven);
            let newtons = params.rub.normal_force * self.hand.press() * self.hand.engaged();
            self.told.hiss(network, params.rub.noise, speed != 0.0);
            network.slide(self.rub, speed);
            self.told.press(network, newtons * harder);
        } else if !self.idle {
            self.told.hiss(network, 0.0, false);
            network.slide(self.rub, 0.0);
            self.told.press(network, 0.0);
        }
        self.idle = !on;
        network.step();
        self.ground
            .slip(network.contact_velocity(self.rub) * self.step);
        let network = &self.rig.network;
        let below = self.sides[1].body.as_ref();
        let below = below.map_or(0.0, |body| body.below(network));
        let first = network.heard(0);
        let sample = self.output.pass(network.heard(1) + below - first);
        let gain = self.output.gain();
        self.pickups
            .hear_through(network, below - first, gain, |_, own| own);
        sample
    }
    fn channels(params: &FrictionParams) -> usize {
        params.more.channels()
    }
    fn pan(params: &FrictionParams, channel: usize) -> Option<f64> {
        params.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.pickups.further(channel)
    }
    fn meant(&self) -> f64 {
        self.output.meant()
    }
    fn correct(&mut self, params: &FrictionParams, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &FrictionParams) -> f64 {
        let longest = |body: &Rubbed| match body.kind {
            RubbedKind::Mass => body.mass.decay,
            RubbedKind::Body => body.body.longest_decay(),
            RubbedKind::String => body.string.decay,
        };
        let rubbed = longest(&params.first).max(longest(&params.second));
        rubbed.max(Standing::longest_decay(&params.on.support))
    }
    fn reset(&mut self, params: &FrictionParams, seed: u64) {
        self.ground = Ground::new(self.hand.reset(seed));
        self.told.forget();
        self.idle = true;
        self.clock = 0;
        self.changed = false;
        self.aim(params);
        self.told.press(&mut self.rig.network, 0.0);
        self.rig.network.slide(self.rub, 0.0);
        self.rig.network.reset(seed);
        self.output.reset();
        self.pickups.reset();
    }
}
