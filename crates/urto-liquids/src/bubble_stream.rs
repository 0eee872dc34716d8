//! Stream of bubbles: water boils, fries, runs.
//!
//! Hear:   from single glugs to a rush; small bubbles sizzle, large ones rumble, gusts boil up.
//! Law:    bubbles begin at random moments (a Poisson process); radii, rises and strengths are drawn
//!         from log-normal laws that end at 2.24 spreads, where the one in forty lies that would be
//!         further; small ones swing further by r^-1/2. Each rings by `law`. Gusts move the rate about and
//!         keep its mean. A vessel's air (`cavity`) sounds with them.
//! Step:   exact: see `bank`.
//! Limits: no bubble is larger than exp(2.24·spread) times the middle one. Beyond some 150 bubbles at a time each stands for several, as strong as their sum by chance;
//!         bubbles do not hear each other.
//! Refs:   van den Doel 2005; Papetti 2010, 2.2.5.

use crate::cavity::{Cavity, VesselParams};
use crate::crowd::{Crowd, CrowdParams, SprayParams};
use crate::pool::{Pool, Process, Wet, crowd_peak, sixty_decibels};
use crate::scene::Basin;
use urto::param::{Declared, ParamId};
use urto::rng::Rng;
use urto::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};
use urto::sounds::OutputParams;
use urto::texture::Gust;
use urto::{BuildError, Rate};

urto::params! {
    /// Bubbles come by chance: boiling, frying, running water.
    pub struct BubbleStreamParams("bubble_stream") {
        include crowd: CrowdParams;
        /// How unevenly they come: 0 is always alike, 1 boils up and rests.
        gusts: 0.3, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Gusts per second.
        gust_rate: 3.0, Log(0.1, 30.0), "1/s", Block, spread 0.05;
        /// What is too fine to be counted.
        spray: SprayParams::of(-14.0, 1500.0, 9000.0), Table(SprayParams), "", Block;
        /// The vessel it is in.
        vessel: open(), Table(VesselParams), "", Block;
        /// How much of the vessel's height is full.
        full: 0.5, Linear(0.0, 0.99), "", Block, spread 0.05;
        include output: OutputParams = OutputParams::following(0.3);
    }
    macros {
        /// How many bubbles there are.
        density: rate(8.0, 3000.0);
        /// How large they are.
        size: radius(0.0004, 0.008);
        /// How much they differ.
        variety: radius_spread(0.0, 0.9), swing_spread(0.0, 1.2);
        /// How far their pitches rise.
        rising: rise(0.0, 0.4);
        /// How softly they begin.
        softness: smoothness(0.0, 1.5);
        /// How unevenly they come.
        boiling: gusts(0.0, 1.0);
        /// How much of it is spray.
        hissing: spray.level(-40.0, 6.0);
    }
}

