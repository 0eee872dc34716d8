//! Friction: two bodies rub against each other, stick and slip.
//!
//! Hear:   squeaks, groans and chirps; pressing harder lowers and roughens, faster brightens.
//! Law:    elasto-plastic bristles between the two contact points (see `contact::Friction`), or
//!         rosin that warms (`rub.law`);
//!         the hand's motion is an offset between them. The hand follows a gesture, and the
//!         ground presses harder here and softer there (both as in `rubbing`).
//! Step:   closed-form friction step against both bodies each sample.
//! Limits: one contact point, one direction.
//! Refs:   Avanzini, Serafin & Rocchesso 2002, 2005; Dupont et al. 2002.

mod block;
mod params;

use crate::body::{Placed, Standing, SupportParams};
use crate::key;
use crate::math;
use crate::network::{ContactId, Motion, NetworkBuilder, ObjectId};
use crate::object::{Mass, MassParams, Mode, Point, SprungMass, StringBody};
use crate::param::{Declared, ParamId, Params};
use crate::parts::output::{INAUDIBLE, Output};
use crate::parts::pickups::{MorePickups, Pickups};
use crate::parts::rubbing::{
    ContactSettings, RubbedGround, RubbingHand, Yielding, faster_for_slips,
};
use crate::rate::Rate;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Rig,
    Route, Target,
};
use block::SlidBlock;
use params::USUAL;
pub use params::{FrictionParams, Rubbed, RubbedKind};

/// The level follows changes every N steps.
const LOOK: u32 = 64;

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
struct RubbedSide {
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
    position_spot: ParamId,
}

const SIDES: [Keys; 2] = [
    Keys {
        name: "first",
        mass: key!(FrictionParams, first.mass),
        string: key!(FrictionParams, first.string),
        position: key!(FrictionParams, first.position),
        position_spot: key!(FrictionParams, first.position_spot),
    },
    Keys {
        name: "second",
        mass: key!(FrictionParams, second.mass),
        string: key!(FrictionParams, second.string),
        position: key!(FrictionParams, second.position),
        position_spot: key!(FrictionParams, second.position_spot),
    },
];

