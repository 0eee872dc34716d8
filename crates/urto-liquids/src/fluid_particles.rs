//! Fluid particles: a volume of liquid falls into a vessel.
//!
//! Hear:   a gush that slaps on the floor, sloshes and comes to rest; more liquid is deeper and longer.
//! Law:    the liquid is some hundred masses that press on each other (`sph`: smoothed particles). A
//!         particle that meets others, so that its density leaps, strikes the surface with its mass
//!         and speed: a clap, and bubbles of its size, as a share of the radius of its mass, smaller where
//!         the liquid on the floor is shallower than it. What strikes the floor strikes the vessel's
//!         wall (`solid`); the air above sounds with it (`cavity`).
//! Step:   240 a second for the particles, the same at every sample rate; bubbles and walls by samples.
//! Limits: see `sph`. A step of 1,000 particles falls between two samples, a third of a millisecond of
//!         work; what falls very hard takes short steps, and longer. Finer bubbles than particles can tell come by chance.
//! Refs:   Mueller, Charypar & Gross 2003; Drioli & Rocchesso 2011; Papetti 2010, 2.2.5.

use crate::bank::Start;
use crate::cavity::{Cavity, VesselParams};
use crate::chance::{factor, wait};
use crate::later::Later;
use crate::law::{Bubble, SOUND, VISCOSITY, WATER};
use crate::pool::{Has, Pool, Process, Wet};
use crate::sph::{Liquid, MOST, STEPS};
use core::f64::consts::PI;
use urto::body::{BodyKind, BodyParams, MaterialKind, Supported};
use urto::math::{self, GRAVITY, TAU};
use urto::param::Declared;
use urto::picture::{Frame, Geometry, PicturePart, Sketch};
use urto::rng::Rng;
use urto::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};
use urto::sounds::{Listening, OutputParams};
use urto::{BuildError, Ledger, Rate};

