//! Waves: the sea breaks on a shore.
//!
//! Hear:   a swell that rises, breaks with a roar, washes up with a hiss and draws pebbles back.
//! Law:    each wave that breaks beats air into the water. Bubbles have the sizes that were measured in
//!         breakers, in two laws that meet at 1 mm: r^-1.5 below, r^-3.3 above (Deane & Stokes); they ring by `law`. The plume as a
//!         whole swings at lower pitches: the roar. Films and spray hiss for as long as the water runs up, and as it
//!         runs back pebbles knock on each other: hard spheres that change their speed at once
//!         (Koss & Alfredson).
//! Step:   exact: see `bank`; three waves may be on their way.
//! Limits: the roar is noise between two pitches, not a plume that is solved; no wind.
//! Refs:   Deane & Stokes 2002; Carey & Fitzgerald 1993; Koss & Alfredson 1973; Papetti 2010, 2.2.5.

use crate::bank::Start;
use crate::chance::{Arrivals, Hiss, factor};
use crate::crowd::{CrowdParams, SprayParams, further};
use crate::law::{Bubble, VISCOSITY};
use crate::pool::{Pool, Process, Wet, crowd_peak};
use crate::scene::{Basin, Scene};
use urto::math;
use urto::param::{Declared, ParamId};
use urto::picture::{Course, Frame, Geometry, PicturePart, Role, Sketch, Speck, SpeckKind, Vector};
use urto::rng::Rng;
use urto::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};
use urto::sounds::OutputParams;
use urto::{BuildError, Rate};