/// A pan: little of its air sounds.
fn open() -> VesselParams {
    VesselParams {
        height: 0.15,
        radius: 0.1,
        resonance: 0.2,
        ..VesselParams::default()
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "bubble_stream",
    title: "Stream of bubbles",
    hear: "Many bubbles ring in a liquid: it boils, fries, runs or brews.",
    family: Family::Liquids,
    form: Form::Texture,
    built_on: &["bubble", "chance", "noise"],
    table: &BubbleStreamParams::TABLE,
    make: &Player::<Wet<Stream>>::boxed,
    seconds: 3.0,
    release: Some(2.7),
    pad: Pad::drag(
        Some(Axis::new("rate", 8.0, 3000.0)),
        Some(Axis::new("radius", 0.006, 0.0005)),
    ),
    expression: ExpressionKeys {
        pitch: &[],
        pressure: &["rate"],
        place: None,
    },
};

/// RMS of a usual stream \[m³/s²\].
const USUAL: f64 = 0.05;
/// Rates of fewer bubbles a second than this are rehearsed denser.
const ENOUGH: f64 = 100.0;

/// A stream and the air above it.
pub struct Stream {
    crowd: Crowd,
    cavity: Cavity,
    gust: Gust,
    rng: Rng,
    denser: f64,
}

impl Process for Stream {
    type Params = BubbleStreamParams;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.3;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;

    fn new(_: &BubbleStreamParams, rate: Rate) -> Result<Self, BuildError> {
        let mut rng = Rng::new(0);
        Ok(Self {
            crowd: Crowd::new(rate),
            cavity: Cavity::new(rate),
            gust: Gust::new(&mut rng),
            rng,
            denser: 1.0,
        })
    }
    fn output(params: &BubbleStreamParams) -> &OutputParams {
        &params.output
    }
    fn expected(&self, params: &BubbleStreamParams, pool: &Pool) -> ([f64; 2], f64) {
        let [rms, one] = params
            .crowd
            .expected(params.crowd.rate * pool.strength.max(0.05));
        let all = rms + Crowd::sprays(&params.spray, rms);
        ([crowd_peak(one, all), all], rms / USUAL)
    }
    fn begin(&mut self, params: &BubbleStreamParams, pool: &mut Pool) {
        self.follow(params, pool);
    }
    fn rehearse(&mut self, params: &BubbleStreamParams, _: &mut Pool) -> f64 {
        self.denser = (ENOUGH / params.crowd.rate).max(1.0);
        self.denser
    }
    fn rehearsed_live(_: &ParamId) -> bool {
        false
    }
    fn follow(&mut self, params: &BubbleStreamParams, pool: &mut Pool) {
        let scene = &mut pool.bank.scene;
        scene.basin = Basin::vessel(&params.vessel);
        scene.level = Some(params.vessel.level(params.full));
        let per_second = params.crowd.rate * pool.strength;
        self.crowd.follow(&params.crowd, &params.spray, per_second);
        self.cavity.tune(&params.vessel, params.full);
    }
    fn tick(&mut self, params: &BubbleStreamParams, pool: &mut Pool) -> f64 {
        let share = params.gust_rate * pool.rate.step();
        let depth = if pool.rehearsed { 0.0 } else { params.gusts };
        let gust = self.gust.pass(share, depth, &mut self.rng);
        let on = if pool.held { 1.0 } else { 0.0 };
        let per_second = params.crowd.rate * pool.strength * gust * self.denser * on;
        let spray = pool.gate * gust.sqrt();
        let hiss = self.crowd.tick(&params.crowd, per_second, spray, pool);
        self.cavity.pass(pool.tick() + hiss)
    }
    fn tail(params: &BubbleStreamParams) -> f64 {
        0.3 + 1.5 * sixty_decibels(params.crowd.usual().falls())
    }
    fn reset(&mut self, _: &BubbleStreamParams, seed: u64) {
        self.crowd.reset(seed);
        self.cavity.reset();
        self.rng = Rng::new(seed);
        self.gust = Gust::new(&mut self.rng);
        self.denser = 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::TAIL;
    use crate::chance::tests::{likely, normal_law};
    use crate::crowd::further;
    use urto::math;
    use urto::sound::{Event, Model};

    /// Radii, rises and strengths are those that were asked for: within the tails by the normal law
    /// of their logarithms, and at the tails' ends as many as that has beyond them; three seeds.
    #[test]
    fn statistics_are_as_asked() {
        let params = CrowdParams {
            radius_spread: 0.7,
            rise_spread: 0.4,
            swing_spread: 0.9,
            ..CrowdParams::default()
        };
        const DRAWS: usize = 3000;
        let below = normal_law(-TAIL);
        for seed in [1, 2, 3] {
            let mut rng = Rng::new(seed);
            let all: Vec<_> = (0..DRAWS).map(|_| params.draw(&mut rng)).collect();
            let laws = [
                (params.radius, 0.7, 0),
                (params.rise, 0.4, 1),
                (params.swing, 0.9, 2),
            ];
            for (middle, spread, which) in laws {
                let of = |n: usize| {
                    let own = &all[n];
                    let even = further(params.radius, own.bubble.radius);
                    [own.bubble.radius, own.rise, own.share / even][which]
                };
                let logs = (0..DRAWS).map(|n| math::log(of(n) / middle) / spread);
                let (inside, ends): (Vec<f64>, Vec<f64>) =
                    logs.partition(|x| x.abs() < TAIL - 1e-9);
                assert!(ends.iter().all(|x| x.abs() < TAIL + 1e-9));
                // 75 of 3000; four standard deviations are 34.
                let want = 2.0 * below * DRAWS as f64;
                assert!((ends.len() as f64 - want).abs() < 4.0 * want.sqrt());
                let p = likely(inside, |x| (normal_law(x) - below) / (1.0 - 2.0 * below));
                assert!(p > 0.01, "{seed} {which}: {p}");
            }
        }
    }

    /// In the stream as it is played bubbles begin as often as asked, at random moments: eight seeds
    /// together, for few bubbles and many.
    #[test]
    fn bubbles_begin_as_often_as_asked() {
        let rate = Rate::new(48_000.0).unwrap();
        let mut apart = Vec::new();
        for seed in 1..=8u32 {
            let per_second = 60.0 * f64::from(seed);
            let mut params = BubbleStreamParams {
                gusts: 0.0,
                ..BubbleStreamParams::default()
            };
            params.crowd.rate = per_second;
            assert!(params.crowd.stands_for(per_second) == 1.0);
            let mut wet = Wet::<Stream>::build(&params, rate, seed.into()).unwrap();
            wet.event(&params, Event::trigger(1.0));
            let mean = per_second * rate.step();
            let mut rng = Rng::new(seed.into());
            let mut last = 0;
            for n in 1..=(2000.0 / mean) as u32 {
                // All of them are large enough to sound, and bring energy.
                let before = wet.ledger().injected;
                wet.tick(&params);
                if wet.ledger().injected > before {
                    // Anywhere within the step: what is rounded to samples has no law of its own.
                    apart.push((f64::from(n - last) - rng.uniform()) * mean);
                    last = n;
                }
            }
        }
        // Three standard deviations of a count of 16,000: 2.4 %.
        let many = apart.len() as f64;
        let p = likely(apart, |x| -math::expm1(-x.max(0.0)));
        println!("{many} of 16000, p = {p:.3}");
        assert!((many - 16e3).abs() < 3.0 * 16e3f64.sqrt(), "{many}");
        assert!(p > 0.01, "{p}");
    }
}
