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
use crate::scene::{Basin, Falling};
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

impl Pouring {
    /// The vessel and how far it is full, for pictures.
    fn draw(&self, params: &PouringParams, pool: &mut Pool) {
        let scene = &mut pool.bank.scene;
        scene.basin = Basin::vessel(&params.vessel);
        scene.level = Some(params.vessel.level(self.full));
        // Bubbles are where the stream tears the surface.
        scene.spread = 0.5;
        scene.above = (1.5 * params.vessel.height - self.full * params.vessel.height).max(0.0);
    }
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
    fn follow(&mut self, params: &PouringParams, pool: &mut Pool) {
        self.draw(params, pool);
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
            self.draw(params, pool);
            pool.bank.scene.stream = (now > 0.0).then_some(Falling {
                flow: now * params.flow * LITRE,
                from: params.fall,
            });
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

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::{TAU, cos, sin};
    use urto::param::Value;
    use urto::sound::Event;

    const RATE: f64 = 48_000.0;
    /// What is heard of a moment \[s\].
    const MOMENT: f64 = 0.8;

    /// What is heard while a vessel is filled evenly, by a stream that sprays at all pitches.
    fn poured(settings: &[(&str, f64)], seconds: f64) -> Vec<f32> {
        let mut sound = (ENTRY.make)();
        let even = [
            ("gusts", 0.0),
            ("wall", -60.0),
            ("spray.level", 20.0),
            ("spray.from", 100.0),
            ("spray.to", 20_000.0),
            ("vessel.resonance", 1.0),
            ("vessel.damping", 0.3),
        ];
        for (key, value) in even.iter().chain(settings) {
            let id = sound.params().table().find(key).unwrap();
            sound.set(&id, &Value::Number(*value));
        }
        sound.prepare(Rate::new(RATE).unwrap(), 512);
        sound.reset(3);
        sound.event(0, Event::trigger(1.0));
        let mut planes = vec![vec![0.0; (seconds * RATE) as usize]; sound.channels()];
        let mut outputs: Vec<&mut [f32]> = planes.iter_mut().map(Vec::as_mut_slice).collect();
        sound.render(&[], &mut outputs);
        planes.swap_remove(0)
    }

    /// How strong a tone is in a noise, in windows of so many seconds on the average.
    fn strength(samples: &[f32], hertz: f64, window: f64) -> f64 {
        let length = (window * RATE) as usize;
        let [c, s] = [cos(TAU * hertz / RATE), sin(TAU * hertz / RATE)];
        let windows = (0..samples.len() - length).step_by(length / 2);
        windows
            .map(|start| {
                let (mut re, mut im) = (0.0, 0.0);
                for (n, sample) in samples[start..start + length].iter().enumerate() {
                    let window = 1.0 - cos(TAU * n as f64 / length as f64);
                    (re, im) = (
                        re * c - im * s + window * f64::from(*sample),
                        re * s + im * c,
                    );
                }
                re * re + im * im
            })
            .sum()
    }

    /// The highest peak of the spectrum up to a third below and above a pitch, in steps of 0.3 %.
    fn peak(samples: &[f32], around: f64, window: f64) -> f64 {
        let tones = (-120..=120).map(|n| around * math::exp(0.003 * f64::from(n)));
        let all = tones.map(|hertz| (hertz, strength(samples, hertz, window)));
        all.fold(
            (0.0, 0.0),
            |best, own| if own.1 > best.1 { own } else { best },
        )
        .0
    }

    /// What is heard climbs as the vessel fills: at every moment its strongest pitch, looked for up to
    /// a third off, is that of the air above the level within 2 %, by textbook formulas. The level rises by
    /// Q/S. A glass is a quarter wave, c/(4·(L + 0.61·a)); a bottle is Helmholtz's resonator,
    /// c/(2·pi)·sqrt(A/(S·L·l)), with a neck as long as it is and ends of 0.61·a outside and
    /// 0.85·a·(1 - 1.25·a/R) inside. That holds for k·L << 1: here it is at most 0.7 % above what tubes give.
    #[test]
    fn the_pitch_heard_climbs_by_the_formula() {
        let glass = ([0.2, 0.035, 1.0, 0.0], 0.03, [0.5, 5.0, 10.0, 16.0], 0.1);
        // Its note is low and narrow, and climbs slowly: it is looked for in longer windows.
        let bottle = ([0.06, 0.02, 0.15, 0.012], 2e-3, [0.5, 4.0, 8.0, 12.0], 0.2);
        for ([height, radius, mouth, neck], flow, times, window) in [glass, bottle] {
            let full = 0.1;
            let area = PI * radius * radius;
            let settings = [
                ("flow", flow),
                ("full", full),
                ("vessel.height", height),
                ("vessel.radius", radius),
                ("vessel.mouth", mouth),
                ("vessel.neck", neck),
            ];
            let heard = poured(&settings, times[3] + 1.5);
            let mut last = 0.0;
            for at in times {
                let middle = at + 0.5 * MOMENT;
                let air = height - (full * height + flow * LITRE * middle / area);
                let wanted = match mouth < 1.0 {
                    true => {
                        let own = mouth * radius;
                        let long = neck + 0.61 * own + 0.85 * own * (1.0 - 1.25 * mouth);
                        343.0 / TAU * (PI * own * own / (area * air * long)).sqrt()
                    }
                    false => 343.0 / (4.0 * (air + 0.61 * radius)),
                };
                let part = (at * RATE) as usize..((at + MOMENT) * RATE) as usize;
                let found = peak(&heard[part], wanted, window);
                println!("{mouth} {middle} s: {found:.0} Hz of {wanted:.0}");
                assert!(
                    (found / wanted - 1.0).abs() < 0.02,
                    "{mouth} {middle}: {found} {wanted}"
                );
                assert!(found > last, "{mouth} {middle}");
                last = found;
            }
        }
    }
}
