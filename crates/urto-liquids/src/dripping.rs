//! Dripping: drops fall from a tap into water, or into an empty basin.
//!
//! Hear:   drip, drop: a tick as the drop meets the water, a plop as its cavity closes, and the vessel
//!         that answers.
//! Law:    see `drop`; the air of the vessel sounds with it (`cavity`), and its wall takes up the
//!         momentum (`solid`). The tap gives drops at even times, less even the more `variation`.
//! Step:   exact: see `bank`, `cavity`, `solid`.
//! Limits: each drop leaves one bubble at most; rings on the water are not heard.
//! Refs:   Pumphrey & Elmore 1990; Phillips, Agarwal & Jordan 2018 (the plink of a tap); Papetti 2010.

use crate::cavity::{Cavity, VesselParams};
use crate::chance::factor;
use crate::drop::DropParams;
use crate::later::Later;
use crate::pool::{Has, Pool, Process, Wet, sixty_decibels};
use crate::scene::Basin;
use urto::body::{BodyKind, BodyParams, MaterialKind, Supported};
use urto::math::GRAVITY;
use urto::param::{Declared, ParamId};
use urto::picture::{Frame, Geometry, Speck, SpeckKind};
use urto::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};
use urto::sounds::{Listening, OutputParams};
use urto::{BuildError, Rate};

urto::params! {
    /// Drops fall into water, or into an empty vessel.
    pub struct DrippingParams("dripping") {
        /// Drops per second.
        rate: 4.0, Log(0.05, 30.0), "1/s", Block, spread 0.05;
        include drop: DropParams;
        /// Random differences between drops in time, size and strength.
        variation: 0.3, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// How loud the basin is beside the water; -60 leaves it out.
        basin: 0.0, Linear(-60.0, 30.0), "dB", Block, spread 0.03;
        /// The air of the vessel.
        vessel: bowl(), Table(VesselParams), "", Block;
        /// How much of the vessel's height is full.
        full: 0.3, Linear(0.0, 0.99), "", Block, spread 0.03;
        include listening: Listening = Listening::at(0.8);
        /// The wall of the vessel, or the floor.
        body: sink(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.3);
    }
    macros {
        /// How fast it drips.
        pace: rate(0.5, 12.0);
        /// How large the drops are.
        size: diameter(0.002, 0.012);
        /// How deep they fall.
        fall: height(0.05, 3.0);
        /// How unevenly they fall.
        variety: variation(0.0, 1.0);
        /// How much the basin sounds.
        ringing: basin(-30.0, 20.0);
        /// How far the plop rises.
        rising: rise(0.0, 0.5);
        /// How much the air of the vessel sounds.
        hollow: vessel.resonance(0.0, 1.0);
    }
}

fn bowl() -> VesselParams {
    VesselParams {
        height: 0.15,
        radius: 0.12,
        resonance: 0.3,
        ..VesselParams::default()
    }
}

