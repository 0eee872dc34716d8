//! Swarm: many small bodies that strike a large one, or each other.
//!
//! Hear:   shards, coins, facets of paper: each rings in its own pitch, and what they fall on
//!         rings with them.
//! Law:    every blow is a Hertz pulse (see `Pulse`) that pushes on the small body one way and on
//!         the large one the other way. What is heard is velocity times area of what is large
//!         against the wave length, and falls with the frequency below (see `object::corner`).
//! Step:   exact modal steps; the pulses' work is booked as injected.
//!         Modes of an uneven body are moved each by its own: what a change of outline does to
//!         first order.
//! Limits: a small body rings in its first modes only; there are as many of them as were built,
//!         taken in turn, so a new blow may retune one that still rings faintly.

use super::make::{Make, bell};
use super::pulse::{Blow, Pulse};
use crate::body::{Body, BodyParams, Placed, Spot, SupportParams};
use crate::error::BuildError;
use crate::high_pass;
use crate::math;
use crate::network::{Motion, Network, NetworkBuilder, ObjectId};
use crate::object::{Ensemble, Member, MemberPoint, NamedPoint, Point, QUIET, corner};
use crate::param::Value;
use crate::rate::Rate;
use crate::rng::Rng;
use crate::tape::{Dear, dear};

/// Places where the large body is struck.
const SPOTS: usize = 12;
/// Most blows at a time; the shortest are a few samples, so there are seldom more than five.
const MOST_BLOWS: usize = 64;
/// Ears of the large body, and of all small ones together.
const BASE_EAR: usize = 0;
const CROWD_EAR: usize = 1;

/// Places that cover 0 to 1 evenly, however many are taken: multiples of the golden section.
fn spread(index: usize) -> f64 {
    (0.5 + index as f64 * 0.618_033_988_749_895).fract()
}

/// How a body's velocity becomes sound: its area, and a high-pass at its corner.
#[derive(Clone, Copy, Default)]
struct Radiation {
    area: f64,
    pole: f64,
    low: f64,
}

impl Radiation {
    fn tune(&mut self, body: &BodyParams, rate: Rate) {
        let corner = corner(body.size);
        self.area = body.size * body.size * high_pass::of_remainders(corner, rate);
        self.pole = 1.0 - math::exp(-math::TAU * corner * rate.step());
    }

    fn pass(&mut self, velocity: f64) -> f64 {
        self.low += self.pole * (velocity - self.low);
        // Before it becomes subnormal.
        if self.low.abs() < QUIET {
            self.low = 0.0;
        }
        self.area * (velocity - self.low)
    }
}

/// A small body, one of the crowd.
struct Shard {
    body: Body,
    /// Its own parameters, and how they were made.
    params: BodyParams,
    make: Make,
    stale: bool,
}

impl Shard {
    /// Takes its parameters over into the crowd. The blow that follows hides the step.
    fn renew(&mut self, network: &mut Network, crowd: ObjectId, index: usize) {
        if let Some(id) = Ensemble::size_of(index) {
            network.set_object(crowd, &id, &Value::Number(self.params.size));
        }
        self.body.fill(&self.params);
        // All have as many modes as the one that was described.
        let first = index * self.body.modes().len();
        let mut rng = Rng::new(self.make.seed);
        for (mode, mut to) in (first..).zip(self.body.tuned(&self.params)) {
            if self.make.uneven > 0.0 {
                to.frequency *= math::exp(self.make.uneven * bell(&mut rng));
            }
            network.retune(crowd, mode, &to);
        }
        self.stale = false;
    }
}

/// A blow that is going on.
#[derive(Clone, Copy, Default)]
struct Going {
    pulse: Pulse,
    /// Small body, and the place on the large one if it feels it.
    shard: usize,
    spot: Option<Point>,
    /// Share of the force that the large body feels, with its sign.
    share: f64,
}

/// Many small bodies and a large one.
pub struct Swarm {
    rate: Rate,
    /// The small bodies, all in one object.
    crowd: ObjectId,
    torn: Point,
    /// Root of half their number.
    tears: f64,
    shards: Vec<Shard>,
    /// A small body as it was described, which none of them need be.
    described: Body,
    going: Vec<Going>,
    base: Placed,
    radiation: Radiation,
    pickup: Point,
    spots: [Point; SPOTS],
    next: usize,
}

