//! Footsteps: feet come down on a floor or on loose ground, heel and toe.
//!
//! Hear:   who goes, how, in what, and on what: the knock of the sole and the floor's answer, and
//!         the crunch of what gives way under the weight.
//! Law:    heel and toe strike a floor of modes by f = k·x^1.5·(1 + mu·v), k that of sole and
//!         cover in series; a soft noise burst is the sole that rolls on. Loose ground crackles
//!         while the ground reaction force rises: events per newton, energies by a power law,
//!         each a blow of impulse sqrt(2·m·E) on a heap of damped modes. Forces from outside
//!         (sensors, routes) may press instead of a walker: see `sensed`.
//! Step:   exact modal step, contacts solved each sample; bursts and blows are forces from
//!         outside, booked as work.
//! Limits: the leg above the heel is left out (a foot does not rebound twice), grains do not
//!         strike each other on; loudness is set by a rehearsed step when the ground is built.
//! Refs:   Galbraith & Barton 1970; Nilsson & Thorstensson 1989; Fontana & Bresin 2003; Farnell,
//!         Designing Sound; Visell et al. 2009; Turchet 2016.

mod blows;
mod gait;
mod ground;
mod params;
mod rehearsal;
mod sensed;
mod walk;

use crate::body::Body;
use crate::contact::{HuntCrossley, ImpactLaw};
use crate::energy::Health;
use crate::gesture::{Burst, BurstParams};
use crate::key;
use crate::math;
use crate::network::{ContactId, Motion, NetworkBuilder, ObjectId, Thrown};
use crate::object::{Mass, MassParams, ModalParams, Point};
use crate::param::{Declared, ParamId, Value};
use crate::parts::output::{INAUDIBLE, Output};
use crate::rate::Rate;
use crate::sound::{Axis, Entry, Event, ExpressionKeys, Family, Form, Model, Pad, Player, Rig};
use crate::texture::Crackle;
use blows::Blows;
use gait::FootPart;
pub use gait::Gait;
pub use ground::Ground;
use ground::GroundGrains;
pub use params::FootstepsParams;
use params::{USUAL_SOLE, USUAL_SPEED, USUAL_WEIGHT};
use rehearsal::{StepLoudness, StepRehearsal};
pub use sensed::FootForces;
use sensed::Sensed;
use walk::{FootTouch, Walk};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "footsteps",
    title: "Footsteps",
    hear: "Someone walks, runs or sneaks over floors, gravel, snow or leaves.",
    family: Family::Solids,
    form: Form::Texture,
    built_on: &["impact", "modes", "noise", "chance"],
    table: &FootstepsParams::TABLE,
    make: &Player::<Footsteps>::boxed,
    seconds: 4.0,
    release: Some(3.6),
    pad: Pad::hold(
        Some(Axis::new("speed", 0.6, 4.0)),
        Some(Axis::new("stamp", 0.4, 2.5)),
    ),
    expression: ExpressionKeys {
        pitch: &[],
        pressure: &["stamp"],
        place: None,
    },
};

/// Heel or toe: what strikes, where, and the burst of the sole there.
struct Foot {
    part: FootPart,
    mass: ObjectId,
    thrown: Thrown,
    hit: ContactId,
    place: Point,
    burst: Burst,
    /// Body weight that the burst presses with \[N\].
    newtons: f64,
}

/// What crackles under the foot.
struct Loose {
    grains: GroundGrains,
    heap: ObjectId,
    crackle: Crackle,
    blows: Blows,
    /// The heap's pitch now, as a factor.
    pitch: f64,
}

