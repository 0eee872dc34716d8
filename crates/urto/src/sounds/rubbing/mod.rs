//! Something is rubbed: what squeaking, braking, writing and creaking have in common.
//!
//! Hear:   stick and slip: clicks when slow, a pitch that rises with the speed, a hiss under it.
//! Law:    a slider of mass m in a springy hold (stiffness k = m·w²) is drawn over a body through
//!         elasto-plastic friction (`contact::Friction`). It sticks until the hold pulls with the
//!         resting friction, slips for about half its own period, and sticks again: k·V/(2·D)
//!         times a second at speed V, with D the drop from resting to sliding friction, until
//!         that nears its own frequency.
//!         The pressure changes with the place of touch: exp(u·n(x)), n a smooth chance profile
//!         of mean square 1 over the distance x that has really slipped, so that no two slips
//!         are alike.
//!         The hold stiffens under pressure: its frequency goes as pressure^hardening, 1/6 for
//!         round bodies (Hertz: k ~ pressure^(1/3)).
//! Step:   closed-form friction step against both bodies each sample; the hold's stiffness and
//!         a place of touch that wanders are renewed every few steps, keeping the energy.
//! Limits: one place of touch, one direction; a surface never comes back to the same grain.
//! Refs:   Avanzini, Serafin & Rocchesso 2002, 2005; Dupont et al. 2002; Rabinowicz 1965.

mod air;
mod gentle;
mod hand;
mod keys;
mod loudness;
mod parts;
mod wander;

pub(super) use parts::{
    Gesture, Hearing, Parts, Passing, Rubbed, Surface, Then, curve, halfway_round,
};

use super::output::Output;
use super::ramp::Ramp;
use crate::body::{Placed, Standing};
use crate::contact::Friction;
use crate::error::BuildError;
use crate::network::{Motion, Network, ObjectId};
use crate::object::{Held, NamedPoint, Place, Point};
use crate::param::{ParamId, Value, number_of};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{Event, Model, Rig};
use crate::space::RoomParams;
use air::Air;
use gentle::Gentle;
use hand::LOOK;
use keys::Keys;
use loudness::Answer;
pub(super) use wander::Wander;

/// Setting down and lifting takes this long \[s\]: a hand is no switch.
const GRASP: f64 = 0.03;
/// The physics of something rubbed.
pub(super) struct Rub<P: Rubbed> {
    rig: Rig,
    slider: ObjectId,
    touch: Point,
    pickup: Point,
    /// What is rubbed.
    body: Placed,
    keys: Keys,
    air: Air,
    output: Output,
    step: f64,
    /// How the body answers where it is heard.
    answer: Answer,
    /// Speed and pressure against which loudness is judged: the sound's own defaults.
    usual: (f64, f64),
    /// Time in the gesture \[s\], its factors, and whether it is on.
    time: f64,
    pace: f64,
    strength: f64,
    /// Strength of the trigger, before chance.
    given: f64,
    goal: f64,
    engaged: f64,
    /// Share of the pressure that is on.
    pressed: f64,
    /// Lifted and told so; noise told to be on.
    idle: bool,
    hissing: Option<bool>,
    /// Way travelled \[m\].
    way: f64,
    /// By how much the surfaces slipped in the last step \[m\].
    slipped: f64,
    /// Where the body is touched.
    place: f64,
    clock: u32,
    /// Shares of speed and pressure that the gesture has, and what the way does to the pressure.
    share: Ramp,
    press: Ramp,
    passing: Ramp,
    /// Factor on the pressure: the way's and the surface's.
    harder: f64,
    /// The surface's factor on the pressure in the coming step.
    uneven: f64,
    gentle: Gentle,
    /// What the contact was told \[N\].
    told: f64,
    /// What the slider's hold was told \[Hz\]; infinite where it is to be told anew.
    pitch: f64,
    ground: Wander,
    hand: Wander,
    chance: Rng,
    sound: core::marker::PhantomData<P>,
}

fn along(name: &str, position: f64) -> NamedPoint {
    NamedPoint {
        name: name.to_owned(),
        place: Place::Along(position),
    }
}

impl<P: Rubbed> Model for Rub<P> {
    type Params = P;
    const HELD: bool = true;

