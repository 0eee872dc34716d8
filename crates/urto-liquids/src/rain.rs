//! Rain: drops fall on a roof, a window, leaves, an umbrella, or on water.
//!
//! Hear:   patter: few large drops tap one by one, many small ones hiss; what they fall on colours it.
//! Law:    drops of Marshall and Palmer's sizes at Atlas's speeds (`chance::Rainfall`), at random
//!         moments and places on an area. Each strikes the body with its momentum (`solid`), or falls on water: there
//!         those of 0.8 to 1.1 mm always close off a bubble of about 0.22 mm, which rings near 14 kHz,
//!         most of those beyond 2.2 mm one of up to a fifth of theirs, and all clap on the surface. What falls
//!         further away is softer by its distance; the rain around is noise.
//! Step:   exact modal step; see `bank`, `solid`.
//! Limits: beyond 3,000 drops a second each stands for several, as strong as their sum by chance.
//! Refs:   Marshall & Palmer 1948; Atlas 1973; Pumphrey, Crum & Bjorno 1989; Medwin et al. 1992.

use crate::bank::Start;
use crate::chance::{Arrivals, Hiss, Rainfall};
use crate::crowd::SprayParams;
use crate::drop::DropParams;
use crate::law::{Bubble, VISCOSITY};
use crate::pool::{Has, Pool, Process, Wet, crowd_peak};
use crate::scene::Basin;
use core::f64::consts::PI;
use urto::body::{BodyKind, BodyParams, MaterialKind, Supported};
use urto::math::{self, TAU};
use urto::param::{Declared, ParamId};
use urto::rng::Rng;
use urto::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};
use urto::sounds::{Listening, OutputParams};
use urto::texture::Gust;
use urto::{BuildError, Rate};

urto::params! {
    /// Drops fall on a body, or on water.
    pub struct RainParams("rain") {
        /// How hard it rains: 2 is light, 10 is usual, 50 pours.
        intensity: 12.0, Log(0.2, 300.0), "mm/h", Block, spread 0.06;
        /// The area on which drops are heard one by one.
        area: 0.5, Log(0.01, 30.0), "m^2", Block, spread 0.05;
        /// Multiplies the diameters of all drops: those that gather on leaves are larger.
        drop: 1.0, Log(0.3, 8.0), "", Block, spread 0.05;
        /// How long a drop presses, against the time in which it falls through its own length: 1 is
        /// water, 0.1 ice.
        give: 1.0, Log(0.02, 5.0), "", Block, spread 0.05;
        /// Share of the drops that fall on water instead of the body.
        water: 0.0, Linear(0.0, 1.0), "", Block, spread 0.03;
        /// How far a bubble swings when it is closed off, as a share of its radius.
        swing: 0.03, Log(1e-4, 0.3), "", Block, expert, spread 0.05;
        /// How unevenly it rains.
        gusts: 0.2, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// The rain around.
        around: SprayParams::of(-8.0, 500.0, 7000.0), Table(SprayParams), "", Block;
        include listening: Listening = Listening::at(0.8);
        /// What it falls on.
        body: roof(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.3);
    }
    macros {
        /// How hard it rains.
        strength: intensity(2.0, 80.0);
        /// How much of it is near.
        nearness: around.level(10.0, -30.0);
        /// How large the drops are.
        size: drop(0.6, 3.0);
        /// How hard they are.
        hardness: give(3.0, 0.1);
        /// How much of it falls on water.
        wetness: water(0.0, 1.0);
        /// How large the body is.
        roof: body.size(0.2, 2.5);
        /// How unevenly it rains.
        gustiness: gusts(0.0, 1.0);
    }
}

