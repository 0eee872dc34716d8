//! Rolling: a ball rolls over a rough surface, which rattles and rings under it.
//!
//! Hear:   faster is louder and brighter, a larger ball lower and smoother; a ball out of balance
//!         throbs once per turn.
//! Law:    the ball's centre rides on the envelope of its arcs over the surface (see
//!         `gesture::Track`); its mass is pressed on the body by its weight through the impact
//!         contact, so it hops where the surface falls away faster than gravity lets it follow.
//!         Its weight is 1 + asymmetry·cos(angle) times the usual one, and its speed changes
//!         with the height of its centre of mass: v² + (10/7)·g·asymmetry·r·cos(angle) holds.
//! Step:   exact modal step; the force is solved against both bodies each sample.
//! Limits: one line, one contact; the surface's roughness is not worn.
//! Refs:   Rath 2003; Rath & Rocchesso 2005; Papetti 2010, 2.2.5 and 3.2.2.

mod params;

use crate::body::Standing;
use crate::gesture::{GRAVITY, InclinedPlane, Travel, Turning};
use crate::key;
use crate::math;
use crate::param::{Declared, ParamId};
use crate::parts::surface_follower::{Ride, SurfaceFollower};
use crate::ramp::Ramp;
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Rig,
    Route, Target,
};
use params::USUAL;
pub use params::{Ball, Drive, RollingParams};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "rolling",
    title: "Rolling",
    hear: "A ball rolls over a rough surface: a rumble of tiny knocks that rises with its speed.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["impact", "modes", "profile"],
    table: &RollingParams::TABLE,
    make: &Player::<Rolling>::boxed,
    seconds: 3.0,
    release: Some(2.4),
    pad: Pad::drag(
        Some(Axis::new("speed", 0.0, 3.0)),
        Some(Axis::new("ball.diameter", 0.006, 0.2)),
    ),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &[],
        place: Some(Axis::new("place", 0.0, 1.0)),
    },
};

/// Starting, stopping, and taking weight off take so long \[s\].
const STARTS: f64 = 0.08;
const STOPS: f64 = 0.25;
const SETTLES: f64 = 0.06;
/// What changes slowly is worked out every N steps, and goes in straight lines between.
const LOOK: u32 = 16;
/// Peak of usual rolling: it sounds on.
const PEAK: f64 = 0.25;
/// A ball's inertia of turning: 1 + 2/5.
const TURNING: f64 = Turning::Ball.inertia();

/// The rolling's physics.
pub struct Rolling {
    ride: SurfaceFollower,
    step: f64,
    /// Whether it is to roll, how far it is on its way, and how far its weight is on.
    going: bool,
    moving: f64,
    pressed: f64,
    strength: f64,
    plane: Option<InclinedPlane>,
    time: f64,
    /// Cosine and sine of how far the ball has turned.
    turned: [f64; 2],
    /// Wavering of the speed: where it is and goes, and when it goes elsewhere.
    waver: f64,
    goal: f64,
    until: f64,
    /// Share of the asked speed, worked out every few steps.
    share: Ramp,
    clock: u32,
    /// The last step's speed \[m/s\].
    last: f64,
    rng: Rng,
}

fn ride(params: &RollingParams) -> Ride<'_> {
    Ride {
        surface: &params.surface,
        contact: &params.contact,
        body: &params.body,
        support: &params.on.support,
        radius: 0.5 * params.ball.diameter,
        mass: params.ball.mass,
        touch: params.way.spot(),
        pickup: params.listening.spot(),
        more: &params.more,
        wander: params.way.wander,
        peak: PEAK,
    }
}

impl Rolling {
    fn aim(&mut self, params: &RollingParams) {
        let ride = ride(params);
        let weight = params.ball.mass * GRAVITY;
        let fast = match params.drive {
            Drive::Given => params.speed,
            // A plane that falls makes it faster.
            Drive::Plane => {
                let fallen = -math::sin(math::TAU * params.plane.tilt / 360.0);
                let gained = 2.0 * GRAVITY * fallen.max(0.0) * params.plane.length / TURNING;
                (params.speed * params.speed + gained).sqrt()
            }
        };
        let fast = (fast * self.strength).abs().clamp(0.02, 10.0);
        let expected = self.ride.expected(&ride, weight, fast);
        let usual = self.ride.expected(&ride, weight, USUAL);
        self.ride
            .output
            .aim(expected, expected / usual, &params.output);
    }

    /// How fast it goes now \[m/s\].
    fn speed(&mut self, params: &RollingParams) -> f64 {
        let share = self.share.along() * self.moving;
        let Some(plane) = &mut self.plane else {
            return params.speed * share;
        };
        if plane.step(self.step) != Travel::Under {
            self.going = false;
        }
        plane.velocity() * share
    }

    /// Works out what changes slowly: how far the ball has turned, and the share of the asked speed
    /// that it is to have after the coming steps.
    fn look(&mut self, params: &RollingParams) {
        let span = f64::from(LOOK) * self.step;
        self.turned = turned(self.turned, 2.0 * self.last * span / params.ball.diameter);
        let (mut asked, mut share) = (params.speed, 1.0);
        if let Some(plane) = &self.plane {
            asked = plane.velocity();
        } else {
            // No hand and no floor is even: the speed wavers by some per cent, in half seconds.
            if self.time >= self.until {
                self.until = self.time + 0.3 + 0.4 * self.rng.uniform();
                self.goal = self.rng.signed();
            }
            self.waver += (self.goal - self.waver) * span / 0.15;
            let wavers = 1.0 + 0.15 * params.variation * self.waver;
            share = self.strength * wavers * params.pace.at(self.time + span);
        }
        let uneven = self.uneven(params, asked * share * self.moving);
        self.share.go(share * uneven, LOOK);
    }