impl Swarm {
    /// Adds the bodies to a network: `count` of the small ones, of which `torn` can be pushed on
    /// all at once. The large one is heard at its pickup, and has more points if they are wanted.
    /// Allocates.
    pub fn new(
        network: &mut NetworkBuilder,
        shard: &BodyParams,
        (count, torn): (usize, usize),
        (base, support): (&BodyParams, &SupportParams),
        (pickup, more): (Spot, Vec<NamedPoint>),
        rate: Rate,
    ) -> Result<Self, BuildError> {
        let mut points: Vec<NamedPoint> = (0..SPOTS)
            .map(|index| base.point(format!("spot{index}"), spread(index)))
            .collect();
        points.push(base.point("pickup", pickup));
        points.extend(more);
        let mut placed = Placed::add(network, "body", base, support, &points, rate)?;
        network.listen("body@pickup", Motion::Ringing)?;
        let mut spots = [Point::default(); SPOTS];
        for (index, spot) in spots.iter_mut().enumerate() {
            *spot = network.point(&format!("body@spot{index}"))?.1;
        }
        let (_, pickup) = network.point("body@pickup")?;
        let described = Body::new(shard)?;
        let shapes = |position: f64| -> Vec<f64> {
            let modes = 0..described.modes().len();
            let shapes = || modes.map(|mode| described.shape(mode, position)).collect();
            dear(Dear::Shapes, shapes)
        };
        // Struck somewhere along its edge, heard at its corner, where every mode speaks.
        let heard = shapes(0.0);
        let places = (0..count).map(spread);
        let spot = |place| MemberPoint {
            place,
            shapes: shapes(place),
        };
        let elsewhere: Vec<MemberPoint> = places.map(spot).collect();
        let members = (0..count).map(|index| Member {
            modes: described.tuned(shard).collect(),
            struck: elsewhere[index].shapes.clone(),
            heard: heard.clone(),
            elsewhere: elsewhere.clone(),
            size: shard.size,
        });
        let members: Vec<Member> = members.collect();
        let crowd = Ensemble::new(&members, torn, rate);
        let all = crowd.torn();
        let crowd = network.add("pieces", Box::new(crowd))?;
        network.listen("pieces@air", Motion::Ringing)?;
        let one = || Shard {
            body: described.clone(),
            params: shard.clone(),
            make: Make::default(),
            stale: false,
        };
        let shards = (0..count).map(|_| one()).collect();
        placed.listen(network, "body")?;
        let mut radiation = Radiation::default();
        radiation.tune(base, rate);
        Ok(Self {
            rate,
            crowd,
            torn: all,
            tears: (0.5 * torn as f64).sqrt(),
            shards,
            described,
            going: Vec::with_capacity(MOST_BLOWS),
            base: placed,
            radiation,
            pickup,
            spots,
            next: 0,
        })
    }

    /// How many small bodies there are.
    pub fn count(&self) -> usize {
        self.shards.len()
    }

    /// The large body.
    pub fn base(&self) -> &Placed {
        &self.base
    }

    /// A small body as it was described.
    pub fn described(&self) -> &Body {
        &self.described
    }

    /// A small body as it is now, and its parameters.
    pub fn shard(&self, index: usize) -> (&Body, &BodyParams) {
        (&self.shards[index].body, &self.shards[index].params)
    }

    /// Takes changed parameters over: the large body at once, each small one at its next blow.
    /// Does not allocate.
    pub fn follow(
        &mut self,
        network: &mut Network,
        shard: &BodyParams,
        (base, support): (&BodyParams, &SupportParams),
        pickup: Spot,
    ) {
        self.base.follow(base, support, network);
        self.radiation.tune(base, self.rate);
        network.move_to(self.base.object(), self.pickup, pickup);
        self.described.fill(shard);
        for own in &mut self.shards {
            if !own.make.is(&own.params, shard) {
                own.stale = true;
                own.make.apply(&mut own.params, shard);
                // What levels are set by is to be what the next blow will find.
                own.body.fill(&own.params);
            }
        }
    }

    /// Sets the large body down, where the parameters say; to be called when a gesture starts.
    pub fn set_down(&mut self, network: &mut Network, base: &BodyParams, support: &SupportParams) {
        self.base.set_down(base, support, network);
    }

    /// Makes a small body anew. Does not allocate.
    pub fn remake(&mut self, network: &mut Network, index: usize, shard: &BodyParams, make: Make) {
        let own = &mut self.shards[index];
        if own.stale || own.make != make {
            own.make = make;
            make.apply(&mut own.params, shard);
            own.renew(network, self.crowd, index);
        }
    }

