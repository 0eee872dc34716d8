//! Something is rubbed: what squeaking, braking, writing and creaking have in common.
//!
//! Hear:   stick and slip: clicks when slow, a pitch that rises with the speed, a hiss under it.
//! Law:    a slider of mass m in a springy hold (stiffness k = m·w²) is drawn over a body through
//!         elasto-plastic friction (`contact::ElastoPlastic`). It sticks until the hold pulls with the
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
mod contact_settings;
mod gentle;
mod ground;
mod hand;
mod held;
mod keys;
mod loudness;
mod nudge;
mod parts;
mod slips;
mod tap;
mod wander;

pub(crate) use ground::RubbedGround;
pub(crate) use hand::RubbingHand;
pub(crate) use parts::{
    Gesture, Hearing, Hold, Parts, Passing, RubbedSound, RubbedSurface, Then, Uneven, curve,
    dry_law, halfway_round,
};

use super::output::Output;
use super::pickups::Pickups;
use crate::body::{Placed, Spot, Standing};
use crate::contact::{ElastoPlastic, FrictionLaw};
use crate::error::BuildError;
use crate::key;
use crate::network::{Motion, NetworkBuilder, ObjectId};
use crate::object::{Point, SprungMass};
use crate::param::{ParamId, Value, number_of};
use crate::ramp::Ramp;
use crate::rate::Rate;
use crate::sound::{Event, ExpressionKeys, FoundLevel, Meant, Model, Rig};
use air::Air;
pub(crate) use contact_settings::ContactSettings;
use loudness::RubbedLoudness;
use nudge::Nudge;
pub(crate) use slips::{Yielding, faster_for_slips};
use tap::RubbingTap;
pub(crate) use wander::Wander;

/// The physics of something rubbed.
pub(crate) struct Rub<P: RubbedSound> {
    rig: Rig,
    slider: ObjectId,
    touch: Point,
    pickup: Point,
    /// Where else it is heard, and the air there.
    pickups: Pickups,
    airs: Vec<Air>,
    /// What is rubbed.
    body: Placed,
    air: Air,
    output: Output,
    step: f64,
    /// How the body answers where it is heard.
    answer: RubbedLoudness,
    /// Speed and pressure against which loudness is judged: the sound's own defaults.
    usual: (f64, f64),
    hand: RubbingHand,
    ground: RubbedGround,
    tap: RubbingTap,
    /// What a rehearsal begins with.
    nudge: Nudge,
    /// Share of the pressure that is on.
    pressed: f64,
    /// Lifted and told so.
    idle: bool,
    told: ContactSettings,
    /// Way travelled \[m\].
    way: f64,
    /// Where the body is touched.
    place: Spot,
    /// What the way does to the pressure.
    passing: Ramp,
    /// Factor on the pressure: the way's and the surface's.
    harder: f64,
    /// What the slider's hold was told \[Hz\]; infinite where it is to be told anew.
    pitch: f64,
    sound: core::marker::PhantomData<P>,
}

impl<P: RubbedSound> Model for Rub<P> {
    type Params = P;
    const EXPRESSION: ExpressionKeys = P::EXPRESSION;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.2;