impl Loose {
    /// Lets grains give way while the force changes, in the coming step.
    fn give_way(&mut self, params: &FootstepsParams, walk: &Walk, sensed: f64, strength: f64) {
        let grains = &self.grains;
        let (more, less) = walk.change();
        // What a force from outside crushes is as strong as it is.
        let step = if sensed > 0.0 { 1.0 } else { walk.strength() };
        let more = more + sensed;
        let count = grains.per_weight * params.loose * (more + grains.lifted * less);
        if count > 0.0
            && let Some(joules) = self.crackle.advance(&grains.crackle, count)
        {
            // A heavier walker crushes more at a time.
            let heavier = strength * params.weight / USUAL_WEIGHT;
            let joules = joules * step * heavier;
            let impulse = (2.0 * grains.mass * joules).sqrt();
            self.blows.add(impulse, grains.blow);
        }
    }
}

/// The footsteps' physics.
pub struct Footsteps {
    rig: Rig,
    floor: ObjectId,
    body: Body,
    feet: [Foot; 2],
    loose: Option<Loose>,
    figures: ground::GroundFigures,
    burst: BurstParams,
    walk: Walk,
    /// What presses from outside.
    sensed: Sensed,
    output: Output,
    rate: Rate,
    /// What the rehearsed step was like, and the rehearsal while it goes on.
    rehearsed: StepLoudness,
    rehearsal: Option<StepRehearsal>,
    strength: f64,
    /// Samples until the next look.
    until_look: u32,
}

/// Feet that have knocked and fly back this far are caught \[m\]: the leg holds them.
const CAUGHT: f64 = 1e-3;
/// How often feet, grains and the walk are looked after \[steps\].
const LOOK: u32 = 32;
/// Where heel and toe stand before the first step.
const STANDS: [f64; 2] = [0.5, 0.6];
/// No ground rings longer than this \[s\].
const RINGS: f64 = 0.2;
/// Toes are lighter than heels.
const TOE: f64 = 0.6;
/// Stiffness of two springs f = k·x^1.5 in series.
fn in_series(one: f64, other: f64) -> f64 {
    let yields = |k: f64| math::pow(k, -1.0 / 1.5);
    math::pow(yields(one) + yields(other), -1.5)
}

/// The burst of a sole: its band ends where a blow of heel and sole does, and that grows with
/// k^0.4 (Hertz). The figures are for the usual sole.
fn rolling(figures: &ground::GroundFigures, sole: f64) -> BurstParams {
    let harder = in_series(sole, figures.cover) / in_series(USUAL_SOLE, figures.cover);
    let lowpass = figures.burst.lowpass * math::pow(harder, 0.4);
    BurstParams {
        lowpass: lowpass.clamp(50.0, 1.2e4),
        ..figures.burst.clone()
    }
}

impl Footsteps {
    fn aim(&mut self, params: &FootstepsParams) {
        let stronger = self.stronger(params);
        let louder = stronger * self.sensed.louder();
        let expected = self.rehearsed.with(params) * louder;
        self.output.aim(expected, louder, &params.output);
    }

    fn stronger(&self, params: &FootstepsParams) -> f64 {
        let speed = (params.speed / USUAL_SPEED).sqrt();
        self.strength * params.weight / USUAL_WEIGHT * speed
    }

    /// A part of the foot comes down.
    fn touch(&mut self, params: &FootstepsParams, touch: &FootTouch) {
        let network = &mut self.rig.network;
        let foot = &mut self.feet[usize::from(touch.part == FootPart::Toe)];
        network.move_point(self.floor, foot.place, touch.place);
        network.restart(foot.mass);
        network.throw(foot.thrown, self.strength * params.stamp * touch.speed);
        foot.newtons = params.scuff * params.weight * 9.81;
        foot.burst
            .start(self.strength * params.stamp * touch.strength);
    }