urto::params! {
    /// The sea breaks on a shore.
    pub struct WavesParams("waves") {
        /// Time from wave to wave.
        period: 6.0, Log(0.3, 30.0), "s", Block, spread 0.05;
        /// Time in which a wave rises and breaks.
        rising: 1.2, Log(0.02, 10.0), "s", Block, spread 0.05;
        /// Time in which what it broke into falls to 37 %.
        wash: 1.4, Log(0.02, 10.0), "s", Block, spread 0.05;
        /// How much of the sea goes on between waves.
        sea: 0.12, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Random differences between waves in time and strength.
        variation: 0.5, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// Bubbles per second where a wave breaks.
        bubbles: 1500.0, Log(1.0, 20_000.0), "1/s", Block, spread 0.05;
        /// The largest bubbles.
        largest: 6e-3, Log(1.5e-3, 0.05), "m", Block, spread 0.05;
        /// How far bubbles swing, as a share of their radius.
        swing: 0.01, Log(1e-4, 0.2), "", Block, expert, spread 0.05;
        /// The roar as it breaks.
        roar: SprayParams::of(4.0, 120.0, 900.0), Table(SprayParams), "", Block;
        /// The hiss as it washes up.
        hiss: SprayParams::of(0.0, 900.0, 6000.0), Table(SprayParams), "", Block;
        /// Knocks of pebbles per second as it draws back.
        pebbles: 0.0, ZeroLog(1.0, 5000.0), "1/s", Block, spread 0.05;
        /// Radius of a pebble.
        pebble: 0.012, Log(2e-3, 0.2), "m", Block, spread 0.05;
        /// How fast pebbles meet.
        knock: 0.3, Log(0.01, 5.0), "m/s", Block, spread 0.05;
        include output: OutputParams = OutputParams::following(0.3);
    }
    macros {
        /// How fast waves follow each other.
        pace: period(14.0, 2.0);
        /// How sharply they break.
        steepness: rising(3.0, 0.15);
        /// How long they wash up.
        length: wash(0.3, 4.0);
        /// How much they roar.
        roaring: roar.level(-20.0, 14.0);
        /// How much they hiss.
        hissing: hiss.level(-20.0, 10.0);
        /// How many pebbles they move.
        stones: pebbles(1.0, 2000.0);
        /// How much they differ.
        variety: variation(0.0, 1.0);
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "waves",
    title: "Waves",
    hear: "The sea breaks on a shore, washes up and draws back.",
    family: Family::Liquids,
    form: Form::Texture,
    built_on: &["bubble", "noise", "chance"],
    table: &WavesParams::TABLE,
    make: &Player::<Wet<Waves>>::boxed,
    seconds: 8.0,
    release: Some(7.5),
    pad: Pad::hold(
        Some(Axis::new("period", 12.0, 1.5)),
        Some(Axis::new("roar.level", -20.0, 12.0)),
    ),
    expression: ExpressionKeys {
        pitch: &[],
        pressure: &["bubbles"],
        place: None,
    },
};

/// RMS of usual waves \[m³/s²\].
const USUAL: f64 = 0.3;
/// Waves on their way.
const WAVES: usize = 3;
/// Bubbles a second of which each is heard by itself.
const MOST: f64 = 3000.0;
/// The pitches that bubbles of the laws have most of their sound at, for levels: radius \[m\].
const MIDDLE: f64 = 1.5e-3;
/// Smallest bubble, and where the two laws meet \[m\].
const LEAST: f64 = 3e-4;
const MEET: f64 = 1e-3;

/// Radius of the next bubble of a breaker \[m\]: r^-1.5 up to 1 mm, r^-(10/3) from there.
fn breaker(largest: f64, rng: &mut Rng) -> f64 {
    // Integrals of both laws, equal to 1 where they meet.
    let small = 2.0 * ((MEET / LEAST).sqrt() - 1.0);
    let end = math::pow(largest / MEET, -7.0 / 3.0);
    let large = 3.0 / 7.0 * (1.0 - end);
    let u = rng.uniform() * (small + large);
    if u < small {
        let root = (MEET / LEAST).sqrt() - 0.5 * u;
        MEET / (root * root)
    } else {
        let left = 1.0 - (u - small) * 7.0 / 3.0;
        MEET * math::pow(left.max(end), -3.0 / 7.0)
    }
}

/// A wave on its way.
#[derive(Clone, Copy, Debug)]
struct Wave {
    /// Time since it began \[s\], how strong it is, and how long against the usual.
    age: f64,
    strength: f64,
    length: f64,
}

impl Wave {
    const GONE: Self = Self {
        age: 1e9,
        strength: 0.0,
        length: 1.0,
    };

    /// How much breaks, washes up, and draws back now.
    fn now(&self, params: &WavesParams) -> [f64; 3] {
        if self.strength == 0.0 {
            return [0.0; 3];
        }
        let (rising, wash) = (params.rising * self.length, params.wash * self.length);
        let t = self.age / rising;
        let after = (self.age - rising).max(0.0) / wash;
        let up = t.min(1.0);
        // It curls over late, and fast.
        let breaks = up * up * up * math::exp(-1.6 * after);
        let runs = up * up * math::exp(-0.8 * after) * (0.6 + 0.4 * after.min(1.0));
        let back = after * after * math::exp(-1.5 * after);
        [breaks, runs, back].map(|own| own * self.strength)
    }

    fn is_over(&self, params: &WavesParams) -> bool {
        self.age > (params.rising + 9.0 * params.wash) * self.length
    }
}

/// A shore.
pub struct Waves {
    waves: [Wave; WAVES],
    next: usize,
    wait: f64,
    arrivals: Arrivals,
    knocks: Arrivals,
    noises: [Hiss; 2],
    loud: [f64; 2],
    rng: Rng,
    /// What goes on, worked out every few steps.
    now: [f64; 3],
    clock: u32,
    /// Times in which a wave rises and washes up, for pictures.
    lasts: [f64; 2],
}

/// How often the waves are looked at \[s\]: nothing of them is faster.
const LOOK: f64 = 1e-3;

impl Waves {
    fn rms(params: &WavesParams, pool: &Pool) -> [f64; 2] {
        let crowd = CrowdParams {
            radius: MIDDLE,
            radius_spread: 0.4,
            swing: params.swing,
            ..CrowdParams::default()
        };
        // A third are large enough to matter.
        crowd.expected(0.33 * params.bubbles * pool.strength.max(0.05))
    }

    /// A wave begins.
    fn send(&mut self, params: &WavesParams) {
        let rng = &mut self.rng;
        let vary = params.variation;
        self.waves[self.next] = Wave {
            age: 0.0,
            strength: factor(0.4 * vary, rng),
            length: factor(0.25 * vary, rng),
        };
        self.next = (self.next + 1) % WAVES;
        self.wait = params.period * factor(0.3 * vary, rng);
    }

    fn look(&mut self, params: &WavesParams, held: bool, rehearsed: bool) {
        self.now = [0.0; 3];
        for wave in &mut self.waves {
            for (sum, own) in self.now.iter_mut().zip(wave.now(params)) {
                *sum += own;
            }
            wave.age += LOOK;
            if wave.is_over(params) {
                *wave = Wave::GONE;
            }
        }
        if held {
            self.wait -= LOOK;
            if self.wait <= 0.0 {
                self.send(params);
            }
        }
        if rehearsed {
            self.now = [1.0, 1.0, 0.4];
        }
    }
}

/// What is drawn of the shore \[m\]: its length and width, and how high a usual wave is before it
/// breaks. The sounds know when waves break and how strongly, not how large they are.
const SHORE: f64 = 8.0;
const WIDTH: f64 = 4.0;
const HIGH: f64 = 0.5;
/// How far a usual wave runs up \[m\], and how steep the beach is.
const RUNS: f64 = 2.4;
const STEEP: f64 = 0.12;
/// Columns in which the sea is drawn.
const COLUMNS: usize = 40;

fn beach(x: f64) -> f64 {
    STEEP * x
}

/// Two points beside each other.
fn across([x, z]: [f64; 2]) -> [Vector; 2] {
    [-0.5, 0.5].map(|y| [x, WIDTH * y, z])
}

impl Waves {
    /// Where a wave has its crest and how high that is, how far it has run up the beach \[m\].
    fn crest(&self, wave: &Wave) -> [f64; 3] {
        if wave.strength == 0.0 {
            return [0.0; 3];
        }
        let [rising, wash] = self.lasts.map(|own| own * wave.length);
        let up = (wave.age / rising).min(1.0);
        let after = (wave.age - rising).max(0.0) / wash;
        let gone = 1.0 - math::exp(-2.0 * after);
        let at = (-0.42 + 0.32 * up + 0.1 * gone) * SHORE;
        let high = HIGH * wave.strength * up * up * math::exp(-1.6 * after);
        // It runs up, and draws back.
        let runs = RUNS * wave.strength.min(1.6) * gone * math::exp(-0.5 * after);
        [at, high, runs]
    }

    /// How far up the water reaches \[m\].
    fn reach(&self) -> f64 {
        let runs = self.waves.iter().map(|wave| self.crest(wave)[2]);
        runs.fold(0.0, f64::max).min(0.48 * SHORE)
    }

    /// How high the water stands at a place \[m\].
    fn high(&self, x: f64) -> f64 {
        let crests = self.waves.iter().map(|wave| self.crest(wave));
        let bump = |[at, high, _]: [f64; 3]| {
            let off = (x - at) / (0.07 * SHORE);
            // Its front is steeper than its back.
            let off = if off > 0.0 { 1.5 * off } else { off };
            high * math::exp(-off * off)
        };
        crests.map(bump).sum::<f64>().max(beach(x))
    }

    /// A point of its surface.
    fn sea(&self, n: usize) -> Vector {
        let far = (n / 2) as f64 / (COLUMNS - 1) as f64;
        let x = -0.5 * SHORE + far * (0.5 * SHORE + self.reach());
        across([x, self.high(x)])[n % 2]
    }

    /// The next bubble comes where a wave breaks and washes; between waves anywhere in the sea.
    fn foam(&self, scene: &mut Scene) {
        let crests = self.waves.iter().map(|wave| self.crest(wave));
        let [at, high, runs] = crests.fold([0.0; 3], |best, own| match own[1] > best[1] {
            true => own,
            false => best,
        });
        let luck = scene.specks.chance();
        let x = match high > 0.05 * HIGH {
            true => at + luck * (runs - at).max(0.15 * SHORE),
            false => (0.5 * luck - 0.5) * SHORE,
        };
        let x = x.min(self.reach());
        scene.level = Some(self.high(x));
        scene.next = Some([x, WIDTH * (scene.specks.chance() - 0.5)]);
    }

    /// A pebble knocks where the water draws back.
    fn stone(&self, scene: &mut Scene, radius: f64, glow: f64) {
        let x = self.reach() * scene.specks.chance();
        let y = WIDTH * (scene.specks.chance() - 0.5);
        let speck = Speck {
            kind: SpeckKind::Grain,
            at: [x, y, beach(x) + radius],
            size: radius,
            glow: glow.max(0.3),
            ..Speck::default()
        };
        let course = Course {
            fades: 6.0,
            ..Course::default()
        };
        scene.specks.put(speck, course);
    }
}

impl Process for Waves {
    type Params = WavesParams;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.2;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const PEAK: f64 = 0.45;
    const LOUDER: f64 = 1.5;

    fn new(_: &WavesParams, rate: Rate) -> Result<Self, BuildError> {
        let mut rng = Rng::new(0);
        Ok(Self {
            waves: [Wave::GONE; WAVES],
            next: 0,
            wait: 0.0,
            arrivals: Arrivals::new(&mut rng),
            knocks: Arrivals::new(&mut rng),
            noises: [Hiss::new(rate), Hiss::new(rate)],
            loud: [0.0; 2],
            rng,
            now: [0.0; 3],
            clock: 0,
            lasts: [1.0; 2],
        })
    }
    fn output(params: &WavesParams) -> &OutputParams {
        &params.output
    }
    fn expected(&self, params: &WavesParams, pool: &Pool) -> ([f64; 2], f64) {
        let [rms, one] = Self::rms(params, pool);
        let (roar, hiss) = (params.roar.share(), params.hiss.share());
        let all = rms * (1.0 + roar * roar + hiss * hiss).sqrt();
        ([crowd_peak(one, all), all], (rms / USUAL).sqrt())
    }
    fn begin(&mut self, params: &WavesParams, pool: &mut Pool) {
        self.follow(params, pool);
        self.send(params);
    }
    fn rehearsed_live(_: &ParamId) -> bool {
        false
    }
    fn follow(&mut self, params: &WavesParams, pool: &mut Pool) {
        pool.bank.scene.basin = Basin::Own;
        self.lasts = [params.rising, params.wash];
        let [rms, _] = Self::rms(params, pool);
        let tables = [&params.roar, &params.hiss];
        for ((noise, loud), own) in self.noises.iter_mut().zip(&mut self.loud).zip(tables) {
            let to = own.to.max(1.2 * own.from);
            noise.tune(own.from, to);
            *loud = own.share() * rms / Hiss::rms(own.from, to);
        }
    }
    fn tick(&mut self, params: &WavesParams, pool: &mut Pool) -> f64 {
        if self.clock == 0 {
            self.clock = (LOOK * pool.rate.hertz()).round() as u32;
            self.look(params, pool.held, pool.rehearsed);
        }
        self.clock -= 1;
        let step = pool.rate.step();
        let [breaks, runs, back] = self.now;
        let sea = params.sea * pool.gate;
        let (roar, wash) = (breaks + 0.5 * sea, runs + sea);
        // Power goes with the number of bubbles.
        let many = params.bubbles * pool.strength * wash * wash;
        let each = (many / MOST).max(1.0);
        if many > 0.0 && self.arrivals.pass(many / each * step, &mut self.rng) {
            let radius = breaker(params.largest, &mut self.rng);
            let share = params.swing * each.sqrt() * factor(0.6, &mut self.rng);
            let share = share * further(MIDDLE, radius);
            self.foam(&mut pool.bank.scene);
            pool.bank.start(&Start {
                bubble: Bubble {
                    radius,
                    depth: 4.0 * radius,
                    viscosity: VISCOSITY,
                },
                share: share.min(0.5),
                rise: 0.05,
                attack: 1e-4,
            });
        }
        let knocks = params.pebbles * back;
        if knocks > 0.0 && self.knocks.pass(knocks.min(2e4) * step, &mut self.rng) {
            let radius = (params.pebble * factor(0.5, &mut self.rng)).clamp(1.5e-3, 0.5);
            let speed = params.knock * factor(0.5, &mut self.rng);
            // A stone's weight, at 2,600 kg/m³.
            let mass = 2600.0 * 4.2 * radius * radius * radius;
            pool.bank.knock(radius, speed, 0.5 * mass * speed * speed);
            self.stone(
                &mut pool.bank.scene,
                radius,
                (speed / params.knock).min(1.0),
            );
        }
        let [low, high] = &mut self.noises;
        let noise = self.loud[0] * roar * low.next() + self.loud[1] * wash * high.next();
        pool.tick() + noise
    }
    fn geometry(&self, scene: Geometry) -> Geometry {
        let sheet = |points: Vec<Vector>| {
            let next = |n: u32| [[n, n + 2, n + 3], [n, n + 3, n + 1]];
            let corners = (0..points.len() as u32 / 2 - 1).flat_map(|n| next(2 * n));
            Sketch {
                triangles: corners.collect(),
                points,
                ..Sketch::default()
            }
        };
        let ends = [-0.5, 0.5].map(|own| own * SHORE);
        let beach = ends.into_iter().flat_map(|x| across([x, beach(x)]));
        let sea = (0..2 * COLUMNS).map(|n| self.sea(n));
        scene
            .with(PicturePart::scenery(
                Role::Ground,
                "beach",
                sheet(beach.collect()),
            ))
            .with(PicturePart::scenery(
                Role::Liquid,
                "sea",
                sheet(sea.collect()),
            ))
    }
    fn picture(&self, _: &Pool, geometry: &Geometry, frame: &mut Frame) {
        frame.place(geometry, "sea", |n, _| self.sea(n));
    }
    fn tail(params: &WavesParams) -> f64 {
        2.0 * (params.rising + 9.0 * params.wash)
    }
    fn reset(&mut self, _: &WavesParams, seed: u64) {
        self.rng = Rng::new(seed);
        self.waves = [Wave::GONE; WAVES];
        self.next = 0;
        self.wait = 0.0;
        self.arrivals = Arrivals::new(&mut self.rng);
        self.knocks = Arrivals::new(&mut self.rng);
        let [low, high] = &mut self.noises;
        low.reset(seed ^ 0x726f_6172_2121);
        high.reset(seed ^ 0x6869_7373_2121);
        self.now = [0.0; 3];
        self.clock = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tests::likely;

    /// Bubbles of a breaker follow both laws.
    #[test]
    fn bubbles_have_the_sizes_of_breakers() {
        let largest = 6e-3;
        let small = 2.0 * ((MEET / LEAST).sqrt() - 1.0);
        let large = |r: f64| 3.0 / 7.0 * (1.0 - math::pow(r / MEET, -7.0 / 3.0));
        let law = |r: f64| match r < MEET {
            true => 2.0 * ((MEET / LEAST).sqrt() - (MEET / r).sqrt()) / (small + large(largest)),
            false => (small + large(r)) / (small + large(largest)),
        };
        for seed in [1, 2, 3] {
            let mut rng = Rng::new(seed);
            let draws = (0..4000).map(|_| breaker(largest, &mut rng)).collect();
            let p = likely(draws, law);
            assert!(p > 0.01, "{seed}: {p}");
        }
    }
}
