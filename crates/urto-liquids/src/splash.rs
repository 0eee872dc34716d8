//! Splash: something falls into water.
//!
//! Hear:   a slap, the deep glug of the cavity that closes behind it, and the droplets that fall back.
//! Law:    three parts, each with a level. The slap is that of a soft impact, a shaped burst of force;
//!         the water gives way by F/(rho·R). The cavity behind a thing of radius R closes after
//!         2·sqrt(R/g), half of that for a light touch, and leaves a bubble that is a share of it. The droplets that were
//!         thrown up fall back at random moments, ever fewer, and close off bubbles of their own.
//! Step:   exact: see `bank`; the burst is that of `urto::gesture`.
//! Limits: the thing itself makes no sound; the cavity is one bubble with two echoes as it splits.
//! Refs:   Papetti 2010, 2.2.5; Duclaux et al. 2007 (when cavities close); Worthington 1908.

use crate::bank::Start;
use crate::crowd::{Crowd, CrowdParams, SprayParams};
use crate::later::Later;
use crate::law::{Bubble, VISCOSITY, WATER};
use crate::pool::{Pool, Process, Wet, sixty_decibels};
use crate::scene::Basin;
use urto::gesture::{Burst, BurstParams};
use urto::math::{self, GRAVITY};
use urto::param::Declared;
use urto::picture::{Course, Speck, SpeckKind};
use urto::rng::Rng;
use urto::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};
use urto::sounds::OutputParams;
use urto::{BuildError, Rate};

urto::params! {
    /// Something falls into water.
    pub struct SplashParams("splash") {
        /// Radius of what falls.
        thing: 0.03, Log(2e-3, 1.0), "m", Event, spread 0.05;
        /// How fast it falls in.
        speed: 3.0, Log(0.1, 30.0), "m/s", Event, spread 0.05;
        /// How loud the slap is; -60 leaves it out.
        entry: 0.0, Linear(-60.0, 30.0), "dB", Block, spread 0.05;
        /// How loud the cavity is; -60 leaves it out.
        cavity: 0.0, Linear(-60.0, 30.0), "dB", Block, spread 0.05;
        /// How loud the droplets are; -60 leaves them out.
        droplets: 0.0, Linear(-60.0, 30.0), "dB", Block, spread 0.05;
        /// The slap.
        slap: slap(), Table(BurstParams), "", Block;
        /// Radius of the bubble that the cavity leaves, as a share of what falls.
        bubble: 0.4, Linear(0.05, 2.0), "", Event, spread 0.05;
        /// By how much of its frequency that bubble's pitch rises while it falls to 37 %.
        climb: 0.15, Linear(0.0, 1.0), "", Event, spread 0.05;
        /// How many bubbles the cavity breaks into.
        pieces: 3, Integer(1, 12), "", Event, spread 0.0;
        /// Droplets that fall back in all.
        count: 120.0, Log(1.0, 5000.0), "", Event, spread 0.05;
        /// Time in which their number falls to 37 %.
        lasts: 0.35, Log(0.02, 5.0), "s", Event, spread 0.05;
        include crowd: CrowdParams = droplets(), without rate;
        /// The finest of them.
        spray: SprayParams::of(-10.0, 2000.0, 9000.0), Table(SprayParams), "", Block;
        include output: OutputParams = OutputParams::following(0.3);
    }
    macros {
        /// How large what falls is.
        size: thing(0.008, 0.2);
        /// How hard it slaps.
        hardness: entry(-30.0, 14.0);
        /// How deep it sounds.
        glug: cavity(-30.0, 14.0);
        /// How much is thrown up.
        spraying: droplets(-30.0, 10.0), count(20.0, 1200.0);
        /// How long drops fall back.
        length: lasts(0.08, 1.5);
        /// How soft what falls is.
        softness: slap.lowpass(9000.0, 500.0), slap.attack(0.0005, 0.02);
    }
}

fn slap() -> BurstParams {
    BurstParams {
        force: 20.0,
        press: 0.6,
        attack: 1.5e-3,
        decay: 0.03,
        sustain: 0.25,
        hold: 0.02,
        release: 0.12,
        highpass: 120.0,
        lowpass: 2500.0,
    }
}

