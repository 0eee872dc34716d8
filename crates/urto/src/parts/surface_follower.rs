//! What rolling and scraping share: a mass pressed on a body, while the surface between them is
//! moved along.
//!
//! Law: the surface under the mass is an offset of the impact contact, so that bumps push the
//! two apart and every micro-impact is solved against both.

use super::output::{INAUDIBLE, Output};
use super::pickups::{MorePickups, Pickups};
use crate::body::{BodyParams, Placed, Spot, SpotParams, SupportParams};
use crate::contact::{HuntCrossley, ImpactLaw};
use crate::error::BuildError;
use crate::gesture::{SurfaceParams, Track};
use crate::math;
use crate::network::{ContactId, Motion, NetworkBuilder, ObjectId};
use crate::object::{Mass, MassParams, Point};
use crate::param::{Declared, ParamId, Value};
use crate::rate::Rate;
use crate::sound::Rig;

crate::params! {
    /// Where on a body something goes.
    pub struct Way("way") {
        /// Where on the body it starts: 0 is one end, 1 the other.
        place: 0.3, Linear(0.0, 1.0), "", Block, expert, spread 0.2;
        /// How far it moves back and forth from there along the body.
        wander: 0.2, Linear(0.0, 1.0), "", Block, expert, spread 0.1;
        /// Where it starts on the surface of a body from a mesh.
        place_spot: SpotParams::default(), Table(SpotParams), "", Block;
    }
}

impl Way {
    /// From a position along the body, and so far to either side.
    pub(crate) fn from(place: f64, wander: f64) -> Self {
        Self {
            place,
            wander,
            ..Self::default()
        }
    }

    /// The place.
    pub fn spot(&self) -> Spot {
        Spot::new(self.place, &self.place_spot)
    }
}

/// What rides on what, as the sound's parameters say.
pub(crate) struct Ride<'a> {
    pub surface: &'a SurfaceParams,
    pub contact: &'a ImpactLaw,
    pub body: &'a BodyParams,
    pub support: &'a SupportParams,
    /// Radius \[m\] and mass \[kg\] of what rides.
    pub radius: f64,
    pub mass: f64,
    /// Where it touches the body and where one listens; how far it goes to either side.
    pub touch: Spot,
    pub pickup: Spot,
    pub more: &'a MorePickups,
    pub wander: f64,
    /// Peak of the usual gesture.
    pub peak: f64,
}

/// The touching point moves along the body every N samples of 48 kHz, if by then it is so far behind
/// (the shortest waves of a body with some fifty modes are thirty times as long); working out a
/// body's shapes costs as much as some hundred samples.
const MOVES: f64 = 256.0;
const USUAL: f64 = 48e3;
const NEAR: f64 = 0.005;
/// One that has fallen behind by more than this, because it was told to be elsewhere, moves by a
/// tenth of this in every sixteenth of the time.
const BEHIND: f64 = 0.02;
/// Surfaces are changed no faster than this \[m/s\], the usual speed of micro-impacts, and by no
/// more than a factor of e in this time \[s\]: the ground does not strike by itself.
const LIFTS: f64 = 5e-3;
const CHANGES: f64 = 0.03;

/// A mass that rides on a body.
pub(crate) struct SurfaceFollower {
    pub rig: Rig,
    pub hit: ContactId,
    pub output: Output,
    /// Way covered \[m\].
    pub way: f64,
    rider: ObjectId,
    touch: Point,
    pickup: Point,
    pub pickups: Pickups,
    struck: Placed,
    track: Track,
    /// The surface and the radius, as far as they have followed.
    surface: SurfaceParams,
    radius: f64,
    /// Where it touches the body.
    place: Spot,
    /// Whether it is pressed on the surface.
    pressed: bool,
    /// Height of the surface where the ride began \[m\]: the offset is counted from there.
    level: Option<f64>,
    offset: f64,
    /// The path's height \[m\] now and at the next place where it was looked up, so many steps ahead: of so
    /// many each.
    height: f64,
    next: f64,
    ahead: u32,
    each: u32,
    mass: f64,
    /// What presses it down \[N\].
    newtons: f64,
    mass_id: ParamId,
    force_id: ParamId,
    position_id: ParamId,
    step: f64,
    clock: u32,
    moves: u32,
}

