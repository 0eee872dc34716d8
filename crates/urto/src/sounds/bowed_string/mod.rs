//! Bowed string: a bow draws a string that sticks to it and slips, once per period.
//!
//! Hear:   a cello-like tone; too little force whistles (two slips per period), too much
//!         raucous; near the bridge brighter.
//! Law:    elasto-plastic friction between bow hair and a waveguide string, or rosin that warms
//!         (`bow.law`); the bridge shakes the instrument's body (see `instrument`); who plays is
//!         not steady (see `player`).
//! Step:   closed-form friction step on the string's wave impedance; all filters lossless or
//!         of known loss.
//! Limits: one string; the body does not act back on the string.
//! Refs:   Avanzini, Serafin & Rocchesso 2002; McIntyre, Schumacher & Woodhouse 1983;
//!         Woodhouse 1993 (impedance).

mod instrument;
mod player;

use crate::contact::{FrictionLaw, RosinLaw};
use crate::key;
use crate::network::{ContactId, Motion, NetworkBuilder, ObjectId, Pressed};
use crate::object::{Driven, DrivenParams, NamedPoint, Place, Point, StringBody, StringParams};
use crate::param::{Curve, Declared, ParamId, Params, Value};
use crate::parts::output::{Output, OutputParams};
use crate::parts::rubbing::Gesture;
use crate::parts::surfaces::Surfaces;
use crate::ramp::Ramp;
use crate::rate::Rate;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Rig,
};
use instrument::Corpus;
pub use instrument::Instrument;
use player::BLOCK;

/// Speed of the usual gesture \[m/s\]; loudness is judged against it.
const USUAL: f64 = 0.1;
/// Peak of a usual bow stroke: it sounds on.
const PEAK: f64 = 0.26;

crate::params! {
    /// A bow draws a string that sticks to it and slips.
    pub struct BowedStringParams("bowed_string") {
        /// Speed of the bow.
        velocity: USUAL, Linear(-2.0, 2.0), "m/s", Sample, spread 0.03;
        /// Bowing point: distance from the bridge as a share of the string's length.
        position: 0.1, Linear(0.02, 0.5), "", Sample, spread 0.2;
        /// Hair and rosin; `normal_force` is the bow's pressure.
        bow: hair(), Table(Surfaces), "", Block;
        /// The string.
        string: StringParams::default(), Table(StringParams), "", Block;
        /// Mix of the instrument's body: 0 is the bare bridge, 1 the body alone.
        body: 0.8, Linear(0.0, 1.0), "", Sample, spread 0.3;
        /// The instrument whose body is heard.
        instrument: Instrument::Plain, Choice(Instrument), "", Rebuild;
        /// How the bow is moved and pressed over time; below 0 it is drawn back.
        gesture: Gesture { tremor: 0.0, ..Gesture::default() }, Table(Gesture), "", Block;
        /// Stopped pitch over time \[s\], in semitones above the open string.
        finger: Curve::constant(0.0), Curve(0.0, 36.0), "semitone", Event;
        /// Depth of the vibrato.
        vibrato: 12.0, Linear(0.0, 100.0), "cent", Block, spread 0.15;
        /// Speed of the vibrato.
        vibrato_rate: 5.2, Linear(0.5, 12.0), "Hz", Block, expert, spread 0.15;
        /// Time before vibrato starts; it reaches full depth after the same time again.
        vibrato_delay: 0.0, Linear(0.0, 3.0), "s", Block, expert, spread 0.1;
        /// Time for the bow to reach full speed.
        attack: 0.06, Log(1e-3, 2.0), "s", Event, spread 0.15;
        include output: OutputParams = OutputParams::following(0.5);
    }
    macros {
        /// How fast the bow is drawn.
        speed: velocity(0.05, 0.4);
        /// How hard the bow is pressed: from a whistle to a rasp.
        pressure: bow.normal_force(0.25, 8.0);
        /// How bright: from over the fingerboard to close by the bridge.
        brightness: position(0.25, 0.04), string.brightness(300.0, 3000.0);
        /// How large the string is: from a violin's to a double bass's.
        size: string.pitch(660.0, 33.0), string.impedance(0.2, 1.5);
        /// How rough the hair is: more breath in the tone.
        roughness: bow.noise(2e-3, 0.5);
        /// How deep the vibrato is.
        wobble: vibrato(0.0, 60.0);
        /// How suddenly the bow gets going: from a swell to a bite.
        bite: attack(0.5, 5e-3);
    }
}

/// The hair of paper 003's bow with the wide Stribeck range that gives Helmholtz motion, and a
/// force well above the least one (Schelleng), below which the string slips twice per period.
fn rosin() -> FrictionLaw {
    FrictionLaw {
        normal_force: 2.5,
        dynamic_friction: 0.2,
        static_friction: 0.4,
        stribeck: 0.2,
        stiffness: 1e4,
        damping: 0.1,
        viscosity: 0.0,
        ..FrictionLaw::default()
    }
}