/// A kitchen sink of steel, damped from below.
fn sink() -> BodyParams {
    BodyParams {
        kind: BodyKind::ClampedPlate,
        size: 0.4,
        thickness: 1e-3,
        material: MaterialKind::Steel,
        damping: 5.0,
        count: 48,
        ..BodyParams::default()
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "dripping",
    title: "Dripping",
    hear: "Drops fall from a tap into water, or into a basin.",
    family: Family::Liquids,
    form: Form::Texture,
    built_on: &["bubble", "modes", "chance"],
    table: &DrippingParams::TABLE,
    make: &Player::<Wet<Dripping>>::boxed,
    seconds: 3.0,
    release: Some(2.6),
    pad: Pad::hold(
        Some(Axis::new("rate", 0.5, 12.0)),
        Some(Axis::new("height", 0.05, 3.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &["height"],
        place: None,
    },
};

/// Flow of a usual drop \[m³/s²\].
const USUAL: f64 = 0.2;
/// Drops a second while it is rehearsed, and the least that a moment holds: one.
const REHEARSED: f64 = 30.0;
const IN_A_MOMENT: f64 = 2.5;

/// A tap over a vessel.
pub struct Dripping {
    cavity: Cavity,
    later: Later,
    /// Steps until the next drop.
    wait: f64,
    hurry: bool,
    /// From how high it falls, and its radius \[m\], for pictures.
    drop: [f64; 2],
}

impl DrippingParams {
    fn basin(&self) -> f64 {
        match self.basin > -60.0 {
            true => urto::math::pow(10.0, self.basin / 20.0),
            false => 0.0,
        }
    }
}

impl Process for Dripping {
    type Params = DrippingParams;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.3;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const PEAK: f64 = 0.5;

    fn new(_: &DrippingParams, rate: Rate) -> Result<Self, BuildError> {
        Ok(Self {
            cavity: Cavity::new(rate),
            later: Later::new(),
            wait: 0.0,
            hurry: false,
            drop: [0.0; 2],
        })
    }
    fn body(params: &DrippingParams) -> Option<Has<'_>> {
        Some((&params.body, &params.on.support, params.listening.spot()))
    }
    fn output(params: &DrippingParams) -> &OutputParams {
        &params.output
    }
    fn expected(&self, params: &DrippingParams, pool: &Pool) -> ([f64; 2], f64) {
        let drop = &params.drop;
        let strength = pool.strength.max(0.05);
        let speed = drop.speed() * strength;
        let [momentum, time] = drop.blow(drop.diameter, speed);
        let answer =
            (pool.solid.as_ref()).map_or([0.0; 2], |own| own.answer(&params.body, momentum, time));
        let own = answer.map(|own| own * params.basin());
        let (mut plop, mut rings) = (0.0, 0.0);
        if drop.is_wet() {
            let start = drop.start(drop.diameter, strength);
            plop = start.bubble.flow(start.share) + 0.5 * drop.clap_flow(drop.diameter, speed);
            rings = 1.0 / (4.0 * start.bubble.falls());
        }
        let per_second = params.rate.max(IN_A_MOMENT);
        let power = plop * plop * rings + own[1] * params.basin();
        let peak = plop + own[0];
        ([peak, (per_second * power).sqrt()], peak / USUAL)
    }
    fn begin(&mut self, _: &DrippingParams, _: &mut Pool) {
        self.wait = 0.0;
    }
    fn rehearse(&mut self, params: &DrippingParams, _: &mut Pool) -> f64 {
        self.hurry = true;
        REHEARSED / params.rate.clamp(IN_A_MOMENT, REHEARSED)
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        id.is_in(&[
            urto::key!(DrippingParams, body),
            urto::key!(DrippingParams, support),
        ])
    }
    fn follow(&mut self, params: &DrippingParams, pool: &mut Pool) {
        let scene = &mut pool.bank.scene;
        scene.basin = Basin::vessel(&params.vessel);
        scene.level = (params.drop.is_wet()).then(|| params.vessel.level(params.full));
        scene.spread = 0.08;
        scene.above = params.drop.height.min(1.5 * params.vessel.height);
        self.drop = [params.drop.height, 0.5 * params.drop.diameter];
        self.cavity.tune(&params.vessel, params.full);
    }
    fn tick(&mut self, params: &DrippingParams, pool: &mut Pool) -> f64 {
        if pool.held {
            self.wait -= match self.hurry {
                true => REHEARSED.max(params.rate) / params.rate,
                false => 1.0,
            };
            if self.wait <= 0.0 {
                let vary = params.variation;
                let size = factor(0.25 * vary, &mut pool.rng);
                let strong = pool.strength * factor(0.3 * vary, &mut pool.rng);
                let apart = factor(0.6 * vary, &mut pool.rng);
                self.wait += apart * pool.rate.hertz() / params.rate;
                params.drop.fall((size, strong), &mut self.later, pool);
            }
        }
        let Pool { bank, .. } = pool;
        self.later.pass(|start| bank.start(start));
        let basin = pool.solid.as_mut().map_or(0.0, |solid| solid.tick());
        let sum = params.basin() * basin + pool.bank.tick();
        self.cavity.pass(sum)
    }
    /// The next drop hangs at the tap, and falls so that it lands when it is heard.
    fn picture(&self, pool: &Pool, _: &Geometry, frame: &mut Frame) {
        let scene = &pool.bank.scene;
        let [height, radius] = self.drop;
        let falls = (2.0 * height / GRAVITY).sqrt();
        let fallen = (falls - self.wait * pool.rate.step()).max(0.0);
        let high = height - 0.5 * GRAVITY * fallen * fallen;
        if pool.held && (0.0..=scene.above).contains(&high) {
            frame.show(Speck {
                kind: SpeckKind::Drop,
                at: [0.0, 0.0, scene.level.unwrap_or(0.0) + high],
                size: radius,
                glow: 1.0,
                ..Speck::default()
            });
        }
    }
    fn tail(params: &DrippingParams) -> f64 {
        let bubble = params.drop.start(2.0 * params.drop.diameter, 1.0).bubble;
        0.3 + sixty_decibels(bubble.falls())
    }
    fn reset(&mut self, _: &DrippingParams, _: u64) {
        self.cavity.reset();
        self.later.reset();
        self.wait = 0.0;
        self.hurry = false;
    }
}
