//! Crowd: a stream of bubbles, how large they are and how they begin.

use crate::bank::{MOST, Start};
use crate::chance::{Arrivals, Hiss, factor};
use crate::law::{Bubble, VISCOSITY};
use crate::pool::{Pool, crowd_power, sixty_decibels};
use urto::rng::Rng;
use urto::{Rate, math};

urto::params! {
    /// Bubbles that come by chance.
    pub struct CrowdParams("crowd") {
        /// Bubbles per second.
        rate: 150.0, Log(0.2, 20_000.0), "1/s", Block, spread 0.08;
        /// Radius of a bubble in the middle of them: half are smaller.
        radius: 1.5e-3, Log(2e-4, 0.03), "m", Block, spread 0.08;
        /// Spread of the radii (standard deviation of the logarithm, whose tails end at 2.24 of it).
        radius_spread: 0.4, Linear(0.0, 1.2), "", Block, spread 0.05;
        /// By how much of its frequency a bubble's pitch rises while it falls to 37 %.
        rise: 0.08, Linear(0.0, 1.0), "", Block, spread 0.08;
        /// Spread of that (standard deviation of the logarithm).
        rise_spread: 0.5, Linear(0.0, 1.5), "", Block, expert, spread 0.05;
        /// How far a bubble in the middle of them swings when it is closed off, as a share of its
        /// radius; smaller ones swing further.
        swing: 0.01, Log(1e-4, 0.2), "", Block, expert, spread 0.05;
        /// Spread of that: of the strengths (standard deviation of the logarithm).
        swing_spread: 0.6, Linear(0.0, 1.5), "", Block, spread 0.05;
        /// Time in which a bubble swings up, as a share of the time in which it falls to 37 %: 0
        /// clicks, 1 is smooth.
        smoothness: 0.1, Linear(0.0, 2.0), "", Block, spread 0.05;
        /// How deep the bubbles lie.
        depth: 0.01, Log(3e-4, 2.0), "m", Block, spread 0.05;
        /// Viscosity of the liquid: water 0.001, oil 0.06.
        viscosity: VISCOSITY, Log(1e-4, 1.0), "Pa s", Block, expert, spread 0.02;
    }
}

urto::params! {
    /// What is too dense and too fine to be counted: spray, foam, films that burst.
    pub struct SprayParams("spray") {
        /// How loud it is beside the bubbles; -60 is nothing.
        level: -10.0, Linear(-60.0, 20.0), "dB", Block, spread 0.03;
        /// Its lowest pitch.
        from: 1500.0, Log(20.0, 12_000.0), "Hz", Block, spread 0.05;
        /// Its highest pitch.
        to: 9000.0, Log(100.0, 20_000.0), "Hz", Block, spread 0.05;
    }
}

impl SprayParams {
    /// With a level and between two pitches.
    pub fn of(level: f64, from: f64, to: f64) -> Self {
        Self { level, from, to }
    }

    /// As a factor.
    pub fn share(&self) -> f64 {
        match self.level > -60.0 {
            true => math::pow(10.0, self.level / 20.0),
            false => 0.0,
        }
    }
}

/// How much further a bubble swings than another, as a share of its radius. What closes it off is
/// surface tension, whose energy goes with r², and a swing's with share²·r³: so r^-1/2 (Deane &
/// Czerski 2008: the neck's collapse excites it).
pub fn further(from: f64, radius: f64) -> f64 {
    (from / radius.max(1e-5)).sqrt()
}

/// As many bubbles may sound at a time on average; of more, each stands for several.
const CROWDED: f64 = 0.6 * MOST as f64;

impl CrowdParams {
    /// The bubble in the middle of them.
    pub fn usual(&self) -> Bubble {
        Bubble {
            radius: self.radius,
            depth: self.depth,
            viscosity: self.viscosity,
        }
    }

    /// How many bubbles each one that is heard stands for, if so many come a second.
    pub fn stands_for(&self, per_second: f64) -> f64 {
        // Large ones ring longer: with a spread the mean is above the middle's.
        let spread = math::exp(0.5 * self.radius_spread * self.radius_spread);
        let rings = sixty_decibels(self.usual().falls()) * 1.33 * spread;
        (per_second * rings / CROWDED).max(1.0)
    }