    /// Turns a small body, so that its next blows meet it at another place from 0 to 1.
    pub fn turn(&mut self, network: &mut Network, index: usize, to: f64) {
        network.move_point(self.crowd, Point(index as u32), to);
    }

    /// The small body whose turn it is.
    pub fn take_turn(&mut self) -> usize {
        self.next = (self.next + 1) % self.shards.len();
        self.next
    }

    /// Lets a small body be struck; the large one feels a share of the blow at a random place.
    pub fn strike(
        &mut self,
        network: &mut Network,
        shard: usize,
        blow: Blow,
        share: f64,
        rng: &mut Rng,
    ) {
        let own = &mut self.shards[shard];
        if own.stale {
            own.renew(network, self.crowd, shard);
        }
        // Drawn in any case, so that a full list does not shift the others' luck.
        let spot = self.spots[rng.below(SPOTS)];
        let sign = if rng.bits() & 1 == 0 { 1.0 } else { -1.0 };
        if self.going.len() < MOST_BLOWS && blow.speed > 0.0 {
            self.going.push(Going {
                pulse: Pulse::new(blow.impulse() * sign, blow.duration(), self.rate),
                shard,
                spot: (share > 0.0).then_some(spot),
                share,
            });
        }
    }

    /// Pushes on all small bodies that can be torn, every other one the other way, and with a share
    /// of each force on the large one, during the coming step \[N\]. There the forces, at so many
    /// places and either way, add by their power: two places, one each way, stand for all.
    pub fn tear(&self, network: &mut Network, newtons: f64, share: f64) {
        network.push(self.crowd, self.torn, newtons);
        let felt = newtons * share * self.tears;
        network.push(self.base.object(), self.spots[0], -felt);
        network.push(self.base.object(), self.spots[1], felt);
    }

    /// Pushes with all blows that are going on; to be called before every step.
    pub fn push(&mut self, network: &mut Network) {
        for going in &mut self.going {
            let newtons = going.pulse.force();
            network.push(self.crowd, Point(going.shard as u32), newtons);
            if let Some(spot) = going.spot {
                network.push(self.base.object(), spot, -newtons * going.share);
            }
        }
        self.going.retain(|going| going.pulse.is_running());
    }

    /// Whether nobody strikes, so that all ring on by themselves.
    pub fn is_idle(&self) -> bool {
        self.going.is_empty()
    }

    /// What was heard at a sample while all rang on: see [`heard`](Swarm::heard).
    pub fn rang(&mut self, network: &Network, n: usize) -> f64 {
        let large = network.rang(BASE_EAR).at(n) + self.base.rang_below(network, n);
        self.radiation.pass(large) + network.rang(CROWD_EAR).at(n)
    }

    /// What is heard now: area times velocity of all, as far as it leaves them \[m³/s\]; to be
    /// called once after every step.
    pub fn heard(&mut self, network: &Network) -> f64 {
        let large = network.heard(BASE_EAR) + self.base.below(network);
        self.radiation.pass(large) + network.heard(CROWD_EAR)
    }

    /// What is heard wherever one listens to the large body: the motion of what it stands on, before
    /// it radiates \[m/s\], and the small bodies \[m³/s\].
    pub fn shared(&self, network: &Network) -> [f64; 2] {
        [self.base.below(network), network.heard(CROWD_EAR)]
    }

    /// The same at a sample while all rang on.
    pub fn rang_shared(&self, network: &Network, n: usize) -> [f64; 2] {
        let below = self.base.rang_below(network, n);
        [below, network.rang(CROWD_EAR).at(n)]
    }

    /// What a velocity of the large body \[m/s\] is as sound at another place \[m³/s\], whose state
    /// is `low`.
    pub fn radiate(&self, low: &mut f64, velocity: f64) -> f64 {
        let mut radiation = Radiation {
            low: *low,
            ..self.radiation
        };
        let heard = radiation.pass(velocity);
        *low = radiation.low;
        heard
    }

    /// Back to rest, and struck where they were built to be; the bodies stay as they were made
    /// last.
    pub fn reset(&mut self, network: &mut Network) {
        for index in 0..self.shards.len() {
            self.turn(network, index, spread(index));
        }
        self.going.clear();
        self.next = 0;
        self.radiation.low = 0.0;
    }
}
