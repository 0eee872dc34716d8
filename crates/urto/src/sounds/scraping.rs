//! Scraping: a point is dragged over a rough surface, and what it is dragged on rings.
//!
//! Hear:   pressing harder and going faster is louder and brighter; a sharper point is harsher; a
//!         rough or ribbed surface rattles.
//! Law:    the point, a small mass in a hand that presses it down, rides on the envelope of its
//!         tip over the surface (see `gesture::Track`) through the impact contact: it follows,
//!         or hops from peak to peak. Strokes go to and fro, faster in the middle, and lean less
//!         on the way back if asked.
//! Step:   exact modal step; the force is solved against both bodies each sample.
//! Limits: forces along the surface (stick and slip) are another sound, `friction`.
//! Refs:   Papetti 2010, 2.2.5; van den Doel, Kry & Pai 2001 (FoleyAutomatic: scraping as a
//!         surface read at the contact's speed).

use crate::body::{BodyKind, BodyParams, MaterialKind, Standing, Supported};
use crate::contact::{ImpactLaw, Scheme};
use crate::gesture::SurfaceParams;
use crate::key;
use crate::param::{Declared, ParamId};
use crate::parts::output::{Listening, OutputParams};
use crate::parts::pickups::MorePickups;
use crate::parts::surface_follower::{Ride, SurfaceFollower, Way};
use crate::ramp::Ramp;
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Rig,
    Route, Target,
};

crate::params! {
    /// What is dragged.
    pub struct Tip("tip") {
        /// Radius of the tip: a sharper tip goes deeper into the surface and sounds harsher.
        radius: 5e-4, Log(2e-5, 0.1), "m", Block, spread 0.08;
        /// Mass of the tip and whatever is fixed to it: a heavier tip yields less to bumps.
        mass: 0.03, Log(1e-4, 10.0), "kg", Block, spread 0.06;
    }
}

crate::params! {
    /// A point is dragged over a rough surface, and what it is dragged on rings.
    pub struct ScrapingParams("scraping") {
        /// Maximum dragging speed.
        speed: USUAL, Linear(-5.0, 5.0), "m/s", Sample, spread 0.04;
        /// Force that presses the tip down.
        force: PRESSED, Log(1e-2, 500.0), "N", Sample, spread 0.06;
        /// Length of a stroke, back and forth; 0 drags on without end.
        stroke: 0.15, ZeroLog(5e-3, 10.0), "m", Block, spread 0.05;
        /// Force on the way back, as a share: a saw cuts one way only. 0 lifts it off.
        back: 1.0, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Unevenness of force and speed, within a stroke and from stroke to stroke.
        variation: 0.3, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// What is dragged.
        tip: Tip::default(), Table(Tip), "", Block;
        /// The surface.
        surface: scratched(), Table(SurfaceParams), "", Block;
        /// How the two press on each other.
        contact: hard(), Table(ImpactLaw), "", Block;
        include way: Way = Way::from(0.3, 0.2);
        include listening: Listening = Listening::at(0.0);
        /// What rings.
        body: pan(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.5);
        include more: MorePickups;
    }
    macros {
        /// How fast it is dragged.
        haste: speed(0.08, 1.5);
        /// How hard it is pressed.
        grip: force(0.3, 30.0);
        /// How rough the surface is.
        roughness: surface.roughness(1e-6, 1e-4);
        /// How sharp and hard the tip is.
        sharpness: tip.radius(5e-3, 1e-4), contact.stiffness(5e7, 1e10);
        /// How long a stroke is.
        reach: stroke(0.05, 0.6);
        /// How unsteady the hand is.
        unsteadiness: variation(0.0, 0.8);
    }
}

/// Speed \[m/s\] and force \[N\] of the usual stroke; loudness is judged against them.
const USUAL: f64 = 0.35;
/// Peak of usual scraping: the level that is expected is that of its strongest hits.
const PEAK: f64 = 0.56;
const PRESSED: f64 = 3.0;

fn scratched() -> SurfaceParams {
    SurfaceParams {
        roughness: 4e-6,
        grain: 6e-5,
        octaves: 4,
        hurst: 0.3,
        ..SurfaceParams::default()
    }
}

