//! Pouring: a stream of liquid fills a vessel.
//!
//! Hear:   gurgling bubbles and a note that climbs as the vessel fills; a bottle glugs low.
//! Law:    the stream brings Q of liquid a second, and with it a share of air that is torn into
//!         bubbles: Q·air/(4/3·pi·<r³>) a second. The level rises by Q/S; the air above it sounds by
//!         `cavity`. The stream breaks into pieces 1.89 times as wide as itself (Rayleigh), whose
//!         momentum the vessel's wall takes up through the liquid.
//! Step:   exact: see `bank`, `cavity`, `solid`; the cavity follows the level every 64 samples.
//! Limits: a full vessel stays full; the stream itself makes no sound before it lands.
//! Refs:   Cabe & Pittenger 2000; Bin 1993 (air that a jet takes along); van den Doel 2005.

use crate::cavity::{Cavity, VesselParams};
use crate::chance::{Arrivals, factor};
use crate::crowd::{Crowd, CrowdParams, SprayParams};
use crate::law::WATER;
use crate::pool::{Has, Pool, Process, Wet, crowd_peak, sixty_decibels};
use core::f64::consts::PI;
use urto::body::{BodyKind, BodyParams, MaterialKind, Supported};
use urto::math::{self, GRAVITY};
use urto::param::{Declared, ParamId};
use urto::rng::Rng;
use urto::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};
use urto::sounds::{Listening, OutputParams};
use urto::texture::Gust;
use urto::{BuildError, Rate};