fn droplets() -> CrowdParams {
    CrowdParams {
        radius: 1.1e-3,
        radius_spread: 0.5,
        rise: 0.12,
        swing: 0.01,
        ..CrowdParams::default()
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "splash",
    title: "Splash",
    hear: "Something falls into water: a slap, a glug, and droplets that fall back.",
    family: Family::Liquids,
    form: Form::Event,
    built_on: &["soft_impact", "bubble", "chance", "noise"],
    table: &SplashParams::TABLE,
    make: &Player::<Wet<Splash>>::boxed,
    seconds: 2.0,
    release: None,
    pad: Pad::strike(Some(Axis::new("thing", 0.2, 0.008)), None),
    expression: ExpressionKeys {
        pitch: &[],
        pressure: &["speed"],
        place: None,
    },
};

/// Speed of a usual fall \[m/s\].
const USUAL: f64 = 3.0;
/// Radius that forces are meant for \[m\].
const USUAL_SIZE: f64 = 0.03;

fn share(level: f64) -> f64 {
    match level > -60.0 {
        true => math::pow(10.0, level / 20.0),
        false => 0.0,
    }
}

impl SplashParams {
    /// When the cavity closes \[s\].
    fn closes(&self, speed: f64) -> f64 {
        // A slow thing leaves no cavity to speak of: one that is as deep as it is wide.
        let deep = speed / (speed + (GRAVITY * self.thing).sqrt());
        2.0 * deep * (self.thing / GRAVITY).sqrt()
    }

    /// A bubble of the cavity, of so many times the size.
    fn glug(&self, strength: f64, size: f64) -> Start {
        let radius = (self.thing * self.bubble * size).clamp(3e-4, 0.3);
        let bubble = Bubble {
            radius,
            depth: 1.5 * radius,
            viscosity: VISCOSITY,
        };
        Start {
            bubble,
            share: (0.01 * strength * share(self.cavity)).min(0.5),
            rise: self.climb,
            // It closes within a fraction of its own turn.
            attack: 0.15 / bubble.hertz(),
        }
    }

    /// Flow of a force \[m³/s²/N\]: the water gives way.
    fn gives(&self) -> f64 {
        share(self.entry) / (WATER * self.thing)
    }

    /// How much harder the slap is than that of a usual thing.
    fn hits(&self, speed: f64) -> f64 {
        let size = self.thing / USUAL_SIZE;
        size * size * speed * speed / (USUAL * USUAL)
    }
}

/// Side of the water that is drawn, against the radius of what falls; droplets that are drawn.
const WIDE: f64 = 16.0;
const THROWN: usize = 60;

/// What was thrown in.
pub struct Splash {
    burst: Burst,
    later: Later,
    crowd: Crowd,
    /// Droplets that still fall, a second.
    rain: f64,
    /// Their number when they begin to fall, and steps until then.
    thrown: f64,
    wait: u32,
    kept: f64,
    rng: Rng,
    rate: Rate,
}

impl Splash {
    /// The thing goes down and water goes up: as many droplets as can be told apart, which come down
    /// after times that are as often as those of the ones that are heard.
    fn draw(&self, params: &SplashParams, speed: f64, pool: &mut Pool) {
        let scene = &mut pool.bank.scene;
        let level = scene.level.unwrap_or(0.0);
        let whole = Speck {
            kind: SpeckKind::Grain,
            at: [0.0, 0.0, level],
            size: params.thing,
            glow: 1.0,
            ..Speck::default()
        };
        let sinks = Course {
            velocity: [0.0, 0.0, -speed],
            fades: speed / (0.3 * WIDE * params.thing),
            ..Course::default()
        };
        scene.specks.put(whole, sinks);
        scene.ring([0.0; 2], params.thing, 1.0);
        let many = match params.droplets > -60.0 {
            true => (params.count as usize).min(THROWN),
            false => 0,
        };
        for _ in 0..many {
            let flies = 0.05 - params.lasts * math::log(1.0 - 0.95 * scene.specks.chance());
            let out = scene.specks.place();
            let way = 0.4 * WIDE * params.thing / flies.max(0.1);
            let drop = Speck {
                kind: SpeckKind::Drop,
                at: [params.thing * out[0], params.thing * out[1], level],
                size: params.crowd.radius,
                glow: 1.0,
                ..Speck::default()
            };
            let course = Course {
                velocity: [way * out[0], way * out[1], 0.5 * GRAVITY * flies],
                falls: true,
                ends: flies,
                ..Course::default()
            };
            scene.specks.put(drop, course);
        }
    }
}

impl Process for Splash {
    type Params = SplashParams;
    const HELD: bool = false;
    const REHEARSED: f64 = 0.3;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const PEAK: f64 = 0.5;
    const LOUDER: f64 = 1.25;

    fn new(params: &SplashParams, rate: Rate) -> Result<Self, BuildError> {
        Ok(Self {
            burst: Burst::new(&params.slap, rate, 0)?,
            later: Later::new(),
            crowd: Crowd::new(rate),
            rain: 0.0,
            thrown: 0.0,
            wait: 0,
            kept: 1.0,
            rng: Rng::new(0),
            rate,
        })
    }
    fn output(params: &SplashParams) -> &OutputParams {
        &params.output
    }
    fn expected(&self, params: &SplashParams, pool: &Pool) -> ([f64; 2], f64) {
        let strength = pool.strength.max(0.05);
        let speed = params.speed * strength;
        let force = params.slap.force * params.hits(speed) * params.gives();
        let slap = force * (params.slap.press + 1.5);
        let lasts = params.slap.attack + 0.4 * params.slap.decay + params.slap.hold;
        let glug = params.glug(speed / USUAL, 1.0);
        let deep = glug.bubble.flow(glug.share);
        let many = params.count / params.lasts;
        let [rain, one] = params.crowd.expected(many);
        let level = share(params.droplets);
        let rain = level * rain * (1.0 + params.spray.share());
        let moment = (params.lasts / 0.4).min(1.0);
        let power = force * force * (1.0 + params.slap.press * params.slap.press) * lasts / 0.4
            + deep * deep / (4.0 * glug.bubble.falls() * 0.4)
            + rain * rain * moment;
        let peak = slap.max(deep).max(level * one).max(3.0 * rain);
        ([peak, power.sqrt()], speed / USUAL)
    }
    fn begin(&mut self, params: &SplashParams, pool: &mut Pool) {
        let speed = params.speed * pool.strength;
        if speed <= 0.0 {
            return;
        }
        self.burst.start(params.hits(speed));
        self.draw(params, speed, pool);
        let closes = params.closes(speed);
        let mut size = 1.0;
        let mut at = closes;
        for piece in 0..params.pieces {
            let strong = speed / USUAL * if piece == 0 { 1.0 } else { 0.6 };
            if params.cavity > -60.0 {
                let start = params.glug(strong, size);
                self.later.put(at * pool.rate.hertz(), start);
            }
            size *= 0.35 + 0.5 * self.rng.uniform();
            at += closes * (0.15 + 0.5 * self.rng.uniform());
        }
        // What was thrown up comes back after the first of it has flown.
        self.wait = (0.6 * closes * pool.rate.hertz()) as u32;
        self.thrown = (params.count / params.lasts * (speed / USUAL).min(4.0)).min(2e4);
        self.rain = 0.0;
        self.kept = math::exp(-pool.rate.step() / params.lasts);
        self.crowd
            .follow(&params.crowd, &params.spray, self.thrown.max(1.0));
    }
    fn follow(&mut self, params: &SplashParams, pool: &mut Pool) {
        let scene = &mut pool.bank.scene;
        scene.basin = Basin::Wide {
            side: WIDE * params.thing,
        };
        scene.level = Some(0.5 * WIDE * params.thing);
        scene.above = 0.4 * WIDE * params.thing;
        scene.spread = 0.8;
        scene.ripples = true;
        self.burst.tune(&params.slap);
        let many = (params.count / params.lasts).max(1.0);
        self.crowd.follow(&params.crowd, &params.spray, many);
    }
    fn tick(&mut self, params: &SplashParams, pool: &mut Pool) -> f64 {
        let slap = self.burst.force(&params.slap) * params.gives();
        let Pool { bank, .. } = pool;
        self.later.pass(|start| {
            // The cavity closes where the thing went in.
            bank.scene.next = Some([0.0; 2]);
            bank.start(start);
        });
        if self.thrown > 0.0 {
            match self.wait {
                0 => (self.rain, self.thrown) = (self.thrown, 0.0),
                _ => self.wait -= 1,
            }
        }
        let level = share(params.droplets);
        let mut hiss = 0.0;
        if self.rain > 0.0 && level > 0.0 {
            self.crowd.strengthen(level);
            // The fine ones that hiss come up and go with the others.
            let share = self.rain * params.lasts / params.count;
            hiss = (self.crowd).tick(
                &params.crowd,
                self.rain,
                level * share.min(4.0).sqrt(),
                pool,
            );
        }
        self.rain *= self.kept;
        // Fewer than one in a minute are none.
        if self.rain < 0.02 {
            self.rain = 0.0;
        }
        slap + hiss + pool.tick()
    }
    fn tail(params: &SplashParams) -> f64 {
        let bubble = params.glug(1.0, 1.0).bubble;
        let small = params.crowd.usual();
        5.0 * params.closes(params.speed)
            + 12.0 * params.lasts
            + params.slap.seconds()
            + sixty_decibels(bubble.falls())
            + 1.5 * sixty_decibels(small.falls())
    }
    fn reset(&mut self, _: &SplashParams, seed: u64) {
        self.burst.reset(seed ^ 0x736c_6170_2121);
        self.later.reset();
        self.crowd.reset(seed);
        self.rain = 0.0;
        self.thrown = 0.0;
        self.wait = 0;
        self.rng = Rng::new(seed);
        self.kept = math::exp(-self.rate.step() / 0.3);
    }
}