    /// What need not be done at every sample.
    fn look(&mut self, params: &FootstepsParams) {
        self.until_look = LOOK;
        for foot in &self.feet {
            let (_, overlap) = self.rig.network.contact_state(foot.hit);
            let flight = self.rig.network.look(foot.mass).flight();
            if overlap < -CAUGHT && flight < 0.0 {
                self.rig.network.throw(foot.thrown, 0.0);
                self.rig.network.part(foot.hit);
            }
        }
        while let Some(touch) = self.walk.next_touch(params, LOOK) {
            self.touch(params, &touch);
        }
        self.walk.press(params, LOOK);
        let Some(loose) = &mut self.loose else { return };
        let rise = math::pow(loose.grains.rise, self.walk.lifted());
        if rise != loose.pitch {
            loose.pitch = rise;
            let pitch = Value::Number(rise);
            self.rig
                .network
                .set_object(loose.heap, &key!(ModalParams, all.tuning), &pitch);
        }
    }

    /// Takes one step and gives what is heard.
    fn step(&mut self, params: &FootstepsParams) -> f64 {
        if self.until_look == 0 {
            self.look(params);
        }
        self.until_look -= 1;
        // The sole is one: it rolls from heel to toe at the place where the foot stands.
        let mut rolls = 0.0;
        for foot in &mut self.feet {
            rolls += foot.newtons * foot.burst.force(&self.burst);
        }
        let press = self.sensed.press(params, &self.burst);
        rolls += press.newtons;
        if press.stronger {
            self.aim(params);
        }
        self.rig.network.push(self.floor, self.feet[0].place, rolls);
        if let Some(loose) = &mut self.loose {
            loose.give_way(params, &self.walk, press.more, self.strength);
            let network = &mut self.rig.network;
            loose
                .blows
                .push(|place, newtons| network.push(loose.heap, place, newtons));
        }
        self.rig.network.step();
        (0..self.rig.network.ears())
            .map(|ear| self.rig.network.heard(ear))
            .sum()
    }
}

impl Model for Footsteps {
    type Params = FootstepsParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;