    /// A bubble of the crowd.
    pub fn draw(&self, rng: &mut Rng) -> Start {
        let radius = self.radius * factor(self.radius_spread, rng);
        let bubble = Bubble {
            radius: radius.clamp(1e-4, 0.1),
            ..self.usual()
        };
        let rise = self.rise * factor(self.rise_spread, rng);
        let swing = self.swing * factor(self.swing_spread, rng) * further(self.radius, radius);
        Start {
            bubble,
            share: swing.min(0.5),
            rise: rise.min(3.0),
            attack: self.smoothness / bubble.falls(),
        }
    }

    /// RMS of the crowd when so many come a second, and the height of a strong one \[m³/s²\].
    pub fn expected(&self, per_second: f64) -> [f64; 2] {
        let (mut power, mut strong) = (0.0, 0.0f64);
        // Means over bell curves, exact to the fifth power for three points (Gauss and Hermite).
        let far = 3f64.sqrt();
        let points = [(-far, 1.0 / 6.0), (0.0, 2.0 / 3.0), (far, 1.0 / 6.0)];
        for (off, share) in points {
            let radius = self.radius * math::exp(self.radius_spread * off);
            let bubble = Bubble {
                radius,
                ..self.usual()
            };
            let falls = bubble.falls();
            for (loud, part) in points {
                let swing = self.swing * math::exp(self.swing_spread * loud);
                let swing = swing * further(self.radius, radius);
                let height = bubble.flow(swing.min(0.5)) / (1.0 + self.smoothness);
                power += share * part * crowd_power(per_second, height, falls);
                strong = strong.max(height);
            }
        }
        [power.sqrt(), strong]
    }
}

/// A stream that starts them, and its spray.
pub struct Crowd {
    arrivals: Arrivals,
    spray: Hiss,
    rng: Rng,
    /// RMS that the spray is to have per share.
    loud: f64,
    /// How many each one stands for, and how strong all are made.
    each: f64,
    strong: f64,
}

impl Crowd {
    pub fn new(rate: Rate) -> Self {
        let mut rng = Rng::new(0);
        Self {
            arrivals: Arrivals::new(&mut rng),
            spray: Hiss::new(rate),
            rng,
            loud: 0.0,
            each: 1.0,
            strong: 1.0,
        }
    }

    /// Takes changed parameters over; the spray is as loud beside them as it is asked.
    pub fn follow(&mut self, params: &CrowdParams, spray: &SprayParams, per_second: f64) {
        self.spray.tune(spray.from, spray.to.max(1.2 * spray.from));
        let rms = Hiss::rms(spray.from, spray.to.max(1.2 * spray.from));
        let [own, _] = params.expected(per_second);
        self.loud = spray.share() * own / rms;
        self.each = params.stands_for(per_second);
    }

    /// RMS of the spray, where bubbles alone have one.
    pub fn sprays(spray: &SprayParams, rms: f64) -> f64 {
        spray.share() * rms
    }

    /// One step in which so many come a second: starts them; gives the spray, for a factor of its
    /// own.
    pub fn tick(
        &mut self,
        params: &CrowdParams,
        per_second: f64,
        spray: f64,
        pool: &mut Pool,
    ) -> f64 {
        let mean = per_second / self.each * pool.rate.step();
        if mean > 0.0 && self.arrivals.pass(mean, &mut self.rng) {
            let mut start = params.draw(&mut self.rng);
            start.share = (start.share * self.each.sqrt() * self.strong).min(1.0);
            pool.bank.start(&start);
        }
        match self.loud * spray {
            0.0 => 0.0,
            loud => loud * self.spray.next(),
        }
    }

    /// Makes all bubbles to come so many times as strong.
    pub fn strengthen(&mut self, by: f64) {
        self.strong = by;
    }

    pub fn reset(&mut self, seed: u64) {
        // Sequences of their own: no process shares its luck with another.
        self.rng = Rng::new(seed ^ 0x6372_6f77_6421);
        self.arrivals = Arrivals::new(&mut self.rng);
        self.spray.reset(seed ^ 0x7370_7261_7921);
    }
}