impl SurfaceFollower {
    pub fn build(ride: &Ride, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let rider = MassParams {
            mass: ride.mass,
            ..MassParams::default()
        };
        let rider = network.add("rider", Box::new(Mass::new(&rider, &[], rate)?))?;
        let places = [("touch", ride.touch), ("pickup", ride.pickup)];
        let points = ride.more.and(ride.body, places);
        let (body, support) = (ride.body, ride.support);
        let mut struck = Placed::add_travelled(&mut network, "body", body, support, &points, rate)?;
        let law = HuntCrossley::new(ride.contact, rate)?;
        let hit = network.join("hit", Box::new(law), ["rider", "body@touch"])?;
        network.listen("body@pickup", Motion::Ringing)?;
        struck.listen(&mut network, "body")?;
        let output = Output::new(rate, INAUDIBLE).peaking(ride.peak);
        let pole = Some(output.pole());
        let pickups = Pickups::listen(&mut network, "body", ride.more, pole, rate)?;
        let (_, touch) = network.point("body@touch")?;
        let (_, pickup) = network.point("body@pickup")?;
        let network = network.build(seed);
        let key = |name| MassParams::TABLE.find(name).unwrap_or_default();
        Ok(Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: hit,
            },
            hit,
            output,
            way: 0.0,
            rider,
            touch,
            pickup,
            pickups,
            struck,
            track: Track::new(ride.surface, ride.radius, rate, seed)?,
            surface: ride.surface.clone(),
            radius: ride.radius,
            place: ride.touch,
            pressed: false,
            level: None,
            offset: 0.0,
            height: 0.0,
            next: 0.0,
            ahead: 0,
            each: ((rate.hertz() / USUAL).round() as u32).max(1),
            mass: ride.mass,
            newtons: 0.0,
            mass_id: key("mass"),
            force_id: key("force"),
            position_id: key("position"),
            step: rate.step(),
            clock: 0,
            moves: (MOVES * rate.hertz() / USUAL).round() as u32,
        })
    }

    /// Takes changed parameters over.
    pub fn follow(&mut self, ride: &Ride) {
        let network = &mut self.rig.network;
        self.struck.follow(ride.body, ride.support, network);
        network.move_to(self.struck.object(), self.pickup, ride.pickup);
        self.pickups
            .follow(ride.more, network, self.struck.object());
        if ride.mass != self.mass {
            self.mass = ride.mass;
            network.set_object(self.rider, &self.mass_id, &Value::Number(ride.mass));
        }
        if !self.pressed {
            self.take_surface(ride);
        }
    }

    /// The ground and the radius become what the parameters say.
    fn take_surface(&mut self, ride: &Ride) {
        self.surface.clone_from(ride.surface);
        self.radius = ride.radius;
        self.track.refit(&self.surface, self.radius);
    }

    /// The ground and the radius follow the parameters.
    fn shift(&mut self, ride: &Ride) {
        let (now, goal) = (&mut self.surface, ride.surface);
        let same = now.roughness == goal.roughness && now.ridge == goal.ridge;
        if same && now.hurst == goal.hurst && self.radius == ride.radius {
            return;
        }
        let (rise, share) = (LIFTS * self.step, 1.0 + self.step / CHANGES);
        let by_share = |now: f64, goal: f64| goal.clamp(now / share, now * share);
        let by_rise = |now: f64, goal: f64, rise: f64| goal.clamp(now - rise, now + rise);
        // Peaks are about three times as high as the mean.
        let roughness = by_rise(now.roughness, goal.roughness, rise / 3.0);
        now.roughness = by_share(now.roughness, roughness);
        now.ridge = by_rise(now.ridge, goal.ridge, rise);
        now.hurst = by_rise(now.hurst, goal.hurst, self.step / CHANGES);
        self.radius = by_share(self.radius, ride.radius);
        self.track.refit(&self.surface, self.radius);
    }

    /// Moves the touching point along the body, to and fro about its place.
    fn go_along(&mut self, ride: &Ride) {
        self.clock += 1;
        if !self.clock.is_multiple_of((self.moves / 16).max(1)) {
            return;
        }
        let touch = self.along(ride);
        let behind = touch.apart(self.place);
        let late = self.pressed && behind > BEHIND;
        let due = self.clock >= self.moves && (behind >= NEAR || !self.pressed);
        if due || late {
            let most = if late { 0.1 * BEHIND } else { 1.0 };
            self.place = self.place.towards(touch, most);
            let body = self.struck.object();
            self.rig.network.move_to(body, self.touch, self.place);
        }
        self.clock = if due { 0 } else { self.clock.min(self.moves) };
    }

    /// Sets the mass down on the surface, at rest, and the body on what is under it.
    pub fn set_down(&mut self, ride: &Ride) {
        let network = &mut self.rig.network;
        self.struck.set_down(ride.body, ride.support, network);
        let (_, compression) = network.contact_state(self.hit);
        let gap = network.look(self.struck.object()).displacement(self.touch) - self.offset;
        // What presses already stays.
        if compression <= 0.0 {
            network.set_object(self.rider, &self.position_id, &Value::Number(gap));
            network.restart(self.rider);
        }
    }

    /// Where on the body it is to be.
    fn along(&self, ride: &Ride) -> Spot {
        let turns = self.way / ride.body.size;
        let aside = 4.0 * (turns - turns.round()).abs() - 1.0;
        ride.touch.aside(ride.wander * aside)
    }

    /// One step with a force \[N\] on the mass and a speed \[m/s\] along the surface.
    pub fn step(&mut self, ride: &Ride, newtons: f64, speed: f64) -> f64 {
        self.shift(ride);
        self.pressed = newtons > 0.0;
        self.go_along(ride);
        self.way += speed * self.step;
        let height = self.rides(speed);
        let network = &mut self.rig.network;
        let level = *self.level.get_or_insert(height);
        self.offset = height - level;
        network.offset(self.hit, self.offset);
        // A two-thousandth more or less is not heard.
        if (newtons - self.newtons).abs() > 5e-4 * newtons || newtons * self.newtons == 0.0 {
            self.newtons = newtons;
            network.set_object(self.rider, &self.force_id, &Value::Number(newtons));
        }
        network.step();
        let heard = network.heard(0) + self.struck.below(network);
        let sample = self.output.pass(heard);
        self.pickups.hear(network, heard, self.output.gain());
        sample
    }

    /// Height of the path \[m\], at a speed \[m/s\].
    ///
    /// Where the ball goes over from one peak to another the path is not quite even. A contact that loses
    /// by its speed hears how fast that goes, and at twice the rate it would be twice as fast. So the
    /// path is looked up as often as at 48 kHz, and goes straight between.
    fn rides(&mut self, speed: f64) -> f64 {
        if self.ahead == 0 {
            let (surface, radius) = (&self.surface, self.radius);
            self.next = self.track.height(surface, radius, self.way, speed);
            self.ahead = self.each;
            if self.level.is_none() {
                self.height = self.next;
            }
        }
        self.height = match self.ahead {
            1 => self.next,
            left => self.height + (self.next - self.height) / f64::from(left),
        };
        self.ahead -= 1;
        self.height
    }

    pub fn reset(&mut self, ride: &Ride, seed: u64) {
        let network = &mut self.rig.network;
        network.offset(self.hit, 0.0);
        network.set_object(self.rider, &self.force_id, &Value::Number(0.0));
        self.newtons = 0.0;
        network.set_object(self.rider, &self.position_id, &Value::Number(0.0));
        network.move_to(self.struck.object(), self.touch, ride.touch);
        network.reset(seed);
        self.track.reset(seed);
        self.take_surface(ride);
        self.place = ride.touch;
        self.pressed = false;
        self.way = 0.0;
        self.level = None;
        self.offset = 0.0;
        self.ahead = 0;
        self.clock = 0;
        self.output.reset();
        self.pickups.reset();
    }

    /// How fast the heard point will move, about \[m/s\], at a force \[N\] and a speed \[m/s\].
    ///
    /// The mass bobs on the spring of the contact, driven by those waves of the surface that pass
    /// at its own frequency, and hops where they or larger bumps throw it up faster than the
    /// force brings it down. Since impulse times rate is the force, faster hops mean rarer and
    /// stronger blows. Each mode swings like noise of that power through a resonator.
    pub fn expected(&self, ride: &Ride, newtons: f64, speed: f64) -> f64 {
        let (mass, speed) = (ride.mass, speed.abs().max(1e-6));
        let force = self.roughly(ride, mass, newtons, speed);
        // A light body gives way to a heavy mass.
        let light = self.answer(ride, force.1).1;
        let mass = 1.0 / (1.0 / mass + light);
        let (newtons, hertz) = self.roughly(ride, mass, newtons, speed);
        let (power, _) = self.answer(ride, hertz);
        // Crest of such a texture: about 10 dB. What moves less than this cannot be heard even at
        // the body itself, and is not to be made loud.
        (3.0 * newtons * (power / hertz).sqrt()).max(1e-7)
    }

    /// The varying part of the contact's force \[N\], and up to which frequency it reaches \[Hz\].
    fn roughly(&self, ride: &Ride, mass: f64, newtons: f64, speed: f64) -> (f64, f64) {
        let law = ride.contact;
        let a = law.exponent;
        let root = math::pow(newtons / law.stiffness, 1.0 / a);
        let spring = a * newtons / root;
        let w = (spring / mass).sqrt();
        let bobs = w / math::TAU;
        // Loss factor: the contact's own, and what bodies take.
        let loss = 0.02 + law.dissipation * newtons * w / spring;
        let wave = ride.surface.amplitude(speed / bobs, ride.radius);
        // In units of the force; a tenth comes from somewhere, and bobbing does not grow beyond
        // a few hops.
        let driven = w * w * wave * mass / newtons / loss.min(1.0).sqrt();
        let driven = driven.clamp(0.1, 6.0);
        let slope = ride.surface.slope(ride.radius);
        let bump = math::TAU * ride.surface.range() / 6.0 / slope;
        let thrown = slope * speed;
        // The highest of bumps throw it first, at three times the mean.
        let hops = 3.0 * math::TAU * thrown * speed / bump * mass > newtons;
        // A ball on ground that moves at random gathers speed until each rebound loses as much;
        // bodies take about a tenth.
        let lost = (0.1 + 0.67 * law.dissipation * thrown).min(1.0);
        let gathered = thrown * ((2.0 - lost) / lost).sqrt();
        let bobbing = driven * newtons / (mass * w);
        let faster = if hops { bobbing.max(gathered) } else { bobbing };
        if faster * mass * w < newtons {
            return (0.7 * newtons * driven, bobs);
        }
        // A contact that loses much is stiffer while it closes: k·(1 + mu·v).
        let closing = law.stiffness * (1.0 + law.dissipation * faster);
        let pressed = math::pow(
            0.5 * (a + 1.0) * mass * faster * faster / closing,
            1.0 / (a + 1.0),
        );
        let hertz = faster / (6.0 * pressed);
        ((2.0 * newtons * mass * faster * hertz).sqrt(), hertz)
    }

    /// How strongly the heard point swings in noise of one N²/Hz that reaches up to a frequency
    /// \[m²/s²\], and how easily the touched one is moved by it \[1/kg\].
    fn answer(&self, ride: &Ride, up_to: f64) -> (f64, f64) {
        let (mut power, mut light) = (0.0, 0.0);
        let ear = (ride.pickup, ride.more.air.is_on());
        for mode in self.struck.heard(ride.body, ride.touch, ear) {
            let above = mode.hertz / up_to;
            let reached = 1.0 / (1.0 + above * above * above * above);
            let fades = mode.decay / math::LN_1000;
            let swing = mode.touched * mode.heard / mode.mass;
            power += 0.25 * swing * swing * fades * reached;
            light += mode.touched * mode.touched / mode.mass * reached;
        }
        (power, light)
    }
}