urto::params! {
    /// A liquid is poured into a vessel, which fills.
    pub struct PouringParams("pouring") {
        /// How much is poured.
        flow: 0.06, Log(1e-3, 20.0), "l/s", Block, spread 0.05;
        /// Height of the fall.
        fall: 0.15, Log(0.01, 5.0), "m", Block, spread 0.05;
        /// How much of the vessel's height is full when it begins.
        full: 0.1, Linear(0.0, 0.95), "", Event, spread 0.05;
        /// Air that the stream takes along, as a share of the liquid.
        air: 0.04, Log(1e-4, 2.0), "", Block, spread 0.08;
        include crowd: CrowdParams = stream(), without rate;
        /// How unevenly it flows: 0 is always alike, 1 glugs.
        gusts: 0.35, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Glugs per second.
        gust_rate: 5.0, Log(0.1, 30.0), "1/s", Block, spread 0.05;
        /// What is too fine to be counted.
        spray: SprayParams::of(-12.0, 1500.0, 8000.0), Table(SprayParams), "", Block;
        /// How loud the wall is beside the liquid; -60 leaves it out.
        wall: -10.0, Linear(-60.0, 30.0), "dB", Block, spread 0.03;
        /// The air of the vessel.
        vessel: VesselParams::default(), Table(VesselParams), "", Block;
        include listening: Listening = Listening::at(0.8);
        /// The wall of the vessel.
        body: glass(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams { level: -7.0, ..OutputParams::following(0.3) };
    }
    macros {
        /// How much is poured.
        amount: flow(0.02, 0.5);
        /// How large the vessel is.
        size: vessel.height(0.06, 0.5), vessel.radius(0.02, 0.12);
        /// From a glass to a bottle.
        bottle: vessel.mouth(1.0, 0.25), vessel.neck(0.001, 0.08);
        /// How large the bubbles are.
        bubbles: radius(0.0006, 0.006);
        /// How much its air sounds.
        hollow: vessel.resonance(0.0, 1.0);
        /// How unevenly it flows.
        glugging: gusts(0.0, 1.0);
        /// How much of it is spray.
        hissing: spray.level(-40.0, 6.0);
    }
}

fn stream() -> CrowdParams {
    CrowdParams {
        radius: 1.6e-3,
        radius_spread: 0.45,
        rise: 0.06,
        ..CrowdParams::default()
    }
}

fn glass() -> BodyParams {
    BodyParams {
        kind: BodyKind::Glass,
        size: 0.12,
        thickness: 2.5e-3,
        material: MaterialKind::Glass,
        damping: 30.0,
        count: 24,
        ..BodyParams::default()
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "pouring",
    title: "Pouring",
    hear: "A liquid is poured into a vessel: it gurgles, and a note climbs as it fills.",
    family: Family::Liquids,
    form: Form::Process,
    built_on: &["bubble", "modes", "noise", "chance"],
    table: &PouringParams::TABLE,
    make: &Player::<Wet<Pouring>>::boxed,
    seconds: 5.0,
    release: Some(4.6),
    pad: Pad::hold(
        Some(Axis::new("flow", 0.01, 0.5)),
        Some(Axis::new("fall", 0.03, 1.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &["flow"],
        place: None,
    },
};

/// RMS of usual pouring \[m³/s²\].
const USUAL: f64 = 0.05;
/// How often the cavity follows the level \[steps\].
const LOOK: u32 = 64;
/// Pieces that strike the wall a second, at most: of more, each stands for several.
const MOST_PIECES: f64 = 1000.0;
/// A litre \[m³\].
const LITRE: f64 = 1e-3;

impl PouringParams {
    /// Bubbles a second of a flow of 1.
    fn bubbles(&self) -> f64 {
        let spread = self.crowd.radius_spread;
        let cube = math::power(self.crowd.radius, 3.0) * math::exp(4.5 * spread * spread);
        (self.flow * LITRE * self.air / (4.0 / 3.0 * PI * cube)).clamp(0.5, 2e4)
    }

    /// Speed where it lands \[m/s\], pieces a second, momentum of one \[N·s\] and its diameter \[m\].
    fn pieces(&self) -> [f64; 4] {
        let speed = (2.0 * GRAVITY * self.fall).sqrt();
        let area = self.flow * LITRE / speed;
        let wide = 1.89 * (4.0 / PI * area).sqrt();
        let volume = PI / 6.0 * wide * wide * wide;
        [
            speed,
            self.flow * LITRE / volume,
            WATER * volume * speed,
            wide,
        ]
    }

    fn wall(&self) -> f64 {
        match self.wall > -60.0 {
            true => math::pow(10.0, self.wall / 20.0),
            false => 0.0,
        }
    }
}

/// A stream over a vessel.
pub struct Pouring {
    crowd: Crowd,
    cavity: Cavity,
    gust: Gust,
    pieces: Arrivals,
    rng: Rng,
    /// How much of the vessel's height is full.
    full: f64,
    clock: u32,
}

impl Process for Pouring {
    type Params = PouringParams;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.3;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;

    fn new(_: &PouringParams, rate: Rate) -> Result<Self, BuildError> {
        let mut rng = Rng::new(0);
        Ok(Self {
            crowd: Crowd::new(rate),
            cavity: Cavity::new(rate),
            gust: Gust::new(&mut rng),
            pieces: Arrivals::new(&mut rng),
            rng,
            full: 0.0,
            clock: 0,
        })
    }
    fn body(params: &PouringParams) -> Option<Has<'_>> {
        Some((&params.body, &params.on.support, params.listening.spot()))
    }
    fn output(params: &PouringParams) -> &OutputParams {
        &params.output
    }
    fn expected(&self, params: &PouringParams, pool: &Pool) -> ([f64; 2], f64) {
        let [rms, one] = (params.crowd).expected(params.bubbles() * pool.strength.max(0.05));
        // The air in the vessel makes it louder at its own notes.
        let air = 1.0 + params.vessel.resonance;
        let all = air * (rms + Crowd::sprays(&params.spray, rms));
        let [speed, many, momentum, wide] = params.pieces();
        let wall = pool.solid.as_ref().map_or([0.0; 2], |own| {
            own.answer(&params.body, momentum, wide / speed)
        });
        let wall_power = params.wall() * params.wall() * wall[1] * many;
        let sum = (all * all + wall_power).sqrt();
        // The strongest of some seconds is twice what one in twenty is.
        ([crowd_peak(2.0 * air * one, sum), sum], rms / USUAL)
    }
    fn begin(&mut self, params: &PouringParams, pool: &mut Pool) {
        self.full = params.full;
        self.follow(params, pool);
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        id.is_in(&[
            urto::key!(PouringParams, body),
            urto::key!(PouringParams, support),
        ])
    }
    fn follow(&mut self, params: &PouringParams, pool: &Pool) {
        let per_second = params.bubbles() * pool.strength;
        self.crowd.follow(&params.crowd, &params.spray, per_second);
        self.cavity.tune(&params.vessel, self.full);
    }
    fn tick(&mut self, params: &PouringParams, pool: &mut Pool) -> f64 {
        let share = params.gust_rate * pool.rate.step();
        let depth = if pool.rehearsed { 0.0 } else { params.gusts };
        let gust = self.gust.pass(share, depth, &mut self.rng);
        let now = if pool.held { gust * pool.strength } else { 0.0 };
        if now > 0.0 {
            let risen = now * params.flow * LITRE / params.vessel.area() * pool.rate.step();
            self.full = (self.full + risen / params.vessel.height).min(0.97);
            let [speed, many, momentum, wide] = params.pieces();
            let each = (many / MOST_PIECES).max(1.0);
            if (self.pieces).pass(now * many / each * pool.rate.step(), &mut self.rng) {
                let covered = params.vessel.level(self.full) / wide;
                let by = each.sqrt() * factor(0.3, &mut self.rng);
                if let Some(solid) = &mut pool.solid {
                    let time = wide / speed * (1.0 + covered.min(10.0));
                    solid.strike(by * momentum, time, &mut self.rng);
                }
            }
        }
        self.clock += 1;
        if self.clock >= LOOK {
            self.clock = 0;
            self.cavity.tune(&params.vessel, self.full);
        }
        let spray = pool.gate * gust.sqrt();
        let hiss = (self.crowd).tick(&params.crowd, params.bubbles() * now, spray, pool);
        let wall = pool.solid.as_mut().map_or(0.0, |solid| solid.tick());
        // `tick` of the pool would add the wall at its own level.
        pool.come_and_go();
        let inside = pool.bank.tick() + hiss;
        self.cavity.pass(inside) + params.wall() * wall
    }
    fn tail(params: &PouringParams) -> f64 {
        0.3 + 1.5 * sixty_decibels(params.crowd.usual().falls())
    }
    fn reset(&mut self, params: &PouringParams, seed: u64) {
        self.crowd.reset(seed);
        self.cavity.reset();
        self.rng = Rng::new(seed);
        self.gust = Gust::new(&mut self.rng);
        self.pieces = Arrivals::new(&mut self.rng);
        self.full = params.full;
        self.clock = 0;
    }
}