/// That hair, and for `bow.law = rosin` a rosin a quarter as grippy as the one that was measured, so
/// that the same pressure suits both laws.
fn hair() -> Surfaces {
    let mut hair = Surfaces::of(rosin());
    hair.rosin.law = RosinLaw {
        cold_friction: 0.3,
        hot_friction: 0.1,
        softening: 3.0,
        ..RosinLaw::default()
    };
    hair
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "bowed_string",
    title: "Bowed string",
    hear: "A bow draws a cello's D string; speed, pressure and place of the bow shape the tone.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["friction", "string", "modes"],
    table: &BowedStringParams::TABLE,
    make: &Player::<BowedString>::boxed,
    seconds: 3.0,
    release: Some(2.4),
    pad: Pad::drag(
        Some(Axis::new("velocity", 0.0, 0.4)),
        Some(Axis::new("bow.normal_force", 0.25, 8.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["string.pitch"],
        pressure: &["bow.normal_force"],
        place: Some(Axis::new("position", 0.02, 0.5)),
    },
};

/// Where the bridge's motion is taken from the string: its slope there is the force on the bridge.
const AT_BRIDGE: f64 = 0.02;
/// In a rehearsal the bow is drawn at full speed after so long \[s\].
const SOON: f64 = 0.06;
/// A spot on a string lies N cells from its end at least, about.
const CELLS: f64 = 2.1;

/// The bowed string's physics.
pub struct BowedString {
    rig: Rig,
    bow: ObjectId,
    string: ObjectId,
    touch: Point,
    rub: ContactId,
    pressed: Pressed,
    body: Corpus,
    player: player::BowPlayer,
    output: Output,
    rate: Rate,
    /// What the bow was told: its speed \[m/s\] and how hard it is pressed \[N\].
    speed: f64,
    newtons: f64,
    /// How far the bow is on the string, 0 to 1, and whether it goes there or is lifted.
    engaged: Ramp,
    goal: f64,
    strength: f64,
    /// How much nearer to the bridge the open string is heard than the one that the finger stops:
    /// what is heard is the slope at the bridge, the same at every rate.
    nearer: f64,
    /// Whether something changed since the level was set, and steps since it was looked at:
    /// pressure may come with every sample, the level follows more slowly.
    changed: bool,
    looked: u32,
}

impl BowedString {
    fn aim(&mut self, params: &BowedStringParams) {
        // Helmholtz motion: the bridge sees a sawtooth; near it the string is displaced by
        // share·V/(2·f·beta).
        let speed = (params.velocity * self.strength).abs().max(0.01 * USUAL);
        let share = self.bridge_share(params.string.pitch);
        let swing = share * speed / (2.0 * params.string.pitch * params.position);
        // A bow pressed beyond Schelleng's 2·Z·V/(beta·drop) holds on through the corners, and
        // pulls the string further: as many times as it is too strong.
        let strongest = 2.0 * params.string.impedance * speed / params.position;
        let further = (params.bow.drop() / strongest).max(1.0);
        self.output
            .aim(swing * further, speed / USUAL, &params.output);
    }

    /// Where the bridge's motion is taken from, as a share of the string: at low rates a short
    /// string has no cells as near to its end as one would like.
    fn bridge_share(&self, pitch: f64) -> f64 {
        AT_BRIDGE.max(CELLS * 2.0 * pitch * self.rate.step())
    }

    /// Moves the pitch as the player's finger does.
    fn stop(&mut self, params: &BowedStringParams) {
        let pitch = self
            .player
            .pitch(params, self.engaged.now(), self.rate.step());
        if let Some(pitch) = pitch {
            let range = const { StringParams::TABLE.range("pitch") };
            let pitch = range.clamp(pitch);
            self.nearer = self.bridge_share(params.string.pitch) / self.bridge_share(pitch);
            let pitch = Value::Number(pitch);
            let key = key!(StringParams, pitch);
            self.rig.network.set_object(self.string, &key, &pitch);
        }
    }
}

impl Model for BowedString {
    type Params = BowedStringParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.6;

    fn build(params: &BowedStringParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let bow = Driven::new(&DrivenParams::default(), &[], rate)?;
        let bow = network.add("bow", Box::new(bow))?;
        let point = |name: &str, position: f64| NamedPoint {
            name: name.to_owned(),
            place: Place::Along(position),
        };
        let points = [point("bow", params.position), point("bridge", AT_BRIDGE)];
        let string = StringBody::new(&params.string, &points, rate)?;
        let string = network.add("string", Box::new(string))?;
        let rub = network.join("rub", params.bow.build(rate)?, ["bow", "string@bow"])?;
        let pressed = network.pressed(rub)?;
        network.listen("string@bridge", Motion::Displacement)?;
        let (_, touch) = network.point("string@bow")?;
        let network = network.build(seed);
        let mut bowed = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: rub,
            },
            bow,
            string,
            touch,
            rub,
            pressed,
            body: Corpus::new(params.instrument, rate),
            player: player::BowPlayer::new(params, seed),
            // A cello radiates little below its lowest string; the bow's steady pull, let go at
            // the end of a stroke, would thump.
            output: Output::new(rate, 60.0).peaking(PEAK),
            rate,
            speed: 0.0,
            newtons: params.bow.friction.normal_force,
            engaged: Ramp::default(),
            goal: 0.0,
            strength: 1.0,
            nearer: 1.0,
            changed: false,
            looked: 0,
        };
        bowed.aim(params);
        Ok(bowed)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &BowedStringParams, id: &ParamId) {
        self.changed = true;
        let network = &mut self.rig.network;
        let Some(value) = params.value(id) else {
            return;
        };
        if let Some(inner) = id.within(&key!(BowedStringParams, bow)) {
            if let Some(own) = params.bow.of_law(&inner) {
                network.set_contact(self.rub, &own, &value);
            }
            // Which may have pressed the bow: it is to be told anew, as far as it is lifted.
            self.newtons = f64::NAN;
        } else if let Some(inner) = id.within(&key!(BowedStringParams, string)) {
            network.set_object(self.string, &inner, &value);
        } else {
            network.move_point(self.string, self.touch, params.position);
        }
    }
    fn event(&mut self, params: &BowedStringParams, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                self.strength = crate::parts::strength(strength);
                self.goal = 1.0;
                self.player.begin(params);
                self.aim(params);
            }
            Event::Release => self.goal = 0.0,
        }
    }
    fn rehearse(&mut self, params: &BowedStringParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        self.player.stay_at_height(params);
        // At once it would jerk the string, which may ring on for longer than is listened to.
        self.engaged = Ramp::at((1.0 - SOON / params.attack).max(0.0));
        1.0
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        // A melody is no reason: what is expected follows the pitch.
        let pitch = key!(BowedStringParams, string.pitch);
        id.is_in(&[key!(BowedStringParams, string)]) && *id != pitch
    }
    fn tick(&mut self, params: &BowedStringParams) -> f64 {
        // Set down in the attack time, lifted in 30 ms.
        let pace = self.rate.step() / if self.goal > 0.0 { params.attack } else { 0.03 };
        let engaged = self.engaged.approach(self.goal, pace);
        self.looked += 1;
        if self.changed && self.looked >= BLOCK {
            self.looked = 0;
            self.changed = false;
            self.aim(params);
        }
        self.stop(params);
        let (motion, press) = self.player.draw(params, self.rate.step());
        let speed = params.velocity * self.strength * engaged * motion;
        let network = &mut self.rig.network;
        if speed != self.speed {
            self.speed = speed;
            network.set_object(
                self.bow,
                &key!(DrivenParams, velocity),
                &Value::Number(speed),
            );
        }
        let lifted = if self.goal > 0.0 { 1.0 } else { engaged };
        let newtons = params.bow.friction.normal_force * lifted * press;
        if newtons != self.newtons {
            self.newtons = newtons;
            network.press(self.pressed, newtons);
        }
        network.step();
        let bridge = self.rig.network.heard(0);
        let heard = bridge + params.body * (self.body.pass(bridge) - bridge);
        self.output.pass(self.nearer * heard)
    }
    fn meant(&self) -> Meant {
        self.output.meant()
    }
    fn correct(&mut self, params: &BowedStringParams, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &BowedStringParams) -> f64 {
        params.string.decay
    }
    fn reset(&mut self, params: &BowedStringParams, seed: u64) {
        // Vibrato and lifting have moved these.
        self.rig.network.set_object(
            self.string,
            &key!(StringParams, pitch),
            &Value::Number(params.string.pitch),
        );
        self.newtons = params.bow.friction.normal_force;
        self.rig.network.press(self.pressed, self.newtons);
        self.rig
            .network
            .set_object(self.bow, &key!(DrivenParams, velocity), &Value::Number(0.0));
        self.speed = 0.0;
        self.engaged = Ramp::default();
        self.goal = 0.0;
        self.player = player::BowPlayer::new(params, seed);
        self.nearer = 1.0;
        self.changed = false;
        self.looked = 0;
        self.aim(params);
        self.body.reset();
        self.rig.network.reset(seed);
        self.output.reset();
    }
}