    fn build(params: &FootstepsParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let mut figures = params.ground.figures();
        figures.floor.all.tuning = 1.0 / params.floor;
        let body = Body::new(&figures.floor)?;
        let floor = ground::floor_of(&body, &figures, STANDS, rate)?;
        let floor = network.add("floor", Box::new(floor))?;
        let burst = rolling(&figures, params.sole);
        let law = ImpactLaw {
            stiffness: in_series(params.sole, figures.cover),
            dissipation: figures.dissipation,
            ..ImpactLaw::default()
        };
        let mut foot = |name: &str, part: FootPart, mass: f64| {
            let mass = MassParams {
                mass,
                ..MassParams::default()
            };
            let mass = network.add(name, Box::new(Mass::new(&mass, &[], rate)?))?;
            let at = format!("floor@{name}");
            let hit = HuntCrossley::new(&law, rate)?;
            let hit = network.join(name, Box::new(hit), [name, &at])?;
            Ok::<Foot, crate::BuildError>(Foot {
                part,
                mass,
                thrown: network.thrown(mass, Point(0))?,
                hit,
                place: network.point(&at)?.1,
                burst: Burst::new(&burst, rate, seed)?,
                newtons: 0.0,
            })
        };
        let feet = [
            foot("heel", FootPart::Heel, params.heel)?,
            foot("toe", FootPart::Toe, TOE * params.heel)?,
        ];
        // A floor is its own baffle, and a grain is small: what they radiate goes with acceleration.
        network.listen("floor@ear", Motion::Acceleration)?;
        let mut loose = None;
        if let Some(grains) = figures.grains.take() {
            let grains = ground::sized(grains, params.grain);
            let heap = ground::heap_of(&grains, params.grain, rate)?;
            let heap = network.add("heap", Box::new(heap))?;
            network.listen("heap@ear", Motion::Acceleration)?;
            loose = Some(Loose {
                grains,
                heap,
                crackle: Crackle::new(seed),
                blows: Blows::new(rate),
                pitch: 1.0,
            });
        }
        let sensed = Sensed::new(&burst, rate)?;
        let network = network.build(seed);
        let shown = feet[0].hit;
        let mut steps = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown,
            },
            floor,
            body,
            feet,
            loose,
            figures,
            burst,
            walk: Walk::new(rate),
            sensed,
            output: Output::new(rate, INAUDIBLE),
            rate,
            rehearsed: StepLoudness::default(),
            rehearsal: None,
            strength: 1.0,
            until_look: 0,
        };
        steps.begin_rehearsal(params);
        Ok(steps)
    }
    fn finish(&mut self, params: &FootstepsParams, seed: u64) -> Result<bool, crate::BuildError> {
        if !self.rehearse(params)? {
            return Ok(false);
        }
        self.reset(params, seed);
        self.aim(params);
        Ok(true)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &FootstepsParams, id: &ParamId) {
        // These may come with every sample: the next step presses with them.
        if id.is_in(&[key!(FootstepsParams, left), key!(FootstepsParams, right)]) {
            return;
        }
        let network = &mut self.rig.network;
        let stiffness = Value::Number(in_series(params.sole, self.figures.cover));
        let burst = rolling(&self.figures, params.sole);
        let retuned = burst != self.burst;
        self.burst = burst;
        if retuned {
            self.sensed.tune(&self.burst);
        }
        for foot in &mut self.feet {
            if retuned {
                foot.burst.tune(&self.burst);
            }
            network.set_contact(foot.hit, &key!(ImpactLaw, stiffness), &stiffness);
            let share = match foot.part {
                FootPart::Heel => 1.0,
                FootPart::Toe => TOE,
            };
            let mass = Value::Number(share * params.heel);
            network.set_object(foot.mass, &key!(MassParams, mass), &mass);
        }
        self.figures.floor.all.tuning = 1.0 / params.floor;
        self.body.follow(&self.figures.floor, network, self.floor);
        self.aim(params);
    }
    fn event(&mut self, params: &FootstepsParams, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                self.strength = crate::parts::strength(strength).max(0.01);
                self.walk.start();
                self.aim(params);
            }
            Event::Release => self.walk.stop(),
        }
    }
    fn tick(&mut self, params: &FootstepsParams) -> f64 {
        let heard = self.step(params);
        self.output.pass(heard)
    }
    fn idle_for(&self, params: &FootstepsParams) -> usize {
        // What is asked first is what mostly happens: this is asked for every sample.
        let crunches = |loose: &Loose| self.walk.change() != (0.0, 0.0) || loose.blows.any();
        let still = !self.feet.iter().any(|foot| foot.burst.is_running())
            && !self.loose.as_ref().is_some_and(crunches)
            && self.sensed.is_still(params)
            && (self.feet.iter()).all(|foot| self.rig.network.look(foot.mass).flight() == 0.0);
        if still { self.until_look as usize } else { 0 }
    }
    fn rang(&mut self, params: &FootstepsParams, out: &mut [f32], health: &mut Health) {
        self.output.rang(&self.rig.network, out, health);
        self.until_look -= out.len() as u32;
        // Feet that do not fly need no look at them: while nobody steps, the ground rings on.
        if self.until_look == 0 {
            self.look(params);
        }
    }
    fn tail(params: &FootstepsParams) -> f64 {
        // A step that has begun is ended.
        params.gait.down(params.speed) + RINGS
    }
    fn reset(&mut self, _: &FootstepsParams, seed: u64) {
        self.rig.network.reset(seed);
        for (index, foot) in self.feet.iter_mut().enumerate() {
            foot.burst.reset(seed.wrapping_add(index as u64));
            foot.newtons = 0.0;
            self.rig
                .network
                .move_point(self.floor, foot.place, STANDS[index]);
        }
        if let Some(loose) = &mut self.loose {
            loose.crackle.reset(seed);
            loose.blows.reset(seed);
            loose.pitch = 1.0;
            let pitch = Value::Number(1.0);
            self.rig
                .network
                .set_object(loose.heap, &key!(ModalParams, all.tuning), &pitch);
        }
        self.walk.reset(seed);
        self.sensed.reset(seed);
        self.output.reset();
        self.strength = 1.0;
        self.until_look = 0;
    }
}