fn hard() -> ImpactLaw {
    ImpactLaw {
        stiffness: 1e9,
        dissipation: 20.0,
        scheme: Scheme::Cheap,
        ..ImpactLaw::default()
    }
}

/// The bottom of a pan, with food and a hand on it.
fn pan() -> BodyParams {
    BodyParams {
        kind: BodyKind::Disc,
        size: 0.26,
        thickness: 0.003,
        material: MaterialKind::Steel,
        damping: 12.0,
        ..BodyParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "scraping",
    title: "Scraping",
    hear: "A point is dragged to and fro over a rough surface: a harsh noise in strokes.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["impact", "modes", "profile"],
    table: &ScrapingParams::TABLE,
    make: &Player::<Scraping>::boxed,
    seconds: 3.0,
    release: Some(2.5),
    pad: Pad::drag(
        Some(Axis::new("speed", 0.0, 1.5)),
        Some(Axis::new("force", 0.3, 30.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &["force"],
        place: Some(Axis::new("place", 0.0, 1.0)),
    },
};

/// Setting down and lifting take so long \[s\].
const LIFTS: f64 = 0.04;
/// Time constant of the hand's tremor \[s\].
const TREMOR: f64 = 0.03;
/// The level follows changes every N steps.
const LOOK: u32 = 64;

/// The scraping's physics.
pub struct Scraping {
    ride: SurfaceFollower,
    signals: [ParamId; 2],
    step: f64,
    going: bool,
    /// How far the hand is on, 0 to 1.
    engaged: Ramp,
    strength: f64,
    /// Way within the stroke, 0 to 1, and its direction.
    stroke: f64,
    heading: f64,
    /// How far it leans on, 0 to 1: less on the way back.
    leans: Ramp,
    /// Of the present stroke: factors on speed and force.
    faster: f64,
    harder: f64,
    /// The hand's tremor: a one-pole low-pass of a goal that leaps, and for how long that stays \[s\].
    tremor: f64,
    goal: f64,
    left: f64,
    rng: Rng,
    /// Whether a parameter changed since the level was set: force and speed may come with every
    /// sample, the level follows more slowly.
    changed: bool,
    clock: u32,
}

fn ride(params: &ScrapingParams) -> Ride<'_> {
    Ride {
        surface: &params.surface,
        contact: &params.contact,
        body: &params.body,
        support: &params.on.support,
        radius: params.tip.radius,
        mass: params.tip.mass,
        touch: params.way.spot(),
        pickup: params.listening.spot(),
        more: &params.more,
        wander: params.way.wander,
        peak: PEAK,
    }
}

impl Scraping {
    fn aim(&mut self, params: &ScrapingParams) {
        let ride = ride(params);
        let speed = (params.speed * self.strength).abs().max(0.01);
        let expected = self.ride.expected(&ride, params.force, speed);
        let usual = self.ride.expected(&ride, PRESSED, USUAL);
        self.ride
            .output
            .aim(expected, expected / usual, &params.output);
    }

    /// No two strokes are alike.
    fn draw(&mut self, params: &ScrapingParams) {
        self.faster = 1.0 + 0.3 * params.variation * self.rng.signed();
        self.harder = 1.0 + 0.4 * params.variation * self.rng.signed();
    }

    /// The hand's speed now, as a share of the asked one: up and down again in each stroke.
    fn hand(&mut self, params: &ScrapingParams) -> f64 {
        if params.stroke == 0.0 {
            return 1.0;
        }
        // As fast as a hand that accelerates evenly up to the middle, and brakes after it; from
        // a floor, or a stroke would never begin.
        let bell = |way: f64| (1.0 - (2.0 * way - 1.0).abs()).max(0.0).sqrt();
        let share = bell(self.stroke).max(0.1);
        let speed = (params.speed * self.strength * self.faster).abs() * share;
        self.stroke += speed * self.step / params.stroke;
        if self.stroke >= 1.0 {
            self.stroke = 0.0;
            self.heading = -self.heading;
            self.draw(params);
        }
        // It turns smoothly, though the way counts on.
        self.heading * bell(self.stroke)
    }

    /// A hand trembles: some per cent of force, ten times a second.
    fn trembles(&mut self) -> f64 {
        self.left -= self.step;
        if self.left <= 0.0 {
            self.left = 0.06 + 0.08 * self.rng.uniform();
            self.goal = self.rng.signed();
        }
        self.tremor += (self.goal - self.tremor) * self.step / TREMOR;
        self.tremor
    }
}

/// How long body and support ring on \[s\].
fn rings(params: &ScrapingParams) -> f64 {
    let body = params.body.longest_decay();
    body.max(Standing::longest_decay(&params.on.support))
}

impl Model for Scraping {
    type Params = ScrapingParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const REHEARSED: f64 = 0.2;
    const HELD: bool = true;

    fn build(params: &ScrapingParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut ride = SurfaceFollower::build(&ride(params), rate, seed)?;
        let contact = Target::Contact(ride.hit);
        ride.rig.routes = vec![Route::new(key!(ScrapingParams, contact), contact)];
        let key = |name| ScrapingParams::TABLE.find(name).unwrap_or_default();
        let mut scraping = Self {
            ride,
            signals: [key("speed"), key("force")],
            step: rate.step(),
            going: false,
            engaged: Ramp::default(),
            strength: 1.0,
            stroke: 0.0,
            heading: 1.0,
            leans: Ramp::at(1.0),
            faster: 1.0,
            harder: 1.0,
            tremor: 0.0,
            goal: 0.0,
            left: 0.0,
            rng: Rng::new(seed),
            changed: false,
            clock: 0,
        };
        scraping.aim(params);
        Ok(scraping)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.ride.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.ride.rig)
    }
    fn change(&mut self, params: &ScrapingParams, id: &ParamId) {
        if !self.signals.contains(id) {
            self.ride.follow(&ride(params));
        }
        self.changed = true;
    }
    fn event(&mut self, params: &ScrapingParams, event: Event) {
        let Event::Trigger { strength, .. } = event else {
            self.going = false;
            return;
        };
        self.strength = crate::parts::strength(strength);
        self.going = true;
        self.draw(params);
        if self.engaged.is_off() {
            self.stroke = 0.0;
            self.heading = 1.0;
            self.leans = Ramp::at(1.0);
            self.ride.set_down(&ride(params));
        }
        self.aim(params);
    }
    fn tick(&mut self, params: &ScrapingParams) -> f64 {
        self.clock += 1;
        if self.changed && self.clock >= LOOK {
            self.clock = 0;
            self.changed = false;
            self.aim(params);
        }
        let change = self.step / LIFTS;
        let goal = if self.going { 1.0 } else { 0.0 };
        let engaged = self.engaged.approach(goal, change);
        let mut speed = 0.0;
        let mut newtons = 0.0;
        if engaged > 0.0 {
            let share = self.hand(params);
            speed = params.speed * self.strength * self.faster * share * engaged;
            let uneven = 1.0 + 0.3 * params.variation * self.trembles();
            let leans = if self.heading < 0.0 { params.back } else { 1.0 };
            // What was lifted is set down where it is, not thrown.
            if self.leans.is_off() && leans > 0.0 {
                self.ride.set_down(&ride(params));
            }
            let leans = self.leans.approach(leans, change);
            newtons = params.force * self.harder * uneven * engaged * leans;
        }
        let speed = speed.clamp(-20.0, 20.0);
        self.ride.step(&ride(params), newtons, speed)
    }
    fn channels(params: &ScrapingParams) -> usize {
        params.more.channels()
    }
    fn pan(params: &ScrapingParams, channel: usize) -> Option<f64> {
        params.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.ride.pickups.further(channel)
    }
    fn meant(&self) -> Meant {
        self.ride.output.meant()
    }
    fn correct(&mut self, params: &ScrapingParams, found: FoundLevel) {
        self.ride.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &ScrapingParams) -> f64 {
        LIFTS + rings(params)
    }
    fn reset(&mut self, params: &ScrapingParams, seed: u64) {
        self.ride.reset(&ride(params), seed);
        self.going = false;
        self.engaged = Ramp::default();
        self.strength = 1.0;
        self.stroke = 0.0;
        self.heading = 1.0;
        self.leans = Ramp::at(1.0);
        self.faster = 1.0;
        self.harder = 1.0;
        self.tremor = 0.0;
        self.goal = 0.0;
        self.left = 0.0;
        self.rng = Rng::new(seed);
        self.changed = false;
        self.clock = 0;
        self.aim(params);
    }
}