    /// Factor on the speed \[m/s\] of a ball whose centre of mass rises and falls.
    fn uneven(&self, params: &RollingParams, speed: f64) -> f64 {
        let lift = params.ball.asymmetry * 0.5 * params.ball.diameter * self.turned[0];
        let fallen = 2.0 / TURNING * GRAVITY * lift;
        // A slow ball would stop on its heavy side; here it is pushed over.
        let share = 1.0 - fallen / (speed * speed).max(1e-12);
        share.clamp(0.2, 2.0).sqrt()
    }
}

/// A turning vector, a small angle later. Kept at length 1 by a step of Newton's method, so that
/// what the short series leave out (1e-10 of a turn at a twentieth) does not add up.
fn turned([c, s]: [f64; 2], by: f64) -> [f64; 2] {
    let square = by * by;
    let (cosine, sine) = if square < 0.0025 {
        let cosine = 1.0 - 0.5 * square * (1.0 - square / 12.0);
        (cosine, by * (1.0 - square / 6.0 * (1.0 - square / 20.0)))
    } else {
        (math::cos(by), math::sin(by))
    };
    let (c, s) = (c * cosine - s * sine, s * cosine + c * sine);
    let mend = 1.5 - 0.5 * (c * c + s * s);
    [mend * c, mend * s]
}

/// How long body and support ring on \[s\].
fn rings(params: &RollingParams) -> f64 {
    let body = params.body.longest_decay();
    body.max(Standing::longest_decay(&params.on.support))
}

impl Model for Rolling {
    type Params = RollingParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const REHEARSED: f64 = 0.2;
    const HELD: bool = true;

    fn build(params: &RollingParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut ride = SurfaceFollower::build(&ride(params), rate, seed)?;
        let contact = Target::Contact(ride.hit);
        ride.rig.routes = vec![Route::new(key!(RollingParams, contact), contact)];
        let mut rolling = Self {
            ride,
            step: rate.step(),
            going: false,
            moving: 0.0,
            pressed: 0.0,
            strength: 1.0,
            plane: None,
            time: 0.0,
            turned: [1.0, 0.0],
            waver: 0.0,
            goal: 0.0,
            until: 0.0,
            share: Ramp::default(),
            clock: 0,
            last: 0.0,
            rng: Rng::new(seed),
        };
        rolling.aim(params);
        Ok(rolling)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.ride.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.ride.rig)
    }
    fn change(&mut self, params: &RollingParams, id: &ParamId) {
        // Loudness follows a speed that is driven by a signal as nature has it.
        if *id != key!(RollingParams, speed) {
            self.ride.follow(&ride(params));
            self.aim(params);
        }
    }
    fn event(&mut self, params: &RollingParams, event: Event) {
        let Event::Trigger { strength, .. } = event else {
            self.going = false;
            return;
        };
        let strength = crate::parts::strength(strength);
        self.strength = strength * (1.0 + 0.2 * params.variation * self.rng.signed());
        self.going = true;
        self.time = 0.0;
        self.until = 0.0;
        self.plane = (params.drive == Drive::Plane).then(|| {
            let speed = params.speed * self.strength;
            InclinedPlane::launched(speed, &params.plane, Turning::Ball)
        });
        if self.pressed == 0.0 {
            self.ride.set_down(&ride(params));
        }
        self.aim(params);
    }
    fn tick(&mut self, params: &RollingParams) -> f64 {
        let toward = |now: f64, goal: bool, up: f64, down: f64| {
            if goal && now == 1.0 {
                now
            } else if goal {
                (now + self.step / up).min(1.0)
            } else {
                (now - self.step / down).max(0.0)
            }
        };
        self.moving = toward(self.moving, self.going, STARTS, STOPS);
        let stays = self.going || self.moving > 0.0;
        self.pressed = toward(self.pressed, stays, SETTLES, SETTLES);
        self.time += self.step;
        if self.clock == 0 {
            self.look(params);
        }
        self.clock = (self.clock + 1) % LOOK;
        let speed = self.speed(params).clamp(-20.0, 20.0);
        self.last = speed;
        let throb = 1.0 + params.ball.asymmetry * self.turned[0];
        let weight = params.ball.mass * GRAVITY * throb * self.pressed;
        self.ride.step(&ride(params), weight, speed)
    }
    fn channels(params: &RollingParams) -> usize {
        params.more.channels()
    }
    fn pan(params: &RollingParams, channel: usize) -> Option<f64> {
        params.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.ride.pickups.further(channel)
    }
    fn meant(&self) -> Meant {
        self.ride.output.meant()
    }
    fn correct(&mut self, params: &RollingParams, found: FoundLevel) {
        self.ride.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &RollingParams) -> f64 {
        let rolls = match params.drive {
            Drive::Given => 0.0,
            // Nothing on a plane is left to roll after its length at a crawl.
            Drive::Plane => 2.0 * params.plane.length / params.speed.abs().max(0.05),
        };
        rolls + STOPS + SETTLES + rings(params)
    }
    fn reset(&mut self, params: &RollingParams, seed: u64) {
        self.ride.reset(&ride(params), seed);
        self.going = false;
        self.moving = 0.0;
        self.pressed = 0.0;
        self.strength = 1.0;
        self.plane = None;
        self.time = 0.0;
        self.turned = [1.0, 0.0];
        self.waver = 0.0;
        self.goal = 0.0;
        self.until = 0.0;
        self.share = Ramp::default();
        self.clock = 0;
        self.last = 0.0;
        self.rng = Rng::new(seed);
    }
}