urto::params! {
    /// A volume of liquid falls into a vessel, as particles.
    pub struct FluidParticlesParams("fluid_particles") {
        /// How much liquid there is.
        volume: 0.5, Log(0.02, 50.0), "l", Event, spread 0.05;
        /// How deep it falls.
        fall: 0.25, Log(0.01, 2.0), "m", Event, spread 0.05;
        /// Share of it that rests in the vessel already.
        resting: 0.35, Linear(0.0, 0.95), "", Event, spread 0.05;
        /// How thick it is: how much particles draw each other along.
        thick: 0.15, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Bubbles that a particle leaves where it meets the others.
        bubbles: 3.0, Log(0.05, 30.0), "", Block, spread 0.05;
        /// Radius of those bubbles, as a share of that of the particle's mass.
        bubble: 0.2, Log(0.02, 1.0), "", Block, spread 0.08;
        /// Spread of the radii (standard deviation of the logarithm).
        bubble_spread: 0.45, Linear(0.0, 1.2), "", Block, spread 0.05;
        /// How far a bubble of a particle at 1 m/s swings, as a share of its radius.
        swing: 0.01, Log(1e-4, 0.2), "", Block, expert, spread 0.05;
        /// By how much of its frequency a bubble's pitch rises while it falls to 37 %.
        rise: 0.1, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// How much of a particle's front is heard as it claps on the surface.
        clap: 0.3, Linear(0.0, 2.0), "", Block, spread 0.05;
        /// Number of particles.
        particles: 400, Integer(30, 1000), "", Rebuild, expert, spread 0.0;
        /// How loud the wall is beside the liquid; -60 leaves it out.
        wall: -6.0, Linear(-60.0, 30.0), "dB", Block, spread 0.03;
        /// The vessel; its neck and mouth are for its air alone.
        vessel: bucket(), Table(VesselParams), "", Block;
        include listening: Listening = Listening::at(0.8);
        /// The wall of the vessel.
        body: pail(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams { level: -2.0, ..OutputParams::following(0.3) };
    }
    macros {
        /// How much liquid there is.
        amount: volume(0.1, 5.0);
        /// How deep it falls.
        height: fall(0.05, 1.0);
        /// How thick it is.
        thickness: thick(0.0, 1.0);
        /// How large the bubbles are.
        size: bubble(0.08, 0.6);
        /// How many bubbles there are.
        fizz: bubbles(0.5, 15.0);
        /// How much the vessel's wall sounds.
        ringing: wall(-40.0, 14.0);
        /// How much the vessel's air sounds.
        hollow: vessel.resonance(0.0, 1.0);
    }
}

fn bucket() -> VesselParams {
    VesselParams {
        height: 0.2,
        radius: 0.09,
        resonance: 0.5,
        ..VesselParams::default()
    }
}

/// A pail of thin steel.
fn pail() -> BodyParams {
    BodyParams {
        kind: BodyKind::Glass,
        size: 0.22,
        thickness: 6e-4,
        material: MaterialKind::Steel,
        damping: 25.0,
        count: 32,
        ..BodyParams::default()
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "fluid_particles",
    title: "Fluid particles",
    hear: "A volume of liquid falls into a vessel, slaps, sloshes and comes to rest.",
    family: Family::Liquids,
    form: Form::Process,
    built_on: &["masses", "bubble", "modes", "chance"],
    table: &FluidParticlesParams::TABLE,
    make: &Player::<Wet<FluidParticles>>::boxed,
    seconds: 3.0,
    release: None,
    pad: Pad::strike(Some(Axis::new("volume", 0.1, 5.0)), None),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &["fall"],
        place: None,
    },
};

/// A litre \[m³\].
const LITRE: f64 = 1e-3;
/// A leap in density, as a share of that at rest, by which a particle has met others, and the least
/// density then.
const LEAP: f64 = 0.05;
const MET: f64 = 0.45;
/// Slower than this nothing is heard to meet \[m/s\].
const SLOWEST: f64 = 0.25;
/// Steps before the same particle is heard to meet others again: 50 ms.
const PAUSE: u8 = 12;
/// Meetings in a step that are heard.
const MEETINGS: usize = 12;
/// Its bubbles close within this time \[s\].
const CLOSES: f64 = 0.03;
/// Particles at rest are put to sleep when nothing is faster than this \[m/s\].
const STILL: f64 = 0.01;
/// Points of each ring that draws the vessel.
const RING: usize = 32;
/// Seconds that it moves at most: sloshing has died away.
const MOVES: f64 = 12.0;
/// Peak of a usual gush \[m³/s²\], by its guess.
const USUAL: f64 = 1.0;

/// The liquid and what it strikes.
pub struct FluidParticles {
    liquid: Liquid,
    cavity: Cavity,
    later: Later,
    rng: Rng,
    /// Steps until each particle may be heard again.
    pauses: Vec<u8>,
    /// Where between two steps it is; steps since it began to fall; whether it moves.
    phase: f64,
    steps: u32,
    moves: bool,
    injected: f64,
    /// The vessel's, as it is drawn.
    vessel: [f64; 2],
}

impl FluidParticlesParams {
    fn wall(&self) -> f64 {
        match self.wall > -60.0 {
            true => math::pow(10.0, self.wall / 20.0),
            false => 0.0,
        }
    }

    /// How much of the vessel's height is full.
    fn full(&self) -> f64 {
        (self.volume * LITRE / self.vessel.area() / self.vessel.height).min(0.95)
    }

    /// Speed after the fall \[m/s\].
    fn speed(&self) -> f64 {
        (2.0 * GRAVITY * self.fall).sqrt()
    }

    /// Radius of a particle's mass \[m\].
    fn radius(&self) -> f64 {
        let own = self.volume * LITRE / self.particles as f64;
        math::pow(own * 0.75 / PI, 1.0 / 3.0)
    }
}

impl FluidParticles {
    /// A particle meets others.
    fn meet(&mut self, params: &FluidParticlesParams, n: usize, leap: f64, pool: &mut Pool) {
        let speed = self.liquid.speed(n);
        let radius = params.radius();
        let [_, _, below] = self.liquid.place(n);
        let strong = speed * (leap / LEAP).min(4.0) * 0.5;
        let energy = 0.1 * self.liquid.mass() * speed * speed;
        if params.clap > 0.0 {
            let clap = 0.1 * params.clap * strong;
            // The front of a piece of water is flatter than a ball's, and its clap brighter.
            let front = 0.3 * radius;
            pool.bank.knock(front, clap, energy * params.clap.min(1.0));
        }
        // A shallow floor leaves no room for a bubble as large as a deep one does.
        let room = math::pow((below / (2.0 * radius)).clamp(0.02, 1.0), 1.0 / 3.0);
        let many = params.bubbles + self.rng.uniform();
        for _ in 0..many as usize {
            let size = room * factor(params.bubble_spread, &mut self.rng);
            let own = (params.bubble * radius * size).clamp(1.5e-4, 0.1);
            let share = params.swing * strong * factor(0.5, &mut self.rng);
            let seconds = CLOSES * wait(&mut self.rng).min(5.0);
            self.later.put(
                seconds * pool.rate.hertz(),
                Start {
                    bubble: Bubble {
                        radius: own,
                        depth: 2.0 * own,
                        viscosity: VISCOSITY,
                    },
                    share: share.min(0.4),
                    rise: params.rise,
                    attack: 2e-4,
                },
            );
        }
    }

    /// A step of the particles, and what it lets happen.
    fn step(&mut self, params: &FluidParticlesParams, pool: &mut Pool) {
        self.liquid.step(params.thick);
        self.steps += 1;
        let mut met = 0;
        let mut fastest = 0.0f64;
        for n in 0..self.liquid.count() {
            let speed = self.liquid.speed(n);
            fastest = fastest.max(speed);
            self.pauses[n] = self.pauses[n].saturating_sub(1);
            let [was, now] = self.liquid.crowding(n);
            let leap = now - was;
            let meets = leap > LEAP && now > MET && speed > SLOWEST;
            if meets && self.pauses[n] == 0 && met < MEETINGS {
                met += 1;
                self.pauses[n] = PAUSE;
                self.meet(params, n, leap, pool);
            }
        }
        let hits = self.liquid.hits();
        if let (Some(solid), true) = (&mut pool.solid, hits > 0.0) {
            // What strikes within a step strikes one after the other.
            let time = (2.0 * params.radius() / params.speed()).max(1e-4);
            solid.strike(hits, time, &mut self.rng);
        }
        let long = f64::from(self.steps) / STEPS;
        let stirs = fastest > STILL || self.liquid.is_pressed();
        self.moves = long < MOVES && (stirs || long < 0.5);
    }
}

impl Process for FluidParticles {
    type Params = FluidParticlesParams;
    const HELD: bool = false;
    const REHEARSED: f64 = 0.3;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const PEAK: f64 = 0.5;
    const DRAWN: bool = true;

    fn new(params: &FluidParticlesParams, rate: Rate) -> Result<Self, BuildError> {
        let count = (params.particles as usize).min(MOST);
        Ok(Self {
            liquid: Liquid::new(count),
            cavity: Cavity::new(rate),
            later: Later::new(),
            rng: Rng::new(0),
            pauses: vec![0; count],
            phase: 0.0,
            steps: 0,
            moves: false,
            injected: 0.0,
            vessel: [params.vessel.radius, params.vessel.height],
        })
    }
    fn body(params: &FluidParticlesParams) -> Option<Has<'_>> {
        Some((&params.body, &params.on.support, params.listening.spot()))
    }
    fn output(params: &FluidParticlesParams) -> &OutputParams {
        &params.output
    }
    fn expected(&self, params: &FluidParticlesParams, pool: &Pool) -> ([f64; 2], f64) {
        let speed = params.speed() * pool.strength.max(0.05).sqrt();
        let radius = params.radius();
        let bubble = Bubble::new((params.bubble * radius).clamp(1.5e-4, 0.1), 2.0 * radius);
        let flow = bubble.flow((params.swing * speed).min(0.4));
        // As they fall in within some tenths of a second.
        let falls = (1.0 - params.resting) * params.particles as f64;
        let meets = (falls / 0.2).min(STEPS * MEETINGS as f64);
        let many = meets * params.bubbles;
        let power = many * flow * flow / (4.0 * bubble.falls());
        let front = 0.3 * radius;
        let clap = 0.5 * TAU * front * front * 0.1 * params.clap * speed * SOUND;
        let clap_power = meets * clap * clap * front / (4.0 * SOUND);
        let momentum = WATER * params.volume * LITRE / params.particles as f64 * speed;
        let time = (2.0 * radius / speed).max(1e-4);
        let wall = pool
            .solid
            .as_ref()
            .map_or([0.0; 2], |own| own.answer(&params.body, momentum, time));
        let wall_power = params.wall() * params.wall() * wall[1] * meets;
        let rms = (power + clap_power + wall_power).sqrt();
        let air = 1.0 + 0.5 * params.vessel.resonance;
        let peak = air * (flow + clap).max(3.0 * rms);
        ([peak, air * rms], peak / USUAL)
    }
    fn begin(&mut self, params: &FluidParticlesParams, pool: &mut Pool) {
        let volume = params.volume * LITRE;
        // As strong as if it fell so much deeper.
        let fall = (params.fall * pool.strength * pool.strength).min(2.0);
        let fall = match pool.rehearsed {
            // It has fallen already.
            true => (0.02 * params.fall, params.speed()),
            false => (fall, 0.0),
        };
        // What lay there is taken out, and counts as lost.
        (self.liquid).fill(volume, params.vessel.radius, params.resting, fall);
        self.injected += self.liquid.energy();
        self.pauses.fill(0);
        self.phase = 0.0;
        self.steps = 0;
        self.moves = true;
    }
    fn follow(&mut self, params: &FluidParticlesParams, _: &mut Pool) {
        self.cavity.tune(&params.vessel, params.full());
        self.vessel = [params.vessel.radius, params.vessel.height];
    }
    fn tick(&mut self, params: &FluidParticlesParams, pool: &mut Pool) -> f64 {
        if self.moves {
            self.phase += STEPS * pool.rate.step();
            if self.phase >= 1.0 {
                self.phase -= 1.0;
                self.step(params, pool);
            }
        }
        let Pool { bank, .. } = pool;
        self.later.pass(|start| bank.start(start));
        let wall = pool.solid.as_mut().map_or(0.0, |solid| solid.tick());
        self.cavity.pass(pool.bank.tick()) + params.wall() * wall
    }
    fn tail(params: &FluidParticlesParams) -> f64 {
        (2.0 * params.fall / GRAVITY).sqrt() + 4.0
    }
    fn reset(&mut self, params: &FluidParticlesParams, seed: u64) {
        self.rng = Rng::new(seed);
        self.cavity.reset();
        self.later.reset();
        self.pauses.fill(0);
        self.phase = 0.0;
        self.steps = 0;
        self.moves = false;
        self.injected = 0.0;
        // As it is before it falls, for pictures.
        let volume = params.volume * LITRE;
        let fall = (params.fall, 0.0);
        (self.liquid).fill(volume, params.vessel.radius, params.resting, fall);
    }
    fn geometry(&self, _: Geometry) -> Geometry {
        let count = self.liquid.count();
        let mut points: Vec<[f64; 3]> = (0..count).map(|n| self.liquid.place(n)).collect();
        let [radius, height] = self.vessel;
        let mut edges = Vec::new();
        for z in [0.0, height] {
            let first = points.len() as u32;
            for n in 0..RING {
                let turn = TAU * n as f64 / RING as f64;
                points.push([radius * math::cos(turn), radius * math::sin(turn), z]);
                let next = (n + 1) % RING;
                edges.push([first + n as u32, first + next as u32]);
            }
        }
        // Four lines stand up between the rings.
        for n in (0..RING).step_by(RING / 4) {
            let from = (count + n) as u32;
            edges.push([from, from + RING as u32]);
        }
        let sketch = Sketch {
            points,
            edges,
            ..Sketch::default()
        };
        Geometry::of_places(PicturePart::of_places("liquid", sketch))
    }
    fn picture(&self, _: &Pool, geometry: &Geometry, frame: &mut Frame) {
        let Some(part) = geometry.parts().next() else {
            return;
        };
        let starts = &part.sketch().points;
        for n in 0..self.liquid.count() {
            let now = self.liquid.place(n);
            let room = frame.displacements.get_mut(n).zip(frame.speeds.get_mut(n));
            if let (Some((gone, speed)), Some(start)) = (room, starts.get(n)) {
                *gone = core::array::from_fn(|axis| now[axis] - start[axis]);
                *speed = self.liquid.speed(n);
            }
        }
    }
    fn ledger(&self) -> Ledger {
        let stored = if self.moves {
            self.liquid.energy()
        } else {
            0.0
        };
        Ledger {
            initial: 0.0,
            injected: self.injected,
            dissipated: self.injected - stored,
            stored,
        }
    }
}