/// The friction's physics.
pub struct Friction {
    rig: Rig,
    sides: [RubbedSide; 2],
    rub: ContactId,
    output: Output,
    /// Where else the rubbed body is heard, if it has places.
    pickups: Pickups,
    hand: RubbingHand,
    /// What slides freely, if anything does.
    block: Option<SlidBlock>,
    ground: RubbedGround,
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
        let drop = params.rub.drop();
        let swing = |mode: &Mode| drop / (mode.mass * math::TAU * mode.frequency);
        let swung = |rubbed: &Rubbed, body: &Option<Placed>| match (rubbed.kind, body) {
            (RubbedKind::String, _) => (drop / rubbed.string.impedance).min(60.0 * speed),
            (RubbedKind::Body, Some(placed)) => {
                let body = placed.body();
                let has_places = rubbed.body.has_places();
                let modes = body.modes().iter().zip(body.shapes_at(rubbed.spot()));
                modes
                    .map(|(mode, shape)| {
                        let shape = if has_places { shape } else { 1.0 };
                        swing(mode) * shape * shape
                    })
                    .sum()
            }
            (RubbedKind::Free, _) => 0.0,
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
        let drop = params.rub.drop();
        let sides = self.sides.iter().zip([&params.first, &params.second]);
        let parts = sides.flat_map(|(side, rubbed)| {
            let block = (rubbed.kind == RubbedKind::Mass).then_some(Yielding {
                hertz: rubbed.mass.frequency,
                mass: rubbed.mass.mass,
            });
            let has_places = rubbed.body.has_places();
            let modes = side.body.iter().flat_map(move |body| {
                let seen = body.seen(&rubbed.body, rubbed.spot(), rubbed.spot());
                seen.map(move |mode| {
                    let shape = if has_places { mode.touched } else { 1.0 };
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
                    RubbedKind::Free => {
                        // Modes may be lighter than masses.
                        let range = const { MassParams::TABLE.range("mass") };
                        let block = MassParams {
                            mass: range.clamp(rubbed.mass.mass),
                            ..MassParams::default()
                        };
                        network.add(name, Box::new(Mass::new(&block, &[], rate)?))?
                    }
                    RubbedKind::Body => {
                        let own = &rubbed.body;
                        // A table of modes is touched where every shape is 1.
                        let points = match own.has_places() {
                            true => more.and(own, [("touch", rubbed.spot())]),
                            false => Vec::new(),
                        };
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
                Ok::<RubbedSide, crate::BuildError>(RubbedSide { object, body, keys })
            };
        let mut sides = [
            add(&SIDES[0], &params.first, &alone, &none)?,
            add(&SIDES[1], &params.second, &params.on.support, more)?,
        ];
        let stands = |body: &Placed| body.standing().is_there();
        let second = if sides[1].body.as_ref().is_some_and(stands) || more.channels() > 1 {
            "second@touch"
        } else {
            "second"
        };
        let rub = network.join("rub", params.rub.build(rate)?, ["first", second])?;
        let pressed = network.pressed(rub)?;
        // How a free block slides is no sound, only what it does to the other.
        let heard = |rubbed: &Rubbed| match rubbed.kind {
            RubbedKind::Free => Motion::Ringing,
            _ => Motion::Velocity,
        };
        network.listen("first", heard(&params.first))?;
        network.listen(second, heard(&params.second))?;
        if let Some(body) = &mut sides[1].body {
            body.listen(&mut network, "second")?;
        }
        let output = Output::new(rate, INAUDIBLE);
        let pole = Some(output.pole());
        let pickups = Pickups::listen(&mut network, "second", more, pole, rate)?;
        let block = SlidBlock::find(params, [sides[0].object, sides[1].object]);
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
            hand: RubbingHand::new(rate.step()),
            block,
            ground: RubbedGround::new(seed),
            told: ContactSettings::new(pressed, params.rub.noise_key()),
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
            let own = params.rub.of_law(&inner);
            if let Some(own) = own.filter(|own| !self.told.is_noise(own)) {
                self.rig.network.set_contact(self.rub, &own, &value);
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
            let keys = side.keys;
            if *id == keys.position || id.within(&keys.position_spot).is_some() {
                self.rig
                    .network
                    .move_to(side.object, Point(0), rubbed.spot());
            }
            let inner = id.within(&side.keys.mass);
            let value = params.value(id);
            let network = &mut self.rig.network;
            match (inner, value, rubbed.kind) {
                (Some(inner), Some(value), RubbedKind::Mass) => {
                    network.set_object(side.object, &inner, &value);
                }
                (Some(inner), Some(value), RubbedKind::Free) if inner == key!(Mode, mass) => {
                    network.set_object(side.object, &key!(MassParams, mass), &value);
                }
                _ => {}
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
        self.ground = RubbedGround::even();
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
            let friction = &params.rub.friction;
            let mut newtons = friction.normal_force * self.hand.press();
            self.told.hiss(network, friction.noise, speed != 0.0);
            let pushed = match &mut self.block {
                // It lies there by its weight, whether a hand is on it or not.
                Some(block) => {
                    block.push(network, params, speed, self.step);
                    block.is_pushed()
                }
                None => {
                    newtons *= self.hand.engaged();
                    false
                }
            };
            network.slide(self.rub, if pushed { 0.0 } else { speed });
            self.told.press(network, newtons * harder);
        } else if self
            .block
            .as_ref()
            .is_some_and(|block| block.slides(network, params))
        {
            // Let go: it slides on until friction has stopped it.
            let harder = self.ground.harder(&params.uneven);
            let friction = &params.rub.friction;
            self.told.hiss(network, friction.noise, true);
            network.slide(self.rub, 0.0);
            self.told.press(network, friction.normal_force * harder);
            self.idle = false;
        } else if !self.idle {
            self.told.hiss(network, 0.0, false);
            network.slide(self.rub, 0.0);
            let block = self.block.as_mut();
            let lies = block.map_or(0.0, |block| block.take_off(network, self.step));
            self.told
                .press(network, params.rub.friction.normal_force * lies);
            self.idle = lies == 0.0;
        }
        self.idle &= !on;
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
    fn meant(&self) -> Meant {
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
            RubbedKind::Free => SlidBlock::slides_for(params, body),
        };
        let rubbed = longest(&params.first).max(longest(&params.second));
        rubbed.max(Standing::longest_decay(&params.on.support))
    }
    fn reset(&mut self, params: &FrictionParams, seed: u64) {
        self.ground = RubbedGround::new(self.hand.reset(seed));
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