/// A sheet of corrugated iron, nailed down.
fn roof() -> BodyParams {
    BodyParams {
        kind: BodyKind::ClampedPlate,
        size: 0.8,
        thickness: 6e-4,
        material: MaterialKind::Steel,
        damping: 25.0,
        count: 96,
        ..BodyParams::default()
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "rain",
    title: "Rain",
    hear: "Rain falls on a roof, a window, leaves, an umbrella, or on water.",
    family: Family::Liquids,
    form: Form::Texture,
    built_on: &["bubble", "modes", "noise", "chance"],
    table: &RainParams::TABLE,
    make: &Player::<Wet<Rain>>::boxed,
    seconds: 4.0,
    release: Some(3.7),
    pad: Pad::hold(
        Some(Axis::new("intensity", 1.0, 100.0)),
        Some(Axis::new("drop", 0.6, 3.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &["intensity"],
        place: None,
    },
};

/// RMS of usual rain \[m³/s²\].
const USUAL: f64 = 0.02;
/// Drops a second that are heard one by one.
const MOST: f64 = 3000.0;
/// Nearest drop \[m\].
const NEAR: f64 = 0.4;
/// Drops of this diameter are drawn at their brightest \[m\].
const BRIGHT: f64 = 3e-3;
/// Drops a second that a rehearsal needs.
const ENOUGH: f64 = 100.0;

impl RainParams {
    fn fall(&self) -> Rainfall {
        Rainfall::new(self.intensity)
    }

    /// Drops a second.
    fn drops(&self) -> f64 {
        (self.fall().flux() * self.area).max(0.5)
    }

    /// A drop as loud as most of the power comes from \[m\]: the third power of the diameter weighs
    /// twice against exp(-L·D), so the sixth: 6/L and below.
    fn loud_drop(&self) -> f64 {
        let steep = 4100.0 * math::pow(self.intensity, -0.21);
        self.drop * (6.0 / steep).clamp(1e-3, 5e-3)
    }

    /// Momentum \[N·s\] and time \[s\] of a drop.
    fn blow(&self, diameter: f64) -> [f64; 2] {
        let speed = Rainfall::speed(diameter);
        let momentum = DropParams::mass(diameter) * speed;
        [momentum, self.give * diameter / speed]
    }

    /// The bubble of a drop, if it leaves one.
    fn bubble(&self, diameter: f64, rng: &mut Rng) -> Option<Start> {
        let luck = rng.uniform();
        let share = rng.uniform();
        let radius = match diameter {
            d if (8e-4..=1.1e-3).contains(&d) => 0.23 * d,
            d if d > 2.2e-3 && luck < 0.7 => d * (0.06 + 0.14 * share),
            _ => return None,
        };
        let bubble = Bubble {
            radius,
            depth: 3.0 * radius,
            viscosity: VISCOSITY,
        };
        Some(Start {
            bubble,
            share: self.swing,
            rise: 0.08,
            attack: 0.0,
        })
    }

    /// Mean of 1/(1 + (d/near)²), the power that is left of drops all over the area.
    fn left(&self) -> f64 {
        let reach = self.area / (PI * NEAR * NEAR);
        math::log1p(reach) / reach
    }
}

/// Rain and what it falls on.
pub struct Rain {
    arrivals: Arrivals,
    around: Hiss,
    gust: Gust,
    rng: Rng,
    /// What is the same for all drops of the same rain: which, drops a second, and the noise.
    rain: Rainfall,
    drops: f64,
    loud: f64,
    denser: f64,
}

impl Rain {
    /// RMS of all drops and height of a large one \[m³/s²\].
    fn crowd(&self, params: &RainParams, pool: &Pool) -> [f64; 2] {
        let drops = params.drops() * pool.strength.max(0.05);
        let diameter = params.loud_drop();
        // Most of the power is that of the few large ones.
        let large = 0.25;
        let [momentum, time] = params.blow(diameter);
        let solid = pool
            .solid
            .as_ref()
            .map_or([0.0; 2], |own| own.answer(&params.body, momentum, time));
        let dry = drops * (1.0 - params.water) * large * solid[1];
        let bubble = Bubble::new(0.13 * diameter, 0.4 * diameter);
        let plop = bubble.flow(params.swing);
        let wet = drops * params.water * large * plop * plop / (4.0 * bubble.falls());
        let peak = solid[0] * (1.0 - params.water) + plop * params.water;
        [(params.left() * (dry + wet)).sqrt(), peak]
    }
}

impl Process for Rain {
    type Params = RainParams;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.3;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;

    fn new(params: &RainParams, rate: Rate) -> Result<Self, BuildError> {
        let mut rng = Rng::new(0);
        Ok(Self {
            arrivals: Arrivals::new(&mut rng),
            around: Hiss::new(rate),
            gust: Gust::new(&mut rng),
            rng,
            rain: params.fall(),
            drops: params.drops(),
            loud: 0.0,
            denser: 1.0,
        })
    }
    fn body(params: &RainParams) -> Option<Has<'_>> {
        Some((&params.body, &params.on.support, params.listening.spot()))
    }
    fn output(params: &RainParams) -> &OutputParams {
        &params.output
    }
    fn expected(&self, params: &RainParams, pool: &Pool) -> ([f64; 2], f64) {
        let [rms, one] = self.crowd(params, pool);
        let all = rms * (1.0 + params.around.share());
        let natural = (params.intensity / 12.0).sqrt() * pool.strength.max(0.05).sqrt();
        (
            [crowd_peak(one, all), all],
            natural * (rms / USUAL).sqrt().clamp(0.3, 3.0),
        )
    }
    fn begin(&mut self, params: &RainParams, pool: &mut Pool) {
        self.follow(params, pool);
    }
    fn rehearse(&mut self, params: &RainParams, _: &mut Pool) -> f64 {
        self.denser = (ENOUGH / params.drops()).max(1.0);
        self.denser
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        id.is_in(&[
            urto::key!(RainParams, body),
            urto::key!(RainParams, support),
        ])
    }
    fn follow(&mut self, params: &RainParams, pool: &mut Pool) {
        // The circle on which drops fall fills it.
        let side = 2.0 * (params.area / PI).sqrt();
        let scene = &mut pool.bank.scene;
        scene.basin = Basin::Wide { side };
        scene.level = (params.water >= 0.5).then_some(0.1 * side);
        self.rain = params.fall();
        self.drops = params.drops();
        let (from, to) = (
            params.around.from,
            params.around.to.max(1.2 * params.around.from),
        );
        self.around.tune(from, to);
        let [rms, _] = self.crowd(params, pool);
        self.loud = params.around.share() * rms / Hiss::rms(from, to);
    }
    fn tick(&mut self, params: &RainParams, pool: &mut Pool) -> f64 {
        let depth = if pool.rehearsed { 0.0 } else { params.gusts };
        let step = pool.rate.step();
        let gust = self.gust.pass(2.0 * step, depth, &mut self.rng);
        if pool.held {
            let many = self.drops * gust * pool.strength * self.denser;
            let each = (many / MOST).max(1.0);
            if self.arrivals.pass(many / each * step, &mut self.rng) {
                self.drop(params, each.sqrt(), pool);
            }
        }
        let far = match self.loud {
            0.0 => 0.0,
            loud => loud * pool.gate * gust.sqrt() * self.around.next(),
        };
        pool.tick() + far
    }
    fn tail(_: &RainParams) -> f64 {
        0.4
    }
    fn reset(&mut self, _: &RainParams, seed: u64) {
        self.rng = Rng::new(seed);
        self.arrivals = Arrivals::new(&mut self.rng);
        self.around.reset(seed ^ 0x0061_726f_756e_6421);
        self.gust = Gust::new(&mut self.rng);
        self.denser = 1.0;
    }
}

impl Rain {
    /// A drop falls, so many times as strong as one alone.
    fn drop(&mut self, params: &RainParams, by: f64, pool: &mut Pool) {
        let rng = &mut self.rng;
        let diameter = (params.drop * self.rain.draw(rng)).min(0.04);
        let away = params.area / PI * rng.uniform();
        let left = by / (1.0 + away / (NEAR * NEAR)).sqrt();
        let wet = rng.uniform() < params.water;
        let bubble = params.bubble(diameter, rng);
        let [momentum, time] = params.blow(diameter);
        let scene = &mut pool.bank.scene;
        let turn = TAU * scene.specks.chance();
        let place = [math::cos(turn), math::sin(turn)].map(|own| away.sqrt() * own);
        let glow = (diameter / BRIGHT).clamp(0.3, 1.0);
        match wet {
            true => scene.ring(place, 0.5 * diameter, glow),
            false => scene.mark(place, 0.5 * diameter, glow),
        }
        scene.next = wet.then_some(place);
        if !wet {
            if let Some(solid) = &mut pool.solid {
                solid.strike(left * momentum, time, rng);
            }
            return;
        }
        let speed = Rainfall::speed(diameter);
        // A round front that meets a flat one is heard less than a wall would be.
        let clap = 0.1 * left * speed;
        let energy = 0.25 * DropParams::mass(diameter) * clap * clap;
        pool.bank.knock(0.5 * diameter, clap, energy);
        if let Some(start) = bubble {
            let share = (left * start.share).min(0.5);
            pool.bank.start(&Start { share, ..start });
        }
    }
}