    fn build(params: &P, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let parts = params.parts();
        let mut network = Network::new(rate);
        let slider = network.add("slider", Box::new(Held::new(parts.slider, rate)))?;
        let points = [
            along("touch", parts.place),
            along("pickup", parts.hearing.pickup),
        ];
        let (body, under) = (parts.body, parts.under);
        let mut body = Placed::add(&mut network, "body", body, under, &points, rate)?;
        let law = Friction::new(&parts.surface.law(), rate);
        let rub = network.join("rub", Box::new(law), ["slider", "body@touch"])?;
        network.listen("body@pickup", Motion::Ringing)?;
        body.listen(&mut network, "body")?;
        let (_, touch) = network.point("body@touch")?;
        let (_, pickup) = network.point("body@pickup")?;
        network.start(seed);
        let usual = P::default();
        let mut made = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: rub,
            },
            slider,
            touch,
            pickup,
            body,
            keys: Keys::new::<P>(),
            air: Air::new(rate, parts.hearing.radiates),
            output: Output::new(rate, parts.hearing.radiates),
            step: rate.step(),
            answer: Answer::default(),
            usual: (usual.parts().speed, usual.parts().pressure),
            time: 0.0,
            pace: 1.0,
            given: 1.0,
            strength: 1.0,
            goal: 0.0,
            engaged: 0.0,
            pressed: 0.0,
            idle: true,
            hissing: None,
            way: 0.0,
            slipped: 0.0,
            place: parts.place,
            clock: 0,
            share: Ramp::default(),
            press: Ramp::default(),
            passing: Ramp::default(),
            harder: 1.0,
            uneven: 1.0,
            gentle: Gentle::new(),
            told: 0.0,
            pitch: 0.0,
            ground: Wander::new(seed),
            hand: Wander::new(seed),
            chance: Rng::new(seed),
            sound: core::marker::PhantomData,
        };
        made.feel(&parts);
        made.aim(params);
        made.reset(params, seed);
        Ok(made)
    }
    fn rig(&self) -> &Rig {
        &self.rig
    }
    fn rig_mut(&mut self) -> &mut Rig {
        &mut self.rig
    }
    fn change(&mut self, params: &P, id: &ParamId) {
        let parts = params.parts();
        let network = &mut self.rig.network;
        let value = number_of(params, id).map(|(value, _)| Value::Number(value));
        let field = |inner: &ParamId| inner.path().first().map(|index| *index as usize);
        if id
            .within(&self.keys.body)
            .or(id.within(&self.keys.under))
            .is_some()
        {
            self.body.follow(parts.body, parts.under, network);
        } else if let (Some(inner), Some(value)) = (id.within(&self.keys.surface), &value) {
            match field(&inner).and_then(|index| *self.keys.contact.get(index)?) {
                // The next step says how strong.
                Some(target) if Some(target) == self.keys.noise => self.hissing = None,
                Some(target) => {
                    network.set_contact(self.rig.shown, &target, value);
                }
                None => {}
            }
        } else if let (Some(inner), Some(value)) = (id.within(&self.keys.slider), &value) {
            network.set_object(self.slider, &inner, value);
            self.pitch = f64::INFINITY;
        } else {
            network.move_point(self.body.object(), self.pickup, parts.hearing.pickup);
        }
        // Speed and pressure may be signals: what the body answers does not depend on them.
        if id.path().len() > 1 || *id == self.keys.place {
            self.feel(&parts);
        }
        self.aim(params);
    }
    fn event(&mut self, params: &P, event: Event) {
        match event {
            Event::Trigger { strength } => {
                self.given = crate::sounds::strength(strength);
                self.goal = 1.0;
                let parts = params.parts();
                let network = &mut self.rig.network;
                self.body.set_down(parts.body, parts.under, network);
                self.begin(params, self.given);
                self.aim(params);
            }
            Event::Release => self.goal = 0.0,
        }
    }
    fn tick(&mut self, params: &P) -> f64 {
        self.body.settle(&mut self.rig.network);
        let most = self.step / GRASP;
        self.engaged += (self.goal - self.engaged).clamp(-most, most);
        let rub = self.rig.shown;
        if self.engaged > 0.0 || self.goal > 0.0 {
            if self.clock == 0 {
                self.look(params);
            }
            self.clock = (self.clock + 1) % LOOK;
            let (speed, pressure) = self.draw(params);
            self.hiss(params.parts().surface, speed != 0.0);
            self.rig.network.slide(rub, speed);
            self.press_on(pressure);
            self.idle = false;
        } else if !self.idle {
            self.hiss(params.parts().surface, false);
            self.rig.network.slide(rub, 0.0);
            if P::LIFTS {
                self.press_on(0.0);
            }
            self.idle = true;
        }
        self.rig.network.step();
        self.slipped = self.rig.network.contact_velocity(rub) * self.step;
        let network = &self.rig.network;
        // What it stands on is large: its front and back do not cancel each other.
        let heard = self.air.pass(network.heard(0)) + self.body.below(network);
        self.output.pass(heard)
    }
    fn room(params: &P) -> Option<&RoomParams> {
        Some(params.parts().room)
    }
    fn tail(params: &P) -> f64 {
        let parts = params.parts();
        let body = parts.body.longest_decay();
        let body = body.max(Standing::longest_decay(parts.under));
        parts.slider.decay.max(body)
    }
    fn reset(&mut self, params: &P, seed: u64) {
        let parts = params.parts();
        self.engaged = 0.0;
        self.pressed = 0.0;
        self.goal = 0.0;
        self.idle = true;
        self.way = 0.0;
        self.slipped = 0.0;
        self.place = parts.place;
        self.clock = 0;
        self.share = Ramp::default();
        self.press = Ramp::default();
        self.passing = Ramp::default();
        self.harder = 1.0;
        self.uneven = 1.0;
        self.gentle = Gentle::new();
        self.told = 0.0;
        self.strength = 1.0;
        self.given = 1.0;
        // One seed gives each chance its own sequence.
        self.chance = Rng::new(seed ^ 0x7275_6262_6564);
        self.ground = Wander::new(self.chance.bits());
        self.hand = Wander::new(self.chance.bits());
        self.pitch = f64::INFINITY;
        self.harden(&parts, 1.0);
        let network = &mut self.rig.network;
        network.move_point(self.body.object(), self.touch, parts.place);
        network.press(self.rig.shown, 0.0);
        network.slide(self.rig.shown, 0.0);
        network.reset(seed);
        self.body.arrive(network);
        self.air.reset();
        self.output.reset();
    }
}