    fn build(params: &P, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let parts = params.parts();
        let mut network = NetworkBuilder::new(rate);
        let slider = network.add(
            "slider",
            Box::new(SprungMass::new(&parts.slider.mode(), rate)),
        )?;
        let (body, support) = (parts.body, parts.support);
        let places = [
            ("touch", parts.place),
            ("pickup", parts.hearing.listening.spot()),
        ];
        let points = parts.hearing.more.and(body, places);
        let mut body = Placed::add(&mut network, "body", body, support, &points, rate)?;
        let law = ElastoPlastic::new(&parts.surface.law, rate)?;
        let rub = network.join("rub", Box::new(law), ["slider", "body@touch"])?;
        let pressed = network.pressed(rub)?;
        network.listen("body@pickup", Motion::Ringing)?;
        body.listen(&mut network, "body")?;
        let output = Output::new(rate, parts.hearing.radiates).peaking(P::PEAK);
        let (more, pole) = (&parts.hearing.more, Some(output.pole()));
        let pickups = Pickups::listen(&mut network, "body", more, pole, rate)?;
        let (_, touch) = network.point("body@touch")?;
        let (_, pickup) = network.point("body@pickup")?;
        let network = network.build(seed);
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
            pickups,
            airs: vec![Air::new(rate, parts.hearing.radiates); more.pickups.len()],
            body,
            air: Air::new(rate, parts.hearing.radiates),
            output,
            step: rate.step(),
            answer: RubbedLoudness::default(),
            usual: (usual.parts().speed, usual.parts().pressure),
            hand: RubbingHand::new(rate.step()),
            ground: RubbedGround::new(seed),
            tap: RubbingTap::new(rate.step()),
            nudge: Nudge::default(),
            pressed: 0.0,
            idle: true,
            told: ContactSettings::new(pressed, key!(FrictionLaw, noise)),
            way: 0.0,
            place: parts.place,
            passing: Ramp::default(),
            harder: 1.0,
            pitch: 0.0,
            sound: core::marker::PhantomData,
        };
        made.feel(&parts);
        made.aim(params);
        made.reset(params, seed);
        Ok(made)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &P, id: &ParamId) {
        let parts = params.parts();
        let network = &mut self.rig.network;
        let value = number_of(params, id).map(|(value, _)| Value::Number(value));
        if id
            .within(&Self::BODY)
            .or(id.within(&Self::SUPPORT))
            .is_some()
        {
            self.body.follow(parts.body, parts.support, network);
        } else if let (Some(inner), Some(value)) = (id.within(&Self::LAW), &value) {
            if self.told.is_noise(&inner) {
                // The next step says how strong.
                self.told.forget();
            } else {
                network.set_contact(self.rig.shown, &inner, value);
            }
        } else if let (Some(inner), Some(value)) = (id.within(&Self::SLIDER), &value) {
            if let Some(inner) = Hold::of_mode(&inner) {
                network.set_object(self.slider, &inner, value);
            }
            self.pitch = f64::INFINITY;
        } else if id.within(&Self::SURFACE).is_none() {
            let pickup = parts.hearing.listening.spot();
            network.move_to(self.body.object(), self.pickup, pickup);
            self.pickups
                .follow(&parts.hearing.more, network, self.body.object());
        }
        // These two may be signals: what the body answers does not depend on them.
        if *id != Self::SPEED && *id != Self::PRESSURE {
            self.feel(&parts);
        }
        self.aim(params);
    }
    fn event(&mut self, params: &P, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                let parts = params.parts();
                let strength = crate::parts::strength(strength);
                let network = &mut self.rig.network;
                self.body.set_down(parts.body, parts.support, network);
                self.hand.start(parts.gesture, parts.variation, strength);
                self.aim(params);
            }
            Event::Release => self.hand.stop(),
        }
    }
    fn rehearse(&mut self, params: &P) -> f64 {
        self.event(params, Event::trigger(1.0));
        let parts = params.parts();
        let faster = self.faster(&parts);
        self.hand.stay_at_height(parts.gesture, faster);
        self.ground = RubbedGround::even();
        self.nudge = self.nudge(&parts);
        faster
    }
    fn rehearse_plainly(&mut self, params: &P) -> bool {
        self.event(params, Event::trigger(1.0));
        let parts = params.parts();
        self.hand.stay_at_height(parts.gesture, 1.0);
        self.faster(&parts) > 1.0
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        *id == Self::DAMPING || id.is_in(&[Self::BODY, Self::SUPPORT, Self::SLIDER])
    }
    fn tick(&mut self, params: &P) -> f64 {
        let parts = params.parts();
        let rub = self.rig.shown;
        let (on, look) = self.hand.go(parts.gesture, parts.variation);
        if on {
            if look {
                self.look(params);
            }
            let (speed, pressure) = self.draw(params);
            let network = &mut self.rig.network;
            self.told
                .hiss(network, parts.surface.law.noise, speed != 0.0);
            network.slide(rub, speed);
            self.told.press(network, pressure);
            self.idle = false;
        } else if !self.idle {
            let network = &mut self.rig.network;
            self.told.hiss(network, 0.0, false);
            network.slide(rub, 0.0);
            if P::LIFTS {
                self.told.press(network, 0.0);
            }
            self.idle = true;
        }
        let tap = self.tap.force() + self.nudge.force();
        let network = &mut self.rig.network;
        network.push(self.body.object(), self.touch, tap);
        self.rig.network.step();
        let slipped = self.rig.network.contact_velocity(rub) * self.step;
        self.ground.slip(slipped);
        let network = &self.rig.network;
        // What it stands on is large: its front and back do not cancel each other.
        let below = self.body.below(network);
        let sample = self.output.pass(self.air.pass(network.heard(0)) + below);
        let (gain, airs) = (self.output.gain(), &mut self.airs);
        self.pickups
            .hear_through(network, below, gain, |n, own| airs[n].pass(own));
        sample
    }
    fn channels(params: &P) -> usize {
        params.parts().hearing.more.channels()
    }
    fn pan(params: &P, channel: usize) -> Option<f64> {
        params.parts().hearing.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.pickups.further(channel)
    }
    fn meant(&self) -> Meant {
        self.output.meant()
    }
    fn correct(&mut self, params: &P, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &P) -> f64 {
        let parts = params.parts();
        let body = parts.body.longest_decay();
        let body = body.max(Standing::longest_decay(parts.support));
        parts.slider.decay.max(body)
    }
    fn reset(&mut self, params: &P, seed: u64) {
        let parts = params.parts();
        self.pressed = 0.0;
        self.idle = true;
        self.way = 0.0;
        self.place = parts.place;
        self.passing = Ramp::default();
        self.harder = 1.0;
        self.told.forget();
        self.ground = RubbedGround::new(self.hand.reset(seed));
        self.tap = RubbingTap::new(self.step);
        self.nudge = Nudge::default();
        self.pitch = f64::INFINITY;
        self.harden(&parts, 1.0);
        let network = &mut self.rig.network;
        network.move_to(self.body.object(), self.touch, parts.place);
        self.told.lift(network);
        network.slide(self.rig.shown, 0.0);
        network.reset(seed);
        self.air.reset();
        self.airs.iter_mut().for_each(Air::reset);
        self.output.reset();
        self.pickups.reset();
    }
}
